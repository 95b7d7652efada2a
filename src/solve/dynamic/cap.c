/* SPDX-License-Identifier: MIT */
/* Intervals of cells and values; a condition is walked down to its comparisons. */
#include "solve/dynamic/cap.h"

struct capping {
    const struct dynamic_rule *rule;
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES];
    int64_t cap;
};

/* The least, or the greatest, that the sides' sum may be without the bound number. Factors and numbers are small: it fits. */
static int64_t end_of(const struct capping *c, const struct linear *line, bool greatest)
{
    int64_t sum = line->constant;
    for (size_t v = 0; v < TERM_VARIABLES; v++) {
        int64_t f = line->factor[v];
        if (v != c->rule->bound) sum += f * ((f > 0) == greatest ? c->high[v] : c->low[v]);
    }
    return sum;
}

static bool compare(struct capping *c, const struct term *t)
{
    struct linear a, b;
    if (!term_linear(t->kids[0], &a) || !term_linear(t->kids[1], &b)) return false;
    a.constant -= b.constant;
    for (size_t v = 0; v < TERM_VARIABLES; v++) a.factor[v] -= b.factor[v];
    int64_t f = a.factor[c->rule->bound], against = f > 0 ? -end_of(c, &a, false) : end_of(c, &a, true);
    if (f == 0) return true;
    int64_t size = f < 0 ? -f : f, from = against < 0 ? 0 : against / size + 1;
    if (from > c->cap) c->cap = from;
    return true;
}

/* Raises the cap until the condition says the same from there on. */
static bool take(struct capping *c, const struct term *t)
{
    if (!(t->reads >> c->rule->bound & 1)) return true;
    switch (t->kind) {
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return compare(c, t);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT: break;
    default: return false;
    }
    bool all = true;
    for (uint32_t i = 0; all && i < t->count; i++) all = take(c, t->kids[i]);
    return all;
}

static bool take_all(struct capping *c, const struct dynamic_conditions *conditions)
{
    bool all = true;
    for (size_t i = 0; all && i < conditions->count; i++) all = take(c, conditions->items[i].term);
    return all;
}

/* How far value k of the move goes, by ends that are linear in what comes before it. False: that is not known. */
static bool find_range(struct capping *c, const struct dynamic_move *m, size_t k)
{
    int64_t *low = &c->low[TERM_CELLS + k], *high = &c->high[TERM_CELLS + k];
    struct linear line;
    bool has_low = false, has_high = false;
    for (size_t i = 0; i < m->low[k].count; i++) {
        if (!term_linear(m->low[k].items[i], &line)) continue;
        int64_t end = end_of(c, &line, false);
        if (!has_low || end > *low) *low = end;
        has_low = true;
    }
    for (size_t i = 0; i < m->high[k].count; i++) {
        if (!term_linear(m->high[k].items[i], &line)) continue;
        int64_t end = end_of(c, &line, true);
        if (!has_high || end < *high) *high = end;
        has_high = true;
    }
    if (*high < *low) *high = *low; /* it cannot be chosen */
    return has_low && has_high && *low > -DYNAMIC_SMALL && *high < DYNAMIC_SMALL;
}

bool dynamic_cap(const struct dynamic_rule *rule, const int64_t *low, const int64_t *high, int64_t *cap)
{
    struct capping c = {.rule = rule, .cap = low[rule->bound]};
    bool fine = true;
    for (size_t v = 0; fine && v < rule->cells; v++) {
        c.low[v] = low[v], c.high[v] = v == rule->bound ? low[v] : high[v];
        fine = low[v] > -DYNAMIC_SMALL && c.high[v] < DYNAMIC_SMALL;
    }
    for (size_t i = 0; fine && i < rule->move_count; i++) {
        const struct dynamic_move *m = &rule->moves[i];
        for (size_t k = 0; k < DYNAMIC_VALUES; k++) c.low[TERM_CELLS + k] = c.high[TERM_CELLS + k] = 0;
        for (size_t k = 0; fine && k < m->value_count; k++) fine = find_range(&c, m, k);
        fine = fine && take_all(&c, &m->gate) && take_all(&c, &m->shared) && take_all(&c, &m->own);
    }
    *cap = c.cap;
    return fine && c.cap < DYNAMIC_SMALL;
}
