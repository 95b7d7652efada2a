/* SPDX-License-Identifier: MIT */
/* Instances on a board of which some final cells are known, as another board numbers the cells that are open: what the rules of strips
 * compare. */
#ifndef CGI_SOLVE_SEARCH_STRIP_SIGHTS_H
#define CGI_SOLVE_SEARCH_STRIP_SIGHTS_H
#include "solve/search/strip_rules.h"

/* Cell c of a board of this size is cell to[c] of the other one, ascending, or DIAGRAM_FIXED and the final value that it holds. */
struct strip_sight {
    uint32_t size, name; /* a number that no other sight of these strips has */
    uint8_t to[STRIP_CELLS];
};

/* What is known of the positions of a board in that sight. */
uint32_t strip_known_in(struct strips *s, const struct strip_sight *at);
/* Appends to s->effects the instances on a board in that sight which write one of these cells, as numbered in it, under what is known of
 * other cells; false: one writes none of the cells that are open, or is not among the first *known effects (NULL: it may be any), or memory
 * is out. */
bool strip_add_effects(struct strips *s, const struct strip_sight *at, uint32_t writing, uint32_t under,
                       const size_t *known);
/* Effects of s->effects from `from` on, ascending and each once; is it one of the first `count`, which are so? */
void strip_sort_effects(struct strips *s, size_t from);
bool strip_is_among(const struct strips *s, size_t count, const struct strip_effect *e);
/* Is the set of effects before `from`, which are sorted, the same as that from there on? */
bool strip_same_effects(struct strips *s, size_t from);

#endif
