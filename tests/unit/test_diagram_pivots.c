/* SPDX-License-Identifier: MIT */
/* Boards of diagrams with more images than are listed (diagram_pivots.h): what a state is known by is an image of it, and the same for all
 * of its images. A ring of 30 cells has 60 images, and colours may be exchanged. */
#include "base/hash.h"
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/diagram_board.h"

enum { CELLS = 30 };
#define RING(where)                                                                                                    \
    "game g(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and s[i % len(s) + 1] != c and "             \
    "s[(i + len(s) - 2) % len(s) + 1] != c" where " -> g(s with { [i] = c }) }"
static uint64_t seed;

/* From cell `by` on, backwards perhaps, with colours exchanged perhaps. */
static void image_of_ring(const int64_t *from, size_t by, bool back, bool exchanged, int64_t *to)
{
    for (size_t i = 0; i < CELLS; i++) {
        int64_t cell = from[(back ? by + CELLS - i : by + i) % CELLS];
        to[i] = exchanged && cell ? 3 - cell : cell;
    }
}

static struct diagram_state known_by(const struct diagram_board *b, int64_t *cells, bool least)
{
    struct component one = {0, CELLS + 1, cells};
    struct diagram_state state;
    assert_true(diagram_board_code(b, &one, &state));
    return least ? diagram_board_least(b, &state) : state;
}

/* Returns how many images are listed. */
static uint32_t try_ring(const char *rule, bool exchanges)
{
    struct runtime_case c;
    struct diagram_board *b;
    int64_t cells[CELLS + 1] = {CELLS}, other[CELLS + 1] = {CELLS};
    struct component one = {0, CELLS + 1, cells};
    seed = 1;
    case_open(&c, rule);
    assert_int_equal(diagram_board_make(c.env, &one, &b), ST_OK);
    assert_non_null(b);
    uint32_t listed = diagram_board_images(b);
    assert_int_equal(diagram_board_all_images(b), exchanges ? 4 * CELLS : 2 * CELLS);
    for (int n = 0; n < 300; n++) {
        size_t empty = (size_t)(random_next(&seed) % 30), met = 0;
        for (size_t i = 0; i < CELLS; i++)
            cells[1 + i] = random_next(&seed) % 30 < empty ? 0 : 1 + (int64_t)(random_next(&seed) % 2);
        struct diagram_state least = known_by(b, cells, true);
        for (size_t k = 0; k < 4 * CELLS; k++) {
            if (k >= 2 * CELLS && !exchanges) break;
            image_of_ring(cells + 1, k % CELLS, k / CELLS % 2, k >= 2 * CELLS, other + 1);
            struct diagram_state image = known_by(b, other, false), same = known_by(b, other, true);
            met += image.low == least.low && image.high == least.high;
            assert_true(same.low == least.low && same.high == least.high);
        }
        assert_true(met > 0);
    }
    diagram_board_free(b);
    case_close(&c);
    return listed;
}

CLAIM(all_images_of_a_ring_are_known_by_one_of_them)
{
    assert_int_equal(try_ring(RING(""), true), 98);
    assert_int_equal(try_ring(RING(" and (c == 1 or s[i % len(s) + 1] == s[(i + len(s) - 2) % len(s) + 1])"), false),
                     49);
}

CLAIMS(IT(all_images_of_a_ring_are_known_by_one_of_them))
