/* SPDX-License-Identifier: MIT */
/* Outcomes of a long stream of positions of one game, with as little work per position as possible.
 *
 *     struct stream *stream;
 *     struct stream_options options = {.game = 0, .play = PLAY_MISERE, .heaps = true};
 *     st = stream_open(env, &options, &stream);                  // plugin found, and let in
 *     int64_t cells[] = {3, 5, 6, 2, 2};
 *     size_t ends[] = {3, 5};                                    // 3 + 5 + 6, then 2 + 2
 *     st = stream_outcomes(stream, &(struct stream_lot){cells, ends, 2}, outcomes);
 *     stream_close(stream);
 *
 * If a plugin has the outcome of the whole position, it is called with a request that is reused from one position to
 * the next. If values decide, those of heaps below STREAM_REMEMBERED are computed once, all that a lot needs
 * together. The remaining positions go to outcomes_told together, which keeps its results in the store; only for these
 * are components built, and only for one lot at a time. Cost with a plugin: its own call and about a nanosecond per
 * cell; no allocation once the largest position has been seen. */
#ifndef CGI_PLAN_STREAM_H
#define CGI_PLAN_STREAM_H
#include "plan/outcomes.h"

#define STREAM_REMEMBERED 1048576

/* Expands a component of a game that is a compound; the position is valid until the lot has been answered. */
typedef enum status (*stream_unfold)(void *context, const struct component *component, struct position *position);
struct stream_options {
    int game;
    enum play play;
    int mover;
    bool heaps;           /* each cell is a component of its own; otherwise a position is one component */
    bool folded;          /* a compound game that depends on the ascending cells only: `upto k of (g(x) for x in h)` */
    stream_unfold unfold; /* for compound games, else NULL */
    void *context;
};
/* Legal positions, their cells one after the other, laid out as position.h says. */
struct stream_lot {
    const int64_t *cells;
    const size_t *ends; /* where the cells of each position end */
    size_t count;
};
struct stream;
enum status stream_open(struct env *env, const struct stream_options *options, struct stream **stream);
/* If a budget ends it, positions without an answer are OUTCOME_UNKNOWN. If no solver answers, the reason is reported. */
enum status stream_outcomes(struct stream *stream, const struct stream_lot *lot, enum outcome *outcomes);
void stream_close(struct stream *stream);

#endif
