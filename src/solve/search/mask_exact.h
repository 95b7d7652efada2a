/* SPDX-License-Identifier: MIT */
/* Values of all positions that can be reached on one board, each found once: for boards with few positions, or with large values.
 *
 *     bool done;
 *     st = mask_exact_parts(m, &state, 1 << 20, &done);      // looks at about so many options, if that is enough
 *     if (done) ...                                          // m->memo has the values of the parts of the state
 *     mask_exact_free(&m->exact);
 *
 * Depth first, over whole states: nothing is taken apart, and images are noted once for each position, so that an option
 * takes a few words and one look into a table. A slot has 8 bytes for each word of a state, and 8 more for the value if 16
 * bits are not free in the last one (they are on boards of at most 48 cells, or of 65 to 112, ...); between three eighths
 * and three quarters of the slots are in use. Where values are large a search for one number after the other
 * (mask_search.c) looks at every option once for each. What was found before the allowance ended is kept for the next call.
 * ST_OK, or what the budget says of time and positions; where memory runs out it is given up for this board (not done).
 * Play must end. */
#ifndef CGI_SOLVE_SEARCH_MASK_EXACT_H
#define CGI_SOLVE_SEARCH_MASK_EXACT_H
#include <stdbool.h>
#include <stdint.h>
#include "base/status.h"
#include "base/vec.h"

struct masks;
struct ground_mask;
/* A position on the path; its key stands before its options. */
struct exact_frame {
    size_t next, end; /* which of its options come next, in words of `options` */
    size_t key;
};
struct exact_table {
    uint64_t *slots; /* of `each` words */
    uint64_t room;   /* a power of 2, or 0 */
    unsigned shift;  /* of a hash, to the number of a slot */
};
struct mask_exact {
    struct exact_table table;
    size_t each;
    uint64_t count;
    uint64_t *moves; /* care, want, kept and put of each, by the first bit that it wants; in the arena of the board */
    uint32_t *first; /* where those of bit b begin and end: [b], [b + 1]; before [0] those that want none */
    VEC(uint64_t) options, used;
    VEC(struct exact_frame) path;
    uint64_t work, allowed;
    bool failed; /* memory ran out */
};
enum status mask_exact_parts(struct masks *m, const struct ground_mask *state, uint64_t allowed, bool *done);
void mask_exact_free(struct mask_exact *exact);

#endif
