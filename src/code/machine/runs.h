/* SPDX-License-Identifier: MIT */
/* Bounds of loops that are computed without limit, and loops over several runs.
 *
 *     {1, -1, 1, 2}                    a row over x and y: (x - y + 1) / 2
 *     runs_at_least(&t, xy, &row)      t = max(t, ceil((x - y + 1) / 2))
 *
 * A row has at most RUNS_MOST_TERMS factors; these, its constant and its divisor are below 2^31, so that its value fits 128 bits
 * whatever the registers hold. false: the bound leaves no number of 64 bits; the register is then unchanged. */
#ifndef CGI_CODE_MACHINE_RUNS_H
#define CGI_CODE_MACHINE_RUNS_H
#include "code/compile/program.h"

bool runs_at_least(int64_t *x, const int64_t *values, const struct pool_set *row);
bool runs_at_most(int64_t *x, const int64_t *values, const struct pool_set *row);
/* *x becomes the least number, *x or more, that is congruent to the row's sum modulo its last cell. */
bool runs_step_from(int64_t *x, const int64_t *values, const struct pool_set *row);
/* *x + (to - from) modulo the modulus, where that is positive. */
bool runs_step_by(int64_t *x, int64_t from, int64_t modulus, int64_t to);
/* The row rounded down; a value beyond 64 bits is cut off (the compiler makes none). */
int64_t runs_floor(const int64_t *values, const struct pool_set *row);
/* The least number from `from` on in a run first, first + step .. last (count: three cells a run). False: none is. */
bool runs_next(const int64_t *runs, size_t count, int64_t from, int64_t *x);
/* The next number in the runs after *x, which is one of them. */
bool runs_after(const int64_t *runs, size_t count, int64_t *x);

#endif
