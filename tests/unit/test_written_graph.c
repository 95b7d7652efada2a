/* SPDX-License-Identifier: MIT */
/* Graphs in rule files: plain edges are read without tokens, and what is read, said and where is what tokens give. */
#include "base/hash.h"
#include "parsing.h"

static struct text text, seen;

/* The tree with its places, if there is one, and all that is said. */
static void read_and_tell(bool by_tokens, struct text *out)
{
    text_clear(out);
    reading_by_tokens = by_tokens;
    enum status st = read_file(text_c(&text));
    if (reading.tree) ast_dump(reading.tree, reading.source, out);
    text_add(out, "%d\n%s", (int)st, diagnostics());
    for (size_t i = 0; i < reading.diags.count; i++) text_add(out, " %u", reading.diags.items[i].span.end);
    reading_by_tokens = false;
}

static void same_both_ways(void)
{
    struct text other = {0};
    read_and_tell(false, &seen);
    read_and_tell(true, &other);
    if (strcmp(text_c(&seen), text_c(&other)) != 0) print_message("%s\n", text_c(&text));
    assert_string_equal(text_c(&seen), text_c(&other));
    text_free(&other);
}

CLAIM(all_short_bodies_are_read_as_by_tokens)
{
    static const char *const parts[] = {"a", "b ", " ->", ";", "\n2", "#c\n", ",", "expect 1", "}", "in"};
    enum { PARTS = sizeof parts / sizeof *parts, LONGEST = 5 };
    for (int length = 0, count = 1; length <= LONGEST; length++, count *= PARTS)
        for (int code = 0; code < count; code++) {
            text_clear(&text);
            text_puts(&text, "graph g {");
            for (int i = 0, rest = code; i < length; i++, rest /= PARTS) text_puts(&text, parts[rest % PARTS]);
            text_puts(&text, "} game h(n) { }");
            same_both_ways();
        }
}

static const char *pick(uint64_t *seed, const char *const *from, size_t count)
{
    *seed = hash_mix(*seed + 1);
    return from[*seed % count];
}
#define PICK(seed, from) pick(seed, from, sizeof(from) / sizeof *(from))

static void add_name(uint64_t *seed)
{
    static const char *const names[] = {"a",    "b",    "p1",   "p2", "p10", "p007",      "x_1",  "_",
                                        "from", "of",   "with", "7",  "07",  "Zz9z",      "p1p1", "a1b22",
                                        "p0",   "9999", "t",    "gg", "0",   "1234567890"};
    static const char *const prefixes[] = {"", "n", "town_", "long_names_", "r1_"};
    if (hash_mix(*seed) % 3 == 0) text_puts(&text, PICK(seed, names));
    else text_add(&text, "%s%u", PICK(seed, prefixes), (unsigned)(hash_mix(*seed + 7) % 40));
    *seed = hash_mix(*seed);
    if (*seed % 64 == 0) text_puts(&text, "_0123456789012345678901234567890123456789012345678901234567890123456789");
}

CLAIM(random_bodies_are_read_as_by_tokens)
{
    static const char *const spaces[] = {" ", " ", "  ", "\n", "\r\n", "\t", "# -> a;\n", " #\n\f\v"};
    static const char *const arrows[] = {"->", " ->", " -> ", "\n->\n"};
    static const char *const ends[] = {"", "", ";", " ; ", ";;", "# end\n"};
    static const char *const odd[] = {",",         "@",      "->",       "\"s\"",        "game ", "graph h {",
                                      "move ",     "loopy ", "claim 1 ", "1.5",          "0x1",   "--",
                                      "//",        "/*c*/",  "\xc3\xa9", "\xe2\x86\x92", "(",     ")",
                                      "lua [[x]]", "lua",    "=",        "and ",         "}",     "{"};
    uint64_t seed = 20;
    for (int round = 0; round < 20000; round++) {
        text_clear(&text);
        text_puts(&text, round % 7 ? "graph g {" : "graph {");
        int edges = (int)(hash_mix(seed) % 8), oddity = (int)(hash_mix(seed + 5) % 12);
        for (int e = 0; e < edges; e++) {
            add_name(&seed);
            if (seed % 8) text_puts(&text, PICK(&seed, arrows));
            for (int k = (int)(seed >> 8) % 5; k > 0; k--) {
                text_puts(&text, PICK(&seed, spaces));
                add_name(&seed);
            }
            if (e == oddity) text_puts(&text, PICK(&seed, odd));
            text_puts(&text, PICK(&seed, ends));
            text_puts(&text, PICK(&seed, spaces));
        }
        text_puts(&text, round % 3 ? "}" : round % 2 ? " loopy expect 1 }" : "; expect 1; }");
        if (round % 5 == 0) text_puts(&text, " graph h { a -> b }");
        same_both_ways();
    }
}

/* u -> v where v was drawn: the numbers of nodes follow their first uses, whatever their names. */
CLAIM(nodes_are_numbered_by_their_first_use)
{
    static const char *const forms[] = {"p%u", "%u", "word_%u_of_more_than_eleven_letters", "x%u_", "t%05u"};
    enum { NODES = 700, EDGES = 3000 };
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        uint32_t drawn[2 * EDGES];
        uint64_t seed = form;
        text_clear(&text);
        text_puts(&text, "graph g {");
        for (size_t i = 0; i < 2 * EDGES; i++) {
            drawn[i] = (uint32_t)((seed = hash_mix(seed + 1)) % NODES * 1000);
            text_add(&text, forms[form], drawn[i]);
            text_puts(&text, i % 2 ? "\n" : " -> ");
        }
        text_puts(&text, "}");
        assert_int_equal(read_file(text_c(&text)), ST_OK);
        const struct written_edges *edges = reading.tree->kids[0]->kids[0]->edges;
        uint32_t number[NODES] = {0}, count = 0;
        assert_int_equal(edges->place_count, 2 * EDGES);
        assert_int_equal(edges->edge_count, EDGES);
        for (size_t i = 0; i < 2 * EDGES; i++) {
            char name[64];
            if (!number[drawn[i] / 1000]) number[drawn[i] / 1000] = ++count;
            snprintf(name, sizeof name, forms[form], drawn[i]);
            assert_int_equal(written_place(edges, i)->node, number[drawn[i] / 1000] - 1);
            assert_string_equal(edges->names[written_place(edges, i)->node], name);
            assert_int_equal(strncmp(text_c(&text) + written_place(edges, i)->begin, name, strlen(name)), 0);
        }
        assert_int_equal(edges->node_count, count);
    }
}

static bool reads_a_graph(void)
{
    enum status st = read_file(text_c(&text));
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("status %d", (int)st);
    reading_free();
    return st == ST_OK;
}

CLAIM(any_allocation_may_fail)
{
    reading_free();
    text_clear(&text);
    text_puts(&text, "graph g { ");
    for (unsigned i = 0; i < 300; i++) text_add(&text, "p%u -> q%u; long_names_of_nodes_%u;", i, i * 977, i);
    text_puts(&text, "}");
    assert_true(walk_failures(reads_a_graph) > 10);
    text_free(&text);
    text_free(&seen);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(all_short_bodies_are_read_as_by_tokens),
        IT(random_bodies_are_read_as_by_tokens),
        IT(nodes_are_numbered_by_their_first_use),
        IT(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(claims, NULL, finish_reading);
}
