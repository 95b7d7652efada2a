/* SPDX-License-Identifier: MIT */
/* Expressions as guarded forms and unions of conjunctions, for the normal form.
 *
 *     struct normal_cases c = expr_cases(b, e, scope);         // min(m, n): {m - n <= 0: m}, {n - m <= 0: n}
 *     struct normal_union u = expr_union(b, e, true, scope);   // a or b: two parts; false: none; true: one, empty
 *     struct normal_value v = expr_value(b, e, scope);         // as a term, without splitting
 *
 * Failures stick: b->failed with b->reason; b->space->work says whether memory ran out. Results are then empty. A
 * failure with b->too_many set only means that splitting exceeded NORMAL_MAX_PIECES: expr_value may still succeed.
 *
 * Locals are looked up in a list of bindings that is never changed, only extended at its head, so an expression bound
 * by `let` keeps the scope it was bound in. */
#ifndef CGI_PROOF_PRIVATE_H
#define CGI_PROOF_PRIVATE_H
#include "model/arithmetic.h"
#include "proof/normal/terms.h"

#define EXPR_OWN_SLOTS 1000000 /* slots from here on belong to the normal form: no rule has so many */
struct normal_binding {
    int slot;
    const struct linear_form *form; /* a generator, or */
    const struct expr *expr;        /* an expression in its own scope */
    const struct normal_binding *scope, *next;
};
struct normal_builder {
    struct normal_space *space;
    const struct normal_source *source;
    const struct game *game;
    const struct normal *states;      /* already known states: moves are built from these only; may be NULL */
    int level;                        /* bound variables around the term being built */
    int rows;                         /* locals made for rows constructed cell by cell */
    bool whole;                       /* make terms instead of splitting */
    bool counted;                     /* in a compound in which parts without options count too */
    bool failed, too_many, too_large; /* too_large: a bound on time or memory was met */
    const char *reason;
    /* Builds the normal form of a game that a sum leads to: normal_build; NULL: such games are not considered. */
    enum status (*build)(struct normal_space *space, const struct normal_source *source, struct normal **normal);
    uint64_t fuel;      /* expressions still to be visited */
    uint64_t ceiling;   /* bytes that the arena may reach; 0: unbounded */
    uint64_t most_rows; /* rows of linear systems that may be gone through; 0: unbounded */
};
struct normal_case {
    struct linear_conjunction guard;
    const struct linear_form *value;
};
struct normal_cases {
    struct normal_case *items;
    size_t count;
};
struct normal_union {
    struct linear_conjunction *items;
    size_t count;
};
/* A choice of values for several expressions at once. */
struct normal_vector {
    struct linear_conjunction guard;
    struct normal_value *values;
};
struct normal_vectors {
    struct normal_vector *items;
    size_t count;
};

/* scope.c */
void expr_fail(struct normal_builder *b, const char *reason);
/* Fails if the form is NULL, because memory or 64 bits did not suffice. */
bool expr_check(struct normal_builder *b, const struct linear_form *form);
bool expr_enter(struct normal_builder *b); /* spends fuel */
const struct normal_binding *expr_bind(struct normal_builder *b, const struct normal_binding *scope, int slot,
                                       const struct linear_form *form, const struct expr *expr,
                                       const struct normal_binding *expr_scope);
const struct normal_binding *expr_binding(struct normal_builder *b, const struct normal_binding *scope, int slot);
/* expr.c */
const struct linear_form *expr_leaf(struct normal_builder *b, const struct expr *e); /* INT BOOL FIELD PARAM MOVER */
struct normal_cases expr_cases(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope);
struct normal_vectors expr_vectors(struct normal_builder *b, struct expr *const *kids, size_t count,
                                   const struct normal_binding *scope);
/* expr_no_choice: one vector of `width` values, none set yet. The next: each vector with each case as its value
 * number `at`. */
struct normal_vectors expr_no_choice(struct normal_builder *b, size_t width);
struct normal_vectors expr_extend(struct normal_builder *b, struct normal_vectors v, size_t at, struct normal_cases c,
                                  size_t width);
/* The operation of e on values of its kids. */
struct normal_value expr_apply(struct normal_builder *b, const struct expr *e, struct normal_value *args, size_t count);

/* union.c */
struct normal_union union_all(struct normal_builder *b); /* true */
struct normal_union union_none(void);                    /* false */
struct normal_union union_one(struct normal_builder *b, const struct linear_form *form, bool equality);
struct normal_union union_of(struct normal_builder *b, struct linear_conjunction guard);
struct normal_union union_and(struct normal_builder *b, struct normal_union x, struct normal_union y);
struct normal_union union_or(struct normal_builder *b, struct normal_union x, struct normal_union y);
/* The conjunction of both; *never is set if a constant constraint fails. */
struct linear_conjunction union_join(struct normal_builder *b, struct linear_conjunction x, struct linear_conjunction y,
                                     bool *never);

/* Returns true if every integer solution of `items` is proved to satisfy one of the parts. */
bool linear_covered(struct linear_work *work, const struct linear_constraint *items, size_t count,
                    const struct linear_conjunction *parts, size_t part_count);

/* cases.c */
/* Is the context covered by the parts in every case of where the cells are? Returns false if no cell is read. */
bool axioms_covered_by_cases(struct normal_space *space, const struct linear_conjunction *context, size_t context_count,
                             const struct linear_conjunction *parts, size_t part_count);

/* fold.c */
/* The value of an operation on numbers, if it has one. */
bool terms_operate(const struct normal_term *term, struct arithmetic *a, const struct number *x, size_t count,
                   struct number *value);
/* The same within 64 bits. */
bool terms_fold(const struct normal_term *term, const int64_t *args, size_t count, int64_t *value);

/* replace.c */
/* Does the term contain a variable of that kind? */
bool terms_hold(const struct normal_space *space, const struct normal_term *term, enum normal_var_kind kind);
bool forms_hold(const struct normal_space *space, const struct linear_form *form, enum normal_var_kind kind);

/* truth.c */
struct normal_union expr_union(struct normal_builder *b, const struct expr *e, bool want,
                               const struct normal_binding *scope);
/* Is v in the domain? */
struct normal_union domain_union(struct normal_builder *b, const struct linear_form *v, const struct domain *domain,
                                 bool want, const struct normal_binding *scope);
/* form + sum factor_i * e_i >= 0 for up to two expressions (e[i] may be NULL). */
struct normal_union expr_nonneg(struct normal_builder *b, const struct linear_form *base, const struct expr *const e[2],
                                const int64_t factor[2], const struct normal_binding *scope);

/* ascending.c: the union, if the expression is a fold which says that a row is increasing. Returns false if it is
 * not; that is not a failure. */
bool rises_union(struct normal_builder *b, const struct expr *e, bool want, const struct normal_binding *scope,
                 struct normal_union *out);

/* members.c: `any` and `all` over listable members, and cells of literal rows. Returns false, without a failure, if
 * e is neither or is too long. */
bool listed_union(struct normal_builder *b, const struct expr *e, bool want, const struct normal_binding *scope,
                  struct normal_union *out);
bool listed_cell(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope,
                 struct normal_cases *out);

/* value.c */
struct normal_value expr_value(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope);
struct normal_value expr_optional(struct normal_builder *b, const struct expr *e,
                                  const struct normal_binding *scope); /* e may be NULL */
struct normal_value expr_make(struct normal_builder *b, int kind, int64_t data, struct normal_value *args, size_t count,
                              bool number, bool truth);
struct normal_value domain_value(struct normal_builder *b, const struct domain *d, const struct normal_binding *scope);
/* generators.c: folds, rows and sums with generators. */
struct normal_value expr_bound(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope);
const struct linear_form *domain_truth(struct normal_builder *b, const struct linear_form *v,
                                       const struct domain *domain, const struct normal_binding *scope);
const struct linear_form *named_member(struct normal_builder *b, const struct linear_form *v,
                                       const struct domain *domain, const struct linear_form *low);
/* eliminate.c: generators that the piece determines are replaced, the others eliminated from `rule` where possible.
 * `rules` receives one rule per resulting piece. False without b->failed: no piece remains. */
bool piece_finish(struct normal_builder *b, struct normal_piece *piece, struct linear_conjunction items,
                  struct normal_union *rules);
/* Does the form contain the variable, terms included? */
bool form_mentions(const struct normal_space *space, const struct linear_form *form, int var);
bool value_mentions(const struct normal_space *space, struct normal_value v, int var);

/* result.c: the possible results, and the shape of each. */
struct normal_outcome {
    struct linear_conjunction guard;
    struct normal_piece shape;         /* components and result_vars filled in */
    const struct linear_form **values; /* of the result variables, over state and generators */
};
struct normal_outcomes {
    struct normal_outcome *items;
    size_t count;
};
struct normal_outcomes expr_outcomes(struct normal_builder *b, const struct expr *e,
                                     const struct normal_binding *scope);

/* rows.c: a row constructed by a comprehension, as updates of a row of the state: one way per item, in its own
 * scope, where its guard holds; in every state one of the guards holds. Returns false if it cannot be shown to be
 * one. */
struct expr_row {
    struct linear_conjunction guard;
    struct expr *row; /* a field, or `with` */
    const struct normal_binding *scope;
};
struct expr_rows {
    struct expr_row *items;
    size_t count;
    const struct normal_binding *scope; /* that of the comprehension */
};
bool expr_built_row(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope,
                    struct expr_rows *out);

/* A known set parameter's values. */
bool domain_known(const struct normal_builder *b, const struct domain *domain, const int64_t **values, size_t *count);

#endif
