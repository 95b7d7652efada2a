/* SPDX-License-Identifier: MIT */
/* Plain DOT statements mean what their tokens mean: a comment between all tokens keeps the reader of plain statements out, so the same
 * tokens are read with and without. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "syntax/graphs/graph_file.h"

enum { TOKENS = 400 };
static const char *tokens[TOKENS];
static const char *blanks[TOKENS]; /* behind each */
static size_t token_count;
static uint64_t seed;

static size_t below(size_t n) { return (size_t)(random_next(&seed) >> 20) % n; }

#define ONE_OF(list) ((list)[below(sizeof(list) / sizeof *(list))])

static void put(const char *token)
{
    static const char *const between[] = {" ", "\n", "\t", " \r\n", "  ", "\n\n "};
    if (token_count == TOKENS) return;
    blanks[token_count] = ONE_OF(between);
    tokens[token_count++] = token;
}

/* Is there a chance of one in n? */
static bool now_and_then(size_t n) { return below(n) == 0; }

static const char *name(void)
{
    static const char *const usual[] = {"a",   "b",  "n0",     "n1",    "n2", "n10", "n11",
                                        "x_y", "m3", "\"n1\"", "\"b\"", "7",  "12"};
    static const char *const rare[] = {"n007",
                                       "007",
                                       "\"a b\"",
                                       "\"\"",
                                       "\xc3\xa9t\xc3\xa9",
                                       "a_name_of_many_bytes",
                                       "a_name_of_many_others",
                                       "\"a_name_of_many_bytes\"",
                                       "n123456789012",
                                       "abcdefghij1",
                                       "elevenbytes",
                                       "twelve_bytes",
                                       "edges",
                                       "a1b2",
                                       "k4294967296",
                                       "o3",
                                       "p3",
                                       "q3",
                                       "r3",
                                       "s3",
                                       "t3",
                                       "u3",
                                       "v3"};
    static const char *const odd[] = {"1.5",  ".5",    "-3",     "\"a\\\"b\"", "\"a\\b\"", "<b>",     "node",
                                      "EDGE", "graph", "strict", "1e5x",       "subgraph", "digraph", "\"node\""};
    return now_and_then(40) ? ONE_OF(odd) : now_and_then(3) ? ONE_OF(rare) : ONE_OF(usual);
}

static void put_attributes(void)
{
    static const char *const values[] = {"red", "\"a ] b\"", "0.5", "-1", "\"x\\n\"", "<i>", "3"};
    put("[");
    for (size_t n = below(3); n > 0; n--) {
        put("label"), put("="), put(ONE_OF(values));
        if (below(2)) put(below(2) ? "," : ";");
    }
    put("]");
}

static void put_statement(unsigned depth)
{
    if (now_and_then(20)) {
        put(name()), put("="), put(name());
    } else if (now_and_then(20)) {
        put(below(2) ? "node" : "edge"), put_attributes();
    } else {
        for (size_t n = below(2) ? 2 : 1 + below(5); n > 0; n--) {
            if (depth && now_and_then(12)) put("{"), put_statement(depth - 1), put("}");
            else put(name());
            if (now_and_then(20)) put(":"), put("port");
            if (n > 1) put("->");
        }
        while (now_and_then(4)) put_attributes();
    }
    if (below(3)) put(";");
}

/* A graph, mostly right; one token in some of them is another one. */
static void draw_graph(void)
{
    static const char *const wrong[] = {"->", ";", "[", "]", "{", "}", ":", "=", ",", "--", "+", "-", "[x=2]", "@"};
    token_count = 0;
    put("digraph"), put("{");
    for (size_t n = below(20); n > 0; n--) put_statement(2);
    put("}");
    if (now_and_then(2)) tokens[below(token_count)] = ONE_OF(wrong);
}

/* What is read of the tokens, or the message without what was found. */
static void tell(const char *between, struct text *out)
{
    struct arena arena = {0};
    struct sources sources = {0};
    struct diags diags = {0};
    struct graph_file graph;
    struct text text = {0};
    for (size_t i = 0; i < token_count; i++) {
        text_puts(&text, between);
        text_puts(&text, tokens[i]);
        text_puts(&text, blanks[i]);
    }
    struct graph_input in = {.path = "x.dot", .sources = &sources, .diags = &diags, .arena = &arena};
    char *exact = memcpy(malloc(text.length + 1), text_c(&text), text.length + 1); /* so that reading beyond it shows */
    enum status st = graph_file_parse(&in, exact, text.length, &graph);
    free(exact);
    text_clear(out);
    text_add(out, "%d %zu\n", (int)st, diags.count);
    for (size_t i = 0; i < diags.count; i++) {
        const struct diagnostic *d = &diags.items[i];
        const char *found = strstr(d->message, "found");
        struct place place = source_place(source_get(&sources, d->span.source), d->span.begin);
        text_add(out, "%d line %u: %.*s\n", (int)d->id, place.line,
                 found ? (int)(found - d->message) : (int)strlen(d->message), d->message);
    }
    for (uint32_t u = 0; st == ST_OK && u < graph.node_count; u++) {
        text_add(out, "'%s':", graph.names[u]);
        for (uint32_t i = graph.first[u]; i < graph.first[u + 1]; i++) text_add(out, " '%s'", graph.names[graph.to[i]]);
        text_puts(out, "\n");
    }
    text_free(&text);
    arena_free(&arena);
    sources_free(&sources);
    diags_free(&diags);
}

CLAIM(plain_statements_mean_what_their_tokens_mean)
{
    struct text plain = {0}, by_tokens = {0};
    size_t read = 0;
    for (int i = 1; i <= 3000; i++) {
        seed = (uint64_t)i;
        draw_graph();
        tell("", &plain);
        tell("/**/", &by_tokens);
        assert_string_equal(text_c(&plain), text_c(&by_tokens));
        read += text_c(&plain)[0] == '0';
    }
    assert_true(read > 500 && read < 2500);
    text_free(&plain);
    text_free(&by_tokens);
}

/* Chains longer than the names that wait, and names that wait behind others. */
CLAIM(names_are_read_in_the_order_of_the_text)
{
    struct text plain = {0}, by_tokens = {0};
    for (int i = 1; i <= 40; i++) {
        seed = (uint64_t)i;
        token_count = 0;
        put("digraph"), put("{"), put(name());
        while (token_count + 4 < TOKENS) {
            put(now_and_then(50) ? ";" : "->");
            put(name());
        }
        put("}");
        tell("", &plain);
        tell("/**/", &by_tokens);
        assert_string_equal(text_c(&plain), text_c(&by_tokens));
    }
    text_free(&plain);
    text_free(&by_tokens);
}

CLAIMS(cmocka_unit_test(plain_statements_mean_what_their_tokens_mean),
       cmocka_unit_test(names_are_read_in_the_order_of_the_text))
