/* SPDX-License-Identifier: MIT */
/* Who wins a board in misère play, where it is the sum of its parts: by the forms of parts (solve/misere/forms.h).
 *
 *     if (mask_sums_fits(m)) st = mask_sums_lost(m, &state, UINT64_MAX, &lost);     // the player to move loses
 *
 * Parts, and the images by which they are known, are those of masks.h, all of which is true of games, not of values alone; pairs of equal
 * parts and balanced ones are kept (m->every_part). What is found of sums is kept in a table of its own, what is found of single parts in
 * m->whole[true], whose entries are kept in a file. Play must end. */
#ifndef CGI_SOLVE_SEARCH_MASK_SUMS_H
#define CGI_SOLVE_SEARCH_MASK_SUMS_H
#include "solve/search/masks.h"

static inline bool mask_sums_fits(const struct masks *m)
{
    return m->ends && !m->sums_full && (m->strips || masks_have_parts(m));
}
/* `work`: so many options at most, then ST_STATE_BUDGET; what was found stays. ST_MEMORY_BUDGET: nothing of it stays but what is known of
 * single parts, and it does not fit any more. */
enum status mask_sums_lost(struct masks *m, const struct ground_mask *state, uint64_t work, bool *lost);
/* Did many options that were listed so far fall apart, or nothing was asked yet? Else a search of whole boards is as short, and needs
 * less memory. */
bool mask_sums_fall_apart(const struct masks *m);
/* How many sums were noted, besides single parts. */
uint64_t mask_sums_count(const struct masks *m);
void mask_sums_free(struct mask_sums *sums);

#endif
