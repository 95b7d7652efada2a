/* SPDX-License-Identifier: MIT */
/* A rule written for states of one shape as a rule of numbers, compiled, in an environment of its own.
 *
 *     struct seen_shape shape;
 *     struct seen_rule *r;
 *     if (seen_shape_of(game, &component, &shape)) st = seen_shape_lower(env, &component, &shape);
 *     if (..) st = seen_rule_of(env, component.game, &shape, &r);
 *     if (st == ST_OK && r) ...                            // number k of a state is its cell shape.at[r->order[k]]
 *
 * A field that every result has as it was, or as one constant that the state has too, is that value: `m` in g(n, m) with moves to
 * g(n - t, m) alone, `first` in g(n, last, 0) with moves to g(n - t, t, 0). A number that is not 0, and is 0 in no option then, is
 * counted from 1 where some move asks for 0: g(n, last) with moves to g(n - t, t) and a condition on last == 0. So what a rule
 * says of positions that no move leads to is no part of the rule that is written. By induction over plays, positions that a state
 * of the shape leads to are of the shape.
 *
 * The rule is written by proof/restate. It is one to one, and a move that would change the length of a row is refused, so options
 * correspond, and with them values and outcomes, under either convention. Numbers stand in an order in which moves fall, if one
 * is proved (proof/boxes): the box that play does not leave is then filled row by row. Where there is none, as where moves
 * exchange numbers, g(a, b) with a move to g(b, a - t), the sum of all in the place of one may fall; so where moves raise a
 * number without an end that is known, g(a - t, b + t / 2). The rule is kept in the store of the caller's environment.
 */
#ifndef CGI_PLAN_RESTATED_SEEN_RULE_H
#define CGI_PLAN_RESTATED_SEEN_RULE_H
#include "plan/restated/other_rule.h"
#include "proof/restate/substitution.h"

enum { SEEN_CELLS_MOST = 6, SEEN_FIXED_MOST = 16 };
/* The numbers of states with rows and grids of these sizes, without those of fields that all results have as they were. */
struct seen_shape {
    size_t count, fields, fixed_count;
    int64_t length[MODEL_MAX_FIELDS];  /* of each field: of a row or grid; -1: a number */
    int64_t columns[MODEL_MAX_FIELDS]; /* of each field: of a grid; else 0 */
    uint32_t at[SEEN_CELLS_MOST];      /* where in the state's cells number i stands */
    struct substitution_cell cell[SEEN_CELLS_MOST];
    int64_t low[SEEN_CELLS_MOST];                     /* what number i is counted from: 0 or 1 */
    struct substitution_fixed fixed[SEEN_FIXED_MOST]; /* the others */
    bool lowered;                                     /* some number is counted from 1 */
    bool left;                                        /* moves lead to positions of another shape, and never back */
};
struct seen_rule {
    int game;
    bool rows, anew; /* has it rows; is more than the order another one */
    struct seen_shape shape;
    size_t order[SEEN_CELLS_MOST]; /* number order[k] of the shape stands at place k */
    /* The i-th one has plus[i][k] times the k-th one added, as that one is seen, for each k > i; plus[0][k] 1 for all: the sum. */
    int plus[SEEN_CELLS_MOST][SEEN_CELLS_MOST];
    bool turned[SEEN_CELLS_MOST]; /* number i of the shape is counted from above: */
    int64_t top[SEEN_CELLS_MOST]; /* from here; no move leads beyond */
    struct other_rule as;
};
/* False: it has other fields than natural numbers, rows and grids (and bool ones that no move changes), or too many cells or none; `left`
 * is set if that is known. */
bool seen_shape_of(const struct game *game, const struct component *component, struct seen_shape *shape);
/* Which numbers are counted from 1, and which might be after a move (`left`): asked of the rule once. ST_OK or ST_NO_MEMORY. */
enum status seen_shape_lower(const struct env *env, const struct component *component, struct seen_shape *shape);
/* May the game be written in other numbers: is it a rule, not taken apart, whose players have the same moves? */
bool seen_may_be_written(const struct env *env, int game);
bool seen_shape_grids(const struct seen_shape *shape); /* are there grids among its fields? */
bool seen_shape_same(const struct seen_shape *a, const struct seen_shape *b);
/* *out NULL: there is no such rule. A status other than ST_OK: of memory or a budget. */
enum status seen_rule_of(const struct env *env, int game, const struct seen_shape *shape, struct seen_rule **out);

#endif
