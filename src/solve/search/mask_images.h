/* SPDX-License-Identifier: MIT */
/* The least of the images of a state of several words, on a board with a list of moves.
 *
 *     st = mask_images_make(m) ? ST_OK : ST_NO_MEMORY;                // once a board
 *     struct ground_mask least = least_image(f, m, state, &cells, &balanced);
 *
 * An image is a map of cells, k made of MIRROR_ROWS, ..., with MIRROR_TURN first, or order k, and one of the *exchanges* of codes that
 * go with it: bit e of m->exchanges[k] for mask_exchanges[e], the first of which changes nothing. All images of a state are found
 * together: of each group of cells of a plane a line has what these become in every image, one image after the other, so that a
 * state takes one line for each of its groups that are not empty.
 * Only for the files on masks; all of it is inlined. */
#ifndef CGI_SOLVE_SEARCH_MASK_IMAGES_H
#define CGI_SOLVE_SEARCH_MASK_IMAGES_H
#include "solve/search/mask_shape.h"
#include "solve/search/masks.h"

enum {
    MASK_EXCHANGES = 6,
    GROUP_OF_ONE = 6,
    GROUP_OF_MORE = 4, /* cells of a group on planes of one word, and of more */
    FEW_ORDERS = 16,   /* with the state itself: a line has room for so many, or for all */
    MASK_SMALL = 6     /* cells of parts of one word that are valued as fast as found to be balanced */
};
/* The permutations of the codes 1, 2, 3 are linear in their bits: of each plane what planes it goes to, as a word of equal bits. */
struct mask_exchange {
    uint64_t takes[2][2]; /* [from][to] */
    bool inverse;         /* of itself */
};
#define ALL_BITS UINT64_MAX
/* To 123, 213, 321, 132, 231, 312. Here, so that what is not taken is known where it is compiled. */
static const struct mask_exchange mask_exchanges[MASK_EXCHANGES] = {
    {{{ALL_BITS, 0}, {0, ALL_BITS}}, true},         {{{0, ALL_BITS}, {ALL_BITS, 0}}, true},
    {{{ALL_BITS, ALL_BITS}, {0, ALL_BITS}}, true},  {{{ALL_BITS, 0}, {ALL_BITS, ALL_BITS}}, true},
    {{{0, ALL_BITS}, {ALL_BITS, ALL_BITS}}, false}, {{{ALL_BITS, ALL_BITS}, {ALL_BITS, 0}}, false},
};
/* False: no memory. */
bool mask_images_make(struct masks *m);
/* Where cell `cell` goes in image k; SIZE_MAX: nowhere. */
typedef size_t mask_image_cell(const void *context, size_t k, size_t cell);
/* The lines of the images 0 to `count` - 1 of so many cells in `span` words, in the arena. False: no memory. */
bool mask_lines_make(size_t cells, size_t span, struct arena *arena, size_t count, mask_image_cell *to,
                     const void *context, struct mask_lines *lines);

/* The rows and columns of a part, as far as parts can be moved across them; else those of the board. */
struct mask_box {
    size_t top, bottom, left, right;
};

/* The first and the last column that a set of one word meets. */
EVERYWHERE void box_columns(const struct ground *g, uint64_t live, struct mask_box *box)
{
    uint64_t any = 0;
    for (live >>= box->top * g->columns; live; live = g->columns < 64 ? live >> g->columns : 0) any |= live;
    if (g->columns < 64) any &= (UINT64_C(1) << g->columns) - 1;
    box->left = (size_t)__builtin_ctzll(any);
    box->right = 63 - (size_t)__builtin_clzll(any);
}

EVERYWHERE struct mask_box box_of(struct shape f, const struct masks *m, const struct ground_mask *live)
{
    const struct ground *g = &m->ground;
    struct mask_box box = {0, g->rows - 1, 0, g->columns - 1};
    if (g->slides[0] || (f.span == 1 && g->slides[1])) {
        box.top = m->row[first_cell(f, live)];
        box.bottom = m->row[last_cell(f, live)];
    }
    if (g->slides[1] && f.span == 1) box_columns(g, live->words[0], &box);
    while (f.span > 1 && g->slides[1] && !meets(f, live, &m->column[box.left])) box.left++;
    while (f.span > 1 && g->slides[1] && !meets(f, live, &m->column[box.right])) box.right--;
    if (!g->slides[0]) box.top = 0, box.bottom = g->rows - 1;
    return box;
}

/* By how many cells a part in that box, mirrored, is moved to come to the first row and column. */
EVERYWHERE size_t slide_of(const struct masks *m, struct mask_box box, size_t mirror)
{
    const struct ground *g = &m->ground;
    return (mirror & MIRROR_ROWS ? g->rows - 1 - box.bottom : box.top) * g->columns +
           (mirror & MIRROR_COLUMNS ? g->columns - 1 - box.right : box.left);
}

/* A map of cells that takes a part to itself: turned, mirrored, and moved by so many cells; or, unless it is NULL, by an order. */
struct own_image {
    const uint64_t *turn, *image;
    size_t by;
    const uint8_t *order;
};

/* Of a set of one word. */
EVERYWHERE struct ground_mask ordered_cells(const uint8_t *order, const struct ground_mask *set)
{
    struct ground_mask out = {{0}};
    for (uint64_t left = set->words[0]; left; left &= left - 1)
        out.words[0] |= UINT64_C(1) << order[__builtin_ctzll(left)];
    return out;
}

EVERYWHERE bool is_small(struct shape f, const struct ground_mask *live)
{
    return f.words == 1 && bits_of(live->words[0]) <= MASK_SMALL;
}

EVERYWHERE bool is_balanced(struct shape f, const struct masks *m, const struct ground_mask *live, struct own_image own)
{
    struct shape cells = shape_of_cells(f);
    for (size_t i = 0; i < m->ground.move_count; i++) {
        const struct ground_move *move = &m->ground.moves[i];
        if (!is_within(f, &move->need, live)) continue;
        struct ground_mask foot = restricted(cells, &move->foot, live), wrote = live_cells(f, &move->write);
        wrote = restricted(cells, &wrote, live);
        if (own.turn) foot = image_of(cells, own.turn, &foot);
        if (own.image) foot = image_of(cells, own.image, &foot);
        if (own.order) foot = ordered_cells(own.order, &foot);
        move_down(cells, &foot, own.by);
        if (meets(f, &foot, &wrote)) return false;
    }
    return true;
}

/* All images of a state: of each plane those of m->lines, one after the other. Two words are one operation. */
struct mask_image_words {
    mask_two_words words[2][MASKS_IMAGES * GROUND_WORDS / 2];
};

/* `count` of them in a line, an even number of words. */
EVERYWHERE void add_lines(struct shape f, size_t count, const mask_two_words *lines, const struct ground_mask *state,
                          struct mask_image_words *out)
{
    const size_t bits = f.span == 1 ? GROUP_OF_ONE : GROUP_OF_MORE, groups = (64 + bits - 1) / bits;
    const size_t line = count * f.span / 2;
    for (size_t p = 0; p < f.planes; p++) {
        mask_two_words sum[MASKS_IMAGES * GROUND_WORDS / 2];
        for (size_t i = 0; i < line; i++) sum[i] = (mask_two_words){0};
        for (size_t w = 0; w < f.span; w++) {
            const mask_two_words *from = lines + ((w * groups) << bits) * line;
            for (uint64_t left = state->words[p * f.span + w]; left; left >>= bits, from += line << bits) {
                size_t cells = left & ((UINT64_C(1) << bits) - 1);
                for (size_t i = 0; cells && i < line; i++) sum[i] |= from[cells * line + i];
            }
        }
        for (size_t i = 0; i < line; i++) out->words[p][i] = sum[i];
    }
}

EVERYWHERE void find_line_images(struct shape f, const struct mask_lines *lines, const struct ground_mask *state,
                                 struct mask_image_words *out)
{
    if (lines->images == MIRROR_TURN) add_lines(f, MIRROR_TURN, lines->of, state, out);
    else if (lines->images == 2 * MIRROR_TURN) add_lines(f, 2 * MIRROR_TURN, lines->of, state, out);
    else if (lines->images == FEW_ORDERS) add_lines(f, FEW_ORDERS, lines->of, state, out);
    else add_lines(f, MASKS_IMAGES, lines->of, state, out);
}

EVERYWHERE void find_images(struct shape f, const struct masks *m, const struct ground_mask *state,
                            struct mask_image_words *out)
{
    find_line_images(f, &m->lines, state, out);
}

EVERYWHERE struct ground_mask image_words(struct shape f, const struct mask_image_words *images, size_t k)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < f.planes; p++)
        for (size_t w = 0; w < f.span; w++)
            out.words[p * f.span + w] = images->words[p][(k * f.span + w) / 2][(k * f.span + w) % 2];
    return out;
}

EVERYWHERE struct ground_mask exchanged(struct shape f, size_t exchange, const struct ground_mask *state)
{
    struct ground_mask out = {{0}};
    const struct mask_exchange *by = &mask_exchanges[exchange];
    for (size_t p = 0; p < f.planes; p++)
        for (size_t w = 0; w < f.span; w++)
            for (size_t from = 0; from < f.planes; from++)
                out.words[p * f.span + w] ^= state->words[from * f.span + w] & by->takes[from][p];
    return out;
}

/* Is the image with this exchange the part itself, and its own inverse? Without branches: which one is the least is chance. */
EVERYWHERE bool take_one(struct shape f, size_t exchange, const struct ground_mask *image,
                         const struct ground_mask *part, struct ground_mask *least)
{
    struct ground_mask other = exchange ? exchanged(f, exchange, image) : *image;
    bool less = false, more = false;
    for (size_t i = 0; i < f.words; i++) {
        less |= !more & (other.words[i] < least->words[i]);
        more |= !less & (other.words[i] > least->words[i]);
    }
    uint64_t taken = -(uint64_t)less;
    for (size_t i = 0; i < f.words; i++) least->words[i] ^= (least->words[i] ^ other.words[i]) & taken;
    return mask_exchanges[exchange].inverse & is_same(f, &other, part);
}

/* The same of all of these exchanges. */
EVERYWHERE bool take_least(struct shape f, unsigned exchanges, const struct ground_mask *image,
                           const struct ground_mask *part, struct ground_mask *least)
{
    bool same = false;
    if (exchanges & 1) same = take_one(f, 0, image, part, least);
    if (f.planes == 1 || exchanges <= 1) return same;
    if (exchanges >> 1 & 1) same |= take_one(f, 1, image, part, least);
    if (exchanges >> 2 & 1) same |= take_one(f, 2, image, part, least);
    if (exchanges >> 3 & 1) same |= take_one(f, 3, image, part, least);
    if (exchanges >> 4 & 1) same |= take_one(f, 4, image, part, least);
    if (exchanges >> 5 & 1) same |= take_one(f, 5, image, part, least);
    return same;
}

/* ---- two planes of few cells as one word -------------------------------------------------------------------------- */
/* The first plane in the upper half, so that words are in the order of states. A slide moves no cell of a part out of its half. */
enum { PACKED_CELLS = 32 };
struct packed_images {
    uint64_t part, least;
    bool own; /* an image is the part itself */
};

EVERYWHERE bool is_packable(struct shape f, const struct masks *m)
{
    return f.planes == 2 && f.span == 1 && m->ground.cells <= PACKED_CELLS;
}

EVERYWHERE struct packed_images open_packed(const struct ground_mask *part, const struct ground_mask *least)
{
    return (struct packed_images){part->words[0] << PACKED_CELLS | part->words[1],
                                  least->words[0] << PACKED_CELLS | least->words[1], false};
}

/* Which of the images are the part itself is looked at apart, as it is seldom one. */
EVERYWHERE bool close_packed(const struct packed_images *of, struct ground_mask *least)
{
    least->words[0] = of->least >> PACKED_CELLS;
    least->words[1] = of->least & (UINT64_MAX >> PACKED_CELLS);
    return of->own;
}

/* Image k, with this exchange and moved by so many cells. */
EVERYWHERE void try_packed(size_t exchange, const struct mask_image_words *images, size_t k, size_t by,
                           struct packed_images *to)
{
    const struct mask_exchange *x = &mask_exchanges[exchange];
    uint64_t one = images->words[0][k / 2][k % 2], two = images->words[1][k / 2][k % 2];
    uint64_t high = (one & x->takes[0][0]) ^ (two & x->takes[1][0]),
             low = (one & x->takes[0][1]) ^ (two & x->takes[1][1]);
    uint64_t image = (high << PACKED_CELLS | low) >> by;
    to->least = image < to->least ? image : to->least;
    to->own |= image == to->part;
}

/* The least of the images by orders, with each of which the same exchanges go. Is one of them the part itself? */
EVERYWHERE bool take_packed_orders(const struct masks *m, const struct mask_image_words *images,
                                   const struct ground_mask *part, struct ground_mask *least)
{
    struct packed_images of = open_packed(part, least);
    unsigned exchanges = m->exchanges[1];
    size_t count = m->ground.order_count;
    for (size_t k = 1; k <= count; k++) try_packed(0, images, k, 0, &of);
    for (size_t k = 1; k <= count && exchanges >> 1 & 1; k++) try_packed(1, images, k, 0, &of);
    for (size_t e = 2; exchanges >> e; e++)
        for (size_t k = 1; k <= count && exchanges >> e & 1; k++) try_packed(e, images, k, 0, &of);
    return close_packed(&of, least);
}

/* The same of the images `first`, ... of try_images. */
EVERYWHERE bool take_packed_images(const struct masks *m, const struct mask_image_words *images, size_t first,
                                   struct mask_box box, const struct ground_mask *part, struct ground_mask *least)
{
    struct packed_images of = open_packed(part, least);
    for (size_t k = first ? first : 1; k < first + MIRROR_TURN; k++) {
        unsigned exchanges = m->exchanges[k];
        if (!exchanges) continue;
        size_t by = slide_of(m, box, k % MIRROR_TURN);
        if (exchanges & 1) try_packed(0, images, k, by, &of);
        if (exchanges >> 1 & 1) try_packed(1, images, k, by, &of);
        for (size_t e = 2; exchanges >> e; e++)
            if (exchanges >> e & 1) try_packed(e, images, k, by, &of);
    }
    return close_packed(&of, least);
}

/* Is the image the part itself, with one of the exchanges that are their own inverses? */
EVERYWHERE bool is_own(struct shape f, unsigned exchanges, const struct ground_mask *image,
                       const struct ground_mask *part)
{
    bool own = false;
    for (size_t e = 0; exchanges >> e; e++) {
        struct ground_mask other = exchanged(f, e, image);
        own |= (exchanges >> e & 1) && mask_exchanges[e].inverse && is_same(f, &other, part);
    }
    return own;
}

/* ---- the least image ---------------------------------------------------------------------------------------------- */
/* The least of the images by the orders of the board, on which nothing is moved. */
EVERYWHERE struct ground_mask least_by_orders(struct shape f, const struct masks *m, const struct ground_mask *state,
                                              bool *balanced)
{
    struct ground_mask least = *state, live = live_cells(f, state);
    struct mask_image_words images;
    *balanced = false;
    take_least(f, m->exchanges[0], state, state, &least);
    find_images(f, m, state, &images);
    bool packed = is_packable(f, m);
    if (packed && !take_packed_orders(m, &images, state, &least)) return least;
    for (size_t k = 1; k <= m->ground.order_count; k++) {
        struct ground_mask image = image_words(f, &images, k);
        bool same =
            packed ? is_own(f, m->exchanges[k], &image, state) : take_least(f, m->exchanges[k], &image, state, &least);
        if (*balanced || !same || !(m->inverse >> k & 1) || is_small(f, &live)) continue;
        *balanced = is_balanced(f, m, &live, (struct own_image){NULL, m->places[k], 0, NULL});
    }
    return least;
}

/* The images `first`, ... of the part, which is in that box before it is mirrored. Of those that are turned two are no inverses of
 * themselves. */
EVERYWHERE bool try_images(struct shape f, const struct masks *m, const struct mask_image_words *images, size_t first,
                           struct mask_box box, const struct ground_mask *part, struct ground_mask *least)
{
    bool balanced = false, packed = is_packable(f, m);
    if (packed && !take_packed_images(m, images, first, box, part, least)) return false;
    for (size_t k = first ? first : 1; k < first + MIRROR_TURN; k++) {
        if (!m->exchanges[k]) continue;
        struct ground_mask image = image_words(f, images, k);
        size_t mirror = k % MIRROR_TURN, by = slide_of(m, box, mirror);
        if (by) move_down(f, &image, by);
        bool same =
            packed ? is_own(f, m->exchanges[k], &image, part) : take_least(f, m->exchanges[k], &image, part, least);
        bool inverse = !first || mirror == 0 || mirror == (MIRROR_ROWS | MIRROR_COLUMNS);
        if (!inverse || balanced || !same) continue;
        struct ground_mask live = live_cells(f, part);
        if (is_small(f, &live)) continue;
        const uint64_t *turn = first ? m->places[MIRROR_TURN] : NULL;
        balanced = is_balanced(f, m, &live, (struct own_image){turn, mirror ? m->places[mirror] : NULL, by, NULL});
    }
    return balanced;
}

EVERYWHERE struct ground_mask least_image(struct shape f, const struct masks *m, struct ground_mask state,
                                          const struct ground_mask *cells, bool *balanced)
{
    struct mask_box box = box_of(f, m, cells);
    struct mask_image_words images;
    size_t by = slide_of(m, box, 0);
    if (by) move_down(f, &state, by);
    struct ground_mask least = state, live = live_cells(f, &state);
    if (m->ground.slides[0]) box.bottom -= box.top, box.top = 0;
    if (m->ground.slides[1]) box.right -= box.left, box.left = 0;
    *balanced = false;
    take_least(f, m->exchanges[0], &state, &state, &least);
    if (!m->lines.of) return least;
    find_images(f, m, &state, &images);
    *balanced = try_images(f, m, &images, 0, box, &state, &least);
    if (!m->exchanges[MIRROR_TURN] || !is_within(f, &live, &m->corner)) return least;
    box = (struct mask_box){box.left, box.right, box.top, box.bottom};
    *balanced |= try_images(f, m, &images, MIRROR_TURN, box, &state, &least);
    return least;
}

#endif
