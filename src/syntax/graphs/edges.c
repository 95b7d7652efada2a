/* SPDX-License-Identifier: MIT */
/* Edge lists. Large ones are lists of numbers, so numbers are tried first, in a fast pass that gives up at the first
 * thing that is not a plain number (numbers.c); then the same text is read as names, and only that pass reports
 * errors. */
#include <string.h>
#include <strings.h>
#include "syntax/graphs/private.h"

/* ---- "# nodes N edges M" --------------------------------------------------------------------------------------- */
static const char *skip_word(const char *p, const char *word)
{
    size_t length = strlen(word);
    p = graph_skip_blanks(p);
    return strncasecmp(p, word, length) == 0 ? p + length : NULL;
}

static const char *count_after(const char *p, const char *word, uint64_t *count)
{
    p = skip_word(p, word);
    if (!p || (*p != ' ' && *p != '\t' && *p != ':' && *p != '=')) return NULL;
    p = graph_skip_blanks(p + 1);
    if (!graph_is_digit(*p)) return NULL;
    for (*count = 0; graph_is_digit(*p); p++)
        if (*count <= GRAPH_FILE_MAX) *count = 10 * *count + (unsigned)(*p - '0');
    return p;
}

struct graph_declared graph_find_declared(const struct graph_reader *reader)
{
    struct graph_declared none = {0}, found = {.given = true};
    const char *p = graph_skip_blanks(reader->text);
    found.at = p;
    if (*p != '#' && *p != '%') return none;
    p = count_after(p + 1, "nodes", &found.nodes);
    if (p && *p == ',') p++;
    p = p ? count_after(p, "edges", &found.edges) : NULL;
    if (!p) return none;
    p = graph_skip_blanks(p);
    return *p == '\n' || p >= reader->end ? found : none;
}

enum status graph_refuse_counts(struct graph_reader *reader, const struct graph_declared *declared, const char *what,
                                uint64_t said, uint64_t found)
{
    if (reader->streamed) return ST_UNSUPPORTED;
    struct span span = graph_span(reader, declared->at, graph_line_end(reader->end, declared->at));
    return diag(reader->in->diags, D_GRAPH_COUNTS, span, (unsigned long)said, what, (unsigned long)found);
}

enum status graph_check_edges(struct graph_reader *reader, const struct graph_declared *declared)
{
    if (!declared->given || declared->edges == reader->edges.count) return ST_OK;
    return graph_refuse_counts(reader, declared, "edges", declared->edges, reader->edges.count);
}

/* ---- "N M" ----------------------------------------------------------------------------------------------------- */
const char *graph_first_line(const struct graph_reader *reader)
{
    const char *p = graph_skip_blanks(reader->text);
    while (p < reader->end && (*p == '\n' || *p == '#' || *p == '%')) {
        p = graph_line_end(reader->end, p);
        p = graph_skip_blanks(p < reader->end ? p + 1 : p);
    }
    return p;
}

enum status graph_refuse_header(struct graph_reader *reader, uint64_t nodes, uint64_t edges)
{
    if (reader->streamed) return ST_UNSUPPORTED;
    const char *p = graph_first_line(reader);
    struct span span = graph_span(reader, p, graph_line_end(reader->end, p));
    return diag(reader->in->diags, D_GRAPH_HEADER_OR_EDGE, span, (unsigned long)nodes, (unsigned long)edges);
}

void graph_note_header(struct graph_reader *reader, uint32_t nodes, uint32_t edges)
{
    const char *p = graph_first_line(reader);
    reader->header = true;
    diag(reader->in->diags, D_GRAPH_HEADER, graph_span(reader, p, graph_line_end(reader->end, p)), (unsigned long)nodes,
         (unsigned long)edges);
}

/* ---- names ----------------------------------------------------------------------------------------------------- */
static bool is_name_character(char c)
{
    return graph_is_digit(c) || ((unsigned)(c | 32) - 'a') < 26 || c == '_' || c == '.' || c == ':' || c == '\'' ||
           c == '+' || c == '-' || c == '/' || c == '@' || (signed char)c < 0;
}

static bool at_line_end(const struct graph_reader *reader, const char *p)
{
    return p >= reader->end || *p == '\n' || *p == '#' || *p == '%';
}

/* Names that stand before what is wrong are read first. */
static enum status refuse_at(struct graph_reader *reader, const char *at, const char *expected)
{
    enum status st = graph_mentions_end(reader);
    if (st != ST_OK) return st;
    struct span span = graph_span(reader, at, at + (at < reader->end));
    return diag(reader->in->diags, D_GRAPH_LINE, span, expected, graph_found(reader, at));
}

/* The name at *p is linked to the one before, or the first of its line. */
static enum status read_name(struct graph_reader *reader, const char **p, const char *expected, bool linked)
{
    struct graph_word word;
    const char *begin = *p, *end = graph_read_word(begin, &word);
    while (is_name_character(*end)) end++;
    bool minus = *begin == '-';
    if (end == begin || minus) return refuse_at(reader, begin, expected);
    if (*end != ' ' && *end != '\t' && *end != '\r' && !at_line_end(reader, end))
        return refuse_at(reader, end, "a blank after the name");
    word.numbered = word.numbered && end == word.end;
    word.end = end;
    *p = graph_skip_blanks(end);
    return graph_mention(reader, &word, linked);
}

static enum status read_names_line(struct graph_reader *reader, const char **p, size_t *alone)
{
    enum status st = read_name(reader, p, "the name of a node", false);
    if (st != ST_OK) return st;
    if (at_line_end(reader, *p)) {
        ++*alone;
        return ST_OK;
    }
    st = read_name(reader, p, "the name of a second node", true);
    if (st != ST_OK || at_line_end(reader, *p)) return st;
    return refuse_at(reader, *p, "the end of the line after two names");
}

static bool as_count(const char *name, uint64_t *count)
{
    uint32_t small;
    const char *end = graph_is_digit(*name) ? graph_read_number(name, &small) : NULL;
    if (!end || *end) return false;
    *count = small;
    return true;
}

/* The first line was read as an edge between the nodes 0 and (unless it is a loop) 1. Could it also be a header? Yes if
 * M edges follow whose ends have at most N names. */
static enum status refuse_hidden_header(struct graph_reader *reader, size_t alone)
{
    uint64_t nodes, edges;
    if (reader->edges.count < 2 || alone) return ST_OK;
    struct graph_edge first = reader->edges.data[0];
    if (!as_count(reader->names.data[first.from], &nodes) || !as_count(reader->names.data[first.to], &edges))
        return ST_OK;
    if (reader->edges.count - 1 != edges) return ST_OK;
    bool seen[2] = {false, false};
    for (size_t i = 1; i < reader->edges.count; i++) {
        struct graph_edge edge = reader->edges.data[i];
        if (edge.from < 2) seen[edge.from] = true;
        if (edge.to < 2) seen[edge.to] = true;
    }
    uint64_t others = reader->node_count - !seen[0] - (first.to == 1 && !seen[1]);
    return others <= nodes ? graph_refuse_header(reader, nodes, edges) : ST_OK;
}

static enum status read_names(struct graph_reader *reader, const struct graph_declared *declared)
{
    size_t alone = 0;
    enum status st = ST_OK;
    for (const char *p = reader->text; st == ST_OK && p < reader->end;) {
        p = graph_skip_blanks(p);
        if (!at_line_end(reader, p)) st = read_names_line(reader, &p, &alone);
        if (*p != '\n') p = graph_line_end(reader->end, p);
        if (p < reader->end) p++;
    }
    if (st == ST_OK) st = graph_mentions_end(reader);
    if (st == ST_OK) st = graph_check_edges(reader, declared);
    if (st != ST_OK || !declared->given) return st == ST_OK ? refuse_hidden_header(reader, alone) : st;
    if (reader->node_count <= declared->nodes) return ST_OK;
    return graph_refuse_counts(reader, declared, "nodes", declared->nodes, reader->node_count);
}

enum status graph_edges_read(struct graph_reader *reader)
{
    struct graph_declared declared = graph_find_declared(reader);
    enum status st = graph_numbers_read(reader, &declared);
    if (st != ST_UNSUPPORTED) return st;
    reader->edges.count = reader->names.count = 0;
    reader->node_count = 0;
    return read_names(reader, &declared);
}
