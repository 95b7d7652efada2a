/* SPDX-License-Identifier: MIT */
/* The text and JSON of what a rule was found to be (engine/identify/identify.h).
 *
 *     identification_print(request, &found, NULL, "pins", label);         // same rules     octal 0.07
 *     identification_json(&found, NULL, "pins", label);                   // one object, on a line of its own
 *
 * `label` is the name of the setting, "m=3", or "". */
#ifndef CGI_CLI_PRINT_IDENTIFICATION_H
#define CGI_CLI_PRINT_IDENTIFICATION_H
#include "cli/request/request.h"
#include "engine/identify/oeis.h"

/* `oeis`: what a list of sequences has; NULL: it was not asked. */
void identification_print(const struct request *request, const struct identification *found, const struct oeis *oeis,
                          const char *game, const char *label);
void identification_json(const struct identification *found, const struct oeis *oeis, const char *game,
                         const char *label);
/* One candidate in words: "same values as octal 0.07, heap n as its heap n - 1; proved: ...". */
void identification_words(const struct identified *item, struct text *out);

#endif
