/* SPDX-License-Identifier: MIT */
/* Exactly by the evaluation of constants, between bounds by intervals. */
#include "solve/search/row_names.h"
#include "base/numbers.h"
#include "model/evaluate.h"
#include "model/expr.h"

enum { NUMBER_STEPS = 512 }; /* for one number: a fold that goes through more is not one */

struct extent {
    int64_t low, high;
};

bool row_name_push(struct row_names *n, struct row_name name)
{
    if (n->count == ROW_NAMES) return false;
    n->items[n->count++] = name;
    return true;
}

const struct row_name *row_name_of(const struct row_names *n, int slot)
{
    size_t k = n->count;
    while (k > 0 && n->items[k - 1].slot != slot) k--;
    return k ? &n->items[k - 1] : NULL;
}

static bool read_name(void *context, const struct expr *e, struct number *value)
{
    struct row_names *n = context;
    const struct row_name *name = e->kind == EXPR_LOCAL ? row_name_of(n, e->index) : NULL;
    int64_t x;
    if (!name || name->kind == NAME_OPEN) return false;
    if (name->kind == NAME_NUMBER) return *value = number_small(name->value), true;
    size_t all = n->count;
    n->count = (size_t)(name - n->items); /* it reads those before it */
    bool known = row_number(n, name->expr, &x);
    n->count = all;
    if (known) *value = number_small(x);
    return known;
}

bool row_number(struct row_names *n, const struct expr *e, int64_t *value)
{
    uint64_t before = n->steps < NUMBER_STEPS ? n->steps : NUMBER_STEPS;
    struct number x;
    struct evaluation v = {.model = n->env->model,
                           .params = n->env->params,
                           .read = read_name,
                           .context = n,
                           .length = n->length,
                           .steps = before};
    bool known = evaluate_number(&v, e, &x) && !x.large;
    uint64_t took = before - v.steps; /* and what names took is gone from n->steps */
    n->steps = n->steps > took ? n->steps - took : 0;
    if (known) *value = x.small;
    return known;
}

/* ---- between bounds ---------------------------------------------------------------------------------------------- */
static bool extent_of(struct row_stretch *s, const struct expr *e, struct extent *x);

static bool within(struct extent *x, int64_t low, int64_t high)
{
    *x = (struct extent){low, high};
    return low >= -ROW_BOUND && high <= ROW_BOUND;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }

static bool product_of(struct extent a, struct extent b, struct extent *x)
{
    int64_t p[4], low, high;
    bool fine = true;
    fine = !__builtin_mul_overflow(a.low, b.low, &p[0]) && fine;
    fine = !__builtin_mul_overflow(a.low, b.high, &p[1]) && fine;
    fine = !__builtin_mul_overflow(a.high, b.low, &p[2]) && fine;
    fine = !__builtin_mul_overflow(a.high, b.high, &p[3]) && fine;
    if (!fine) return false;
    low = least(least(p[0], p[1]), least(p[2], p[3]));
    high = greatest(greatest(p[0], p[1]), greatest(p[2], p[3]));
    return within(x, low, high);
}

static bool divided(const struct expr *e, struct extent a, struct extent b, struct extent *x)
{
    if (b.low != b.high || b.low <= 0) return false;
    int64_t low = number_floor(a.low, b.low), high = number_floor(a.high, b.low);
    if (e->kind == EXPR_DIV) return within(x, low, high);
    if (low != high) return within(x, 0, b.low - 1);
    return within(x, a.low - low * b.low, a.high - low * b.low);
}

static enum row_truth compared(enum expr_kind kind, struct extent a, struct extent b)
{
    bool apart = a.high < b.low || b.high < a.low, one = a.low == a.high && b.low == b.high && a.low == b.low;
    switch (kind) {
    case EXPR_EQ: return apart ? ROW_NEVER : one ? ROW_ALWAYS : ROW_PERHAPS;
    case EXPR_NE: return apart ? ROW_ALWAYS : one ? ROW_NEVER : ROW_PERHAPS;
    case EXPR_LT: return a.high < b.low ? ROW_ALWAYS : a.low >= b.high ? ROW_NEVER : ROW_PERHAPS;
    case EXPR_LE: return a.high <= b.low ? ROW_ALWAYS : a.low > b.high ? ROW_NEVER : ROW_PERHAPS;
    case EXPR_GT: return compared(EXPR_LT, b, a);
    default: return compared(EXPR_LE, b, a);
    }
}

static bool truth_extent(enum row_truth truth, struct extent *x)
{
    return within(x, truth == ROW_ALWAYS, truth != ROW_NEVER);
}

static bool of_two(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    struct extent a, b;
    if (e->count != 2 || !extent_of(s, e->kids[0], &a) || !extent_of(s, e->kids[1], &b)) return false;
    if (expr_compares(e->kind)) return truth_extent(compared(e->kind, a, b), x);
    switch (e->kind) {
    case EXPR_ADD: return within(x, a.low + b.low, a.high + b.high);
    case EXPR_SUB: return within(x, a.low - b.high, a.high - b.low);
    case EXPR_MUL: return product_of(a, b, x);
    case EXPR_DIV:
    case EXPR_MOD: return divided(e, a, b, x);
    case EXPR_AND: return within(x, least(a.low, b.low), least(a.high, b.high));
    case EXPR_OR: return within(x, greatest(a.low, b.low), greatest(a.high, b.high));
    default: return false;
    }
}

static bool called(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    int64_t value;
    struct extent one;
    if (e->index == BUILTIN_LEN) return row_number(s->names, e, &value) && within(x, value, value);
    if (e->index != BUILTIN_ABS && e->index != BUILTIN_MIN && e->index != BUILTIN_MAX) return false;
    if (!extent_of(s, e->kids[0], x)) return false;
    if (e->index == BUILTIN_ABS)
        return within(x, x->low > 0 ? x->low : x->high < 0 ? -x->high : 0, greatest(-x->low, x->high));
    for (size_t k = 1; k < e->count; k++) {
        if (!extent_of(s, e->kids[k], &one)) return false;
        bool min = e->index == BUILTIN_MIN;
        x->low = min ? least(x->low, one.low) : greatest(x->low, one.low);
        x->high = min ? least(x->high, one.high) : greatest(x->high, one.high);
    }
    return true;
}

static bool named(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    if (e->index == s->slot) return within(x, s->low, s->high);
    const struct row_name *name = row_name_of(s->names, e->index);
    if (!name || name->kind == NAME_OPEN) return false;
    if (name->kind == NAME_NUMBER) return within(x, name->value, name->value);
    size_t all = s->names->count;
    s->names->count = (size_t)(name - s->names->items);
    bool known = extent_of(s, name->expr, x);
    s->names->count = all;
    return known;
}

static enum row_truth in_range(struct extent value, struct extent low, struct extent high)
{
    enum row_truth above = compared(EXPR_GE, value, low), below = compared(EXPR_LE, value, high);
    if (above == ROW_NEVER || below == ROW_NEVER) return ROW_NEVER;
    return above == ROW_ALWAYS && below == ROW_ALWAYS ? ROW_ALWAYS : ROW_PERHAPS;
}

static bool member_extent(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    struct extent value, one, low, high;
    const struct domain *d = e->domain;
    if (e->count != 1 || !extent_of(s, e->kids[0], &value)) return false;
    if (d->kind == DOMAIN_RANGE) {
        bool ends = d->high && extent_of(s, d->low, &low) && extent_of(s, d->high, &high);
        return ends && truth_extent(in_range(value, low, high), x);
    }
    enum row_truth is = ROW_NEVER;
    if (d->kind != DOMAIN_SET) return false;
    for (size_t k = 0; k < d->item_count; k++) {
        if (!extent_of(s, d->items[k], &one)) return false;
        enum row_truth this = compared(EXPR_EQ, value, one);
        if (this == ROW_ALWAYS || (this == ROW_PERHAPS && is == ROW_NEVER)) is = this;
    }
    return truth_extent(is, x);
}

static bool chosen(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    struct extent when, one, other;
    if (!extent_of(s, e->kids[0], &when)) return false;
    if (when.low == when.high) return extent_of(s, e->kids[when.low ? 1 : 2], x);
    return extent_of(s, e->kids[1], &one) && extent_of(s, e->kids[2], &other) &&
           within(x, least(one.low, other.low), greatest(one.high, other.high));
}

/* The cell of the number that the stretch is of. */
static bool is_own_cell(const struct row_stretch *s, const struct expr *e)
{
    return e->count == 2 && e->kids[0]->kind == EXPR_FIELD && e->kids[1]->kind == EXPR_LOCAL &&
           e->kids[1]->index == s->slot;
}

/* Between which numbers it lies, and that it cannot fail; false: not known. */
static bool extent_of(struct row_stretch *s, const struct expr *e, struct extent *x)
{
    struct number literal;
    int64_t value;
    if (s->names->steps == 0 || e->type > TYPE_BOOL) return false;
    s->names->steps--;
    switch (e->kind) {
    case EXPR_INT:
        literal = e->number ? number_of(e->number) : number_small(e->value);
        return !literal.large && within(x, literal.small, literal.small);
    case EXPR_BOOL: return within(x, e->value, e->value);
    case EXPR_PARAM: return row_number(s->names, e, &value) && within(x, value, value);
    case EXPR_LOCAL: return named(s, e, x);
    case EXPR_INDEX: return s->cell && is_own_cell(s, e) && within(x, s->cell - 1, s->cell - 1);
    case EXPR_NEG: return extent_of(s, e->kids[0], x) && within(x, -x->high, -x->low);
    case EXPR_NOT: return extent_of(s, e->kids[0], x) && within(x, 1 - x->high, 1 - x->low);
    case EXPR_IF: return chosen(s, e, x);
    case EXPR_IN: return member_extent(s, e, x);
    case EXPR_CALL: return called(s, e, x);
    default: return expr_operates(e->kind) && of_two(s, e, x);
    }
}

/* ---- whatever cells hold ------------------------------------------------------------------------------------------- */
/* No more than that, or less than its opposite; -1: it may fail. */
static int64_t size_of(struct row_stretch *s, const struct expr *e)
{
    struct extent x;
    int64_t a, b = 0;
    if (extent_of(s, e, &x)) return greatest(-x.low, x.high);
    if (e->kind == EXPR_INDEX) {
        bool cell = e->count == 2 && e->kids[0]->kind == EXPR_FIELD && size_of(s, e->kids[1]) >= 0;
        return cell ? ROW_CELL_MOST : -1;
    }
    if (!expr_operates(e->kind) || e->kind == EXPR_IF || (a = size_of(s, e->kids[0])) < 0) return -1;
    if (e->count > 1 && (b = size_of(s, e->kids[1])) < 0) return -1;
    bool truth = e->type == TYPE_BOOL;
    if (truth) return 1;
    int64_t size = e->kind == EXPR_MUL ? (b && a > ROW_BOUND / b ? ROW_BOUND + 1 : a * b) : a + b;
    bool sum = e->kind == EXPR_ADD || e->kind == EXPR_SUB || e->kind == EXPR_MUL || e->kind == EXPR_NEG;
    return sum && size <= ROW_BOUND ? size : -1;
}

bool row_cannot_fail(struct row_stretch *s, const struct expr *e) { return size_of(s, e) >= 0; }

static enum row_truth turned(enum row_truth truth)
{
    return truth == ROW_PERHAPS ? ROW_PERHAPS : truth == ROW_ALWAYS ? ROW_NEVER : ROW_ALWAYS;
}

enum row_truth row_truth(struct row_stretch *s, const struct expr *e)
{
    struct extent x;
    if (e->type != TYPE_BOOL) return ROW_PERHAPS;
    if (e->kind == EXPR_NOT) return turned(row_truth(s, e->kids[0]));
    if (e->kind == EXPR_AND || e->kind == EXPR_OR) {
        enum row_truth decides = e->kind == EXPR_AND ? ROW_NEVER : ROW_ALWAYS;
        enum row_truth first = row_truth(s, e->kids[0]);
        if (first == decides) return decides;
        if (first != ROW_PERHAPS) return row_truth(s, e->kids[1]);
        bool second = row_cannot_fail(s, e->kids[0]) && row_truth(s, e->kids[1]) == decides;
        return second ? decides : ROW_PERHAPS;
    }
    if (!extent_of(s, e, &x) || x.low != x.high) return ROW_PERHAPS;
    return x.low ? ROW_ALWAYS : ROW_NEVER;
}

bool row_is(struct row_stretch *s, const struct expr *e, int64_t value)
{
    struct extent x;
    return extent_of(s, e, &x) && x.low == value && x.high == value;
}
