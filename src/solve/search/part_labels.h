/* SPDX-License-Identifier: MIT */
/* Cells of a part in an order that depends on nothing but its moves, for most parts; and whether two such orders show two parts to be
 * the same.
 *
 *     struct part_colours colours;
 *     struct part_labels a, b;
 *     part_colours_find(&p, &colours);
 *     part_labels_find(&p, &colours, &a);
 *     ...                                                                // the same of q
 *     if (a.hash == b.hash && part_labels_match(&p, &a, &q, &b)) ...     // the i-th cells correspond: a proof
 *
 * Colours of cells are refined by the moves that they occur in; where some stay alike, one of them is told from the
 * others, the one by which the others are then told apart in the way that comes first (McKay 1981, without going
 * back). What is left to chance by that, and by the bound on trials, is whether parts that are the same are seen to
 * be: never whether others are.
 *
 * Time: a few rounds through the terms, and at most LABEL_ROUNDS more to choose among cells that are alike. */
#ifndef CGI_SOLVE_SEARCH_PART_LABELS_H
#define CGI_SOLVE_SEARCH_PART_LABELS_H
#include "solve/search/part_moves.h"

enum { LABEL_ROUNDS = 12 };
struct part_labels {
    uint64_t hash;            /* the same for parts that are the same, for most of them */
    uint8_t cell[PART_CELLS]; /* the i-th cell */
};
/* Cells of which the colours differ are not images of one another, in any map of a part to itself. */
struct part_colours {
    uint64_t of[PART_CELLS];
    uint64_t sorted[PART_CELLS];
    size_t distinct;
    size_t rounds; /* that were made */
};
void part_colours_find(const struct part_moves *part, struct part_colours *colours);
/* Gives the cell a colour of its own, that depends on the old one and on the number, and refines. */
void part_colours_tell(const struct part_moves *part, size_t cell, uint64_t number, struct part_colours *colours);
/* From colours as they are found first; adds the rounds to theirs. */
void part_labels_find(const struct part_moves *part, struct part_colours *colours, struct part_labels *labels);
/* Of colours that are all different. */
void part_labels_of(const struct part_moves *part, const struct part_colours *colours, struct part_labels *labels);
bool part_labels_match(const struct part_moves *p, const struct part_labels *a, const struct part_moves *q,
                       const struct part_labels *b);

#endif
