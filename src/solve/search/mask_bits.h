/* SPDX-License-Identifier: MIT */
/* A table of all positions of one board that can be reached from a state, where that is shorter than a search
 * (solve/bits): as bits, or, where that is shorter still, of all subsets of so many bits.
 *
 *     st = mask_bits_try(m, &state, 0, 1 << 22, &done); // fills it, if so much work suffices: is the value 0?
 *     if (mask_bits_find(m, &state, 0, &known)) ...     // what is known of the value, which decides that
 *     st = mask_bits_misere(m, &state, &done, &lost);   // the same in misere play, whatever it takes
 *     mask_bits_free(&m->bits);
 *
 * Of one state at a time; what can be reached from it is in the same table. */
#ifndef CGI_SOLVE_SEARCH_MASK_BITS_H
#define CGI_SOLVE_SEARCH_MASK_BITS_H
#include "solve/bits/bit_subsets.h"
#include "solve/bits/bit_table.h"
#include "proof/ground/ground.h"

#define MASK_BITS_TURNS 0.002 /* of 2.5 microseconds, as mask_turns counts them, in a step */
#define MASK_SUBSETS_SOONER                                                                                            \
    2 /* a table of subsets is filled first where a search is expected to take so many times as long */
struct masks;
struct mask_bits {
    struct bit_rule *rule;
    struct bit_table *table;
    struct bit_subsets *subsets; /* of some state; NULL: a table of bits is to be made */
    bool chosen;                 /* which of them */
    uint64_t chosen_of;          /* for this state */
    bool failed;                 /* the state has no such rule, or no_room */
    enum status no_room; /* which budget, if its table has more states, or takes more memory, than that allows */
    struct ground_mask failed_of;
    uint64_t short_joins; /* with no more of these its rule was not made, of this state; 0: nothing is known */
    struct ground_mask short_of;
    uint64_t asked; /* positions that tables before this one had */
};
/* *done false: it would take more, or there is none. ST_OK, or what the budget says of time. */
enum status mask_bits_try(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                          bool *done);
/* Has a run before this one begun to value such a table? Then that was found to be worth it, and it is to go on first. */
bool mask_bits_are_kept(struct masks *m, const struct ground_mask *state, uint64_t target);
/* How much work is known to be enough; 0: nothing is known. */
uint64_t mask_bits_work(const struct masks *m, uint64_t target);
/* Of a state for which a table of subsets was chosen: all the work that it takes. 0: none was, or it is filled. */
uint64_t mask_bits_subsets(const struct masks *m, const struct ground_mask *state);
/* The budget that had no room for the table of the state; ST_OK: none was tried, or it is there, or there can be none. */
enum status mask_bits_no_room(const struct masks *m, const struct ground_mask *state);
/* About how much it will be with so many planes, and how many bytes, before anything is tried; a search would take so
 * many `turns`, of which this takes a part. *steps 0: there is no such table, or it is not known. */
enum status mask_bits_about(struct masks *m, const struct ground_mask *state, uint32_t planes, double turns,
                            double *steps, double *bytes);
bool mask_bits_find(const struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known);
enum status mask_bits_misere(struct masks *m, const struct ground_mask *state, bool *done, bool *lost);
uint64_t mask_bits_count(const struct mask_bits *b);
void mask_bits_free(struct mask_bits *b);

#endif
