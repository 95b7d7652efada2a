/* SPDX-License-Identifier: MIT */
/* Views of an environment: what is asked on other terms leaves everything as it was; tenants of the store. */
#include "claims.h"
#include "runtime_case.h"

static const char pair[] = "game pair(a, b) { symmetric move l(t in 1..min(2, a)) -> pair(a - t, b) "
                           "move r(t in 1..min(2, b)) -> pair(a, b - t) }";
static const char kl[] = "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 1 : 2) -> kl(n - t) }";

static void assert_same_env(const struct env *env, const struct env *before)
{
    assert_memory_equal(env, before, sizeof *env);
}

CLAIM(a_view_on_other_terms_changes_nothing_in_its_environment)
{
    struct runtime_case c;
    struct env_view view;
    case_open(&c, kl);
    struct env before = *c.env;
    struct terms terms = {.only = "hashed", .plain = true, .alike = true, .looks = 3, .states = 5};
    env_view_open(&view, c.env, &terms);
    assert_string_equal(view.env.terms.only, "hashed");
    assert_true(c.env->traits->games[0].mover && !view.env.traits->games[0].mover);
    for (int i = 0; i < 3; i++) assert_int_equal(budget_check(view.env.budget), ST_OK);
    assert_int_equal(budget_check(view.env.budget), ST_STATE_BUDGET);
    assert_int_equal(budget_check(c.env->budget), ST_OK);
    env_view_close(&view);
    assert_same_env(c.env, &before);
    case_close(&c);
}

CLAIM(sums_with_clauses_and_without_are_kept_apart_and_both_stay)
{
    struct runtime_case c;
    struct env_view view;
    enum outcome outcome;
    struct ask asked = {.play = PLAY_MISERE, .remoteness = true};
    case_open(&c, pair);
    c.env->terms.only = "wholesum";
    struct position position = case_position(&c, "pair(5, 3) + pair(3, 5)");
    struct terms plain = c.env->terms;
    plain.plain = true;
    env_view_open(&view, c.env, &plain);
    assert_int_equal(outcomes_of(c.env, &position, 1, &asked, &outcome, NULL, NULL), ST_OK);
    uint32_t with = c.env->store->sums[false].outcomes[1][1].count;
    assert_true(with > 0);
    assert_int_equal(c.env->store->sums[true].outcomes[1][1].count, 0);
    enum outcome again;
    assert_int_equal(outcomes_of(&view.env, &position, 1, &asked, &again, NULL, NULL), ST_OK);
    assert_int_equal(again, outcome);
    assert_true(c.env->store->sums[true].outcomes[1][1].count > with); /* both mirror images */
    assert_int_equal(c.env->store->sums[false].outcomes[1][1].count, with);
    env_view_close(&view);
    case_close(&c);
}

CLAIM(a_view_that_differs_in_the_use_of_clauses_has_no_values)
{
    struct runtime_case c;
    struct env_view view;
    uint64_t value;
    case_open(&c, pair);
    struct position position = case_position(&c, "pair(5, 3)");
    struct terms plain = c.env->terms;
    plain.plain = true;
    env_view_open(&view, c.env, &plain);
    assert_int_equal(values_of(&view.env, position.components, 1, &value, NULL), ST_UNSUPPORTED);
    assert_int_equal(values_of(c.env, position.components, 1, &value, NULL), ST_OK);
    assert_int_equal(values_of(&view.env, position.components, 1, &value, NULL), ST_UNSUPPORTED);
    struct arena arena = {0};
    struct ask ask = {.what = Q_VALUE, .components = position.components, .count = 1};
    struct result result;
    assert_int_equal(plan_answer(&view.env, &ask, &arena, &result), ST_UNSUPPORTED);
    arena_free(&arena);
    env_view_close(&view);
    case_close(&c);
}

CLAIM(what_fails_in_a_quiet_view_is_reported_there_alone)
{
    struct runtime_case c;
    struct env_view quiet;
    int64_t cells[] = {5};
    struct component component = {0, 1, cells};
    struct sums options = {0};
    bool all;
    case_open(&c, "game g(n) { move t(t in 1..n) where 1 / (n - 5) >= 0 -> g(n - t) }");
    env_view_quiet(&quiet, c.env);
    assert_int_equal(options_collect(&quiet.env, &component, 1, 10, &options, &all), ST_RULE_FAILED);
    assert_int_equal(c.file.diags.count, 0);
    assert_int_equal(quiet.diags.count, 1);
    diags_add(c.env->diags, &quiet.diags);
    env_view_close(&quiet);
    assert_string_equal(rule_error(&c.file), "E0502");
    assert_int_equal(options_collect(c.env, &component, 1, 10, &options, &all), ST_RULE_FAILED);
    assert_int_equal(c.file.diags.count, 2);
    sums_free(&options);
    case_close(&c);
}

/* ---- tenants ------------------------------------------------------------------------------------------------------ */
static int forgotten[4], forgets;
static void forget(void *kept) { forgotten[forgets++] = *(int *)kept; }
static const struct tenant guest = {"guest", sizeof(int), false, forget},
                           lodger = {"lodger", sizeof(int), true, forget};

CLAIM(a_tenant_has_a_room_for_each_terms_until_the_parameters_change)
{
    struct runtime_case c;
    struct env_view view;
    case_open(&c, kl);
    struct terms plain = {.plain = true};
    env_view_open(&view, c.env, &plain);
    int *a = store_room(c.env, &guest), *b = store_room(&view.env, &guest), *one = store_room(c.env, &lodger);
    assert_true(a && b && one && a != b && *a == 0);
    assert_ptr_equal(store_room(&view.env, &lodger), one);
    *a = 1, *b = 2, *one = 3;
    assert_ptr_equal(store_room(c.env, &guest), a);
    env_view_close(&view);
    forgets = 0;
    store_clear(c.env->store);
    assert_int_equal(forgets, 3);
    assert_int_equal(forgotten[0], 3); /* the last first */
    assert_int_equal(forgotten[2], 1);
    assert_int_equal(*(int *)store_room(c.env, &guest), 0);
    case_close(&c);
    assert_int_equal(forgets, 4);
}

CLAIMS(IT(a_view_on_other_terms_changes_nothing_in_its_environment),
       IT(sums_with_clauses_and_without_are_kept_apart_and_both_stay),
       IT(a_view_that_differs_in_the_use_of_clauses_has_no_values),
       IT(what_fails_in_a_quiet_view_is_reported_there_alone),
       IT(a_tenant_has_a_room_for_each_terms_until_the_parameters_change))
