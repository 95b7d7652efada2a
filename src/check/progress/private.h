/* SPDX-License-Identifier: MIT */
/* Rules as linear constraints: the assumptions in a state, and what can be proved from them.
 *
 *     struct assumptions f;
 *     assumptions_open(&f, ck, game);                       // fields, parameters' domains, the invariant
 *     assumptions_gen(&f, &move->gens[0]);                  // t in 1..n
 *     assumptions_assume(&f, move->conditions[0], true);
 *     if (assumptions_contradictory(&f)) ...                // proved: no state and no choice satisfies all this
 *     assumptions_close(&f);
 *
 * Numbers are linear forms over fields, locals and terms; a term stands for anything else (a parameter, a cell, a
 * product, a remainder) together with known facts about it. Disjunctions are kept as splits and tried one after the
 * other when a proof needs them. What cannot be expressed is left out, so a proof is valid and a failure to prove
 * means nothing. */
#ifndef CGI_CHECK_PROGRESS_PRIVATE_H
#define CGI_CHECK_PROGRESS_PRIVATE_H
#include "check/private.h"
#include "proof/linear/linear.h"

/* Variables: fields, locals from FIRST_LOCAL, terms from FIRST_TERM. */
enum { FIRST_LOCAL = MODEL_MAX_FIELDS, FIRST_TERM = 1 << 24 };

struct assumption {
    const struct expr *condition; /* NULL: the constraint */
    bool truth;
    struct linear_constraint constraint;
};
struct alternative {
    struct assumption items[4];
    int count;
};
struct split {
    struct alternative *alternatives;
    size_t count;
};
struct fact_term {
    const struct expr *expr;        /* as written; NULL for the quotient behind a remainder */
    int kind;                       /* EXPR_DIV for quotients, else the expression's own */
    const struct linear_form *over; /* the dividend of a quotient */
    int64_t by;
};
struct fact_let {
    int slot;
    const struct linear_form *form;
};
/* What a variable denotes among rows, sets of nodes and trees: a node in `from` or outside it, a part of `from`,
 * `from` itself, or a branch of it. */
enum fact_set_kind { FACT_NODE_IN, FACT_NODE_OUTSIDE, FACT_PART_OF, FACT_SET_IS, FACT_BRANCH_OF };
struct fact_set {
    int slot;
    enum fact_set_kind kind;
    const struct expr *from;
};
/* `all` that is true of a range or the cells of a row, or `any` that is false. */
struct fact_all {
    const struct expr *fold;
    bool truth; /* of each element */
};
struct assumptions {
    struct checker *ck;
    int game;
    const struct move *move; /* whose choices and conditions are assumed; NULL: of none */
    struct linear_work work;
    struct arena_mark mark;
    VEC(struct linear_constraint) items;
    VEC(struct split) splits;
    VEC(struct fact_term) terms;
    VEC(struct fact_let) lets;
    VEC(struct fact_set) sets;
    VEC(struct fact_all) alls;
    VEC(const struct expr *) witnesses; /* folds whose variables denote an element that there is (witness.c) */
    unsigned solves;                    /* solves that may still be spent */
    unsigned proofs;                    /* being made, one within the other: of facts about terms of what is proved */
};
/* A mark for assumptions_rewind; forms created after it become invalid. */
struct assumptions_mark {
    size_t items, splits, terms, lets, sets, alls, witnesses;
};

void assumptions_open(struct assumptions *f, struct checker *ck, int game);
void assumptions_close(struct assumptions *f);
struct assumptions_mark assumptions_mark(const struct assumptions *f);
void assumptions_rewind(struct assumptions *f, struct assumptions_mark mark);
/* The form of a number; never NULL unless memory runs out or a factor does not fit. */
const struct linear_form *assumptions_form(struct assumptions *f, const struct expr *e);
void assumptions_assume(struct assumptions *f, const struct expr *condition, bool truth);
/* For an EXPR_LET: its variable denotes its value. */
void assumptions_bind(struct assumptions *f, const struct expr *let);
void assumptions_gen(struct assumptions *f, const struct gen *gen);
/* form == 0, or form >= 0; nothing for NULL */
void assumptions_add(struct assumptions *f, const struct linear_form *form, bool equality);
/* a - b + constant >= 0 */
void assumptions_difference(struct assumptions *f, const struct linear_form *a, const struct linear_form *b,
                            int64_t constant);
/* Room for this many alternatives, one of which holds; NULL if memory runs out. */
struct alternative *assumptions_split(struct assumptions *f, size_t count);
/* form + constant >= 0 */
void assumptions_at_least(struct assumptions *f, const struct linear_form *form, int64_t constant);
bool assumptions_contradictory(struct assumptions *f);
/* Is form >= least wherever all assumptions hold? True is a proof. */
bool assumptions_prove(struct assumptions *f, const struct linear_form *form, int64_t least);
/* Is the condition `truth` wherever the assumptions hold that are no splits? True is a proof. */
bool assumptions_certain(struct assumptions *f, const struct expr *condition, bool truth);
/* subsets.c: is the set of nodes e a proper subset of the state's field? True is a proof. */
bool subset_holds(struct assumptions *f, const struct expr *e, int field);
bool subset_is_proper(struct assumptions *f, const struct expr *e, int field);
/* Is it a proper superset of the field? */
bool subset_grows(struct assumptions *f, const struct expr *e, int field);
/* The variable `slot` is a node in `from`, a part of it, or `from` itself. */
void assumptions_set(struct assumptions *f, int slot, enum fact_set_kind kind, const struct expr *from);
void assumptions_gen_set(struct assumptions *f, const struct gen *gen);
/* forms.c: an expression that is not in the rule and lives until the assumptions are closed. */
struct expr *made_expr(struct assumptions *f, enum expr_kind kind, enum type type, int index, struct expr *const *kids,
                       size_t count);
/* The variable that stands for anything which is no linear form; floor(form / by) for by > 0; x is one of those forms. NULL: there are too
 * many terms. */
const struct linear_form *assumptions_term(struct assumptions *f, const struct expr *e);
const struct linear_form *assumptions_quotient(struct assumptions *f, const struct linear_form *form, int64_t by);
void assumptions_among(struct assumptions *f, const struct linear_form *x, const struct linear_form *const *forms,
                       size_t count);
/* conditions.c: x is in the domain. */
void assumptions_domain(struct assumptions *f, const struct linear_form *x, const struct domain *d);
/* The cell of `base` that an update of one cell changes. */
struct expr *made_cell(struct assumptions *f, const struct expr *base, const struct update *u);
/* sizes.c: size(e) of a tree; an upper bound as a form, NULL if none is found. */
const struct linear_form *size_term(struct assumptions *f, const struct expr *e);
const struct linear_form *size_of_field(struct assumptions *f, int field);
const struct linear_form *size_most(struct assumptions *f, const struct expr *e);
/* Facts about the value of size(e); about the variable of a generator over branches. */
void know_size(struct assumptions *f, const struct expr *call, const struct linear_form *size);
void assumptions_gen_branch(struct assumptions *f, const struct gen *gen);
/* cells.c: is every cell of the row, bag or grid a natural number wherever the assumptions hold? True is a proof. */
bool cells_are_natural(struct assumptions *f, const struct expr *e);
/* cells.c: are all numbers of a fold natural, whichever its variables denote? Not known where they denote one already (witness.c). */
bool folds_share_variables(const struct expr *a, const struct expr *b);
bool elements_are_natural(struct assumptions *f, const struct expr *e);
/* idle.c: may its evaluation fail, apart from numbers that grow too large? False is a proof. */
bool may_fail(const struct assumptions *f, struct expr *e);
bool domain_may_fail(const struct assumptions *f, struct domain *d);
/* idle.c: warns of superfluous conditions and variables of the move; `nothing` is a mark at which none of it is
 * assumed. */
void report_idle(struct assumptions *f, const struct move *m, struct assumptions_mark nothing);
/* witness.c: what follows for one element from a condition that was evaluated, and is true or false; a variable of a move, and what is
 * known of its range's ends, which were evaluated. */
void assumptions_witness(struct assumptions *f, const struct expr *condition, bool truth);
void assumptions_choice(struct assumptions *f, const struct gen *gen);
/* universal.c: each element of the fold, which was evaluated, is `truth`; what that says of the cell, of whatever is said so. */
void assumptions_universal(struct assumptions *f, const struct expr *fold, bool truth);
void assumptions_know_cell(struct assumptions *f, const struct expr *cell);
/* The variable of a field or local. */
int assumptions_field_var(int field);
int assumptions_local_var(int slot);
/* "t + a <= n" for a form that must not be negative; "" if a term has no text. In the scratch arena. */
const char *assumptions_guard(struct assumptions *f, const struct linear_form *form, const char *const *local_names,
                              size_t locals);

struct fall;
/* row_change.c: the feature of field `field` of the state minus that of `e`, a row, bag or grid made of it; a lower bound, or
 * NULL. Which field `e` is made of: row_origin, -1 if of none. */
int row_origin(const struct fall *x, const struct expr *e);
const struct linear_form *row_drop(struct fall *x, int field, const struct weight *w, const struct expr *e);
struct losses;
/* rebuilt_change.c: does the comprehension lose what is added? Does it keep the length, and every cell its place? The form of a number, of
 * whose conditions as many as possible are decided. */
bool rebuilt_loses(struct losses *l, const struct expr *e);
struct rebuilt;
bool keeps_places(struct losses *l, const struct rebuilt *r);
const struct linear_form *decided_form(struct losses *l, const struct expr *e);
/* rebuilt_cases.c: is the test true in every case? Each is assumed in turn, and r says which it is. */
bool rebuilt_decide(struct assumptions *f, struct rebuilt *r, bool (*test)(void *context), void *context);
/* Assumes that the variables have values in range which are no points whose cells are made, and whose cells are made. */
void rebuilt_elsewhere(struct assumptions *f, const struct rebuilt *r);
/* row_order.c: does the row fall in the order of the feature? */
bool order_falls(struct losses *l, const struct expr *e);

#endif
