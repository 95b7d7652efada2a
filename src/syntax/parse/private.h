/* SPDX-License-Identifier: MIT */
/* Inside the parser: what the lexer, token filter, grammar, error reports and constructors share. Not for other rooms.
 *
 *     lexer.l      characters -> raw tokens; reports misspellings
 *     tokens.c     raw tokens -> the grammar's tokens: matches brackets, skips bad stretches, inserts repairs
 *     grammar.y    tokens -> constructor calls
 *     build.c      the constructors: depth cap, lists
 *     report.c     words a syntax error
 *     parse.c      sets all this up and takes it down
 *
 * If an allocation fails, `no_memory` and `stop` are set, and from then on every token is the end of the source. */
#ifndef CGI_SYNTAX_PARSE_PRIVATE_H
#define CGI_SYNTAX_PARSE_PRIVATE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "syntax/parse/parse.h"

enum {
    NAME_MAX_LENGTH = 200,
    BRACKETS_MAX = AST_MAX_DEPTH,
    EXPRESSION_MAX_DEPTH = AST_MAX_DEPTH - 8, /* leaves room above for file, game, list, move, list, generator */
    SCANNER_BYTES = 4096,
    QUEUE_MAX = 2
};

/* Items in reading order, in the arena; the capacity doubles, so adding is O(1) amortised. */
struct ast_list {
    struct ast **items;
    uint32_t count, capacity;
};
struct lexeme {
    const char *text;
    struct span span; /* without quotes or brackets */
};
union semantic {
    const char *name; /* interned; for a number its digits */
    struct lexeme lexeme;
    struct ast *node;
    struct ast_list *list;
    enum ast_op op;
};
struct token {
    int kind; /* T_... of grammar.h */
    union semantic value;
    struct span span;
};

/* What an open bracket encloses, for messages: "expected ')' after the generators". */
/* clang-format off */
#define BRACKET_PURPOSES(PURPOSE)                                             \
    PURPOSE(GROUP, "the expression") PURPOSE(FIELDS, "the fields")            \
    PURPOSE(GENERATORS, "the generators") PURPOSE(PARAMETERS, "the parameters") \
    PURPOSE(ARGUMENTS, "the arguments") PURPOSE(COMPONENTS, "the components") \
    PURPOSE(INDEX, "the index") PURPOSE(ROW, "the cells of the row")          \
    PURPOSE(SET, "the elements of the set") PURPOSE(UPDATES, "the updates")   \
    PURPOSE(BODY, "the clauses")
/* clang-format on */
enum purpose {
#define PURPOSE_ENUM(name, words) PURPOSE_##name,
    BRACKET_PURPOSES(PURPOSE_ENUM)
#undef PURPOSE_ENUM
        PURPOSE_COUNT
};
struct bracket {
    int opener;
    enum purpose purpose;
    struct span span;
};

/* Where parsing resumes after a syntax error: at the next token that can begin an item of this level. */
enum level { LEVEL_NONE, LEVEL_STATEMENT, LEVEL_HEADER, LEVEL_CLAUSE, LEVEL_EDGE };

struct parser {
    const struct ast_parse *in;
    struct arena *arena;
    const char *text;  /* of the source */
    struct span whole; /* the whole source */
    struct ast_list *statements;
    struct ast *expression;
    struct written_graph *edges; /* of the graph that is or was read, or NULL */
    bool ahead;                  /* the grammar reads edges, and is before a node: plain ones need no tokens */
    bool file;                   /* parses a whole file, not one expression */
    bool no_memory, stop;        /* stop: every further token is the end, and nothing more is reported */

    char *
        buffer; /* the text, for the scanner: it puts a NUL behind each token, and back what was there before it gives the token on */
    void *scanner;
    _Alignas(16) unsigned char scanner_memory[SCANNER_BYTES]; /* flex would exit if its allocator failed */
    size_t scanner_used;
    struct span lua_open; /* `lua [==[` */
    uint32_t lua_level;   /* the number of '=' */

    struct bracket brackets[BRACKETS_MAX];
    uint32_t bracket_count;
    struct bracket innermost; /* the innermost bracket when p->last was read; opener 0: none */
    struct {
        bool open;
        uint32_t level; /* brackets below its '{' */
        struct span span;
    } body;
    struct token queue[QUEUE_MAX]; /* inserted tokens that the grammar reads next */
    uint32_t queued;
    struct token last;   /* the token last passed to the grammar: the place of an error */
    int before;          /* the kind of the token before it */
    enum level skip;     /* skipping to the next token that fits this level */
    int repair;          /* the word that a misspelt one is read as, or 0 */
    struct span respelt; /* the last misspelling that was reported and corrected */
    bool drop;           /* the wrong token is a reserved word used as a name: do not resume at it */
    bool muted;          /* the lexer has reported the cause of the syntax errors of this clause */
};

/* ---- lexer.l */
/* `text` is scanned from p->buffer; cannot fail. */
void lexer_open(struct parser *p);
struct token lexer_next(struct parser *p);
/* Plain edges are read here; the scanner goes on behind them. */
void lexer_skip_edges(struct parser *p);
void lexer_close(struct parser *p);

/* ---- tokens.c */
enum word_place { WORD_NONE, WORD_STATEMENT, WORD_CLAUSE, WORD_EITHER, WORD_INSIDE, WORD_NAME };
struct word {
    int token;
    const char *spelling;
    enum word_place place;
};
/* The word with this spelling, or NULL. */
const struct word *parser_word_find(const char *text, size_t length);
/* The word of this token kind, or NULL. */
const struct word *parser_word_of_token(int kind);
/* The table, `*count` entries. */
const struct word *parser_word_table(size_t *count);
/* The grammar's yylex. */
int tokens_next(union semantic *value, struct span *span, struct parser *p);
void tokens_open_body(struct parser *p, struct span brace);
void tokens_close_body(struct parser *p);
/* After a syntax error at the lookahead: returns true if the grammar must drop that token. */
bool tokens_resume(struct parser *p, enum level level, int kind, union semantic value, struct span span);

/* ---- report.c */
/* expected[kind] is set for every token (of GRAMMAR_TOKENS) that the grammar could have read instead of p->last. */
void parser_report_syntax(struct parser *p, const bool *expected);
/* Reports that the body is still open at `found`, which cannot be inside it. */
void parser_report_open_body(struct parser *p, struct token found);
/* Also stops the parser. */
void parser_report_too_deep(struct parser *p, struct span span);

/* ---- build.c: a constructor returns NULL if memory runs out, and accepts NULL for what could not be built */
void parser_out_of_memory(struct parser *p);
/* A node with these kids (copied); `shape` provides its kind, span and other data. */
struct ast *ast_build(struct parser *p, struct ast shape, uint32_t count, struct ast *const *kids);
/* left OP right, for 'and' and 'or': bracketed so that a long chain of them is not as deep as it is long. */
struct ast *ast_build_chain(struct parser *p, enum ast_op op, struct span place, struct ast *left, struct ast *right);
/* A node whose kids are the items of the list (NULL: none), which must not be used afterwards. */
struct ast *ast_build_from(struct parser *p, struct ast shape, struct ast_list *items);
/* A node whose kids are `first` (which may be NULL) and then the items of the list. */
struct ast *ast_build_with_first(struct parser *p, struct ast shape, struct ast *first, const struct ast_list *items);
/* A LIST from its first to its last item; an empty one has the span `place`. */
struct ast *ast_build_list(struct parser *p, struct span place, struct ast_list *items);
/* `play misere`; reports an error if another statement precedes it. */
struct ast *ast_build_play(struct parser *p, struct span span);
struct ast *ast_build_number(struct parser *p, struct span span, const char *digits);
struct ast_list *ast_list_new(struct parser *p);
struct ast_list *ast_list_add(struct parser *p, struct ast_list *list, struct ast *item);
/* The edges of one graph at a time: its nodes as they stand, and `;`. */
void ast_edges_begin(struct parser *p);
void ast_edges_node(struct parser *p, struct span span, const char *name, bool opens);
void ast_edges_end(struct parser *p);
/* Reads plain ones on from text + *at, when p->ahead is set: the grammar is where a node may begin. */
void ast_edges_ahead(struct parser *p, uint32_t *at);
/* An empty list of them has the span `place`. */
struct ast *ast_edges_close(struct parser *p, struct span place);

#endif
