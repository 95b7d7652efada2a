/* SPDX-License-Identifier: MIT */
/* A position with its states that are sums (play/options/split.h), of any size, and its boards (board.h) taken apart.
 *
 *     bool any;
 *     st = apart_position(env, &position, &arena, &parts, &any);      // r([3, 5]): any, parts is r.h(3) + r.h(5)
 *
 * A component for which a plugin answers as it is stays whole. */
#ifndef CGI_PLAN_APART_H
#define CGI_PLAN_APART_H
#include "plan/plan.h"

/* What stays whole is shared with `position`, which may be *parts. *any: something was taken apart, else *parts is the position;
 * NULL: never mind. ST_OK or ST_NO_MEMORY. */
enum status apart_position(const struct env *env, const struct position *position, struct arena *arena,
                           struct position *parts, bool *any);
/* Is there anything to take apart? Boards fall apart to answer it: for callers that do not want the parts. */
bool apart_any(const struct env *env, const struct position *position);
/* Is it a board that falls apart, or that is smaller as a part of play? */
bool apart_board(const struct env *env, const struct component *component);

#endif
