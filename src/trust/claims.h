/* SPDX-License-Identifier: MIT */
/* Clauses `measure` that are not proved, tried with the moves of small and drawn positions.
 *
 *     game turn(s: row) { measure s[1]  move turn where len(s) > 1 -> turn(reverse(s)) }
 *
 *     st = try_claims(env, source);
 *     // E0417: turn in turn([0, 0]) leads to turn([0, 0]), and it goes from 0 to 0
 *
 * ST_INVALID with a diagnostic if a move leads back to a game of the same circle (model.h) without making the first number that
 * changes fall. Else ST_OK, and of each game that stands in the text `source` W0914 says of how many moves it is true. What fails
 * when it is evaluated is passed over. Within a bound on work that is the same on every machine (audit_env.h), at the parameters of the
 * environment. Costs nothing where all clauses are proved. */
#ifndef CGI_TRUST_CLAIMS_H
#define CGI_TRUST_CLAIMS_H
#include "play/options/env.h"

bool claims_are_open(const struct model *model);
enum status try_claims(struct env *env, uint32_t source);
/* W0914 where nothing can run, because there is no Lua. */
void report_claims_untried(const struct model *model, struct diags *diags, uint32_t source);

#endif
