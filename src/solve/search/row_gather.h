/* SPDX-License-Identifier: MIT */
/* The few numbers, of all that a name may stand for, with which a place of a row has to do (row_walk.h).
 *
 *     struct row_members m = {.count = 0};
 *     fine = row_gather_domain(w, &gen, test, move, &m, &known) && row_order(w, &m);     // abs(i - j) == 1 at 7: 6, 8
 *
 * A test says NEVER of a stretch of numbers of which none needs to be looked at. Steps are those of w->names. */
#ifndef CGI_SOLVE_SEARCH_ROW_GATHER_H
#define CGI_SOLVE_SEARCH_ROW_GATHER_H
#include "solve/search/row_walk.h"

enum { ROW_MEMBERS = 2 * ROW_SPAN };
struct row_members {
    int64_t numbers[ROW_MEMBERS];
    size_t count;
    bool fixed; /* made of nothing that the place or the length has to do with */
};
typedef enum row_truth (*row_test)(struct row_stretch *s, const void *of);

/* From the place to that number, forwards less backwards, on a ring the nearer way. False: it is no cell of the ring. */
bool row_distance(const struct row_walk *w, int64_t number, int64_t *out);
/* Adds what is left of the stretch, ascending, first looking at what is far from the place. False: too many. */
bool row_gather(struct row_walk *w, const struct row_stretch *s, row_test test, const void *of, struct row_members *m);
/* The numbers that the generator may stand for. *known: are they known here? False: gave up. */
bool row_gather_domain(struct row_walk *w, const struct gen *g, row_test test, const void *of, struct row_members *m,
                       bool *known);
/* On a ring by their distance from the place, unless they are fixed; else ascending. False: one is no cell of the ring. */
bool row_order(const struct row_walk *w, struct row_members *m);
/* Its value without the place and the length. */
bool row_fixed_number(const struct row_walk *w, const struct expr *e, int64_t *value);

/* A row that is built anew: of each cell, by a number that stands for it, what it holds. */
struct row_built {
    const struct expr *body;
    int64_t shift; /* the place is that much more than the number */
    bool *two;     /* set if some cells stay what they are if no cell holds more than 1 */
};
/* A test: NEVER if each cell of the stretch stays what it is. */
enum row_truth row_kept(struct row_stretch *s, const void *built);

#endif
