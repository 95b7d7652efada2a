/* Windows of positions, for audits: what is compared with an independent search.
 *
 *     struct sums window = {0};
 *     st = window_list(probe, game, 400, &window);          // at most 400 legal positions, each a sum of one component
 *     st = window_sample(probe, game, 200, 1, &window);     // adds at most 200 others, drawn with seed 1
 *
 * The list comes in order of the largest coordinate: fields take 0, 1, 2, ... (an int 0, 1, -1, 2, ...); a row, bag or grid
 * takes small shapes with small cells first. The sample has numbers up to a few hundred and those that stand in the rule or
 * are values of parameters, with their neighbours, since there rules change; rows up to 12 cells, grids up to 5 by 5. Both are
 * the same on every machine. Time O(positions tried), of which there are at most 20,000. */
#ifndef CGI_RUNTIME_WINDOW_H
#define CGI_RUNTIME_WINDOW_H
#include "runtime/sums.h"
#include "runtime/solver.h"

enum status window_list(const struct env *env, int game, size_t limit, struct sums *out);
/* The same for a game that stands for a compound of single cells of one game: others with the k and the game of `like`. */
enum status window_compounds(const struct env *env, const struct component *like, size_t limit, struct sums *out);
enum status window_sample(const struct env *env, int game, size_t limit, uint64_t seed, struct sums *out);

#endif
