/* SPDX-License-Identifier: MIT */
/* Makes the expressions of views. Constants are folded on the way, so that reading a row of fixed length at a known
 * index gives one of its fields. */
#include "model/arithmetic.h"
#include "model/evaluate.h"
#include "proof/restate/private.h"

struct expr *rewrite_failed(struct rewriter *r)
{
    r->failed = true;
    return NULL;
}

struct expr *make_expr(struct rewriter *r, struct expr as, struct expr *const *kids, size_t count)
{
    if (r->failed) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!kids[i]) return NULL;
    as.start = -1;
    struct expr *e = expr_create(r->arena, as, kids, count);
    if (!e) r->failed = r->no_memory = true;
    return e;
}

struct expr *copy_expr(struct rewriter *r, struct expr as)
{
    struct expr *e = r->failed ? NULL : arena_alloc(r->arena, sizeof *e);
    if (e) *e = as;
    else if (!r->failed) r->failed = r->no_memory = true;
    return e;
}

struct expr *make_int(struct rewriter *r, int64_t value)
{
    struct expr *e = NULL, **known = value >= 0 && value < REWRITTEN_SMALL ? &r->small[value] : &e;
    if (r->failed || *known) return r->failed ? NULL : *known;
    *known = expr_create_int(r->arena, (struct span){0}, value);
    if (!*known) r->failed = r->no_memory = true;
    return *known;
}

struct expr *make_bool(struct rewriter *r, bool value)
{
    struct expr **known = &r->truths[value];
    if (r->failed || *known) return r->failed ? NULL : *known;
    return *known = make_expr(r, (struct expr){.kind = EXPR_BOOL, .type = TYPE_BOOL, .value = value}, NULL, 0);
}

bool is_constant(const struct expr *e, int64_t *value)
{
    return e && e->kind == EXPR_INT && e->number && integer_fits(e->number, value);
}

/* NULL if it cannot be folded */
static struct expr *fold(struct rewriter *r, enum expr_kind kind, int64_t a, int64_t b)
{
    struct arithmetic within = {0}; /* 64 bits */
    struct number x[2] = {number_small(a), number_small(b)}, out;
    if (!arithmetic_operate(&within, kind, x, &out)) return NULL;
    return expr_compares(kind) ? make_bool(r, out.small) : make_int(r, out.small);
}

struct expr *make_two(struct rewriter *r, enum expr_kind kind, struct expr *a, struct expr *b)
{
    int64_t x, y;
    if (!a || !b) return NULL;
    if (is_constant(a, &x) && is_constant(b, &y)) {
        struct expr *known = fold(r, kind, x, y);
        if (known || r->failed) return known;
    }
    if (expr_compares(kind) && place_compares(r, a, b, &x)) return fold(r, kind, x, 0);
    bool truth = expr_compares(kind) || kind == EXPR_AND || kind == EXPR_OR;
    struct expr as = {.kind = kind, .type = truth ? TYPE_BOOL : TYPE_INT, .span = a->span};
    return make_expr(r, as, (struct expr *[]){a, b}, 2);
}

static bool is_literal(const struct expr *e)
{
    return e && ((e->kind == EXPR_INT && e->number) || e->kind == EXPR_BOOL);
}

static bool is_literal_domain(const struct domain *d)
{
    bool fine = !d || d->kind == DOMAIN_SET || (d->kind == DOMAIN_RANGE && is_literal(d->low) && is_literal(d->high));
    for (size_t i = 0; d && fine && i < d->item_count; i++) fine = is_literal(d->items[i]);
    return fine;
}

struct expr *make_known(struct rewriter *r, struct expr *e)
{
    enum { STEPS = 1000 };
    bool either = e && (e->kind == EXPR_AND || e->kind == EXPR_OR), fine = e && is_literal_domain(e->domain);
    for (size_t i = 0; either && i < 2; i++) { /* the second one is asked only if the first one does not decide */
        const struct expr *kid = e->kids[i];
        if (kid->kind != EXPR_BOOL) continue;
        if ((e->kind == EXPR_AND) == kid->value) return e->kids[1 - i];
        if (i == 0) return e->kids[0];
    }
    for (size_t i = 0; fine && i < e->count; i++) fine = is_literal(e->kids[i]);
    struct evaluation v = {.steps = STEPS};
    int64_t value;
    if (!fine || (e->type != TYPE_INT && e->type != TYPE_BOOL) || !evaluate(&v, e, &value)) return e;
    return e->type == TYPE_BOOL ? make_bool(r, value != 0) : make_int(r, value);
}

struct expr *make_both(struct rewriter *r, struct expr *a, struct expr *b)
{
    if (!a || (a->kind == EXPR_BOOL && a->value)) return b;
    if (!b || (b->kind == EXPR_BOOL && b->value)) return a;
    return make_two(r, EXPR_AND, a, b);
}

struct expr *make_if(struct rewriter *r, struct expr *when, struct expr *then, struct expr *otherwise)
{
    if (!when || !then || !otherwise) return NULL;
    if (when->kind == EXPR_BOOL) return when->value ? then : otherwise;
    struct expr as = {.kind = EXPR_IF, .type = then->type, .span = when->span};
    return make_expr(r, as, (struct expr *[]){when, then, otherwise}, 3);
}

struct expr *make_call(struct rewriter *r, enum builtin builtin, enum type type, struct expr **args, size_t count)
{
    return make_expr(r, (struct expr){.kind = EXPR_CALL, .type = type, .index = (int)builtin}, args, count);
}

/* Cell `index` of a row. */
struct expr *make_cell(struct rewriter *r, struct span span, struct expr *row, struct expr *index)
{
    struct expr as = {.kind = EXPR_INDEX, .type = TYPE_INT, .span = span};
    return make_expr(r, as, (struct expr *[]){row, index}, 2);
}

struct expr *make_field(struct rewriter *r, int field, enum type type)
{
    return make_expr(r, (struct expr){.kind = EXPR_FIELD, .type = type, .index = field}, NULL, 0);
}

struct expr *make_plus(struct rewriter *r, struct expr *x, int times, struct expr *y)
{
    int size = times < 0 ? -times : times;
    if (times == 0) return x;
    if (size > 1) y = make_two(r, EXPR_MUL, make_int(r, size), y);
    return make_two(r, times > 0 ? EXPR_ADD : EXPR_SUB, x, y);
}

static struct expr *number_made(struct rewriter *r, size_t i)
{
    struct expr *x = make_field(r, (int)i, TYPE_INT);
    for (size_t k = i + 1; r->view->unpacked && k < r->view->count; k++)
        if (r->view->plus[i][k]) x = make_plus(r, x, -r->view->plus[i][k], make_field(r, (int)k, TYPE_INT));
    return make_back(r, &r->view->numbers[i], x);
}

struct expr *make_number(struct rewriter *r, size_t i)
{
    if (!r->failed && !r->numbers) {
        r->numbers = arena_array(r->arena, r->view->count, sizeof *r->numbers);
        r->failed = r->no_memory = !r->numbers;
    }
    if (r->failed) return NULL;
    if (!r->numbers[i]) r->numbers[i] = number_made(r, i);
    return r->numbers[i];
}

struct expr *make_row(struct rewriter *r, struct expr **items, size_t count)
{
    return items ? make_expr(r, (struct expr){.kind = EXPR_ROW, .type = TYPE_ROW}, items, count) : NULL;
}

/* ---- locals ------------------------------------------------------------------------------------------------------ */
const struct view_binding *bind_seen(struct rewriter *r, const struct view_binding *scope, int slot, struct expr *seen)
{
    struct view_binding *n = arena_alloc(r->arena, sizeof *n);
    if (!n) return r->failed = r->no_memory = true, scope;
    *n = (struct view_binding){.slot = slot, .seen = seen, .next = scope};
    return n;
}

const struct view_binding *bind_row(struct rewriter *r, const struct view_binding *scope, const struct expr *let)
{
    struct view_binding *n = arena_alloc(r->arena, sizeof *n);
    if (!n) return r->failed = r->no_memory = true, scope;
    *n = (struct view_binding){.slot = let->index, .row = let->kids[0], .scope = scope, .next = scope};
    return n;
}

const struct view_binding *find_binding(const struct view_binding *scope, int slot)
{
    while (scope && scope->slot != slot) scope = scope->next;
    return scope;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* k * x + add */
static struct expr *scaled(struct rewriter *r, struct expr *x, int64_t k, int64_t add)
{
    if (k == -1) return make_two(r, EXPR_SUB, make_int(r, add), x);
    if (k != 1) x = make_two(r, EXPR_MUL, make_int(r, k), x);
    return add ? make_two(r, EXPR_ADD, x, make_int(r, add)) : x;
}

struct expr *make_there(struct rewriter *r, const struct substitution_number *n, struct expr *x)
{
    struct expr *up = scaled(r, x, n->num, n->add);
    return n->den == 1 ? up : make_two(r, EXPR_DIV, up, make_int(r, n->den));
}

/* The least x with floor((num x + add) / den) >= y. */
struct expr *make_back(struct rewriter *r, const struct substitution_number *n, struct expr *y)
{
    if (n->num == -1) return scaled(r, y, -1, n->add);
    struct expr *up = scaled(r, y, n->den, n->num - 1 - n->add);
    return n->num == 1 ? up : make_two(r, EXPR_DIV, up, make_int(r, n->num));
}
