/* SPDX-License-Identifier: MIT */
/* The normal form of a game: its moves as a union of pieces over states and results.
 *
 *     struct normal_space space = {.arena = &arena};
 *     struct normal_source source = {.model = model, .game = game, .params = params};
 *     struct normal *normal;
 *     if (normal_build(&space, &source, &normal) == ST_OK && normal->supported)
 *         for (size_t i = 0; i < normal->piece_count; i++) use(&normal->pieces[i]);
 *
 * A piece is a conjunction of linear constraints over numbered variables: the scalar fields of the state, parameters
 * that were left symbolic, the arguments of the result, generators that the result does not determine, and terms.
 * Everything that is not linear is a term, an uninterpreted function of linear forms: a product, a cell read, `xor`, a
 * Lua call; a condition such as `t in primes` is a term with value 0 or 1. Equal terms are one variable (terms are
 * interned), floor division by a constant is a term whose defining inequalities are known (normal_axioms). So min and
 * max, `and`, `or`, `not`, `?:`, sets, `let` and remainders are eliminated; what cannot be split into at most
 * NORMAL_MAX_PIECES conjunctions stays a term.
 *
 *     move take(t in 1..min(m, n)) -> g(n - t)  with m = 3:   n - r >= 1, n - r <= 3, r >= 0;  t is n - r
 *
 * Two pieces give the same options if their shapes are the same up to the order of components and their constraints
 * are equivalent. The state's own domain (nat cells, the invariant) is kept apart in normal->domain.
 *
 * Everything lives in the space's arena. A space may hold several normal forms over the same variables, which makes
 * their pieces comparable. Time and memory are bounded; what exceeds a bound makes `supported` false with a reason. */
#ifndef CGI_PROOF_NORMAL_NORMAL_H
#define CGI_PROOF_NORMAL_NORMAL_H
#include "base/integer.h"
#include "base/status.h"
#include "base/text.h"
#include "base/vec.h"
#include "proof/linear/linear.h"
#include "model/model.h"

#define NORMAL_MAX_PIECES 256
#define NORMAL_EITHER 3

/* ---- variables and terms ----------------------------------------------------------------------------------------- */
enum normal_var_kind {
    NORMAL_FIELD,  /* index: field of the state (the user's game if two rules are compared) */
    NORMAL_PARAM,  /* index: into the model's params, left symbolic */
    NORMAL_RESULT, /* index: counted through the components of the piece */
    NORMAL_OTHER,  /* index: as for RESULT; a second set of variables for comparisons */
    NORMAL_GEN,    /* index: generator of the move */
    NORMAL_BOUND,  /* index: nesting level of a bound variable inside a term */
    NORMAL_MOVER,  /* who is to move, 1 or 2 */
    NORMAL_TERM
};
/* A value that is not an integer form is a term without a variable: a row, a set, a position. */
struct normal_term;
struct normal_value {
    const struct linear_form *form; /* an integer or a truth value 0..1; else */
    const struct normal_term *term;
};
/* The kind of a term: an expression kind or one of these. `data` refines the kind where needed (a builtin, a field,
 * a fold); terms are equal if kind, data and arguments are. */
enum normal_term_kind {
    NORMAL_FLOOR = EXPR_KIND_COUNT, /* floor(form / data), data > 1 */
    NORMAL_PRODUCT,                 /* a product of variables, ascending */
    NORMAL_GE0,
    NORMAL_EQ0,    /* truth of form >= 0, form == 0, inside other terms only */
    NORMAL_DOMAIN, /* data: enum domain_kind */
    NORMAL_BINDER, /* a bound variable's domain; data: its level */
    NORMAL_UPDATE, /* data: operator and dimensions */
    NORMAL_NONE    /* an absent part */
};
struct normal_term {
    int kind;
    int64_t data, owner; /* owner: which source, where `data` indexes something of its model (Lua); else 0 */
    bool truth;          /* value 0 or 1 */
    int id, var;         /* ids count from 0; var is -1 for terms that are not numbers */
    uint32_t name;       /* the same for terms that are the same; `next`: an earlier term of the same chain, or NULL */
    const struct normal_term *next;
    size_t count;
    struct normal_value *args;
};
struct normal_var {
    enum normal_var_kind kind;
    int index;
    const struct normal_term *term;
};
#define NORMAL_CHAINS 64
struct normal_space {
    struct arena *arena;
    struct linear_work work; /* initialised by normal_build; each proof gets new steps */
    struct normal_var *vars;
    size_t var_count, var_capacity;
    struct normal_term **terms;
    size_t term_count, term_capacity;
    const struct normal_term *chains[NORMAL_CHAINS]; /* the last term of each; a term's chain is by its name */
    bool within;                                     /* a normal form is being built on behalf of another one */
    uint64_t spent;                                  /* steps of all proofs so far, for callers that bound their work */
    size_t sized;                                    /* so many terms have their sizes (axioms.c) */
    struct axioms_known *known;                      /* what solved the questions before; NULL: nothing yet */
};

/* ---- pieces ------------------------------------------------------------------------------------------------------ */
/* One argument of a result. Its integer unknowns are RESULT variables first_var .. first_var + var_count - 1. */
enum normal_arg_kind {
    NORMAL_NUMBER, /* one variable: the argument itself */
    NORMAL_CELLS,  /* a literal row or bag: one variable per cell */
    NORMAL_WITH,   /* `base` with updates; each update: its indices (low, and high for a range), then the value */
    NORMAL_OPAQUE  /* `base` is the argument */
};
struct normal_arg {
    enum normal_arg_kind kind;
    int first_var, var_count;
    const struct normal_term *base;
    const int64_t *updates; /* one code per update: see normal_update_width */
    size_t update_count;
};
struct normal_component {
    int game; /* of the source's model; -1: a position term (a compound or a sum of unknown length) in args[0] */
    struct normal_arg *args;
    size_t arg_count;
};
struct normal_piece {
    int move; /* of game->moves */
    struct normal_component *components;
    size_t component_count;
    int result_vars;
    struct linear_conjunction rule;     /* over state, parameters, results, terms, generators that remain */
    struct linear_conjunction full;     /* the same with every generator kept */
    const struct linear_form **recover; /* per generator: over state, results, terms and free generators; NULL: free */
    size_t gen_count;
    bool exact; /* no generator is left in `rule` */
};
struct normal_source {
    const struct model *model;
    int game;
    const struct param_value *params; /* of the model */
    const bool *symbolic;             /* per parameter, or NULL: none */
    const int *params_as; /* per parameter: the index of its variable, where it is symbolic; NULL: its own */
    const int *fields;    /* field i of the game is state field fields[i]; NULL: the identity */
    /* Per field the one value that it has in the states looked at (the results may have others), or NULL; NULL: any. */
    const int64_t *const *held;
    /* For comparisons: the name of a game mentioned inside position terms, per game; NULL: the identity. */
    const int *games;
    const int *const *orders; /* per game, or NULL entries: argument i is at index orders[g][i] */
    int owner;                /* distinguishes Lua functions of two models */
    /* The player to move: 1, 2, or NORMAL_EITHER, which makes it one more variable of the state. 0: games that
     * depend on the mover have no normal form. */
    int mover;
    bool unordered; /* rows may be known by their cells in any order: updates may leave out and append cells, and sort
                        and reverse do nothing */
    /* No more pieces than the first so many are made: what may be said of these alone takes a small part of the time. Fewer than that are
     * all. 0: all are made. */
    size_t most;
};
struct normal {
    struct normal_space *space;
    struct normal_source source;
    bool supported;
    bool too_large;     /* not supported because a bound was met: asking again takes as long */
    const char *reason; /* if not supported: one phrase */
    struct normal_piece *pieces;
    size_t piece_count;
    struct linear_conjunction domain;           /* nat and bool fields, the mover */
    const struct linear_conjunction *invariant; /* a union; a single empty conjunction if there is none */
    size_t invariant_count;
    struct normal_value compound; /* GAME_COMPOUND: the position it denotes, as a term */
};

/* ST_OK (check (*normal)->supported) or ST_NO_MEMORY. */
enum status normal_build(struct normal_space *space, const struct normal_source *source, struct normal **normal);
/* One line per piece, for dumps and tests: "move 0 -> g(r0): n - r0 - 1 >= 0, ...". */
void normal_dump(const struct normal *normal, struct text *out);
/* The variable of that kind and index, created at its first use; -1 if memory runs out. */
int normal_var(struct normal_space *space, enum normal_var_kind kind, int index);

/* What is known of the variables in the items, recursively: floors satisfy their defining inequalities, truths are 0
 * or 1, lengths are not negative, equal arguments give equal terms (where the items prove them equal). Items and
 * facts together. */
struct linear_conjunction normal_axioms(struct normal_space *space, const struct linear_conjunction *parts,
                                        size_t part_count);
/* Is `what` covered by the union of the parts, given what is known of all terms? A true result is a proof. */
bool normal_covered(struct normal_space *space, const struct linear_conjunction *context, size_t context_count,
                    const struct linear_conjunction *parts, size_t part_count);
/* Is what the piece of n leads to, `to`, one that the invariant of `states` allows wherever it allows the state? Of the fields, those
 * that are no numbers in `to` must not be read by it. A true result is a proof. */
bool normal_keeps(struct normal_space *space, const struct normal *n, const struct normal *states,
                  const struct normal_piece *piece, const struct normal_component *to);
/* Replaces variables simultaneously, also inside terms: variable v by map[v] if v < map_count and map[v] is not
 * NULL. NULL if it gave up (space->work says why). */
const struct linear_form *normal_replace(struct normal_space *space, const struct linear_form *form,
                                         const struct linear_form *const *map, size_t map_count);
const struct normal_term *normal_replace_term(struct normal_space *space, const struct normal_term *term,
                                              const struct linear_form *const *map, size_t map_count);
bool normal_replace_all(struct normal_space *space, struct linear_conjunction in, const struct linear_form *const *map,
                        size_t map_count, struct linear_conjunction *out);
/* Operators of updates besides '=', '+' and '-', where cells have no order (normal_source.unordered). */
enum { NORMAL_DROP = 'd' /* the cell goes; the value is 0 */, NORMAL_APPEND = 'a' /* one more cell; no index */ };
/* How many variables an update with this code owns. */
int normal_update_width(int64_t code);

#endif
