/* SPDX-License-Identifier: MIT */
/* What the files of this folder share: the options of a row, and with which bound numbers each is allowed.
 *
 *     struct dynamic_visit v = {.take = take, .context = &mine};
 *     st = dynamic_choose(r, &v);                      // calls take for options that pass the other conditions
 *     st = dynamic_allowed(r, move, values, &row);             // a bit for each bound number
 */
#ifndef CGI_SOLVE_DYNAMIC_PRIVATE_H
#define CGI_SOLVE_DYNAMIC_PRIVATE_H
#include "solve/dynamic/rows.h"

#define DYNAMIC_ENDS UINT64_MAX      /* the index of an option that is the empty sum */
#define DYNAMIC_OUT (UINT64_MAX - 1) /* of one that is not in an earlier row */
/* Options of one move in a row: their indices; the last value counts up from `first`, the others are in r->x. */
struct dynamic_batch {
    const struct dynamic_move *move;
    int64_t first;
    size_t count;
    const bool *passes;
    const uint64_t *index;
    const int64_t *bound; /* of rows of limits: the results' bound numbers, which `index` leaves out */
    bool *done;           /* set by who takes them: no more of this move with the other values as they are */
};
struct dynamic_visit {
    /* *enough: no more options are wanted. */
    enum status (*take)(struct dynamic_rows *r, const struct dynamic_batch *batch, void *context, bool *enough);
    void *context;
};
enum status dynamic_choose(struct dynamic_rows *r, const struct dynamic_visit *visit);
/* The values of option i of a batch. */
void dynamic_values_of(const struct dynamic_rows *r, const struct dynamic_batch *b, size_t i, int64_t *values);
/* With which numbers of the row's positions an option is allowed; it stands until the next call. */
enum status dynamic_allowed(struct dynamic_rows *r, const struct dynamic_move *move, const int64_t *values,
                            const uint64_t **row);
/* How many choices a row in the middle of part i of n of the box has, as a guess for estimates. */
double dynamic_choices(struct dynamic_rows *r, size_t i, size_t n);

#endif
