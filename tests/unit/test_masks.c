/* SPDX-License-Identifier: MIT */
/* Rules multiplied out on one board (ground.h), and positions as masks (masks.h): which images are found to be the same game, and
 * values against a search of whole boards on random rules, many of which are nearly symmetric. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "plan/plan.h"
#include "proof/ground/ground.h"
#include "runtime_case.h"
#include "plan/outcomes.h"
#include "solve/search/mask_whole.h"
#include "solve/search/mask_proof.h"
#include "solve/search/mask_ways.h"
#include "solve/search/never_apart.h"

/* "moves 4, slides 11, images rct, values 0 1, orders 3": of the images R turns rows round, C columns, H both, T exchanges them. */
static const char *ground_of(const char *rule, const char *term)
{
    static char words[200];
    struct runtime_case c;
    struct ground g;
    struct text text = {0};
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    struct ground_from from = {
        c.env->model, p.components[0].game, c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
    if (g.cells) {
        text_add(&text, "%zu moves, slides %d%d, images ", g.move_count, g.slides[0], g.slides[1]);
        for (int k = 1; k <= 4; k++)
            if (g.images >> k & 1) text_add(&text, "%c", " RCHT"[k]);
        text_add(&text, ", values");
        for (size_t k = 0; k < g.layout.count; k++)
            for (size_t i = 0; i < g.layout.pieces[k].value_count; i++)
                text_add(&text, "%s %lld", i || !k ? "" : " |", (long long)g.layout.pieces[k].values[i]);
        for (size_t i = 0; i < g.exchange_count; i++)
            text_add(&text, "%s%d%d%d", i ? " " : ", exchanges ", g.exchanges[i].to[1], g.exchanges[i].to[2],
                     g.exchanges[i].to[3]);
        for (size_t i = 0; i < g.twist_count; i++)
            text_add(&text, "%s%c%d%d%d", i ? " " : ", twists ", " RCHT"[g.twists[i].image], g.twists[i].by.to[1],
                     g.twists[i].by.to[2], g.twists[i].by.to[3]);
        if (g.order_count) text_add(&text, ", orders %zu", g.order_count);
    }
    snprintf(words, sizeof words, "%s", text_c(&text));
    text_free(&text);
    case_close(&c);
    return words;
}

#define GRID(moves) "game b(g: grid) { start(r, c) -> b(grid(r, c, 1)) " moves " }"
#define ACROSS                                                                                                         \
    "move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1"                        \
    " -> b(g with { [i, j] = 0, [i, j + 1] = 0 }) "
#define DOWN(where)                                                                                                    \
    "move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1" where                    \
    " -> b(g with { [i, j] = 0, [i + 1, j] = 0 }) "
#define QUEEN(but)                                                                                                     \
    "move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 -> b([[" but "r == i or c == j or r - c == i - j "  \
    "or r + c == i + j ? 0 : g[r, c] for c in 1..cols(g)] for r in 1..rows(g)])"
#define LEAP(near)                                                                                                     \
    GRID("move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 -> b([[(r, c) == (i, j) or " near              \
         " ? 0 : g[r, c] for c in 1..cols(g)] for r in 1..rows(g)])")
#define BITE(where, put)                                                                                               \
    GRID("move bite(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1" where                                        \
         " -> b(g with { [i..rows(g), j..cols(g)] = " put " })")
#define ROW(moves) "game b(s: row) { " moves " }"
#define HIT(which)                                                                                                     \
    "move hit(i in 1..len(s), k in 1..len(s)) where abs(i - k) == 1 and s[i] > 0 and s[k] > 0 and " which              \
    " -> b(s with { [k] = s[i], [i] = 0 }) }"
#define PINS(where) ROW("move one(i in 1..len(s)) where s[i] == 1" where " -> b(s with { [i] = 0 })")

static const struct {
    const char *rule, *term, *ground;
} grounds[] = {
    {GRID(ACROSS DOWN("")), "b(2, 2)", "4 moves, slides 11, images RCHT, values 0 1"},
    {GRID(ACROSS DOWN("")), "b(3, 5)", "22 moves, slides 11, images RCHT, values 0 1"},
    {GRID(ACROSS), "b(3, 3)", "6 moves, slides 11, images RCH, values 0 1"},
    {GRID(ACROSS DOWN(" and j > 1")), "b(3, 3)", "10 moves, slides 10, images R, values 0 1"},
    {GRID(ACROSS DOWN(" and j != 2")), "b(3, 3)", "10 moves, slides 10, images RCH, values 0 1"},
    {GRID(ACROSS DOWN(" and (i + j) % 2 == 0")), "b(3, 4)", "13 moves, slides 00, images H, values 0 1"},
    {GRID(ACROSS DOWN(" and i != j")), "b(4, 4)", "21 moves, slides 00, images , values 0 1"},
    {GRID(ACROSS DOWN(" and g[i, j + 1] == 0")), "b(2, 2)", "4 moves, slides 11, images , values 0 1"},
    {GRID(ACROSS DOWN(" and g[i, j - 1] + g[i, j + 1] == 0")), "b(2, 3)", "7 moves, slides 11, images C, values 0 1"},
    {GRID(QUEEN("")), "b(4, 4)", "16 moves, slides 11, images RCHT, values 0 1"},
    {GRID(QUEEN("r == i + 1 and c == j + 2 or ")), "b(4, 4)", "16 moves, slides 11, images , values 0 1"},
    {GRID(QUEEN("r + c == 2 or ")), "b(3, 3)", "9 moves, slides 00, images T, values 0 1"},
    /* from edge to edge, with 64 orders, none of which goes around; and a cylinder */
    {LEAP("(r == i and abs(c - j) == 2) or (c == j and abs(r - i) == 2)"), "b(3, 3)",
     "9 moves, slides 11, images RCHT, values 0 1"},
    {LEAP("(r == i and abs(c - j) in {1, 7}) or (c == j and abs(r - i) == 1)"), "b(3, 8)",
     "24 moves, slides 00, images RCHT, values 0 1, orders 31"},
    {BITE("", "0"), "b(2, 3)", "6 moves, slides 11, images T, values 0 1"},
    {BITE(" and (i, j) != (1, 1)", "0"), "b(2, 3)", "5 moves, slides 00, images T, values 0 1"},
    {BITE(" and i + j > 2", "g[i, j] - 1"), "b(2, 2)", "3 moves, slides 00, images T, values 0 1"},
    {PINS(""), "b([1, 1, 1])", "3 moves, slides 01, images C, values 0 1"},
    {PINS(" and s[i - 1] == 0"), "b([1, 1, 1])", "3 moves, slides 01, images , values 0 1"},
    {PINS(" and i != 2"), "b([1, 1, 1])", "2 moves, slides 00, images C, values 0 1"},
    {PINS(" and any(s[k] == 1 for k in i + 1..len(s))"), "b([1, 1, 1])", "3 moves, slides 01, images , values 0 1"},
    {PINS(" and sum(s[k] for k in 1..len(s)) > 1"), "b([1, 1, 1])", "9 moves, slides 01, images C, values 0 1"},
    {ROW("move fill(i in 1..len(s)) where s[i] == 1 -> b(s with { [i] = 2 })"), "b([1, 1])",
     "2 moves, slides 01, images C, values 2 1"},
    {ROW("move less(i in 1..len(s), t in 1..2) where s[i] >= t -> b(s with { [i] -= t })"), "b([2, 1])",
     "6 moves, slides 01, images C, values 0 2 1"},
    {ROW("move one(i in 1..len(s)) where s[i] == 1 and i in {3, 1, 3} and any(s[k] == 1 for k in {4, 2, 4})"
         " -> b(s with { [i] = 0 })"),
     "b([1, 1, 1, 1])", "4 moves, slides 00, images , values 0 1, orders 1"},
    /* colours that are the same but for their names: two, one after the other of three, and not quite two */
    {"game b(s: row) { " HIT("s[i] != s[k]"), "b([1, 2, 1])",
     "8 moves, slides 01, images C, values 0 1 2, exchanges 213"},
    {"game b(s: row) { " HIT("s[i] % 3 + 1 == s[k]"), "b([1, 2, 3])",
     "12 moves, slides 01, images C, values 0 1 2 3, exchanges 231 312"},
    {"game b(s: row) { " HIT("s[i] != s[k]"), "b([1, 2, 3])",
     "24 moves, slides 01, images C, values 0 1 2 3, exchanges 213 321 132 231 312"},
    {"game b(s: row) { " HIT("s[i] > s[k]"), "b([1, 2, 1])", "4 moves, slides 01, images C, values 0 1 2"},
    {"game b(s: row) { " HIT("s[i] > 2 - s[k] and s[i] != s[k] and (s[i] == 1 or i > 1)"), "b([1, 2, 1])",
     "7 moves, slides 00, images , values 0 1 2"},
    /* mirrored, and values exchanged: one alone is none */
    {ROW("move on(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 0 -> b(s with { [i] = 0, [i + 1] = 1 })"
         " move back(i in 2..len(s)) where s[i] == 2 and s[i - 1] == 0 -> b(s with { [i] = 0, [i - 1] = 2 })"),
     "b([1, 0, 2])", "4 moves, slides 01, images , values -1 1 0 2, twists C321"},
    /* no value is final */
    {ROW("move down(i in 1..len(s)) where s[i] == 1 -> b([(k < i ? 1 - s[k] : (k == i ? 0 : s[k])) for k in "
         "1..len(s)])"),
     "b([1, 1, 1])", "7 moves, slides 00, images , values -1 1 0"},
    {ROW("move jump(i in 1..len(s) - 2) where s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 0"
         " -> b(s with { [i] = 0, [i + 1] = 0, [i + 2] = 1 })"),
     "b([1, 1, 0, 1])", "2 moves, slides 01, images , values -1 1 0"},
    /* what is written need not be known where it is what was there, or is so anyway */
    {GRID("move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1"
          " -> b([[g[r, c] == 0 or r == i or c == j ? 0 : 1 for c in 1..cols(g)] for r in 1..rows(g)])"),
     "b(3, 3)", "9 moves, slides 11, images RCHT, values 0 1"},
    {ROW("move put(i in 1..len(s)) where s[i] == 0 -> b([max(s[k], (k == i ? 1 : 0)) for k in 1..len(s)])"),
     "b([0, 0, 0])", "3 moves, slides 01, images C, values 1 0"},
    /* a graph as a grid that stays as it is, of as many as 64 nodes */
    {"game b(s: row, e: grid) { start(n) -> b([1 for i in 1..n], [[j == i + 1 ? 1 : 0 for j in 1..n] for i in 1..n])"
     " move m(v in 1..len(s)) where s[v] == 1"
     " -> b([u == v or e[u, v] + e[v, u] > 0 ? 0 : s[u] for u in 1..len(s)], e) }",
     "b(64)", "64 moves, slides 01, images C, values 0 1"},
    /* named sets; none of the divisors of 0 */
    {PINS(" and i in divisors(6) and i not in powers(3)"), "b([1, 1, 1, 1, 1, 1])",
     "2 moves, slides 00, images , values 0 1, orders 1"},
    {PINS(" and i in {1, 4} and all(s[d] == 1 for d in divisors(i))"), "b([1, 1, 1, 1])",
     "2 moves, slides 00, images , values 0 1"},
    {PINS(" and 2 in divisors(i - 1)"), "b([1, 1, 1])", ""},
    /* squares out of play, and one that is taken: with three values for each square that is asked there are too many ways */
    {"game b(g: grid) { start(r, c) -> b([[i == 2 and j == 3 ? 2 : i == c and j == i ? 1 : 0"
     " for j in 1..c] for i in 1..r])"
     " move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0"
     " and not any(g[x, y] == 1 and (x == i or y == j or abs(x - i) == abs(y - j))"
     " for x in 1..rows(g), y in 1..cols(g))"
     " -> b(g with { [i, j] = 1 }) }",
     "b(6, 6)", "19 moves, slides 00, images , values 1 0"},
    /* it fails in the first row, though nothing is read there */
    {GRID("move one(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i - 1, 6 / (i - 1)] == 0"
          " -> b(g with { [i, j] = 0 })"),
     "b(2, 2)", ""},
    /* few steps, but each would take a kilobyte or more */
    {PINS(" and all(any(k > 0 for k in 1..1000) for u in 1..900, v in 1..900)"), "b([1, 1, 1])", ""},
    {PINS(" and all((s with { [1] = 0 })[1] == 0 for u in 1..800, v in 1..800)"), "b([1, 1, 1, 1, 1, 1, 1, 1])", ""},
    /* not understood, or without a final value, or with too many values */
    {ROW("move cut(i in 1..len(s)) -> b([s[k] for k in 1..i - 1])"), "b([1, 1, 1])", ""},
    {ROW("move less(i in 1..len(s), t in 1..s[i]) -> b(s with { [i] -= t })"), "b([9, 9])", ""},
    {ROW("move part(i in 1..len(s)) where s[i] == 1 -> b(s with { [i] = 0 }) + b([1])"), "b([1, 1, 1])", ""},
    {"game b(s: row, n) { move one(i in 1..len(s)) where s[i] == 1 and n > 0 -> b(s with { [i] = 0 }, n - 1) }",
     "b([1, 1], 2)", "4 moves, slides 00, images , values 0 1 | 0 2 1, orders 1"},
    {"game b(s: row, n) { move one(i in 1..len(s)) where s[i] == 1 and n != i -> b(s with { [i] = 0 }, n) }",
     "b([1, 1], 2)", "1 moves, slides 00, images , values 0 1"},
};

/* As listed: is a position of it never taken apart? And is it searched as a board of words? */
static bool stays_whole(const char *rule, const char *term)
{
    struct runtime_case c;
    struct ground g;
    struct masks *m;
    uint8_t codes[GROUND_CELLS];
    int64_t others[GROUND_CELLS];
    size_t count;
    struct ground_mask state = {{0}};
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    struct component *at = &p.components[0];
    struct ground_from from = {c.env->model, at->game, c.env->params, at->cells, at->count, NULL, 0};
    assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
    assert_true(g.cells && ground_read(&g.layout, at->cells, at->count, codes, others, &count));
    for (size_t cell = 0; cell < g.cells; cell++) ground_put(&g, &state, cell, codes[cell]);
    bool whole = never_apart(&g, &state);
    assert_int_equal(masks_make(c.env, at, 0, &m), ST_OK);
    assert_non_null(m);
    assert_int_equal(m->tree != NULL, whole);
    masks_free(m);
    case_close(&c);
    return whole;
}

CLAIM(boards_of_which_nothing_falls_apart_are_boards_of_words)
{
    static const char slides[] = "game g(s: row) { move m(i in 2..len(s)) where s[i] == 1 and s[i - 1] == 0\n"
                                 "  -> g(s with { [i] = 0, [i - 1] = 1 }) }";
    static const char jumps[] =
        "game g(s: row) { move m(i in 3..len(s)) where s[i] == 1 and s[i - 1] == 1 and s[i - 2] == 0\n"
        "  -> g(s with { [i] = 0, [i - 1] = 0, [i - 2] = 1 }) }";
    static const char takes[] = "game g(s: row) { move m(i in 2..len(s)) where s[i] == 1 and s[i - 1] == 1\n"
                                "  -> g(s with { [i] = 0, [i - 1] = 0 }) }";
    static const char trails[] = "game g(s: row) { move m(i in 2..len(s)) where s[i] == 2 and s[i - 1] == 1\n"
                                 "  -> g(s with { [i] = 3, [i - 1] = 2 }) }";
    assert_true(stays_whole(slides, "g([0, 0, 1, 0, 1, 1])"));
    assert_true(stays_whole(jumps, "g([0, 1, 1, 0, 1, 1])"));
    assert_false(stays_whole(takes, "g([1, 1, 1, 0, 1, 1])"));
    /* A wall: what is on both sides of it has nothing to do with one another; at the end it divides nothing. */
    assert_false(stays_whole(slides, "g([0, 0, 1, 2, 0, 1, 1])"));
    assert_true(stays_whole(slides, "g([2, 0, 0, 1, 0, 1, 1])"));
    /* What a chip leaves behind it stays for ever and divides the board, whether that is the final value or a wall's is. */
    assert_false(stays_whole(trails, "g([1, 1, 2, 1, 1, 2, 1])"));
    assert_false(stays_whole(trails, "g([0, 1, 1, 2, 1, 1, 2, 1])"));
}

CLAIM(images_are_found_where_moves_have_them)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        const char *found = ground_of(grounds[i].rule, grounds[i].term);
        if (strcmp(found, grounds[i].ground) == 0) continue;
        print_error("%s %s: %s\n", grounds[i].rule, grounds[i].term, found);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* ---- exchanged values ---------------------------------------------------------------------------------------------- */
/* How many moves lead from one state to another. */
static size_t moves_between(const struct ground *g, const struct ground_mask *from, const struct ground_mask *to)
{
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) {
        bool leads = true;
        for (size_t w = 0; w < g->words; w++) {
            uint64_t next = (from->words[w] & ~g->moves[i].write.words[w]) | g->moves[i].put.words[w];
            leads &= (from->words[w] & g->moves[i].care.words[w]) == g->moves[i].want.words[w] && next == to->words[w];
        }
        count += leads;
    }
    return count;
}

/* Of all states of three cells. */
CLAIM(exchanged_values_have_exchanged_moves)
{
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        struct runtime_case c;
        struct ground g;
        struct ground_mask states[64], images[64];
        if (!strstr(grounds[i].ground, "exchanges")) continue;
        case_open(&c, grounds[i].rule);
        struct position p = case_position(&c, grounds[i].term);
        struct ground_from from = {
            c.env->model, p.components[0].game, c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
        assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
        assert_int_equal(g.cells, 3);
        for (size_t k = 0; k < g.exchange_count; k++) {
            size_t count = g.value_count * g.value_count * g.value_count, wrong = 0;
            for (size_t n = 0; n < count; n++) {
                size_t codes[3] = {n % g.value_count, n / g.value_count % g.value_count,
                                   n / g.value_count / g.value_count};
                struct ground_mask here = {{0}}, image = {{0}};
                for (size_t cell = 0; cell < 3; cell++) ground_put(&g, &here, cell, codes[cell]);
                for (size_t cell = 0; cell < 3; cell++) ground_put(&g, &image, cell, g.exchanges[k].to[codes[cell]]);
                states[n] = here;
                images[n] = ground_exchanged(&g, &g.exchanges[k], &here);
                wrong += memcmp(&images[n], &image, sizeof image) != 0;
            }
            for (size_t n = 0; n < count * count; n++)
                wrong += moves_between(&g, &states[n / count], &states[n % count]) !=
                         moves_between(&g, &images[n / count], &images[n % count]);
            assert_int_equal(wrong, 0);
        }
        case_close(&c);
    }
}

/* ---- random rules ------------------------------------------------------------------------------------------------- */
static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }

#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* A cell falls, and perhaps another one at a small distance; others, and the place, are asked about. */
static void add_move(struct text *rule, int number)
{
    int64_t di = below(3) - 1, dj = below(4) - 1, ni = below(3) - 1, nj = below(3) - 1;
    bool two = (di || dj) && below(3);
    text_add(rule, "move m%d(i in 1..rows(g), j in 1..cols(g)) where g[i, j] %s ", number, PICK("== 1", "== 2", "> 0"));
    if (two) text_add(rule, "and g[i + %d, j + %d] %s ", (int)di, (int)dj, PICK("== 1", "> 0", "!= g[i, j]"));
    if (two) text_add(rule, "and i + %d in 1..rows(g) and j + %d in 1..cols(g) ", (int)di, (int)dj);
    if ((ni || nj) && (ni != di || nj != dj))
        text_add(rule, "and g[i + %d, j + %d] %s ", (int)ni, (int)nj, PICK("== 0", "!= 2", "!= 1", "<= 1"));
    if (below(3) == 0)
        text_add(rule, "and %s ",
                 PICK("i != 2", "j < cols(g)", "(i + j) % 2 == 0", "i <= j", "i + j != 4", "(j == 1 or i > 1)"));
    text_add(rule, "-> b(g with { [i, j] %s", PICK("= 0", "= 0", "-= 1"));
    if (two) text_add(rule, ", [i + %d, j + %d] = %s", (int)di, (int)dj, PICK("0", "0", "g[i, j] - 1"));
    text_puts(rule, " }) ");
}

/* A piece of 1 jumps over another or goes to a cell that is empty, and 2 the other way, so no value is final; or of 1 alone. */
static void add_walk(struct text *rule, int number)
{
    bool jumps = below(2);
    const char *over = PICK("1", "2", "3 - g[i, j]"), *left = PICK("0", "0", over);
    text_add(rule, "move w%d(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j + 1] == %s ", number,
             jumps ? over : "0 and j < cols(g)");
    if (!jumps) text_puts(rule, "-> b(g with { [i, j] = 0, [i, j + 1] = 1 }) ");
    else
        text_add(
            rule,
            "and j + 2 <= cols(g) and g[i, j + 2] == 0 -> b(g with { [i, j] = 0, [i, j + 1] = %s, [i, j + 2] = 1 }) ",
            left);
    if (below(2)) return;
    text_add(rule,
             "move v%d(i in 1..rows(g), j in 2..cols(g)) where g[i, j] == 2 and g[i, j - 1] == 0 "
             "-> b(g with { [i, j] = 0, [i, j - 1] = 2 }) ",
             number);
}

static void add_board(struct text *term, int64_t rows, int64_t columns)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            text_add(term, "%s%d%s",
                     j   ? ", "
                     : i ? "["
                         : "b([[",
                     below(4) ? (int)below(2) + 1 : 0,
                     j + 1 < columns ? ""
                     : i + 1 < rows  ? "], "
                                     : "]])");
}

/* Every question about the value, with a table of so few entries that nearly every one that is noted takes another's place. */
static void ask_about(const struct runtime_case *c, const struct component *component, uint64_t value, uint64_t entries)
{
    struct masks *m;
    struct ground_mask state;
    uint64_t known;
    assert_int_equal(masks_make(c->env, component, 0, &m), ST_OK);
    if (!m) return;
    assert_true(masks_code(m, component, &state));
    m->memo.most = entries;
    m->first_turn = (uint64_t)below(2) * (1 + (uint64_t)below(40)); /* the ways take turns at once, or not at all */
    bool done;
    assert_int_equal(mask_try(m, &state, MASK_ANY, entries, &done), ST_OK); /* what it leaves behind is right */
    for (uint64_t k = 0; k < value + 3; k++) {
        assert_int_equal(mask_search(m, &state, k, &known), ST_OK);
        assert_true((known == mask_value(k)) == (k == value));
        assert_true(!mask_is_valued(known) || known == mask_value(value));
    }
    assert_int_equal(mask_search(m, &state, MASK_ANY, &known), ST_OK);
    assert_true(known == mask_value(value));
    masks_free(m);
}

/* The values of all positions, a few options at a time. */
static void value_all(const struct runtime_case *c, const struct component *component, uint64_t value, uint64_t allowed)
{
    struct masks *m;
    struct ground_mask state;
    bool done = false;
    uint64_t known;
    assert_int_equal(masks_make(c->env, component, 0, &m), ST_OK);
    if (!m) return;
    assert_true(masks_code(m, component, &state));
    for (uint64_t rounds = 0; !done; rounds++) {
        assert_int_equal(mask_exact_parts(m, &state, allowed, &done), ST_OK);
        if (rounds % 4 == 3) allowed *= 2;
    }
    m->allowed = 0; /* nothing is left to search */
    assert_int_equal(mask_search(m, &state, MASK_ANY, &known), ST_OK);
    assert_true(known == mask_value(value));
    masks_free(m);
}

/* The same along proofs. Both tables forget nearly everything, few goals or none are leaves, and options are soon visited without
 * bounds, or never. */
static void prove_about(const struct runtime_case *c, const struct component *component, uint64_t value,
                        uint64_t entries)
{
    struct masks *m;
    struct ground_mask state;
    struct mask_proof p;
    uint64_t known;
    assert_int_equal(masks_make(c->env, component, 0, &m), ST_OK);
    if (!m) return;
    assert_true(masks_code(m, component, &state));
    m->memo.most = entries;
    assert_int_equal(mask_proof_open(&p, m, &state), ST_OK);
    proof_table_free(&p.table);
    assert_int_equal(proof_table_make(&p.table, c->env->budget, entries), ST_OK);
    p.leaf = (uint32_t)below(4);
    if (below(2)) p.visits = 1 + (uint32_t)below(3);
    p.most = 1 + below(60); /* it may give up; what is known by then is used */
    enum status st = mask_prove(&p, &state, MASK_ANY, &known);
    assert_true(st == ST_OK ? known == mask_value(value) : st == ST_UNSUPPORTED);
    p.most = 0;
    for (uint64_t k = 0; k < value + 3; k++) {
        assert_int_equal(mask_prove(&p, &state, k, &known), ST_OK);
        assert_true((known == mask_value(k)) == (k == value));
        assert_true(!mask_is_valued(known) || known == mask_value(value));
    }
    assert_int_equal(mask_prove(&p, &state, MASK_ANY, &known), ST_OK);
    assert_true(known == mask_value(value));
    mask_proof_close(&p);
    masks_free(m);
}

/* Misere play, against a search of sums as the rule writes them; with a table that forgets nearly everything, too. */
static void compare_misere(const struct runtime_case *c, struct runtime_case *whole, const char *term)
{
    struct masks *m;
    struct ground_mask state;
    bool lost;
    struct position p = case_position(whole, term);
    const char *outcome = case_outcome(whole, term, PLAY_MISERE, 0);
    for (uint64_t entries = 0; entries < 2; entries++) {
        assert_int_equal(masks_make(c->env, &p.components[0], 0, &m), ST_OK);
        if (!m) return;
        assert_true(masks_code(m, &p.components[0], &state));
        m->whole[true].most = entries * (1 + (uint64_t)below(100));
        enum status st = mask_whole_lost(m, true, &state, &lost);
        assert_true(st == ST_OK || (st == ST_UNSUPPORTED && (m->strips || !m->ends)));
        if (st == ST_OK) {
            if ((*outcome == 'P') != lost) print_error("misere %s: %s\n", term, outcome);
            assert_string_equal(outcome, lost ? "P" : "N");
        }
        masks_free(m);
    }
}

/* How long play takes, by all that is between the question and the answer. */
static uint64_t remoteness_of(struct runtime_case *c, const char *term, enum play play)
{
    struct position p = case_position(c, term);
    struct ask ask = {.play = play, .remoteness = true};
    enum outcome outcome;
    uint64_t moves = UINT64_MAX;
    assert_int_equal(outcomes_of(c->env, &p, 1, &ask, &outcome, &moves, NULL), ST_OK);
    assert_int_equal(outcome, (moves % 2 == 0) == (play == PLAY_NORMAL) ? OUTCOME_P : OUTCOME_N);
    return moves;
}

/* Boards of the sizes at which they are taken as masks, so by all that is between the question and them. */
CLAIM(misere_play_and_remoteness_on_large_boards_are_those_of_whole_sums)
{
    static const char *const cases[][2] = {
        {GRID(ACROSS DOWN("")), "b(3, 5)"},
        {GRID(QUEEN("")), "b(4, 4)"},
        {GRID("move two(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] + g[i, j + 1] == 2 "
              "-> b(g with { [i, j..j + 1] = 0 }) " DOWN(" and j != 2")),
         "b(3, 5)"},
        /* at most three of five in a row: conditions that cannot be listed */
        {"game b(s: row) { start(n) -> b([0 for i in 1..n]) move put(i in 1..len(s)) where s[i] == 0"
         " and all(sum((s with { [i] = 1 })[k + j] for j in 0..4) < 4 for k in 0..len(s)) -> b(s with { [i] = 1 }) }",
         "b(15)"},
        /* a token that walks where it has not been: words */
        {"game b(g: grid, x, y) { start(r, c) -> b([[i + j == 2 ? 0 : 1 for j in 1..c] for i in 1..r], 1, 1)"
         " move go(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and abs((i - x) * (j - y)) == 2"
         " -> b(g with { [i, j] = 0 }, i, j) }",
         "b(4, 5)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct runtime_case c, whole;
        char here[2];
        case_open(&c, cases[i][0]);
        case_open(&whole, cases[i][0]);
        whole.env->terms.whole = true;
        snprintf(here, sizeof here, "%s", case_outcome(&c, cases[i][1], PLAY_MISERE, 0));
        assert_string_equal(here, case_outcome(&whole, cases[i][1], PLAY_MISERE, 0));
        for (enum play play = PLAY_NORMAL; play <= PLAY_MISERE; play++)
            assert_int_equal(remoteness_of(&c, cases[i][1], play), remoteness_of(&whole, cases[i][1], play));
        case_close(&c);
        case_close(&whole);
    }
}

/* Whole boards on the other side: nothing is taken apart or mirrored. */
static void compare_values(const char *rule, uint64_t *used)
{
    static const int64_t sizes[][2] = {{2, 3}, {3, 3}, {1, 6}, {3, 2}, {2, 4}};
    for (size_t i = 0; i < 3; i++) {
        struct runtime_case c, whole;
        struct text term = {0};
        size_t size = (size_t)below(5);
        add_board(&term, sizes[size][0], sizes[size][1]);
        case_open(&c, rule);
        case_open(&whole, rule);
        whole.env->terms.whole = true;
        struct position p = case_position(&c, text_c(&term));
        int64_t all = case_value_by(&whole, "hashed", p.components, p.count),
                found = case_value_by(&c, "nimbers", p.components, p.count);
        if (all != found && found != -1) print_error("%s %s: %d, not %d\n", rule, text_c(&term), (int)found, (int)all);
        assert_true(found == all || found == -1); /* it is not proved that play ends */
        if (found >= 0 && p.count == 1) ask_about(&c, &p.components[0], (uint64_t)found, 1 + (uint64_t)below(300));
        if (found >= 0 && p.count == 1) prove_about(&c, &p.components[0], (uint64_t)found, 1 + (uint64_t)below(300));
        if (found >= 0 && p.count == 1) value_all(&c, &p.components[0], (uint64_t)found, 1 + (uint64_t)below(300));
        if (found >= 0 && p.count == 1) compare_misere(&c, &whole, text_c(&term));
        *used += found >= 0 && ground_of(rule, text_c(&term))[0] != 0;
        case_close(&c);
        case_close(&whole);
        text_free(&term);
    }
}

CLAIM(values_are_those_of_whole_boards)
{
    uint64_t used = 0;
    for (seed = 1; seed < 100;) {
        uint64_t next = seed + 1;
        struct text rule = {0};
        seed *= 0x9e3779b97f4a7c15;
        text_puts(&rule, "game b(g: grid) { ");
        for (int64_t i = 0, moves = 1 + below(3); i < moves; i++) (below(4) ? add_move : add_walk)(&rule, (int)i);
        text_puts(&rule, "}");
        compare_values(text_c(&rule), &used);
        text_free(&rule);
        seed = next;
    }
    assert_true(used > 150);
}

/* More cells than a word has, and more than two values. */
CLAIM(large_boards_have_the_values_of_their_parts)
{
    static const char twice[] = "game b(s: row) { move one(i in 1..len(s)) where s[i] > 0 and s[i + 1] == s[i]\n"
                                "  -> b(s with { [i] = 0, [i + 1] = 0 }) }";
    for (size_t length = 1; length < 7; length++) {
        struct runtime_case c;
        int64_t small[1 + 8] = {(int64_t)length}, large[1 + 200] = {200};
        case_open(&c, twice);
        for (size_t i = 0; i < length; i++) small[1 + i] = 2;
        for (size_t i = 0; i < length; i++) large[60 + i] = large[120 + i] = large[190 + i] = i < 3 ? 2 : 1;
        struct component one = {0, (uint32_t)length + 1, small}, all = {0, 201, large};
        int64_t value = case_value_by(&c, "hashed", &all, 1), found = case_value_by(&c, "nimbers", &all, 1);
        assert_true(value >= 0 && case_value_by(&c, "nimbers", &one, 1) >= 0);
        store_clear(c.env->store);
        assert_int_equal(case_value_by(&c, "nimbers", &all, 1), value);
        assert_int_equal(found, value);
        case_close(&c);
    }
}

/* Values beyond those that a word of knowledge can exclude; the moves need one cell, two, or more. */
CLAIM(values_may_be_large)
{
    static const char cut[] = "game b(s: row) {"
                              "  move cut(i in 1..len(s)) where s[i] == 1 -> b(s with { [i..len(s)] = 0 }) }";
    for (int64_t n = 1; n < 140; n += n < 54 || n > 58 ? 17 : 1) {
        struct runtime_case c;
        int64_t cells[1 + 140] = {n};
        case_open(&c, cut);
        for (int64_t i = 0; i < n; i++) cells[1 + i] = 1;
        struct component row = {0, (uint32_t)n + 1, cells};
        assert_int_equal(case_value_by(&c, "nimbers", &row, 1), n);
        case_close(&c);
    }
}

/* Chomp, 1 x n, 3 x 20 and 3 x 38: a cell for each bit of a word, and slots with a word for the value; where memory runs out nothing is
 * said. */
CLAIM(all_values_of_boards_of_every_size)
{
    static const char chomp[] = BITE("", "0");
    static const struct {
        int64_t rows, columns;
    } sizes[] = {{1, 40},  {1, 48},  {1, 49},  {1, 64}, {1, 65}, {1, 112},
                 {1, 113}, {1, 130}, {1, 200}, {3, 16}, {3, 20}, {3, 38}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct runtime_case c;
        struct masks *m;
        struct ground_mask start;
        bool done;
        case_open(&c, chomp);
        struct text term = {0};
        text_add(&term, "b(%d, %d)", (int)sizes[i].rows, (int)sizes[i].columns);
        struct position p = case_position(&c, text_c(&term));
        assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
        assert_true(m && masks_code(m, &p.components[0], &start));
        assert_int_equal(mask_exact_parts(m, &start, UINT64_MAX, &done), ST_OK);
        assert_true(done && m->exact.count > 0);
        uint64_t known = mask_memo_find(&m->memo, m->parts.data[0].state.words), asked;
        mask_memo_free(&m->memo);
        if (sizes[i].rows == 1) assert_int_equal(mask_value_of(known), sizes[i].columns);
        assert_int_equal(mask_search(m, &start, mask_value_of(known), &asked), ST_OK);
        assert_true(asked == known);
        mask_exact_free(&m->exact);
        c.env->budget->memory = mem_held() + (1 << 12);
        mask_memo_free(&m->memo);
        assert_int_equal(mask_exact_parts(m, &start, UINT64_MAX, &done), ST_OK);
        assert_true(!done && m->exact.failed);
        c.env->budget->memory = 0;
        masks_free(m);
        text_free(&term);
        case_close(&c);
    }
}

/* A table of fixed size forgets, but what it says is what was noted last. */
CLAIM(the_table_of_knowledge_never_mixes_up_keys)
{
    for (size_t words = 1; words <= 4; words++)
        for (uint64_t most = 1; most < 5000; most = most * 7 + 1) {
            struct budget budget = {0};
            struct mask_memo t = {.budget = &budget, .words = words, .most = most};
            uint64_t found = 0, last[600] = {0};
            for (uint64_t i = 0; i < 4000; i++) {
                uint64_t n = (uint64_t)below(600), key[4] = {n, n / 2, n / 3, n / 5};
                uint64_t known = mask_memo_find(&t, key);
                assert_true(!known || known == last[n]);
                found += known != 0;
                last[n] = i % 2 ? mask_value(i) : i + 1;
                assert_int_equal(mask_memo_note(&t, key, last[n], n), ST_OK);
                assert_true(mask_memo_find(&t, key) == last[n]);
            }
            assert_true(t.count <= (most < 256 ? 256 : most) && (most < 600 ? t.replaced > 0 : found > 2000));
            mask_memo_free(&t);
        }
}

/* What is found was noted of that question, though most is forgotten. */
CLAIM(the_table_of_proofs_never_mixes_up_questions)
{
    for (uint64_t most = 1; most < 3000; most = most * 5 + 1) {
        struct budget budget = {0};
        struct proof_table t = {0};
        struct proof_numbers last[500] = {{0}}, numbers;
        uint64_t found = 0;
        assert_int_equal(proof_table_make(&t, &budget, most), ST_OK);
        for (uint64_t i = 0; i < 5000; i++) {
            uint64_t n = (uint64_t)below(500), hash = hash_mix(n + 1);
            bool known = proof_table_find(&t, hash, &numbers);
            assert_true(!known || (numbers.win == last[n].win && numbers.loss == last[n].loss));
            found += known;
            last[n] = (struct proof_numbers){1 + (uint32_t)below(PROOF_NEVER), 1 + (uint32_t)below(PROOF_NEVER - 1)};
            proof_table_note(&t, hash, last[n], 1 + (uint64_t)below(1 << 20));
            assert_true(proof_table_find(&t, hash, &numbers) && numbers.loss == last[n].loss);
        }
        assert_true(t.line_count * 4 <= (most < 4 ? 4 : most) && (most < 2000 || found > 3000));
        proof_table_free(&t);
    }
}

/* Larger boards: outcomes beside heaps, and values, as depth first. */
CLAIM(proofs_agree_with_the_search_on_larger_boards)
{
    static const struct {
        const char *rule, *term;
    } boards[] = {
        {GRID(ACROSS DOWN("")), "b(4, 5)"},
        {GRID(ACROSS DOWN("")), "b(3, 6) + b(3, 5)"},
        {GRID(ACROSS DOWN(" and i != j")), "b(4, 5)"},
        {GRID(QUEEN("")), "b(7, 6)"},
        {GRID(QUEEN("r + c == 2 or ")), "b(5, 6)"},
        {"game b(g: grid) { start(r, c) -> b([[(i + j) % 2 + 1 for j in 1..c] for i in 1..r])"
         " move hit(i in 1..rows(g), j in 1..cols(g), k in 1..rows(g), l in 1..cols(g))"
         " where abs(i - k) + abs(j - l) == 1 and g[i, j] * g[k, l] == 2"
         " -> b(g with { [i, j] = 0, [k, l] = g[i, j] }) }",
         "b(3, 4)"},
        {BITE("", "0"), "b(5, 6)"},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct runtime_case c;
        case_open(&c, boards[i].rule);
        struct position p = case_position(&c, boards[i].term);
        int64_t value = case_value_by(&c, "nimbers", p.components, p.count);
        assert_true(value >= 0);
        store_clear(c.env->store);
        struct ask unnamed = {.what = Q_OUTCOME, .positions = &p, .count = 1};
        struct plan *none;
        assert_int_equal(plan_by(c.env, &unnamed, &solver_dfpn, &c.arena, &none), ST_OK);
        assert_null(none->chosen); /* `nimbers` goes that way as well */
        c.env->terms.only = "dfpn";
        for (uint64_t heap = 0; heap < (uint64_t)value + 3; heap++) {
            struct ask ask = {.what = Q_OUTCOME, .positions = &p, .count = 1, .heap = heap};
            struct plan *plan;
            struct result result = {0};
            assert_int_equal(plan_by(c.env, &ask, &solver_dfpn, &c.arena, &plan), ST_OK);
            assert_non_null(plan->chosen);
            assert_int_equal(plan_run(c.env, plan, &c.arena, &result), ST_OK);
            assert_int_equal(result.outcomes[0], heap == (uint64_t)value ? OUTCOME_P : OUTCOME_N);
        }
        case_close(&c);
    }
}

/* ---- tables of bits ------------------------------------------------------------------------------------------------ */
static enum outcome misere_by(struct runtime_case *c, const struct solver *solver, const struct position *p)
{
    struct ask ask = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = p, .count = 1};
    struct plan *plan;
    struct result result = {0};
    c->env->terms.only = solver->name;
    assert_int_equal(plan_by(c->env, &ask, solver, &c->arena, &plan), ST_OK);
    assert_non_null(plan->chosen);
    assert_int_equal(plan_run(c->env, plan, &c->arena, &result), ST_OK);
    c->env->terms.only = NULL;
    return result.outcomes[0];
}

CLAIM(tables_of_bits_answer_as_searches_do)
{
    static const struct {
        const char *rule, *terms[3];
    } cases[] = {
        {"game b(g: grid) { start(r, c) -> b(grid(r, c, 0))"
         " move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 and not (g[i, j - 1] + g[i, j - 2] == 2 or"
         " g[i, j + 1] + g[i, j + 2] == 2 or g[i, j - 1] + g[i, j + 1] == 2) -> b(g with { [i, j] = 1 }) }",
         {"b(3, 4)", "b([[0, 1, 0], [1, 1, 0], [0, 0, 0]])", "b(2, 4)"}},
        {"game b(e: grid) { start(n) -> b(grid(n, n, 0))"
         " move edge(i in 1..rows(e), j in 1..rows(e)) where i < j and e[i, j] == 0 and"
         " not any(e[i, k] == 1 and e[j, k] == 1 for k in 1..rows(e)) -> b(e with { [i, j] = 1, [j, i] = 1 }) }",
         {"b(4)", "b(5)", "b(3)"}},
        {GRID(ACROSS DOWN("")), {"b(3, 4)", "b([[1, 0, 1], [1, 1, 1]])", "b(1, 5)"}},
        {"game b(s: row) { move turn(i in 3..len(s)) where s[i] == 1"
         " -> b(s with { [i] = 0, [i - 1] = 1 - s[i - 1], [i - 2] = s[i - 1] }) }",
         {"b([1, 0, 1, 1, 0, 1])", "b([0, 0, 1])", "b([1, 1, 1, 1, 1, 1, 1, 1])"}},
        {"game b(s: row) { move colour(i in 1..len(s), c in 1..2) where s[i] == 0 and s[i - 1] != c and s[i + 1] != c"
         " -> b(s with { [i] = c }) }",
         {"b([0, 0, 0, 0, 0, 0])", "b([2, 0, 0, 1, 0])", "b([0, 0])"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 3; k++) {
            struct runtime_case c, by_bits;
            case_open(&c, cases[i].rule);
            case_open(&by_bits, cases[i].rule);
            struct position p = case_position(&c, cases[i].terms[k]);
            int64_t value = case_value_by(&c, "hashed", p.components, p.count);
            assert_true(value >= 0);
            assert_int_equal(case_value_by(&by_bits, "bits", p.components, p.count), value);
            assert_int_equal(misere_by(&by_bits, &solver_bits, &p), misere_by(&c, &solver_wholesum, &p));
            case_close(&c);
            case_close(&by_bits);
        }
}

/* Before a long one the sum is searched for a while. */
CLAIM(long_tables_of_bits_come_after_a_short_search)
{
    static const char fills[] =
        "game b(g: grid) { start(r, c) -> b(grid(r, c, 0))"
        " move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 and not (g[i, j - 1] + g[i, j - 2] == 2 or"
        " g[i, j + 1] + g[i, j + 2] == 2 or g[i, j - 1] + g[i, j + 1] == 2) -> b(g with { [i, j] = 1 }) }";
    for (int large = 0; large < 2; large++) {
        struct runtime_case c;
        struct plan *plan;
        case_open(&c, fills);
        struct position p = case_position(&c, large ? "b(5, 6)" : "b(4, 4)");
        struct ask ask = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = &p, .count = 1};
        assert_int_equal(plan_make(c.env, &ask, &c.arena, &plan), ST_OK);
        const struct way *tries = NULL;
        for (size_t i = 0; i < plan->count; i++)
            if (plan->ways[i].by == &solver_try) tries = &plan->ways[i];
        assert_int_equal(tries && tries->can, large);
        if (large) assert_ptr_equal(tries->parts[0]->chosen->by, &solver_wholesum);
        if (large) assert_ptr_equal(tries->parts[1]->chosen->by, &solver_bits);
        case_close(&c);
    }
}

CLAIMS(IT(images_are_found_where_moves_have_them), IT(exchanged_values_have_exchanged_moves),
       IT(misere_play_and_remoteness_on_large_boards_are_those_of_whole_sums), IT(values_are_those_of_whole_boards),
       IT(large_boards_have_the_values_of_their_parts), IT(values_may_be_large), IT(all_values_of_boards_of_every_size),
       IT(the_table_of_knowledge_never_mixes_up_keys), IT(the_table_of_proofs_never_mixes_up_questions),
       IT(proofs_agree_with_the_search_on_larger_boards), IT(tables_of_bits_answer_as_searches_do),
       IT(long_tables_of_bits_come_after_a_short_search), IT(boards_of_which_nothing_falls_apart_are_boards_of_words))
