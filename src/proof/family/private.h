/* SPDX-License-Identifier: MIT */
/* Inside the families: the two recognisers. */
#ifndef CGI_PROOF_FAMILY_PRIVATE_H
#define CGI_PROOF_FAMILY_PRIVATE_H
#include "proof/family/family.h"
#include "proof/normal/terms.h"

/* Sets f->kind when the rule belongs to the family, else f->reason. False when memory is out. */
bool family_sliding(const struct normal *n, struct arena *arena, struct family *f);
bool family_break(const struct normal *n, struct arena *arena, struct family *f);
/* What is known of a piece: the state, the rule, the terms. Empty (items NULL) when it had to give up. */
struct linear_conjunction family_facts(const struct normal *n, struct linear_conjunction rule);
/* Is component k of the piece one heap of the game itself? Its variable; -1: no. */
int family_heap(const struct normal *n, const struct normal_piece *p, size_t k);
int family_size(const struct normal *n); /* the variable of the state's one field */

#endif
