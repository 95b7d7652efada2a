/* SPDX-License-Identifier: MIT */
/* Numbers of edge lists: taken at once as digit by digit; and their names, where there are gaps between them. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "syntax/graphs/private.h"

/* Behind the bytes there is a NUL. */
static void same_number(const char *bytes, size_t length)
{
    uint32_t value = 0, wide = 0;
    const char *end = graph_read_number(bytes, &value);
    assert_ptr_equal(graph_read_number_wide(bytes, bytes + length, &wide), end);
    if (end) assert_int_equal(wide, value);
}

CLAIM(numbers_taken_at_once_are_those_taken_digit_by_digit)
{
    static const char some[] = {'0', '1', '9', ' ', 'x', '/', ':', '\xb0', '\xba', '\n'};
    enum { SOME = sizeof some, BYTES = 16 };
    char bytes[BYTES + 1] = "7777777777777777";
    for (int code = 0; code < SOME * SOME * SOME * SOME * SOME; code++) {
        for (int i = 0, rest = code; i < 5; i++, rest /= SOME) bytes[i] = some[rest % SOME];
        same_number(bytes, BYTES);
        same_number(bytes + 1, BYTES - 1);
    }
    uint64_t seed = 1;
    for (int round = 0; round < 200000; round++) {
        int digits = (int)((seed = hash_mix(seed + 1)) % 14);
        for (int i = 0; i < BYTES; i++) bytes[i] = (char)('0' + (seed = hash_mix(seed + 1)) % 10);
        bytes[digits] = (char)(1 + (seed >> 20) % 255);
        for (int from = 0; from < BYTES; from++) same_number(bytes + from, (size_t)(BYTES - from));
    }
}

static uint32_t next_number(uint32_t number, uint32_t i, uint32_t step)
{
    return number + 1 + (uint32_t)(hash_mix(i) % step) + (uint32_t)(i % 100 == 0) * step;
}

static void check_gaps(uint32_t step)
{
    enum { COUNT = 3000 };
    struct arena arena = {0};
    struct sources sources = {0};
    struct diags diags = {0};
    struct graph_input in = {.path = "moves", .sources = &sources, .diags = &diags, .arena = &arena};
    struct graph_file graph;
    struct text text = {0};
    for (uint32_t i = 0, at = 1, last = 0; i < COUNT; i++) {
        text_add(&text, "%u %u\n", at, last);
        last = at;
        at = next_number(at, i, step);
    }
    assert_int_equal(graph_file_parse(&in, text_c(&text), text.length, &graph), ST_OK);
    assert_int_equal(graph.node_count, COUNT + 1);
    assert_non_null(graph.names);
    for (uint32_t i = 0, at = 1; i < COUNT; i++) {
        char number[16];
        sprintf(number, "%u", at);
        assert_string_equal(graph.names[i + 1], number);
        assert_int_equal(graph.to[graph.first[i + 1]], i);
        at = next_number(at, i, step);
    }
    text_free(&text);
    arena_free(&arena);
    sources_free(&sources);
    diags_free(&diags);
}

CLAIM(numbers_with_gaps_are_their_names)
{
    static const uint32_t steps[] = {1, 2, 3, 7, 9, 10, 11, 64, 99, 150};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) check_gaps(steps[s]);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(numbers_taken_at_once_are_those_taken_digit_by_digit),
        IT(numbers_with_gaps_are_their_names),
    };
    return cmocka_run_group_tests(claims, NULL, NULL);
}
