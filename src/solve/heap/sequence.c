/* SPDX-License-Identifier: MIT */
/* One heap: SG values of heaps 0..n, one after the other, kept and extended (tables.h). */
#include "play/options/store.h"
#include "solve/heap/observe.h"
#include "solve/heap/tables.h"

#define SECONDS_PER_OPTION 6e-9

/* Observed, never proved: a solver that proves it is cheaper. */
static void offer_period(const struct env *env, int game, struct way *way)
{
    int64_t last = (int64_t)way->ask->last;
    double options = 0;
    way->can = tables_possible(env, game, &way->because);
    if (!way->can) return;
    way->because = "a period that its values show";
    if (last > 0) tables_cells(env, game, &last, &options);
    way->cost.seconds = 1 + options * SECONDS_PER_OPTION; /* as for a table of that length */
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self, (void)planner;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (q->what == Q_OUTCOME) way->because = "it gives SG values of heaps only";
    else if (game < 0 || !env->traits->games[game].one_heap) way->because = "the state is not a single heap";
    else if (q->what == Q_PERIOD) offer_period(env, game, way);
    else tables_offer(env, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    if (q->what == Q_PERIOD) return period_by_rule(env, q->game, q->last, &result->period);
    result->claim = "mex over all options, for every heap from 0 on";
    result->source = "Sprague 1935, Grundy 1939";
    return tables_answer(env, q, arena, result);
}

const struct solver solver_sequence = {
    .name = "sequence",
    .kind = "table",
    .summary = "SG values of heaps 0..n of a one-heap game, by its rule",
    .beyond = true,
    .offer = offer,
    .run = run,
};
