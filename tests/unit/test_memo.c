/* SPDX-License-Identifier: MIT */
/* Values that are kept from position to position (code/compile/memo.c): tables are those of the same rule spelt so that nothing is kept,
 * and a rule fails where that one fails. */
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "code/compile/program.h"
#include "rule_file.h"

enum { EXTENT = 90, SIDE = 14, MOST = EXTENT > SIDE *SIDE *SIDE ? EXTENT : SIDE *SIDE *SIDE };

/* The first game's table, as far as it goes. */
struct filled {
    uint32_t values[MOST];
    uint64_t count;
    enum status st;
    int memos;
    char message[400];
};

static void fill_with(struct rule_file *f, struct filled *out)
{
    struct value_table t = {.fields = f->model->games[0].field_count, .count = 1, .values = out->values};
    for (size_t i = t.fields; i-- > 0;) {
        t.extent[i] = t.fields == 1 ? EXTENT : SIDE;
        t.stride[i] = (int64_t)t.count;
        t.count *= (uint64_t)t.extent[i];
    }
    memset(out->values, 0, sizeof out->values);
    out->st = vm_fill(f->vm, &t, 0, t.count, 1);
    out->count = vm_filled(f->vm);
    out->memos = f->code->programs.data[f->code->games[0].table]->memos;
    strncpy(out->message, rule_error(f), sizeof out->message - 1);
}

static void fill_of(const char *rule, struct filled *out)
{
    struct rule_file f;
    rule_open(&f, rule);
    if (f.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&f));
    *out = (struct filled){0};
    fill_with(&f, out);
    rule_close(&f);
}

static bool same(const struct filled *a, const struct filled *b)
{
    return a->st == b->st && a->count == b->count && memcmp(a->values, b->values, a->count * sizeof *a->values) == 0 &&
           strcmp(a->message, b->message) == 0;
}

CLAIM(tables_are_those_of_rules_that_keep_nothing)
{
    static const struct {
        const char *kept, *plain;
        int memos;
    } rules[] = {
        {"game g(n) { move m(t in 2..n) where all(t % d != 0 for d in 2..t - 1) -> g(n - t) }",
         "game g(n) { move m(t in 2..n) where t in primes -> g(n - t) }", 1},
        {"game g(n) { move m(t in 1..n) where all(t % d != 0 or n % d != 0 for d in 2..t) -> g(n - t) }",
         "game g(n) { move m(t in 1..n) where gcd(n, t) == 1 -> g(n - t) }", 1},
        {"fn odds(x) = count(d for d in 1..x where x % d == 0)\n"
         "game g(a, b) { move l(t in 1..a) where odds(a - t) != 2 -> g(a - t, b) move r(t in 1..b) where odds(b - t) > "
         "odds(a) -> g(a, b - t) }",
         "game g(a, b) { move l(t in 1..a) where a - t not in primes -> g(a - t, b) move r(t in 1..b) where (b == t ? "
         "0 "
         ": count(d for d in divisors(b - t))) > (a == 0 ? 0 : count(d for d in divisors(a))) -> g(a, b - t) }",
         3},
        {"fn both(a, b) = count(d for d in 1..min(a, b) where a % d == 0 and b % d == 0)\n"
         "game g(a, b, c) { move l(t in 1..a) where both(b, c) <= t -> g(a - t, b, c) move m(t in 1..b) where both(a, "
         "t) == 1 -> g(a, b - t, c) move r(t in 1..c) where both(t, a) != 2 -> g(a, b, c - t) }",
         "fn both(a, b) = a == 0 or b == 0 ? 0 : count(d for d in divisors(gcd(a, b)))\n"
         "game g(a, b, c) { move l(t in 1..a) where (b == 0 or c == 0 ? 0 : count(d for d in 1..b + c + a where b % d "
         "== 0 and c % d == 0)) <= t -> g(a - t, b, c) move m(t in 1..b) where a > 0 and gcd(a, t) == 1 -> g(a, b - t, "
         "c) move r(t in 1..c) where a == 0 or gcd(a, t) not in primes -> g(a, b, c - t) }",
         3},
        /* values beyond those that are kept */
        {"game g(n) { move m(t in 1..n) where sum(d * d for d in 1..t) % 5 != n % 4 -> g(n - t) }",
         "game g(n) { move m(t in 1..n) where t * (t + 1) * (2 * t + 1) / 6 % 5 != n % 4 -> g(n - t) }", 1},
        /* of numbers below 0 */
        {"fn f(x) = count(d for d in 1..3 where x % d == 0)\ngame g(n) { move m(t in 1..n) where f(n - 2 * t) != 3 -> "
         "g(n - t) }",
         "game g(n) { move m(t in 1..n) where (n - 2 * t) % 6 != 0 -> g(n - t) }", 1},
        /* a fold in a fold has its own */
        {"game g(n) { move m(t in 1..n) where count(d for d in 2..t where all(d % e != 0 for e in 2..d - 1)) % 2 == 0 "
         "-> g(n - t) }",
         "game g(n) { move m(t in 1..n) where count(p for p in primes where p <= t + 0 * n) % 2 == 0 -> g(n - t) }", 2},
        {"game g(n) { move m(t in 1..n) where len(zeckendorf(t)) == 2 -> g(n - t) }",
         "game g(n) { move m(t in 1..n) where t not in fib and any(t - f in fib for f in fib where f < t + 0 * n) -> "
         "g(n - t) }",
         1},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct filled kept, plain;
        fill_of(rules[i].kept, &kept);
        fill_of(rules[i].plain, &plain);
        if (kept.memos != rules[i].memos) fail_msg("%s: %d", rules[i].kept, kept.memos);
        if (kept.st != ST_OK || !same(&kept, &plain)) fail_msg("%s", rules[i].kept);
    }
}

CLAIM(rules_fail_where_they_failed)
{
    struct filled kept;
    fill_of("game g(n) { move m(t in 5..n) where sum(90 / (d - 37) for d in 5..t) % 2 == 0 -> g(n - t) }", &kept);
    assert_int_equal(kept.st, ST_RULE_FAILED);
    assert_int_equal(kept.count, 37); /* the first heap from which 37 may be taken */
    assert_int_equal(kept.memos, 1);
    fill_of(
        "game g(n) { move m(t in 1..n) where 20 <= t and t < 50 and sum(90 / (d - 37) for d in t..t + 9) != 1 -> g(n "
        "- t) }",
        &kept);
    assert_int_equal(kept.st, ST_RULE_FAILED);
    assert_int_equal(kept.count, 28);
}

CLAIM(other_parameters_have_other_values)
{
    static const char rule[] =
        "param k = 1 in 0..\n"
        "game g(n) { move m(t in 1..n) where count(d for d in 2..t where t % d == k) % 2 == 1 -> g(n - t) }";
    struct rule_file f;
    struct filled first, other, again, fresh;
    struct param_value params[] = {{.value = 2}};
    rule_open(&f, rule);
    assert_int_equal(f.st, ST_OK);
    fill_with(&f, &first);
    vm_set_params(f.vm, params);
    fill_with(&f, &other);
    params[0].value = 1;
    vm_set_params(f.vm, params);
    fill_with(&f, &again);
    rule_close(&f);
    fill_of("game g(n) { move m(t in 1..n) where count(d for d in 2..t where t % d == 2) % 2 == 1 -> g(n - t) }",
            &fresh);
    assert_true(same(&first, &again));
    assert_true(same(&other, &fresh));
    assert_false(same(&first, &other));
}

CLAIMS(IT(tables_are_those_of_rules_that_keep_nothing), IT(rules_fail_where_they_failed),
       IT(other_parameters_have_other_values))
