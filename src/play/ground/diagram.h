/* SPDX-License-Identifier: MIT */
/* Conditions on cells, by what they mean: two that hold in the same states have one number.
 *
 *     struct diagrams d;
 *     diagrams_open(&d, 3);                                           // cells hold 0, 1 or 2
 *     uint32_t root = diagram_of(&d, &formulas, id, same_cells);      // of a condition (formula.h)
 *     struct diagram_view view = diagram_view(&d);                    // cell 4 is known to hold 2, the later ones stand one before
 *     view.to[4] = DIAGRAM_FIXED | 2;
 *     for (int c = 5; c < DIAGRAM_CELLS; c++) view.to[c] = c - 1;
 *     uint32_t left = diagram_viewed(&d, &view, root);
 *     diagrams_close(&d);
 *
 * A node asks for the least cell on which the condition depends, and leads on by what it holds (decision diagrams: Bryant 1986,
 * with more than two values Srinivasan, Kam, Malik and Brayton 1990): reduced and ordered, they are unique, so equal conditions
 * have equal numbers, and no others have. Values are below DIAGRAM_VALUES, cells below DIAGRAM_CELLS.
 * Where memory runs out, there would be more than `most` nodes, or more than `work_most` pieces of work, `failed` is set, and
 * what is made since means nothing.
 * Time: a view takes the nodes below a root, once each; a conjunction at most the product of the nodes of both sides.
 *
 * Conditions may also be made as diagrams from the beginning (formula.h), cell by cell: the first below is asked for first where
 * `level` says nothing else. */
#ifndef CGI_PLAY_GROUND_DIAGRAM_H
#define CGI_PLAY_GROUND_DIAGRAM_H
#include "play/ground/formula.h"

enum { DIAGRAM_VALUES = 4, DIAGRAM_CELLS = 64, DIAGRAMS_MOST = 1 << 20, DIAGRAM_FALSE = 0, DIAGRAM_TRUE = 1 };
enum { DIAGRAM_FIXED = 0x80 };
struct diagram {
    uint32_t cell, kids[DIAGRAM_VALUES];
    uint32_t stamp, seen; /* for the view that looked at it last */
};
struct diagram_join {
    uint32_t kind, a, b, made;
};
struct diagram_pick {
    uint32_t level /* + 1 */, kids[DIAGRAM_VALUES], made;
};
struct diagrams {
    uint32_t values; /* how many */
    VEC(struct diagram) nodes;
    uint32_t *slots;               /* number + 1 of a node; 0: empty */
    struct diagram_join *joins;    /* some of those that were made */
    struct diagram_pick *picks;    /* the same of images; NULL before the first */
    uint32_t slot_bits, join_bits; /* there are 2^bits of them */
    uint64_t work, work_most;      /* joins and the like that were not known; 0: as many as it takes */
    size_t most;                   /* nodes: DIAGRAMS_MOST, or what is set */
    uint8_t level[DIAGRAM_CELLS];  /* of cells, no two the same: the place in the order in which they are asked for */
    VEC(uint32_t) of_formula;      /* of the formulas that are being read: number + 1 */
    uint32_t stamp;
    bool failed, no_memory;
};
/* Where cells stand, ascending, or what they hold; what becomes of values. */
struct diagram_view {
    uint32_t stamp, name; /* a number that no other view of these diagrams has: what is made is kept; 0: none */
    uint32_t left;        /* from this cell on all is left as it is; DIAGRAM_CELLS: nothing is known to be */
    uint8_t to[DIAGRAM_CELLS], values[DIAGRAM_VALUES];
};

bool diagrams_open(struct diagrams *d, uint32_t values);
void diagrams_close(struct diagrams *d);
/* Cell c of the formulas is cell cells[c], no two the same. Between different formulas diagrams_read_others is to be called. */
uint32_t diagram_of(struct diagrams *d, const struct formulas *f, uint32_t id, const uint8_t *cells);
void diagrams_read_others(struct diagrams *d);
/* A view in which all is as it is, to be changed before it is used. */
struct diagram_view diagram_view(struct diagrams *d);
/* Cells that are fixed are asked before the values are changed. */
uint32_t diagram_viewed(struct diagrams *d, const struct diagram_view *view, uint32_t root);

/* ---- made cell by cell ------------------------------------------------------------------------------------------------ */
/* The cell, by its level, holds one of these values (bits). */
uint32_t diagram_cell(struct diagrams *d, uint32_t level, uint32_t values);
/* FORMULA_ALL or FORMULA_ANY of both. */
uint32_t diagram_join(struct diagrams *d, enum formula_kind kind, uint32_t a, uint32_t b);
uint32_t diagram_not(struct diagrams *d, uint32_t root);
/* What is left of it where that cell is known to hold the value. */
uint32_t diagram_with(struct diagrams *d, uint32_t root, uint32_t level, uint32_t value);
/* What that cell may hold where it is true (bits). */
uint32_t diagram_allows(struct diagrams *d, uint32_t root, uint32_t level);
/* Is there a value of that cell with which it is true? */
uint32_t diagram_without(struct diagrams *d, uint32_t root, uint32_t level);
/* A diagram of others, on the same cells in the same order. `made` has room for all their nodes: number + 1 of those that were taken,
 * else 0. */
uint32_t diagram_taken(struct diagrams *d, const struct diagrams *from, uint32_t root, uint32_t *made);
/* The levels and values exchanged: `root` is true of a state exactly if its image is of the state that has values[v] at levels[l] where
 * that one has v at l. Both are permutations. Between different ones diagrams_image_others is to be called. */
uint32_t diagram_image(struct diagrams *d, uint32_t root, const uint8_t *levels, const uint8_t *values);
void diagrams_image_others(struct diagrams *d);

#endif
