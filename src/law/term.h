/* SPDX-License-Identifier: MIT */
/* Expressions of laws: made by what guesses, evaluated exactly, measured in bits, written in the language of rules.
 *
 *     const struct law_term *n = law_field(arena, 0);
 *     const struct law_term *e = law_two(arena, LAW_MOD, n, law_number(arena, 4));
 *     law_value(e, (int64_t[]){7}, NULL, &value)                        // 3
 *     law_print(e, &(struct law_words){.fields = names}, LAW_BINDS_SUM, &out)            // n % 4
 *
 * Makers return NULL if memory runs out or a kid is NULL, so that a whole expression is looked at once, at its top.
 * Arithmetic is that of the language: 64 bits, floor division, the remainder has the divisor's sign; what does not fit, or has no
 * value there (a negative argument of xor), has none here. Truth values are 1 and 0. */
#ifndef CGI_LAW_TERM_H
#define CGI_LAW_TERM_H
#include <stdbool.h>
#include "base/arena.h"
#include "base/text.h"
#include "law/law.h"

enum law_op {
#define LAW_OP(id, kids, binds, before, between, after) LAW_##id,
#include "law/ops.def"
#undef LAW_OP
    LAW_OPS
};
/* `number`: NUMBER its value, FIELD which one, the base of POWER_* and DIGIT_*. `row`: the cells of CELL, whose kid counts from 0; the
 * set of AMONG, and the digits of DIGIT_COUNT, ascending. */
struct law_term {
    enum law_op op;
    int64_t number;
    const struct law_term *kid[3];
    const int64_t *row;
    size_t count;
};

const struct law_term *law_number(struct arena *arena, int64_t number);
const struct law_term *law_field(struct arena *arena, size_t field);
const struct law_term *law_one(struct arena *arena, enum law_op op, const struct law_term *kid);
const struct law_term *law_two(struct arena *arena, enum law_op op, const struct law_term *a, const struct law_term *b);
const struct law_term *law_if(struct arena *arena, const struct law_term *condition, const struct law_term *then,
                              const struct law_term *otherwise);
/* The row is copied. */
const struct law_term *law_cells(struct arena *arena, enum law_op op, const struct law_term *kid, const int64_t *row,
                                 size_t count);
/* POWER_IN: the greatest power of `base` that divides a positive number; POWER_BELOW: that is at most it; DIGIT_SUM of its digits;
 * DIGIT_COUNT, how many of them are in `digits`, not counting zeros in front. */
const struct law_term *law_digits(struct arena *arena, enum law_op op, const struct law_term *kid, int64_t base,
                                  const int64_t *digits, size_t count);
/* a x + b and (a x + b) / c, without what does nothing. */
const struct law_term *law_linear(struct arena *arena, int64_t a, const struct law_term *x, int64_t b);
const struct law_term *law_ratio(struct arena *arena, int64_t a, const struct law_term *x, int64_t b, int64_t c);
/* `term` with `value` in place of field 0. */
const struct law_term *law_put(struct arena *arena, const struct law_term *term, const struct law_term *value);

/* False: no value. `box`: where SELF reads; NULL: SELF has no value. */
bool law_value(const struct law_term *term, const int64_t *fields, const struct law_box *box, int64_t *value);
/* Bits to write it down: a few an operation, twice the digits of its numbers. */
uint64_t law_bits(const struct law_term *term);
/* Bits of a number, without its sign; at least 1. */
unsigned law_number_bits(int64_t number);
/* Does it read values of the box itself? */
bool law_reads_self(const struct law_term *term);

enum law_binds {
    LAW_BINDS_CONDITION,
    LAW_BINDS_IFF,
    LAW_BINDS_OR,
    LAW_BINDS_AND,
    LAW_BINDS_NOT,
    LAW_BINDS_COMPARISON,
    LAW_BINDS_SUM,
    LAW_BINDS_PRODUCT,
    LAW_BINDS_MINUS,
    LAW_BINDS_CALL
};
/* The names of the fields, what stands before and after the argument of SELF ("sg(half(", "))"), and one more name, of what runs
 * through powers. */
struct law_words {
    const char *const *fields;
    const char *before, *after, *power;
};
/* In parentheses if it binds more loosely than `least`. */
void law_print(const struct law_term *term, const struct law_words *words, enum law_binds least, struct text *out);

#endif
