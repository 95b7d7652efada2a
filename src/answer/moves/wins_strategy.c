/* SPDX-License-Identifier: MIT */
/* The first move of a strategy: the first option after which each move is answered by its image (solve/pairing/pairs.h). */
#include "answer/moves/private.h"
#include "answer/moves/reply.h"
#include "play/options/options.h"
#include "solve/pairing/first_move.h"

struct strategy_naming {
    struct query *q;
    enum status status; /* of the reply */
    struct reply reply;
};

static enum status name_option(void *context, const struct made_move *move)
{
    struct strategy_naming *n = context;
    struct pairs pairs;
    if (!pairs_all(n->q->env, move->parts, move->part_count, PAIRS_ANY, &pairs)) return ST_OK;
    n->status = reply_make(n->q->env->model, n->q->position, move, n->q->arena, &n->reply);
    n->reply.outcome = OUTCOME_P;
    return ST_UNSUPPORTED;
}

enum status wins_by_strategy(struct query *q)
{
    struct answer *a = q->answer;
    struct first_move found;
    struct strategy_naming naming = {.q = q};
    a->wins_complete = a->outcome == OUTCOME_P;
    if (a->wins_complete) return ST_OK;
    enum status st = first_move_find(q->env, q->position, &found);
    if (st == ST_OK && found.outcome != OUTCOME_N) {
        a->wins_reason = "the strategy does not name the winning move";
        return ST_OK;
    }
    if (st == ST_OK)
        st = options_each(q->env, q->position->components, found.component, query_lister(q), name_option, &naming);
    if (st != ST_UNSUPPORTED) return st;
    if (!(a->wins = arena_array(q->arena, 1, sizeof *a->wins))) return ST_NO_MEMORY;
    if (naming.status == ST_OK) a->wins[a->win_count++] = naming.reply;
    a->wins_reason = "the strategy names one winning move; there may be others";
    return naming.status;
}
