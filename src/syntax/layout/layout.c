/* SPDX-License-Identifier: MIT */
/* Statements in order, each from its first token to the next statement's: a header, and possibly a body in braces. */
#include "syntax/parse/grammar.h"
#include "syntax/layout/private.h"

/* Tokens [from, to) including the braces of the body; open == close: no body. */
struct layout_stretch {
    size_t from, to, open, close;
};

static size_t token_from(const struct layout *layout, size_t from, uint32_t offset)
{
    while (from + 1 < layout->tokens.count && layout->tokens.data[from].begin < offset) from++;
    return from;
}

/* Writes the comments before a clause and begins its line. */
static void open_clause(struct layout *layout, size_t first, size_t indent)
{
    const struct lexed *token = &layout->tokens.data[first];
    lines_end(layout);
    for (size_t i = 0; i < token->remark_count; i++)
        lines_own_remark(layout, &layout->remarks.data[token->remarks + i], false, indent);
    if (token->blank_before) layout->blank = true;
    layout->first = first;
    lines_put(layout, "", 0, indent);
}

/* `param k = 1; param l = 2` on one line: the author has joined them, and both fit. */
static bool joins(const struct layout *layout, size_t first, size_t to)
{
    const struct lexed *token = &layout->tokens.data[first];
    size_t width = wrap_width(layout, first, to);
    if (token->kind != T_PARAM || !token->semicolon_before || token->remark_count || layout->fresh) return false;
    return width != SIZE_MAX && lines_column(layout) + 2 + width <= LAYOUT_WIDTH;
}

static void write_clause(struct layout *layout, size_t from, size_t to, bool after_param, size_t indent)
{
    if (after_param && joins(layout, from, to)) lines_put(layout, "; ", 2, indent);
    else open_clause(layout, from, indent);
    wrap_range(layout, from, to, indent + 2, 0);
}

static void write_edge(struct layout *layout, size_t from, size_t to, bool semicolon, size_t indent)
{
    for (size_t i = from; i < to; i++) {
        const struct lexed *token = &layout->tokens.data[i];
        if (i > from && lines_column(layout) + 1 + token->length + semicolon > LAYOUT_WIDTH) lines_end(layout);
        if (i + 1 == to && semicolon) layout->suffix = ";";
        wrap_token(layout, i, indent + 2);
    }
}

/* `a -> b; c -> d` on one line: the author has written both there, and both fit after `column` columns. */
static bool joins_edge(const struct layout *layout, size_t column, size_t first, size_t to)
{
    size_t width = wrap_width(layout, first, to);
    return layout->tokens.data[first].same_line && column <= LAYOUT_WIDTH && width <= LAYOUT_WIDTH &&
           column + 2 + width + 1 <= LAYOUT_WIDTH; /* one for a trailing `;` */
}

/* ---- bodies */

struct body {
    struct ast *const *clauses;
    uint32_t count;
    const struct written_edges *edges; /* NULL: none */
};

static struct body body_of(const struct ast *node)
{
    struct body body = {0};
    const struct ast *last = node->count ? node->kids[node->count - 1] : NULL;
    if (node->kind == AST_GRAPH) {
        body.edges = node->kids[0]->edges;
        if (!body.edges->edge_count) body.edges = NULL;
    }
    if (last) {
        body.clauses = last->kids;
        body.count = last->count;
    }
    return body;
}

/* A lone node after an edge would be read as another successor. next: the place of the edge behind it. */
static bool needs_semicolon(const struct written_edges *edges, uint32_t next)
{
    return next < edges->place_count && written_edge_end(edges, next) == next + 1;
}

static void write_flat_edges(struct layout *layout, const struct body *body, const struct layout_stretch *s)
{
    const struct written_edges *edges = body->edges;
    size_t at = s->open + 1;
    for (uint32_t i = 0; i < edges->place_count;) {
        i = written_edge_end(edges, i);
        size_t end = i < edges->place_count ? token_from(layout, at, written_place(edges, i)->begin) : s->close;
        for (; at < end; at++) {
            if (at + 1 == end && end < s->close) layout->suffix = ";";
            wrap_token(layout, at, 2);
        }
    }
}

/* Does the whole statement go on one line? Only if its body has one clause, or edges alone. */
static bool is_flat(const struct layout *layout, const struct body *body, const struct layout_stretch *s)
{
    uint32_t edges = body->edges ? body->edges->edge_count : 0;
    if (body->count > (edges ? 0 : 1)) return false;
    size_t width = wrap_width(layout, s->from, s->close + 1), separators = edges ? edges - 1 : 0;
    return width != SIZE_MAX && width + separators <= LAYOUT_WIDTH;
}

/* The end of an edge: before the next one, at place `next`, the first clause or the closing brace. */
static size_t edge_end(const struct layout *layout, const struct body *body, const struct layout_stretch *s,
                       uint32_t next, size_t at)
{
    const struct written_edges *edges = body->edges;
    if (next < edges->place_count) return token_from(layout, at, written_place(edges, next)->begin);
    return body->count ? token_from(layout, at, body->clauses[0]->span.begin) : s->close;
}

/* Returns the index after the last edge. */
static size_t write_edges(struct layout *layout, const struct body *body, const struct layout_stretch *s, size_t indent)
{
    const struct written_edges *edges = body->edges;
    size_t at = s->open + 1;
    bool joined = false;
    for (uint32_t next = 0; edges && next < edges->place_count;) {
        next = written_edge_end(edges, next);
        bool last = next == edges->place_count;
        size_t end = edge_end(layout, body, s, next, at);
        if (joined) lines_put(layout, "; ", 2, indent);
        else open_clause(layout, at, indent);
        size_t width = wrap_width(layout, at, end), column = width == SIZE_MAX ? width : lines_column(layout) + width;
        joined =
            !last && joins_edge(layout, column, end, edge_end(layout, body, s, written_edge_end(edges, next), end));
        write_edge(layout, at, end, !joined && needs_semicolon(edges, next), indent);
        at = end;
    }
    return at;
}

static void write_body(struct layout *layout, const struct body *body, const struct layout_stretch *s)
{
    const struct lexed *close = &layout->tokens.data[s->close];
    lines_end(layout);
    layout->opened = layout->lines.count;
    size_t at = write_edges(layout, body, s, 2);
    for (uint32_t i = 0; i < body->count; i++) {
        size_t end = i + 1 < body->count ? token_from(layout, at, body->clauses[i + 1]->span.begin) : s->close;
        write_clause(layout, at, end, i && body->clauses[i - 1]->kind == AST_PARAM, 2);
        at = end;
    }
    lines_end(layout);
    for (size_t i = 0; i < close->remark_count; i++)
        lines_own_remark(layout, &layout->remarks.data[close->remarks + i], false, 2);
    layout->blank = false;
    layout->first = s->close;
    wrap_token(layout, s->close, 0);
    for (size_t i = s->close + 1; i < s->to; i++) wrap_token(layout, i, 0);
    lines_end(layout);
    layout->blank = true;
}

/* ---- statements */

static void write_statement(struct layout *layout, const struct ast *node, const struct layout_stretch *s,
                            bool after_param)
{
    if (s->open == s->close) {
        write_clause(layout, s->from, s->to, after_param, 0);
        return;
    }
    struct body body = body_of(node);
    open_clause(layout, s->from, 0);
    if (is_flat(layout, &body, s)) {
        for (size_t i = s->from; i <= s->open; i++) wrap_token(layout, i, 2);
        if (body.edges) write_flat_edges(layout, &body, s);
        else wrap_range(layout, s->open + 1, s->close, 2, 2);
        wrap_token(layout, s->close, 0);
    } else {
        wrap_range(layout, s->from, s->open, 2, 2);
        wrap_token(layout, s->open, 2);
        write_body(layout, &body, s);
    }
}

/* Finds the braces of the body: the closing one ends the statement. */
static void find_body(const struct layout *layout, const struct ast *node, struct layout_stretch *s)
{
    s->open = s->close = s->from;
    for (size_t i = s->from; i < s->to; i++) {
        const struct lexed *token = &layout->tokens.data[i];
        if (!token->is_body || token->begin + token->length != node->span.end) continue;
        s->close = i;
        s->open = token->partner;
    }
}

enum status layout_file(const struct ast_parse *in, const struct ast *file, struct text *out)
{
    struct layout layout = {.in = in, .source = source_get(in->sources, in->source), .fresh = true, .first = SIZE_MAX};
    if (!layout.source) return ST_USAGE;
    enum status st = layout_read(&layout, file);
    struct layout_stretch s = {0};
    for (uint32_t i = 0; st == ST_OK && i < file->count; i++) {
        uint32_t next = i + 1 < file->count ? file->kids[i + 1]->span.begin : UINT32_MAX;
        s.from = s.to;
        s.to = next == UINT32_MAX ? layout.tokens.count - 1 : token_from(&layout, s.from, next);
        find_body(&layout, file->kids[i], &s);
        write_statement(&layout, file->kids[i], &s, i && file->kids[i - 1]->kind == AST_PARAM);
    }
    if (st == ST_OK) {
        const struct lexed *end = &layout.tokens.data[layout.tokens.count - 1];
        lines_end(&layout);
        for (size_t i = 0; i < end->remark_count; i++)
            lines_own_remark(&layout, &layout.remarks.data[end->remarks + i], false, 0);
        st = lines_write(&layout, out);
    }
    vec_free(&layout.tokens);
    vec_free(&layout.remarks);
    vec_free(&layout.lines);
    text_free(&layout.code);
    return st;
}
