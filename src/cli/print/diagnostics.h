/* SPDX-License-Identifier: MIT */
/* Diagnostics for people, with the source line and a caret, and for programs, as JSON.
 *
 *     diagnostics_print(request, engine, true);             // engine->diags, which are then forgotten
 */
#ifndef CGI_CLI_PRINT_DIAGNOSTICS_H
#define CGI_CLI_PRINT_DIAGNOSTICS_H
#include "cli/print/json.h"
#include "cli/request/request.h"

/* Prints and forgets the diagnostics. In JSON mode with `answer` they go to standard output, as one object. */
void diagnostics_print(struct request *request, struct engine *engine, bool answer);
/* "diagnostics": [...] inside an object that is open. */
void diagnostics_json(struct json *json, const struct engine *engine);
/* The object that reports one usage mistake. */
void usage_json(const char *message);
/* The escape sequence that starts a style: "bold", "error", "warning" or "note"; "off" ends it. "" without colour. */
const char *style(bool color, const char *what);

#endif
