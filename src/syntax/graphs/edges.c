/* SPDX-License-Identifier: MIT */
/* Edge lists. Large ones are lists of numbers, so numbers are tried first, in a fast pass that gives up at the first
 * thing that is not a plain number; then the same text is read as names, and only that pass reports errors. */
#include <string.h>
#include <strings.h>
#include "syntax/graphs/private.h"

typedef VEC(uint32_t) numbers;

/* What the fast pass found. */
struct numeric {
    uint32_t max, min; /* over all numbers but those of the first line of the edges; min is 0 or 1: at least 1 */
    bool any;
    numbers alone; /* nodes on a line of their own */
};
struct declared {
    bool given;
    uint64_t nodes, edges;
    const char *at;
};

static bool is_digit(char c) { return (unsigned)(c - '0') <= 9; }

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r') p++;
    return p;
}

static const char *line_end(const struct graph_reader *reader, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(reader->end - p));
    return end ? end : reader->end;
}

/* ---- "# nodes N edges M" --------------------------------------------------------------------------------------- */
static const char *skip_word(const char *p, const char *word)
{
    size_t length = strlen(word);
    p = skip_blanks(p);
    return strncasecmp(p, word, length) == 0 ? p + length : NULL;
}

static const char *count_after(const char *p, const char *word, uint64_t *count)
{
    p = skip_word(p, word);
    if (!p || (*p != ' ' && *p != '\t' && *p != ':' && *p != '=')) return NULL;
    p = skip_blanks(p + 1);
    if (!is_digit(*p)) return NULL;
    for (*count = 0; is_digit(*p); p++)
        if (*count <= GRAPH_FILE_MAX) *count = 10 * *count + (unsigned)(*p - '0');
    return p;
}

static struct declared find_declared(const struct graph_reader *reader)
{
    struct declared none = {0}, found = {.given = true};
    const char *p = skip_blanks(reader->text);
    found.at = p;
    if (*p != '#' && *p != '%') return none;
    p = count_after(p + 1, "nodes", &found.nodes);
    if (p && *p == ',') p++;
    p = p ? count_after(p, "edges", &found.edges) : NULL;
    if (!p) return none;
    p = skip_blanks(p);
    return *p == '\n' || p >= reader->end ? found : none;
}

static enum status refuse_counts(struct graph_reader *reader, const struct declared *declared, const char *what,
                                 uint64_t said, uint64_t found)
{
    struct span span = graph_span(reader, declared->at, line_end(reader, declared->at));
    return diag(reader->in->diags, D_GRAPH_COUNTS, span, (unsigned long)said, what, (unsigned long)found);
}

static enum status check_edges(struct graph_reader *reader, const struct declared *declared)
{
    if (!declared->given || declared->edges == reader->edges.count) return ST_OK;
    return refuse_counts(reader, declared, "edges", declared->edges, reader->edges.count);
}

/* ---- "N M" ----------------------------------------------------------------------------------------------------- */
static const char *first_line(const struct graph_reader *reader)
{
    const char *p = skip_blanks(reader->text);
    while (*p == '\n' || *p == '#' || *p == '%') {
        p = line_end(reader, p);
        p = skip_blanks(p < reader->end ? p + 1 : p);
    }
    return p;
}

static enum status refuse_header(struct graph_reader *reader, uint64_t nodes, uint64_t edges)
{
    const char *p = first_line(reader);
    struct span span = graph_span(reader, p, line_end(reader, p));
    return diag(reader->in->diags, D_GRAPH_HEADER_OR_EDGE, span, (unsigned long)nodes, (unsigned long)edges);
}

static void note_header(struct graph_reader *reader, uint32_t nodes, uint32_t edges)
{
    const char *p = first_line(reader);
    reader->header = true;
    diag(reader->in->diags, D_GRAPH_HEADER, graph_span(reader, p, line_end(reader, p)), (unsigned long)nodes,
         (unsigned long)edges);
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */
/* A plain number below 2^32 - 1, as people write it; NULL for anything else. */
static inline const char *read_number(const char *p, uint32_t *value)
{
    const char *begin = p;
    uint64_t v = (unsigned)(*p - '0');
    unsigned d;
    if (v > 9) return NULL;
    while ((d = (unsigned)(*++p - '0')) <= 9) v = 10 * v + d;
    if (p - begin > 10 || v >= UINT32_MAX || (*begin == '0' && p - begin > 1)) return NULL;
    *value = (uint32_t)v;
    return p;
}

static size_t count_lines(const struct graph_reader *reader)
{
    const uint64_t ones = 0x0101010101010101u, line_feeds = 0x0a * ones;
    size_t count = 1;
    const char *p = reader->text;
    for (; reader->end - p >= 8; p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        word ^= line_feeds; /* bytes that were line feeds are 0; the sum below does not carry between bytes */
        uint64_t zero = ~((((word & (0x7f * ones)) + 0x7f * ones) | word) | (0x7f * ones));
        count += (zero >> 7) * ones >> 56; /* sums the bytes */
    }
    for (; p < reader->end; p++) count += *p == '\n';
    return count;
}

/* Reserves room for all edges: there are no more edges than lines. */
static enum status reserve(struct graph_reader *reader)
{
    size_t lines = count_lines(reader);
    if (lines > GRAPH_FILE_MAX) lines = GRAPH_FILE_MAX;
    size_t bytes = lines * sizeof *reader->edges.data;
    enum status st = reader->in->budget ? budget_fits(reader->in->budget, bytes) : ST_OK;
    if (st != ST_OK) return st;
    reader->edges.data = mem_alloc_raw(bytes);
    if (!reader->edges.data) return ST_NO_MEMORY;
    reader->edges.capacity = lines;
    return ST_OK;
}

static const char *skip_comment(const struct graph_reader *reader, const char *p)
{
    return *p == '#' || *p == '%' ? line_end(reader, p) : p;
}

/* Reads one line from its first non-blank character; returns its end, or NULL if it is not a line of numbers. */
static inline const char *read_numbers_line(struct graph_reader *reader, struct numeric *found, const char *p)
{
    struct graph_edge edge;
    p = read_number(p, &edge.from);
    if (!p) return NULL;
    p = *p == ' ' && is_digit(p[1]) ? p + 1 : skip_comment(reader, skip_blanks(p));
    if (*p == '\n' || p >= reader->end) return vec_push(&found->alone, edge.from) ? p : NULL;
    if (p[-1] != ' ' && p[-1] != '\t') return NULL;
    p = read_number(p, &edge.to);
    if (!p || reader->edges.count >= reader->edges.capacity) return NULL;
    reader->edges.data[reader->edges.count++] = edge;
    return *p == '\n' ? p : skip_comment(reader, skip_blanks(p));
}

/* ST_UNSUPPORTED: something is not a number. */
static enum status read_numbers(struct graph_reader *reader, struct numeric *found)
{
    const char *p = reader->text;
    for (size_t lines = 0; p < reader->end; lines++) {
        p = is_digit(*p) ? p : skip_comment(reader, skip_blanks(p));
        if (*p != '\n' && p < reader->end) p = read_numbers_line(reader, found, p);
        if (!p || (*p != '\n' && p < reader->end)) return ST_UNSUPPORTED;
        if (p < reader->end) p++;
        enum status st = (lines & 0xfffff) == 0xfffff ? graph_check(reader) : ST_OK;
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static void measure(struct numeric *found, const struct graph_edge *edges, size_t count)
{
    uint32_t max = 0, min = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t high = edges[i].from > edges[i].to ? edges[i].from : edges[i].to;
        uint32_t low = edges[i].from > edges[i].to ? edges[i].to : edges[i].from;
        if (high > max) max = high;
        if (low < min) min = low;
    }
    for (size_t i = 0; i < found->alone.count; i++) {
        if (found->alone.data[i] > max) max = found->alone.data[i];
        if (found->alone.data[i] < min) min = found->alone.data[i];
    }
    *found = (struct numeric){.max = max, .min = min, .any = min != UINT32_MAX, .alone = found->alone};
}

static bool push_numeral(struct graph_reader *reader, uint32_t number)
{
    char digits[16], *at = digits + sizeof digits;
    do *--at = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    const char *name = arena_strndup(reader->in->arena, at, (size_t)(digits + sizeof digits - at));
    return name && vec_push(&reader->names, name);
}

static enum status refuse_outside(struct graph_reader *reader, const struct declared *declared)
{
    const char *p = line_end(reader, declared->at);
    uint32_t number = 0;
    while (p < reader->end) {
        const char *after = is_digit(*p) ? read_number(p, &number) : NULL;
        if (after && number >= declared->nodes)
            return diag(reader->in->diags, D_GRAPH_NODE_OUTSIDE, graph_span(reader, p, after), (unsigned long)number,
                        (unsigned long)declared->nodes);
        const char *next = after ? after : skip_comment(reader, p);
        p = next > p ? next : p + 1;
    }
    return refuse_counts(reader, declared, "nodes", declared->nodes, number);
}

/* The declared nodes are 0..N-1, or 1..N when N occurs and 0 does not. */
static enum status number_declared(struct graph_reader *reader, const struct declared *declared,
                                   const struct numeric *found)
{
    if (declared->nodes > GRAPH_FILE_MAX || declared->edges > GRAPH_FILE_MAX)
        return diag(reader->in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, declared->at, declared->at),
                    declared->nodes > GRAPH_FILE_MAX ? "nodes" : "edges", GRAPH_FILE_MAX);
    reader->node_count = (uint32_t)declared->nodes;
    if (!found->any || found->max < declared->nodes) return ST_OK;
    if (found->max > declared->nodes || found->min == 0 || declared->nodes == 0)
        return refuse_outside(reader, declared);
    for (uint32_t i = 1; i <= reader->node_count; i++)
        if (!push_numeral(reader, i)) return ST_NO_MEMORY;
    for (size_t i = 0; i < reader->edges.count; i++) reader->edges.data[i].from--, reader->edges.data[i].to--;
    return ST_OK;
}

/* Numbers with gaps: node k is the k-th number that occurs. `ranks` receives, for each word of `present`, how many
 * numbers precede it. */
static enum status close_gaps(struct graph_reader *reader, const uint64_t *present, uint32_t *ranks, size_t words)
{
    uint32_t nodes = 0;
    for (size_t w = 0; w < words; w++) {
        ranks[w] = nodes;
        nodes += (uint32_t)__builtin_popcountll(present[w]);
        for (uint64_t left = present[w]; left; left &= left - 1)
            if (!push_numeral(reader, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left))) return ST_NO_MEMORY;
    }
    reader->node_count = nodes;
    for (size_t i = 0; i < reader->edges.count; i++) {
        uint32_t *ends[2] = {&reader->edges.data[i].from, &reader->edges.data[i].to};
        for (int k = 0; k < 2; k++) {
            uint32_t v = *ends[k];
            uint64_t below = present[v / 64] & ((1ull << v % 64) - 1);
            *ends[k] = ranks[v / 64] + (uint32_t)__builtin_popcountll(below);
        }
    }
    return ST_OK;
}

static uint64_t mark_present(const struct graph_reader *reader, const struct numeric *found, uint64_t *present,
                             size_t words)
{
    uint64_t nodes = 0;
    for (size_t i = 0; i < reader->edges.count; i++) {
        struct graph_edge edge = reader->edges.data[i];
        present[edge.from / 64] |= 1ull << edge.from % 64;
        present[edge.to / 64] |= 1ull << edge.to % 64;
    }
    for (size_t i = 0; i < found->alone.count; i++)
        present[found->alone.data[i] / 64] |= 1ull << found->alone.data[i] % 64;
    for (size_t w = 0; w < words; w++) nodes += (uint64_t)__builtin_popcountll(present[w]);
    return nodes;
}

/* ST_UNSUPPORTED if the numbers are so sparse that names are cheaper. */
static enum status number_found(struct graph_reader *reader, const struct numeric *found)
{
    if (!found->any) return ST_OK;
    uint64_t mentioned = 2 * (uint64_t)reader->edges.count + found->alone.count;
    if (found->max / 64 > mentioned + 1000) return ST_UNSUPPORTED;
    size_t words = found->max / 64 + 1;
    uint64_t *present = mem_alloc(words * sizeof *present);
    uint32_t *ranks = mem_alloc(words * sizeof *ranks);
    enum status st = present && ranks ? ST_OK : ST_NO_MEMORY;
    uint64_t nodes = st == ST_OK ? mark_present(reader, found, present, words) : 0;
    if (nodes > GRAPH_FILE_MAX)
        st = diag(reader->in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, reader->end, reader->end), "nodes",
                  GRAPH_FILE_MAX);
    else if (st == ST_OK && nodes == (uint64_t)found->max + 1) reader->node_count = (uint32_t)nodes;
    else if (st == ST_OK) st = close_gaps(reader, present, ranks, words);
    mem_free(present, words * sizeof *present);
    mem_free(ranks, words * sizeof *ranks);
    return st;
}

/* Checks whether the first line is a header; sets *taken. */
static enum status try_header(struct graph_reader *reader, struct numeric *found, bool *taken)
{
    struct graph_edge first = {0};
    *taken = false;
    if (reader->edges.count) first = reader->edges.data[0];
    if (first.from == 0 || found->alone.count || reader->edges.count - 1 != first.to) return ST_OK;
    struct numeric others = {.any = false};
    measure(&others, reader->edges.data + 1, reader->edges.count - 1);
    if (others.any && (others.max > first.from || (others.max == first.from && others.min == 0))) return ST_OK;
    if (first.to < first.from || (others.any && others.max == first.from))
        return refuse_header(reader, first.from, first.to);
    *taken = true;
    reader->node_count = first.from;
    memmove(reader->edges.data, reader->edges.data + 1, (reader->edges.count - 1) * sizeof first);
    reader->edges.count--;
    note_header(reader, first.from, first.to);
    return ST_OK;
}

static enum status number_nodes(struct graph_reader *reader, const struct declared *declared, struct numeric *found)
{
    bool taken = false;
    enum status st = declared->given ? check_edges(reader, declared) : try_header(reader, found, &taken);
    if (st != ST_OK || taken) return st;
    measure(found, reader->edges.data, reader->edges.count);
    return declared->given ? number_declared(reader, declared, found) : number_found(reader, found);
}

/* ---- names ----------------------------------------------------------------------------------------------------- */
static bool is_name_character(char c)
{
    return is_digit(c) || ((unsigned)(c | 32) - 'a') < 26 || c == '_' || c == '.' || c == ':' || c == '\'' ||
           c == '+' || c == '-' || c == '/' || c == '@' || (signed char)c < 0;
}

static bool at_line_end(const struct graph_reader *reader, const char *p)
{
    return p >= reader->end || *p == '\n' || *p == '#' || *p == '%';
}

static enum status read_name(struct graph_reader *reader, const char **p, const char *expected, uint32_t *node)
{
    const char *begin = *p, *end = begin;
    while (is_name_character(*end)) end++;
    bool minus = *begin == '-';
    if (end == begin || minus || (!at_line_end(reader, end) && *end != ' ' && *end != '\t' && *end != '\r')) {
        const char *at = end == begin || minus ? begin : end;
        return diag(reader->in->diags, D_GRAPH_LINE, graph_span(reader, at, at + (at < reader->end)),
                    at == begin ? expected : "a blank after the name", graph_found(reader, at));
    }
    *p = skip_blanks(end);
    return graph_node(reader, begin, (size_t)(end - begin), begin, node);
}

static enum status read_names_line(struct graph_reader *reader, const char *p, size_t *alone)
{
    uint32_t from, to;
    const char *line = p;
    enum status st = read_name(reader, &p, "the name of a node", &from);
    if (st != ST_OK) return st;
    if (at_line_end(reader, p)) {
        ++*alone;
        return ST_OK;
    }
    st = read_name(reader, &p, "the name of a second node", &to);
    if (st != ST_OK) return st;
    if (!at_line_end(reader, p))
        return diag(reader->in->diags, D_GRAPH_LINE, graph_span(reader, p, p + 1),
                    "the end of the line after two names", graph_found(reader, p));
    return graph_add_edge(reader, line, from, to);
}

static bool as_count(const char *name, uint64_t *count)
{
    uint32_t small;
    const char *end = is_digit(*name) ? read_number(name, &small) : NULL;
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
    return others <= nodes ? refuse_header(reader, nodes, edges) : ST_OK;
}

static enum status read_names(struct graph_reader *reader, const struct declared *declared)
{
    size_t alone = 0;
    enum status st = ST_OK;
    for (const char *p = reader->text; st == ST_OK && p < reader->end;) {
        p = skip_blanks(p);
        if (!at_line_end(reader, p)) st = read_names_line(reader, p, &alone);
        p = line_end(reader, p);
        if (p < reader->end) p++;
    }
    if (st == ST_OK) st = check_edges(reader, declared);
    if (st != ST_OK || !declared->given) return st == ST_OK ? refuse_hidden_header(reader, alone) : st;
    if (reader->node_count <= declared->nodes) return ST_OK;
    return refuse_counts(reader, declared, "nodes", declared->nodes, reader->node_count);
}

enum status graph_edges_read(struct graph_reader *reader)
{
    struct declared declared = find_declared(reader);
    struct numeric found = {0};
    enum status st = reserve(reader);
    if (st == ST_OK) st = read_numbers(reader, &found);
    if (st == ST_OK) st = number_nodes(reader, &declared, &found);
    vec_free(&found.alone);
    if (st != ST_UNSUPPORTED) return st;
    reader->edges.count = reader->names.count = 0;
    reader->node_count = 0;
    return read_names(reader, &declared);
}
