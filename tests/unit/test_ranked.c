/* SPDX-License-Identifier: MIT */
/* Numbered states: numbers have no gaps, and values are those of a search of all options, on every small state and on rules drawn at
 * random; cells are exchanged only where that keeps the rule. */
#include <stdio.h>
#include <string.h>
#include "one_heap.h"
#include "random_rule.h"
#include "runtime_case.h"
#include "play/options/store.h"
#include "solve/ranked/crowded.h"
#include "solve/ranked/fill.h"

extern const struct solver solver_ranked, solver_hashed;

enum { POSITIONS = 400 };
/* Components of the main game; cells are laid out as position.h says. */
struct drawn {
    struct component items[POSITIONS];
    int64_t cells[POSITIONS][3 * TERM_CELLS];
    size_t count;
};

static void add(struct drawn *d, int game, const int64_t *cells, size_t count)
{
    memcpy(d->cells[d->count], cells, count * sizeof *cells);
    d->items[d->count] = (struct component){game, (uint32_t)count, d->cells[d->count]};
    d->count++;
}

/* A row (or a bag, sorted) of `count` cells; number `index` of those with cells below `below`. */
static void add_row(struct drawn *d, int game, bool bag, size_t count, uint64_t index, uint64_t below)
{
    int64_t cells[TERM_CELLS] = {(int64_t)count};
    for (size_t i = 1; i <= count; i++, index /= below) {
        size_t k = i;
        cells[k] = (int64_t)(index % below);
        for (; bag && k > 1 && cells[k - 1] > cells[k]; k--) {
            int64_t swap = cells[k];
            cells[k] = cells[k - 1];
            cells[k - 1] = swap;
        }
    }
    add(d, game, cells, count + 1);
}

/* The ranked values are those of the search; false: it has no answer, and `tried` was not needed. */
static bool agrees(struct runtime_case *c, const char *rule, struct drawn *d)
{
    struct ask q = {.what = Q_VALUE, .components = d->items, .count = d->count, .apart = true};
    struct way way = {.by = &solver_ranked, .ask = &q};
    struct result ours = {0}, theirs = {0};
    enum status st = solver_ranked.run(c->env, &way, &c->arena, &ours);
    if (st == ST_UNSUPPORTED) return false;
    assert_int_equal(st, ST_OK);
    way.by = &solver_hashed;
    assert_int_equal(solver_hashed.run(c->env, &way, &c->arena, &theirs), ST_OK);
    for (size_t i = 0; i < d->count; i++)
        if (ours.values[i] != theirs.values[i]) {
            struct text text = {0};
            component_print(c->file.model, &d->items[i], &text);
            fail_msg("%s: %s is %llu, not %llu", rule, text_c(&text), (unsigned long long)theirs.values[i],
                     (unsigned long long)ours.values[i]);
        }
    return true;
}

/* Every row or bag of that many cells below `below`. */
static bool row_stands(const char *rule, size_t cells, uint64_t below)
{
    struct runtime_case c;
    static struct drawn d;
    uint64_t all = 1;
    case_open(&c, rule);
    d.count = 0;
    for (size_t i = 0; i < cells; i++) all *= below;
    int game = c.file.model->main_game;
    for (uint64_t i = 0; i < all && d.count < POSITIONS; i++)
        add_row(&d, game, c.file.model->games[game].fields[0].kind == FIELD_BAG, cells, i, below);
    bool answered = agrees(&c, rule, &d);
    case_close(&c);
    return answered;
}

static bool fields_stand(const char *rule, size_t fields, uint64_t below)
{
    struct runtime_case c;
    static struct drawn d;
    uint64_t all = 1;
    case_open(&c, rule);
    d.count = 0;
    for (size_t i = 0; i < fields; i++) all *= below;
    for (uint64_t i = 0; i < all && d.count < POSITIONS; i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        uint64_t rest = i;
        bool legal;
        for (size_t f = 0; f < fields; f++, rest /= below) cells[f] = (int64_t)(rest % below);
        struct component one = {c.file.model->main_game, (uint32_t)fields, cells};
        assert_int_equal(vm_legal(c.env->vm, &one, &legal), ST_OK);
        if (legal) add(&d, c.file.model->main_game, cells, fields);
    }
    bool answered = agrees(&c, rule, &d);
    case_close(&c);
    return answered;
}

#define MOORE                                                                                                          \
    "game m(s: row) { move one(i in 1..len(s), t in 1..s[i]) -> m(s with { [i] -= t }) "                               \
    "move two(i in 1..len(s), j in 1..i - 1, t in 1..s[i], u in 1..s[j]) -> m(s with { [i] -= t, [j] -= u }) }"
#define STAIRCASE                                                                                                      \
    "game s(s: row) { move off(t in 1..s[1]) -> s(s with { [1] -= t }) "                                               \
    "move down(i in 2..len(s), t in 1..s[i]) -> s(s with { [i] -= t, [i - 1] += t }) }"

#define HEIGHTS                                                                                                        \
    "game c(p: row) { move bite(i in 1..len(p), h in 0..p[i] - 1) -> c([j < i ? p[j] : min(p[j], h) for j in "         \
    "1..len(p)]) }"
#define PLANE                                                                                                          \
    "game c(p: row) { move bite(a in 0..1, b in 0..1, h in 0..p[2 * a + b + 1] - 1) -> c([(j - 1) / 2 >= a and "       \
    "(j - 1) % 2 >= b ? min(p[j], h) : p[j] for j in 1..4]) }"

/* Ones in cells around the ends of words of bits, nothing in the others; `falling`: two in all up to the last of these, one behind. */
static bool long_row_stands(const char *rule, size_t cells, bool falling)
{
    static const size_t at[][3] = {{0, 24, 31}, {31, 32, 33}, {24, 32, 54}, {0, 0, 55}, {23, 24, 25}};
    struct runtime_case c;
    static struct drawn d;
    case_open(&c, rule);
    d.count = 0;
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        int64_t row[TERM_CELLS + 2] = {(int64_t)cells};
        for (size_t i = 0; i < cells && falling; i++) row[1 + i] = i <= at[k][2] ? 2 : 1;
        for (size_t i = 0; i < 3 && !falling; i++)
            if (at[k][i] < cells) row[1 + at[k][i]] = 1;
        add(&d, c.file.model->main_game, row, cells + 1);
    }
    bool answered = agrees(&c, rule, &d);
    case_close(&c);
    return answered;
}

CLAIM(long_rows_have_the_values_of_a_search)
{
    static const struct {
        const char *rule;
        bool falling;
    } rules[] = {
        {STAIRCASE, false},
        {"game s(s: row) { move down(i in 2..len(s), t in 1..s[i]) where i > 33 or s[i] + s[i - 1] < 3 or s[1] > 0 "
         "-> s(s with { [i] -= t, [i - 1] += t }) }",
         false},
        {"game s(s: row) { move far(i in 1..len(s)) where s[i] > 0 and (i < 33 or s[i - 32] == 0) -> "
         "s(i < 33 ? s with { [i] -= 1 } : s with { [i] -= 1, [i - 32] += 1 }) }",
         false},
        {MOORE, false},
        {HEIGHTS, true},
        {"game c(p: row) { move bite(i in 1..len(p), h in 0..p[i] - 1) where (i + h) % 3 != 1 -> "
         "c([j < i ? p[j] : min(p[j], h) for j in 1..len(p)]) }",
         true},
    };
    static const size_t lengths[] = {24, 25, 32, 33, 55, 56};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            if (!long_row_stands(rules[i].rule, lengths[k], rules[i].falling))
                fail_msg("%s: not numbered with %d cells", rules[i].rule, (int)lengths[k]);
        assert_false(long_row_stands(rules[i].rule, TERM_CELLS + 1, rules[i].falling));
    }
}

CLAIM(rows_have_the_values_of_a_search)
{
    static const char *const rules[] = {
        MOORE,
        STAIRCASE,
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where t != i -> r(s with { [i] -= t }) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where (s[i] + t) % 3 != 1 -> r(s with { [i] -= t }) }",
        "game r(s: row) { move a(i in 1..len(s), t in {1, 3}) where t <= s[i] and odd(sum(s)) -> r(s with { [i] -= t "
        "}) "
        "move b(i in 1..len(s), j in 1..len(s), t in 1..min(s[i], s[j])) where i < j -> r(s with { [i] -= t, [j] -= t "
        "}) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where 2 * t <= s[i] + 1 -> r(s with { [i] -= t }) }",
        "game r(s: row) { move a(i in 2..len(s)) where s[i] > 0 -> r(s with { [i] -= 1, [1] += 1 }) "
        "move b where s[1] > 0 -> r(s with { [1] = 0 }) }",
        "game r(s: row) { move a(i in 2..len(s), t in 1..s[i]) -> r(s with { [i] -= t, [i - 1] += t }) }",
        "game r(s: row) { move a(i in 1..len(s), k in 0..s[i] - 1) where all(s[j] <= s[i] for j in 1..len(s)) -> "
        "r([(j == i ? k : s[j]) for j in 1..len(s)]) }",
        "game r(s: row) { move a(i in 1..len(s)) where s[i] > 1 -> r(s with { [i] = s[i] / 2 }) "
        "move b(i in 1..len(s)) where s[i] % 2 == 1 -> r(s with { [i] -= 1 }) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where gcd(t, s[i]) == 1 -> r(s with { [i] -= t }) "
        "move b(t in 1..min(s[1], s[2])) -> r(s with { [1] -= t, [2] -= t }) }",
        "game r(s: bag) { move a(i in 1..len(s), t in 1..s[i]) -> r([(j == i ? s[j] - t : s[j]) for j in 1..len(s)]) }",
        "game r(s: bag) { move a(t in 1..s[len(s)]) -> r([(j == len(s) ? s[j] - t : s[j]) for j in 1..len(s)]) "
        "move b(t in 1..s[1]) -> r([s[j] - t for j in 1..len(s)]) }",
        "game r(s: row) { move a(i in 1..len(s), j in 1..i, t in 1..min(s[i], s[j])) -> r(i == j ? s with { [i] -= t } "
        ": "
        "s with { [i] -= t, [j] -= t }) }",
        "game r(s: row) { move a(i in 1..len(s), j in 1..len(s), t in 1..s[i]) where i != j and 2 * t <= s[j] -> "
        "r(s with { [i] -= t, [j] -= 2 * t }) move b(t in 1..min(s[1], s[2])) where all(s[j] >= t for j in 1..len(s)) "
        "-> "
        "r([x - t for x in s]) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) -> (s[i] > t ? r(s with { [i] -= t }) : end) }",
        ("game r(s: row) { move a(i in 1..len(s), j in 1..len(s), t in 1..s[i]) where s[i] > s[j] -> "
         "r(s with { [i] -= t, [j] = 0 }) }"),
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (size_t cells = 2; cells <= 4; cells++)
            if (!row_stands(rules[i], cells, cells == 2 ? 9 : cells == 3 ? 6 : 4)) fail_msg("%s: no answer", rules[i]);
}

CLAIM(fields_have_the_values_of_a_search)
{
    static const char *const rules[] = {
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) -> f(a, b - t, c) "
        "move z(t in 1..c) -> f(a, b, c - t) move xy(t in 1..a, u in 1..b) -> f(a - t, b - u, c) "
        "move yz(t in 1..b, u in 1..c) -> f(a, b - t, c - u) move xz(u in 1..c, t in 1..a) -> f(a - t, b, c - u) }",
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) -> f(a + t, b - t, c) "
        "move z(t in 1..c) -> f(a, b + t, c - t) }",
        "game f(a, b, c) where a <= b { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b - a) -> f(a, b - t, c) "
        "move z(t in 1..c) where t % 2 == 1 -> f(a, b, c - t) }",
        "game f(a, b, c) { move x(t in 1..min(a, b)) -> f(a - t, b - t, c) move z(t in 1..c) -> f(a, b, c - t) "
        "move y where a > 0 and b > 0 -> f(b - 1, a - 1, c) }",
        "game f(a, b, c) { move x where a > 0 -> f(a - 1, b + 2, c) move y where b > 0 -> f(a, b - 1, c) "
        "move z(t in 1..c) -> f(a, b, c - t) }",
    };
    bool answered[5];
    for (size_t i = 0; i < 5; i++) answered[i] = fields_stand(rules[i], 3, 6);
    for (size_t i = 0; i < 3; i++)
        if (!answered[i]) fail_msg("%s: no answer", rules[i]);
    assert_false(answered[3]); /* two cells change places: neither can be the first that falls */
    assert_false(answered[4]); /* the sum of what rises is not bounded by the start */
}

/* Every kind of end with every kind of condition, for cells that pass on what is taken of them, and for pairs. */
CLAIM(ends_and_conditions_of_every_kind_have_the_values_of_a_search)
{
    static const char *const ends[] = {"1..%c",
                                       "1..min(3, %c)",
                                       "2..%c",
                                       "max(1, %c - 2)..%c",
                                       "1..%c / 2",
                                       "1..min(%c, 2 * %c - 3)",
                                       "1..4",
                                       "max(1, isqrt(%c))..%c",
                                       "1 + popcount(%c)..(2 * %c + 1) / 3",
                                       "max(1, 6 / (%c + 1))..%c",
                                       "max(1, 6 / (%c - 4))..%c"};
    static const char *const conditions[] = {"true",
                                             "odd(t)",
                                             "t != 2",
                                             "t == 1 or t % 3 == 0",
                                             "t <= a + 1",
                                             "12 / (t - 9) != 5",
                                             "t < 2 or 6 / (t - 1) != 3",
                                             "6 / (t - 3) != 2"};
    static const char *const pairs[] = {
        "s != t",         "abs(s - t) <= 1", "abs(t - s) != 1",     "s + t != 5",
        "s % 2 == t % 2", "s * t != 4",      "s + t < 4 or s == t", "12 / (s + t - 3) != 4"};
    char rule[900], end[3][60], *c = end[0];
    size_t answers = 0;
    for (size_t i = 0; i < 11 * 8; i++) {
        for (size_t k = 0; k < 3; k++) {
            c = end[k];
            for (const char *from = ends[i / 8]; *from; from++)
                if (*from == '%' && from[1] == 'c') *c++ = (char)('a' + k), from++;
                else *c++ = *from;
            *c = 0;
        }
        const char *when = conditions[i % 8];
        snprintf(rule, sizeof rule,
                 "game f(a, b, c) { move x(t in %s) where t <= a and (%s) -> f(a - t, b, c) "
                 "move y(t in %s) where t <= b and (%s) -> f(a + t, b - t, c) "
                 "move z(t in %s) where t <= c and (%s) -> f(a, b + t, c - t) }",
                 end[0], when, end[1], when, end[2], when);
        answers += fields_stand(rule, 3, 6);
    }
    for (size_t i = 0; i < 8; i++) {
        snprintf(rule, sizeof rule,
                 "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) -> f(a, b - t, c) "
                 "move z(t in 1..c) -> f(a, b, c - t) move p(s in 1..a, t in 1..b) where %s -> f(a - s, b - t, c) "
                 "move q(s in 1..a, t in 1..c) where %s -> f(a - s, b, c - t) "
                 "move r(s in 1..b, t in 1..c) where %s -> f(a, b - s, c - t) }",
                 pairs[i], pairs[i], pairs[i]);
        answers += fields_stand(rule, 3, 7);
    }
    assert_int_equal(answers, 64); /* the others have a move without a value somewhere */
}

/* How many moves of a rule are one look into one table each, and how many are falls of cells of a group. */
static void kinds_are(const char *rule, const int64_t *cells, size_t count, size_t beams, size_t plain, size_t falls)
{
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    struct ranks r;
    struct shots shots;
    int64_t starts[1][TERM_CELLS] = {{0}};
    size_t n, found[3] = {0};
    case_open(&c, rule);
    struct component one = {c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    assert_int_equal(exchange_find(&u, &c.arena, &x), ST_OK);
    assert_true(unroll_cells(c.env, &one, starts[0], &n));
    assert_int_equal(ranks_open(&u, &x, NULL, (const int64_t(*)[TERM_CELLS])starts, 1, &c.arena, &r), ST_OK);
    assert_int_equal(shots_open(&u, &x, &r, &c.arena, &shots), ST_OK);
    for (size_t i = 0; i < shots.count; i++) {
        found[0] += shots.items[i].beam.fine;
        found[1] += shots.items[i].beam.plain;
        found[2] += shots.items[i].falls.fine;
    }
    assert_int_equal(found[0], beams);
    assert_int_equal(found[1], plain);
    assert_int_equal(found[2], falls);
    unrolled_free(&u);
    case_close(&c);
}

#define SMALL_TAKES                                                                                                    \
    "game m(h: bag) { move one(i in 1..len(h), s in 1..min(3, h[i])) -> m([k == i ? h[k] - s : h[k] for k in "         \
    "1..len(h)]) "                                                                                                     \
    "move two(i in 1..len(h), j in i + 1..len(h), s in 1..2, t in 1..2) where s + t <= 3 and s <= h[i] and t <= h[j] " \
    "-> m([k == i ? h[k] - s : k == j ? h[k] - t : h[k] for k in 1..len(h)]) }"
CLAIM(moves_are_what_their_numbers_make_of_them)
{
    kinds_are(STAIRCASE, (int64_t[]){4, 0, 0, 0, 9}, 5, 4, 4, 0);
    kinds_are(
        "game s(s: row) { move off(t in 1..min(3, s[1])) -> s(s with { [1] -= t }) move down(i in 2..len(s), t in "
        "1..min(3, s[i])) where odd(t) -> s(s with { [i] -= t, [i - 1] += t }) }",
        (int64_t[]){4, 0, 0, 0, 9}, 5, 4, 4, 0);
    kinds_are("game s(s: row) { move leap(i in 3..len(s), t in 1..s[i]) -> s(s with { [i] -= t, [i - 2] += t }) move "
              "down(i in 2..len(s), t in 1..s[i]) where t <= s[1] -> s(s with { [i] -= t, [i - 1] += t }) }",
              (int64_t[]){4, 0, 0, 0, 9}, 5, 3, 3, 0);
    kinds_are("game s(s: row) { move off(t in 1..isqrt(s[1])) -> s(s with { [1] -= t }) move down(i in 2..len(s), "
              "t in (s[i] + 4) / 5..(s[i] + 1) / 2) where t != 2 -> s(s with { [i] -= t, [i - 1] += t }) }",
              (int64_t[]){4, 0, 0, 0, 9}, 5, 4, 4, 0);
    kinds_are("game s(s: row) { move off(t in 1..s[1]) where (s[1] + t) % 3 != 1 -> s(s with { [1] -= t }) move "
              "down(i in 2..len(s), t in 1..s[i]) where s[i] - t != 1 -> s(s with { [i] -= t, [i - 1] += t }) }",
              (int64_t[]){4, 0, 0, 0, 9}, 5, 4, 4, 0);
    kinds_are(MOORE, (int64_t[]){3, 4, 4, 4}, 4, 0, 0, 6);
    kinds_are(SMALL_TAKES, (int64_t[]){4, 5, 5, 5, 5}, 5, 0, 0, 10);
    /* two cells by the last value; one by a product */
    kinds_are("game m(h: bag) { move both(i in 1..len(h), j in i + 1..len(h), t in 1..min(h[i], h[j])) -> "
              "m([k == i or k == j ? h[k] - t : h[k] for k in 1..len(h)]) }",
              (int64_t[]){3, 4, 4, 4}, 4, 0, 0, 0);
    kinds_are("game m(h: bag) { move two(i in 1..len(h), j in i + 1..len(h), s in 1..h[i], t in 1..h[j]) where s * s "
              "<= h[i] -> "
              "m([k == i ? h[k] - s * s : k == j ? h[k] - t : h[k] for k in 1..len(h)]) }",
              (int64_t[]){3, 4, 4, 4}, 4, 0, 0, 0);
}

CLAIM(upto_has_the_values_of_a_search)
{
    static const char *const moves[] = {
        "move t(t in 1..n) -> g(n - t)", "move t(t in {1, 3}) where t <= n -> g(n - t)",
        "move t(t in 1..n) where t % 3 != 2 -> g(n - t) move h where n > 3 -> g(n / 2)"};
    char rule[300];
    for (size_t i = 0; i < 3; i++)
        for (int k = 1; k <= 3; k++)
            for (size_t m = 2; m <= 4; m++) {
                struct runtime_case c;
                static struct drawn d;
                snprintf(rule, sizeof rule, "game g(n) { %s } game u(h: bag) = upto %d of (g(x) for x in h)", moves[i],
                         k);
                case_open(&c, rule);
                d.count = 0;
                for (uint64_t p = 0; p < 125; p++) {
                    int64_t heaps[4], cells[4 + 4 * 4] = {1, COMPOUND_UPTO, k, (int64_t)m};
                    uint64_t rest = p;
                    for (size_t h = 0; h < m; h++, rest /= 5) heaps[h] = (int64_t)(rest % 5);
                    for (size_t h = 1; h < m; h++)
                        for (size_t j = h; j > 0 && heaps[j - 1] > heaps[j]; j--) {
                            int64_t swap = heaps[j];
                            heaps[j] = heaps[j - 1];
                            heaps[j - 1] = swap;
                        }
                    for (size_t h = 0; h < m; h++)
                        memcpy(cells + 4 + 4 * h, (int64_t[]){1, 0, 1, heaps[h]}, 4 * sizeof *cells);
                    add(&d, POSITION_COMPOUND, cells, 4 + 4 * m);
                }
                assert_true(agrees(&c, rule, &d));
                case_close(&c);
            }
}

/* ---- boxes --------------------------------------------------------------------------------------------------------------- */
CLAIM(a_box_has_the_values_of_a_search)
{
    static const char *const rules[] = {
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) -> f(a, b - t, c) move z(t in 1..c) "
        "-> "
        "f(a, b, c - t) move d(t in 1..min(a, min(b, c))) -> f(a - t, b - t, c - t) }",
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) -> f(a + t, b - t, c) "
        "move z(t in 1..c) -> f(a, b + t, c - t) }",
        "game f(a, b: int, c) where b >= -1 and a + c < 6 { move x(t in 1..a) -> f(a - t, b, c) "
        "move y(t in 1..b + 1) -> f(a, b - t, c) move z(t in 1..c) -> f(a, b, c - t) }",
    };
    for (size_t i = 0; i < 3; i++) {
        struct runtime_case c;
        struct value_table box = {
            .fields = 3, .low = {1, -2, 0}, .extent = {4, 6, 5}, .stride = {30, 5, 1}, .count = 120};
        uint32_t ours[120], theirs[120];
        struct result result = {0};
        case_open(&c, rules[i]);
        struct ask q = {.what = Q_BOX, .game = c.file.model->main_game, .box = &box};
        struct way way = {.by = &solver_ranked, .ask = &q};
        box.values = ours;
        box.game = q.game;
        assert_int_equal(solver_ranked.run(c.env, &way, &c.arena, &result), ST_OK);
        box.values = theirs;
        way.by = &solver_hashed;
        assert_int_equal(solver_hashed.run(c.env, &way, &c.arena, &result), ST_OK);
        assert_memory_equal(ours, theirs, sizeof ours);
        case_close(&c);
    }
}

/* ---- rules drawn at random ------------------------------------------------------------------------------------------- */
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

static void write_rule(uint64_t *seed, struct text *out)
{
    static const char *const takes[] = {"t in 1..s[i]", "t in {1, 2, 5}", "t in 1..min(s[i], 3)",
                                        "t in S",       "t in 2..s[i]",   "t in s[i] / 2..s[i]"};
    static const char *const conditions[] = {"true",
                                             "t != 2",
                                             "(s[i] + t) % 3 != 1",
                                             "odd(t) or s[i] > 2",
                                             "t <= i + 1",
                                             "s[1] >= s[2] - 3",
                                             "sum(s) % 4 != 2",
                                             "2 * t != s[i]",
                                             "i != 2",
                                             "t * t <= 9",
                                             "s[i] == max(s)",
                                             "len(s) + t > 4",
                                             "t <= (min(s) + max(s)) / 2",
                                             "count(x for x in s where x > 2) % 2 == t % 2",
                                             "xor(x for x in s) != t",
                                             "count(x for x in s where x % 3 == t % 3) < 3",
                                             "s[s[i]] != t",
                                             "s[s[1] + t - 2] + s[s[len(s)] % len(s) + 1] > 2",
                                             "[3, 1, 2, 1][s[i] - 1] >= t"};
    static const char *const results[] = {"s with { [i] -= t }", "s with { [i] = s[i] - t }",
                                          "s with { [i] -= t, [i % len(s) + 1] += 0 }",
                                          "[(j == i ? s[j] - t : s[j]) for j in 1..len(s)]"};
    static const char *const downs[] = {"s with { [i] -= t, [i - 1] += t }", "s with { [i] -= t, [1] += t - 1 }",
                                        "s with { [i] -= t, [1..i - 1] -= 0 }"};
    bool stairs = random_below(seed, 3) == 0;
    size_t moves = 1 + random_below(seed, 3);
    text_puts(out, "param S = {1, 2, 4} in 1..\ngame r(s: row) {");
    for (size_t m = 0; m < moves; m++) {
        bool down = stairs && random_below(seed, 2);
        text_add(out, " move m%zu(i in %d..len(s), %s) where t >= 1 and t <= s[i] and (%s) -> r(%s)", m, down ? 2 : 1,
                 PICK(seed, takes), PICK(seed, conditions), down ? PICK(seed, downs) : PICK(seed, results));
    }
    text_puts(out, " }");
}

CLAIM(rules_drawn_at_random_have_the_values_of_a_search)
{
    size_t answered = 0;
    for (uint64_t n = 1; n <= 120; n++) {
        struct text rule = {0};
        uint64_t seed = n;
        write_rule(&seed, &rule);
        answered += row_stands(text_c(&rule), 3, 6);
        text_free(&rule);
    }
    assert_true(answered >= 118);
}

/* Moves of bags and rows that lower one cell, two or three. */
static void write_falls(uint64_t *seed, struct text *out)
{
    static const char *const ends[] = {"1..min(2, h[%c])", "1..h[%c]",         "{1, 3}",  "1..3",
                                       "0..h[%c]",         "1..min(3, h[%c])", "2..h[%c]"};
    static const char *const conditions[] = {"true",       "s + t <= 4",        "s != t",
                                             "s + t == 3", "odd(s + t)",        "h[i] > s",
                                             "t != 2",     "h[j] - t != 1",     "(s + t + h[i]) % 3 != 1",
                                             "s >= t",     "2 * s + t <= h[j]", "h[i] <= h[j]",
                                             "s * t != 2"};
    size_t moves = 1 + random_below(seed, 2);
    bool bag = random_below(seed, 2);
    text_add(out, "game r(h: %s) {", bag ? "bag" : "row");
    for (size_t m = 0; m < moves; m++) {
        size_t cells = 1 + random_below(seed, 3);
        const char *order = cells > 1 && random_below(seed, 2) ? "j + 1..len(h)" : "1..len(h)";
        text_add(out, " move m%zu(%si in %s", m, cells > 1 ? "j in 1..len(h), " : "", cells > 1 ? order : "1..len(h)");
        if (cells > 2) text_add(out, ", k in i + 1..len(h)");
        for (size_t v = 0; v < cells; v++) {
            const char *end = PICK(seed, ends);
            text_add(out, ", %c in ", "tsu"[cells == 1 ? 1 : v]);
            for (const char *c = end; *c; c++)
                if (*c == '%') text_add(out, "%c", cells == 1 ? 'i' : "jik"[v]), c++;
                else text_add(out, "%c", *c);
        }
        text_add(out, ") where s >= 1 and s <= h[i]");
        if (cells > 1)
            text_add(out, " and i != j and t <= h[j] and (%s) and (%s)", PICK(seed, conditions),
                     PICK(seed, conditions));
        if (cells > 2) text_add(out, " and k != j and u <= h[k] and s + u != 3");
        text_add(out, " -> r([x == i ? h[x] - s : %s%sh[x] for x in 1..len(h)])",
                 cells > 1 ? "x == j ? h[x] - t : " : "", cells > 2 ? "x == k ? h[x] - u : " : "");
    }
    text_puts(out, " }");
}

CLAIM(falls_drawn_at_random_have_the_values_of_a_search)
{
    static const char *const left[] = {"odd(s + t)", "s != t", "s != 1", "(s + h[j]) % 3 != 1", "h[j] - s != t"};
    char written[300];
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) { /* the last value is what is left of a cell */
        snprintf(written, sizeof written,
                 "game r(h: bag) { move m(i in 1..len(h), j in i + 1..len(h), t in 1..min(2, h[i]), s in 0..h[j] - 1) "
                 "where %s -> r([k == i ? h[k] - t : k == j ? s : h[k] for k in 1..len(h)]) }",
                 left[i]);
        kinds_are(written, (int64_t[]){4, 5, 5, 5, 5}, 5, 0, 0, 6);
        assert_true(row_stands(written, 3, 7));
    }
    size_t answered = 0;
    for (uint64_t n = 1; n <= 120; n++) {
        struct text rule = {0};
        uint64_t seed = n;
        write_falls(&seed, &rule);
        answered += row_stands(text_c(&rule), n % 2 ? 3 : 4, n % 2 ? 7 : 4);
        text_free(&rule);
    }
    assert_true(answered >= 110);
}

/* Moves of four fields, each lowering one or two; sometimes all fields have the same moves, sometimes one differs. */
static void write_fields(uint64_t *seed, struct text *out)
{
    static const char *const conditions[] = {"", " where t != 2", " where (a + b + c + d) % 3 != 1",
                                             " where t % 2 == 1"};
    const char *condition = PICK(seed, conditions);
    uint64_t odd = random_below(seed, 8), pairs = random_below(seed, 2);
    text_puts(out, "game f(a, b, c, d) {");
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            char after[4][8] = {"a", "b", "c", "d"};
            if (i != j && !pairs) continue;
            snprintf(after[i], 8, "%c - t", 'a' + i);
            if (i != j) snprintf(after[j], 8, "%c - u", 'a' + j);
            text_add(out, " move m%d%d(", i, j);
            if (i != j) text_add(out, "u in 1..%c, ", 'a' + j);
            text_add(out, "t in %d..%c)%s -> f(%s, %s, %s, %s)", odd == (uint64_t)i ? 2 : 1, 'a' + i, condition,
                     after[0], after[1], after[2], after[3]);
        }
    text_puts(out, " }");
}

CLAIM(fields_drawn_at_random_have_the_values_of_a_search)
{
    for (uint64_t n = 1; n <= 40; n++) {
        struct text rule = {0};
        uint64_t seed = n;
        write_fields(&seed, &rule);
        if (!fields_stand(text_c(&rule), 4, 4)) fail_msg("%s: no answer", text_c(&rule));
        text_free(&rule);
    }
}

/* ---- numbers ---------------------------------------------------------------------------------------------------------- */
static void shape_is_numbered(const char *rule, const int64_t *cells, size_t count, uint64_t least, uint64_t size,
                              const char *kinds)
{
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    struct ranks r;
    int64_t state[TERM_CELLS], starts[1][TERM_CELLS] = {{0}};
    char found[TERM_CELLS + 1] = "";
    size_t n;
    uint32_t number;
    case_open(&c, rule);
    struct component one = {c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    assert_true(u.fine);
    assert_int_equal(exchange_find(&u, &c.arena, &x), ST_OK);
    assert_true(unroll_cells(c.env, &one, starts[0], &n));
    assert_int_equal(ranks_open(&u, &x, NULL, (const int64_t(*)[TERM_CELLS])starts, 1, &c.arena, &r), ST_OK);
    if (!r.fine) fail_msg("%s: %s", rule, r.why);
    for (size_t i = 0; i < r.unit_count; i++) found[i] = "SCG"[r.units[i].kind] | (r.units[i].exact ? 32 : 0);
    assert_string_equal(found, kinds);
    assert_int_equal(r.size, size);
    assert_int_equal(crowded_least(&r), least);
    assert_true(ranks_of(&r, starts[0], &number));
    ranks_first(&r, state);
    uint64_t i = 0;
    do {
        assert_true(ranks_of(&r, state, &number));
        assert_int_equal(number, i);
        i++;
    } while (ranks_next(&r, state));
    assert_int_equal(i, size);
    for (uint64_t seed = 1, k = 0; k < 100; k++) {
        ranks_draw(&r, &seed, state);
        assert_true(ranks_of(&r, state, &number) && number < size);
    }
    unrolled_free(&u);
    case_close(&c);
}

/* `least`: how many there are at least, as is seen before there are tables. */
CLAIM(states_are_numbered_without_gaps)
{
    shape_is_numbered(MOORE, (int64_t[]){5, 12, 12, 12, 12, 12}, 6, 6188, 6188, "G");
    shape_is_numbered(MOORE, (int64_t[]){3, 1, 4, 2}, 4, 35, 35, "G");
    shape_is_numbered(STAIRCASE, (int64_t[]){5, 0, 0, 0, 0, 25}, 6, 351, 142506, "C");
    shape_is_numbered(STAIRCASE, (int64_t[]){5, 25, 0, 0, 0, 0}, 6, 26, 26, "C");
    shape_is_numbered(STAIRCASE, (int64_t[]){3, 2, 1, 3}, 4, 25, 62, "C");
    shape_is_numbered("game r(s: row) { move a(i in 2..len(s), t in 1..s[i]) -> r(s with { [i] -= t, [i - 1] += t }) }",
                      (int64_t[]){4, 0, 0, 0, 9}, 5, 55, 220, "c");
    shape_is_numbered(
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..b) where t != 2 -> f(a, b - t, c) "
        "move z(t in 1..c) -> f(a, b, c - t) }",
        (int64_t[]){3, 5, 4}, 3, 15 * 6, 15 * 6, "GS");
    shape_is_numbered(
        "game f(a, b: bool, c) { move x(t in 1..a) where b -> f(a - t, b, c) move y where b -> f(a, false, c) "
        "move z(t in 1..c) -> f(a, b, c - t) }",
        (int64_t[]){3, 1, 4}, 3, 4 * 2 * 5, 4 * 2 * 5, "SSS");
}

/* No table is made. */
static void shape_is_refused(const char *rule, const int64_t *cells, size_t count)
{
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    struct ranks r;
    int64_t starts[1][TERM_CELLS] = {{0}};
    size_t n;
    case_open(&c, rule);
    struct component one = {c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    assert_true(u.fine);
    assert_int_equal(exchange_find(&u, &c.arena, &x), ST_OK);
    assert_true(unroll_cells(c.env, &one, starts[0], &n));
    uint64_t before = c.arena.bytes;
    assert_int_equal(ranks_open(&u, &x, NULL, (const int64_t(*)[TERM_CELLS])starts, 1, &c.arena, &r), ST_OK);
    assert_false(r.fine);
    assert_int_equal(c.arena.bytes, before);
    unrolled_free(&u);
    case_close(&c);
}

CLAIM(sums_of_cells_that_do_not_fit_are_no_numbers_of_states)
{
    const int64_t top = INT64_MAX;
    shape_is_refused(STAIRCASE, (int64_t[]){3, top, 1, top}, 4);
    shape_is_refused(STAIRCASE, (int64_t[]){2, top, top}, 3);
    shape_is_refused(STAIRCASE, (int64_t[]){5, top, top, 2, 1, 1}, 6); /* 2 modulo 2^64 */
    shape_is_refused(MOORE, (int64_t[]){3, top, top, top}, 4);
    shape_is_refused("game f(a: int, b) where a >= -2 { move x(t in 1..a + 2) -> f(a - t, b) move y(t in 1..b) -> "
                     "f(a, b - t) move z where a > 0 and b < 3 -> f(a - 1, b + 1) }",
                     (int64_t[]){top, 3}, 2);
}

CLAIM(too_many_states_are_seen_before_there_are_tables)
{
    shape_is_refused(STAIRCASE, (int64_t[]){3, 300000, 300000, 300000}, 4);
    shape_is_refused(MOORE, (int64_t[]){2, 2000000, 1000000}, 3);
    shape_is_refused("game f(a, b) { move x(t in 1..a) -> f(a - t, b) move y(t in 2..b) -> f(a, b - t) }",
                     (int64_t[]){40000, 30000}, 2);
}

/* Cells of one class have the same number. */
static void classes_are(const char *rule, const int64_t *cells, size_t count, const char *classes)
{
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    char found[TERM_CELLS + 1] = "";
    case_open(&c, rule);
    struct component one = {c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    assert_true(u.fine);
    assert_int_equal(exchange_find(&u, &c.arena, &x), ST_OK);
    for (size_t i = 0; i < u.cells; i++) found[i] = (char)('a' + x.group[i]);
    if (strcmp(found, classes) != 0) fail_msg("%s: %s, not %s", rule, found, classes);
    unrolled_free(&u);
    case_close(&c);
}

CLAIM(cells_change_places_where_that_keeps_the_rule)
{
    const int64_t row[] = {4, 1, 2, 3, 4}, three[] = {1, 2, 3};
    classes_are(MOORE, row, 5, "aaaa");
    classes_are(STAIRCASE, row, 5, "abcd");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where i != 2 -> r(s with { [i] -= t }) }", row,
                5, "abaa");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where sum(s) != 5 -> r(s with { [i] -= t }) }",
                row, 5, "aaaa");
    classes_are(
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where t <= 1 + max(s) / 2 -> r(s with { [i] -= t }) }",
        row, 5, "aaaa");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where min(s) + t > xor(x for x in s) -> r(s "
                "with { [i] -= t "
                "}) }",
                row, 5, "aaaa");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where count(x for x in s where x % 3 < t) < 3 "
                "-> r(s with "
                "{ [i] -= t }) }",
                row, 5, "aaaa");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where max(s[1], s[2]) >= t + min(s) -> r(s with "
                "{ [i] -= t "
                "}) }",
                row, 5, "aacc");
    classes_are("game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where s[1] != 5 -> r(s with { [i] -= t }) }",
                row, 5, "abbb");
    classes_are(
        "game f(a, b, c) { move x(t in 1..a, u in 1..b) -> f(a - t, b - u, c) move z(t in 1..c) -> f(a, b, c - t) }",
        three, 3, "aac");
    classes_are(
        "game f(a, b, c) { move x(t in 1..a, u in 1..b) where abs(t - u) <= 1 -> f(a - t, b - u, c) move z(t in "
        "1..c) -> f(a, b, c - t) }",
        three, 3, "aac");
    classes_are(
        "game f(a, b, c) { move x(t in 1..a, u in 1..b) where abs(t - u + 1) <= 1 -> f(a - t, b - u, c) move z(t "
        "in 1..c) -> f(a, b, c - t) }",
        three, 3, "abc");
    classes_are(
        "game f(a, b, c) { move x(t in 1..a, u in t..b) -> f(a - t, b - u, c) move z(t in 1..c) -> f(a, b, c - t) }",
        three, 3, "abc");
    classes_are(
        "game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..c) -> f(a, b, c - t) move z(t in 1..b) "
        "-> f(a, b - t, c) }",
        three, 3, "aaa");
    classes_are(
        "game f(a, b, c) where a < 9 and b < 9 and c < 9 { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..c) -> "
        "f(a, b, c - t) move z(t in 1..b) -> f(a, b - t, c) }",
        three, 3, "aaa");
    classes_are("game f(a, b, c) where 6 / (a + 1) < 9 and b < 9 and c < 9 and 6 / (c + 1) < 9 { move x(t in 1..a) -> "
                "f(a - t, b, c) move y(t in 1..c) -> f(a, b, c - t) move z(t in 1..b) -> f(a, b - t, c) }",
                three, 3, "abc");
    classes_are("game f(a, b, c: int) where c >= -2 { move x(t in 1..a) -> f(a - t, b, c) move y(t in 1..c + 2) -> "
                "f(a, b, c - t) "
                "move z(t in 1..b) -> f(a, b - t, c) }",
                three, 3, "aac");
}

/* ---- failures ---------------------------------------------------------------------------------------------------------- */
CLAIM(a_rule_that_fails_is_left_to_others)
{
    static const char *const rules[] = {
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) where 6 / (s[i] - 2) < 9 -> r(s with { [i] -= t }) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i] + 1) -> r(s with { [i] -= t }) }",
        ("game r(s: row) { move a(i in 1..len(s)) where s[i] == 3 -> r(s with { [i] += 1 }) "
         "move b(i in 1..len(s), t in 1..s[i]) -> r(s with { [i] -= t }) }"),
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) -> r([s[j] for j in 1..len(s) where j != i]) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) -> r(s with { [i] -= t }) + r([1]) }",
        "game r(s: row) { move a(i in 1..len(s), t in 1..s[i]) -> r(s with { [i] -= t, [2..3] -= 0 }) }",
        "game r(s: row) { move a(i in 1..3, j in 1..3, t in 1..s[i]) -> r(s with { [i] -= t, [j] = 0 }) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct runtime_case c;
        struct drawn *d = mem_alloc(sizeof *d);
        struct result result = {0};
        case_open(&c, rules[i]);
        add_row(d, c.file.model->main_game, false, 3, 4 + 5 * 6 + 4 * 36, 6);
        struct ask q = {.what = Q_VALUE, .components = d->items, .count = 1, .apart = true};
        struct way way = {.by = &solver_ranked, .ask = &q};
        assert_int_equal(solver_ranked.run(c.env, &way, &c.arena, &result), ST_UNSUPPORTED);
        assert_int_equal(c.file.diags.errors, 0);
        mem_free(d, sizeof *d);
        case_close(&c);
    }
}

CLAIM(a_kept_table_answers_what_it_holds_and_grows)
{
    struct runtime_case c;
    case_open(&c, STAIRCASE);
    struct drawn *d = mem_alloc(sizeof *d);
    for (uint64_t i = 0; i < 60; i++) {
        d->count = 0;
        add_row(d, c.file.model->main_game, false, 4, i * 7, 5);
        assert_true(agrees(&c, STAIRCASE, d));
        d->count = 0;
        add_row(d, c.file.model->main_game, false, 3, i * 11 % 216, 6);
        assert_true(agrees(&c, STAIRCASE, d));
    }
    mem_free(d, sizeof *d);
    case_close(&c);
}

CLAIM(few_positions_are_searched_and_many_are_numbered)
{
    struct runtime_case c;
    case_open(&c, STAIRCASE);
    case_ask(&c, "s([2, 1, 3])", PLAY_NORMAL, 0);
    assert_string_equal(c.answer.solver, "hashed");
    case_ask(&c, "s([0, 0, 0, 0, 16])", PLAY_NORMAL, 0);
    assert_string_equal(c.answer.solver, "ranked");
    assert_string_equal(c.answer.sg, "16");
    case_close(&c);
    /* 10^9 rows, more than may be stored; 48620 of them keep their order */
    case_open(&c, HEIGHTS);
    case_ask(&c, "c([9, 9, 9, 9, 9, 9, 9, 9, 9])", PLAY_NORMAL, 0);
    assert_string_equal(c.answer.solver, "ranked");
    case_close(&c);
}

/* The outcome of a row of equal cells, without and with a table before it. */
static void outcome_is_by_value(const char *rule, int64_t cells, int64_t height)
{
    struct runtime_case c;
    struct drawn *d = mem_alloc(sizeof *d);
    struct ask asked = {.play = PLAY_NORMAL};
    enum outcome outcome;
    case_open(&c, rule);
    int64_t row[TERM_CELLS + 1] = {cells};
    for (int64_t i = 1; i <= cells; i++) row[i] = height;
    add(d, c.file.model->main_game, row, (size_t)cells + 1);
    struct position position = {.components = d->items, .count = 1};
    assert_int_equal(outcomes_of(c.env, &position, 1, &asked, &outcome, NULL, NULL), ST_OK);
    struct ask q = {.what = Q_VALUE, .components = d->items, .count = 1, .apart = true};
    struct way way = {.by = &solver_ranked, .ask = &q};
    struct result result = {0};
    assert_int_equal(solver_ranked.run(c.env, &way, &c.arena, &result), ST_OK);
    assert_int_equal(outcome, result.values[0] ? OUTCOME_N : OUTCOME_P);
    case_close(&c);
    mem_free(d, sizeof *d);
}

/* One is found by a search at once, one needs the table, and is lost. */
CLAIM(an_outcome_alone_is_that_of_the_value)
{
    outcome_is_by_value(HEIGHTS, 10, 10);
    outcome_is_by_value("game c(p: row) { move take(i in 1..len(p), t in 1..p[i] - p[i + 1]) where t != 3 -> "
                        "c(p with { [i] -= t }) }",
                        8, 12);
}

static const char *answered_rule;
static bool answers(void)
{
    struct runtime_case c;
    struct component one = {0, 5, (int64_t[]){4, 2, 2, 2, 2}};
    struct ask q = {.what = Q_VALUE, .components = &one, .count = 1, .apart = true};
    struct way way = {.by = &solver_ranked, .ask = &q};
    struct result result = {0};
    memset(&c, 0, sizeof c);
    rule_open(&c.file, answered_rule);
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = solver_ranked.run(c.env, &way, &c.arena, &result);
    if (st != ST_OK && st != ST_NO_MEMORY && st != ST_UNSUPPORTED) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived)
{
    static const char *const rules[] = {MOORE, HEIGHTS, PLANE};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        answered_rule = rules[i];
        assert_true(walk_failures(answers) > 20);
    }
}

CLAIMS(IT(ends_and_conditions_of_every_kind_have_the_values_of_a_search), IT(moves_are_what_their_numbers_make_of_them),
       IT(rows_have_the_values_of_a_search), IT(long_rows_have_the_values_of_a_search),
       IT(fields_have_the_values_of_a_search), IT(upto_has_the_values_of_a_search),
       IT(a_box_has_the_values_of_a_search), IT(rules_drawn_at_random_have_the_values_of_a_search),
       IT(fields_drawn_at_random_have_the_values_of_a_search), IT(falls_drawn_at_random_have_the_values_of_a_search),
       IT(states_are_numbered_without_gaps), IT(sums_of_cells_that_do_not_fit_are_no_numbers_of_states),
       IT(too_many_states_are_seen_before_there_are_tables), IT(cells_change_places_where_that_keeps_the_rule),
       IT(a_rule_that_fails_is_left_to_others), IT(a_kept_table_answers_what_it_holds_and_grows),
       IT(few_positions_are_searched_and_many_are_numbered), IT(an_outcome_alone_is_that_of_the_value),
       IT(any_failed_allocation_is_survived))
