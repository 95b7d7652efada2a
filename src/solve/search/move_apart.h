/* SPDX-License-Identifier: MIT */
/* States of a board of words (proof/ground/ground.h) that are sums: two tokens that can no longer get in each
 * other's way, a heap beside a grid.
 *
 *     struct move_apart *a = move_apart_make(&ground, &arena);  // NULL: its moves are one family, or no memory
 *     struct ground_mask parts[MOVE_APART_MOST];
 *     size_t count = move_apart_split(a, &state, parts);    // the state is the sum of these; 0: nobody can move
 *     bool changed = move_apart_clear(a, state.words);      // or, as one state: without what no move asks any more
 *
 * Moves are told apart by the numbers with more than two values that they ask: those that have one in common are one
 * *family* (the moves of one token, of one heap), and so are those that ask no such number and have some number in
 * common. The *place* of a family is what the numbers hold that all of its moves ask. A number is a *cell* if it is
 * part of no place, all moves that write it put the same value, and no move asks for that: it can be cleared once,
 * for good. Families are joined where one writes a number that is no cell and another one asks it. The *switch* of a
 * family is a number of its place that no other family asks and that has a word that no move asks for: a token can
 * be off the board. Where a family has none, each of its moves has to ask a cell, or nothing is made.
 *
 * Of a state let the open moves be those of each family, found by the places of this family alone (move_reach.h).
 * Classes of families are the finest such that two families are in one class
 * (a) if an open move of one asks a cell that is not cleared, and a move from a place near the other one writes it,
 * (b) if one of them has no switch, and both have open moves that ask the same cell that is not cleared.
 * Let s be the state, and s(C), for a class C, be s with the switches of all other families at a word that no move
 * asks for, what else these families alone ask at any word, and all cells cleared that no open move of C asks.
 * Theorem. The game at s is the disjunctive sum of the games at all s(C).
 * Proof. (1) Play from s makes open moves of s alone: a move that is possible after some of them begins at a place
 * that is near, as only the family itself writes its place, and asks for values that were held in s or that a move
 * has brought about. (2) Let A(C) be the numbers that open moves of C ask. Open moves of other families write none
 * of them: those that are no cells since families were joined; cells that are cleared in s are asked by no open
 * move; other cells by (a). (3) In s(C), and after any play from there, only moves of C that are open in s are
 * possible. For numbers hold there what they held in s, what moves have put, or what no move asks for, but for what
 * families alone ask that are switched off. A family with a switch outside C has no move, and gets none, as no other
 * family writes its switch. Of a family without one, outside C, each move that is open in s asks a cell that is not
 * cleared in s, and that no open move of C asks, by (b): it is cleared in s(C), and remains so. (4) Let u be reached
 * from s, and v from s(C), by the same moves of C in the same order, and others in between in u. Then u and v hold
 * the same in A(C): they began so, moves put the same, and others write none of it, by (2). So the same moves of C
 * are possible in u and in v: they are open, and ask A(C) alone. Hence the options of u are those of the sum, and
 * the theorem follows by induction. [] Nothing is said of values, so it holds in misere play and for remoteness.
 * With one class, s(C) is s without what no move asks any more.
 *
 * Whether a class has moves left is not looked at, but for families without a switch that ask nothing, and those
 * whose place has no moves. Where a family asks all cells that are left it is taken to write them all: classes may
 * be too large, never too small. */
#ifndef CGI_SOLVE_SEARCH_MOVE_APART_H
#define CGI_SOLVE_SEARCH_MOVE_APART_H
#include "base/arena.h"
#include "proof/ground/ground.h"

enum { MOVE_APART_MOST = 8 /* families */ };
struct move_apart;
/* What it points to is in the arena. Time O(moves * numbers). */
struct move_apart *move_apart_make(const struct ground *g, struct arena *arena);
/* The parts, each without what no move asks any more; those in which nobody can move are left out. Time O(moves),
 * most often much less. */
size_t move_apart_split(const struct move_apart *a, const struct ground_mask *state, struct ground_mask *parts);
/* The same game, move by move; true: the state is another one then. */
bool move_apart_clear(const struct move_apart *a, uint64_t *state);
/* How many states can be met at most, in the parts one by one or, `whole`, all together. */
double move_apart_states(const struct move_apart *a, const struct ground_mask *state, bool whole);
/* How many families there are. */
size_t move_apart_families(const struct move_apart *a);

#endif
