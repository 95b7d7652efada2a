/* SPDX-License-Identifier: MIT */
/* Loops over rows of numbers, for what the processor can do.
 *
 *     const struct choice_rows_kernels *k = choice_rows_kernels();
 *     k->join(to, from, count);                    // to[i] |= from[i]
 *     k->join_where(to, from, holds, count);       // ... where holds[i] is -1, and not where it is 0
 *     at = k->decide(&near, 0, count);       // each the first bit that it does not see; at: the first that sees all
 *
 * Of outcomes in misere play a position sees bit 0 or bit 1 of each option; it is won if it sees bit 0, or nothing. */
#ifndef CGI_SOLVE_CHOICES_KERNELS_H
#define CGI_SOLVE_CHOICES_KERNELS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions of one row: what they see in others, and at which distances they see those of the same. */
struct choice_rows_near {
    const uint64_t *all;
    uint64_t *bits; /* of this row: 0 where not known yet */
    uint8_t *bytes;
    uint16_t *narrow;
    uint32_t *wide;      /* values, where they are kept: one of the three */
    bool misere;         /* "values" are outcomes of misere play, 1 where the player to move wins */
    const int64_t *back; /* `plain` of them everywhere, then others where holds[i][column] is -1 */
    const int8_t *const *holds;
    size_t plain, count;
};
static inline void choice_rows_put(const struct choice_rows_near *n, int64_t j, unsigned value)
{
    if (n->bytes) n->bytes[j] = (uint8_t)value;
    else if (n->narrow) n->narrow[j] = (uint16_t)value;
    else n->wide[j] = value;
}
struct choice_rows_kernels {
    void (*join)(uint64_t *restrict to, const uint64_t *restrict from, size_t count);
    void (*join_where)(uint64_t *restrict to, const uint64_t *restrict from, const int8_t *restrict holds,
                       size_t count);
    int64_t (*decide)(const struct choice_rows_near *near, int64_t from, int64_t to);
};
const struct choice_rows_kernels *choice_rows_kernels(void);

#endif
