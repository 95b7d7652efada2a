/* SPDX-License-Identifier: MIT */
/* The moves of a rule at boards of one size, as conditions on single cells.
 *
 *     struct ground g;
 *     st = ground_open(&g, env, &component);
 *     if (st == ST_OK && g.fine) ...               // pins on a row of 3: "s[1] is 1: s[1] becomes 0", and four more
 *     ground_close(&g);
 *
 * All but the cells is known: the size of the board, the parameters, the numbers beside it, which no move changes, and the values
 * of a move. So each *instance* (a move with its values; one for each way in which what it writes depends on cells) is a condition
 * (formula.h) and a list of cells with what they become. A number that depends on cells is a list of values, each with the
 * condition for it, together exhaustive and exclusive.
 *
 * Closed: cells hold 0 .. values - 1 at first and whatever instances write, so in all that follows; `values` is raised until
 * that is so. Then, by induction over expressions, a condition holds in a state if and only if the expression does.
 *
 * Not fine: whatever is not made of numbers, truth values, and single cells of the board or of rows that stay; generators that
 * depend on cells; a move that leads anywhere but to the same game with single cells replaced; the mover, Lua; an invariant
 * that is not true of all boards whose cells hold such values; what may fail while it runs (a divisor 0, a place outside that is
 * written, a number too large), unless that is behind a condition that is false whatever the cells hold; boards of more than
 * FORMULA_CELLS cells. Two more things are seen in the terms of each condition (formula_allows), and must hold:
 *
 * By meaning, conditions are diagrams (diagram.h), and values below DIAGRAM_VALUES. Then rows may be made and taken apart on the way,
 * `component` is read (what is joined with a cell: O(cells) rounds of joins), boards may be made anew, and what an expression says of the
 * board after a move is found once for the board as it is, and the cells that the move writes are put in afterwards. If `may_fall`, a
 * move may also take away what no root holds after it (falls.c): Hackenbush, and whatever else asks `component` in its result.
 *
 *   changes   each instance writes some cell that does not hold then what it is given;
 *   final     the values v such that no instance changes a cell that holds v; there is at least one. */
#ifndef CGI_PLAY_GROUND_GROUND_H
#define CGI_PLAY_GROUND_GROUND_H
#include "model/expr.h"
#include "play/ground/diagram.h"
#include "play/ground/formula.h"
#include "play/options/env.h"

struct ground_write {
    uint32_t cell, value;
};
/* Writes ascending by cell. `falls`: after them what is not held becomes 0. By meaning, where the move asks something of the board as it
 * leaves it: `law` is what that says of a board, and `when` is `rest` and the law with what is written known (0: there is none). */
struct ground_instance {
    uint32_t when, first, count;
    bool falls;
    uint32_t law, rest;
};
/* What is held: cells that are not 0 and are joined with a root that is not 0 by such cells, each beside the one before. */
struct ground_fall {
    uint64_t roots, beside[FORMULA_CELLS]; /* symmetric */
};
/* `any` and `all` where they stand in the rule: those that are alike are known by the first of them. */
struct recall_site {
    const struct expr *e;
    bool fits;
    uint32_t like, own; /* bits: slots that it binds itself */
    size_t slot_count;
    int slots[EXPR_RENAMED];
};
/* A condition that was found, and the cells that were looked at: of the first so many rows and columns. */
struct recall_found {
    uint32_t made, rows, columns;
};
/* Formulas, and which of them expressions were found to be (recall.c). */
struct ground_recall {
    uint32_t values;
    struct formulas formulas;
    VEC(struct recall_site) sites;
    struct position_table known;
    struct budget none;
    VEC(struct recall_found) found;
};
struct ground {
    bool fine;
    int game, field; /* the board */
    bool grid;       /* else a row */
    uint32_t rows, columns, values;
    size_t at; /* where its cells stand among those of the component */
    size_t
        arrows; /* where those of a square grid stand that says which cells of a row are side by side; 0: there is none */
    uint32_t final;            /* bits */
    cell_vec shape;            /* the component's cells, those of the board 0 */
    struct formulas *formulas; /* those of `own`, or the ones that boards have together */
    struct ground_recall own;
    bool by_meaning, in_order; /* cells are asked for as they stand */
    bool around;               /* of a row: the instances are those at one place, turned to the others (around.h) */
    bool may_fall;             /* by meaning: instances may fall */
    struct ground_fall fall;   /* of those that do */
    struct diagrams meaning;   /* if so: what formulas are */
    VEC(struct ground_instance) instances;
    VEC(struct ground_write) writes;
};

/* ST_OK or ST_NO_MEMORY; *g must stay where it is while it is open. */
enum status ground_open(struct ground *g, const struct env *env, const struct component *component);
/* The same with what was found before of boards of the game with the same numbers beside them, the fields that are no board being as
 * they were; where that is of other values, or there are too many formulas, without. *together must stay until *g is closed. */
enum status ground_open_together(struct ground *g, const struct env *env, const struct component *component,
                                 struct ground_recall *together);
bool ground_recall_open(struct ground_recall *together, uint32_t values); /* false: memory is out */
void ground_recall_close(struct ground_recall *together);
/* The same by meaning, and instances may fall. */
enum status ground_open_meaning(struct ground *g, const struct env *env, const struct component *component);
/* The same, with the cells of a row asked for as they stand, whatever is beside it. */
enum status ground_open_in_order(struct ground *g, const struct env *env, const struct component *component);
void ground_close(struct ground *g);
/* Into an empty one: what conditions there are, to be read; no more can be made of the copy. False: memory is out. */
bool ground_copy(const struct ground *from, struct ground *to);
/* Does some move ask something of the board as it leaves it, or what its cells are together? Then conditions are made sooner by meaning
 * (bodies.c): found once, and not again for each move, or for each way in which a number comes about. */
bool ground_asks_of_all(const struct game *game);
/* Is the component such a board, and, if it is fine, with values that it is closed over? */
bool ground_fits(const struct ground *g, const struct component *component);

#endif
