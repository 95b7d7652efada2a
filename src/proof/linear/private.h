/* SPDX-License-Identifier: MIT */
/* Inside linear reasoning: what its files share.
 *
 *     linear.c         forms and constraints
 *     system.c  conjunctions from which variables go, one after the other
 *     solve.c   witnesses and questions
 *
 *     struct system s;
 *     system_open(&s, work, items, count);
 *     system_run(&s);                          // s.infeasible, s.failed; else s.gone has all variables
 *     system_close(&s); */
#ifndef CGI_PROOF_LINEAR_PRIVATE_H
#define CGI_PROOF_LINEAR_PRIVATE_H
#include "base/vec.h"
#include "proof/linear/linear.h"

typedef VEC(struct linear_constraint) rows;
/* A variable that is gone: by an equality (var = form) or from inequalities (the rows it stood in). */
struct gone {
    int var;
    const struct linear_form *form;
    struct linear_constraint *rows;
    size_t row_count;
};
struct system {
    struct linear_work *work;
    rows rows;
    VEC(struct gone) gone;
    int keep;     /* a variable that stays; -1: none */
    int next_var; /* first unused variable */
    bool infeasible, failed;
};

void system_open(struct system *s, struct linear_work *work, const struct linear_constraint *items, size_t count);
/* One more constraint. */
void system_add(struct system *s, struct linear_constraint c);
/* Until no variable is left but s->keep. */
void system_run(struct system *s);
/* Solves the row, an equality, for a variable and its factor there, and puts that into all others. */
void system_use_equality(struct system *s, size_t row, struct linear_term solve);
/* The variable, in inequalities only, goes; *exact is set to false where integers may be gained by that. */
void system_eliminate(struct system *s, int var, bool *exact);
void system_close(struct system *s);

/* Room for a form of at most so many terms, none set. */
struct linear_form *linear_new(struct linear_work *work, size_t terms);
uint64_t linear_magnitude(int64_t a); /* without its sign */
/* Forms in the order of their variables and factors, constants not looked at. */
int linear_compare_terms(const struct linear_form *a, const struct linear_form *b);

#endif
