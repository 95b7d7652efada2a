/* Audits: what a rule claims about itself, and what a plugin claims about a rule, tried on windows before it is used.
 *
 *     st = audit_rules(env);                                 // symmetric, canon: p and canon(p) must be alike
 *     st = certify_window(env, components, count, play, 0);  // plugins against search (certify.h)
 *
 * audit_rules: E0591 with the two positions and ST_RULE_FAILED when a clause is false. Each game once for a setting of the
 * parameters; positions whose search does not end within a fraction of a second are passed over. */
#ifndef CGI_RUNTIME_AUDIT_H
#define CGI_RUNTIME_AUDIT_H
#include "runtime/inquiry.h"

enum status audit_rules(struct env *env);

#endif
