/* SPDX-License-Identifier: MIT */
/* The checker as its callers see it: models, positions from the command line, settings, failing allocations. */
#include "check/names/params.h"
#include "claims.h"
#include "checked.h"

#define NIM "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
#define BASH "game bash(n) { param m = 3 in 1..  move take(t in 1..min(m, n)) -> bash(n - t) }\n"

/* The position as text, or the code of the mistake. */
static const char *position(struct checked *c, const char *text)
{
    struct ast *ast;
    struct expr *e;
    int slots;
    c->diags.count = c->diags.errors = 0;
    if (checked_parse(c, "<position>", text, false, &ast) != ST_OK) return checked_code(c, 0);
    if (check_position(&c->in, c->model, ast, &c->answers, &e, &slots) != ST_OK) return checked_code(c, 0);
    struct text out = {0};
    expr_print(c->model, -1, e, &out);
    const char *copy = arena_strdup(&c->answers, text_c(&out));
    text_free(&out);
    return copy;
}

static enum status set(struct checked *c, const char *name, const char *value, struct param_value **values,
                       size_t *count)
{
    int param;
    struct ast *ast;
    c->diags.count = c->diags.errors = 0;
    enum status st = check_param_name(&c->in, c->model, name, (struct span){0}, &param);
    if (st == ST_OK) st = checked_parse(c, "--set", value, false, &ast);
    return st == ST_OK ? check_value(&c->in, c->model, param, ast, &c->answers, values, count) : st;
}

CLAIM(a_rule_becomes_a_model)
{
    struct checked c;
    checked_open(&c, NIM);
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.model->game_count, 1);
    assert_int_equal(c.model->main_game, 0);
    assert_int_equal(c.model->games[0].moves[0].gen_count, 1);
    assert_true(c.model->games[0].closed && c.model->games[0].shrinking);
    checked_close(&c);
}

CLAIM(a_mistake_gives_no_model)
{
    struct checked c;
    checked_open(&c, "game nim(n) { move take(t in 1..n) -> nim(m - t) }");
    assert_int_equal(c.st, ST_INVALID);
    assert_null(c.model);
    assert_string_equal(checked_code(&c, 0), "E0201");
    checked_close(&c);
}

CLAIM(several_mistakes_are_found_in_one_run)
{
    struct checked c;
    checked_open(&c,
                 "game a(n) { move x(t in 1..k) -> a(n - t)  move y(t in 1..n) -> b(n - t) }\nexpect sg(a(1, 2)) == 0");
    assert_int_equal(c.diags.errors, 2);
    checked_close(&c);
}

CLAIM(one_mistake_gives_one_message)
{
    struct checked c;
    checked_open(&c,
                 "fn f(x) = x + y\ngame a(n) { move x(t in 1..f(n), u in f(t)..n) where f(t) == f(u) -> a(f(n) - t) }");
    assert_int_equal(c.diags.errors, 1);
    checked_close(&c);
}

CLAIM(positions_are_sums_of_any_size)
{
    struct checked c;
    checked_open(&c, NIM);
    assert_string_equal(position(&c, "nim(3) + nim(5)"), "nim(3) + nim(5)");
    assert_string_equal(position(&c, "nim(100000000000000000000)"), "nim(100000000000000000000)");
    assert_string_equal(position(&c, "end"), "end");
    assert_string_equal(position(&c, "7"), "nim(7)");
    assert_string_equal(position(&c, "3 + 5"), "E0301");
    assert_string_equal(position(&c, "nim(-1)"), "E0411");
    assert_string_equal(position(&c, "-1"), "E0411");
    assert_string_equal(position(&c, "nmi(3)"), "E0201");
    assert_string_equal(position(&c, "sg(nim(3))"), "E0301");
    checked_close(&c);
}

CLAIM(nodes_may_be_named_alone)
{
    struct checked c;
    checked_open(&c, "graph g { a -> b c; b -> c }");
    assert_string_equal(position(&c, "a"), "g(a)");
    assert_string_equal(position(&c, "g(b) + g(c)"), "g(b) + g(c)");
    assert_string_equal(position(&c, "d"), "E0215");
    checked_close(&c);
}

CLAIM(starts_are_told_by_their_arguments)
{
    struct checked c;
    checked_open(&c, "game f(n, q) { start(n) -> f(n, n)  move take(t in 1..min(n, q)) -> f(n - t, t) }");
    assert_string_equal(position(&c, "f(3, 2)"), "f(3, 2)");
    assert_string_equal(position(&c, "9"), "f(9)");
    assert_string_equal(position(&c, "f(1, 2, 3)"), "E0303");
    checked_close(&c);
}

CLAIM(rows_bags_and_grids_are_read_by_the_field)
{
    struct checked c;
    checked_open(&c, "game g(s: row) { move off(t in 1..s[1]) -> g(s with { [1] -= t }) }");
    assert_string_equal(position(&c, "[2, 0, 1]"), "g([2, 0, 1])");
    assert_string_equal(position(&c, "g([])"), "g([])");
    assert_string_equal(position(&c, "g([-1])"), "E0411");
    assert_string_equal(position(&c, "g([[1]])"), "E0301");
    checked_close(&c);
}

CLAIM(settings_are_checked_against_domains)
{
    struct checked c;
    struct param_value *values = NULL;
    size_t count = 0;
    checked_open(&c, BASH);
    assert_int_equal(set(&c, "m", "5", &values, &count), ST_OK);
    assert_int_equal(values[0].value, 5);
    assert_int_equal(set(&c, "bash.m", "2..4", &values, &count), ST_OK);
    assert_int_equal(count, 3);
    assert_int_equal(values[2].value, 4);
    assert_int_equal(set(&c, "m", "0", &values, &count), ST_INVALID);
    assert_string_equal(checked_code(&c, 0), "E0409");
    assert_int_equal(set(&c, "m", "{1, 2}", &values, &count), ST_INVALID);
    assert_string_equal(checked_code(&c, 0), "E0622");
    assert_int_equal(set(&c, "m", "1..1000000", &values, &count), ST_INVALID);
    assert_string_equal(checked_code(&c, 0), "E0623");
    assert_int_equal(set(&c, "k", "1", &values, &count), ST_USAGE);
    assert_string_equal(checked_code(&c, 0), "E0620");
    checked_close(&c);
}

CLAIM(sets_are_sorted_and_without_repeats)
{
    struct checked c;
    struct param_value *values = NULL;
    size_t count = 0;
    checked_open(&c, "game s(n) { param S = {4, 1, 3, 1}  move take(t in S) where t <= n -> s(n - t) }");
    assert_int_equal(c.model->params[0].set_count, 3);
    assert_int_equal(c.model->params[0].set[2], 4);
    assert_int_equal(set(&c, "S", "{7, 2, 2}", &values, &count), ST_OK);
    assert_int_equal(values[0].set_count, 2);
    assert_int_equal(values[0].set[0], 2);
    assert_int_equal(set(&c, "S", "{0, 2}", &values, &count), ST_INVALID);
    assert_int_equal(set(&c, "S", "3", &values, &count), ST_INVALID);
    checked_close(&c);
}

CLAIM(a_parameter_of_two_games_needs_its_game)
{
    struct checked c;
    struct param_value *values;
    size_t count;
    checked_open(&c, "game a(n) { param k = 1  move x(t in 1..n) where t != k -> a(n - t) }"
                     "game b(n) { param k = 2  move x(t in 1..n) where t != k -> b(n - t) }");
    assert_int_equal(set(&c, "k", "1", &values, &count), ST_USAGE);
    assert_string_equal(checked_code(&c, 0), "E0621");
    assert_int_equal(set(&c, "b.k", "7", &values, &count), ST_OK);
    checked_close(&c);
}

CLAIM(questions_can_be_typed)
{
    struct checked c;
    struct ast *ast;
    struct expr *e;
    int slots;
    checked_open(&c, BASH);
    assert_int_equal(checked_parse(&c, "<question>", "sg(bash(7)) == 7 % (m + 1)", false, &ast), ST_OK);
    assert_int_equal(check_question(&c.in, c.model, ast, &c.answers, &e, &slots), ST_OK);
    assert_int_equal(e->type, TYPE_BOOL);
    checked_close(&c);
}

static const char everything[] =
    "param k = 2 in 1..\nfn f(a, b) = a * b + max(a, 1)\n"
    "game nim(n) { move take(t in 1..n) -> nim(n - t)\n expect sg(nim(3)) == 3 }\n"
    "game sub(n) { param S = {1, 3}\n move take(t in S) where t <= n and f(t, n) > 0 -> sub(n - t) }\n"
    "game code = octal \"4.1(3)\"\ngame more of code { move x(t in squares) where t <= n -> more(n - t) }\n"
    "game many(h: bag) = upto k of (nim(x) for x in h)\n"
    "game s(s: row) { move down(i in 2..len(s), t in 1..s[i]) -> s(s with { [i] -= t, [i - 1] += t }) }\n"
    "game w(a, b) { symmetric start(n) -> w(n, n)\n move x(t in 1..min(a, b)) where (t, a) != (1, 1) -> t == 1 ? w(a - "
    "t, b) : w(a, b - t) }\n"
    "graph g { a -> b c; b -> c }\nclaim P(nim(n)) iff n == 0 for n in 0..9, k in 1..3 where odd(n)\n"
    "expect wins(nim(1)) == { nim(0) }\n";

static bool checks_everything(void)
{
    struct checked c;
    checked_open(&c, everything);
    bool done = c.st == ST_OK;
    if (done) {
        struct text out = {0};
        model_dump(c.model, &out);
        done = !out.failed;
        text_free(&out);
    } else {
        assert_int_equal(c.st, ST_NO_MEMORY);
    }
    checked_close(&c);
    return done;
}

CLAIM(any_allocation_may_fail) { assert_true(walk_failures(checks_everything) > 20); }

static bool reports_mistakes(void)
{
    struct checked c;
    checked_open(&c, "game a(n) { move x(t in 1..3) -> a(n - t) }\ngame b(n) { move x(t in 0..n) -> b(n - t) }\n"
                     "game c(n) { param q = 1 in 2..  move x(u in 1..0) -> c(nn) }\ngraph g { a -> b; b -> a }\n");
    bool done = c.st == ST_INVALID;
    if (!done) assert_int_equal(c.st, ST_NO_MEMORY);
    checked_close(&c);
    return done;
}

CLAIM(any_allocation_may_fail_while_reporting) { assert_true(walk_failures(reports_mistakes) > 10); }

CLAIMS(IT(a_rule_becomes_a_model), IT(a_mistake_gives_no_model), IT(several_mistakes_are_found_in_one_run),
       IT(one_mistake_gives_one_message), IT(positions_are_sums_of_any_size), IT(nodes_may_be_named_alone),
       IT(starts_are_told_by_their_arguments), IT(rows_bags_and_grids_are_read_by_the_field),
       IT(settings_are_checked_against_domains), IT(sets_are_sorted_and_without_repeats),
       IT(a_parameter_of_two_games_needs_its_game), IT(questions_can_be_typed), IT(any_allocation_may_fail),
       IT(any_allocation_may_fail_while_reporting))
