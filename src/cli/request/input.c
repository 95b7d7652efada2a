/* SPDX-License-Identifier: MIT */
/* The buffer ends with a NUL, which is neither a digit nor a blank, so the loops over digits and blanks need no other
 * bound. */
#include "cli/request/input.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"

enum { INPUT_SIZE = 1 << 18, INPUT_ROOM = INPUT_SIZE + 1 };

bool input_open(struct input *input, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat info;
    *input = (struct input){.name = standard ? "<stdin>" : path};
    input->file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->file < 0) return false;
    if (fstat(input->file, &info) == 0 && S_ISDIR(info.st_mode)) {
        if (!standard) close(input->file);
        errno = EISDIR;
        return false;
    }
    input->size = INPUT_SIZE;
    input->buffer = mem_alloc(INPUT_ROOM);
    errno = ENOMEM;
    return input->buffer != NULL;
}

void input_close(struct input *input)
{
    if (input->file > STDIN_FILENO) close(input->file);
    mem_free(input->buffer, input->buffer ? INPUT_ROOM : 0);
}

enum { BLOCK = 128 };

/* Line ends in BLOCK characters: a loop that compilers turn into a few instructions. */
static unsigned line_ends(const char *p)
{
    unsigned char ends = 0;
    for (int i = 0; i < BLOCK; i++) ends = (unsigned char)(ends + (p[i] == '\n'));
    return ends;
}

void input_locate(struct input *input)
{
    uint64_t lines = 0;
    if (input->counted >= input->token) return;
    const char *from = input->buffer + input->counted, *to = input->buffer + input->token;
    const char *p = from;
    for (; to - p >= BLOCK; p += BLOCK) lines += line_ends(p);
    for (; p < to; p++) lines += *p == '\n';
    input->counted = input->token;
    if (lines == 0) return;
    while (to[-1] != '\n') to--;
    input->line += lines;
    input->lost = 0;
    input->line_begin = (size_t)(to - input->buffer);
}

/* The part of the buffer to keep: the line or, if that is long, only the current token. */
static size_t kept_from(const struct input *input)
{
    bool line_is_short = input->length - input->line_begin <= input->size / 2;
    return line_is_short ? input->line_begin : input->token;
}

/* Not at the end of the file, and not if the token fills the buffer, since it is then not a number. */
static bool may_refill(struct input *input)
{
    input_locate(input);
    return !input->ended && !input->broken && input->length - kept_from(input) < input->size;
}

/* Moves the kept part to the front and fills the rest; sets ended or broken if nothing more follows. */
static void refill(struct input *input)
{
    size_t keep = kept_from(input);
    if (keep > input->line_begin) {
        input->lost += keep - input->line_begin;
        input->line_begin = keep;
    }
    memmove(input->buffer, input->buffer + keep, input->length - keep);
    input->length -= keep;
    input->line_begin -= keep;
    input->token -= keep;
    input->counted -= keep;
    input->at -= keep;
    ssize_t count;
    do count = read(input->file, input->buffer + input->length, input->size - input->length);
    while (count < 0 && errno == EINTR);
    if (count < 0) input->broken = true;
    if (count == 0) input->ended = true;
    if (count > 0) input->length += (size_t)count;
    input->buffer[input->length] = '\0';
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_blanks(struct input *input)
{
    static const char mark[] = "\xef\xbb\xbf";
    for (;;) {
        const char *p = input->buffer + input->at;
        while (is_blank(*p)) p++;
        input->at = input->token = (size_t)(p - input->buffer);
        bool first = input->line == 0 && input->lost == 0 && input->at == input->line_begin;
        if (first && input->length - input->at >= 3 && memcmp(p, mark, 3) == 0)
            input->at += 3, input->line_begin += 3, input->counted += 3;
        else if (input->at < input->length || !may_refill(input)) return;
        else refill(input);
    }
}

/* The end of a token that is not a number, for the message. */
static void find_token_end(struct input *input)
{
    input->token_end = input->token;
    while (input->token_end < input->length && !is_blank(input->buffer[input->token_end])) input->token_end++;
    input->at = input->token_end;
}

enum input_found input_next(struct input *input, bool sign, int64_t *number)
{
    skip_blanks(input);
    if (input->at == input->length) {
        input->token_end = input->token;
        return input->broken ? INPUT_BROKEN : INPUT_END;
    }
    for (;;) {
        const char *p = input->buffer + input->at;
        bool negative = sign && *p == '-', large = false;
        const char *digits = p += negative;
        uint64_t value = 0;
        for (; *p >= '0' && *p <= '9'; p++) {
            uint64_t digit = (uint64_t)(*p - '0');
            large = large || value > (INT64_MAX - digit) / 10;
            value = value * 10 + digit;
        }
        size_t end = (size_t)(p - input->buffer);
        if (end == input->length && may_refill(input)) { /* the token may continue */
            refill(input);
            continue;
        }
        if (p == digits || (end < input->length && !is_blank(*p))) {
            find_token_end(input);
            return INPUT_WRONG;
        }
        input->token_end = input->at = end;
        *number = negative ? -(int64_t)value : (int64_t)value;
        return large ? INPUT_TOO_LARGE : INPUT_NUMBER;
    }
}

void input_unread(struct input *input) { input->at = input->token; }

/* ---- many numbers ---- */

/* One plain number at p, of at most 18 digits, followed by a blank; returns its end, or NULL. A loop with predictable
 * branches lets the next number start before this one is complete; parsing eight digits at a time took twice as
 * long. */
static inline const char *plain_number(const char *p, uint64_t *number)
{
    const char *first = p;
    uint64_t value = 0;
    for (; (unsigned char)(*p - '0') <= 9; p++) value = value * 10 + (uint64_t)(*p - '0');
    *number = value;
    return p > first && p - first <= 18 && is_blank(*p) ? p : NULL;
}

size_t input_numbers(struct input *input, bool sign, int64_t *numbers, size_t count)
{
    const char *p = input->buffer + input->at, *token = NULL, *end = p;
    size_t i = 0;
    for (; i < count; i++) {
        uint64_t number;
        while (is_blank(*p)) p++;
        bool negative = sign && *p == '-';
        const char *next = plain_number(p + negative, &number);
        if (!next) break;
        numbers[i] = negative ? -(int64_t)number : (int64_t)number;
        token = p;
        end = next;
        p = next + 1; /* skips the blank */
    }
    if (i == 0) return 0;
    input->at = input->token_end = (size_t)(end - input->buffer);
    input->token = (size_t)(token - input->buffer);
    return i;
}
