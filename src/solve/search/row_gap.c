/* SPDX-License-Identifier: MIT */
#include "solve/search/row_gap.h"
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

size_t row_gap(const struct ground *g)
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
