/* SPDX-License-Identifier: MIT */
/* By meaning: in which order cells are asked for. A diagram is small if few cells that were asked for are near others, so the order goes
 * through the board from one end (Cuthill and McKee 1969). Any order is right. */
#include "play/ground/private.h"

struct layers {
    const int64_t *arrows; /* count x count */
    size_t count;
    uint8_t order[FORMULA_CELLS];
    size_t found;
    uint64_t seen;
};

static bool beside(const struct layers *l, size_t a, size_t b)
{
    return l->arrows[a * l->count + b] != 0 || l->arrows[b * l->count + a] != 0;
}

static size_t degree(const struct layers *l, size_t a)
{
    size_t degree = 0;
    for (size_t b = 0; b < l->count; b++) degree += b != a && beside(l, a, b);
    return degree;
}

/* Breadth first from a cell; of those beside one the ones with few others first. */
static void go_through(struct layers *l, size_t from)
{
    size_t at = l->found;
    l->order[l->found++] = (uint8_t)from;
    l->seen |= UINT64_C(1) << from;
    for (; at < l->found; at++) {
        size_t first = l->found;
        for (size_t b = 0; b < l->count; b++) {
            if (l->seen >> b & 1 || !beside(l, l->order[at], b)) continue;
            size_t k = l->found++;
            for (; k > first && degree(l, l->order[k - 1]) > degree(l, b); k--) l->order[k] = l->order[k - 1];
            l->order[k] = (uint8_t)b;
            l->seen |= UINT64_C(1) << b;
        }
    }
}

void ground_levels(const struct ground_work *w, uint8_t *level)
{
    struct layers l = {.count = w->ground->columns};
    if (w->ground->arrows) l.arrows = w->ground->shape.data + w->ground->arrows;
    for (size_t from = 0; l.arrows && from < l.count; from++) {
        if (l.seen >> from & 1) continue;
        size_t first = l.found;
        uint64_t before = l.seen;
        go_through(&l, from); /* where that ends is an end of the board */
        size_t last = l.order[l.found - 1];
        l.found = first;
        l.seen = before;
        go_through(&l, last);
    }
    for (size_t i = 0; i < l.found; i++) level[l.order[i]] = (uint8_t)i;
}
