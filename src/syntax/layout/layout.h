/* The one layout of a rule file: what `cgi fmt` writes.
 *
 *     struct text out = {0};
 *     enum status st = layout_file(&in, file, &out);       // `file` as parse_file gave it for in->source, without errors
 *     text_free(&out);
 *
 * The layout is a function of the tokens, the comments with their places (behind a token, or on lines of their own) and
 * blank lines (of which one is kept). Nothing but white space and `;` is added or taken away, so the tree of the output is
 * the tree of the input, and laying out twice is laying out once:
 *
 *     game nim(n) { move take(t in 1..n) -> nim(n - t) }     a body of one clause, or of edges alone, that fits its line
 *     game bash(n) {                                          else a clause a line, two blanks deeper
 *       param k = 1; param l = 2                              parameters joined by `;` stay together where they fit
 *       move a(t in 1..n) where LONG                          lines of more than LAYOUT_WIDTH columns are broken before
 *         -> bash(n - t)                                      the operator that binds least, two blanks deeper
 *     }
 *                                                             a blank line after a body of several lines
 *
 * Lua blocks are copied. Comments of neighbouring lines stand in one column. Time and memory are linear in the file but for
 * lines that must be broken, O(tokens of the clause * nesting). */
#ifndef CGI_SYNTAX_LAYOUT_LAYOUT_H
#define CGI_SYNTAX_LAYOUT_LAYOUT_H
#include "syntax/parse/parse.h"

#define LAYOUT_WIDTH 100

enum status layout_file(const struct ast_parse *in, const struct ast *file, struct text *out);

#endif
