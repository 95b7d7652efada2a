/* SPDX-License-Identifier: MIT */
/* Describes what answers are based on without proof.
 *
 *     struct text text = {0};
 *     bool games[2] = {true, false};                        // those that were asked about
 *     assumed_text(env, games, &text);                      // "'canon' of g: checked at 1300 positions, not proved"
 *
 * These are `symmetric` and `canon` (audit_clauses.c), which a search uses although they are compared at some
 * positions only, and `solve NAME` (plugin.h) if the rule is not proved to be the plugin's reference. Nothing is added
 * if everything is proved or unused. */
#ifndef CGI_TRUST_ASSUMED_H
#define CGI_TRUST_ASSUMED_H
#include "plan/plan.h"

/* Adds the clauses of the games asked about and of those that they lead to. The first is preceded by `before`,
 * unless the text is empty; the others by `between`. */
void assumed_clauses(const struct env *env, const bool *games, const char *before, const char *between,
                     struct text *text);
/* Adds the `solve NAME` of the games asked about. */
void assumed_solves(const struct env *env, const bool *games, const char *before, struct text *text);
/* Adds both. */
void assumed_text(const struct env *env, const bool *games, struct text *text);
/* Marks the games of the components; games: one per game of the model. */
void assumed_mark(const struct env *env, const struct component *components, size_t count, bool *games);
/* Is there such a clause in a game that these lead to? */
bool assumed_any_clause(const struct env *env, const struct component *components, size_t count);
/* Reports W0792 if answers about this game are based on something unproved. ST_OK or ST_NO_MEMORY. */
enum status assumed_note(const struct env *env, int game);

#endif
