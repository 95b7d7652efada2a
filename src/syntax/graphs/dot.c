/* SPDX-License-Identifier: MIT */
/* DOT, without recursion: an open subgraph is an entry of a stack. Every node mentioned is appended to one list of
 * members; an operand of an edge is a range of that list: a single node, or all members of its subgraph. When a
 * subgraph closes, its members stay, since they also belong to the graph around it. */
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "syntax/graphs/private.h"

enum token_kind { DOT_END, DOT_NAME, DOT_ARROW, DOT_LINE, DOT_MARK, DOT_BAD };
struct token {
    enum token_kind kind;
    const char *begin, *end;
    char mark;   /* DOT_MARK: one of { } [ ] ; , = : (commas only between attributes) */
    bool quoted; /* DOT_NAME: its text is in `name` */
};
struct dot_stretch {
    size_t begin, end;
};
/* The current statement inside one pair of braces. */
struct dot_scope {
    size_t begin;            /* of the members mentioned inside these braces */
    struct dot_stretch left; /* the operand read last */
    bool has_left, arrow;
};
struct dot {
    struct graph_reader *reader;
    const char *p;
    struct token token;
    struct text name; /* of a quoted token, without its quotes */
    VEC(uint32_t) members;
    VEC(struct dot_scope) frames;
};

/* ---- tokens ---------------------------------------------------------------------------------------------------- */
static const char *skip_line(const char *p, const char *end)
{
    const char *line = memchr(p, '\n', (size_t)(end - p));
    return line ? line : end;
}

/* Skips white space, both kinds of comment and lines that begin with #; NULL for an unclosed comment. */
static const char *skip_space(const char *text, const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p == '#' && (p == text || p[-1] == '\n')) p = skip_line(p, end);
        else if (*p == '/' && p[1] == '/') p = skip_line(p, end);
        else if (*p == '/' && p[1] == '*') {
            const char *close = p + 2;
            while (close < end && !(close[0] == '*' && close[1] == '/')) close++;
            if (close >= end) return NULL;
            p = close + 1;
        } else if (*p != ' ' && *p != '\t' && *p != '\r' && *p != '\n') return p;
        if (p >= end) return end;
    }
    return end;
}

const char *graph_dot_numeral(const char *p)
{
    if (*p == '-') p++;
    const char *begin = p;
    while (graph_is_digit(*p)) p++;
    bool whole = p > begin;
    if (*p == '.' && (whole || graph_is_digit(p[1])))
        for (p++; graph_is_digit(*p);) p++;
    return p > begin && (whole || p[-1] != '.') ? p : NULL;
}

/* Reads a quoted name: \" stands for ", \\ for \, and a backslash before a line end joins lines. */
static const char *read_quoted(struct dot *dot, const char *p)
{
    const char *end = dot->reader->end;
    for (p++; p < end && *p != '"'; p++) {
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
        else if (*p == '\\' && p[1] == '\n') {
            p++;
            continue;
        }
        text_putc(&dot->name, *p);
    }
    return p < end ? p + 1 : NULL;
}

/* "a" + "b" is one name. */
static const char *read_strings(struct dot *dot, const char *p)
{
    const struct graph_reader *reader = dot->reader;
    text_clear(&dot->name);
    for (;;) {
        p = read_quoted(dot, p);
        const char *plus = p ? skip_space(reader->text, p, reader->end) : NULL;
        if (!plus || *plus != '+') return p;
        plus = skip_space(reader->text, plus + 1, reader->end);
        if (!plus || *plus != '"') return p;
        p = plus;
    }
}

/* Skips <...> with matched brackets inside; the text is taken as it is. */
static const char *skip_html(const char *p, const char *end)
{
    size_t depth = 0;
    for (; p < end; p++) {
        if (*p == '<') depth++;
        else if (*p == '>' && --depth == 0) return p + 1;
    }
    return NULL;
}

static const char *read_name(struct dot *dot, const char *p)
{
    if (*p == '"') {
        dot->token.quoted = true;
        return read_strings(dot, p);
    }
    if (*p == '<') return skip_html(p, dot->reader->end);
    if (!graph_is_letter(*p)) return graph_dot_numeral(p);
    while (graph_is_letter(*p) || graph_is_digit(*p)) p++;
    return p;
}

static enum status refuse(struct dot *dot, const char *expected)
{
    struct graph_reader *reader = dot->reader;
    const struct token *token = &dot->token;
    const char *end = token->end > token->begin ? token->end : token->begin + (token->begin < reader->end);
    const char *line = memchr(token->begin, '\n', (size_t)(end - token->begin));
    return diag(reader->in->diags, D_GRAPH_SYNTAX, graph_span(reader, token->begin, line ? line : end), expected,
                graph_found(reader, token->begin));
}

static enum status next(struct dot *dot)
{
    const struct graph_reader *reader = dot->reader;
    const char *begin = skip_space(reader->text, dot->p, reader->end);
    dot->token = (struct token){.kind = DOT_BAD, .begin = begin ? begin : dot->p, .end = begin ? begin : dot->p};
    if (!begin) {
        const char *comment = strstr(dot->p, "/*");
        if (comment) dot->token.begin = dot->token.end = comment;
        return refuse(dot, "'*/' at the end of a comment");
    }
    const char *end = begin + 1;
    if (begin >= reader->end) dot->token.kind = DOT_END, end = begin;
    else if (begin[0] == '-' && begin[1] == '>') dot->token.kind = DOT_ARROW, end = begin + 2;
    else if (begin[0] == '-' && begin[1] == '-') dot->token.kind = DOT_LINE, end = begin + 2;
    else if (*begin && strchr("{}[];,=:", *begin)) dot->token.kind = DOT_MARK, dot->token.mark = *begin;
    else {
        end = read_name(dot, begin);
        if (!end) return refuse(dot, *begin == '"' ? "'\"' at the end of a name" : *begin == '<' ? "'>'" : "a name");
        dot->token.kind = DOT_NAME;
    }
    dot->token.end = dot->p = end;
    return dot->name.failed ? ST_NO_MEMORY : ST_OK;
}

static bool is_mark(const struct dot *dot, char mark) { return dot->token.kind == DOT_MARK && dot->token.mark == mark; }

static bool is_word(const struct dot *dot, const char *word)
{
    size_t length = strlen(word);
    return dot->token.kind == DOT_NAME && (size_t)(dot->token.end - dot->token.begin) == length &&
           strncasecmp(dot->token.begin, word, length) == 0;
}

/* ---- edges ----------------------------------------------------------------------------------------------------- */
static enum status add_edges(struct dot *dot, struct dot_stretch from, struct dot_stretch to)
{
    const char *at = dot->token.begin;
    uint64_t product;
    if (__builtin_mul_overflow((uint64_t)(from.end - from.begin), (uint64_t)(to.end - to.begin), &product) ||
        product > GRAPH_FILE_MAX)
        return diag(dot->reader->in->diags, D_GRAPH_TOO_LARGE,
                    graph_span(dot->reader, at, at + (at < dot->reader->end)), "edges", GRAPH_FILE_MAX);
    struct budget *budget = dot->reader->in->budget;
    enum status st = budget ? budget_fits(budget, product * sizeof(struct graph_edge)) : ST_OK;
    for (size_t i = from.begin; i < from.end && st == ST_OK; i++)
        for (size_t j = to.begin; j < to.end && st == ST_OK; j++)
            st = graph_add_edge(dot->reader, at, dot->members.data[i], dot->members.data[j]);
    return st;
}

/* Joins the operand that was read to the one on its left. */
static enum status take_operand(struct dot *dot, struct dot_stretch operand)
{
    struct dot_scope *frame = &dot->frames.data[dot->frames.count - 1];
    enum status st = frame->arrow ? add_edges(dot, frame->left, operand) : ST_OK;
    frame->left = operand;
    frame->has_left = true;
    frame->arrow = false;
    return st;
}

static void end_statement(struct dot *dot)
{
    struct dot_scope *frame = &dot->frames.data[dot->frames.count - 1];
    frame->has_left = frame->arrow = false;
    if (dot->frames.count == 1) dot->members.count = 0; /* the members of the whole graph are not needed */
}

/* ---- statements ------------------------------------------------------------------------------------------------ */
/* Skips [ ... ], whose bracket is the current token. */
static enum status skip_attributes(struct dot *dot)
{
    enum status st = next(dot);
    while (st == ST_OK && !is_mark(dot, ']')) {
        bool allowed = dot->token.kind == DOT_NAME || is_mark(dot, '=') || is_mark(dot, ',') || is_mark(dot, ';');
        if (!allowed) return refuse(dot, "']' at the end of the attributes");
        st = next(dot);
    }
    return st == ST_OK ? next(dot) : st;
}

/* Skips :port or :port:compass after a node. */
static enum status skip_port(struct dot *dot)
{
    enum status st = ST_OK;
    while (st == ST_OK && is_mark(dot, ':')) {
        st = next(dot);
        if (st == ST_OK && dot->token.kind != DOT_NAME) return refuse(dot, "the name of a port");
        if (st == ST_OK) st = next(dot);
    }
    return st;
}

static enum status node_operand(struct dot *dot)
{
    const struct token token = dot->token;
    const char *name = token.quoted ? text_c(&dot->name) : token.begin;
    size_t length = token.quoted ? dot->name.length : (size_t)(token.end - token.begin);
    uint32_t node;
    bool known = memchr(name, '\0', length) == NULL;
    if (!known) return refuse(dot, "a name without NUL bytes");
    enum status st = graph_node(dot->reader, name, length, token.begin, &node);
    if (st == ST_OK && !vec_push(&dot->members, node)) st = ST_NO_MEMORY;
    if (st == ST_OK) st = next(dot);
    if (st == ST_OK) st = skip_port(dot);
    return st == ST_OK ? take_operand(dot, (struct dot_stretch){dot->members.count - 1, dot->members.count}) : st;
}

static enum status open_subgraph(struct dot *dot)
{
    enum status st = ST_OK;
    if (is_word(dot, "subgraph")) {
        st = next(dot);
        if (st == ST_OK && dot->token.kind == DOT_NAME) st = next(dot);
        if (st == ST_OK && !is_mark(dot, '{')) return refuse(dot, "'{' after 'subgraph'");
    }
    if (st == ST_OK) st = next(dot);
    if (st == ST_OK && !vec_push(&dot->frames, (struct dot_scope){.begin = dot->members.count})) st = ST_NO_MEMORY;
    return st;
}

/* '}': the whole subgraph is an operand of the statement around it. */
static enum status close_braces(struct dot *dot)
{
    struct dot_scope frame = vec_pop(&dot->frames);
    if (frame.arrow) return refuse(dot, "a node after '->'");
    enum status st = next(dot);
    if (st != ST_OK || dot->frames.count == 0) return st;
    return take_operand(dot, (struct dot_stretch){frame.begin, dot->members.count});
}

/* `node [..]` sets the attributes of all nodes; in quotes the word is a name. */
static bool is_attribute_word(const struct dot *dot)
{
    return is_word(dot, "graph") || is_word(dot, "node") || is_word(dot, "edge");
}

/* The `=` tells `name = value` from a node. */
static bool is_setting(const struct dot *dot)
{
    const struct graph_reader *reader = dot->reader;
    const char *p = dot->token.kind == DOT_NAME ? skip_space(reader->text, dot->p, reader->end) : NULL;
    return p && p < reader->end && *p == '=';
}

static enum status setting(struct dot *dot)
{
    enum status st = next(dot);
    if (st == ST_OK) st = next(dot);
    if (st == ST_OK && dot->token.kind != DOT_NAME) return refuse(dot, "a value after '='");
    return st == ST_OK ? next(dot) : st;
}

/* The attributes of an edge or node end its statement. */
static enum status own_attributes(struct dot *dot)
{
    enum status st = ST_OK;
    while (st == ST_OK && is_mark(dot, '[')) st = skip_attributes(dot);
    end_statement(dot);
    return st;
}

static enum status default_attributes(struct dot *dot)
{
    enum status st = next(dot);
    if (st == ST_OK && !is_mark(dot, '['))
        return refuse(dot, "'[' (graph, node and edge are reserved words; quote them)");
    return st == ST_OK ? own_attributes(dot) : st;
}

static enum status arrow(struct dot *dot)
{
    struct dot_scope *frame = &dot->frames.data[dot->frames.count - 1];
    if (!frame->has_left || frame->arrow) return refuse(dot, "a node before '->'");
    frame->arrow = true;
    return next(dot);
}

static enum status refuse_line(struct dot *dot)
{
    return diag(dot->reader->in->diags, D_GRAPH_UNDIRECTED, graph_span(dot->reader, dot->token.begin, dot->token.end),
                "'->' for each direction in which one can move");
}

/* One step of the parser, inside braces. */
static enum status step(struct dot *dot)
{
    struct dot_scope *frame = &dot->frames.data[dot->frames.count - 1];
    if (dot->token.kind == DOT_END) return refuse(dot, "'}'");
    if (dot->token.kind == DOT_LINE) return refuse_line(dot);
    if (dot->token.kind == DOT_ARROW) return arrow(dot);
    if (frame->arrow && dot->token.kind != DOT_NAME && !is_mark(dot, '{')) return refuse(dot, "a node after '->'");
    if (is_mark(dot, '}')) return close_braces(dot);
    if (is_mark(dot, '[') && frame->has_left) return own_attributes(dot);
    if (!frame->arrow) end_statement(dot); /* two operands side by side are two statements */
    if (is_mark(dot, ';')) return next(dot);
    if (is_mark(dot, '{') || is_word(dot, "subgraph")) return open_subgraph(dot);
    if (dot->token.kind != DOT_NAME) return refuse(dot, "a node, an edge or '}'");
    if (!frame->arrow && is_attribute_word(dot)) return default_attributes(dot);
    if (!frame->arrow && is_setting(dot)) return setting(dot);
    return node_operand(dot);
}

/* Plain statements outside any subgraph are read at once; what stands behind them is the next token. */
static enum status plain_statements(struct dot *dot)
{
    struct dot_scope *frame = &dot->frames.data[0];
    if (dot->frames.count != 1 || frame->arrow || dot->token.kind != DOT_NAME) return ST_OK;
    struct graph_plain plain = {.p = dot->token.begin};
    enum status st = graph_dot_plain(dot->reader, &plain);
    if (st != ST_OK || plain.p == dot->token.begin) return st;
    end_statement(dot);
    if (plain.left && !vec_push(&dot->members, dot->reader->mentioned)) return ST_NO_MEMORY;
    frame->left = (struct dot_stretch){0, dot->members.count};
    frame->has_left = plain.left;
    frame->arrow = plain.arrow;
    dot->p = plain.p;
    return next(dot);
}

/* [strict] digraph [name] { */
static enum status open_graph(struct dot *dot)
{
    enum status st = next(dot);
    if (st == ST_OK && is_word(dot, "strict")) st = next(dot);
    if (st == ST_OK && is_word(dot, "graph"))
        return diag(dot->reader->in->diags, D_GRAPH_UNDIRECTED,
                    graph_span(dot->reader, dot->token.begin, dot->token.end), "'digraph' and '->'");
    if (st == ST_OK && !is_word(dot, "digraph")) return refuse(dot, "'digraph'");
    if (st == ST_OK) st = next(dot);
    if (st == ST_OK && dot->token.kind == DOT_NAME) st = next(dot);
    if (st == ST_OK && !is_mark(dot, '{')) return refuse(dot, "'{'");
    if (st == ST_OK && !vec_push(&dot->frames, (struct dot_scope){.begin = 0})) return ST_NO_MEMORY;
    return st == ST_OK ? next(dot) : st;
}

enum status graph_dot_read(struct graph_reader *reader)
{
    struct dot dot = {.reader = reader, .p = reader->text};
    enum status st = open_graph(&dot);
    for (size_t steps = 1; st == ST_OK && dot.frames.count > 0; steps++) {
        st = plain_statements(&dot);
        if (st == ST_OK) st = step(&dot);
        if (st == ST_OK && (steps & 0xfffff) == 0) st = graph_check(reader);
    }
    if (st == ST_OK && dot.token.kind != DOT_END) st = refuse(&dot, "the end of the file after one graph");
    text_free(&dot.name);
    vec_free(&dot.members);
    vec_free(&dot.frames);
    return st;
}

/* `digraph` begins a DOT graph; `graph` and `strict` might be names of nodes, so a '{' must follow them. */
bool graph_dot_likely(const struct graph_reader *reader)
{
    const char *p = skip_space(reader->text, reader->text, reader->end);
    if (!p) return false;
    const char *word = p;
    while (graph_is_letter(*p)) p++;
    size_t length = (size_t)(p - word);
    if (length == 7 && strncasecmp(word, "digraph", 7) == 0) return true;
    if (!(length == 5 && strncasecmp(word, "graph", 5) == 0) && !(length == 6 && strncasecmp(word, "strict", 6) == 0))
        return false;
    const char *line = skip_line(p, reader->end);
    if (memchr(p, '{', (size_t)(line - p))) return true;
    p = skip_space(reader->text, line, reader->end);
    return p && *p == '{';
}
