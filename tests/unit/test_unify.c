/* SPDX-License-Identifier: MIT */
/* Recognition: spellings that must be recognised and rules that must not; random rules against their respellings and
 * against each other, every claim checked by listing the options of small states. */
#include "claims.h"
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"
#include "proof/match/itself.h"
#include "proof/match/unify.h"
#include "random_rule.h"
#include "rule_file.h"

enum { MOST = 16 };

/* ---- the options of both, compared ------------------------------------------------------------------------------- */
struct options {
    struct arena *arena;
    const int *place; /* argument i of a result is written at place[i]; NULL: as it is */
    VEC(const char *) items;
};

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static enum status write_option(void *context, const struct component *components, size_t count,
                                const struct taken *taken)
{
    struct options *o = context;
    const char *parts[8];
    (void)taken;
    assert_true(count <= 8);
    for (size_t i = 0; i < count; i++) {
        int64_t cells[8] = {0};
        for (size_t k = 0; k < components[i].count; k++)
            cells[o->place ? o->place[k] : (int)k] = components[i].cells[k];
        parts[i] =
            arena_printf(o->arena, "%u:%lld,%lld", components[i].count, (long long)cells[0], (long long)cells[1]);
    }
    qsort(parts, count, sizeof *parts, by_text);
    char *all = arena_strdup(o->arena, "");
    for (size_t i = 0; i < count; i++) all = arena_printf(o->arena, "%s %s", all, parts[i]);
    assert_true(vec_push(&o->items, all));
    return ST_OK;
}

static void list(struct rule_file *f, const int64_t *cells, const int *place, struct options *out)
{
    struct component from = {f->model->main_game, (uint32_t)f->model->games[f->model->main_game].field_count, cells};
    out->arena = &f->arena;
    out->place = place;
    assert_int_equal(vm_options(f->vm, &from, 1, write_option, out), ST_OK);
    if (out->items.count) qsort(out->items.data, out->items.count, sizeof *out->items.data, by_text);
    size_t kept = 0;
    for (size_t i = 0; i < out->items.count; i++)
        if (!kept || strcmp(out->items.data[kept - 1], out->items.data[i]) != 0)
            out->items.data[kept++] = out->items.data[i];
    out->items.count = kept;
}

/* place[i] of the reference's argument i among the user's; the same options in one state? */
static bool same_options(struct rule_file *user, struct rule_file *ref, const int64_t *state, const int *place)
{
    struct options a = {0}, b = {0};
    size_t fields = ref->model->games[ref->model->main_game].field_count;
    int64_t moved[8];
    for (size_t i = 0; i < fields; i++) moved[i] = state[place[i]];
    list(user, state, NULL, &a);
    list(ref, moved, place, &b);
    bool same = a.items.count == b.items.count;
    for (size_t i = 0; same && i < a.items.count; i++) same = strcmp(a.items.data[i], b.items.data[i]) == 0;
    vec_free(&a.items);
    vec_free(&b.items);
    return same;
}

static bool agree(struct rule_file *user, struct rule_file *ref, const int *place)
{
    bool two = user->model->games[user->model->main_game].field_count == 2;
    for (int64_t x = 0; x <= (two ? MOST : 2 * MOST); x++)
        for (int64_t y = 0; y <= (two ? MOST : 0); y++)
            if (!same_options(user, ref, (const int64_t[]){x, y}, place)) return false;
    return true;
}

/* ---- one question ------------------------------------------------------------------------------------------------ */
struct pair {
    struct rule_file user, ref;
    struct unification how;
    enum unify_result result;
};

static bool open_pair(struct pair *p, const char *user, const char *ref)
{
    rule_open(&p->user, user);
    rule_open(&p->ref, ref);
    memset(&p->how, 0, sizeof p->how);
    if (p->user.st != ST_OK || p->ref.st != ST_OK) return false;
    p->result = unify_games(p->user.model, p->user.model->main_game, p->user.params, p->ref.model,
                            p->ref.model->main_game, &p->how);
    return true;
}

static void close_pair(struct pair *p)
{
    unification_free(&p->how);
    rule_close(&p->user);
    rule_close(&p->ref);
}

static bool scalars(const struct rule_file *f)
{
    const struct game *g = &f->model->games[f->model->main_game];
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind != FIELD_NAT) return false;
    return g->kind == GAME_RULES && g->field_count <= 2;
}

static void check(const char *user, const char *ref, bool same)
{
    struct pair p;
    if (!open_pair(&p, user, ref)) fail_msg("%s: %s", user, rule_message(p.user.st == ST_OK ? &p.ref : &p.user));
    if ((p.result == UNIFY_YES) != same)
        fail_msg("%s: should %sbe %s (%s)", user, same ? "" : "not ", ref, p.how.reason ? p.how.reason : "");
    if (same && scalars(&p.user)) {
        vm_set_params(p.ref.vm, p.how.params);
        assert_true(agree(&p.user, &p.ref, p.how.arguments));
    }
    close_pair(&p);
}

static void all_are(const char *ref, const char *const *users, bool same)
{
    for (size_t i = 0; users[i]; i++) check(users[i], ref, same);
}
#define ARE(name, ref, ...)                                                                                            \
    CLAIM(name) { all_are(ref, (const char *const[]){__VA_ARGS__, NULL}, true); }
#define ARE_NOT(name, ref, ...)                                                                                        \
    CLAIM(name) { all_are(ref, (const char *const[]){__VA_ARGS__, NULL}, false); }

#define NIM "game nim(n) { move take(t in 1..n) -> nim(n - t) }"
#define BASH "game bash(n) { param m = 3 in 1.. move take(t in 1..min(m, n)) -> bash(n - t) }"
#define SUBTRACTION "game subtraction(n) { param S = {1, 3, 4} move take(t in S) where t <= n -> subtraction(n - t) }"
#define WYTHOFF                                                                                                        \
    "game wythoff(a, b) { symmetric move left(t in 1..a) -> wythoff(a - t, b) "                                        \
    "move right(t in 1..b) -> wythoff(a, b - t) move both(t in 1..min(a, b)) -> wythoff(a - t, b - t) }"
#define FIBONACCI "game f(n, q) { param c = 2 in 1.. move take(t in 1..min(n, q)) -> f(n - t, c * t) }"
#define HALF "game half(n) { move take(t in 1..(n + 1) / 2) -> half(n - t) }"
#define KAYLES "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }"
#define STAIRS                                                                                                         \
    "game staircase(s: row) { move off(t in 1..s[1]) -> staircase(s with { [1] -= t }) "                               \
    "move down(i in 2..len(s), t in 1..s[i]) -> staircase(s with { [i] -= t, [i - 1] += t }) }"
#define CHIPS                                                                                                          \
    "game georgia(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) { "                                       \
    "move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> georgia(p with { [i] = y }) }"
#define MOORE NIM "param k = 2 in 1.. game moore(h: bag) = upto k of (nim(x) for x in h)"
#define BOARD                                                                                                          \
    "game board(g: grid) { move bite(i in 1..rows(g), j in 1..cols(g)) where g[i,j] == 1 and (i, j) != (1, 1) "        \
    "-> board(g with { [i..rows(g), j..cols(g)] = 0 }) }"
#define MULTIPLES "game mult(n) { param m = 2 in 1.. move take(t in 1..n) where t % m != 0 -> mult(n - t) }"

ARE(nim_is_recognised_in_other_words, NIM, "game a(x) { move take(t in 1..x) -> a(x - t) }",
    "game a(n) { move to(y in 0..n - 1) -> a(y) }", "game a(x) { move to(y in 0..x) where y < x -> a(y) }",
    "game a(x) { move to(y in 0..x) where x > y -> a(y) }",
    "game a(n) { move one(t in 1..1) where t <= n -> a(n - t) move more(t in 2..n) -> a(n - t) }",
    "game a(n) { move e(t in 1..n) where t % 2 == 0 -> a(n - t) move o(t in 1..n) where odd(t) -> a(n - t) }",
    "game a(n) { move x(t in 1..n) -> a(n - t) move y(t in 2..n) -> a(n - t) }",
    "game a(n) { move x(t in 1..2 * n) where 2 * t <= 2 * n -> a(n - t) }",
    "game a(n) { move x(t in 1..n, u in 1..2) where u == 1 -> a(n - t) }",
    "game a(n) { move x(u in 0..n, v in 0..n) where u + v <= n and u + v >= 1 -> a(n - u - v) }",
    "game a(n) { move x(t in 1..n) where t in primes -> a(n - t) move y(t in 1..n) where not (t in primes) -> a(n - t) "
    "}",
    "fn f(x, y) = x - y game a(n) { move x(t in 1..n) -> a(f(n, t)) }",
    "game a(n) { move x(t in 1..n) -> (t == 1 ? a(n - 1) : a(n - t)) }")
ARE_NOT(what_is_not_quite_nim_is_not_nim, NIM, "game a(n) { move x(t in 1..3) where t <= n -> a(n - t) }",
        "game a(n) { move x(t in 2..n) -> a(n - t) }", "game a(n) { move x(t in 1..n) where n != 5 -> a(n - t) }",
        "game a(n) { move x(t in 1..n) -> a(n - t) + a(0) }",
        "game a(n) { param m = 1000000 move x(t in 1..min(m, n)) -> a(n - t) }",
        "game a(n) { move x(t in 1..n) where t in primes -> a(n - t) }",
        "game a(n) { move x(t in 1..n) where t != mover -> a(n - t) }", "graph a { p -> q }", WYTHOFF,
        "game b(n) { move x(t in 1..n) -> b(n - t) } game a(n) { move x(t in 1..n) -> b(n - t) }")
ARE(a_bound_is_found_as_a_parameter, BASH, "game a(n) { move x(t in 1..3) where t <= n -> a(n - t) }",
    "game a(n) { move x(t in {1, 2, 3}) where t <= n -> a(n - t) }",
    "game a(n) { param S = {1, 2, 3, 4, 5} move x(t in S) where n >= t -> a(n - t) }",
    "game a(n) { move x(t in 1..7) where n - t >= 0 -> a(n - t) }",
    "game a(n) { move x(t in 1..min(n, 2 * 3)) -> a(n - t) }",
    "game a(n) { move x(t in 1..n) where not (t > 5) -> a(n - t) }",
    "game a(n) { move y(y in max(0, n - 4)..n - 1) -> a(y) }",
    "game a(n) { move one where n >= 1 -> a(n - 1) move two where n >= 2 -> a(n - 2) }",
    "game a(n) { move one where n >= 1 -> a(n - 1) }",
    "game a(n) { param k = 4 move x(t in 1..k) where t <= n and t < k -> a(n - t) }", "game a = octal \"0.3\"")
ARE_NOT(what_is_no_interval_is_not_bash, BASH, "game a(n) { move x(t in 2..4) where t <= n -> a(n - t) }",
        "game a(n) { move x(t in {1, 3, 4}) where t <= n -> a(n - t) }", NIM,
        "game a(n) { move x(t in 1..4) where t < n -> a(n - t) }", "game a(n) { move x(t in 1..n / 2) -> a(n - t) }")
ARE(a_set_is_found_as_a_parameter, SUBTRACTION, "game a(n) { move x(t in {1, 3, 4}) where t <= n -> a(n - t) }",
    "game a(n) { move x(t in {4, 2, 9}) where t <= n -> a(n - t) }",
    "game a(n) { move x(t in 1..9) where t <= n and odd(t) -> a(n - t) }",
    "game a(n) { move p where n >= 5 -> a(n - 5) move q where n > 6 -> a(n - 7) }",
    "game a(n) { move x(t in 2..3) where t <= n -> a(n - t) }", BASH)
#define LAST "9223372036854775807"
ARE(numbers_up_to_the_last_one_are_found, SUBTRACTION,
    "game a(n) { move x(t in 9223372036854775805.." LAST ") where t <= n -> a(n - t) }",
    "game a(n) { move x(t in {" LAST ", 9223372036854775806, 3, " LAST "}) where t <= n -> a(n - t) }",
    "game a(n) { param S = {9223372036854775806, " LAST "} move x(t in S) where t <= n -> a(n - t) }")
ARE_NOT(sets_that_end_with_the_last_number_differ_like_others, NIM,
        "game a(n) { move x(t in squares) where t >= 9223372036854775800 and t <= " LAST " and t <= n -> a(n - t) }",
        "game a(n) { move x(t in 1..n) where not (t in {9223372036854775806, " LAST "}) -> a(n - t) }")
ARE_NOT(what_takes_no_fixed_set_is_no_subtraction, SUBTRACTION, NIM,
        "game a(n) { move x(t in {1, 3, 4}) where t < n -> a(n - t) }")
ARE(wythoff_is_recognised_in_other_words, WYTHOFF,
    "game w(p, q) { move both(t in 1..min(p, q)) -> w(p - t, q - t) move r(t in 1..q) -> w(p, q - t) move l(t in 1..p) "
    "-> w(p - t, q) }",
    "game w(p, q) { move l(y in 0..p - 1) -> w(y, q) move r(y in 0..q - 1) -> w(p, y) "
    "move b(y in 0..p - 1) where q - p + y >= 0 -> w(y, q - p + y) }",
    "game w(p, q) { move m(s in 0..p, t in 0..q) where (s == 0 or t == 0 or s == t) and s + t > 0 -> w(p - s, q - t) }",
    "game w(p, q) { move m(s in 0..p, t in 0..q) where (s, t) != (0, 0) and (s * t == 0 or s == t) -> w(p - s, q - t) "
    "}")
ARE_NOT(what_is_not_quite_wythoff_is_not_wythoff, WYTHOFF,
        "game w(p, q) { move l(y in 0..p - 1) -> w(y, q) move r(y in 0..q - 1) -> w(p, y) }",
        "game w(p, q) { move m(s in 0..p, t in 0..q) where (s == 0 or t == 0 or s == t + 1) and s + t > 0 -> w(p - s, "
        "q - t) }",
        "game w(p, q) { move m(s in 0..p, t in 0..q) where s + t > 0 -> w(p - s, q - t) }")
ARE(arguments_may_change_places, FIBONACCI, "game f(q, n) { move take(t in 1..q) where n - t >= 0 -> f(t + t, n - t) }",
    "game f(q, n) { move take(t in 1..q) where n >= t -> f(3 * t, n - t) }")
ARE_NOT(a_shifted_limit_is_another_game, FIBONACCI,
        "game f(q, n) { move take(t in 1..q) where n - t >= 0 -> f(t + t + 1, n - t) }")
ARE(floor_division_is_understood, HALF, "game h(n) { move take(t in 1..n) where 2 * t <= n + 1 -> h(n - t) }",
    "game h(n) { move take(t in 1..n - n / 2) -> h(n - t) }", "game h(n) { move to(y in n / 2..n - 1) -> h(y) }")
ARE_NOT(floor_is_not_ceiling, HALF, "game h(n) { move take(t in 1..n) where 2 * t <= n -> h(n - t) }")
ARE(a_modulus_is_found_as_a_parameter, MULTIPLES, "game h(n) { move take(t in 1..n) where t % 4 != 0 -> h(n - t) }")
ARE(a_sum_has_no_order, KAYLES,
    "game k(n) { move one(a in 0..n - 1) -> k(n - 1 - a) + k(a) move two(a in 0..n - 2) -> k(a) + k(n - 2 - a) }",
    "game k(n) { move one(a in 0..n / 2, b in 0..n) where a + b + 1 == n and a <= b -> k(b) + k(a) "
    "move two(a in 0..n - 2) -> k(a) + k(n - 2 - a) }")
ARE_NOT(other_splits_are_another_game, KAYLES, "game k = octal \"0.137\"",
        "game k(n) { move one(a in 1..n - 1) -> k(n - 1 - a) + k(a) move two(a in 0..n - 2) -> k(a) + k(n - 2 - a) }")
ARE(updates_of_rows_are_compared, STAIRS,
    "game g(s: row) { move down(i in 2..len(s), t in 1..s[i]) -> g(s with { [i - 1] += t, [i] -= t }) "
    "move off(t in 1..s[1]) -> g(s with { [1] = s[1] - t }) }",
    "game g(s: row) { move off(y in 0..s[1] - 1) -> g(s with { [1] = y }) "
    "move down(i in 1..len(s) - 1, t in 1..s[i + 1]) -> g(s with { [i + 1] -= t, [i] += t }) }")
ARE_NOT(other_updates_of_rows_are_another_game, STAIRS,
        "game g(s: row) { move off(y in 0..s[1] - 1) -> g(s with { [1] = y }) "
        "move down(i in 2..len(s) - 1, t in 1..s[i + 1]) -> g(s with { [i + 1] -= t, [i] += t }) }")
ARE(invariants_over_rows_are_compared, CHIPS,
    "game g(s: row) where (len(s) == 0 or s[1] > 0) and increasing(s) "
    "{ move sl(i in 1..len(s), y in s[i - 1] + 1..s[i]) where y < s[i] -> g(s with { [i] = y }) }")
ARE_NOT(other_ranges_over_rows_are_another_game, CHIPS,
        "game g(s: row) where (len(s) == 0 or s[1] > 0) and increasing(s) "
        "{ move sl(i in 1..len(s), y in s[i - 1]..s[i]) where y < s[i] -> g(s with { [i] = y }) }")
ARE(compounds_are_compared, MOORE,
    "game pile(x) { move sh(y in 0..x - 1) -> pile(y) } game many(b: bag) = upto 3 of (pile(z) for z in b)")
ARE_NOT(compounds_of_other_games_are_other_games, MOORE,
        "game pile(x) { move sh(y in 0..x - 2) -> pile(y) } game many(b: bag) = upto 3 of (pile(z) for z in b)")
ARE(grids_are_compared, BOARD,
    "game c(g: grid) { move bite(i in 1..rows(g), j in 1..cols(g)) where (1, 1) != (i, j) and g[i,j] > 0 and g[i,j] < "
    "2 "
    "-> c(g with { [i..rows(g), j..cols(g)] = 0 }) }")
ARE_NOT(other_corners_are_another_game, BOARD,
        "game c(g: grid) { move bite(i in 1..rows(g), j in 1..cols(g)) where (1, 2) != (i, j) and g[i,j] == 1 "
        "-> c(g with { [i..rows(g), j..cols(g)] = 0 }) }")

CLAIM(parameters_of_the_answer_are_told)
{
    struct pair p;
    assert_true(open_pair(&p, "game a(n) { move x(t in {2, 5, 6}) where t <= n -> a(n - t) }", SUBTRACTION));
    assert_int_equal(p.result, UNIFY_YES);
    assert_int_equal(p.how.params[0].set_count, 3);
    assert_int_equal(p.how.params[0].set[1], 5);
    close_pair(&p);
    assert_true(open_pair(&p, "game f(q, n) { move take(t in 1..q) where n >= t -> f(3 * t, n - t) }", FIBONACCI));
    assert_int_equal(p.how.params[0].value, 3);
    assert_int_equal(p.how.arguments[0], 1);
    close_pair(&p);
}

/* ---- random rules ------------------------------------------------------------------------------------------------ */
static const int straight[2] = {0, 1};

/* Respellings are recognised; a verdict is never wrong. */
static void respell(uint64_t seed, int fields, size_t tries)
{
    size_t asked = 0, missed = 0;
    for (size_t t = 0; t < tries; t++) {
        struct random_rule r;
        struct text rule = {0}, again = {0};
        struct pair p;
        random_rule(&seed, fields, &r);
        random_write(&r, &rule);
        random_respell(&r, &seed, &again);
        if (open_pair(&p, text_c(&again), text_c(&rule))) {
            asked++;
            if (p.result != UNIFY_YES)
                missed++, print_message("# missed (%s): %s\n#   is %s\n", p.how.reason, text_c(&again), text_c(&rule));
            assert_true(agree(&p.user, &p.ref, straight));
        }
        close_pair(&p);
        text_free(&rule);
        text_free(&again);
    }
    assert_true(asked > tries / 3);
    assert_int_equal(missed, 0);
}
CLAIM(respelt_one_heap_rules_are_recognised) { respell(21, 1, 120); }
CLAIM(respelt_two_heap_rules_are_recognised) { respell(22, 2, 60); }

/* Two rules that differ in one condition or domain: the same only if they have the same options. */
CLAIM(rules_with_one_part_changed_are_never_wrongly_recognised)
{
    uint64_t seed = 23;
    size_t same = 0, different = 0;
    for (size_t t = 0; t < 250; t++) {
        struct random_rule r, other;
        struct text rule = {0}, changed = {0};
        struct pair p;
        random_rule(&seed, 1 + (int)(t % 4 == 0), &r);
        random_rule(&seed, r.fields, &other);
        random_write(&r, &rule);
        if (t % 2) memcpy(r.move[0].condition, other.move[0].condition, sizeof r.move[0].condition);
        else memcpy(r.move[0].domain, other.move[0].domain, sizeof r.move[0].domain);
        random_write(&r, &changed);
        if (open_pair(&p, text_c(&changed), text_c(&rule))) {
            if (p.result == UNIFY_YES) assert_true(agree(&p.user, &p.ref, p.how.arguments));
            *(p.result == UNIFY_YES ? &same : &different) += 1;
        }
        close_pair(&p);
        text_free(&rule);
        text_free(&changed);
    }
    assert_true(same > 3 && different > 50);
}

/* ---- symmetric --------------------------------------------------------------------------------------------------- */
static const int crossed[2] = {1, 0};

static enum unify_result symmetric(const char *text, bool *agrees)
{
    struct rule_file f;
    rule_open(&f, text);
    enum unify_result found = UNIFY_NO;
    *agrees = f.st == ST_OK && agree(&f, &f, crossed);
    if (f.st == ST_OK) found = unify_symmetric(f.model, f.model->main_game, f.params);
    rule_close(&f);
    return found;
}
CLAIM(what_has_the_same_moves_with_its_fields_exchanged_is_symmetric)
{
    static const char *const rules[] = {
        "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) move z(t in 1..min(a, b)) -> "
        "g(a - t, b - t) }",
        ("game g(a, b) { move x(t in {1, 3}) where t <= a and b % 2 == 0 -> g(a - t, b) move y(s in {1, 3}) where s <= "
         "b and even(a)"
         " -> g(a, b - s) }"),
        "game g(a, b) { move x where a > 0 and b > 0 -> g(a - 1, b - 1) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        bool agrees;
        if (symmetric(rules[i], &agrees) != UNIFY_YES || !agrees) fail_msg("%s", rules[i]);
    }
}
CLAIM(what_has_other_moves_with_its_fields_exchanged_is_not)
{
    static const char *const rules[] = {
        "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 2..b) -> g(a, b - t) }",
        ("game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) move z(t in 1..a) where t "
         "<= b and a < 9"
         " -> g(a - t, b - t) }"),
        "game g(a, b) { move x(t in 1..a) -> g(a - t, b) }",
        "game g(a, b) { move x(t in 1..min(a, b)) -> g(a - t, b) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        bool agrees;
        if (symmetric(rules[i], &agrees) == UNIFY_YES) fail_msg("%s", rules[i]);
    }
}
CLAIM(random_rules_are_symmetric_only_where_their_options_are)
{
    uint64_t seed = 77;
    for (int t = 0; t < 300; t++) {
        struct random_rule r;
        struct text rule = {0};
        bool agrees;
        random_rule(&seed, 2, &r);
        random_write(&r, &rule);
        if (symmetric(text_c(&rule), &agrees) == UNIFY_YES && !agrees) fail_msg("%s", text_c(&rule));
        text_free(&rule);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static struct rule_file walked_user, walked_ref;
static bool recognises(void)
{
    struct unification how;
    enum unify_result r = unify_games(walked_user.model, walked_user.model->main_game, walked_user.params,
                                      walked_ref.model, walked_ref.model->main_game, &how);
    unification_free(&how);
    assert_true(r == UNIFY_YES || r == UNIFY_NO_MEMORY);
    return r == UNIFY_YES;
}
CLAIM(a_failed_allocation_is_never_a_verdict)
{
    rule_open(&walked_user, "game a(n) { move x(t in {1, 2, 3}) where t <= n -> a(n - t) }");
    rule_open(&walked_ref, BASH);
    assert_true(walk_failures(recognises) > 30);
    rule_close(&walked_user);
    rule_close(&walked_ref);
}

CLAIMS(IT(nim_is_recognised_in_other_words), IT(what_is_not_quite_nim_is_not_nim), IT(a_bound_is_found_as_a_parameter),
       IT(what_is_no_interval_is_not_bash), IT(a_set_is_found_as_a_parameter),
       IT(what_takes_no_fixed_set_is_no_subtraction), IT(numbers_up_to_the_last_one_are_found),
       IT(sets_that_end_with_the_last_number_differ_like_others), IT(wythoff_is_recognised_in_other_words),
       IT(what_is_not_quite_wythoff_is_not_wythoff), IT(arguments_may_change_places),
       IT(a_shifted_limit_is_another_game), IT(floor_division_is_understood), IT(floor_is_not_ceiling),
       IT(a_modulus_is_found_as_a_parameter), IT(a_sum_has_no_order), IT(other_splits_are_another_game),
       IT(updates_of_rows_are_compared), IT(other_updates_of_rows_are_another_game),
       IT(invariants_over_rows_are_compared), IT(other_ranges_over_rows_are_another_game), IT(compounds_are_compared),
       IT(compounds_of_other_games_are_other_games), IT(grids_are_compared), IT(other_corners_are_another_game),
       IT(parameters_of_the_answer_are_told), IT(respelt_one_heap_rules_are_recognised),
       IT(respelt_two_heap_rules_are_recognised), IT(rules_with_one_part_changed_are_never_wrongly_recognised),
       IT(what_has_the_same_moves_with_its_fields_exchanged_is_symmetric),
       IT(what_has_other_moves_with_its_fields_exchanged_is_not),
       IT(random_rules_are_symmetric_only_where_their_options_are), IT(a_failed_allocation_is_never_a_verdict))
