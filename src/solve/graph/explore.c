/* SPDX-License-Identifier: MIT */
/* Breadth first by number: the next node to expand is the first that has no list yet. A sum's options are those of
 * each of its different components together with the rest; components in which neither player can ever move are
 * dropped (but see ends_apart). */
#include "solve/graph/explore.h"
#include <string.h>
#include "play/options/options.h"
#include "play/options/canonical.h"
#include "play/options/store.h"
#include "solve/graph/kept_graph.h"

enum { STRIDE = 256 }; /* expansions between two checks of the budget */

struct expansion {
    struct env *env;
    struct explored *explored;
    bool with_mover;
    int mover;
    cell_vec cells;
    struct sums here, canonical, options; /* the node; its options in canonical form, for one component at a time */
    component_vec sum, became, parts;     /* the node; what one component became; the position after it */
    struct bytes key;
};

static void expansion_free(struct expansion *x)
{
    vec_free(&x->cells);
    sums_free(&x->here);
    sums_free(&x->canonical);
    sums_free(&x->options);
    vec_free(&x->sum);
    vec_free(&x->became);
    vec_free(&x->parts);
    bytes_free(&x->key);
}

struct digraph explore_graph(const struct explored *explored)
{
    uint32_t nodes = explored->first.count ? (uint32_t)explored->first.count - 1 : 0;
    return (struct digraph){nodes, explored->first.data, explored->to.data};
}

void explore_free(struct explored *explored)
{
    position_table_free(&explored->table);
    vec_free(&explored->first);
    vec_free(&explored->to);
    vec_free(&explored->values);
    for (int play = 0; play < 2; play++) {
        vec_free(&explored->outcome[play]);
        vec_free(&explored->remoteness[play]);
    }
}

/* The number of the sum in x->parts, for the player who is to move there. */
static enum status intern_parts(struct expansion *x, int mover, uint32_t *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < x->parts.count; i++) {
        bool dead;
        enum status st = canonical_dead(x->env, &x->parts.data[i], NULL, &dead);
        if (st != ST_OK) return st;
        if (!dead) x->parts.data[kept++] = x->parts.data[i];
    }
    if (kept == 0 && x->explored->ends_apart && x->parts.count == 1) kept = 1;
    components_sort(x->parts.data, kept);
    x->key.count = 0;
    if (x->with_mover && !vec_push(&x->key, (unsigned char)mover)) return ST_NO_MEMORY;
    if (!pack_components(&x->key, x->parts.data, kept)) return ST_NO_MEMORY;
    bool fresh;
    return position_table_intern(&x->explored->table, x->key.data, x->key.count, node, &fresh);
}

enum status explore_root(struct env *env, struct explored *explored, const struct component *sum, size_t count,
                         int mover, uint32_t *node)
{
    struct expansion x = {.env = env, .explored = explored, .with_mover = mover != 0};
    enum status st = ST_OK;
    explored->table.budget = env->budget;
    for (size_t i = 0; i < count && st == ST_OK; i++) st = canonical_push(env, &sum[i], &x.canonical);
    if (st == ST_OK && (!sums_end(&x.canonical) || !sums_list(&x.canonical, 0, &x.parts))) st = ST_NO_MEMORY;
    if (st == ST_OK) st = intern_parts(&x, mover, node);
    expansion_free(&x);
    return st;
}

enum status explore_position(const struct explored *explored, uint32_t node, bool with_mover, cell_vec *cells,
                             struct sums *sum, int *mover)
{
    size_t length;
    const unsigned char *at = position_table_key(&explored->table, node, &length), *end = at + length;
    *mover = 0;
    if (with_mover) *mover = *at++;
    while (at < end) {
        struct component component;
        cells->count = 0;
        at = unpack_component(at, cells, &component);
        if (!at || !sums_push(sum, &component)) return ST_NO_MEMORY;
    }
    return sums_end(sum) ? ST_OK : ST_NO_MEMORY;
}

static enum status collect(void *context, const struct component *components, size_t count)
{
    struct expansion *x = context;
    return sums_add(&x->options, components, count) ? ST_OK : ST_NO_MEMORY;
}

/* Adds an option of component i: the option itself and the other components. */
static enum status add_option(struct expansion *x, size_t i, size_t option)
{
    uint32_t node;
    const component_vec *sum = &x->sum;
    x->became.count = x->parts.count = 0;
    if (!sums_list(&x->options, option, &x->became) || !vec_reserve(&x->parts, sum->count + x->became.count))
        return ST_NO_MEMORY;
    x->parts.count = sum_after(x->parts.data, sum->data, sum->count, i, x->became.data, x->became.count);
    enum status st = intern_parts(x, 3 - x->mover, &node);
    if (st != ST_OK) return st;
    if (x->explored->to.count >= UINT32_MAX - 1) return ST_STATE_BUDGET;
    return vec_push(&x->explored->to, node) ? ST_OK : ST_NO_MEMORY;
}

static enum status expand_component(struct expansion *x, size_t i)
{
    sums_clear(&x->options);
    enum status st = options_canonical(x->env, &x->sum.data[i], x->mover, collect, x);
    for (size_t k = 0; k < x->options.count && st == ST_OK; k++) st = add_option(x, i, k);
    return st;
}

static enum status expand(struct expansion *x, uint32_t node)
{
    struct explored *explored = x->explored;
    size_t before = explored->to.count;
    sums_clear(&x->here);
    enum status st = explore_position(explored, node, x->with_mover, &x->cells, &x->here, &x->mover);
    x->sum.count = 0;
    if (st == ST_OK && !sums_list(&x->here, 0, &x->sum)) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < x->sum.count; i++)
        if (i == 0 || component_compare(&x->sum.data[i], &x->sum.data[i - 1]) != 0) st = expand_component(x, i);
    if (st == ST_OK && !vec_push(&explored->first, (uint32_t)explored->to.count)) st = ST_NO_MEMORY;
    if (st != ST_OK) explored->to.count = before;
    return st;
}

/* ---- kept graphs ------------------------------------------------------------------------------------------------- */
/* The options that are found now are taken back. */
static enum status expand_again(void *context, uint32_t node, bool *same)
{
    struct expansion *x = context;
    struct explored *e = x->explored;
    size_t before = e->to.count, begin = e->first.data[node], options = e->first.data[node + 1] - begin;
    uint32_t positions = e->table.count;
    enum status st = expand(x, node);
    *same = st == ST_OK && e->table.count == positions && e->to.count - before == options;
    for (size_t i = 0; *same && i < options; i++) *same = e->to.data[begin + i] == e->to.data[before + i];
    e->first.count -= st == ST_OK;
    e->to.count = before;
    return st;
}

/* From the root again. */
static enum status begin_again(struct explored *e)
{
    struct bytes root = {0};
    size_t length;
    uint32_t node;
    bool fresh;
    const unsigned char *key = position_table_key(&e->table, 0, &length);
    struct explored empty = {.ends_apart = e->ends_apart, .table.budget = e->table.budget};
    enum status st = vec_reserve(&root, length + 1) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK) memcpy(root.data, key, length);
    explore_free(e);
    *e = empty;
    if (st == ST_OK) st = position_table_intern(&e->table, root.data, length, &node, &fresh);
    if (st == ST_OK && !vec_push(&e->first, 0)) st = ST_NO_MEMORY;
    bytes_free(&root);
    return st;
}

/* Only what is explored from one root is kept. */
static enum status look_at_file(struct kept_search *kept, struct kept_graph *g)
{
    bool took;
    enum status st = kept_search_look(kept, &took);
    if (!g->wrong) return st;
    g->wrong = false;
    enum status again = begin_again(g->explored);
    return st == ST_OK ? again : st;
}

enum status explore_all(struct env *env, struct explored *explored, bool with_mover)
{
    struct expansion x = {.env = env, .explored = explored, .with_mover = with_mover};
    struct kept_graph graph = {explored, with_mover, expand_again, &x, false};
    struct kept_search kept = {.keep = NULL};
    if (explored->first.count == 0 && explored->table.count == 1) kept_graph_open(&kept, env, &graph);
    enum status st = explored->first.count || vec_push(&explored->first, 0) ? ST_OK : ST_NO_MEMORY;
    while (st == ST_OK && explored->first.count - 1 < explored->table.count) {
        uint32_t node = (uint32_t)explored->first.count - 1;
        st = expand(&x, node);
        if (st != ST_OK || node % STRIDE != STRIDE - 1) continue;
        st = budget_check(env->budget);
        if (st == ST_OK) st = look_at_file(&kept, &graph);
    }
    kept_search_close(&kept);
    expansion_free(&x);
    return st;
}
