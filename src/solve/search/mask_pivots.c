/* SPDX-License-Identifier: MIT */
/* The group that the orders of a board generate, by the orbit of a cell and the orders that leave it (Schreier 1927: of all products of an
 * order to a cell, a generator, and the way back, these are generated; Sims 1970). */
#include "solve/search/mask_pivots.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

enum { KEPT_MOST = MASKS_IMAGES - 1 };
struct pivoting {
    const struct pivot_orders *of;
    size_t base;
    bool reached[PIVOT_CELLS];
    uint8_t from[PIVOT_CELLS][PIVOT_CELLS],
        back[PIVOT_CELLS][PIVOT_CELLS];       /* of a cell: from the base to it, and back */
    uint8_t kept[KEPT_MOST + 1][PIVOT_CELLS]; /* orders that leave the base; the first one changes nothing */
    size_t kept_count;
    bool failed; /* these are too many */
};

/* First one order, then the other. */
static void multiply(const struct pivoting *v, const uint8_t *first, const uint8_t *then, uint8_t *out)
{
    for (size_t c = 0; c < v->of->cells; c++) out[c] = then[first[c]];
}

/* The cells that can be reached from the base, with the way there and back. Returns how many. */
static size_t find_orbit(struct pivoting *v, size_t base)
{
    uint8_t queue[PIVOT_CELLS];
    size_t count = 0;
    memset(v->reached, 0, sizeof v->reached);
    v->base = base;
    v->reached[base] = true;
    for (size_t c = 0; c < v->of->cells; c++) v->from[base][c] = (uint8_t)c;
    queue[count++] = (uint8_t)base;
    for (size_t at = 0; at < count; at++)
        for (size_t k = 0; k < v->of->count; k++) {
            size_t to = v->of->orders[k][queue[at]];
            if (v->reached[to]) continue;
            v->reached[to] = true;
            multiply(v, v->from[queue[at]], v->of->orders[k], v->from[to]);
            queue[count++] = (uint8_t)to;
        }
    for (size_t at = 0; at < count; at++)
        for (size_t c = 0; c < v->of->cells; c++) v->back[queue[at]][v->from[queue[at]][c]] = (uint8_t)c;
    return count;
}

static void keep(struct pivoting *v, const uint8_t *order)
{
    for (size_t k = 0; k < v->kept_count; k++)
        if (memcmp(v->kept[k], order, v->of->cells) == 0) return;
    v->failed |= v->kept_count > KEPT_MOST;
    if (!v->failed) memcpy(v->kept[v->kept_count++], order, v->of->cells);
}

/* All orders that leave the base: the products that generate them, then what these generate. */
static void find_kept(struct pivoting *v)
{
    uint8_t there[PIVOT_CELLS], order[PIVOT_CELLS];
    v->kept_count = 0;
    keep(v, v->from[v->base]);
    for (size_t c = 0; c < v->of->cells; c++)
        for (size_t k = 0; v->reached[c] && k < v->of->count && !v->failed; k++) {
            multiply(v, v->from[c], v->of->orders[k], there);
            multiply(v, there, v->back[v->of->orders[k][c]], order);
            keep(v, order);
        }
    size_t generators = v->kept_count;
    for (size_t i = 0; i < v->kept_count; i++)
        for (size_t k = 1; k < generators && !v->failed; k++) {
            multiply(v, v->kept[i], v->kept[k], order);
            keep(v, order);
        }
}

/* ---- tables ------------------------------------------------------------------------------------------------------------ */
static bool make_turns(struct arena *arena, const struct pivoting *v, struct mask_pivots *p)
{
    bool fine = true;
    for (size_t c = 0; fine && c < v->of->cells; c++) {
        if (!v->reached[c]) continue;
        uint64_t *bytes = p->turns[c] = arena_array(arena, p->bytes * 256, sizeof *bytes);
        fine = bytes != NULL;
        for (size_t from = 0; fine && from < v->of->cells; from++)
            for (size_t value = 0; value < 256; value++)
                if (value >> from % 8 & 1) bytes[from / 8 * 256 + value] |= UINT64_C(1) << v->back[c][from];
        p->orbit |= UINT64_C(1) << c;
    }
    return fine;
}

static bool copy_orders(struct arena *arena, const struct pivoting *v, struct mask_pivots *p)
{
    p->back = arena_array(arena, PIVOT_CELLS, sizeof *p->back);
    p->keeps = arena_array(arena, v->kept_count, sizeof *p->keeps);
    if (p->back) memcpy(p->back, v->back, sizeof v->back);
    if (p->keeps) memcpy(p->keeps, v->kept, v->kept_count * sizeof *v->kept);
    return p->back && p->keeps;
}

/* Of each cell a number for what becomes of it by orders that leave the base: the least that it comes to. */
static void number_kept(const struct pivoting *v, uint8_t *weights)
{
    for (size_t c = 0; c < v->of->cells; c++) {
        uint8_t least = (uint8_t)c;
        for (size_t k = 0; k < v->kept_count; k++)
            if (v->kept[k][c] < least) least = v->kept[k][c];
        weights[c] = (uint8_t)(hash_mix(least + 1u) >> 56);
    }
}

/* The number of a pair is that of what the second cell comes to where the first one is taken to the base. */
static bool make_sums(struct arena *arena, const struct pivoting *v, struct mask_pivots *p)
{
    uint8_t weights[PIVOT_CELLS];
    size_t lanes = p->sum_lines * PIVOT_LANES;
    p->sums = arena_array(arena, p->bytes * 256 * p->sum_lines, sizeof *p->sums);
    if (!p->sums) return false;
    number_kept(v, weights);
    for (size_t other = 0; other < v->of->cells; other++)
        for (size_t value = 0; value < 256; value++) {
            uint8_t *line = (uint8_t *)p->sums + (other / 8 * 256 + value) * lanes;
            for (size_t c = 0; value >> other % 8 & 1 && c < v->of->cells; c++)
                if (v->reached[c]) line[c] = (uint8_t)(line[c] + weights[v->back[c][other]]);
        }
    return true;
}

static size_t kept_cell(const void *context, size_t k, size_t cell)
{
    const struct pivoting *v = context;
    return k < v->kept_count ? v->kept[k][cell] : SIZE_MAX;
}

static bool make_tables(struct arena *arena, const struct pivoting *v, size_t orbit, struct mask_pivots **pivots)
{
    struct mask_pivots *p = *pivots = arena_alloc(arena, sizeof *p);
    if (!p) return false;
    *p = (struct mask_pivots){.order = orbit * v->kept_count, .base = v->base, .kept = v->kept_count - 1};
    p->bytes = (v->of->cells + 7) / 8;
    p->sum_lines = (v->of->cells + PIVOT_LANES - 1) / PIVOT_LANES;
    size_t images = v->kept_count <= MIRROR_TURN  ? MIRROR_TURN
                    : v->kept_count <= FEW_ORDERS ? FEW_ORDERS
                                                  : MASKS_IMAGES;
    return copy_orders(arena, v, p) && make_turns(arena, v, p) && make_sums(arena, v, p) &&
           mask_lines_make(v->of->cells, 1, arena, images, kept_cell, v, &p->lines);
}

bool mask_pivots_of(const struct pivot_orders *orders, struct arena *arena, struct mask_pivots **pivots)
{
    size_t best = 0, most = 0;
    *pivots = NULL;
    struct pivoting *v = mem_alloc(sizeof *v);
    if (!v) return false;
    *v = (struct pivoting){.of = orders};
    for (size_t c = 0; c < orders->cells; c++) {
        size_t orbit = find_orbit(v, c);
        if (orbit > most) most = orbit, best = c;
    }
    find_orbit(v, best);
    find_kept(v);
    bool fine = v->failed || most * v->kept_count <= orders->count + 1 || make_tables(arena, v, most, pivots);
    mem_free(v, sizeof *v);
    return fine;
}

bool mask_pivots_make(struct masks *m)
{
    const struct ground *g = &m->ground;
    if (m->tree || g->span > 1 || g->order_count < FEW_ORDERS) return true;
    struct pivot_orders orders = {g->cells, g->order_count, {NULL}};
    for (size_t k = 0; k < g->order_count; k++) orders.orders[k] = g->orders[k];
    return mask_pivots_of(&orders, &m->arena, &m->pivots);
}

/* ---- images that are the state ----------------------------------------------------------------------------------------- */
/* One way from the state to its least image, as far as it moves cells. */
struct own_way {
    const uint8_t *back, *keeps;
};

static bool is_own_inverse(const uint8_t *to, size_t count)
{
    bool own = true;
    for (size_t i = 0; own && i < count; i++) own = to[to[i]] == i;
    return own;
}

/* There by the one and back by the other: is that its own inverse, and does it answer each move? It is asked of the cells alone: done
 * twice, what moves them back changes codes only, and leaves the state. So it leaves a code that is not final, one of three; then the
 * permutation of the codes, done once, is no cycle of the three, and its own inverse too. */
static bool answers(const struct masks *m, const struct ground_mask *live, const struct own_way *there,
                    const struct own_way *way)
{
    uint8_t inverse[PIVOT_CELLS], order[PIVOT_CELLS];
    size_t cells = m->ground.cells;
    for (size_t c = 0; c < cells; c++) inverse[way->keeps[way->back[c]]] = (uint8_t)c;
    for (size_t c = 0; c < cells; c++) order[c] = inverse[there->keeps[there->back[c]]];
    return is_own_inverse(order, cells) &&
           is_balanced(shape_of(&m->ground), m, live, (struct own_image){NULL, NULL, 0, order});
}

bool mask_pivots_balance(const struct masks *m, const struct ground_mask *state, const struct ground_mask *least)
{
    struct shape f = shape_of(&m->ground);
    const struct mask_pivots *p = m->pivots;
    struct ground_mask live = live_cells(f, state);
    struct own_way there = {NULL, NULL};
    bool balanced = false;
    for (uint64_t left = find_pivots(f, p, state); left && !balanced; left &= left - 1) {
        size_t pivot = (size_t)__builtin_ctzll(left);
        struct ground_mask turned = image_of(f, p->turns[pivot], state);
        struct mask_image_words images;
        find_line_images(f, &p->lines, &turned, &images);
        for (size_t i = 0; i < MASK_EXCHANGES * (p->kept + 1) && !balanced; i++) {
            size_t k = i / MASK_EXCHANGES, e = i % MASK_EXCHANGES;
            struct own_way way = {p->back[pivot], p->keeps[k]};
            struct ground_mask image = image_words(f, &images, k);
            if (!(m->exchanges[0] >> e & 1)) continue;
            if (e) image = exchanged(f, e, &image);
            if (!is_same(f, &image, least)) continue;
            if (there.back) balanced = answers(m, &live, &there, &way);
            else there = way;
        }
    }
    return balanced;
}
