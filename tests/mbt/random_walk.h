/* SPDX-License-Identifier: MIT */
/* Random rules of a token that stands on a cell of a row, or of two of them, and writes cells: most do not end, and of those that do
 * many write a cell that may hold already what they write.
 *
 *     random_walk(&seed, &rule);                   // game g(s: row, n) { move a(i in 1..len(s), t in 1..2) where i != n -> ... }
 */
#ifndef CGI_TESTS_RANDOM_WALK_H
#define CGI_TESTS_RANDOM_WALK_H
#include "base/text.h"
#include <stdint.h>

void random_walk(uint64_t *seed, struct text *out);

#endif
