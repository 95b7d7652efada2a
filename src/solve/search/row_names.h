/* SPDX-License-Identifier: MIT */
/* What an expression of a move says before any cell is known, and for which of many numbers it can be otherwise.
 *
 *     struct row_names n = {.env = env, .length = 600, .steps = 1000};
 *     row_name_push(&n, (struct row_name){slot_of_i, NAME_NUMBER, 7, NULL});
 *     known = row_number(&n, e, &value);                          // i % len(s) + 1: 8; of s[i]: false
 *     struct row_stretch all = {&n, slot_of_j, 1, 600};
 *     truth = row_truth(&all, e);                                 // abs(i - j) == 1: perhaps; for j in 300..600: never
 *
 * A *stretch* is that a name runs over all numbers between two. What holds of it is found by intervals: a sum, product, quotient
 * or remainder of what lies between bounds lies between bounds. Theorem: where the answer is NEVER or ALWAYS, the expression has that value
 * for each number of the stretch, whatever cells hold, and does not fail. Proof. By induction over the expression; the bounds are so
 * small (ROW_BOUND) that nothing leaves 64 bits, the divisors that are taken are constants above 0, and `and`, `or` and a
 * choice take their second part alone only where the first one cannot fail. [] */
#ifndef CGI_SOLVE_SEARCH_ROW_NAMES_H
#define CGI_SOLVE_SEARCH_ROW_NAMES_H
#include "play/options/env.h"

#define ROW_BOUND ((int64_t)1 << 40)
enum { ROW_NAMES = 16, ROW_CELL_MOST = 1 << 16 /* no cell is taken to hold more: to be seen to by whoever asks */ };
struct row_name {
    int slot;
    enum { NAME_NUMBER, NAME_OPEN /* some number */, NAME_EXPR } kind;
    int64_t value;
    const struct expr *expr; /* of those named before */
};
struct row_names {
    const struct env *env;
    int64_t length; /* of the row; 0: not known */
    uint64_t steps; /* that are left */
    struct row_name items[ROW_NAMES];
    size_t count;
};
struct row_stretch {
    struct row_names *names;
    int slot;
    int64_t low, high;
    int64_t cell; /* 0: nothing is known; else the cell of that number holds one less */
};
enum row_truth { ROW_NEVER, ROW_ALWAYS, ROW_PERHAPS };
/* False: there are too many. */
bool row_name_push(struct row_names *n, struct row_name name);
/* The last one of that slot; NULL. */
const struct row_name *row_name_of(const struct row_names *n, int slot);
/* Its value, or 0 and 1 for a truth value; false: it reads a cell, or what is open, or fails. */
bool row_number(struct row_names *n, const struct expr *e, int64_t *value);
enum row_truth row_truth(struct row_stretch *s, const struct expr *e);
/* Is it always this number? */
bool row_is(struct row_stretch *s, const struct expr *e, int64_t value);
/* True is a proof, if no cell holds more than ROW_CELL_MOST. */
bool row_cannot_fail(struct row_stretch *s, const struct expr *e);

#endif
