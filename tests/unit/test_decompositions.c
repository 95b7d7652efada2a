/* SPDX-License-Identifier: MIT */
/* Ways to a value by residues against all ways one by one, for every octal code of three digits whose period is short; the
 * winning moves that follow from them against the list of all options. */
#include "solve/heap/decompositions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "one_heap.h"
#include "answer/moves/private.h"
#include "answer/moves/wins.h"
#include "plan/plan.h"
#include "runtime_case.h"

enum { LAST = 700, TARGETS = 64, SEARCH = 20000000 };

static uint32_t g[LAST + 1];

/* Digits as in an octal or hexadecimal code, digit d at code[d]. */
static unsigned digit(const char *code, size_t d)
{
    char c = code[d];
    return (unsigned)(c <= '9' ? c - '0' : c - 'A' + 10);
}

/* Every set of heaps once, by value: how many, and a number made of all of them. */
struct tally {
    size_t count[TARGETS];
    uint64_t mixed[TARGETS];
    bool options[1 << 12];
};
static void count_way(struct tally *t, uint64_t value, uint64_t a, uint64_t b, uint64_t c)
{
    t->options[value] = true;
    if (value >= TARGETS) return;
    t->count[value]++;
    t->mixed[value] += (a * 1000003 + b) * 1000003 + c;
}

static void all_ways(const char *code, uint64_t n, struct tally *t)
{
    memset(t, 0, sizeof *t);
    for (size_t d = 0; code[d] && d <= n; d++) {
        uint64_t m = n - d;
        unsigned bits = digit(code, d);
        if (bits & 1 && m == 0) count_way(t, 0, 0, 0, 0);
        if (bits & 2 && m > 0) count_way(t, g[m], 0, 0, m);
        for (uint64_t a = 1; bits & 4 && 2 * a <= m; a++) count_way(t, g[a] ^ g[m - a], 0, a, m - a);
        for (uint64_t a = 1; bits & 8 && 3 * a <= m; a++)
            for (uint64_t b = a; a + 2 * b <= m; b++) count_way(t, g[a] ^ g[b] ^ g[m - a - b], a, b, m - a - b);
    }
}

static void values(const char *code, uint64_t last)
{
    static struct tally t;
    for (uint64_t n = 0; n <= last; n++) {
        all_ways(code, n, &t);
        for (g[n] = 0; t.options[g[n]];) g[n]++;
    }
}

struct found {
    size_t count;
    uint64_t mixed;
};
static enum status take(void *context, const struct integer *const *heaps, size_t count)
{
    struct found *f = context;
    uint64_t mixed = 0;
    for (size_t i = 0; i < 3; i++) {
        int64_t heap = 0;
        if (i >= 3 - count) assert_true(integer_fits(heaps[i - (3 - count)], &heap) && heap > 0);
        mixed = mixed * 1000003 + (uint64_t)heap;
    }
    f->count++;
    f->mixed += mixed;
    return ST_OK;
}

/* False when the rule has no period that is proved so early. */
static bool code_agrees(const char *written, const char *code, uint64_t last, uint64_t first)
{
    static struct tally t;
    struct one_heap h = {0};
    struct periodic *p;
    char rule[64];
    snprintf(rule, sizeof rule, "game g = octal \"%s\"", written);
    rule_open(&h.file, rule);
    bool known = h.file.st == ST_OK;
    if (known) {
        heap_open_env(&h);
        int game = h.file.model->main_game;
        assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
        known = p->family.kind == FAMILY_BREAK && periodic_reach(h.env, game, p, first, SEARCH) == ST_OK &&
                decompositions_known(h.env, game);
        if (known) values(code, last);
        for (uint64_t n = first; known && n <= last; n += 1 + n % 37) {
            all_ways(code, n, &t);
            for (uint64_t target = 0; target < TARGETS; target++) {
                struct found f = {0};
                struct decompositions ways = {.env = h.env, .game = game, .periodic = p, .emit = take, .context = &f};
                const struct integer *heap = integer_from(&h.arena, (int64_t)n);
                assert_int_equal(decompositions_of(&ways, heap, target), ST_OK);
                if (f.count != t.count[target] || f.mixed != t.mixed[target])
                    fail_msg("%s: heap %d has %zu ways to %d, not %zu", written, (int)n, t.count[target], (int)target,
                             f.count);
            }
        }
        env_close(h.env);
        arena_free(&h.arena);
    }
    rule_close(&h.file);
    return known;
}

CLAIM(ways_by_residue_are_all_ways)
{
    size_t known = 0;
    for (int i = 1; i < 512; i++) {
        char written[8], code[8];
        snprintf(written, sizeof written, "0.%03o", i);
        snprintf(code, sizeof code, "0%03o", i);
        known += code_agrees(written, code, LAST, 512);
    }
    assert_true(known > 150);
}
CLAIM(three_heaps_are_two_and_a_least_one)
{
    assert_true(code_agrees("0.A", "0A", 140, 96));
    assert_true(code_agrees("0.D", "0D", 140, 96));
    assert_true(code_agrees("0.81", "081", 140, 96));
    assert_true(code_agrees("0.85", "085", 140, 96));
}

/* ---- winning moves -------------------------------------------------------------------------------------------------- */
static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* All winning moves in one order, one a line. */
static const char *sorted(struct arena *arena, const struct answer *a)
{
    const char **lines = arena_array(arena, a->win_count + 1, sizeof *lines);
    struct text text = {0};
    for (size_t i = 0; i < a->win_count; i++)
        lines[i] = arena_printf(arena, "%zu %s -> %s", a->wins[i].component, a->wins[i].move, a->wins[i].to);
    qsort(lines, a->win_count, sizeof *lines, by_text);
    for (size_t i = 0; i < a->win_count; i++) text_add(&text, "%s\n", lines[i]);
    const char *all = arena_strdup(arena, text_c(&text));
    text_free(&text);
    return all;
}

static const char *wins_by(struct runtime_case *c, const char *term, uint64_t max, enum status (*list)(struct query *),
                           struct answer *answer)
{
    struct wanted wanted = {.sg = true, .wins = true, .outcome = true, .max_moves = max};
    struct position position = case_position(c, term);
    struct query q;
    *answer = (struct answer){0};
    assert_int_equal(query_open(&q, c->env, &position, &wanted, &c->arena, answer), ST_OK);
    assert_int_equal(query_value(&q), ST_OK);
    bool can = true;
    if (list == wins_by_values) assert_int_equal(wins_from_values(&q, &can), ST_OK);
    assert_true(can);
    assert_int_equal(list(&q), ST_OK);
    query_close(&q);
    return sorted(&c->arena, answer);
}

static void lists_agree(const char *rule, const char *const *terms)
{
    struct runtime_case c;
    struct answer answer;
    case_open(&c, rule);
    case_sg(&c, "g(3000)"); /* a heap beyond the proof of the period, so that it is looked for */
    for (; *terms; terms++) {
        const char *all = wins_by(&c, *terms, 100000, wins_list, &answer);
        if (answer.outcome != OUTCOME_N) continue;
        const char *ours = wins_by(&c, *terms, 100000, wins_by_values, &answer);
        assert_true(answer.wins_complete && !answer.wins_reason);
        if (strcmp(all, ours) != 0) fail_msg("%s\n%s wins by\n%snot\n%s", rule, *terms, all, ours);
        if (answer.win_count < 2) continue;
        wins_by(&c, *terms, answer.win_count - 1, wins_by_values, &answer);
        assert_false(answer.wins_complete);
        assert_non_null(strstr(answer.wins_reason, "more winning moves"));
    }
    case_close(&c);
}

CLAIM(winning_moves_by_period_are_those_among_all_options)
{
    static const char *const heaps[] = {"g(5)",   "g(59)",  "g(60)",   "g(300)", "g(301)",
                                        "g(302)", "g(303)", "g(2000)", NULL};
    static const char *const sums[] = {"g(300) + g(41)", "g(2) + g(77) + g(400)", "g(1) + nim(3) + g(205)",
                                       "g(150) + nim(9)", NULL};
    static const char *const moves[] = {
        "move knock(t in 1..min(2, n), a in 0..n - t) -> g(a) + g(n - t - a)",
        "move knock(t in 1..min(2, n), a in 0..(n - t) / 2) -> g(n - t - a) + g(a)",
        "move cross(i in 1..n) -> g(max(0, i - 2)) + g(max(0, n - i - 1))",
        "move one where n > 0 -> g(n - 1) move two(a in 1..n - 2) -> g(a) + g(n - 1 - a) move end where n == 2 -> end",
        "move a(k in 0..n - 2) -> g(k) + g(n - 2 - k) move b(k in 0..n - 2) -> g(n - 2 - k) + g(k)",
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char rule[400];
        snprintf(rule, sizeof rule, "game nim(n) { move take(t in 1..n) -> nim(n - t) } game g(n) { %s }", moves[i]);
        lists_agree(rule, heaps);
        lists_agree(rule, sums);
    }
}

CLAIM(a_huge_heap_has_its_first_wins)
{
    struct runtime_case c;
    struct answer answer;
    case_open(&c, "game g(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> g(a) + g(n - t - a) }");
    case_sg(&c, "g(3000)");
    const char *wins = wins_by(&c, "g(1000000000000)", 4, wins_list, &answer);
    assert_string_equal(
        wins, "1 knock(t = 2, a = 1) -> g(1) + g(999999999997)\n1 knock(t = 2, a = 7) -> g(7) + g(999999999991)\n"
              "1 knock(t = 2, a = 999999999991) -> g(999999999991) + g(7)\n"
              "1 knock(t = 2, a = 999999999997) -> g(999999999997) + g(1)\n");
    assert_false(answer.wins_complete);
    case_close(&c);
}

/* As the plan: the options of a heap to a value. NULL: nobody lists them. */
static const char *options_plan(struct runtime_case *c, int64_t heap, int64_t value, uint64_t most,
                                struct result *result)
{
    struct component one = {0, 1, &heap};
    struct ask ask = {
        .what = Q_OPTIONS, .components = &one, .count = 1, .value = integer_from(&c->arena, value), .most = most};
    struct plan *plan;
    assert_int_equal(plan_make(c->env, &ask, &c->arena, &plan), ST_OK);
    enum status st = plan_run(c->env, plan, &c->arena, result);
    assert_int_equal(st, plan->chosen ? ST_OK : ST_UNSUPPORTED);
    return plan->chosen ? plan->chosen->by->name : NULL;
}

CLAIM(a_proved_period_is_a_way_that_solver_obeys)
{
    struct runtime_case c;
    struct result result;
    case_open(&c, "game g(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> g(a) + g(n - t - a) }");
    assert_null(options_plan(&c, 9, 0, 10, &result)); /* the period is not known */
    case_sg(&c, "g(3000)");
    assert_string_equal(options_plan(&c, 9, 0, 10, &result), "takebreak"); /* to 4 + 4 alone */
    assert_int_equal(result.move_count, 1);
    assert_true(result.moves_complete && result.moves[0].heaps);
    assert_int_equal(result.moves[0].cell_count, 2);
    assert_string_equal(result.grounds[0].claim, "period 12 from 71, proved");
    assert_string_equal(options_plan(&c, 1000000000000, 0, 3, &result), "takebreak");
    assert_int_equal(result.move_count, 3);
    assert_false(result.moves_complete);
    assert_string_equal(options_plan(&c, 9, INT64_MAX, 3, &result), "takebreak"); /* no heap has that value */
    assert_true(result.move_count == 0 && result.moves_complete);
    c.env->terms.only = "hashed";
    assert_null(options_plan(&c, 9, 0, 10, &result));
    case_close(&c);
}

CLAIMS(IT(ways_by_residue_are_all_ways), IT(three_heaps_are_two_and_a_least_one),
       IT(winning_moves_by_period_are_those_among_all_options), IT(a_huge_heap_has_its_first_wins),
       IT(a_proved_period_is_a_way_that_solver_obeys))
