/* SPDX-License-Identifier: MIT */
/* Rules for boards of diagrams, drawn at random: a row with arrows beside it or a grid, cells up to the number of colours.
 *
 *     write_rule(&seed, &text, true, 2);               // of a grid, with stones of two colours
 *     write_forbidding_rule(&seed, &text, false);      // of a row; conditions forbid sets of stones, or nearly do */
#ifndef CGI_TESTS_MBT_DIAGRAM_RULES_H
#define CGI_TESTS_MBT_DIAGRAM_RULES_H
#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

void write_rule(uint64_t *seed, struct text *out, bool grid, unsigned colours);
void write_forbidding_rule(uint64_t *seed, struct text *out, bool grid);

#endif
