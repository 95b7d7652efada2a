/* SPDX-License-Identifier: MIT */
/* Moves that are the same all around a ring: each of them is grounded at one place, and turned to the others.
 *
 *     struct around a;
 *     if (ground_around(w, move, &a)) ...          // put(i in 1..len(s)) where s[i] == 0 and s[i % len(s) + 1] == 0
 *
 * On a row, or along one side of a grid, let T take what cell k holds to cell k % n + 1, and a state to what T makes of it. Expressions are
 * gone through once with two worlds in mind, a state and values of names, and T of that state and other values: of each it is said what
 * its value in the second world is, told by its value x in the first one.
 *
 *   same     x itself;
 *   by       x + by, as a remainder of n; `same` has by 0;
 *   exact    besides, both are among base, base + 1, ..., base + n - 1, so that x tells it;
 *   modes    of rows and grids: an item is the same where the index is the same, or where it is turned, which is to say exact with
 *            base 1 and by 1; of a grid for each of its indices.
 *
 * Theorem. Let the values of a move be such that those of some generators are turned, by 1, and of the others the same, or ranges that T
 * takes to themselves; its conditions be the same; and the board of its result be turned. Then the move with values v can be made in a
 * state, and leads to another one, exactly if it can be made with T v in T of the state, and leads to T of the other one.
 * Proof. By induction over expressions: each rule of around_looks.c says so of one kind. [] So the instances at all places are those at
 * one value of a generator that is turned, and their images under T, T T, ...
 * What may fail, or take numbers beyond 2^60, has no look: so whether something fails does not depend on the order in which the members
 * of `any` and `all` are gone through, which T changes. */
#ifndef CGI_PLAY_GROUND_AROUND_H
#define CGI_PLAY_GROUND_AROUND_H
#include "play/ground/private.h"

enum { AROUND_AXES = 2 };
/* Which generator is turned along which index; -1: none. */
struct around {
    int gens[AROUND_AXES];
};
/* Is the move the same all around along some index? */
bool ground_around(struct ground_work *w, const struct move *move, struct around *a);
/* The images of the instances from number `first` on, which were made with these generators at their first values, are added. */
void ground_turn_around(struct ground_work *w, const struct around *a, size_t first);

/* By meaning, of the body of a `let` whose value is the board, on a row: the key is of slots and values in turn, of all numbers that it
 * reads besides. Where is one, among 2, 3, ..., such that what it says with that number less 1 is, turned by one place, what it says?
 * -1: nowhere. */
int ground_around_body(struct ground_work *w, const struct expr *let, const uint32_t *key, size_t count);
/* A condition turned by one place. */
uint32_t ground_turned_once(struct ground_work *w, uint32_t id);

#endif
