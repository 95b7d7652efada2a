/* SPDX-License-Identifier: MIT */
/* Which values of a ray fulfil the conditions on it, as a set of bits.
 *
 *     if (!sieve_make(arena, ranks, condition, value, &sieve)) return ST_NO_MEMORY;   // gcd(b, c) == 1 or t % 2 == 1
 *     uint64_t some[SIEVE_WORDS];                                                     // a bit for each of low..low + count - 1
 *     if (!sieve_run(sieve, f.x, low, count, some, &looked)) ...                      // those that hold (sieve_run.h)
 *
 * Bit i stands for the value low + i. What does not read the value is looked at once for all of the ray; a comparison
 * whose sides differ by a multiple of the value and something that does not read it is an interval; `and`, `or`, `not`
 * and choices join sets, and look at their later parts only where the earlier ones leave it open, as the language
 * does. Any other condition that reads the value through forms of factor 1 or -1, such as b + t or a - t, of which each is
 * the first one, or its negative, and a number, and besides that at most two numbers, such as b + c (or b - a in
 * "xor(a - t, b - t)"), is a function of these: its bits are kept by those numbers, one row for each, and are found once:
 * "gcd(a - t, b + c) == 1", "t % 3 == b % 3". Of (t * b + c) % 5 these are b % 5 and c % 5. Where there are too many of
 * these numbers, values that have no divisor in common with one are found by its primes. What is none of these is computed
 * value by value.
 *
 * A condition has a value where it would have one computed value by value; of a number that is fixed along the ray,
 * but has no value, that is done. */
#ifndef CGI_SOLVE_RANKED_SIEVE_H
#define CGI_SOLVE_RANKED_SIEVE_H
#include "solve/ranked/shots.h"

enum { SIEVE_WORDS = 64, SIEVE_MOST = 64 * SIEVE_WORDS };
struct sieve;
/* `value`: the number of the ray's value; conditions may read it and all before it. False: memory is out. */
bool sieve_make(struct arena *arena, const struct ranks *r, const struct term *condition, int value,
                struct sieve **out);
/* Are bits of some condition in it found once for many states? */
bool sieve_gains(const struct sieve *s);

#endif
