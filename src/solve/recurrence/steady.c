/* SPDX-License-Identifier: MIT */
/* Which rules are such, and their options in the first rows. The argument stands in recurrence.h. */
#include "solve/recurrence/private.h"
#include "base/numbers.h"
#include "solve/ranked/bounds.h"

enum { STEADY_MOST = 1 << 10, PERIOD_MOST = 64, TRIED_MOST = 1 << 16, OPTIONS_MOST = 1 << 20, POSITION_OPTIONS = 255 };

/* ---- what is steady ---------------------------------------------------------------------------------------------- */
struct proving {
    const struct choices_rule *rule;
    uint64_t heap; /* its bit */
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES];
    int64_t period;
};

static int64_t common(int64_t a, int64_t b) { return a / (int64_t)number_gcd((uint64_t)a, (uint64_t)b) * b; }

/* A remainder of a sum that is never less than nothing: it is the same for one that is a multiple of m greater. */
static bool is_remainder(struct proving *p, const struct term *t)
{
    struct linear line;
    if (t->kind != EXPR_MOD || t->kids[1]->kind != EXPR_INT || t->kids[1]->constant < 1) return false;
    if (t->kids[1]->constant > PERIOD_MOST || !term_linear(t->kids[0], &line)) return false;
    struct bounds b = term_bounds(t->kids[0], p->low, p->high, false);
    if (!b.sure || b.low < 0 || b.high >= INT64_MAX / 4) return false;
    p->period = common(p->period, t->kids[1]->constant);
    return p->period <= PERIOD_MOST;
}

static bool is_steady(struct proving *p, const struct term *t)
{
    if (!(t->reads & p->heap)) return true;
    struct bounds b = term_bounds(t, p->low, p->high, false);
    if ((b.sure && b.low == b.high) || is_remainder(p, t)) return true;
    bool all = t->count > 0;
    for (uint32_t i = 0; all && i < t->count; i++) all = is_steady(p, t->kids[i]);
    return all;
}

/* Bounds of what is chosen, by conditions of which all have a value, and those before them: where one does not hold, the choice is no
 * option, and nothing fails. */
static void bound_values(struct proving *p, const struct choices_move *m)
{
    bool sure = true;
    for (size_t k = 0; k < TERM_VALUES; k++) {
        p->low[TERM_CELLS + k] = -RECURRENCE_SMALL;
        p->high[TERM_CELLS + k] = RECURRENCE_SMALL;
    }
    for (size_t i = 0; sure && i < m->condition_count; i++) {
        const struct choices_condition *c = &m->conditions[i];
        int64_t low[TERM_VARIABLES], high[TERM_VARIABLES];
        sure &= term_bounds(c->term, p->low, p->high, false).sure;
        if (!sure || c->only_sure || (c->term->reads & p->heap)) continue;
        for (size_t v = 0; v < TERM_VARIABLES; v++) low[v] = p->low[v], high[v] = p->high[v];
        bounds_given(c->term, low, high);
        for (size_t v = TERM_CELLS; v < TERM_VARIABLES; v++) p->low[v] = low[v], p->high[v] = high[v];
    }
}

static bool move_is_steady(struct proving *p, const struct choices_move *m, size_t heap)
{
    struct linear line;
    bool all = term_linear(m->after[heap], &line) && line.factor[heap] == 1;
    bound_values(p, m);
    for (size_t v = TERM_CELLS; v < TERM_VARIABLES; v++)
        if (p->low[v] > p->high[v]) return all; /* it cannot be made */
    for (size_t i = 0; all && i < m->condition_count; i++) {
        const struct choices_condition *c = &m->conditions[i];
        all = is_steady(p, c->term) || (c->only_sure && term_bounds(c->term, p->low, p->high, false).sure);
    }
    for (size_t c = 0; all && c < p->rule->cells; c++) all = c == heap || is_steady(p, m->after[c]);
    return all;
}

static bool all_steady_from(const struct recurrence *r, int64_t from, int64_t *period)
{
    struct proving p = {.rule = r->rule, .heap = term_bit((int)r->heap), .period = 1};
    for (size_t c = 0; c < r->rule->cells; c++) {
        p.low[c] = c == r->heap ? from : r->box.low[c];
        p.high[c] = c == r->heap ? RECURRENCE_LARGE : r->box.low[c] + r->box.extent[c] - 1;
    }
    bool all = true;
    for (size_t i = 0; all && i < r->rule->move_count; i++) all = move_is_steady(&p, &r->rule->moves[i], r->heap);
    *period = p.period;
    return all;
}

/* ---- options of a row -------------------------------------------------------------------------------------------- */
/* As the language has it: ranges one inside the other, then conditions, up to the first that does not hold. */
struct listing {
    struct recurrence *r;
    const struct choices_move *m;
    int64_t x[TERM_VARIABLES];
    size_t state;
    uint64_t tried;
};

static bool add_option(struct listing *l)
{
    struct recurrence *r = l->r;
    int64_t after, back, cells[MODEL_MAX_FIELDS];
    for (size_t c = 0; c < r->rule->cells; c++) {
        if (!term_value_at(l->m->after[c], l->x, &after)) return false;
        cells[c] = after;
        if (after < r->box.low[c] || (c != r->heap && after - r->box.low[c] >= r->box.extent[c])) return false;
    }
    if (__builtin_sub_overflow(l->x[r->heap], cells[r->heap], &back) || back < 0 || back > TRIED_MOST) return false;
    struct recurrence_option o = {(uint32_t)back, (uint32_t)recurrence_state(r, cells)};
    if (back == 0 && o.state >= l->state) return false;
    if ((size_t)back > r->reach) r->reach = (size_t)back;
    return r->options.count < OPTIONS_MOST && vec_push(&r->options, o);
}

static bool choose(struct listing *l, size_t k)
{
    int64_t low, high, holds = 1;
    if (k == l->m->value_count) {
        for (size_t i = l->m->range_count; holds && i < l->m->condition_count; i++) {
            int64_t value;
            if (!term_value_at(l->m->conditions[i].term, l->x, &value)) return false;
            if (!l->m->conditions[i].only_sure) holds = value;
        }
        return !holds || add_option(l);
    }
    if (!term_value_at(l->m->values[k].low, l->x, &low) || !term_value_at(l->m->values[k].high, l->x, &high))
        return false;
    bool fine = low > -RECURRENCE_SMALL && high < RECURRENCE_SMALL;
    for (int64_t v = low; fine && v <= high; v++) {
        l->x[TERM_CELLS + k] = v;
        fine = l->tried++ < TRIED_MOST && choose(l, k + 1);
    }
    return fine;
}

static bool list_row(struct listing *l, int64_t heap, struct recurrence_row *row)
{
    struct recurrence *r = l->r;
    row->first = arena_array(&r->arena, r->states + 1, sizeof *row->first);
    if (!row->first) return false;
    for (l->state = 0; l->state < r->states; l->state++) {
        if (l->tried++ >= TRIED_MOST) return false;
        size_t rest = l->state, first = row->first[l->state] = r->options.count;
        for (size_t c = r->rule->cells; c-- > 0;) {
            if (c == r->heap) continue;
            l->x[c] = r->box.low[c] + (int64_t)(rest % (size_t)r->box.extent[c]);
            rest /= (size_t)r->box.extent[c];
        }
        l->x[r->heap] = heap;
        for (size_t i = 0; i < r->rule->move_count; i++) {
            l->m = &r->rule->moves[i];
            if (!choose(l, 0)) return false;
        }
        if (r->options.count - first > r->most) r->most = r->options.count - first;
    }
    row->first[r->states] = r->options.count;
    return r->most <= POSITION_OPTIONS;
}

size_t recurrence_state(const struct recurrence *r, const int64_t *cells)
{
    size_t state = 0;
    for (size_t c = 0; c < r->rule->cells; c++)
        if (c != r->heap) state = state * (size_t)r->box.extent[c] + (size_t)(cells[c] - r->box.low[c]);
    return state;
}

enum status recurrence_open(struct recurrence *r, const struct choices_rule *rule, const struct value_table *box,
                            size_t heap, int64_t highest, struct budget *budget)
{
    int64_t low = box->low[heap], from = 1;
    *r = (struct recurrence){.rule = rule, .box = *box, .heap = heap, .states = 1, .reach = 1};
    if (low < 0 || low > STEADY_MOST) return ST_UNSUPPORTED;
    for (size_t c = 0; c < rule->cells; c++) {
        if (c == heap) continue;
        if (box->extent[c] < 1 || box->extent[c] > RECURRENCE_STATES) return ST_UNSUPPORTED;
        r->states *= (size_t)box->extent[c];
        if (r->states > RECURRENCE_STATES) return ST_UNSUPPORTED;
    }
    while (from <= STEADY_MOST && !all_steady_from(r, low + from, &r->period)) from *= 2;
    if (from > STEADY_MOST || low + from > highest) return ST_UNSUPPORTED;
    r->steady = low + from;
    size_t rows = (size_t)(from + r->period);
    r->rows = arena_array(&r->arena, rows, sizeof *r->rows);
    struct listing l = {.r = r};
    for (size_t i = 0; r->rows && i < rows; i++)
        if (!list_row(&l, low + (int64_t)i, &r->rows[i])) return ST_UNSUPPORTED;
    return r->rows ? budget_check(budget) : ST_NO_MEMORY;
}

void recurrence_close(struct recurrence *r)
{
    vec_free(&r->options);
    arena_free(&r->arena);
}
