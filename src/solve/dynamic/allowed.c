/* SPDX-License-Identifier: MIT */
/* Sets of bound numbers: a bit for each, from the conditions that read it. */
#include <string.h>
#include "base/mem.h"
#include "base/numbers.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

/* Leaves the bits from `from` to `to` of the row, offsets, and no others. */
static void keep_between(struct dynamic_rows *r, uint64_t *row, int64_t from, int64_t to)
{
    int64_t last = (int64_t)r->words * 64 - 1;
    if (from < 0) from = 0;
    if (to > last) to = last;
    if (from > to) {
        memset(row, 0, r->words * sizeof *row);
        return;
    }
    size_t first = (size_t)from / 64, end = (size_t)to / 64;
    for (size_t w = 0; w < first; w++) row[w] = 0;
    row[first] &= ~(uint64_t)0 << from % 64;
    row[end] &= ~(uint64_t)0 >> (63 - to % 64);
    for (size_t w = end + 1; w < r->words; w++) row[w] = 0;
}

static void drop_one(const struct dynamic_rows *r, uint64_t *row, int64_t at)
{
    if (at >= 0 && at < (int64_t)r->words * 64) row[at / 64] &= ~((uint64_t)1 << at % 64);
}

/* factor * q + rest compared with 0. Numbers are small (is_small), and so are factors of linear terms (terms.h):
 * nothing overflows. */
static void keep_linear(struct dynamic_rows *r, const struct dynamic_condition *c, uint64_t *row)
{
    size_t bound = r->rule->bound;
    int64_t factor = c->difference.factor[bound], low = r->box.low[bound];
    int64_t rest = linear_at(&c->difference, r->x) - factor * (r->x[bound] - low);
    bool none = false, equal = c->kind == EXPR_EQ || c->kind == EXPR_NE;
    int64_t all = (int64_t)r->words * 64 - 1, size = factor < 0 ? -factor : factor;
    if (factor == 0) {
        none = (c->kind == EXPR_EQ && rest != 0) || (c->kind == EXPR_NE && rest == 0) ||
               (c->kind == EXPR_LT && rest >= 0) || (c->kind == EXPR_LE && rest > 0) ||
               (c->kind == EXPR_GT && rest <= 0) || (c->kind == EXPR_GE && rest < 0);
        if (none) keep_between(r, row, 1, 0);
    } else if (equal) {
        int64_t at = rest % size ? -1 : factor < 0 ? rest / size : -(rest / size);
        if (c->kind == EXPR_NE) drop_one(r, row, at);
        else keep_between(r, row, at < 0 ? 1 : at, at < 0 ? 0 : at);
    } else {
        bool less = c->kind == EXPR_LT || c->kind == EXPR_LE;
        if (!less) factor = -factor, rest = -rest;
        if (c->kind == EXPR_LT || c->kind == EXPR_GT) rest++;               /* integers: < 0 is + 1 <= 0 */
        if (factor > 0) keep_between(r, row, 0, number_floor(-rest, size)); /* q <= -rest / size */
        else keep_between(r, row, -number_floor(-rest, size), all);         /* q >= rest / size */
    }
}

static bool keep_by_lanes(struct dynamic_rows *r, const struct term *t, uint64_t *row)
{
    int64_t out[LANES_MOST];
    size_t bound = r->rule->bound, extent = (size_t)r->box.extent[bound];
    int64_t before = r->x[bound];
    bool has = true;
    for (size_t from = 0; has && from < extent; from += LANES_MOST) {
        size_t count = extent - from < LANES_MOST ? extent - from : LANES_MOST;
        r->x[bound] = r->box.low[bound] + (int64_t)from;
        has = lanes_at(t, r->x, (int)bound, count, out);
        for (size_t i = 0; has && i < count; i++) row[(from + i) / 64] &= ~((uint64_t)(out[i] == 0) << i % 64);
    }
    r->x[bound] = before;
    r->since += 4 * extent;
    return has;
}

/* Does what a linear term is made of fit, whatever its factors? */
static bool is_small(const struct dynamic_rows *r)
{
    bool small = true;
    for (size_t v = 0; v < TERM_VARIABLES; v++) small &= r->x[v] > -DYNAMIC_SMALL && r->x[v] < DYNAMIC_SMALL;
    return small;
}

/* Keeps in the row where all conditions hold. */
static bool keep_where(struct dynamic_rows *r, const struct dynamic_conditions *conditions, uint64_t *row)
{
    bool has = true;
    for (size_t i = 0; has && i < conditions->count; i++) {
        const struct dynamic_condition *c = &conditions->items[i];
        if (c->linear && is_small(r)) keep_linear(r, c, row);
        else has = keep_by_lanes(r, c->term, row);
    }
    r->since += r->words * conditions->count;
    return has;
}

/* Where the conditions hold that read no value: the same for all options of a move in a row. */
static bool gate_row(struct dynamic_rows *r, const struct dynamic_move *m, const uint64_t **row)
{
    size_t i = (size_t)(m - r->rule->moves);
    uint64_t *gate = r->gates + i * r->words;
    *row = gate;
    if (r->gate_at[i] == r->at) return true;
    memcpy(gate, r->ones, r->words * sizeof *gate);
    r->gate_at[i] = r->at;
    return keep_where(r, &m->gate, gate);
}

/* The set of the conditions on one value alone. NULL: it is not kept. */
static enum status shared_row(struct dynamic_rows *r, const struct dynamic_move *m, const int64_t *values,
                              const uint64_t **row)
{
    struct dynamic_shared *s = &r->shared[m - r->rule->moves];
    int64_t value = m->shared_value < 0 ? 0 : values[m->shared_value];
    *row = NULL;
    if (value < 0 || (uint64_t)value >= s->count) return ST_OK;
    if (!s->rows[value]) {
        uint64_t *made = arena_array(&r->arena, r->words, sizeof *made);
        if (!made) return ST_NO_MEMORY;
        memcpy(made, r->ones, r->words * sizeof *made);
        if (!keep_where(r, &m->shared, made)) return ST_UNSUPPORTED;
        s->rows[value] = made;
    }
    *row = s->rows[value];
    return ST_OK;
}

enum status dynamic_allowed(struct dynamic_rows *r, const struct dynamic_move *m, const int64_t *values,
                            const uint64_t **row)
{
    int64_t before[DYNAMIC_VALUES];
    const uint64_t *shared = r->ones;
    memcpy(before, r->x + TERM_CELLS, sizeof before);
    memcpy(r->x + TERM_CELLS, values, m->value_count * sizeof *values);
    enum status st = m->shared.count ? shared_row(r, m, values, &shared) : ST_OK;
    *row = shared;
    if (st == ST_OK && (!shared || m->own.count || m->gate.count)) {
        const uint64_t *gate = r->ones;
        bool has = !m->gate.count || gate_row(r, m, &gate);
        for (size_t w = 0; w < r->words; w++) r->row[w] = gate[w] & (shared ? shared[w] : ~(uint64_t)0);
        has = has && (shared || keep_where(r, &m->shared, r->row)) && keep_where(r, &m->own, r->row);
        st = has ? ST_OK : ST_UNSUPPORTED;
        *row = r->row;
    }
    memcpy(r->x + TERM_CELLS, before, sizeof before);
    return st;
}
