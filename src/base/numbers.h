/* SPDX-License-Identifier: MIT */
/* Number theory on 64-bit integers for the named sets, in rules and in values of parameters: exact, no
 * floating point.
 *
 *     number_is_prime(1000000007)      true
 *     number_in_fib(144)               true (1, 2, 3, 5, 8, ...)
 *     number_divisors(12, ...)         1 2 3 4 6 12
 *
 * The named sets hold positive numbers only: squares 1 4 9 ..., fib 1 2 3 5 8 ..., powers(b) 1 b b*b ...,
 * primes 2 3 5 ... */
#ifndef CGI_BASE_NUMBERS_H
#define CGI_BASE_NUMBERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/budget.h"

/* The greatest r with r * r <= n. */
uint64_t number_root(uint64_t n);
/* Miller-Rabin with the first twelve primes as bases: exact below 3.3 * 10^24 (Sorenson and Webster, 2015). */
bool number_is_prime(uint64_t n);
bool number_is_square(int64_t n);
bool number_in_fib(int64_t n);
/* Is x one of 1, b, b*b, ...? b >= 2. */
bool number_is_power(int64_t x, int64_t b);
/* The absolute value. */
static inline uint64_t number_magnitude(int64_t x) { return x < 0 ? -(uint64_t)x : (uint64_t)x; }
/* a / by, down to the next whole number, and up; by > 0. */
static inline int64_t number_floor(int64_t a, int64_t by) { return a / by - (a % by < 0); }
static inline int64_t number_ceiling(int64_t a, int64_t by) { return a / by + (a % by > 0); }
uint64_t number_gcd(uint64_t a, uint64_t b);
/* The same of any numbers; false if it is 2^63. */
bool number_gcd_fits(int64_t a, int64_t b, int64_t *gcd);
/* The least natural number that is not listed. */
int64_t number_mex(const int64_t *x, size_t count);
/* Binary digit i of x, both natural. */
static inline int64_t number_bit(int64_t x, int64_t i) { return i < 63 ? (x >> i) & 1 : 0; }
static inline bool number_is_power_of_two(int64_t x) { return x > 0 && (x & (x - 1)) == 0; }
/* Prime factors of n >= 1 with multiplicity, ascending, at most 64, by trial division and Pollard's rho. */
enum status number_factors(uint64_t n, struct budget *budget, uint64_t factors[64], int *count);
/* Distinct divisors of n >= 1 in no particular order; `put` is called for each and stops the walk by another status. */
enum status number_divisors(uint64_t n, struct budget *budget, enum status (*put)(void *context, uint64_t d),
                            void *context);

#endif
