/* SPDX-License-Identifier: MIT */
/* Cells that stay (mask_constants.h) on boards of one word, where what moves of one effect ask is shorter as clauses.
 *
 *     st = constant_clauses_make(&arena, c, move_count) ...                // once for a board; c->clauses NULL: they are not shorter
 *     constant_clauses_open(c->clauses, live);                             // once for what is opened
 *     size_t count = constant_clauses_classes(c->clauses, live, c->classes);   // of what is reached from there
 *
 * With two values each move asks a set of cells not to be final, so what is written by one of several moves can be written if all of one
 * of some sets are there (never three in a line: of each of twelve pairs one is free, 81 sets). That is the same as: of each *clause* one
 * cell is there, the clauses being the least sets that meet all of these (the twelve pairs). As cells only become final, a clause that
 * another one is within never matters, nor does a cell that is gone; an effect of which a clause is gone is over.
 * Lemma. Let some cells be constant and the others open, as in mask_constants.h; leave out clauses that others are within, and then those
 * that have a constant. The open cells of the clauses that are left are those that some kept move asks. Proof. An effect is possible,
 * constants being there, where all clauses without a constant have a cell; a move that is kept asks a least set of open cells that meets
 * these. Each cell x of a clause C that is left is in such a set: take x and all open cells outside C; each other clause has a cell
 * outside C, so that meets all, and without x it does not meet C. And a least set has no cell that is in no such clause. []
 * Lemma. What a class needs of constants is that each clause that has some, and that none without constants is within, has one of them in
 * `whole`. Proof. Let a kept move ask the least set A of open cells. A move that stands for it and asks no more than A of these and `whole`
 * of constants is there if and only if A with `whole` meets all clauses, as what meets all clauses has all of some move's cells: A meets
 * those without constants, so what they are within, and `whole` the others. []
 * Clauses of one cell are kept together (`must`): what all moves ask. */
#ifndef CGI_SOLVE_SEARCH_CONSTANT_CLAUSES_H
#define CGI_SOLVE_SEARCH_CONSTANT_CLAUSES_H
#include "solve/search/mask_constants.h"

struct clause_effect {
    uint64_t wrote, must, touched; /* `touched`: the cells of all clauses */
    uint32_t first, end;           /* of clauses */
};
struct constant_clauses {
    struct clause_effect *effects;
    size_t effect_count;
    uint64_t *sets;
    bool wide; /* some clause has more than two cells, so that what is left of one may be within another */
    /* Of what was opened, and what is left of it. */
    uint64_t opened;
    struct clause_effect *able, *left;
    size_t able_count;
    uint64_t *able_sets;
    struct clause_choice *choices; /* clauses that constants make true */
};
/* False if memory runs out. Time: at most some thousand steps for each move. */
bool constant_clauses_make(struct arena *arena, struct mask_constants *constants, size_t moves);
/* The same clauses, with room of its own to work in; NULL if memory runs out. */
struct constant_clauses *constant_clauses_share(struct arena *arena, const struct constant_clauses *all);
void constant_clauses_open(struct constant_clauses *clauses, uint64_t live);
size_t constant_clauses_classes(struct constant_clauses *clauses, uint64_t live, struct constant_class *classes);

#endif
