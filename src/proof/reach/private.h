/* SPDX-License-Identifier: MIT */
/* States whose numbers depend on a point of a box, expressions over them, and moves that are certain there.
 *
 *     struct reach_scope s = {.model = model, .game = game, .params = params, .arena = &arena, .mover = 1, .steps = 100000};
 *     s.box = (struct box){1, {1000}};                          // q = 0..1000
 *     reach_state_fields(&state, s.fields);                     // 5000 - 3 q
 *     struct reach_value v = reach_value_of(&s, e);             // n - t: 4999 - 3 q
 *     if (reach_apply(&s, &move, after)) ...                    // the move can be made at every point: its result
 *
 * What is said holds if no expression of the rule fails (may_fail.h). */
#ifndef CGI_PROOF_REACH_PRIVATE_H
#define CGI_PROOF_REACH_PRIVATE_H
#include "base/arena.h"
#include "proof/reach/boxed.h"
#include "proof/reach/reach.h"

enum { REACH_CELLS = 64, REACH_GENS = 6, REACH_EACH = 8 };
enum reach_kind { REACH_NOTHING, REACH_NUMBER, REACH_ROW };
struct reach_value {
    enum reach_kind kind; /* NOTHING: not known */
    struct boxed number;  /* truth values too */
    struct boxed *cells;  /* rows, bags (ascending), grids row by row */
    size_t rows, columns; /* of a row 1 and its length */
};
struct reach_local {
    int slot;
    struct reach_value value;
    const struct reach_local *next;
};
struct reach_scope {
    const struct model *model;
    int game;
    const struct param_value *params;
    struct arena *arena;
    struct box box;
    struct reach_value fields[MODEL_MAX_FIELDS];
    const struct reach_local *locals;
    int mover;      /* 1 or 2; 0: either */
    bool alone;     /* only moves to one component */
    bool anywhere;  /* what a move leads to need not be known: `after` is NULL */
    uint64_t steps; /* expressions still to be visited */
    bool no_memory;
};
static inline const struct game *reach_game(const struct reach_scope *s) { return &s->model->games[s->game]; }

/* ---- expressions ------------------------------------------------------------------------------------------------- */
struct reach_value reach_value_of(struct reach_scope *s, const struct expr *e);
struct boxed reach_number_of(struct reach_scope *s, const struct expr *e);
/* Is the condition true, or false, at every point? */
bool reach_holds(struct reach_scope *s, const struct expr *e);
bool reach_never(struct reach_scope *s, const struct expr *e);
/* The elements of a domain, if all are known and they are few; -1: not so. */
int reach_elements(struct reach_scope *s, const struct domain *d, struct boxed *out, int most);
/* Cells in ascending order; false if it is not the same everywhere. */
bool reach_sort(const struct reach_scope *s, struct boxed *cells, size_t count);
struct reach_value reach_make(struct reach_scope *s, size_t rows, size_t columns);

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* A generator's value: so many above the least, below the greatest, or the element of that number. */
struct reach_choice {
    enum { CHOICE_LOW, CHOICE_HIGH, CHOICE_ITEM } from;
    int at;
};
struct reach_move {
    int move;
    size_t part; /* of the sum that the move leads to: which component is followed */
    struct reach_choice choices[REACH_GENS];
};
/* The fields after the move, in the arena; false if the move is not certain at every point of the box. */
bool reach_apply(struct reach_scope *s, const struct reach_move *move, struct reach_value *after);
/* Some of the moves that are certain at every point; `visit` returns false to stop. False: it was stopped. */
typedef bool (*reach_visit)(void *context, const struct reach_move *move, const struct reach_value *after);
bool reach_each(struct reach_scope *s, reach_visit visit, void *context);

#endif
