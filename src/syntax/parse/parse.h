/* SPDX-License-Identifier: MIT */
/* Reading a source: text to a syntax tree, or to tokens.
 *
 *     struct ast_parse in = {.source = id, .sources = &sources, .names = &interns, .arena = &arena, .diags = &diags};
 *     struct ast *file;
 *     enum status st = parse_file(&in, &file);             // file->kind == AST_FILE
 *
 * Mistakes are reported to in->diags; trees live in in->arena. O(bytes). */
#ifndef CGI_SYNTAX_PARSE_PARSE_H
#define CGI_SYNTAX_PARSE_PARSE_H
#include <stdbool.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/status.h"
#include "syntax/parse/ast.h"

struct ast_parse {
    uint32_t source;
    const struct sources *sources;
    struct interns *names;
    struct arena *arena;
    struct diags *diags;
    bool by_tokens; /* graphs too, where plain edges need no tokens: slower, and the same */
};

/* A whole file. ST_INVALID if an error was reported; *file is then the part that could be read. */
enum status parse_file(const struct ast_parse *in, struct ast **file);
/* One expression and nothing after it: a position or a question on the command line, a value of --set. */
enum status parse_expression(const struct ast_parse *in, struct ast **expression);
/* The tokens of a source without errors, in order: kinds T_... of grammar.h, T_END last, brackets not yet matched. The
 * visitor returns false if memory runs out. ST_OK or ST_NO_MEMORY. */
typedef bool (*token_visitor)(void *context, int kind, struct span span);
enum status parse_tokens(const struct ast_parse *in, token_visitor visit, void *context);

#endif
