/* SPDX-License-Identifier: MIT */
/* Rules that are looked at choice by choice of the values of a move.
 *
 *     move p(t in 1..min(a, 3)) where a + b > 4 -> k(a - t, b)           // (t, 0), if t <= a, t <= 3 and a + b > 4
 *     move h where a > 1 -> k(a / 2, b)                                  // no vector: a / 2 is found for each position
 *
 *     struct choices_rule rule;
 *     st = choices_read(&unrolled, &arena, &rule);
 *     if (st == ST_OK && rule.fine) ...
 *
 * The conditions are in the order in which the language looks at them, ends of ranges first; what `and` and
 * comparisons with min and max join is taken apart. Nothing else is asked of them: whether options stay in the box
 * and come before their positions is looked at where the box is filled. */
#ifndef CGI_SOLVE_CHOICES_RULE_H
#define CGI_SOLVE_CHOICES_RULE_H
#include "base/status.h"
#include "solve/ranked/unroll.h"

enum { CHOICES_CONDITIONS = 64 };
struct choices_condition {
    const struct term *term;
    bool only_sure; /* it must have a value everywhere; what it says is in those that follow */
};
struct choices_move {
    struct range values[TERM_VALUES];
    size_t value_count, condition_count;
    size_t range_count; /* of the conditions, those that ranges are: they come first */
    struct choices_condition conditions[CHOICES_CONDITIONS];
    bool shifts;          /* each cell becomes itself less values alone: */
    struct linear *taken; /* these */
    const struct term *after[MODEL_MAX_FIELDS];
};
struct choices_rule {
    bool fine;
    size_t cells, move_count;
    struct choices_move *moves;
};
/* ST_OK or ST_NO_MEMORY. The rule stays as long as the arena and the unrolled terms. */
enum status choices_read(const struct unrolled *u, struct arena *arena, struct choices_rule *rule);
/* That of a game, read once and kept until parameters change. ST_OK or ST_NO_MEMORY. */
enum status choices_find(const struct env *env, int game, const struct choices_rule **out);

#endif
