/* SPDX-License-Identifier: MIT */
/* The recognisers of families and what they share. */
#ifndef CGI_PROOF_FAMILY_PRIVATE_H
#define CGI_PROOF_FAMILY_PRIVATE_H
#include "proof/family/family.h"
#include "proof/normal/terms.h"

/* Sets f->kind if the rule belongs to the family, else f->reason. Returns false if memory runs out. */
bool family_sliding(const struct normal *n, struct arena *arena, struct family *f);
bool family_break(const struct normal *n, struct arena *arena, struct family *f);
/* By the other two, from the pieces of one heap and from those of more. */
bool family_joined(const struct normal *n, struct arena *arena, struct family *f);
/* The last one, for rules that are none of these. `others`: heaps of other games are heaps too, and
 * others[game] is set for those that may be arbitrarily large; NULL: they are not. */
bool family_shifted(const struct normal *n, struct arena *arena, struct family *f, bool *others);
/* The variable is `by` in the rule. False: a bound was met, or memory is out. */
bool family_replace(const struct normal *n, struct linear_conjunction *rule, int var, const struct linear_form *by);
/* Builds the normal form and has it recognised; what no family can be is said without. `by` returns false if memory runs out. */
typedef bool family_recognise(const struct normal *n, struct arena *arena, struct family *f);
enum status family_read(const struct model *model, int game, const struct param_value *params, struct arena *arena,
                        family_recognise *by, struct family *out);
/* The same game where heaps that are equal in all options of a piece are left out: its SG values are the same, its options are not.
 * False if memory runs out. */
bool family_without_equals(const struct normal *n, struct normal *out, bool *changed);
/* What is known of a piece: constraints of the state, of the rule and of the terms. Empty (items NULL) if the proof
 * had to give up. */
struct linear_conjunction family_facts(const struct normal *n, struct linear_conjunction rule);
/* If component k of the piece is one heap of the game itself: its variable; else -1. */
int family_heap(const struct normal *n, const struct normal_piece *p, size_t k);
int family_size(const struct normal *n); /* the variable of the state's one field */

#endif
