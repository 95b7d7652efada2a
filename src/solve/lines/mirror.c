/* SPDX-License-Identifier: MIT */
/* Positions whose last field is the greater one of the last two, where these may be exchanged (layout.c). They are
 * written when all others are there, a tile at a time: one of the two has its rows apart. */
#include "solve/lines/private.h"

enum { TILE = 64 };

struct squares {
    uint32_t *values;
    uint16_t *narrow; /* instead of them */
    int64_t side, bands;
};

/* Rows from `i` on of the tile whose columns begin at `j`, no tile left of the diagonal. */
static void mirror_tile(const struct squares *s, uint64_t square, int64_t i, int64_t j)
{
    int64_t rows = i + TILE < s->side ? i + TILE : s->side, columns = j + TILE < s->side ? j + TILE : s->side;
    for (int64_t x = i; x < rows; x++) {
        int64_t y = x < j ? j : x + 1;
        uint64_t to = square + (uint64_t)(x * s->side), from = square + (uint64_t)x;
        if (s->narrow)
            for (; y < columns; y++) s->narrow[to + (uint64_t)y] = s->narrow[from + (uint64_t)(y * s->side)];
        else
            for (; y < columns; y++) s->values[to + (uint64_t)y] = s->values[from + (uint64_t)(y * s->side)];
    }
}

/* Some rows of a square. */
static enum status mirror_band(void *context, size_t part)
{
    const struct squares *s = context;
    uint64_t square = (uint64_t)part / (uint64_t)s->bands * (uint64_t)(s->side * s->side);
    int64_t i = (int64_t)((uint64_t)part % (uint64_t)s->bands) * TILE;
    for (int64_t j = i; j < s->side; j += TILE) mirror_tile(s, square, i, j);
    return ST_OK;
}

void lines_mirror(const struct lines *l, const struct budget *budget)
{
    if (!l->half) return;
    int64_t side = l->table->extent[l->table->fields - 1];
    struct squares s = {l->values, l->narrow, side, (side + TILE - 1) / TILE};
    uint64_t squares = l->positions / (uint64_t)(side * side);
    (void)crew_run(budget_crew(budget), mirror_band, &s, (size_t)(squares * (uint64_t)s.bands)); /* never fails */
}
