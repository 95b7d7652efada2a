/* SPDX-License-Identifier: MIT */
/* Boards on which moves only close moves (closing.h): which are found, every state against the rule's own moves, and values of random
 * rules that place pieces against a search of whole boards. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "proof/ground/closing.h"
#include "runtime_case.h"

struct opened {
    struct runtime_case c;
    struct ground g;
    struct ground_closing closing;
};

static void open_board(struct opened *o, const char *rule, const char *term)
{
    case_open(&o->c, rule);
    struct position p = case_position(&o->c, term);
    struct ground_from from = {
        o->c.env->model, p.components[0].game, o->c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    o->closing = (struct ground_closing){.bits = NULL};
    assert_int_equal(ground_make(&from, &o->c.arena, &o->g), ST_OK);
    if (o->g.cells) assert_int_equal(closing_find(&o->g, GROUND_WORDS, NULL, &o->c.arena, &o->closing), ST_OK);
}

/* The same of the rule as ways to move with sets of values. */
static void open_choices(struct opened *o, const char *rule, const char *term)
{
    struct ground_choices choices;
    case_open(&o->c, rule);
    struct position p = case_position(&o->c, term);
    struct ground_from from = {
        o->c.env->model, p.components[0].game, o->c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    o->closing = (struct ground_closing){.bits = NULL};
    assert_int_equal(ground_make_choices(&from, &o->c.arena, &choices), ST_OK);
    if (choices.count) assert_int_equal(closing_find_choices(&choices, NULL, &o->c.arena, &o->closing), ST_OK);
}

/* "9 moves, planes 1, slides 11, images RCHT, orders 3", or "none". */
static const char *closing_of(const char *rule, const char *term, bool choices)
{
    static char words[100];
    struct opened o;
    if (choices) open_choices(&o, rule, term);
    else open_board(&o, rule, term);
    const struct ground *g = &o.closing.ground;
    int used = snprintf(words, sizeof words, "%zu moves, planes %zu, slides %d%d, images ", g->move_count, g->planes,
                        g->slides[0], g->slides[1]);
    for (int k = 1; k <= 4; k++)
        if (g->images >> k & 1) words[used++] = " RCHT"[k];
    words[used] = 0;
    if (g->order_count) snprintf(words + used, sizeof words - (size_t)used, ", orders %zu", g->order_count);
    if (!g->cells) snprintf(words, sizeof words, "none");
    case_close(&o.c);
    return words;
}

#define GRID(moves) "game b(g: grid) { start(r, c) -> b(grid(r, c, 1)) " moves " }"
#define LINES "(r == i or c == j or r - c == i - j or r + c == i + j)"
#define AT "(i in 1..rows(g), j in 1..cols(g)) where "
#define ALL(what, where) "all(g[r, c] " what " for r in 1..rows(g), c in 1..cols(g) where " where ")"
#define EACH " for r in 1..rows(g), c in 1..cols(g))"
#define FILL(value, where, otherwise)                                                                                  \
    " -> b([[" where " ? " value " : " otherwise " for c in 1..cols(g)] for r in 1..rows(g)]) "

struct closing_case {
    const char *rule, *term, *closing;
};
static void hold(const struct closing_case *cases, size_t count, bool choices)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const char *found = closing_of(cases[i].rule, cases[i].term, choices);
        if (strcmp(found, cases[i].closing) == 0) continue;
        print_error("%zu %s %s: %s\n", i, cases[i].rule, cases[i].term, found);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static const struct closing_case boards[] = {
    /* one game in four spellings */
    {GRID("move put" AT "g[i, j] == 1 and " ALL("== 1", LINES) " -> b(g with { [i, j] = 0 })"), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1 and " ALL("!= 2", LINES) " -> b(g with { [i, j] = 2 })"), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1" FILL("0", LINES, "g[r, c]")), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1" FILL("(r == i and c == j ? 2 : 0)", LINES, "g[r, c]")), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    /* what it attacks in the body of a fold, behind what is asked of the cell or before it: on a board on which all ways to fill it
     * could not be listed */
    {GRID("move put" AT "g[i, j] == 1 and not any(g[r, c] == 2 and " LINES EACH " -> b(g with { [i, j] = 2 })"),
     "b(8, 9)", "72 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1 and all(g[r, c] != 2 or not " LINES EACH " -> b(g with { [i, j] = 2 })"),
     "b(8, 9)", "72 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1 and all(not " LINES " or g[r, c] != 2" EACH " -> b(g with { [i, j] = 2 })"),
     "b(8, 9)", "72 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1 and count(g[r, c] == 2 and " LINES EACH " == 0 -> b(g with { [i, j] = 2 })"),
     "b(3, 4)", "12 moves, planes 1, slides 11, images RCHT"},
    /* an obstacle: on the board itself no move asks for less than whole lines, so that it could be moved is no loss */
    {GRID("move put" AT "g[i, j] == 1 and (i, j) != (2, 3) and " ALL("!= 2", LINES) " -> b(g with { [i, j] = 2 })"),
     "b(4, 4)", "15 moves, planes 1, slides 00, images , orders 1"},
    {GRID("move put" AT "g[i, j] == 1 and (i, j) != (1, 3) and " ALL("!= 2", LINES) " -> b(g with { [i, j] = 2 })"),
     "b(4, 5)", "19 moves, planes 1, slides 00, images C"},
    /* an obstacle of a third value, in the start: with all cells there are thousands of moves, as each neighbour may hold two values, so
     * it is fixed */
    {GRID("move put" AT "g[i, j] == 1 and not any(g[r, c] == 0 and abs(r - i) <= 1 and abs(c - j) <= 1" EACH
          " -> b(g with { [i, j] = 0 })"),
     "b([[(i, j) == (2, 3) ? 2 : 1 for j in 1..7] for i in 1..6])", "41 moves, planes 1, slides 00, images "},
    /* two moves for a cell, so a row of moves; three of which one is as good as another */
    {GRID("move row" AT "g[i, j] == 1" FILL("(c == j ? 2 : 0)", "r == i",
                                            "g[r, c]") "move column" AT
                                                       "g[i, j] == 1" FILL("(r == i ? 3 : 0)", "c == j", "g[r, c]")),
     "b(2, 3)", "12 moves, planes 1, slides 00, images C, orders 11"},
    {GRID("move put(k in 2..4, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 -> b(g with { [i, j] = k - 2 })"),
     "b(2, 2)", "none"},
    {GRID("move put(k in 2..3, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 -> b(g with { [i, j] = k })"),
     "b(2, 2)", "4 moves, planes 1, slides 11, images RCHT"},
    {GRID("move bite" AT "g[i, j] == 1 -> b(g with { [i..rows(g), j..cols(g)] = 0 })"), "b(2, 3)",
     "6 moves, planes 1, slides 11, images T"},
    /* dominoes have no cell of their own that their images have too: the board stays */
    {GRID("move a" AT "g[i, j] == 1 and g[i, j + 1] == 1 -> b(g with { [i, j] = 0, [i, j + 1] = 0 })"), "b(2, 3)",
     "none"},
    /* what asks for one of two colours is one move in several cases: Col, Snort; the same with three colours */
    {GRID("move put(k in 2..3, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and "
          "g[i - 1, j] != 5 - k and g[i + 1, j] != 5 - k -> b(g with { [i, j] = k })"),
     "b(2, 2)", "8 moves, planes 1, slides 00, images C, orders 31"},
    {GRID("move put(k in 2..3, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and "
          "not any(g[r, c] == k and abs(r - i) + abs(c - j) == 1" EACH " -> b(g with { [i, j] = k })"),
     "b(3, 3)", "18 moves, planes 1, slides 00, images , orders 15"},
    {GRID("move put(k in 2..4, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j - 1] != k and "
          "g[i, j + 1] != k -> b(g with { [i, j] = k })"),
     "b(2, 2)", "12 moves, planes 1, slides 00, images , orders 31"},
    /* a neighbour of the other colour opens the move: its cases ask for less than all that closes no move */
    {GRID("move put(k in 2..3, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j - 1] in {1, 5 - k} and "
          "(i == 1 or g[i - 1, j] == 5 - k) -> b(g with { [i, j] = k })"),
     "b(2, 2)", "none"},
    /* moves that open others, and one that leaves itself open */
    {GRID("move put" AT "g[i, j] == 1 and (j == 1 or g[i, j - 1] == 0) -> b(g with { [i, j] = 0 })"), "b(2, 2)",
     "none"},
    {GRID("move less" AT "g[i, j] > 0 -> b(g with { [i, j] -= 1 })"), "b([[2, 1]])", "none"},
};

CLAIM(boards_that_close_are_found) { hold(boards, sizeof boards / sizeof *boards, false); }

#define ROW(moves) "game b(g: row) { start(n) -> b([0 for i in 1..n]) " moves " }"
#define COLUMN "(r in 1..len(g), c in 1..len(g)) where g[c] == 0 and "

/* What is written may be one of many numbers, of which conditions ask one cell at a time. */
static const struct closing_case written[] = {
    /* queens and rooks by columns are those of grids, */
    {ROW("move put" COLUMN
         "all(g[j] == 0 or (g[j] != r and abs(g[j] - r) != abs(j - c)) for j in 1..len(g) where j != c) "
         "-> b(g with { [c] = r })"),
     "b(7)", "49 moves, planes 1, slides 11, images RCHT"},
    {ROW("move put" COLUMN "not any(g[j] > 0 and (g[j] == r or abs(g[j] - r) == abs(j - c)) for j in 1..len(g)) "
         "-> b(g with { [c] = r })"),
     "b(7)", "49 moves, planes 1, slides 11, images RCHT"},
    {ROW("move put" COLUMN "all(x != r for x in g) -> b(g with { [c] = r })"), "b(6)",
     "36 moves, planes 1, slides 11, images RCHT"},
    /* a path of four colours */
    {ROW("move put(r in 1..4, c in 1..len(g)) where g[c] == 0 and g[c - 1] != r and g[c + 1] != r -> b(g with { [c] = "
         "r })"),
     "b(5)", "20 moves, planes 1, slides 11, images RCH"},
    /* five colours of a grid: a row of moves */
    {GRID("move put(k in 2..6, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j - 1] != k and "
          "g[i, j + 1] != k and g[i + 1, j] != k and g[i - 1, j] != k -> b(g with { [i, j] = k })"),
     "b(2, 3)", "30 moves, planes 1, slides 00, images C, orders 31"},
    /* moves of grids as before */
    {GRID("move put" AT "g[i, j] == 1 and " ALL("== 1", LINES) " -> b(g with { [i, j] = 0 })"), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    {GRID("move put" AT "g[i, j] == 1" FILL("0", LINES, "g[r, c]")), "b(3, 4)",
     "12 moves, planes 1, slides 11, images RCHT"},
    {GRID("move bite" AT "g[i, j] == 1 -> b(g with { [i..rows(g), j..cols(g)] = 0 })"), "b(2, 3)",
     "6 moves, planes 1, slides 11, images T"},
    /* a number that rises, however far; and one that opens what it leaves */
    {ROW("move put(r in 1..5, c in 1..len(g)) where g[c] < r -> b(g with { [c] = r })"), "b(3)",
     "15 moves, planes 1, slides 11, images R"},
    {ROW("move put(r in 1..5, c in 1..len(g)) where g[c] in {0, r - 1} -> b(g with { [c] = r })"), "b(3)", "none"},
};

CLAIM(boards_of_many_values_that_close_are_found) { hold(written, sizeof written / sizeof *written, true); }

/* ---- every state -------------------------------------------------------------------------------------------------- */
static bool may_be_made(const struct ground *g, const struct ground_move *m, const struct ground_mask *state)
{
    bool may = true;
    for (size_t w = 0; w < g->words; w++) may &= (state->words[w] & m->care.words[w]) == m->want.words[w];
    return may;
}

static struct ground_mask after(const struct ground *g, const struct ground_move *m, const struct ground_mask *state)
{
    struct ground_mask to = {{0}};
    for (size_t w = 0; w < g->words; w++) to.words[w] = (state->words[w] & ~m->write.words[w]) | m->put.words[w];
    return to;
}

/* Is `to` what some move of a list leads to? With `as` each of these is brought to the other board first. */
static bool leads_to(const struct ground *g, const struct ground_mask *state, const struct ground_mask *to,
                     const struct ground_closing *as)
{
    bool found = false;
    for (size_t i = 0; i < g->move_count && !found; i++) {
        if (!may_be_made(g, &g->moves[i], state)) continue;
        struct ground_mask next = after(g, &g->moves[i], state);
        if (as) next = closing_state(as, &next);
        found = memcmp(&next, to, sizeof next) == 0;
    }
    return found;
}

/* Both boards have the same options at this state. */
static size_t differences_at(const struct opened *o, const struct ground_mask *state)
{
    const struct ground *new = &o->closing.ground;
    struct ground_mask here = closing_state(&o->closing, state);
    size_t wrong = 0;
    for (size_t i = 0; i < o->g.move_count; i++) {
        if (!may_be_made(&o->g, &o->g.moves[i], state)) continue;
        struct ground_mask next = after(&o->g, &o->g.moves[i], state), to = closing_state(&o->closing, &next);
        wrong += !leads_to(new, &here, &to, NULL);
    }
    for (size_t i = 0; i < new->move_count; i++) {
        if (!may_be_made(new, &new->moves[i], &here)) continue;
        struct ground_mask to = after(new, &new->moves[i], &here);
        wrong += !leads_to(&o->g, state, &to, &o->closing) || memcmp(&to, &here, sizeof to) == 0;
    }
    return wrong;
}

static size_t differences(const struct opened *o)
{
    size_t wrong = 0, states = 1, first = ground_first(&o->g), codes = o->g.value_count - first;
    for (size_t cell = 0; cell < o->g.cells; cell++) states *= codes;
    for (size_t n = 0; n < states && o->closing.ground.cells; n++) {
        struct ground_mask state = {{0}};
        for (size_t cell = 0, rest = n; cell < o->g.cells; cell++, rest /= codes)
            ground_put(&o->g, &state, cell, first + rest % codes);
        wrong += differences_at(o, &state);
    }
    return wrong;
}

CLAIM(every_state_has_the_options_of_its_open_moves)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct opened o;
        open_board(&o, boards[i].rule, "b(2, 3)");
        assert_int_equal(differences(&o), 0);
        case_close(&o.c);
    }
}

/* ---- a budget ------------------------------------------------------------------------------------------------------ */
CLAIM(what_is_made_ends_with_the_budget)
{
    static const volatile sig_atomic_t pressed = 1;
    const struct budget over = {.interrupt = &pressed};
    struct opened o;
    struct ground g;
    struct ground_choices choices, none;
    open_board(&o, GRID("move put" AT "g[i, j] == 1 and " ALL("!= 2", LINES) " -> b(g with { [i, j] = 2 })"),
               "b(3, 4)");
    struct position p = case_position(&o.c, "b(3, 4)");
    const struct component *at = &p.components[0];
    struct ground_from from = {o.c.env->model, at->game, o.c.env->params, at->cells, at->count, &over, 0};
    struct ground_from free = {o.c.env->model, at->game, o.c.env->params, at->cells, at->count, NULL, 0};
    assert_int_equal(ground_make_choices(&free, &o.c.arena, &choices), ST_OK);
    assert_true(o.closing.ground.cells && choices.count);
    assert_int_equal(closing_find(&o.g, GROUND_WORDS, &over, &o.c.arena, &o.closing), ST_INTERRUPTED);
    assert_int_equal(closing_find_choices(&choices, &over, &o.c.arena, &o.closing), ST_INTERRUPTED);
    assert_false(o.closing.ground.cells);
    assert_int_equal(ground_make(&from, &o.c.arena, &g), ST_INTERRUPTED);
    assert_int_equal(ground_make_fixed(&from, &o.c.arena, &g), ST_INTERRUPTED);
    assert_int_equal(ground_make_words(&from, GROUND_WORDS_STEPS, &o.c.arena, &g), ST_INTERRUPTED);
    assert_int_equal(ground_make_choices(&from, &o.c.arena, &none), ST_INTERRUPTED);
    assert_true(!g.cells && !none.board.cells);
    case_close(&o.c);
}

/* ---- random rules ------------------------------------------------------------------------------------------------- */
static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* A stone of one of two colours, with what its neighbours may be. */
static void add_stones(struct text *rule)
{
    static const char *const near[] = {"g[i - 1, j]", "g[i + 1, j]", "g[i, j - 1]", "g[i, j + 1]", "g[i + 1, j + 1]"};
    text_puts(rule, "move stone(k in 2..3, i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 ");
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (below(2)) text_add(rule, "and %s %s ", near[i], PICK("!= k", "!= k", "!= 5 - k", "< 3", "in {0, 1, k}"));
    text_puts(rule, PICK("", "", "and (k == 2 or i < 3) ", "and (g[1, 1] != k or g[2, 2] != k) "));
    text_puts(rule, "-> b(g with { [i, j] = k }) ");
}

/* A piece is placed, or what it attacks is filled. */
static void add_move(struct text *rule, int number)
{
    const char *attacks =
        PICK("r == i", "(r == i or c == j)", "abs(r - i) + abs(c - j) == 1", "(r - i) * (c - j) in {2, -2}",
             "r >= i and c >= j", "abs(r - i) <= 1 and abs(c - j) <= 1", "(r - i) * (r - i) == 1 and c == j",
             "r + c == i + j");
    const char *put = PICK("0", "0", "2");
    text_add(rule, "move m%d" AT "g[i, j] == 1 ", number);
    if (below(4) == 0) text_add(rule, "and %s ", PICK("i != 2", "(i + j) % 2 == 0", "i <= j", "(i, j) != (1, 1)"));
    if (below(3) == 0) {
        text_add(rule, FILL("%s", "%s or (r, c) == (i, j)", "g[r, c]"), attacks, put);
        return;
    }
    const char *holds = PICK("!= 0", "!= 2", "== 1"), *more = PICK("true", "true", "g[i, c] != 5", "g[r, j] < 2");
    switch (below(4)) {
    case 0: text_add(rule, "and " ALL("%s", "%s") " ", holds, attacks); break;
    case 1: text_add(rule, "and not any(not g[r, c] %s and %s and %s" EACH " ", holds, more, attacks); break;
    case 2: text_add(rule, "and all(g[r, c] %s or not (%s)" EACH " ", holds, attacks); break;
    default: text_add(rule, "and count(%s and not (g[r, c] %s or not (%s))" EACH " == 0 ", more, holds, attacks);
    }
    text_add(rule, "-> b(g with { [i, j] = %s }) ", put);
}

static void compare(const char *rule, uint64_t *found, uint64_t *valued)
{
    static const char *const terms[] = {"b(2, 3)", "b([[1, 1, 2], [0, 1, 1]])", "b([[1, 1, 1], [1, 0, 1], [1, 1, 1]])"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct opened o;
        struct runtime_case whole;
        open_board(&o, rule, terms[i]);
        if (i < 2) assert_int_equal(differences(&o), 0);
        *found += o.closing.ground.cells > 0;
        case_open(&whole, rule);
        whole.env->terms.whole = true;
        struct position p = case_position(&whole, terms[i]);
        int64_t all = case_value_by(&whole, "hashed", p.components, p.count),
                value = case_value_by(&o.c, "nimbers", p.components, p.count);
        if (value != all && value != -1) print_error("%s %s: %d, not %d\n", rule, terms[i], (int)value, (int)all);
        assert_true(value == all || value == -1);
        *valued += value >= 0;
        case_close(&whole);
        case_close(&o.c);
    }
}

CLAIM(values_are_those_of_whole_boards)
{
    uint64_t found = 0, valued = 0;
    for (uint64_t round = 1; round < 60; round++) {
        struct text rule = {0};
        seed = round * 0x9e3779b97f4a7c15;
        text_puts(&rule, "game b(g: grid) { start(r, c) -> b(grid(r, c, 1)) ");
        if (round % 3 == 0) add_stones(&rule);
        for (int64_t i = 0, moves = round % 3 ? 1 + below(2) : below(4) == 0; i < moves; i++) add_move(&rule, (int)i);
        text_puts(&rule, "}");
        compare(text_c(&rule), &found, &valued);
        text_free(&rule);
    }
    assert_true(found > 60 && valued > 80);
}

CLAIMS(IT(boards_that_close_are_found), IT(boards_of_many_values_that_close_are_found),
       IT(every_state_has_the_options_of_its_open_moves), IT(what_is_made_ends_with_the_budget),
       IT(values_are_those_of_whole_boards))
