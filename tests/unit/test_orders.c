/* SPDX-License-Identifier: MIT */
/* Cells that keep their order: what is found to be kept, and numbers of lines and webs of such cells: without gaps, in the order of the
 * walk, none for a state out of order. */
#include <string.h>
#include "claims.h"
#include "runtime_case.h"
#include "solve/ranked/ranks.h"

struct shape {
    struct runtime_case c;
    struct unrolled u;
    struct exchange x;
    struct orders orders;
    struct ranks r;
    int64_t starts[1][TERM_CELLS];
};

static void shape_open(struct shape *s, const char *rule, const int64_t *cells, size_t count)
{
    size_t n;
    memset(s, 0, sizeof *s);
    case_open(&s->c, rule);
    struct component one = {s->c.file.model->main_game, (uint32_t)count, cells};
    assert_int_equal(unroll(s->c.env, &one, &s->c.arena, &s->u), ST_OK);
    assert_true(s->u.fine);
    assert_int_equal(exchange_find(&s->u, &s->c.arena, &s->x), ST_OK);
    assert_true(unroll_cells(s->c.env, &one, s->starts[0], &n));
    orders_find(&s->u, (const int64_t(*)[TERM_CELLS])s->starts, 1, 7, &s->orders);
}

static void shape_close(struct shape *s)
{
    unrolled_free(&s->u);
    case_close(&s->c);
}

/* Is the state one that keeps everything, each cell between its least value and `most`? */
static bool keeps_all(const struct shape *s, const int64_t *x)
{
    bool all = true;
    for (size_t a = 0; a < s->u.cells; a++)
        for (size_t b = 0; b < s->u.cells; b++)
            all &= s->orders.gap[a][b] == NO_ORDER || x[a] + s->orders.gap[a][b] <= x[b];
    return all;
}

/* `kinds`: of its units in turn, L a line that falls, R one that rises, W a web. Every state with cells up to `most` has a number exactly
 * if it keeps its order and is not above the start. */
static void is_numbered(const char *rule, const int64_t *cells, size_t count, uint64_t size, const char *kinds)
{
    struct shape s;
    int64_t x[TERM_CELLS];
    char found[TERM_CELLS + 1] = "";
    uint32_t number;
    uint64_t i = 0, all = 1, numbered = 0;
    shape_open(&s, rule, cells, count);
    assert_true(s.orders.any);
    assert_int_equal(ranks_open(&s.u, &s.x, &s.orders, (const int64_t(*)[TERM_CELLS])s.starts, 1, &s.c.arena, &s.r),
                     ST_OK);
    if (!s.r.fine) fail_msg("%s: %s", rule, s.r.why);
    for (size_t k = 0; k < s.r.unit_count; k++)
        found[k] = s.r.units[k].kind == UNIT_LINE && s.r.units[k].rises ? 'R' : "SCGLW"[s.r.units[k].kind];
    if (strcmp(found, kinds) != 0) fail_msg("%s: units %s", rule, found);
    if (s.r.size != size) fail_msg("%s: %llu states", rule, (unsigned long long)s.r.size);
    ranks_first(&s.r, x);
    do {
        if (!ranks_of(&s.r, x, &number))
            fail_msg("%s: the walk leaves its states at %llu", rule, (unsigned long long)i);
        assert_int_equal(number, i);
        assert_true(keeps_all(&s, x));
        i++;
    } while (ranks_next(&s.r, x));
    assert_int_equal(i, size);
    for (uint64_t seed = 1, k = 0; k < 100; k++) {
        ranks_draw(&s.r, &seed, x);
        assert_true(ranks_of(&s.r, x, &number) && number < size);
    }
    /* every small box of states, one by one */
    for (size_t c = 0; c < s.u.cells && all < 1000000; c++) all *= 5;
    for (uint64_t k = 0; k < all && all < 1000000; k++) {
        uint64_t rest = k;
        bool below = true;
        for (size_t c = 0; c < s.u.cells; c++, rest /= 5) {
            x[c] = (int64_t)(rest % 5);
            below &= x[c] <= s.starts[0][c];
        }
        bool has = ranks_of(&s.r, x, &number);
        numbered += has;
        if (has && !keeps_all(&s, x)) fail_msg("%s: a state out of order has a number", rule);
        if (!has && below && keeps_all(&s, x)) fail_msg("%s: a state in order has no number", rule);
    }
    assert_true(all >= 1000000 || numbered > 0);
    shape_close(&s);
}

/* What is said to be implied holds in every numbered state, and it is said of every cell and the one that it is kept below. */
static void implies_what_holds(const char *rule, const int64_t *cells, size_t count)
{
    struct shape s;
    int64_t x[TERM_CELLS], least[TERM_CELLS][TERM_CELLS + 1];
    shape_open(&s, rule, cells, count);
    assert_int_equal(ranks_open(&s.u, &s.x, &s.orders, (const int64_t(*)[TERM_CELLS])s.starts, 1, &s.c.arena, &s.r),
                     ST_OK);
    assert_true(s.r.fine);
    for (size_t a = 0; a < s.u.cells; a++)
        for (size_t b = 0; b <= s.u.cells; b++) least[a][b] = INT64_MAX;
    ranks_first(&s.r, x);
    do
        for (size_t a = 0; a < s.u.cells; a++)
            for (size_t b = 0; b <= s.u.cells; b++) {
                int64_t above = x[a] - (b < s.u.cells ? x[b] : 0);
                if (above < least[a][b]) least[a][b] = above;
            }
    while (ranks_next(&s.r, x));
    for (int a = 0; a < (int)s.u.cells; a++)
        for (int b = 0; b <= (int)s.u.cells; b++)
            for (int64_t constant = -4; constant <= 4; constant++) {
                bool alone = b == (int)s.u.cells, said = a != b && ranks_imply(&s.r, a, alone ? -1 : b, constant);
                if (said && least[a][b] + constant < 0) fail_msg("%s: %d %d %d", rule, a, b, (int)constant);
                bool kept = !alone && s.orders.gap[b][a] != NO_ORDER && s.orders.gap[b][a] + constant >= 0;
                if (kept && !said) fail_msg("%s: %d %d %d is not known", rule, a, b, (int)constant);
            }
    shape_close(&s);
}

#define FALLING                                                                                                        \
    "game c(p: row) { move bite(i in 1..len(p), h in 0..p[i] - 1) -> c([j < i ? p[j] : min(p[j], h) for j in "         \
    "1..len(p)]) }"
#define RISING                                                                                                         \
    "game c(p: row) { move bite(i in 1..len(p), h in 0..p[i] - 1) -> c([j > i ? p[j] : p[j] > h ? h : p[j] for j in "  \
    "1..len(p)]) }"
#define PLANE                                                                                                          \
    "game c(p: row) { move bite(a in 0..1, b in 0..2, h in 0..p[3 * a + b + 1] - 1) -> "                               \
    "c([(j - 1) / 3 >= a and (j - 1) % 3 >= b ? min(p[j], h) : p[j] for j in 1..6]) }"
#define STRICT "game c(p: row) { move left(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> c(p with { [i] = y }) }"

CLAIM(states_in_order_are_numbered_without_gaps)
{
    is_numbered(FALLING, (int64_t[]){5, 4, 4, 4, 4, 4}, 6, 126, "L");
    is_numbered(FALLING, (int64_t[]){4, 4, 3, 3, 1}, 5, 46, "L");
    is_numbered(FALLING, (int64_t[]){2, 9, 0}, 3, 10, "L");
    is_numbered(FALLING, (int64_t[]){2, 0, 0}, 3, 1, "L");
    is_numbered(RISING, (int64_t[]){5, 4, 4, 4, 4, 4}, 6, 126, "L");
    is_numbered(RISING, (int64_t[]){10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10}, 11, 184756, "L");
    is_numbered(PLANE, (int64_t[]){6, 4, 4, 4, 4, 4, 4}, 7, 490, "W");
    is_numbered(PLANE, (int64_t[]){6, 1, 1, 1, 1, 1, 1}, 7, 10, "W");
    is_numbered(STRICT, (int64_t[]){3, 2, 3, 4}, 4, 10, "L");
    is_numbered("game c(a, b, d) { move x(h in 0..a - 1) -> c(h, min(b, h), d) move y(h in 0..b - 1) -> c(a, h, d) "
                "move z(t in 1..d) where t != 2 -> c(a, b, d - t) }",
                (int64_t[]){4, 4, 2}, 3, 15 * 3, "LS");
    /* cells that rise below another one: after it falls, or after a lesser one does */
    is_numbered("game c(a, b, d) { move x(t in 1..a) where a - t >= b + t -> c(a - t, b + t, d) "
                "move y(t in 1..b) where b - t >= d + t -> c(a, b - t, d + t) move z(t in 1..d) -> c(a, b, d - t) }",
                (int64_t[]){3, 3, 3}, 3, 20, "L");
    is_numbered("game c(a, b, d) { move x(t in 1..a) where b + t <= d -> c(a - t, b + t, d) move y(t in 1..d - b) -> "
                "c(a, b, d - t) }",
                (int64_t[]){2, 2, 4}, 3, 31, "R");
}

CLAIM(an_order_implies_what_holds_in_all_states)
{
    implies_what_holds(FALLING, (int64_t[]){4, 3, 3, 3, 3}, 5);
    implies_what_holds(RISING, (int64_t[]){3, 3, 3, 3}, 4);
    implies_what_holds(PLANE, (int64_t[]){6, 2, 2, 2, 2, 2, 2}, 7);
    implies_what_holds(STRICT, (int64_t[]){3, 2, 4, 5}, 4);
}

/* The texts stand for gap[a][b]: . nothing, 0, 1. */
static void is_kept(const char *rule, const int64_t *cells, size_t count, const char *gaps)
{
    struct shape s;
    char found[2 * TERM_CELLS * TERM_CELLS] = "", *at = found;
    shape_open(&s, rule, cells, count);
    for (size_t a = 0; a < s.u.cells; a++) {
        if (a) *at++ = ' ';
        for (size_t b = 0; b < s.u.cells; b++) *at++ = ".01"[s.orders.gap[a][b] + 1];
    }
    if (strcmp(found, gaps) != 0) fail_msg("%s: %s, not %s", rule, found, gaps);
    assert_int_equal(s.orders.any, strchr(gaps, '0') || strchr(gaps, '1'));
    shape_close(&s);
}

CLAIM(what_is_kept_between_cells_is_found)
{
    is_kept(FALLING, (int64_t[]){3, 3, 3, 3}, 4, "... 0.. 00.");
    is_kept(FALLING, (int64_t[]){3, 3, 2, 3}, 4, "... 0.. 0..");
    is_kept(RISING, (int64_t[]){3, 3, 3, 3}, 4, ".00 ..0 ...");
    is_kept(STRICT, (int64_t[]){3, 2, 4, 9}, 4, ".11 ..1 ...");
    is_kept("game n(p: row) { move take(i in 1..len(p), t in 1..p[i]) -> n(p with { [i] -= t }) }",
            (int64_t[]){3, 3, 3, 3}, 4, "... ... ...");
    is_kept("game n(p: bag) { move take(i in 1..len(p), t in 1..p[i]) -> n([j == i ? p[j] - t : p[j] for j in "
            "1..len(p)]) }",
            (int64_t[]){3, 3, 3, 3}, 4, "... ... ...");
    is_kept(FALLING, (int64_t[]){1, 3}, 2, ".");
}

CLAIMS(IT(states_in_order_are_numbered_without_gaps), IT(an_order_implies_what_holds_in_all_states),
       IT(what_is_kept_between_cells_is_found))
