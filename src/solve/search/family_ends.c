/* SPDX-License-Identifier: MIT */
/* The ends that moves make of runs, from those of the first run on, until there are no more. */
#include <string.h>
#include "solve/search/family_ends.h"
#include "solve/search/row_walls.h"

/* Cells around an end: its string, and as many of the core as a move has at most. */
struct end_cells {
    unsigned char cells[FAMILY_CELLS + ROW_SPAN];
    size_t count, core; /* of the core: the last ones of a left end, the first ones of a right one */
    uint32_t phase;     /* of the end */
};

/* ---- numbers of ends --------------------------------------------------------------------------------------------- */
static uint32_t phase_before(const struct families *f, uint32_t phase) { return (phase ? phase : f->period) - 1; }

static uint32_t phase_after(const struct families *f, uint32_t phase, uint32_t by)
{
    return (uint32_t)(((uint64_t)phase + by) % f->period);
}

enum status family_end_number(struct families *f, enum family_side side, const unsigned char *cells, size_t length,
                              uint32_t phase, uint32_t *end, uint32_t *back)
{
    *back = 0;
    while (length && side == FAMILY_RIGHT && cells[0] == f->core[phase]) {
        cells++, length--, ++*back;
        phase = phase_after(f, phase, 1);
    }
    while (length && side == FAMILY_LEFT && (f->wraps || phase) &&
           cells[length - 1] == f->core[phase_before(f, phase)]) {
        length--, ++*back;
        phase = phase_before(f, phase);
    }
    if (length > FAMILY_CELLS) return ST_UNSUPPORTED;
    for (*end = f->heads[side][phase]; *end; *end = f->ends[side].data[*end - 1].next) {
        const struct family_end *e = &f->ends[side].data[*end - 1];
        if (e->length == length && memcmp(e->cells, cells, length) == 0) return --*end, ST_OK;
    }
    struct family_end fresh = {.phase = phase, .next = f->heads[side][phase], .length = (unsigned char)length};
    if (f->ends[side].count == FAMILY_ENDS) return ST_UNSUPPORTED;
    memcpy(fresh.cells, cells, length);
    if (!vec_push(&f->ends[side], fresh)) return ST_NO_MEMORY;
    *end = (uint32_t)f->ends[side].count - 1;
    f->heads[side][phase] = *end + 1;
    return ST_OK;
}

/* ---- moves at an end --------------------------------------------------------------------------------------------- */
/* False: there is not so much of the core. */
static bool lay_out(const struct families *f, enum family_side side, const struct family_end *e, struct end_cells *out)
{
    size_t w = f->rule->span;
    if (!f->wraps && (side == FAMILY_LEFT ? e->phase + w >= f->period : e->phase < w)) return false;
    *out = (struct end_cells){.count = e->length + w, .core = w, .phase = e->phase};
    uint32_t phase = e->phase;
    if (side == FAMILY_LEFT) memcpy(out->cells, e->cells, e->length);
    else memcpy(out->cells + w, e->cells, e->length);
    for (size_t i = 0; side == FAMILY_LEFT && i < w; i++, phase = phase_after(f, phase, 1))
        out->cells[e->length + i] = f->core[phase];
    for (size_t i = w; side == FAMILY_RIGHT && i > 0; i--) {
        phase = phase_before(f, phase);
        out->cells[i - 1] = f->core[phase];
    }
    return true;
}

/* What is left of the run with the core: from where it falls apart last, or up to where it does first. */
static enum status add_turn(struct families *f, enum family_side side, const struct end_cells *e,
                            const struct row_move *m, size_t at)
{
    unsigned char after[FAMILY_CELLS + ROW_SPAN], cells[ROW_WALLS_ROOM(FAMILY_CELLS + ROW_SPAN)];
    struct family_turn turn;
    uint32_t phase, back;
    size_t from = 0, to, count, string = e->count - e->core, used;
    memcpy(after, e->cells, e->count);
    memcpy(after + at, m->to, m->length);
    if (side == FAMILY_LEFT) {
        size_t end = at + m->length > string ? at + m->length : string;
        from = to = count = row_walls_cut(f->rule, after, end, false, true, cells);
        while (from > 0 && cells[from - 1]) from--;
        used = end - string;
        phase = phase_after(f, e->phase, (uint32_t)used);
    } else {
        size_t begin = at < e->core ? at : e->core;
        count = row_walls_cut(f->rule, after + begin, e->count - begin, true, false, cells);
        for (to = 0; to < count && cells[to];) to++;
        used = e->core - begin;
        phase = phase_after(f, e->phase, f->period - (uint32_t)(used % f->period));
    }
    enum status st = family_end_number(f, side, cells + from, to - from, phase, &turn.end, &back);
    turn.less = (int32_t)used - (int32_t)back;
    if (st == ST_OK && side == FAMILY_LEFT) st = run_words_sum(&f->words, cells, from, &turn.value);
    else if (st == ST_OK) st = run_words_sum(&f->words, cells + to, count - to, &turn.value);
    return st == ST_OK && !vec_push(&f->turns[side], turn) ? ST_NO_MEMORY : st;
}

/* Does the move touch the string, or the very end? */
static bool is_at_end(enum family_side side, const struct end_cells *e, const struct row_move *m, size_t at)
{
    size_t string = e->count - e->core;
    if (side == FAMILY_LEFT) return !m->right_end && (m->left_end ? at == 0 : at < string);
    return !m->left_end && (m->right_end ? at + m->length == e->count : at + m->length > e->core);
}

static enum status find_turns(struct families *f, enum family_side side, size_t end)
{
    struct end_cells e;
    enum status st = ST_OK;
    bool room = lay_out(f, side, &f->ends[side].data[end], &e);
    for (size_t i = 0; room && st == ST_OK && i < f->rule->moves.count; i++) {
        const struct row_move *m = &f->rule->moves.data[i];
        for (size_t at = 0; st == ST_OK && at + m->length <= e.count; at++)
            if (is_at_end(side, &e, m, at) && memcmp(e.cells + at, m->from, m->length) == 0)
                st = add_turn(f, side, &e, m, at);
    }
    return st == ST_OK && !vec_push(&f->turns_end[side], f->turns[side].count) ? ST_NO_MEMORY : st;
}

/* ---- moves in the core ------------------------------------------------------------------------------------------- */
static enum status add_cut(struct families *f, uint32_t phase, const struct row_move *m)
{
    struct family_cut cut = {.phase = phase, .length = m->length};
    unsigned char cells[ROW_WALLS_ROOM(ROW_SPAN)];
    size_t first = 0, last = row_walls_cut(f->rule, m->to, m->length, true, true, cells), count = last;
    uint32_t back[2];
    while (cells[first]) first++;
    while (cells[last - 1]) last--;
    enum status st = family_end_number(f, FAMILY_RIGHT, cells, first, phase, &cut.ends[FAMILY_RIGHT], &back[0]);
    if (st == ST_OK)
        st = family_end_number(f, FAMILY_LEFT, cells + last, count - last, phase_after(f, phase, m->length),
                               &cut.ends[FAMILY_LEFT], &back[1]);
    for (int k = 0; k < 2; k++) cut.back[k] = (unsigned char)back[k];
    if (st == ST_OK) st = run_words_sum(&f->words, cells + first, last - first, &cut.value);
    return st == ST_OK && !vec_push(&f->cuts, cut) ? ST_NO_MEMORY : st;
}

static enum status find_cuts(struct families *f)
{
    enum status st = ST_OK;
    for (uint32_t phase = 0; st == ST_OK && phase < f->period; phase++) {
        f->first_cut[phase] = (uint32_t)f->cuts.count;
        for (size_t i = 0; st == ST_OK && i < f->rule->moves.count; i++) {
            const struct row_move *m = &f->rule->moves.data[i];
            bool fits = !m->left_end && !m->right_end && (f->wraps || phase + m->length < f->period);
            for (uint32_t k = 0; fits && k < m->length; k++) fits = f->core[phase_after(f, phase, k)] == m->from[k];
            if (fits) st = add_cut(f, phase, m);
        }
    }
    f->first_cut[f->period] = (uint32_t)f->cuts.count;
    return st;
}

enum status family_ends_find(struct families *f)
{
    enum status st = find_cuts(f);
    bool more = true;
    while (st == ST_OK && more) {
        more = false;
        for (int side = 0; side < 2; side++)
            for (; st == ST_OK && f->turns_end[side].count < f->ends[side].count; more = true)
                st = find_turns(f, (enum family_side)side, f->turns_end[side].count);
    }
    return st;
}
