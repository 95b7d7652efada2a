/* SPDX-License-Identifier: MIT */
/* The sets that the language names (NAMED_SETS of model.h): what they are called, and their elements from the least on.
 *
 *     named_set(DOMAIN_POWERS)                              "powers", takes a number, infinite
 *     struct set_walk at = set_first();                     1
 *     set_next(&at, DOMAIN_FIB, 0)                          2, then 3, 5, 8, ...
 */
#ifndef CGI_MODEL_SETS_H
#define CGI_MODEL_SETS_H
#include "model/model.h"

struct named_set {
    const char *name;
    bool takes_number, infinite;
};
/* NULL for any other kind of domain. */
const struct named_set *named_set(enum domain_kind kind);
bool set_is_infinite(enum domain_kind kind);
/* powers(b), divisors(n) */
bool set_takes_number(enum domain_kind kind);
/* The set of this name that takes a number, or none; DOMAIN_RANGE if there is none. */
enum domain_kind set_of_name(const char *name, bool takes_number);

/* A candidate `x` for an element: the elements themselves of squares, fib and powers; of primes and divisors each number, which
 * arithmetic_member tells apart. */
struct set_walk {
    int64_t x, before; /* the root of a square; the element before of fib */
};
struct set_walk set_first(void);
/* `number`: the base of powers, >= 2. False if the next candidate does not fit. */
bool set_next(struct set_walk *walk, enum domain_kind kind, int64_t number);

#endif
