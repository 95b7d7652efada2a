/* SPDX-License-Identifier: MIT */
/* An automaton over numbers, as a table of rows, as JSON and as a drawing.
 *
 *     automaton_text(lost, stdout);        // state, accepting, and where letters lead
 *
 * States that no word leaves towards an accepting one are one state, "dead", which is not shown: what has no arrow is
 * refused. */
#ifndef CGI_CLI_PRINT_AUTOMATON_H
#define CGI_CLI_PRINT_AUTOMATON_H
#include <stdio.h>
#include "cli/print/json.h"
#include "engine/prove/prove.h"

/* The keys of one automaton, inside an object that is open: numeration, states, accepting, letters, next (per state,
 * per letter). */
void automaton_json(struct json *json, const struct automaton *a);
/* ST_NO_MEMORY, with nothing written. `title` is that of the drawing, `fields` name the tracks. */
enum status automaton_svg(const struct automaton *a, const char *title, FILE *out);

#endif
