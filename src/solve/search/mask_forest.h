/* SPDX-License-Identifier: MIT */
/* The parts of options where the cells of what was opened are joined as a forest: without going through the cells once for each option.
 *
 *     forest_open(m, &live, &o->forest);                               // once for what is opened; forest.is: it is one
 *     uint64_t tops = forest_tops(m, &forest, left, lost);             // one cell of each class of `left`,
 *     uint64_t cells = forest_below(&forest, top, left, lost);         // and the cells of its class
 *
 * On boards of one word with `joined` (masks.h). `left` is a subset of the cells that were opened, `lost` the others of them.
 * Each tree has a root; the cells *below* a cell are it and those whose way to the root goes through it. A class of `left` has one cell
 * nearest to its root, since classes are joined in a tree: it is a root or its parent is lost (else the parent would be of the class, and
 * nearer). So cells of these two kinds are one for each class. A cell below such a top is of its class if and only if no cell
 * on its way to the top is lost, that is, if it is below no lost cell that is below the top.
 * Only for the files on masks; all of it is inlined. */
#ifndef CGI_SOLVE_SEARCH_MASK_FOREST_H
#define CGI_SOLVE_SEARCH_MASK_FOREST_H
#include "solve/search/mask_shape.h"
#include "solve/search/masks.h"

enum { FOREST_LOST = 12 /* where more cells are lost it is no slower to go through what is left */ };
struct mask_forest {
    bool is;
    uint64_t roots, below[64]; /* of each cell that was opened */
};

EVERYWHERE void forest_open(const struct masks *m, uint64_t live, struct mask_forest *forest)
{
    unsigned char order[64], parents[64];
    size_t count = 0;
    forest->is = false;
    forest->roots = 0;
    for (uint64_t rest = live; rest;) {
        size_t root = (size_t)__builtin_ctzll(rest), at = count;
        uint64_t found = UINT64_C(1) << root;
        forest->roots |= found;
        for (order[count++] = parents[root] = (unsigned char)root; at < count; at++) {
            size_t cell = order[at];
            uint64_t next = m->joined[cell].words[0] & live & ~(UINT64_C(1) << parents[cell]);
            if (next & found) return; /* there are two ways to it */
            found |= next;
            forest->below[cell] = UINT64_C(1) << cell;
            for (; next; next &= next - 1) {
                order[count] = (unsigned char)__builtin_ctzll(next);
                parents[order[count++]] = (unsigned char)cell;
            }
        }
        rest &= ~found;
    }
    while (count-- > 0)
        if (parents[order[count]] != order[count]) forest->below[parents[order[count]]] |= forest->below[order[count]];
    forest->is = true;
}

EVERYWHERE uint64_t forest_tops(const struct masks *m, const struct mask_forest *forest, uint64_t left, uint64_t lost)
{
    uint64_t tops = forest->roots;
    for (; lost; lost &= lost - 1) {
        size_t cell = (size_t)__builtin_ctzll(lost);
        tops |= m->joined[cell].words[0] & forest->below[cell];
    }
    return tops & left;
}

EVERYWHERE uint64_t forest_below(const struct mask_forest *forest, size_t top, uint64_t left, uint64_t lost)
{
    uint64_t cells = forest->below[top];
    for (lost &= cells; lost; lost &= lost - 1) cells &= ~forest->below[__builtin_ctzll(lost)];
    return cells & left;
}

#endif
