/* SPDX-License-Identifier: MIT */
/* Boxes that play does not leave (proof/boxes): what is proved, held against the options of every position, and values of tables of such
 * boxes against a search. */
#include <stdio.h>
#include <string.h>
#include "claims.h"
#include "base/hash.h"
#include "proof/boxes/boxes.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* "falls, shrinks, closes at 9 18", of (9, 4) */
static const char *proved(const char *rule)
{
    static char words[80];
    struct runtime_case c;
    struct boxes b;
    int64_t high[MODEL_MAX_FIELDS] = {9, 4};
    case_open(&c, rule);
    assert_int_equal(boxes_open(c.env->model, 0, c.env->params, &b), ST_OK);
    bool falls = boxes_falls(&b), shrinks = boxes_shrinks(&b), closes = boxes_close(&b, high);
    int used = snprintf(words, sizeof words, "%s%s", falls ? "falls " : "", shrinks ? "shrinks " : "");
    if (closes) snprintf(words + used, sizeof words - (size_t)used, "%d %d", (int)high[0], (int)high[1]);
    boxes_done(&b);
    case_close(&c);
    return words;
}

CLAIM(boxes_are_found)
{
    static const struct {
        const char *rule, *proved;
    } rules[] = {
        {"game g(n, l) { move m(t in 1..n) where t != l -> g(n - t, t) }", "falls 9 9"},
        {"game g(n, l) { move m(t in 1..n) where gcd(t, l) == 1 -> g(n - t, 2 * t) }", "falls 9 18"},
        {"game g(n, l) { move m(t in 1..min(n, l)) -> g(n - t, t / 2) }", "falls shrinks 9 4"},
        {"game g(n, l) { move m(t in 1..min(n, l)) -> g(n - t, t + t / 2) }", "falls 9 13"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, l + 1) }", "falls "}, /* no end is seen */
        {"game g(n, l) { move m(t in 1..l) -> g(n + t, l - t) }", ""},
        {"game g(n, l) { move m(t in 1..l) -> g(n, l - t) move k where n > 0 -> g(n - 1, 7) }", "falls 9 7"},
        {"game g(n, l) { move m where n > 0 -> g(l, n - 1) }", "9 8"},
        {"game g(n, l) { move m where n > 0 -> g(n - 1, l) + g(n - 1, 0) }", "falls shrinks 9 4"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, l) + g(0, t / 2) move k(t in 1..l) -> g(n, l - t) }",
         "falls 9 4"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, l) + g(t - 1, n + t) }", "falls 9 18"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, l) + g(n, l + 1) }", ""},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, xor(l, t)) }", "falls 9 15"},
        {"game g(n, l) { move m(t in 1..n) where t < 4 -> g(n - t, xor(l, t - 1)) }", "falls 9 7"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, xor(l, 2 * t, n) / 2) }", "falls 9 15"},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, xor(l, t) + 3) }", "falls "},
        {"game g(n, l) { move m where n > 0 -> g(n - 1, l + xor(n, l)) }", "falls "},
        {"game g(n, l) { move m where n > 0 and n * l < 8 -> g(n - 1, n * l) }", "falls 9 7"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(proved(rules[i].rule), rules[i].proved) != 0)
            fail_msg("%s: '%s'", rules[i].rule, proved(rules[i].rule));
}

/* "1 0": the second field is compared first; "": none is proved */
static const char *ordered(const char *rule)
{
    static char words[40];
    struct runtime_case c;
    struct boxes b;
    size_t order[MODEL_MAX_FIELDS];
    case_open(&c, rule);
    assert_int_equal(boxes_open(c.env->model, 0, c.env->params, &b), ST_OK);
    *words = 0;
    if (boxes_order(&b, order))
        for (size_t f = 0; f < b.game->field_count; f++)
            (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%zu", f ? " " : "", order[f]);
    boxes_done(&b);
    case_close(&c);
    return words;
}

CLAIM(orders_are_found)
{
    assert_string_equal(ordered("game g(n, l) { move m(t in 1..n) where t != l -> g(n - t, t) }"), "0 1");
    assert_string_equal(ordered("game g(l, n) { move m(t in 1..n) where t != l -> g(t, n - t) }"), "1 0");
    assert_string_equal(
        ordered("game g(l, n, k) { move m(t in 1..n) -> g(t, n - t, k) move d(t in 1..k) -> g(l, n + t, k - t) }"),
        "2 1 0");
    assert_string_equal(
        ordered("game g(a, b) { move m where b > 0 -> g(a + 1, b - 1) move k where a > 0 -> g(a - 1, b) }"), "1 0");
    assert_string_equal(
        ordered("game g(a, b) { move m where b > 0 -> g(a + 1, b - 1) move k where a > 0 -> g(a - 1, b + 1) }"), "");
}

static bool keeps(const char *rule)
{
    struct runtime_case c;
    struct boxes b;
    case_open(&c, rule);
    assert_int_equal(boxes_open(c.env->model, 0, c.env->params, &b), ST_OK);
    bool yes = boxes_keeps(&b);
    boxes_done(&b);
    case_close(&c);
    return yes;
}

CLAIM(invariants_are_kept)
{
    static const struct {
        const char *rule;
        bool kept;
    } rules[] = {
        {"game g(n, l) where l <= n { move m(t in 1..n - l) -> g(n - t, l) move k(t in 1..l) -> g(n, l - t) }", true},
        {"game g(n, l) where n > 2 or l > 2 { move m(t in 1..n) where l > 2 or t < n - 2 -> g(n - t, l) }", true},
        {"game g(n, l) where n % 2 == 0 { move m(t in 1..n / 2) -> g(n - 2 * t, l) }", true},
        {"game g(n, l) where n >= 1 { move m(t in 1..n - 1) -> g(t, l) + g(n - t, l) }", true},
        {"game g(n, l) { move m(t in 1..n) -> g(n - t, l) }", true},
        {"game g(n, l) where (n * l) % 7 != 6 or n < 90 { move m(t in 1..n) where t > 3 and t % 2 == 0 -> g(n - t, l) "
         "}",
         false},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (keeps(rules[i].rule) != rules[i].kept) fail_msg("%s", rules[i].rule);
}

/* ---- drawn rules ---------------------------------------------------------------------------------------------------- */
static void add_move(struct text *rule, int number)
{
    const char *last = PICK("t", "t", "2 * t", "t / 2", "t + 1", "l", "t % 3", "min(l, t)", "l / 2 + t", "n - t",
                            "xor(l, t)", "xor(t, n) / 2", "3");
    text_add(rule, "move m%d(t in 1..%s) where %s ", number, PICK("n", "n", "min(n, 4)", "min(n, l + 1)"),
             PICK("true", "t != l", "gcd(t, l) == 1", "t % 2 != l % 2", "t >= l", "abs(t - l) > 1", "popcount(t) <= l",
                  "(t + l) % 3 > 0", "t * t != l"));
    text_add(rule, "-> g(n - t, %s) ", last);
    if (below(3) == 0)
        text_add(rule, "+ g(%s, %s) ", PICK("0", "t - 1", "n - 1", "(n - t) / 2", "min(n - t, 2)"),
                 PICK("l", "t", "t / 2", "n - t", "min(l + 1, 9)", "0"));
}

struct inside {
    const int64_t *high, *cells;
    size_t wrong, sums;
};

static enum status look(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct inside *in = context;
    (void)taken;
    in->sums += count > 1;
    for (size_t i = 0; i < count; i++) {
        const int64_t *to = components[i].cells;
        in->wrong += to[0] > in->high[0] || to[1] > in->high[1] || to[0] > in->cells[0] ||
                     (to[0] == in->cells[0] && to[1] >= in->cells[1]);
    }
    return ST_OK;
}

/* How many of them were sums. */
static size_t hold_against_options(struct runtime_case *c, const char *rule, const int64_t *high)
{
    int64_t cells[2];
    struct component at = {0, 2, cells};
    struct inside in = {high, cells, 0, 0};
    for (cells[0] = 0; cells[0] <= high[0]; cells[0]++)
        for (cells[1] = 0; cells[1] <= high[1]; cells[1]++)
            assert_int_equal(vm_options(c->env->vm, &at, 1, look, &in), ST_OK);
    if (in.wrong) fail_msg("%s: %zu options", rule, in.wrong);
    return in.sums;
}

CLAIM(options_of_every_position_stay_inside_and_tables_are_right)
{
    size_t closed = 0, answered = 0, sums = 0;
    for (uint64_t round = 1; round <= 30; round++) {
        seed = round * 0x9e3779b97f4a7c15;
        struct text rule = {0};
        struct runtime_case c;
        struct boxes b;
        text_puts(&rule, "game g(n, l) { ");
        for (int64_t i = 0, moves = 1 + below(3); i < moves; i++) add_move(&rule, (int)i);
        text_puts(&rule, "}");
        int64_t high[MODEL_MAX_FIELDS] = {4 + below(8), below(12)}, cells[2] = {high[0], high[1]};
        struct component at = {0, 2, cells};
        case_open(&c, text_c(&rule));
        assert_int_equal(boxes_open(c.env->model, 0, c.env->params, &b), ST_OK);
        if (boxes_falls(&b) && boxes_close(&b, high)) sums += hold_against_options(&c, text_c(&rule), high), closed++;
        boxes_done(&b);
        for (int more = 0; more < 3; more++, cells[0] += below(3), cells[1] = below(15)) {
            int64_t table = case_value_by(&c, "table", &at, 1);
            if (table < 0) continue; /* play need not end */
            int64_t all = case_value_by(&c, "hashed", &at, 1);
            if (table != all) fail_msg("%s: %d, not %d", text_c(&rule), (int)table, (int)all);
            answered++;
        }
        case_close(&c);
        text_free(&rule);
    }
    assert_true(closed >= 12 && sums >= 100 && answered >= 30);
}

/* A table that was filled for one question is grown for the next, to a box that is closed again. */
/* ---- outcomes of states with an invariant ---------------------------------------------------------------------------- */
struct judged {
    struct runtime_case *c;
    const bool *loses; /* by 16 * n + l */
    bool any, wins, leaves;
};

static enum status judge(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct judged *o = context;
    bool legal = false;
    (void)count, (void)taken;
    assert_int_equal(vm_legal(o->c->env->vm, components, &legal), ST_OK);
    o->any = true;
    o->leaves |= !legal;
    o->wins |= legal && o->loses[16 * components->cells[0] + components->cells[1]];
    return ST_OK;
}

/* Fills bits[] in the order of the indices; does no move leave the states? */
static bool outcomes_one_by_one(struct runtime_case *c, bool misere, bool *legal, bool *loses)
{
    int64_t cells[2];
    struct component at = {0, 2, cells};
    bool kept = true;
    for (int i = 0; i < 256; i++) {
        struct judged o = {c, loses, false, false, false};
        cells[0] = i / 16, cells[1] = i % 16;
        assert_int_equal(vm_legal(c->env->vm, &at, &legal[i]), ST_OK);
        if (legal[i] && vm_options(c->env->vm, &at, 1, judge, &o) != ST_OK) o.leaves = true;
        loses[i] = !(o.wins || (misere && !o.any));
        kept &= !o.leaves;
    }
    return kept;
}

/* Each move has a condition that keeps the invariant, mostly the invariant of its result itself. */
static void draw_kept(struct text *rule)
{
    static const struct {
        const char *states, *less_n, *less_l;
    } drawn[] = {
        {"l <= n", "l <= n - t", "true"},
        {"l <= n", "t <= n - l", "gcd(t, n) == 1"},
        {"l < n", "n - t > l", "t % 3 != n % 3"},
        {"n + l >= 2", "n - t + l >= 2", "l - t + n > 1"},
        {"n % 2 == l % 2", "t % 2 == 0", "t % 2 == 0"},
        {"n % 2 == l % 2", "(n - t) % 2 == l % 2", "(l - t) % 2 == n % 2 and t != n"},
        {"l > 2 or n > 3", "(l > 2 or n - t > 3)", "(n > 3 or l - t > 2)"},
        {"n >= 1", "t < n", "true"},
        {"n != l + 1", "n - t != l + 1", "n != l - t + 1"},
        {"n * l % 3 != 1", "(n - t) * l % 3 != 1", "n * (l - t) % 3 != 1"},
    };
    size_t i = (size_t)below(sizeof drawn / sizeof *drawn);
    text_add(rule, "game g(n, l) where %s { move m(t in 1..n) where %s and %s -> g(n - t, l) ", drawn[i].states,
             drawn[i].less_n, PICK("true", "gcd(t, l) < 3", "t <= l + 1", "t % 3 != 1"));
    text_add(rule, "move k(t in 1..l) where %s and %s -> g(n, l - t) }", drawn[i].less_l,
             PICK("true", "t != n", "t > n / 2", "xor(t, n) % 2 == 0"));
}

CLAIM(outcomes_of_states_with_an_invariant_are_those_of_their_options)
{
    size_t proved = 0, kept = 0;
    for (uint64_t round = 1; round <= 60; round++) {
        seed = round * 0x9e3779b97f4a7c15;
        struct text rule = {0};
        struct runtime_case c;
        bool legal[256], loses[256], found, misere = below(2);
        uint64_t bits[6] = {0};
        struct value_table t = {.fields = 2, .extent = {16, 16}, .stride = {16, 1}, .count = 256, .losses = bits};
        draw_kept(&rule);
        case_open(&c, text_c(&rule));
        struct boxes b;
        assert_int_equal(boxes_open(c.env->model, 0, c.env->params, &b), ST_OK);
        t.kept = boxes_keeps(&b);
        t.misere = misere;
        boxes_done(&b);
        found = outcomes_one_by_one(&c, misere, legal, loses);
        if (t.kept && !found) fail_msg("%s: some move leaves the states", text_c(&rule));
        enum status st = vm_fill(c.env->vm, &t, 0, t.count, 1);
        assert_int_equal(st, t.kept ? ST_OK : ST_UNSUPPORTED);
        for (uint64_t i = 0; i < 256 && t.kept; i++)
            if (legal[i] && value_table_loses(&t, i) != loses[i]) fail_msg("%s: %d", text_c(&rule), (int)i);
        proved += t.kept;
        kept += found;
        case_close(&c);
        text_free(&rule);
    }
    assert_true(proved >= 15 && 2 * proved >= kept);
}

CLAIM(tables_of_such_boxes_grow)
{
    struct runtime_case c, search;
    static const char rule[] = "game g(n, l) { move m(t in 1..n) where t != l -> g(n - t, 2 * t) }";
    static const int64_t asked[][2] = {{20, 3}, {7, 90}, {40, 1}, {3, 200}, {64, 64}, {10, 10}};
    case_open(&c, rule);
    case_open(&search, rule);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct component at = {0, 2, (int64_t *)asked[i]};
        uint64_t value;
        c.env->terms.only = "table";
        assert_int_equal(values_of(c.env, &at, 1, &value, NULL), ST_OK);
        assert_int_equal(value, case_value_by(&search, "hashed", &at, 1));
    }
    case_close(&search);
    case_close(&c);
}

CLAIMS(IT(boxes_are_found), IT(orders_are_found), IT(options_of_every_position_stay_inside_and_tables_are_right),
       IT(tables_of_such_boxes_grow), IT(invariants_are_kept),
       IT(outcomes_of_states_with_an_invariant_are_those_of_their_options))
