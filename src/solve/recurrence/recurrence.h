/* SPDX-License-Identifier: MIT */
/* One heap beside numbers of which there are few, where moves take little: values row by row, of which a few are kept, and their period.
 *
 *     struct recurrence r;                                    // m(n, before) with a move to m(n - t, t), t in 1..4 where t != before
 *     st = recurrence_open(&r, &rule, &box, heap, highest, budget);    // box: low and extent; field `heap`, n, may be anything
 *     struct recurrence_target at = {.heap = 5000000, .state = recurrence_state(&r, cells)};
 *     if (st == ST_OK) st = recurrence_find(&r, &at, 1, most, budget);      // at.value
 *     recurrence_close(&r);
 *
 * A row are all positions with the same heap; the other numbers, the *state*, are within the box. Let all that is not taken from the heap
 * (conditions, and what the other numbers become) be *steady* from heap N on with the period P: the same at n and at n + P, whatever the
 * state and what is chosen. A term is so if
 *   - it does not read the heap;
 *   - it has one and the same value for all heaps from N on, by its bounds (ranked/bounds.h): t <= n, where t is at most 4, from 4 on;
 *   - it is a remainder by m > 0 of a sum that has a multiple of the heap, and P is a multiple of m;
 *   - or all that it is made of is.
 * Theorem. Let no move take more than K from the heap. Then row n >= N depends on the K rows before it and n mod P alone. If rows
 * a - K + 1, ..., a are those from b - K + 1 to b, a >= N - 1 and P divides b - a > 0, then row n is row n + b - a for all n > a.
 * Proof. Options of (n, s) are those of (n + P, s), with P more in the heap, as the premises say for each condition and each number of
 * the result. So the row is the same function of the rows before it; by induction on n. []
 * There are finitely many such windows, so there is a period in the end (as of subtraction games, Golomb 1966). What is not steady is
 * refused. Rows below N, and one of each residue from N on, are found from all that the rule says there, in the order of the language. */
#ifndef CGI_SOLVE_RECURRENCE_RECURRENCE_H
#define CGI_SOLVE_RECURRENCE_RECURRENCE_H
#include "base/budget.h"
#include "base/vec.h"
#include "code/machine/calls.h"
#include "solve/choices/rule.h"

struct recurrence_option {
    uint32_t back, state; /* that much less in the heap */
};
/* Options of each state of a row: from first[s] up to first[s + 1]. */
struct recurrence_row {
    size_t *first;
};
struct recurrence {
    const struct choices_rule *rule;
    struct value_table box;
    size_t heap; /* which field */
    size_t states;
    bool misere;    /* outcomes, 1 where the mover wins; else values */
    int64_t steady; /* N, from where on rows repeat what they look at */
    int64_t period; /* P */
    size_t reach;   /* K, at least 1 */
    size_t most;    /* options of a position */
    VEC(struct recurrence_option) options;
    struct recurrence_row *rows; /* of heaps low, ..., steady + period - 1 */
    struct arena arena;
    uint64_t computed;     /* rows, so far */
    int64_t from, repeats; /* rows from there on repeat with that period; 0: none was found */
};
struct recurrence_target {
    int64_t heap;
    size_t state;
    uint64_t value;
};
/* In misere play set r->misere afterwards. ST_UNSUPPORTED: something is not steady, or only from heaps above `highest` on; fails, or
 * leads out of the box; or there are many options. To be closed in any case. */
enum status recurrence_open(struct recurrence *r, const struct choices_rule *rule, const struct value_table *box,
                            size_t heap, int64_t highest, struct budget *budget);
void recurrence_close(struct recurrence *r);
/* The index of the numbers beside the heap. */
size_t recurrence_state(const struct recurrence *r, const int64_t *cells);
/* How many options a row looks at. */
double recurrence_work(const struct recurrence *r);
/* Values of targets, which are sorted by heaps. At most so many rows: else ST_UNSUPPORTED. */
enum status recurrence_find(struct recurrence *r, struct recurrence_target *targets, size_t count, uint64_t most,
                            struct budget *budget);

#endif
