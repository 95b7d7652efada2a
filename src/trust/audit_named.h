/* SPDX-License-Identifier: MIT */
/* `solve NAME` on the author's word.
 *
 *     st = audit_named(env, game, PLAY_NORMAL, 0);          // the plugin was compared with search before (audit_plugins.h)
 *
 * Where the rule changes, at the numbers that stand in it and what two of them come to, is the value that the plugin gives the mex of
 * those it gives to the options? (Likewise the outcome.) One position at which it is not proves that the rule is not the plugin's: E0791
 * and ST_RULE_FAILED. Bounded by work. */
#ifndef CGI_TRUST_AUDIT_NAMED_H
#define CGI_TRUST_AUDIT_NAMED_H
#include "solve/solver.h"

enum status audit_named(struct env *env, int game, enum play play, int mover);

#endif
