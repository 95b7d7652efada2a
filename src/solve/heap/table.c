/* SPDX-License-Identifier: MIT */
/* A dense table over the box below the positions asked about, filled by the machine's table kernel (tables.h). */
#include "play/options/store.h"
#include "solve/heap/closed_box.h"
#include "solve/heap/decided.h"
#include "solve/heap/tables.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define CLOSED_OPTIONS_LEAST (1 << 18)

/* A box that play does not leave, with at least what the kept table has. */
static enum status close_box(const struct env *env, int game, int64_t *high, bool *closed)
{
    const struct value_table *old = &store_game(env->store, game)->table;
    return closed_box(env, game, value_table_is_kept(old) ? old : NULL, high, closed);
}

static void offer_closed(const struct env *env, struct planner *planner, struct way *way, int game)
{
    bool closed;
    int64_t *high = arena_array(planner->arena, MODEL_MAX_FIELDS, sizeof *high);
    if (!high) planner->status = ST_NO_MEMORY;
    if (!high || !tables_askable(env, way->ask) || !tables_corner(env, way->ask, high)) return;
    if (closed_box_options(env, game, high) < CLOSED_OPTIONS_LEAST && !env->terms.only) return;
    way->because = TABLES_UNWANTED;
    if (tables_unwanted(env, way->ask, game, high)) return; /* a box that play does not leave is no smaller */
    way->because = NULL;
    if (tables_covered(env, game, high)) closed = true;
    else planner->status = close_box(env, game, high, &closed);
    if (planner->status != ST_OK || !closed) return;
    way->can = true;
    way->because = "every position of a box that has all options of its positions";
    way->kept = high;
    tables_cost(env, game, high, way);
}

static void offer_values(const struct env *env, struct planner *planner, struct way *way, int game)
{
    const char *reason;
    tables_offer(env, way);
    if (game >= 0 && !way->can && tables_boxed(env, game, &reason) && !env->traits->games[game].descends)
        offer_closed(env, planner, way, game);
}

static enum status run_closed(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    int64_t high[MODEL_MAX_FIELDS];
    bool closed = true;
    enum status st = ST_OK;
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    if (!tables_covered(env, game, high)) st = close_box(env, game, high, &closed);
    if (st != ST_OK || !closed) return st == ST_OK ? ST_UNSUPPORTED : st;
    return tables_answer_closed(env, q, high, arena, result);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (q->what != Q_VALUE && q->what != Q_BOX) way->because = "it gives SG values of positions only";
    if (q->what == Q_OUTCOME) decided_offer(env, planner, way);
    else if (q->what != Q_VALUE && q->what != Q_BOX) return;
    else if (game >= 0 && env->traits->games[game].one_heap) way->because = "a single heap has a sequence instead";
    else offer_values(env, planner, way, game);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    if (q->what == Q_OUTCOME) return decided_run(env, way, arena, result);
    result->claim = "mex over all options, for every position of a box in the order of the measure";
    result->source = "Sprague 1935, Grundy 1939";
    return way->kept ? run_closed(env, way, arena, result) : tables_answer(env, q, arena, result);
}

const struct solver solver_table = {
    .name = "table",
    .kind = "table",
    .summary = "SG values of a whole box of positions, in the order of the measure",
    .beyond = true,
    .offer = offer,
    .run = run,
};
