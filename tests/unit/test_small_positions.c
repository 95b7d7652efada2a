/* SPDX-License-Identifier: MIT */
/* Windows of small positions and the probe that searches them: all legal, none twice, the same every time; bounds kept. */
#include "trust/drawn_positions.h"
#include "trust/small_positions.h"
#include <string.h>
#include "claims.h"
#include "plan/audit_env.h"
#include "runtime_case.h"

static int64_t largest(const struct component *c)
{
    int64_t most = 0;
    for (uint32_t i = 0; i < c->count; i++)
        most = c->cells[i] > most ? c->cells[i] : -c->cells[i] > most ? -c->cells[i] : most;
    return most;
}

/* Legal, one component each, none twice. */
static void is_sound(struct runtime_case *c, const struct sums *window)
{
    for (size_t i = 0; i < window->count; i++) {
        bool legal;
        assert_int_equal(sums_size(window, i), 1);
        struct component p = sums_component(window, i, 0);
        assert_int_equal(vm_legal(c->env->vm, &p, &legal), ST_OK);
        assert_true(legal);
        for (size_t j = 0; j < i; j++) {
            struct component q = sums_component(window, j, 0);
            assert_int_not_equal(component_compare(&p, &q), 0);
        }
    }
}

CLAIM(a_window_holds_all_small_legal_positions_in_order)
{
    struct runtime_case c;
    struct sums window = {0};
    case_open(&c, "game g(a, b) where b <= a + 1 { move x(t in 1..a) where b <= a - t + 1 -> g(a - t, b) }");
    assert_int_equal(small_positions_list(c.env, 0, 100, &window), ST_OK);
    assert_int_equal(window.count, 100);
    is_sound(&c, &window);
    int64_t shell = 0, size = 0;
    for (size_t i = 0; i < window.count; i++) {
        struct component p = sums_component(&window, i, 0);
        assert_true(largest(&p) >= shell);
        shell = largest(&p);
    }
    for (int64_t a = 0; a < shell; a++)
        for (int64_t b = 0; b < shell; b++) size += b <= a + 1;
    int64_t inside = 0;
    for (size_t i = 0; i < window.count; i++) {
        struct component p = sums_component(&window, i, 0);
        inside += largest(&p) < shell;
    }
    assert_int_equal(inside, size); /* every shell before the last one is complete */
    sums_free(&window);
    case_close(&c);
}

CLAIM(every_kind_of_field_has_small_values)
{
    static const char *const rules[] = {
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] -= 1 }) }",
        "game g(h: bag) { move x(y in h) where y > 2 -> g([z - 1 for z in h where z > 0]) }",
        "game g(b: bool, n) { move x(t in 1..n) -> g(not b, n - t) }",
        "game g(x: int) where x >= -3 { move x(t in 1..2) where x - t >= -3 -> g(x - t) }",
    };
    size_t opened = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct rule_file file;
        rule_open(&file, rules[i]);
        enum status st = file.st;
        rule_close(&file);
        if (st != ST_OK) continue;
        opened++;
        struct runtime_case c;
        struct sums window = {0};
        case_open(&c, rules[i]);
        assert_int_equal(small_positions_list(c.env, 0, 60, &window), ST_OK);
        if (window.count < 30) fail_msg("%s: %zu positions", rules[i], window.count);
        is_sound(&c, &window);
        sums_free(&window);
        case_close(&c);
    }
    assert_true(opened == sizeof rules / sizeof *rules);
}

CLAIM(a_finite_game_has_a_finite_window)
{
    struct runtime_case c;
    struct sums window = {0};
    case_open(&c, "graph g { a -> b c; b -> c; d -> a }");
    assert_int_equal(small_positions_list(c.env, 0, 400, &window), ST_OK);
    assert_int_equal(window.count, 4);
    is_sound(&c, &window);
    assert_int_equal(small_positions_list(c.env, 0, 0, &window), ST_OK);
    assert_int_equal(window.count, 0);
    sums_free(&window);
    case_close(&c);
}

CLAIM(a_sample_adds_others_and_is_the_same_every_time)
{
    struct runtime_case c;
    struct sums one = {0}, two = {0}, other = {0};
    case_open(&c, "game g(a, b) { move x(t in 1..a) where b != 137 -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    assert_int_equal(small_positions_list(c.env, 0, 50, &one), ST_OK);
    assert_int_equal(small_positions_list(c.env, 0, 50, &two), ST_OK);
    assert_int_equal(drawn_positions(c.env, 0, 200, 1, &one), ST_OK);
    assert_int_equal(drawn_positions(c.env, 0, 200, 1, &two), ST_OK);
    assert_int_equal(drawn_positions(c.env, 0, 200, 2, &other), ST_OK);
    assert_true(one.count > 50 && one.count <= 250);
    assert_int_equal(one.count, two.count);
    is_sound(&c, &one);
    size_t different = 0;
    bool near_137 = false;
    for (size_t i = 0; i < one.count; i++) {
        struct component p = sums_component(&one, i, 0), q = sums_component(&two, i, 0);
        assert_int_equal(component_compare(&p, &q), 0);
        near_137 |= p.cells[1] >= 136 && p.cells[1] <= 138;
        if (i < 50 || i - 50 >= other.count) continue;
        q = sums_component(&other, i - 50, 0);
        different += component_compare(&p, &q) != 0;
    }
    assert_true(different > 0);
    assert_true(near_137); /* the number that stands in the rule */
    sums_free(&one);
    sums_free(&two);
    sums_free(&other);
    case_close(&c);
}

CLAIM(a_probe_searches_within_its_bound)
{
    struct runtime_case c;
    struct env *probe, *again;
    int64_t cells[2] = {300, 300};
    struct component component = {0, 2, cells};
    uint64_t value;
    case_open(&c, "game g(a, b) { symmetric move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    assert_int_equal(audit_env_open(c.env, 3, &probe), ST_OK);
    assert_true(probe->terms.plain && probe->store != c.env->store && probe->diags != c.env->diags);
    assert_null(probe->plugins);
    probe->terms.only = "hashed";
    assert_int_equal(values_of(probe, &component, 1, &value, NULL), ST_STATE_BUDGET);
    assert_int_equal(audit_env_ends(c.env, ST_STATE_BUDGET), ST_OK); /* the audit ends, not the question */
    assert_int_equal(audit_env_ends(c.env, ST_NO_MEMORY), ST_NO_MEMORY);
    assert_int_equal(audit_env_open(c.env, 1000, &again), ST_OK);
    assert_ptr_equal(again, probe); /* kept, with a fresh bound */
    cells[0] = 12, cells[1] = 9;
    assert_int_equal(values_of(again, &component, 1, &value, NULL), ST_OK);
    assert_int_equal(value, 12 ^ 9);
    c.file.budget.deadline_ns = 1;
    assert_int_equal(audit_env_ends(c.env, ST_STATE_BUDGET), ST_TIMEOUT); /* the caller's own limits hold besides */
    case_close(&c);
}

static struct runtime_case failing;
static bool lists(void)
{
    struct sums window = {0};
    enum status st = small_positions_list(failing.env, 0, 40, &window);
    size_t listed = window.count;
    if (st == ST_OK) st = drawn_positions(failing.env, 0, 20, 1, &window);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    bool complete = st == ST_OK && listed == 40;
    sums_free(&window);
    return complete;
}

CLAIM(any_failed_allocation_is_survived)
{
    case_open(&failing, "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] -= 1 }) }");
    assert_true(walk_failures(lists) > 3);
    case_close(&failing);
}

CLAIMS(IT(a_window_holds_all_small_legal_positions_in_order), IT(every_kind_of_field_has_small_values),
       IT(a_finite_game_has_a_finite_window), IT(a_sample_adds_others_and_is_the_same_every_time),
       IT(a_probe_searches_within_its_bound), IT(any_failed_allocation_is_survived))
