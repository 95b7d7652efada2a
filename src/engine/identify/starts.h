/* SPDX-License-Identifier: MIT */
/* The values of a game whose positions begin with one number: boards of n x n, rows of n cells.
 *
 *     struct start_values s;
 *     st = identify_starts(engine, START_LOOKS, &arena, &s);
 *     // game queens(b: grid) { start(n) -> queens(grid(n, n, 0)) .. }: "queens(n)", from 0: 0, 1, 1, 2, 1, 3, ..
 *
 * SG values in normal play of the positions that the first start clause of one number gives, for n from the first one that it
 * allows on, as far as so many looks (budget.h) go, at most START_MOST. How far does not depend on threads. A period is what
 * these values show and nothing that is proved: there is no theorem for boards. Count 0: no such clause, or no values. */
#ifndef CGI_ENGINE_IDENTIFY_STARTS_H
#define CGI_ENGINE_IDENTIFY_STARTS_H
#include "engine/open/engine.h"

enum { START_MOST = 60, START_FIRST = 8, START_LOOKS = 20000 };
struct start_values {
    const char *word;
    int64_t from;
    const uint32_t *values;
    size_t count;
    struct period period; /* observed from place `preperiod` of the values on; never proved */
};
enum status identify_starts(struct engine *engine, uint64_t looks, struct arena *arena, struct start_values *out);

#endif
