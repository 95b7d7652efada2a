/* SPDX-License-Identifier: MIT */
/* The options that one piece gives in one class of residues, seen as what may be moved in them.
 *
 *     int64_t residues[] = {1, 0, 2};                                     // of r_0, r_1 and of what is taken, modulo 3
 *     struct brick_class c = {n, size_var, 2, result_vars, 3, residues};
 *     struct brick b;
 *     if (brick_of(&c, piece->rule, &b) && !b.empty) ...
 *
 * An option of n is heaps r_0 .. r_{j-1} and the number d taken, all at least 0, n their sum. These are the numbers 0 .. j of a
 * brick. A number is bounded, or else free, and then, modulus q:
 *   - a free number may grow by q, and the option is one of the piece still, unless it is the heap `below`;
 *   - a free number of at least low + q may fall by q, unless it is the other free heap of a brick with `below`;
 *   - with `below` there are just two free heaps x (`below`) and y, x <= y + apart in every option, and y may fall by q as long as
 *     y >= low + q and y - x >= apart + q. */
#ifndef CGI_PROOF_FAMILY_BRICKS_H
#define CGI_PROOF_FAMILY_BRICKS_H
#include "proof/family/affine.h"
#include "proof/family/family.h"

struct brick_class {
    const struct normal *n;
    int size_var, heaps;  /* at most FAMILY_MAX_HEAPS */
    const int *heap_vars; /* one a heap */
    unsigned others;      /* bit k: heap k is of another game */
    int64_t modulus;      /* all floors of the piece vanish with it (affine_modulus) */
    const int64_t *residues;
};
struct brick {
    bool empty;                     /* no option */
    bool free[AFFINE_UNKNOWNS];     /* of the heaps, then of d */
    int64_t bound[AFFINE_UNKNOWNS]; /* not free: at most */
    int64_t low[AFFINE_UNKNOWNS];   /* free */
    int below;                      /* a heap; -1: none */
    int64_t apart;
    bool itself; /* the heap n may be among the heaps of its own option, as one of the game */
};
/* False if the options are not seen to be so. */
bool brick_of(const struct brick_class *c, struct linear_conjunction rule, struct brick *out);

#endif
