/* SPDX-License-Identifier: MIT */
/* Boards with more orders than are listed (mask_pivots.h): what a state is known by is an image of it, and the same for all of its
 * images; and parts that are left out as balanced are worth 0, by a search of whole boards. */
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_pivots.h"

#define RIGHT "j % cols(g) + 1"
#define BELOW "i % rows(g) + 1"
/* Moves of a pair of neighbours on a torus that hold a and b: across, and down. */
#define PAIRS(where, put_a, put_b)                                                                                     \
    "game g(g: grid) { move across(i in 1..rows(g), j in 1..cols(g)) where ok(g[i, j], g[i, " RIGHT "]) " where        \
    " -> g(g with { [i, j] = " put_a ", [i, " RIGHT "] = " put_b " }) "                                                \
    "move down(i in 1..rows(g), j in 1..cols(g)) where ok(g[i, j], g[" BELOW ", j]) " where                            \
    " -> g(g with { [i, j] = " put_a ", [" BELOW ", j] = " put_b " }) }"
#define OTHER "fn ok(a, b) = a + b == 3 and a > 0 and b > 0 " PAIRS("", "0", "0")
#define EQUAL "fn ok(a, b) = a == b and a > 0 " PAIRS("", "0", "0")
#define CRAM "fn ok(a, b) = a == 1 and b == 1 " PAIRS("", "0", "0")
/* A stone takes a neighbour of the other colour. */
#define CLOBBER                                                                                                        \
    "fn ok(a, b) = a + b == 3 and a > 0 and b > 0 game g(g: grid) { "                                                  \
    "move across(i in 1..rows(g), j in 1..cols(g), d in 0..1) where ok(g[i, j], g[i, " RIGHT "]) -> "                  \
    "g(g with { [i, j] = d * g[i, " RIGHT "], [i, " RIGHT "] = (1 - d) * g[i, j] }) "                                  \
    "move down(i in 1..rows(g), j in 1..cols(g), d in 0..1) where ok(g[i, j], g[" BELOW ", j]) -> "                    \
    "g(g with { [i, j] = d * g[" BELOW ", j], [" BELOW ", j] = (1 - d) * g[i, j] }) }"

static uint64_t seed;
static size_t below(size_t n) { return (size_t)(random_next(&seed) % n); }

struct board {
    struct runtime_case c;
    struct masks *m;
    struct component one;
    int64_t cells[2 + GROUND_CELLS];
};

static void open_board(struct board *b, const char *rule, int rows, int columns, int values)
{
    seed = (uint64_t)(rows * 64 + columns * 8 + values);
    case_open(&b->c, rule);
    b->cells[0] = rows, b->cells[1] = columns;
    for (int i = 0; i < rows * columns; i++) b->cells[2 + i] = 1 + (i + i / columns * (columns + 1)) % (values - 1);
    b->one = (struct component){0, (uint32_t)(2 + rows * columns), b->cells};
    assert_int_equal(masks_make(b->c.env, &b->one, 0, &b->m), ST_OK);
    assert_true(b->m && masks_have_parts(b->m) && b->m->pivots);
}

static void close_board(struct board *b)
{
    masks_free(b->m);
    case_close(&b->c);
}

/* With as many empty cells as chance will have it; some with half of the board like the other half. */
static void draw(struct board *b, int values)
{
    size_t count = b->one.count - 2, empty = below(5);
    for (size_t i = 0; i < count; i++) b->cells[2 + i] = below(5) < empty ? 0 : (int64_t)below((size_t)values);
    size_t like = below(4);
    for (size_t i = 0; like < 2 && i < count / 2; i++) {
        int64_t cell = b->cells[2 + i];
        if (like == 1 && values == 3 && cell) cell = 3 - cell;
        b->cells[like ? 2 + count / 2 + i : 1 + count - i] = cell;
    }
}

static struct ground_mask image_by(const struct masks *m, size_t order, size_t exchange,
                                   const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    struct ground_mask image = *state;
    if (order) image = image_of(f, m->places[order], &image);
    return exchange ? exchanged(f, exchange, &image) : image;
}

static size_t some_exchange(const struct masks *m)
{
    size_t e;
    do e = below(MASK_EXCHANGES);
    while (!(m->exchanges[0] >> e & 1));
    return e;
}

/* All images of a state, one after the other. */
static bool is_among(const struct masks *m, const struct ground_mask *state, const struct ground_mask *wanted)
{
    static struct ground_mask found[8192];
    struct shape f = shape_of(&m->ground);
    size_t count = 0;
    found[count++] = *state;
    bool among = is_same(f, state, wanted);
    for (size_t at = 0; at < count && !among; at++)
        for (size_t k = 0; k <= m->ground.order_count; k++)
            for (size_t e = 0; m->exchanges[0] >> e; e++) {
                if (!(m->exchanges[0] >> e & 1)) continue;
                struct ground_mask image = image_by(m, k, e, &found[at]);
                bool known = false;
                for (size_t i = 0; i < count && !known; i++) known = is_same(f, &found[i], &image);
                if (known) continue;
                among |= is_same(f, &image, wanted);
                assert_true(count < 8192);
                found[count++] = image;
            }
    return among;
}

/* Returns how many orders there are. */
static size_t known_by(const char *rule, int rows, int columns, int values)
{
    struct board b;
    open_board(&b, rule, rows, columns, values);
    struct shape f = shape_of(&b.m->ground);
    size_t apart = 0, elsewhere = 0, orders = b.m->pivots->order;
    for (int n = 0; n < 2000; n++) {
        struct ground_mask state, image;
        bool balanced;
        draw(&b, values);
        assert_true(masks_code(b.m, &b.one, &state));
        image = state;
        for (int i = 0; i < 6; i++)
            image = image_by(b.m, below(b.m->ground.order_count + 1), some_exchange(b.m), &image);
        struct ground_mask least = pivoted(f, b.m, &state, &balanced), other = pivoted(f, b.m, &image, &balanced);
        apart += !is_same(f, &least, &other);
        if (n % 400 == 0) elsewhere += !is_among(b.m, &state, &least);
    }
    assert_int_equal(apart, 0);
    assert_int_equal(elsewhere, 0);
    close_board(&b);
    return orders;
}

CLAIM(all_images_of_a_state_are_known_by_one_of_them)
{
    assert_int_equal(known_by(CLOBBER, 4, 4, 3), 384);
    assert_int_equal(known_by(CLOBBER, 4, 5, 3), 80);
    assert_int_equal(known_by(OTHER, 6, 6, 3), 288);
    assert_int_equal(known_by(EQUAL, 4, 5, 4), 80);
    assert_int_equal(known_by(EQUAL, 5, 7, 4), 140);
    assert_int_equal(known_by(CRAM, 4, 4, 2), 384);
    assert_int_equal(known_by(CRAM, 5, 5, 2), 200);
    assert_int_equal(known_by(CRAM, 7, 7, 2), 392);
}

/* Returns how many were left out. */
static size_t try_balance(const char *rule, int rows, int columns, int values, int times)
{
    struct board b;
    size_t left_out = 0;
    open_board(&b, rule, rows, columns, values);
    struct shape f = shape_of(&b.m->ground);
    for (int n = 0; n < times; n++) {
        struct ground_mask state;
        bool balanced;
        draw(&b, values);
        assert_true(masks_code(b.m, &b.one, &state));
        pivoted(f, b.m, &state, &balanced);
        if (!balanced) continue;
        left_out++;
        assert_int_equal(case_value_by(&b.c, "hashed", &b.one, 1), 0);
    }
    close_board(&b);
    return left_out;
}

CLAIM(what_is_left_out_as_balanced_is_worth_nothing)
{
    assert_true(try_balance(CLOBBER, 4, 4, 3, 60) > 4);
    assert_true(try_balance(CLOBBER, 3, 4, 3, 600) > 10);
    assert_true(try_balance(OTHER, 4, 4, 3, 100) > 5);
    assert_true(try_balance(EQUAL, 4, 4, 4, 100) > 5);
    assert_true(try_balance(CRAM, 4, 4, 2, 200) > 10);
}

/* Three rows of three cells: to go from one to the next takes the state to itself and no move to itself, but three times, not twice. */
CLAIM(what_takes_three_steps_back_answers_nothing)
{
    struct board b;
    open_board(&b, CRAM, 6, 5, 2);
    struct shape f = shape_of(&b.m->ground);
    struct ground_mask rows;
    bool balanced;
    for (int i = 0; i < 30; i++) b.cells[2 + i] = i / 5 % 2 == 0 && i % 5 < 3;
    assert_true(masks_code(b.m, &b.one, &rows));
    pivoted(f, b.m, &rows, &balanced);
    assert_false(balanced);
    assert_int_equal(case_value_by(&b.c, "hashed", &b.one, 1), 1);
    close_board(&b);
}

/* Of what is left out nothing is told: the search answers as if it were there. */
CLAIM(searches_on_a_torus_agree)
{
    static const struct {
        const char *rule;
        int rows, columns, values;
    } boards[] = {{CLOBBER, 4, 4, 3}, {CLOBBER, 3, 4, 3}, {OTHER, 4, 4, 3}, {EQUAL, 4, 4, 4}, {CRAM, 4, 5, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct board b;
        open_board(&b, boards[i].rule, boards[i].rows, boards[i].columns, boards[i].values);
        for (int n = 0; n < 16; n++) {
            draw(&b, boards[i].values);
            int64_t value = case_value_by(&b.c, "hashed", &b.one, 1);
            assert_int_equal(case_value_by(&b.c, "nimbers", &b.one, 1), value);
        }
        close_board(&b);
    }
}

CLAIMS(IT(all_images_of_a_state_are_known_by_one_of_them), IT(what_is_left_out_as_balanced_is_worth_nothing),
       IT(what_takes_three_steps_back_answers_nothing), IT(searches_on_a_torus_agree))
