/* SPDX-License-Identifier: MIT */
/* isl in a heap of its own: it answers, its work is bounded, and memory that is out anywhere inside it is a status. */
#include "claims.h"
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>
#include "base/mem.h"
#include "proof/relation/heap.h"

struct question {
    const char *a, *b;
    int equal; /* -1: no answer */
};

static void ask(struct isl_ctx *ctx, void *context)
{
    struct question *q = context;
    isl_map *a = isl_map_read_from_str(ctx, q->a), *b = isl_map_read_from_str(ctx, q->b);
    q->equal = isl_map_is_equal(a, b);
    isl_map_free(a);
    isl_map_free(b);
}

static const char three_moves[] =
    "{ S[x, y] -> S[a, b] : x >= 0 and y >= 0 and ((0 <= a < x and b = y) or (a = x and 0 <= b < y) "
    "or (exists t : 1 <= t <= x and t <= y and a = x - t and b = y - t)) }";
static const char one_move[] = "{ S[x, y] -> S[a, b] : exists s, t : 0 <= s <= x and 0 <= t <= y and s + t > 0 and "
                               "(s = 0 or t = 0 or s = t) and a = x - s and b = y - t }";
static const char even_only[] =
    "{ S[x, y] -> S[a, b] : x >= 0 and y >= 0 and ((0 <= a < x and b = y) or (a = x and 0 <= b < y) "
    "or (exists t : 1 <= t <= x and t <= y and t mod 2 = 0 and a = x - t and b = y - t)) }";

CLAIM(one_rule_in_two_spellings_is_equal_and_another_is_not)
{
    struct question same = {three_moves, one_move, -1}, other = {three_moves, even_only, -1};
    assert_int_equal(heap_run(1000000, ask, &same), ST_OK);
    assert_int_equal(same.equal, 1);
    assert_int_equal(heap_run(1000000, ask, &other), ST_OK);
    assert_int_equal(other.equal, 0);
}

CLAIM(work_is_bounded)
{
    struct question q = {three_moves, one_move, -1};
    uint64_t held = mem_held(), enough = 0;
    for (uint64_t operations = 1; operations < 1000000 && !enough; operations *= 2) {
        enum status st = heap_run(operations, ask, &q);
        assert_true(st == ST_OK || st == ST_UNSUPPORTED);
        assert_int_equal(mem_held(), held);
        if (st == ST_OK) enough = operations;
    }
    assert_true(enough > 1);
    assert_int_equal(q.equal, 1);
}

static bool asks(void)
{
    struct question q = {three_moves, even_only, -1};
    return heap_run(1000000, ask, &q) == ST_OK;
}
CLAIM(a_failed_allocation_is_a_status) { assert_true(walk_failures(asks) > 0); }

/* 3^65536: numbers of more than a page, grown and copied. */
static void multiply(struct isl_ctx *ctx, void *context)
{
    isl_val *v = isl_val_int_from_si(ctx, 3);
    for (int i = 0; i < 16; i++) v = isl_val_mul(v, isl_val_copy(v));
    *(int *)context = isl_val_sgn(v);
    isl_val_free(v);
}
CLAIM(large_numbers_are_given_back)
{
    int sign = 0;
    uint64_t held = mem_held();
    assert_int_equal(heap_run(1000000, multiply, &sign), ST_OK);
    assert_int_equal(sign, 1);
    assert_int_equal(mem_held(), held);
}

static void ask_twice_within(struct isl_ctx *ctx, void *context)
{
    isl_val *before = isl_val_int_from_si(ctx, 5);
    struct question q = {three_moves, one_move, -1};
    bool *fine = context;
    *fine = heap_run(10, ask, &q) == ST_UNSUPPORTED && heap_run(1000000, ask, &q) == ST_OK && q.equal == 1;
    *fine = *fine && isl_val_cmp_si(before, 5) == 0;
    isl_val_free(before);
}
CLAIM(a_question_within_a_question_has_its_own_heap)
{
    bool fine = false;
    assert_int_equal(heap_run(1000, ask_twice_within, &fine), ST_OK);
    assert_true(fine);
}

CLAIMS(IT(one_rule_in_two_spellings_is_equal_and_another_is_not), IT(work_is_bounded),
       IT(a_failed_allocation_is_a_status), IT(large_numbers_are_given_back),
       IT(a_question_within_a_question_has_its_own_heap))
