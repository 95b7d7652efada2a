/* SPDX-License-Identifier: MIT */
/* The winning moves of a position whose components all belong to one plugin, as it lists them. */
#include "answer/confirm/confirm.h"
#include "answer/moves/private.h"
#include "answer/moves/wins.h"
#include "answer/moves/move_names.h"

enum status wins_by_plugin(struct query *q)
{
    struct move_names n = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : WINS_DEFAULT};
    struct answer *a = q->answer;
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    struct result result = {0};
    struct plan *plan;
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_WINS);
    ask->most = n.max + 1;
    enum status st = plan_make(q->env, ask, q->arena, &plan);
    if (st == ST_OK) st = plan_run(q->env, plan, q->arena, &result);
    if (st == ST_OK) st = move_names_all(&n, result.moves, result.move_count);
    if (st == ST_OK) st = query_listed(q, plan, &result);
    if (st == ST_UNSUPPORTED || st == ST_TOO_LARGE) {
        a->wins_reason = "the moves cannot be listed at this size";
        st = ST_OK;
    } else if (st == ST_OK && !q->wrong) {
        if (!move_names_publish(&n)) st = ST_NO_MEMORY;
        a->wins_complete = result.moves_complete && n.found <= n.max && !a->wins_reason;
        if (result.moves_some) a->wins_reason = "the closed form makes one winning move; there may be others";
        else if (!result.moves_complete || n.found > n.max)
            a->wins_reason = "more winning moves than --max-moves lists";
        else if (!a->wins_complete && !a->wins_reason) a->wins_reason = "not known";
    }
    vec_free(&n.replies);
    return st;
}
