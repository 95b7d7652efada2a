/* Outcomes of a long stream of positions of one game, with as little as can be between a position and its answer.
 *
 *     struct stream *stream;
 *     st = stream_open(env, game, PLAY_MISERE, 0, &stream);              // audits done, plugin found, memory ready
 *     st = stream_outcomes(stream, positions, count, outcomes);          // sums of components of that game
 *     stream_close(stream);
 *
 * Where a plugin has the outcome of the whole position it is called with a request that is kept from one position to the
 * next; where it has values only, those of heaps below STREAM_REMEMBERED are asked for once. Whatever it leaves, and
 * everything where there is no plugin, goes to outcomes_of in one piece, which keeps what it computes in the store.
 * Cost with a plugin: its own call and a few nanoseconds a cell; no allocation once the largest position has been seen. */
#ifndef CGI_RUNTIME_STREAM_H
#define CGI_RUNTIME_STREAM_H
#include "runtime/outcomes.h"

#define STREAM_REMEMBERED 65536

struct stream;
enum status stream_open(struct env *env, int game, enum play play, int mover, struct stream **stream);
enum status stream_outcomes(struct stream *stream, const struct position *positions, size_t count, enum outcome *outcomes);
void stream_close(struct stream *stream);

#endif
