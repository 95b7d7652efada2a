/* SPDX-License-Identifier: MIT */
/* Who wins on one board, and how long play takes, in normal and in misère play (there who cannot move wins).
 *
 *     bool lost;
 *     uint64_t moves;
 *     st = mask_whole_lost(m, true, &state, &lost);             // misère play: the player to move loses
 *     st = mask_whole_remoteness(m, false, &state, &moves);     // normal play: the number of moves if the winner
 *                                                               // hurries and the loser does not; even if lost
 *
 * Neither follows from what is known of parts, so states stay whole. Two states are one where images, exchanged values or slides
 * (ground.h) take one to the other, once cells are final that no move asks or writes which may still be made: all of these
 * are theorems about games, not about values. What is found is kept in m->whole.
 * ST_UNSUPPORTED: play is longer than MASK_DEPTH moves, or the board is one of strips. Play on the board must end (m->ends). */
#ifndef CGI_SOLVE_SEARCH_MASK_WHOLE_H
#define CGI_SOLVE_SEARCH_MASK_WHOLE_H
#include "solve/search/masks.h"

enum status mask_whole_lost(struct masks *m, bool misere, const struct ground_mask *state, bool *lost);
/* The same, exactly: with how long play takes, if it takes about so many options or fewer; what is found on the way stays in the table. */
enum status mask_whole_try(struct masks *masks, bool misere, bool exactly, const struct ground_mask *state,
                           uint64_t work, bool *done);
/* About how many positions that will note, after a short search whose results are kept, and `share` of a long one (mask_forecast);
 * 0: it cannot. */
double mask_whole_forecast(struct masks *masks, bool misere, bool exactly, const struct ground_mask *state,
                           double share);
/* For kept_masks.h: are the two bounds that are known of it right? */
enum status mask_whole_again(struct masks *m, bool misere, const struct ground_mask *state, uint64_t known,
                             bool *right);
/* Of misère play, what the table has, and a fact for it (mask_sums.c). */
bool mask_whole_known(const struct masks *m, const struct ground_mask *state, bool *lost);
enum status mask_whole_note(struct masks *m, const struct ground_mask *state, bool lost);
enum status mask_whole_remoteness(struct masks *m, bool misere, const struct ground_mask *state, uint64_t *moves);

#endif
