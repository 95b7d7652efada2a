/* SPDX-License-Identifier: MIT */
/* The values of each piece get codes, or words, and the moves become masks. */
#include <stdlib.h>
#include <string.h>
#include "proof/ground/private.h"

/* Which values of the piece some move changes, as bits. */
static uint32_t changed_values(const struct grounding *d, size_t piece)
{
    uint32_t changed = 0;
    for (size_t i = 0; i < d->moves.count; i++) {
        const struct raw_move *m = &d->moves.data[i];
        const struct raw_cell *written = d->cells.data + m->at, *asked = written + m->written;
        for (size_t w = 0; w < m->written; w++) {
            uint32_t held = (1u << d->s.held[piece].count) - 1;
            if (d->s.piece_of[written[w].cell] != piece) continue;
            for (size_t a = 0; a < m->asked; a++)
                if (asked[a].cell == written[w].cell) held = 1u << asked[a].value;
            changed |= held & ~(1u << written[w].value);
        }
    }
    return changed;
}

/* Of each piece the codes of its values, or their words, by their numbers. */
struct codes {
    uint64_t of[GROUND_PIECES][GROUND_WIDE];
    size_t numbers[GROUND_PIECES]; /* the first of each piece, as cells that are asked are counted */
};

/* Gives the final value of the piece code 0. If there is none, no value has that code. */
static bool choose_codes_of(struct grounding *d, size_t k, uint64_t *of)
{
    const struct ground_held *held = &d->s.held[k];
    struct ground_piece *piece = &d->g->layout.pieces[k];
    uint32_t changed = changed_values(d, k);
    size_t final = held->count, codes = 1;
    for (size_t i = 0; i < held->count; i++)
        if (!(changed >> i & 1) && (final == held->count || held->values[i] == 0)) final = i;
    piece->value_count = held->count + (final == held->count);
    if (piece->value_count > GROUND_VALUES) return grounding_refuse(d);
    piece->values[0] = GROUND_NO_VALUE;
    for (size_t i = 0; i < held->count; i++) {
        of[i] = i == final ? 0 : codes++;
        piece->values[of[i]] = held->values[i];
    }
    return true;
}

static bool choose_codes(struct grounding *d, struct codes *codes)
{
    struct ground *g = d->g;
    g->first_code = d->in_words ? 0 : 1;
    for (size_t k = 0; k < g->layout.count; k++) codes->numbers[k] = g->layout.pieces[k].first;
    if (d->in_words) g->value_count = 2;
    if (d->in_words && !grounding_choose_words(d, codes->of)) return false;
    for (size_t k = 0; !d->in_words && k < g->layout.count; k++) {
        const struct ground_piece *piece = &g->layout.pieces[k];
        if (!choose_codes_of(d, k, codes->of[k])) return false;
        if (piece->values[0] != GROUND_NO_VALUE) g->first_code = 0;
        if (piece->value_count > g->value_count) g->value_count = piece->value_count;
    }
    g->planes = g->value_count > 2 ? 2 : 1;
    g->span = (g->rows * g->columns + 63) / 64;
    g->words = g->planes * g->span;
    return g->words <= GROUND_WORDS || grounding_refuse(d);
}

/* All bits of what a number holds, and these. */
static void put_bits(const struct grounding *d, const struct codes *codes, struct raw_cell raw, struct ground_mask *all,
                     struct ground_mask *these)
{
    const struct ground *g = d->g;
    size_t k = d->s.piece_of[raw.cell], width = g->layout.pieces[k].width;
    size_t first = g->layout.pieces[k].first + (raw.cell - codes->numbers[k]) * width;
    uint64_t code = codes->of[k][raw.value];
    if (!d->in_words) {
        ground_put(g, all, first, ((size_t)1 << g->planes) - 1);
        ground_put(g, these, first, code);
    }
    for (size_t i = 0; d->in_words && i < width; i++) {
        ground_add(all, first + i);
        if (code >> i & 1) ground_add(these, first + i);
    }
}

static void make_masks(const struct grounding *d, const struct codes *codes, const struct raw_move *m,
                       struct ground_move *out)
{
    const struct ground *g = d->g;
    const struct raw_cell *written = d->cells.data + m->at, *asked = written + m->written;
    *out = (struct ground_move){0};
    for (size_t i = 0; i < m->asked; i++) put_bits(d, codes, asked[i], &out->care, &out->want);
    for (size_t i = 0; i < m->written; i++) put_bits(d, codes, written[i], &out->write, &out->put);
    for (size_t p = 0; p < g->planes; p++)
        for (size_t w = 0; w < g->span; w++) {
            out->need.words[w] |= out->want.words[p * g->span + w];
            out->foot.words[w] |= out->care.words[p * g->span + w] | out->write.words[p * g->span + w];
        }
}

static int compare_moves(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_move)); }

/* What is reached from a state is hardly ever reached in another image of that state. */
static bool find_kept(struct grounding *d, struct arena *arena)
{
    const struct ground_from *from = d->s.from;
    struct ground_mask start = {{0}};
    uint8_t codes[GROUND_CELLS];
    size_t count;
    int64_t *others = arena_array(d->s.arena, from->count + 1, sizeof *others);
    if (!others) return grounding_no_memory(d);
    if (!ground_read(&d->g->layout, from->cells, from->count, codes, others, &count)) return grounding_refuse(d);
    for (size_t cell = 0; cell < d->g->cells; cell++) ground_put(d->g, &start, cell, codes[cell]);
    return ground_find_kept(d->g, &start, arena, d->s.arena) || grounding_no_memory(d);
}

bool grounding_write_moves(struct grounding *d, struct arena *arena)
{
    struct codes codes;
    struct ground *g = d->g;
    if (!choose_codes(d, &codes)) return false;
    if (!(g->moves = arena_array(arena, d->moves.count + 1, sizeof *g->moves))) return grounding_no_memory(d);
    for (size_t i = 0; i < d->moves.count; i++) make_masks(d, &codes, &d->moves.data[i], &g->moves[i]);
    if (d->moves.count) qsort(g->moves, d->moves.count, sizeof *g->moves, compare_moves);
    for (size_t i = 0; i < d->moves.count; i++)
        if (!i || compare_moves(&g->moves[i], &g->moves[g->move_count - 1])) g->moves[g->move_count++] = g->moves[i];
    g->cells = g->rows * g->columns;
    g->in_words = g->layout.in_words = d->in_words;
    return true;
}

bool grounding_write(struct grounding *d, struct arena *arena)
{
    struct ground *g = d->g;
    if (!grounding_write_moves(d, arena)) return false;
    if (d->falls && d->in_words) return grounding_refuse(d);
    if (d->falls && !ground_sums(g, ground_graph(d->s.from, d->game->fields[d->set].graph))) return grounding_refuse(d);
    if (d->in_words) return find_kept(d, arena);
    return ground_find_alike(g, arena, d->s.arena) || grounding_no_memory(d);
}
