/* SPDX-License-Identifier: MIT */
/* Boards on which whoever is second answers each move by its image: proved for boards of any size.
 *
 *     struct pairs pairs;
 *     if (pairs_find(env, &component, &pairs)) ...         // cram(30, 30): half a turn; the position is lost for who is to move
 *
 * Theorem (Tweedledum and Tweedledee; Berlekamp, Conway and Guy 1982). Let s be an image that undoes itself, and let
 * the image of each move of a state be a move of the image of that state (proof/parts/mirror.c proves it from the
 * rule, for boards of all sizes). Let Q be the states that are their own images and have the frozen cells of p: those
 * whose values no move changes. If no move that is possible in a state of Q writes to a cell of which the image is one
 * that it reads or writes, and play ends, then all states of Q are lost in normal play. Proof. Let m be a move of q in
 * Q. s(m) is a move of s(q), which is q. It reads and writes the images of the cells that m reads and writes; m has
 * written to none of these. So it is still possible after m and writes what it would have written, and what both have
 * written is its own image. Frozen cells are what they were. So the second player always has an answer, and whoever is
 * first has no move in the end. []
 *
 * Which moves are possible in states of Q is bounded by frozen cells alone: a move is left out if one of its cells is
 * frozen in p, or outside the board, with a value by which there is no such move (state_windows, `closed`). Nothing
 * else is used of p but that it is its own image; so no search is made, and a move that may clash with its image
 * somewhere refuses the proof.
 *
 * Nothing is said of misere play, where the last move loses. */
#ifndef CGI_SOLVE_PAIRING_PAIRS_H
#define CGI_SOLVE_PAIRING_PAIRS_H
#include "solve/solver.h"

enum { PAIRS_WORK = 200000000 }; /* cells compared for one board, at most */
struct pairs {
    uint32_t image; /* MIRROR_ROWS | ...; 0: the empty sum */
    bool row;       /* the board is one row */
};
/* Is it proved of the board? Play must be known to end (ends.h). Time O(cells * moves * window^2). */
bool pairs_find(const struct env *env, const struct component *component, struct pairs *pairs);
/* Of each component, by one of the images, as bits 1 << image; the image given is that of the last. */
#define PAIRS_ANY UINT32_MAX
bool pairs_all(const struct env *env, const struct component *components, size_t count, uint32_t images,
               struct pairs *pairs);
/* Is its game one of which it may be proved? */
bool pairs_known(const struct env *env, const struct component *component);
/* "half a turn" */
const char *pairs_words(const struct pairs *pairs);

#endif
