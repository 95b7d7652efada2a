/* SPDX-License-Identifier: MIT */
/* Automata over numbers, against all tuples of small ones. */
#include "claims.h"
#include "automata/automata.h"
#include "base/hash.h"

enum { SIDE = 24, SYSTEMS = 8 };
struct bench {
    struct arena arena;
    struct numeration in;
    struct automata w;
    uint64_t seed;
};

static struct numeration system_of(int i)
{
    switch (i) {
    case 0: return numeration_simple("base 2", 0, 2, 0);
    case 1: return numeration_simple("base 3", 0, 3, 0);
    case 2: return numeration_simple("Fibonacci", 1, 1, 1);
    case 3: return numeration_simple("Ostrowski [2], from 3", 1, 2, 1);
    case 4: return numeration_simple("Ostrowski [2]", 1, 2, 0);
    case 5: return numeration_periodic("Ostrowski [1, 2]", (int64_t[]){1, 2}, 2, 1);
    case 6: return numeration_periodic("Ostrowski [2, 1, 1]", (int64_t[]){2, 1, 1}, 3, 0);
    default: return numeration_simple("Ostrowski [3], from 4", 1, 3, 1);
    }
}

static void setup(struct bench *b, int system)
{
    *b = (struct bench){.in = system_of(system), .seed = (uint64_t)system + 1};
    b->w = (struct automata){.arena = &b->arena, .in = &b->in, .most_states = 100000, .most_work = 1000000000};
}

static int64_t draw(struct bench *b, int64_t low, int64_t high)
{
    return low + (int64_t)(random_next(&b->seed) % (uint64_t)(high - low + 1));
}

CLAIM(each_number_has_one_representation)
{
    for (int s = 0; s < SYSTEMS; s++) {
        struct bench b;
        setup(&b, s);
        const struct automaton *all = automata_all(&b.w, (int[]){0}, 1);
        assert_non_null(all);
        /* k letters make the numbers below the next weight, each once */
        for (int k = 0; k <= 4; k++) {
            int64_t reach, words = 0, total = 1;
            assert_true(numeration_reach(&b.in, k, &reach));
            for (int i = 0; i < k; i++) total *= b.in.letters;
            for (int64_t w = 0; w < total; w++) {
                uint32_t at = 0;
                int64_t rest = w;
                for (int i = 0; i < k; i++, rest /= b.in.letters)
                    at = all->next[at * all->letters + (uint32_t)(rest % b.in.letters)];
                words += all->accepts[at];
            }
            assert_int_equal(words, reach);
        }
        for (int64_t n = 0; n < 300; n++) assert_true(automaton_holds(all, &n));
        arena_free(&b.arena);
    }
}

static struct automata_form random_form(struct bench *b, int tracks)
{
    struct automata_form f = {.count = tracks, .constant = draw(b, -12, 12)};
    for (int i = 0; i < tracks; i++) f.terms[i] = (struct automata_term){tracks - 1 - i, draw(b, -4, 4)};
    return f;
}

static bool form_holds(const struct automata_form *f, bool equality, const int64_t *x)
{
    int64_t v = f->constant;
    for (int i = 0; i < f->count; i++) v += f->terms[i].factor * x[f->terms[i].track];
    return equality ? v == 0 : v >= 0;
}

/* The numbers of the tracks that the automaton has. */
static bool holds(const struct automaton *a, const int64_t *x)
{
    int64_t own[AUTOMATON_TRACKS];
    for (int i = 0; i < a->tracks; i++) own[i] = x[a->track[i]];
    return automaton_holds(a, own);
}

CLAIM(linear_constraints_hold_where_they_hold)
{
    for (int s = 0; s < SYSTEMS; s++)
        for (int round = 0; round < 10; round++) {
            struct bench b;
            setup(&b, s);
            b.seed += (uint64_t)round * 977;
            bool equality = round % 2;
            struct automata_form f = random_form(&b, 2 + (round % 7 == 0 && b.in.letters < 4));
            const struct automaton *a = automata_linear(&b.w, &f, equality);
            assert_non_null(a);
            int64_t x[3];
            for (x[0] = 0; x[0] < SIDE; x[0]++)
                for (x[1] = 0; x[1] < SIDE; x[1]++)
                    for (x[2] = 0; x[2] < (f.count > 2 ? SIDE : 1); x[2]++)
                        assert_int_equal(holds(a, x), form_holds(&f, equality, x));
            arena_free(&b.arena);
        }
}

CLAIM(linear_constraints_hold_for_large_numbers)
{
    struct bench b;
    setup(&b, 2);
    struct automata_form sum = {3, {{0, 1}, {1, 1}, {2, -1}}, 0};
    const struct automaton *add = automata_linear(&b.w, &sum, true);
    for (int i = 0; i < 300; i++) {
        int64_t x = draw(&b, 0, INT64_MAX / 8), y = draw(&b, 0, INT64_MAX / 8), z = x + y + draw(&b, -1, 1);
        assert_int_equal(automaton_holds(add, (int64_t[]){x, y, z}), x + y == z);
    }
    arena_free(&b.arena);
}

CLAIM(operations_are_those_of_sets)
{
    for (int s = 0; s < SYSTEMS; s++)
        for (int round = 0; round < 6; round++) {
            struct bench b;
            setup(&b, s);
            b.seed += (uint64_t)round * 31;
            struct automata_form f = random_form(&b, 2), g = random_form(&b, 1 + round % 2);
            const struct automaton *x = automata_linear(&b.w, &f, false),
                                   *y = automata_linear(&b.w, &g, round % 3 == 0);
            const struct automaton *both = automata_and(&b.w, x, y), *either = automata_or(&b.w, x, y);
            const struct automaton *less = automata_except(&b.w, x, y), *not_x = automata_not(&b.w, x);
            const struct automaton *turned =
                automata_renamed(&b.w, automata_on(&b.w, x, (int[]){0, 1}, 2), (int[]){1, 0});
            const struct automaton *same =
                automata_renamed(&b.w, automata_on(&b.w, x, (int[]){0, 1}, 2), (int[]){1, 1});
            assert_non_null(turned);
            assert_non_null(same);
            assert_non_null(less);
            for (int64_t p = 0; p < SIDE; p++)
                for (int64_t q = 0; q < SIDE; q++) {
                    int64_t at[2] = {p, q}, back[2] = {q, p};
                    bool in_x = form_holds(&f, false, at), in_y = form_holds(&g, round % 3 == 0, at);
                    assert_int_equal(holds(both, at), in_x && in_y);
                    assert_int_equal(holds(either, at), in_x || in_y);
                    assert_int_equal(holds(less, at), in_x && !in_y);
                    assert_int_equal(holds(not_x, at), !in_x);
                    assert_int_equal(holds(turned, at), form_holds(&f, false, back));
                    assert_int_equal(holds(same, at), form_holds(&f, false, (int64_t[]){q, q}));
                }
            /* the same set is the same automaton */
            assert_true(automaton_equal(automata_not(&b.w, not_x), x));
            arena_free(&b.arena);
        }
}

CLAIM(some_value_is_found_however_large)
{
    for (int s = 0; s < SYSTEMS; s++)
        for (int round = 0; round < 8; round++) {
            struct bench b;
            setup(&b, s);
            b.seed += (uint64_t)round * 91;
            /* some y with k y == x + c, or with y >= 3 x + c and y <= 3 x + c + 1, which is larger than x */
            int64_t k = draw(&b, 1, 5), c = draw(&b, 0, 9);
            struct automata_form multiple = {2, {{0, 1}, {1, -k}}, c}, low = {2, {{0, -3}, {1, 1}}, -c};
            struct automata_form high = {2, {{0, 3}, {1, -1}}, c + 1};
            const struct automaton *m = automata_some(&b.w, automata_linear(&b.w, &multiple, true), 1);
            const struct automaton *r =
                automata_and(&b.w, automata_linear(&b.w, &low, false), automata_linear(&b.w, &high, false));
            const struct automaton *all = automata_some(&b.w, r, 1), *none = automata_some(&b.w, r, 0);
            assert_non_null(m);
            for (int64_t x = 0; x < 200; x++) {
                assert_int_equal(automaton_holds(m, &x), (x + c) % k == 0);
                assert_true(automaton_holds(all, &x));
                assert_int_equal(automaton_holds(none, &x), x >= c && (x - c) % 3 < 2);
            }
            arena_free(&b.arena);
        }
}

CLAIM(the_least_tuple_is_the_shortest)
{
    for (int s = 0; s < SYSTEMS; s++) {
        struct bench b;
        setup(&b, s);
        struct automata_form f = {2, {{0, 3}, {1, 2}}, -77};
        int64_t x[2];
        assert_true(automaton_least(automata_linear(&b.w, &f, true), x));
        assert_int_equal(3 * x[0] + 2 * x[1], 77);
        assert_false(automaton_least(automata_truth(&b.w, false), x));
        assert_true(automaton_empty(automata_truth(&b.w, false)));
        arena_free(&b.arena);
    }
}

CLAIM(weights_and_xor_are_known_by_their_digits)
{
    struct bench b;
    setup(&b, 2);
    const struct automaton *fib = automata_weights(&b.w, 0);
    for (int64_t n = 0, f = 1, g = 2; n < 1000; n++) {
        assert_int_equal(automaton_holds(fib, &n), n == f);
        if (n == f) g += f, f = g - f;
    }
    assert_null(automata_xor(&b.w, 0, 1, 2));
    arena_free(&b.arena);
    setup(&b, 0);
    const struct automaton *nim = automata_xor(&b.w, 1, 0, 2);
    for (int64_t x = 0; x < 20; x++)
        for (int64_t y = 0; y < 20; y++)
            for (int64_t z = 0; z < 32; z++) assert_int_equal(automaton_holds(nim, (int64_t[]){x, y, z}), (x ^ y) == z);
    arena_free(&b.arena);
}

struct set {
    const struct automata_form *form;
    int64_t modulus;
};
static bool in_set(void *context, const int64_t *x)
{
    const struct set *s = context;
    int64_t v = s->form->constant + s->form->terms[0].factor * x[1] + s->form->terms[1].factor * x[0];
    return ((v % s->modulus) + s->modulus) % s->modulus == 0;
}

CLAIM(what_is_learned_agrees_with_its_teacher)
{
    for (int s = 0; s < SYSTEMS; s++)
        for (int round = 0; round < 2; round++) {
            struct bench b;
            setup(&b, s);
            b.seed += (uint64_t)round * 13;
            struct automata_form f = random_form(&b, 2);
            struct set set = {&f, 2 + round % 2};
            int digits = b.in.letters < 3 ? 6 : b.in.letters < 5 ? 3 : 2;
            struct automata_teacher t = {in_set, &set, 2, {3, 5}, digits, 100};
            const struct automaton *a = automata_learn(&b.w, &t);
            assert_int_equal(b.w.status, ST_OK);
            if (!a) continue; /* too few digits */
            for (int64_t x = 0; x < SIDE; x++)
                for (int64_t y = 0; y < SIDE; y++) {
                    int64_t at[2] = {x, y}, reach;
                    assert_true(numeration_reach(&b.in, digits, &reach));
                    if (x < reach && y < reach) assert_int_equal(automaton_holds(a, at), in_set(&set, at));
                }
            arena_free(&b.arena);
        }
}

/* floor(eta k) by comparing squares: the greatest y with (2 y - t k)^2 <= d k^2 or 2 y <= t k. */
static int64_t slope_of(struct automata_unit u, int64_t k)
{
    int64_t y = 0, d = u.trace * u.trace - 4 * u.determinant;
    for (;;) {
        int64_t twice = 2 * (y + 1) - u.trace * k;
        if (twice > 0 && twice * twice > d * k * k) return y;
        y++;
    }
}

CLAIM(slopes_are_those_of_the_unit)
{
    for (int s = 0; s < SYSTEMS; s++) {
        struct bench b;
        struct automata_unit unit;
        if (system_of(s).period > 2) continue; /* not found within the bounds: a letter is three digits */
        setup(&b, s);
        const struct automaton *f = automata_slope(&b.w, 1, 0);
        assert_int_equal(f != NULL, b.in.link != 0);
        if (f) assert_true(numeration_unit(&b.in, &unit));
        for (int64_t k = 0; f && k < 60; k++) {
            int64_t y = slope_of(unit, k);
            for (int64_t e = -2; e <= 2; e++)
                if (y + e >= 0) assert_int_equal(automaton_holds(f, (int64_t[]){y + e, k}), e == 0);
        }
        arena_free(&b.arena);
    }
}

CLAIM(parts_and_sums_of_digits_are_those_of_the_number)
{
    static const int64_t fib[] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    struct bench b;
    setup(&b, 2);
    for (int i = 1; i <= 4; i++) {
        const struct automaton *part = automata_part(&b.w, 0, 1, i);
        assert_non_null(part);
        for (int64_t n = 0; n < 80; n++) {
            int64_t parts[10] = {0}, count = 0, rest = n;
            for (int k = 9; k >= 0; k--)
                if (fib[k] <= rest) rest -= fib[k], parts[count++] = fib[k];
            int64_t is = i <= count ? parts[count - i] : 0;
            for (int64_t v = 0; v < 80; v++) assert_int_equal(automaton_holds(part, (int64_t[]){n, v}), v == is);
        }
    }
    arena_free(&b.arena);
    setup(&b, 0);
    for (int r = 0; r < 3; r++) {
        const struct automaton *sum = automata_digit_sum(&b.w, 0, 3, r);
        for (int64_t n = 0; n < 200; n++)
            assert_int_equal(automaton_holds(sum, &n), __builtin_popcountll((unsigned long long)n) % 3 == r);
    }
    arena_free(&b.arena);
}

CLAIM(what_is_below_a_weight_and_its_digit)
{
    for (int s = 0; s < SYSTEMS; s++) {
        struct bench b;
        setup(&b, s);
        int64_t base = b.in.a[0];
        const struct automaton *below = automata_below(&b.w, 3, 0, 1), *digits[3];
        assert_true(b.in.link ? !below && b.w.status == ST_UNSUPPORTED : below != NULL);
        for (int d = 0; below && d < base; d++) digits[d] = automata_digit_at(&b.w, 1, 0, d);
        for (int64_t n = 0; below && n < 40; n++) {
            for (int64_t p = 0; p < 40; p++) {
                int64_t weight = 1;
                while (weight < p) weight *= base;
                for (int64_t r = 0; r < 40; r++)
                    assert_int_equal(automaton_holds(below, (int64_t[]){p, r, n}), weight == p && r == n % p);
                for (int d = 0; d < base; d++)
                    assert_int_equal(automaton_holds(digits[d], (int64_t[]){p, n}), weight == p && n / p % base == d);
            }
        }
        arena_free(&b.arena);
    }
}

/* x y >= 0 with x + 3 y >= least and 5 x <= y + 20: the least sum, and then the least x. */
CLAIM(the_smallest_tuple_has_the_least_sum)
{
    for (int s = 0; s < SYSTEMS; s++) {
        struct bench b;
        setup(&b, s);
        for (int64_t least = 0; least < 60; least += 7) {
            struct automata_form far = {2, {{0, 1}, {1, 3}}, -least}, below = {2, {{0, -5}, {1, 1}}, 20};
            int64_t found[2], best[2] = {0};
            const struct automaton *a =
                automata_and(&b.w, automata_linear(&b.w, &far, false), automata_linear(&b.w, &below, false));
            bool any = false;
            for (int64_t sum = 0; !any; sum++)
                for (int64_t x = 0; !any && x <= sum; x++)
                    if (x + 3 * (sum - x) >= least && 5 * x <= sum - x + 20) any = true, best[0] = x, best[1] = sum - x;
            assert_true(automata_smallest(&b.w, a, found));
            assert_int_equal(found[0], best[0]);
            assert_int_equal(found[1], best[1]);
        }
        arena_free(&b.arena);
    }
}

CLAIM(bounds_end_the_work)
{
    struct bench b;
    setup(&b, 0);
    b.w.most_states = 5;
    struct automata_form f = {2, {{0, 5}, {1, -7}}, 0};
    assert_null(automata_linear(&b.w, &f, true));
    assert_int_equal(b.w.status, ST_STATE_BUDGET);
    assert_null(automata_truth(&b.w, true));
    arena_free(&b.arena);
    setup(&b, 0);
    b.w.most_work = 100;
    assert_null(automata_linear(&b.w, &f, true));
    assert_int_equal(b.w.status, ST_STATE_BUDGET);
    arena_free(&b.arena);
}

static bool makes_a_proof(void)
{
    struct bench b;
    setup(&b, 2);
    struct automata_form sum = {2, {{0, 2}, {2, -1}}, 0};
    const struct automaton *even = automata_some(&b.w, automata_linear(&b.w, &sum, true), 0);
    const struct automaton *odd = automata_not(&b.w, even);
    struct set set = {&sum, 2};
    struct automata_teacher t = {in_set, &set, 2, {0, 1}, 4, 100};
    const struct automaton *guess = automata_learn(&b.w, &t);
    int64_t x = -1;
    bool done = odd && guess && automaton_least(odd, &x);
    if (done) assert_int_equal(x, 1);
    if (b.w.status != ST_OK) assert_int_equal(b.w.status, ST_NO_MEMORY);
    arena_free(&b.arena);
    return done;
}

CLAIM(any_allocation_may_fail) { assert_true(walk_failures(makes_a_proof) > 10); }

CLAIMS(IT(each_number_has_one_representation), IT(linear_constraints_hold_where_they_hold),
       IT(linear_constraints_hold_for_large_numbers), IT(operations_are_those_of_sets),
       IT(some_value_is_found_however_large), IT(the_least_tuple_is_the_shortest),
       IT(weights_and_xor_are_known_by_their_digits), IT(what_is_learned_agrees_with_its_teacher),
       IT(slopes_are_those_of_the_unit), IT(parts_and_sums_of_digits_are_those_of_the_number),
       IT(what_is_below_a_weight_and_its_digit), IT(the_smallest_tuple_has_the_least_sum), IT(bounds_end_the_work),
       IT(any_allocation_may_fail))
