/* SPDX-License-Identifier: MIT */
/* Random rules as text, for comparing the machine with the reference: splits, comprehensions, every named set, rows with
 * updates. Every move makes some number smaller and stays inside the state, so that most are accepted and play ends.
 *
 *     struct text out = {0};
 *     grow_rule(seed, GROW_HEAP, &out);        // "game g(n) { move m0(t in 1..min(3, n)) where ... -> g(n - t) }"
 */
#ifndef CGI_TESTS_GROW_RULE_H
#define CGI_TESTS_GROW_RULE_H
#include <stdint.h>
#include "base/text.h"

enum grow_kind { GROW_HEAP, GROW_PAIR, GROW_ROW };
void grow_rule(uint64_t seed, enum grow_kind kind, struct text *out);

#endif
