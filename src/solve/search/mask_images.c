/* SPDX-License-Identifier: MIT */
/* Tables of images, once for a board. */
#include "solve/search/mask_images.h"

/* The number of the exchange that takes code 1 and code 2 there. */
static size_t number_of(unsigned one, unsigned two)
{
    size_t e = 0;
    for (; e + 1 < MASK_EXCHANGES; e++) {
        const struct mask_exchange *x = &mask_exchanges[e];
        unsigned a = (x->takes[0][0] & 1) | (x->takes[0][1] & 2), b = (x->takes[1][0] & 1) | (x->takes[1][1] & 2);
        if (a == one && b == two) break;
    }
    return e;
}

static unsigned code_by(size_t exchange, unsigned code)
{
    const struct mask_exchange *x = &mask_exchanges[exchange];
    unsigned out = 0;
    for (unsigned from = 0; from < 2; from++)
        if (code >> from & 1) out ^= (unsigned)(x->takes[from][0] & 1) | (unsigned)(x->takes[from][1] & 2);
    return out;
}

/* First one of the one set, then one of the other. */
static unsigned composed(unsigned first, unsigned then)
{
    unsigned out = 0;
    for (size_t a = 0; a < MASK_EXCHANGES; a++)
        for (size_t b = 0; b < MASK_EXCHANGES; b++)
            if (first >> a & 1 && then >> b & 1)
                out |= 1u << number_of(code_by(b, code_by(a, 1)), code_by(b, code_by(a, 2)));
    return out;
}

static unsigned bit_of(const struct ground_exchange *by) { return 1u << number_of(by->to[1], by->to[2]); }

/* Which exchanges go with each image. */
static void find_exchanges(struct masks *m)
{
    const struct ground *g = &m->ground;
    unsigned alone = 1;
    for (size_t i = 0; i < g->exchange_count; i++) alone |= bit_of(&g->exchanges[i]);
    m->exchanges[0] = (uint8_t)alone;
    for (size_t k = 1; k <= g->order_count; k++) m->exchanges[k] = (uint8_t)alone;
    if (g->order_count) return;
    for (size_t k = 1; k <= MIRROR_TURN; k++)
        if (m->images[k]) m->exchanges[k] = (uint8_t)alone;
    for (size_t i = 0; i < g->twist_count; i++)
        if (m->places[g->twists[i].image]) m->exchanges[g->twists[i].image] |= (uint8_t)bit_of(&g->twists[i].by);
    for (size_t k = 1; k < MIRROR_TURN; k++)
        m->exchanges[MIRROR_TURN + k] = (uint8_t)composed(m->exchanges[MIRROR_TURN], m->exchanges[k]);
}

/* Where a cell goes in image k; SIZE_MAX: nowhere, or there is no such image. */
static size_t cell_to(const void *masks, size_t k, size_t cell)
{
    const struct masks *m = masks;
    const struct ground *g = &m->ground;
    if (k == 0) return cell;
    if (g->order_count) return k <= g->order_count ? g->orders[k - 1][cell] : SIZE_MAX;
    if (!m->exchanges[k]) return SIZE_MAX;
    size_t row = cell / g->columns, column = cell % g->columns;
    if (k & MIRROR_TURN) {
        if (!ground_has(&m->corner, cell)) return SIZE_MAX;
        row = cell % g->columns, column = cell / g->columns;
    }
    if (k & MIRROR_ROWS) row = g->rows - 1 - row;
    if (k & MIRROR_COLUMNS) column = g->columns - 1 - column;
    return ground_cell(g, row, column);
}

static void put(mask_two_words *line, size_t word, size_t bit) { line[word / 2][word % 2] |= UINT64_C(1) << bit; }

bool mask_lines_make(size_t cells, size_t span, struct arena *arena, size_t count, mask_image_cell *to_cell,
                     const void *context, struct mask_lines *lines)
{
    size_t bits = span == 1 ? GROUP_OF_ONE : GROUP_OF_MORE, groups = (64 + bits - 1) / bits, line = count * span / 2;
    lines->images = count;
    lines->of = arena_array(arena, ((span * groups) << bits) * line, sizeof *lines->of);
    for (size_t cell = 0; lines->of && cell < cells; cell++)
        for (size_t k = 0; k < count; k++) {
            size_t to = to_cell(context, k, cell), group = cell / 64 * groups + cell % 64 / bits;
            for (size_t value = 0; to != SIZE_MAX && value < (size_t)1 << bits; value++)
                if (value >> (cell % 64 % bits) & 1)
                    put(&lines->of[((group << bits) + value) * line], k * span + to / 64, to % 64);
        }
    return lines->of != NULL;
}

bool mask_images_make(struct masks *m)
{
    const struct ground *g = &m->ground;
    if (m->tree) return true;
    find_exchanges(m);
    bool any = false;
    for (size_t k = 1; k < MASKS_IMAGES; k++) any |= m->exchanges[k] != 0;
    if (!any) return true;
    size_t count = m->exchanges[MIRROR_TURN] ? 2 * MIRROR_TURN : MIRROR_TURN;
    if (g->order_count) count = g->order_count < FEW_ORDERS ? FEW_ORDERS : MASKS_IMAGES;
    return mask_lines_make(g->cells, g->span, &m->arena, count, cell_to, m, &m->lines);
}
