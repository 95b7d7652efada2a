/* SPDX-License-Identifier: MIT */
/* Positions drawn for audits, in addition to the small ones (small_positions.h).
 *
 *     st = drawn_positions(plain, game, 200, 1, &window);     // adds at most 200 legal positions, drawn with seed 1
 *
 * They have numbers up to a few hundred and those that occur in the rule or are values of parameters, with their
 * neighbours, since rules change there; rows up to 12 cells, grids up to 5 by 5. The same on every machine. */
#ifndef CGI_TRUST_DRAWN_POSITIONS_H
#define CGI_TRUST_DRAWN_POSITIONS_H
#include "play/cells/sums.h"
#include "play/options/env.h"

enum status drawn_positions(const struct env *env, int game, size_t limit, uint64_t seed, struct sums *out);
/* The numbers that occur in the moves, the invariant and `canon` of a game, and the values of parameters used there,
 * each once. */
#define WINDOW_LITERALS 48
size_t window_literals(const struct env *env, int game, int64_t literals[WINDOW_LITERALS]);

#endif
