/* SPDX-License-Identifier: MIT */
/* Loops over rows of choices, for each kind of processor that this one can be: what they say of drawn rows, option by option. */
#include "solve/choices/kernels.h"
#include <string.h>
#include "base/hash.h"
#include "claims.h"

static uint64_t below(uint64_t *seed, uint64_t n) { return random_next(seed) % n; }

enum { VALUES = 2000, WIDEST = 300, MOST_HERE = 20 };
static uint8_t bytes[VALUES], masks[MOST_HERE][WIDEST];
static uint16_t narrow[VALUES];
static uint32_t wide[VALUES];

static void draw_row(uint64_t *seed, size_t columns, struct row_choice *here, size_t count)
{
    uint64_t values = 1 + below(seed, 255);
    for (size_t i = 0; i < VALUES; i++) wide[i] = narrow[i] = bytes[i] = (uint8_t)below(seed, values);
    for (size_t i = 0; i < count; i++) {
        struct row_choice *c = &here[i];
        *c = (struct row_choice){.from = (int64_t)below(seed, columns + 1)};
        if (below(seed, 2)) c->from = 0;
        c->to = below(seed, 2) ? (int64_t)columns : c->from + (int64_t)below(seed, columns - (size_t)c->from + 1);
        c->at = (int64_t)below(seed, VALUES - WIDEST) - (below(seed, 4) ? 0 : c->from);
        c->places = below(seed, 9) ? NULL : (const uint64_t *)(const void *)wide;
        for (size_t j = 0; j < columns; j++) masks[i][j] = below(seed, 3) ? 0xff : 0;
        c->holds = below(seed, 2) ? (const int8_t *)masks[i] : NULL;
    }
}

/* Loops for each kind of processor, against what is said of them, option by option. */
static bool same_rows(uint64_t seed)
{
    static uint64_t expected[WIDEST], found[WIDEST];
    struct row_choice here[MOST_HERE];
    size_t columns = 1 + below(&seed, WIDEST), count = below(&seed, MOST_HERE);
    draw_row(&seed, columns, here, count);
    struct choice_rows_values from = {.word = below(&seed, 4)};
    uint64_t width = below(&seed, 3), other = below(&seed, 2) ? UINT64_C(1) << 63 : 0;
    if (width == 0) from.bytes = bytes;
    else if (width == 1) from.narrow = narrow;
    else from.wide = wide;
    for (size_t j = 0; j < columns; j++) expected[j] = other;
    for (size_t i = 0; i < count; i++)
        for (int64_t j = here[i].from; j < here[i].to; j++) {
            if (here[i].places || (here[i].holds && !here[i].holds[j])) continue;
            uint32_t value = wide[here[i].at + j];
            if (value / 64 == from.word) expected[j] |= UINT64_C(1) << value % 64;
        }
    bool same = true;
    for (size_t k = 0; choice_rows_kernels_each(k); k++) {
        for (size_t j = 0; j < columns; j++) found[j] = other;
        choice_rows_kernels_each(k)->join(found, &from, here, count, columns);
        for (size_t j = 0; j < columns; j++) same &= found[j] == expected[j];
    }
    return same;
}

/* Rows in which positions tell those that see them: each kind of loops against looking at all of them, up to the first that is full. */
static bool same_pushed(uint64_t seed)
{
    static uint64_t first[2 * WIDEST], told[2 * WIDEST], take[WIDEST];
    static uint32_t expected[WIDEST], values[WIDEST];
    size_t columns = 1 + below(&seed, WIDEST), most = below(&seed, columns), full = columns;
    bool misere = below(&seed, 4) == 0;
    for (size_t i = 0; i < most; i++) take[i] = below(&seed, 3) ? UINT64_MAX : 0;
    for (size_t j = 0; j < 2 * columns; j++) first[j] = below(&seed, 3) ? 0 : UINT64_MAX << below(&seed, 64);
    for (size_t j = 0; j < full; j++) {
        bool sees[129] = {false}, any = false;
        for (size_t v = 0; v < 128; v++) sees[v] = first[v / 64 * columns + j] >> v % 64 & 1;
        for (size_t i = 0; i < most && i < j; i++) sees[expected[j - 1 - i]] |= take[i] != 0;
        for (size_t v = 0; v < 64; v++) any |= sees[v];
        for (expected[j] = 0; !misere && sees[expected[j]];) expected[j]++;
        if (misere) expected[j] = !any || sees[0];
        if (expected[j] == 128) full = j;
    }
    bool same = true;
    for (size_t k = 0; choice_rows_kernels_each(k); k++) {
        memcpy(told, first, sizeof told);
        struct choice_rows_near near = {
            .wide = values, .misere = misere, .all = told, .take = take, .most = most, .words = 2, .columns = columns};
        same &= choice_rows_kernels_each(k)->push(&near, 0, (int64_t)columns) == (int64_t)full;
        same &= memcmp(values, expected, full * sizeof *values) == 0;
    }
    return same;
}

CLAIM(rows_are_joined_as_their_values_say)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) assert_true(same_rows(seed));
}

CLAIM(positions_that_tell_others_give_what_looking_gives)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) assert_true(same_pushed(seed));
}

CLAIMS(IT(rows_are_joined_as_their_values_say), IT(positions_that_tell_others_give_what_looking_gives))
