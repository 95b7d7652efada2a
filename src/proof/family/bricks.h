/* SPDX-License-Identifier: MIT */
/* The options that one piece gives in one class of residues (family.h).
 *
 *     int64_t residues[] = {1, 0, 2};                                     // of r_0, r_1 and of what is taken, modulo 3
 *     struct brick_class c = {n, size_var, 2, result_vars, 3, residues, arena};
 *     struct brick b;
 *     rule = brick_order(n, piece->rule);                                 // for all classes
 *     if (brick_of(&c, rule, &b) && !b.empty) ... */
#ifndef CGI_PROOF_FAMILY_BRICKS_H
#define CGI_PROOF_FAMILY_BRICKS_H
#include "proof/family/affine.h"
#include "proof/family/family.h"

struct brick_class {
    const struct normal *n;
    int size_var, heaps;  /* at most FAMILY_MAX_HEAPS */
    const int *heap_vars; /* one a heap */
    unsigned others;      /* bit k: heap k is of another game */
    int64_t modulus;      /* all floors of the piece vanish with it (modulus_of) */
    const int64_t *residues;
    struct arena *arena; /* of the forms; NULL: they are not wanted */
};
/* The same conditions, remainders first: by them most classes are seen to be empty. In the arena of n, or the rule itself. */
struct linear_conjunction brick_order(const struct normal *n, struct linear_conjunction rule);
/* False if the options are not seen to be so, or memory runs out (b->no_memory). */
bool brick_of(const struct brick_class *c, struct linear_conjunction rule, struct brick *out);

/* Are the numbers, heaps and then what is taken, an option of the brick? */
bool brick_holds(const struct brick *b, int64_t modulus, const int64_t *numbers);

#endif
