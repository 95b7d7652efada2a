/* SPDX-License-Identifier: MIT */
/* Inside views: what their files share.
 *
 *     substitution.c        numbers, fields, moves, the game
 *     expr.c   expressions
 *     rows.c   rows from their other end, with other numbers in their cells
 *     unpack_row.c rows as lists of so many numbers
 *     make.c   making expressions, constants folded
 */
#ifndef CGI_PROOF_RESTATE_PRIVATE_H
#define CGI_PROOF_RESTATE_PRIVATE_H
#include "model/expr.h"
#include "proof/restate/substitution.h"

/* What a local stands for: an expression that is rewritten already, or a row that is rewritten where it is used. */
struct view_binding {
    int slot;
    struct expr *seen;
    const struct expr *row;
    const struct view_binding *scope, *next;
};
struct rewriter {
    struct arena *arena;
    const struct substitution *view;
    const struct game *from;
    int game;
    struct expr *guard; /* what must hold for the updates of the result at hand to be legal; NULL: nothing */
    uint64_t fuel;
    bool failed, no_memory;
};

/* ---- make.c: NULL kids give NULL; integer constants are folded ------------------------------------------------- */
struct expr *make_expr(struct rewriter *r, struct expr as, struct expr *const *kids, size_t count);
/* The same with kids and all, some of them perhaps NULL. */
struct expr *copy_expr(struct rewriter *r, struct expr as);
struct expr *make_int(struct rewriter *r, int64_t value);
struct expr *make_bool(struct rewriter *r, bool value);
struct expr *make_cell(struct rewriter *r, struct span span, struct expr *row, struct expr *index);
struct expr *make_two(struct rewriter *r, enum expr_kind kind, struct expr *a, struct expr *b);
struct expr *make_if(struct rewriter *r, struct expr *when, struct expr *then, struct expr *otherwise);
struct expr *make_call(struct rewriter *r, enum builtin builtin, enum type type, struct expr **args, size_t count);
struct expr *make_field(struct rewriter *r, int field, enum type type);
struct expr *make_row(struct rewriter *r, struct expr **items, size_t count);
/* a and b; either may be NULL, for true */
struct expr *make_both(struct rewriter *r, struct expr *a, struct expr *b);
bool is_constant(const struct expr *e, int64_t *value);
struct expr *rewrite_failed(struct rewriter *r);
const struct view_binding *bind_seen(struct rewriter *r, const struct view_binding *scope, int slot, struct expr *seen);
/* The local of a `let` whose value is a row. */
const struct view_binding *bind_row(struct rewriter *r, const struct view_binding *scope, const struct expr *let);
const struct view_binding *find_binding(const struct view_binding *scope, int slot);
/* What the number with this value is seen as, and back. */
struct expr *make_there(struct rewriter *r, const struct substitution_number *n, struct expr *x);
struct expr *make_back(struct rewriter *r, const struct substitution_number *n, struct expr *y);

/* ---- expr.c ----------------------------------------------------------------------------------------------------- */
struct expr *rewrite(struct rewriter *r, const struct expr *e, const struct view_binding *scope);
bool rewrite_domain(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct domain *out);

/* ---- rows.c ----------------------------------------------------------------------------------------------------- */
/* Reads, lengths, comparisons and folds that have to do with rows. False: it is none of these. */
bool rewrite_with_rows(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* The row as it is seen. */
struct expr *row_there(struct rewriter *r, const struct expr *e, const struct view_binding *scope);
bool is_row(const struct expr *e);
bool is_call(const struct expr *e, enum builtin builtin);
/* What a local or a `let` stands for, as the rule has it. */
const struct expr *follow_row(struct rewriter *r, const struct expr *e, const struct view_binding **scope);
struct expr **new_cells(struct rewriter *r, size_t count);
/* An update as it is written: low and high index, value, in terms of what is seen. */
struct change {
    struct expr *low, *high, *value;
    int op;
};
bool read_change(struct rewriter *r, const struct update *u, const struct view_binding *scope, struct change *c);

/* ---- unpack_row.c --------------------------------------------------------------------------------------------------- */
/* What rewrite_with_rows does with a spread row. */
bool rewrite_spread(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* The cells of a row, numbers as the rule has them; NULL when it cannot be said. */
struct expr **row_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope, size_t *count);
/* The members of a generator's domain: constants, or the cells of a spread row. False: they cannot be written down. */
bool row_members(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct expr ***items,
                 size_t *count);
/* Does the generator pick a cell of a row? */
bool move_picks(const struct move *m, size_t gen);

#endif
