/* SPDX-License-Identifier: MIT */
/* Random rules with rows, and what becomes of them when a few of their words change places.
 *
 *     struct text rule = {0}, other = {0};
 *     random_rows_rule(&seed, PAIR_PLAIN, &rule);
 *     random_change(text_c(&rule), &seed, 2, &other);            // two changes: another rule, or the same in other words
 *
 * Results are sums of positions whose arguments are numbers, rows under updates (two deep as well), rows written out, turned
 * round, sorted, built by comprehensions or chosen by a condition, and sums of unknown length: what a normal form keeps whole.
 * Some lead to h(x, y) as well, a game that is put before them (RANDOM_HELPER) and does not change.
 * Variables come in twos (t and u, i and j, a and b), so that one may stand where the other did. Not every text is a legal
 * rule. */
#ifndef CGI_TESTS_RANDOM_PAIR_H
#define CGI_TESTS_RANDOM_PAIR_H
#include <stdint.h>
#include "base/text.h"

/* PAIR_TURNED: with fields a and b that change places in a second result beside the first, so often symmetric. PAIR_MOVER: the
 * first player's results and conditions, and for the second those with some of their words changed. */
#define RANDOM_HELPER "game h(x, y) { move l(v in 1..x) -> h(x - v, y) } "
enum pair_kind { PAIR_PLAIN, PAIR_TURNED, PAIR_MOVER };
void random_rows_rule(uint64_t *seed, enum pair_kind kind, struct text *out);
void random_change(const char *rule, uint64_t *seed, unsigned changes, struct text *out);
/* The same rule: generators called otherwise, and the two sides of a + in its results exchanged. */
void random_rewording(const char *rule, uint64_t *seed, struct text *out);

#endif
