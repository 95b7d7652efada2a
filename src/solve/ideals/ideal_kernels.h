/* SPDX-License-Identifier: MIT */
/* The loops of ideal_fill.c: ideals in the order of their ranks, each valued by its options.
 *
 *     st = ideal_run(&run);                     // run.values has them
 *
 * levels[0] stands before the first piece, levels[c + 1] for piece c: what is known when the patterns of the pieces up to it are
 * chosen. Compiled for processors with instructions for single bits, too; the result is the same. */
#ifndef CGI_SOLVE_IDEALS_IDEAL_KERNELS_H
#define CGI_SOLVE_IDEALS_IDEAL_KERNELS_H
#include "solve/ideals/ideal_fill.h"

struct ideal_level {
    const struct ideal_piece *piece;
    uint64_t *possible; /* of each pattern: the moves whose conditions on this piece hold, `words` words */
    uint32_t *adds;     /* sums: of each pattern and move, what the pattern that the move leaves adds; else NULL */
    uint8_t *to;        /* no sums: the number of the pattern that it leaves */
    uint64_t *open;     /* moves whose conditions hold so far */
    uint32_t *rank;     /* of each of these: what the option's patterns add so far, */
    uint32_t *row;      /* no sums: and its row of steps of the next piece */
};
struct ideal_run {
    enum ideal_question question;
    bool sums;
    struct budget *budget;
    void *values;
    size_t width, moves /* padded */, words, level_count;
    struct ideal_level *levels;
    uint8_t *met; /* of each value, when it was met last: moves + 8 bytes at least, all 0 */
    uint8_t now;
    uint64_t rank, look; /* how many are valued; when the budget is asked again */
};
enum status ideal_run(struct ideal_run *run);

#endif
