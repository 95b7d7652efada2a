/* SPDX-License-Identifier: MIT */
/* Codes that are said to be one game, held against their options without the heaps that have no moves. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "proof/family/alike.h"

enum { TAKES = 4, CODES = 1024, HEAPS = 24 };

struct code {
    struct family_digit digits[TAKES];
    struct family family;
    bool moves[HEAPS + 8];
    int dead; /* heaps of 0 to this one have no move */
    uint64_t options[HEAPS];
};

static struct family_digit digit(int64_t take, unsigned heaps)
{
    return (struct family_digit){.take = take, .heaps = heaps, .least = 1};
}

static void make(struct code *c, size_t count)
{
    c->family = (struct family){.kind = FAMILY_BREAK, .digits = c->digits};
    for (size_t i = 0; i < count; i++)
        if (c->digits[i].heaps) {
            c->digits[c->family.digit_count++] = c->digits[i];
            c->family.largest_take = c->digits[i].take;
        }
}

/* Code number `number`: whether a heap may be split, then the digits of 1, 2 and 3. */
static void make_number(struct code *c, unsigned number)
{
    c->digits[0] = digit(0, number & 1 ? 4 : 0);
    for (int t = 1; t < TAKES; t++) c->digits[t] = digit(t, number >> (3 * t - 2) & 7);
    make(c, TAKES);
}

/* Of up to two heaps those with moves, counted from the first heap that has one. */
static uint64_t option(const struct code *c, int a, int b)
{
    uint64_t x = c->moves[a] ? (uint64_t)(a - c->dead) : 0, y = c->moves[b] ? (uint64_t)(b - c->dead) : 0;
    return x > y ? x << 8 | y : y << 8 | x;
}

/* All options of heap n, each once: the sum of their hashes. */
static uint64_t options_of(const struct code *c, int n)
{
    uint64_t seen[4 * HEAPS * TAKES], all = 0;
    size_t count = 0;
    for (size_t i = 0; i < c->family.digit_count; i++)
        for (int left = n - (int)c->digits[i].take, a = 0; a <= left; a++) {
            int heaps = (a > 0) + (left - a > 0);
            if (!(c->digits[i].heaps >> heaps & 1)) continue;
            uint64_t own = option(c, a, left - a);
            size_t k = 0;
            while (k < count && seen[k] != own) k++;
            if (k == count) all += hash_mix((seen[count++] = own) + 1);
        }
    return all;
}

static void list(struct code *c)
{
    c->dead = -1;
    for (int n = 0; n < HEAPS + 8; n++) {
        for (size_t i = 0; i < c->family.digit_count; i++)
            for (int j = 0; j <= 2; j++) {
                int left = n - (int)c->digits[i].take;
                if (c->digits[i].heaps >> j & 1 && (j ? left >= j : left == 0)) c->moves[n] = true;
            }
        if (c->dead == n - 1 && !c->moves[n]) c->dead = n;
    }
    for (int m = 1; m < HEAPS && c->dead < 8; m++) c->options[m] = options_of(c, m + c->dead);
}

static bool alike(struct code *a, struct code *b, int64_t *shift)
{
    bool yes;
    assert_int_equal(family_alike(&a->family, &b->family, &yes, shift), ST_OK);
    return yes;
}

CLAIM(dawsons_games_are_one)
{
    struct code chess = {.digits = {digit(1, 1), digit(2, 3), digit(3, 7)}}, kayles = {.digits = {digit(2, 7)}};
    int64_t shift;
    make(&chess, 3);
    make(&kayles, 1);
    assert_true(alike(&chess, &kayles, &shift));
    assert_int_equal(shift, 1);
    assert_true(alike(&kayles, &chess, &shift));
    assert_int_equal(shift, -1);
    chess.digits[2].heaps = 3;
    assert_false(alike(&chess, &kayles, &shift));
}

CLAIM(what_is_said_holds_for_all_small_heaps)
{
    static struct code codes[CODES];
    size_t yes = 0, shifted = 0, missed = 0;
    for (unsigned i = 0; i < CODES; i++) {
        make_number(&codes[i], i);
        list(&codes[i]);
    }
    for (unsigned i = 1; i < CODES; i++)
        for (unsigned k = 1; k < CODES; k += 5) {
            int64_t shift;
            if (codes[i].dead >= 8 || codes[k].dead >= 8) continue;
            bool same = !memcmp(codes[i].options, codes[k].options, sizeof codes[i].options);
            bool said = alike(&codes[i], &codes[k], &shift);
            if (said && (!same || shift != codes[k].dead - codes[i].dead)) fail_msg("%u and %u are not alike", i, k);
            yes += said && i != k;
            shifted += said && shift;
            missed += same && !said;
        }
    printf("# %zu pairs, %zu of them shifted; %zu are missed\n", yes, shifted, missed);
    assert_true(yes > 20 && shifted > 10);
}

CLAIMS(IT(dawsons_games_are_one), IT(what_is_said_holds_for_all_small_heaps))
