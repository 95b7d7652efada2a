/* SPDX-License-Identifier: MIT */
/* Inside the pipeline: a text of the engine as input of the parser and the checker.
 *
 *     uint32_t source;
 *     enum status st = engine_add_typed(engine, "position", "nim(3)", &source);
 *     struct ast_parse parse = engine_parse_input(engine, source);
 *     if (st == ST_OK) st = parse_expression(&parse, &ast);
 */
#ifndef CGI_ENGINE_OPEN_PRIVATE_H
#define CGI_ENGINE_OPEN_PRIVATE_H
#include "check/names/check.h"
#include "engine/open/engine.h"
#include "syntax/parse/parse.h"

/* ---- engine.c */
/* Makes a source of what a user typed, called "<what>" in messages; ST_USAGE with a diagnostic if it is not valid
 * text. */
enum status engine_add_typed(struct engine *engine, const char *what, const char *text, uint32_t *source);
/* Both report to engine->diags and allocate in engine->arena. */
struct ast_parse engine_parse_input(struct engine *engine, uint32_t source);
struct check_input engine_check_input(struct engine *engine, uint32_t source);

#endif
