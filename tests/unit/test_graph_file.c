/* SPDX-License-Identifier: MIT */
/* Graph files: DOT and edge lists, what they mean, what is refused and where. */
#include "syntax/graphs/graph_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"

/* A text read as a graph, and all that belongs to it. */
static struct arena arena;
static struct sources sources;
static struct diags diags;
static struct graph_file graph;

static int clear(void **state)
{
    (void)state;
    arena_free(&arena);
    sources_free(&sources);
    diags_free(&diags);
    return 0;
}

static enum status read_bytes(const char *path, const char *text, size_t length)
{
    clear(NULL);
    struct graph_input in = {.path = path, .sources = &sources, .diags = &diags, .arena = &arena};
    return graph_file_parse(&in, text, length, &graph);
}

static enum status read_text(const char *text) { return read_bytes("moves", text, strlen(text)); }

static const char *name_of(uint32_t node, char *buffer)
{
    if (graph.names) return graph.names[node];
    sprintf(buffer, "%u", node);
    return buffer;
}

/* "a: b c; b:; c: a" */
static const char *written(void)
{
    static char out[4096];
    char number[16];
    size_t at = 0;
    for (uint32_t u = 0; u < graph.node_count; u++) {
        at += (size_t)snprintf(out + at, sizeof out - at, "%s%s:", u ? "; " : "", name_of(u, number));
        for (uint32_t i = graph.first[u]; i < graph.first[u + 1]; i++)
            at += (size_t)snprintf(out + at, sizeof out - at, " %s", name_of(graph.to[i], number));
    }
    out[at] = '\0';
    return out;
}

#define MEANS(text, meaning)                                                                                           \
    do {                                                                                                               \
        assert_int_equal(read_text(text), ST_OK);                                                                      \
        assert_string_equal(written(), meaning);                                                                       \
    } while (0)

/* Is the text refused with this id at this line and column? */
static void refused_at(const char *path, const char *text, enum diag_id id, uint32_t line, uint32_t column)
{
    assert_int_equal(read_bytes(path, text, strlen(text)), ST_INVALID);
    assert_int_equal(diags.count, 1);
    assert_string_equal(diag_code(diags.items[0].id), diag_code(id));
    struct span span = diags.items[0].span;
    struct place place = source_place(source_get(&sources, span.source), span.begin);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}
#define REFUSED(text, id, line, column) refused_at("moves", text, D_##id, line, column)

CLAIM(edges_of_a_digraph_are_read)
{
    MEANS("digraph { a -> b; b -> c; a -> c }", "a: b c; b: c; c:");
    MEANS("digraph G{a->b->c->a}", "a: b; b: c; c: a");
    MEANS("strict DIGRAPH \"a name\" {\n a\n b\n a->b\n}\n", "a: b; b:");
}

CLAIM(a_subgraph_stands_for_its_nodes)
{
    MEANS("digraph { a -> {b c} }", "a: b c; b:; c:");
    MEANS("digraph { {a b} -> {c; d} -> e }", "a: c d; b: c d; c: e; d: e; e:");
    MEANS("digraph { subgraph cluster_0 { label=x; a -> b } c -> subgraph { d { e } } }", "a: b; b:; c: d e; d:; e:");
    MEANS("digraph { a -> { b -> c } }", "a: b c; b: c; c:");
    MEANS("digraph { a -> {} -> b }", "a:; b:");
}

CLAIM(attributes_ports_and_settings_are_skipped)
{
    MEANS("digraph { node [shape=box]; edge[a=b,c=\"d\";e=f][g=h] rankdir=LR; a [label=\"x -> y\"]; a:p:nw -> b:q "
          "[w=1] }",
          "a: b; b:");
    MEANS("digraph { graph [x=1] a [k=<b<i>c</i>>] b [c=d] a -> b }", "a: b; b:");
    MEANS("digraph { a -> b [x=1] /* more */ [y=2]; c -> d [x=\"]\"] [y=.5]\n[z=-2] }", "a: b; b:; c: d; d:");
}

CLAIM(comments_are_skipped)
{
    MEANS("# made by hand\n// one\n/* two\n*/ digraph { a /* -> */ -> b // -> c\n# -> d\n }\n", "a: b; b:");
    MEANS("/* graph */digraph{a}", "a:");
}

CLAIM(names_may_be_quoted_numbers_or_accented)
{
    MEANS("digraph { \"a b\" -> \"say \\\"x\\\"\"; 1 -> -2.5; \"con\" + \"cat\" -> \xc3\xa9t\xc3\xa9 }",
          "a b: say \"x\"; say \"x\":; 1: -2.5; -2.5:; concat: \xc3\xa9t\xc3\xa9; \xc3\xa9t\xc3\xa9:");
    MEANS("digraph { \"graph\" -> \"a\" a -> \"node\" }", "graph: a; a: node; node:");
}

CLAIM(a_byte_order_mark_and_crlf_do_no_harm)
{
    MEANS("\xef\xbb\xbf"
          "digraph {\r\n a -> b\r\n}\r\n",
          "a: b; b:");
    MEANS("\xef\xbb\xbf"
          "a b\r\nb c\r\n",
          "a: b; b: c; c:");
    MEANS("0 1\r\n1 2\r\n", "0: 1; 1: 2; 2:");
}

CLAIM(wrong_dot_is_refused_where_it_is_wrong)
{
    REFUSED("graph { a -- b }", GRAPH_UNDIRECTED, 1, 1);
    REFUSED("digraph {\n a -> b\n b -- c }", GRAPH_UNDIRECTED, 3, 4);
    REFUSED("digraph { a -> }", GRAPH_SYNTAX, 1, 16);
    REFUSED("digraph { a -> b", GRAPH_SYNTAX, 1, 17);
    REFUSED("digraph { -> b }", GRAPH_SYNTAX, 1, 11);
    REFUSED("digraph { a, b }", GRAPH_SYNTAX, 1, 12);
    REFUSED("digraph { a } digraph { b }", GRAPH_SYNTAX, 1, 15);
    REFUSED("digraph { \"a }\n", GRAPH_SYNTAX, 1, 11);
    REFUSED("digraph { a -> b; \"c", GRAPH_SYNTAX, 1, 19);
    REFUSED("digraph { a -> b [x=\"c]; }", GRAPH_SYNTAX, 1, 21);
    REFUSED("digraph { a [x=1] -> b }", GRAPH_SYNTAX, 1, 19);
    REFUSED("digraph { a -> -> b }", GRAPH_SYNTAX, 1, 16);
    REFUSED("digraph { a -> b ->", GRAPH_SYNTAX, 1, 20);
    REFUSED("digraph { a /* b }\n", GRAPH_SYNTAX, 1, 13);
    REFUSED("digraph { a [x=1 }", GRAPH_SYNTAX, 1, 18);
    REFUSED("digraph { a -> b ! }", GRAPH_SYNTAX, 1, 18);
    REFUSED("digraph a -> b", GRAPH_SYNTAX, 1, 11);
    REFUSED("digraph { {a b -> } }", GRAPH_SYNTAX, 1, 19);
    refused_at("x.dot", "a b\n", D_GRAPH_SYNTAX, 1, 1);
    refused_at("x.GV", "", D_GRAPH_SYNTAX, 1, 1);
    REFUSED("digraph {}", GRAPH_EMPTY, 1, 11);
}

CLAIM(the_ending_or_the_beginning_chooses_the_notation)
{
    MEANS("graph x\nx y\n", "graph: x; x: y; y:");
    MEANS("strict graphs\n", "strict: graphs; graphs:");
    refused_at("moves", "graph\n{ a -- b }", D_GRAPH_UNDIRECTED, 1, 1);
    assert_int_equal(read_bytes("x.dot", "digraph{a}", 10), ST_OK);
}

CLAIM(a_list_of_names_is_read)
{
    MEANS("# comment\na b\n\n  b\tc # more\n% other\nd\n", "a: b; b: c; c:; d:");
    MEANS("x1 y-2\ny-2 z.3", "x1: y-2; y-2: z.3; z.3:");
    MEANS("1 a\na 2\n", "1: a; a: 2; 2:");
    MEANS("007 7\n", "007: 7; 7:");
}

/* Names of 1 to 40 bytes, four of each length that differ at the end or in the middle, each of them on six lines. */
CLAIM(names_of_every_length_are_told_apart)
{
    enum { LENGTHS = 40, EACH = 4, NAMES = LENGTHS * EACH };
    static char names[NAMES][LENGTHS + 1];
    struct text text = {0};
    for (uint32_t i = 0; i < NAMES; i++) {
        size_t length = i / EACH + 1;
        memset(names[i], 'x', length);
        names[i][i % 2 ? length / 2 : length - 1] = (char)('a' + i % EACH);
    }
    for (uint32_t by = 1; by <= 3; by++)
        for (uint32_t i = 0; i < NAMES; i++) text_add(&text, "%s %s\n", names[i], names[(i + by) % NAMES]);
    assert_int_equal(read_text(text_c(&text)), ST_OK);
    assert_int_equal(graph.node_count, NAMES);
    for (uint32_t i = 0; i < NAMES; i++) {
        uint32_t u = 0;
        while (u < NAMES && strcmp(graph.names[u], names[i]) != 0) u++;
        assert_true(u < NAMES);
        assert_int_equal(graph.first[u + 1] - graph.first[u], 3);
        for (uint32_t by = 1; by <= 3; by++)
            assert_string_equal(graph.names[graph.to[graph.first[u] + by - 1]], names[(i + by) % NAMES]);
    }
    text_free(&text);
}

/* ---- names that are numbered ------------------------------------------------------------------------------------- */
enum { NUMBERED = 4000, NUMBERED_BYTES = 24 };
static char drawn[NUMBERED][NUMBERED_BYTES];

/* Numbers that are small and dense, or large, or longer than any number; some with zeros ahead, behind bytes of several kinds. */
static void draw_names(uint64_t *seed)
{
    static const char *const before[] = {"",         "",          "n", "n", "n0", "node_", "seven77",
                                         "eightbyt", "ninebytes", "a", "b", "c",  "d",     "e"};
    for (int i = 0; i < NUMBERED; i++) {
        uint64_t digits = random_next(seed) % 4, number = random_next(seed);
        uint64_t below = digits == 0 ? 12 : digits == 1 ? 700 : digits == 2 ? 3000000 : 30000000000u;
        snprintf(drawn[i], NUMBERED_BYTES, "%s%0*llu", before[random_next(seed) % 14], random_next(seed) % 8 ? 1 : 4,
                 (unsigned long long)(number % below));
    }
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Is there one node for each name, and an edge from each to the one drawn after it? */
static void names_are_right(void)
{
    const char *all[NUMBERED];
    size_t different = 0;
    for (int i = 0; i < NUMBERED; i++) all[i] = drawn[i];
    qsort(all, NUMBERED, sizeof *all, by_text);
    for (int i = 0; i < NUMBERED; i++)
        if (!i || strcmp(all[i], all[different - 1])) all[different++] = all[i];
    assert_int_equal(graph.node_count, different);
    for (uint32_t u = 0; u < graph.node_count; u++)
        assert_non_null(bsearch(&graph.names[u], all, different, sizeof *all, by_text));
    uint32_t u = 0, v;
    for (int i = 0; i + 1 < NUMBERED; i++, u = v) {
        assert_string_equal(graph.names[u], drawn[i]);
        uint32_t k = graph.first[u];
        while (k < graph.first[u + 1] && strcmp(graph.names[graph.to[k]], drawn[i + 1])) k++;
        assert_true(k < graph.first[u + 1]);
        v = graph.to[k];
    }
}

CLAIM(numbered_names_are_told_apart)
{
    for (uint64_t seed = 1; seed <= 12; seed++)
        for (int dot = 0; dot < 2; dot++) {
            struct text text = {0};
            uint64_t random = seed;
            draw_names(&random);
            if (dot) text_puts(&text, "digraph {\n");
            for (int i = 0; i + 1 < NUMBERED; i++)
                text_add(&text, dot ? "\"%s\" -> \"%s\"\n" : "%s %s\n", drawn[i], drawn[i + 1]);
            if (dot) text_puts(&text, "}");
            assert_int_equal(read_text(text_c(&text)), ST_OK);
            names_are_right();
            text_free(&text);
        }
}

CLAIM(numbers_name_themselves_in_ascending_order)
{
    MEANS("2 0\n0 1\n", "0: 1; 1:; 2: 0");
    assert_null(graph.names);
    MEANS("3 1\n2 3\n2 1", "1:; 2: 3 1; 3: 1");
    MEANS("5\n0 200\n", "0: 200; 5:; 200:");
    MEANS("4000000000 1\n1 2\n2 1\n", "4000000000: 1; 1: 2; 2: 1");
    MEANS("99999999999999999999 1\n1 0\n", "99999999999999999999: 1; 1: 0; 0:");
    REFUSED("3 1\n2 3", GRAPH_HEADER_OR_EDGE, 1, 1);
}

CLAIM(repeats_are_left_out_and_successors_keep_their_order)
{
    MEANS("0 3\n0 1\n0 3\n0 2\n3 3\n3 3\n", "0: 3 1 2; 1:; 2:; 3: 3");
    assert_int_equal(graph.repeats, 2);
    assert_int_equal(graph.edge_count, 4);
}

CLAIM(a_first_line_that_can_only_count_is_a_header)
{
    MEANS("3 3\n0 1\n1 2\n0 2\n", "0: 1 2; 1: 2; 2:");
    assert_true(graph.header);
    assert_int_equal(diags.count, 1);
    assert_int_equal(diags.errors, 0);
    MEANS("4 4\n0 1\n1 2\n0 2\n2 1\n", "0: 1 2; 1: 2; 2: 1; 3:");
    MEANS("3 2\n0 1\n1 2\n5 1\n", "0: 1; 1: 2; 2:; 3: 2; 5: 1");
    assert_false(graph.header);
}

CLAIM(a_first_line_with_two_readings_is_refused)
{
    REFUSED("3 2\n0 1\n1 2\n", GRAPH_HEADER_OR_EDGE, 1, 1);
    REFUSED("3 3\n1 2\n2 3\n1 3\n", GRAPH_HEADER_OR_EDGE, 1, 1);
    REFUSED("# edges\n4 2\na b\nb c\n", GRAPH_HEADER_OR_EDGE, 2, 1);
    REFUSED("1 0\n", GRAPH_HEADER_OR_EDGE, 1, 1);
    MEANS("0 0\n", "0: 0");
    MEANS("2 2\na b\nb c\n", "2: 2; a: b; b: c; c:");
}

CLAIM(declared_counts_are_kept)
{
    MEANS("# nodes 4 edges 2\n0 1\n1 2\n", "0: 1; 1: 2; 2:; 3:");
    MEANS("% Nodes: 3, Edges: 2\n1 2\n2 3\n", "1: 2; 2: 3; 3:");
    MEANS("# nodes 3 edges 1\n3 1\n", "1:; 2:; 3: 1");
    MEANS("# nodes 3 edges 1\na b\n", "a: b; b:");
    REFUSED("# nodes 3 edges 2\n0 1\n", GRAPH_COUNTS, 1, 1);
    REFUSED("# nodes 1 edges 1\na b\n", GRAPH_COUNTS, 1, 1);
    REFUSED("# nodes 3 edges 2\n0 1\n3 1\n", GRAPH_NODE_OUTSIDE, 3, 1);
    REFUSED("# nodes 2 edges 1\n# 9\n1 17\n", GRAPH_NODE_OUTSIDE, 3, 3);
    REFUSED("# nodes 99999999999 edges 1\n1 17\n", GRAPH_TOO_LARGE, 1, 1);
    MEANS("# nodes of the board\na b\n", "a: b; b:");
}

CLAIM(wrong_lines_are_refused_where_they_are_wrong)
{
    REFUSED("a b\nb c d\n", GRAPH_LINE, 2, 5);
    REFUSED("0 1\n1 2 3\n", GRAPH_LINE, 2, 5);
    REFUSED("a,b\n", GRAPH_LINE, 1, 2);
    REFUSED("a -> b\n", GRAPH_LINE, 1, 3);
    REFUSED("1 -2\n", GRAPH_LINE, 1, 3);
    REFUSED("a b\n{\n", GRAPH_LINE, 2, 1);
    REFUSED("\xc3\xa9 b\n\xc3\xa9 \xc3\xa9 \xc3\xa9\n", GRAPH_LINE, 2, 5);
    REFUSED("a \xff\n", GRAPH_NOT_TEXT, 1, 3);
    REFUSED("", GRAPH_EMPTY, 1, 1);
    REFUSED("# nothing\n\n", GRAPH_EMPTY, 3, 1);
}

CLAIM(bytes_that_are_no_text_are_refused)
{
    assert_int_equal(read_bytes("moves", "a b\nb \0c\n", 9), ST_INVALID);
    assert_int_equal(read_bytes("moves", "digraph { \"a\0\" }", 16), ST_INVALID);
    assert_int_equal(read_bytes("moves", "digraph { \0 }", 13), ST_INVALID);
    assert_int_equal(read_bytes("moves", "1 2\0\n", 5), ST_INVALID);
    REFUSED("a b\nc \xff\nd e f\n", GRAPH_NOT_TEXT, 2, 3);
    REFUSED("digraph { a -> \xff; b -> c; -> d }", GRAPH_NOT_TEXT, 1, 16);
}

CLAIM(deep_nesting_and_long_chains_are_read)
{
    struct text deep = {0};
    enum { DEPTH = 200000 };
    text_puts(&deep, "digraph { a -> ");
    for (int i = 0; i < DEPTH; i++) text_putc(&deep, '{');
    text_puts(&deep, "b");
    for (int i = 0; i < DEPTH; i++) text_putc(&deep, '}');
    text_puts(&deep, " }");
    MEANS(text_c(&deep), "a: b; b:");
    text_clear(&deep);
    text_puts(&deep, "digraph { 0");
    for (int i = 1; i <= DEPTH; i++) text_add(&deep, " -> %d", i);
    text_puts(&deep, " }");
    assert_int_equal(read_text(text_c(&deep)), ST_OK);
    assert_int_equal(graph.edge_count, DEPTH);
    text_free(&deep);
}

CLAIM(a_product_of_subgraphs_beyond_the_limit_is_refused)
{
    struct text text = {0};
    text_puts(&text, "digraph {\n{");
    for (int i = 0; i < 50000; i++) text_puts(&text, "a ");
    text_puts(&text, "} -> {");
    for (int i = 0; i < 50000; i++) text_puts(&text, "b ");
    text_puts(&text, "} }");
    assert_int_equal(read_text(text_c(&text)), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_GRAPH_TOO_LARGE);
    text_free(&text);
}

/* The same random graph as numbers, as names and as DOT, against an obvious matrix. */
CLAIM(random_graphs_mean_the_same_in_every_notation)
{
    static const char *const forms[] = {"%s%u %u\n", "%sn%u n%u\n", "%s \"n%u\" -> n%u;"};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t random = seed;
        unsigned nodes = 2 + (unsigned)(random_next(&random) % 40), edges = (unsigned)(random_next(&random) % 200);
        for (int form = 0; form < 3; form++) {
            bool matrix[42][42] = {{false}};
            struct text text = {0};
            text_puts(&text, form == 2 ? "digraph {" : "");
            for (unsigned i = 0; i < nodes; i++)
                text_add(&text, forms[form], "", i, (i + 1) % nodes), matrix[i][(i + 1) % nodes] = true;
            for (unsigned i = 0; i < edges; i++) {
                unsigned u = (unsigned)(random_next(&random) % nodes), v = (unsigned)(random_next(&random) % nodes);
                text_add(&text, forms[form], "", u, v);
                matrix[u][v] = true;
            }
            text_puts(&text, form == 2 ? "}" : "");
            assert_int_equal(read_text(text_c(&text)), ST_OK);
            assert_int_equal(graph.node_count, nodes);
            uint32_t count = 0;
            for (unsigned u = 0; u < nodes; u++)
                for (unsigned v = 0; v < nodes; v++) count += matrix[u][v];
            assert_int_equal(graph.edge_count, count);
            for (uint32_t u = 0; u < nodes; u++)
                for (uint32_t i = graph.first[u]; i < graph.first[u + 1]; i++) assert_true(matrix[u][graph.to[i]]);
            text_free(&text);
        }
    }
}

/* Enough edges for the sort by ranges; each list is checked to be as written, without repeats. */
CLAIM(large_graphs_are_sorted_right)
{
    enum { NODES = 5003, EDGES = 200000 };
    struct text text = {0};
    uint32_t *last = calloc(NODES * (size_t)NODES, sizeof *last), *counts = calloc(NODES, sizeof *counts);
    uint64_t random = 5;
    text_add(&text, "# nodes %d edges %d\n", NODES, EDGES);
    for (uint32_t i = 1; i <= EDGES; i++) {
        uint32_t u = (uint32_t)(random_next(&random) % NODES),
                 v = (uint32_t)(random_next(&random) >> 20) % (i % 3 ? 50 : NODES);
        text_add(&text, "%u %u\n", u, v);
        if (!last[u * (size_t)NODES + v]) last[u * (size_t)NODES + v] = i, counts[u]++;
    }
    assert_int_equal(read_text(text_c(&text)), ST_OK);
    for (uint32_t u = 0; u < NODES; u++) {
        assert_int_equal(graph.first[u + 1] - graph.first[u], counts[u]);
        for (uint32_t i = graph.first[u], before = 0; i < graph.first[u + 1]; i++) {
            uint32_t at = last[u * (size_t)NODES + graph.to[i]];
            assert_true(at > before);
            before = at;
        }
    }
    free(last);
    free(counts);
    text_free(&text);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */
static enum status read_path(const char *path)
{
    clear(NULL);
    struct graph_input in = {.path = path, .sources = &sources, .diags = &diags, .arena = &arena};
    return graph_file_read(&in, &graph);
}

CLAIM(a_file_is_read)
{
    char path[] = "/tmp/cgi-graph-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, "a b\nb c\n", 8), 8);
    close(file);
    assert_int_equal(read_path(path), ST_OK);
    assert_string_equal(written(), "a: b; b: c; c:");
    unlink(path);
    assert_int_equal(read_path(path), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_FILE_MISSING);
}

/* A graph and what was said about it, as one text. */
static void tell(enum status st, struct text *out)
{
    text_clear(out);
    text_add(out, "%d %u %u %s\n", (int)st, st == ST_OK ? graph.repeats : 0, graph.header,
             st == ST_OK ? written() : "");
    for (size_t i = 0; i < diags.count; i++) {
        const struct diagnostic *d = &diags.items[i];
        const struct source *source = d->span.source ? source_get(&sources, d->span.source) : NULL;
        text_add(out, "%d %u %u %s\n", (int)d->id, d->span.begin, d->span.end, d->message);
        if (source) text_add(out, "%.*s\n", (int)source->length, source->text);
    }
}

/* Reads the same text as a file with windows of all small sizes, and whole. */
static void reads_alike_in_windows(const char *text, size_t length)
{
    char path[] = "/tmp/cgi-graph-XXXXXX";
    struct text whole = {0}, windows = {0};
    int file = mkstemp(path);
    assert_int_equal(write(file, text, length), length);
    close(file);
    clear(NULL);
    struct graph_input in = {.path = path, .name = "m", .sources = &sources, .diags = &diags, .arena = &arena};
    tell(graph_file_parse(&in, text, length, &graph), &whole);
    for (in.window = 1; in.window <= length + 1; in.window += 1 + in.window / 16) {
        clear(NULL);
        tell(graph_file_read(&in, &graph), &windows);
        assert_string_equal(text_c(&windows), text_c(&whole));
    }
    unlink(path);
    text_free(&whole);
    text_free(&windows);
}

#define ALIKE_IN_WINDOWS(text) reads_alike_in_windows(text, sizeof(text) - 1)

CLAIM(a_list_read_in_windows_is_the_list_read_whole)
{
    ALIKE_IN_WINDOWS("0 1\n1 2\n2 0\n");
    ALIKE_IN_WINDOWS("\xef\xbb\xbf# a comment\n\n% another\r\n  10\t20\r\n20 5 # more\n7\n10 20\n5 10");
    ALIKE_IN_WINDOWS("4 5\n0 1\n0 2\n0 3\n1 2\n2 3\n");
    ALIKE_IN_WINDOWS("# why\n\n4 5\n0 1\n0 2\n0 3\n1 2\n2 3\n");
    ALIKE_IN_WINDOWS("# nodes 4 edges 2\n0 1\n1 2\n");
    ALIKE_IN_WINDOWS("# nodes 3 edges 2\n3 1\n1 2\n");
    ALIKE_IN_WINDOWS("# nodes 3 edges 7\n3 1\n1 2\n");
    ALIKE_IN_WINDOWS("# nodes 3 edges 2\n4 1\n1 2\n");
    ALIKE_IN_WINDOWS("# nodes 9999999999 edges 2\n4 1\n1 2\n");
    ALIKE_IN_WINDOWS("3 3\n1 2\n2 3\n1 3\n");
    ALIKE_IN_WINDOWS("1 2\n3 4\n5 4294967295\n6 5\n");
    ALIKE_IN_WINDOWS("1 2\n3 4\n5 6\n6 a\n");
    ALIKE_IN_WINDOWS("1 2\n3 4\n5 6 7\n6 1\n");
    ALIKE_IN_WINDOWS("1 2\n3 4\n5 6\0\n6 1\n");
    ALIKE_IN_WINDOWS("1 2\n3 4\n05 6\n6 1\n");
    ALIKE_IN_WINDOWS("# a\n#b\n\n \n\n");
    ALIKE_IN_WINDOWS("digraph {\n1 -> 2\n}\n");
    ALIKE_IN_WINDOWS("1000000000 2000000000\n3 1000000000\n");
}

CLAIM(random_lists_read_in_windows_are_those_read_whole)
{
    static const char *const blanks[] = {" ", " ", " ", "\t", "  ", " \t "}, *const ends[] = {
                                                                                 "\n",     "\n",   "\n",         "\r\n",
                                                                                 " # c\n", "\n\n", "\n% 1 2 3\n"};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t random = seed;
        struct text text = {0};
        unsigned most = 3 + (unsigned)(random_next(&random) % 100), lines = (unsigned)(random_next(&random) % 40);
        if (seed % 3 == 0) text_add(&text, "%u %u\n", most, lines);
        for (unsigned i = 0; i < lines; i++) {
            text_add(&text, "%u", (unsigned)(random_next(&random) % most + seed % 2));
            if (random_next(&random) % 16 || seed % 3 == 0)
                text_add(&text, "%s%u", blanks[random_next(&random) % 6], (unsigned)(random_next(&random) % most));
            text_puts(&text, ends[random_next(&random) % (seed % 5 ? 1 : 7)]);
        }
        reads_alike_in_windows(text_c(&text), text.length);
        text_free(&text);
    }
}

CLAIM(folders_and_devices_are_refused)
{
    char path[] = "/tmp/cgi-graph-XXXXXX";
    assert_int_equal(read_path("/tmp"), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_GRAPH_FOLDER);
    assert_int_equal(read_path("/dev/zero"), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_GRAPH_UNREADABLE);
    assert_non_null(mkdtemp(path));
    char fifo[64];
    snprintf(fifo, sizeof fifo, "%s/fifo", path);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(read_path(fifo), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_GRAPH_UNREADABLE);
    unlink(fifo);
    rmdir(path);
}

CLAIM(a_memory_budget_is_kept)
{
    clear(NULL);
    struct budget budget = {.memory = mem_held() + 100};
    struct graph_input in = {.path = "m", .sources = &sources, .diags = &diags, .arena = &arena, .budget = &budget};
    struct text text = {0};
    for (int i = 0; i < 1000; i++) text_puts(&text, "1 2\n");
    assert_int_equal(graph_file_parse(&in, text_c(&text), text.length, &graph), ST_MEMORY_BUDGET);
    text_free(&text);
}

static bool reads_in_windows(void)
{
    char path[] = "/tmp/cgi-graph-XXXXXX";
    int file = mkstemp(path);
    bool ok = write(file, "3 1\n1 2\n2 0\n", 12) == 12;
    close(file);
    clear(NULL);
    struct graph_input in = {.path = path, .sources = &sources, .diags = &diags, .arena = &arena, .window = 5};
    ok = ok && graph_file_read(&in, &graph) == ST_OK;
    unlink(path);
    clear(NULL);
    return ok;
}

static bool reads_dot_and_lists(void)
{
    bool ok = read_text("digraph { a -> {b \"c\"} [x=y]; d }") == ST_OK;
    ok = ok && read_text("0 1\n1 5\n7\n") == ST_OK;
    ok = ok && read_text("5 5\n0 1\n0 2\n0 3\n0 4\n1 2\n") == ST_OK;
    ok = ok && read_text("a b\nb c\n") == ST_OK;
    ok = ok && read_text("n9999 n2\nn2 n1500\nn1500 m3\n") == ST_OK;
    clear(NULL);
    return ok;
}

CLAIM(any_failed_allocation_is_survived)
{
    clear(NULL);
    assert_true(walk_failures(reads_dot_and_lists) > 10);
    assert_true(walk_failures(reads_in_windows) > 3);
}

CLAIM(any_failed_allocation_in_a_message_is_survived)
{
    clear(NULL);
    for (uint64_t nth = 1; nth < 40; nth++) {
        mem_fail_from(nth);
        enum status st = read_text("a b\nb c d\n");
        mem_fail_from(0);
        assert_true(st == ST_NO_MEMORY || (st == ST_INVALID && diags.count == 1));
    }
    clear(NULL);
}

#define GRAPH_CLAIM(name) cmocka_unit_test_teardown(name, clear)
CLAIMS(GRAPH_CLAIM(edges_of_a_digraph_are_read), GRAPH_CLAIM(a_subgraph_stands_for_its_nodes),
       GRAPH_CLAIM(attributes_ports_and_settings_are_skipped), GRAPH_CLAIM(comments_are_skipped),
       GRAPH_CLAIM(names_may_be_quoted_numbers_or_accented), GRAPH_CLAIM(a_byte_order_mark_and_crlf_do_no_harm),
       GRAPH_CLAIM(wrong_dot_is_refused_where_it_is_wrong),
       GRAPH_CLAIM(the_ending_or_the_beginning_chooses_the_notation), GRAPH_CLAIM(a_list_of_names_is_read),
       GRAPH_CLAIM(names_of_every_length_are_told_apart), GRAPH_CLAIM(numbered_names_are_told_apart),
       GRAPH_CLAIM(numbers_name_themselves_in_ascending_order),
       GRAPH_CLAIM(repeats_are_left_out_and_successors_keep_their_order),
       GRAPH_CLAIM(a_first_line_that_can_only_count_is_a_header),
       GRAPH_CLAIM(a_first_line_with_two_readings_is_refused), GRAPH_CLAIM(declared_counts_are_kept),
       GRAPH_CLAIM(wrong_lines_are_refused_where_they_are_wrong), GRAPH_CLAIM(bytes_that_are_no_text_are_refused),
       GRAPH_CLAIM(deep_nesting_and_long_chains_are_read),
       GRAPH_CLAIM(a_product_of_subgraphs_beyond_the_limit_is_refused),
       GRAPH_CLAIM(random_graphs_mean_the_same_in_every_notation), GRAPH_CLAIM(large_graphs_are_sorted_right),
       GRAPH_CLAIM(a_list_read_in_windows_is_the_list_read_whole),
       GRAPH_CLAIM(random_lists_read_in_windows_are_those_read_whole), GRAPH_CLAIM(a_file_is_read),
       GRAPH_CLAIM(folders_and_devices_are_refused), GRAPH_CLAIM(a_memory_budget_is_kept),
       GRAPH_CLAIM(any_failed_allocation_is_survived), GRAPH_CLAIM(any_failed_allocation_in_a_message_is_survived))
