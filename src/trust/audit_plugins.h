/* SPDX-License-Identifier: MIT */
/* Audits: what a rule claims about itself, and what a plugin claims about a rule, tried on windows before it is used.
 *
 *     st = audit_rules(env);                                 // symmetric, canon: p and canon(p) must be alike
 *     st = audit_plugins(env, components, count, play, 0);  // plugins against search
 *
 *     st = audit_asked(env, position);                       // the clauses at a position asked about, and below it
 *
 * audit_rules: E0591 with the two positions and ST_RULE_FAILED when a clause is false. Each game once for a setting of the
 * parameters, within a bound on work that is the same everywhere (audit_env.h). What it found stands in the store (clause_state);
 * a clause about which the bound allowed nothing to be found out is not used, and answers say so.
 * audit_asked: the same for the position and a line of play from it; E0592 where two positions with different options are
 * made the same and search cannot tell. */
#ifndef CGI_TRUST_AUDIT_PLUGINS_H
#define CGI_TRUST_AUDIT_PLUGINS_H
#include "solve/solver.h"

/* The plugins of all games in the position, each against search on small positions; once for each play convention. */
enum status audit_plugins(struct env *env, const struct component *components, size_t count, enum play play, int mover);
enum status audit_rules(struct env *env);
/* `solve NAME` on the author's word: where the rule changes, at the numbers that stand in it and what two of them come to, is the value
 * that the plugin gives the mex of those it gives to the options? (Likewise the outcome.) One position at which it is not proves
 * that the rule is not the plugin's: E0791 and ST_RULE_FAILED. Bounded by work. */
enum status audit_named(struct env *env, int game, enum play play, int mover);
enum status audit_asked(struct env *env, const struct position *position);

#endif
