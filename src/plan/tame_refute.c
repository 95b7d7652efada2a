/* SPDX-License-Identifier: MIT */
/* Sums of one to six components in the order of their total, of the number of their parts, and of the parts. What
 * the rule says of a sum is computed from the SG value and misère outcome of each component; the truth is a search
 * of the whole sum. Everything happens in the plain environment, which has its own budget, so that an answer never waits long
 * for its explanation. */
#include <stdlib.h>
#include "base/mem.h"
#include "base/numbers.h"
#include "play/options/print.h"
#include "plan/audit_env.h"
#include "plan/tame_refute.h"
#include "solve/misere/tame.h"
#include "plan/values.h"

enum { PARTS_MOST = 6, TOTAL_MOST = 400, SUMS_MOST = 50000, CLOSURE_MOST = 20000 };
#define REFUTE_LOOKS 4000

struct refuting_sum {
    uint64_t total;
    struct component component;
    uint32_t sg;
    bool read, swap;
};
struct refutation_trial {
    struct env *plain;
    struct arena arena;
    struct refuting_sum *items;
    size_t count;
    size_t pick[PARTS_MOST];
    struct component sum[PARTS_MOST];
    uint64_t tried;
    enum status st;
};

static uint64_t total_of(const struct env *env, const struct component *component)
{
    uint64_t total = 0;
    const struct game *game = component->game >= 0 ? &env->model->games[component->game] : NULL;
    for (uint32_t i = 0; i < component->count; i++) total += number_magnitude(component->cells[i]);
    /* the length in front of a single row or bag does not count */
    if (game && game->field_count == 1 && (game->fields[0].kind == FIELD_ROW || game->fields[0].kind == FIELD_BAG))
        total -= (uint64_t)component->cells[0];
    return total ? total : 1;
}

static int by_total(const void *a, const void *b)
{
    const struct refuting_sum *x = a, *y = b;
    if (x->total != y->total) return x->total < y->total ? -1 : 1;
    return component_compare(&x->component, &y->component);
}

static enum status misere_outcome(struct refutation_trial *t, const struct component *components, size_t count,
                                  enum outcome *outcome)
{
    struct component copy[PARTS_MOST];
    struct position position = {copy, count, NULL};
    struct ask question = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = &position, .count = 1};
    struct result result = {0};
    struct arena arena = {0};
    for (size_t i = 0; i < count; i++) copy[i] = components[i];
    struct way way = {.by = &solver_wholesum, .ask = &question};
    enum status st = solver_wholesum.run(t->plain, &way, &arena, &result);
    if (st == ST_OK) *outcome = result.outcomes[0];
    arena_free(&arena);
    return st;
}

/* Computes what the rule reads of a component, when it is first needed. */
static enum status read_candidate(struct refutation_trial *t, struct refuting_sum *c)
{
    enum outcome outcome;
    uint64_t sg = 0;
    if (c->read) return ST_OK;
    enum status st = values_of(t->plain, &c->component, 1, &sg, NULL);
    if (st == ST_OK) st = misere_outcome(t, &c->component, 1, &outcome);
    if (st != ST_OK) return st;
    c->sg = (uint32_t)sg;
    c->swap = (sg == 0) != (outcome == OUTCOME_P);
    c->read = true;
    return ST_OK;
}

/* Is the rule wrong for the chosen sum? */
static bool is_wrong(struct refutation_trial *t, size_t parts)
{
    struct tame_sum sum = {0};
    enum outcome truth;
    for (size_t i = 0; i < parts && t->st == ST_OK; i++) {
        struct refuting_sum *c = &t->items[t->pick[i]];
        t->st = read_candidate(t, c);
        sum.xor_ ^= c->sg;
        sum.fixed += !c->swap;
        t->sum[i] = c->component;
    }
    if (t->st == ST_OK) t->st = misere_outcome(t, t->sum, parts, &truth);
    if (t->st == ST_OK && ++t->tried >= SUMS_MOST) t->st = ST_STATE_BUDGET;
    return t->st == ST_OK && truth != tame_outcome(&sum);
}

/* Chooses parts at .. parts - 1, ascending, so that their totals add up to `left`. Depth at most PARTS_MOST. */
static bool pick_rest(struct refutation_trial *t, size_t at, size_t parts, uint64_t left)
{
    size_t first = at ? t->pick[at - 1] : 0;
    for (size_t i = first; i < t->count && t->items[i].total * (parts - at) <= left && t->st == ST_OK; i++) {
        t->pick[at] = i;
        if (at + 1 < parts) {
            if (pick_rest(t, at + 1, parts, left - t->items[i].total)) return true;
        } else if (t->items[i].total == left && is_wrong(t, parts)) {
            return true;
        }
    }
    return false;
}

static enum status list_candidates(struct refutation_trial *t, const struct env *env, const id_vec *ids)
{
    cell_vec cells = {0};
    struct component component;
    enum status st = ST_OK;
    t->items = arena_array(&t->arena, ids->count + 1, sizeof *t->items);
    if (!t->items) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < ids->count; i++) {
        struct refuting_sum *c = &t->items[t->count++];
        cells.count = 0;
        if (!component_table_get(env, ids->data[i], &cells, &component) ||
            !component_copy(&t->arena, &component, &c->component))
            st = ST_NO_MEMORY;
        else c->total = total_of(env, &component);
    }
    vec_free(&cells);
    if (st == ST_OK && t->count) qsort(t->items, t->count, sizeof *t->items, by_total);
    return st;
}

static bool search(struct refutation_trial *t, size_t *parts)
{
    for (uint64_t total = 1; total <= TOTAL_MOST && t->st == ST_OK; total++)
        for (*parts = 1; *parts <= PARTS_MOST && t->st == ST_OK; ++*parts)
            if (pick_rest(t, 0, *parts, total)) return true;
    return false;
}

static enum status add_words(struct env *env, const struct refutation_trial *t, size_t parts, const char *reason,
                             const struct component *components, size_t count)
{
    struct text text = {0};
    text_add(&text, "%s; the least sum on which the rule is wrong is ", reason);
    print_sum(env->model, t->sum, parts, &text);
    enum status st = text.failed ? ST_NO_MEMORY : tame_reword(env, components, count, text_c(&text));
    text_free(&text);
    return st;
}

enum status tame_refute(struct env *env, const struct component *components, size_t count)
{
    const char *reason = tame_to_refute(env, components, count);
    struct refutation_trial t = {0};
    id_vec roots = {0};
    struct component_set met = {0};
    size_t parts = 0;
    if (!reason) return ST_OK;
    enum status st = audit_env_open(env, REFUTE_LOOKS, &t.plain);
    if (st == ST_OK) st = component_table_number(t.plain, components, count, &roots);
    if (st == ST_OK) st = tame_closure(t.plain, &roots, CLOSURE_MOST, &met);
    if (st == ST_OK) st = list_candidates(&t, t.plain, &met.ids);
    if (st == ST_OK && search(&t, &parts)) st = add_words(env, &t, parts, reason, components, count);
    vec_free(&roots);
    component_set_free(&met);
    arena_free(&t.arena);
    if (t.st == ST_NO_MEMORY) st = ST_NO_MEMORY;
    return st == ST_NO_MEMORY ? st : ST_OK; /* an explanation that takes too long is omitted */
}
