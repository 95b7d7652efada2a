/* SPDX-License-Identifier: MIT */
/* One buffer, doubled when full, always terminated by a NUL that the length does not count. */
#include "base/text.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/vec.h"

/* Room for `extra` bytes and the NUL after them. */
static bool reserve(struct text *text, size_t extra)
{
    size_t wanted;
    void *data = text->data;
    if (text->failed) return false;
    if (__builtin_add_overflow(text->length, extra, &wanted) || wanted == SIZE_MAX ||
        !vec_grow(&data, &text->capacity, 1, wanted + 1)) {
        text->failed = true;
        return false;
    }
    text->data = data;
    return true;
}

void text_vadd(struct text *text, const char *format, va_list args)
{
    size_t room = text->failed ? 0 : text->capacity - text->length; /* nearly always enough */
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(room ? text->data + text->length : NULL, room, format, again);
    va_end(again);
    if (length >= 0 && (size_t)length < room) {
        text->length += (size_t)length;
        return;
    }
    if (room) text->data[text->length] = '\0';
    if (length < 0) {
        text->failed = true;
    } else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
        text->length += (size_t)length;
    }
}

void text_add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vadd(text, format, args);
    va_end(args);
}

void text_put(struct text *text, const char *bytes, size_t count)
{
    if (!reserve(text, count)) return;
    if (count) memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_puts(struct text *text, const char *string) { text_put(text, string, strlen(string)); }

void text_putc(struct text *text, char c) { text_put(text, &c, 1); }

void text_put_int(struct text *text, int64_t number)
{
    char digits[20], *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    text_put(text, at, (size_t)(digits + sizeof digits - at));
}

const char *text_c(const struct text *text) { return text->data ? text->data : ""; }

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->data) text->data[0] = '\0';
}

void text_free(struct text *text)
{
    mem_free(text->data, text->capacity);
    *text = (struct text){0};
}
