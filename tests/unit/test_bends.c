/* SPDX-License-Identifier: MIT */
/* Sums with bends, of terms drawn at random, hold at those values of a loop at which the term does, in every small state that keeps the
 * order of its cells; and what is cut off a range is what does not hold. */
#include "claims.h"
#include "random_rule.h"
#include "model/builtins.h"
#include "solve/ranked/bends.h"

enum { CELLS = 3, HEIGHT = 4, DRAWN = 3000, LOW = -2, HIGH = 6, VALUE = 1 };
struct seen {
    size_t made, ends, upper, lower, sorted, others, remainders;
};
static struct seen seen;

static int64_t below(uint64_t *seed, uint64_t count) { return (int64_t)random_below(seed, count); }

static struct term *linear(struct term_store *terms, uint64_t *seed)
{
    struct term *sum = term_int(terms, below(seed, 5) - 2);
    for (int64_t i = below(seed, 3); i >= 0; i--) {
        int64_t which = below(seed, CELLS + 4);
        struct term *one = which < CELLS        ? term_cell(terms, (int)which)
                           : which == CELLS + 3 ? term_value(terms, 0)
                                                : term_value(terms, VALUE);
        if (below(seed, 4) == 0) one = term_pair(terms, EXPR_MUL, term_int(terms, below(seed, 5) - 2), one);
        sum = term_pair(terms, below(seed, 2) ? EXPR_SUB : EXPR_ADD, sum, one);
    }
    return sum;
}

/* A form of its own, or what a rule for rows that keep an order says of one cell and the value. */
static struct term *compared_form(struct term_store *terms, uint64_t *seed, bool plain, struct term **cell,
                                  struct term **h)
{
    *cell = term_cell(terms, (int)below(seed, CELLS));
    *h = term_value(terms, VALUE);
    if (!plain) *cell = linear(terms, seed), *h = linear(terms, seed);
    return term_pair(terms, EXPR_SUB, *cell, *h);
}

static struct term *bent(struct term_store *terms, uint64_t *seed, bool plain)
{
    static const enum expr_kind kinds[] = {EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE, EXPR_EQ, EXPR_NE};
    struct term *cell, *h, *form = compared_form(terms, seed, plain, &cell, &h);
    struct term *when = term_pair(terms, kinds[random_below(seed, plain ? 4 : 6)], cell, h), *zero = term_int(terms, 0);
    switch (below(seed, 7)) {
    case 0: return term_call(terms, BUILTIN_MAX, (struct term *[]){zero, form}, 2);
    case 1: return term_call(terms, BUILTIN_MIN, (struct term *[]){cell, h}, 2);
    case 2: return term_call(terms, BUILTIN_ABS, &form, 1);
    case 3: return term_make(terms, EXPR_IF, (struct term *[]){when, form, zero}, 3);
    case 4: return term_make(terms, EXPR_IF, (struct term *[]){when, cell, h}, 3);
    case 5: return linear(terms, seed);
    default: return term_make(terms, EXPR_IF, (struct term *[]){when, term_int(terms, below(seed, 4)), zero}, 3);
    }
}

static struct term *sum(struct term_store *terms, uint64_t *seed, bool plain)
{
    struct term *all = bent(terms, seed, plain);
    for (int64_t i = below(seed, 4); i > 0; i--) {
        struct term *one = bent(terms, seed, plain);
        if (below(seed, 5) == 0) one = term_pair(terms, EXPR_MUL, one, term_int(terms, below(seed, 7) - 3));
        all = term_pair(terms, below(seed, 6) ? EXPR_ADD : EXPR_SUB, all, one);
    }
    return below(seed, 6) ? all : term_make(terms, EXPR_NEG, &all, 1);
}

static void cuts(const struct bends *b, const int64_t *x, const bool *holds)
{
    for (int64_t low = LOW; low <= HIGH; low++)
        for (int64_t high = low; high <= HIGH; high++) {
            int64_t from = low, to = high;
            bends_cut(b, x, &from, &to);
            for (int64_t v = low; v <= high; v++) assert_int_equal(v >= from && v <= to, holds[v - LOW]);
        }
}

static void holds_as(const struct bends *b, const struct term *t, int64_t *x)
{
    bool holds[HIGH - LOW + 1];
    for (int64_t v = LOW; v <= HIGH; v++) {
        int64_t value;
        x[TERM_CELLS + VALUE] = v;
        assert_true(term_value_at(t, x, &value));
        x[TERM_CELLS + VALUE] = 77; /* not read */
        holds[v - LOW] = value != 0;
        assert_int_equal(bends_hold(b, x, v), holds[v - LOW]);
    }
    if (b->end) cuts(b, x, holds);
    for (uint64_t asked = 1; asked < UINT64_C(1) << (HIGH - LOW + 1); asked = asked * 5 / 3 + 1) {
        uint64_t those = bends_among(b, x, LOW, asked);
        for (int64_t v = LOW; v <= HIGH; v++)
            assert_int_equal(those >> (v - LOW) & 1, (asked >> (v - LOW) & 1) && holds[v - LOW]);
    }
}

static void everywhere(const struct bends *b, const struct term *t)
{
    int64_t x[TERM_VARIABLES] = {0};
    for (x[0] = 0; x[0] <= HEIGHT; x[0]++)
        for (x[1] = 0; x[1] <= x[0]; x[1]++)
            for (x[2] = 0; x[2] <= x[1]; x[2]++)
                for (x[TERM_CELLS] = 0; x[TERM_CELLS] < 3; x[TERM_CELLS]++) holds_as(b, t, x);
}

CLAIM(sums_with_bends_hold_where_the_term_does)
{
    static const enum expr_kind kinds[] = {EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE, EXPR_LE, EXPR_GE, EXPR_EQ, EXPR_NE};
    struct ranks r = {.cells = CELLS, .unit_count = 1, .order = {0, 1, 2}};
    struct arena arena = {0};
    struct arena_mark start = arena_mark(&arena);
    uint64_t seed = 1;
    r.units[0] = (struct unit){.kind = UNIT_LINE, .count = CELLS, .most = HEIGHT};
    for (int i = 0; i < DRAWN; i++) {
        struct term_store terms = {.arena = &arena, .most = 1000};
        bool plain = random_below(&seed, 2);
        struct term *sides[] = {sum(&terms, &seed, plain), sum(&terms, &seed, plain)};
        if (random_below(&seed, 2)) sides[1] = term_int(&terms, below(&seed, 9) - 2);
        bool remainder = random_below(&seed, 4) == 0, turned = random_below(&seed, 2);
        if (remainder) {
            sides[turned] = term_pair(&terms, EXPR_MOD, sides[0], term_int(&terms, below(&seed, 5) + 1));
            sides[!turned] = term_int(&terms, below(&seed, 6) - 1);
        }
        struct term *t = term_make(&terms, kinds[random_below(&seed, 8)], sides, 2);
        struct bends *b;
        assert_non_null(t);
        assert_true(bends_make(&arena, &r, t, VALUE, &b));
        if (b) everywhere(b, t);
        if (b) seen.made++, seen.ends += b->end, seen.upper += b->end && b->upper, seen.sorted += b->end && b->sorted;
        if (b)
            seen.lower += b->end && !b->upper, seen.others += b->kind != TEST_LEAST, seen.remainders += b->modulus > 1;
        arena_rewind(&arena, start);
    }
    arena_free(&arena);
    assert_true(seen.made > DRAWN / 4 && seen.upper > DRAWN / 50 && seen.lower > DRAWN / 50);
    assert_true(seen.sorted > DRAWN / 50 && seen.others > DRAWN / 50 && seen.sorted < seen.ends);
    assert_true(seen.remainders > DRAWN / 20);
}

/* Far ends are reached by a division, near ones step by step; numbers that are too large are left to the term. */
CLAIM(long_ranges_and_large_numbers)
{
    struct ranks r = {.cells = CELLS, .unit_count = 1, .order = {0, 1, 2}};
    struct arena arena = {0};
    struct term_store terms = {.arena = &arena, .most = 10000};
    struct term *h = term_value(&terms, 0), *all = term_int(&terms, 0);
    struct bends *b;
    r.units[0] = (struct unit){.kind = UNIT_LINE, .count = CELLS, .most = 1 << 20};
    for (int c = 0; c < CELLS; c++)
        all = term_pair(
            &terms, EXPR_ADD, all,
            term_call(&terms, BUILTIN_MAX,
                      (struct term *[]){term_int(&terms, 0), term_pair(&terms, EXPR_SUB, term_cell(&terms, c), h)}, 2));
    for (int64_t most = 0; most < 3000; most += 7) {
        int64_t x[TERM_VARIABLES] = {1000, 900, 895}, low = 0, high = 999, value = 0, plain = 1000;
        struct term *t = term_pair(&terms, EXPR_LE, all, term_int(&terms, most));
        assert_true(bends_make(&arena, &r, t, 0, &b) && b && b->end && b->upper && b->sorted);
        bends_cut(b, x, &low, &high);
        for (x[TERM_CELLS] = 999; x[TERM_CELLS] >= 0 && term_value_at(t, x, &value) && value; x[TERM_CELLS]--) plain--;
        assert_int_equal(low, plain);
        assert_int_equal(high, 999);
    }
    for (int i = 0; i < 12; i++) all = term_pair(&terms, EXPR_MUL, all, term_int(&terms, 1 << 4));
    struct term *large = term_pair(&terms, EXPR_LE, all, term_int(&terms, 5));
    assert_true(bends_make(&arena, &r, large, 0, &b));
    assert_null(b);
    arena_free(&arena);
}

CLAIMS(IT(sums_with_bends_hold_where_the_term_does), IT(long_ranges_and_large_numbers))
