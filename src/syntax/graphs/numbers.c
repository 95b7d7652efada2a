/* SPDX-License-Identifier: MIT */
/* Edge lists of plain numbers, as fast as they are read; and which node a number is. */
#include <string.h>
#include "base/bits.h"
#include "syntax/graphs/private.h"

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

/* Reads one line from its first non-blank character; returns its end, or NULL if it is not a line of numbers. */
static inline const char *read_numbers_line(struct graph_reader *reader, struct graph_numbers *found, const char *p,
                                            const char *end)
{
    struct graph_edge edge;
    p = graph_read_number_wide(p, end, &edge.from);
    if (!p) return NULL;
    p = *p == ' ' && graph_is_digit(p[1]) ? p + 1 : graph_skip_comment(end, graph_skip_blanks(p));
    if (*p == '\n' || p >= end) return vec_push(&found->alone, edge.from) ? p : NULL;
    if (p[-1] != ' ' && p[-1] != '\t') return NULL;
    p = graph_read_number_wide(p, end, &edge.to);
    if (!p || reader->edges.count >= reader->edges.capacity) return NULL;
    reader->edges.data[reader->edges.count++] = edge;
    return *p == '\n' ? p : graph_skip_comment(end, graph_skip_blanks(p));
}

enum status graph_numbers_lines(struct graph_reader *reader, struct graph_numbers *found, const char *text,
                                size_t length)
{
    const char *p = text, *end = text + length;
    for (size_t lines = 0; p < end; lines++) {
        p = graph_is_digit(*p) ? p : graph_skip_comment(end, graph_skip_blanks(p));
        if (*p != '\n' && p < end) p = read_numbers_line(reader, found, p, end);
        if (!p || (*p != '\n' && p < end)) return ST_UNSUPPORTED;
        if (p < end) p++;
        enum status st = (lines & 0xfffff) == 0xfffff ? graph_check(reader) : ST_OK;
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static void measure(struct graph_numbers *found, const struct graph_edge *edges, size_t count)
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
    found->max = max;
    found->min = min;
    found->any = min != UINT32_MAX;
}

/* Names of nodes that are numbers, ascending, in one block, since there may be many. The digits of the last one stay, as often only the
 * last of them is another in the next. */
enum { NUMERAL = 10 };
struct numerals {
    char *at;
    char digits[2 * NUMERAL]; /* the last of them in the middle, and zeros behind it */
    uint32_t tens;            /* of `digits`; UINT32_MAX: of nothing yet */
    size_t length;
};

static bool open_numerals(struct graph_reader *reader, struct numerals *names, size_t count, uint32_t largest)
{
    size_t width = 2;
    for (uint32_t rest = largest; rest >= 10; rest /= 10) width++;
    *names = (struct numerals){.tens = UINT32_MAX, .at = arena_alloc(reader->in->arena, count * width + NUMERAL)};
    return names->at && vec_reserve(&reader->names, count);
}

/* As many bytes are copied as a name may have. The next name is put over those that are too many; the block has some behind the last. */
static void push_numeral(struct graph_reader *reader, struct numerals *names, uint32_t number)
{
    char *digits = names->digits;
    if (number / 10 != names->tens) {
        names->tens = number / 10;
        names->length = 1;
        for (uint32_t rest = names->tens; rest; rest /= 10) digits[NUMERAL - ++names->length] = (char)('0' + rest % 10);
    }
    digits[NUMERAL - 1] = (char)('0' + number % 10);
    reader->names.data[reader->names.count++] = names->at;
    memcpy(names->at, digits + NUMERAL - names->length, NUMERAL + 1);
    names->at += names->length + 1;
}

static enum status refuse_size(struct graph_reader *reader, const char *at, const char *what)
{
    if (reader->streamed) return ST_UNSUPPORTED;
    return diag(reader->in->diags, D_GRAPH_TOO_LARGE, graph_span(reader, at, at), what, GRAPH_FILE_MAX);
}

static enum status refuse_outside(struct graph_reader *reader, const struct graph_declared *declared)
{
    if (reader->streamed) return ST_UNSUPPORTED;
    const char *p = graph_line_end(reader->end, declared->at);
    uint32_t number = 0;
    while (p < reader->end) {
        const char *after = graph_is_digit(*p) ? graph_read_number(p, &number) : NULL;
        if (after && number >= declared->nodes)
            return diag(reader->in->diags, D_GRAPH_NODE_OUTSIDE, graph_span(reader, p, after), (unsigned long)number,
                        (unsigned long)declared->nodes);
        const char *next = after ? after : graph_skip_comment(reader->end, p);
        p = next > p ? next : p + 1;
    }
    return graph_refuse_counts(reader, declared, "nodes", declared->nodes, number);
}

/* The declared nodes are 0..N-1, or 1..N when N occurs and 0 does not. */
static enum status number_declared(struct graph_reader *reader, const struct graph_declared *declared,
                                   const struct graph_numbers *found)
{
    if (declared->nodes > GRAPH_FILE_MAX || declared->edges > GRAPH_FILE_MAX)
        return refuse_size(reader, declared->at, declared->nodes > GRAPH_FILE_MAX ? "nodes" : "edges");
    reader->node_count = (uint32_t)declared->nodes;
    if (!found->any || found->max < declared->nodes) return ST_OK;
    if (found->max > declared->nodes || found->min == 0 || declared->nodes == 0)
        return refuse_outside(reader, declared);
    struct numerals names;
    if (!open_numerals(reader, &names, reader->node_count, reader->node_count)) return ST_NO_MEMORY;
    for (uint32_t i = 1; i <= reader->node_count; i++) push_numeral(reader, &names, i);
    for (size_t i = 0; i < reader->edges.count; i++) reader->edges.data[i].from--, reader->edges.data[i].to--;
    return ST_OK;
}

/* Numbers with gaps: node k is the k-th number that occurs. `ranks` receives, for each word of `present`, how many
 * numbers precede it. */
static enum status close_gaps(struct graph_reader *reader, const uint64_t *present, uint32_t *ranks, size_t words,
                              size_t count)
{
    uint32_t nodes = 0;
    struct numerals names;
    if (!open_numerals(reader, &names, count, (uint32_t)(64 * words - 1))) return ST_NO_MEMORY;
    for (size_t w = 0; w < words; w++) {
        ranks[w] = nodes;
        nodes += bits_of(present[w]);
        for (uint64_t left = present[w]; left; left &= left - 1)
            push_numeral(reader, &names, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left));
    }
    reader->node_count = nodes;
    for (size_t i = 0; i < reader->edges.count; i++) {
        uint32_t *ends[2] = {&reader->edges.data[i].from, &reader->edges.data[i].to};
        for (int k = 0; k < 2; k++) {
            uint32_t v = *ends[k];
            uint64_t below = present[v / 64] & ((1ull << v % 64) - 1);
            *ends[k] = ranks[v / 64] + bits_of(below);
        }
    }
    return ST_OK;
}

static uint64_t mark_present(const struct graph_reader *reader, const struct graph_numbers *found, uint64_t *present,
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
    for (size_t w = 0; w < words; w++) nodes += bits_of(present[w]);
    return nodes;
}

/* ST_UNSUPPORTED if the numbers are so sparse that names are cheaper. */
static enum status number_found(struct graph_reader *reader, const struct graph_numbers *found)
{
    if (!found->any) return ST_OK;
    uint64_t mentioned = 2 * (uint64_t)reader->edges.count + found->alone.count;
    if (found->max / 64 > mentioned + 1000) return ST_UNSUPPORTED;
    size_t words = found->max / 64 + 1;
    uint64_t *present = mem_alloc(words * sizeof *present);
    uint32_t *ranks = mem_alloc(words * sizeof *ranks);
    enum status st = present && ranks ? ST_OK : ST_NO_MEMORY;
    uint64_t nodes = st == ST_OK ? mark_present(reader, found, present, words) : 0;
    if (nodes > GRAPH_FILE_MAX) st = refuse_size(reader, reader->end, "nodes");
    else if (st == ST_OK && nodes == (uint64_t)found->max + 1) reader->node_count = (uint32_t)nodes;
    else if (st == ST_OK) st = close_gaps(reader, present, ranks, words, nodes);
    mem_free(present, words * sizeof *present);
    mem_free(ranks, words * sizeof *ranks);
    return st;
}

/* Checks whether the first line is a header; sets *taken. */
static enum status try_header(struct graph_reader *reader, struct graph_numbers *found, bool *taken)
{
    struct graph_edge first = {0};
    *taken = false;
    if (reader->edges.count) first = reader->edges.data[0];
    if (reader->streamed && graph_first_line(reader) >= reader->end) return ST_UNSUPPORTED;
    if (first.from == 0 || found->alone.count || reader->edges.count - 1 != first.to) return ST_OK;
    struct graph_numbers others = {.any = false};
    measure(&others, reader->edges.data + 1, reader->edges.count - 1);
    if (others.any && (others.max > first.from || (others.max == first.from && others.min == 0))) return ST_OK;
    if (first.to < first.from || (others.any && others.max == first.from))
        return graph_refuse_header(reader, first.from, first.to);
    *taken = true;
    reader->node_count = first.from;
    memmove(reader->edges.data, reader->edges.data + 1, (reader->edges.count - 1) * sizeof first);
    reader->edges.count--;
    graph_note_header(reader, first.from, first.to);
    return ST_OK;
}

enum status graph_numbers_nodes(struct graph_reader *reader, const struct graph_declared *declared,
                                struct graph_numbers *found)
{
    bool taken = false;
    enum status st = declared->given ? graph_check_edges(reader, declared) : try_header(reader, found, &taken);
    if (st != ST_OK || taken) return st;
    measure(found, reader->edges.data, reader->edges.count);
    return declared->given ? number_declared(reader, declared, found) : number_found(reader, found);
}

enum status graph_numbers_read(struct graph_reader *reader, const struct graph_declared *declared)
{
    struct graph_numbers found = {0};
    enum status st = reserve(reader);
    if (st == ST_OK) st = graph_numbers_lines(reader, &found, reader->text, (size_t)(reader->end - reader->text));
    if (st == ST_OK) st = graph_numbers_nodes(reader, declared, &found);
    vec_free(&found.alone);
    return st;
}
