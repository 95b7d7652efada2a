/* Positions from bare numbers, as judges write them.
 *
 *     struct batch_shape shape;
 *     st = batch_shape(engine, BATCH_COUNTED, &shape);             // can the main game be given so? ST_USAGE and why not
 *     st = batch_add(&shape, &lot, numbers, count);                // one position more; sorts where the rule says so
 *     st = batch_positions(&shape, &lot, &positions);              // all of the lot; good until batch_clear
 *
 * PAIRS: two numbers are a position of a game of two numbers, or two heaps, or a row of two. COUNTED: the numbers are the heaps
 * of a game of one number, or the cells of a row or bag. The cells of a bag are sorted, those of a row where its invariant
 * asks for `increasing`, a pair where it asks for a <= b or a < b (or the reverse). */
#ifndef CGI_ENGINE_BATCH_H
#define CGI_ENGINE_BATCH_H
#include "base/vec.h"
#include "engine/engine.h"

enum batch_form { BATCH_PAIRS, BATCH_COUNTED };
enum batch_order { ORDER_AS_GIVEN, ORDER_ASCENDING, ORDER_DESCENDING };
struct batch_shape {
    struct engine *engine;
    int game;
    enum batch_order order;
    bool heaps;    /* each number is a component; else all are one */
    bool list;     /* one row or bag: its length goes first */
    bool negative; /* negative numbers may stand in it */
    bool compound; /* positions are unfolded */
    bool invariant;
};
/* Positions that wait to be answered. */
struct batch_lot {
    VEC(int64_t) cells, scratch;
    VEC(struct component) components;
    VEC(size_t) cell_ends, component_ends; /* of each component, of each position */
    VEC(struct position) positions;
};
enum status batch_shape(struct engine *engine, enum batch_form form, struct batch_shape *shape);
/* ST_USAGE when the numbers are no position, with *problem; numbers may be reordered. */
enum status batch_add(const struct batch_shape *shape, struct batch_lot *lot, int64_t *numbers, size_t count, const char **problem);
enum status batch_positions(const struct batch_shape *shape, struct batch_lot *lot, const struct position **positions);
void batch_clear(struct batch_lot *lot);
void batch_free(struct batch_lot *lot);

#endif
