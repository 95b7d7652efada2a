/* SPDX-License-Identifier: MIT */
/* A dense table over the box below the positions asked about, filled by the machine's table kernel (tables.h). */
#include "play/options/store.h"
#include "solve/heap/decided.h"
#include "solve/heap/tables.h"

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (q->what != Q_VALUE && q->what != Q_BOX) way->because = "it gives SG values of positions only";
    if (q->what == Q_OUTCOME) decided_offer(env, planner, way);
    else if (q->what != Q_VALUE && q->what != Q_BOX) return;
    else if (game >= 0 && env->traits->games[game].one_heap) way->because = "a single heap has a sequence instead";
    else tables_offer(env, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    if (q->what == Q_OUTCOME) return decided_run(env, way, arena, result);
    result->claim = "mex over all options, for every position of a box in the order of the measure";
    result->source = "Sprague 1935, Grundy 1939";
    return tables_answer(env, q, arena, result);
}

const struct solver solver_table = {
    .name = "table",
    .kind = "table",
    .summary = "SG values of a whole box of positions, in the order of the measure",
    .beyond = true,
    .offer = offer,
    .run = run,
};
