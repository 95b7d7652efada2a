/* The buffer ends with a NUL, which is neither digit nor blank, so the loops over digits and blanks need no other bound. Eight
 * digits are read at once, wherever they begin, so there is room for eight bytes more behind it. */
#include "cli/input.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"

enum { INPUT_SIZE = 1 << 18, INPUT_ROOM = INPUT_SIZE + 16 };

bool input_open(struct input *input, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat info;
    *input = (struct input){.name = standard ? "<standard input>" : path};
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

void input_locate(struct input *input)
{
    uint64_t lines = 0;
    if (input->counted >= input->token) return;
    const char *from = input->buffer + input->counted, *to = input->buffer + input->token;
    for (const char *p = from; p < to; p++) lines += *p == '\n';
    input->counted = input->token;
    if (lines == 0) return;
    while (to[-1] != '\n') to--;
    input->line += lines;
    input->lost = 0;
    input->line_begin = (size_t)(to - input->buffer);
}

/* What has to stay in the buffer: the line, or, when that is long, only what is being read. */
static size_t kept_from(const struct input *input)
{
    bool line_is_short = input->length - input->line_begin <= input->size / 2;
    return line_is_short ? input->line_begin : input->token;
}

/* Not at the end, and not with a token as long as the buffer, which is no number. */
static bool may_refill(struct input *input)
{
    input_locate(input);
    return !input->ended && !input->broken && input->length - kept_from(input) < input->size;
}

/* Moves what is kept to the front and reads what there is room for; sets ended or broken when there is nothing more. */
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
        if (first && input->length - input->at >= 3 && memcmp(p, mark, 3) == 0) input->at += 3, input->line_begin += 3, input->counted += 3;
        else if (input->at < input->length || !may_refill(input)) return;
        else refill(input);
    }
}

/* The end of a token that is no number, for the message. */
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
        if (end == input->length && may_refill(input)) { /* the token may go on */
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

/* The bytes of eight characters, the first one lowest, on every machine. */
static uint64_t eight_bytes(const char *p)
{
    const unsigned char *c = (const unsigned char *)p;
    return (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16 | (uint64_t)c[3] << 24 | (uint64_t)c[4] << 32 |
           (uint64_t)c[5] << 40 | (uint64_t)c[6] << 48 | (uint64_t)c[7] << 56;
}

/* How many of the eight are digits before the first that is none; their values, a byte each, stand in *values. What a byte that
 * is no digit carries over reaches only the bytes behind it. */
static unsigned leading_digits(const char *p, uint64_t *values)
{
    uint64_t bytes = eight_bytes(p) ^ UINT64_C(0x3030303030303030);
    uint64_t other = (bytes | (bytes + UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080);
    *values = bytes;
    return other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
}

/* The number of the first `count` digits, 1 to 8: pairs, fours, eight, each from two of the half before it. */
static uint64_t number_of(uint64_t values, unsigned count)
{
    values <<= 64 - 8 * count; /* zeros in front */
    values = values * 10 + (values >> 8);
    uint64_t even = values & UINT64_C(0x000000ff000000ff), odd = values >> 16 & UINT64_C(0x000000ff000000ff);
    return (even * UINT64_C(0x000f424000000064) + odd * UINT64_C(0x0000271000000001)) >> 32;
}

/* The rest of a number of eight digits or more. */
static const char *long_number(const char *p, uint64_t value, uint64_t *number)
{
    for (unsigned count = 8; *p >= '0' && *p <= '9'; p++, count++) {
        if (count == 18) return NULL;
        value = value * 10 + (uint64_t)(*p - '0');
    }
    *number = value;
    return is_blank(*p) ? p : NULL;
}

/* One plain number at p, of at most 18 digits, with a blank behind it; its end, or NULL. */
static const char *plain_number(const char *p, uint64_t *number)
{
    uint64_t values;
    unsigned count = leading_digits(p, &values);
    if (count == 0) return NULL;
    if (count == 8) return long_number(p + 8, number_of(values, 8), number);
    *number = number_of(values, count);
    char after = (char)((values >> 8 * count & 0xff) ^ '0'); /* as it stood there */
    return is_blank(after) ? p + count : NULL;
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
        p = next + 1; /* over the blank */
    }
    if (i == 0) return 0;
    input->at = input->token_end = (size_t)(end - input->buffer);
    input->token = (size_t)(token - input->buffer);
    return i;
}
