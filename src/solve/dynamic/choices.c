/* SPDX-License-Identifier: MIT */
/* The options of a row: values of a move but the last one are chosen one by one, and the last one runs through
 * lanes. */
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

/* From the terms' least or greatest. False: there is no value. */
static bool end_of(const struct dynamic_terms *terms, int64_t *x, bool high, int64_t *end)
{
    for (size_t i = 0; i < terms->count; i++) {
        int64_t value;
        if (!term_value_at(terms->items[i], x, &value)) return false;
        if (i == 0 || (high ? value < *end : value > *end)) *end = value;
    }
    return true;
}

enum { LANES_FEW = 16 };

/* ---- the last value
 * ---------------------------------------------------------------------------------------------- */
struct lanes {
    bool passes[LANES_MOST];
    uint64_t index[LANES_MOST];
    int64_t out[LANES_MOST], bound[LANES_MOST];
};

static bool filter_lanes(struct dynamic_rows *r, const struct dynamic_move *m, int variable, size_t count,
                         struct lanes *l)
{
    const struct dynamic_terms *filter = &m->filter[m->value_count];
    for (size_t i = 0; i < count; i++) l->passes[i] = true;
    for (size_t k = 0; k < filter->count; k++) {
        if (!lanes_at(filter->items[k], r->x, variable, count, l->out)) return false;
        for (size_t i = 0; i < count; i++) l->passes[i] &= l->out[i] != 0;
    }
    return true;
}

/* Bound numbers beyond the last one become that. */
static void cap_lanes(struct lanes *l, size_t count, int64_t last)
{
    for (size_t i = 0; i < count; i++)
        if (l->out[i] > last && l->out[i] < DYNAMIC_SMALL) l->out[i] = last;
}

/* An option outside of the box or not in an earlier row is DYNAMIC_OUT. */
static bool place_lanes(struct dynamic_rows *r, const struct dynamic_move *m, int variable, size_t count,
                        struct lanes *l)
{
    const struct value_table *box = &r->box;
    for (size_t i = 0; i < count; i++) l->index[i] = m->ends ? DYNAMIC_ENDS : 0;
    for (size_t c = 0; !m->ends && c < box->fields; c++) {
        bool apart = r->limits && c == r->rule->bound;
        if (!lanes_at(m->after[c], r->x, variable, count, apart ? l->bound : l->out)) return false;
        if (apart) continue;
        uint64_t extent = (uint64_t)box->extent[c], stride = (uint64_t)box->stride[c], low = (uint64_t)box->low[c];
        if (c == r->rule->bound && r->capped) cap_lanes(l, count, box->low[c] + box->extent[c] - 1);
        for (size_t i = 0; i < count; i++) {
            uint64_t offset = (uint64_t)l->out[i] - low;
            bool in = offset < extent && l->index[i] != DYNAMIC_OUT;
            l->index[i] = in ? l->index[i] + offset * stride : DYNAMIC_OUT;
        }
    }
    for (size_t i = 0; !m->ends && i < count; i++)
        if (l->index[i] >= r->at) l->index[i] = DYNAMIC_OUT;
    return true;
}

static enum status run_last(struct dynamic_rows *r, const struct dynamic_visit *v, const struct dynamic_move *m,
                            int64_t low, int64_t high, bool *enough)
{
    struct lanes l;
    bool done = false;
    size_t most = r->limits ? LANES_FEW : LANES_MOST; /* a few decide most rows of limits */
    int variable = m->value_count ? TERM_CELLS + (int)m->value_count - 1 : -1;
    if (v->run) {
        bool taken = false;
        enum status st = v->run(r, m, low, high, v->context, &taken, enough);
        if (st != ST_OK || taken) return st;
    }
    while (low <= high && !*enough && !done) {
        size_t count = (uint64_t)high - (uint64_t)low < most ? (size_t)(high - low) + 1 : most;
        if (variable >= 0) r->x[variable] = low;
        if (!filter_lanes(r, m, variable, count, &l) || !place_lanes(r, m, variable, count, &l)) return ST_UNSUPPORTED;
        struct dynamic_batch batch = {m, low, count, l.passes, l.index, l.bound, &done};
        enum status st = v->take(r, &batch, v->context, enough);
        r->since += 8 * count;
        if (st == ST_OK && r->since > 1 << 18) st = budget_check(r->budget), r->since = 0;
        if (st != ST_OK || (uint64_t)high - (uint64_t)low < most) return st;
        low += (int64_t)most;
        if (most < LANES_MOST) most *= 2;
    }
    return ST_OK;
}

/* ---- the others
 * -------------------------------------------------------------------------------------------------- */
bool dynamic_holds(struct dynamic_rows *r, const struct dynamic_terms *filter, bool *all)
{
    *all = true;
    for (size_t i = 0; *all && i < filter->count; i++) {
        int64_t value;
        if (!term_value_at(filter->items[i], r->x, &value)) return false;
        *all = value != 0;
    }
    return true;
}

bool dynamic_range(struct dynamic_rows *r, const struct dynamic_move *m, size_t k, int64_t *low, int64_t *high)
{
    return end_of(&m->low[k], r->x, false, low) && end_of(&m->high[k], r->x, true, high);
}

static enum status choose_from(struct dynamic_rows *r, const struct dynamic_visit *v, const struct dynamic_move *m,
                               size_t k, bool *enough)
{
    int64_t low = 0, high = 0;
    bool all = true;
    enum status st = ST_OK;
    if ((k < m->value_count || k == 0) && !dynamic_holds(r, &m->filter[k], &all)) return ST_UNSUPPORTED;
    if (!all) return ST_OK;
    if (m->value_count == 0) return run_last(r, v, m, 0, 0, enough);
    if (!dynamic_range(r, m, k, &low, &high)) return ST_UNSUPPORTED;
    if (k + 1 == m->value_count) return run_last(r, v, m, low, high, enough);
    for (int64_t t = low; st == ST_OK && t <= high && !*enough; t++) {
        r->x[TERM_CELLS + k] = t;
        st = choose_from(r, v, m, k + 1, enough);
        if (++r->since > 1 << 18) r->since = 0, st = st == ST_OK ? budget_check(r->budget) : st;
        if (t == high) break;
    }
    return st;
}

enum status dynamic_choose(struct dynamic_rows *r, const struct dynamic_visit *v)
{
    bool enough = false;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && !enough && i < r->rule->move_count; i++) {
        const struct dynamic_move *m = &r->rule->moves[i];
        st = choose_from(r, v, m, 0, &enough);
    }
    return st;
}

void dynamic_values_of(const struct dynamic_rows *r, const struct dynamic_batch *b, size_t i, int64_t *values)
{
    size_t last = b->move->value_count;
    for (size_t k = 0; k + 1 < last; k++) values[k] = r->x[TERM_CELLS + k];
    if (last) values[last - 1] = b->first + (int64_t)i;
}

double dynamic_choices(struct dynamic_rows *r, size_t i, size_t n)
{
    double all = 0;
    for (size_t k = 0; k < r->box.fields; k++) r->x[k] = r->box.low[k];
    for (size_t k = 0; k + 1 < r->box.fields; k++) {
        int64_t extent = r->box.extent[r->order[k]];
        r->x[r->order[k]] += (int64_t)((double)extent * ((double)i + 0.5) / (double)n);
    }
    for (size_t j = 0; j < r->rule->move_count; j++) {
        const struct dynamic_move *m = &r->rule->moves[j];
        double ways = 1;
        for (size_t k = 0; k < m->value_count; k++) {
            int64_t low, high;
            if (!dynamic_range(r, m, k, &low, &high)) return 1e18;
            ways *= high < low ? 0 : (double)high - (double)low + 1;
            r->x[TERM_CELLS + k] = low + (high - low) / 2;
        }
        all += ways;
    }
    return all;
}
