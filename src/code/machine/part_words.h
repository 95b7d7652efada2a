/* SPDX-License-Identifier: MIT */
/* Positions of parts in the words of the rule, for messages: whoever wrote the rule knows of no part.
 *
 *     component_print_written(model, &component, &text);       // "r([4])" of the part r.s(4), "r(4, _)" of r.a(4)
 *
 * `_` stands for a number that does not matter, `...` for cells. A component of a game that is written is printed as it is. */
#ifndef CGI_CODE_MACHINE_PART_WORDS_H
#define CGI_CODE_MACHINE_PART_WORDS_H
#include "code/machine/position.h"

void component_print_written(const struct model *model, const struct component *component, struct text *out);

#endif
