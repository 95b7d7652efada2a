/* SPDX-License-Identifier: MIT */
/* Where the generators of a move may lie: exact bounds for nested loops.
 *
 *     struct loops *loops;
 *     st = loops_derive(model, game, move, folded, arena, &loops);
 *
 *     both(s in 1..x, t in 1..y) where abs(s - t) < k      s: at most y + k - 1;  t: at least s - k + 1, at most s + k - 1
 *     (t in 1..n) where t % 3 == 1 and 2 * t <= n          t: at most n / 2, every third from one that is 1 modulo 3
 *     (t in 1..n) where t <= 2 or t > n - 2                t: two runs, at most 2; at least n - 1
 *
 * A *run* is what lies between bounds, in even steps. What is said of generator i mentions the state, parameters and generators
 * before it, and is added to what its range says. The moves' order stays that of the loops as they are written: every value is
 * visited once, ascending, though runs may overlap.
 *
 * What is proved. Take the conjunctions that the ranges and conditions multiply out to (expr_union). Whatever holds of (g1 .. gi) in
 * one of them, whatever the later generators are, holds after these are projected away (linear_project: every solution remains
 * one). A run keeps some constraints of one projection, so the runs of generator i together hold every value that some option
 * has: no option is lost, whichever constraints were kept. A condition is `implied` if it follows from what one run keeps, for
 * every run, and from the ranges (normal_covered); then it need not be tested. All others must still be.
 *
 * The arithmetic of a bound is that of integers without limit: its parts are numbers below 2^31 times values of 64 bits.
 *
 * Nothing may be skipped that could fail, so this is for moves whose ranges and conditions cannot, overflow of large numbers aside: the
 * caller sees to that. Conditions that are not linear, and those that only exclude single values (t != 3), are not used. */
#ifndef CGI_PROOF_LOOPS_LOOPS_H
#define CGI_PROOF_LOOPS_LOOPS_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

enum { LOOPS_MOST_RUNS = 4, LOOPS_MOST_TERMS = 64 };

/* (constant + sum of factor * value) / divisor; a bound is rounded towards the inside, an inner floor downwards. */
struct loop_form {
    int64_t constant, divisor;
    struct loop_term {
        const struct expr
            *expr; /* a field, a parameter, a cell, a generator before this one: computing it cannot fail; or */
        const struct loop_form *floor; /* a floor that fits 64 bits whatever its values */
        int64_t factor;
    } * terms;
    size_t count;
};
struct loop_run {
    struct loop_form *least, *most;
    size_t least_count, most_count;
    int64_t step; /* > 1: only values congruent to `start`, whose divisor is 1, modulo this */
    struct loop_form start;
};
struct loops {
    struct loop_range {
        struct loop_run *runs;
        size_t count; /* 0: there is nothing to add to the range, or the generator has none */
    } * ranges;       /* per generator of the move */
    bool *implied;    /* per condition */
    bool never;       /* ranges and conditions contradict one another: the move has no option in any state */
};
/* `folded`: which conditions the caller turns into bounds by itself. *out is NULL where nothing is gained beyond these. Time is
 * bounded; the expressions that are pointed to are the move's. ST_OK or ST_NO_MEMORY. */
enum status loops_derive(const struct model *model, int game, const struct move *move, const bool *folded,
                         struct arena *arena, struct loops **out);

#endif
