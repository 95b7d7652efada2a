/* SPDX-License-Identifier: MIT */
/* Boxes of outcomes that are kept: a bit for each position, one box for each way of filling, game and kind of play.
 *
 *     struct losses_box *b = losses_find(env, way, game, misere);
 *     if (!b || !losses_contains(&b->box, &wanted)) {
 *         st = losses_new(env, &wanted, misere, &b);               // bits 0, not kept yet; fill b->box.losses
 *         if (st == ST_OK) losses_keep(env, way, b); else losses_drop(b);
 *     }
 *     st = losses_answer(b, question, order, arena, result);
 *
 * A box that must grow is computed again, and the old one is freed when the new one is kept. */
#ifndef CGI_SOLVE_HEAP_LOSSES_H
#define CGI_SOLVE_HEAP_LOSSES_H
#include "solve/solver.h"

struct losses_box {
    struct value_table box; /* its fields may be in another order than those of the game */
    bool misere;
    const void *way;
    struct losses_box *next;
    size_t bytes;
};
/* NULL: none is kept. way: the address of something that is the filler's own. */
struct losses_box *losses_find(const struct env *env, const void *way, int game, bool misere);
/* Is every position of the inner box, which begins where the outer one does, in that one? */
bool losses_contains(const struct value_table *outer, const struct value_table *inner);
/* The status of the budget, or ST_NO_MEMORY; *out is then NULL. */
enum status losses_new(struct env *env, const struct value_table *box, bool misere, struct losses_box **out);
/* In place of the one that is kept. */
enum status losses_keep(struct env *env, const void *way, struct losses_box *box);
void losses_drop(struct losses_box *box); /* one that is not kept; NULL: nothing */
/* Is it a question about outcomes of single components of one game of scalars, none below its least state? Then `high`
 * is the greatest number in each field. */
bool losses_corner(const struct env *env, const struct ask *question, int64_t *high);
/* order: the field of the game that field k of the box is; NULL: k. The claim is left to the caller. */
enum status losses_answer(const struct losses_box *box, const struct ask *question, const size_t *order,
                          struct arena *arena, struct result *result);

#endif
