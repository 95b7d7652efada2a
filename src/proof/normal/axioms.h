/* SPDX-License-Identifier: MIT */
/* Facts about the terms of a normal form.
 *
 *     axioms.c  facts of the terms that occur, written down as constraints
 *     solutions.c  what answers most questions about them
 *     cases.c  covers that hold in each case of where cells lie, but not at once
 */
#ifndef CGI_PROOF_NORMAL_AXIOMS_H
#define CGI_PROOF_NORMAL_AXIOMS_H
#include "proof/normal/terms.h"

/* The constraints of the parts with the facts about their terms and about those of `extra`, whose constraints are
 * not included. No items if memory runs out. */
struct linear_conjunction axioms_gather(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count, const struct linear_conjunction *extra, size_t extra_count);
/* normal_axioms, and what was seen on the way: whether they have a solution. LINEAR_UNKNOWN: it was not asked, or could
 * not be said. */
struct linear_conjunction axioms_solved(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count, enum linear_answer *answer);
/* How many indices it has, if it is a cell of a field of the state; else 0. */
size_t axioms_indices(const struct normal_term *t);
/* What index k of the cell is at most where it is inside. */
const struct linear_form *axioms_size(struct normal_space *space, const struct normal_term *cell, size_t k);
/* Is it a cell of a row or bag of the state? Then axioms_below(...) >= 0 says that its index is 0 or less, and
 * axioms_beyond(...) >= 0 that its index exceeds the length. */
bool axioms_is_read(const struct normal_term *term);
const struct linear_form *axioms_below(struct normal_space *space, const struct normal_term *read);
const struct linear_form *axioms_beyond(struct normal_space *space, const struct normal_term *read);

#endif
