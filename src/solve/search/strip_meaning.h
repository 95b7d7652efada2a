/* SPDX-License-Identifier: MIT */
/* Rows whose conditions are diagrams from the beginning: what is connected in them, by arrows in a grid beside the row.
 *
 *     st = strips_make_by_meaning(env, &component, &s);      // as strips_make; *s NULL: it is no such row, or not worth while
 *
 * What a rule asks of the whole row (is every group alive after the move?) joins all cells of it. So what is *known* of positions is
 * taken into account: K(m), a set of states of each length, such that each move leads to a state in it. Here it is made of
 *   all states that some instance leads to, from any state whatever, and the states without a final cell.
 * Theorem. Let states of length m be in K(m), with some final cells known, and let K(m), and the instances on m cells each restricted to
 * K(m), be with these cells known those on m' cells (or of two pieces together: K(m) that of both, each instance restricted to both).
 * Then the game on the strip is the game on the other one, or the sum of those on the pieces.
 * Proof. As in strips.h, by induction on play: the strip is in K(m), so what is written for it is in K(m'), or the pieces
 * are in theirs; in such states a restricted instance is possible exactly if the instance is; and what a move leads
 * to is in K again. []
 * So a state that is not in K is no strip (strip_is_known).
 *
 * Boards of other lengths are no more than a means of proof, so any numbers may stand beside them. Square grids of the length of the row
 * are cut: a path stays a path, and a ring a ring. */
#ifndef CGI_SOLVE_SEARCH_STRIP_MEANING_H
#define CGI_SOLVE_SEARCH_STRIP_MEANING_H
#include "solve/search/strips.h"

/* ST_OK, ST_NO_MEMORY or what the budget says. Time: that of grounding the rule by meaning for each length. */
enum status strips_make_by_meaning(const struct env *env, const struct component *component, struct strips **strips);

#endif
