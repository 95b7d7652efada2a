/* SPDX-License-Identifier: MIT */
/* The argument stands in barred.h. */
#include "solve/dynamic/barred.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/private.h"

/* Its only condition on the bound number; NULL: it has none, or more. */
static const struct dynamic_condition *bar_of(const struct dynamic_move *m)
{
    if (m->gate.count + m->shared.count + m->own.count != 1) return NULL;
    return m->gate.count ? m->gate.items : m->shared.count ? m->shared.items : m->own.items;
}

bool dynamic_barred(const struct dynamic_rule *rule)
{
    bool all = rule->fine, any = false;
    for (size_t i = 0; all && i < rule->move_count; i++) {
        const struct dynamic_move *m = &rule->moves[i];
        const struct dynamic_condition *c = bar_of(m);
        bool free = m->gate.count + m->shared.count + m->own.count == 0;
        any |= c != NULL;
        all = free || (c && c->linear && c->kind == EXPR_NE && c->difference.factor[rule->bound] != 0);
    }
    return all && any;
}

/* The row that is being filled. */
struct barring {
    const struct dynamic_bars *b;
    int64_t lost, stuck;
};

/* Numbers are small: it fits. */
int64_t dynamic_barred_at(const struct dynamic_rule *rule, const struct dynamic_move *m, const int64_t *x)
{
    const struct dynamic_condition *c = bar_of(m);
    if (!c) return BARS_NONE;
    int64_t f = c->difference.factor[rule->bound], rest = linear_at(&c->difference, x) - f * x[rule->bound];
    return rest % f == 0 ? -rest / f : BARS_NONE;
}

int64_t dynamic_bars_meet(int64_t set, int64_t one) { return set == BARS_ALL || set == one ? one : BARS_NONE; }

static enum status take(struct dynamic_rows *r, const struct dynamic_batch *batch, void *context, bool *enough)
{
    struct barring *at = context;
    const struct dynamic_bars *b = at->b;
    size_t last = batch->move->value_count;
    int64_t unused, *value = last ? &r->x[TERM_CELLS + last - 1] : &unused;
    if (!dynamic_small_batch(r, batch)) return ST_UNSUPPORTED;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->index[i];
        bool ends = row == DYNAMIC_ENDS;
        if (!batch->passes[i]) continue;
        if (row == DYNAMIC_OUT) return ST_UNSUPPORTED;
        if (!ends && (batch->bound[i] < b->rows.low[b->rule->bound] || batch->bound[i] >= DYNAMIC_SMALL))
            return ST_UNSUPPORTED;
        bool loses = ends ? !b->misere : dynamic_bars_lose(b, row, batch->bound[i]);
        if (!loses && !(b->misere && at->stuck != BARS_NONE)) continue;
        *value = batch->first + (int64_t)i;
        int64_t one = dynamic_barred_at(b->rule, batch->move, r->x);
        r->since += 8;
        at->stuck = dynamic_bars_meet(at->stuck, one);
        if (loses) at->lost = dynamic_bars_meet(at->lost, one);
        if (at->lost == BARS_NONE) return *enough = true, ST_OK;
    }
    return ST_OK;
}

enum status dynamic_fill_barred(const struct dynamic_bars *b, const size_t *order, struct budget *budget)
{
    struct dynamic_rows r = {.rule = b->rule, .box = b->rows, .order = order, .budget = budget, .limits = true};
    enum status st = dynamic_barred(b->rule) && dynamic_small_rows(&b->rows) ? ST_OK : ST_UNSUPPORTED;
    for (size_t c = 0; c < b->rows.fields; c++) r.x[c] = b->rows.low[c];
    while (st == ST_OK && dynamic_next(&r)) {
        struct barring at = {b, BARS_ALL, BARS_ALL};
        struct dynamic_visit visit = {.take = take, .context = &at};
        st = budget_take_states(budget, 1);
        if (st == ST_OK) st = dynamic_choose(&r, &visit);
        b->lost[r.at] = at.lost;
        if (b->misere) b->stuck[r.at] = at.stuck;
    }
    arena_free(&r.arena);
    return st;
}
