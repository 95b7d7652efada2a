/* SPDX-License-Identifier: MIT */
/* Boxes along lines by several hands, in narrow tiles: rays and single options at random, against all options of every position.
 * The rays are made here and not proved, so that this runs under ThreadSanitizer without the rest of the program. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "solve/lines/private.h"

enum { FIELDS = 3, MOST = 6, SEEN = 4096 };
struct rule {
    struct nested nested;
    struct nested_ray rays[MOST];
    struct nested_option enter[MOST];
    struct nested_form at[MOST][FIELDS], where[MOST][FIELDS];
    int64_t step[MOST][FIELDS]; /* along it, or the single option's */
    bool single[MOST];
};
static size_t together, halves, plains;

static int64_t draw(uint64_t *seed, int64_t below) { return (int64_t)((random_next(seed) >> 20) % (uint64_t)below); }

/* Leads to x - step where that is a position, and from there on to x - 2 step and so on, unless it is a single one. */
static void add_ray(struct rule *r, const int64_t *step, bool single)
{
    size_t i = r->nested.count++;
    struct nested_option *o = &r->enter[i];
    r->rays[i] = (struct nested_ray){.enter = o, .enter_count = 1};
    *o = (struct nested_option){.divisor = 1, .at = r->at[i], .where = r->where[i]};
    r->single[i] = single;
    for (size_t k = 0; k < r->nested.fields; k++) {
        struct nested_form form = {.constant = -step[k]};
        form.of[k] = 1;
        r->step[i][k] = step[k];
        if (!single) r->rays[i].along[k] = step[k];
        r->at[i][k] = form;
        if (step[k]) r->where[i][o->where_count++] = form;
    }
}

static void draw_rule(struct rule *r, uint64_t *seed)
{
    static const int64_t queen[3][2] = {{1, 0}, {0, 1}, {1, 1}};
    *r = (struct rule){.nested = {.rays = r->rays, .fields = 2 + (size_t)(draw(seed, 4) == 0), .below = true}};
    if (draw(seed, 3) == 0)
        for (int i = 0; i < 3; i++) {
            int64_t step[FIELDS] = {0};
            memcpy(step + r->nested.fields - 2, queen[i], sizeof queen[i]);
            add_ray(r, step, false);
        }
    while (r->nested.count < 3 || (r->nested.count < MOST && draw(seed, 2))) {
        int64_t step[FIELDS] = {draw(seed, 3), draw(seed, 3), draw(seed, 2)};
        if (step[0] + step[1] > 0) add_ray(r, step, draw(seed, 5) == 0);
    }
}

static uint32_t slow_value(const struct rule *r, const struct value_table *t, uint64_t at, const uint32_t *values)
{
    static bool seen[SEEN];
    int64_t x[FIELDS];
    uint32_t value = 0;
    for (size_t k = 0; k < t->fields; k++) x[k] = (int64_t)at / t->stride[k] % t->extent[k];
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < r->nested.count; i++)
        for (int64_t times = 1; times == 1 || !r->single[i]; times++) {
            int64_t option = 0;
            bool inside = true;
            for (size_t k = 0; k < t->fields; k++) {
                int64_t y = x[k] - times * r->step[i][k];
                inside &= y >= 0;
                option += y * t->stride[k];
            }
            if (!inside) break;
            seen[values[option]] = true;
        }
    while (seen[value]) value++;
    return value;
}

static void draw_box(struct value_table *t, size_t fields, uint64_t *seed)
{
    int64_t count = 1, side = 4 + draw(seed, 60);
    *t = (struct value_table){.fields = fields};
    for (size_t k = fields; k-- > 0;) {
        t->extent[k] = k + 2 < fields ? 1 + draw(seed, 4) : draw(seed, 2) ? side : 4 + draw(seed, 60);
        t->stride[k] = count;
        count *= t->extent[k];
    }
    t->count = (uint64_t)count;
}

static void agrees(const struct rule *r, struct value_table *t, unsigned hands, int64_t tile, const uint32_t *slow)
{
    struct lines l;
    struct crew crew;
    uint64_t filled;
    crew_open(&crew, hands);
    struct budget budget = {.crew = &crew};
    memset(t->values, 0xee, t->count * sizeof *t->values);
    assert_int_equal(lines_open_tiled(&l, &r->nested, t, NULL, &budget, tile, NULL), ST_OK);
    together += l.slots > 1;
    halves += l.slots > 1 && l.half;
    plains += l.slots > 1 && l.plain;
    assert_int_equal(lines_fill_all(&l, &budget, NULL, &filled), ST_OK);
    assert_int_equal(filled, t->count);
    assert_int_equal(budget.states_used, t->count);
    assert_memory_equal(t->values, slow, t->count * sizeof *slow);
    lines_close(&l);
    crew_close(&crew);
}

CLAIM(any_number_of_hands_fills_the_box)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct rule r;
        struct value_table t;
        uint64_t random = seed;
        draw_rule(&r, &random);
        draw_box(&t, r.nested.fields, &random);
        uint32_t *slow = calloc(t.count, sizeof *slow);
        t.values = calloc(t.count, sizeof *slow);
        assert_true(slow && t.values);
        for (uint64_t at = 0; at < t.count; at++) slow[at] = slow_value(&r, &t, at, slow);
        for (unsigned hands = 1; hands <= 3; hands++) agrees(&r, &t, hands, 1 + (int64_t)(seed % 4), slow);
        free(t.values);
        free(slow);
    }
    assert_true(together > 60 && halves > 4 && plains > 10 && plains < together);
}

/* What is filled when the budget ends is the same. */
CLAIM(a_budget_ends_all_at_the_same_row)
{
    uint64_t random = 5, filled[4];
    struct rule r = {.nested = {.rays = r.rays, .fields = 2, .below = true}};
    struct value_table t = {.fields = 2, .extent = {100, 90}, .stride = {90, 1}, .count = 9000};
    add_ray(&r, (int64_t[]){1, 0}, false);
    add_ray(&r, (int64_t[]){1, 2}, false);
    t.values = calloc(t.count, sizeof *t.values);
    assert_non_null(t.values);
    for (int i = 0; i < 20; i++) {
        uint64_t states = 1 + (uint64_t)draw(&random, 9100);
        for (unsigned hands = 1; hands <= 3; hands++) {
            struct lines l;
            struct crew crew;
            crew_open(&crew, hands);
            struct budget budget = {.crew = &crew, .states = states};
            assert_int_equal(lines_open_tiled(&l, &r.nested, &t, NULL, &budget, 2, NULL), ST_OK);
            assert_int_equal(lines_fill_all(&l, &budget, NULL, &filled[hands]),
                             states < t.count ? ST_STATE_BUDGET : ST_OK);
            assert_int_equal(filled[hands], filled[1]);
            lines_close(&l);
            crew_close(&crew);
        }
    }
    free(t.values);
}

CLAIMS(IT(any_number_of_hands_fills_the_box), IT(a_budget_ends_all_at_the_same_row))
