/* SPDX-License-Identifier: MIT */
/* Boards of words: how much all numbers are together, and what the words are (ground.h). */
#include "proof/ground/private.h"

/* With numbers up to TOTAL_MOST no sum of them overflows. */
enum { BY_CELL_MOST = 32 /* values */, TOTAL_MOST = 1 << 30 };

/* ---- the total ------------------------------------------------------------------------------------------------------- */
bool grounding_asks_more(struct grounding *d)
{
    const struct ground_scope *s = &d->s;
    int64_t asked = 0;
    for (size_t i = 0; i < s->asked_count; i++) {
        uint16_t cell = s->asked[i];
        if (__builtin_add_overflow(asked, ground_held_by(s, cell)->values[s->chosen[cell]], &asked)) return true;
    }
    return asked > d->total;
}

/* What a cell held that was not asked may have been 0. */
void grounding_leave(struct grounding *d, size_t i, int64_t value)
{
    const struct ground_scope *s = &d->s;
    int64_t held = s->chosen[i] >= 0 ? ground_held_by(s, i)->values[s->chosen[i]] : 0;
    if (value > TOTAL_MOST) d->raises = true;
    else d->rise += value - held;
}

void grounding_cap(struct grounding *d) { d->caps = d->caps && d->total <= TOTAL_MOST; }

/* ---- words ------------------------------------------------------------------------------------------------------------- */
static size_t bits_for(size_t values)
{
    size_t bits = 1;
    while (((size_t)1 << bits) < values) bits++;
    return bits;
}

static bool is_number(const struct ground_piece *piece) { return piece->rows * piece->columns == 1; }

/* A number of its own has a cell for each value, which lets orders of cells turn a board together with what stands on it, if all
 * words together take no more room than in binary. Returns how many cells there are. */
static size_t choose_widths(struct ground_layout *layout, bool by_cell)
{
    size_t cells = 0;
    for (size_t k = 0; k < layout->count; k++) {
        struct ground_piece *piece = &layout->pieces[k];
        piece->by_cell = by_cell && is_number(piece) && piece->value_count > 2 && piece->value_count <= BY_CELL_MOST;
        piece->width = piece->by_cell ? piece->value_count : bits_for(piece->value_count);
        piece->first = cells;
        cells += piece->rows * piece->columns * piece->width;
    }
    return cells;
}

/* The values of the piece, ascending, and the index of each by its number. */
static void sort_values(struct ground_piece *piece, const struct ground_held *held, uint64_t *of)
{
    piece->value_count = held->count;
    for (size_t i = 0; i < held->count; i++) {
        of[i] = 0;
        for (size_t k = 0; k < held->count; k++) of[i] += held->values[k] < held->values[i];
        piece->values[of[i]] = held->values[i];
    }
}

bool grounding_choose_words(struct grounding *d, uint64_t (*of)[GROUND_WIDE])
{
    struct ground_layout *layout = &d->g->layout;
    for (size_t k = 0; k < layout->count; k++) sort_values(&layout->pieces[k], &d->s.held[k], of[k]);
    size_t least = choose_widths(layout, false), cells = choose_widths(layout, true);
    if ((cells + 63) / 64 > (least + 63) / 64) cells = choose_widths(layout, false);
    for (size_t k = 0; k < layout->count; k++)
        for (size_t i = 0; i < d->s.held[k].count; i++) of[k][i] = ground_word(&layout->pieces[k], of[k][i]);
    layout->most = d->capped ? d->total : INT64_MAX;
    d->g->rows = 1;
    d->g->columns = cells;
    return cells <= GROUND_CELLS || grounding_refuse(d);
}
