/* SPDX-License-Identifier: MIT */
/* Growing text. */
#include "base/text.h"
#include <string.h>
#include "claims.h"

CLAIM(an_empty_text_reads_as_the_empty_string)
{
    struct text text = {0};
    assert_string_equal(text_c(&text), "");
    text_puts(&text, "");
    text_add(&text, "%s", "");
    assert_string_equal(text_c(&text), "");
    text_free(&text);
}

CLAIM(pieces_are_joined_in_order)
{
    struct text text = {0};
    text_add(&text, "nim(%d)", 3);
    text_putc(&text, ' ');
    text_puts(&text, "+ ");
    text_put(&text, "kayles", 6);
    assert_string_equal(text_c(&text), "nim(3) + kayles");
    assert_int_equal(text.length, 15);
    text_free(&text);
}

CLAIM(long_texts_are_whole)
{
    struct text text = {0};
    for (int i = 0; i < 10000; i++) text_add(&text, "%04d", i);
    assert_int_equal(text.length, 40000);
    assert_int_equal(strlen(text_c(&text)), 40000);
    assert_memory_equal(text_c(&text) + 4 * 1234, "1234", 4);
    text_free(&text);
}

CLAIM(clearing_keeps_the_memory_and_forgets_a_failure)
{
    struct text text = {0};
    text_puts(&text, "old");
    size_t capacity = text.capacity;
    text.failed = true;
    text_clear(&text);
    text_puts(&text, "new");
    assert_string_equal(text_c(&text), "new");
    assert_int_equal(text.capacity, capacity);
    text_free(&text);
}

CLAIM(a_failure_sticks_and_keeps_what_was_written)
{
    struct text text = {0};
    text_puts(&text, "abc");
    mem_fail_from(1);
    text_add(&text, "%1000d", 1);
    mem_fail_from(0);
    assert_true(text.failed);
    text_puts(&text, "d");
    assert_string_equal(text_c(&text), "abc");
    text_free(&text);
}

CLAIM(sizes_that_overflow_fail)
{
    struct text text = {0};
    text_puts(&text, "a");
    text_put(&text, "b", SIZE_MAX);
    assert_true(text.failed);
    text_free(&text);
}

CLAIMS(IT(an_empty_text_reads_as_the_empty_string), IT(pieces_are_joined_in_order), IT(long_texts_are_whole),
       IT(clearing_keeps_the_memory_and_forgets_a_failure), IT(a_failure_sticks_and_keeps_what_was_written),
       IT(sizes_that_overflow_fail))
