/* SPDX-License-Identifier: MIT */
/* States and sets of cells in a number of words that is a constant where a function is compiled for it.
 *
 *     struct shape f = {1, 1, 1};                                 // two values, at most 64 cells: one word
 *     struct ground_mask live = live_cells(f, &state);
 *     if (is_within(f, &move->need, &live)) ...
 *
 * Only for the files on masks; all of it is inlined. */
#ifndef CGI_SOLVE_SEARCH_MASK_SHAPE_H
#define CGI_SOLVE_SEARCH_MASK_SHAPE_H
#include "base/bits.h"
#include "proof/ground/ground.h"

/* How many words the loops go through: constants where a function is compiled for them. */
struct shape {
    size_t planes, span, words;
};
#define EVERYWHERE static inline __attribute__((always_inline))

static inline struct shape shape_of(const struct ground *g) { return (struct shape){g->planes, g->span, g->words}; }
static inline struct shape shape_of_cells(struct shape f) { return (struct shape){1, f.span, f.span}; }

EVERYWHERE bool meets(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f.span; i++) any |= a->words[i] & b->words[i];
    return any != 0;
}

EVERYWHERE bool is_within(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f.span; i++) any |= a->words[i] & ~b->words[i];
    return !any;
}

/* The cells that do not hold the final value. */
EVERYWHERE struct ground_mask live_cells(struct shape f, const struct ground_mask *state)
{
    struct ground_mask live = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++) live.words[i] |= state->words[p * f.span + i];
    return live;
}

EVERYWHERE struct ground_mask restricted(struct shape f, const struct ground_mask *state,
                                         const struct ground_mask *cells)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++) out.words[p * f.span + i] = state->words[p * f.span + i] & cells->words[i];
    return out;
}

EVERYWHERE bool is_less(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    for (size_t i = 0; i < f.words; i++)
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i];
    return false;
}

/* Each plane moved down by so many cells. */
EVERYWHERE void move_down(struct shape f, struct ground_mask *state, size_t by)
{
    for (size_t p = 0; p < f.planes; p++) {
        uint64_t *words = &state->words[p * f.span];
        if (f.span == 1) {
            words[0] >>= by;
            continue;
        }
        size_t whole = by / 64, bits = by % 64;
        for (size_t i = 0; i < f.span; i++) {
            uint64_t low = i + whole < f.span ? words[i + whole] : 0,
                     high = i + whole + 1 < f.span ? words[i + whole + 1] : 0;
            words[i] = bits ? low >> bits | high << (64 - bits) : low;
        }
    }
}

EVERYWHERE size_t first_cell(struct shape f, const struct ground_mask *set)
{
    for (size_t i = 0; i < f.span; i++)
        if (set->words[i]) return i * 64 + (size_t)__builtin_ctzll(set->words[i]);
    return 0;
}

EVERYWHERE size_t last_cell(struct shape f, const struct ground_mask *set)
{
    for (size_t i = f.span; i-- > 0;)
        if (set->words[i]) return i * 64 + 63 - (size_t)__builtin_clzll(set->words[i]);
    return 0;
}

EVERYWHERE bool is_empty(struct shape f, const struct ground_mask *set)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f.span; i++) any |= set->words[i];
    return !any;
}

EVERYWHERE bool is_same(struct shape f, const struct ground_mask *a, const struct ground_mask *b)
{
    uint64_t other = 0;
    for (size_t i = 0; i < f.words; i++) other |= a->words[i] ^ b->words[i];
    return !other;
}

EVERYWHERE uint32_t cell_count(struct shape f, const struct ground_mask *set)
{
    uint32_t count = 0;
    for (size_t i = 0; i < f.span; i++) count += bits_of(set->words[i]);
    return count;
}

/* Of each byte of a state `image` has what it becomes (masks.h). */
EVERYWHERE struct ground_mask image_of(struct shape f, const uint64_t *image, const struct ground_mask *state)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t i = 0; i < f.span; i++)
            for (uint64_t word = state->words[p * f.span + i], b = 0; word; word >>= 8, b++) {
                const uint64_t *to = image + ((8 * i + b) * 256 + (word & 255)) * f.span;
                for (size_t k = 0; k < f.span; k++) out.words[p * f.span + k] |= to[k];
            }
    return out;
}

#endif
