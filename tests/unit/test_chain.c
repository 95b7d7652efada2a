/* SPDX-License-Identifier: MIT */
/* Chains of takes: the least number of positions that is proved against those that a search has really met, on known and random
 * rules, and where nothing may be proved. */
#include <inttypes.h>
#include <stdio.h>
#include "base/hash.h"
#include "claims.h"
#include "proof/family/chain.h"
#include "solve/search/estimate.h"
#include "runtime_case.h"

/* From a position of these fields; *met: what a search of all options kept. */
static uint64_t least(const char *rule, const int64_t *cells, uint32_t fields, uint64_t *met)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct component component = {c.file.model->main_game, fields, cells};
    uint64_t least = estimate_least(c.env, &component);
    if (case_value_by(&c, "hashed", &component, 1) < 0) fail_msg("%s", rule);
    *met = c.env->store->components.count;
    case_close(&c);
    return least;
}

static void is_least(const char *rule, int64_t a, int64_t b, uint64_t expected)
{
    const int64_t cells[] = {a, b};
    uint64_t met, found = least(rule, cells, b < 0 ? 1 : 2, &met);
    if (found != expected) fail_msg("%s: %" PRIu64 ", not %" PRIu64, rule, found, expected);
    if (met < expected) fail_msg("%s: met %" PRIu64, rule, met);
}

CLAIM(known_rules_go_down_step_by_step)
{
    is_least("game g(n) { move t(t in 1..n) -> g(n - t) }", 1000, -1, 937);
    is_least("game g(n) { move t(t in {3, 7}) where t <= n -> g(n - t) }", 1000, -1, 313);
    is_least(
        "game g(n) { move t(t in 1..min(n, 5)) where t != n % 3 + 1 -> g(n - t) move half where n > 3 -> g(n / 2) }",
        1000, -1, 469);
    is_least("game g(n) { move t(t in 1..n) where (t * t + n) % 7 != 3 -> g(n - t) }", 1000, -1, 469);
    is_least("game g(n) { move split(a in 1..n - 1) where a != n - a -> g(a) + g(n - a) }", 200, -1, 137);
    is_least("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) where t != 2 -> g(a, b - t) }", 80, 90,
             17 * 27);
    is_least("game g(a, b) { symmetric move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }", 80, 90,
             17 * 27 / 2);
}

CLAIM(nothing_is_proved_of_what_may_be_little)
{
    is_least("game g(n) { move half where n > 0 -> g(n / 2) move third where n > 0 -> g(n / 3) }", 100000, -1, 1);
    is_least("game g(n) { move t(t in {3, 7}) where t <= n and n < 900 -> g(n - t) }", 1000, -1, 1);
    is_least("game g(n) { move t(t in {3, 7}) where t <= n and n % 5 != 2 -> g(n - t) }", 1000, -1, 1);
    is_least("game g(n) { canon n % 4 move t(t in 1..min(3, n)) -> g(n - t) }", 1000, -1, 0);
    is_least("game g(a, b) { move l(t in 1..a) where b > 0 and t % b == 0 -> g(a - t, b)"
             " move r(t in 1..b) where a > 0 and t % a == 0 -> g(a, b - t) }",
             500, 300, 1);
    is_least("game g(n, q) { move t(t in 1..min(n, q)) -> g(n - t, 2 * t) }", 90, 100, 1);
    is_least("game g(n) { move t(t in 1..n) -> g(n - t) }", 60, -1, 0); /* below the threshold */
}

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

/* `(2 * n + t) % 3 != 1`, `n - 3 * t >= 20`, ... of a heap that is called `heap`. */
static void draw_condition(uint64_t *seed, const char *heap, char *out, size_t size)
{
    static const char *const comparisons[] = {"!=", "!=", ">=", "<="};
    int a = (int)draw(seed, 4), b = (int)draw(seed, 5) - 2, m = 2 + (int)draw(seed, 4);
    if (draw(seed, 3))
        snprintf(out, size, "(%d * %s + %d * t) %% %d != %d", a, heap, b, m, (int)draw(seed, (uint64_t)m));
    else snprintf(out, size, "%d * %s + %d * t %s %d", a, heap, b, comparisons[draw(seed, 4)], (int)draw(seed, 300));
}

CLAIM(a_search_meets_at_least_what_is_proved)
{
    uint64_t seed = 5, proved = 0;
    for (int i = 0; i < 80; i++) {
        char rule[512], x[96], y[96];
        bool two = draw(&seed, 3) == 0;
        draw_condition(&seed, "a", x, sizeof x);
        draw_condition(&seed, two ? "b" : "a", y, sizeof y);
        int most = 1 + (int)draw(&seed, 6);
        if (two)
            snprintf(rule, sizeof rule,
                     "game g(a, b) { move l(t in 1..min(a, %d)) where %s -> g(a - t, b)\n"
                     "move r(t in 1..b) where %s -> g(a, b - t) }",
                     most, x, y);
        else
            snprintf(rule, sizeof rule,
                     "game g(a) { move l(t in 1..min(a, %d)) where %s -> g(a - t)\n"
                     "move r(t in 1..a) where %s -> g(t - 1) + g(a - t) }",
                     most, x, y);
        struct rule_file f;
        rule_open(&f, rule);
        bool legal = f.st == ST_OK;
        rule_close(&f);
        int64_t cells[] = {70 + (int64_t)draw(&seed, 60), 70 + (int64_t)draw(&seed, 40)};
        uint64_t met, found = legal ? least(rule, cells, two ? 2 : 1, &met) : 0;
        if (legal && found > met) fail_msg("%s: %" PRIu64 " are proved, %" PRIu64 " were met", rule, found, met);
        proved += found > 1;
    }
    assert_true(proved > 15);
}

static bool finds_one(void)
{
    struct rule_file f;
    struct chain chain;
    rule_open(&f, "game g(n) { move t(t in 1..min(n, 2)) where n % 2 == 0 -> g(n - t) }");
    enum status st = f.st == ST_OK ? chain_find(f.model, f.model->main_game, f.params, &chain) : f.st;
    rule_close(&f);
    return st == ST_OK;
}
CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(finds_one) > 5); }

CLAIMS(IT(known_rules_go_down_step_by_step), IT(nothing_is_proved_of_what_may_be_little),
       IT(a_search_meets_at_least_what_is_proved), IT(any_failed_allocation_is_survived))
