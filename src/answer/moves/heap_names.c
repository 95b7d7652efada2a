/* SPDX-License-Identifier: MIT */
/* The winning results are enumerated by residue (decompositions.h); which moves of the rule lead to them is
 * determined from its normal form, as for a plugin's winning moves. A rule may leave empty heaps: each result is
 * sought with and without them. */
#include "answer/moves/wins_period.h"
#include "play/options/store.h"
#include "proof/options/options.h"
#include "solve/heap/decompositions.h"

enum { NAMES_EACH = 4096, HEAPS_MOST = 8 };

struct counting {
    struct move_names *naming;
    int game;
    struct normal *normal;
    bool complete; /* every result could be named */
};

bool wins_periodic(const struct query *q, size_t component)
{
    return q->valued && !q->asked.mover && decompositions_known(q->env, q->position->components[component].game);
}

/* One more than are listed ends the search. */
static enum status take_move(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    struct counting *c = context;
    struct move_names *n = c->naming;
    enum status st = move_names_move(n, move, values, value_count, result, result_count);
    return st == ST_OK && n->found > n->max ? ST_UNSUPPORTED : st;
}

static enum status take_heaps(void *context, const struct integer *const *heaps, size_t count)
{
    struct counting *c = context;
    struct move_names *n = c->naming;
    const struct integer *const *state = query_cells(n->q, n->component);
    const struct integer *zero = integer_from(n->q->arena, 0);
    struct normal_position result[HEAPS_MOST];
    uint64_t before = n->found;
    enum status st = state && zero ? budget_check(n->q->env->budget) : ST_NO_MEMORY;
    for (size_t i = 0; i < HEAPS_MOST; i++)
        result[i] = (struct normal_position){c->game, 1, i < count ? &heaps[i] : &zero};
    bool all = true;
    for (size_t k = count; st == ST_OK && k < HEAPS_MOST; k++) {
        bool complete, used = false;
        for (size_t p = 0; p < c->normal->piece_count; p++) used |= c->normal->pieces[p].component_count == k;
        if (!used) continue;
        st = normal_moves_to(c->normal, state, 1, result, k, NAMES_EACH, take_move, c, &complete);
        all &= complete;
    }
    if (st == ST_OK && (!all || n->found == before)) c->complete = false;
    return st;
}

enum status wins_by_period(struct move_names *naming, size_t component, const struct integer *value, bool *known)
{
    struct query *q = naming->q;
    struct counting c = {.naming = naming, .game = q->position->components[component].game, .complete = true};
    struct decompositions decompositions = {.env = q->env,
                                            .game = c.game,
                                            .periodic = store_game(q->env->store, c.game)->periodic,
                                            .emit = take_heaps,
                                            .context = &c};
    const struct integer *const *cells = query_cells(q, component);
    int64_t target;
    *known = true;
    if (!integer_fits(value, &target)) return ST_OK; /* no heap of it has so large a value */
    naming->component = component;
    naming->game = &q->env->model->games[c.game];
    enum status st = cells ? move_names_normal(q, c.game, &c.normal) : ST_NO_MEMORY;
    if (st == ST_OK) st = decompositions_of(&decompositions, cells[0], (uint64_t)target);
    if (st == ST_UNSUPPORTED && naming->found > naming->max) return ST_OK;
    *known = st == ST_OK;
    if (!c.complete) q->answer->wins_reason = "not every way to make a winning move could be named at this size";
    return st == ST_UNSUPPORTED ? ST_OK : st;
}
