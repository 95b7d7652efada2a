/* SPDX-License-Identifier: MIT */
/* Integers of any size: immutable values in an arena. The only caller of GMP in src/.
 *
 *     const struct integer *n = integer_parse(&arena, "100000000000000000000", 21);
 *     int64_t small;
 *     if (!integer_fits(n, &small)) ...                    // too large for search
 *     char *s = integer_string(&arena, n);
 *
 * Limbs are little-endian 64-bit, no leading zero limb; zero has sign 0 and no limbs. Results are NULL when memory is
 * out or when the result would exceed INTEGER_MAX_LIMBS (about 10^5 decimal digits). GMP aborts when its allocator
 * fails, so only mpn functions that work in place are used (docs/decisions/0010-gmp-takes-no-memory.md). */
#ifndef CGI_BASE_INTEGER_H
#define CGI_BASE_INTEGER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"

#define INTEGER_MAX_LIMBS 5200u /* 332,800 bits */
#define INTEGER_MAX_DIGITS 100000u

struct integer {
    int sign; /* -1, 0, 1 */
    uint32_t count;
    const uint64_t *limbs;
};

const struct integer *integer_from(struct arena *arena, int64_t value);
const struct integer *integer_from_limbs(struct arena *arena, int sign, const uint64_t *limbs, size_t count);
/* Decimal digits only, with an optional '-'. NULL for anything else, for more than INTEGER_MAX_DIGITS digits, or when
 * memory is out. */
const struct integer *integer_parse(struct arena *arena, const char *digits, size_t length);
char *integer_string(struct arena *arena, const struct integer *a);
/* True and the value when it fits 64 bits. */
bool integer_fits(const struct integer *a, int64_t *value);
int integer_compare(const struct integer *a, const struct integer *b);
const struct integer *integer_add(struct arena *arena, const struct integer *a, const struct integer *b);
const struct integer *integer_sub(struct arena *arena, const struct integer *a, const struct integer *b);
const struct integer *integer_mul(struct arena *arena, const struct integer *a, const struct integer *b);
/* Floor division and a remainder with the divisor's sign, as in the language; NULL for a divisor of 0. */
const struct integer *integer_div(struct arena *arena, const struct integer *a, const struct integer *b);
const struct integer *integer_mod(struct arena *arena, const struct integer *a, const struct integer *b);
/* Bitwise xor of two naturals (the nim-sum); NULL for a negative operand. */
const struct integer *integer_xor(struct arena *arena, const struct integer *a, const struct integer *b);

#endif
