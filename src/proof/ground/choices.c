/* SPDX-License-Identifier: MIT */
/* Moves that ask each cell for one of some values, of which there may be many (allowed.c). */
#include <string.h>
#include "proof/ground/private.h"

void grounding_widen_all(struct grounding *d) { memset(d->s.allowed, 0xff, sizeof d->s.allowed); }

bool grounding_list_sets(struct grounding *d)
{
    for (size_t cell = 0; cell < d->board_cells; cell++) {
        int chosen = d->s.chosen[cell];
        uint64_t all = (UINT64_C(2) << (ground_held_by(&d->s, cell)->count - 1)) - 1;
        uint64_t set = chosen < 0 ? d->s.allowed[cell] & all : UINT64_C(1) << chosen;
        if (!vec_push(&d->sets, set)) return grounding_no_memory(d);
    }
    return true;
}

static bool make_way(const struct grounding *d, size_t move, struct arena *arena, struct ground_choice *way)
{
    const struct raw_move *m = &d->moves.data[move];
    const uint64_t *sets = d->sets.data + move * d->board_cells;
    size_t count = d->g->value_count;
    way->allowed = arena_array(arena, 2 * count, sizeof *way->allowed);
    if (!way->allowed) return false;
    way->puts = way->allowed + count;
    memset(way->allowed, 0, 2 * count * sizeof *way->allowed);
    for (size_t cell = 0; cell < d->board_cells; cell++)
        for (size_t v = 0; v < count; v++)
            if (sets[cell] >> v & 1) ground_add(&way->allowed[v], cell);
    for (size_t i = 0; i < m->written; i++) {
        struct raw_cell c = d->cells.data[m->at + i];
        ground_add(&way->write, c.cell);
        ground_add(&way->puts[c.value], c.cell);
    }
    return true;
}

static bool write_limit(struct grounding *d, struct arena *arena)
{
    size_t count = d->board_cells * GROUND_WIDE;
    int64_t *weights = arena_array(arena, count, sizeof *weights);
    if (!weights) return grounding_no_memory(d);
    memcpy(weights, d->limit.weights, count * sizeof *weights);
    d->choices->limit = (struct ground_limit){weights, d->limit.bound};
    return true;
}

bool grounding_write_choices(struct grounding *d, struct arena *arena)
{
    struct ground *g = d->g;
    if (d->falls) return grounding_refuse(d);
    g->cells = d->board_cells;
    g->planes = 1;
    g->span = g->words = (g->cells + 63) / 64;
    for (size_t k = 0; k < g->layout.count; k++) {
        struct ground_piece *piece = &g->layout.pieces[k];
        const struct ground_held *held = &d->s.held[k];
        memcpy(piece->values, held->values, held->count * sizeof *held->values);
        piece->value_count = held->count;
        if (held->count > g->value_count) g->value_count = held->count;
    }
    d->choices->ways = arena_array(arena, d->moves.count + 1, sizeof *d->choices->ways);
    if (!d->choices->ways) return grounding_no_memory(d);
    for (size_t i = 0; i < d->moves.count; i++) {
        d->choices->ways[i] = (struct ground_choice){.allowed = NULL};
        if (!make_way(d, i, arena, &d->choices->ways[i])) return grounding_no_memory(d);
    }
    d->choices->count = d->moves.count;
    return !d->limited || write_limit(d, arena);
}
