/* SPDX-License-Identifier: MIT */
/* Places of a web side by side, taken together: what their cells hold is one of few patterns, and a strand leads from node to node
 * across all of them (web.h).
 *
 *     if (!braids_make(arena, ranks, unit, &b)) return ST_NO_MEMORY;     // rows of a plane partition; b->count 0: they gain nothing
 *     uint16_t pattern = braid_pattern(&b->items[0], at);                // of a state
 *     if (!braids_cut(arena, b, 0, 6, &cut)) return ST_NO_MEMORY;        // its cells 1 and 2 cut to a limit
 *     to = cut[limit * b->items[0].patterns + pattern];                  // the pattern that is left; BRAID_NONE: no state has it
 *     strand = b->items[0].strands[node * b->items[0].patterns + to];
 *
 * A strand adds what those of the places add one after the other, and leads nowhere if one of them does: so a number is the same sum. */
#ifndef CGI_SOLVE_RANKED_BRAIDS_H
#define CGI_SOLVE_RANKED_BRAIDS_H
#include "solve/ranked/ranks.h"

enum { BRAID_NONE = UINT16_MAX };
struct braid {
    size_t first, count;          /* places */
    uint32_t patterns, codes;     /* codes: of all that the cells may hold */
    uint32_t factors[TERM_CELLS]; /* by cell: a code is the sum of the cells times these */
    const uint16_t *of_code;      /* patterns from 1 on; 0: none */
    const uint32_t *code_of;      /* by pattern */
    const struct strand *strands; /* by node and pattern */
};
struct braid_cut {
    size_t braid;
    uint64_t cells;
    const uint16_t *to;
};
struct braids {
    const struct ranks *r;
    const struct unit *unit;
    int64_t most; /* of a cell */
    size_t count, cut_count;
    struct braid items[TERM_CELLS];
    struct braid_cut cuts[TERM_CELLS * TERM_CELLS];
};
/* False: memory is out. */
bool braids_make(struct arena *arena, const struct ranks *r, const struct unit *u, struct braids *b);
/* What cells of braid i, bits from its first place on, are if they are cut to each limit up to b->most. *to NULL: there are too many such
 * tables. False: memory is out. */
bool braids_cut(struct arena *arena, struct braids *b, size_t i, uint64_t cells, const uint16_t **to);
/* at: cells by place, less their least values. */
static inline uint32_t braid_pattern(const struct braid *b, const int64_t *at)
{
    uint32_t code = 0;
    for (size_t k = 0; k < b->count; k++) code += (uint32_t)at[b->first + k] * b->factors[k];
    return b->of_code[code] - 1u;
}

#endif
