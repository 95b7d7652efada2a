/* SPDX-License-Identifier: MIT */
/* Steps as lines of text with numbers in them.
 *
 *     struct steps s;
 *     if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;          // the host is too old
 *     s.memory = &numbers.status;                                          // where numbers.h is used
 *     step(&s, "%c: %d = %d * %d + %d", steps_word(&s, 0), heap, q, m, r);  // a cgi_integer for each number
 *     steps_add(&s, "%d", a);                                              // a line in pieces
 *     steps_add(&s, " xor %d", b);
 *     steps_end(&s);
 *     return steps_come_to(&s, &value, CGI_OUTCOME_N);                     // value NULL: there is none
 *
 * Once a line was refused (the list is long enough) nothing more is written, and steps_come_to returns what the host
 * returned. Numbers are views and must keep their values until their line has ended. */
#ifndef CGI_SHARE_STEPS_H
#define CGI_SHARE_STEPS_H
#include <stdarg.h>
#include <string.h>
#include "share/cells.h"

enum { STEP_TEXT = 2000, STEP_NUMBERS = 160, STEP_ITEMS = 40 }; /* of one line; items of a list that are written out */
struct steps {
    const cgi_request *request;
    const cgi_sink *sink;
    int status;
    const int
        *memory; /* the status of the numbers in use (numbers.h): once it is not CGI_OK nothing is written; or NULL */
    char text[STEP_TEXT];
    size_t length, count, words;
    bool long_; /* the line has no room: it is left out */
    cgi_integer numbers[STEP_NUMBERS];
    uint64_t word[STEP_NUMBERS];
    cgi_integer made[STEP_NUMBERS];
};

static inline bool steps_open(struct steps *s, const cgi_request *request, const cgi_sink *sink)
{
    s->request = request;
    s->sink = sink;
    s->status = CGI_OK;
    s->memory = NULL;
    s->length = s->count = s->words = 0;
    s->long_ = false;
    return sink->struct_size >= offsetof(cgi_sink, outcome) + sizeof sink->outcome;
}

/* A number that is one word, until the line ends. */
static inline const cgi_integer *steps_word(struct steps *s, uint64_t word)
{
    size_t i = s->words < STEP_NUMBERS ? s->words++ : STEP_NUMBERS - 1;
    s->long_ |= s->words == STEP_NUMBERS;
    s->word[i] = word;
    s->made[i] = natural(&s->word[i], 1);
    return &s->made[i];
}

static inline void steps_vadd(struct steps *s, const char *text, va_list numbers)
{
    size_t length = strlen(text);
    s->long_ |= length >= STEP_TEXT - s->length;
    if (!s->long_) memcpy(s->text + s->length, text, length);
    if (!s->long_) s->length += length;
    for (const char *at = text; *at; at++) {
        if (*at != '%') continue;
        for (size_t wanted = at[1] == '%' ? 0 : at[1] == '*' ? 2 : 1; wanted; wanted--) {
            const cgi_integer *number = va_arg(numbers, const cgi_integer *);
            s->long_ |= s->count == STEP_NUMBERS;
            if (!s->long_) s->numbers[s->count++] = *number;
        }
        at++;
    }
}
/* More text for the line, with a const cgi_integer * for each number. */
static inline void steps_add(struct steps *s, const char *text, ...)
{
    va_list numbers;
    va_start(numbers, text);
    steps_vadd(s, text, numbers);
    va_end(numbers);
}
static inline void steps_end(struct steps *s)
{
    s->text[s->length] = '\0';
    if (s->status == CGI_OK && s->memory) s->status = *s->memory;
    if (!s->long_ && s->status == CGI_OK) s->status = s->sink->line(s->sink, s->text, s->numbers, s->count);
    s->length = s->count = s->words = 0;
    s->long_ = false;
}
static inline void step(struct steps *s, const char *text, ...)
{
    va_list numbers;
    va_start(numbers, text);
    steps_vadd(s, text, numbers);
    va_end(numbers);
    steps_end(s);
}

/* Where the steps come to: the value, under normal play only, and the outcome. */
static inline int steps_come_to(struct steps *s, const cgi_integer *value, uint32_t outcome)
{
    if (s->status == CGI_OK && s->memory) s->status = *s->memory;
    if (s->status == CGI_OK && value && s->request->play == CGI_PLAY_NORMAL) s->status = s->sink->value(s->sink, value);
    if (s->status == CGI_OK) s->status = s->sink->outcome(s->sink, outcome);
    return s->status;
}

/* "%c" for a component by its number. */
static inline const cgi_integer *steps_component(struct steps *s, size_t c) { return steps_word(s, c); }
static inline bool steps_room(const struct steps *s) { return s->status == CGI_OK; }

#endif
