/* SPDX-License-Identifier: MIT */
/* The standard layout of a rule file: what `cgi fmt` writes.
 *
 *     struct text out = {0};
 *     enum status st = layout_file(&in, file, &out);       // `file` from parse_file for in->source, without errors
 *     text_free(&out);
 *
 * The layout is a function of the tokens, the comments with their places (after a token, or on lines of their own) and
 * blank lines (at most one is kept). Only white space and `;` are added or removed, so the output has the same tree as
 * the input, and the layout of the output is the output:
 *
 *     game nim(n) { move take(t in 1..n) -> nim(n - t) }     a body of one clause, or of edges alone, that fits its line
 *     game bash(n) {                                          otherwise one clause per line, indented by two
 *       param k = 1; param l = 2                              parameters joined by `;` stay together if they fit
 *       move a(t in 1..n) where LONG                          lines of more than LAYOUT_WIDTH columns are broken before
 *         -> bash(n - t)                                      the loosest operator, and indented by two more
 *     }
 *                                                             a blank line after a body of several lines
 *
 * Lua blocks are copied. Comments of neighbouring lines are aligned. Time and memory are linear in the file except for
 * lines that must be broken: O(tokens of the clause * nesting). */
#ifndef CGI_SYNTAX_LAYOUT_LAYOUT_H
#define CGI_SYNTAX_LAYOUT_LAYOUT_H
#include "syntax/parse/parse.h"

#define LAYOUT_WIDTH 100

enum status layout_file(const struct ast_parse *in, const struct ast *file, struct text *out);

#endif
