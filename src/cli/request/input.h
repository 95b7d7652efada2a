/* Numbers from a file of any size, as fast as they can be read, with the place of each for messages.
 *
 *     struct input input;
 *     if (!input_open(&input, "judge.in")) perror("judge.in");      // "-" is standard input
 *     while (input_next(&input, false, &number) == INPUT_NUMBER) use(number);
 *     got = input_numbers(&input, false, numbers, 1000);            // as many at once as stand there plainly; then input_next
 *     input_locate(&input);                                         // where the last token is: line, line_begin, lost
 *     input_close(&input);
 *
 * Numbers are decimal, at most 2^63 - 1, with any white space between them; a byte order mark at the beginning is passed
 * over. The file goes through one buffer; a line that is longer than that loses its beginning, but not its columns. Lines are
 * counted only where a place is asked for and when the buffer moves on. */
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
    size_t size, length, at; /* room; bytes in the buffer, before a NUL; the next one to read */
    size_t counted; /* lines are counted up to here; so the next three may be those of an earlier place: input_locate */
    size_t line_begin;       /* of the line being read, in the buffer */
    uint64_t line, lost;     /* lines before this one; bytes of this line that have left the buffer */
    size_t token, token_end; /* what was read last */
    bool ended, broken;
};
/* False with errno set. */
bool input_open(struct input *input, const char *path);
/* The next number; `sign`: a '-' may stand before it. Anything else leaves the token that was found. */
enum input_found input_next(struct input *input, bool sign, int64_t *number);
/* Up to `count` numbers, as fast as they can be read; the last one is the token. Fewer where something else than plain numbers
 * comes next or the buffer ends: input_next reads on, and may find a number. */
size_t input_numbers(struct input *input, bool sign, int64_t *numbers, size_t count);
/* The number that input_numbers read last is read again. */
void input_unread(struct input *input);
/* Counts the lines before the token that was read last. */
void input_locate(struct input *input);
void input_close(struct input *input);

#endif
