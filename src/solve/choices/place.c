/* SPDX-License-Identifier: MIT */
/* The guards of all choices in one row. */
#include "solve/choices/place.h"
#include "base/numbers.h"
#include "solve/choices/alive.h"
#include "solve/dynamic/lanes.h"
#include <string.h>

enum { ONCE_A_ROW = 8 }; /* of a condition that is computed for a row: in turns of those that are computed along one */

/* at + step * j is 0 or more. */
static inline void narrow(struct placed *p, int64_t at, int64_t step)
{
    if (step == 0) {
        if (at < 0) p->to = p->from;
    } else if (step > 0) {
        int64_t from = step == 1 ? -at : number_ceiling(-at, step); /* a division takes longer than all else */
        if (from > p->from) p->from = from;
    } else {
        int64_t to = (step == -1 ? at : number_floor(at, -step)) + 1;
        if (to < p->to) p->to = to;
    }
}

/* And `holds`, by columns. */
static inline void join(struct placed *p, const int8_t *holds)
{
    if (!p->holds) {
        p->holds = holds;
        return;
    }
    for (int64_t j = p->from; j < p->to; j++) p->mask[j] = p->holds[j] & holds[j];
    p->holds = p->mask;
}

static inline void look_up(struct placed *p, const int8_t *holds, int64_t at, int64_t step)
{
    if (step) join(p, holds + at);
    else if (!holds[at]) p->to = p->from;
}

/* The term at columns from..to - 1. */
static bool compute(struct choice_rows *r, const struct term *t, int64_t from, int64_t to, int8_t *holds)
{
    size_t last = r->table->fields - 1, cell = r->choices->order[last];
    int64_t out[LANES_MOST];
    bool all = true;
    for (int64_t j = from; all && j < to; j += LANES_MOST) {
        size_t count = to - j < LANES_MOST ? (size_t)(to - j) : LANES_MOST;
        r->x[cell] = r->table->low[last] + j;
        all = lanes_at_known(t, r->x, (int)cell, count, r->known, out);
        for (size_t i = 0; all && i < count; i++) holds[j + (int64_t)i] = out[i] ? -1 : 0;
    }
    return all;
}

/* The same where p holds, one by one. */
static bool compute_where_asked(struct choice_rows *r, const struct term *t, const struct placed *p, int8_t *holds)
{
    size_t last = r->table->fields - 1, cell = r->choices->order[last];
    for (int64_t j = p->from; j < p->to; j++) {
        int64_t value = 0;
        r->x[cell] = r->table->low[last] + j;
        if ((!p->holds || p->holds[j]) && !term_value_at(t, r->x, &value)) return false;
        holds[j] = value ? -1 : 0;
    }
    return true;
}

static enum status evaluate(struct choice_rows *r, const struct guard *guard, struct placed *p)
{
    const struct term *t = guard->term;
    size_t last = r->table->fields - 1;
    int64_t value;
    bool columns = t->reads >> r->choices->order[last] & 1;
    if (!columns) {
        r->computed += ONCE_A_ROW;
        if (!p->holds && !term_value_at(t, r->x, &value)) return ST_UNSUPPORTED;
        if (p->holds && !term_value_at(t, r->x, &value)) { /* is it asked for? */
            for (int64_t j = p->from; j < p->to; j++)
                if (p->holds[j]) return ST_UNSUPPORTED;
            value = 0;
        }
        if (!value) p->to = p->from;
        return ST_OK;
    }
    r->computed += (double)(p->to - p->from) * 4;
    if (guard->shared != SIZE_MAX && r->shared_is[guard->shared] != 2) {
        int8_t *holds = r->shared + guard->shared * r->columns;
        if (!r->shared_is[guard->shared])
            r->shared_is[guard->shared] = compute(r, t, 0, (int64_t)r->columns, holds) ? 1 : 2;
        if (r->shared_is[guard->shared] == 1) return join(p, holds), ST_OK;
    }
    if (!compute(r, t, p->from, p->to, r->spare) && !compute_where_asked(r, t, p, r->spare)) return ST_UNSUPPORTED;
    if (p->holds) join(p, r->spare);
    else {
        memcpy(p->mask + p->from, r->spare + p->from, (size_t)(p->to - p->from));
        p->holds = p->mask;
    }
    return ST_OK;
}

static bool holds_somewhere(const struct placed *p, int64_t from, int64_t to)
{
    if (from < p->from) from = p->from;
    if (to > p->to) to = p->to;
    if (from < to && !p->holds) return true;
    for (int64_t j = from; j < to; j++)
        if (p->holds[j]) return true;
    return false;
}

/* Does the choice lead into the box wherever it holds? It then holds nowhere else. */
static inline bool stays(const struct choice_rows *r, const struct choice_alive *c, struct placed *p)
{
    const struct value_table *t = r->table;
    size_t last = t->fields - 1;
    int64_t low = c->back > 0 ? c->back : 0, high = t->extent[last] + (c->back < 0 ? c->back : 0);
    bool inside = c->inside;
    if (last) {
        int64_t to = r->x[r->choices->order[last - 1]] - t->low[last - 1] - c->back_row;
        inside &= to >= 0 && to < t->extent[last - 1];
    }
    if (!inside) return !holds_somewhere(p, p->from, p->to) && (p->to = p->from, true);
    if (p->from < low && holds_somewhere(p, p->from, low)) return false;
    if (p->to > high && holds_somewhere(p, high, p->to)) return false;
    if (p->from < low) p->from = low;
    if (p->to > high) p->to = high;
    return true;
}

/* The index of the row, and whether it is one of the box; x are numbers of cells in the order of the box. */
static bool row_of(const struct value_table *t, const int64_t *x, uint64_t *row)
{
    bool inside = true;
    *row = 0;
    for (size_t k = 0; k + 1 < t->fields; k++) {
        inside &= x[k] >= t->low[k] && x[k] < t->low[k] + t->extent[k];
        *row = *row * (uint64_t)t->extent[k] + (uint64_t)(x[k] - t->low[k]);
    }
    return inside;
}

/* What the numbers become at columns from..to - 1: after[k] from k * LANES_MOST on. False: one has no value. */
static bool become(struct choice_rows *r, const struct choice *c, int64_t j, size_t count, int64_t *after)
{
    size_t last = r->table->fields - 1, cell = r->choices->order[last];
    bool all = true;
    r->x[cell] = r->table->low[last] + j;
    for (size_t k = 0; all && k <= last; k++)
        all = lanes_at(c->move->after[r->choices->order[k]], r->x, (int)cell, count, after + k * LANES_MOST);
    return all;
}

/* Does the choice lead from all columns of a row to one row? */
static bool is_one_row(const struct choice_rows *r, const struct choice *c)
{
    size_t last = r->table->fields - 1;
    uint64_t column = term_bit((int)r->choices->order[last]);
    bool one = true;
    for (size_t k = 0; k < last && one; k++) one = !(c->move->after[r->choices->order[k]]->reads & column);
    return one;
}

/* Where the choice leads, column by column. *earlier: only to rows before this one. ST_UNSUPPORTED: not into the
 * box, or not to an earlier position. */
static enum status find_places(struct choice_rows *r, const struct choice *c, const struct placed *p, uint64_t *places,
                               bool *earlier)
{
    const struct value_table *t = r->table;
    int64_t after[MODEL_MAX_FIELDS * LANES_MOST], x[MODEL_MAX_FIELDS], now[MODEL_MAX_FIELDS];
    size_t last = t->fields - 1;
    uint64_t here, row;
    for (size_t k = 0; k < last; k++) now[k] = r->x[r->choices->order[k]];
    bool inside_row = false, one_row = is_one_row(r, c);
    row_of(t, now, &here);
    *earlier = true;
    for (int64_t j = p->from; j < p->to; j += LANES_MOST) {
        size_t count = p->to - j < LANES_MOST ? (size_t)(p->to - j) : LANES_MOST;
        bool all = become(r, c, j, count, after), known = false; /* the row it leads to */
        for (size_t i = 0; i < count; i++) {
            if (p->holds && !p->holds[j + (int64_t)i]) continue;
            if (!all && !become(r, c, j + (int64_t)i, 1, after)) return ST_UNSUPPORTED;
            x[last] = after[last * LANES_MOST + (all ? i : 0)];
            for (size_t k = 0; k < last && !known; k++) x[k] = after[k * LANES_MOST + (all ? i : 0)];
            if (!known) inside_row = row_of(t, x, &row);
            known = one_row;
            bool inside = inside_row && x[last] >= t->low[last] && x[last] < t->low[last] + t->extent[last];
            uint64_t at = row * r->columns + (uint64_t)(x[last] - t->low[last]);
            if (!inside || at >= here * r->columns + (uint64_t)j + i) return ST_UNSUPPORTED;
            *earlier &= row < here;
            places[j + (int64_t)i] = at;
        }
    }
    r->read += (double)(p->to - p->from);
    return ST_OK;
}

/* All of them in their order. What narrows a choice is kept in registers, as most guards are a few additions. */
enum status choice_rows_guards(struct choice_rows *r, const struct choice *choice, struct placed *p)
{
    const struct guards *all = &r->choices->guards;
    const struct guard *guard = all->items.data + choice->first, *end = guard + choice->count;
    size_t last = r->table->fields - 1;
    *p = (struct placed){0, (int64_t)r->columns, NULL, NULL};
    if (choice->mask != SIZE_MAX) p->mask = r->masks + choice->mask * r->columns;
    memcpy(r->x + TERM_CELLS, choice->values, sizeof choice->values);
    for (; guard < end && p->from < p->to; guard++) {
        if (guard->kind == GUARD_COMPUTED) {
            struct placed here = *p;
            enum status st = evaluate(r, guard, &here);
            if (st != ST_OK) return st;
            *p = here;
            continue;
        }
        int64_t at = guard_line_at(all, &guard->line, r->x);
        if (guard->kind == GUARD_LINE) narrow(p, at, guard->line.of[last]);
        else look_up(p, all->tables.data[guard->table].holds, at, guard->line.of[last]);
    }
    return ST_OK;
}

/* Of a choice whose guards are all said for rows side by side. */
static inline struct placed alive_guards(const struct choice_rows *r, const struct choice_alive *a, int64_t x)
{
    struct placed p = {0, (int64_t)r->columns, NULL, NULL};
    if (a->choice->mask != SIZE_MAX) p.mask = r->masks + a->choice->mask * r->columns;
    for (size_t i = 0; i < a->count && p.from < p.to; i++) {
        const struct row_guard *g = &a->guards[i];
        if (!g->holds) narrow(&p, g->base + g->of * x, g->step);
        else look_up(&p, g->holds, g->base + g->of * x, g->step);
    }
    return p;
}

static inline struct row_choice *next_here(struct choice_rows *r, bool before)
{
    return before ? &r->here[r->before++] : &r->here[r->choices->items.count - ++r->within];
}

static enum status place_option(struct choice_rows *r, const struct choice *choice, struct placed p)
{
    uint64_t *places = r->places + choice->places * r->columns;
    bool earlier;
    enum status st = find_places(r, choice, &p, places, &earlier);
    if (st == ST_OK)
        *next_here(r, earlier) = (struct row_choice){.from = p.from, .to = p.to, .holds = p.holds, .places = places};
    return st;
}

/* Member by member: what is written by halves and read as a whole is waited for. */
static inline void place_vector(struct choice_rows *r, const struct choice_alive *a, int64_t from, int64_t to,
                                const int8_t *holds)
{
    uint64_t rows_back = (uint64_t)a->choice->rows_back;
    struct row_choice *here = next_here(r, rows_back != 0);
    here->from = !rows_back && from == a->back ? 0 : from; /* in front of the row there are zeros (rows.h) */
    here->to = to;
    here->back = a->back;
    here->holds = holds;
    here->rows_back = rows_back;
    here->places = NULL;
}

enum status choice_rows_place(struct choice_rows *r)
{
    size_t last = r->table->fields - 1;
    int64_t x = last ? r->x[r->choices->order[last - 1]] : 0;
    r->before = r->within = 0;
    memset(r->shared_is, 0, r->choices->guards.computed.count + 1);
    choice_alive_find(r);
    for (size_t i = 0; i < r->alive_count; i++) {
        const struct choice_alive *a = &r->alive[i];
        struct placed p, whole;
        if (a->whole) {
            enum status st = choice_rows_guards(r, a->choice, &whole);
            if (st == ST_OK && whole.from < whole.to && a->choice->places != SIZE_MAX) {
                st = place_option(r, a->choice, whole);
                whole.to = whole.from;
            }
            if (st != ST_OK) return st;
            p = whole;
        } else {
            p = alive_guards(r, a, x);
        }
        if (p.from >= p.to) continue;
        if (!stays(r, a, &p)) return ST_UNSUPPORTED;
        if (p.from < p.to) place_vector(r, a, p.from, p.to, p.holds);
    }
    r->looked_up += (double)r->alive_count;
    return ST_OK;
}
