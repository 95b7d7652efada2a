/* SPDX-License-Identifier: MIT */
/* What the files on views share.
 *
 *     substitution.c    numbers, fields, moves, the game
 *     expr.c            expressions
 *     rows.c            reversed rows, and rows whose cells are seen as other numbers
 *     unpack_row.c      rows of fixed length as lists of numbers
 *     unpack_grid.c     grids of fixed size as lists of numbers
 *     as_set.c          a row that increases as the set of its numbers
 *     place.c           a cell among others, seen with its place
 *     make.c            making expressions, constants folded
 */
#ifndef CGI_PROOF_RESTATE_PRIVATE_H
#define CGI_PROOF_RESTATE_PRIVATE_H
#include "model/expr.h"
#include "proof/restate/substitution.h"

/* The value of a local: an expression that is rewritten already, or a row that is rewritten where it is used. */
struct view_binding {
    int slot;
    struct expr *seen;
    const struct expr *row;
    bool index; /* `as_set`: it is the index of a cell, and `seen` the place of the number in it */
    const struct view_binding *scope, *next;
};
enum { REWRITTEN_SMALL = 32 };
struct rewriter {
    struct arena *arena;
    const struct substitution *view;
    const struct game *from;
    int game;
    const struct place_way *way; /* of the move that is rewritten */
    struct expr *guard;          /* the condition for the updates of the current result to be legal; NULL: none */
    uint64_t fuel;
    int fresh;                /* a slot that the rule does not use */
    struct expr *const *said; /* the conditions of the move, rewritten; entries may be NULL */
    size_t said_count;
    bool failed, no_memory;
    /* What is made often, each once, as expressions are not changed: numbers of the state, small integers, false and true. */
    struct expr **numbers, *small[REWRITTEN_SMALL], *truths[2];
};

/* ---- make.c: NULL kids give NULL; integer constants are folded ------------------------------------------------- */
struct expr *make_expr(struct rewriter *r, struct expr as, struct expr *const *kids, size_t count);
/* The same with kids and all, some of them perhaps NULL. */
struct expr *copy_expr(struct rewriter *r, struct expr as);
struct expr *make_int(struct rewriter *r, int64_t value);
struct expr *make_bool(struct rewriter *r, bool value);
struct expr *make_cell(struct rewriter *r, struct span span, struct expr *row, struct expr *index);
struct expr *make_two(struct rewriter *r, enum expr_kind kind, struct expr *a, struct expr *b);
/* x and so many times y, for small numbers. */
struct expr *make_plus(struct rewriter *r, struct expr *x, int times, struct expr *y);
struct expr *make_if(struct rewriter *r, struct expr *when, struct expr *then, struct expr *otherwise);
struct expr *make_call(struct rewriter *r, enum builtin builtin, enum type type, struct expr **args, size_t count);
struct expr *make_field(struct rewriter *r, int field, enum type type);
/* Number i of an unpacked state as it was, in terms of what is seen. */
struct expr *make_number(struct rewriter *r, size_t i);
struct expr *make_row(struct rewriter *r, struct expr **items, size_t count);
/* The value of e if its parts are literals and it has one, what is left of `and` and `or` if one part is known; else e. */
struct expr *make_known(struct rewriter *r, struct expr *e);
/* a and b; either may be NULL, which means true */
struct expr *make_both(struct rewriter *r, struct expr *a, struct expr *b);
bool is_constant(const struct expr *e, int64_t *value);
struct expr *rewrite_failed(struct rewriter *r);
const struct view_binding *bind_seen(struct rewriter *r, const struct view_binding *scope, int slot, struct expr *seen);
/* The local of a `let` whose value is a row. */
const struct view_binding *bind_row(struct rewriter *r, const struct view_binding *scope, const struct expr *let);
const struct view_binding *find_binding(const struct view_binding *scope, int slot);
/* make_there: the number with this value as seen; make_back: the inverse. */
struct expr *make_there(struct rewriter *r, const struct substitution_number *n, struct expr *x);
struct expr *make_back(struct rewriter *r, const struct substitution_number *n, struct expr *y);

/* ---- expr.c ----------------------------------------------------------------------------------------------------- */
struct expr *rewrite(struct rewriter *r, const struct expr *e, const struct view_binding *scope);
bool rewrite_domain(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct domain *out);

/* ---- rows.c ----------------------------------------------------------------------------------------------------- */
/* Reads, lengths, comparisons and folds that involve rows. Returns false if e is not one of these. */
bool rewrite_with_rows(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* The row as seen. */
struct expr *row_there(struct rewriter *r, const struct expr *e, const struct view_binding *scope);
bool is_row(const struct expr *e);
bool is_call(const struct expr *e, enum builtin builtin);
/* The expression that a local or a `let` denotes, as in the original rule. */
const struct expr *follow_row(struct rewriter *r, const struct expr *e, const struct view_binding **scope);
struct expr **new_cells(struct rewriter *r, size_t count);
/* An update as it is written: low and high index and value, as seen. */
struct change {
    struct expr *low, *high, *value;
    int op;
};
bool read_change(struct rewriter *r, const struct update *u, const struct view_binding *scope, struct change *c);

/* ---- unpack_row.c ------------------------------------------------------------------------------------------------ */
/* rewrite_with_rows for an unpacked row. */
bool rewrite_unpacked(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* The cells of a row, with numbers as in the original rule; NULL if they cannot be expressed. */
struct expr **row_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope, size_t *count);
/* The members of a generator's domain: constants, or the cells of an unpacked row. Returns false if they cannot be
 * listed. */
bool row_members(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct expr ***items,
                 size_t *count);
/* Does the generator choose a cell of a row? */
bool move_picks(const struct move *m, size_t gen);

/* ---- unpack_grid.c: grids of the fields of an unpacked state, and what `with` and conditions make of them ----------------- */
/* How many columns it has; 0: it is none of these. */
int64_t grid_columns(struct rewriter *r, const struct expr *e);
/* The cells of a grid with updates. */
struct expr **updated_grid(struct rewriter *r, const struct expr *e, const struct view_binding *scope, size_t *count);
/* What is asked of a grid: a cell, or one of its sizes. */
struct expr *asked_of_grid(struct rewriter *r, const struct expr *e, const struct view_binding *scope);

/* ---- as_set.c: a row or bag as the set of its numbers ---------------------------------------------------------- */
/* Does the invariant say that the row increases? */
bool set_is_said_to_rise(const struct game *g, int field);
/* Is it a row or bag, beside numbers and truth values? */
bool set_can_be_seen(const struct game *g, int field);
/* One that neither the moves nor the invariant use. */
int set_fresh_slot(const struct game *g);
/* What involves the row, but for results. Returns false if e does not. */
bool rewrite_as_set(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* A generator of indices of the row, or of its elements: *out runs over places, *says that the place holds a number. False: it is none. */
bool set_generator(struct rewriter *r, const struct gen *g, const struct view_binding **scope, struct gen *out,
                   struct expr **says);
/* The row of a result as seen. */
struct expr *set_there(struct rewriter *r, const struct expr *e, const struct view_binding *scope);

/* ---- place.c: a cell among others ---------------------------------------------------------------------------------- */
/* The index of the cell in direction k, or how many cells there are, as a number of the part; one that is not kept has a number
 * that no field has. */
struct expr *place_number(struct rewriter *r, int code);
/* Reads, lengths and updates of rows with that cell. Returns false if e is none of these. */
bool rewrite_at_place(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out);
/* a - b, if both are the same number of the place but for constants. */
bool place_compares(const struct rewriter *r, const struct expr *a, const struct expr *b, int64_t *by);
/* What the field's row, as a result has it, holds there. */
struct expr *cell_at_place(struct rewriter *r, const struct expr *e, const struct view_binding *scope);
/* The generator that is the index: *seen is what it is, *says what its domain says of that, NULL for nothing. False: it is not. */
bool place_generator(struct rewriter *r, const struct gen *g, size_t gen, const struct view_binding *scope,
                     struct expr **seen, struct expr **says);
/* What a move says of the index where that is a constant, and `so_far`. */
struct expr *place_constants(struct rewriter *r, struct expr *so_far);
/* The index is one of a cell: true of every state, and `so_far`. */
struct expr *place_states(struct rewriter *r, struct expr *so_far);

#endif
