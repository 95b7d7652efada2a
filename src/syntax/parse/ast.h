/* SPDX-License-Identifier: MIT */
/* The syntax tree: what was written, where, and nothing else. Names are not resolved here.
 *
 *     enum status st = parse_file(&in, &file);             // parse.h; file->kind == AST_FILE
 *     for (uint32_t i = 0; i < file->count; i++) visit(file->kids[i]);       // the statements
 *
 * All kinds of node have the same shape; ast.def lists the kids of each kind. Nodes live in the parse arena.
 * The constructor caps the depth at AST_MAX_DEPTH, so every walk over a tree may recurse. */
#ifndef CGI_SYNTAX_PARSE_AST_H
#define CGI_SYNTAX_PARSE_AST_H
#include <stdbool.h>
#include <stdint.h>
#include "base/integer.h"
#include "base/source.h"
#include "base/text.h"
#include "syntax/graphs/written.h"

#define AST_MAX_DEPTH 200

enum ast_kind {
#define AST(kind, name, kids) AST_##kind,
#include "syntax/parse/ast.def"
#undef AST
    AST_KINDS
};

/* Operators: OP(NAME, "spelling"). */
/* clang-format off */
#define AST_OPERATORS(OP)                                                                  \
    OP(NONE, "")                                                                                             \
    OP(ADD, "+") OP(SUB, "-") OP(MUL, "*") OP(DIV, "/") OP(MOD, "%")                                         \
    OP(EQ, "==") OP(NE, "!=") OP(LT, "<") OP(LE, "<=") OP(GT, ">") OP(GE, ">=")                              \
    OP(AND, "and") OP(OR, "or") OP(NOT, "not") OP(NEG, "-") OP(IN, "in") OP(NOT_IN, "not in") OP(IFF, "iff") \
    OP(SET, "=") OP(OCTAL, "octal") OP(TURNING, "turning")                                                   \
    OP(UPTO, "upto") OP(CONJUNCTIVE, "conjunctive") OP(SELECTIVE, "selective") OP(ORDINAL, "ordinal")        \
    OP(SEQUENTIAL, "sequential")
/* clang-format on */
enum ast_op {
#define OP_ENUM(name, spelling) OP_##name,
    AST_OPERATORS(OP_ENUM)
#undef OP_ENUM
        OP_COUNT
};

struct ast {
    enum ast_kind kind;
    enum ast_op op;
    struct span span;        /* the whole construct */
    struct span name_span;   /* the name alone, for carets; empty if there is none */
    const char *name, *text; /* interned or in the arena; NULL if the kind has none */
    const struct integer *number;
    const struct written_edges *edges; /* of EDGES, which has no kids */
    uint32_t depth;                    /* 1 + the deepest kid */
    uint32_t count;
    struct ast **kids;
    struct span text_span; /* where `text` is, without its quotes or brackets; empty if there is none */
};

/* The tree as indented s-expressions, one node per line with its span as line:column-line:column. */
void ast_dump(const struct ast *node, const struct source *source, struct text *out);
const char *ast_kind_name(enum ast_kind kind);
const char *ast_op_spelling(enum ast_op op);
/* Are the trees equal except for the places of their parts? NULL equals only NULL. O(nodes). */
bool ast_same(const struct ast *a, const struct ast *b);

#endif
