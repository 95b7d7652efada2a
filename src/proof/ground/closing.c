/* SPDX-License-Identifier: MIT */
/* All pairs of moves are compared once; a row of bits for each move says what it closes, another one what closes it. */
#include "proof/ground/closing.h"
#include <string.h>
#include "proof/ground/private.h"

enum { MOVES_MOST = 2048, PLANES_MOST = 2 };

struct closer {
    const struct ground *g;
    size_t row;                /* words of a row of bits */
    uint64_t *closes, *closed; /* rows of the moves */
    uint16_t *cell, *bits;     /* of each move */
};

static bool has_bit(const uint64_t *row, size_t i) { return row[i / 64] >> (i % 64) & 1; }
static void add_bit(uint64_t *row, size_t i) { row[i / 64] |= UINT64_C(1) << (i % 64); }

/* ---- what closes what --------------------------------------------------------------------------------------------- */
/* Does j leave i alone (0), or close it (1)? -1: it may open it. */
static int effect_of(const struct ground *g, const struct ground_move *j, const struct ground_move *i)
{
    uint64_t other = 0, unsure = 0;
    for (size_t w = 0; w < g->words; w++) {
        uint64_t both = j->write.words[w] & i->care.words[w];
        other |= both & (j->put.words[w] ^ i->want.words[w]);
        unsure |= both & (~j->care.words[w] | (j->want.words[w] ^ i->want.words[w]));
    }
    return other ? 1 : unsure ? -1 : 0;
}

static bool compare_all(struct closer *c)
{
    for (size_t j = 0; j < c->g->move_count; j++)
        for (size_t i = 0; i < c->g->move_count; i++) {
            int effect = effect_of(c->g, &c->g->moves[j], &c->g->moves[i]);
            if (effect < 0 || (i == j && !effect)) return false;
            if (!effect) continue;
            add_bit(c->closes + j * c->row, i);
            add_bit(c->closed + i * c->row, j);
        }
    return true;
}

static bool are_one(const struct closer *c, size_t i, size_t j)
{
    size_t bytes = c->row * sizeof *c->closes;
    return memcmp(c->closes + i * c->row, c->closes + j * c->row, bytes) == 0 &&
           memcmp(c->closed + i * c->row, c->closed + j * c->row, bytes) == 0;
}

/* ---- cells -------------------------------------------------------------------------------------------------------- */
static size_t count_cells(const struct ground *g, const struct ground_mask *set, size_t *first)
{
    size_t count = 0;
    for (size_t cell = g->cells; cell-- > 0;)
        if (ground_has(set, cell)) count++, *first = cell;
    return count;
}

/* The cells of which it writes some bit. */
static struct ground_mask written(const struct ground *g, const struct ground_move *m)
{
    struct ground_mask cells = {{0}};
    for (size_t w = 0; w < g->words; w++) cells.words[w % g->span] |= m->write.words[w];
    return cells;
}

enum anchor { THE_WRITTEN, THE_NEEDED, FIRST_WRITTEN, ANCHORS };

static bool find_cells(struct closer *c, enum anchor by)
{
    for (size_t i = 0; i < c->g->move_count; i++) {
        const struct ground_move *m = &c->g->moves[i];
        struct ground_mask cells = by == THE_NEEDED ? m->need : written(c->g, m);
        size_t first = 0, count = count_cells(c->g, &cells, &first);
        if (!count || (by != FIRST_WRITTEN && count > 1)) return false;
        c->cell[i] = (uint16_t)first;
    }
    return true;
}

/* What a move puts into its cell. */
static size_t put_of(const struct closer *c, size_t i) { return ground_code(c->g, &c->g->moves[i].put, c->cell[i]); }

/* The moves of a cell that are not one, in the order of what they put, so that images have the same order. */
static bool number_moves(struct closer *c, size_t *planes)
{
    size_t count = c->g->move_count;
    *planes = 1;
    for (size_t i = 0; i < count; i++) {
        size_t plane = 0;
        bool found = false;
        for (size_t k = 0; k < i && !found; k++)
            if (c->cell[k] == c->cell[i] && are_one(c, k, i)) found = true, c->bits[i] = c->bits[k];
        if (found) continue;
        for (size_t k = 0; k < count; k++)
            if (c->cell[k] == c->cell[i] && !are_one(c, k, i)) {
                if (put_of(c, k) == put_of(c, i)) plane |= k < i;
                else plane |= put_of(c, k) < put_of(c, i);
            }
        for (size_t k = 0; k < i; k++)
            if (c->cell[k] == c->cell[i] && c->bits[k] == plane * c->g->span * 64 + c->cell[i]) return false;
        c->bits[i] = (uint16_t)(plane * c->g->span * 64 + c->cell[i]);
        if (plane + 1 > *planes) *planes = plane + 1;
    }
    return *planes * c->g->span <= GROUND_WORDS;
}

/* ---- the new board ------------------------------------------------------------------------------------------------ */
static void make_move(const struct closer *c, size_t i, struct ground_move *out)
{
    *out = (struct ground_move){0};
    ground_add(&out->care, c->bits[i]);
    ground_add(&out->want, c->bits[i]);
    ground_add(&out->need, c->cell[i]);
    for (size_t k = 0; k < c->g->move_count; k++)
        if (has_bit(c->closes + i * c->row, k)) {
            ground_add(&out->write, c->bits[k]);
            ground_add(&out->foot, c->cell[k]);
        }
}

static bool is_nested(const struct closer *c)
{
    size_t count = c->g->move_count;
    uint64_t off = 0;
    for (size_t j = 0; j < count && !off; j++)
        for (size_t i = 0; i < count && !off; i++)
            for (size_t w = 0; w < c->row && has_bit(c->closes + j * c->row, i); w++)
                off |= c->closes[i * c->row + w] & ~c->closes[j * c->row + w];
    return !off;
}

static bool has_no_less(const struct ground *new, const struct ground *old)
{
    return new->slides[0] >= old->slides[0] && new->slides[1] >= old->slides[1] && !(old->images & ~new->images);
}

static bool make_board(const struct closer *c, size_t planes, struct arena *arena, struct arena *scratch,
                       struct ground *to)
{
    size_t count = c->g->move_count;
    *to = (struct ground){.cells = c->g->cells,
                          .rows = c->g->rows,
                          .columns = c->g->columns,
                          .planes = planes,
                          .span = c->g->span,
                          .words = planes * c->g->span,
                          .bitwise = planes > 1,
                          .values = {0, 1, 2, 3},
                          .value_count = (size_t)1 << planes};
    if (!(to->moves = arena_array(arena, count + 1, sizeof *to->moves))) return false;
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < i && !found; k++) found = c->bits[k] == c->bits[i];
        if (!found) make_move(c, i, &to->moves[to->move_count++]);
    }
    if (!ground_find_alike(to, scratch)) return false;
    to->exchange_count = to->bitwise ? 0 : to->exchange_count; /* these are of codes */
    return true;
}

static enum status close_in(struct closer *c, struct arena *arena, struct arena *scratch, struct ground_closing *out)
{
    size_t planes, count = c->g->move_count;
    if (!compare_all(c)) return ST_OK;
    for (int by = 0; by < ANCHORS; by++) {
        if (!find_cells(c, by) || !number_moves(c, &planes)) continue;
        if (!make_board(c, planes, arena, scratch, &out->ground)) return ST_NO_MEMORY;
        if (!has_no_less(&out->ground, c->g)) {
            out->ground = (struct ground){0};
            continue;
        }
        uint16_t *bits = arena_array(arena, count + 1, sizeof *bits);
        if (!bits) return ST_NO_MEMORY;
        memcpy(bits, c->bits, count * sizeof *bits);
        out->from = c->g->moves;
        out->from_count = count;
        out->from_words = c->g->words;
        out->bits = bits;
        out->nested = is_nested(c);
        return ST_OK;
    }
    return ST_OK;
}

enum status closing_find(const struct ground *g, struct arena *arena, struct ground_closing *closing)
{
    struct arena scratch = {0};
    struct closer c = {.g = g, .row = (g->move_count + 63) / 64};
    *closing = (struct ground_closing){.bits = NULL};
    if (!g->move_count || g->move_count > MOVES_MOST) return ST_OK;
    c.closes = arena_array(&scratch, g->move_count * c.row, sizeof *c.closes);
    c.closed = arena_array(&scratch, g->move_count * c.row, sizeof *c.closed);
    c.cell = arena_array(&scratch, g->move_count, sizeof *c.cell);
    c.bits = arena_array(&scratch, g->move_count, sizeof *c.bits);
    bool room = c.closes && c.closed && c.cell && c.bits;
    enum status st = room ? close_in(&c, arena, &scratch, closing) : ST_NO_MEMORY;
    if (st != ST_OK) closing->ground = (struct ground){0};
    arena_free(&scratch);
    return st;
}

struct ground_mask closing_state(const struct ground_closing *c, const struct ground_mask *state)
{
    struct ground_mask open = {{0}};
    for (size_t i = 0; i < c->from_count; i++) {
        uint64_t off = 0;
        for (size_t w = 0; w < c->from_words; w++)
            off |= (state->words[w] & c->from[i].care.words[w]) ^ c->from[i].want.words[w];
        if (!off) ground_add(&open, c->bits[i]);
    }
    return open;
}
