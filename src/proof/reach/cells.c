/* SPDX-License-Identifier: MIT */
/* States as lists of cells, and which games are understood at all. */
#include "proof/normal/may_fail.h"
#include "proof/reach/cells.h"

bool reach_understood(const struct reach_from *from)
{
    const struct game *g = &from->model->games[from->game];
    struct normal_source source = {.model = from->model, .game = from->game, .params = from->params};
    bool understood = g->kind == GAME_RULES && g->field_count > 0 && !g->canon;
    for (size_t i = 0; i < g->field_count; i++) understood = understood && g->fields[i].kind < FIELD_NODE;
    for (size_t i = 0; i < g->move_count; i++) understood = understood && g->moves[i].lua < 0 && g->moves[i].result;
    return understood && !normal_may_fail(&source);
}

static bool take_cells(struct reach_cells *c, size_t field, const struct reach_from *from, size_t *at, size_t head)
{
    size_t all = 1, left = from->count - *at;
    if (left < head) return false;
    for (size_t i = 0; i < head; i++) {
        int64_t n = from->cells[*at + i];
        if (n < 0 || n > REACH_CELLS) return false;
        c->shape[field][i + 2 - head] = (size_t)n;
        all *= (size_t)n;
    }
    if (head == 1) c->shape[field][0] = 1;
    *at += head;
    if (left - head < all || c->count + all > REACH_CELLS) return false;
    for (size_t i = 0; i < all; i++) c->cells[c->count++] = from->cells[(*at)++];
    return true;
}

bool reach_read(const struct reach_from *from, struct reach_cells *c)
{
    const struct game *g = &from->model->games[from->game];
    size_t at = 0;
    bool fine = true;
    *c = (struct reach_cells){.fields = g->field_count};
    for (size_t i = 0; fine && i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        c->number[i] = kind <= FIELD_BOOL;
        fine = take_cells(c, i, from, &at, kind <= FIELD_BOOL ? 0 : kind == FIELD_GRID ? 2 : 1);
    }
    return fine && at == from->count;
}

bool reach_write(struct reach_scope *s, const struct reach_cells *c, const int64_t slopes[][REACH_CELLS])
{
    struct boxed cells[REACH_CELLS];
    size_t at = 0;
    for (size_t k = 0; k < c->count; k++) {
        cells[k] = boxed_constant(c->cells[k]);
        for (size_t i = 0; i < s->box.axes; i++) cells[k].slope[i] = slopes[i][k];
    }
    for (size_t f = 0; f < c->fields; f++) {
        if (c->number[f]) {
            s->fields[f] = (struct reach_value){.kind = REACH_NUMBER, .number = cells[at++]};
            continue;
        }
        s->fields[f] = reach_make(s, c->shape[f][0], c->shape[f][1]);
        if (s->fields[f].kind != REACH_ROW) return false;
        for (size_t k = 0; k < c->shape[f][0] * c->shape[f][1]; k++) s->fields[f].cells[k] = cells[at++];
    }
    return true;
}

bool reach_flatten(const struct reach_cells *c, const struct reach_value *fields, struct boxed *cells)
{
    size_t at = 0;
    for (size_t f = 0; f < c->fields; f++) {
        const struct reach_value *v = &fields[f];
        if (c->number[f]) {
            if (v->kind != REACH_NUMBER) return false;
            cells[at++] = v->number;
            continue;
        }
        if (v->kind != REACH_ROW || v->rows != c->shape[f][0] || v->columns != c->shape[f][1]) return false;
        for (size_t k = 0; k < v->rows * v->columns; k++) cells[at++] = v->cells[k];
    }
    return true;
}
