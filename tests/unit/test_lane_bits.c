/* SPDX-License-Identifier: MIT */
/* Conditions at many points in a row: each bit against the condition at that point, for random conditions. */
#include "claims.h"
#include <string.h>
#include "base/arena.h"
#include "model/builtins.h"
#include "random_rule.h"
#include "solve/dynamic/lane_bits.h"

enum { NUMBERS = 3, TERMS = 4000, POINTS_MOST = 9000, WORDS_MOST = POINTS_MOST / 64 + 4 };

static struct term *number(struct term_store *s, uint64_t *seed, int depth)
{
    struct term *kids[2];
    if (depth == 0 || random_below(seed, 3) == 0)
        return random_below(seed, 3) ? term_cell(s, (int)random_below(seed, NUMBERS))
                                     : term_int(s, (int64_t)random_below(seed, 40) - 9);
    kids[0] = number(s, seed, depth - 1);
    kids[1] = number(s, seed, depth - 1);
    switch (random_below(seed, 8)) {
    case 0: return term_make(s, EXPR_ADD, kids, 2);
    case 1: return term_make(s, EXPR_SUB, kids, 2);
    case 2: return term_make(s, EXPR_MUL, kids, 2);
    case 3: return term_call(s, random_below(seed, 2) ? BUILTIN_MIN : BUILTIN_GCD, kids, 2);
    case 4: return term_make(s, EXPR_DIV, (struct term *[]){kids[0], term_int(s, (int64_t)random_below(seed, 9))}, 2);
    case 5: return term_make(s, EXPR_MOD, kids, 2);
    default:
        return term_make(s, EXPR_MOD, (struct term *[]){kids[0], term_int(s, 1 + (int64_t)random_below(seed, 9))}, 2);
    }
}

static struct term *condition(struct term_store *s, uint64_t *seed, int depth)
{
    static const enum expr_kind compares[] = {EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE, EXPR_EQ, EXPR_NE};
    struct term *kids[2];
    uint64_t kind = depth ? random_below(seed, 6) : 5;
    if (kind >= 3) {
        int deep = (int)random_below(seed, 3);
        kids[0] = number(s, seed, deep);
        kids[1] = random_below(seed, 2) ? term_int(s, (int64_t)random_below(seed, 60) - 10) : number(s, seed, 1);
        return term_make(s, compares[random_below(seed, 6)], kids, 2);
    }
    kids[0] = condition(s, seed, depth - 1);
    kids[1] = condition(s, seed, depth - 1);
    return kind == 0 ? term_make(s, EXPR_NOT, kids, 1) : term_make(s, kind == 1 ? EXPR_AND : EXPR_OR, kids, 2);
}

/* They have a value at all points or not, and then they hold where the bits say so; bits beside these are as before. */
static bool agrees(const struct term *t, uint64_t *seed, size_t count, size_t at, size_t *held, size_t *failed)
{
    static uint64_t bits[WORDS_MOST];
    int variable = (int)random_below(seed, NUMBERS);
    int64_t x[TERM_VARIABLES] = {0}, begin, value;
    for (int v = 0; v < NUMBERS; v++) x[v] = (int64_t)random_below(seed, 400) - 60;
    memset(bits, 0, sizeof bits);
    begin = x[variable];
    bool has = lane_bits(t, x, variable, count, bits, at), same = true, all = true;
    if (x[variable] != begin) return false;
    for (size_t i = 0; i < count && all; i++) {
        x[variable] = begin + (int64_t)i;
        all = term_value_at(t, x, &value);
        if (has && all) same &= (bits[(at + i) / 64] >> (at + i) % 64 & 1) == (uint64_t)(value != 0);
        *held += all && value;
    }
    for (size_t i = 0; i < 64 * WORDS_MOST && has; i++)
        if (i < at || i >= at + count) same &= !(bits[i / 64] >> i % 64 & 1);
    *failed += !all;
    return same && has == all;
}

CLAIM(bits_are_those_of_the_condition_at_each_point)
{
    struct arena arena = {0};
    uint64_t seed = 7;
    size_t held = 0, failed = 0;
    for (int i = 0; i < TERMS; i++) {
        struct term_store store = {.arena = &arena, .most = 1 << 20};
        const struct term *t = condition(&store, &seed, 3);
        size_t count = i % 50 ? 1 + random_below(&seed, 700) : 1 + random_below(&seed, POINTS_MOST - 100);
        assert_non_null(t);
        assert_true(agrees(t, &seed, count, random_below(&seed, 100), &held, &failed));
    }
    assert_true(held > TERMS && failed > 20);
    arena_free(&arena);
}

CLAIMS(IT(bits_are_those_of_the_condition_at_each_point))
