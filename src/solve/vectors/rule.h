/* SPDX-License-Identifier: MIT */
/* Rules that take vectors of a fixed set: what may be taken does not depend on what there is, but for there being
 * enough.
 *
 *     move both(s in 1..a, t in 1..b) where s < 2 * t and t < 2 * s -> g(a - s, b - t)      // (s, t) of a cone
 *
 *     struct vectors_rule rule;
 *     st = vectors_find(&unrolled, &arena, &rule);
 *     if (st == ST_OK && rule.fine) ...
 *
 *     move skew(k in 1..a) where k * k <= b -> g(a - k, b - k * k)
 *
 * Each cell becomes itself less a term of the values alone, linear but for some atoms (`k * k`), which are values of
 * their own to whoever compares terms: equal texts mean equal values. Of what the rule demands, a part reads no cell, and
 * the rest says of a cell what must hold anyway: that it does not fall below its least number (`t <= b` beside `b - t`;
 * `t <= b / 2` beside `b - 2 * t`), and it is said of each cell of which anything is taken. So the options of a state x
 * are x - d for all d of a set D with x - d not below the least state, with the same D for all x: vector subtraction
 * games (Golomb 1966). The members of D up to a corner are what may be taken there. */
#ifndef CGI_SOLVE_VECTORS_RULE_H
#define CGI_SOLVE_VECTORS_RULE_H
#include "base/status.h"
#include "solve/ranked/unroll.h"

enum { VECTORS_CONDITIONS = 24 };
struct vectors_move {
    struct range values[TERM_VALUES]; /* as they are written: their ends read cells */
    size_t value_count, condition_count;
    const struct term *conditions[VECTORS_CONDITIONS]; /* those that read no cell */
    struct linear *taken;                              /* of each cell; of values alone, and of atoms behind them */
    const struct term *atoms[TERM_VALUES];             /* of values alone; atom i is value number value_count + i */
    size_t atom_count;
};
struct vectors_rule {
    bool fine;
    size_t cells, move_count;
    struct vectors_move *moves;
    size_t operators; /* of a move's conditions, at most */
};
/* ST_OK or ST_NO_MEMORY. The rule stays as long as the arena and the unrolled terms. */
enum status vectors_find(const struct unrolled *u, struct arena *arena, struct vectors_rule *rule);

#endif
