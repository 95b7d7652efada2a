/* SPDX-License-Identifier: MIT */
/* The moves are listed anew until no move writes a value that cells were not known to hold. */
#include "proof/ground/ground.h"
#include <stdlib.h>
#include <string.h>
#include "proof/ground/private.h"

enum { STEPS = 40000000 };

/* A cell, and which of the values it holds, or is given. */
struct raw_cell {
    uint16_t cell, value;
};
/* So many cells are asked, and then so many are written. */
struct raw_move {
    size_t at;
    uint16_t asked, written;
};
struct grounding {
    struct ground_scope s;
    const struct game *game;
    int field;  /* the board */
    bool falls; /* some move leads to the sum over the components of a set */
    struct ground *g;
    int64_t values[GROUND_VALUES];
    VEC(struct raw_cell) cells;
    VEC(struct raw_move) moves;
    bool grown; /* a value was found that was not known */
};

static bool refuse(struct grounding *d)
{
    d->s.refused = true;
    return false;
}

static bool out_of_memory(struct grounding *d)
{
    d->s.no_memory = true;
    return refuse(d);
}

/* ---- the state ---------------------------------------------------------------------------------------------------- */
static bool is_kept(const struct game *game, size_t field)
{
    bool kept = true;
    for (size_t i = 0; kept && i < game->move_count; i++) {
        const struct expr *e = game->moves[i].result;
        if (e && e->kind == EXPR_GAME && field < e->count)
            kept = e->kids[field]->kind == EXPR_FIELD && e->kids[field]->index == (int)field;
    }
    return kept;
}

/* The field's cells, as far as they go. */
static bool read_array(struct grounding *d, size_t f, bool grid, size_t *at)
{
    const struct ground_from *from = d->s.from;
    struct ground_value *v = &d->s.fields[f];
    if (from->count - *at < (grid ? 2u : 1u)) return refuse(d);
    *v = (struct ground_value){.array = true, .rows = grid ? (size_t)from->cells[(*at)++] : 1};
    v->columns = (size_t)from->cells[(*at)++];
    if (v->rows > GROUND_CELLS || v->columns > GROUND_CELLS) return refuse(d);
    size_t count = v->rows * v->columns;
    if (count > GROUND_ELEMENTS || from->count - *at < count) return refuse(d);
    if (!(v->cells = arena_array(d->s.arena, count + 1, sizeof *v->cells))) return out_of_memory(d);
    bool board = d->field < 0 && !is_kept(d->game, f);
    if (board) d->field = (int)f, d->g->rows = v->rows, d->g->columns = v->columns, d->g->at = *at;
    for (size_t i = 0; i < count; i++)
        v->cells[i] = board ? (struct ground_number){0, (int)i} : (struct ground_number){from->cells[*at + i], -1};
    *at += count;
    return true;
}

/* The board is a set of nodes: a row of 0 and 1 with a cell for each node of the graph. */
static bool read_set(struct grounding *d, size_t f, size_t *at)
{
    const struct ground_from *from = d->s.from;
    struct ground_value *v = &d->s.fields[f];
    size_t nodes = ground_graph(d->s.from, d->game->fields[f].graph)->node_count;
    if (d->field >= 0 || *at == from->count || nodes > GROUND_CELLS) return refuse(d);
    size_t count = (size_t)from->cells[*at];
    if (from->count - *at - 1 < count) return refuse(d);
    *v = (struct ground_value){.array = true, .rows = 1, .columns = nodes};
    if (!(v->cells = arena_array(d->s.arena, nodes + 1, sizeof *v->cells))) return out_of_memory(d);
    for (size_t i = 0; i < nodes; i++) v->cells[i] = (struct ground_number){0, (int)i};
    d->field = (int)f, d->g->rows = 1, d->g->columns = nodes, d->g->at = *at, d->g->set = true;
    *at += 1 + count;
    return true;
}

static bool read_state(struct grounding *d)
{
    size_t at = 0;
    bool fine = true;
    for (size_t f = 0; fine && f < d->game->field_count; f++) {
        enum field_kind kind = d->game->fields[f].kind;
        if (kind == FIELD_ROW || kind == FIELD_GRID) fine = read_array(d, f, kind == FIELD_GRID, &at);
        else if (kind == FIELD_NODES) fine = read_set(d, f, &at);
        else if (kind > FIELD_BOOL || at == d->s.from->count) fine = refuse(d);
        else d->s.fields[f] = (struct ground_value){.number = {d->s.from->cells[at++], -1}};
    }
    size_t count = d->g->rows * d->g->columns;
    return fine && d->field >= 0 && at == d->s.from->count && count > 0 && count <= GROUND_CELLS;
}

/* The number of a value among those that cells may hold; one that is new is added. */
static bool number_value(struct grounding *d, int64_t value, uint16_t *number)
{
    size_t i = 0;
    while (i < d->s.value_count && d->values[i] != value) i++;
    if (value < 0 || i == GROUND_VALUES) return refuse(d);
    *number = (uint16_t)i;
    if (i < d->s.value_count) return true;
    d->values[d->s.value_count++] = value;
    return d->grown = true;
}

/* ---- moves --------------------------------------------------------------------------------------------------------- */
/* The cells of the result that the move gives another value; a number that was asked is known. */
static bool list_written(struct grounding *d, const struct ground_value *board, size_t *written)
{
    struct ground_scope *s = &d->s;
    bool changes = false;
    for (size_t i = 0; i < d->g->rows * d->g->columns; i++) {
        int64_t value;
        uint16_t number;
        if (board->cells[i].cell == (int)i) continue;
        if (!ground_known(s, board->cells[i], &value) || !number_value(d, value, &number)) return false;
        if (s->chosen[i] == (signed char)number) continue;
        changes |= s->chosen[i] >= 0;
        if (!vec_push(&d->cells, (struct raw_cell){(uint16_t)i, number})) return out_of_memory(d);
        ++*written;
    }
    return changes || refuse(d);
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

/* A move to a position of the same game of which the board alone is another one. */
static bool take_result(struct grounding *d, const struct expr *e)
{
    struct ground_value board = {0};
    size_t at = d->cells.count, written = 0;
    if (e->kind != EXPR_GAME || e->game != d->s.from->game || e->count != d->game->field_count) return refuse(d);
    for (size_t f = 0; f < e->count; f++) {
        struct ground_value v;
        if (!ground_value_of(&d->s, e->kids[f], &v)) return false;
        if (!v.array && !ground_known(&d->s, v.number, &v.number.value)) return false;
        if (f == (size_t)d->field) board = v;
        else if (!is_same(d, &v, &d->s.fields[f])) return refuse(d);
    }
    if (!board.array || board.rows != d->g->rows || board.columns != d->g->columns) return refuse(d);
    if (!list_written(d, &board, &written)) return false;
    for (size_t i = 0; i < d->s.asked_count; i++) {
        uint16_t cell = d->s.asked[i];
        if (!vec_push(&d->cells, (struct raw_cell){cell, (uint16_t)d->s.chosen[cell]})) return out_of_memory(d);
    }
    struct raw_move move = {at, (uint16_t)d->s.asked_count, (uint16_t)written};
    if (d->moves.count == GROUND_MOVES) return refuse(d);
    return vec_push(&d->moves, move) || out_of_memory(d);
}

/* sum(f(c) for c in components(s)) as f(s); whether that is the same game is seen when all moves are known (ground_sums). */
static bool take_components(struct grounding *d, const struct expr *e)
{
    const struct expr *part = e->kids[0];
    if (e->gen_count != 1 || e->kids[1] || e->gens[0].domain.kind != DOMAIN_COMPONENTS || !d->g->set) return refuse(d);
    if (part->kind != EXPR_GAME || part->count != d->game->field_count) return refuse(d);
    const struct expr *board = part->kids[d->field];
    if (board->kind != EXPR_LOCAL || board->index != e->gens[0].slot) return refuse(d);
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
        if ((size_t)++s->chosen[cell] < s->value_count) return true;
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
            fine = m->result && m->lua < 0 ? walk(d, m, 0) : refuse(d);
        }
    return fine;
}

/* ---- masks --------------------------------------------------------------------------------------------------------- */
/* Which values some move changes, as bits. */
static uint32_t changed_values(const struct grounding *d)
{
    uint32_t changed = 0;
    for (size_t i = 0; i < d->moves.count; i++) {
        const struct raw_move *m = &d->moves.data[i];
        const struct raw_cell *written = d->cells.data + m->at, *asked = written + m->written;
        for (size_t w = 0; w < m->written; w++) {
            uint32_t held = (1u << d->s.value_count) - 1;
            for (size_t a = 0; a < m->asked; a++)
                if (asked[a].cell == written[w].cell) held = 1u << asked[a].value;
            changed |= held & ~(1u << written[w].value);
        }
    }
    return changed;
}

/* Gives the final value code 0: *of[number of a value] is its code. If there is none, no value has that code. */
static bool choose_codes(struct grounding *d, size_t *of)
{
    uint32_t changed = changed_values(d);
    size_t final = d->s.value_count, codes = 1;
    for (size_t i = 0; i < d->s.value_count; i++)
        if (!(changed >> i & 1) && (final == d->s.value_count || d->values[i] == 0)) final = i;
    d->g->value_count = d->s.value_count + (final == d->s.value_count);
    if (d->g->value_count > GROUND_VALUES) return refuse(d);
    d->g->values[0] = GROUND_NO_VALUE;
    for (size_t i = 0; i < d->s.value_count; i++) {
        of[i] = i == final ? 0 : codes++;
        d->g->values[of[i]] = d->values[i];
    }
    d->g->planes = d->g->value_count > 2 ? 2 : 1;
    d->g->span = (d->g->rows * d->g->columns + 63) / 64;
    d->g->words = d->g->planes * d->g->span;
    return d->g->words <= GROUND_WORDS || refuse(d);
}

static void make_masks(const struct grounding *d, const size_t *of, const struct raw_move *m, struct ground_move *out)
{
    const struct ground *g = d->g;
    const struct raw_cell *written = d->cells.data + m->at, *asked = written + m->written;
    size_t all = ((size_t)1 << g->planes) - 1;
    *out = (struct ground_move){0};
    for (size_t i = 0; i < m->asked; i++) {
        ground_put(g, &out->care, asked[i].cell, all);
        ground_put(g, &out->want, asked[i].cell, of[asked[i].value]);
        ground_add(&out->foot, asked[i].cell);
        if (of[asked[i].value]) ground_add(&out->need, asked[i].cell);
    }
    for (size_t i = 0; i < m->written; i++) {
        ground_put(g, &out->write, written[i].cell, all);
        ground_put(g, &out->put, written[i].cell, of[written[i].value]);
        ground_add(&out->foot, written[i].cell);
    }
}

static int compare_moves(const void *a, const void *b) { return memcmp(a, b, sizeof(struct ground_move)); }

static bool write_moves(struct grounding *d, struct arena *arena)
{
    size_t of[GROUND_VALUES];
    struct ground *g = d->g;
    if (!choose_codes(d, of)) return false;
    if (!(g->moves = arena_array(arena, d->moves.count + 1, sizeof *g->moves))) return out_of_memory(d);
    for (size_t i = 0; i < d->moves.count; i++) make_masks(d, of, &d->moves.data[i], &g->moves[i]);
    if (d->moves.count) qsort(g->moves, d->moves.count, sizeof *g->moves, compare_moves);
    for (size_t i = 0; i < d->moves.count; i++)
        if (!i || compare_moves(&g->moves[i], &g->moves[g->move_count - 1])) g->moves[g->move_count++] = g->moves[i];
    g->cells = g->rows * g->columns;
    if (d->falls && !ground_sums(g, ground_graph(d->s.from, d->game->fields[d->field].graph))) return refuse(d);
    return ground_find_alike(g, d->s.arena) || out_of_memory(d);
}

static bool run(struct grounding *d, struct arena *arena)
{
    uint16_t number;
    if (!read_state(d)) return false;
    for (int64_t i = 0; i < 2 && d->g->set; i++)
        if (!number_value(d, i, &number)) return false;
    for (size_t i = 0; i < d->g->rows * d->g->columns && !d->g->set; i++)
        if (!number_value(d, d->s.from->cells[d->g->at + i], &number)) return false;
    do
        if (!list_moves(d)) return false;
    while (d->grown);
    return write_moves(d, arena);
}

enum status ground_make(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    struct arena scratch = {0};
    const struct game *game = &from->model->games[from->game];
    struct grounding d = {.game = game, .field = -1, .g = ground};
    *ground = (struct ground){0};
    d.s = (struct ground_scope){.from = from, .arena = &scratch, .values = d.values, .steps = STEPS};
    bool fine = game->kind == GAME_RULES && !game->invariant && !game->loopy && run(&d, arena);
    if (!fine) *ground = (struct ground){0};
    vec_free(&d.cells);
    vec_free(&d.moves);
    arena_free(&scratch);
    return d.s.no_memory ? ST_NO_MEMORY : ST_OK;
}
