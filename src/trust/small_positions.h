/* SPDX-License-Identifier: MIT */
/* Windows of positions, for audits: what is compared with an independent search.
 *
 *     struct sums window = {0};
 *     st = small_positions_list(plain, game, 400, &window);          // at most 400 legal positions, each a sum of one component
 *
 * The list comes in order of the largest coordinate: fields take 0, 1, 2, ... (an int 0, 1, -1, 2, ...); a row, bag
 * or grid takes small shapes with small cells first. Time O(positions tried), of which there are at most 20,000. */
#ifndef CGI_TRUST_SMALL_POSITIONS_H
#define CGI_TRUST_SMALL_POSITIONS_H
#include "play/cells/sums.h"
#include "solve/solver.h"

enum status small_positions_list(const struct env *env, int game, size_t limit, struct sums *out);
/* The same for a game that is a compound of single cells of one game: more positions with the k and the game of
 * `like`. */
enum status small_positions_compounds(const struct env *env, const struct component *like, size_t limit,
                                      struct sums *out);

#endif
