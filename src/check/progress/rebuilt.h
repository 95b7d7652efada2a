/* SPDX-License-Identifier: MIT */
/* Rows and grids that are built anew, cell by cell: which cells are special.
 *
 *     [j == i ? s[j] - t : s[j] for j in 1..len(s)]           cell i, and all others stay
 *     [s[j] for j in 1..len(s) where j != i]                  cell i is left out
 *     [x for x in s where x > 0]                              like s[j] for j in 1..len(s)
 *
 * Value v of the variable is compared with a cell of the base, s[v + 1] say, so that different values have different cells
 * (all of it in two dimensions for grids). The points are the values that occur in comparisons with the variable, and those
 * whose cells the move mentions. rebuilt_decide goes through all cases: which points are the same, in range, left out. */
#ifndef CGI_CHECK_PROGRESS_REBUILT_H
#define CGI_CHECK_PROGRESS_REBUILT_H
#include "check/progress/private.h"

enum { REBUILT_MOST = 4, REBUILT_POINTS = 4 };
enum point_fate {
    POINT_MADE,     /* the variable has this value, and its cell is made */
    POINT_LEFT_OUT, /* in range, but the condition leaves it out */
    POINT_OUTSIDE,  /* not in the variable's range */
    POINT_SAME      /* as an earlier point */
};
struct rebuilt_point {
    struct expr *value[2]; /* of the variables */
    struct expr *cell;     /* the cell of the base, as it is read */
    struct expr *body;     /* what is made of it */
    enum point_fate fate;
};
struct rebuilt {
    const struct expr *whole, *base;
    int dims, slot[2];
    struct expr *low[2], *high[2],
        *at[2];                    /* range and index of the base's cell, by dimension; `at` mentions the variable */
    struct expr *body, *condition; /* condition: NULL in two dimensions, or if there is none */
    bool none;                     /* decided: the range is empty */
    struct rebuilt_point points[REBUILT_POINTS];
    size_t count;
};

/* False: it is not of that form. `like` is a field of the state, for rows that read none. */
bool rebuilt_open(struct assumptions *f, const struct expr *e, const struct expr *like, struct rebuilt *out);
/* A fold over ranges or over the cells of a row, read likewise; without base and points. */
bool rebuilt_open_fold(struct assumptions *f, const struct expr *fold, struct rebuilt *out);
/* e with these values for the variables. */
struct expr *rebuilt_at(struct assumptions *f, const struct rebuilt *r, struct expr *const *value, struct expr *e);
/* The values of the variables at which the body reads this cell; an index without variables must be the cell's. */
bool rebuilt_values(struct assumptions *f, const struct rebuilt *r, const struct expr *cell, struct expr *value[2]);
/* The cell of the base with which the variables' values are compared. */
struct expr *rebuilt_cell(struct assumptions *f, const struct rebuilt *r);
/* len(e), rows(e), cols(e), read off expressions that keep them. */
struct expr *size_call(struct assumptions *f, enum builtin builtin, const struct expr *e);

#endif
