/* SPDX-License-Identifier: MIT */
/* Loops over rows of numbers, for what the processor can do.
 *
 *     const struct choice_rows_kernels *k = choice_rows_kernels();
 *     k->join(to, &from, here, count, columns);    // to[j] gets bit (value at here[i].at + j) for each i, and j where it holds
 *     at = k->decide(&near, 0, count);       // each the first bit that it does not see; at: the first that sees all
 *     at = k->push(&near, 0, count);         // the same where each tells those that see it
 *
 * Of outcomes in misere play a position sees bit 0 or bit 1 of each option; it is won if it sees bit 0, or nothing. */
#ifndef CGI_SOLVE_CHOICES_KERNELS_H
#define CGI_SOLVE_CHOICES_KERNELS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A choice in one row: at columns from..to - 1, where holds[column] is not 0 (NULL: everywhere). */
struct row_choice {
    int64_t from, to, back; /* of the last number */
    const int8_t *holds;
    uint64_t rows_back;
    int64_t at;             /* of an earlier row: where in the table column 0 would look */
    const uint64_t *places; /* by columns: where in the table the option is; NULL: so many rows and numbers back */
};
/* Values of a table, of which those from 64 * word on, 64 of them, are looked for. */
struct choice_rows_values {
    const uint8_t *bytes;
    const uint16_t *narrow;
    const uint32_t *wide; /* one of the three */
    size_t word;
};
/* Positions of one row: what they see in others, and at which distances they see those of the same. */
struct choice_rows_near {
    uint64_t *all;  /* what positions see, a row of numbers after the other */
    uint64_t *bits; /* of this row: 0 where not known yet */
    uint8_t *bytes;
    uint16_t *narrow;
    uint32_t *wide;      /* values, where they are kept: one of the three */
    bool misere;         /* "values" are outcomes of misere play, 1 where the player to move wins */
    const int64_t *back; /* `plain` of them everywhere, then others where holds[i][column] is -1 */
    const int8_t *const *holds;
    size_t plain, count;
    /* Where each position may be seen from the same distances: take[i] is all ones if from the position i + 1 further on, i < most. */
    /* then they are told so in `all`, `words` rows of `columns` numbers */
    const uint64_t *take;
    size_t most, words, columns;
};
static inline void choice_rows_put(const struct choice_rows_near *n, int64_t j, unsigned value)
{
    if (n->bytes) n->bytes[j] = (uint8_t)value;
    else if (n->narrow) n->narrow[j] = (uint16_t)value;
    else n->wide[j] = value;
}
struct choice_rows_kernels {
    void (*join)(uint64_t *restrict to, const struct choice_rows_values *from, const struct row_choice *here,
                 size_t count, size_t columns);
    int64_t (*decide)(const struct choice_rows_near *near, int64_t from, int64_t to);
    int64_t (*push)(const struct choice_rows_near *near, int64_t from, int64_t to);
};
const struct choice_rows_kernels *choice_rows_kernels(void);
/* All that this processor runs, the best first; NULL beyond the last: tests hold them against one another. */
const struct choice_rows_kernels *choice_rows_kernels_each(size_t i);

#endif
