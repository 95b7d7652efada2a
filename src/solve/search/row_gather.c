/* SPDX-License-Identifier: MIT */
/* Stretches are halved until it is known that nothing of them counts, or they are single numbers. */
#include "solve/search/row_gather.h"
#include "model/expr.h"

enum { FEW = 8, NEAR = 2 };

bool row_distance(const struct row_walk *w, int64_t number, int64_t *out)
{
    int64_t cells = w->names.length;
    if (number < -ROW_BOUND || number > ROW_BOUND) return false;
    *out = number - w->place;
    if (!w->around) return true;
    int64_t forwards = *out % cells;
    if (forwards < 0) forwards += cells;
    *out = forwards > cells / 2 ? forwards - cells : forwards;
    return number >= 1 && number <= cells;
}

/* In halves, down to single numbers. */
static bool gather(struct row_stretch *s, row_test test, const void *of, struct row_members *m)
{
    if (s->names->steps == 0) return false;
    if (s->low > s->high || test(s, of) == ROW_NEVER) return true;
    if (s->low == s->high) {
        if (m->count == ROW_MEMBERS) return false;
        m->numbers[m->count++] = s->low;
        return true;
    }
    struct row_stretch left = *s, right = *s;
    left.high = s->low + (s->high - s->low) / 2;
    right.low = left.high + 1;
    return gather(&left, test, of, m) && gather(&right, test, of, m);
}

bool row_gather(struct row_walk *w, const struct row_stretch *s, row_test test, const void *of, struct row_members *m)
{
    struct row_stretch before = *s, near = *s, behind = *s;
    int64_t low = w->place - NEAR, high = w->place + NEAR;
    if (low < s->low) low = s->low;
    if (high > s->high) high = s->high;
    if (low > high) return gather(&near, test, of, m);
    before.high = low - 1;
    near.low = low, near.high = high;
    behind.low = high + 1;
    return gather(&before, test, of, m) && gather(&near, test, of, m) && gather(&behind, test, of, m);
}

bool row_order(const struct row_walk *w, struct row_members *m)
{
    int64_t key[ROW_MEMBERS];
    for (size_t i = 0; i < m->count; i++) {
        key[i] = m->numbers[i];
        if (w->around && !m->fixed && !row_distance(w, m->numbers[i], &key[i])) return false;
    }
    for (size_t i = 1; i < m->count; i++)
        for (size_t k = i; k > 0 && key[k] < key[k - 1]; k--) {
            int64_t one = key[k], number = m->numbers[k];
            key[k] = key[k - 1], m->numbers[k] = m->numbers[k - 1];
            key[k - 1] = one, m->numbers[k - 1] = number;
        }
    return true;
}

bool row_fixed_number(const struct row_walk *w, const struct expr *e, int64_t *value)
{
    struct row_names none = {.env = w->names.env, .steps = FEW * FEW};
    return row_number(&none, e, value);
}

/* The items of a literal set, each once. *known: they are numbers. */
static bool gather_items(struct row_walk *w, const struct domain *d, struct row_members *m, bool *known)
{
    *known = d->item_count <= FEW;
    m->fixed = true;
    for (size_t k = 0; *known && k < d->item_count; k++) {
        int64_t x;
        size_t i = 0;
        m->fixed = m->fixed && row_fixed_number(w, d->items[k], &x);
        *known = row_number(&w->names, d->items[k], &x);
        while (*known && i < m->count && m->numbers[i] != x) i++;
        if (*known && i == m->count) m->numbers[m->count++] = x;
    }
    return true;
}

bool row_gather_domain(struct row_walk *w, const struct gen *g, row_test test, const void *of, struct row_members *m,
                       bool *known)
{
    const struct domain *d = &g->domain;
    struct row_stretch s = {.names = &w->names, .slot = g->slot};
    int64_t low, high;
    *known = false;
    if (d->kind == DOMAIN_SET) return gather_items(w, d, m, known);
    if (d->kind != DOMAIN_RANGE || !d->high) return true;
    if (!row_number(&w->names, d->low, &s.low) || !row_number(&w->names, d->high, &s.high)) return true;
    if (s.low < -ROW_BOUND || s.high > ROW_BOUND) return false;
    *known = true;
    m->fixed = row_fixed_number(w, d->low, &low) && row_fixed_number(w, d->high, &high);
    return row_gather(w, &s, test, of, m);
}

/* ---- cells that stay ------------------------------------------------------------------------------------------------- */
static bool keeps(struct row_stretch *s, const struct row_built *b, const struct expr *e);

/* Is it the number of the stretch, and `shift`? */
static bool is_shifted(struct row_stretch *s, const struct expr *e, int64_t shift)
{
    int64_t more;
    if (expr_is_local(e, s->slot)) return shift == 0;
    if (e->kind != EXPR_ADD && e->kind != EXPR_SUB) return false;
    if (!row_number(s->names, e->kids[1], &more) || more < -ROW_BOUND || more > ROW_BOUND) return false;
    return is_shifted(s, e->kids[0], e->kind == EXPR_ADD ? shift - more : shift + more);
}

static bool keeps_by_choice(struct row_stretch *s, const struct row_built *b, const struct expr *e)
{
    enum row_truth when = row_truth(s, e->kids[0]);
    if (when != ROW_PERHAPS) return keeps(s, b, e->kids[when == ROW_ALWAYS ? 1 : 2]);
    return row_cannot_fail(s, e->kids[0]) && keeps(s, b, e->kids[1]) && keeps(s, b, e->kids[2]);
}

static bool keeps_with_name(struct row_stretch *s, const struct row_built *b, const struct expr *e)
{
    struct row_name let = {.slot = e->index, .kind = NAME_EXPR, .expr = e->kids[0]};
    if (!row_cannot_fail(s, e->kids[0]) || !row_name_push(s->names, let)) return false;
    bool kept = keeps(s, b, e->kids[1]);
    s->names->count--;
    return kept;
}

/* Is each cell of the stretch what it was? */
static bool keeps(struct row_stretch *s, const struct row_built *b, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_IF: return keeps_by_choice(s, b, e);
    case EXPR_LET: return keeps_with_name(s, b, e);
    case EXPR_INDEX: return e->count == 2 && e->kids[0]->kind == EXPR_FIELD && is_shifted(s, e->kids[1], b->shift);
    case EXPR_MUL:
        return (row_is(s, e->kids[0], 1) && keeps(s, b, e->kids[1])) ||
               (row_is(s, e->kids[1], 1) && keeps(s, b, e->kids[0]));
    default: return false;
    }
}

enum row_truth row_kept(struct row_stretch *s, const void *of)
{
    const struct row_built *b = of;
    if (keeps(s, b, b->body)) return ROW_NEVER;
    bool two = b->shift == 0;
    for (s->cell = 1; two && s->cell <= 2; s->cell++) two = row_is(s, b->body, s->cell - 1);
    s->cell = 0;
    *b->two |= two;
    return two ? ROW_NEVER : ROW_PERHAPS;
}
