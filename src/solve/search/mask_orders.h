/* SPDX-License-Identifier: MIT */
/* In how many orders a state may have been reached, from a game that was played.
 *
 *     struct mask_orders o;
 *     mask_orders_open(&o, &m->ground);
 *     mask_orders_begin(&o, &state);
 *     size_t last = mask_orders_made(&o, k);   // moves made so far, this one too, any of which may have been made last
 *     mask_orders_close(&o);
 *
 * A move may have been made last if all others can be made without it, in their order, and it after them, with the same state at the end.
 * So each move made has a ghost: the state as it would be without it, while the others can be made there. Moves that write the same are
 * cases of one, by what they read; any of them will do.
 * Dominoes that are laid may each be the last one: a state after d moves is met in d! orders. A token that steps has one order. Of
 * stones that turn what lies beside them, two neighbours laid in the other order leave another state. With o(i) moves to choose
 * from before move i and l(i) that may have been the last after it, there are about as many states after d moves as the
 * product of o(i) / l(i) for i <= d: the games of d moves, over the orders of one of them.
 * Time of a move: for each one before it, the cases of both. If memory runs out, as many as were made. */
#ifndef CGI_SOLVE_SEARCH_MASK_ORDERS_H
#define CGI_SOLVE_SEARCH_MASK_ORDERS_H
#include "solve/search/masks.h"

struct mask_ghost {
    struct ground_mask state;
    uint32_t move; /* that was not made */
};
struct mask_orders {
    const struct ground *ground;
    uint32_t *next; /* of a move: another one that writes the same, in a ring; NULL: memory is out */
    VEC(struct mask_ghost) ghosts;
    struct ground_mask state;
    size_t made;
};
void mask_orders_open(struct mask_orders *orders, const struct ground *ground);
void mask_orders_begin(struct mask_orders *orders, const struct ground_mask *state);
/* A move that can be made. */
size_t mask_orders_made(struct mask_orders *orders, uint32_t move);
void mask_orders_close(struct mask_orders *orders);

#endif
