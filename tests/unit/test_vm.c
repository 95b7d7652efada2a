/* SPDX-License-Identifier: MIT */
/* The machine: options, failures, sets, tables, checks; and against the reference on random rules. */
#include "code/machine/calls.h"
#include "claims.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grow_rule.h"
#include "reference.h"
#include "rule_file.h"

/* The options of `term` under `rule`, or the code of the failure. */
static void wants_options(const char *rule, const char *term, const char *expected)
{
    struct rule_file f;
    rule_open(&f, rule);
    const char *options = f.st == ST_OK ? rule_options(&f, term) : "";
    if (f.st != ST_OK) options = rule_error(&f);
    assert_string_equal(options, expected);
    rule_close(&f);
}

/* The message and notes of the failure. */
static void wants_failure(const char *rule, const char *term, const char *expected)
{
    struct rule_file f;
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    rule_options(&f, term);
    assert_int_equal(f.st, ST_RULE_FAILED);
    assert_string_equal(rule_message(&f), expected);
    rule_close(&f);
}

/* `holds` of the only expect or claim of `rule`; its counterexample as text. */
static void wants_check(const char *rule, bool expected, const char *counterexample, uint64_t instances)
{
    struct rule_file f;
    int64_t cells[8];
    bool holds = false;
    uint64_t tried = 0;
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    f.st = vm_check(f.vm, 0, NULL, &holds, cells, &tried);
    if (f.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&f));
    if (holds != expected) fail_msg("%s", rule);
    if (!expected) assert_string_equal(vm_counterexample(f.vm), counterexample);
    if (instances) assert_int_equal(tried, instances);
    rule_close(&f);
}

static void holds(const char *condition)
{
    char rule[512];
    snprintf(rule, sizeof rule, "game g(n) { move take(t in 1..n) -> g(n - t) }\nexpect %s", condition);
    wants_check(rule, true, "", 0);
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

CLAIM(options_come_in_the_order_of_moves_and_generators)
{
    wants_options("game g(n) { move take(t in 1..n) -> g(n - t) }", "g(3)", "take(1) g(2); take(2) g(1); take(3) g(0)");
    wants_options("game g(n) { move take(t in 1..n) -> g(n - t) }", "g(0)", "");
    wants_options("game g(n) { move a(t in 1..n, u in t..n) where t + u <= n -> g(n - t - u) }", "g(4)",
                  "a(1,1) g(2); a(1,2) g(1); a(1,3) g(0); a(2,2) g(0)");
}

CLAIM(sums_keep_the_order_they_are_written_in)
{
    wants_options("game k(n) { move m(t in 1..min(2, n), a in 0..n - t) -> k(n - t - a) + k(a) }", "k(2)",
                  "m(1,0) k(1) + k(0); m(1,1) k(0) + k(1); m(2,0) k(0) + k(0)");
}

CLAIM(end_is_the_empty_sum)
{
    wants_options("game g(n) { move m(t in 1..n) -> t == n ? end : g(n - t) }", "g(2)", "m(1) g(1); m(2) end");
}

CLAIM(updates_read_the_old_state)
{
    wants_options("game g(s: row) { move swap(i in 1..len(s) - 1) where s[i] > s[i + 1] -> g(s with { [i] = s[i + 1], "
                  "[i + 1] = s[i] - 1 }) }",
                  "g([3,1])", "swap(1) g([1, 2])");
}

CLAIM(ranges_in_updates_cover_a_rectangle)
{
    wants_options("game b(g: grid) { start(r, c) -> b(grid(r, c, 1)) move bite(i in 1..rows(g), j in 1..cols(g)) where "
                  "g[i,j] == 1 and "
                  "(i, j) != (1, 1) -> b(g with { [i..rows(g), j..cols(g)] = 0 }) }",
                  "b(2, 2)",
                  "bite(1,2) b([[1, 0], [1, 0]]); bite(2,1) b([[1, 1], [0, 0]]); bite(2,2) b([[1, 1], [1, 0]])");
}

CLAIM(bags_come_out_in_ascending_order)
{
    wants_options("game g(h: bag) { move m(x in h) where x > 2 -> g([y - 1 for y in reverse(sort(h)) where y > 0]) }",
                  "g([3,5,0,1])", "m(3) g([0, 2, 4]); m(5) g([0, 2, 4])");
}

CLAIM(nodes_lead_along_the_edges) { wants_options("graph x { a -> b c; b -> c }", "x(a)", "x(b); x(c)"); }

CLAIM(named_sets_run_upwards_to_their_cap)
{
    wants_options("game g(n) { move m(t in squares) where t <= n -> g(n - t) }", "g(10)",
                  "m(1) g(9); m(4) g(6); m(9) g(1)");
    wants_options("game g(n) { move m(t in fib) where t <= n -> g(n - t) }", "g(6)",
                  "m(1) g(5); m(2) g(4); m(3) g(3); m(5) g(1)");
    wants_options("game g(n) { move m(t in primes) where t <= n -> g(n - t) }", "g(8)",
                  "m(2) g(6); m(3) g(5); m(5) g(3); m(7) g(1)");
    wants_options("game g(n) { move m(t in powers(3)) where t <= n -> g(n - t) }", "g(10)",
                  "m(1) g(9); m(3) g(7); m(9) g(1)");
    wants_options("game g(n) { move m(t in divisors(n)) where n >= 1 and t < n -> g(n - t) }", "g(12)",
                  "m(1) g(11); m(2) g(10); m(3) g(9); m(4) g(8); m(6) g(6)");
}

CLAIM(a_literal_set_is_a_set)
{
    wants_options("game g(n) { move m(t in {3, 1, 3}) where t <= n -> g(n - t) }", "g(4)", "m(1) g(3); m(3) g(1)");
    wants_options("game g(n) { move m(t in {n / 2 + 1, 1}) where t <= n -> g(n - t) }", "g(1)", "m(1) g(0)");
}

/* ---- failures --------------------------------------------------------------------------------------------------- */

CLAIM(an_option_below_zero_names_the_missing_guard)
{
    wants_failure(
        "game g(n) { move m(t in primes) where t <= n -> g(n - t - n / 100 * (n % 100) / 99) }", "g(199)",
        "option outside the state: 'n' of g would be -1, and a natural number is expected; add the missing guard "
        "'where n / 100 * (n % 100) / 99 <= n - t' | at g(199), move m with t = 199");
}

CLAIM(an_option_that_breaks_the_invariant_is_shown)
{
    wants_failure(
        "game g(p: row) where increasing(p) { move m(i in 1..len(p), y in 0..p[i] - 1) -> g(p with { [i] = y }) }",
        "g([2,4])",
        "option outside the state: g([2, 0]) breaks the invariant 'increasing(p)'; "
        "add a guard that keeps it | at g([2, 4]), move m with i = 2, y = 0");
}

CLAIM(a_write_outside_a_row_fails)
{
    wants_failure("game g(s: row) { move m(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] -= 1, [i + 1] = 0 }) }",
                  "g([1])",
                  "cell [2] is written, but the row has the cells 1..1; outside it can be read (as 0) but not written "
                  "| at g([1]), move m with i = 1");
}

CLAIM(two_updates_of_one_cell_fail)
{
    wants_failure(
        "game g(s: row) { move m(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] -= 1, [1] = 0 }) }", "g([1])",
        "cell [1] is updated twice in one 'with'; join the two updates into one | at g([1]), move m with i = 1");
}

CLAIM(overflow_is_detected)
{
    wants_options("game g(n) { move m(t in 1..n) where t * n * n > 5 -> g(n - t) }", "g(4000000000)", "E0501");
    wants_options("game g(n) { move m(t in 1..n) where n + n > 5 -> g(n - t) }", "g(9223372036854775807)", "E0501");
}

CLAIM(division_by_zero_is_located)
{
    wants_options("game g(n) { move m(t in 1..n) where 10 / (n - t) > 1 -> g(n - t) }", "g(2)", "E0502");
    wants_options("game g(n) { move m(t in 1..n) where n > t and 10 / (n - t) > 1 -> g(n - t) }", "g(2)", "m(1) g(1)");
}

CLAIM(bits_of_negative_numbers_fail)
{
    wants_options("game g(n) { move m(t in 1..n) where xor(n - 3, t) > 0 -> g(n - t) }", "g(2)", "E0503");
    wants_options("game g(n) { move m(t in 1..n) where popcount(n - 3) > 0 -> g(n - t) }", "g(2)", "E0503");
}

CLAIM(the_least_of_nothing_fails)
{
    wants_options("game g(s: row) { move m(i in 1..len(s), t in 1..s[i]) where t < min(x for x in s where x > 5) -> "
                  "g(s with { [i] -= t }) }",
                  "g([1])", "E0510");
}

CLAIM(positions_outside_the_state_are_refused)
{
    struct rule_file f;
    struct position p;
    rule_open(&f, "game g(n) where n % 2 == 0 { move m(t in 1..n / 2) -> g(n - 2 * t) }");
    assert_int_equal(f.st, ST_OK);
    assert_int_equal(rule_position(&f, "g(4)", &p), ST_OK);
    assert_int_equal(rule_position(&f, "g(3)", &p), ST_RULE_FAILED);
    assert_string_equal(rule_error(&f), "E0520");
    rule_close(&f);
}

CLAIM(a_start_whose_condition_fails_is_refused)
{
    struct rule_file f;
    struct position p;
    rule_open(&f, "game g(n, l) { start(n) where n >= 1 -> g(n, n - 1) move m(t in 1..min(n, l)) -> g(n - t, 2 * t) }");
    assert_int_equal(rule_position(&f, "g(3)", &p), ST_OK);
    assert_int_equal(p.components[0].cells[1], 2);
    assert_int_equal(rule_position(&f, "g(0)", &p), ST_RULE_FAILED);
    assert_string_equal(rule_error(&f), "E0518");
    rule_close(&f);
}

CLAIM(a_literal_beyond_64_bits_stops_with_too_large)
{
    struct rule_file f;
    struct position p;
    rule_open(&f, "game g(n) { move m(t in 1..n) -> g(n - t) }");
    assert_int_equal(rule_position(&f, "g(100000000000000000000)", &p), ST_TOO_LARGE);
    rule_close(&f);
}

static enum status stop_soon(void *context, const struct component *c, size_t n, const struct taken *t)
{
    (void)c, (void)n, (void)t;
    return --*(int *)context > 0 ? ST_OK : ST_INTERRUPTED;
}

CLAIM(huge_ranges_are_walked_lazily)
{
    struct rule_file f;
    struct position p;
    int left = 1000;
    rule_open(&f, "game g(n) { move m(t in 1..n) -> g(n - t) }");
    rule_position(&f, "g(1000000000000000000)", &p);
    assert_int_equal(vm_options(f.vm, &p.components[0], 1, stop_soon, &left), ST_INTERRUPTED);
    rule_close(&f);
}

CLAIM(a_budget_stops_a_walk_without_options)
{
    struct rule_file f;
    struct position p;
    volatile sig_atomic_t pressed = 1;
    rule_open(&f, "game g(n) { move m(t in 1..n) where t * t % 1000003 == 5 -> g(n - t) }");
    rule_position(&f, "g(1000000000)", &p);
    f.budget.interrupt = &pressed;
    assert_int_equal(vm_options(f.vm, &p.components[0], 1, stop_soon, NULL), ST_INTERRUPTED);
    rule_close(&f);
}

/* ---- expressions and checks ------------------------------------------------------------------------------------- */

CLAIM(division_rounds_down_and_remainders_have_the_divisors_sign)
{
    holds("-7 / 2 == -4 and -7 % 2 == 1 and 7 / -2 == -4 and 7 % -2 == -1");
}

CLAIM(folds_do_what_they_say)
{
    holds("sum(i for i in 1..10) == 55 and xor(i for i in 1..3) == 0 and min(i * i - 4 * i for i in 0..5) == -4");
    holds("max(i % 4 for i in {5, 7, 9}) == 3 and count(i for i in 1..10 where odd(i)) == 5");
    holds("any(i * i == 49 for i in 1..10) and all(i < 11 for i in 1..10) and not any(i > 5 for i in 1..5) and all(i > "
          "5 for i in 1..0)");
}

CLAIM(builtins_do_what_they_say)
{
    holds("mex(0, 1, 3) == 2 and gcd(12, -18) == 6 and bit(6, 1) == 1 and bit(6, 0) == 0 and popcount(255) == 8 and "
          "abs(-3) == 3");
    holds("power_of_two(64) and not power_of_two(0) and even(0) and odd(-3)");
    holds("len([3,1,2]) == 3 and sort([3,1,2]) == [1,2,3] and reverse([3,1,2]) == [2,1,3] and increasing([1,2]) and "
          "not increasing([1,1]) and sorted([1,1,2]) and not sorted([1,2,1]) and sorted([])");
    holds("transpose([[1,2,3],[4,5,6]]) == [[1,4],[2,5],[3,6]] and rows(grid(2,3,7)) == 2 and cols(grid(2,3,7)) == 3 "
          "and grid(2,3,7)[2,3] == 7");
}

CLAIM(cells_outside_read_as_zero)
{
    holds("[1,2][0] == 0 and [1,2][3] == 0 and [1,2][2] == 2 and [[1]][1,2] == 0 and [[1]][0,1] == 0");
}

CLAIM(membership_is_exact_for_huge_numbers)
{
    holds("7540113804746346429 in fib and not (7540113804746346428 in fib)");
    holds("9223372030926249001 in squares and not (9223372030926249002 in squares) and not (9223372036854775807 in "
          "squares)");
    holds("4611686018427387904 in powers(2) and not (4611686018427387905 in powers(2))");
    holds("9223372036854775783 in primes and not (9223372036854775807 in primes) and not (0 in primes) and 1000000007 "
          "in divisors(7000000049)");
}

CLAIM(divisors_of_huge_numbers_are_found)
{
    holds("count(d for d in divisors(9223372036854775807)) == 96 and count(d for d in divisors(4611686014132420609)) "
          "== 3");
    holds("sum(d for d in divisors(1000000016000000063)) == 1000000018000000080");
}

CLAIM(sums_are_equal_whatever_their_order)
{
    holds("g(1) + g(2) == g(2) + g(1) and g(1) + g(1) != g(1) and (n_is(1) ? g(1) : end) == g(1)\nfn n_is(x) = x == 1");
}

CLAIM(claims_report_the_first_counterexample)
{
    const char *rule =
        "game g(n) { move m(t in 1..n) -> g(n - t) claim a * b != 12 for a in 1..9, b in a..9 where odd(a) }";
    wants_check(rule, false, "a = 3, b = 4", 0);
    wants_check("game g(n) { move m(t in 1..n) -> g(n - t) claim n >= 0 for n in 0..99 }", true, "", 100);
    wants_check("game g(n) { move m(t in 1..n) -> g(n - t) claim sum(x for x in s) < 7 for s in all_rows(3, 1..3) }",
                false, "s = [1, 3, 3]", 9);
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

static void make_table(struct rule_file *f, int64_t extent, struct value_table *t)
{
    const struct game *g = &f->model->games[f->model->main_game];
    *t = (struct value_table){.game = f->model->main_game, .fields = g->field_count, .count = 1};
    for (size_t i = t->fields; i > 0; i--) {
        t->extent[i - 1] = extent;
        t->stride[i - 1] = (int64_t)t->count;
        t->count *= (uint64_t)extent;
    }
    t->values = calloc(t->count, sizeof *t->values);
}

CLAIM(a_table_holds_the_mex_of_the_options)
{
    static const uint32_t grundy[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3};
    struct rule_file f;
    struct value_table t;
    rule_open(&f, "game grundy(n) { move split(a in 1..n - 1) where a < n - a -> grundy(a) + grundy(n - a) }");
    make_table(&f, 20, &t);
    assert_int_equal(vm_fill(f.vm, &t, 0, t.count, 1), ST_OK);
    assert_memory_equal(t.values, grundy, sizeof grundy);
    uint64_t losses = 0;
    free(t.values);
    t.values = NULL;
    t.losses = &losses;
    assert_int_equal(vm_fill(f.vm, &t, 0, t.count, 1), ST_UNSUPPORTED);
    rule_close(&f);
}

CLAIM(a_table_marks_what_breaks_the_invariant)
{
    static const uint32_t values[] = {0, VALUE_NONE, 1, VALUE_NONE, 2, VALUE_NONE, 3};
    struct rule_file f;
    struct value_table t;
    rule_open(&f, "game g(n) where even(n) { move m(t in 1..n) where even(t) -> g(n - t) }");
    make_table(&f, 7, &t);
    assert_int_equal(vm_fill(f.vm, &t, 0, t.count, 1), ST_OK);
    assert_memory_equal(t.values, values, sizeof values);
    free(t.values);
    rule_close(&f);
}

static void wants_table_failure(const char *rule, int64_t extent, const char *code)
{
    struct rule_file f;
    struct value_table t;
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    make_table(&f, extent, &t);
    assert_int_equal(vm_fill(f.vm, &t, 0, t.count, 1), ST_RULE_FAILED);
    assert_string_equal(rule_error(&f), code);
    free(t.values);
    rule_close(&f);
}

CLAIM(a_table_is_as_strict_as_the_options)
{
    wants_table_failure("game g(n) { move m(t in primes) where t <= n -> g(n - t - n / 100 * (n % 100) / 99) }", 201,
                        "E0508");
    wants_table_failure("game g(n) { move m(t in 1..n) -> g(n - t - n / 100 * (n % 100) / 99) }", 201, "E0508");
    wants_table_failure("game g(n, l) { move m(t in 1..min(n, l)) -> g(n - t, 2 * t) }", 9, "E0517");
    wants_table_failure("game g(n) where n * n % 30000 != 22500 { move m(t in 1..n) -> g(n - t) }", 201, "E0509");
    /* two that are no positions, in a few pairs and in many: their nim-sum would be 0 */
    wants_table_failure("game g(n) where n * n % 30000 != 22500 { move m(a in 149..n - 149) where n % 7 == 6 "
                        "-> g(a) + g(n - a) }",
                        301, "E0509");
    wants_table_failure("game g(n) where n * n % 30000 != 22500 { move m(a in 147..n - 147) where n % 7 == 6 "
                        "-> g(a) + g(n - a) }",
                        301, "E0509");
}

/* ---- against the reference -------------------------------------------------------------------------------------- */

struct listing {
    const struct model *model;
    struct text out;
};

static enum status list(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct listing *l = context;
    struct position p = {(struct component *)components, count, NULL};
    text_add(&l->out, "%s(", taken->move->name);
    for (size_t i = 0; i < taken->move->gen_count; i++) text_add(&l->out, "%lld ", (long long)taken->values[i]);
    text_puts(&l->out, ") ");
    position_print(l->model, &p, &l->out);
    text_puts(&l->out, "; ");
    return ST_OK;
}

/* The same options from both, or a failure of both. True when nothing failed. */
static bool same_options(struct rule_file *f, const char *rule, const struct component *c)
{
    struct listing machine = {f->model, {0}}, tree = {f->model, {0}};
    struct reference r = {.model = f->model, .params = f->params, .mover = 1};
    enum status st = vm_options(f->vm, c, 1, list, &machine);
    reference_options(&r, c, list, &tree);
    bool same = r.failed == (st != ST_OK) && (r.failed || strcmp(text_c(&machine.out), text_c(&tree.out)) == 0);
    if (!same)
        print_error("%s\nmachine: %s %s\nreference: %s\n", rule, text_c(&machine.out), st ? rule_message(f) : "",
                    text_c(&tree.out));
    assert_true(same);
    reference_free(&r);
    text_free(&machine.out);
    text_free(&tree.out);
    return st == ST_OK;
}

static void same_values(struct rule_file *f, const char *rule, int64_t extent)
{
    struct value_table t;
    make_table(f, extent, &t);
    uint64_t half = t.count / 3;
    enum status st = vm_fill(f->vm, &t, 0, half, 1);
    if (st == ST_OK) st = vm_fill(f->vm, &t, half, t.count, 1);
    if (st != ST_OK) print_error("%s\n%s\n", rule, rule_message(f));
    assert_int_equal(st, ST_OK);
    struct reference r = {.model = f->model, .params = f->params, .mover = 1};
    for (uint64_t i = 0; i < t.count; i++) {
        int64_t x[2] = {(int64_t)i / t.stride[0] % extent, (int64_t)i % extent};
        struct component c = {t.game, (uint32_t)t.fields, x};
        int64_t value = reference_value(&r, &c, 1);
        if (value != t.values[i])
            print_error("%s\nat %lld: %lld, table %u\n", rule, (long long)i, (long long)value, t.values[i]);
        assert_int_equal(value, t.values[i]);
    }
    reference_free(&r);
    uint32_t *values = t.values;
    t.values = NULL;
    t.losses = calloc(t.count / 64 + 1, sizeof *t.losses);
    st = vm_fill(f->vm, &t, 0, t.count, 1);
    for (uint64_t i = 0; i < t.count && st == ST_OK; i++)
        assert_true(values[i] == VALUE_NONE || value_table_loses(&t, i) == (values[i] == 0));
    free(t.losses);
    free(values);
}

/* The value of an option in the table that is being checked; a bit for each value below 64 that some option has. */
struct options_seen {
    const struct value_table *table;
    uint64_t values;
};

static enum status see_option(void *context, const struct component *components, size_t count,
                              const struct taken *taken)
{
    struct options_seen *seen = context;
    uint32_t value = 0;
    (void)taken;
    for (size_t i = 0; i < count; i++) {
        uint64_t at = 0;
        for (size_t k = 0; k < seen->table->fields; k++)
            at += (uint64_t)(components[i].cells[k] * seen->table->stride[k]);
        value ^= seen->table->values[at];
    }
    assert_true(value < 64);
    seen->values |= UINT64_C(1) << value;
    return ST_OK;
}

/* Every value of the table is the mex of those of the options, as the other program of the rule lists them; and its outcomes. */
static void same_as_options(const char *rule, int64_t extent)
{
    struct rule_file f;
    struct value_table t, o;
    rule_open(&f, rule);
    if (f.st != ST_OK) print_error("%s\n%s\n", rule, rule_message(&f));
    assert_int_equal(f.st, ST_OK);
    make_table(&f, extent, &t);
    make_table(&f, extent, &o);
    free(o.values);
    o.values = NULL;
    o.losses = calloc(o.count / 64 + 1, sizeof *o.losses);
    assert_int_equal(vm_fill(f.vm, &t, 0, t.count / 3, 1), ST_OK);
    assert_int_equal(vm_fill(f.vm, &t, t.count / 3, t.count, 1), ST_OK);
    enum status st = vm_fill(f.vm, &o, 0, o.count, 1);
    if (st != ST_OK) print_error("%s\n%s\n", rule, rule_message(&f));
    assert_int_equal(st, ST_OK);
    for (uint64_t i = 0; i < t.count; i++) {
        struct options_seen seen = {&t, 0};
        int64_t x[2] = {(int64_t)i / t.stride[0] % extent, (int64_t)i % extent};
        struct component c = {t.game, (uint32_t)t.fields, x};
        assert_int_equal(vm_options(f.vm, &c, 1, see_option, &seen), ST_OK);
        uint32_t mex = (uint32_t)__builtin_ctzll(~seen.values);
        if (mex != t.values[i] || value_table_loses(&o, i) != (mex == 0))
            print_error("%s\nat %llu\n", rule, (unsigned long long)i);
        assert_int_equal(mex, t.values[i]);
        assert_int_equal(value_table_loses(&o, i), mex == 0);
    }
    free(t.values);
    free(o.losses);
    rule_close(&f);
}

/* Heaps parted into three that are unequal, and into three any of which may be 0 beside half of the heap. */
static uint32_t parted_value(const uint32_t *g, int64_t n, bool unequal)
{
    bool seen[256] = {false};
    uint32_t mex = 0;
    for (int64_t a = unequal ? 1 : 0; a < n; a++)
        for (int64_t b = unequal ? a + 1 : 0; b < n; b++) {
            int64_t c = n - (unequal ? 0 : 3) - a - b;
            if (unequal ? b < c : c >= 0) seen[g[a] ^ g[b] ^ g[c] ^ (unequal ? 0 : g[n / 2])] = true;
        }
    if (unequal && n > 2) seen[g[n - 2]] = true;
    while (seen[mex]) mex++;
    return mex;
}

CLAIM(heaps_that_stand_count)
{
    static const char *const rules[] = {
        "game g(n) { move m(a in 0..n - 3, b in 0..n - 3 - a) -> g(a) + g(b) + g(n - 3 - a - b) + g(n / 2) }",
        "game g(n) { move m(a in 1..n, b in 1..n) where a < b and b < n - a - b -> g(a) + g(b) + g(n - a - b) "
        "move k where n > 2 -> g(n - 2) }"};
    for (size_t i = 0; i < 2; i++) {
        struct rule_file f;
        struct value_table t;
        uint32_t g[150];
        rule_open(&f, rules[i]);
        make_table(&f, 150, &t);
        assert_int_equal(vm_fill(f.vm, &t, 0, t.count, 1), ST_OK);
        for (int64_t n = 0; n < 150; n++) {
            g[n] = parted_value(g, n, i == 1);
            assert_int_equal(g[n], t.values[n]);
        }
        free(t.values);
        rule_close(&f);
    }
}

/* Numbers on both sides of a table's size, with many divisors, primes and their powers. */
CLAIM(divisors_are_those_that_divide)
{
    static const int64_t few[] = {4095,   4096,    4097,     5040,     6561,     8191,
                                  720720, 8648640, 16769023, 16777215, 16777216, 16777259};
    struct rule_file f;
    rule_open(&f, "game g(n) { move m(t in divisors(n)) where t <= 5000 -> g(n - t) }");
    assert_int_equal(f.st, ST_OK);
    for (int64_t i = 1; i < 700; i++) {
        int64_t n = i < 600 ? i : i - 600 < (int64_t)(sizeof few / sizeof *few) ? few[i - 600] : 16777216 - 7 * i;
        struct text wanted = {0};
        char term[32];
        for (int64_t t = 1; t <= n && t <= 5000; t++)
            if (n % t == 0) text_add(&wanted, "%sm(%lld) g(%lld)", t > 1 ? "; " : "", (long long)t, (long long)(n - t));
        snprintf(term, sizeof term, "g(%lld)", (long long)n);
        assert_string_equal(rule_options(&f, term), text_c(&wanted));
        text_free(&wanted);
    }
    rule_close(&f);
}

CLAIM(casts_over_sets_mark_every_option)
{
    same_as_options("game g(n) { move m(t in primes) where t <= n -> g(n - t) }", 2500);
    same_as_options("game g(n) { move m(t in primes) where t < n -> g(n - t - 1)  move o where n > 0 -> g(n - 1) }",
                    700);
    same_as_options("game g(n) { move m(t in squares) where t <= n -> g(n - t) }", 6000);
    same_as_options("game g(n) { move m(t in fib) where 2 * t <= n + 1 -> g(n / 2 + 3 - t + (n + 1) / 2 - 3) }", 900);
    same_as_options("game g(n) { move m(t in powers(2)) where t <= n -> g(n - t)  move s(t in powers(3)) where t <= n "
                    "-> g(n - t) }",
                    900);
    same_as_options("game g(n) { move m(t in zeckendorf(n)) -> g(n - t) }", 900);
    same_as_options("game g(n) { move m(t in divisors(n)) where t < n -> g(n - t) }", 900);
    same_as_options("param S = {2, 9, 10, 70, 71, 300}\n"
                    "game g(n) { move m(t in S, k in {1, 5, 12}) where t + k <= n -> g(n - t - k) }",
                    900);
    same_as_options("game g(n) { move m(t in {1, 5, 12, 13, 200}) where t <= n and t <= n / 2 -> g(n - t) }", 900);
    same_as_options("game g(a, b) { move l(t in primes) where t <= a -> g(a - t, b)\n"
                    "move r(t in squares) where t <= b -> g(a, b - t) }",
                    50);
    same_as_options("game g(a, b) { move l(t in primes) where t <= min(a, b) -> g(a - t, max(b - 3, 0)) }", 50);
    wants_table_failure("game g(n) { move m(t in {3, 5, 200}) where t <= n + n / 100 * (n % 100) / 99 -> g(n - t) }",
                        201, "E0508");
    wants_table_failure("game g(n) where n * n % 30000 != 22500 { move m(t in primes) where t <= n -> g(n - t) }", 201,
                        "E0509");
    wants_table_failure("game g(n) { move m(t in {1, 2}) where t <= n -> g(n + n / 100 * (n % 100) / 99 * 2 - t) }",
                        201, "E0516");
}

/* Returns whether the checker took the rule. */
static bool compare(uint64_t seed, enum grow_kind kind)
{
    struct text rule = {0};
    struct rule_file f;
    grow_rule(seed, kind, &rule);
    rule_open(&f, text_c(&rule));
    bool taken = f.st == ST_OK, sound = taken;
    int64_t limit = kind == GROW_HEAP ? 11 : 5, cells[4] = {3};
    for (int64_t i = 0; taken && i < limit * limit * limit; i++) {
        cells[0] = kind == GROW_ROW ? i % 4 : i % limit;
        cells[1] = i / limit % limit;
        cells[2] = i / (limit * limit);
        cells[3] = i % limit;
        uint32_t count = kind == GROW_HEAP ? 1 : kind == GROW_PAIR ? 2 : (uint32_t)cells[0] + 1;
        if (kind == GROW_HEAP && i >= limit) break;
        if (kind == GROW_PAIR && i >= limit * limit) break;
        struct component c = {f.model->main_game, count, cells};
        sound = same_options(&f, text_c(&rule), &c) && sound;
    }
    if (sound && vm_fillable(f.code, f.model->main_game)) same_values(&f, text_c(&rule), kind == GROW_HEAP ? 16 : 7);
    rule_close(&f);
    text_free(&rule);
    return taken;
}

static void compare_many(enum grow_kind kind, uint64_t count)
{
    const char *wanted = getenv("CGI_RULES"); /* more than the default, for a long run */
    uint64_t taken = 0, all = wanted ? strtoull(wanted, NULL, 10) : count;
    for (uint64_t seed = 0; seed < all; seed++) taken += compare(seed, kind);
    print_message("%llu of %llu random rules compared\n", (unsigned long long)taken, (unsigned long long)all);
    assert_true(taken * 2 > all);
}

CLAIM(random_heap_rules_agree_with_the_reference) { compare_many(GROW_HEAP, 300); }

CLAIM(random_rules_on_pairs_agree_with_the_reference) { compare_many(GROW_PAIR, 200); }

CLAIM(random_row_rules_agree_with_the_reference) { compare_many(GROW_ROW, 150); }

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static bool runs_everything(void)
{
    struct rule_file f;
    rule_open(&f, "param k = 2 in 1..\ngame g(s: row) where increasing(s) { canon sort(s)\n"
                  "  move m(i in 1..len(s), t in {1, len(s)}) where t < s[i] - s[i - 1] -> g(s with { [i] -= t }) }\n"
                  "game h(n) { move m(t in divisors(n)) where n > 0 and t < n -> h(n - t) + h(0) }\n"
                  "game c(b: bag) = upto k of (h(x) for x in b)\n"
                  "expect (h(1) + h(2) == h(2) + h(1)) and sum(x for x in [1, 2, 3]) == 6");
    if (f.st == ST_OK) rule_options(&f, "g([2, 5])");
    if (f.st == ST_OK) rule_options(&f, "h(12)");
    struct position p = {0};
    if (f.st == ST_OK) f.st = rule_position(&f, "c([2, 1])", &p);
    bool holds_true = false;
    uint64_t tried;
    if (f.st == ST_OK) f.st = vm_check(f.vm, 0, NULL, &holds_true, NULL, &tried);
    bool fine = f.st == ST_OK;
    rule_close(&f);
    return fine;
}

CLAIM(the_machine_survives_any_failed_allocation) { walk_failures(runs_everything); }

CLAIMS(IT(options_come_in_the_order_of_moves_and_generators), IT(sums_keep_the_order_they_are_written_in),
       IT(end_is_the_empty_sum), IT(updates_read_the_old_state), IT(ranges_in_updates_cover_a_rectangle),
       IT(bags_come_out_in_ascending_order), IT(nodes_lead_along_the_edges), IT(named_sets_run_upwards_to_their_cap),
       IT(a_literal_set_is_a_set), IT(an_option_below_zero_names_the_missing_guard),
       IT(an_option_that_breaks_the_invariant_is_shown), IT(a_write_outside_a_row_fails),
       IT(two_updates_of_one_cell_fail), IT(overflow_is_detected), IT(division_by_zero_is_located),
       IT(bits_of_negative_numbers_fail), IT(the_least_of_nothing_fails), IT(positions_outside_the_state_are_refused),
       IT(a_start_whose_condition_fails_is_refused), IT(a_literal_beyond_64_bits_stops_with_too_large),
       IT(huge_ranges_are_walked_lazily), IT(a_budget_stops_a_walk_without_options),
       IT(division_rounds_down_and_remainders_have_the_divisors_sign), IT(folds_do_what_they_say),
       IT(builtins_do_what_they_say), IT(cells_outside_read_as_zero), IT(membership_is_exact_for_huge_numbers),
       IT(divisors_of_huge_numbers_are_found), IT(sums_are_equal_whatever_their_order),
       IT(claims_report_the_first_counterexample), IT(a_table_holds_the_mex_of_the_options),
       IT(a_table_marks_what_breaks_the_invariant), IT(a_table_is_as_strict_as_the_options), IT(heaps_that_stand_count),
       IT(divisors_are_those_that_divide), IT(casts_over_sets_mark_every_option),
       IT(random_heap_rules_agree_with_the_reference), IT(random_rules_on_pairs_agree_with_the_reference),
       IT(random_row_rules_agree_with_the_reference), IT(the_machine_survives_any_failed_allocation))
