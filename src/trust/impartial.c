/* SPDX-License-Identifier: MIT */
/* Breadth first by number; option lists are sorted and without duplicates (component_table.h), so equal sets are
 * equal arrays. */
#include "trust/impartial.h"
#include <string.h>
#include "solve/search/estimate.h"
#include "play/options/component_table.h"
#include "play/options/print.h"

#define OPTIONS_MOST 1e7 /* an estimate: if it is larger nothing is compared */

struct movers_comparison {
    struct env *env;
    struct component_set met; /* compared, or still to be */
    id_vec lists[2];          /* of the component at hand, for either player: counts and numbers */
    size_t counts[2];
};

static enum status list_for(struct movers_comparison *c, struct env *env, uint32_t id, int mover)
{
    size_t at;
    uint32_t options;
    id_vec *list = &c->lists[mover - 1];
    list->count = 0;
    enum status st = component_table_options(env, id, mover, &at, &options);
    if (st != ST_OK) return st;
    const uint32_t *from = vec_from(&store_sums(c->env)->parts.pool, at);
    for (uint32_t o = 0; o < options; o++, from += 1 + from[0]) {
        if (!vec_reserve(list, 1 + (size_t)from[0])) return ST_NO_MEMORY;
        memcpy(list->data + list->count, from, (1 + (size_t)from[0]) * sizeof *from);
        list->count += 1 + from[0];
    }
    c->counts[mover - 1] = options;
    return st;
}

static bool same_list(const uint32_t *a, const uint32_t *b)
{
    return a[0] == b[0] && memcmp(a + 1, b + 1, 4 * (size_t)a[0]) == 0;
}

/* An option of player `mover` that the other does not have; NULL if there is none. */
static const uint32_t *only_his(const struct movers_comparison *c, int mover)
{
    const uint32_t *mine = c->lists[mover - 1].data;
    for (size_t i = 0; i < c->counts[mover - 1]; i++, mine += 1 + mine[0]) {
        const uint32_t *theirs = c->lists[2 - mover].data;
        size_t j = 0;
        while (j < c->counts[2 - mover] && !same_list(mine, theirs)) theirs += 1 + theirs[0], j++;
        if (j == c->counts[2 - mover]) return mine;
    }
    return NULL;
}

static bool print_parts(const struct movers_comparison *c, const uint32_t *ids, size_t count, struct text *text)
{
    cell_vec cells = {0};
    struct component component;
    bool fine = true;
    if (count == 0) text_puts(text, "a position without moves");
    for (size_t i = 0; i < count && fine; i++) {
        cells.count = 0;
        fine = component_table_get(c->env, ids[i], &cells, &component);
        if (i) text_puts(text, " + ");
        if (fine) print_sum(c->env->model, &component, 1, text);
    }
    vec_free(&cells);
    return fine;
}

static enum status describe(struct movers_comparison *c, uint32_t id, struct arena *arena, const char **where)
{
    int mover = 1;
    const uint32_t *option = only_his(c, mover);
    if (!option) option = only_his(c, mover = 2);
    if (!option) return ST_OK;
    struct text text = {0};
    text_puts(&text, "at ");
    bool fine = print_parts(c, &id, 1, &text);
    text_add(&text, " player %d can move to ", mover);
    fine = fine && print_parts(c, option + 1, option[0], &text);
    text_add(&text, " and player %d cannot", 3 - mover);
    if (!fine || text.failed) return text_free(&text), ST_NO_MEMORY;
    *where = print_keep(arena, &text);
    return *where ? ST_OK : ST_NO_MEMORY;
}

/* The options for both players. *fails: the player for whom the rule fails; not reported, since that player may
 * never be to move here. If it fails for both it fails whoever is to move, and the first failure is reported. */
static enum status list_both(struct movers_comparison *c, uint32_t id, int *fails)
{
    struct env_view views[2];
    enum status st[2] = {ST_OK, ST_OK};
    for (int i = 0; i < 2; i++) {
        env_view_quiet(&views[i], c->env);
        if (st[0] == ST_OK || st[0] == ST_RULE_FAILED) st[i] = list_for(c, &views[i].env, id, i + 1);
    }
    bool one = (st[0] == ST_RULE_FAILED && st[1] == ST_OK) || (st[0] == ST_OK && st[1] == ST_RULE_FAILED);
    if (one) *fails = st[0] == ST_OK ? 2 : 1;
    if (!one) diags_add(c->env->diags, &views[0].diags);
    if (!one && st[0] != ST_RULE_FAILED) diags_add(c->env->diags, &views[1].diags);
    for (int i = 0; i < 2; i++) env_view_close(&views[i]);
    if (one) return ST_OK;
    return st[1] == ST_OK || st[0] == st[1] ? st[0] : st[1];
}

static enum status describe_failure(struct movers_comparison *c, uint32_t id, int player, struct arena *arena,
                                    const char **where)
{
    struct text text = {0};
    text_puts(&text, "at ");
    bool fine = print_parts(c, &id, 1, &text);
    text_add(&text, " the rule fails where player %d is to move", player);
    if (!fine || text.failed) return text_free(&text), ST_NO_MEMORY;
    *where = print_keep(arena, &text);
    return *where ? ST_OK : ST_NO_MEMORY;
}

/* *differs: the options of this component are not the same for both. Its options' components are added to those
 * reached. */
static enum status compare_part(struct movers_comparison *c, uint32_t id, bool *differs, int *fails)
{
    enum status st = list_both(c, id, fails);
    *differs = st == ST_OK && *fails;
    if (st != ST_OK || *fails) return st;
    const id_vec *a = &c->lists[0], *b = &c->lists[1];
    *differs = a->count != b->count || (a->count && memcmp(a->data, b->data, 4 * a->count) != 0);
    for (size_t at = 0; st == ST_OK && !*differs && at < a->count; at += 1 + a->data[at])
        for (uint32_t i = 1; i <= a->data[at]; i++)
            if (!component_set_add(&c->met, a->data[at + i])) st = ST_NO_MEMORY;
    return st;
}

static enum status compare_all(struct movers_comparison *c, struct arena *arena, struct impartial *found)
{
    bool differs = false;
    for (size_t next = 0; next < c->met.ids.count && !differs; next++) {
        if (next >= MOVERS_MOST) return ST_OK;
        uint32_t id = c->met.ids.data[next];
        int fails = 0;
        enum status st = compare_part(c, id, &differs, &fails);
        if (st == ST_OK && fails) st = describe_failure(c, id, fails, arena, &found->where);
        else if (st == ST_OK && differs) st = describe(c, id, arena, &found->where);
        if (st == ST_OK && next % 256 == 255) st = budget_check(c->env->budget);
        if (st != ST_OK) return st;
    }
    found->alike = !differs;
    found->positions = c->met.ids.count;
    return ST_OK;
}

enum status impartial_compare(struct env *env, const struct component *components, size_t count, struct arena *arena,
                              struct impartial *found)
{
    struct movers_comparison c = {.env = env};
    id_vec roots = {0};
    *found = (struct impartial){0};
    for (size_t i = 0; i < count; i++)
        if (estimate_component(env, &components[i]).options > OPTIONS_MOST) return ST_OK;
    enum status st = component_table_number(env, components, count, &roots);
    for (size_t i = 0; st == ST_OK && i < roots.count; i++)
        if (!component_set_add(&c.met, roots.data[i])) st = ST_NO_MEMORY;
    if (st == ST_OK) st = compare_all(&c, arena, found);
    vec_free(&roots);
    component_set_free(&c.met);
    for (int i = 0; i < 2; i++) vec_free(&c.lists[i]);
    return st;
}
