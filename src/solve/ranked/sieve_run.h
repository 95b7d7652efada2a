/* SPDX-License-Identifier: MIT */
/* Conditions as sets of bits (sieve.h), asked of some values.
 *
 *     uint64_t some[SIEVE_WORDS], looked = 0;
 *     if (sieve_plain(sieve)) some[0] = sieve_word(sieve, x, low, some[0]);
 *     else if (!sieve_run(sieve, x, low, count, some, &looked)) ...       // it has no value somewhere
 */
#ifndef CGI_SOLVE_RANKED_SIEVE_RUN_H
#define CGI_SOLVE_RANKED_SIEVE_RUN_H
#include "solve/ranked/sieve.h"

/* In `some`: bits of `count` values, at most SIEVE_MOST, at which the condition is asked for; out: those at which it holds. x is
 * as in test_at, but for the ray's value, which is set. False: it has no value somewhere, or memory is out. *looked, if it is not NULL:
 * increased by the values that were computed one by one, and by those that rows have to find, in the mean of all states. */
bool sieve_run(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked);
/* Is it made of comparisons with linear forms and of sums with bends alone, and of what joins such? Then it has a value everywhere. */
bool sieve_plain(const struct sieve *s);
/* Of such a one: bits of the 64 values from low on; of those that are not asked for, which are some, any. */
uint64_t sieve_word(const struct sieve *s, const int64_t *x, int64_t low, uint64_t asked);
/* Of the values in `asked`, those at which all of these hold. */
static inline uint64_t sieves_word(struct sieve *const *sieves, size_t count, const int64_t *x, int64_t low,
                                   uint64_t asked)
{
    for (size_t i = 0; i < count && asked; i++) asked &= sieve_word(sieves[i], x, low, asked);
    return asked;
}

#endif
