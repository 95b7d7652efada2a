/* SPDX-License-Identifier: MIT */
/* The text of a move and of where it leads.
 *
 *     struct reply reply;
 *     st = reply_make(model, position, &move, arena, &reply);    // "take(t = 2) in nim(3)", to "nim(1) + nim(5)"
 *
 * Nothing is said of values and outcomes: they are the caller's. ST_OK or ST_NO_MEMORY; all text lies in the arena. */
#ifndef CGI_ANSWER_MOVES_REPLY_H
#define CGI_ANSWER_MOVES_REPLY_H
#include "answer/answer.h"
#include "play/options/moves.h"

enum status reply_make(const struct model *model, const struct position *from, const struct made_move *move,
                       struct arena *arena, struct reply *reply);

#endif
