/* SPDX-License-Identifier: MIT */
/* How many positions play reaches at least: a proved bound, so that a search that cannot fit need not be begun.
 *
 *     struct reach_from from = {.model = model, .game = game, .params = params, .cells = cells, .count = count};
 *     enum status st = reach_positions(&from, &least);      // g(n, z), move take where n > 0 -> g(n - 1, z): n + 1
 *     st = reach_plays(&from, &least);                      // every play from here meets at least so many positions
 *
 * reach_positions looks for moves, or sequences of moves, that can be made again and again: each changes the state by
 * the same vector, and its conditions are proved to hold, in 64 bits, at every point of the lattice that the vectors
 * span from the state asked about. Each vector decreases a cell that those before it leave alone, so the points are
 * different positions. reach_plays looks for a field that no move decreases by more than a constant and that must be
 * small before play can end.
 *
 * Both are 1 where nothing is proved, and at most UINT64_MAX. Nothing is proved of a rule that may fail or is written in
 * Lua, of nodes and trees, nor of a game with `canon`. Positions are counted as they are written: a clause may identify
 * some of them. The bound on plays, which goes by the end of play, belongs to games in which no position recurs. ST_OK
 * or ST_NO_MEMORY. Bounded work. */
#ifndef CGI_PROOF_REACH_REACH_H
#define CGI_PROOF_REACH_REACH_H
#include "base/status.h"
#include "model/model.h"

struct reach_from {
    const struct model *model;
    int game;
    const struct param_value *params;
    const int64_t *cells; /* as in a component: the length before a row's cells, rows and columns before a grid's */
    size_t count;
    int mover;  /* who moves, 1 or 2; 0: it does not matter */
    bool alone; /* follow only moves that lead to one component; else any component of what a move leads to counts */
};
enum status reach_positions(const struct reach_from *from, uint64_t *least);
enum status reach_plays(const struct reach_from *from, uint64_t *least);

#endif
