/* SPDX-License-Identifier: MIT */
/* How two rules differ: what is listed, and that memory which is out anywhere is a status. mbt/differences has the campaign. */
#include "claims.h"
#include "base/hash.h"
#include "base/text.h"
#include "proof/match/difference.h"
#include "proof/match/order.h"
#include "random_rule.h"
#include "rule_file.h"

enum { PAIRS = 120 };

static enum status find_wanted(const char *a, const char *b, struct difference_wanted wanted, struct arena *arena,
                               struct rule_difference *d)
{
    struct rule_file files[2];
    enum status st = ST_NO_MEMORY;
    rule_open(&files[0], a);
    rule_open(&files[1], b);
    if (files[0].st == ST_OK && files[1].st == ST_OK) {
        const struct model *models[] = {files[0].model, files[1].model};
        const struct param_value *params[] = {files[0].params, files[1].params};
        int games[] = {models[0]->main_game, models[1]->main_game};
        st = difference_find(models, games, params, wanted, arena, d);
    }
    rule_close(&files[0]);
    rule_close(&files[1]);
    return st;
}

static enum status find(const char *a, const char *b, struct arena *arena, struct rule_difference *d)
{
    return find_wanted(a, b, (struct difference_wanted){.states = true}, arena, d);
}

static const char nim[] = "game g(n) { move take(t in 1..n) -> g(n - t) }";
static const char evens[] = "game g(n) { move take(t in 1..n) where t % 2 == 0 or n > 90 -> g(n - t) }";
static const char rows[] = "game g(h: row) { move take(i in 1..len(h)) where h[i] > 2 -> g(h with { [i] -= 1 }) }";
static const char more_rows[] = "game g(h: row) { move take(i in 1..len(h)) where h[i] > 1 -> g(h with { [i] -= 1 }) }";

CLAIM(one_side_has_less)
{
    struct rule_difference d;
    struct arena arena = {0};
    assert_int_equal(find(nim, evens, &arena, &d), ST_OK);
    assert_true(d.known && d.exact && !d.why);
    assert_int_equal(d.only[0].count, 1);
    assert_string_equal(d.only[0].moves[0], "take(t in 1..n) where t % 2 == 1 and n <= 90 -> g(n - t)");
    assert_int_equal(d.only[1].count, 0);
    assert_int_equal(d.state[0], 1);
    arena_free(&arena);
}

CLAIM(the_same_rule_has_nothing_of_its_own)
{
    struct rule_difference d;
    struct arena arena = {0};
    assert_int_equal(find(evens, evens, &arena, &d), ST_OK);
    assert_true(d.known && d.exact && !d.state && d.only[0].count == 0 && d.only[1].count == 0);
    arena_free(&arena);
}

CLAIM(cells_make_it_inexact)
{
    struct rule_difference d;
    struct arena arena = {0};
    assert_int_equal(find(rows, more_rows, &arena, &d), ST_OK);
    assert_true(d.known && !d.exact && !d.state && d.only[0].count == 0);
    assert_int_equal(d.only[1].count, 1);
    arena_free(&arena);
}

/* The order that is found, as digits; "" for none. */
static const char *order_of(const char *a, const char *b, char *digits)
{
    struct rule_file files[2];
    int order[MODEL_MAX_FIELDS];
    bool fit = false;
    size_t count = 0;
    rule_open(&files[0], a);
    rule_open(&files[1], b);
    if (files[0].st == ST_OK && files[1].st == ST_OK) {
        const struct model *models[] = {files[0].model, files[1].model};
        const struct param_value *params[] = {files[0].params, files[1].params};
        int games[] = {models[0]->main_game, models[1]->main_game};
        assert_int_equal(order_find(models, games, params, 0, order, &fit), ST_OK);
        for (; fit && count < models[1]->games[games[1]].field_count; count++)
            digits[count] = (char)('0' + order[count]);
    }
    digits[count] = '\0';
    rule_close(&files[0]);
    rule_close(&files[1]);
    return digits;
}

CLAIM(fields_have_partners_by_name_then_by_the_least_difference)
{
    static const char own[] = "game g(a, b) { move x(t in 1..a) -> g(a - t, b) }";
    char digits[MODEL_MAX_FIELDS + 1];
    assert_string_equal(order_of(own, "game h(a, b) { move x(t in 1..b) -> h(a, b - t) }", digits), "01");
    assert_string_equal(order_of(own, "game h(b, a) { move x(t in 1..b) -> h(b - t, a) }", digits), "10");
    assert_string_equal(order_of(own, "game h(c, d) { move x(t in 1..d) -> h(c, d - t) }", digits), "10");
    assert_string_equal(order_of(own, "game h(c, d) { move x(t in 1..c) -> h(c - t, d) }", digits), "01");
    assert_string_equal(order_of(own, "game h(b, c) { move x(t in 1..b) -> h(b - t, c) }", digits), "10");
    assert_string_equal(order_of("game g(a, s: row) { move x -> end }", "game g(s: row, b) { move x -> end }", digits),
                        "10");
    assert_string_equal(order_of("game g(a, s: row) { move x -> end }", "game g(a: row, s) { move x -> end }", digits),
                        "10");
    assert_string_equal(order_of("game g(a, s: row) { move x -> end }", "game g(a, b) { move x -> end }", digits), "");
    assert_string_equal(order_of(own, "game g(a) { move x -> end }", digits), "");
}

CLAIM(what_has_no_relation_says_why)
{
    struct rule_difference d;
    struct arena arena = {0};
    assert_int_equal(find(nim, rows, &arena, &d), ST_OK);
    assert_true(!d.known && d.why);
    arena_free(&arena);
}

CLAIM(what_is_not_wanted_is_not_known)
{
    struct rule_difference d;
    struct arena arena = {0};
    assert_int_equal(find_wanted(nim, evens, (struct difference_wanted){0}, &arena, &d), ST_OK);
    assert_true(d.known && d.exact && d.state && d.only[0].count == 1 && !d.same);
    assert_int_equal(find_wanted(nim, evens, (struct difference_wanted){.below = 2}, &arena, &d), ST_OK);
    assert_true(d.known && d.exact && d.only[0].count == 1 && !d.same);
    assert_int_equal(find_wanted(nim, evens, (struct difference_wanted){.below = 1}, &arena, &d), ST_OK);
    assert_false(d.known);
    assert_int_equal(find_wanted(rows, more_rows, (struct difference_wanted){.below = 9}, &arena, &d), ST_OK);
    assert_false(d.known);
    arena_free(&arena);
}

/* Has the first rule options of its own? 1, 0, or -1: it is not known. */
static int has_own(const char *a, const char *b, bool first)
{
    struct rule_difference d;
    struct arena arena = {0};
    const struct difference_wanted wanted = {.whether = true, .first = first};
    assert_int_equal(find_wanted(a, b, wanted, &arena, &d), ST_OK);
    assert_true(d.only[0].count == 0 && d.only[1].count == 0 && d.only[1].unwritten == 0);
    arena_free(&arena);
    return d.known ? d.only[0].unwritten > 0 : -1;
}

/* The whole difference, written down, says the same of the rules; counts where the first piece said it too. */
static void compare_own(const char *a, const char *b, size_t *own, size_t *none, size_t *at_first)
{
    struct rule_difference d;
    struct arena arena = {0};
    int whole = has_own(a, b, false), first = has_own(a, b, true);
    assert_int_equal(find(a, b, &arena, &d), ST_OK);
    if (d.known) assert_int_equal(whole, d.only[0].count + d.only[0].unwritten > 0);
    if (first == 1) assert_int_equal(whole, 1);
    if (first < 0) assert_int_equal(whole, -1);
    *own += whole == 1;
    *none += whole == 0;
    *at_first += first == 1;
    arena_free(&arena);
}

/* A move that can never be made is an error. */
static bool is_rule(const char *text)
{
    struct rule_file f;
    rule_open(&f, text);
    bool fine = f.st == ST_OK;
    rule_close(&f);
    return fine;
}

CLAIM(whether_there_is_a_difference_is_what_all_of_it_says)
{
    size_t own = 0, none = 0, at_first = 0;
    compare_own(nim, evens, &own, &none, &at_first);
    compare_own(evens, nim, &own, &none, &at_first);
    compare_own(rows, more_rows, &own, &none, &at_first);
    compare_own(more_rows, rows, &own, &none, &at_first);
    assert_true(own == 2 && none == 2 && at_first == 2);
    for (uint64_t round = 0; round < PAIRS; round++) {
        uint64_t seed = hash_mix(round + 5);
        struct random_rule rule, other;
        struct text a = {0}, b = {0};
        random_rule(&seed, 1 + (int)(round % 2), &rule);
        random_rule(&seed, 1 + (int)(round % 2), &other);
        if (round % 3) other = rule, other.moves -= other.moves > 1;
        random_write(&rule, &a);
        random_write(&other, &b);
        if (is_rule(text_c(&a)) && is_rule(text_c(&b))) {
            compare_own(text_c(&a), text_c(&b), &own, &none, &at_first);
            compare_own(text_c(&b), text_c(&a), &own, &none, &at_first);
        }
        text_free(&a);
        text_free(&b);
    }
    assert_true(own > PAIRS / 4 && none > PAIRS / 4 && at_first > PAIRS / 8 && at_first < own);
}

/* Cells of a choice that the result does not show: it is not known, and that costs the first piece alone. */
CLAIM(what_is_not_known_of_the_first_piece_is_not_known)
{
    static const char cells[] =
        "game g(h: row) { move see(i in 1..len(h)) where h[i] > 2 or h[1] == 0 and h[i] == 1 -> end }";
    static const char nothing[] = "game g(h: row) { move see where len(h) > 99 -> end }";
    assert_int_equal(has_own(cells, nothing, true), -1);
    assert_int_equal(has_own(cells, nothing, false), -1);
}

static bool differs(const char *a, const char *b)
{
    struct rule_difference d;
    struct arena arena = {0};
    bool done = find(a, b, &arena, &d) == ST_OK;
    arena_free(&arena);
    return done;
}
static bool numbers_differ(void) { return differs(nim, evens); }
static bool rows_differ(void) { return differs(rows, more_rows); }
CLAIM(a_failed_allocation_is_a_status)
{
    walk_failures(numbers_differ);
    walk_failures(rows_differ);
}

CLAIMS(IT(one_side_has_less), IT(fields_have_partners_by_name_then_by_the_least_difference),
       IT(the_same_rule_has_nothing_of_its_own), IT(cells_make_it_inexact), IT(what_has_no_relation_says_why),
       IT(what_is_not_wanted_is_not_known), IT(whether_there_is_a_difference_is_what_all_of_it_says),
       IT(what_is_not_known_of_the_first_piece_is_not_known), IT(a_failed_allocation_is_a_status))
