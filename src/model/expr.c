/* SPDX-License-Identifier: MIT */
/* One walk knows what an expression is made of; all others go through it. */
#include "model/expr.h"

struct expr *expr_create(struct arena *arena, struct expr like, struct expr *const *kids, size_t count)
{
    struct expr *e = arena_alloc(arena, sizeof *e);
    if (!e) return NULL;
    *e = like;
    e->count = count;
    e->kids = count ? arena_array(arena, count, sizeof *e->kids) : NULL;
    if (count && !e->kids) return NULL;
    for (size_t i = 0; kids && i < count; i++) e->kids[i] = kids[i];
    return e;
}

struct expr *expr_create_int(struct arena *arena, struct span span, int64_t value)
{
    const struct integer *number = integer_from(arena, value);
    struct expr like = {
        .kind = EXPR_INT, .type = TYPE_INT, .span = span, .value = value, .number = number, .game = -1, .start = -1};
    return number ? expr_create(arena, like, NULL, 0) : NULL;
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

static bool both(const struct expr *a, const struct expr *b) { return (!a && !b) || (a && b && expr_equal(a, b)); }

bool domain_equal(const struct domain *a, const struct domain *b)
{
    if (a->kind != b->kind || a->item_count != b->item_count || a->index != b->index) return false;
    if (!both(a->low, b->low) || !both(a->high, b->high) || !both(a->limit, b->limit)) return false;
    for (size_t i = 0; i < a->item_count; i++)
        if (!expr_equal(a->items[i], b->items[i])) return false;
    return true;
}

static bool update_equal(const struct update *a, const struct update *b)
{
    return a->op == b->op && a->dims == b->dims && both(a->low[0], b->low[0]) && both(a->low[1], b->low[1]) &&
           both(a->high[0], b->high[0]) && both(a->high[1], b->high[1]) && both(a->value, b->value);
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
    if (a == b) return true;
    if (a->kind != b->kind || a->type != b->type || a->count != b->count || a->gen_count != b->gen_count ||
        a->update_count != b->update_count || a->value != b->value || a->index != b->index || a->game != b->game ||
        a->start != b->start || a->mover != b->mover || !a->domain != !b->domain)
        return false;
    if (a->number && b->number && integer_compare(a->number, b->number) != 0) return false;
    if (a->domain && !domain_equal(a->domain, b->domain)) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!both(a->kids[i], b->kids[i])) return false;
    for (size_t i = 0; i < a->gen_count; i++)
        if (a->gens[i].slot != b->gens[i].slot || !domain_equal(&a->gens[i].domain, &b->gens[i].domain)) return false;
    for (size_t i = 0; i < a->update_count; i++)
        if (!update_equal(&a->updates[i], &b->updates[i])) return false;
    return true;
}

/* ---- walking ---------------------------------------------------------------------------------------------------- */

bool domain_any(const struct domain *d, expr_test test, void *context)
{
    if (!d) return false;
    if (expr_any(d->low, test, context) || expr_any(d->high, test, context) || expr_any(d->limit, test, context))
        return true;
    for (size_t i = 0; i < d->item_count; i++)
        if (expr_any(d->items[i], test, context)) return true;
    return false;
}

static bool update_any(const struct update *u, expr_test test, void *context)
{
    for (int i = 0; i < u->dims; i++)
        if (expr_any(u->low[i], test, context) || expr_any(u->high[i], test, context)) return true;
    return expr_any(u->value, test, context);
}

bool expr_any(const struct expr *e, expr_test test, void *context)
{
    if (!e) return false;
    if (test(context, e)) return true;
    for (size_t i = 0; i < e->count; i++)
        if (expr_any(e->kids[i], test, context)) return true;
    if (domain_any(e->domain, test, context)) return true;
    for (size_t i = 0; i < e->gen_count; i++)
        if (domain_any(&e->gens[i].domain, test, context) || expr_any(e->gens[i].cap, test, context)) return true;
    for (size_t i = 0; i < e->update_count; i++)
        if (update_any(&e->updates[i], test, context)) return true;
    return false;
}

struct visitor {
    expr_visit visit;
    void *context;
};

static bool visit_one(void *context, const struct expr *e)
{
    struct visitor *v = context;
    v->visit(v->context, (struct expr *)e); /* one of a tree that was handed over to be changed */
    return false;
}

void expr_walk(struct expr *e, expr_visit visit, void *context)
{
    expr_any(e, visit_one, &(struct visitor){visit, context});
}

void domain_walk(struct domain *d, expr_visit visit, void *context)
{
    domain_any(d, visit_one, &(struct visitor){visit, context});
}
