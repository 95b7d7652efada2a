/* SPDX-License-Identifier: MIT */
/* What losses of a box have marked so far, between marks.h and a file (base/snapshot.h).
 *
 *     struct kept_marks kept;
 *     kept_marks_open(&kept, env, &marks, misere);         // marks opened, nothing decided yet; ends marked in misere play
 *     st = kept_marks_take(&kept, losses, &word);          // words before `word` are decided, and have marked what they win
 *     kept_marks_put(&kept, word);                         // now and then to the file
 *     kept_marks_close(&kept, word);                       // the rest, if the run was long
 *
 * Losses mark ahead of them, and to mark again takes as long as the run did; so all marks are in the file, a bit a position. Losses
 * are what is not marked in the words that are decided; and what steps carry on (won.h) is made again from them.
 *
 * What is believed: of positions at seeded places, one that loses has marked all that it wins; one that is marked wins by a loss that
 * is decided, or has no option in misere play; and one that is not is won by none, unless what is carried on is yet to say so. Else
 * nothing of the file is. */
#ifndef CGI_SOLVE_VECTORS_KEPT_MARKS_H
#define CGI_SOLVE_VECTORS_KEPT_MARKS_H
#include "play/options/keep.h"
#include "solve/vectors/marks.h"

struct kept_marks {
    const struct env *env;
    struct keep *keep; /* NULL: nothing is kept */
    struct vectors_marks *marks;
    bool misere;
    uint64_t began, next, written, ticks; /* written: how many words are decided, in the file */
};
void kept_marks_open(struct kept_marks *kept, const struct env *env, struct vectors_marks *marks, bool misere);
/* *word 0: nothing is kept, or it is not right. losses: bits 0; set where the player to move loses. ST_OK or ST_NO_MEMORY. */
enum status kept_marks_take(struct kept_marks *kept, uint64_t *losses, uint64_t *word);
void kept_marks_put(struct kept_marks *kept, uint64_t word);
void kept_marks_close(struct kept_marks *kept, uint64_t word);

#endif
