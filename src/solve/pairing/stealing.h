/* SPDX-License-Identifier: MIT */
/* Strategy stealing: positions that are won though nobody names the move.
 *
 *     bool stolen;
 *     st = stealing_proves(env, &component, &stolen);          // chomp(30, 30): the bite at the far corner takes what every bite takes
 *
 * Theorem (Nash 1949 for Hex, Gale 1974 for Chomp). Let play end, let both players have the same moves, let q be an option of p, and let
 * every option of q be an option of p. Then p is won in normal play; and in misere play, if q has an option.
 * Proof. If q is lost, the move to q wins. Else some option of q is lost (in misere play: q has options, so it is not won
 * for want of them), which is an option of p. []
 *
 * The options of p are listed, and those of a few q: the ones that differ from p in the fewest cells. So it is seen of this one
 * position, exactly, and nothing is said of other sizes; that no q is found says nothing. */
#ifndef CGI_SOLVE_PAIRING_STEALING_H
#define CGI_SOLVE_PAIRING_STEALING_H
#include "solve/solver.h"

enum { STEALING_CELLS = 1 << 23, STEALING_TRIES = 8 }; /* of all options together; q that are tried */
/* Both kinds of play. ST_OK (a list that would be too long, or a rule that fails on the way, proves nothing), ST_NO_MEMORY or what
 * ended the work. */
enum status stealing_proves(struct env *env, const struct component *component, bool *stolen);
/* The same with the option q that proves it, its cells in the arena; *by is left alone where nothing is proved. */
enum status stealing_by(struct env *env, const struct component *component, struct arena *arena, struct component *by,
                        bool *stolen);

#endif
