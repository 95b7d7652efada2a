/* SPDX-License-Identifier: MIT */
/* Reads a file for the layout: the lexer provides the tokens, the gaps between them contain the comments, and the tree
 * tells which words are names. */
#include <string.h>
#include "syntax/parse/grammar.h"
#include "syntax/layout/private.h"

size_t wrap_characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* ---- the gap between two tokens */

struct gap {
    struct layout *layout;
    struct lexed *before, *after; /* the tokens on either side; before may be NULL */
    size_t newlines;              /* since the last comment or token */
    size_t last_column;           /* of the comment on the line before; SIZE_MAX: none */
    bool chain;                   /* that comment trails code, or continues one that does */
};

static size_t column_of(const struct source *source, size_t offset)
{
    size_t begin = offset;
    while (begin && source->text[begin - 1] != '\n') begin--;
    return wrap_characters(source->text + begin, offset - begin);
}

/* Reads the comment at `from`; returns where it ends. */
static size_t read_remark(struct gap *gap, size_t from, size_t to)
{
    const struct source *source = gap->layout->source;
    size_t end = from, column = column_of(source, from);
    while (end < to && source->text[end] != '\n') end++;
    struct remark remark = {.text = source->text + from, .length = end - from, .blank_before = gap->newlines > 1};
    while (remark.length && strchr(" \t\r\f\v", remark.text[remark.length - 1])) remark.length--;
    bool behind = gap->before && gap->newlines == 0;
    remark.continues = gap->chain && gap->newlines == 1 && column == gap->last_column;
    gap->chain = behind || remark.continues;
    gap->last_column = column;
    if (!vec_push(&gap->layout->remarks, remark)) gap->layout->failed = true;
    else if (behind) gap->before->trailing_index = gap->layout->remarks.count;
    else gap->after->remark_count++;
    gap->newlines = 0;
    return end;
}

static void read_gap(struct layout *layout, struct lexed *before, struct lexed *after, size_t from)
{
    struct gap gap = {.layout = layout, .before = before, .after = after};
    const char *text = layout->source->text;
    size_t remarks = layout->remarks.count;
    after->same_line = true;
    for (size_t i = from; i < after->begin; i++) {
        if (text[i] == '\n') gap.newlines++, after->same_line = false;
        if (text[i] == ';') after->semicolon_before = true;
        if (text[i] == '#') i = read_remark(&gap, i, after->begin) - 1;
    }
    after->remarks = remarks + (before && before->trailing_index > remarks);
    after->blank_before = gap.newlines > 1;
}

/* ---- tokens */

static bool add_token(void *context, int kind, struct span span)
{
    struct layout *layout = context;
    if (kind == T_SEMICOLON) return true;
    size_t count = layout->tokens.count;
    struct lexed *before = count ? &layout->tokens.data[count - 1] : NULL;
    size_t from = before ? before->begin + before->length : 0;
    struct lexed lexed = {.kind = kind,
                          .text = layout->source->text + span.begin,
                          .begin = span.begin,
                          .length = span.end - span.begin,
                          .partner = count};
    read_gap(layout, before, &lexed, from);
    if (!vec_push(&layout->tokens, lexed)) layout->failed = true;
    return !layout->failed;
}

/* ---- brackets and signs */

static enum status match(struct layout *layout)
{
    VEC(size_t) open = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < layout->tokens.count; i++) {
        struct lexed *token = &layout->tokens.data[i];
        int kind = token->kind;
        bool opens = kind == T_LPAREN || kind == T_LBRACKET || kind == T_LBRACE;
        bool closes = kind == T_RPAREN || kind == T_RBRACKET || kind == T_RBRACE;
        if ((opens || kind == T_FOR) && open.count) layout->tokens.data[open.data[open.count - 1]].is_loose = true;
        if (opens) fine = vec_push(&open, i);
        if (!closes || !open.count) continue;
        token->partner = vec_pop(&open);
        struct lexed *partner = &layout->tokens.data[token->partner];
        partner->partner = i;
        token->is_loose = partner->is_loose;
    }
    vec_free(&open);
    return fine ? ST_OK : ST_NO_MEMORY;
}

/* Can this token end an operand? */
static bool ends_operand(const struct lexed *token)
{
    int kind = token->kind;
    return token->is_name || kind == T_ID || kind == T_NUMBER || kind == T_RPAREN || kind == T_RBRACKET ||
           kind == T_RBRACE;
}

static void mark_signs(struct layout *layout)
{
    for (size_t i = 1; i < layout->tokens.count; i++) {
        struct lexed *token = &layout->tokens.data[i];
        token->is_unary = token->kind == T_MINUS && !ends_operand(token - 1);
    }
}

/* ---- what only the tree knows */

/* The token that begins (or ends) at this offset; NULL if there is none. */
static struct lexed *token_at(struct layout *layout, uint32_t offset, bool end)
{
    size_t low = 0, high = layout->tokens.count - 1; /* the last token is the end of the file, which is empty */
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct lexed *token = &layout->tokens.data[middle];
        uint32_t at = token->begin + (end ? (uint32_t)token->length : 0);
        if (at == offset) return &layout->tokens.data[middle];
        if (at < offset) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

static void mark_name(struct layout *layout, struct span span)
{
    struct lexed *token = span.begin < span.end ? token_at(layout, span.begin, false) : NULL;
    if (token && token->kind != T_NUMBER && token->kind != T_LUA_BLOCK) token->is_name = true;
}

static void mark_nodes(struct layout *layout, const struct ast *node)
{
    const struct written_edges *edges = node->edges;
    for (uint32_t i = 0; edges && i < edges->place_count; i++) {
        uint32_t begin = written_place(edges, i)->begin;
        mark_name(layout, (struct span){node->span.source, begin, begin + 1});
    }
}

static bool has_body(const struct ast *node)
{
    switch (node->kind) {
    case AST_GAME:
    case AST_VARIANT:
    case AST_GRAPH: return true;
    case AST_COMPOUND:
    case AST_CODE:
    case AST_GRAPH_FROM: return node->count && node->kids[node->count - 1];
    default: return false;
    }
}

static void mark_tree(struct layout *layout, const struct ast *node)
{
    if (!node) return;
    mark_name(layout, node->name_span);
    mark_nodes(layout, node);
    if (node->kind == AST_FIELD || node->kind == AST_VARIANT || node->kind == AST_CODE)
        mark_name(layout, node->text_span);
    struct lexed *close = has_body(node) ? token_at(layout, node->span.end, true) : NULL;
    if (close) close->is_body = layout->tokens.data[close->partner].is_body = true;
    for (uint32_t i = 0; i < node->count; i++) mark_tree(layout, node->kids[i]);
}

/* A ':' either introduces a field's type or is the second half of '? :'. */
static void mark_colons(struct layout *layout, const struct ast *node)
{
    if (!node) return;
    if (node->kind == AST_CONDITIONAL)
        for (struct lexed *t = token_at(layout, node->kids[1]->span.end, true); t && t->kind != T_END; t++)
            if (t->kind == T_COLON) {
                t->is_choice = true;
                break;
            }
    for (uint32_t i = 0; i < node->count; i++) mark_colons(layout, node->kids[i]);
}

enum status layout_read(struct layout *layout, const struct ast *file)
{
    enum status st = parse_tokens(layout->in, add_token, layout);
    if (st == ST_OK) st = match(layout);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < layout->tokens.count; i++) {
        struct lexed *token = &layout->tokens.data[i];
        if (token->trailing_index) token->trailing = &layout->remarks.data[token->trailing_index - 1];
    }
    mark_tree(layout, file);
    mark_colons(layout, file);
    mark_signs(layout);
    return ST_OK;
}
