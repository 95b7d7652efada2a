/* SPDX-License-Identifier: MIT */
/* Fast reading of numbers from a file of any size, with the place of each for messages.
 *
 *     struct input input;
 *     if (!input_open(&input, "judge.in")) perror("judge.in");      // "-" is standard input
 *     while (input_next(&input, false, &number) == INPUT_NUMBER) use(number);
 *     got = input_numbers(&input, false, numbers, 1000);            // as many plain numbers as follow; then input_next
 *     input_locate(&input);                                       // place of the last token: line, line_begin, lost
 *     input_close(&input);
 *
 * Numbers are decimal, at most 2^63 - 1, separated by any white space; a byte order mark at the beginning is skipped.
 * The file passes through one buffer; a line longer than the buffer loses its beginning, but columns remain right.
 * Lines are counted only when a place is asked for and when the buffer is refilled. */
#ifndef CGI_CLI_REQUEST_INPUT_H
#define CGI_CLI_REQUEST_INPUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum input_found { INPUT_NUMBER, INPUT_END, INPUT_WRONG, INPUT_TOO_LARGE, INPUT_BROKEN }; /* BROKEN: errno says why */

struct input {
    int file;
    const char *name;
    char *buffer;
    size_t size, length, at; /* capacity; bytes in the buffer, before a NUL; the next one to read */
    size_t counted;    /* lines are counted up to here; until input_locate, the next three may be of an earlier place */
    size_t line_begin; /* the beginning of the current line in the buffer */
    uint64_t line, lost;     /* lines before this one; bytes of this line that have left the buffer */
    size_t token, token_end; /* the token read last */
    bool ended, broken;
};
/* Returns false with errno set. */
bool input_open(struct input *input, const char *path);
/* The next number; `sign`: a '-' may precede it. For anything else the token is what was found. */
enum input_found input_next(struct input *input, bool sign, int64_t *number);
/* Up to `count` numbers, as fast as possible; the last one is the token. Fewer if something other than plain numbers
 * comes next or the buffer ends: input_next continues, and may find a number. */
size_t input_numbers(struct input *input, bool sign, int64_t *numbers, size_t count);
/* Lets the number that input_numbers read last be read again. */
void input_unread(struct input *input);
/* Counts the lines before the last token. */
void input_locate(struct input *input);
void input_close(struct input *input);

#endif
