/* SPDX-License-Identifier: MIT */
/* The moves are listed anew until no move writes a value that cells were not known to hold. */
#include "proof/ground/ground.h"
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "proof/ground/private.h"

enum { STEPS = 40000000, FEW_STEPS = STEPS / 16, FEW_MOVES = GROUND_MOVES / 4 };

/* ---- moves --------------------------------------------------------------------------------------------------------- */
/* Cell i of the board is left with `now`. */
static bool list_cell(struct grounding *d, size_t i, struct ground_number now, size_t *written, bool *changes)
{
    struct ground_scope *s = &d->s;
    int64_t value;
    uint16_t number;
    if (now.cell == (int)i) return true;
    if (!ground_known(s, now, &value)) return false;
    if (d->g->layout.fixed[i]) {
        bool other = value != d->g->layout.holds[i];
        d->opened[i] |= other;
        d->opens |= other;
        return true;
    }
    if (!grounding_number(d, s->piece_of[i], value, &number)) return false;
    if (s->chosen[i] == (signed char)number) return true;
    *changes |= s->chosen[i] >= 0;
    if (!vec_push(&d->cells, (struct raw_cell){(uint16_t)i, number})) return grounding_no_memory(d);
    ++*written;
    return true;
}

/* The cells of the piece that the move gives another value; a number that was asked is known. */
static bool list_written(struct grounding *d, const struct ground_piece *piece, const struct ground_value *v,
                         size_t *written, bool *changes)
{
    bool fine = true;
    if (!v->array) return list_cell(d, piece->first, v->number, written, changes);
    if (v->rows != piece->rows || v->columns != piece->columns) return grounding_refuse(d);
    for (size_t i = 0; fine && i < v->rows * v->columns; i++)
        fine = list_cell(d, piece->first + i, v->cells[i], written, changes);
    return fine;
}

static bool is_same(struct grounding *d, const struct ground_value *a, const struct ground_value *b)
{
    bool same = a->array == b->array && a->rows == b->rows && a->columns == b->columns;
    for (size_t i = 0; same && a->array && i < a->rows * a->columns; i++) {
        int64_t x, y;
        same = ground_known(&d->s, a->cells[i], &x) && ground_known(&d->s, b->cells[i], &y) && x == y;
    }
    return same && (a->array || a->number.value == b->number.value);
}

/* Cells that are moved to another place are asked before any is listed: one that was listed may be among them. */
static bool ask_moved(struct grounding *d, const struct ground_value *results)
{
    int64_t value;
    for (size_t f = 0; f < d->game->field_count; f++) {
        const struct ground_value *v = &results[f];
        if (d->piece[f] < 0) continue;
        size_t first = d->g->layout.pieces[d->piece[f]].first, count = v->array ? v->rows * v->columns : 1;
        for (size_t i = 0; i < count; i++) {
            struct ground_number n = v->array ? v->cells[i] : v->number;
            if (n.cell >= 0 && n.cell != (int)(first + i) && !ground_known(&d->s, n, &value)) return false;
        }
    }
    return true;
}

/* A move to a position of the same game of which the board alone is another one. */
static bool take_result(struct grounding *d, const struct expr *e)
{
    struct ground_value results[MODEL_MAX_FIELDS];
    size_t at = d->cells.count, written = 0;
    bool changes = false;
    if (e->kind != EXPR_GAME || e->game != d->s.from->game || e->count != d->game->field_count)
        return grounding_refuse(d);
    for (size_t f = 0; f < e->count; f++) {
        struct ground_value *v = &results[f];
        if (!ground_value_of(&d->s, e->kids[f], v)) return false;
        bool array = d->s.fields[f].array;
        if (v->array != array) return grounding_refuse(d);
        if (d->piece[f] >= 0) continue;
        if (!array && !ground_known(&d->s, v->number, &v->number.value)) return false;
        if (!is_same(d, v, &d->s.fields[f])) return grounding_refuse(d);
    }
    if (!ask_moved(d, results)) return false;
    for (size_t f = 0; f < e->count; f++)
        if (d->piece[f] >= 0 && !list_written(d, &d->g->layout.pieces[d->piece[f]], &results[f], &written, &changes))
            return false;
    if (d->opens) return true; /* the moves are listed anew */
    if (!changes) return grounding_refuse(d);
    for (size_t i = 0; i < d->s.asked_count; i++) {
        uint16_t cell = d->s.asked[i];
        if (!vec_push(&d->cells, (struct raw_cell){cell, (uint16_t)d->s.chosen[cell]})) return grounding_no_memory(d);
    }
    struct raw_move move = {at, (uint16_t)d->s.asked_count, (uint16_t)written};
    if (d->moves.count == GROUND_MOVES) return grounding_refuse(d);
    if (d->few && d->moves.count == FEW_MOVES) return d->s.steps = 0, grounding_refuse(d);
    return vec_push(&d->moves, move) || grounding_no_memory(d);
}

/* sum(f(c) for c in components(s)) as f(s); whether that is the same game is seen when all moves are known (ground_sums). */
static bool take_components(struct grounding *d, const struct expr *e)
{
    const struct expr *part = e->kids[0];
    if (e->gen_count != 1 || e->kids[1] || e->gens[0].domain.kind != DOMAIN_COMPONENTS || d->set < 0)
        return grounding_refuse(d);
    if (part->kind != EXPR_GAME || part->count != d->game->field_count) return grounding_refuse(d);
    const struct expr *board = part->kids[d->set];
    if (board->kind != EXPR_LOCAL || board->index != e->gens[0].slot) return grounding_refuse(d);
    struct ground_local here = {e->gens[0].slot, {0}, d->s.locals};
    if (!ground_value_of(&d->s, e->gens[0].domain.low, &here.value)) return false;
    d->falls = true;
    d->s.locals = &here;
    bool fine = take_result(d, part);
    d->s.locals = here.next;
    return fine;
}

static bool find_result(struct grounding *d, const struct expr *e)
{
    int64_t when;
    if (e->kind == EXPR_SUM_FOR) return take_components(d, e);
    if (e->kind == EXPR_IF) return ground_number_of(&d->s, e->kids[0], &when) && find_result(d, e->kids[when ? 1 : 2]);
    if (e->kind != EXPR_LET) return take_result(d, e);
    struct ground_local here = {e->index, {0}, d->s.locals};
    if (!ground_value_of(&d->s, e->kids[0], &here.value)) return false;
    d->s.locals = &here;
    bool fine = find_result(d, e->kids[1]);
    d->s.locals = here.next;
    return fine;
}

static bool try_move(struct grounding *d, const struct move *m)
{
    int64_t when = 1;
    d->s.chosen_locals = d->s.locals;
    for (size_t i = 0; when && i < m->condition_count; i++)
        if (!ground_number_of(&d->s, m->conditions[i], &when)) return false;
    return !when || find_result(d, m->result);
}

/* The next values of the cells that were asked since there were `before`; false: all were tried, and none is asked. */
static bool next_values(struct ground_scope *s, size_t before)
{
    for (; s->asked_count > before; s->asked_count--) {
        uint16_t cell = s->asked[s->asked_count - 1];
        if ((size_t)++s->chosen[cell] < s->held[s->piece_of[cell]].count) return true;
        s->chosen[cell] = -1;
    }
    return false;
}

static bool walk(struct grounding *d, const struct move *m, size_t gen);

/* With the generator's element, which is there if `held` is 1; NULL: it is. */
static bool walk_element(struct grounding *d, const struct move *m, size_t gen, int64_t element,
                         const struct ground_number *held)
{
    size_t before = d->s.asked_count;
    struct ground_local here = {m->gens[gen].slot, {.number = {element, -1}}, d->s.locals};
    bool fine = true;
    d->s.locals = &here;
    d->s.choice++;
    do {
        int64_t in = 1;
        fine = !held || ground_known(&d->s, *held, &in);
        if (fine && in) fine = walk(d, m, gen + 1);
    } while (fine && !d->grown && next_values(&d->s, before));
    d->s.locals = here.next;
    return fine;
}

static bool walk(struct grounding *d, const struct move *m, size_t gen)
{
    size_t before = d->s.asked_count;
    bool fine = true;
    do {
        struct arena_mark mark = arena_mark(d->s.arena);
        int64_t *elements;
        const struct ground_number *held;
        size_t count = 0;
        if (gen == m->gen_count) fine = try_move(d, m);
        else fine = ground_elements(&d->s, &m->gens[gen].domain, &elements, &held, &count);
        for (size_t i = 0; fine && !d->grown && i < count; i++)
            fine = walk_element(d, m, gen, elements[i], held ? &held[i] : NULL);
        arena_rewind(d->s.arena, mark);
    } while (fine && !d->grown && next_values(&d->s, before));
    return fine;
}

static bool list_moves(struct grounding *d)
{
    bool fine = true;
    d->cells.count = d->moves.count = d->s.asked_count = 0;
    d->grown = false;
    memset(d->s.chosen, -1, sizeof d->s.chosen);
    for (d->s.mover = 1; d->s.mover <= (d->game->reads_mover ? 2 : 1); d->s.mover++)
        for (size_t i = 0; fine && !d->grown && i < d->game->move_count; i++) {
            const struct move *m = &d->game->moves[i];
            d->s.choice++;
            fine = m->result && m->lua < 0 ? walk(d, m, 0) : grounding_refuse(d);
        }
    return fine;
}

/* ---- masks --------------------------------------------------------------------------------------------------------- */
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

/* Of each piece the codes of its values, by their numbers. */
struct codes {
    size_t of[GROUND_PIECES][GROUND_VALUES];
};

/* Gives the final value of the piece code 0. If there is none, no value has that code. */
static bool choose_codes_of(struct grounding *d, size_t k, size_t *of)
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
    g->first_code = 1;
    for (size_t k = 0; k < g->layout.count; k++) {
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

static void make_masks(const struct grounding *d, const struct codes *codes, const struct raw_move *m,
                       struct ground_move *out)
{
    const struct ground *g = d->g;
    const struct raw_cell *written = d->cells.data + m->at, *asked = written + m->written;
    size_t all = ((size_t)1 << g->planes) - 1;
    *out = (struct ground_move){0};
    for (size_t i = 0; i < m->asked; i++) {
        size_t code = codes->of[d->s.piece_of[asked[i].cell]][asked[i].value];
        ground_put(g, &out->care, asked[i].cell, all);
        ground_put(g, &out->want, asked[i].cell, code);
        ground_add(&out->foot, asked[i].cell);
        if (code) ground_add(&out->need, asked[i].cell);
    }
    for (size_t i = 0; i < m->written; i++) {
        ground_put(g, &out->write, written[i].cell, all);
        ground_put(g, &out->put, written[i].cell, codes->of[d->s.piece_of[written[i].cell]][written[i].value]);
        ground_add(&out->foot, written[i].cell);
    }
}

static int compare_moves(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_move)); }

static bool write_moves(struct grounding *d, struct arena *arena)
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
    if (d->falls && !ground_sums(g, ground_graph(d->s.from, d->game->fields[d->set].graph))) return grounding_refuse(d);
    return ground_find_alike(g, arena, d->s.arena) || grounding_no_memory(d);
}

/* Where few cells stay as they are, not much is tried: most lists that are too long stay so. */
static bool is_worth_fixing(struct grounding *d)
{
    size_t fixed = d->g->layout.fixed_count;
    if (2 * fixed < d->board_cells && d->s.steps > FEW_STEPS) d->s.steps = FEW_STEPS;
    return fixed > 0;
}

static bool run(struct grounding *d, struct arena *arena)
{
    if (!grounding_read(d)) return false;
    do {
        if (!list_moves(d)) return false;
        if (!d->opens) continue;
        if (!grounding_open(d) || !is_worth_fixing(d)) return false;
        d->grown = true;
    } while (d->grown);
    if (d->g->layout.fixed_count == d->board_cells)
        return false; /* there are no moves, and no cells that hold anything */
    return write_moves(d, arena);
}

/* One way to make a board. */
struct way {
    bool all, fixes; /* all fields that change, else one of them; cells that stay as they are */
    bool few;        /* moves */
    uint64_t steps;
    bool ran_out, no_memory;
};

static bool try_board(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct arena scratch = {0};
    struct grounding *d = mem_alloc(sizeof *d);
    *g = (struct ground){0};
    if (!d) return way->no_memory = true, false;
    *d = (struct grounding){.game = &from->model->games[from->game], .g = g, .fixes = way->fixes, .few = way->few};
    d->s = (struct ground_scope){.from = from, .arena = &scratch, .steps = way->steps};
    grounding_choose(d, way->all);
    bool fine = run(d, arena);
    way->no_memory = d->s.no_memory;
    way->ran_out = d->s.steps == 0;
    if (!fine) *g = (struct ground){0};
    vec_free(&d->cells);
    vec_free(&d->moves);
    arena_free(&scratch);
    mem_free(d, sizeof *d);
    return fine;
}

/* What is done in a few steps with all cells, and a few moves, need not be tried with some of them. (Kings beside an obstacle of a third
 * value: of each of its neighbours both values are asked for that do not stop them.) */
static bool try_ways(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    way->steps = FEW_STEPS, way->few = true, way->fixes = false;
    bool found = try_board(from, way, arena, g), ran_out = way->ran_out;
    if (found || way->no_memory) return found;
    way->steps = STEPS, way->few = false, way->fixes = true;
    found = try_board(from, way, arena, g);
    if (found || way->no_memory || !ran_out) return found;
    way->fixes = false;
    return try_board(from, way, arena, g);
}

static bool may_be_made(const struct ground_from *from)
{
    const struct game *game = &from->model->games[from->game];
    return game->kind == GAME_RULES && !game->invariant && !game->loopy;
}

enum status ground_make(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    struct way way = {.all = grounding_changed(&from->model->games[from->game]) > 1};
    *ground = (struct ground){0};
    if (!may_be_made(from)) return ST_OK;
    bool found = try_ways(from, &way, arena, ground);
    if (!found && way.all && !way.no_memory) {
        way.all = false;
        try_ways(from, &way, arena, ground);
    }
    return way.no_memory ? ST_NO_MEMORY : ST_OK;
}

enum status ground_make_fixed(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    struct way way = {.all = true, .fixes = true, .steps = STEPS};
    *ground = (struct ground){0};
    if (may_be_made(from)) try_board(from, &way, arena, ground);
    return way.no_memory ? ST_NO_MEMORY : ST_OK;
}
