/* SPDX-License-Identifier: MIT */
/* Positions as the machine sees them: flat cells.
 *
 *     nim(3) + nim(5)        two components: {game nim, cells {3}}, {game nim, cells {5}}
 *     staircase([2,1,3])     one component: cells {3, 2,1,3}            (length first)
 *     board([[1,1],[1,0]])   one component: cells {2,2, 1,1,1,0}        (rows, columns, cells row by row)
 *     hackenbush([[[]], []]) one component: cells {3, 1,2,1}            (number of edges, their heights)
 *     kayles({a, c})         one component: cells {2, 0,2}              (number of nodes, ascending node numbers)
 *
 * A component is a position of one game; a position is a sum of components, and the empty sum is `end`. The cells of a
 * component are its fields in order: nat, int, bool and node take one cell; a row or bag its length and its cells
 * (ascending for a bag); a set of nodes likewise (ascending, without repeats); a tree the number and the heights of its
 * edges, each before what it bears, greater branches first (trees.c); a grid rows, columns, cells.
 *
 * A compound (upto k of ...) is a component whose game is POSITION_COMPOUND:
 *     cells {tag, kind, k, m, then m sub-positions, each: number of components, each of these: game, cell count, cells}
 * tag is the GAME_COMPOUND game it was written as (for printing) or -1; kind is enum compound. Sub-positions of the
 * unordered kinds (upto) are in ascending lexicographic order of their cells, and empty ones (no components) are
 * dropped. A position of a GAME_COMPOUND game never exists at run time: it is unfolded where it is written. Only one
 * with a number beyond 64 bits, which the machine cannot run, keeps its fields (a bag or row then ascending). */
#ifndef CGI_CODE_MACHINE_POSITION_H
#define CGI_CODE_MACHINE_POSITION_H
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/integer.h"
#include "base/status.h"
#include "base/text.h"
#include "model/model.h"

#define POSITION_COMPOUND (-2)
#define POSITION_MAX_CELLS 65536u /* a component larger than this is refused */

struct component {
    int game;
    uint32_t count; /* cells */
    const int64_t *cells;
};
/* The game whose rule applies to a component: for a compound the game it was written as; -1: none. */
static inline int component_rule(const struct component *component)
{
    return component->game != POSITION_COMPOUND ? component->game : component->count ? (int)component->cells[0] : -1;
}
/* A position as a user entered it. `big` is NULL, or an array parallel to `components`: for each component with a cell
 * beyond 64 bits an array of integers (the cells of the component are then unset), NULL for the others. */
struct position {
    struct component *components;
    size_t count;
    const struct integer *const **big;
};

/* If the compound is exactly upto k of (g(x) for x in h), the game g, whose one-cell positions stand for the cells of a
 * row; else -1. */
int compound_cell_game(const struct model *model, const struct game *compound);
/* "nim(3) + nim(5)", or "end" for the empty sum; long rows are written in full. */
void position_print(const struct model *model, const struct position *position, struct text *out);
void component_print(const struct model *model, const struct component *component, struct text *out);
/* "{a, c}" */
void nodes_print(const struct graph *graph, const int64_t *nodes, size_t count, struct text *out);
/* "[[[]], []]"; where brackets would nest deeper than the notation allows, "tree([1, 2, 3, ...])". */
void tree_print(const int64_t *heights, size_t count, struct text *out);
/* The next tree with as many edges: from the stalk 1, 2, ... through all of them. Returns false after the last. */
bool tree_next(int64_t *heights, size_t count);
/* Brings the heights of a tree into canonical order. */
enum status tree_sort(int64_t *heights, size_t count);
/* Three-way comparison by game, count, cells: the canonical order of the components of a sum. */
int component_compare(const struct component *a, const struct component *b);
/* Sorts by component_compare. */
void components_sort(struct component *items, size_t count);

#endif
