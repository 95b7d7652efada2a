/* SPDX-License-Identifier: MIT */
/* The boards of all lengths of a row (strips.h).
 *
 *     struct strips *s = strip_may_be(env, &component) ? strip_new(&component) : NULL;
 *     st = strip_boards_open(s, env, &component, &fits);          // from formulas; by meaning: strip_meaning.h
 *     if (st == ST_OK && fits) ... s->boards[3].instances ...
 *
 * Time: that of grounding the rule once for each length, and what strip_pays takes. */
#ifndef CGI_SOLVE_SEARCH_STRIP_BOARDS_H
#define CGI_SOLVE_SEARCH_STRIP_BOARDS_H
#include "solve/search/strip_rules.h"

/* Has the component a row of as many cells as a strip may have? Else it is none. */
bool strip_may_be(const struct env *env, const struct component *component);
/* NULL: memory is out. It is some 300 kB. */
struct strips *strip_new(const struct component *component);
/* What the conditions on the longest board, and the numbers beside it, say of all; false: memory is out. */
bool strip_take_board(struct strips *s, const struct component *c, const struct ground *g, bool *fits);
/* A board's instances; `whens` are diagrams of theirs, by meaning, else NULL. False: memory is out. */
bool strip_make_instances(struct strips *s, struct strip_board *b, const struct ground *g, const uint32_t *whens);
/* Once `final` is known. */
void strip_find_finals(struct strips *s);
/* ST_OK, ST_NO_MEMORY or what the budget says. */
enum status strip_boards_open(struct strips *s, const struct env *env, const struct component *component, bool *fits);

#endif
