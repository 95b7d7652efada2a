/* SPDX-License-Identifier: MIT */
/* A rule on one row of which the moves look at cells at constant distances, the same at all places but near the ends; or on one
 * that is a ring, the same at all places.
 *
 *     move two(i in 1..len(s)) where s[i] == 1 and s[i % len(s) + 1] == 1 -> ring(s with { [i] = 0, [i % len(s) + 1] = 0 })
 *     move take(i in 1..len(s)) where s[i] == 1 -> daw([abs(j - i) <= 1 ? 0 : s[j] for j in 1..len(s)])
 *     struct row_reach reach;                       // around: distances 0 and 1, arcs of two cells; daw: -1 to 1, three
 *     fine = row_reach_find(env, &component, &reach);
 *
 * How it is written is not asked: the moves about each place are walked (row_walk.h), those of this row or ring, and those of a *short*
 * one of ROW_SHORT times the cells of an arc. Let an arc have w cells, so that all distances lie in it, and 0.
 *   ring   the notes are the same at all places of both
 *   row    the notes at all places more than w from either end are the same in both; at a place at most w from the first cell, or before
 *          it, those of the short row at the same place; likewise at the last cell, counted from there
 * So what is true of the moves of the short one is true of this one, as row_rule.h says. An invariant is not asked: only a game whose
 * moves are proved to keep it has a reach. */
#ifndef CGI_SOLVE_SEARCH_ROW_REACH_H
#define CGI_SOLVE_SEARCH_ROW_REACH_H
#include "solve/search/row_walk.h"

enum { ROW_SHORT = 5 };
struct row_reach {
    size_t width; /* of an arc, at least 2, at most ROW_SPAN */
    bool around;
    bool two; /* where no cell holds more than 1 */
};
/* ST_OK or ST_NO_MEMORY; width 0: it is not proved, or there are fewer than ROW_SHORT arcs. O(cells times the length of the rule) where
 * conditions on the places are of a kind that row_names.h reads, in a bounded number of steps in any case. */
enum status row_reach_find(const struct env *env, const struct component *row, struct row_reach *reach);
/* Could it be found? By a few places alone. */
bool row_reach_may_be(const struct env *env, const struct component *row);

#endif
