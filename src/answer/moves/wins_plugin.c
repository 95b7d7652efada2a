/* SPDX-License-Identifier: MIT */
/* The winning moves of a position whose components are all one plugin's, as it lists them. */
#include "trust/confirm.h"
#include "answer/moves/wins.h"
#include "answer/moves/move_names.h"

enum status wins_by_plugin(struct query *q)
{
    struct move_names n = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : WINS_DEFAULT};
    struct answer *a = q->answer;
    struct plugin_win *wins = NULL;
    size_t count = 0;
    bool complete = false, some = false;
    enum status st = host_wins(q->env, q->position, q->asked.play, q->asked.mover, n.max + 1, q->arena, &wins, &count,
                               &complete, &some);
    if (st == ST_OK) st = move_names_all(&n, wins, count);
    if (st == ST_UNSUPPORTED) {
        a->wins_reason = "the moves cannot be listed at this size";
        st = ST_OK;
    } else if (st == ST_OK && !q->wrong) {
        if (!move_names_publish(&n)) st = ST_NO_MEMORY;
        a->wins_complete = complete && n.found <= n.max && !a->wins_reason;
        if (some) a->wins_reason = "the closed form makes one winning move; there may be others";
        else if (!complete || n.found > n.max) a->wins_reason = "more winning moves than --max-moves lists";
        else if (!a->wins_complete && !a->wins_reason) a->wins_reason = "not known";
    }
    vec_free(&n.replies);
    return st;
}
