/* SPDX-License-Identifier: MIT */
/* A table that a kernel fills row by row, from the first one on, between memory and a file (kept.h).
 *
 *     struct row_kernel kernel = {&k, columns, 0, &k.filled, fill, pass, reset};
 *     struct kept_rows of = {.env = env, .table = &table, .order = order};
 *     st = kept_rows_fill(&of, &kernel, table.count);         // from k.filled on; NULL for &of: nothing is kept
 *
 * The state of such a run is its values and what the kernel carries from row to row: sets of values along lines, the
 * last rows as numbers, windows. Values alone are in the file. What is carried is made again from them (`pass`), which
 * takes less than filling does, for nothing is looked for: often of the last few rows alone. So a kernel offers three
 * steps, and where the file comes from, when it is written and what of it is believed is the same for all.
 *
 * What is believed: rows that were known before the file was opened are the same, and rows at seeded places and the
 * last one are filled anew, each as soon as the kernel stands there, with all that it carries made of what is before.
 * Else the file is worth nothing, and the run begins again with the first row.
 *
 * Outcomes are bits of the table (losses), which `fill` only adds to.
 *
 * Some kernels take a few nanoseconds a position, less than it takes to write it. Of their values only so much is
 * written as takes a small part of the time. */
#ifndef CGI_SOLVE_HEAP_KEPT_ROWS_H
#define CGI_SOLVE_HEAP_KEPT_ROWS_H
#include "solve/heap/kept.h"

/* Places are indices of the table; `filled` is where the kernel stands: at the beginning of a row, or at the end of
 * all. */
struct row_kernel {
    void *kernel;
    uint64_t columns;  /* positions of a row; only the last row may have fewer */
    uint64_t slack;    /* how many positions the steps may go beyond what they are told */
    uint64_t together; /* 0, or: so many rows are filled at the same time, so a slice has a multiple of them */
    uint64_t most;     /* 0, or: no value is greater. Else none is greater than its place + 1 */
    bool uncounted;    /* its positions are not taken from the budget */
    uint64_t *filled;
    /* On to `to`, the beginning of a row or the end of all. Takes its positions from the budget. */
    enum status (*fill)(void *kernel, uint64_t to);
    /* The same where the values are there up to `to`; takes no positions, except for rows that it fills all the same,
     * beyond those it is told. ST_UNSUPPORTED: they cannot be right. */
    enum status (*pass)(void *kernel, uint64_t to);
    /* To the first row, as if nothing had been filled. */
    void (*reset)(void *kernel);
    /* Where the values are by now; NULL: in the table. */
    struct journal_values (*values)(const void *kernel);
    /* NULL, or: what it carries is kept as well (kept_carried.h), since `pass` takes about as long as `fill`. Part
     * `part` of it, all of which say no more than what was filled before *filled: where it is, and how many bytes; 0:
     * there are no more parts. The table must be in the order of the game's fields. */
    size_t (*carried)(void *kernel, size_t part, void **bytes);
    /* So many rows behind, nothing of it is used any more: it is tried by these rows. */
    uint64_t window;
    /* May it be used, if it comes from a file? Whether it is right is seen by rows. */
    bool (*sound)(const void *kernel);
};
struct kept_rows {
    const struct env *env;
    const struct value_table *table; /* the last field has stride 1; values, or losses; misere */
    const size_t *order;             /* the field of the game that field k of the table is; NULL: k */
    const struct kept_name *name; /* NULL, or: words in place of those of the table; `values` says where values are */
    bool half; /* where the last field is greater than the one before it, the table has 0 while it is filled */
};
/* Fills the table from where the kernel stands to `count`. The statuses of `fill`; *kernel->filled is right in any
 * case. */
enum status kept_rows_fill(const struct kept_rows *of, const struct row_kernel *kernel, uint64_t count);

#endif
