/* SPDX-License-Identifier: MIT */
/* Which conditions of a move have a value in every state that is numbered.
 *
 *     struct sure s = sure_open(r, in);                      // a move of the states that r numbers
 *     if (sure_term(&s, in->conditions[0])) ...              // n % t == 0 with t in 1..n: nothing divides by 0
 *     sure_given(&s, in->conditions[0]);                     // what follows is only looked at where that holds
 *
 * What can fail is not computed before what stands in front of it holds (docs/manual/language.md, 4.6): ends of ranges, then conditions as
 * they are written. Here conditions are looked at as soon as the values that they read are known. One that has a value in any case may rule
 * a choice out wherever it stands; another one must not hide that something before it has none. What is said is proved by intervals: of
 * cells those of the numbering, of values those of their ranges, cut by what holds before. Time: the size of the terms. */
#ifndef CGI_SOLVE_RANKED_SURE_H
#define CGI_SOLVE_RANKED_SURE_H
#include "solve/ranked/ranks.h"
#include "solve/ranked/unroll.h"

struct sure {
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES]; /* of each variable; low > high: there is no such state */
    bool ends[TERM_VALUES];                            /* have both ends of the value's range a value? */
};
struct sure sure_open(const struct ranks *r, const struct instance *in);
/* True is a proof. */
bool sure_term(const struct sure *s, const struct term *t);
void sure_given(struct sure *s, const struct term *condition);
/* Has everything that the move looks at, in its order, a value? */
bool sure_all(const struct ranks *r, const struct instance *in);
/* May each condition be looked at as soon as its values are known, without hiding an error that it must not hide? */
bool sure_shown(const struct ranks *r, const struct instance *in);
/* The highest value that a term reads, counted from 1; 0: none. */
size_t sure_level(const struct term *t);

#endif
