/* SPDX-License-Identifier: MIT */
/* What one way has left out of an ask with `some` (solver.h), as an ask of its own for the next one.
 *
 *     struct rest rest;
 *     st = rest_collect(ask, &result, &arena, &rest);               // rest.ask.count: 0, nothing is left; ask->count: all
 *     ... part: the answer to rest.ask ...
 *     st = rest_add(&rest, &part, &arena, &result);
 *
 * Values that fit 63 bits, and outcomes. Everything is allocated in the arena. */
#ifndef CGI_PLAN_REST_H
#define CGI_PLAN_REST_H
#include "solve/solver.h"

struct rest {
    struct ask ask;
    size_t *owner; /* which of the whole ask each is */
};
/* ST_OK or ST_NO_MEMORY. */
enum status rest_collect(const struct ask *whole, const struct result *result, struct arena *arena, struct rest *rest);
/* Enters the answers to the rest, and what they are based on. ST_OK or ST_NO_MEMORY. */
enum status rest_add(const struct rest *rest, const struct result *part, struct arena *arena, struct result *result);

#endif
