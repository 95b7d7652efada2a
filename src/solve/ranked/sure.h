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
#include "solve/ranked/written.h"

/* Each of these is a proof if it is true, of a move of the states that r numbers: have the ends of all ranges a value? */
bool sure_ends(const struct ranks *r, const struct instance *in);
/* Has everything that the move looks at, in its order, a value? */
bool sure_all(const struct ranks *r, const struct instance *in);
/* The same of all moves of a rule and of what they lead to, in every state with low <= cells <= high, and of its invariant: nothing
 * is beyond 64 bits there, and nothing else fails. A rule that is not written out is not sure. */
bool sure_everywhere(const struct unrolled *u, const int64_t *low, const int64_t *high);
/* The same of a game whose fields are numbers (written.h). A search says the same as who reckons with all integers only where
 * it is so. Field `risen` (SURE_NONE: none) is raised by moves above what stands in `high`: then it is looked at up to where
 * play from the box, of `rows` values of the other fields, may raise it. ST_OK or ST_NO_MEMORY. */
#define SURE_NONE SIZE_MAX
enum status sure_box(const struct env *env, int game, const int64_t *low, const int64_t *high, size_t risen,
                     double rows, bool *sure);
/* May each condition be looked at as soon as its values are known, without hiding an error that it must not hide? */
bool sure_shown(const struct ranks *r, const struct instance *in);

#endif
