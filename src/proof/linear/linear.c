/* SPDX-License-Identifier: MIT */
/* Forms and constraints. Sparse forms are merged like sorted lists. */
#include "proof/linear/private.h"
#include "base/checked.h"
#include "base/numbers.h"

/* ---- forms ------------------------------------------------------------------------------------------------------- */
static void *refuse_memory(struct linear_work *work)
{
    work->no_memory = true;
    return NULL;
}
static void *give_up(struct linear_work *work)
{
    work->gave_up = true;
    return NULL;
}
struct linear_form *linear_new(struct linear_work *work, size_t terms)
{
    struct linear_form *f = arena_alloc(work->arena, sizeof *f + terms * sizeof f->terms[0]);
    if (!f) refuse_memory(work);
    return f;
}

const struct linear_form *linear_constant(struct linear_work *work, int64_t value)
{
    struct linear_form *f = linear_new(work, 0);
    if (f) f->constant = value;
    return f;
}

const struct linear_form *linear_variable(struct linear_work *work, int var)
{
    struct linear_form *f = var < 0 ? refuse_memory(work) : linear_new(work, 1);
    if (f) {
        f->count = 1;
        f->terms[0] = (struct linear_term){var, 1};
    }
    return f;
}

static bool mul_add(int64_t a, int64_t ka, int64_t b, int64_t kb, int64_t *r)
{
    int64_t x, y;
    return checked_mul(a, ka, &x) && checked_mul(b, kb, &y) && checked_add(x, y, r);
}

const struct linear_form *linear_sum(struct linear_work *work, const struct linear_form *a, int64_t ka,
                                     const struct linear_form *b, int64_t kb)
{
    if (!a || !b) return NULL;
    struct linear_form *f = linear_new(work, (size_t)a->count + b->count);
    if (!f) return NULL;
    if (!mul_add(a->constant, ka, b->constant, kb, &f->constant)) return give_up(work);
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        bool from_a = i < a->count && (j == b->count || a->terms[i].var <= b->terms[j].var);
        bool from_b = j < b->count && (i == a->count || b->terms[j].var <= a->terms[i].var);
        struct linear_term t = {from_a ? a->terms[i].var : b->terms[j].var, 0};
        if (!mul_add(from_a ? a->terms[i].factor : 0, ka, from_b ? b->terms[j].factor : 0, kb, &t.factor))
            return give_up(work);
        if (t.factor) f->terms[f->count++] = t;
        i += from_a;
        j += from_b;
    }
    return f;
}

const struct linear_form *linear_scale(struct linear_work *work, const struct linear_form *a, int64_t factor,
                                       int64_t constant)
{
    struct linear_form one = {.constant = 1};
    return linear_sum(work, a, factor, &one, constant);
}

int64_t linear_factor(const struct linear_form *form, int var)
{
    uint32_t i = 0;
    while (i < form->count && form->terms[i].var < var) i++;
    return i < form->count && form->terms[i].var == var ? form->terms[i].factor : 0;
}

const struct linear_form *linear_replace(struct linear_work *work, const struct linear_form *form, int var,
                                         const struct linear_form *by)
{
    if (!form || !by) return NULL;
    int64_t k = linear_factor(form, var);
    if (!k) return form;
    struct linear_form *rest = linear_new(work, form->count);
    if (!rest) return NULL;
    rest->constant = form->constant;
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].var != var) rest->terms[rest->count++] = form->terms[i];
    return linear_sum(work, rest, 1, by, k);
}

bool linear_is_constant(const struct linear_form *form, int64_t *value)
{
    if (!form || form->count) return false;
    *value = form->constant;
    return true;
}

/* Orders by the terms alone, so that rows which differ only in their constant are adjacent. */
int linear_compare_terms(const struct linear_form *a, const struct linear_form *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct linear_term *x = &a->terms[i], *y = &b->terms[i];
        if (x->var != y->var) return x->var < y->var ? -1 : 1;
        if (x->factor != y->factor) return x->factor < y->factor ? -1 : 1;
    }
    return 0;
}

int linear_compare(const struct linear_form *a, const struct linear_form *b)
{
    int order = linear_compare_terms(a, b);
    if (order) return order;
    return (a->constant > b->constant) - (a->constant < b->constant);
}

/* ---- constraints ------------------------------------------------------------------------------------------------- */

struct linear_constraint linear_tighten(struct linear_work *work, struct linear_constraint c)
{
    if (!c.form) return c;
    uint64_t g = 0;
    for (uint32_t i = 0; i < c.form->count && g != 1; i++) g = number_gcd(g, number_magnitude(c.form->terms[i].factor));
    bool flip = c.equality && c.form->count && c.form->terms[0].factor < 0;
    if (g > INT64_MAX) return c;
    if (g <= 1 && !flip) return c;
    int64_t divisor = (int64_t)g, rest = 0;
    if (c.equality && (!checked_mod(c.form->constant, divisor, &rest) || rest != 0))
        return (struct linear_constraint){linear_constant(work, -1), false};
    if (flip) divisor = -divisor;
    struct linear_form *f = linear_new(work, c.form->count);
    if (!f) return (struct linear_constraint){NULL, c.equality};
    f->count = c.form->count;
    bool fits = checked_div(c.form->constant, divisor, &f->constant);
    for (uint32_t i = 0; i < f->count && fits; i++) {
        f->terms[i].var = c.form->terms[i].var;
        fits = checked_div(c.form->terms[i].factor, divisor, &f->terms[i].factor);
    }
    return (struct linear_constraint){fits ? f : give_up(work), c.equality};
}

static bool same_factors(const struct linear_form *a, const struct linear_form *b, int sign)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->terms[i].var == b->terms[i].var && (sign > 0 || b->terms[i].factor != INT64_MIN) &&
               a->terms[i].factor == sign * b->terms[i].factor;
    return same;
}

/* An inequality f + c >= 0 follows from f + d = 0, f + d >= 0 or -f - d = 0 with d <= c. */
static bool states(struct linear_constraint item, struct linear_constraint what)
{
    const struct linear_form *x = item.form, *f = what.form;
    int64_t opposite;
    if (!x || (what.equality && !item.equality)) return false;
    if (same_factors(f, x, 1)) return what.equality ? x->constant == f->constant : x->constant <= f->constant;
    if (!item.equality || !same_factors(f, x, -1) || !checked_mul(x->constant, -1, &opposite)) return false;
    return what.equality ? opposite == f->constant : opposite <= f->constant;
}

bool linear_stated(const struct linear_constraint *items, size_t count, struct linear_constraint what)
{
    bool stated = false;
    for (size_t i = 0; what.form && i < count && !stated; i++) stated = states(items[i], what);
    return stated;
}

int linear_truth(struct linear_constraint c)
{
    if (!c.form || c.form->count) return -1;
    return c.equality ? c.form->constant == 0 : c.form->constant >= 0;
}
