/* SPDX-License-Identifier: MIT */
/* Periods of the rows of a game of two numbers: SG(i, n + P) = SG(i, n) + S for all n from some number on, i held.
 *
 *     struct rows rows;
 *     st = rows_prove(&lanes, 0, &arena, &rows);            // lanes.h; Wythoff's rows: 1, 3, 3, 6, 12, 24, ... saltus the same
 *     if (rows.periods[3].found) ...                        // for ever, by the theorem below
 *     rows.values[3 * rows.count + n]                       // SG(3, n), n < rows.count, from all its options
 *
 * Theorem (after Dress, Flammenkamp and Pink 1999 and Landman 2002 for Wythoff's game; this form and its proof are ours). The
 * options of (i, n) are given by lanes.h with modulus M, reach R, low L. Let U(i, n) be the set of SG(j, r) for its options (j, r)
 * that are not near, r < n - R, and u(i, n) the least number that is not in it; values enter these sets as n grows and never
 * leave them, and there is one for each i and n % M. Let rows be chosen with all rows that near and middle lead to from
 * them; P a multiple of M, S_i >= 0 for each of them, and b >= from, such that
 *   (1) SG(i, n + P) = SG(i, n) + S_i for b - R - 1 <= n < b;
 *   (2) each set of row i, from the r < b + P - R - 1, is {0 .. S_i - 1} and what it is from the r < b - R - 1, shifted by
 *       S_i; if row i has no such options for some residue, S_i = 0;
 * and for b <= n < b + P
 *   (3) a near option (j, r) of (i, n) has S_j = S_i, or S_j < S_i and SG(j, r) < u(i, n), or S_j > S_i and SG(j, r) > SG(i, n);
 *   (4) if SG(j, r), r = n - R - 1, enters a set of row i, then S_j = S_i, or S_j < S_i and it is below the least number that is not
 *       in the set; a set that several rows share belongs to rows of one S.
 * Then SG(i, n + P) = SG(i, n) + S_i for all n >= b - R - 1.
 *
 * Proof, by induction on n >= b, and on i for equal n. What enters a set between b and n enters it shifted between b + P and n + P,
 * or was no news in both (4: the least missing number grows by S_i with every P, the value by less), so (2) remains true at n: fixed
 * options entered before b, as from > R + L. So with S = S_i the values in the set of (i, n + P) are {0 .. S - 1} and those of
 * (i, n) plus S. The near values of (i, n + P) are those of (i, n) plus S, or they are below the least missing number of the set,
 * in both, or above SG(i, n) and SG(i, n) + S: these decide nothing, at n and, since numbers grow as their S_j, at each later
 * n. So the least number that is no value at n + P is the one at n, plus S. (If S = 0, {0 .. S - 1} is empty and no set is needed.)
 *
 * Where a period begins, and the least one, are then read off the values: exact, not bounds. */
#ifndef CGI_SOLVE_ROWS_ROWS_H
#define CGI_SOLVE_ROWS_ROWS_H
#include "proof/lanes/lanes.h"
#include "solve/solver.h"

enum { ROWS_COLUMNS = 1 << 17, ROWS_SETS = 512, ROWS_STEPS = 1 << 29 };
#define ROWS_BYTES ((uint64_t)32 << 20)

struct rows {
    int64_t rows;
    uint64_t count;         /* columns that were computed */
    const uint32_t *values; /* values[i * count + n] */
    struct period *periods; /* per row; found and proved, or nothing */
    const char **premises;  /* per row that is proved: what was found where, one phrase */
};
/* last: the last column that may be computed; 0: as far as that is of use. ST_OK, also where nothing is proved, or ST_NO_MEMORY.
 * Bounded by steps that are counted: some seconds at most. The result is in the arena. */
enum status rows_prove(const struct lanes *lanes, uint64_t last, struct arena *arena, struct rows *out);

#endif
