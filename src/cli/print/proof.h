/* SPDX-License-Identifier: MIT */
/* What is proved of the rules of a file, and what was tried where something is not: cgi check --proof.
 *
 *     proof_print(engine, shown);                   // "nim\n  ends: proved; this falls with every move: n\n ..."
 *     proof_json(&json, engine, shown);             // "proofs": [...] inside an object that is open
 *
 * shown: by game of the model, from engine_try (engine/open/tried.h). Nothing is printed of a file with errors. */
#ifndef CGI_CLI_PRINT_PROOF_H
#define CGI_CLI_PRINT_PROOF_H
#include "cli/print/json.h"
#include "engine/open/tried.h"

void proof_print(const struct engine *engine, const struct played_rule *const *shown);
void proof_json(struct json *json, const struct engine *engine, const struct played_rule *const *shown);

#endif
