/* SPDX-License-Identifier: MIT */
/* A game's table as a C program of its own.
 *
 *     struct export what = {.code = code, .game = g, .params = params, .low = low, .rule = text};
 *     struct refusal refusal;
 *     if (native_export(&what, &out, &refusal) == ST_OK && !refusal.step) write(text_c(&out));
 *
 * It is the same C that compiled tables run (emit.h), without an account of work, and a `main` (standalone.c.in) that
 * takes a range for each field and prints what `cgi table` prints. In misere play a value is 0 where the player to move
 * loses and 1 otherwise, so a position has 1 if it has an option with 0, or none. What is left to the machine there ends the program
 * here, with the position and the rule's words: a failing rule. Parameters have the values that are given. */
#ifndef CGI_CODE_NATIVE_EXPORT_H
#define CGI_CODE_NATIVE_EXPORT_H
#include "base/text.h"
#include "code/compile/code.h"

struct export
{
    const struct code *code;
    int game; /* its table has a program */
    const struct param_value *params;
    const int64_t *low; /* the least value of each field */
    const char *rule;   /* the text of the rule, for a comment */
    size_t rule_length;
    bool misere; /* outcomes in misere play, not values: no move leads to a sum or to `end` */
};
/* The instruction that has no C, and where in the rule it came from; NULL: every one has. */
struct refusal {
    const char *step;
    struct span span;
};
enum status native_export(const struct export *what, struct text *out, struct refusal *refusal);

#endif
