/* SPDX-License-Identifier: MIT */
/* What is known of the positions of a strip: where the moves lead.
 *
 *     strip_restrict(s, 1, s->length, true);                 // of boards whose instances are made: b->known, and what is compared
 *     if (strip_is_known(s, strip)) ...                      // NoGo: each group of 0 1 1 0 0 2 1 0 has a free neighbour
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
 * Time: a join for each instance and each cell that it writes. */
#ifndef CGI_SOLVE_SEARCH_STRIP_KNOWN_H
#define CGI_SOLVE_SEARCH_STRIP_KNOWN_H
#include "solve/search/strip_rules.h"

/* Positions of boards of these lengths are taken to be in what is known of them, or any. Rules that were found before are forgotten. */
void strip_restrict(struct strips *s, uint32_t from, uint32_t to, bool known);
/* Is what is known of positions true of this strip? */
bool strip_is_known(const struct strips *s, uint64_t strip);

#endif
