/* SPDX-License-Identifier: MIT */
/* How much of their options tables of outcomes look at, told from small boxes (looked_at.h), against the whole box filled and counted. */
#include <stdlib.h>
#include "claims.h"
#include "runtime_case.h"
#include "solve/heap/looked_at.h"

static void close_to(const char *rule, int64_t a, int64_t b, bool misere)
{
    struct runtime_case c;
    struct looked_at l;
    case_open(&c, rule);
    int64_t high[MODEL_MAX_FIELDS] = {a, b};
    struct value_table box = {.game = 0, .fields = c.env->model->games[0].field_count, .misere = misere, .count = 1};
    for (size_t i = box.fields; i-- > 0; box.count *= (uint64_t)box.extent[i]) {
        box.extent[i] = high[i] + 1;
        box.stride[i] = (int64_t)box.count;
    }
    assert_true(vm_decidable(c.env->code, 0, misere, false));
    assert_true(looked_at(c.env, 0, high, misere, &l));
    box.losses = calloc(box.count / 64 + 2, sizeof *box.losses);
    assert_non_null(box.losses);
    uint64_t before = vm_work(c.env->vm), along = vm_along(c.env->vm);
    assert_int_equal(vm_fill(c.env->vm, &box, 0, box.count, 1), ST_OK);
    along = vm_along(c.env->vm) - along;
    double turns = (double)(vm_work(c.env->vm) - before - along) / 64;
    double told = l.turns * (double)box.count, told_along = l.along * (double)box.count;
    if (told < turns / 3 || told > turns * 3) fail_msg("%s: %d turns, not %d", rule, (int)told, (int)turns);
    double few = 10.0 * (double)box.count;
    if (told_along + few < (double)along / 3 || told_along > (double)along * 3 + few)
        fail_msg("%s: %d along, not %d", rule, (int)told_along, (int)along);
    free(box.losses);
    case_close(&c);
}

static void one_heap(void **state)
{
    (void)state;
    for (int misere = 0; misere < 2; misere++) {
        close_to("game g(n) { move m(t in 1..n) where (n + 3 * t) % 11 > 4 -> g(n - t) }", 2000, 0, misere);
        close_to("game g(n) { move m(t in 1..n) where gcd(n + 1, t) == 1 -> g(n - t) }", 2000, 0, misere);
        close_to("game g(n) { move m(t in primes) where t <= n and (n + t) % 5 < 3 -> g(n - t) }", 8000, 0, misere);
        close_to("game g(n) { move m(t in 1..n) where t * t % (n + 1) < n / 2 -> g(n - t) }", 2000, 0, misere);
        close_to("game g(n) { move m(t in 1..min(n, 9)) where t % 4 != n % 3 -> g(n - t) }", 10000, 0, misere);
    }
}

static void two_fields(void **state)
{
    (void)state;
    close_to(
        "game g(a, b) { move l(t in 1..a) where gcd(t, b + 1) == 1 -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }",
        120, 120, false);
    close_to("game g(a, b) { move l(t in 1..min(a, b)) where t * t <= a + b -> g(a - t, b - t) "
             "move r(t in 1..b) where t in primes -> g(a, b - t) move k(t in 1..a) where a % t == 0 -> g(a - t, b) }",
             120, 120, true);
    close_to("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) "
             "move j(t in 1..min(a, b / 2)) -> g(a - t, b - 2 * t) }",
             120, 80, false);
}

/* Where the rule fails nothing is told, and nothing is reported. */
static void rules_that_fail(void **state)
{
    (void)state;
    struct runtime_case c;
    struct looked_at l;
    int64_t high = 4000;
    case_open(&c, "game g(n) { move m(t in 1..n) where 9 / (n - 40) < t -> g(n - t) }");
    assert_false(looked_at(c.env, 0, &high, false, &l));
    assert_false(looked_at(c.env, 0, &high, false, &l));
    assert_int_equal(c.env->diags->count, 0);
    case_close(&c);
}

CLAIMS(IT(one_heap), IT(two_fields), IT(rules_that_fail))
