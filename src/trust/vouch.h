/* SPDX-License-Identifier: MIT */
/* Checks a plugin that calls its game tame (CGI_TAME, solve/misere/tame.h) against search.
 *
 *     bool holds = true;
 *     st = vouch_audit(env, &component, &holds);           // false: a small position of its game is not tame
 *
 * Small positions of the game are examined with everything they lead to, once per setting of the parameters and
 * within a bound on work; the verdict is kept in the store (game_memory.vouched), where the plugin's solver finds
 * it. Of the component only its game is read, of a compound what it is made of. */
#ifndef CGI_TRUST_VOUCH_H
#define CGI_TRUST_VOUCH_H
#include "play/options/env.h"

enum status vouch_audit(struct env *env, const struct component *component, bool *holds);

#endif
