/* SPDX-License-Identifier: MIT */
/* Forgetting a variable after closing loses nothing about the others; where bounds are not closed, what is lost is
 * only knowledge. */
#include "code/native/zone.h"
#include <string.h>
#include "base/mem.h"

enum { MOST_FACTOR = 1000000 };

static int64_t *cell(const struct zone *z, int x, int y) { return &z->bound[(size_t)x * (size_t)z->count + (size_t)y]; }

static int new_of(const struct zone *z) { return z->count - 1; }

static struct zone_form itself(int x)
{
    struct zone_form f = {.count = x != ZONE_ZERO};
    f.var[0] = x;
    f.factor[0] = x != ZONE_ZERO;
    return f;
}

size_t zone_bytes(int count, int iterators)
{
    size_t n = (size_t)count;
    return n * n * sizeof(int64_t) + n * (sizeof(struct zone_form) + sizeof(struct zone_note)) +
           (size_t)iterators * sizeof(struct zone_iterator);
}

bool zone_open(struct zone *z, int count, int iterators)
{
    size_t n = (size_t)count;
    *z = (struct zone){.count = count, .iterators = iterators, .reached = true};
    z->bound = mem_alloc(n * n * sizeof *z->bound);
    z->form = mem_alloc(n * sizeof *z->form);
    z->note = mem_alloc(n * sizeof *z->note);
    z->iterator = mem_alloc((size_t)iterators * sizeof *z->iterator + 1);
    if (!z->bound || !z->form || !z->note || !z->iterator) return zone_close(z), false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) *cell(z, i, k) = i == k ? 0 : ZONE_NONE;
    for (int i = 0; i < count; i++) z->form[i] = itself(i);
    for (int i = 0; i < iterators; i++) z->iterator[i] = (struct zone_iterator){-1, 0, INT64_MIN, INT64_MAX};
    return true;
}

void zone_close(struct zone *z)
{
    size_t n = (size_t)z->count;
    mem_free(z->bound, n * n * sizeof *z->bound);
    mem_free(z->form, n * sizeof *z->form);
    mem_free(z->note, n * sizeof *z->note);
    mem_free(z->iterator, (size_t)z->iterators * sizeof *z->iterator + 1);
    *z = (struct zone){0};
}

void zone_copy(struct zone *to, const struct zone *from)
{
    size_t n = (size_t)to->count;
    to->reached = from->reached;
    memcpy(to->bound, from->bound, n * n * sizeof *to->bound);
    memcpy(to->form, from->form, n * sizeof *to->form);
    memcpy(to->note, from->note, n * sizeof *to->note);
    if (to->iterators) memcpy(to->iterator, from->iterator, (size_t)to->iterators * sizeof *to->iterator);
}

static bool same_terms(const struct zone_form *a, const struct zone_form *b)
{
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (a->var[i] != b->var[i] || a->factor[i] != b->factor[i]) return false;
    return true;
}

static bool join_iterator(struct zone_iterator *a, const struct zone_iterator *b)
{
    struct zone_iterator old = *a;
    if (a->var != b->var || a->offset != b->offset) *a = (struct zone_iterator){-1, 0, a->least, a->most};
    if (a->least != b->least || a->most != b->most) a->least = INT64_MIN, a->most = INT64_MAX;
    return old.var != a->var || old.offset != a->offset || old.least != a->least || old.most != a->most;
}

static bool join_variable(struct zone *into, const struct zone *from, int x)
{
    struct zone_form *f = &into->form[x], other = itself(x);
    struct zone_note *n = &into->note[x], old = *n, m = from->note[x];
    bool changed = false;
    if (!same_terms(f, &from->form[x]) || f->constant != from->form[x].constant) {
        changed = !same_terms(f, &other) || f->constant != 0;
        *f = other;
    }
    if (n->fields != m.fields) n->fields = 0;
    n->less = n->less && m.less;
    n->value = n->value && m.value;
    if (n->under != m.under || n->beyond != m.beyond) n->under = 0;
    return changed || old.fields != n->fields || old.less != n->less || old.value != n->value || old.under != n->under;
}

bool zone_join(struct zone *into, const struct zone *from, bool widen)
{
    bool changed = false;
    if (!from->reached) return false;
    if (!into->reached) {
        zone_copy(into, from);
        return true;
    }
    for (size_t i = 0; i < (size_t)into->count * (size_t)into->count; i++) {
        if (into->bound[i] >= from->bound[i]) continue;
        into->bound[i] = widen ? ZONE_NONE : from->bound[i];
        changed = true;
    }
    for (int x = 1; x < into->count; x++) changed = join_variable(into, from, x) || changed;
    for (int i = 0; i < into->iterators; i++)
        changed = join_iterator(&into->iterator[i], &from->iterator[i]) || changed;
    return changed;
}

/* ---- bounds ----------------------------------------------------------------------------------------------------- */

int64_t zone_plus(int64_t a, int64_t b)
{
    if (a == ZONE_NONE || b == ZONE_NONE) return ZONE_NONE;
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) return a < 0 ? -ZONE_LIMIT : ZONE_NONE;
    return sum > ZONE_LIMIT ? ZONE_NONE : sum < -ZONE_LIMIT ? -ZONE_LIMIT : sum;
}

static void lower(int64_t *bound, int64_t to)
{
    if (to < *bound) *bound = to;
}

int64_t zone_most(const struct zone *z, int x, int y) { return *cell(z, x, y); }

void zone_tighten(struct zone *z)
{
    for (int k = 0; k < z->count; k++)
        for (int i = 0; i < z->count; i++) {
            if (*cell(z, i, k) == ZONE_NONE) continue;
            for (int j = 0; j < z->count; j++) lower(cell(z, i, j), zone_plus(*cell(z, i, k), *cell(z, k, j)));
        }
}

void zone_assume(struct zone *z, int x, int y, int64_t most)
{
    if (most == ZONE_NONE || most >= *cell(z, x, y)) return;
    if (zone_plus(most, *cell(z, y, x)) < 0) z->reached = false;
    for (int i = 0; i < z->count; i++) {
        int64_t way = zone_plus(*cell(z, i, x), most);
        if (way == ZONE_NONE) continue;
        for (int j = 0; j < z->count; j++) lower(cell(z, i, j), zone_plus(way, *cell(z, y, j)));
    }
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static bool add_term(struct zone_form *f, int var, int64_t factor)
{
    if (factor == 0) return true;
    if (f->count == ZONE_TERMS || factor > MOST_FACTOR || factor < -MOST_FACTOR) return false;
    f->var[f->count] = var;
    f->factor[f->count++] = factor;
    return true;
}

bool zone_sum(const struct zone_form *x, int64_t a, const struct zone_form *y, int64_t b, struct zone_form *out)
{
    struct zone_form f = {0};
    int64_t p, q;
    if (a > MOST_FACTOR || a < -MOST_FACTOR || b > MOST_FACTOR || b < -MOST_FACTOR) return false;
    if (__builtin_mul_overflow(a, x->constant, &p) || __builtin_mul_overflow(b, y->constant, &q)) return false;
    if (__builtin_add_overflow(p, q, &f.constant)) return false;
    if (f.constant > ZONE_LIMIT || f.constant < -ZONE_LIMIT) return false;
    for (int i = 0, k = 0; i < x->count || k < y->count;) {
        int u = i < x->count ? x->var[i] : INT32_MAX, v = k < y->count ? y->var[k] : INT32_MAX;
        int64_t factor = (u <= v ? a * x->factor[i] : 0) + (v <= u ? b * y->factor[k] : 0);
        if (!add_term(&f, u < v ? u : v, factor)) return false;
        i += u <= v;
        k += v <= u;
    }
    *out = f;
    return true;
}

static bool mentions(const struct zone_form *f, int x)
{
    for (int i = 0; i < f->count; i++)
        if (f->var[i] == x) return true;
    return false;
}

/* Equal forms are the same number; a form that is the difference of two variables' has its bounds. */
void zone_is(struct zone *z, const struct zone_form *form)
{
    int n = new_of(z);
    struct zone_form way, rest;
    if (!form) return;
    z->form[n] = *form;
    for (int x = 0; x < n; x++) {
        if (!zone_sum(form, 1, &z->form[x], -1, &rest)) continue;
        if (rest.count == 0) {
            zone_below(z, x, rest.constant);
            zone_above(z, x, -rest.constant);
            continue;
        }
        for (int y = 1; y < n; y++) { /* form = x - y + constant, or  y's negative: x is 0 */
            if (rest.count != z->form[y].count) continue;
            if (!zone_sum(&rest, 1, &z->form[y], 1, &way) || way.count != 0) continue;
            zone_below(z, ZONE_ZERO, zone_plus(*cell(z, x, y), way.constant));
            zone_above(z, ZONE_ZERO, zone_plus(*cell(z, y, x), -way.constant));
        }
    }
}

/* ---- a new number ----------------------------------------------------------------------------------------------- */

void zone_forget(struct zone *z, int x)
{
    for (int i = 0; i < z->count; i++) {
        if (i == x) continue;
        *cell(z, x, i) = *cell(z, i, x) = ZONE_NONE;
        if (mentions(&z->form[i], x)) z->form[i] = itself(i);
        if (z->note[i].under == x) z->note[i].under = 0;
    }
    z->form[x] = itself(x);
    z->note[x] = (struct zone_note){0};
    for (int i = 0; i < z->iterators; i++)
        if (z->iterator[i].var == x) z->iterator[i].var = -1;
}

void zone_begin(struct zone *z) { zone_forget(z, new_of(z)); }

void zone_below(struct zone *z, int y, int64_t most)
{
    int n = new_of(z);
    for (int i = 0; most != ZONE_NONE && i < n; i++) lower(cell(z, n, i), zone_plus(most, *cell(z, y, i)));
}

void zone_above(struct zone *z, int y, int64_t most)
{
    int n = new_of(z);
    for (int i = 0; most != ZONE_NONE && i < n; i++) lower(cell(z, i, n), zone_plus(*cell(z, i, y), most));
}

void zone_end(struct zone *z, int x)
{
    int n = new_of(z);
    struct zone_form form = z->form[n];
    struct zone_note note = z->note[n];
    bool kept = !mentions(&form, x) && !mentions(&form, n);
    if (note.under == x) note.under = 0;
    zone_forget(z, x);
    for (int i = 0; i < n; i++) {
        if (i == x) continue;
        *cell(z, x, i) = *cell(z, n, i);
        *cell(z, i, x) = *cell(z, i, n);
    }
    if (kept) z->form[x] = form;
    z->note[x] = note;
    zone_forget(z, n);
}
