/* SPDX-License-Identifier: MIT */
/* Loops with exact bounds: no option is lost, moved or made up, and what is visited is an option. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "random_rule.h"
#include "rule_file.h"

enum { STEP = 64 }; /* the work of one turn of a loop (calls.h) */

/* How many turns the loops take for the options of `term`. */
static uint64_t turns(struct rule_file *f, const char *term, const char **options)
{
    struct position p;
    assert_int_equal(rule_position(f, term, &p), ST_OK);
    uint64_t before = vm_work(f->vm);
    *options = rule_options(f, term);
    return (vm_work(f->vm) - before) / STEP;
}

static uint64_t count_options(const char *options)
{
    uint64_t count = *options != '\0';
    for (; (options = strstr(options, "; ")); options += 2) count++;
    return count;
}

/* Has `rule` the options of `plain` at the term, in that order? */
static void same_as_plain(const char *rule, const char *plain, const char *term)
{
    struct rule_file a, b;
    rule_open(&a, rule);
    rule_open(&b, plain);
    bool fine = a.st == ST_OK && b.st == ST_OK; /* a condition that is seen never to hold is refused */
    if (!fine) assert_true(strcmp(rule_error(&a), "E0402") == 0 || strcmp(rule_error(&b), "E0402") == 0);
    const char *x = fine ? rule_options(&a, term) : "", *y = fine ? rule_options(&b, term) : "";
    if (strcmp(x, y) != 0) fail_msg("%s at %s: %s is not %s", rule, term, x, y);
    rule_close(&a);
    rule_close(&b);
}

/* The move with these generators and this condition, over three fields; with a condition that can fail, it has the loops as
 * they are written. */
static const char *rule_of(const char *gens, const char *condition, bool plain, char *out, size_t room)
{
    snprintf(out, room, "game g(x, y, k) { loopy move m(%s) where %s%s -> g(y, k, x) }", gens, condition,
             plain ? " and 1 / (1 + x / 2) >= 0" : "");
    return out;
}

/* The turns that the loops of the rule take are at most `idle` more than its options; *wanted: of these. */
static uint64_t takes_at_most(const char *rule, const char *term, uint64_t idle, uint64_t *wanted)
{
    struct rule_file f;
    const char *options;
    rule_open(&f, rule);
    if (f.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&f));
    uint64_t taken = turns(&f, term, &options);
    *wanted = count_options(options);
    if (taken > *wanted + idle)
        fail_msg("%s: %llu turns for %llu options", rule, (unsigned long long)taken, (unsigned long long)*wanted);
    rule_close(&f);
    return taken;
}

/* All turns are options, up to `idle` of outer loops. */
static void visits_only(const char *gens, const char *condition, const char *term, uint64_t idle)
{
    char rule[512];
    uint64_t wanted, taken = takes_at_most(rule_of(gens, condition, false, rule, sizeof rule), term, idle, &wanted);
    assert_true(taken >= wanted && wanted > 0);
}

static void visits(const char *gens, const char *condition, const char *term, uint64_t idle)
{
    char rule[512], plain[512];
    visits_only(gens, condition, term, idle);
    same_as_plain(rule_of(gens, condition, false, rule, sizeof rule),
                  rule_of(gens, condition, true, plain, sizeof plain), term);
}

CLAIM(what_is_visited_is_an_option)
{
    visits("s in 1..x, t in 1..y", "abs(s - t) < k", "g(60, 40, 3)", 42);
    visits("s in 1..x, t in 1..y", "s + t == k", "g(60, 40, 30)", 29);
    visits("t in 1..x", "t % 3 == 1 and 2 * t <= x", "g(100, 0, 0)", 0);
    visits("t in 1..x", "t <= 2 or t > x - 2", "g(1000, 0, 0)", 0);
    visits("t in 1..x", "t % 7 == 3 or t % 11 == 5 or t == x", "g(1000, 0, 0)", 0);
    visits("s in 1..x, t in 1..y", "(s + t) % 5 == 2 and s <= 3", "g(100, 100, 0)", 3);
    visits("s in 1..x, t in s..y", "2 * t == s + y", "g(9, 20, 0)", 9);
    visits("t in 1..x", "(t - y) / 3 == 5", "g(100, 4, 0)", 0);
    visits("s in 1..x, t in 0..y, u in 0..k", "s + t + u == 5 and t <= u", "g(100, 100, 100)", 20);
    visits("s in {1, 2, 5, 90}, t in 1..y", "abs(s - t) <= 1", "g(0, 6, 0)", 5);
}

CLAIM(bounds_are_open_in_parameters)
{
    struct rule_file f;
    const char *options;
    rule_open(&f,
              "game g(n) { param k = 3 in 1.. move m(s in 1..n, t in 1..n) where abs(s - t) < k -> g(n - max(s, t)) }");
    assert_int_equal(f.st, ST_OK);
    uint64_t taken = turns(&f, "g(50)", &options);
    assert_true(taken <= count_options(options) + 50);
    rule_close(&f);
}

CLAIM(numbers_near_the_end_do_not_fail)
{
    visits("s in x - 1..x, t in y - 1..y", "abs(s - t) < 2", "g(9223372036854775807, 9223372036854775807, 3)", 4);
    visits("t in x - 3..x", "t % 3 == 1 or t == x", "g(9223372036854775807, 0, 0)", 0);
    visits_only("t in 0..k", "t >= k - x or t == 1", "g(3, 0, 9223372036854775807)", 0);
    visits_only("t in 0..k", "3 * (x - t) <= y and (x - t) % 2 == 0", "g(9223372036854775807, 9, 9223372036854775807)",
                0);
}

CLAIM(hostile_conditions_are_left_as_they_are)
{
    struct text c = {0};
    char rule[512], plain[512];
    for (int i = 0; i < 300; i++)
        text_add(&c, "%st == %d%s", i % 20 ? " or " : i ? " or (" : "(", 7 * i, i % 20 == 19 ? ")" : "");
    struct rule_file f;
    struct text all = {0};
    text_add(&all, "game g(n) { move m(t in 1..n) where %s -> g(n - t) }", text_c(&c));
    rule_open(&f, text_c(&all));
    if (f.st != ST_OK) fail_msg("%s", rule_message(&f));
    assert_string_equal(rule_options(&f, "g(20)"), "m(7) g(13); m(14) g(6)");
    rule_close(&f);
    text_free(&c);
    text_free(&all);
    static const char *const hard[] = {"t % 60 == 7 and (t + x) % 61 == 3",
                                       "t % 60 != 7 or t % 61 == 3 or (t - y) % 59 == 1",
                                       "1000000000000000000 * t <= 3000000000000000000 or t % 1000000000000000000 == 5",
                                       "(t / 2 + t / 3 + t / 5) % 7 == min(t, 4) % 3"};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        same_as_plain(rule_of("t in 1..x", hard[i], false, rule, sizeof rule),
                      rule_of("t in 1..x", hard[i], true, plain, sizeof plain), "g(300, 7, 0)");
}

CLAIM(large_factors_fail_as_before)
{
    static const char rule[] =
        "game g(n) { move m(t in 1..n) where t % 3 == 1 or 1000000000000000000 * t <= 5 -> g(n - t) }";
    struct rule_file f;
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    rule_options(&f, "g(12)");
    assert_int_equal(f.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&f), "E0501");
    rule_close(&f);
}

/* Conditions that are tested as they are (`plain`: never those that end a loop), and the turns that the loop may take beyond its
 * options. */
static void ends(const char *gens, const char *condition, const char *term, uint64_t idle)
{
    char rule[512], plain[512];
    snprintf(rule, sizeof rule, "game g(x, y, z: int) { loopy move m(%s) where %s -> g(y, x, z) }", gens, condition);
    snprintf(plain, sizeof plain,
             "game g(x, y, z: int) { loopy move m(%s) where (%s or y > 4000000000) -> g(y, x, z) }", gens, condition);
    same_as_plain(rule, plain, term);
    uint64_t wanted;
    takes_at_most(rule, term, idle, &wanted);
}

CLAIM(a_loop_ends_where_a_condition_fails_for_all_that_follow)
{
    ends("t in 1..x", "t * (t + 1) / 2 <= x", "g(3000, 0, 0)", 2);
    ends("t in 1..x", "t * t * t + t < x + y", "g(3000, 500, 0)", 2);
    ends("t in 1..50", "pow(2, t) <= x", "g(3000, 0, 0)", 2);
    ends("t in 0..x", "x - y > t * t", "g(300, 20, 0)", 2);
    ends("t in 0..x", "pow(t, 3) - 5 <= x - isqrt(t)", "g(300, 20, 0)", 2);
    ends("t in 1..x", "x * y >= t * max(t, y)", "g(300, 20, 0)", 2);
    ends("s in 0..y, t in 1..x", "s * t <= x and s * t <= y", "g(60, 20, 0)", 62);
    ends("t in divisors(x)", "t * t <= x + y", "g(2520, 80, 0)", 2);
}

/* The least number may be negative, a product of such rises and falls, and a bound may move. */
CLAIM(other_loops_go_on)
{
    ends("t in z..x", "t * t <= y", "g(30, 20, -25)", 60);
    ends("t in 0..x", "t * (5 - t) <= 3", "g(30, 20, 0)", 30);
    ends("t in 0..x", "z * t <= t * t - 20", "g(30, 20, 3)", 30);
    ends("t in 0..x", "t * t >= 100", "g(30, 20, 0)", 30);
    ends("t in 0..x", "t * t <= x * t - 20", "g(30, 20, 0)", 30);
    ends("t in 0..x", "t * t % 7 <= 3", "g(30, 20, 0)", 30);
    ends("s in 0..x, t in 0..y", "s * s <= 9 * t", "g(30, 20, 0)", 900);
    ends("t in sort([x, 3, y, 1])", "t * t <= 30", "g(30, 4, 0)", 4);
    ends("t in [x, 3, y, 1]", "t * t <= 30", "g(30, 4, 0)", 4);
}

CLAIM(a_loop_that_ends_hides_no_division_by_zero)
{
    static const char *const conditions[] = {"100 / (t - 9) < 200 and t * t <= x",
                                             "t * t <= x and 100 / (t - 3) < 200"};
    for (size_t i = 0; i < 2; i++) {
        char rule[256];
        struct rule_file f;
        snprintf(rule, sizeof rule, "game g(x) { move m(t in 1..x) where %s -> g(x - t) }", conditions[i]);
        rule_open(&f, rule);
        assert_int_equal(f.st, ST_OK);
        rule_options(&f, "g(20)");
        assert_string_equal(rule_error(&f), "E0502");
        rule_close(&f);
    }
}

/* ---- random rules ------------------------------------------------------------------------------------------------ */
static void put_number(uint64_t *seed, int depth, struct text *out)
{
    static const char *const leaf[] = {"s", "t", "u", "s", "t", "x", "y", "k", "1", "2", "5"};
    uint64_t k = random_below(seed, 3) + 2;
    switch (depth ? random_below(seed, 8) : 0) {
    case 1:
    case 2:
        text_putc(out, '(');
        put_number(seed, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " - " : " + ");
        put_number(seed, depth - 1, out);
        text_putc(out, ')');
        break;
    case 3:
    case 4:
        text_putc(out, '(');
        put_number(seed, depth - 1, out);
        text_add(out, random_below(seed, 2) ? " %% %d)" : " / %d)", (int)k);
        break;
    case 5:
        text_puts(out, "abs(");
        put_number(seed, depth - 1, out);
        text_putc(out, ')');
        break;
    case 6:
        text_puts(out, random_below(seed, 2) ? "min(" : "max(");
        put_number(seed, depth - 1, out);
        text_puts(out, ", ");
        put_number(seed, depth - 1, out);
        text_putc(out, ')');
        break;
    case 7:
        text_add(out, "%d * ", (int)k);
        put_number(seed, 0, out);
        break;
    default: text_puts(out, leaf[random_below(seed, sizeof leaf / sizeof *leaf)]); break;
    }
}

static void put_condition(uint64_t *seed, int depth, struct text *out)
{
    static const char *const compare[] = {" <= ", " < ", " == ", " == ", " != ", " > ", " >= "};
    if (depth && random_below(seed, 3)) {
        text_puts(out, random_below(seed, 4) ? "(" : "not (");
        put_condition(seed, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " and " : " or ");
        put_condition(seed, depth - 1, out);
        text_putc(out, ')');
    } else {
        put_number(seed, 2, out);
        text_puts(out, compare[random_below(seed, 7)]);
        put_number(seed, 1, out);
    }
}

CLAIM(random_rules_have_the_options_of_the_loops_as_written)
{
    static const char *const gens[] = {"s in 1..x, t in 1..y, u in 0..2", "s in 0..x, t in s..y, u in {1, 3}",
                                       "u in 1..min(k, 2), s in u..x + 1, t in 0..max(s, y)",
                                       "t in 1..y, s in t / 2..x, u in s..s"};
    static const char *const terms[] = {"g(0, 0, 0)", "g(5, 4, 1)", "g(3, 7, 2)", "g(8, 2, 5)", "g(1, 6, 3)"};
    uint64_t seed = 20;
    for (int i = 0; i < 150; i++) {
        struct text c = {0};
        char rule[4096], plain[4096];
        put_condition(&seed, 2, &c);
        if (random_below(&seed, 2)) {
            text_puts(&c, " and ");
            put_condition(&seed, 1, &c);
        }
        const char *g = gens[random_below(&seed, 4)];
        rule_of(g, text_c(&c), false, rule, sizeof rule);
        rule_of(g, text_c(&c), true, plain, sizeof plain);
        for (size_t k = 0; k < sizeof terms / sizeof *terms; k++) same_as_plain(rule, plain, terms[k]);
        text_free(&c);
    }
}

CLAIMS(IT(a_loop_ends_where_a_condition_fails_for_all_that_follow), IT(other_loops_go_on),
       IT(a_loop_that_ends_hides_no_division_by_zero), IT(what_is_visited_is_an_option),
       IT(bounds_are_open_in_parameters), IT(numbers_near_the_end_do_not_fail), IT(large_factors_fail_as_before),
       IT(hostile_conditions_are_left_as_they_are), IT(random_rules_have_the_options_of_the_loops_as_written))
