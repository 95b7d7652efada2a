/* SPDX-License-Identifier: MIT */
/* Memory that runs out, anywhere: each case goes the whole way from a rule's text to an answer in words, and does so again
 * and again while one allocation after the other fails: alone, and together with all that follow. The end must be
 * ST_NO_MEMORY with nothing held, or, where the pipeline could do without, the same answer as ever. Steps grow with the
 * number, so that a case with n allocations takes about STEADY * log(n) attempts. GMP, whose own allocation would end the process,
 * is never asked for memory. TAP. */
#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "engine/compare/compare.h"
#include "engine/graph/dump_graph.h"
#include "engine/open/position.h"

enum { STEADY = 16 };

enum deed { ANALYZE, MISERE, EXTRAS, EXPLAIN, TABLE, COMPILED, PERIOD, CHECKS, GRAPH, COMPARE };

struct oom_case {
    const char *name;
    enum deed deed;
    const char *rule;
    const char *words[3];
    const char *set;
    bool plugins;
};

static const char nim[] =
    "game nim(n) { move take(t in 1..n) -> nim(n - t) expect sg(nim(3) + nim(5)) == 6\n"
    "  claim sg(nim(n)) == n for n in 0..20 expect wins(nim(2) + nim(1)) == { nim(1) + nim(1) } }";
static const char split[] =
    "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }";
static const char wythoff[] = "game wythoff(a, b) { symmetric move left(t in 1..a) -> wythoff(a - t, b)\n"
                              "  move right(t in 1..b) -> wythoff(a, b - t)\n"
                              "  move both(t in 1..min(a, b)) -> wythoff(a - t, b - t) }";
static const char bash[] = "game bash(n) { param m = 3 in 1.. param S = {1, 2}\n"
                           "  start -> bash(7) move take(t in S) where t <= n and t <= m -> bash(n - t)\n"
                           "  claim P(bash(n)) iff n % 3 == 0 for n in 0..10, m in 2..3 expect P(bash(1)) }";
static const char row[] = "game row(s: row) where len(s) <= 3 { canon sort(s)\n"
                          "  move down(i in 1..len(s), t in 1..s[i]) -> row(s with { [i] -= t })\n"
                          "  claim sg(row(s)) == xor(s[i] for i in 1..len(s)) for s in all_rows(2, 0..2) }";
static const char board[] = "game board(g: grid) { start(r, c) -> board(grid(r, c, 1))\n"
                            "  move bite(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and (i, j) != (1, 1)\n"
                            "    -> board(g with { [i..rows(g), j..cols(g)] = 0 }) }";
static const char pins[] = "game pins(s: row) { canon [s[len(s) + 1 - i] for i in 1..len(s)]\n"
                           "  move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] > 0\n"
                           "    -> pins(s with { [i] = 0, [i + 1] = 0 }) }";
static const char cram[] =
    "game cram(g: grid) { start(r, c) -> cram(grid(r, c, 1))\n"
    "  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1\n"
    "    -> cram(g with { [i, j] = 0, [i, j + 1] = 0 })\n"
    "  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1\n"
    "    -> cram(g with { [i, j] = 0, [i + 1, j] = 0 }) }";
static const char compound[] = "game nim(n) { move take(t in 1..n) -> nim(n - t) } param k = 2 in 1..\n"
                               "game moore(h: bag) = upto k of (nim(x) for x in h)";
static const char movers[] = "game kl(n) { param k = 1; param l = 2\n"
                             "  move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }";
static const char loopy[] =
    "game walk(n) { loopy move up where n < 4 -> walk(n + 1) move down where n > 0 -> walk(n - 1)\n"
    "  move fall where n == 2 -> walk(0) }";
static const char graph[] = "graph chess { a -> b c d; b -> d e; c -> d; d -> e }";
static const char nodes[] = "graph house { a -> b d; b -> c; c -> d; d -> e }\n"
                            "game g(s: nodes of house) { start -> g(house) canon {v for v in s where v in house}\n"
                            "  move take(v in s) -> sum(g(c) for c in components(s - {v} - adjacent(v)))\n"
                            "  move sink(v in s) -> g(s - (component(s, v) + {a}))\n"
                            "  expect sg(g({})) == 0 claim len(c) > 0 for c in components(house) where c != {a} }";
static const char trees[] =
    "game g(t: tree) { start -> g([[], [[]]] + tree([1, 1, 2])) canon t - []\n"
    "  move cut(v in 1..size(t)) -> sum(g([b]) for b in t - {v}) move bare(b in t) -> g(t - [b])\n"
    "  move trim(v in path(t, size(t))) where t[v] != [] -> g(t with { [parent(t, v)] = [c for c in t[v] where len(c) "
    "> 0] })\n"
    "  expect sg(g([])) == 0 claim sg(g([b])) == 1 + size(b) for b in tree([1, 2, 1]) }";
static const char bounded[] =
    "game g(x, y) { move both(s in 1..x, t in 1..y) where abs(s - t) < 2 or (s + t) / 2 % 3 == 1 "
    "-> g(x - s, y - t) }";
static const char code[] = "game dawson = octal \"0.137\"";
static const char turning[] = "game turtles = turning \"1-2\"";
static const char lua[] = "lua [[ function prime(n) if n < 2 then return false end\n"
                          "  for d = 2, n - 1 do if n % d == 0 then return false end end return true end\n"
                          "  function next(n) if n > 0 then emit(n - 1) end end ]]\n"
                          "fn twice(a) = a + a\n"
                          "game g(n) { move take(t in 1..n) where lua.prime(t) -> g(n - t) move lua next }";
static const char wrong[] =
    "game g(n) { move take(t in 1..n) where t != hepa -> g(n - m) move take -> h(n) expect sg(g) == 1 }";
static const char negative[] = "game g(n) { move take(t in 1..3) -> g(n - t) }";
static const char claimed[] =
    "game g(a: bool, b: bool) { measure sum(x * x for x in 0..(a ? 2 : 0)) + popcount(b ? 3 : 0)\n"
    "  move drop where a -> g(false, b) move clear where b -> g(a, false) }";
static const char falsely[] = "game g(a: bool, b: bool) { measure b ? 1 : 0  move swap where a and not b -> g(b, a) }";
static const char drops[] =
    "game d(u, v) { move l(t in 1..v) where t != 3 -> d(u, v - t) move r(t in 1..u) -> d(u - t, v) }";
static const char pairs[] = "game p(h: row) where len(h) == 2 { move l(t in 1..h[1]) -> p(h with { [1] -= t })\n"
                            "  move r(t in 1..h[2]) where t < 9 -> p([h[1], h[2] - t]) }";
static const char heaps[] = "game r(h: row) { move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }) }";
static const char capped[] =
    "game c(n) { param k = 3 in 1.. move take(t in 1..n) where t <= k and t != 7 -> c(n - t) }";
static const char below[] = "game b(n) { param m = 3 in 1.. move take(t in 1..n) where t < m -> b(n - t) }";
static const char solve[] = "game g(n) { solve nimm() move take(t in 1..n) -> g(n - t) }";

static const struct oom_case cases[] = {
    {"analyze a heap by search", ANALYZE, nim, {"3", "5"}, NULL, false},
    {"analyze a set of nodes", ANALYZE, nodes, {"{a, b, d}"}, NULL, false},
    {"expectations about sets of nodes", CHECKS, nodes, {NULL}, NULL, false},
    {"analyze a tree", ANALYZE, trees, {"[[[]], []]"}, NULL, false},
    {"expectations about trees", CHECKS, trees, {NULL}, NULL, false},
    {"analyze a heap by its plugin", ANALYZE, nim, {"3", "5"}, NULL, true},
    {"analyze a heap beyond 64 bits", ANALYZE, nim, {"100000000000000000000000", "5"}, NULL, true},
    {"analyze by a plugin beyond 64 bits",
     ANALYZE,
     wythoff,
     {"100000000000000000000000", "70000000000000000000000"},
     NULL,
     true},
    {"compare fields in another order", COMPARE, wythoff, {drops}, NULL, false},
    {"compare fields with a row", COMPARE, drops, {pairs}, NULL, false},
    {"compare a row with its heap", COMPARE, heaps, {nim}, NULL, false},
    {"compare a row with another heap", COMPARE, heaps, {below}, NULL, false},
    {"compare rules with parameters", COMPARE, capped, {below}, NULL, false},
    {"analyze heaps that split", ANALYZE, split, {"9", "4"}, NULL, false},
    {"analyze a board of two numbers", ANALYZE, wythoff, {"5", "3"}, NULL, false},
    {"analyze by a plugin under other names", ANALYZE, wythoff, {"5", "3"}, NULL, true},
    {"analyze a start with parameters", ANALYZE, bash, {0}, "m=2", false},
    {"analyze a row", ANALYZE, row, {"[2, 1, 2]"}, NULL, false},
    {"analyze by loops with bounds", ANALYZE, bounded, {"3", "3"}, NULL, false},
    {"analyze a grid", ANALYZE, board, {"board(2, 3)"}, NULL, false},
    {"analyze a board that falls apart", ANALYZE, pins, {"[1, 1, 0, 2, 1, 1]"}, NULL, false},
    {"analyze a board that falls apart, misere", MISERE, pins, {"[1, 1, 0, 1, 1]"}, NULL, false},
    {"analyze without looking at all options", ANALYZE, cram, {"cram(4, 4)"}, NULL, false},
    {"analyze a compound", ANALYZE, compound, {"moore([2, 1, 2])"}, NULL, false},
    {"analyze where the mover matters", ANALYZE, movers, {"4", "2"}, NULL, false},
    {"analyze play without end", EXTRAS, loopy, {"1"}, NULL, false},
    {"analyze a graph", EXTRAS, graph, {"a"}, NULL, false},
    {"analyze a code", ANALYZE, code, {"12"}, NULL, false},
    {"analyze turned coins", ANALYZE, turning, {"[1, 0, 1]"}, NULL, false},
    {"analyze with Lua", ANALYZE, lua, {"6"}, NULL, false},
    {"misere play", MISERE, split, {"5", "4"}, NULL, false},
    {"remoteness and kernels", EXTRAS, nim, {"2", "2"}, NULL, false},
    {"explain", EXPLAIN, nim, {"3", "2"}, NULL, true},
    {"a table", TABLE, wythoff, {"0..4", "0..4"}, NULL, true},
    {"a table that is compiled", COMPILED, split, {"0..9"}, NULL, false},
    {"a table by search", TABLE, movers, {"0..6"}, NULL, false},
    {"a period", PERIOD, bash, {0}, NULL, false},
    {"a period of a code", PERIOD, code, {0}, NULL, false},
    {"checks", CHECKS, nim, {0}, NULL, true},
    {"checks that sweep and fail", CHECKS, bash, {0}, NULL, false},
    {"checks over rows", CHECKS, row, {0}, NULL, false},
    {"the graph of a position", GRAPH, split, {"5"}, NULL, false},
    {"a rule with mistakes", ANALYZE, wrong, {"3"}, NULL, false},
    {"a rule that leaves its state", ANALYZE, negative, {"3"}, NULL, false},
    {"a measure that is tried", ANALYZE, claimed, {"g(true, true)"}, NULL, false},
    {"a measure that rises", ANALYZE, falsely, {"g(true, false)"}, NULL, false},
    {"a plugin that is not there", ANALYZE, solve, {"3"}, NULL, true},
    {"a position that is none", ANALYZE, nim, {"nim(1 - 2)"}, NULL, false},
    {"a setting that is none", ANALYZE, bash, {"3"}, "M=2", false},
};

/* ---- one attempt ------------------------------------------------------------------------------------------------- */
/* Who answered is left out: a solver without the memory to make its offer leaves the question to another one. */
static void say_answer(const struct answer *a, struct text *out)
{
    text_add(out, "%s: %s, sg %s, remoteness %" PRIu64 "\n", a->position, outcome_word(a->outcome, a->with_mover),
             a->has_sg ? a->sg : a->sg_reason, a->has_remoteness ? a->remoteness : 0);
    for (size_t i = 0; i < a->win_count; i++) text_add(out, "%s -> %s\n", a->wins[i].move, a->wins[i].to);
    for (size_t i = 0; i < a->kernel_count; i++) text_add(out, "kernel %s\n", a->kernels[i]);
}

static enum status ask(struct engine *e, const struct oom_case *c, const struct position *position, struct text *out)
{
    struct wanted wanted = {
        .play = c->deed == MISERE ? PLAY_MISERE : PLAY_NORMAL, .outcome = true, .sg = true, .wins = true};
    struct answer answer = {0};
    wanted.remoteness = wanted.kernel = c->deed == EXTRAS;
    if (c->deed == EXPLAIN) {
        struct explanation x = {0};
        enum status st = explain(e->env, position, &wanted, &e->answers, &x);
        if (st == ST_OK) say_answer(&x.answer, out);
        for (size_t i = 0; st == ST_OK && i < x.option_count; i++)
            text_add(out, "%s has %s\n", x.options[i].to, x.options[i].sg);
        return st;
    }
    enum status st = analyze(e->env, position, &wanted, &e->answers, &answer);
    if (st == ST_OK) say_answer(&answer, out);
    return st;
}

static enum status draw(struct engine *e, const struct oom_case *c, struct text *out)
{
    struct axis axes[MODEL_MAX_FIELDS];
    struct table_answer t = {0};
    struct wanted wanted = {.play = PLAY_NORMAL};
    size_t count = c->words[1] ? 2 : 1;
    enum status st = engine_axes(e, c->words, count, axes);
    if (st == ST_OK) st = tabulate(e->env, e->model->main_game, axes, count, &wanted, &e->answers, &t);
    for (size_t i = 0; st == ST_OK && i < t.row_count * t.column_count; i++) text_add(out, "%s ", t.cells[i]);
    return st;
}

/* How far a law holds is left out: without the memory for a theorem it holds as far as it was tried. */
static enum status try_all(struct engine *e, struct text *out)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < e->model->check_count; i++) {
        struct tried t = {0};
        st = try_check(e->env, i, &e->answers, &t);
        bool passed = t.verdict == VERDICT_PASSED;
        if (st == ST_OK)
            text_add(out, "%s: %s %s\n", t.text, passed ? "" : t.words, t.counterexample ? t.counterexample : "");
    }
    return st;
}

static enum status find(struct engine *e, struct text *out)
{
    struct period p = {0};
    const char *solver = NULL;
    enum status st = find_period(e->env, e->model->main_game, 400, &e->answers, &p, &solver);
    if (st == ST_OK) text_add(out, "%d %" PRIu64 " %" PRIu64, p.found, p.preperiod, p.period);
    return st;
}

/* words[0] is the other rule. */
static enum status compare_case(struct engine *e, const struct oom_case *c, struct text *out)
{
    struct budget budget = {0};
    struct engine_options options = {.text = c->words[0], .name = "other", .budget = &budget, .until = STAGE_ALL};
    struct engine *other = NULL;
    struct comparison said = {0};
    const char *label;
    enum status st = engine_open(&options, &other);
    if (st == ST_OK) st = engine_select(other, 0, &label);
    if (st == ST_OK) st = engine_compare(e, other, &(struct compare_wanted){.to = 9}, &e->answers, &said);
    if (st == ST_OK) text_add(out, "%d %s %s %s\n", said.verdict, said.why, said.restated, said.same_params);
    for (int side = 0; st == ST_OK && side < 2; side++) {
        text_add(out, "%s %s\n", said.parts[side], said.same_at[side]);
        for (size_t i = 0; i < said.rules.only[side].count; i++) text_add(out, "%s\n", said.rules.only[side].moves[i]);
    }
    if (other && other->diags.failed && st != ST_OK) st = ST_NO_MEMORY;
    engine_close(other);
    return st;
}

static enum status answer_case(struct engine *e, const struct oom_case *c, struct text *out)
{
    const char *label;
    struct position position;
    size_t count = 0;
    enum status st = engine_select(e, 0, &label);
    if (st != ST_OK) return st;
    if (c->deed == TABLE || c->deed == COMPILED) return draw(e, c, out);
    if (c->deed == CHECKS) return try_all(e, out);
    if (c->deed == PERIOD) return find(e, out);
    if (c->deed == COMPARE) return compare_case(e, c, out);
    while (count < 3 && c->words[count]) count++;
    st = engine_position(e, c->words, count, &position);
    if (st != ST_OK) return st;
    return c->deed == GRAPH ? engine_dump_graph(e, &position, out) : ask(e, c, &position, out);
}

/* The whole way; `out` is the answer, or the messages. */
static enum status attempt(const struct oom_case *c, struct text *out)
{
    const char *folder = getenv("CGI_PLUGIN_PATH");
    struct budget budget = {0};
    struct engine *e;
    struct engine_options options = {.text = c->rule,
                                     .name = "rule",
                                     .sets = &c->set,
                                     .set_count = c->set != NULL,
                                     .plugin_folders = &folder,
                                     .plugin_folder_count = 1,
                                     .plugins = c->plugins && folder,
                                     .budget = &budget,
                                     .native = c->deed == COMPILED ? NATIVE_ALWAYS : NATIVE_NEVER,
                                     .until = STAGE_ALL};
    enum status st = engine_open(&options, &e);
    if (st == ST_OK) st = answer_case(e, c, out);
    for (size_t i = 0; e && i < e->diags.count; i++) text_add(out, "%s\n", e->diags.items[i].message);
    if (e && e->diags.failed && st != ST_OK) st = ST_NO_MEMORY; /* part of what was to be said is lost */
    engine_close(e);
    return st;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */
static bool complain(const struct oom_case *c, uint64_t nth, bool alone, const char *what, const char *got)
{
    printf("# %s: allocation %" PRIu64 "%s: %s: %.300s\n", c->name, nth, alone ? " alone" : " and all after it", what,
           got);
    return false;
}

/* True when the n-th allocation was never reached. */
static bool survives(const struct oom_case *c, uint64_t nth, bool alone, enum status usual, const char *answer,
                     bool *end)
{
    struct text out = {0};
    uint64_t before = mem_held();
    if (alone) mem_fail_only(nth);
    else mem_fail_from(nth);
    enum status st = attempt(c, &out);
    *end = mem_tried() < nth;
    mem_fail_from(0);
    bool lost = out.failed, fine = true;
    if (st != ST_NO_MEMORY && st != usual) fine = complain(c, nth, alone, "another status", status_words(st));
    else if (st == usual && !lost && strcmp(text_c(&out), answer) != 0)
        fine = complain(c, nth, alone, "another answer", text_c(&out));
    text_free(&out);
    if (mem_held() != before) fine = complain(c, nth, alone, "memory is still held", "");
    return fine;
}

static bool walk(const struct oom_case *c, uint64_t *attempts)
{
    struct text usual = {0};
    enum status st = attempt(c, &usual);
    bool fine = !usual.failed && st != ST_NO_MEMORY;
    for (int alone = 0; alone < 2; alone++) {
        bool end = false;
        for (uint64_t nth = 1; !end; nth += 1 + nth / STEADY, ++*attempts)
            fine = survives(c, nth, alone, st, text_c(&usual), &end) && fine;
    }
    text_free(&usual);
    return fine;
}

static unsigned long long gmp_asked;

static void *gmp_take(size_t size)
{
    gmp_asked++;
    return malloc(size);
}

static void *gmp_grow(void *block, size_t old_size, size_t size)
{
    (void)old_size;
    gmp_asked++;
    return realloc(block, size);
}

int main(int argc, char **argv)
{
    unsigned number = 0, failed = 0;
    char kept[] = "/tmp/cgi-oom-XXXXXX", remove[64];
    mp_set_memory_functions(gmp_take, gmp_grow, NULL);
    if (!mkdtemp(kept) || setenv("XDG_CACHE_HOME", kept, 1) != 0) return 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t attempts = 0;
        if (argc > 1 && !strstr(cases[i].name, argv[1])) continue;
        bool fine = walk(&cases[i], &attempts);
        failed += !fine;
        printf("%s %u - %s (%" PRIu64 " attempts)\n", fine ? "ok" : "not ok", ++number, cases[i].name, attempts);
        fflush(stdout);
    }
    snprintf(remove, sizeof remove, "rm -rf %s", kept);
    failed += gmp_asked > 0 || system(remove) != 0;
    printf("%s %u - GMP was asked for memory %llu times\n", gmp_asked ? "not ok" : "ok", ++number, gmp_asked);
    printf("1..%u\n", number);
    return failed > 0;
}
