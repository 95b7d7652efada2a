/* SPDX-License-Identifier: MIT */
/* Inside the layout: what reading, wrapping and writing lines share.
 *
 *     tokens.c   the raw tokens with their comments: matches brackets, tells unary signs and names from others
 *     lines.c    lines of code with trailing comments, which are aligned at the end
 *     wrap.c     a range of tokens on one line, or broken at the loosest operators
 *     layout.c   statements, bodies, clauses, edges */
#ifndef CGI_SYNTAX_LAYOUT_PRIVATE_H
#define CGI_SYNTAX_LAYOUT_PRIVATE_H
#include "base/vec.h"
#include "syntax/layout/layout.h"

struct remark {
    const char *text; /* from its '#', without trailing blanks; in the source */
    size_t length;
    bool blank_before; /* an empty line precedes it */
    bool continues;    /* is right below the comment before it, which trails code */
};
struct lexed {
    int kind;
    const char *text; /* in the source */
    size_t length;
    uint32_t begin;                /* its offset in the source */
    size_t partner;                /* for a bracket: the matching one; else its own index */
    size_t remarks, remark_count;  /* comments on lines of their own before this token */
    const struct remark *trailing; /* the trailing comment, or NULL; set when all tokens have been read */
    size_t trailing_index;         /* 1 + the index of that comment, while reading */
    bool blank_before;             /* an empty line precedes it, after its remarks */
    bool semicolon_before;         /* one or more `;` precede it */
    bool same_line;                /* it is on the same line as the token before it */
    bool is_name;                  /* a word used as a name */
    bool is_unary;                 /* a minus before its operand */
    bool is_choice;                /* the `:` of `? :` */
    bool is_body;                  /* the brace of a body */
    bool is_loose;                 /* a brace with blanks inside: it encloses brackets or generators */
};
struct line {
    size_t begin, end; /* its code in layout.code */
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
    size_t line_begin;  /* where the line being written begins, in code */
    size_t first;       /* the first token of the clause: its comments have been written */
    size_t opened;      /* the number of lines when the body was opened: no empty line follows the brace */
    const char *suffix; /* written right after the next token, before a comment */
    bool fresh;         /* the line is still empty */
    bool blank;         /* the next line is to be preceded by an empty line */
    bool failed;        /* memory ran out */
};

/* ---- tokens.c: fills tokens (the last one is T_END) and remarks. */
enum status layout_read(struct layout *layout, const struct ast *file);

/* ---- lines.c */
/* Ends the line being written unless it is empty. */
void lines_end(struct layout *layout);
/* Appends bytes to the line, after `indent` blanks if it is empty. */
void lines_put(struct layout *layout, const char *bytes, size_t count, size_t indent);
/* Adds a trailing comment to the line and ends it. */
void lines_remark(struct layout *layout, const struct remark *remark);
/* A comment on a line of its own; it continues a trailing comment above it if it did so in the source or is inside a
 * clause. */
void lines_own_remark(struct layout *layout, const struct remark *remark, bool inside, size_t indent);
/* The width of the line so far. */
size_t lines_column(const struct layout *layout);
enum status lines_write(const struct layout *layout, struct text *out);

/* ---- wrap.c */
/* The width of tokens [from, to) on one line; SIZE_MAX if there is a comment among them (one after the last does not
 * count). */
size_t wrap_width(const struct layout *layout, size_t from, size_t to);
/* Writes tokens [from, to), breaking lines that do not fit together with `tail` more columns after them; new lines are
 * indented by `indent`. */
void wrap_range(struct layout *layout, size_t from, size_t to, size_t indent, size_t tail);
/* Writes one token with the blank before it and the comments around it. */
void wrap_token(struct layout *layout, size_t index, size_t indent);
size_t wrap_characters(const char *text, size_t length);

#endif
