/* SPDX-License-Identifier: MIT */
/* Ways to move with sets of values, as moves that ask single ones: a rule that was gone through once for the one list has the other too.
 *
 * Theorem. Let each way ask each cell for one of all values of its piece, or for one of some. Let there be a move for each choice of one
 * value for each cell of the second kind, which asks the cells of the second kind for these, none else, and writes what the way does, but
 * for cells of which the way asks the one value that it puts there. Then the options of each state are what the moves that are possible in
 * it lead to.
 * Proof. A state in which the way is possible holds one of the values that are allowed in each cell, so one of the moves is possible there,
 * and leads to the same; a move that is possible says that the way is. What the ways lead to are the options (ground_make_choices), and so
 * the invariant allows it. [] */
#include <string.h>
#include "base/mem.h"
#include "proof/ground/private.h"

/* What one way asks, as it is multiplied out. */
struct asking {
    uint16_t cells[GROUND_CELLS];
    uint64_t sets[GROUND_CELLS];
    size_t count;
    struct ground_mask kept; /* cells of which it asks the one value that it puts there */
};

static uint64_t allowed_in(const struct ground_choices *from, const struct ground_choice *way, size_t cell)
{
    uint64_t set = 0;
    for (size_t v = 0; v < from->board.value_count; v++) set |= (uint64_t)ground_has(&way->allowed[v], cell) << v;
    return set;
}

/* False: there are more moves than there may be. */
static bool find_asked(const struct grounding *d, const struct ground_choices *from, const struct ground_choice *way,
                       struct asking *a, size_t *moves)
{
    *a = (struct asking){.count = 0};
    *moves = 1;
    for (size_t cell = 0; cell < d->board_cells && *moves <= GROUND_MOVES; cell++) {
        uint64_t set = allowed_in(from, way, cell), all = (UINT64_C(1) << ground_held_by(&d->s, cell)->count) - 1;
        for (size_t v = 0; v < from->board.value_count; v++)
            if (set == UINT64_C(1) << v && ground_has(&way->puts[v], cell)) ground_add(&a->kept, cell);
        if (set == all) continue;
        a->cells[a->count] = (uint16_t)cell;
        a->sets[a->count++] = set;
        *moves *= (size_t)__builtin_popcountll(set);
    }
    return *moves <= GROUND_MOVES;
}

/* Move number `index` of those that the way is: of each cell the value whose number among the allowed ones is a digit of that. */
static bool list_move(struct grounding *d, const struct ground_choices *from, const struct ground_choice *way,
                      const struct asking *a, size_t index)
{
    struct raw_move move = {d->cells.count, (uint16_t)a->count, 0};
    for (size_t cell = 0; cell < d->board_cells; cell++)
        for (size_t v = 0; ground_has(&way->write, cell) && v < from->board.value_count; v++) {
            if (!ground_has(&way->puts[v], cell) || ground_has(&a->kept, cell)) continue;
            if (!vec_push(&d->cells, (struct raw_cell){(uint16_t)cell, (uint16_t)v})) return grounding_no_memory(d);
            move.written++;
        }
    for (size_t i = 0; i < a->count; i++) {
        uint64_t set = a->sets[i];
        size_t values = (size_t)__builtin_popcountll(set);
        for (size_t k = index % values; k > 0; k--) set &= set - 1;
        index /= values;
        struct raw_cell asked = {a->cells[i], (uint16_t)__builtin_ctzll(set)};
        if (!vec_push(&d->cells, asked)) return grounding_no_memory(d);
    }
    return vec_push(&d->moves, move) || grounding_no_memory(d);
}

/* The pieces, with what their cells hold, as the ways have them. False: these are more values than masks have. */
static bool take_board(struct grounding *d, const struct ground *board)
{
    bool fine = true;
    d->g->layout = board->layout;
    d->g->rows = board->rows;
    d->g->columns = board->columns;
    d->board_cells = board->cells;
    for (size_t k = 0; k < board->layout.count && fine; k++) {
        const struct ground_piece *piece = &board->layout.pieces[k];
        struct ground_held *held = &d->s.held[k];
        fine =
            piece->value_count <= GROUND_VALUES && !piece->owns && !piece->bits && !piece->merges && piece->width == 1;
        held->count = piece->value_count;
        held->from = INT64_MAX;
        for (size_t i = 0; fine && i < held->count; i++) held->values[i] = piece->values[i];
        for (size_t i = 0; i < piece->rows * piece->columns; i++) d->s.piece_of[piece->first + i] = (unsigned char)k;
    }
    return fine;
}

static bool list_all(struct grounding *d, const struct ground_choices *from)
{
    struct asking a;
    size_t moves;
    if (!take_board(d, &from->board)) return false;
    for (size_t i = 0; i < from->count; i++) {
        if (!find_asked(d, from, &from->ways[i], &a, &moves) || d->moves.count + moves > GROUND_MOVES) return false;
        for (size_t k = 0; k < moves; k++)
            if (!list_move(d, from, &from->ways[i], &a, k)) return false;
    }
    return true;
}

/* Which cells a way asks depends on the order in which the rule names them, and its image may be no way. What is left of the moves once
 * they are joined and widened does not, mostly. False: nothing is the same game elsewhere, as far as these show, or memory is out. */
static bool find_images(struct grounding *d, struct arena *arena)
{
    struct ground *g = d->g;
    if (!ground_join(g, arena) || !ground_widen(g, arena) || !ground_find_alike(g, arena, d->s.arena))
        return grounding_no_memory(d);
    return g->slides[0] || g->slides[1] || g->images || g->twist_count || g->order_count;
}

enum status grounding_write_listed(const struct ground_from *from, const struct ground_choices *choices,
                                   struct arena *arena, struct ground *g)
{
    struct arena scratch = {0};
    struct grounding *d = mem_alloc(sizeof *d);
    *g = (struct ground){0};
    if (!d) return ST_NO_MEMORY;
    d->game = &from->model->games[from->game];
    d->g = g;
    d->s.from = from;
    d->s.arena = &scratch;
    bool fine = list_all(d, choices) && grounding_write_moves(d, arena);
    fine = fine && find_images(d, arena);
    enum status st = d->s.no_memory ? ST_NO_MEMORY : ST_OK;
    if (!fine) *g = (struct ground){0};
    vec_free(&d->cells);
    vec_free(&d->moves);
    arena_free(&scratch);
    mem_free(d, sizeof *d);
    return st;
}
