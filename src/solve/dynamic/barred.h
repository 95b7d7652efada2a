/* SPDX-License-Identifier: MIT */
/* Outcomes of rules in which the bound number (rule.h) bars each move at one number at most. One number for each row.
 *
 *     if (dynamic_barred(&rule)) {                                 // g(n, last) with a move to g(n - t, t), t in 1..n where t != last
 *         struct dynamic_bars b = {.rule = &rule, .rows = rows, .lost = lost};
 *         st = dynamic_fill_barred(&b, order, budget);             // lost[0] == BARS_ALL, lost[2] == 1: g(2, 1) alone loses
 *         if (dynamic_bars_lose(&b, row, q)) ...
 *     }
 *
 * Theorem. Let each move have one condition at most that reads the bound number b, f b + rest != 0 with f not 0, where rest reads the
 * other numbers and what is chosen. Then in each row
 *   - an option is barred at one number, -rest / f, or at none if that is no whole number;
 *   - in normal play a position is lost where all options that are lost are barred: everywhere if there are none of them, else at the
 *     one number at which they all are barred, or nowhere;
 *   - in misere play it is lost there, but where no option at all is allowed: that is everywhere, at one number, or nowhere, likewise.
 * Proof. No result reads b (rule.h), so which options there are but for that condition, and which of these are lost, is the same for the
 * whole row. Sets of one number at most, or all of them, meet in such a set. []
 *
 * Whether an option is lost is seen by the number of its row, so a row takes no room but that, and the bound number has no end. Options
 * are looked at until the position is lost nowhere: two that are lost, and not barred at the same number, are enough.
 *
 * Numbers of states and values must be within DYNAMIC_SMALL (cap.h), so that linear terms fit; else it is ST_UNSUPPORTED. */
#ifndef CGI_SOLVE_DYNAMIC_BARRED_H
#define CGI_SOLVE_DYNAMIC_BARRED_H
#include "solve/dynamic/rows.h"

#define BARS_ALL INT64_MAX
#define BARS_NONE INT64_MIN
struct dynamic_bars {
    const struct dynamic_rule *rule;
    struct value_table rows; /* by the fields of the game; the bound one has extent 1 */
    bool misere;
    int64_t *lost;  /* by row: BARS_ALL, BARS_NONE, or the bound number at which all lost options are barred */
    int64_t *stuck; /* in misere play alone: at which all options are */
};
bool dynamic_barred(const struct dynamic_rule *rule);
/* All rows. Options must be in earlier ones, which is looked at; else ST_UNSUPPORTED, as where something that is looked at fails. */
enum status dynamic_fill_barred(const struct dynamic_bars *b, const size_t *order, struct budget *budget);
/* Is the bound number in that set? */
static inline bool dynamic_bars_have(int64_t set, int64_t bound) { return set == BARS_ALL || set == bound; }
/* Does the mover lose in this row, with this bound number, which is neither BARS_ALL nor BARS_NONE? */
static inline bool dynamic_bars_lose(const struct dynamic_bars *b, uint64_t row, int64_t bound)
{
    return dynamic_bars_have(b->lost[row], bound) && !(b->misere && dynamic_bars_have(b->stuck[row], bound));
}

#endif
