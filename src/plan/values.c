/* SPDX-License-Identifier: MIT */
/* Three stages: what plugins answer, game by game; known values; then, in canonical form, the rest, game by game. */
#include "plan/values.h"
#include <string.h>
#include "base/mem.h"
#include "plan/groups.h"
#include "play/ground/residue.h"
#include "play/options/canonical.h"
#include "play/options/store.h"
#include "proof/ground/ground.h"
#include "solve/search/estimate.h"

enum { SEQUENCE_FIRST = 256, SEQUENCE_LAST = 1 << 22 };
#define TRY_SECONDS 0.1    /* as in try.c: beyond it the table chosen last time need not be the best */
#define SEARCH_SECONDS 1.0 /* nor the search */
#define GROWN_SECONDS 0.02 /* nor either of them, if it takes so long and GROWN times as long as last time */
#define GROWN 8.0

static bool used_has(const struct used *used, const char *name)
{
    bool has = false;
    for (size_t i = 0; !has && i < used->items.count; i++) has = strcmp(used->items.data[i].name, name) == 0;
    return has;
}

bool used_add(struct used *used, struct grounds item)
{
    if (!used || !item.name || used_has(used, item.name)) return true;
    return vec_push(&used->items, item);
}

enum status used_grounds(struct used *used, const struct result *result, struct arena *arena)
{
    for (size_t i = 0; used && i < result->ground_count; i++) {
        struct grounds g = result->grounds[i];
        if (used_has(used, g.name)) continue;
        g.claim = g.claim && *g.claim ? arena_strdup(arena, g.claim) : "";
        g.source = g.source && *g.source ? arena_strdup(arena, g.source) : "";
        if (!g.claim || !g.source || !used_add(used, g)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

void used_free(struct used *used) { vec_free(&used->items); }

typedef VEC(size_t) size_vec;
struct wanting {
    struct env *env;
    uint64_t *values;
    struct used *used;
    bool *refused;         /* set where values need more memory than there is; NULL: that is reported */
    struct sums canonical; /* components in canonical form; item i contributes to the value of owner[i] */
    size_vec owner;
    struct arena arena; /* for what plugins are asked */
};

static bool note_game(struct wanting *w, int game)
{
    const struct source_note *note = &store_game(w->env->store, game)->note;
    if (!note->solver) return true;
    return used_add(w->used,
                    (struct grounds){note->solver->name, note->solver->kind, note->claim, note->source, note->extent});
}

/* ---- one group: components of one game --------------------------------------------------------------------------- */
/* Extends the kept sequence to `last`, by a solver that knows the family; *done: it succeeded. */
static enum status extend_sequence(struct env *env, int game, const struct solver *solver, uint64_t last, bool *done)
{
    struct game_memory *memory = store_game(env->store, game);
    uint64_t wanted = 2 * memory->sequence_count > last ? 2 * memory->sequence_count : last;
    struct arena arena = {0};
    struct result result = {0};
    struct plan *plan = NULL;
    *done = false;
    if (wanted < SEQUENCE_FIRST) wanted = SEQUENCE_FIRST;
    if (wanted > SEQUENCE_LAST) wanted = SEQUENCE_LAST;
    struct ask q = {.what = Q_SEQUENCE, .game = game, .last = wanted};
    enum status st = plan_by(env, &q, solver, &arena, &plan);
    if (st == ST_OK) st = plan_run_else(env, plan, &arena, &result);
    if (st == ST_OK) st = value_run_widen(&memory->sequence, memory->sequence_count);
    if (st == ST_OK) st = value_run_reserve(&memory->sequence, wanted + 1, false);
    if (st == ST_OK) {
        for (uint64_t i = 0; i <= wanted; i++) value_run_put(&memory->sequence, i, (uint32_t)result.values[i]);
        memory->sequence_count = wanted + 1;
        *done = true;
    }
    arena_free(&arena);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

enum { FEW = 4 };
#define LARGE_SET 100000.0 /* positions */

/* Numbers that are sets of bits are small or large in one game: what was best for the last ones says little of large ones. */
static bool is_large_set(const struct env *env, const struct ask *ask, const struct solver *by)
{
    bool large = false;
    int game = ask->components[0].game;
    if (game < 0 || strcmp(by->kind, "search") != 0 || !ground_has_digits(&env->model->games[game])) return false;
    for (size_t i = 0; i < ask->count && i < FEW && !large; i++)
        large = estimate_component(env, &ask->components[i]).positions > LARGE_SET;
    return large;
}

/* May what was best for the last components be much slower here than another way? Small components are searched whatever
 * else there is, which says nothing of large ones. */
static bool is_long(const struct way *way, double before)
{
    bool table = strcmp(way->by->kind, "table") == 0;
    double seconds = way->cost.seconds;
    return seconds >= (table ? TRY_SECONDS : SEARCH_SECONDS) || (seconds >= GROWN_SECONDS && seconds >= GROWN * before);
}

/* Runs the previous choice first; makes a new plan if it cannot answer, or if trying something else first may avoid
 * a large table or a long search. */
static enum status run_group(struct env *env, const struct ask *ask, struct arena *arena, struct result *result,
                             bool *refused)
{
    struct game_memory *memory = store_game(env->store, ask->components[0].game);
    struct plan *plan = NULL;
    enum status st = memory->chosen ? plan_by(env, ask, memory->chosen, arena, &plan) : ST_UNSUPPORTED;
    bool again = st == ST_OK && plan->chosen && !env->terms.exact && !is_large_set(env, ask, plan->chosen->by) &&
                 !is_long(plan->chosen, memory->chosen_seconds);
    if (again) st = plan_run_else(env, plan, arena, result);
    if (again ? st != ST_UNSUPPORTED : st != ST_OK && st != ST_UNSUPPORTED) return st;
    st = plan_make(env, ask, arena, &plan);
    if (st == ST_OK) st = plan_run(env, plan, arena, result);
    if (st == ST_UNSUPPORTED && ask->yields) *refused = plan->over_budget;
    if (st != ST_OK) return st;
    const struct solver *by = plan->chosen->by;
    double boards, instances;
    /* of many values another way is better, and which is better is seen from the board */
    bool lasting = !plan_leaves_out(by) && !residue_boards(env, &ask->components[0], &boards, &instances);
    if (by->trust != TRUST_CLAIMED && !by->stands_on_others && lasting)
        memory->chosen = by, memory->chosen_seconds = plan->chosen->cost.seconds;
    return ST_OK;
}

static bool reads_by_family(const struct env *env, int game)
{
    const struct solver *chosen = store_game(env->store, game)->chosen;
    return game >= 0 && env->traits->games[game].one_heap && chosen && strcmp(chosen->kind, "periodic") == 0;
}

/* The components in `group` (indices into w->canonical) are of one game and not known. */
static enum status solve_group(struct wanting *w, const size_t *group, size_t count)
{
    struct arena arena = {0};
    struct result result = {0};
    struct component *components = arena_array(&arena, count, sizeof *components);
    if (!components) return ST_NO_MEMORY;
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        components[i] = sums_item(&w->canonical, group[i]);
        if (components[i].count == 1 && (uint64_t)components[i].cells[0] > last)
            last = (uint64_t)components[i].cells[0];
    }
    int game = components[0].game;
    struct ask q = {
        .what = Q_VALUE, .components = components, .count = count, .apart = true, .yields = w->refused != NULL};
    bool done = false;
    enum status st = ST_OK;
    if (reads_by_family(w->env, game) && last <= SEQUENCE_LAST)
        st = extend_sequence(w->env, game, store_game(w->env->store, game)->chosen, last, &done);
    if (st == ST_OK && !done) st = run_group(w->env, &q, &arena, &result, w->refused);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        uint64_t value;
        if (!done) value = result.values[i];
        else if (!store_value(w->env->store, &components[i], &value)) st = ST_UNSUPPORTED;
        if (st == ST_OK) w->values[w->owner.data[group[i]]] ^= value;
    }
    arena_free(&arena);
    return st == ST_OK && !note_game(w, game) ? ST_NO_MEMORY : st;
}

/* ---- without plugins --------------------------------------------------------------------------------------------- */
static enum status take_known(struct wanting *w, const struct component *component, size_t owner, bool *known)
{
    uint64_t value;
    *known = store_value(w->env->store, component, &value);
    if (!*known) return ST_OK;
    w->values[owner] ^= value;
    return note_game(w, component->game) ? ST_OK : ST_NO_MEMORY;
}

static enum status take_one(struct wanting *w, const struct component *component, size_t owner)
{
    bool known = false;
    enum status st = ST_OK;
    if (canonical_already(w->env, component)) st = take_known(w, component, owner, &known);
    if (st != ST_OK || known) return st;
    st = canonical_push(w->env, component, &w->canonical);
    while (st == ST_OK && w->owner.count < w->canonical.items.count)
        if (!vec_push(&w->owner, owner)) st = ST_NO_MEMORY;
    return st;
}

/* ---- plugins ----------------------------------------------------------------------------------------------------- */
/* values: one per component, NO_VALUE if no plugin has one; NULL: they have none for any. */
static enum status ask_group(struct wanting *w, const struct group *group, const uint64_t **values)
{
    struct ask *ask = group_ask(group, Q_VALUE, &w->arena);
    struct plan *plan;
    struct result result = {0};
    *values = NULL;
    if (!ask) return ST_NO_MEMORY;
    ask->some = true;
    enum status st = plan_closed(w->env, ask, &w->arena, &plan);
    if (st == ST_OK) st = plan_run(w->env, plan, &w->arena, &result);
    if (st == ST_UNSUPPORTED) return ST_OK;
    *values = result.values;
    return st == ST_OK ? used_grounds(w->used, &result, &w->env->store->settings_arena) : st;
}

/* The components as given: answered by their plugins, else added to the others. */
static enum status ask_written(struct wanting *w, const struct component *components, size_t count)
{
    struct groups groups = {0};
    const uint64_t *values;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        w->values[i] = 0;
        if (!plan_solver_at(w->env, &components[i])) st = take_one(w, &components[i], i);
        else st = groups_add(&groups, &w->arena, true, &components[i], NULL, i);
    }
    for (size_t g = 0; st == ST_OK && g < groups.count; g++) {
        const struct group *group = &groups.items[g];
        st = ask_group(w, group, &values);
        for (size_t k = 0; st == ST_OK && k < group->count; k++) {
            if (values && values[k] != NO_VALUE) w->values[group->owner[k]] ^= values[k];
            else st = take_one(w, &group->components[k], group->owner[k]);
        }
    }
    return st;
}

/* The same for canonical forms; those that remain unknown are added to `waiting`. */
static enum status ask_canonical(struct wanting *w, size_vec *waiting)
{
    struct groups groups = {0};
    const uint64_t *values;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < w->canonical.items.count; i++) {
        struct component c = sums_item(&w->canonical, i);
        bool known = false;
        if (plan_solver_at(w->env, &c)) {
            st = groups_add(&groups, &w->arena, true, &c, NULL, i);
            continue;
        }
        st = take_known(w, &c, w->owner.data[i], &known);
        if (st == ST_OK && !known && !vec_push(waiting, i)) st = ST_NO_MEMORY;
    }
    for (size_t g = 0; st == ST_OK && g < groups.count; g++) {
        const struct group *group = &groups.items[g];
        st = ask_group(w, group, &values);
        for (size_t k = 0; st == ST_OK && k < group->count; k++) {
            bool known = values && values[k] != NO_VALUE;
            if (known) w->values[w->owner.data[group->owner[k]]] ^= values[k];
            else st = take_known(w, &group->components[k], w->owner.data[group->owner[k]], &known);
            if (st == ST_OK && !known && !vec_push(waiting, group->owner[k])) st = ST_NO_MEMORY;
        }
    }
    return st;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
/* A row or grid of few cells with large numbers: these are fields, where all that are asked about together have as many cells. */
static bool is_of_numbers(const struct wanting *w, const struct component *c)
{
    enum { CELLS = 8, LARGE = 20000 };
    if (c->game < 0 || c->count > CELLS || w->env->traits->games[c->game].scalars) return false;
    double states = 1;
    for (size_t i = 0; i < c->count; i++) states *= c->cells[i] < 0 ? 1 : (double)c->cells[i] + 1;
    return states >= LARGE;
}

static bool go_together(const struct wanting *w, const struct component *a, const struct component *b)
{
    if (a->game != b->game) return false;
    return a->count == b->count || (!is_of_numbers(w, a) && !is_of_numbers(w, b));
}

/* The canonical items that are still unknown, game by game. */
static enum status solve_waiting(struct wanting *w, size_vec *waiting)
{
    size_vec group = {0}, rest = {0};
    enum status st = ST_OK;
    while (st == ST_OK && waiting->count > 0) {
        struct component first = sums_item(&w->canonical, waiting->data[0]);
        group.count = rest.count = 0;
        for (size_t i = 0; st == ST_OK && i < waiting->count; i++) {
            struct component other = sums_item(&w->canonical, waiting->data[i]);
            if (!vec_push(go_together(w, &first, &other) ? &group : &rest, waiting->data[i])) st = ST_NO_MEMORY;
        }
        if (st == ST_OK) st = solve_group(w, group.data, group.count);
        size_vec done = *waiting;
        *waiting = rest;
        rest = done;
    }
    vec_free(&group);
    vec_free(&rest);
    return st;
}

static enum status take_all(struct wanting *w, const struct component *components, size_t count)
{
    size_vec waiting = {0};
    enum status st = plan_has_values(w->env) ? plan_open(w->env) : ST_UNSUPPORTED;
    if (st == ST_OK) st = ask_written(w, components, count);
    if (st == ST_OK) st = ask_canonical(w, &waiting);
    if (st == ST_OK) st = solve_waiting(w, &waiting);
    vec_free(&waiting);
    sums_free(&w->canonical);
    vec_free(&w->owner);
    arena_free(&w->arena);
    return st;
}

enum status values_of(struct env *env, const struct component *components, size_t count, uint64_t *values,
                      struct used *used)
{
    struct wanting w = {.env = env, .values = values, .used = used};
    return take_all(&w, components, count);
}

enum status values_or_none(struct env *env, const struct component *components, size_t count, uint64_t *values,
                           struct used *used, bool *refused)
{
    struct wanting w = {.env = env, .values = values, .used = used, .refused = refused};
    *refused = false;
    return take_all(&w, components, count);
}
