/* SPDX-License-Identifier: MIT */
/* The moves of a board of words (proof/ground/ground.h) by what they ask, so that of a state only those are looked at of which what was
 * asked so far is so.
 *
 *     struct move_tree *t = move_tree_make(&ground, &arena);                  // NULL: no memory
 *     size_t count = move_tree_options(t, state.words, to, ground.words);     // to[i * words], ...: what they lead to
 *
 * A node asks one number of the state, the one that most of its moves ask. There is a node below it for each value that they ask it
 * for, where this condition is met, and one for the moves that do not ask it. Where moves are few, or ask nothing more in common, they
 * are listed. So each move stands in one place, and is found if and only if its conditions are met.
 * On a board of one word on which the moves are few patterns, each at many places, these are found by shifts instead (bit_patterns.h).
 * Words of the state need not stand for values: no move asks for such a word. */
#ifndef CGI_SOLVE_SEARCH_MOVE_TREE_H
#define CGI_SOLVE_SEARCH_MOVE_TREE_H
#include "base/arena.h"
#include "proof/ground/ground.h"

struct move_tree;
struct move_tree *move_tree_make(const struct ground *g, struct arena *arena);
/* At most so many options has any state. */
size_t move_tree_most(const struct move_tree *t);
/* Writes the options of a state, one every `stride` words; returns how many there are. Two moves may lead to the same one. */
size_t move_tree_options(const struct move_tree *t, const uint64_t *state, uint64_t *to, size_t stride);
/* How many moves are possible. */
size_t move_tree_count(const struct move_tree *t, const uint64_t *state);

#endif
