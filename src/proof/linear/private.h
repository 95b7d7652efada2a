/* SPDX-License-Identifier: MIT */
/* What the files on linear constraints share.
 *
 *     linear.c  forms and constraints
 *     rows.c    rows in order
 *     system.c  conjunctions whose variables are eliminated one after the other
 *     solve.c   witnesses and questions
 *     answers.c answers that are kept
 *
 *     struct system s;
 *     system_open(&s, work, items, count);
 *     system_run(&s);                          // s.infeasible, s.failed; else s.gone lists all variables
 *     system_close(&s); */
#ifndef CGI_PROOF_LINEAR_PRIVATE_H
#define CGI_PROOF_LINEAR_PRIVATE_H
#include "base/vec.h"
#include "proof/linear/linear.h"

/* A constraint of a system, with what tells most rows apart and most opposites out without a look at the terms. */
struct row {
    const struct linear_form *form;
    uint64_t rank;           /* ascending in the order of linear_compare_terms; may be the same for forms that differ */
    bool equality, negative; /* negative: the first factor is */
    uint8_t name;            /* of the form and of its negative */
};
typedef VEC(struct row) row_vec;
/* An eliminated variable: by an equality (var = form) or from inequalities (the rows it occurred in). */
struct gone {
    int var;
    const struct linear_form *form;
    struct linear_constraint *rows;
    size_t row_count;
};
/* In how many rows a variable has a positive, a negative factor. */
struct uses {
    int var;
    uint32_t up, down;
};
struct system {
    struct linear_work *work;
    row_vec rows;
    size_t sorted; /* how many of the rows, from the first on, are in order, without parallels */
    row_vec fresh; /* rows that came since opposites were last looked for */
    VEC(struct gone) gone;
    VEC(struct linear_constraint) changed; /* while equalities are substituted */
    VEC(struct uses) uses;                 /* while a variable is chosen */
    VEC(uint32_t) places;                  /* of uses, by a hash of the variable; 0: none */
    int keep;                              /* a variable that is not eliminated; -1: none */
    int next_var;                          /* first unused variable */
    bool infeasible, failed;
};

void system_open(struct system *s, struct linear_work *work, const struct linear_constraint *items, size_t count);
/* Adds one constraint. */
void system_add(struct system *s, struct linear_constraint c);
/* Eliminates every variable but s->keep. */
void system_run(struct system *s);
/* Solves the row, an equality, for the variable of `solve` (which holds its factor there), and substitutes the
 * result everywhere else. */
void system_use_equality(struct system *s, size_t row, struct linear_term solve);
/* Eliminates a variable that occurs in inequalities only; *exact is set to false if that may add integer solutions. */
void system_eliminate(struct system *s, int var, bool *exact);
void system_close(struct system *s);

/* rows.c: the row of a constraint that is tightened and not constant. Of parallel rows only the tightest stays. Of
 * opposites, f >= 0 and -f + c >= 0 with c == 0, an equality is made: true if one was, which ends it; they are looked
 * for among rows without parallels. Both say if they find a contradiction (s->infeasible). */
struct row rows_make(struct linear_constraint c);
void rows_drop_parallel(struct system *s);
bool rows_join_opposites(struct system *s);

/* answers.c: of the items, and of `also` whether it follows from them; NULL: whether they have a solution. */
struct answers_question {
    const struct linear_constraint *items, *also;
    size_t count;
};
/* The answer kept for it, with a witness where one is wanted; false: there is none. */
bool answers_find(struct linear_work *work, struct answers_question q, struct linear_witness *witness,
                  enum linear_answer *answer);
/* Keeps the answer of the question that answers_find was asked last, and what it took. `witness`: NULL, or a solution
 * if there is one. */
void answers_keep(struct linear_work *work, uint64_t steps, uint64_t rows, const struct linear_witness *witness,
                  enum linear_answer answer);

/* An uninitialised form with room for this many terms. */
struct linear_form *linear_new(struct linear_work *work, size_t terms);
/* Orders forms by their variables and factors and ignores constants. */
int linear_compare_terms(const struct linear_form *a, const struct linear_form *b);

#endif
