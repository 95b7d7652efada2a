/* SPDX-License-Identifier: MIT */
/* A compound is read with a walker; its options are choices over the options of its parts (choices.h). */
#include "play/options/compound.h"
#include <string.h>
#include "play/cells/choices.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

struct compound_walk compound_open(const struct component *component)
{
    return (struct compound_walk){component->cells + COMPOUND_HEAD, component->cells[COMPOUND_M], 0, -1};
}

bool compound_next(struct compound_walk *walk, struct component *inner)
{
    while (walk->left == 0) {
        if (walk->subs == 0) return false;
        walk->subs--;
        walk->sub++;
        walk->left = *walk->at++;
    }
    walk->left--;
    *inner = (struct component){(int)walk->at[0], (uint32_t)walk->at[1], walk->at + 2};
    walk->at += 2 + inner->count;
    return true;
}

static bool pattern_of_rule(const struct env *env, const struct expr *e, struct compound_pattern *pattern)
{
    const struct expr *each = e && e->kind == EXPR_COMPOUND && e->count == 2 ? e->kids[1] : NULL,
                      *k = each ? e->kids[0] : NULL;
    if (!each || each->kind != EXPR_SUM_FOR || each->kids[0]->kind != EXPR_GAME || each->kids[0]->count != 1)
        return false;
    pattern->game = each->kids[0]->game;
    if (!k || (k->kind != EXPR_INT && k->kind != EXPR_PARAM)) return false;
    pattern->k = k->kind == EXPR_INT ? k->value : env->params[k->index].value;
    return k->kind == EXPR_PARAM || !k->number || integer_fits(k->number, &pattern->k);
}

bool compound_pattern(const struct env *env, const struct component *component, struct compound_pattern *pattern)
{
    int rule = component_rule(component);
    bool cells = component->game == POSITION_COMPOUND && component->cells[COMPOUND_M] > 0 &&
                 component->cells[COMPOUND_HEAD] == 1;
    if (!cells) return rule >= 0 && pattern_of_rule(env, env->model->games[rule].compound, pattern);
    *pattern = (struct compound_pattern){component->cells[COMPOUND_K], (int)component->cells[COMPOUND_HEAD + 1]};
    return true;
}

/* ---- sub-positions as strings of cells ----------------------------------------------------------------------- */
/* Appends the components, in canonical order, as one sub-position. Sorts them in place. */
static bool write_sub(cell_vec *cells, struct component *items, size_t count)
{
    components_sort(items, count);
    if (!vec_push(cells, (int64_t)count)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!vec_reserve(cells, items[i].count + (size_t)2)) return false;
        cells->data[cells->count++] = items[i].game;
        cells->data[cells->count++] = items[i].count;
        if (items[i].count) memcpy(cells->data + cells->count, items[i].cells, items[i].count * sizeof(int64_t));
        cells->count += items[i].count;
    }
    return true;
}

/* The components of one sub-position; returns the address after it, NULL if memory runs out. */
static const int64_t *read_sub(const int64_t *at, component_vec *items)
{
    int64_t count = *at++;
    items->count = 0;
    for (int64_t i = 0; i < count; i++) {
        struct component c = {(int)at[0], (uint32_t)at[1], at + 2};
        if (!vec_push(items, c)) return NULL;
        at += 2 + c.count;
    }
    return at;
}

/* Writes the head and the chosen sub-positions; returns false if memory runs out. */
static bool write_compound(cell_vec *cells, const struct choices *choices, const int64_t *head, const uint32_t *subs,
                           size_t count)
{
    cells->count = 0;
    if (!vec_reserve(cells, COMPOUND_HEAD)) return false;
    memcpy(cells->data, head, COMPOUND_HEAD * sizeof *head);
    cells->data[COMPOUND_M] = (int64_t)count;
    cells->count = COMPOUND_HEAD;
    for (size_t i = 0; i < count; i++) {
        const struct choices_string *s = &choices->strings.data[subs[i]];
        if (!vec_reserve(cells, s->count)) return false;
        memcpy(cells->data + cells->count, choices->cells.data + s->at, s->count * sizeof(int64_t));
        cells->count += s->count;
    }
    return true;
}

static enum status check_size(size_t cells) { return cells <= POSITION_MAX_CELLS ? ST_OK : ST_TOO_LARGE; }

/* ---- every move, named ---------------------------------------------------------------------------------------- */
struct named_class {
    struct choices choices;
    component_vec sub, result; /* the sub-position that moves; it after the move */
    size_t part;
    struct step_list steps; /* one list an item */
    step_vec chosen;
    cell_vec cells;
    const struct component *component; /* number `moving` of the sum */
    size_t moving;
    uint64_t limit; /* of items: each is an option by itself */
    move_emit emit;
    void *context;
};

/* A move in the sub-position at hand. */
static enum status keep_move(void *context, const struct made_move *move)
{
    struct named_class *n = context;
    uint32_t string;
    if (n->steps.ends.count >= n->limit) return ST_UNSUPPORTED;
    n->result.count = n->cells.count = 0;
    if (!vec_reserve(&n->result, n->sub.count + move->part_count)) return ST_NO_MEMORY;
    n->result.count =
        sum_after(n->result.data, n->sub.data, n->sub.count, move->component, move->parts, move->part_count);
    if (!write_sub(&n->cells, n->result.data, n->result.count)) return ST_NO_MEMORY;
    if (!choices_string(&n->choices, n->cells.data, n->cells.count, &string) || !choices_item(&n->choices, string))
        return ST_NO_MEMORY;
    size_t from = n->steps.steps.count;
    if (!steps_add(&n->steps, move->steps, move->step_count)) return ST_NO_MEMORY;
    for (size_t i = from; i < n->steps.steps.count; i++) n->steps.steps.data[i].part = n->part;
    return check_size(n->cells.count);
}

static enum status emit_named(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks,
                              size_t pick_count)
{
    struct named_class *n = context;
    if (!write_compound(&n->cells, &n->choices, n->component->cells, subs, sub_count)) return ST_NO_MEMORY;
    n->chosen.count = 0;
    for (size_t p = 0; p < pick_count; p++)
        if (!steps_get(&n->steps, picks[p], &n->chosen)) return ST_NO_MEMORY;
    struct component result = {POSITION_COMPOUND, (uint32_t)n->cells.count, n->cells.data};
    struct made_move move = {.component = n->moving,
                             .steps = n->chosen.data,
                             .step_count = n->chosen.count,
                             .parts = &result,
                             .part_count = sub_count ? 1 : 0};
    enum status st = check_size(n->cells.count);
    return st != ST_OK ? st : n->emit(n->context, &move);
}

static void named_free(struct named_class *n)
{
    choices_free(&n->choices);
    vec_free(&n->sub);
    vec_free(&n->result);
    steps_free(&n->steps);
    vec_free(&n->chosen);
    vec_free(&n->cells);
}

static size_t clamp_k(const struct component *component)
{
    int64_t k = component->cells[COMPOUND_K], m = component->cells[COMPOUND_M];
    return (size_t)(k < 0 ? 0 : k < m ? k : m);
}

/* Are there more choices of at most k items, at most one per class, than `limit`? The elementary symmetric sums of
 * the class sizes count them; leaving out some of these sums can only give too small a number. */
static bool more_choices(const struct choices *choices, size_t k, uint64_t limit)
{
    enum { LOOKED_AT = 16 };
    double products[LOOKED_AT + 1] = {1}, all = 0;
    size_t most = k < LOOKED_AT ? k : LOOKED_AT, before = 0;
    for (size_t i = 0; i < choices->classes.count && all <= (double)limit; i++) {
        double size = (double)(choices->classes.data[i].end - before);
        before = choices->classes.data[i].end;
        for (size_t j = most; j > 0; j--) {
            all += products[j - 1] * size;
            products[j] += products[j - 1] * size;
        }
    }
    return all > (double)limit;
}

enum status compound_options(const struct env *env, const struct component *sum, size_t moving, int mover,
                             uint64_t limit, move_emit emit, void *context)
{
    const struct component *component = &sum[moving];
    struct named_class n = {.component = component, .moving = moving, .limit = limit, .emit = emit, .context = context};
    const int64_t *at = component->cells + COMPOUND_HEAD;
    enum status st = ST_OK;
    for (int64_t s = 0; st == ST_OK && s < component->cells[COMPOUND_M]; s++) {
        const int64_t *next = read_sub(at, &n.sub);
        uint32_t string;
        n.part = (size_t)s + 1;
        if (!next || !choices_string(&n.choices, at, (size_t)(next - at), &string) ||
            !choices_class(&n.choices, string, 1))
            st = ST_NO_MEMORY;
        for (size_t i = 0; st == ST_OK && i < n.sub.count; i++)
            st = options_each(env, n.sub.data, i, mover, keep_move, &n);
        at = next;
    }
    if (st == ST_OK && more_choices(&n.choices, clamp_k(component), limit)) st = ST_UNSUPPORTED;
    if (st == ST_OK) st = choices_run(&n.choices, clamp_k(component), emit_named, &n);
    named_free(&n);
    return st;
}

/* ---- the canonical form ---------------------------------------------------------------------------------------- */
/* The parts of `items` that can move, in canonical form, as one string of cells. */
static enum status canonical_sub(struct env *env, const component_vec *items, cell_vec *cells)
{
    struct sums canonical = {0};
    component_vec alive = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < items->count; i++) st = canonical_push(env, &items->data[i], &canonical);
    for (size_t i = 0; st == ST_OK && i < canonical.items.count; i++) {
        struct component c = sums_item(&canonical, i);
        bool dead;
        st = canonical_dead(env, &c, NULL, &dead);
        if (st == ST_OK && !dead && !vec_push(&alive, c)) st = ST_NO_MEMORY;
    }
    cells->count = 0;
    if (st == ST_OK && !write_sub(cells, alive.data, alive.count)) st = ST_NO_MEMORY;
    vec_free(&alive);
    sums_free(&canonical);
    return st;
}

static bool push_string(const struct choices *choices, uint32_t string, struct sums *out)
{
    const int64_t *at = choices_cells(choices, string);
    for (int64_t left = *at++; left > 0; left--) {
        struct component c = {(int)at[0], (uint32_t)at[1], at + 2};
        if (!sums_push(out, &c)) return false;
        at += 2 + c.count;
    }
    return true;
}

/* Writes the sub-positions `order` as one canonical sum. `k` is at least 1 if there are any. */
static enum status push_canonical(const struct choices *choices, const uint32_t *order, size_t count, int64_t k,
                                  struct sums *out)
{
    if (count <= 1 || k == 1) {
        for (size_t i = 0; i < count; i++)
            if (!push_string(choices, order[i], out)) return ST_NO_MEMORY;
        return ST_OK;
    }
    int64_t head[COMPOUND_HEAD] = {[COMPOUND_TAG] = -1, [COMPOUND_KIND] = COMPOUND_UPTO};
    head[COMPOUND_K] = k < (int64_t)count ? k : (int64_t)count;
    cell_vec cells = {0};
    enum status st = write_compound(&cells, choices, head, order, count) ? check_size(cells.count) : ST_NO_MEMORY;
    struct component compound = {POSITION_COMPOUND, (uint32_t)cells.count, cells.data};
    if (st == ST_OK && !sums_push(out, &compound)) st = ST_NO_MEMORY;
    vec_free(&cells);
    return st;
}

enum status compound_canonical(struct env *env, const struct component *component, struct sums *out)
{
    if (component->cells[COMPOUND_K] <= 0) return ST_OK;
    struct choices choices = {0};
    component_vec items = {0};
    cell_vec cells = {0};
    VEC(uint32_t) order = {0};
    const int64_t *at = component->cells + COMPOUND_HEAD;
    enum status st = ST_OK;
    for (int64_t s = 0; st == ST_OK && s < component->cells[COMPOUND_M]; s++) {
        uint32_t string;
        at = read_sub(at, &items);
        st = at ? canonical_sub(env, &items, &cells) : ST_NO_MEMORY;
        if (st != ST_OK || cells.data[0] == 0) continue;
        if (!choices_string(&choices, cells.data, cells.count, &string) || !vec_push(&order, string)) st = ST_NO_MEMORY;
    }
    if (st == ST_OK && !choices_sort(&choices, order.data, order.count)) st = ST_NO_MEMORY;
    if (st == ST_OK) st = push_canonical(&choices, order.data, order.count, component->cells[COMPOUND_K], out);
    vec_free(&order);
    vec_free(&cells);
    vec_free(&items);
    choices_free(&choices);
    return st;
}

/* ---- every result, for searches -------------------------------------------------------------------------------- */
struct plain {
    struct choices choices;
    component_vec sub, items, parts;
    struct sums options, result;
    cell_vec cells;
    VEC(uint32_t) strings; /* options of the current class */
    const struct component *component;
    sum_emit emit;
    void *context;
};

static enum status keep_sum(void *context, const struct component *components, size_t count)
{
    return sums_add(context, components, count) ? ST_OK : ST_NO_MEMORY;
}

/* The options of the sub-position by moves in its component `moving`, as strings. */
static enum status list_strings(struct env *env, struct plain *p, size_t moving, int mover)
{
    sums_clear(&p->options);
    struct component inner = p->sub.data[moving];
    enum status st = options_canonical(env, &inner, mover, keep_sum, &p->options);
    for (size_t i = 0; st == ST_OK && i < p->options.count; i++) {
        uint32_t string;
        p->items.count = p->parts.count = 0;
        if (!sums_list(&p->options, i, &p->parts) || !vec_reserve(&p->items, p->sub.count + p->parts.count))
            return ST_NO_MEMORY;
        p->items.count = sum_after(p->items.data, p->sub.data, p->sub.count, moving, p->parts.data, p->parts.count);
        st = canonical_sub(env, &p->items, &p->cells);
        if (st != ST_OK) return st;
        if (!choices_string(&p->choices, p->cells.data, p->cells.count, &string) || !vec_push(&p->strings, string))
            return ST_NO_MEMORY;
    }
    return st;
}

/* One class of equal sub-positions: its string and its different options. */
static enum status add_class(struct env *env, struct plain *p, const int64_t *at, size_t count, uint32_t copies,
                             int mover)
{
    uint32_t string;
    if (!choices_string(&p->choices, at, count, &string) || !choices_class(&p->choices, string, copies))
        return ST_NO_MEMORY;
    p->strings.count = 0;
    for (size_t j = 0; j < p->sub.count; j++) {
        if (j && component_compare(&p->sub.data[j - 1], &p->sub.data[j]) == 0) continue;
        enum status st = list_strings(env, p, j, mover);
        if (st != ST_OK) return st;
    }
    if (!choices_sort(&p->choices, p->strings.data, p->strings.count)) return ST_NO_MEMORY;
    for (size_t i = 0; i < p->strings.count; i++) {
        if (i && choices_compare(&p->choices, p->strings.data[i - 1], p->strings.data[i]) == 0) continue;
        if (!choices_item(&p->choices, p->strings.data[i])) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status emit_plain(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks,
                              size_t pick_count)
{
    (void)picks;
    (void)pick_count;
    struct plain *p = context;
    if (sub_count > 1) {
        int64_t head[COMPOUND_HEAD] = {[COMPOUND_TAG] = -1, [COMPOUND_KIND] = COMPOUND_UPTO};
        int64_t k = p->component->cells[COMPOUND_K];
        head[COMPOUND_K] = k < (int64_t)sub_count ? k : (int64_t)sub_count;
        if (!write_compound(&p->cells, &p->choices, head, subs, sub_count)) return ST_NO_MEMORY;
        struct component result = {POSITION_COMPOUND, (uint32_t)p->cells.count, p->cells.data};
        enum status st = check_size(p->cells.count);
        return st == ST_OK ? p->emit(p->context, &result, 1) : st;
    }
    sums_clear(&p->result);
    if (sub_count && !push_string(&p->choices, subs[0], &p->result)) return ST_NO_MEMORY;
    p->items.count = 0;
    if (!sums_end(&p->result) || !sums_list(&p->result, 0, &p->items)) return ST_NO_MEMORY;
    return p->emit(p->context, p->items.data, p->items.count);
}

static void plain_free(struct plain *p)
{
    choices_free(&p->choices);
    vec_free(&p->sub);
    vec_free(&p->items);
    vec_free(&p->parts);
    sums_free(&p->options);
    sums_free(&p->result);
    vec_free(&p->cells);
    vec_free(&p->strings);
}

enum status compound_options_canonical(struct env *env, const struct component *component, int mover, sum_emit emit,
                                       void *context)
{
    struct plain p = {.component = component, .emit = emit, .context = context};
    const int64_t *at = component->cells + COMPOUND_HEAD, *end = component->cells + component->count;
    enum status st = ST_OK;
    for (int64_t s = 0, m = component->cells[COMPOUND_M]; st == ST_OK && s < m;) {
        const int64_t *next = read_sub(at, &p.sub);
        if (!next) st = ST_NO_MEMORY;
        if (!next) break;
        size_t count = (size_t)(next - at);
        uint32_t copies = 1;
        while (s + copies < m && (size_t)(end - at) >= (copies + 1) * count &&
               memcmp(at + copies * count, at, count * sizeof *at) == 0)
            copies++;
        st = add_class(env, &p, at, count, copies, mover);
        at += copies * count;
        s += copies;
    }
    if (st == ST_OK) st = choices_run(&p.choices, clamp_k(component), emit_plain, &p);
    plain_free(&p);
    return st;
}
