/* SPDX-License-Identifier: MIT */
/* Positions from bare numbers, as judges write them.
 *
 *     struct batch_shape shape;
 *     st = batch_shape(engine, BATCH_COUNTED, &shape);             // ST_USAGE if the main game does not fit
 *     int64_t *numbers = batch_room(&shape, &lot, 2);              // where two numbers of the next position go
 *     numbers[0] = 3, numbers[1] = 5, batch_grow(&lot, 2);
 *     st = batch_end(&shape, &lot, &problem);                      // completes the position, and sorts it
 *     st = batch_open(&shape, PLAY_NORMAL, 0, &stream);
 *     stream_outcomes(stream, &(struct stream_lot){lot.cells.data, lot.ends.data, lot.ends.count}, outcomes);
 *     batch_clear(&lot);
 *
 * PAIRS: two numbers are a position of a game of two numbers, or two heaps, or a row of two. COUNTED: the numbers are
 * the heaps of a game of one number, or the cells of a row or bag. The cells of a bag are sorted. So are those of a row
 * or pair that are not a position as given, if the invariant requires one order: it says `sorted`, `increasing` or a <=
 * b, or all small positions are in that order. Numbers that are a position already are never changed. */
#ifndef CGI_ENGINE_PLAY_BATCH_H
#define CGI_ENGINE_PLAY_BATCH_H
#include "base/vec.h"
#include "engine/open/engine.h"
#include "plan/stream.h"

enum batch_form { BATCH_PAIRS, BATCH_COUNTED };
enum batch_order { ORDER_AS_GIVEN, ORDER_ASCENDING, ORDER_DESCENDING };
struct batch_shape {
    struct engine *engine;
    int game;
    enum batch_order order;
    bool sure;     /* numbers in another order are no other position; if false, known only for small ones */
    bool heaps;    /* each number is a component; otherwise all are one */
    bool list;     /* one row or bag: its length comes first */
    bool negative; /* it may contain negative numbers */
    bool natural;  /* of a game with negative numbers, some numbers must not be negative */
    bool compound; /* positions of a compound game, which are unfolded */
    int part;      /* the game of the parts if the compound is exactly `upto k of (g(x) for x in h)`; else -1 */
    int64_t k;
    bool invariant;
    bool plain; /* any numbers in any order are a position: nothing needs to be checked */
    bool mover; /* the mover matters in this game */
};
/* Positions to be answered: their cells, laid out as in position.h, and where the cells of each position end. */
struct batch_lot {
    VEC(int64_t) cells, scratch;
    VEC(size_t) ends;
};
enum status batch_shape(struct engine *engine, enum batch_form form, struct batch_shape *shape);
/* Room for `count` more numbers of the current position; batch_grow tells how many of them were written. NULL if memory
 * runs out. */
int64_t *batch_room(const struct batch_shape *shape, struct batch_lot *lot, size_t count);
void batch_grow(struct batch_lot *lot, size_t count);
/* Completes the position. ST_USAGE with *problem if the numbers are not a position, which is then removed from the
 * lot. */
enum status batch_end(const struct batch_shape *shape, struct batch_lot *lot, const char **problem);
/* The same for `positions` positions of `count` numbers each, of a plain shape, which were all written at once. */
bool batch_end_plain(struct batch_lot *lot, size_t positions, size_t count);
/* Removes the numbers of an incomplete position. */
void batch_drop(struct batch_lot *lot);
/* The position that a component of a compound game stands for (stream.h); `context` is the shape. */
enum status batch_unfold(void *context, const struct component *component, struct position *position);
/* A stream that answers lots of this shape, which must not move while it is open. `mover` is 0 unless shape->mover. */
enum status batch_open(struct batch_shape *shape, enum play play, int mover, struct stream **stream);
void batch_clear(struct batch_lot *lot);
void batch_free(struct batch_lot *lot);

#endif
