/* SPDX-License-Identifier: MIT */
/* The least solution against trying every point of a box. */
#include "claims.h"
#include "base/hash.h"
#include "proof/relation/least.h"

enum { FIELDS = 2, VARS = 4, SIDE = 6, CONSTRAINTS = 3, ROUNDS = 400 };

struct draw {
    struct arena arena;
    struct linear_work work;
    struct linear_constraint items[2 * VARS + CONSTRAINTS];
    size_t count;
    uint64_t seed;
};

static int64_t below(struct draw *d, uint64_t most) { return (int64_t)(random_next(&d->seed) % most); }

/* 0 <= x <= SIDE for all variables, and a few constraints. */
static void draw_items(struct draw *d)
{
    struct linear_work *w = &d->work;
    d->count = 0;
    for (int v = 0; v < VARS; v++) {
        const struct linear_form *x = linear_variable(w, v);
        d->items[d->count++] = (struct linear_constraint){x, false};
        d->items[d->count++] = (struct linear_constraint){linear_scale(w, x, -1, SIDE), false};
    }
    for (int i = 0; i < CONSTRAINTS; i++) {
        const struct linear_form *form = linear_constant(w, below(d, 13) - 8);
        for (int v = 0; v < VARS; v++) form = linear_sum(w, form, 1, linear_variable(w, v), below(d, 7) - 3);
        d->items[d->count++] = (struct linear_constraint){form, below(d, 4) == 0};
    }
}

static bool holds(const struct draw *d, const int64_t *point)
{
    bool all = true;
    for (size_t i = 0; i < d->count; i++) {
        int64_t value = d->items[i].form->constant;
        for (uint32_t k = 0; k < d->items[i].form->count; k++)
            value += d->items[i].form->terms[k].factor * point[d->items[i].form->terms[k].var];
        all = all && (d->items[i].equality ? value == 0 : value >= 0);
    }
    return all;
}

/* By the sum of the fields, then in order; the last variable may have any value. */
static bool first_point(const struct draw *d, int64_t *best)
{
    int64_t p[VARS];
    bool found = false;
    for (int64_t code = 0; code < 7 * 7 * 7 * 7; code++) {
        p[0] = code / 343, p[1] = code / 49 % 7, p[2] = code / 7 % 7, p[3] = code % 7;
        if (!holds(d, p) || (found && p[0] + p[1] >= best[0] + best[1])) continue;
        for (int i = 0; i < VARS; i++) best[i] = p[i];
        found = true;
    }
    return found;
}

CLAIM(the_least_point_is_that_of_the_box)
{
    size_t solvable = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct draw d = {.seed = hash_mix(round + 1)};
        struct linear_witness w;
        int64_t best[VARS];
        bool found;
        d.work = (struct linear_work){.arena = &d.arena, .steps = 1000};
        draw_items(&d);
        assert_int_equal(least_point(d.items, d.count, FIELDS, VARS - 1, &d.arena, &w, &found), ST_OK);
        assert_int_equal(found, first_point(&d, best));
        solvable += found;
        for (int v = 0; found && v < VARS - 1; v++) {
            assert_int_equal(w.vars[v], v);
            assert_int_equal(w.values[v], best[v]);
        }
        arena_free(&d.arena);
    }
    assert_true(solvable > 100 && solvable < ROUNDS);
}

CLAIM(without_a_least_value_nothing_is_said)
{
    struct arena arena = {0};
    struct linear_work work = {.arena = &arena, .steps = 1000};
    const struct linear_constraint falls[] = {{linear_variable(&work, 0), false},
                                              {linear_scale(&work, linear_variable(&work, 1), -1, 5), false}};
    struct linear_witness w;
    bool found;
    assert_int_equal(least_point(falls, 2, 2, 9, &arena, &w, &found), ST_UNSUPPORTED);
    assert_int_equal(least_point(falls, 2, 1, 1, &arena, &w, &found), ST_OK);
    assert_true(found && w.count == 1 && w.values[0] == 0);
    arena_free(&arena);
}

CLAIMS(IT(the_least_point_is_that_of_the_box), IT(without_a_least_value_nothing_is_said))
