/* SPDX-License-Identifier: MIT */
/* What a rule claims about itself, `symmetric` and `canon`, tried before it is used: p and canon(p) must be alike.
 *
 *     st = audit_rules(env);                                          // on small and on drawn positions of each game
 *     st = audit_asked(env, components, NULL, count);                 // at positions asked about, and below them
 *
 * audit_rules: E0591 with the two positions and ST_RULE_FAILED if a clause is false. Each game once per setting of
 * the parameters, within a bound on work that is the same on every machine (audit_env.h). The result is kept in the
 * store (clause_state); a clause about which nothing could be established within the bound is not used, and answers
 * say so. audit_asked: the same for the position and a line of play from it; E0592 if two positions with different
 * options are identified and search cannot compare them. The first 256 positions for a setting of the parameters. */
#ifndef CGI_TRUST_AUDIT_CLAUSES_H
#define CGI_TRUST_AUDIT_CLAUSES_H
#include "play/options/env.h"

enum status audit_rules(struct env *env);
/* `big` as in a position; NULL: none. */
enum status audit_asked(struct env *env, const struct component *components, const struct integer *const *const *big,
                        size_t count);

#endif
