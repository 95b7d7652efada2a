/* SPDX-License-Identifier: MIT */
/* One image for each class of images, where a board has more orders than are listed: a torus of 4 x 4 has 384, of 4 x 5 80.
 *
 *     if (!mask_pivots_make(m)) ...                                     // once a board; m->pivots NULL: all orders are listed, or too many
 *     struct ground_mask image = pivoted(f, m, &state, &balanced);      // the same for all images of the state
 *
 * The orders that are listed generate a group. Its elements are an order that takes some cell of an orbit to the *base*, a cell of it, and
 * then one that leaves the base where it is. The first is chosen by the state: the cell whose *sum* is the greatest, of those that are
 * not final, is taken to the base; then the least image by the second ones is taken. Where several cells have that sum, all are tried.
 *
 * That what comes out is the same game needs the first of these premises, that it is the same for all images the others too:
 *   each order that is listed takes moves to moves (orders.c); so do their products, as what takes the set of moves onto itself twice
 *   does so at once;
 *   the sum of a cell is the same as that of its image in the image of a state: it adds up, over the cells that are not final, a number
 *   for the orbit of the pair (of the cell and the other one), and once more where both have the same code. An order of the group keeps
 *   orbits of pairs, and an exchange of codes keeps which cells are final and which have the same code;
 *   all cells with the greatest sum are tried, with all orders that leave the base and all exchanges of codes.
 * Sums are taken modulo 256, all of a state together, a line for each byte of a plane.
 *
 * Where the least image is met more than once the state is an image of itself, by what takes it there in one way and back in another: of
 * those that are their own inverses it is asked whether they answer each move (is_balanced). */
#ifndef CGI_SOLVE_SEARCH_MASK_PIVOTS_H
#define CGI_SOLVE_SEARCH_MASK_PIVOTS_H
#include "solve/search/mask_images.h"

enum { PIVOT_CELLS = 64, PIVOT_LANES = 16, PIVOT_LINES = PIVOT_CELLS / PIVOT_LANES, SAME_WEIGHT = 3 };
typedef uint8_t pivot_sums __attribute__((vector_size(PIVOT_LANES)));
struct mask_pivots {
    size_t order;   /* of the group */
    uint64_t orbit; /* of the base */
    uint64_t *
        turns[PIVOT_CELLS]; /* of each cell of it, an order that takes it to the base, as those of masks.h; else NULL */
    size_t base, kept; /* `kept`: how many orders leave the base where it is, but for the one that changes nothing */
    uint8_t (*back)[PIVOT_CELLS],
        (*keeps)[PIVOT_CELLS]; /* of each cell the way to the base; orders that leave it, from 0 on */
    struct mask_lines lines;   /* of these, from 1 on */
    size_t bytes, sum_lines;   /* of a plane; of the sums of a byte */
    pivot_sums *sums;          /* [byte][value][line] */
};
/* False: no memory. Of a board of at most 64 cells, once its orders are known. */
bool mask_pivots_make(struct masks *m);
/* Orders of cells from which a group is made. */
struct pivot_orders {
    size_t cells, count;
    const uint8_t *orders[PIVOT_CELLS];
};
/* The same of these, in the arena: *pivots NULL if they are the whole group but for what changes nothing, or too many of it leave a
 * cell. */
bool mask_pivots_of(const struct pivot_orders *orders, struct arena *arena, struct mask_pivots **pivots);

struct pivot_line {
    pivot_sums of[PIVOT_LINES];
};

/* The sums of all cells over a set of them. */
EVERYWHERE struct pivot_line sums_over(const struct mask_pivots *p, uint64_t cells)
{
    struct pivot_line out = {{{0}}};
    const pivot_sums *from = p->sums;
    for (; cells; cells >>= 8, from += 256 * p->sum_lines)
        for (size_t i = 0; i < p->sum_lines; i++) out.of[i] += from[(cells & 255) * p->sum_lines + i];
    return out;
}

/* The cells of the orbit with the greatest sum; none is left: the base. */
EVERYWHERE uint64_t find_pivots(struct shape f, const struct mask_pivots *p, const struct ground_mask *state)
{
    uint64_t one = state->words[0], two = f.planes > 1 ? state->words[1] : 0, found = 0;
    uint64_t codes[3] = {one & ~two, two & ~one, one & two};
    uint8_t greatest = 0;
    struct pivot_line live = sums_over(p, one | two);
    for (size_t c = 0; c < (f.planes > 1 ? 3 : 1); c++) {
        uint64_t left = codes[c] & p->orbit;
        if (!left) continue;
        struct pivot_line same = f.planes > 1 ? sums_over(p, codes[c]) : (struct pivot_line){{{0}}};
        for (size_t i = 0; i < p->sum_lines; i++) same.of[i] = same.of[i] * SAME_WEIGHT + live.of[i];
        const uint8_t *sums = (const uint8_t *)&same;
        for (; left; left &= left - 1) {
            size_t cell = (size_t)__builtin_ctzll(left);
            if (found && sums[cell] < greatest) continue;
            found = (found && sums[cell] == greatest ? found : 0) | (left & -left);
            greatest = sums[cell];
        }
    }
    return found ? found : UINT64_C(1) << p->base;
}

/* *least is the lesser of it and of all images of the state that leave the base; *ties, how often it was met. */
EVERYWHERE void take_kept(struct shape f, const struct masks *m, const struct ground_mask *state,
                          struct ground_mask *least, size_t *ties)
{
    const struct mask_pivots *p = m->pivots;
    struct mask_image_words images;
    find_line_images(f, &p->lines, state, &images);
    for (size_t k = 0; k <= p->kept; k++) {
        struct ground_mask image = image_words(f, &images, k);
        for (size_t e = 0; m->exchanges[0] >> e; e++) {
            if (!(m->exchanges[0] >> e & 1)) continue;
            struct ground_mask other = e ? exchanged(f, e, &image) : image;
            if (is_same(f, &other, least)) ++*ties;
            if (!is_less(f, &other, least)) continue;
            *least = other;
            *ties = 1;
        }
    }
}

/* The same of two planes in one word. */
EVERYWHERE void take_packed_kept(const struct masks *m, const struct ground_mask *state, uint64_t *least, size_t *ties)
{
    const struct shape f = {2, 1, 2};
    const struct mask_pivots *p = m->pivots;
    struct mask_image_words images;
    find_line_images(f, &p->lines, state, &images);
    for (size_t e = 0; m->exchanges[0] >> e; e++) {
        const struct mask_exchange *x = &mask_exchanges[e];
        for (size_t k = 0; m->exchanges[0] >> e & 1 && k <= p->kept; k++) {
            uint64_t one = images.words[0][k / 2][k % 2], two = images.words[1][k / 2][k % 2];
            uint64_t high = (one & x->takes[0][0]) ^ (two & x->takes[1][0]),
                     low = (one & x->takes[0][1]) ^ (two & x->takes[1][1]), image = high << PACKED_CELLS | low;
            *ties = image < *least ? 1 : *ties + (image == *least);
            *least = image < *least ? image : *least;
        }
    }
}

/* Of a state whose least image is met more than once: does one of its images that are the state answer each move? */
bool mask_pivots_balance(const struct masks *m, const struct ground_mask *state, const struct ground_mask *least);

EVERYWHERE struct ground_mask pivoted(struct shape f, const struct masks *m, const struct ground_mask *state,
                                      bool *balanced)
{
    const struct mask_pivots *p = m->pivots;
    struct ground_mask least, live = live_cells(f, state);
    bool packed = is_packable(f, m);
    uint64_t word = UINT64_MAX;
    size_t ties = 0;
    for (size_t w = 0; w < f.words; w++) least.words[w] = UINT64_MAX;
    for (uint64_t left = find_pivots(f, p, state); left; left &= left - 1) {
        struct ground_mask turned = image_of(f, p->turns[__builtin_ctzll(left)], state);
        if (packed) take_packed_kept(m, &turned, &word, &ties);
        else take_kept(f, m, &turned, &least, &ties);
    }
    if (packed) least = (struct ground_mask){{word >> PACKED_CELLS, word & (UINT64_MAX >> PACKED_CELLS)}};
    *balanced = ties > 1 && bits_of(live.words[0]) > MASK_SMALL && mask_pivots_balance(m, state, &least);
    return least;
}

/* What a part is known by, on a board with orders. */
EVERYWHERE struct ground_mask least_of_orders(struct shape f, const struct masks *m, const struct ground_mask *state,
                                              bool *balanced)
{
    return f.span == 1 && m->pivots ? pivoted(f, m, state, balanced) : least_by_orders(f, m, state, balanced);
}

#endif
