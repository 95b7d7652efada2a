/* SPDX-License-Identifier: MIT */
/* Growing text, for dumps, messages and reports.
 *
 *     struct text out = {0};
 *     text_add(&out, "nim(%d)", 3);        // printf
 *     puts(text_c(&out));                  // "" when empty
 *     text_free(&out);
 *
 * A failed allocation sets `failed`, and later calls do nothing, so a writer checks once, at the end. */
#ifndef CGI_BASE_TEXT_H
#define CGI_BASE_TEXT_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data;
    size_t length, capacity;
    bool failed;
};
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vadd(struct text *text, const char *format, va_list args);
void text_put(struct text *text, const char *bytes, size_t count);
void text_puts(struct text *text, const char *string);
void text_putc(struct text *text, char c);
void text_put_int(struct text *text, int64_t number); /* as "%" PRId64, without printf */
/* The text, NUL-terminated; "" if nothing was added. Valid until the next call. */
const char *text_c(const struct text *text);
void text_clear(struct text *text);
void text_free(struct text *text);

#endif
