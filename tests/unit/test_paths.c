/* SPDX-License-Identifier: MIT */
/* Sets of values along paths: tables filled with them are those filled option by option, on rules drawn at
 * random too; what is a path is found in whatever spelling, and what is none is not. */
#include <stdio.h>
#include <string.h>
#include "one_heap.h"
#include "random_rule.h"
#include "runtime_case.h"
#include "solve/ranked/crowded.h"
#include "solve/ranked/fill.h"

/* What comes out of filling the table from one state with paths and without. */
struct filled {
    bool numbered, fine; /* fine: it was filled */
    uint64_t states, passed, options, plain_options, reach;
    size_t trails;
    uint16_t greatest;
};

static void fill_twice(struct runtime_case *c, struct shots *shots, const char *rule, struct filled *out)
{
    uint64_t size = shots->ranks->size;
    uint16_t *with = mem_alloc_raw(size * sizeof *with), *without = mem_alloc_raw(size * sizeof *without);
    struct fill_done fast, whole, slow;
    enum status st = fill_values(shots, c->env, NULL, with, &fast);
    out->trails = shots->paths.trail_count;
    out->reach = shots->paths.reach;
    shots->paths.reach = size;
    if (fill_values(shots, c->env, NULL, without, &whole) != st) fail_msg("%s: another status with all sets", rule);
    if (fast.passed && whole.passed != fast.passed) fail_msg("%s: a set was asked for that was gone", rule);
    shots->paths.trail_count = 0;
    if (fill_values(shots, c->env, NULL, without, &slow) != st) fail_msg("%s: another status", rule);
    assert_int_equal(slow.passed, 0);
    for (uint64_t i = 0; i < size && st == ST_OK; i++)
        if (with[i] != without[i]) fail_msg("%s: state %d is %d, not %d", rule, (int)i, without[i], with[i]);
    out->fine = st == ST_OK;
    for (uint64_t i = 0; i < size && st == ST_OK; i++)
        if (without[i] > out->greatest) out->greatest = without[i];
    out->states = size;
    out->passed = fast.passed;
    out->options = fast.options;
    out->plain_options = slow.options;
    mem_free(with, size * sizeof *with);
    mem_free(without, size * sizeof *without);
}

/* Cells as position.h lays them out. `memory`: the most that may be held, 0: any. */
static struct filled filled_within(const char *rule, const int64_t *cells, size_t count, uint64_t memory)
{
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    struct ranks r;
    struct shots shots;
    struct filled out = {0};
    int64_t starts[1][TERM_CELLS] = {{0}};
    size_t n;
    case_open(&c, rule);
    c.file.budget.memory = memory ? mem_held() + memory : 0;
    struct component one = {c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(c.env, &one, &c.arena, &u), ST_OK);
    if (!u.fine) fail_msg("%s: not written out", rule);
    assert_int_equal(exchange_find(&u, &c.arena, &x), ST_OK);
    assert_true(unroll_cells(c.env, &one, starts[0], &n));
    assert_int_equal(ranks_open(&u, &x, NULL, (const int64_t(*)[TERM_CELLS])starts, 1, &c.arena, &r), ST_OK);
    out.numbered = r.fine;
    if (r.fine && crowded_least(&r) > r.size) fail_msg("%s: more states at least than there are", rule);
    if (r.fine) {
        assert_int_equal(shots_open(&u, &x, &r, &c.arena, &shots), ST_OK);
        fill_twice(&c, &shots, rule, &out);
    }
    unrolled_free(&u);
    case_close(&c);
    return out;
}

static struct filled filled_from(const char *rule, const int64_t *cells, size_t count)
{
    struct filled out = filled_within(rule, cells, count, 0);
    if (!out.numbered) fail_msg("%s: not numbered", rule);
    if (!out.fine) fail_msg("%s: not filled", rule);
    return out;
}

static const int64_t row[] = {4, 5, 4, 6, 5}, three[] = {6, 5, 7};

/* No option is looked up one by one. */
static void all_passes(const char *rule, const int64_t *cells, size_t count, size_t trails)
{
    struct filled f = filled_from(rule, cells, count);
    if (f.passed != f.states || f.options != 0 || f.plain_options == 0 || f.trails != trails)
        fail_msg("%s: %d of %d states, %d options, %d trails", rule, (int)f.passed, (int)f.states, (int)f.options,
                 (int)f.trails);
}

#define DOWN "game r(s: row) { move a(i in 1..len(s), "

CLAIM(paths_are_found_however_they_are_spelt)
{
    all_passes(DOWN "t in 1..s[i]) -> r(s with { [i] -= t }) }", row, 5, 4);
    all_passes(DOWN "k in 0..s[i] - 1) -> r(s with { [i] = k }) }", row, 5, 4);
    all_passes(DOWN "t in 0..s[i] - 1) -> r(s with { [i] = s[i] - t - 1 }) }", row, 5, 4);
    all_passes(
        "game f(a, b, c) { move x(t in 1..min(a, b)) -> f(a - t, b - t, c) move z(t in 1..c) -> f(a, b, c - t) }",
        three, 3, 2);
    all_passes("game f(a, b, c) { move x(t in 1..a) -> f(a - t, b, c) move y where b > 0 -> f(a, b - 1, c) "
               "move z(t in 2..c) -> f(a, b, c - t) }",
               three, 3, 2);
}

CLAIM(steps_follow_one_another)
{
    all_passes(DOWN "j in 1..i, t in 1..s[i], u in 1..s[j]) where i != j -> r(s with { [i] -= t, [j] -= u }) "
                    "move b(i in 1..len(s), t in 1..s[i]) -> r(s with { [i] -= t }) }",
               row, 5, 16);
    all_passes("game f(a, b, c) { move x(t in 1..a, u in 1..b, v in 1..c) -> f(a - t, b - u, c - v) }", three, 3, 15);
    all_passes("game s(s: row) { move off(t in 1..s[1]) -> s(s with { [1] -= t }) "
               "move down(i in 2..len(s), t in 1..s[i]) -> s(s with { [i] -= t, [i - 1] += t }) }",
               row, 5, 4);
}

/* Coins that go down a step: as far as one coin more or less at the top. Heaps in order: one less of each. Boxes: one of the first. */
CLAIM(sets_are_kept_as_far_as_steps_reach_back)
{
    struct filled stairs =
        filled_from("game s(s: row) { move off(t in 1..s[1]) -> s(s with { [1] -= t }) "
                    "move down(i in 2..len(s), t in 1..s[i]) -> s(s with { [i] -= t, [i - 1] += t }) }",
                    (const int64_t[]){5, 0, 0, 0, 0, 15}, 6);
    assert_int_equal(stairs.states, 15504);
    assert_int_equal(stairs.reach, 3060);
    struct filled heaps =
        filled_from(DOWN "t in 1..s[i]) -> r(s with { [i] -= t }) }", (const int64_t[]){3, 20, 20, 20}, 4);
    assert_int_equal(heaps.states, 1771);
    assert_int_equal(heaps.reach, 210 + 20 + 1);
    struct filled box =
        filled_from("game f(a, b) { move x(t in 1..a) -> f(a - t, b) move y(t in 2..b) -> f(a, b - t) }",
                    (const int64_t[]){30, 10}, 2);
    assert_int_equal(box.states, 31 * 11);
    assert_int_equal(box.reach, 11);
}

CLAIM(what_is_no_path_is_looked_up)
{
    static const char *const rules[] = {
        DOWN "t in 1..min(3, s[i])) -> r(s with { [i] -= t }) }",
        DOWN "t in 1..s[i]) where 2 * t <= s[i] + 1 -> r(s with { [i] -= t }) }",
        DOWN "t in 1..s[i]) where t != 2 -> r(s with { [i] -= t }) }",
        DOWN "t in 1..s[i]) where (s[i] + t) % 3 != 1 -> r(s with { [i] -= t }) }",
        DOWN "t in 1..s[i]) where t * t <= s[i] -> r(s with { [i] -= t }) }",
        DOWN "t in {1, 2, 4}) where t <= s[i] -> r(s with { [i] -= t }) }",
        DOWN "t in s[i] / 2..s[i]) where t > 0 -> r(s with { [i] -= t }) }",
        ("game r(s: row) where sum(s) != 7 { move a(i in 1..len(s), t in 1..s[i]) where sum(s) - t != 7 -> r(s with { "
         "[i] -= t }) }"),
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct filled f = filled_from(rules[i], row, 5);
        if (f.trails || f.passed || f.options != f.plain_options) fail_msg("%s: %d trails", rules[i], (int)f.trails);
    }
}

/* Some moves are paths and others are not; conditions on cells alone hold where a move begins. */
CLAIM(paths_stand_beside_other_moves)
{
    static const char *const rules[] = {
        DOWN "t in 1..s[i]) -> r(s with { [i] -= t }) move b(i in 1..len(s), t in 1..2) where t <= s[i] -> "
             "r(s with { [i] -= t }) move c(i in 1..len(s)) where odd(s[i]) -> r(s with { [i] = s[i] / 2 }) }",
        DOWN "t in 1..s[i]) where odd(sum(s)) -> r(s with { [i] -= t }) move b(i in 1..len(s)) where s[i] > 1 -> "
             "r(s with { [i] -= 2 }) move e where sum(s) == 1 -> end }",
        DOWN "t in 1..s[i]) where s[i] == max(s) -> r(s with { [i] -= t }) move b(i in 1..len(s), t in {1, 3}) where "
             "t <= s[i] -> r(s with { [i] -= t }) }",
    };
    for (size_t i = 0; i < 3; i++) {
        struct filled f = filled_from(rules[i], row, 5);
        if (f.passed != f.states || f.options >= f.plain_options) fail_msg("%s: %d states", rules[i], (int)f.passed);
    }
}

CLAIM(masks_widen_with_the_values_and_end_where_they_are_too_wide)
{
    static const char rule[] = "game f(a, b) { move x(t in 1..a) -> f(a - t, b) move y where b > 0 -> f(a, b - 1) }";
    static const int64_t mosts[] = {29, 30, 31, 32, 33, 62, 63, 64, 127, 128, 255, 256, 509, 510, 511, 512, 700};
    for (size_t i = 0; i < sizeof mosts / sizeof *mosts; i++)
        for (int64_t b = 1; b <= 2; b++) {
            struct filled f = filled_from(rule, (const int64_t[]){mosts[i], b}, 2);
            if ((f.passed == f.states) != (f.greatest < 512))
                fail_msg("%d, %d: %d", (int)mosts[i], (int)b, (int)f.passed);
            assert_true(f.passed > 0);
        }
}

CLAIM(without_room_options_are_looked_up)
{
    const int64_t cells[] = {5, 20, 20, 20, 20, 20};
    struct filled f = filled_within(DOWN "t in 1..s[i]) -> r(s with { [i] -= t }) }", cells, 6, 850000);
    if (!f.fine || f.trails != 5 || f.passed || f.options != f.plain_options)
        fail_msg("%d trails, %d states, %d options, %d", (int)f.trails, (int)f.passed, (int)f.options, f.fine);
}

/* ---- rules drawn at random ------------------------------------------------------------------------------------------- */
static void write_sum(uint64_t *seed, struct text *out)
{
    static const char *const ends[] = {"a", "b", "c", "a + b", "b + 1", "min(a, b)", "min(b + c, a)", "a - 1", "4"};
    text_puts(out, ends[random_below(seed, sizeof ends / sizeof *ends)]);
}

/* Each value moves the cells by a vector of its own; the cells that would be less than 0 are left out by conditions. */
static void write_move(uint64_t *seed, int number, struct text *out)
{
    size_t values = random_below(seed, 4);
    int by[3][3], rest[3], level[3];
    static const char *const lows[] = {"1", "1", "1", "2", "0", "a", "max(1, c)"};
    for (size_t v = 0; v < values; v++) level[v] = (int)random_below(seed, 3);
    text_add(out, " move m%d%s", number, values ? "(" : "");
    for (size_t v = 0; v < values; v++) {
        text_add(out, "%sv%zu in %s..", v ? ", " : "", v, lows[random_below(seed, sizeof lows / sizeof *lows)]);
        write_sum(seed, out);
        for (int c = 0; c < 3; c++)
            by[v][c] = c == level[v]  ? -1 - (int)random_below(seed, 2) * (int)random_below(seed, 2)
                       : c > level[v] ? (int)random_below(seed, 2) - (int)random_below(seed, 2)
                                      : 0;
    }
    text_add(out, "%s where true", values ? ")" : "");
    for (int c = 0; c < 3; c++) rest[c] = values ? -(int)(random_below(seed, 5) == 0) : -(c == number);
    for (int c = 0; c < 3; c++) {
        text_add(out, " and %c + %d", 'a' + c, rest[c] + 3);
        for (size_t v = 0; v < values; v++) text_add(out, " + %d * v%zu", by[v][c] + 4, v);
        text_puts(out, " >= 3");
        for (size_t v = 0; v < values; v++) text_add(out, " + 4 * v%zu", v);
    }
    if (random_below(seed, 4) == 0) text_puts(out, " and a + b + c > 2");
    if (values && random_below(seed, 4) == 0)
        text_puts(out, random_below(seed, 2) ? " and v0 <= b" : " and a >= b + v0");
    text_puts(out, " -> f(");
    for (int c = 0; c < 3; c++) {
        text_add(out, "%s%c + %d", c ? ", " : "", 'a' + c, rest[c] + 12);
        for (size_t v = 0; v < values; v++) text_add(out, " + %d * v%zu", by[v][c] + 4, v);
        text_puts(out, " - 12");
        for (size_t v = 0; v < values; v++) text_add(out, " - 4 * v%zu", v);
    }
    text_puts(out, ")");
}

/* Conditions that contradict each other are refused. */
static bool stands(const char *rule)
{
    struct rule_file file;
    rule_open(&file, rule);
    bool stands = file.st == ST_OK;
    rule_close(&file);
    return stands;
}

CLAIM(rules_drawn_at_random_have_the_same_values_either_way)
{
    size_t numbered = 0, passed = 0;
    for (uint64_t n = 1; n <= 400; n++) {
        struct text rule = {0};
        uint64_t seed = n;
        int moves = 1 + (int)random_below(&seed, 3);
        text_puts(&rule, "game f(a, b, c) {");
        for (int m = 0; m < moves; m++) write_move(&seed, m, &rule);
        text_puts(&rule, " }");
        struct filled f = stands(text_c(&rule)) ? filled_within(text_c(&rule), three, 3, 0) : (struct filled){0};
        numbered += f.numbered && f.fine;
        passed += f.fine && f.passed == f.states && f.options < f.plain_options;
        text_free(&rule);
    }
    assert_true(numbered > 100 && passed >= 20);
}

CLAIMS(IT(paths_are_found_however_they_are_spelt), IT(steps_follow_one_another),
       IT(sets_are_kept_as_far_as_steps_reach_back), IT(what_is_no_path_is_looked_up),
       IT(paths_stand_beside_other_moves), IT(masks_widen_with_the_values_and_end_where_they_are_too_wide),
       IT(without_room_options_are_looked_up), IT(rules_drawn_at_random_have_the_same_values_either_way))
