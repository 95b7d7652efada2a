/* SPDX-License-Identifier: MIT */
/* The board's moves are listed by the first cell that they need, so those of a part are found from its cells. */
#include "solve/search/part_moves.h"
#include <string.h>
#include "solve/search/mask_shape.h"

struct board_term {
    uint16_t cell;
    uint8_t asks, puts;
};
struct board_move {
    struct ground_mask need;
    size_t first, count; /* of the terms */
};
struct board_moves {
    const struct ground *ground;
    struct board_move *moves;
    struct board_term *terms;
    size_t from[GROUND_CELLS + 1]; /* of a cell: the first move of those for which it is the first that they need */
};

/* ---- of the board -------------------------------------------------------------------------------------------------- */
static size_t count_terms(const struct ground *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->move_count; i++) count += cell_count(shape_of_cells(shape_of(g)), &g->moves[i].foot);
    return count;
}

static size_t add_terms(const struct ground *g, const struct ground_move *move, struct board_term *terms)
{
    size_t count = 0;
    for (size_t cell = 0; cell < g->cells; cell++) {
        if (!ground_has(&move->foot, cell)) continue;
        bool asks = ground_code(g, &move->care, cell), puts = ground_code(g, &move->write, cell);
        terms[count++] =
            (struct board_term){(uint16_t)cell, asks ? (uint8_t)ground_code(g, &move->want, cell) : PART_ANY,
                                puts ? (uint8_t)ground_code(g, &move->put, cell) : PART_ANY};
    }
    return count;
}

struct board_moves *board_moves_make(const struct ground *g, struct arena *arena)
{
    struct board_moves *b = arena_alloc(arena, sizeof *b);
    if (!b) return NULL;
    b->ground = g;
    b->moves = arena_array(arena, g->move_count + 1, sizeof *b->moves);
    b->terms = arena_array(arena, count_terms(g) + 1, sizeof *b->terms);
    if (!b->moves || !b->terms) return NULL;
    size_t moves = 0, terms = 0;
    struct shape cells = shape_of_cells(shape_of(g));
    for (size_t cell = 0; cell < g->cells; cell++) {
        b->from[cell] = moves;
        for (size_t i = 0; i < g->move_count; i++) {
            const struct ground_move *move = &g->moves[i];
            if (is_empty(cells, &move->need) || first_cell(cells, &move->need) != cell) continue;
            b->moves[moves] = (struct board_move){move->need, terms, add_terms(g, move, b->terms + terms)};
            terms += b->moves[moves++].count;
        }
    }
    b->from[g->cells] = moves;
    return b;
}

/* ---- of a part ------------------------------------------------------------------------------------------------------ */
/* False: it is too large. Terms of final cells are left out. */
static bool take_move(const struct board_moves *b, const struct board_move *move, const uint8_t *number,
                      struct part_moves *p)
{
    if (p->move_count == PART_MOVES || p->term_count + move->count > PART_TERMS) return false;
    struct part_move *out = &p->moves[p->move_count++];
    *out = (struct part_move){(uint16_t)p->term_count, 0};
    for (size_t i = move->first; i < move->first + move->count; i++) {
        const struct board_term *t = &b->terms[i];
        if (number[t->cell] < PART_CELLS)
            p->terms[p->term_count++] =
                (struct part_term){number[t->cell], t->asks, t->puts, 1 + t->asks * (PART_ANY + 1) + t->puts};
    }
    out->count = (uint16_t)(p->term_count - out->first);
    return true;
}

static bool take_moves(const struct board_moves *b, const struct ground_mask *state, struct part_moves *p)
{
    const struct ground *g = b->ground;
    struct shape f = shape_of(g);
    struct ground_mask live = live_cells(f, state);
    uint8_t number[GROUND_CELLS];
    if (cell_count(f, &live) > PART_CELLS) return false;
    memset(number, PART_CELLS, g->cells);
    p->cell_count = p->move_count = p->term_count = 0;
    for (size_t w = 0; w < f.span; w++)
        for (uint64_t left = live.words[w]; left; left &= left - 1) {
            size_t cell = w * 64 + (size_t)__builtin_ctzll(left);
            p->codes[p->cell_count] = (uint8_t)ground_code(g, state, cell);
            number[cell] = (uint8_t)p->cell_count++;
        }
    for (size_t cell = 0; cell < g->cells; cell++)
        for (size_t i = b->from[cell]; number[cell] < PART_CELLS && i < b->from[cell + 1]; i++)
            if (is_within(f, &b->moves[i].need, &live) && !take_move(b, &b->moves[i], number, p)) return false;
    return true;
}

/* The codes that each cell may come to hold, as bits. */
static void find_possible(const struct part_moves *p, uint8_t *possible)
{
    for (size_t c = 0; c < p->cell_count; c++) possible[c] = (uint8_t)(1 << p->codes[c]);
    for (size_t i = 0; i < p->move_count; i++)
        for (size_t t = p->moves[i].first; t < (size_t)p->moves[i].first + p->moves[i].count; t++)
            if (p->terms[t].puts != PART_ANY) possible[p->terms[t].cell] |= (uint8_t)(1 << p->terms[t].puts);
}

/* Leaves out moves that cannot be made; false if there is none. */
static bool drop_moves(struct part_moves *p, const uint8_t *possible)
{
    size_t left = 0;
    for (size_t i = 0; i < p->move_count; i++) {
        struct part_move move = p->moves[i];
        bool dead = false;
        for (size_t t = move.first; t < (size_t)move.first + move.count; t++)
            dead |= p->terms[t].asks != PART_ANY && !(possible[p->terms[t].cell] >> p->terms[t].asks & 1);
        if (!dead) p->moves[left++] = move;
    }
    bool dropped = left < p->move_count;
    p->move_count = left;
    return dropped;
}

/* Leaves out cells that always hold the same or that no move asks for, with their terms. */
static void drop_cells(struct part_moves *p, const uint8_t *possible)
{
    uint64_t asked = 0;
    uint8_t number[PART_CELLS];
    size_t left = 0, terms = 0;
    for (size_t i = 0; i < p->move_count; i++)
        for (size_t t = p->moves[i].first; t < (size_t)p->moves[i].first + p->moves[i].count; t++)
            if (p->terms[t].asks != PART_ANY) asked |= UINT64_C(1) << p->terms[t].cell;
    for (size_t c = 0; c < p->cell_count; c++) {
        bool kept = asked >> c & 1 && possible[c] & (possible[c] - 1);
        number[c] = kept ? (uint8_t)left : PART_CELLS;
        if (kept) p->codes[left++] = p->codes[c];
    }
    p->cell_count = left;
    for (size_t i = 0; i < p->move_count; i++) {
        struct part_move move = p->moves[i];
        p->moves[i].first = (uint16_t)terms;
        for (size_t t = move.first; t < (size_t)move.first + move.count; t++) {
            struct part_term term = p->terms[t];
            term.cell = number[term.cell];
            if (term.cell < PART_CELLS) p->terms[terms++] = term;
        }
        p->moves[i].count = (uint16_t)(terms - p->moves[i].first);
    }
    p->term_count = terms;
}

bool part_moves_read(const struct board_moves *b, const struct ground_mask *state, struct part_moves *p)
{
    uint8_t possible[PART_CELLS];
    if (!take_moves(b, state, p)) return false;
    do find_possible(p, possible);
    while (drop_moves(p, possible));
    drop_cells(p, possible);
    return true;
}
