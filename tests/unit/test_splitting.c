/* SPDX-License-Identifier: MIT */
/* How many sums of heaps there are below a sum (splitting.h), against all of them listed. */
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "runtime_case.h"
#include "solve/search/splitting.h"

enum { PARTS = 24, SUMS = 1 << 15 };
/* Heaps with a move, descending. */
struct sum {
    uint8_t heaps[PARTS];
};
struct all_sums {
    struct runtime_case c;
    struct sum *items;
    size_t count;
    struct sum from;
    int moved;
    bool live[64];
};

static int descending(const void *a, const void *b) { return *(const uint8_t *)b - *(const uint8_t *)a; }

static void add(struct all_sums *s, struct sum sum)
{
    qsort(sum.heaps, PARTS, 1, descending);
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(&s->items[i], &sum, sizeof sum) == 0) return;
    assert_true(s->count < SUMS);
    s->items[s->count++] = sum;
}

static enum status take(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct all_sums *s = context;
    struct sum to = s->from;
    size_t at = 0;
    (void)taken;
    to.heaps[s->moved] = 0;
    for (size_t i = 0; i < count; i++) {
        if (!s->live[components[i].cells[0]]) continue;
        while (to.heaps[at]) at++;
        assert_true(at < PARTS);
        to.heaps[at] = (uint8_t)components[i].cells[0];
    }
    add(s, to);
    return ST_OK;
}

static enum status is_any(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    (void)components, (void)count, (void)taken;
    *(bool *)context = true;
    return ST_OK;
}

static size_t listed(struct all_sums *s, const struct position *position)
{
    struct sum sum = {{0}};
    int64_t heap = 0;
    s->items = calloc(SUMS, sizeof *s->items);
    assert_non_null(s->items);
    struct component c = {0, 1, &heap};
    for (; heap < 64; heap++) assert_int_equal(vm_options(s->c.env->vm, &c, 1, is_any, &s->live[heap]), ST_OK);
    for (size_t i = 0; i < position->count; i++) sum.heaps[i] = (uint8_t)position->components[i].cells[0];
    add(s, sum);
    for (size_t i = 0; i < s->count; i++) {
        s->from = s->items[i];
        for (s->moved = 0; s->from.heaps[s->moved]; s->moved++) {
            heap = s->from.heaps[s->moved];
            assert_int_equal(vm_options(s->c.env->vm, &c, 1, take, s), ST_OK);
        }
    }
    free(s->items);
    return s->count;
}

static void close_to(const char *rule, const char *term)
{
    struct all_sums s = {.count = 0};
    case_open(&s.c, rule);
    struct position position = case_position(&s.c, term);
    double told = splitting_sums(s.c.env, &position), all = (double)listed(&s, &position);
    if (told < all / 1.5 || told > all * 4) fail_msg("%s, %s: %d, not %d", rule, term, (int)told, (int)all);
    case_close(&s.c);
}

static void sums_of_splitting_heaps(void **state)
{
    (void)state;
    static const char *const rules[] = {
        "game d = octal \"0.77\"",
        "game d = octal \"0.07\"",
        "game d = octal \"0.137\"",
        "game d = octal \"0.6\"",
        "game d = octal \"0.0007\"",
        "game d(n) { move s(a in 1..n) where 2 * a < n -> d(a) + d(n - a) }",
        "game d(n) { move t(t in 1..n) -> d(n - t) move s(a in 1..n / 2) -> d(a) + d(n - a) }",
        "game d(n) { move s(t in 2..3, a in 1..n) where a + t < n -> d(a) + d(n - a - t) move k where n > 1 -> d(0) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        close_to(rules[i], "d(18)");
        close_to(rules[i], "d(9) + d(8)");
        close_to(rules[i], "d(6) + d(6) + d(5)");
    }
}

static void others_are_not_told(void **state)
{
    (void)state;
    struct runtime_case c;
    case_open(&c, "game d(n) { move t(t in 1..n) -> d(n - t) } game e = octal \"0.77\" "
                  "game f(n) { move u(t in 1..n) -> f(9 / (n - 3) * 0) + f(n - t) } "
                  "game r(s: row) { move m(i in 1..len(s)) where s[i] > 0 -> r(s with {[i] -= 1}) }");
    static const char *const terms[] = {"d(7) + d(5)", "e(5) + d(3)", "f(6)", "r([1, 2])", "e(70000)"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct position position = case_position(&c, terms[i]);
        assert_true(splitting_sums(c.env, &position) == 0);
    }
    assert_int_equal(c.env->diags->count, 0);
    case_close(&c);
}

CLAIMS(IT(sums_of_splitting_heaps), IT(others_are_not_told))
