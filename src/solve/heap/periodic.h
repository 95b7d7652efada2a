/* SPDX-License-Identifier: MIT */
/* One-heap games of a known family: their sequence of SG values, grown in the store, and its proved period.
 *
 *     struct periodic *p;
 *     st = periodic_get(env, game, &p);                     // the family of the rule, determined once
 *     st = periodic_reach(env, game, p, heap);              // grows until the heap or a period is reached
 *     if (periodic_value(env, game, p, heap, &value)) ...   // an index and a load
 *
 * Values are kept in the store as the game's sequence and discarded with it when the parameters change. */
#ifndef CGI_SOLVE_HEAP_PERIODIC_H
#define CGI_SOLVE_HEAP_PERIODIC_H
#include "proof/family/family.h"
#include "solve/heap/period.h"

/* The work when so many values were known. */
struct periodic_mark {
    uint64_t count, work;
};
struct periodic {
    struct family family;
    struct period period;          /* found only if proved */
    uint64_t looked;               /* values among which a period was sought */
    uint64_t work;                 /* steps spent on the values so far, about a nanosecond each; counted, not timed */
    struct periodic_mark marks[2]; /* before the last step but one of the sequence, and before the last one */
};
enum status periodic_get(const struct env *env, int game, struct periodic **out);
/* Heaps beyond this are not considered in the search for a period. */
uint64_t periodic_limit(const struct family *family);
/* Stops at `last`, at a proved period, or after `work` steps without one; budgets are returned as such. */
enum status periodic_reach(struct env *env, int game, struct periodic *p, uint64_t last, uint64_t work);
bool periodic_value(const struct env *env, int game, const struct periodic *p, uint64_t heap, uint64_t *value);
/* Offer and run that the two solvers share; `kind` is the family of the solver. */
void periodic_offer(const struct env *env, enum family_kind kind, struct way *way);
enum status periodic_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
