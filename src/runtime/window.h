/* Windows of small positions, for audits: what is compared with an independent search.
 *
 *     struct sums window = {0};
 *     st = window_list(probe, game, 400, &window);          // at most 400 legal positions, each a sum of one component
 *
 * Positions come in order of their largest coordinate: fields take 0, 1, 2, ... (an int 0, 1, -1, 2, ...); a row, bag or
 * grid takes small shapes with small cells first. */
#ifndef CGI_RUNTIME_WINDOW_H
#define CGI_RUNTIME_WINDOW_H
#include "runtime/sums.h"
#include "runtime/solver.h"

enum status window_list(const struct env *env, int game, size_t limit, struct sums *out);
/* The same for a game that stands for a compound of single cells of one game: others with the k and the game of `like`. */
enum status window_compounds(const struct env *env, const struct component *like, size_t limit, struct sums *out);

/* An environment of its own for audits: same model, code, parameters and script, but no plugins, `symmetric` and `canon`
 * off, its own diagnostics, and a budget of `seconds` and 300,000 positions within the caller's. Closed with the store. */
enum status window_probe(struct env *env, double seconds, struct env **probe);
struct probe;
void window_probe_close(struct probe *probe);

#endif
