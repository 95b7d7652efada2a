/* One heap: SG values of heaps 0..n, one after the other, kept and extended (tables.h). */
#include "play/options/store.h"
#include "solve/heap/tables.h"

static void offer(const struct env *env, const struct question *q, struct arena *arena, struct offer *offer)
{
    (void)arena;
    int game = q->quantity == Q_VALUES ? q->components[0].game : q->game;
    if (q->quantity == Q_OUTCOMES) offer->reason = "it gives SG values of heaps only";
    else if (game < 0 || !env->traits->games[game].one_heap) offer->reason = "the state is not a single heap";
    else if (q->quantity == Q_PERIOD)
        tables_possible(env, game, &offer->reason); /* period.c looks for it in the values */
    else tables_offer(env, q, offer);
}

static enum status run(struct env *env, const struct question *q, struct arena *arena, struct result *result)
{
    result->claim = "mex over all options, for every heap from 0 on";
    result->source = "Sprague 1935, Grundy 1939";
    return tables_answer(env, q, arena, result);
}

const struct solver solver_sequence = {
    .name = "sequence",
    .kind = "table",
    .summary = "SG values of heaps 0..n of a one-heap game, by its rule",
    .offer = offer,
    .run = run,
};
