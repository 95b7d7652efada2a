/* SPDX-License-Identifier: MIT */
/* `solve NAME` on the author's word.
 *
 *     st = audit_named(env, game, PLAY_NORMAL, 0);     // the plugin was compared with search before (audit_plugins.h)
 *
 * Near the numbers in the rule and their combinations in pairs, where the rule may change, is the value that the
 * plugin gives the mex of those it gives to the options? (Similarly the outcome.) A single position at which it is
 * not proves that the rule is not the plugin's: E0791 and ST_RULE_FAILED. Bounded by work. */
#ifndef CGI_TRUST_AUDIT_NAMED_H
#define CGI_TRUST_AUDIT_NAMED_H
#include "solve/solver.h"

enum status audit_named(struct env *env, int game, enum play play, int mover);

#endif
