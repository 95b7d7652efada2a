/* SPDX-License-Identifier: MIT */
/* What need not be evaluated at every point, the right side of an `and`, is tried at all of them: only if that
 * fails is the term evaluated point by point, as term_value_at does. */
#include "solve/dynamic/lanes.h"
#include <string.h>
#include "base/bits.h"
#include "model/builtins.h"

enum { DEPTH_MOST = 32 };
/* Values at all points; `same`: they are all what the first one is, and the others are not written. */
struct lane {
    int64_t *at;
    bool same;
};
struct run {
    int64_t *x;
    int variable;
    size_t count;
    struct lanes_known *known;
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

#define EACH(expression)                                                                                               \
    for (size_t i = 0; i < n; i++) a[i] = (expression);                                                                \
    return true
#define EACH_CHECKED(operation)                                                                                        \
    for (size_t i = 0; i < n; i++) over |= operation(a[i], B, &a[i]);                                                  \
    return !over

/* a joined with b, into a; `one`: b is the same at all points. False too if this operator has no loop here. */
static inline __attribute__((always_inline)) bool join_by(const struct term *t, size_t n, int64_t *restrict a,
                                                          const int64_t *restrict b, bool one)
{
    const int64_t first = b[0];
    int64_t below = 0;
    bool over = false;
#define B (one ? first : b[i])
    switch (t->kind) {
    case EXPR_ADD: EACH_CHECKED(__builtin_add_overflow);
    case EXPR_SUB: EACH_CHECKED(__builtin_sub_overflow);
    case EXPR_MUL: EACH_CHECKED(__builtin_mul_overflow);
    case EXPR_IFF:
    case EXPR_EQ: EACH(a[i] == B);
    case EXPR_NE: EACH(a[i] != B);
    case EXPR_LT: EACH(a[i] < B);
    case EXPR_LE: EACH(a[i] <= B);
    case EXPR_GT: EACH(a[i] > B);
    case EXPR_GE: EACH(a[i] >= B);
    case EXPR_AND: EACH(a[i] ? B : a[i]);
    case EXPR_OR: EACH(a[i] ? a[i] : B);
    default: break;
    }
    if (t->kind != EXPR_CALL) return false;
    for (size_t i = 0; i < n; i++) below |= a[i] | B;
    switch (t->index) {
    case BUILTIN_MIN: EACH(a[i] < B ? a[i] : B);
    case BUILTIN_MAX: EACH(a[i] > B ? a[i] : B);
    case BUILTIN_XOR: /* of numbers below 0 these have no value */
        if (below < 0) return false;
        EACH(a[i] ^ B);
    case BUILTIN_BIT:
        if (below < 0) return false;
        EACH(B < 63 ? a[i] >> (B & 63) & 1 : 0);
    default: return false;
    }
#undef B
}

static bool join(const struct term *t, size_t n, int64_t *restrict a, const int64_t *restrict b, bool one)
{
    return one ? join_by(t, n, a, b, true) : join_by(t, n, a, b, false);
}

/* The same for 0 <= a < 2^32 and 1 < by < 2^32, without dividing. With c = ceil(2^64 / by) = (2^64 + e) / by, 0 <= e < by, c a is
 * 2^64 a / by + e a / by, and e a / by < a < 2^32: less than 2^64 / by, which the fraction of a / by is short of a whole number at least.
 * So c a / 2^64 has the same whole part as a / by (Lemire, Kaser and Kurz 2019). */
static void divide_small(bool quotient, size_t n, int64_t *a, uint64_t by)
{
    uint64_t c = UINT64_MAX / by + 1;
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

/* a / by or a % by, as the language has them, by > 0. */
static int64_t divided(bool quotient, int64_t a, int64_t by)
{
    int64_t whole = a / by, rest = a % by;
    return quotient ? whole - (rest < 0) : rest < 0 ? rest + by : rest;
}

static bool are_same(size_t n, const int64_t *a)
{
    int64_t differ = a[n - 1] ^ a[0];
    for (size_t i = 0; !differ && i < n; i++) differ = a[i] ^ a[0];
    return !differ;
}

/* a divided by b, into a. False: something else than what is above 0 divides. Quotients of numbers that count up are often the same. */
static bool divide(const struct term *t, size_t n, struct lane *a, const struct lane *b)
{
    bool quotient = t->kind == EXPR_DIV, above = true;
    int64_t by = b->at[0];
    size_t points = b->same ? 1 : n;
    for (size_t i = 0; i < points; i++) above &= b->at[i] > 0;
    if (!above) return false;
    if (!b->same)
        for (size_t i = 0; i < n; i++) a->at[i] = divided(quotient, a->at[i], b->at[i]);
    else if (a->same) a->at[0] = divided(quotient, a->at[0], by);
    else if (by == 1 && !quotient) a->at[0] = 0, a->same = true;
    else if (by > 1 && by <= UINT32_MAX && are_small(n, a->at)) divide_small(quotient, n, a->at, (uint64_t)by);
    else if (by > 1)
        for (size_t i = 0; i < n; i++) a->at[i] = divided(quotient, a->at[i], by);
    a->same |= quotient && are_same(n, a->at);
    return true;
}

/* The operators of one number. */
static bool alter(const struct term *t, size_t n, int64_t *a)
{
    bool over = false;
    if (t->kind == EXPR_NOT) {
        EACH(!a[i]);
    }
    if (t->kind == EXPR_NEG) {
        for (size_t i = 0; i < n; i++) over |= __builtin_sub_overflow(0, a[i], &a[i]);
        return !over;
    }
    if (t->kind != EXPR_CALL) return false;
    if (t->index == BUILTIN_POPCOUNT) {
        for (size_t i = 0; i < n; i++) over |= a[i] < 0;
        for (size_t i = 0; !over && i < n; i++) a[i] = bits_of((uint64_t)a[i]);
        return !over;
    }
    if (t->index != BUILTIN_ABS) return false;
    for (size_t i = 0; i < n; i++) over |= a[i] == INT64_MIN;
    for (size_t i = 0; !over && i < n; i++) a[i] = a[i] < 0 ? -a[i] : a[i];
    return !over;
}

static bool has_loop(int builtin)
{
    return builtin == BUILTIN_MIN || builtin == BUILTIN_MAX || builtin == BUILTIN_ABS || builtin == BUILTIN_XOR ||
           builtin == BUILTIN_BIT || builtin == BUILTIN_POPCOUNT;
}

static void spread(struct lane *a, size_t n)
{
    for (size_t i = 1; a->same && i < n; i++) a->at[i] = a->at[0];
    a->same = false;
}

static bool along(const struct term *t, const struct run *r, int depth, struct lane *out);

/* a joined with the k-th kid, into a. */
static bool join_with(const struct term *t, uint32_t k, const struct run *r, int depth, struct lane *a)
{
    int64_t at[LANES_MOST];
    struct lane b = {at, false};
    if (!along(t->kids[k], r, depth + 1, &b)) return false;
    if (t->kind == EXPR_DIV || t->kind == EXPR_MOD) {
        if (!b.same) spread(a, r->count);
        return divide(t, r->count, a, &b);
    }
    if (!b.same) spread(a, r->count);
    return join(t, a->same ? 1 : r->count, a->at, b.at, b.same);
}

/* Is it the quotient of the variable by the same number everywhere, and the same at both ends? Then it is between them. */
static bool is_step(const struct term *t, const struct run *r, struct lane *out)
{
    int64_t by, first = r->x[r->variable], last;
    bool variable = t->kids[0]->kind == EXPR_FIELD || t->kids[0]->kind == EXPR_LOCAL;
    if (t->kind != EXPR_DIV || !variable || t->kids[1]->reads >> r->variable & 1) return false;
    if (__builtin_add_overflow(first, (int64_t)r->count - 1, &last)) return false;
    if (!term_value_at(t->kids[1], r->x, &by) || by <= 0) return false;
    out->at[0] = divided(true, first, by);
    return out->same = divided(true, last, by) == out->at[0];
}

/* What is on the right of an `and` is not asked where the left does not hold. */
static bool is_settled(const struct term *t, const struct lane *a)
{
    return (t->kind == EXPR_AND || t->kind == EXPR_OR) && a->same && (a->at[0] != 0) == (t->kind == EXPR_OR);
}

/* One of two, where both have a value everywhere. */
static bool choose(const struct term *t, const struct run *r, int depth, struct lane *out)
{
    int64_t yes[LANES_MOST], no[LANES_MOST];
    struct lane a = {yes, false}, b = {no, false};
    if (!along(t->kids[0], r, depth + 1, out)) return false;
    if (out->same) return along(t->kids[out->at[0] ? 1 : 2], r, depth + 1, out);
    if (!along(t->kids[1], r, depth + 1, &a) || !along(t->kids[2], r, depth + 1, &b)) return false;
    spread(&a, r->count);
    spread(&b, r->count);
    for (size_t i = 0; i < r->count; i++) out->at[i] = out->at[i] ? yes[i] : no[i];
    return true;
}

static bool along_kids(const struct term *t, const struct run *r, int depth, struct lane *out)
{
    bool loop = depth < DEPTH_MOST && t->count > 0 && t->kind != EXPR_INDEX &&
                (t->kind != EXPR_CALL || has_loop(t->index)),
         all;
    if (loop && t->kind == EXPR_IF) {
        all = choose(t, r, depth, out);
    } else {
        all = loop && along(t->kids[0], r, depth + 1, out);
        if (all && t->count == 1) all = alter(t, out->same ? 1 : r->count, out->at);
        for (uint32_t k = 1; all && k < t->count && !is_settled(t, out); k++) all = join_with(t, k, r, depth, out);
    }
    if (all) return true;
    out->same = false;
    return one_by_one(t, r, out->at);
}

/* ---- what is known ----------------------------------------------------------------------------------------------- */
/* Are the values that it reads those of the part? */
static bool reads_same(const struct term *t, const struct run *r, const struct lanes_known_part *part)
{
    bool same = true;
    for (uint64_t values = t->reads >> TERM_CELLS, k = 0; values >> k; k++)
        same &= !(values >> k & 1) || r->x[TERM_CELLS + k] == part->x[k];
    return same;
}

static void copy(struct lane *to, const int64_t *from, bool same, size_t count)
{
    to->same = same;
    memcpy(to->at, from, (same ? 1 : count) * sizeof *from);
}

static bool is_known(const struct term *t, const struct run *r, struct lane *out)
{
    struct lanes_known *known = r->known;
    if (known->from != r->x[r->variable] || known->points != r->count) {
        lanes_forget(known);
        known->from = r->x[r->variable];
        known->points = r->count;
    }
    for (size_t i = 0; i < known->count; i++) {
        const struct lanes_known_part *part = &known->parts[i];
        if (part->term == t && reads_same(t, r, part)) return copy(out, part->at, part->same, r->count), true;
    }
    return false;
}

static void know(const struct term *t, const struct run *r, const struct lane *out)
{
    struct lanes_known *known = r->known;
    struct lanes_known_part *part = &known->parts[known->next];
    struct lane to = {part->at, false};
    known->next = (known->next + 1) % LANES_KNOWN;
    if (known->count < LANES_KNOWN) known->count++;
    part->term = t;
    memcpy(part->x, r->x + TERM_CELLS, sizeof part->x);
    copy(&to, out->at, out->same, r->count);
    part->same = out->same;
}

static bool along(const struct term *t, const struct run *r, int depth, struct lane *out)
{
    uint64_t bit = r->variable < 0 ? 0 : term_bit(r->variable);
    out->same = !(t->reads & bit);
    if (out->same) return term_value_at(t, r->x, out->at);
    if (t->kind == EXPR_FIELD || t->kind == EXPR_LOCAL) return counted(r, out->at);
    if (t->count == 2 && is_step(t, r, out)) return true;
    bool worth = r->known && (t->kind == EXPR_DIV || t->kind == EXPR_MOD || t->kind == EXPR_CALL || t->kind == EXPR_IN);
    if (worth && is_known(t, r, out)) return true;
    if (!along_kids(t, r, depth, out)) return false;
    if (worth) know(t, r, out);
    return true;
}

bool lanes_at_known(const struct term *t, int64_t *x, int variable, size_t count, struct lanes_known *known,
                    int64_t *out)
{
    struct run r = {x, variable, count, known};
    struct lane lane = {out, false};
    bool all = along(t, &r, 0, &lane);
    if (all) spread(&lane, count);
    return all;
}

bool lanes_at(const struct term *t, int64_t *x, int variable, size_t count, int64_t *out)
{
    return lanes_at_known(t, x, variable, count, NULL, out);
}

double lanes_work_alone(const struct term *t)
{
    return t->kind != EXPR_IN && t->kind != EXPR_INDEX && (t->kind != EXPR_CALL || has_loop(t->index)) ? 1 : 30;
}

double lanes_work(const struct term *t)
{
    double work = lanes_work_alone(t);
    for (uint32_t i = 0; i < t->count; i++) work += lanes_work(t->kids[i]);
    return work;
}
