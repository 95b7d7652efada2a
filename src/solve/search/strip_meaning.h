/* SPDX-License-Identifier: MIT */
/* Rows whose conditions are diagrams from the beginning: what is connected in them, by arrows in a grid beside the row.
 *
 *     st = strips_make_by_meaning(env, &component, &s);      // as strips_make; *s NULL: it is no such row, or not worth while
 *
 * Boards of other lengths are no more than a means of proof, so any numbers may stand beside them. Square grids of the length of the row
 * are cut: a path stays a path, and a ring a ring. */
#ifndef CGI_SOLVE_SEARCH_STRIP_MEANING_H
#define CGI_SOLVE_SEARCH_STRIP_MEANING_H
#include "solve/search/strips.h"

/* ST_OK, ST_NO_MEMORY or what the budget says. Time: that of grounding the rule by meaning for each length. */
enum status strips_make_by_meaning(const struct env *env, const struct component *component, struct strips **strips);
/* Does a move ask of the board as it leaves it, or what all its cells are together? Then this way is the shorter one, also where conditions
 * may be formulas. */
bool strips_ask_of_all(const struct env *env, const struct component *component);

#endif
