/* SPDX-License-Identifier: MIT */
/* Conjunctions of linear constraints over integers: is there a solution, does a constraint follow, is a union covered.
 *
 *     struct linear_work work = {.arena = &arena, .steps = 20000};
 *     const struct linear_form *x = linear_variable(&work, 0), *one = linear_constant(&work, 1);
 *     struct linear_constraint c[] = {{linear_sum(&work, x, 2, one, -1), true}};            // 2 x - 1 == 0
 *     if (linear_solve(&work, c, 1, NULL) == LINEAR_INFEASIBLE) ...                          // proved
 *
 * A form is an immutable sparse sum  factor_1 x_1 + ... + constant  with its variables ascending and factors not 0.
 * Variables are any natural numbers; all of them stand for integers. Forms live in work->arena.
 *
 * Method: equalities are eliminated by substitution (a Euclidean step where no factor is 1), inequalities by
 * Fourier-Motzkin with every row divided by its gcd and its constant rounded. So INFEASIBLE is a proof over the
 * integers; FEASIBLE comes with an integer witness; everything else (overflow of a 64-bit factor, the bound on steps or
 * rows, a rational solution that cannot be rounded) is UNKNOWN.
 *
 * A failed operation returns NULL (or UNKNOWN, or false) and sets work->no_memory, or work->gave_up for overflow and
 * bounds; every operation accepts NULL forms and returns NULL for them, so a caller may check once at the end. Worst
 * case exponential in the number of variables, cut off by work->steps (one step: one row made). */
#ifndef CGI_PROOF_LINEAR_LINEAR_H
#define CGI_PROOF_LINEAR_LINEAR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"

struct linear_term {
    int var;
    int64_t factor;
};
struct linear_form {
    int64_t constant;
    uint32_t count;
    struct linear_term terms[];
};
/* form >= 0, or form == 0. */
struct linear_constraint {
    const struct linear_form *form;
    bool equality;
};
struct linear_answers;
struct linear_work {
    struct arena *arena;
    struct linear_answers *answers; /* kept (answers.h); NULL: none are */
    uint64_t steps;                 /* steps that may still be spent */
    uint64_t rows;                  /* rows gone through in all questions so far: a measure of time */
    bool no_memory, gave_up;
};
/* A solution: value i belongs to vars[i]; variables that are not listed may be 0. */
struct linear_witness {
    int *vars;
    int64_t *values;
    size_t count;
};
struct linear_conjunction {
    const struct linear_constraint *items;
    size_t count;
};

const struct linear_form *linear_constant(struct linear_work *work, int64_t value);
const struct linear_form *linear_variable(struct linear_work *work, int var);
/* ka * a + kb * b */
const struct linear_form *linear_sum(struct linear_work *work, const struct linear_form *a, int64_t ka,
                                     const struct linear_form *b, int64_t kb);
/* factor * a + constant */
const struct linear_form *linear_scale(struct linear_work *work, const struct linear_form *a, int64_t factor,
                                       int64_t constant);
/* `form` with `var` replaced by `by`. */
const struct linear_form *linear_replace(struct linear_work *work, const struct linear_form *form, int var,
                                         const struct linear_form *by);
int64_t linear_factor(const struct linear_form *form, int var); /* 0 if it does not occur */
bool linear_is_constant(const struct linear_form *form, int64_t *value);
/* A total order; 0 means the same form. Neither may be NULL. */
int linear_compare(const struct linear_form *a, const struct linear_form *b);
/* Divided by the gcd of its factors, the constant rounded towards what integers can reach; an equality without integer
 * solutions becomes -1 >= 0, and equalities get a positive first factor. The form is NULL if an operation failed. */
struct linear_constraint linear_tighten(struct linear_work *work, struct linear_constraint c);
/* If the form is constant: 1 if the constraint holds, 0 if not; -1 for any other form. */
int linear_truth(struct linear_constraint c);

enum linear_answer { LINEAR_INFEASIBLE, LINEAR_FEASIBLE, LINEAR_UNKNOWN };
enum linear_answer linear_solve(struct linear_work *work, const struct linear_constraint *items, size_t count,
                                struct linear_witness *witness);
/* Of the items and one constraint more. `known`: a solution of the items, or NULL. With one, only items that share variables with
 * `also`, or with others that do, are looked at: the rest is solved by `known`, whose values the witness then has there. */
enum linear_answer linear_solve_also(struct linear_work *work, const struct linear_constraint *items, size_t count,
                                     struct linear_constraint also, const struct linear_witness *known,
                                     struct linear_witness *witness);
/* Is the constraint false at the witness (so that what the witness solves does not imply it)? */
bool linear_false_at(const struct linear_witness *witness, struct linear_constraint what);
/* Is the constraint, or one with the same factors that implies it, among the items? Takes no steps. */
bool linear_stated(const struct linear_constraint *items, size_t count, struct linear_constraint what);
/* Returns true if `what` is proved to hold wherever the items do. */
bool linear_implies(struct linear_work *work, const struct linear_constraint *items, size_t count,
                    struct linear_constraint what);
/* Bounds of a form over all solutions; they need not be attained. */
struct linear_bounds {
    bool has_low, has_high, empty; /* empty: proved that there is no solution; then nothing else is set */
    int64_t low, high;
};
/* Returns false if it had to give up. */
bool linear_range(struct linear_work *work, const struct linear_constraint *items, size_t count,
                  const struct linear_form *form, struct linear_bounds *bounds);
/* The items with `var` eliminated: exactly the integer solutions that some value of `var` completes. Returns false
 * if this method cannot express that as a conjunction (work->gave_up is then left unchanged) or an operation failed. */
bool linear_eliminate(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                      struct linear_conjunction *out);
/* Like linear_eliminate, but the result may have more solutions: every solution of the items remains one without
 * `var`. */
bool linear_project(struct linear_work *work, const struct linear_constraint *items, size_t count, int var,
                    struct linear_conjunction *out);

#endif
