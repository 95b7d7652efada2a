/* SPDX-License-Identifier: MIT */
/* Which conditions of a move have a value in every state that is numbered.
 *
 *     if (!sure_shown(r, in)) ...                            // where n % t == 0 and n / (m * m - 2) > 0: the second may hide the first
 *
 * What can fail is not computed before what stands in front of it holds (docs/manual/language.md, 4.6): ends of ranges, then conditions as
 * they are written. Here conditions are looked at as soon as the values that they read are known. One that has a value in any case may rule
 * a choice out wherever it stands; another one must not hide that something before it has none. What is said is proved by intervals: of
 * cells those of the numbering, of values those of their ranges, cut by what holds before. Time: the size of the terms. */
#ifndef CGI_SOLVE_RANKED_SURE_H
#define CGI_SOLVE_RANKED_SURE_H
#include "solve/ranked/ranks.h"
#include "solve/ranked/unroll.h"

/* Each of these is a proof if it is true, of a move of the states that r numbers: have the ends of all ranges a value? */
bool sure_ends(const struct ranks *r, const struct instance *in);
/* Has everything that the move looks at, in its order, a value? */
bool sure_all(const struct ranks *r, const struct instance *in);
/* May each condition be looked at as soon as its values are known, without hiding an error that it must not hide? */
bool sure_shown(const struct ranks *r, const struct instance *in);

#endif
