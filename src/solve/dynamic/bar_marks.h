/* SPDX-License-Identifier: MIT */
/* Rows of which each move is barred at one number at most (barred.h), by what lost rows mark.
 *
 *     if (dynamic_bars_mark(&rule)) st = dynamic_mark_barred(&b, order, budget);        // otherwise dynamic_fill_barred
 *
 * Moves take t of some fields (levels.h); which t are allowed, the number that one gives and where it is barred depend on t alone, but for
 * the ends of t and conditions on the row as a whole. So no options are looked at but those that are lost. A row that is lost at one
 * number marks the rows from which a take that gives that number leads to it. Rows that are lost everywhere, or everywhere but at one
 * number (misere play), are in a list by their line, the nearest one first; of these, two are enough as a rule. Every lost option of a
 * row is one or the other, since it leads to a row of the same line that is lost at the number it gives.
 *
 * Where next numbers have one take each, that is O(1) steps a row beside the list. It gives up, with ST_UNSUPPORTED, where it takes too
 * many steps, where a take leaves the box or takes nothing, or something has no value. */
#ifndef CGI_SOLVE_DYNAMIC_BAR_MARKS_H
#define CGI_SOLVE_DYNAMIC_BAR_MARKS_H
#include "solve/dynamic/barred.h"

/* Is every move of that form, as far as is seen without looking at numbers? */
bool dynamic_bars_mark(const struct dynamic_rule *rule);
/* As dynamic_fill_barred. */
enum status dynamic_mark_barred(const struct dynamic_bars *b, const size_t *order, struct budget *budget);

#endif
