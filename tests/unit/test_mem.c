/* SPDX-License-Identifier: MIT */
/* The allocator: counting, zeroing, alignment, the failure switch. */
#include "base/mem.h"
#include <string.h>
#include "claims.h"

static bool all_zero(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return false;
    return true;
}

CLAIM(fresh_memory_is_zeroed)
{
    char *block = mem_alloc(1000);
    assert_true(all_zero(block, 1000));
    mem_free(block, 1000);
}

CLAIM(the_grown_part_is_zeroed_and_the_rest_kept)
{
    char *block = mem_alloc(8);
    memset(block, 7, 8);
    block = mem_resize(block, 8, 4096);
    assert_int_equal(block[7], 7);
    assert_true(all_zero(block + 8, 4088));
    mem_free(block, 4096);
}

CLAIM(held_bytes_follow_alloc_resize_and_free)
{
    uint64_t before = mem_held();
    void *a = mem_alloc(100), *b = mem_alloc_raw(28);
    assert_int_equal(mem_held() - before, 128);
    a = mem_resize(a, 100, 10);
    assert_int_equal(mem_held() - before, 38);
    mem_free(a, 10);
    mem_free(b, 28);
    assert_int_equal(mem_held(), before);
}

CLAIM(a_smaller_size_is_never_refused)
{
    uint64_t before = mem_held();
    char *block = mem_alloc(100);
    mem_fail_from(1);
    assert_null(mem_resize(block, 100, 200));
    block = mem_resize(block, 100, 20);
    mem_fail_from(0);
    assert_non_null(block);
    assert_int_equal(mem_held() - before, 20);
    mem_free(block, 20);
    assert_int_equal(mem_held(), before);
}

CLAIM(resizing_null_allocates)
{
    char *block = mem_resize(NULL, 0, 32);
    assert_true(block && all_zero(block, 32));
    mem_free(block, 32);
}

CLAIM(freeing_null_does_nothing)
{
    uint64_t before = mem_held();
    mem_free(NULL, 0);
    assert_int_equal(mem_held(), before);
}

CLAIM(an_empty_block_is_not_null)
{
    void *block = mem_alloc(0);
    assert_non_null(block);
    block = mem_resize(block, 0, 0);
    assert_non_null(block);
    mem_free(block, 0);
}

CLAIM(blocks_are_aligned_to_16_bytes)
{
    for (size_t size = 1; size < 200; size += 7) {
        void *block = mem_alloc(size);
        assert_int_equal((uintptr_t)block % 16, 0);
        mem_free(block, size);
    }
}

CLAIM(absurd_sizes_are_refused_and_not_counted)
{
    uint64_t before = mem_held();
    assert_null(mem_alloc(SIZE_MAX));
    assert_null(mem_alloc_raw((size_t)PTRDIFF_MAX + 1));
    assert_int_equal(mem_held(), before);
}

CLAIM(the_nth_allocation_and_all_after_it_fail)
{
    mem_fail_from(2);
    void *first = mem_alloc(8), *second = mem_alloc(8), *third = mem_alloc_raw(8);
    mem_fail_from(0);
    assert_non_null(first);
    assert_null(second);
    assert_null(third);
    mem_free(first, 8);
}

CLAIM(the_nth_allocation_alone_fails)
{
    mem_fail_only(2);
    void *first = mem_alloc(8), *second = mem_alloc(8), *third = mem_alloc_raw(8);
    mem_fail_only(0);
    assert_non_null(first);
    assert_null(second);
    assert_non_null(third);
    mem_free(first, 8);
    mem_free(third, 8);
}

CLAIM(a_failed_resize_leaves_the_block_alone)
{
    char *block = mem_alloc(8);
    block[0] = 5;
    mem_fail_from(1);
    assert_null(mem_resize(block, 8, 16));
    mem_fail_from(0);
    assert_int_equal(block[0], 5);
    mem_free(block, 8);
}

CLAIM(tried_counts_from_the_last_switch)
{
    mem_fail_from(0);
    mem_free(mem_alloc(1), 1);
    mem_free(mem_alloc(1), 1);
    assert_int_equal(mem_tried(), 2);
    mem_fail_from(0);
    assert_int_equal(mem_tried(), 0);
}

/* Sizes on both sides of those that are mapped, also with redzones. */
static const size_t large_sizes[] = {1 << 20, 3 << 20, (1 << 21) + 12345, 33 << 20, (40 << 20) + 7,
                                     1 << 21, 5,       70 << 20};
enum { LARGE_SIZES = sizeof large_sizes / sizeof *large_sizes };

/* The byte that is written at a place; sparse, as the blocks are large. */
static char byte_at(size_t place) { return (char)(place * 2654435761u >> 13 | 1); }

static bool holds(const char *block, size_t used, size_t size)
{
    for (size_t at = 0; at < used; at += 977)
        if (block[at] != byte_at(at)) return false;
    for (size_t at = used; at < size; at += at - used < 100000 ? 1 : 331)
        if (block[at]) return false;
    return true;
}

/* From any size to any other, and on to a third: what both have is kept, and what is new is 0. */
CLAIM(large_blocks_grow_and_shrink_as_small_ones_do)
{
    uint64_t before = mem_held();
    for (size_t i = 0; i < LARGE_SIZES * LARGE_SIZES; i++) {
        size_t from = large_sizes[i % LARGE_SIZES], to = large_sizes[i / LARGE_SIZES], least = from < to ? from : to;
        char *block = mem_alloc(from);
        assert_true(block && (uintptr_t)block % 16 == 0 && holds(block, 0, from));
        for (size_t at = 0; at < from; at += 977) block[at] = byte_at(at);
        if (from > to) memset(block + to, 7, from - to); /* comes to light if what is left behind is not cleared */
        block = mem_resize(block, from, to);
        assert_true(block && holds(block, least, to));
        block = mem_resize(block, to, to + 100000);
        assert_true(block && holds(block, least, to + 100000));
        assert_int_equal(mem_held() - before, to + 100000);
        mem_free(block, to + 100000);
    }
    assert_int_equal(mem_held(), before);
}

CLAIM(many_large_blocks_are_held_at_once)
{
    enum { MANY = 300, SIZE = 33 << 20 };
    static char *blocks[MANY];
    uint64_t before = mem_held();
    for (int i = 0; i < MANY; i++) {
        blocks[i] = mem_alloc_raw(SIZE);
        assert_non_null(blocks[i]);
        blocks[i][SIZE - 1] = byte_at((size_t)i);
    }
    for (int i = 0; i < MANY; i++) assert_int_equal(blocks[i][SIZE - 1], byte_at((size_t)i));
    for (int i = 0; i < MANY; i++) mem_free(blocks[i * 7 % MANY], SIZE);
    assert_int_equal(mem_held(), before);
}

CLAIMS(IT(fresh_memory_is_zeroed), IT(the_grown_part_is_zeroed_and_the_rest_kept),
       IT(held_bytes_follow_alloc_resize_and_free), IT(a_smaller_size_is_never_refused), IT(resizing_null_allocates),
       IT(freeing_null_does_nothing), IT(an_empty_block_is_not_null), IT(blocks_are_aligned_to_16_bytes),
       IT(absurd_sizes_are_refused_and_not_counted), IT(the_nth_allocation_and_all_after_it_fail),
       IT(the_nth_allocation_alone_fails), IT(a_failed_resize_leaves_the_block_alone),
       IT(tried_counts_from_the_last_switch), IT(large_blocks_grow_and_shrink_as_small_ones_do),
       IT(many_large_blocks_are_held_at_once))
