/* SPDX-License-Identifier: MIT */
/* Windows of positions, for audits: what is compared with an independent search.
 *
 *     struct sums window = {0};
 *     st = small_positions_list(probe, game, 400, &window);          // at most 400 legal positions, each a sum of one component
 *     st = drawn_positions(probe, game, 200, 1, &window);     // adds at most 200 others, drawn with seed 1
 *
 * The list comes in order of the largest coordinate: fields take 0, 1, 2, ... (an int 0, 1, -1, 2, ...); a row, bag or grid
 * takes small shapes with small cells first. The sample has numbers up to a few hundred and those that stand in the rule or
 * are values of parameters, with their neighbours, since there rules change; rows up to 12 cells, grids up to 5 by 5. Both are
 * the same on every machine. Time O(positions tried), of which there are at most 20,000. */
#ifndef CGI_TRUST_SMALL_POSITIONS_H
#define CGI_TRUST_SMALL_POSITIONS_H
#include "play/cells/sums.h"
#include "solve/solver.h"

enum status small_positions_list(const struct env *env, int game, size_t limit, struct sums *out);
/* The same for a game that stands for a compound of single cells of one game: others with the k and the game of `like`. */
enum status small_positions_compounds(const struct env *env, const struct component *like, size_t limit,
                                      struct sums *out);
enum status drawn_positions(const struct env *env, int game, size_t limit, uint64_t seed, struct sums *out);
/* The numbers that stand in the moves, the invariant and `canon` of a game, and the values of parameters there, each once. */
#define WINDOW_LITERALS 48
size_t window_literals(const struct env *env, int game, int64_t literals[WINDOW_LITERALS]);

#endif
