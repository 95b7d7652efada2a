/* SPDX-License-Identifier: MIT */
/* What need not be evaluated at every point, the right side of an `and`, is tried at all of them: only if that
 * fails is the term evaluated point by point, as term_value_at does. */
#include "solve/dynamic/lanes.h"
#include "model/builtins.h"

enum { DEPTH_MOST = 32 };
struct run {
    int64_t *x;
    int variable;
    size_t count;
};

static bool one_by_one(const struct term *t, const struct run *r, int64_t *out)
{
    int64_t before = r->variable < 0 ? 0 : r->x[r->variable];
    bool all = true;
    for (size_t i = 0; all && i < r->count; i++) {
        if (r->variable >= 0) all = !__builtin_add_overflow(before, (int64_t)i, &r->x[r->variable]);
        all = all && term_value_at(t, r->x, &out[i]);
    }
    if (r->variable >= 0) r->x[r->variable] = before;
    return all;
}

static bool counted(const struct run *r, int64_t *out)
{
    int64_t last, from = r->x[r->variable];
    if (__builtin_add_overflow(from, (int64_t)r->count, &last)) return false;
    for (size_t i = 0; i < r->count; i++) out[i] = from + (int64_t)i;
    return true;
}

static bool same_everywhere(const struct term *t, const struct run *r, int64_t *out)
{
    int64_t value;
    if (!term_value_at(t, r->x, &value)) return false;
    for (size_t i = 0; i < r->count; i++) out[i] = value;
    return true;
}

#define EACH(expression)                                                                                               \
    for (size_t i = 0; i < n; i++) a[i] = (expression);                                                                \
    return true
#define EACH_CHECKED(operation)                                                                                        \
    for (size_t i = 0; i < n; i++) over |= operation(a[i], b[i], &a[i]);                                               \
    return !over

/* a joined with b, into a. False too if this operator has no loop here. */
static bool join(const struct term *t, size_t n, int64_t *restrict a, const int64_t *restrict b)
{
    bool over = false;
    switch (t->kind) {
    case EXPR_ADD: EACH_CHECKED(__builtin_add_overflow);
    case EXPR_SUB: EACH_CHECKED(__builtin_sub_overflow);
    case EXPR_MUL: EACH_CHECKED(__builtin_mul_overflow);
    case EXPR_EQ: EACH(a[i] == b[i]);
    case EXPR_NE: EACH(a[i] != b[i]);
    case EXPR_LT: EACH(a[i] < b[i]);
    case EXPR_LE: EACH(a[i] <= b[i]);
    case EXPR_GT: EACH(a[i] > b[i]);
    case EXPR_GE: EACH(a[i] >= b[i]);
    case EXPR_AND: EACH(a[i] ? b[i] : a[i]);
    case EXPR_OR: EACH(a[i] ? a[i] : b[i]);
    default: break;
    }
    if (t->kind == EXPR_CALL && t->index == BUILTIN_MIN) {
        EACH(a[i] < b[i] ? a[i] : b[i]);
    }
    if (t->kind == EXPR_CALL && t->index == BUILTIN_MAX) {
        EACH(a[i] > b[i] ? a[i] : b[i]);
    }
    return false;
}

/* The same for 0 <= a < 2^32 and 1 < by < 2^32, without dividing. With c = ceil(2^64 / by) = (2^64 + e) / by, 0 <= e < by, c a is
 * 2^64 a / by + e a / by, and e a / by < a < 2^32: less than 2^64 / by, which the fraction of a / by is short of a whole number at least.
 * So c a / 2^64 has the same whole part as a / by (Lemire, Kaser and Kurz 2019). */
static void divide_small(const struct term *t, size_t n, int64_t *a)
{
    uint64_t by = (uint64_t)t->kids[1]->constant, c = UINT64_MAX / by + 1;
    bool quotient = t->kind == EXPR_DIV;
    for (size_t i = 0; i < n; i++) {
        uint64_t whole = (uint64_t)((unsigned __int128)c * (uint64_t)a[i] >> 64);
        a[i] = (int64_t)(quotient ? whole : (uint64_t)a[i] - whole * by);
    }
}

static bool are_small(size_t n, const int64_t *a)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) all |= (uint64_t)a[i];
    return all >> 32 == 0;
}

/* a / by or a % by, as the language has them. */
static bool divide(const struct term *t, size_t n, int64_t *a)
{
    int64_t by = t->kids[1]->constant;
    if (t->kids[1]->kind != EXPR_INT || by <= 0) return false;
    if (by > 1 && by <= UINT32_MAX && are_small(n, a)) return divide_small(t, n, a), true;
    for (size_t i = 0; i < n; i++) {
        int64_t quotient = a[i] / by, rest = a[i] % by;
        if (t->kind == EXPR_DIV) a[i] = quotient - (rest < 0);
        else a[i] = rest < 0 ? rest + by : rest;
    }
    return true;
}

/* The operators of one number. */
static bool alter(const struct term *t, size_t n, int64_t *a)
{
    bool over = false;
    if (t->kind == EXPR_NOT) {
        EACH(!a[i]);
    }
    if (t->kind != EXPR_CALL || t->index != BUILTIN_ABS) return false;
    for (size_t i = 0; i < n; i++) over |= a[i] == INT64_MIN;
    for (size_t i = 0; !over && i < n; i++) a[i] = a[i] < 0 ? -a[i] : a[i];
    return !over;
}

static bool has_loop(int builtin) { return builtin == BUILTIN_MIN || builtin == BUILTIN_MAX || builtin == BUILTIN_ABS; }

static bool along(const struct term *t, const struct run *r, int depth, int64_t *out)
{
    int64_t other[LANES_MOST];
    uint32_t bit = r->variable < 0 ? 0 : (uint32_t)1 << r->variable;
    if (!(t->reads & bit)) return same_everywhere(t, r, out);
    if (t->kind == EXPR_FIELD || t->kind == EXPR_LOCAL) return counted(r, out);
    if (depth == DEPTH_MOST || t->count == 0 || t->kind == EXPR_IF) return one_by_one(t, r, out);
    if (t->kind == EXPR_CALL && !has_loop(t->index)) return one_by_one(t, r, out);
    if (!along(t->kids[0], r, depth + 1, out)) return one_by_one(t, r, out);
    if (t->kind == EXPR_DIV || t->kind == EXPR_MOD) return divide(t, r->count, out) || one_by_one(t, r, out);
    bool all = t->count > 1 || alter(t, r->count, out);
    for (uint32_t k = 1; all && k < t->count; k++)
        all = along(t->kids[k], r, depth + 1, other) && join(t, r->count, out, other);
    return all || one_by_one(t, r, out);
}

bool lanes_at(const struct term *t, int64_t *x, int variable, size_t count, int64_t *out)
{
    struct run r = {x, variable, count};
    return along(t, &r, 0, out);
}

double lanes_work(const struct term *t)
{
    bool loop = t->kind != EXPR_IF && t->kind != EXPR_IN && (t->kind != EXPR_CALL || has_loop(t->index));
    double work = loop ? 1 : 30;
    for (uint32_t i = 0; i < t->count; i++) work += lanes_work(t->kids[i]);
    return work;
}
