/* SPDX-License-Identifier: MIT */
/* Conjunctions of a normal form as sets of isl, which decides over them exactly.
 *
 *     struct relation r;
 *     if (!relation_open(&r, ctx, space, arena, conjunctions, count)) return;    // within heap_run
 *     isl_set *rest = isl_set_subtract(relation_set(&r, a), relation_set(&r, b));
 *
 * A dimension stands for a variable of the state, of the result, the mover, a parameter that is open, or for a term that is not
 * linear (a cell, a product, a call), which may then have any value: what is proved equal is equal, and a difference is one only if
 * the terms can have such values (`terms` is 0 where there are none). Floors, and generators that the result does not determine, are
 * existentially quantified in each conjunction. A term over a generator cannot be expressed so:
 * relation_open then returns false. */
#ifndef CGI_PROOF_RELATION_RELATION_H
#define CGI_PROOF_RELATION_RELATION_H
#include <isl/set.h>
#include "proof/normal/normal.h"

struct relation {
    struct isl_ctx *ctx;
    struct normal_space *space;
    struct arena *arena;
    int *vars;   /* of the normal form, by dimension: terms, fields, the mover, results */
    int *column; /* per variable of the space: its dimension, or -1 */
    size_t terms, dims;
};
/* The dimensions are the variables that occur in these conjunctions: of the state, in order, the mover, parameters, of the result.
 * False: a term over a generator, or memory is out (space->work.no_memory). */
bool relation_open(struct relation *r, struct isl_ctx *ctx, struct normal_space *space, struct arena *arena,
                   const struct linear_conjunction *all, size_t count);
/* Only the variables that relation_open has seen may occur. NULL: numbers near 2^63, isl failed, or memory is out; isl
 * hands NULL on, so that no answer is had from it (isl_bool_error). */
__isl_give isl_set *relation_set(const struct relation *r, struct linear_conjunction c);
/* The union of several. */
__isl_give isl_set *relation_union(const struct relation *r, const struct linear_conjunction *parts, size_t count);
/* A set that is the same within the context, of fewer and shorter conjunctions where isl finds them. */
__isl_give isl_set *relation_simplified(__isl_take isl_set *set, __isl_keep isl_set *context);
/* Such a set that is to be written down: what follows only from the range of a term that may fail (t >= 1 from t > xor(1, t)) is kept
 * in it, so that the term is not evaluated where it fails. */
__isl_give isl_set *relation_guarded(const struct relation *r, __isl_take isl_set *set, __isl_keep isl_set *context);

#endif
