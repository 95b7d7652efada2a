/* SPDX-License-Identifier: MIT */
/* A rule written for states of one shape as a rule of numbers, compiled, in an environment of its own.
 *
 *     struct seen_shape shape;
 *     struct seen_rule *r;
 *     if (seen_shape_of(game, &component, &shape)) st = seen_rule_of(env, component.game, &shape, &r);
 *     if (st == ST_OK && r) ...                            // number k of a state is its cell shape.at[r->order[k]]
 *     seen_rule_begin(env, r);                             // before something is run in r->env
 *
 * A field that every result has as it was is its value, as `m` in g(n, m) with moves to g(n - t, m) alone. The rule is
 * written by proof/restate. It is one to one, and a move that would change the length of a row is refused,
 * so options correspond, and with them values and outcomes, under either convention. Numbers stand in an order in which
 * moves fall, if one is proved (proof/boxes): the box that play does not leave is then filled row by row. Where there is
 * none, as where moves exchange numbers, g(a, b) with a move to g(b, a - t), the sum of all in the place of one may
 * fall; so where moves raise a number without an end that is known, g(a - t, b + t / 2). The environment has no plugins
 * and no clauses, is kept in the store of the caller's, and its budget is within the caller's.
 */
#ifndef CGI_PLAN_RESTATED_SEEN_RULE_H
#define CGI_PLAN_RESTATED_SEEN_RULE_H
#include "code/compile/code.h"
#include "play/options/env.h"
#include "proof/restate/substitution.h"

enum { SEEN_CELLS_MOST = 6, SEEN_FIXED_MOST = 16 };
/* The numbers of states with rows of these lengths, without those of fields that all results have as they were. */
struct seen_shape {
    size_t count, fields, fixed_count;
    int64_t length[MODEL_MAX_FIELDS]; /* of each field: of a row; -1: a number */
    uint32_t at[SEEN_CELLS_MOST];     /* where in the state's cells number i stands */
    struct substitution_cell cell[SEEN_CELLS_MOST];
    struct substitution_fixed fixed[SEEN_FIXED_MOST]; /* the others */
};
struct seen_rule {
    int game;
    bool rows, anew; /* has it rows; is more than the order another one */
    struct seen_shape shape;
    bool sum; /* the first number is the sum of all instead */
    size_t order[SEEN_CELLS_MOST];
    struct arena arena;
    struct model model;
    struct code *code;
    struct budget budget;
    struct diags diags;
    struct env *env; /* NULL: the rule cannot be written so, or need not */
};
/* False: it has other fields than natural numbers and rows, or too many cells or none. */
bool seen_shape_of(const struct game *game, const struct component *component, struct seen_shape *shape);
bool seen_shape_same(const struct seen_shape *a, const struct seen_shape *b);
/* *out NULL: there is no such rule. A status other than ST_OK: of memory or a budget. */
enum status seen_rule_of(const struct env *env, int game, const struct seen_shape *shape, struct seen_rule **out);
void seen_rule_begin(const struct env *env, struct seen_rule *rule);

#endif
