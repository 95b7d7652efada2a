/* SPDX-License-Identifier: MIT */
/* Positions on a board as masks (masks.h): options, parts and images in a few machine words.
 *
 *     struct mask_opening o = masks_open(m, &state);
 *     while (o.next < m->ground.move_count && masks_list(m, &o, 8, &options, &parts)) ...      // its options, eight at a time
 *     masks_split(m, &state, &parts);                             // the parts of which it is the sum
 *
 * Left out are classes without moves, pairs of equal parts of one sum, and parts that are *balanced*: all of these are 0 in normal play.
 * In misère play only the first are: with m->every_part the others are listed too (mask_sums.h).
 *
 * Theorem (the second player answers with the image). Let an image that is its own inverse, of cells alone or with codes exchanged,
 * moved so that it comes to lie there, take a part to itself, and let no move that may still be made in it write a cell that the
 * image of the move asks or writes. Then the value of the part is 0.
 * Proof. A move is answered by its image: that is a move, by what is proved of images; the first one has written nothing that the
 * second asks, so it is still possible. What both write is written to other cells, so what follows is taken to itself again. What
 * may still be made in it could be made before. So whoever is second makes the last move. [] */
#ifndef CGI_SOLVE_SEARCH_MASK_PARTS_H
#define CGI_SOLVE_SEARCH_MASK_PARTS_H
#include "solve/search/mask_forest.h"
#include "solve/search/masks.h"

struct mask_opening {
    struct ground_mask state, live;
    struct strip_opening strip;    /* of a board of strips, instead of what follows but `next` */
    size_t next;                   /* the move that is tried next */
    bool able;                     /* what moves need that may still be made is in m->able */
    bool turns;                    /* on a board of one word: it is in the corner, */
    uint64_t images[MASKS_IMAGES]; /* and its images, with MIRROR_TURN those of what is turned first; or by orders */
    struct mask_forest forest;     /* not on boards with strides, where all cells go one step at once */
};

/* Appends the parts of a state; false if memory runs out. */
bool masks_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts);
struct mask_opening masks_open(struct masks *m, const struct ground_mask *state);
/* Appends up to `most` options of the position that was opened last, one class of cells; false if memory runs out. */
bool masks_list(struct masks *m, struct mask_opening *opening, size_t most, mask_option_vec *options,
                mask_part_vec *parts);

/* The least image of a state of a board with a list of moves, as a whole: cells that no move asks or writes which may still be made are
 * final in it. States with one least image are the same game, in any play. */
struct ground_mask masks_least(const struct masks *m, const struct ground_mask *state);

/* The move with this number is tried a little earlier from now on: the numbers change. */
void masks_prefer(struct masks *m, size_t move);

#endif
