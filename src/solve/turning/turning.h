/* SPDX-License-Identifier: MIT */
/* Coin-turning games that are written as what they are: a row or a grid of coins, 1 is a head.
 *
 *     game turn(s: row) { move two(i in 1..len(s), j in 1..i - 1) where s[i] == 1
 *                           -> turn(s with { [i] = 0, [j] = 1 - s[j] }) }
 *
 *     struct turning t;
 *     if (turning_find(&t, model, game)) ...        // t.board: the field that holds the coins
 *
 * Theorem (Lenstra 1977; Berlekamp, Conway and Guy 1982, ch. 14). Let each move be a head i and a set M of coins with i in M, such
 * that it can be made wherever i is a head, whatever the other coins show, and turns the coins of M and no others. Let v be
 * numbers of coins with v(i) = mex of { xor of v over M - {i} : (i, M) a move }. Then a position has the SG value xor of v over its heads.
 * Such v exist if no coin depends, by these equations, on itself; then play ends.
 *
 * Proof. Play ends: a move takes a coin out of the set of heads and puts in (or takes out) coins that i depends on, so the set falls in
 * the multiset order (Dershowitz and Manna 1979). Let h(S) be the xor. A move (i, M) at S leads to h(S) ^ v(i) ^ h(M - {i}), which is
 * not h(S), as h(M - {i}) is not v(i). Let x < h(S) and d = x ^ h(S): the highest digit of d is one of h(S), so of v(i) for a head i;
 * then v(i) ^ d < v(i) is h(M - {i}) for a move (i, M), which leads from S to x. So h(S) = mex of h over the options.
 *
 * What is read off the rule, as it is written: the condition of a move asks for one coin only, at a place i that is made of the
 * values of the move, and holds if and only if it is a head; all else that it asks, and its generators, are free of the coins; its
 * result changes the coins only, each of them at a place free of the coins, to what is a function of the coin that was there, and
 * that is the coin or its other side; at i, where a head is known, 0 or 1. So M is free of the coins. That i is in M, and that no
 * coin depends on itself, is seen when the options of single heads are made (turning.c): they have each move of each head. A
 * rule that fails while it runs fails there too, since what is computed is the same.
 * Cells that are neither 0 nor 1 are no coins: such positions are none of these.
 *
 * turning_find: O(size of the rule). */
#ifndef CGI_SOLVE_TURNING_TURNING_H
#define CGI_SOLVE_TURNING_TURNING_H
#include "model/model.h"

struct turning {
    int board; /* field */
    bool grid;
};
/* False: no such game. */
bool turning_find(struct turning *t, const struct model *model, int game);

#endif
