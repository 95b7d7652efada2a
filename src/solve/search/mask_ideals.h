/* SPDX-License-Identifier: MIT */
/* A table of all order ideals that can be left of a state of one board (solve/ideals), where there are few.
 *
 *     st = mask_ideals_try(m, &state, IDEAL_VALUES, 1 << 22, &done);  // fills it, if so many options are all
 *     if (mask_ideals_find(m, &state, IDEAL_VALUES, &value)) ...
 *     mask_ideals_free(&m->ideals);
 *
 * Of one state at a time; what can be reached from it is in the same table. */
#ifndef CGI_SOLVE_SEARCH_MASK_IDEALS_H
#define CGI_SOLVE_SEARCH_MASK_IDEALS_H
#include "solve/ideals/ideal_fill.h"

#define MASK_IDEALS_TURNS 0.0008 /* of 2.5 microseconds, as mask_turns counts them, in an option */
struct masks;
struct mask_ideals {
    struct arena arena;
    struct ideal_rule *rule; /* NULL: none was made */
    struct ideal_ranks *ranks;
    struct ideal_table tables[IDEAL_MISERE + 1];
    uint64_t steps; /* that the diagram might take: with more it may be tried again; */
    bool failed;    /* there is no such rule for the state that it is of, or memory ran out */
    uint64_t asked; /* positions that tables before this one had */
};
/* *done false: there is none, or it would take more. ST_OK, or what the budget says of time. */
enum status mask_ideals_try(struct masks *m, const struct ground_mask *state, enum ideal_question question,
                            uint64_t allowed, bool *done);
bool mask_ideals_find(const struct masks *m, const struct ground_mask *state, enum ideal_question question,
                      uint32_t *value);
/* How many options a table would look up, before anything is filled; 0: there is none, or it would be too large. */
enum status mask_ideals_about(struct masks *m, const struct ground_mask *state, enum ideal_question question,
                              double *options);
/* How many states can be left, where each order ideal is one of them; 0: that is not known, or they are too many. */
enum status mask_ideals_reached(struct masks *m, const struct ground_mask *state, double *states);
/* How much is known to be enough for it; 0: nothing is known. */
uint64_t mask_ideals_work(const struct masks *m);
uint64_t mask_ideals_count(const struct mask_ideals *d);
void mask_ideals_free(struct mask_ideals *d);

#endif
