/* SPDX-License-Identifier: MIT */
/* Conditions as unions of conjunctions. A comparison is a sum of parts; min and max among the parts become `and` or
 * `or` by their sign (x <= min(a, b) is x <= a and x <= b), which splits less than cases would. */
#include "proof/private.h"
#include "base/checked.h"

enum { MAX_PARTS = 48 };

/* ---- sums of parts ----------------------------------------------------------------------------------------------- */
struct normal_part {
    const struct expr *e;
    const struct normal_binding *scope;
    int64_t factor;
};
struct sum_terms {
    const struct linear_form *base;
    struct normal_part items[MAX_PARTS];
    int count;
};

static bool constant_of(const struct normal_builder *b, const struct expr *e, int64_t *value)
{
    if (e->kind == EXPR_INT) return e->number ? integer_fits(e->number, value) : (*value = e->value, true);
    if (e->kind == EXPR_NEG) return constant_of(b, e->kids[0], value) && checked_neg(*value, value);
    if (e->kind != EXPR_PARAM || (b->source->symbolic && b->source->symbolic[e->index])) return false;
    *value = b->source->params[e->index].value;
    return true;
}

static void gather_parts(struct normal_builder *b, struct sum_terms *p, const struct expr *e, int64_t factor,
                         const struct normal_binding *scope)
{
    int64_t k, product;
    if (!expr_enter(b)) return;
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB) {
        int64_t second = e->kind == EXPR_ADD ? factor : -factor;
        gather_parts(b, p, e->kids[0], factor, scope);
        gather_parts(b, p, e->kids[1], second, scope);
    } else if (e->kind == EXPR_NEG) {
        gather_parts(b, p, e->kids[0], -factor, scope);
    } else if (e->kind == EXPR_LET) {
        gather_parts(b, p, e->kids[1], factor, expr_bind(b, scope, e->index, NULL, e->kids[0], scope));
    } else if (e->kind == EXPR_LOCAL) {
        const struct normal_binding *n = expr_binding(b, scope, e->index);
        if (n && n->form) expr_check(b, p->base = linear_sum(&b->space->work, p->base, 1, n->form, factor));
        else if (n) gather_parts(b, p, n->expr, factor, n->scope);
    } else if (e->kind == EXPR_MUL && constant_of(b, e->kids[0], &k) && checked_mul(factor, k, &product) &&
               product != INT64_MIN) {
        gather_parts(b, p, e->kids[1], product, scope);
    } else if (e->kind == EXPR_MUL && constant_of(b, e->kids[1], &k) && checked_mul(factor, k, &product) &&
               product != INT64_MIN) {
        gather_parts(b, p, e->kids[0], product, scope);
    } else if (p->count == MAX_PARTS) {
        expr_fail(b, "a sum has too many parts");
    } else {
        p->items[p->count++] = (struct normal_part){e, scope, factor};
    }
}

static bool is_extreme(const struct normal_part *p)
{
    return p->factor != 0 && p->e->kind == EXPR_CALL && (p->e->index == BUILTIN_MIN || p->e->index == BUILTIN_MAX);
}

/* c ? n - 1 : min(n, m): the least of a branch is compared by its parts, as one that stands alone. */
static bool is_choice(const struct normal_builder *b, const struct normal_part *p)
{
    bool extreme = false;
    for (int k = 1; k < 3 && p->e->kind == EXPR_IF && p->factor != 0 && !b->whole; k++) {
        struct normal_part branch = {p->e->kids[k], p->scope, p->factor};
        extreme |= is_extreme(&branch) || is_choice(b, &branch);
    }
    return extreme;
}

/* Sums for every choice of cases, with the guards. */
static struct normal_cases sum_cases(struct normal_builder *b, const struct sum_terms *p)
{
    struct normal_cases sum = {arena_alloc(b->space->arena, sizeof *sum.items), 1};
    if (!sum.items) return expr_check(b, NULL), (struct normal_cases){NULL, 0};
    sum.items[0].value = p->base;
    for (int i = 0; i < p->count && !b->failed; i++) {
        struct normal_cases c = expr_cases(b, p->items[i].e, p->items[i].scope), next = {NULL, 0};
        if (sum.count * c.count > NORMAL_MAX_PIECES) {
            b->too_many = true;
            expr_fail(b, "the expressions split into too many cases");
            break;
        }
        next.items = arena_array(b->space->arena, sum.count * c.count + 1, sizeof *next.items);
        if (!next.items) expr_check(b, NULL);
        for (size_t k = 0; k < sum.count && !b->failed; k++)
            for (size_t j = 0; j < c.count && !b->failed; j++) {
                bool never;
                struct normal_case n = {
                    union_join(b, sum.items[k].guard, c.items[j].guard, &never),
                    linear_sum(&b->space->work, sum.items[k].value, 1, c.items[j].value, p->items[i].factor)};
                if (expr_check(b, n.value) && !never) next.items[next.count++] = n;
            }
        sum = next;
    }
    return sum;
}

static struct normal_union compare_cases(struct normal_builder *b, const struct sum_terms *p, bool equality)
{
    struct normal_union out = union_none();
    struct normal_cases sum = sum_cases(b, p);
    for (size_t i = 0; i < sum.count && !b->failed; i++)
        out =
            union_or(b, out, union_and(b, union_of(b, sum.items[i].guard), union_one(b, sum.items[i].value, equality)));
    return out;
}

static struct normal_union nonneg(struct normal_builder *b, const struct sum_terms *p);

/* The same with kid i of part `at` in its place. */
static struct normal_union nonneg_with(struct normal_builder *b, const struct sum_terms *p, int at, size_t i)
{
    struct normal_part part = p->items[at];
    struct sum_terms *rest = arena_alloc(b->space->arena, sizeof *rest);
    if (!rest) return expr_check(b, NULL), union_none();
    *rest = *p;
    rest->items[at] = rest->items[--rest->count];
    gather_parts(b, rest, part.e->kids[i], part.factor, part.scope);
    return b->failed ? union_none() : nonneg(b, rest);
}

/* base + parts >= 0 */
static struct normal_union nonneg(struct normal_builder *b, const struct sum_terms *p)
{
    if (!expr_enter(b)) return union_none();
    int at = 0;
    while (at < p->count && !is_extreme(&p->items[at]) && !is_choice(b, &p->items[at])) at++;
    if (at == p->count) return compare_cases(b, p, false);
    struct normal_part part = p->items[at];
    bool choice = part.e->kind == EXPR_IF, all = !choice && (part.e->index == BUILTIN_MIN) == (part.factor > 0);
    struct normal_union out = all ? union_all(b) : union_none();
    for (size_t i = choice; i < part.e->count && !b->failed; i++) {
        struct normal_union one = choice ? expr_union(b, part.e->kids[0], i == 1, part.scope) : union_none();
        if (choice && !one.count) continue;
        one = choice ? union_and(b, one, nonneg_with(b, p, at, i)) : nonneg_with(b, p, at, i);
        out = all ? union_and(b, out, one) : union_or(b, out, one);
    }
    return out;
}

static struct sum_terms *new_parts(struct normal_builder *b, const struct linear_form *base)
{
    struct sum_terms *p = arena_alloc(b->space->arena, sizeof *p);
    if (!p || !base) return expr_check(b, NULL), NULL;
    p->base = base;
    return p;
}

struct normal_union expr_nonneg(struct normal_builder *b, const struct linear_form *base, const struct expr *const e[2],
                                const int64_t factor[2], const struct normal_binding *scope)
{
    struct sum_terms *p = new_parts(b, base);
    for (int i = 0; i < 2 && p && !b->failed; i++)
        if (e[i]) gather_parts(b, p, e[i], factor[i], scope);
    return b->failed ? union_none() : nonneg(b, p);
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */
/* x / d >= k, d not a constant: where d >= 1 it is x >= k d, where d <= -1 it is x <= k d, for k is an integer and floor(q) >= k
 * iff q >= k. Where d is 0 there is no quotient: such rules may fail (may_fail.h). */
static struct normal_union quotient_at_least(struct normal_builder *b, const struct expr *quotient, int64_t k,
                                             bool want, const struct normal_binding *scope)
{
    struct normal_union out = union_none();
    struct linear_work *w = &b->space->work;
    for (int sign = 1; sign >= -1 && !b->failed; sign -= 2) {
        const struct expr *const both[2] = {quotient->kids[0], quotient->kids[1]}, *const divisor[2] = {both[1], NULL};
        int64_t of = want ? sign : -sign;
        struct normal_union there = expr_nonneg(b, linear_constant(w, -1), divisor, (int64_t[2]){sign, 0}, scope);
        if (b->failed) return out;
        struct normal_union says =
            expr_nonneg(b, linear_constant(w, want ? 0 : -1), both, (int64_t[2]){of, -of * k}, scope);
        if (!b->failed) out = union_or(b, out, union_and(b, there, says));
    }
    return out;
}

/* A quotient whose divisor is no constant, between it and a number. */
static bool is_quotient(const struct normal_builder *b, const struct expr *e, const struct expr *other, int64_t *k)
{
    enum { MOST = 1 << 20 };
    int64_t by;
    return e->kind == EXPR_DIV && !constant_of(b, e->kids[1], &by) && constant_of(b, other, k) &&
           *k<MOST && * k> - MOST;
}

/* left - right + constant >= 0, or with sign -1: right - left + constant >= 0. */
static struct normal_union at_least(struct normal_builder *b, const struct expr *left, const struct expr *right,
                                    int sign, int64_t constant, const struct normal_binding *scope)
{
    int64_t k;
    if (is_quotient(b, left, right, &k))
        return quotient_at_least(b, left, sign > 0 ? k - constant : k + constant + 1, sign > 0, scope);
    if (is_quotient(b, right, left, &k))
        return quotient_at_least(b, right, sign > 0 ? k + constant + 1 : k - constant, sign < 0, scope);
    const struct expr *const e[2] = {left, right};
    const int64_t factor[2] = {sign, -sign};
    return expr_nonneg(b, linear_constant(&b->space->work, constant), e, factor, scope);
}

static struct normal_union equal_numbers(struct normal_builder *b, const struct expr *left, const struct expr *right,
                                         bool want, const struct normal_binding *scope);

/* x * y == 0 is x == 0 or y == 0. */
static struct normal_union zero_product(struct normal_builder *b, const struct expr *product, bool want,
                                        const struct normal_binding *scope)
{
    struct normal_union out = want ? union_none() : union_all(b);
    for (size_t i = 0; i < product->count && !b->failed; i++) {
        struct expr zero = {.kind = EXPR_INT, .type = TYPE_INT};
        struct normal_union one = equal_numbers(b, product->kids[i], &zero, want, scope);
        out = want ? union_or(b, out, one) : union_and(b, out, one);
    }
    return out;
}

static struct normal_union equal_numbers(struct normal_builder *b, const struct expr *left, const struct expr *right,
                                         bool want, const struct normal_binding *scope)
{
    int64_t k;
    if (left->kind == EXPR_MUL && constant_of(b, right, &k) && k == 0) return zero_product(b, left, want, scope);
    if (right->kind == EXPR_MUL && constant_of(b, left, &k) && k == 0) return zero_product(b, right, want, scope);
    if (want && (is_quotient(b, left, right, &k) || is_quotient(b, right, left, &k)))
        return union_and(b, at_least(b, left, right, 1, 0, scope), at_least(b, left, right, -1, 0, scope));
    if (!want) return union_or(b, at_least(b, left, right, 1, -1, scope), at_least(b, left, right, -1, -1, scope));
    struct sum_terms *p = new_parts(b, linear_constant(&b->space->work, 0));
    if (!p) return union_none();
    gather_parts(b, p, left, 1, scope);
    gather_parts(b, p, right, -1, scope);
    if (b->failed) return union_none();
    for (int i = 0; i < p->count; i++)
        if (is_extreme(&p->items[i]))
            return union_and(b, at_least(b, left, right, 1, 0, scope), at_least(b, left, right, -1, 0, scope));
    return compare_cases(b, p, true);
}

static struct normal_union both_ways(struct normal_builder *b, const struct expr *x, const struct expr *y, bool same,
                                     const struct normal_binding *scope)
{
    struct normal_union yes = union_and(b, expr_union(b, x, true, scope), expr_union(b, y, same, scope));
    struct normal_union no = union_and(b, expr_union(b, x, false, scope), expr_union(b, y, !same, scope));
    return union_or(b, yes, no);
}

static struct normal_union truth_of(struct normal_builder *b, const struct expr *e, bool want,
                                    const struct normal_binding *scope)
{
    const struct linear_form *t = expr_value(b, e, scope).form;
    if (!expr_check(b, t)) return union_none();
    return union_one(b, want ? linear_scale(&b->space->work, t, 1, -1) : linear_scale(&b->space->work, t, -1, 0),
                     false);
}

/* Compares the items of two literals (tuples, rows) one by one. */
static struct normal_union equal_items(struct normal_builder *b, const struct expr *x, const struct expr *y, bool want,
                                       const struct normal_binding *scope);

static struct normal_union equal(struct normal_builder *b, const struct expr *x, const struct expr *y, bool want,
                                 const struct expr *whole, const struct normal_binding *scope)
{
    if (x->type == TYPE_INT && y->type == TYPE_INT) return equal_numbers(b, x, y, want, scope);
    if (x->type == TYPE_BOOL && y->type == TYPE_BOOL) return both_ways(b, x, y, want, scope);
    bool listed = x->kind == EXPR_ROW && y->kind == EXPR_ROW && x->type == y->type;
    if (listed && (x->type == TYPE_TUPLE || x->type == TYPE_ROW)) return equal_items(b, x, y, want, scope);
    if (!whole) return expr_fail(b, "a comparison that has no normal form"), union_none();
    return truth_of(b, whole, want == (whole->kind == EXPR_EQ), scope);
}

static struct normal_union equal_items(struct normal_builder *b, const struct expr *x, const struct expr *y, bool want,
                                       const struct normal_binding *scope)
{
    if (x->count != y->count) return want ? union_none() : union_all(b);
    struct normal_union out = want ? union_all(b) : union_none();
    for (size_t i = 0; i < x->count && !b->failed; i++) {
        struct normal_union one = equal(b, x->kids[i], y->kids[i], want, NULL, scope);
        out = want ? union_and(b, out, one) : union_or(b, out, one);
    }
    return out;
}

/* ---- parity ------------------------------------------------------------------------------------------------------ */
static struct normal_union parity(struct normal_builder *b, const struct expr *e, bool want,
                                  const struct normal_binding *scope)
{
    struct normal_union out = union_none();
    struct normal_cases c = expr_cases(b, e->kids[0], scope);
    int64_t rest = (e->index == BUILTIN_ODD) == want ? 1 : 0;
    for (size_t i = 0; i < c.count && !b->failed; i++) {
        const struct linear_form *m = terms_remainder(b->space, c.items[i].value, linear_constant(&b->space->work, 2));
        out = union_or(b, out,
                       union_and(b, union_of(b, c.items[i].guard),
                                 union_one(b, linear_scale(&b->space->work, m, 1, -rest), true)));
    }
    return out;
}

/* ---- membership -------------------------------------------------------------------------------------------------- */
/* low <= v <= high */
static struct normal_union between(struct normal_builder *b, const struct linear_form *v, int64_t low, int64_t high)
{
    int64_t minus_low;
    if (!checked_neg(low, &minus_low)) return expr_fail(b, "a number beyond 64 bits"), union_none();
    struct linear_work *w = &b->space->work;
    if (low == high) return union_one(b, linear_scale(w, v, 1, minus_low), true);
    return union_and(b, union_one(b, linear_scale(w, v, 1, minus_low), false),
                     union_one(b, linear_scale(w, v, -1, high), false));
}

/* Ascending values as runs of consecutive numbers; with `want` false, the gaps between them. */
static struct normal_union in_values(struct normal_builder *b, const struct linear_form *v, const int64_t *values,
                                     size_t count, bool want)
{
    struct normal_union out = want ? union_none() : union_all(b);
    for (size_t i = 0, j; i < count && !b->failed; i = j) {
        for (j = i + 1; j < count && (values[j] == values[j - 1] || values[j] - 1 == values[j - 1]); j++) {
        }
        if (want) {
            out = union_or(b, out, between(b, v, values[i], values[j - 1]));
            continue;
        }
        struct linear_work *w = &b->space->work;
        int64_t below, above;
        if (!checked_sub(values[i], 1, &below) || !checked_neg(values[j - 1], &above) || !checked_sub(above, 1, &above))
            return expr_fail(b, "a number beyond 64 bits"), union_none();
        out = union_and(b, out,
                        union_or(b, union_one(b, linear_scale(w, v, -1, below), false),
                                 union_one(b, linear_scale(w, v, 1, above), false)));
    }
    return out;
}

static struct normal_union in_range(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                    bool want, const struct normal_binding *scope)
{
    struct linear_work *w = &b->space->work;
    const struct expr *const low[2] = {d->low, NULL}, *const high[2] = {d->high, NULL};
    const int64_t plus[2] = {1, 0}, minus[2] = {-1, 0};
    if (want) {
        struct normal_union from = expr_nonneg(b, v, low, minus, scope);
        return d->high ? union_and(b, from, expr_nonneg(b, linear_scale(w, v, -1, 0), high, plus, scope)) : from;
    }
    struct normal_union under = expr_nonneg(b, linear_scale(w, v, -1, -1), low, plus, scope);
    return d->high ? union_or(b, under, expr_nonneg(b, linear_scale(w, v, 1, -1), high, minus, scope)) : under;
}

static void sort_values(int64_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        int64_t x = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > x; j--) values[j] = values[j - 1];
        values[j] = x;
    }
}

/* Constants are grouped into runs, other elements compared one by one. */
static struct normal_union in_items(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                    bool want, const struct normal_binding *scope)
{
    int64_t *values = arena_array(b->space->arena, d->item_count + 1, sizeof *values);
    if (!values) return expr_check(b, NULL), union_none();
    size_t count = 0;
    struct normal_union others = want ? union_none() : union_all(b);
    for (size_t i = 0; i < d->item_count && !b->failed; i++) {
        if (constant_of(b, d->items[i], &values[count])) {
            count++;
            continue;
        }
        struct sum_terms *p = new_parts(b, v);
        if (!p) return union_none();
        gather_parts(b, p, d->items[i], -1, scope);
        struct normal_union one = union_none();
        if (!b->failed && want) one = compare_cases(b, p, true);
        const struct expr *const e[2] = {d->items[i], NULL};
        if (!b->failed && !want)
            one =
                union_or(b, expr_nonneg(b, linear_scale(&b->space->work, v, 1, -1), e, (const int64_t[]){-1, 0}, scope),
                         expr_nonneg(b, linear_scale(&b->space->work, v, -1, -1), e, (const int64_t[]){1, 0}, scope));
        others = want ? union_or(b, others, one) : union_and(b, others, one);
    }
    sort_values(values, count);
    struct normal_union known = in_values(b, v, values, count, want);
    return want ? union_or(b, known, others) : union_and(b, known, others);
}

/* A named set: an uninterpreted truth, with what is known of its members: positive, divisors not above the number. */
static struct normal_union in_named(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                    bool want, const struct normal_binding *scope)
{
    struct linear_work *w = &b->space->work;
    struct normal_cases low = {NULL, 0};
    if (d->low && d->kind != DOMAIN_ELEMENTS) low = expr_cases(b, d->low, scope);
    struct normal_union out = union_none();
    for (size_t i = 0; i < (low.items ? low.count : 1) && !b->failed; i++) {
        const struct linear_form *bound = low.items ? low.items[i].value : NULL;
        const struct linear_form *t = d->kind == DOMAIN_ELEMENTS || d->kind == DOMAIN_PARAM
                                          ? domain_truth(b, v, d, scope)
                                          : named_member(b, v, d, bound);
        if (!expr_check(b, t)) return union_none();
        struct normal_union one = union_one(b, want ? linear_scale(w, t, 1, -1) : linear_scale(w, t, -1, 0), false);
        if (low.items) one = union_and(b, one, union_of(b, low.items[i].guard));
        if (want && d->kind != DOMAIN_ELEMENTS && d->kind != DOMAIN_PARAM)
            one = union_and(b, one, union_one(b, linear_scale(w, v, 1, -1), false));
        if (want && d->kind == DOMAIN_DIVISORS)
            one = union_and(b, one, union_one(b, linear_sum(w, bound, 1, v, -1), false));
        out = union_or(b, out, one);
    }
    return out;
}

struct normal_union domain_union(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                 bool want, const struct normal_binding *scope)
{
    const int64_t *values;
    size_t count;
    if (b->failed) return union_none();
    switch (d->kind) {
    case DOMAIN_RANGE: return in_range(b, v, d, want, scope);
    case DOMAIN_SET: return in_items(b, v, d, want, scope);
    case DOMAIN_PARAM:
        if (domain_known(b, d, &values, &count)) return in_values(b, v, values, count, want);
        return in_named(b, v, d, want, scope);
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_POWERS:
    case DOMAIN_PRIMES:
    case DOMAIN_DIVISORS:
    case DOMAIN_ELEMENTS: return in_named(b, v, d, want, scope);
    default: return expr_fail(b, "a generator over a set that has no normal form"), union_none();
    }
}

static struct normal_union member(struct normal_builder *b, const struct expr *e, bool want,
                                  const struct normal_binding *scope)
{
    if (e->kids[0]->type != TYPE_INT) return truth_of(b, e, want, scope);
    struct normal_union out = union_none();
    struct normal_cases c = expr_cases(b, e->kids[0], scope);
    for (size_t i = 0; i < c.count && !b->failed; i++)
        out = union_or(
            b, out,
            union_and(b, union_of(b, c.items[i].guard), domain_union(b, c.items[i].value, e->domain, want, scope)));
    return out;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */
static struct normal_union choice(struct normal_builder *b, const struct expr *e, bool want,
                                  const struct normal_binding *scope)
{
    struct normal_union yes =
        union_and(b, expr_union(b, e->kids[0], true, scope), expr_union(b, e->kids[1], want, scope));
    struct normal_union no =
        union_and(b, expr_union(b, e->kids[0], false, scope), expr_union(b, e->kids[2], want, scope));
    return union_or(b, yes, no);
}

/* A predicate on numbers: a truth for each choice of argument cases. */
static struct normal_union predicate(struct normal_builder *b, const struct expr *e, bool want,
                                     const struct normal_binding *scope)
{
    struct normal_union out = union_none();
    struct normal_vectors v = expr_vectors(b, e->kids, e->count, scope);
    for (size_t i = 0; i < v.count && !b->failed; i++) {
        const struct linear_form *t = expr_apply(b, e, v.items[i].values, e->count).form;
        if (!expr_check(b, t)) return union_none();
        t = want ? linear_scale(&b->space->work, t, 1, -1) : linear_scale(&b->space->work, t, -1, 0);
        out = union_or(b, out, union_and(b, union_of(b, v.items[i].guard), union_one(b, t, false)));
    }
    return out;
}

struct normal_union expr_union(struct normal_builder *b, const struct expr *e, bool want,
                               const struct normal_binding *scope)
{
    if (!expr_enter(b)) return union_none();
    const struct expr *x = e->count > 0 ? e->kids[0] : NULL, *y = e->count > 1 ? e->kids[1] : NULL;
    switch (e->kind) {
    case EXPR_NOT: return expr_union(b, x, !want, scope);
    case EXPR_AND:
    case EXPR_OR: {
        struct normal_union left = expr_union(b, x, want, scope), right = expr_union(b, y, want, scope);
        return (e->kind == EXPR_AND) == want ? union_and(b, left, right) : union_or(b, left, right);
    }
    case EXPR_IFF: return both_ways(b, x, y, want, scope);
    case EXPR_EQ: return equal(b, x, y, want, e, scope);
    case EXPR_NE: return equal(b, x, y, !want, e, scope);
    case EXPR_LT: return want ? at_least(b, y, x, 1, -1, scope) : at_least(b, x, y, 1, 0, scope);
    case EXPR_LE: return want ? at_least(b, y, x, 1, 0, scope) : at_least(b, x, y, 1, -1, scope);
    case EXPR_GT: return want ? at_least(b, x, y, 1, -1, scope) : at_least(b, y, x, 1, 0, scope);
    case EXPR_GE: return want ? at_least(b, x, y, 1, 0, scope) : at_least(b, y, x, 1, -1, scope);
    case EXPR_IF: return choice(b, e, want, scope);
    case EXPR_LET: return expr_union(b, y, want, expr_bind(b, scope, e->index, NULL, x, scope));
    case EXPR_IN: return member(b, e, want, scope);
    case EXPR_LOCAL: {
        const struct normal_binding *n = expr_binding(b, scope, e->index);
        if (n && n->expr) return expr_union(b, n->expr, want, n->scope);
        return truth_of(b, e, want, scope);
    }
    case EXPR_CALL:
        if (e->index == BUILTIN_ODD || e->index == BUILTIN_EVEN) return parity(b, e, want, scope);
        return predicate(b, e, want, scope);
    case EXPR_LUA: return predicate(b, e, want, scope);
    case EXPR_FOLD: {
        struct normal_union known;
        bool said = listed_union(b, e, want, scope, &known) || rises_union(b, e, want, scope, &known);
        return said ? known : truth_of(b, e, want, scope);
    }
    default: return truth_of(b, e, want, scope);
    }
}
