/* The syntax tree: what was written, where, and nothing else. Names are not looked up here.
 *
 *     struct ast_parse in = {.source = id, .sources = &sources, .names = &interns, .arena = &arena, .diags = &diags};
 *     enum status st = parse_file(&in, &file);             // file->kind == AST_FILE
 *
 * One shape of node serves all kinds; ast.def says for each kind what its kids are. Nodes live in the parse arena.
 * Depth is capped (AST_MAX_DEPTH) in the constructor, so every walk over a tree may recurse. */
#ifndef CGI_SYNTAX_PARSE_AST_H
#define CGI_SYNTAX_PARSE_AST_H
#include <stdint.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/integer.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/status.h"
#include "base/text.h"

#define AST_MAX_DEPTH 200

enum ast_kind {
#define AST(kind, name, kids) AST_##kind,
#include "syntax/parse/ast.def"
#undef AST
    AST_KINDS
};

/* Operators: OP(NAME, "spelling"). */
#define AST_OPERATORS(OP)                                                                                              \
    OP(NONE, "")                                                                                                       \
    OP(ADD, "+")                                                                                                       \
    OP(SUB, "-") OP(MUL, "*") OP(DIV, "/") OP(MOD, "%") OP(EQ, "==") OP(NE, "!=") OP(LT, "<") OP(LE, "<=") OP(GT, ">") \
        OP(GE, ">=") OP(AND, "and") OP(OR, "or") OP(NOT, "not") OP(NEG, "-") OP(IN, "in") OP(NOT_IN, "not in")         \
            OP(IFF, "iff") OP(SET, "=") OP(OCTAL, "octal") OP(TURNING, "turning") OP(UPTO, "upto")                     \
                OP(CONJUNCTIVE, "conjunctive") OP(SELECTIVE, "selective") OP(ORDINAL, "ordinal")                       \
                    OP(SEQUENTIAL, "sequential")
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
    struct span name_span;   /* the name alone, for carets; empty when there is none */
    const char *name, *text; /* interned or in the arena; NULL when the kind has none */
    const struct integer *number;
    uint32_t depth; /* 1 + the deepest kid */
    uint32_t count;
    struct ast **kids;
    struct span text_span; /* where `text` stands, without its quotes or brackets; empty when there is none */
};

struct ast_parse {
    uint32_t source;
    const struct sources *sources;
    struct interns *names;
    struct arena *arena;
    struct diags *diags;
};

/* A whole file. ST_INVALID when anything was reported as an error; *file is then still the part that could be read. */
enum status parse_file(const struct ast_parse *in, struct ast **file);
/* One expression and nothing after it: a position or a question on the command line, a value of --set. */
enum status parse_expression(const struct ast_parse *in, struct ast **expression);
/* The tree as indented s-expressions, one node a line with its span as line:column-line:column. */
void ast_dump(const struct ast *node, const struct source *source, struct text *out);
const char *ast_kind_name(enum ast_kind kind);
const char *ast_op_spelling(enum ast_op op);

#endif
