/* SPDX-License-Identifier: MIT */
#include "solve/choices/choices.h"
#include "model/sets.h"
#include "solve/dynamic/lanes.h"

#define ENDS_MOST ((int64_t)1 << 62) /* of ranges */

enum { TRIM_LEAST = 4, SPAN_COST = 200, SIFT_COST = 4, ADD_COST = 400 };
/* What of variables is known: of cells the box, of values that are chosen one number. */
struct passing {
    struct choices *c;
    const struct choices_move *move;
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES];
};

static enum status place(struct passing *p, struct choice *choice)
{
    const struct value_table *box = p->c->box;
    int64_t rows = 0, size = 1;
    choice->places = p->move->shifts ? SIZE_MAX : p->c->places++;
    if (!p->move->shifts) return ST_OK;
    for (size_t k = box->fields; k-- > 0;) {
        int64_t taken = linear_at(&p->move->taken[p->c->order[k]], p->low);
        choice->back[k] = taken;
        if (k + 1 == box->fields) continue;
        if (taken <= -box->extent[k] || taken >= box->extent[k]) rows = INT64_MIN;
        else if (rows != INT64_MIN) rows += taken * size;
        size *= box->extent[k];
    }
    choice->rows_back = rows;
    bool far = rows == INT64_MIN; /* it leads out of the box: its guards must hold nowhere */
    if (far) choice->rows_back = 1;
    return far || rows > 0 || (rows == 0 && choice->back[box->fields - 1] > 0) ? ST_OK : ST_UNSUPPORTED;
}

/* Where more is joined than one table that is there already. */
static bool needs_mask(const struct choices *c, const struct choice *choice)
{
    size_t rows = 0;
    for (size_t i = 0; i < choice->count; i++) {
        const struct guard *guard = &c->guards.items.data[choice->first + i];
        if (guard->kind == GUARD_COMPUTED) return true;
        rows += guard->kind == GUARD_LOOKED_UP && guard->line.of[c->box->fields - 1];
    }
    return rows > 1;
}

/* With all values chosen. */
static enum status add(struct passing *p)
{
    struct choices *c = p->c;
    struct choice choice = {.move = p->move, .first = c->guards.items.count};
    bool never = false;
    enum status st = ST_OK;
    c->guards.work += ADD_COST;
    guards_begin(&c->guards);
    for (size_t i = 0; st == ST_OK && !never && i < p->move->condition_count; i++) {
        const struct choices_condition *condition = &p->move->conditions[i];
        if (!condition->only_sure) st = guards_add(&c->guards, condition->term, p->low, p->high, &never);
        else if (!term_bounds(condition->term, p->low, p->high, true).sure) st = ST_UNSUPPORTED;
    }
    if (never) c->guards.items.count = choice.first;
    if (st != ST_OK || never) return st;
    choice.count = c->guards.items.count - choice.first;
    choice.mask = needs_mask(c, &choice) ? c->masks++ : SIZE_MAX;
    for (size_t k = 0; k < p->move->value_count; k++) choice.values[k] = p->low[TERM_CELLS + k];
    st = place(p, &choice);
    if (st != ST_OK) return st;
    if (c->items.count == CHOICES_MOST) return ST_UNSUPPORTED;
    return vec_push(&c->items, choice) ? ST_OK : ST_NO_MEMORY;
}

/* Does a condition fail for all numbers that the k-th value may have now, and nothing before it have no value? */
static bool is_nowhere(const struct passing *p, size_t k)
{
    for (size_t i = 0; i < p->move->condition_count; i++) {
        const struct choices_condition *condition = &p->move->conditions[i];
        bool later = term_level(condition->term) > k + 1;
        if (later && i >= p->move->range_count) return false;
        if (later) continue; /* what ends of ranges are is looked at where all values are chosen */
        struct bounds b = term_bounds(condition->term, p->low, p->high, true);
        if (!b.sure) return false;
        if (!condition->only_sure && bounds_say(b, false)) return true;
    }
    return false;
}

/* Which of the next `count` numbers of the last value, the k-th, are not excluded by conditions that read no cell. */
static void sift(struct passing *p, size_t k, size_t count, bool *passes)
{
    int64_t out[LANES_MOST];
    for (size_t i = 0; i < count; i++) passes[i] = true;
    for (size_t i = 0; i < p->move->condition_count; i++) {
        const struct choices_condition *condition = &p->move->conditions[i];
        if (term_cells_read(condition->term)) {
            if (!term_bounds(condition->term, p->low, p->high, true).sure) return;
        } else {
            p->c->guards.work += guards_work(condition->term) * (double)count;
            if (!lanes_at(condition->term, p->low, (int)(TERM_CELLS + k), count, out)) return;
            for (size_t v = 0; v < count && !condition->only_sure; v++) passes[v] &= out[v] != 0;
        }
    }
}

static enum status pass(struct passing *p, size_t k);

/* Without what is known to be nowhere at its ends, as far as halves of halves show. */
static void trim(struct passing *p, size_t k, int64_t *from, int64_t *to)
{
    size_t v = TERM_CELLS + k;
    for (int64_t part = (*to - *from + 1) / 2; part >= TRIM_LEAST; part /= 2) {
        p->low[v] = *to - part + 1;
        p->high[v] = *to;
        if (*to - *from >= part && is_nowhere(p, k)) *to -= part;
        p->low[v] = *from;
        p->high[v] = *from + part - 1;
        if (*to - *from >= part && is_nowhere(p, k)) *from += part;
        p->c->guards.work += 2 * SPAN_COST;
    }
    p->low[v] = *from;
    p->high[v] = *to;
}

/* The k-th value goes from `from` to `to`. */
static enum status span(struct passing *p, size_t k, int64_t from, int64_t to)
{
    bool passes[LANES_MOST], last = k + 1 == p->move->value_count;
    enum status st = ST_OK;
    p->low[TERM_CELLS + k] = from;
    p->high[TERM_CELLS + k] = to;
    if (to - from > 1 && is_nowhere(p, k)) return ST_OK;
    if (to - from >= (last ? LANES_MOST : 2)) {
        int64_t middle = from + (to - from) / 2;
        st = span(p, k, from, middle);
        return st == ST_OK ? span(p, k, middle + 1, to) : st;
    }
    p->c->guards.work += SPAN_COST + SIFT_COST * (double)(to - from + 1);
    if (p->c->guards.work > p->c->guards.most) return ST_UNSUPPORTED;
    if (last) trim(p, k, &from, &to);
    if (last) sift(p, k, (size_t)(to - from + 1), passes);
    for (int64_t v = from; st == ST_OK && v <= to; v++) {
        p->low[TERM_CELLS + k] = p->high[TERM_CELLS + k] = v;
        if (!last || passes[v - from]) st = pass(p, k + 1);
    }
    return st;
}

/* A condition says that the k-th value is an element of a set that is gone through from element to element, and nothing before it may
 * fail: the set, and of powers the base. DOMAIN_RANGE: there is none. */
static enum domain_kind set_of(const struct passing *p, size_t k, int64_t *base)
{
    for (size_t i = 0; i < p->move->condition_count; i++) {
        const struct term *t = p->move->conditions[i].term;
        enum domain_kind set = (enum domain_kind)t->index;
        bool own = t->kind == EXPR_IN && t->kids[0]->kind == EXPR_LOCAL && t->kids[0]->index == (int)k;
        bool known =
            set == DOMAIN_SQUARES || set == DOMAIN_FIB || (set == DOMAIN_POWERS && t->kids[1]->kind == EXPR_INT);
        if (own && known && !p->move->conditions[i].only_sure) {
            *base = set == DOMAIN_POWERS ? t->kids[1]->constant : 0;
            return *base >= 2 || set != DOMAIN_POWERS ? set : DOMAIN_RANGE;
        }
        if (i >= p->move->range_count && !term_never_fails(t)) break;
    }
    return DOMAIN_RANGE;
}

/* The same for its numbers from..to that are elements of the set; ranges are looked at where all values are chosen. */
static enum status walk(struct passing *p, size_t k, enum domain_kind set, int64_t base, int64_t from, int64_t to)
{
    struct set_walk at = set_first();
    enum status st = ST_OK;
    for (bool more = true; st == ST_OK && more && at.x <= to; more = set_next(&at, set, base))
        if (at.x >= from) st = span(p, k, at.x, at.x);
    return st;
}

/* All numbers of the k-th value and those behind it. */
static enum status pass(struct passing *p, size_t k)
{
    if (k == p->move->value_count) return add(p);
    struct bounds low = term_bounds(p->move->values[k].low, p->low, p->high, true);
    struct bounds high = term_bounds(p->move->values[k].high, p->low, p->high, true);
    if (!low.sure || !high.sure || low.low < -ENDS_MOST || high.high > ENDS_MOST) return ST_UNSUPPORTED;
    if (low.low > high.high) return ST_OK;
    int64_t base;
    enum domain_kind set = set_of(p, k, &base);
    return set == DOMAIN_RANGE ? span(p, k, low.low, high.high) : walk(p, k, set, base, low.low, high.high);
}

enum status choices_open(struct choices *c, const struct choices_rule *rule, const struct value_table *box,
                         const size_t *order, double most, struct budget *budget)
{
    struct passing p = {.c = c};
    enum status st = ST_OK;
    *c = (struct choices){.rule = rule, .box = box, .order = order};
    guards_open(&c->guards, box, order, budget);
    c->guards.most = most;
    for (size_t k = 0; k < box->fields; k++) {
        p.low[order[k]] = box->low[k];
        p.high[order[k]] = box->low[k] + box->extent[k] - 1;
    }
    for (size_t i = 0; st == ST_OK && i < rule->move_count; i++) {
        p.move = &rule->moves[i];
        st = pass(&p, 0);
    }
    return st;
}

void choices_close(struct choices *c)
{
    guards_close(&c->guards);
    vec_free(&c->items);
}
