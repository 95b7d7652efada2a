/* SPDX-License-Identifier: MIT */
/* Laws planted with random parameters are found again; what has none stays without; what is said to hold for ever does, by brute force. */
#include <string.h>
#include "claims.h"
#include "law/forever.h"
#include "law/term.h"
#include "random_rule.h"

enum { LINE = 8000, SIDE = 100, WIDE = 240, ROUNDS = 12 };

static struct law_box line_box(const int64_t *values, uint64_t count, bool outcomes)
{
    return (struct law_box){
        .fields = 1, .extent = {(int64_t)count}, .count = count, .values = values, .outcomes = outcomes};
}

static const char *name_fields[] = {"n", "m", "k"};
static const struct law_words words = {name_fields, "v(", ")", "d"};

/* The law of the box is right at each of its positions but the exceptions, evaluated once more; its text is returned. */
static const char *text_of(const struct law *law, struct text *out)
{
    text_clear(out);
    law_print(law->term, &words, LAW_BINDS_CONDITION, out);
    return text_c(out);
}

static bool is_exception(const struct law *law, uint64_t index)
{
    for (size_t e = 0; e < law->exception_count; e++)
        if (law->exceptions[e] == index) return true;
    return false;
}

static void assert_holds(const struct law_box *box, const struct law *law)
{
    int64_t numbers[LAW_FIELDS], value;
    assert_non_null(law);
    for (uint64_t i = 0; i < box->count; i++) {
        law_place(box, i, numbers);
        if (box->values[i] == LAW_NONE || is_exception(law, i)) continue;
        if (box->fields == 1 && numbers[0] < law->from) continue;
        assert_true(law_value(law->term, numbers, box, &value));
        assert_true(box->outcomes ? !value == !box->values[i] : value == box->values[i]);
    }
}

static void assert_found(const struct law_box *box)
{
    struct arena arena = {0};
    struct law_list laws;
    assert_int_equal(law_find(box, &arena, &laws), ST_OK);
    assert_holds(box, laws.best);
    assert_null(laws.refuted);
    arena_free(&arena);
}

static void assert_none(const struct law_box *box)
{
    struct arena arena = {0};
    struct law_list laws;
    assert_int_equal(law_find(box, &arena, &laws), ST_OK);
    assert_null(laws.best);
    arena_free(&arena);
}

static int64_t values[LINE];

/* An arithmetic period with a random row, after a random start. */
static void plant_period(uint64_t *seed, int64_t most, int64_t saltus)
{
    int64_t row[LINE], p = 1 + (int64_t)random_below(seed, (uint64_t)most), from = (int64_t)random_below(seed, 20);
    for (int64_t i = 0; i < p; i++) row[i] = (int64_t)random_below(seed, 50);
    for (int64_t n = 0; n < LINE; n++)
        values[n] = n < from ? (int64_t)random_below(seed, 50) : row[n % p] + saltus * (n / p);
}

CLAIM(planted_periods_are_found)
{
    uint64_t seed = 1;
    for (int i = 0; i < ROUNDS; i++) {
        plant_period(&seed, i % 2 ? 12 : 300, i % 3);
        struct law_box box = line_box(values, LINE, false);
        assert_found(&box);
    }
}

CLAIM(planted_quotients_and_remainders_are_found)
{
    uint64_t seed = 2;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t a = 1 + (int64_t)random_below(&seed, 9), b = (int64_t)random_below(&seed, 30);
        int64_t c = 1 + (int64_t)random_below(&seed, 12), m = 2 + (int64_t)random_below(&seed, 90);
        for (int64_t n = 0; n < LINE; n++) values[n] = i % 2 ? (a * n + b) / c : (n + b) % m;
        struct law_box box = line_box(values, LINE, false);
        assert_found(&box);
    }
}

/* The greatest power of `base` that divides n, which is above 0. */
static int64_t power_in(int64_t base, int64_t n)
{
    int64_t power = 1;
    while (n % (power * base) == 0) power *= base;
    return power;
}

static bool has_digit(int64_t base, int64_t n, int64_t digit)
{
    for (; n; n /= base)
        if (n % base == digit) return true;
    return false;
}

CLAIM(planted_laws_of_digits_and_powers_are_found)
{
    uint64_t seed = 3;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t base = 2 + (int64_t)random_below(&seed, 5), c = 1 + (int64_t)random_below(&seed, 3);
        int64_t digit = 1 + (int64_t)random_below(&seed, (uint64_t)base - 1);
        for (int64_t n = 0; n < LINE; n++) {
            if (i % 3 == 0) values[n] = 2 * power_in(base, n + c) - 1;
            if (i % 3 == 1) values[n] = (n + c) / power_in(base, n + c);
            if (i % 3 == 2) values[n] = !has_digit(base, n, digit);
        }
        struct law_box box = line_box(values, LINE, i % 3 == 2);
        assert_found(&box);
    }
}

CLAIM(planted_self_similar_sequences_are_found)
{
    uint64_t seed = 4;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t base = 2 + (int64_t)random_below(&seed, 4), u[8], c[8], d[8];
        for (int r = 0; r < base; r++) {
            u[r] = (int64_t)random_below(&seed, 2);
            c[r] = (int64_t)random_below(&seed, 3);
            d[r] = (int64_t)random_below(&seed, 5);
        }
        u[0] = 1;
        for (int64_t n = 0; n < LINE; n++) {
            int64_t r = n % base, m = n / base;
            values[n] = n < base ? r : u[r] * values[m] + c[r] * m + d[r];
        }
        struct law_box box = line_box(values, LINE, false);
        assert_found(&box);
    }
}

static int64_t f_of(int64_t x, int64_t k) { return k % 3 == 0 ? x % (k % 5 + 2) : k % 3 == 1 ? (k + 1) * x : x / 2; }

CLAIM(planted_functions_of_two_numbers_are_found)
{
    static int64_t square[SIDE * SIDE];
    for (int64_t i = 0; i < 14; i++) {
        for (int64_t a = 0; a < SIDE; a++)
            for (int64_t b = 0; b < SIDE; b++) {
                int64_t fa = f_of(a, i), fb = f_of(b, i / 2), less = a < b ? a : b;
                const int64_t all[] = {fa ^ fb,       fa + fb,           fa > fb ? fa : fb,
                                       f_of(less, i), (a + b) % (i + 2), (a > b ? a - b : b - a) % 3,
                                       a * b};
                square[a * SIDE + b] = all[i % 7];
            }
        struct law_box box = {.fields = 2, .extent = {SIDE, SIDE}, .count = SIDE * SIDE, .values = square};
        assert_found(&box);
        for (int64_t n = 0; n < SIDE * SIDE; n++) square[n] = (square[n] ^ (i % 3)) % 4 == 0;
        if (i % 7 == 5) box.outcomes = true, assert_found(&box);
    }
}

/* Pairs (A, A + t k): A is the least number that is in no pair before (Holladay 1968: A = floor(k (2 - t + root of t t + 4) / 2)). */
CLAIM(beatty_pairs_are_found)
{
    static int64_t square[WIDE * WIDE];
    for (int64_t t = 1; t <= 4; t++) {
        bool taken[8 * WIDE] = {false};
        for (int64_t i = 0; i < WIDE * WIDE; i++) square[i] = 0;
        for (int64_t k = 0, a = 0; k < WIDE; k++) {
            while (taken[a]) a++;
            if (a + t * k >= WIDE) break;
            taken[a] = taken[a + t * k] = true;
            square[a * WIDE + a + t * k] = square[(a + t * k) * WIDE + a] = 1;
        }
        struct law_box box = {.fields = 2, .extent = {WIDE, WIDE}, .count = WIDE * WIDE, .values = square};
        box.outcomes = true;
        assert_found(&box);
        square[(WIDE - 1) * WIDE + WIDE - 2] ^= 1;
        assert_none(&box);
    }
}

CLAIM(random_sequences_have_no_law)
{
    uint64_t seed = 5;
    for (int i = 0; i < 2 * ROUNDS; i++) {
        uint64_t rare = i % 4 == 0 ? 2 : i % 4 == 1 ? 50 : i % 4 == 2 ? 400 : 3;
        for (int64_t n = 0; n < LINE; n++) values[n] = random_below(&seed, rare) == 0;
        struct law_box box = line_box(values, LINE, i % 2);
        assert_none(&box);
        struct law_box square = {.fields = 2, .extent = {80, 80}, .count = 6400, .values = values, .outcomes = i % 2};
        assert_none(&square);
    }
}

/* What goes on as it did is a law only for as long as it does. */
CLAIM(a_late_change_refutes)
{
    for (int64_t at = LINE / 4; at < LINE; at += 701) {
        for (int64_t n = 0; n < LINE; n++) values[n] = n % 5 + (n == at);
        struct law_box box = line_box(values, LINE, false);
        struct arena arena = {0};
        struct law_list laws;
        assert_int_equal(law_find(&box, &arena, &laws), ST_OK);
        assert_null(laws.best);
        if (at >= LINE / 4 + LAW_WHILE) assert_int_equal(laws.refuted->wrong, at);
        arena_free(&arena);
    }
}

CLAIM(few_exceptions_are_listed)
{
    for (int64_t n = 0; n < LINE; n++) values[n] = n % 5 + (n == 3 || n == 77);
    struct law_box box = line_box(values, LINE, false);
    struct arena arena = {0};
    struct law_list laws;
    struct text out = {0};
    assert_int_equal(law_find(&box, &arena, &laws), ST_OK);
    assert_string_equal(text_of(laws.best, &out), "n % 5");
    assert_int_equal(laws.best->exception_count, 2);
    assert_int_equal(laws.best->exceptions[1], 77);
    text_free(&out);
    arena_free(&arena);
}

/* A random expression of those that repeat, and some that do not. */
static const struct law_term *random_term(struct arena *arena, uint64_t *seed, int depth)
{
    static const enum law_op ops[] = {LAW_ADD, LAW_SUB,     LAW_MUL, LAW_DIV, LAW_MOD, LAW_EQUAL,
                                      LAW_XOR, LAW_AT_MOST, LAW_AND, LAW_OR,  LAW_MAX, LAW_IF};
    if (depth == 0 || random_below(seed, 6) == 0)
        return random_below(seed, 3) ? law_field(arena, 0) : law_number(arena, 1 + (int64_t)random_below(seed, 6));
    enum law_op op = ops[random_below(seed, sizeof ops / sizeof *ops)];
    const struct law_term *a = random_term(arena, seed, depth - 1), *b = random_term(arena, seed, depth - 1);
    if (op == LAW_DIV || op == LAW_MOD) b = law_number(arena, 1 + (int64_t)random_below(seed, 6));
    if (op == LAW_MUL) a = law_number(arena, 1 + (int64_t)random_below(seed, 3));
    if (op == LAW_IF) return law_if(arena, a, b, random_term(arena, seed, depth - 1));
    return law_two(arena, op, a, b);
}

CLAIM(an_expression_repeats_as_its_form_says)
{
    uint64_t seed = 6;
    int said = 0;
    for (int i = 0; i < 3000; i++) {
        struct arena arena = {0};
        const struct law_term *term = random_term(&arena, &seed, 3);
        struct law_repeat repeat;
        if (law_repeats(term, &repeat) && repeat.period < 500) {
            said++;
            for (int64_t n = 0; n < 300; n++) {
                int64_t later = n + repeat.period, a, b;
                if (!law_value(term, &n, NULL, &a)) continue;
                assert_true(law_value(term, &later, NULL, &b));
                assert_int_equal(b, a + repeat.saltus);
            }
        }
        arena_free(&arena);
    }
    assert_true(said > 300);
}

/* The premises of law_forever at their edge: with one value fewer than the theorem needs it says nothing. */
CLAIM(for_ever_needs_a_whole_common_period)
{
    struct arena arena = {0};
    for (int64_t n = 0; n < 64; n++) values[n] = n < 10 ? 9 : n % 4 % 2;
    struct law law = {.from = 10};
    law.term = law_two(&arena, LAW_MOD, law_field(&arena, 0), law_number(&arena, 2));
    struct law_proved proved = {12, 4, 0};
    for (uint64_t count = 12; count < 30; count++) {
        struct law_box box = line_box(values, count, false);
        assert_int_equal(law_forever(&law, &box, &proved), count >= 16);
    }
    struct law_box box = line_box(values, 64, false);
    proved.saltus = 1;
    assert_false(law_forever(&law, &box, &proved));
    proved.saltus = 0;
    law.exceptions[law.exception_count++] = 60; /* beyond it only 3 are left */
    assert_false(law_forever(&law, &box, &proved));
    arena_free(&arena);
}

CLAIM(expressions_are_written_with_the_parentheses_they_need)
{
    struct arena arena = {0};
    struct text out = {0};
    const struct law_term *n = law_field(&arena, 0), *m = law_field(&arena, 1), *two = law_number(&arena, 2);
    const struct law_term *less = law_two(&arena, LAW_SUB, m, law_two(&arena, LAW_SUB, n, two));
    struct law law = {.term = less};
    assert_string_equal(text_of(&law, &out), "m - (n - 2)");
    law.term = law_two(&arena, LAW_DIV, law_two(&arena, LAW_MUL, n, m), law_two(&arena, LAW_MOD, less, two));
    assert_string_equal(text_of(&law, &out), "n * m / ((m - (n - 2)) % 2)");
    law.term = law_digits(&arena, LAW_POWER_IN, law_linear(&arena, 1, n, 1), 3, NULL, 0);
    assert_string_equal(text_of(&law, &out), "max(d for d in powers(3) where d <= n + 1 and (n + 1) % d == 0)");
    law.term = law_if(&arena, law_two(&arena, LAW_EQUAL, n, two), law_number(&arena, -1), law_if(&arena, m, n, m));
    assert_string_equal(text_of(&law, &out), "n == 2 ? -1 : m ? n : m");
    text_free(&out);
    arena_free(&arena);
}

CLAIMS(IT(planted_periods_are_found), IT(planted_quotients_and_remainders_are_found),
       IT(planted_laws_of_digits_and_powers_are_found), IT(planted_self_similar_sequences_are_found),
       IT(planted_functions_of_two_numbers_are_found), IT(beatty_pairs_are_found), IT(random_sequences_have_no_law),
       IT(a_late_change_refutes), IT(few_exceptions_are_listed), IT(an_expression_repeats_as_its_form_says),
       IT(for_ever_needs_a_whole_common_period), IT(expressions_are_written_with_the_parentheses_they_need))
