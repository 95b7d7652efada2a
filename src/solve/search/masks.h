/* SPDX-License-Identifier: MIT */
/* Positions on one board as masks, by number (proof/ground/ground.h): options, parts and images in a few machine words.
 *
 *     struct masks *m = masks_of(env, &component);               // NULL: its rule has no masks, or memory is out: see *st
 *     if (m && masks_code(m, &component, &state)) st = masks_parts(m, &state, &ids);    // the numbers of its parts
 *     st = masks_open(m, id);                                    // its options: m->options
 *     for (size_t i = 0; i < m->options.count; i++)
 *         if (!masks_find(m, &m->options.data[i], &sum)) ...     // it was not seen lately
 *
 * Of a state the cells are joined that some move asks or writes which may still be made: one that needs no cell that holds the
 * final value. Each class, with the final value elsewhere, is a part (proof/parts/windows.h has the theorem). A part is known by
 * the least of its images that are proved to be the same game, moved to the first row and column if that is too.
 * Classes without moves are left out. */
#ifndef CGI_SOLVE_SEARCH_MASKS_H
#define CGI_SOLVE_SEARCH_MASKS_H
#include "base/vec.h"
#include "play/options/env.h"
#include "proof/ground/ground.h"
#include "solve/search/mask_table.h"

enum { MASKS_SLOTS = 1 << 17 };
typedef VEC(uint32_t) id_vec;
struct masks_split {
    size_t at, count;
    bool known;
};
struct masks {
    struct ground ground;
    struct arena arena;
    int game;
    int64_t *frame; /* the numbers of a component besides those of the board */
    size_t frame_count;
    struct mask_table positions;
    uint64_t *slots; /* slot_count states that were taken apart, each followed by 1 + the number of its sum; 0: none */
    size_t slot_count;   /* a power of 2, MASKS_SLOTS where memory is not scarce */
    uint64_t *images[8]; /* as MIRROR_ROWS, ... say: of each byte of a set of cells; NULL: it is no image */
    struct ground_mask column[GROUND_CELLS], corner; /* the cells of a column; those of the square that may be turned */
    VEC(uint64_t) able;    /* what moves that may still be made need, and all their cells, one after the other */
    VEC(uint64_t) classes; /* sets of cells */
    VEC(struct ground_mask) options;
    VEC(struct masks_split) splits; /* of each option: its parts among `parts`, if it was taken apart */
    VEC(struct ground_mask) parts;
};

/* Of a component whose rule has masks: a new one. *masks NULL: it has not. */
enum status masks_make(const struct env *env, const struct component *component, struct masks **masks);
void masks_free(struct masks *masks);
/* The state; false if it is not on that board. */
bool masks_code(const struct masks *m, const struct component *component, struct ground_mask *state);
/* Appends the numbers of the parts of a state. */
enum status masks_parts(struct masks *m, const struct ground_mask *state, id_vec *ids);
/* The same of option i of the position that was opened last. Before, a few options may be announced, as to wait for memory takes
 * longer than to take an option apart. False if memory runs out. */
bool masks_expect(struct masks *m, size_t i);
enum status masks_option(struct masks *m, size_t i, id_vec *ids);
/* Lists the states that the moves in position `id` lead to. */
enum status masks_open(struct masks *m, uint32_t id);
bool masks_find(const struct masks *m, const struct ground_mask *state, uint32_t *sum);
void masks_keep(struct masks *m, const struct ground_mask *state, uint32_t sum);

#endif
