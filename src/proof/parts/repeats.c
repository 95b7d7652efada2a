/* SPDX-License-Identifier: MIT */
/* A move and its mirror image, or the two cases of `a != b`, often look at the same cells: to join these once is enough. */
#include "proof/parts/private.h"

static struct window_cell least_cell(const struct move_window *w)
{
    struct window_cell least = w->cells[0];
    for (size_t i = 1; i < w->count; i++) {
        if (w->cells[i].row < least.row) least.row = w->cells[i].row;
        if (w->cells[i].column < least.column) least.column = w->cells[i].column;
    }
    return least;
}

/* Do both join the same cells? Counted from another cell they do if all of both must be on the board. */
static bool joins_the_same(const struct move_window *a, const struct move_window *b)
{
    struct window_cell x = least_cell(a), y = least_cell(b);
    bool same = a->count == b->count, moved = x.row != y.row || x.column != y.column;
    for (size_t i = 0; same && i < a->count; i++) {
        const struct window_cell *c = &a->cells[i];
        size_t k = 0;
        while (k < b->count &&
               (b->cells[k].row - y.row != c->row - x.row || b->cells[k].column - y.column != c->column - x.column))
            k++;
        same = k < b->count && b->cells[k].closed == c->closed && (!moved || c->closed & WINDOW_OUTSIDE);
    }
    return same;
}

void window_drop_repeat(struct state_windows *out)
{
    for (size_t i = 0; i + 1 < out->count; i++)
        if (joins_the_same(&out->windows[i], &out->windows[out->count - 1])) {
            out->windows[--out->count] = (struct move_window){0};
            return;
        }
}
