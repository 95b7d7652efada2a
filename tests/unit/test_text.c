/* SPDX-License-Identifier: MIT */
/* Growing text. */
#include "base/text.h"
#include <inttypes.h>
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

CLAIM(numbers_are_as_printf_writes_them)
{
    static const int64_t numbers[] = {0, 1, -1, 9, 10, -10, 123456789, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct text a = {0}, b = {0};
        text_put_int(&a, numbers[i]);
        text_add(&b, "%" PRId64, numbers[i]);
        assert_string_equal(text_c(&a), text_c(&b));
        text_free(&a);
        text_free(&b);
    }
}

/* Pieces of every length beside every room that is left. */
CLAIM(what_does_not_fit_is_added_whole)
{
    for (int before = 0; before < 100; before++)
        for (int length = 0; length < 100; length++) {
            struct text text = {0};
            for (int i = 0; i < before; i++) text_putc(&text, 'a');
            text_add(&text, "%0*d", length, 7);
            assert_int_equal(text.length, (size_t)before + (length ? (size_t)length : 1));
            assert_int_equal(strlen(text_c(&text)), text.length);
            assert_int_equal(text_c(&text)[text.length - 1], '7');
            text_free(&text);
        }
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
    assert_string_equal(text_c(&text), "abc");
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
       IT(numbers_are_as_printf_writes_them), IT(what_does_not_fit_is_added_whole),
       IT(clearing_keeps_the_memory_and_forgets_a_failure), IT(a_failure_sticks_and_keeps_what_was_written),
       IT(sizes_that_overflow_fail))
