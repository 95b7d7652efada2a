/* SPDX-License-Identifier: MIT */
/* Arenas: alignment, zeroing, marks, overflow, failing allocations. */
#include "base/arena.h"
#include <stdio.h>
#include <string.h>
#include "claims.h"

CLAIM(pieces_are_zeroed_aligned_and_apart)
{
    struct arena arena = {0};
    char *last = NULL;
    for (size_t size = 0; size < 600; size++) {
        char *piece = arena_alloc(&arena, size);
        assert_non_null(piece);
        assert_int_equal((uintptr_t)piece % 16, 0);
        assert_ptr_not_equal(piece, last);
        for (size_t i = 0; i < size; i++) assert_int_equal(piece[i], 0);
        memset(piece, 0xee, size);
        last = piece;
    }
    arena_free(&arena);
}

CLAIM(pieces_larger_than_a_block_are_served)
{
    struct arena arena = {0};
    char *small = arena_strdup(&arena, "small");
    char *large = arena_alloc(&arena, 5u << 20);
    large[(5u << 20) - 1] = 1;
    assert_string_equal(small, "small");
    arena_free(&arena);
}

CLAIM(rewinding_gives_up_what_came_after_the_mark)
{
    struct arena arena = {0};
    char *kept = arena_strdup(&arena, "kept");
    struct arena_mark mark = arena_mark(&arena);
    char *first = arena_alloc(&arena, 64);
    memset(first, 1, 64);
    for (int i = 0; i < 100; i++) arena_alloc(&arena, 4000);
    arena_rewind(&arena, mark);
    assert_int_equal(arena.bytes, mark.bytes);
    char *again = arena_alloc(&arena, 64);
    assert_ptr_equal(again, first);
    assert_int_equal(again[0], 0);
    assert_string_equal(kept, "kept");
    arena_free(&arena);
}

CLAIM(rewinding_to_the_empty_mark_empties_the_arena)
{
    uint64_t before = mem_held();
    struct arena arena = {0};
    struct arena_mark mark = arena_mark(&arena);
    arena_alloc(&arena, 10000);
    arena_rewind(&arena, mark);
    assert_int_equal(mem_held(), before);
    assert_null(arena.head);
}

CLAIM(freeing_returns_every_byte)
{
    uint64_t before = mem_held();
    struct arena arena = {0};
    for (int i = 0; i < 10000; i++) arena_alloc(&arena, (size_t)i);
    assert_true(arena.bytes >= 9999u * 5000u);
    arena_free(&arena);
    arena_free(&arena);
    assert_int_equal(mem_held(), before);
    assert_int_equal(arena.bytes, 0);
}

CLAIM(products_that_overflow_are_null)
{
    struct arena arena = {0};
    assert_null(arena_array(&arena, SIZE_MAX / 2, 3));
    assert_null(arena_alloc(&arena, SIZE_MAX));
    assert_null(arena_strndup(&arena, "x", SIZE_MAX));
    assert_null(arena.head);
}

CLAIM(printed_text_has_its_full_length)
{
    struct arena arena = {0};
    assert_string_equal(arena_printf(&arena, "%s-%d", "heap", 42), "heap-42");
    assert_int_equal(strlen(arena_printf(&arena, "%20000d", 1)), 20000);
    assert_string_equal(arena_printf(&arena, "%s", ""), "");
    arena_free(&arena);
}

CLAIM(strndup_closes_the_copy)
{
    struct arena arena = {0};
    assert_string_equal(arena_strndup(&arena, "wythoff", 3), "wyt");
    assert_string_equal(arena_strndup(&arena, NULL, 0), "");
    arena_free(&arena);
}

static bool fills_three_blocks(void)
{
    struct arena arena = {0};
    bool done = arena_alloc(&arena, 4000) && arena_printf(&arena, "%9000d", 1) && arena_array(&arena, 9000, 2);
    arena_free(&arena);
    return done;
}

CLAIM(failed_allocations_are_null_and_leak_nothing) { assert_int_equal(walk_failures(fills_three_blocks), 3); }

CLAIMS(IT(pieces_are_zeroed_aligned_and_apart), IT(pieces_larger_than_a_block_are_served),
       IT(rewinding_gives_up_what_came_after_the_mark), IT(rewinding_to_the_empty_mark_empties_the_arena),
       IT(freeing_returns_every_byte), IT(products_that_overflow_are_null), IT(printed_text_has_its_full_length),
       IT(strndup_closes_the_copy), IT(failed_allocations_are_null_and_leak_nothing))
