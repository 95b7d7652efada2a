/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_row.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_shape.h"

static size_t reaches_over(const struct ground *g, const struct ground_move *m)
{
    struct shape cells = shape_of_cells(shape_of(g));
    size_t last = last_cell(cells, &m->foot), before = first_cell(cells, &m->foot), most = 1;
    for (size_t c = before + 1; c <= last; c++) {
        if (c != last && !ground_has(&m->need, c)) continue;
        if (c - before > most) most = c - before;
        before = c;
    }
    return most;
}

size_t mask_row_gap(const struct ground *g)
{
    bool across = g->rows == 1 && g->slides[1], down = g->columns == 1 && g->slides[0];
    size_t gap = 1;
    if ((!across && !down) || g->order_count || g->in_words) return 0;
    for (size_t i = 0; i < g->move_count; i++) {
        size_t own = reaches_over(g, &g->moves[i]);
        if (own > gap) gap = own;
    }
    return gap < g->cells ? gap : 0;
}

/* The cells joined by the moves that may still be made, as classes (mask_parts.c); returns how many there are. */
EVERYWHERE size_t find_classes(struct shape f, const struct ground *g, const struct ground_mask *live,
                               struct ground_mask *classes)
{
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) {
        if (!is_within(f, &g->moves[i].need, live)) continue;
        struct ground_mask cells = restricted(shape_of_cells(f), &g->moves[i].foot, live);
        size_t left = 0;
        for (size_t k = 0; k < count; k++) {
            bool both = meets(f, &cells, &classes[k]);
            for (size_t w = 0; both && w < f.span; w++) cells.words[w] |= classes[k].words[w];
            if (!both) classes[left++] = classes[k];
        }
        classes[left] = cells;
        count = left + 1;
    }
    return count;
}

/* Writes the part to the state, with its first cell at `at`. */
EVERYWHERE void write_at(struct shape f, struct ground_mask *state, const struct ground_mask *part, size_t at)
{
    size_t whole = at / 64, bits = at % 64;
    for (size_t p = 0; p < f.planes; p++)
        for (size_t w = whole; w < f.span; w++) {
            const uint64_t *from = &part->words[p * f.span];
            uint64_t high = from[w - whole] << bits;
            uint64_t low = bits && w > whole ? from[w - whole - 1] >> (64 - bits) : 0;
            state->words[p * f.span + w] |= high | low;
        }
}

EVERYWHERE struct ground_mask packed(struct shape f, const struct masks *m, const struct ground_mask *state)
{
    struct ground_mask parts[GROUND_CELLS + 1], live = live_cells(f, state), all = {{0}};
    size_t count = find_classes(f, &m->ground, &live, parts), at = 0;
    if (count < 2) return masks_least(m, state);
    for (size_t i = 0; i < count; i++) {
        struct ground_mask part = restricted(f, state, &parts[i]);
        size_t k = i;
        part = masks_least(m, &part);
        for (; k > 0 && is_less(f, &part, &parts[k - 1]); k--) parts[k] = parts[k - 1];
        parts[k] = part;
    }
    for (size_t i = 0; i < count; i++) {
        struct ground_mask cells = live_cells(f, &parts[i]);
        size_t end = at + last_cell(f, &cells) + 1;
        if (end > m->ground.cells) return masks_least(m, state);
        write_at(f, &all, &parts[i], at);
        at = end + m->row_gap;
    }
    return all;
}

struct ground_mask mask_row_least(const struct masks *m, const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    if (!m->row_gap) return masks_least(m, state);
    if (f.words == 1) return packed((struct shape){1, 1, 1}, m, state);
    return packed(f, m, state);
}
