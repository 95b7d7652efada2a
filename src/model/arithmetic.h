/* SPDX-License-Identifier: MIT */
/* The operations of the language on numbers of any size, at the price of 64 bits while they fit.
 *
 *     struct arithmetic a = {.arena = &arena};
 *     struct number x[2] = {number_small(INT64_MAX), number_small(1)}, sum;
 *     if (arithmetic_operate(&a, EXPR_ADD, x, &sum)) ...                     sum.large is 2^63
 *
 * Without an arena a result that does not fit 64 bits is none, as in the machine. Truth values are 0 and 1. All return false
 * where there is no value: for a divisor of 0, say, or where memory or the size of integer.h runs out (`no_memory` is set then).
 * Nothing is allocated as long as numbers are small. */
#ifndef CGI_MODEL_ARITHMETIC_H
#define CGI_MODEL_ARITHMETIC_H
#include "model/model.h"

struct number {
    int64_t small;
    const struct integer *large; /* NULL: it is small, else it does not fit */
};
struct arithmetic {
    struct arena *arena;
    bool no_memory;
};
static inline struct number number_small(int64_t value) { return (struct number){.small = value}; }
struct number number_of(const struct integer *value);
int number_sign(struct number x);
int number_compare(struct number x, struct number y);
/* NULL: memory. */
const struct integer *number_integer(struct arithmetic *a, struct number x);
/* NEG, NOT of x[0]; ADD SUB MUL DIV MOD, EQ NE LT LE GT GE IFF of x[0] and x[1]. */
bool arithmetic_operate(struct arithmetic *a, enum expr_kind kind, const struct number *x, struct number *value);
/* The same of numbers of 64 bits; false also where the result is none. */
bool arithmetic_small(enum expr_kind kind, int64_t x, int64_t y, int64_t *value);
/* A builtin of numbers, of at most ARITHMETIC_ARGUMENTS. */
enum { ARITHMETIC_ARGUMENTS = 16 };
bool arithmetic_call(struct arithmetic *a, enum builtin builtin, const struct number *x, size_t count,
                     struct number *value);
/* Is x one of the squares, ..., powers of `of`, divisors of `of`? */
bool arithmetic_member(enum domain_kind set, struct number x, struct number of, bool *holds);

#endif
