/* SPDX-License-Identifier: MIT */
/* Outcomes of positions of any size by answers with the image (pairs.h), and by a first move that makes them possible.
 *
 *     struct first_move found;
 *     st = first_move_find(env, &position, &found);        // cram(30, 31): N, by a move in component 0, then half a turn
 *
 * Components that are equal cancel in normal play. If all others are lost the sum is; if all but one are, and an option of that one
 * consists of lost ones, the sum is won by that move. Otherwise OUTCOME_UNKNOWN. Time O(options * cells). */
#ifndef CGI_SOLVE_PAIRING_FIRST_MOVE_H
#define CGI_SOLVE_PAIRING_FIRST_MOVE_H
#include "solve/pairing/pairs.h"

struct first_move {
    enum outcome outcome;
    size_t component;   /* of N: which one moves */
    struct pairs pairs; /* what follows */
};
enum status first_move_find(struct env *env, const struct position *position, struct first_move *found);
/* The same with these images only (pairs_all). */
enum status first_move_by(struct env *env, const struct position *position, uint32_t images, struct first_move *found);

#endif
