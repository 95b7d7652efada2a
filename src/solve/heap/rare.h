/* SPDX-License-Identifier: MIT */
/* How sparse the values of a heap are, as far as they were computed (code/machine/sparse_space.h).
 *
 *     struct rare rare;
 *     st = rare_of(env, game, &rare);
 *     if (rare.mask) printf("the last of %" PRIu64 " rare values is that of heap %" PRIu64 "\n", rare.count, rare.heap);
 *
 * Heaps are classified by the parity of the bits that their values have in common with the mask, and of the heap itself
 * if `parity`; the rare ones are in the smaller class. A code with finitely many of them is periodic in practice: each
 * value is then decided by those few (Berlekamp, Conway and Guy 1982, Winning Ways, ch. 4). */
#ifndef CGI_SOLVE_HEAP_RARE_H
#define CGI_SOLVE_HEAP_RARE_H
#include "play/options/env.h"

struct rare {
    uint32_t mask; /* 0: no mask tells the values apart, or no sequence of them is known */
    bool parity;
    uint64_t count, heap; /* how many are rare; the last of them */
    uint32_t value;       /* of that heap */
};
/* ST_OK, ST_NO_MEMORY or ST_MEMORY_BUDGET; O(values). */
enum status rare_of(const struct env *env, int game, struct rare *rare);

#endif
