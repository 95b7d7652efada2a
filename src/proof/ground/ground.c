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
    if (d->caps) grounding_leave(d, i, value);
    if (!grounding_number(d, s->piece_of[i], value, &number)) return false;
    if (s->chosen[i] == (signed char)number) return true;
    *changes |= s->chosen[i] >= 0;
    if (!vec_push(&d->cells, (struct raw_cell){(uint16_t)i, number})) return grounding_no_memory(d);
    ++*written;
    return true;
}

/* Digits beyond those of the piece; *widens: one is not 0. */
static bool widen(struct grounding *d, size_t f, const struct ground_piece *piece, const struct ground_value *v)
{
    int64_t bit;
    for (size_t k = v->columns; k > piece->columns; k--) {
        if (!ground_known(&d->s, v->cells[k - 1], &bit)) return false;
        if (!bit) continue;
        d->widens = true;
        if (k > d->digits[f]) d->digits[f] = k;
        break;
    }
    return true;
}

/* Of number i of a piece in digits. */
static const struct ground_value *digits_at(const struct ground_value *v, size_t i)
{
    return v->bits ? v : v->cells[i].digits;
}

static bool list_digits(struct grounding *d, const struct ground_piece *piece, const struct ground_value *v,
                        size_t *written, bool *changes)
{
    bool fine = true;
    for (size_t i = 0; i < piece->rows; i++)
        for (size_t k = 0; fine && k < piece->columns; k++) {
            const struct ground_value *x = digits_at(v, i);
            struct ground_number digit = k < x->columns ? x->cells[k] : ground_const(0);
            fine = list_cell(d, piece->first + i * piece->columns + k, digit, written, changes);
        }
    return fine;
}

/* The cells of the piece that the move gives another value; a number that was asked is known. */
static bool list_written(struct grounding *d, const struct ground_piece *piece, const struct ground_value *v,
                         size_t *written, bool *changes)
{
    bool fine = true;
    if (!v->array) return list_cell(d, piece->first, v->number, written, changes);
    if (piece->bits) return list_digits(d, piece, v, written, changes);
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

/* The number, or each of the row or grid, in digits. */
static bool find_digits(struct grounding *d, size_t f, struct ground_value *v)
{
    const struct ground_piece *piece = &d->g->layout.pieces[d->piece[f]];
    const struct ground_value *old = &d->s.fields[f];
    if (old->bits) return ground_to_bits(&d->s, v) && widen(d, f, piece, v);
    if (v->bits || v->rows != old->rows || v->columns != old->columns) return grounding_refuse(d);
    struct ground_number *cells = arena_array(d->s.arena, piece->rows, sizeof *cells);
    struct ground_value *each = arena_array(d->s.arena, piece->rows, sizeof *each);
    if (!cells || !each) return grounding_no_memory(d);
    bool fine = true;
    for (size_t i = 0; fine && i < piece->rows; i++) {
        ground_of(v->cells[i], &each[i]);
        fine = ground_to_bits(&d->s, &each[i]) && widen(d, f, piece, &each[i]);
        cells[i] = ground_in_digits(&each[i]);
    }
    return v->cells = cells, fine;
}

/* What the field becomes: in digits if it is a piece that is written so, and a number if it is none. */
static bool find_field(struct grounding *d, size_t f, const struct expr *e, struct ground_value *v)
{
    int64_t number;
    if (!ground_value_of(&d->s, e, v)) return false;
    if (v->array != d->s.fields[f].array && !v->bits && !d->s.fields[f].bits) return grounding_refuse(d);
    if (d->digits[f] && d->piece[f] >= 0) return find_digits(d, f, v);
    if (!v->bits) return true;
    return ground_number_of_bits(&d->s, v, &number) && ground_give(v, number);
}

static bool ask_moved_to(struct grounding *d, size_t first, const struct ground_value *v)
{
    int64_t value;
    size_t count = v->array ? v->rows * v->columns : 1;
    for (size_t i = 0; i < count; i++) {
        struct ground_number n = v->array ? v->cells[i] : v->number;
        if (n.cell >= 0 && n.cell != (int)(first + i) && !ground_known(&d->s, n, &value)) return false;
    }
    return true;
}

/* Cells that are moved to another place are asked before any is listed: one that was listed may be among them. */
static bool ask_moved(struct grounding *d, const struct ground_value *results)
{
    bool fine = true;
    for (size_t f = 0; f < d->game->field_count && fine; f++) {
        const struct ground_value *v = &results[f];
        if (d->piece[f] < 0) continue;
        const struct ground_piece *piece = &d->g->layout.pieces[d->piece[f]];
        for (size_t i = 0; piece->bits && i < piece->rows && fine; i++)
            fine = ask_moved_to(d, piece->first + i * piece->columns, digits_at(v, i));
        if (!piece->bits) fine = ask_moved_to(d, piece->first, v);
    }
    return fine;
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
        if (!find_field(d, f, e->kids[f], v)) return false;
        bool array = d->s.fields[f].array;
        if (v->array != array) return grounding_refuse(d);
        if (d->piece[f] >= 0) continue;
        if (!array && !ground_known(&d->s, v->number, &v->number.value)) return false;
        if (!is_same(d, v, &d->s.fields[f])) return grounding_refuse(d);
    }
    if (d->widens) return true; /* the moves are listed anew, on a board of more cells */
    if (!ask_moved(d, results)) return false;
    if (d->caps && grounding_asks_more(d)) return d->capped = true, !d->raises || grounding_refuse(d);
    d->rise = 0;
    for (size_t f = 0; f < e->count; f++)
        if (d->piece[f] >= 0 && !list_written(d, &d->g->layout.pieces[d->piece[f]], &results[f], &written, &changes))
            return false;
    if (d->opens) return true; /* the moves are listed anew */
    d->raises |= d->rise > 0;
    if (d->raises && d->capped) return grounding_refuse(d);
    if (!changes) return grounding_refuse(d);
    for (size_t i = 0; i < d->s.asked_count; i++) {
        uint16_t cell = d->s.asked[i];
        if (!vec_push(&d->cells, (struct raw_cell){cell, (uint16_t)d->s.chosen[cell]})) return grounding_no_memory(d);
    }
    struct raw_move move = {at, (uint16_t)d->s.asked_count, (uint16_t)written};
    if (d->moves.count == (d->in_words ? GROUND_WORD_MOVES : GROUND_MOVES)) return grounding_refuse(d);
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
    if (!when) return true;
    return m->result ? find_result(d, m->result) : grounding_breach(d);
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
static bool walk_element(struct grounding *d, const struct move *m, size_t gen, struct ground_number element,
                         const struct ground_number *held)
{
    size_t before = d->s.asked_count;
    struct ground_local here = {m->gens[gen].slot, {0}, d->s.locals};
    bool fine = true;
    ground_of(element, &here.value);
    d->s.locals = &here;
    d->s.choice++;
    do {
        int64_t in = 1;
        fine = !held || ground_known(&d->s, *held, &in);
        if (fine && in) fine = walk(d, m, gen + 1);
    } while (fine && !d->stops && next_values(&d->s, before));
    d->s.locals = here.next;
    return fine;
}

static bool walk_cells(struct grounding *d, const struct move *m, size_t gen)
{
    struct ground_value row;
    bool fine = ground_array_of(&d->s, m->gens[gen].domain.low, &row);
    for (size_t i = 0; fine && !d->stops && i < row.columns; i++) fine = walk_element(d, m, gen, row.cells[i], NULL);
    return fine;
}

static bool walk_set(struct grounding *d, const struct move *m, size_t gen)
{
    int64_t *elements;
    const struct ground_number *held;
    size_t count = 0;
    bool fine = ground_elements(&d->s, &m->gens[gen].domain, &elements, &held, &count);
    for (size_t i = 0; fine && !d->stops && i < count; i++)
        fine = walk_element(d, m, gen, ground_const(elements[i]), held ? &held[i] : NULL);
    return fine;
}

static bool walk(struct grounding *d, const struct move *m, size_t gen)
{
    size_t before = d->s.asked_count;
    bool fine = true;
    do {
        struct arena_mark mark = arena_mark(d->s.arena);
        if (gen == m->gen_count) fine = try_move(d, m);
        else if (ground_is_of_cells(&m->gens[gen].domain)) fine = walk_cells(d, m, gen);
        else fine = walk_set(d, m, gen);
        arena_rewind(d->s.arena, mark);
    } while (fine && !d->stops && next_values(&d->s, before));
    return fine;
}

bool grounding_walk(struct grounding *d, const struct move *m)
{
    d->s.choice++;
    return walk(d, m, 0);
}

static bool list_moves(struct grounding *d)
{
    bool fine = true;
    d->cells.count = d->moves.count = d->s.asked_count = 0;
    d->grown = d->stops = false;
    memset(d->s.chosen, -1, sizeof d->s.chosen);
    for (d->s.mover = 1; d->s.mover <= (d->game->reads_mover ? 2 : 1); d->s.mover++)
        for (size_t i = 0; fine && !d->stops && i < d->game->move_count; i++) {
            const struct move *m = &d->game->moves[i];
            fine = m->result && m->lua < 0 ? grounding_walk(d, m) : grounding_refuse(d);
        }
    return fine;
}

/* ---- boards ------------------------------------------------------------------------------------------------------ */
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
    grounding_cap(d);
    do {
        if (!list_moves(d) || d->widens) return false;
        if (!d->opens) continue;
        if (!grounding_open(d) || !is_worth_fixing(d)) return false;
        d->grown = true;
    } while (d->grown);
    if (d->g->layout.fixed_count == d->board_cells)
        return false; /* there are no moves, and no cells that hold anything */
    return grounding_keeps(d) && grounding_write(d, arena);
}

/* One way to make a board. */
struct way {
    bool all, fixes; /* all fields that change, else one of them; cells that stay as they are */
    bool few;        /* moves */
    bool in_words, caps;
    bool in_bits; /* numbers that are asked for binary digits, as these */
    uint64_t steps;
    bool ran_out, no_memory;
};

static void begin(struct grounding *d, const struct ground_from *from, const struct way *way, struct ground *g)
{
    *g = (struct ground){0};
    *d = (struct grounding){.game = &from->model->games[from->game], .g = g, .fixes = way->fixes, .few = way->few};
    d->in_words = way->in_words;
    d->caps = way->caps;
    d->s.from = from;
    d->s.steps = way->steps;
    grounding_choose(d, way->all);
    for (size_t f = 0; way->in_bits && f < d->game->field_count; f++) {
        d->digits[f] = d->piece[f] >= 0 && grounding_has_digits(d->game, f);
        d->s.in_bits |= d->digits[f] > 0;
    }
}

/* The same on a board on which numbers have the digits that moves were found to write, with the steps that are left. */
static void begin_wider(struct grounding *d, const struct way *way)
{
    struct grounding before = *d;
    begin(d, before.s.from, way, before.g);
    memcpy(d->digits, before.digits, sizeof d->digits);
    d->s.steps = before.s.steps;
    d->s.arena = before.s.arena;
    vec_free(&before.cells);
    vec_free(&before.moves);
    arena_free(d->s.arena);
}

static bool try_board(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct arena scratch = {0};
    struct grounding *d = mem_alloc(sizeof *d);
    if (!d) return *g = (struct ground){0}, way->no_memory = true, false;
    begin(d, from, way, g);
    d->s.arena = &scratch;
    bool fine = (!way->in_bits || d->s.in_bits) && run(d, arena);
    while (!fine && d->widens && !d->s.refused) {
        begin_wider(d, way);
        fine = run(d, arena);
    }
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

/* Where numbers that are asked for binary digits are laid out as these. */
static bool try_digits(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct way digits = {.all = true, .in_bits = true, .steps = STEPS / 4};
    bool found = try_board(from, &digits, arena, g);
    way->no_memory = digits.no_memory;
    return found;
}

static bool may_be_made(const struct ground_from *from)
{
    const struct game *game = &from->model->games[from->game];
    return game->kind == GAME_RULES && !game->loopy;
}

enum status ground_make(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    struct way way = {.all = grounding_changed(&from->model->games[from->game]) > 1};
    *ground = (struct ground){0};
    if (!may_be_made(from)) return ST_OK;
    bool found = try_ways(from, &way, arena, ground);
    if (!found && !way.no_memory) found = try_digits(from, &way, arena, ground);
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

/* Most often no number is larger than the total, or it is seen soon that ways to move raise that. */
enum status ground_make_words(const struct ground_from *from, uint64_t steps, struct arena *arena,
                              struct ground *ground)
{
    struct way way = {.all = true, .in_words = true, .caps = true, .steps = steps};
    *ground = (struct ground){0};
    if (!may_be_made(from) || try_board(from, &way, arena, ground)) return ST_OK;
    way.caps = false;
    if (!way.no_memory && !way.ran_out && try_board(from, &way, arena, ground)) return ST_OK;
    way.in_bits = true;
    if (!way.no_memory && !way.ran_out) try_board(from, &way, arena, ground);
    return way.no_memory ? ST_NO_MEMORY : ST_OK;
}
