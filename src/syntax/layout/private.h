/* Inside the layout: what reading, wrapping and writing lines share.
 *
 *     tokens.c   the raw tokens with their comments, brackets matched, unary signs and names told apart
 *     lines.c    lines of code with comments behind them, aligned at the end
 *     wrap.c     a stretch of tokens on one line, or broken at the operators that bind least
 *     layout.c          statements, bodies, clauses, edges */
#ifndef CGI_SYNTAX_LAYOUT_PRIVATE_H
#define CGI_SYNTAX_LAYOUT_PRIVATE_H
#include "base/vec.h"
#include "syntax/layout/layout.h"

struct remark {
    const char *text; /* from its '#', without blanks at the end; in the source */
    size_t length;
    bool blank_before; /* an empty line stands before it */
    bool continues;    /* stands right below the comment before it, which stood behind code */
};
struct lexed {
    int kind;
    const char *text; /* in the source */
    size_t length;
    uint32_t begin;                /* its offset there */
    size_t partner;                /* of a bracket: the other one; else its own index */
    size_t remarks, remark_count;  /* comments on lines of their own before this token */
    const struct remark *trailing; /* the comment behind it, or NULL; set when reading has ended */
    size_t trailing_index;         /* 1 + index of it while reading */
    bool blank_before;             /* an empty line stands before it, after its remarks */
    bool semicolon_before;         /* one or more `;` stood before it */
    bool same_line;                /* it stands on the line of the token before it */
    bool is_name;                  /* a word used as a name */
    bool is_unary;                 /* a minus before its operand */
    bool is_choice;                /* the `:` of `? :` */
    bool is_body;                  /* the brace of a body */
    bool is_loose; /* a brace with blanks inside: something in it has brackets or generators of its own */
};
struct line {
    size_t begin, end; /* of its code in layout.code */
    const struct remark *remark;
    bool blank_before, continues;
};
struct layout {
    const struct ast_parse *in;
    const struct source *source;
    VEC(struct lexed) tokens;
    VEC(struct remark) remarks;
    VEC(struct line) lines;
    struct text code;
    size_t line_begin;  /* in code, of the line being written */
    size_t first;       /* the token that opens the clause: its comments have been written */
    size_t opened;      /* how many lines there were when the body was opened: no empty line follows */
    const char *suffix; /* goes right behind the next token, before a comment */
    bool fresh;         /* nothing stands on the line yet */
    bool blank;         /* an empty line is wanted before the next line */
    bool failed;        /* memory is out */
};

/* ---- tokens.c: fills tokens (the last one is T_END) and remarks. */
enum status layout_read(struct layout *layout, const struct ast *file);

/* ---- lines.c */
/* Ends the line being written, if anything stands on it. */
void lines_end(struct layout *layout);
/* Appends bytes to the line, after `indent` blanks when it is fresh. */
void lines_put(struct layout *layout, const char *bytes, size_t count, size_t indent);
/* Puts a comment behind the code of the line and ends it. */
void lines_remark(struct layout *layout, const struct remark *remark);
/* A comment on a line of its own, which goes on below a comment behind code when it did so or stands inside a clause. */
void lines_own_remark(struct layout *layout, const struct remark *remark, bool inside, size_t indent);
/* Columns taken on the line so far. */
size_t lines_column(const struct layout *layout);
enum status lines_write(const struct layout *layout, struct text *out);

/* ---- wrap.c */
/* Columns of tokens [from, to) on one line; SIZE_MAX when a comment stands among them (behind the last one counts not). */
size_t wrap_width(const struct layout *layout, size_t from, size_t to);
/* Writes tokens [from, to), breaking lines where they do not fit with `tail` further columns behind them; lines that are
 * begun on the way stand `indent` deep. */
void wrap_range(struct layout *layout, size_t from, size_t to, size_t indent, size_t tail);
/* One token with the blank before it and the comments around it. */
void wrap_token(struct layout *layout, size_t index, size_t indent);
size_t wrap_characters(const char *text, size_t length);

#endif
