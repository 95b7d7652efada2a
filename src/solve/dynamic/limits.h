/* SPDX-License-Identifier: MIT */
/* Outcomes of rules whose bound number (rule.h) is a limit: the more of it, the more moves are allowed. One number for each row.
 *
 *     int sign;
 *     if (dynamic_limited(&rule, box.low, &sign)) {                // dyn(n, q) with a move to dyn(n - t, 2 * t), t in 1..min(n, q): 1
 *         struct dynamic_limits l = {.rule = &rule, .rows = rows, .sign = sign, .misere = false, .won = won};
 *         st = dynamic_fill_limits(&l, order, budget);             // won[12] == 1, won[13] == 13
 *         if (dynamic_limits_lose(&l, row, q)) ...
 *     }
 *
 * Theorem. Let y be the bound number, or less than nothing of it (sign -1: the less, the more moves are allowed), and let each condition
 * that reads it hold from some y on, once the other numbers and what is chosen are given. Then, in each row,
 *   - an option is allowed from some y on, its *limit*: the greatest one of its conditions';
 *   - a position has an option from `moves` on, the least limit of all options;
 *   - in normal play it is won from `won` on, the least limit of the options that are lost, and lost below;
 *   - in misere play it is lost from `moves` to less than `won`, and won elsewhere.
 * Proof. The first two are the definition. No result reads y (rule.h), so which options are lost is the same for the whole row; one of
 * them is allowed at y if y is at least its limit. In misere play also those below `moves` are won. []
 * Schwenk 1970 has it for t <= q with a next limit f(t). Whether an option is lost is seen by the two numbers of its row, so a row
 * takes no room but these, and the bound number has no end. An option whose limit is not less than `won` changes nothing (`moves` is no
 * greater); where one condition's limit does not fall while the last value of a move rises, all that follow are passed over at once.
 *
 * Conditions on the bound number must have a value everywhere (term_never_fails): they may then be tested before others. Numbers of
 * states and values must be within DYNAMIC_SMALL (cap.h), so that linear terms fit; else it is ST_UNSUPPORTED. */
#ifndef CGI_SOLVE_DYNAMIC_LIMITS_H
#define CGI_SOLVE_DYNAMIC_LIMITS_H
#include "solve/dynamic/rows.h"

#define LIMITS_NEVER INT64_MAX
/* One number of a row, or two in misere play: y, or LIMITS_NEVER. */
struct dynamic_limits {
    const struct dynamic_rule *rule;
    struct value_table rows; /* by the fields of the game; the bound one has extent 1 */
    int sign;
    bool misere;
    int64_t *won, *moves; /* `moves` in misere play alone */
    /* NULL, or the same in half the room, in place of these (line_takes.h); in misere play a row that is won everywhere has
     * LIMITS_LEAST_SHORT for `won`. */
    int32_t *won_short, *moves_short;
};
/* What 32 bits do not hold: never, and from the least y on. */
#define LIMITS_NEVER_SHORT INT32_MAX
#define LIMITS_LEAST_SHORT INT32_MIN
/* y, where it is compared with such numbers, which are within LIMITS_SHORT_MOST or one of these two: it is cut to what lies between. */
#define LIMITS_SHORT_MOST (INT32_MAX - 8)
static inline int32_t dynamic_short_y(int64_t y)
{
    const int32_t most = LIMITS_SHORT_MOST + 1;
    return y > most ? most : y < -most ? -most : (int32_t)y;
}
/* Does each condition on the bound number hold from some number on (sign 1), or each up to one (sign -1)? */
bool dynamic_limited(const struct dynamic_rule *rule, const int64_t *low, int *sign);
/* A condition whose limit does not fall while the last value of the move rises; NULL: none is known. */
const struct dynamic_condition *dynamic_leading(const struct dynamic_move *move);
/* All rows. Options must be in earlier ones, which is looked at; else ST_UNSUPPORTED, as where something that is looked at fails. */
enum status dynamic_fill_limits(struct dynamic_limits *l, const size_t *order, struct budget *budget);
/* Does the mover lose in this row, with this bound number? */
static inline bool dynamic_limits_lose(const struct dynamic_limits *l, uint64_t row, int64_t bound)
{
    int64_t y = l->sign * bound;
    if (l->won_short) {
        int32_t at = dynamic_short_y(y);
        return at < l->won_short[row] && (!l->misere || at >= l->moves_short[row]);
    }
    return y < l->won[row] && (!l->misere || y >= l->moves[row]);
}

#endif
