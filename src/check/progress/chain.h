/* SPDX-License-Identifier: MIT */
/* Features of states that fall in lexicographic order.
 *
 *     struct line chain[MEASURE_MOST];
 *     size_t count;
 *     if (find_chain(&circle, chain, &count, ranks)) ...            // the number of full cells, then the sum of the cells, ...
 *
 * A feature may be the next one of a chain if no component makes it larger, of those whose move leaves all earlier ones as they
 * are, and if it has a lower bound where a component may make it smaller. The first is taken that falls with most of them
 * (Bradley, Manna and Sipma 2005; that order loses nothing, since a feature that may be next stays one that may be). If none is
 * left over the chain is a proof: on an infinite path of components take the first feature that changes infinitely often; from
 * some point on no earlier one changes, so it never rises, and it falls below every bound, also below one that depends on what
 * earlier ones stay. What is left over may also lead from
 * game to game without coming back. */
#ifndef CGI_CHECK_PROGRESS_CHAIN_H
#define CGI_CHECK_PROGRESS_CHAIN_H
#include "check/progress/decrease.h"

/* The games of one strongly connected component. */
struct circle {
    struct checker *ck;
    int *games;
    size_t count, moves;
    size_t *
        proofs; /* moves that may still be looked at, in the whole file, so that long rules are checked in a short time */
    size_t *tries;              /* lines that may still be tried on components, likewise */
    int *place;                 /* by game of the model: its number in the circle */
    const struct expr *assumed; /* NULL, or a condition that has this truth in the states looked at */
    bool truth;
};

/* Is the test true of all components of all moves? */
bool circle_falls(const struct circle *c, fall_test test, void *context);
/* A line in which nothing counts, in the scratch arena; false if memory runs out. */
bool line_new(const struct circle *c, struct line *line);
/* "2 * n + the cells of s" */
void line_print(const struct game *g, const struct weight *w, struct text *out);
/* ranks: of the games of the circle; what leaves the chain as it is leads to games of lower rank. All 0: the chain never stays. */
bool find_chain(const struct circle *c, struct line *chain, size_t *count, int *ranks);

#endif
