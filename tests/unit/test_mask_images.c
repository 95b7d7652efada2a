/* SPDX-License-Identifier: MIT */
/* The least image of a state on a board of masks, and whether a part is its own image, against all images made cell by cell. Boards of two
 * planes with at most 32 cells are searched as one word (mask_images.h), larger ones are not. */
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/mask_images.h"
#include "solve/search/mask_parts.h"

#define CLOBBER                                                                                                        \
    "fn other(a, b) = a + b == 3 and a != 0 and b != 0 game g(g: grid) { "                                             \
    "move across(i in 1..rows(g), j in 1..cols(g) - 1, d in 0..1) where other(g[i, j], g[i, j + 1]) "                  \
    "-> g(g with { [i, j + d] = 0, [i, j + 1 - d] = g[i, j + d] }) "                                                   \
    "move down(i in 1..rows(g) - 1, j in 1..cols(g), d in 0..1) where other(g[i, j], g[i + 1, j]) "                    \
    "-> g(g with { [i + d, j] = 0, [i + 1 - d, j] = g[i + d, j] }) }"
#define AROUND                                                                                                         \
    "fn other(a, b) = a + b == 3 and a != 0 and b != 0 game g(g: grid) { "                                             \
    "move across(i in 1..rows(g), j in 1..cols(g)) where other(g[i, j], g[i, j % cols(g) + 1]) "                       \
    "-> g(g with { [i, j] = 0, [i, j % cols(g) + 1] = 0 }) "                                                           \
    "move down(i in 1..rows(g), j in 1..cols(g)) where other(g[i, j], g[i % rows(g) + 1, j]) "                         \
    "-> g(g with { [i, j] = 0, [i % rows(g) + 1, j] = 0 }) }"
#define RING                                                                                                           \
    "fn other(a, b) = a + b == 3 and a != 0 and b != 0 game g(g: grid) { "                                             \
    "move across(i in 1..rows(g), j in 1..cols(g)) where other(g[i, j], g[i, j % cols(g) + 1]) "                       \
    "-> g(g with { [i, j] = 0, [i, j % cols(g) + 1] = 0 }) "                                                           \
    "move down(i in 1..rows(g) - 1, j in 1..cols(g)) where other(g[i, j], g[i + 1, j]) "                               \
    "-> g(g with { [i, j] = 0, [i + 1, j] = 0 }) }"
#define COUNTED                                                                                                        \
    "game g(g: grid) { move take(i in 1..rows(g), j in 1..cols(g), k in 1..3) where g[i, j] >= k and g[i, j + 1] > 0 " \
    "-> g(g with { [i, j] = g[i, j] - k, [i, j + 1] = 0 }) }"
#define EQUAL                                                                                                          \
    "game g(g: grid) { move pair(i in 1..rows(g), j in 1..cols(g)) where g[i, j] > 0 and g[i, j] == g[i, j + 1] "      \
    "-> g(g with { [i, j] = 0, [i, j + 1] = 0 }) move both(i in 1..rows(g), j in 1..cols(g)) where g[i, j] > 0 "       \
    "and g[i, j] == g[i + 1, j] -> g(g with { [i, j] = 0, [i + 1, j] = 0 }) }"
#define SIDES                                                                                                          \
    "game g(g: grid) { move pair(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j + 1] == 2 "           \
    "-> g(g with { [i, j] = 0, [i, j + 1] = 0 }) move one(i in 2..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 "   \
    "and g[i - 1, j] == 0 -> g(g with { [i, j] = 0 }) move two(i in 2..rows(g) - 1, j in 1..cols(g)) where "           \
    "g[i, j] == 2 and g[i + 1, j] == 0 -> g(g with { [i, j] = 0 }) }"

static uint64_t seed;
static int64_t below(int64_t n) { return (int64_t)(random_next(&seed) % (uint64_t)n); }

static const char *const codes_by[MASK_EXCHANGES] = {"0123", "0213", "0321", "0132", "0231", "0312"};

/* Those of the part's cells that hold something, as they are left in the first row and column. */
struct placed {
    size_t count, row[GROUND_CELLS], column[GROUND_CELLS], code[GROUND_CELLS];
};

static void slide(const struct ground *g, struct placed *p)
{
    size_t top = SIZE_MAX, left = SIZE_MAX;
    for (size_t i = 0; i < p->count; i++) {
        top = p->row[i] < top ? p->row[i] : top;
        left = p->column[i] < left ? p->column[i] : left;
    }
    for (size_t i = 0; i < p->count; i++) {
        if (g->slides[0]) p->row[i] -= top;
        if (g->slides[1]) p->column[i] -= left;
    }
}

static struct ground_mask put(const struct ground *g, const struct placed *p)
{
    struct ground_mask state = {{0}};
    for (size_t i = 0; i < p->count; i++) ground_put(g, &state, ground_cell(g, p->row[i], p->column[i]), p->code[i]);
    return state;
}

/* False: it is not on the board. */
static bool map_cell(const struct ground *g, size_t k, size_t *row, size_t *column)
{
    if (g->order_count) {
        size_t to = k ? g->orders[k - 1][ground_cell(g, *row, *column)] : ground_cell(g, *row, *column);
        *row = to / g->columns;
        *column = to % g->columns;
        return true;
    }
    if (k & MIRROR_TURN) {
        size_t old = *row;
        *row = *column;
        *column = old;
        if (*row >= g->rows || *column >= g->columns) return false;
    }
    if (k & MIRROR_ROWS) *row = g->rows - 1 - *row;
    if (k & MIRROR_COLUMNS) *column = g->columns - 1 - *column;
    return true;
}

static struct ground_mask least_of_all(const struct masks *m, const struct ground_mask *part)
{
    const struct ground *g = &m->ground;
    struct placed from = {0};
    struct shape f = shape_of(g);
    for (size_t cell = 0; cell < g->cells; cell++) {
        size_t code = ground_code(g, part, cell), at = from.count;
        if (!code) continue;
        from.row[at] = cell / g->columns, from.column[at] = cell % g->columns, from.code[at] = code, from.count++;
    }
    slide(g, &from);
    struct ground_mask least = put(g, &from);
    size_t images = g->order_count ? g->order_count + 1 : (size_t)2 * MIRROR_TURN;
    for (size_t k = 0; k < images; k++)
        for (size_t e = 0; e < MASK_EXCHANGES; e++) {
            struct placed to = from;
            bool fits = m->exchanges[k] >> e & 1;
            for (size_t i = 0; i < to.count && fits; i++) {
                fits = map_cell(g, k, &to.row[i], &to.column[i]);
                to.code[i] = (size_t)(codes_by[e][to.code[i]] - '0');
            }
            if (!fits) continue;
            slide(g, &to);
            struct ground_mask image = put(g, &to);
            if (is_less(f, &image, &least)) least = image;
        }
    return least;
}

/* What moves that may still be made ask or write. */
static struct ground_mask part_of(const struct masks *m, const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    struct ground_mask live = live_cells(f, state), cells = {{0}};
    for (size_t i = 0; i < m->ground.move_count; i++)
        for (size_t w = 0; w < f.span && is_within(f, &m->ground.moves[i].need, &live); w++)
            cells.words[w] |= m->ground.moves[i].foot.words[w] & live.words[w];
    return restricted(f, state, &cells);
}

/* How many images there are, with exchanges. */
static size_t try_board(const char *rule, int rows, int columns, int values)
{
    struct runtime_case c;
    struct masks *m;
    size_t images = 0, wrong = 0;
    seed = (uint64_t)(rows * 64 + columns);
    int64_t cells[2 + GROUND_CELLS] = {rows, columns};
    case_open(&c, rule);
    for (int i = 0; i < rows * columns; i++) cells[2 + i] = 1 + i % (values - 1);
    struct component one = {0, (uint32_t)(2 + rows * columns), cells};
    assert_int_equal(masks_make(c.env, &one, 0, &m), ST_OK);
    assert_true(m && masks_have_parts(m) && !m->closing.ground.cells && m->ground.planes == 2);
    for (size_t k = 0; k < MASKS_IMAGES; k++) images += (size_t)__builtin_popcount(m->exchanges[k]);
    for (int n = 0; n < 3000; n++) {
        struct ground_mask state;
        int64_t empty = below(4);
        for (int i = 0; i < rows * columns; i++) cells[2 + i] = below(4) < empty ? 0 : below(values);
        for (int i = 0; n % 3 == 0 && i < rows * columns / 2; i++) /* half a turn, perhaps with codes exchanged */
            cells[1 + rows * columns - i] =
                n % 2 && cells[2 + i] > 0 && cells[2 + i] < 3 ? 3 - cells[2 + i] : cells[2 + i];
        assert_true(masks_code(m, &one, &state));
        struct shape f = shape_of(&m->ground);
        struct ground_mask part = part_of(m, &state), least = masks_least(m, &state);
        bool balanced;
        if (m->pivots) least = least_by_orders(f, m, &part, &balanced); /* test_mask_pivots.c has what is taken there */
        struct ground_mask live = live_cells(f, &part), all = least_of_all(m, &part);
        wrong += !is_empty(f, &live) && !is_same(f, &least, &all);
    }
    assert_int_equal(wrong, 0);
    masks_free(m);
    case_close(&c);
    return images;
}

CLAIM(the_least_image_is_the_least_of_all_of_them)
{
    assert_true(try_board(CLOBBER, 4, 4, 3) >= 16);
    assert_true(try_board(CLOBBER, 4, 8, 3) >= 8);
    assert_true(try_board(CLOBBER, 3, 11, 3) >= 8);
    assert_true(try_board(CLOBBER, 5, 6, 3) >= 8);
    assert_true(try_board(AROUND, 4, 4, 3) >= 32);
    assert_true(try_board(AROUND, 3, 5, 3) >= 32);
    assert_true(try_board(AROUND, 4, 8, 3) >= 32);
    assert_true(try_board(AROUND, 6, 6, 3) >= 32);
    assert_true(try_board(RING, 4, 4, 3) >= 16);
    assert_true(try_board(RING, 7, 5, 3) >= 20);
    assert_true(try_board(COUNTED, 4, 5, 4) >= 2);
    assert_true(try_board(EQUAL, 4, 5, 4) >= 24);
    assert_true(try_board(EQUAL, 4, 4, 4) >= 48);
    assert_true(try_board(EQUAL, 5, 8, 4) >= 24);
    assert_true(try_board(SIDES, 4, 5, 3) >= 2);
}

CLAIMS(IT(the_least_image_is_the_least_of_all_of_them))
