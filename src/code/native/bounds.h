/* SPDX-License-Identifier: MIT */
/* Arithmetic on what is known of registers (zone.h).
 *
 *     zone_begin(z);
 *     bounds_add(z, b, c, -1);                       // the new number is b - c
 *     zone_end(z, a);
 *
 * An operand is a variable of the zone plus a number. Results are those of instructions that succeeded: exact, so
 * bounds beyond 64 bits are no bounds. All calls cost at most the square of the variables. */
#ifndef CGI_CODE_NATIVE_BOUNDS_H
#define CGI_CODE_NATIVE_BOUNDS_H
#include "code/native/zone.h"

__extension__ typedef __int128 bounds_wide;
struct operand {
    int var; /* -1: unknown */
    int64_t offset;
};
struct range {
    int64_t least, most; /* INT64_MIN, ZONE_NONE: unknown */
};
#define BOUNDS_FIRST_CAPACITY 512 /* of the marks, at least */
extern const struct operand bounds_zero;
/* The bound of x - y. */
int64_t bounds_between(const struct zone *z, struct operand x, struct operand y);
int64_t bounds_most(const struct zone *z, struct operand x);
int64_t bounds_least(const struct zone *z, struct operand x);
struct range bounds_of(const struct zone *z, struct operand x);
bool bounds_are_both(struct range x);
/* From here on x - y <= most. */
void bounds_assume(struct zone *z, struct operand x, struct operand y, int64_t most);
/* The new number is at most, at least that much greater than x; within both numbers. */
void bounds_new_most(struct zone *z, struct operand x, int64_t by);
void bounds_new_least(struct zone *z, struct operand x, int64_t by);
void bounds_new_within(struct zone *z, bounds_wide least, bounds_wide most);
/* What x is the sum of; false: it is not kept. */
bool bounds_form(const struct zone *z, struct operand x, struct zone_form *out);
/* The new number is b + c or b - c, by sign; b c; the floor of b / c; b - c floor(b / c); the lesser of both if sign
 * > 0, else the greater; their nim-sum; their greatest common divisor; |b|. */
void bounds_add(struct zone *z, struct operand b, struct operand c, int64_t sign);
void bounds_times(struct zone *z, struct operand b, struct operand c);
void bounds_quotient(struct zone *z, struct operand b, struct operand c);
void bounds_remainder(struct zone *z, struct operand b, struct operand c);
void bounds_choose(struct zone *z, struct operand b, struct operand c, int sign);
void bounds_digits(struct zone *z, struct operand b, struct operand c);
void bounds_divisor(struct zone *z, struct operand b, struct operand c);
void bounds_distance(struct zone *z, struct operand b);
/* Is b to the power c within 64 bits? *most: its greatest value. */
bool bounds_power(struct range b, struct range c, int64_t *most);
void bounds_product(struct range b, struct range c, bounds_wide *least, bounds_wide *most);
bool bounds_fit(bounds_wide least, bounds_wide most); /* within 64 bits */

#endif
