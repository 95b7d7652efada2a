/* SPDX-License-Identifier: MIT */
/* Closing boards beside a number that says how many moves are left (closing.h): which are found, and values of random rules against a
 * search of whole positions. */
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "proof/ground/closing_counted.h"
#include "runtime_case.h"
#include "solve/search/mask_ways.h"

static struct ground_closing counted_of(struct runtime_case *c, const struct component *component)
{
    struct ground_choices choices;
    struct ground_closing closing = {.bits = NULL};
    struct ground_from from = {
        c->env->model, component->game, c->env->params, component->cells, component->count, NULL, 0};
    assert_int_equal(ground_make_choices(&from, &c->arena, &choices), ST_OK);
    if (choices.count) assert_int_equal(closing_find_counted(&choices, NULL, &c->arena, &closing), ST_OK);
    return closing;
}

#define GAME(moves) "game b(g: grid, n) { " moves " }"
#define PUT "move put(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 and "
#define TAKEN " -> b(g with { [i, j] = 1 }, "
#define LINES "all(g[r, c] == 0 or (r != i and c != j) for r in 1..rows(g), c in 1..cols(g))"

static const struct {
    const char *rule, *term;
    size_t moves, cells, orders; /* no moves: there is none */
} boards[] = {
    {GAME(PUT "n > 0 and " LINES TAKEN "n - 1) "), "b(grid(3, 3, 0), 4)", 36, 13, 31},
    {GAME(PUT "n >= 2 and " LINES TAKEN "n - 2) "), "b(grid(2, 3, 0), 7)", 18, 9, 11},
    {GAME(PUT "n > 1 and g[i, j - 1] == 0 and g[i, j + 1] == 0" TAKEN "n / 2) "), "b(grid(2, 3, 0), 9)", 18, 9, 7},
    /* a domino is a cell of a row; 7 of them on 2 x 3 */
    {GAME(PUT "n > 0 and i < rows(g) and g[i + 1, j] == 0 -> b(g with { [i..i + 1, j] = 1 }, n - 1) "
              "move lie(i in 1..rows(g), j in 1..cols(g) - 1) where n > 0 and g[i, j] == 0 and g[i, j + 1] == 0 "
              "-> b(g with { [i, j..j + 1] = 1 }, n - 1) "),
     "b(grid(2, 3, 0), 3)", 21, 10, 3},
    /* two moves of different cost, a number that says where, one that is only asked, a pass, and a move that opens others */
    {GAME(PUT "n > 0" TAKEN
              "n - 1) move two(i in 1..rows(g)) where n > 1 and g[i, 1] == 0 -> b(g with { [i, 1] = 1 }, n - 2)"),
     "b(grid(2, 3, 0), 4)", 0, 0, 0},
    {GAME(PUT "n > 0 and (n > 2 or i == 1)" TAKEN "n - 1) "), "b(grid(2, 3, 0), 4)", 0, 0, 0},
    {GAME(PUT "n > 0" TAKEN "n) "), "b(grid(2, 3, 0), 4)", 0, 0, 0},
    {GAME(PUT "n > 0" TAKEN "n - 1) move pass where n > 0 -> b(g, n - 1)"), "b(grid(2, 3, 0), 4)", 0, 0, 0},
    {GAME(PUT "n > 0 and (j == 1 or g[i, j - 1] == 1)" TAKEN "n - 1) "), "b(grid(2, 3, 0), 4)", 0, 0, 0},
};

CLAIM(boards_beside_a_counter_are_found)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct runtime_case c;
        case_open(&c, boards[i].rule);
        struct position p = case_position(&c, boards[i].term);
        struct ground g = counted_of(&c, &p.components[0]).ground;
        bool same = g.move_count == boards[i].moves && g.cells == boards[i].cells && g.order_count == boards[i].orders;
        if (!same) print_error("%s: %zu, %zu, %zu\n", boards[i].rule, g.move_count, g.cells, g.order_count);
        wrong += !same;
        case_close(&c);
    }
    assert_int_equal(wrong, 0);
}

/* ---- limits ------------------------------------------------------------------------------------------------------------- */
static struct ground_closing limited_of(struct runtime_case *c, const struct component *component)
{
    struct ground_choices choices;
    struct ground_closing closing = {.bits = NULL};
    struct ground_from from = {
        c->env->model, component->game, c->env->params, component->cells, component->count, NULL, 0};
    assert_int_equal(ground_make_limited(&from, &c->arena, &choices), ST_OK);
    if (choices.count) assert_int_equal(closing_find_limited(&choices, NULL, &c->arena, &closing), ST_OK);
    return closing;
}

#define COUNT "count(1 for r in 1..rows(g), c in 1..cols(g) where g[r, c] != 0)"
#define BOARD(moves) "game b(g: grid) { " moves " }"
#define PLACED " -> b(g with { [i, j] = 1 }) "
static const struct {
    const char *rule;
    size_t moves, steps; /* on 2 x 3; no moves: there is no limit */
} limits[] = {
    {BOARD(PUT COUNT " < 3" PLACED), 18, 3},
    {BOARD(PUT "not (3 <= " COUNT ")" PLACED), 18, 3},
    {BOARD(PUT "2 * " COUNT " - 1 <= 4" PLACED), 18, 3},
    {BOARD("move put(i in 1..rows(g), j in 1..cols(g)) where 6 - sum(g[r, c] for r in 1..rows(g), c in 1..cols(g)) > 3 "
           "and g[i, j] == 0" PLACED),
     18, 3},
    {"fn pieces(g) = sum(count(1 for c in 1..cols(g) where g[r, c] == 1) for r in 1..rows(g)) " BOARD(
         PUT "pieces(g) + 1 < 5 and g[i, j + 1] == 0" PLACED),
     24, 4},
    /* two cells and so 2 more; taken away while 2 are there */
    {BOARD("move lie(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 0 and g[i, j + 1] == 0 and " COUNT
           " < 3 -> b(g with { [i, j..j + 1] = 1 })"),
     4, 2}, /* one closes the other of its row, so they are one */
    {BOARD("move take(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and " COUNT
           " > 2 -> b(g with { [i, j] = 0 })"),
     0, 0}, /* on an empty board there are no ways */
    {BOARD(PUT COUNT " < 3" PLACED "move two(i in 1..rows(g)) where g[i, 1] == 0 and " COUNT
                     " < 3 -> b(g with { [i, 1] = 2 }) "),
     18, 3},
    /* the other way to move has none, another one, or adds more; a limit of a line, of the place, and of one of two colours */
    {BOARD(PUT COUNT " < 3" PLACED "move two(i in 1..rows(g)) where g[i, 1] == 0 -> b(g with { [i, 1] = 2 }) "), 0, 0},
    {BOARD(PUT COUNT " < 3" PLACED "move two(i in 1..rows(g)) where g[i, 1] == 0 and " COUNT
                     " < 4 -> b(g with { [i, 1] = 2 }) "),
     0, 0},
    {BOARD(PUT COUNT " < 3" PLACED "move two(i in 1..rows(g)) where g[i, 1] == 0 and g[i, 2] == 0 and " COUNT
                     " < 3 -> b(g with { [i, 1..2] = 1 }) "),
     0, 0},
    {BOARD(PUT "count(1 for c in 1..cols(g) where g[i, c] != 0) < 2" PLACED), 0, 0},
    {BOARD(PUT COUNT " < 3 + i" PLACED), 0, 0},
    {BOARD("move put(i in 1..rows(g), j in 1..cols(g), k in 1..2) where g[i, j] == 0 and count(1 for r in 1..rows(g), "
           "c in "
           "1..cols(g) where g[r, c] == 1) < 3 -> b(g with { [i, j] = k })"),
     0, 0},
    /* what asks two cells at once, and a product */
    {BOARD(PUT "count(1 for r in 1..rows(g), c in 1..cols(g) where g[r, c] == 1 and g[r, c + 1] == 1) < 3" PLACED), 0,
     0},
    {BOARD(PUT COUNT " * " COUNT " < 5" PLACED), 0, 0},
};

CLAIM(limits_of_sums_are_found)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct runtime_case c;
        case_open(&c, limits[i].rule);
        struct position p = case_position(&c, "b(grid(2, 3, 0))");
        struct ground g = limited_of(&c, &p.components[0]).ground;
        bool same = g.move_count == limits[i].moves && g.steps == limits[i].steps;
        if (!same) print_error("%s: %zu, %zu\n", limits[i].rule, g.move_count, g.steps);
        wrong += !same;
        case_close(&c);
    }
    assert_int_equal(wrong, 0);
}

/* ---- random rules ------------------------------------------------------------------------------------------------------- */
static uint64_t seed;
static size_t below(size_t n) { return (size_t)(random_next(&seed) >> 32) % n; }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* By all moves, one after the other. */
static uint64_t value_on(const struct ground *g, const struct ground_mask *state)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *m = &g->moves[i];
        struct ground_mask to = {{0}};
        bool may = true;
        for (size_t w = 0; w < g->words; w++) {
            may &= (state->words[w] & m->care.words[w]) == m->want.words[w];
            to.words[w] = (state->words[w] & ~m->write.words[w]) | m->put.words[w];
        }
        if (may) seen |= UINT64_C(1) << value_on(g, &to);
    }
    return (uint64_t)__builtin_ctzll(~seen);
}

static void draw(struct text *rule)
{
    const char *asks = PICK("n > 0", "n >= 2", "n != 0", "n > 1"),
               *next = PICK("n - 1", "n - 1", "n / 2", "max(0, n - 2)");
    text_puts(rule, "game b(g: grid, n) { ");
    for (size_t i = 0, moves = 1 + below(2); i < moves; i++) {
        text_add(rule, "move m%zu(i in 1..rows(g), j in 1..cols(g), k in 1..%d) where g[i, j] == 0 and %s ", i,
                 below(3) ? 1 : 2, asks);
        for (size_t k = 0; k < 2; k++)
            text_puts(rule, PICK("", "and g[i, j - 1] != k ", "and g[i + 1, j] == 0 ", "and " LINES " ",
                                 "and (i + j) % 2 == 0 ", "and g[i - 1, j] != 3 - k ", "and g[1, 1] == 0 "));
        text_add(rule, "-> b(g with { %s }, %s) ",
                 PICK("[i, j] = k", "[i, j] = k", "[i, 1..cols(g)] = 1", "[i..rows(g), j..cols(g)] = 1"), next);
    }
    text_puts(rule, "}");
}

/* One of a few sums, none of which other rules of the draw have. */
static void draw_limited(struct text *rule)
{
    const char *limit = PICK(COUNT " < %d", "%d > " COUNT, "not (%d <= " COUNT " + 0)", "%d - " COUNT " >= 1",
                             "sum(g[r, c] == 0 ? 0 : 2 for r in 1..rows(g), c in 1..cols(g)) < 2 * %d - 1",
                             "count(g[r, c] == 0 for r in 1..rows(g), c in 1..cols(g)) > 6 - %d"),
               *taken = PICK("[i, j] = k", "[i, j] = k", "[i, j] = 1", "[i, j..cols(g)] = 1");
    int most = 1 + (int)below(6);
    text_puts(rule, "game b(g: grid) { ");
    for (size_t i = 0, moves = 1 + below(2); i < moves; i++) {
        text_add(rule, "move m%zu(i in 1..rows(g), j in 1..cols(g), k in 1..%d) where g[i, j] == 0 and ", i,
                 below(3) ? 1 : 2);
        text_add(rule, limit, most);
        text_puts(rule, " ");
        for (size_t k = 0; k < 2; k++)
            text_puts(rule, PICK("", "and g[i, j - 1] != k ", "and g[i + 1, j] == 0 ", "and " LINES " ",
                                 "and (i + j) % 2 == 0 ", "and g[i - 1, j] != 3 - k ", "and g[1, 1] == 0 "));
        text_add(rule, "-> b(g with { %s }) ", taken);
    }
    text_puts(rule, "}");
}

static void compare(const char *rule, bool limited, size_t *found, size_t *valued)
{
    struct runtime_case c;
    struct text term = {0};
    struct masks *m;
    uint64_t known;
    struct ground_mask state;
    text_puts(&term, "b([");
    for (size_t i = 0; i < 2; i++) text_add(&term, "%s[%d, %d, %d]", i ? ", " : "", !below(5), !below(5), !below(5));
    if (limited) text_puts(&term, "])");
    else text_add(&term, "], %zu)", 2 + below(5));
    case_open(&c, rule);
    struct position p = case_position(&c, text_c(&term));
    struct ground_closing closing = (limited ? limited_of : counted_of)(&c, &p.components[0]);
    int64_t whole = case_value_by(&c, "hashed", p.components, p.count);
    if (whole < 0) print_error("%s %s\n", rule, text_c(&term));
    assert_true(whole >= 0);
    assert_int_equal(masks_make(c.env, &p.components[0], 0, &m), ST_OK);
    *found += closing.ground.cells > 0;
    if (m && masks_code(m, &p.components[0], &state)) {
        uint64_t own = closing.ground.cells ? value_on(&closing.ground, &state) : (uint64_t)whole;
        assert_int_equal(mask_search(m, &state, MASK_ANY, &known), ST_OK);
        if (own != (uint64_t)whole || mask_value_of(known) != own) print_error("%s %s\n", rule, text_c(&term));
        assert_int_equal(own, whole);
        assert_int_equal(mask_value_of(known), whole);
        *valued += closing.ground.cells > 0;
    }
    masks_free(m);
    text_free(&term);
    case_close(&c);
}

static void compare_all(bool limited)
{
    size_t found = 0, valued = 0;
    for (uint64_t round = 1; round < 150; round++) {
        struct text rule = {0};
        seed = round * 0x9e3779b97f4a7c15;
        if (limited) draw_limited(&rule);
        else draw(&rule);
        compare(text_c(&rule), limited, &found, &valued);
        text_free(&rule);
    }
    assert_true(found > 40 && valued > 40);
}

CLAIM(values_beside_a_counter_are_those_of_whole_positions) { compare_all(false); }
CLAIM(values_below_a_limit_are_those_of_whole_positions) { compare_all(true); }

CLAIMS(IT(boards_beside_a_counter_are_found), IT(limits_of_sums_are_found),
       IT(values_beside_a_counter_are_those_of_whole_positions), IT(values_below_a_limit_are_those_of_whole_positions))
