/* SPDX-License-Identifier: MIT */
/* What a move leads to: the cells that it gives another value, with what was asked on the way. */
#include "proof/ground/private.h"

/* Cell i of the board is left with `now`. */
static bool list_cell(struct grounding *d, size_t i, struct ground_number now, size_t *written, bool *changes)
{
    struct ground_scope *s = &d->s;
    int64_t value;
    uint16_t number;
    if (now.cell == (int)i) return true;
    if (s->merges ? !grounding_merged(d, i, now, &value) : !ground_known(s, now, &value)) return false;
    if (d->g->layout.fixed[i]) {
        bool other = value != d->g->layout.holds[i];
        d->opened[i] |= other;
        d->opens |= other;
        return true;
    }
    if (d->caps) grounding_leave(d, i, value);
    if (!grounding_number_at(d, i, value, &number)) return false;
    if (s->chosen[i] == (signed char)number) return true;
    *changes |= s->chosen[i] >= 0 || (s->narrows && !(s->allowed[i] >> number & 1));
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
    if (piece->passed) return true;
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
    if (d->piece[f] >= 0 && d->g->layout.pieces[d->piece[f]].passed) return grounding_is_natural(d, f, v);
    if (!v->bits) return true;
    return ground_number_of_bits(&d->s, v, &number) && ground_give(v, number);
}

static bool ask_moved_to(struct grounding *d, size_t first, const struct ground_value *v)
{
    struct ground_number class;
    size_t count = v->array ? v->rows * v->columns : 1;
    for (size_t i = 0; i < count; i++) {
        struct ground_number n = v->array ? v->cells[i] : v->number;
        if (n.cell >= 0 && n.cell != (int)(first + i) && !ground_class(&d->s, n, &class)) return false;
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
        if (!piece->bits && !piece->passed) fine = ask_moved_to(d, piece->first, v);
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
    size_t most = d->choices ? GROUND_CHOICES : d->in_words ? GROUND_WORD_MOVES : GROUND_MOVES;
    if (d->moves.count == most) return grounding_refuse(d);
    if (d->few && d->moves.count == GROUND_MOVES / 4) return d->s.steps = 0, grounding_refuse(d);
    if (!vec_push(&d->moves, move)) return grounding_no_memory(d);
    return !d->choices || grounding_list_sets(d);
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

bool grounding_result(struct grounding *d, const struct expr *e)
{
    int64_t when;
    if (e->kind == EXPR_SUM_FOR) return take_components(d, e);
    if (e->kind == EXPR_IF)
        return ground_number_of(&d->s, e->kids[0], &when) && grounding_result(d, e->kids[when ? 1 : 2]);
    if (e->kind != EXPR_LET) return take_result(d, e);
    struct ground_local here = {e->index, {0}, d->s.locals};
    if (!ground_value_of(&d->s, e->kids[0], &here.value)) return false;
    d->s.locals = &here;
    bool fine = grounding_result(d, e->kids[1]);
    d->s.locals = here.next;
    return fine;
}
