/* SPDX-License-Identifier: MIT */
/* Cells that can be reached from others over cells that are joined (masks.h).
 * Only for the files on masks; all of it is inlined. */
#ifndef CGI_SOLVE_SEARCH_MASK_FLOOD_H
#define CGI_SOLVE_SEARCH_MASK_FLOOD_H
#include "solve/search/mask_shape.h"
#include "solve/search/masks.h"

/* One step from all cells of `from` at once, on a board of one word. */
EVERYWHERE uint64_t step_from(const struct masks *m, uint64_t from)
{
    uint64_t next = 0;
    for (const uint64_t *byte = m->joined_bytes; byte && from; byte += 256, from >>= 8) next |= byte[from & 255];
    if (m->joined_bytes) return next;
    for (size_t i = 0; i < m->stride_count; i++) {
        const struct mask_stride *stride = &m->strides[i];
        next |= (from & stride->up) << stride->by | (from >> stride->by & stride->up);
    }
    return next;
}

/* The cells of `left` that are joined to one of `from`. */
EVERYWHERE struct ground_mask neighbours(struct shape f, const struct masks *m, const struct ground_mask *from,
                                         const struct ground_mask *left)
{
    struct ground_mask next = {{0}};
    if (f.span == 1 && m->stride_count) {
        next.words[0] = step_from(m, from->words[0]) & left->words[0];
        return next;
    }
    for (size_t w = 0; w < f.span; w++)
        for (uint64_t cells = from->words[w]; cells; cells &= cells - 1) {
            const struct ground_mask *joined = &m->joined[w * 64 + (size_t)__builtin_ctzll(cells)];
            for (size_t k = 0; k < f.span; k++) next.words[k] |= joined->words[k] & left->words[k];
        }
    return next;
}

/* The cells that can be reached from `from` among `left`; all of `left` as soon as `seeds` are found, one of which each of its
 * classes has. */
EVERYWHERE struct ground_mask flood_in_steps(const struct masks *m, struct ground_mask from,
                                             const struct ground_mask *left, const struct ground_mask *seeds)
{
    uint64_t found = from.words[0], fresh = found;
    while (fresh && seeds->words[0] & ~found) {
        fresh = step_from(m, fresh) & left->words[0] & ~found;
        found |= fresh;
    }
    return seeds->words[0] & ~found ? (struct ground_mask){{found}} : *left;
}

/* The same cell by cell: where a cell is joined to many, few of them have to be looked at. */
EVERYWHERE struct ground_mask flood_by_cells(struct shape f, const struct masks *m, struct ground_mask from,
                                             const struct ground_mask *left, const struct ground_mask *seeds)
{
    struct ground_mask found = from;
    uint64_t missing = 1;
    while (!is_empty(f, &from)) {
        size_t cell = first_cell(f, &from);
        from.words[cell / 64] &= ~(UINT64_C(1) << cell % 64);
        missing = 0;
        for (size_t w = 0; w < f.span; w++) {
            uint64_t next = m->joined[cell].words[w] & left->words[w] & ~found.words[w];
            from.words[w] |= next;
            found.words[w] |= next;
            missing |= seeds->words[w] & ~found.words[w];
        }
        if (!missing) return *left;
    }
    return found;
}

EVERYWHERE struct ground_mask flood(struct shape f, const struct masks *m, struct ground_mask from,
                                    const struct ground_mask *left, const struct ground_mask *seeds)
{
    if (f.span == 1 && (m->stride_count || m->joined_bytes)) return flood_in_steps(m, from, left, seeds);
    return flood_by_cells(f, m, from, left, seeds);
}

#endif
