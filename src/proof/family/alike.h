/* SPDX-License-Identifier: MIT */
/* Are two finite take-and-break codes one game, perhaps with heaps that are counted otherwise?
 *
 *     struct family a, b;                                // of 0.137 and 0.07, both FAMILY_BREAK
 *     int64_t shift;
 *     st = family_alike(&a, &b, &yes, &shift);           // yes, shift == 1: heap n of 0.137 is heap n + 1 of 0.07
 *
 * Heaps without a move are dropped, as a sum with them has the same play. Let z be the greatest number such that no heap of 0 to z
 * has a move. A digit that leaves n - d in j heaps leaves, if j - i of them are among 1 to z with e tokens in all, n - d - e in i
 * heaps above z, in all possible ways, and e is every number from j - i to (j - i) z. With heaps above z counted from there, n = m + z,
 * that is m - (d + e + (i - 1) z) in i non-empty heaps. Two codes are alike if these takes are the same for every i (for i = 0, where
 * m is the take, those above 0). Then by induction on m the play from m is the same in both; heaps of 0 to z are lost at once. So
 * Dawson's Chess is Dawson's Kayles with one pin less (Guy and Smith 1956). Codes that drop other heaps,
 * above z, are not found, nor are codes with narrowed pairs compared. */
#ifndef CGI_PROOF_FAMILY_ALIKE_H
#define CGI_PROOF_FAMILY_ALIKE_H
#include "proof/family/family.h"

/* *shift: heap n of `a` that has a move is heap n + *shift of `b`. ST_OK, or ST_NO_MEMORY. */
enum status family_alike(const struct family *a, const struct family *b, bool *alike, int64_t *shift);

#endif
