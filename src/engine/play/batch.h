/* Positions from bare numbers, as judges write them.
 *
 *     struct batch_shape shape;
 *     st = batch_shape(engine, BATCH_COUNTED, &shape);             // can the main game be given so? ST_USAGE and why not
 *     int64_t *numbers = batch_room(&shape, &lot, 2);              // where two numbers of the next position go
 *     numbers[0] = 3, numbers[1] = 5, batch_grow(&lot, 2);
 *     st = batch_end(&shape, &lot, &problem);                      // the position is complete; sorts where the rule says so
 *     st = batch_open(&shape, PLAY_NORMAL, 0, &stream);
 *     stream_outcomes(stream, &(struct stream_lot){lot.cells.data, lot.ends.data, lot.ends.count}, outcomes);
 *     batch_clear(&lot);
 *
 * PAIRS: two numbers are a position of a game of two numbers, or two heaps, or a row of two. COUNTED: the numbers are the heaps
 * of a game of one number, or the cells of a row or bag. The cells of a bag are sorted, and those of a row or a pair that are no
 * position as they were given, where the invariant asks for one order: it says `sorted`, `increasing` or a <= b, or all positions of a
 * window are in order. What is a position already is never changed. */
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
    bool sure;     /* numbers in another order are no position, or the same one; else it is only seen of small ones */
    bool heaps;    /* each number is a component; else all are one */
    bool list;     /* one row or bag: its length goes first */
    bool negative; /* negative numbers may stand in it */
    bool natural;  /* of the numbers of a game that has negative ones, some must not be */
    bool compound; /* positions are unfolded */
    int part;      /* the game of a compound's parts, where it is `upto k of (g(x) for x in h)` and no more; else -1 */
    int64_t k;
    bool invariant;
    bool plain; /* any numbers in any order are a position: there is nothing to look at */
    bool mover; /* the mover matters in this game */
};
/* Positions that wait to be answered: their cells, as position.h lays them out, and where each position's end. */
struct batch_lot {
    VEC(int64_t) cells, scratch;
    VEC(size_t) ends;
};
enum status batch_shape(struct engine *engine, enum batch_form form, struct batch_shape *shape);
/* Room for `count` numbers more of the position that is being read; batch_grow says how many of them were written. NULL when
 * memory is out. */
int64_t *batch_room(const struct batch_shape *shape, struct batch_lot *lot, size_t count);
void batch_grow(struct batch_lot *lot, size_t count);
/* ST_USAGE when the numbers are no position, with *problem; the position is then not in the lot. */
enum status batch_end(const struct batch_shape *shape, struct batch_lot *lot, const char **problem);
/* The same for `positions` of `count` numbers each of a plain shape, all written at once. */
bool batch_end_plain(struct batch_lot *lot, size_t positions, size_t count);
/* What was written of a position that is not complete is dropped. */
void batch_drop(struct batch_lot *lot);
/* The position that a component of a compound game stands for (stream.h); `context` is the shape. */
enum status batch_unfold(void *context, const struct component *component, struct position *position);
/* A stream that answers lots of this shape, which must not move while it is open. `mover` is 0 unless shape->mover. */
enum status batch_open(struct batch_shape *shape, enum play play, int mover, struct stream **stream);
void batch_clear(struct batch_lot *lot);
void batch_free(struct batch_lot *lot);

#endif
