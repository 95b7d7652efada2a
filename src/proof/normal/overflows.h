/* SPDX-License-Identifier: MIT */
/* Rules whose numbers may leave 64 bits while a move is looked at.
 *
 *     if (normal_may_overflow(&source, 20)) refuse("its numbers may not fit 64 bits");     // where (t - 1) * 4000000000000000000 > -1
 *
 * A normal form is one of all integers; a search computes with numbers of 64 bits and reports those that do not fit. Code that
 * answers for small states from the normal form says the same as a search only where this is false. */
#ifndef CGI_PROOF_NORMAL_OVERFLOWS_H
#define CGI_PROOF_NORMAL_OVERFLOWS_H
#include "proof/normal/normal.h"

/* False: in states whose numbers are below 2^bits in magnitude, every number that a move of the game computes fits. Digits are
 * counted, so true is often said of what fits. Linear in the rule. */
bool normal_may_overflow(const struct normal_source *source, int bits);

#endif
