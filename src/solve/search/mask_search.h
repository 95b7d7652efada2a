/* SPDX-License-Identifier: MIT */
/* Values of positions of one board, from as many of their options as decide them, depth first.
 *
 *     m->work = 0;
 *     m->allowed = 1 << 16;
 *     st = mask_search_on(m, &state, 3, &known);        // is the value 3?
 *     if (m->paused) ...                                // that is not known after so much work
 *     if (known == mask_value(3)) ...                   // yes; else the value is another one, and may be known or not
 *
 * ST_UNSUPPORTED: play is longer than MASK_DEPTH moves. What is found is kept in m->memo. */
#ifndef CGI_SOLVE_SEARCH_MASK_SEARCH_H
#define CGI_SOLVE_SEARCH_MASK_SEARCH_H
#include "solve/search/masks.h"

#define MASK_ANY UINT64_MAX
/* Steps that are worth several hands; where positions never fall apart they have few options, which hardly occupy more than one, and proof
 * numbers are not worth their turns before either. */
enum { MASK_DEPTH = 1000, MASK_SEVERAL_WORK = 1 << 21, MASK_WHOLE_WORK = 1 << 25 };

/* ---- for searches of other kinds ---------------------------------------------------------------------------------- */
/* A part that is being asked about; its options are the last ones of m->options. */
struct mask_goal {
    const struct ground_mask *state;
    uint64_t target, known;
    size_t first, parts; /* where its options and their parts begin */
};
static inline bool mask_is_decided(uint64_t known, uint64_t target)
{
    return mask_is_valued(known) || (target < MASK_NUMBERS && known >> target & 1);
}
/* An option of the goal has this value. */
static inline void mask_note_hit(struct mask_goal *goal, uint64_t value)
{
    if (value < MASK_NUMBERS) goal->known |= UINT64_C(1) << value;
}
/* The same for one part, within a search: m->options and m->parts are as before when it returns. */
enum status mask_ask(struct masks *m, const struct mask_part *part, uint64_t target, uint64_t *known);
/* Lists the options whose values are not known; ends as soon as those that are decide. */
enum status mask_list(struct masks *m, struct mask_goal *goal);
/* The value is at most the number of values that options have: of a goal whose options are listed. */
void mask_bound(const struct masks *m, struct mask_goal *goal);
/* Looks up the parts of an option, and leaves out those that are known. */
void mask_look_up(struct masks *m, struct mask_option *option);
/* Depth first, until m->work, in options that are listed, reaches m->allowed: then m->paused is set, and the status means nothing. */
enum status mask_search_on(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known);
/* Whether the value is `target`, or that value (MASK_ANY), if it takes about so many options or fewer; what is found on the way stays in
 * the table. ST_OK, or what the budget says. */
enum status mask_try(struct masks *masks, const struct ground_mask *state, uint64_t target, uint64_t work, bool *done);

#endif
