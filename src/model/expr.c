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

/* `r` NULL: slots are to be the same. */
static bool same_slot(int a, int b, struct expr_renaming *r)
{
    for (size_t i = 0; r && i < r->count; i++)
        if (r->from[i] == a || r->to[i] == b) return r->from[i] == a && r->to[i] == b;
    if (!r) return a == b;
    if (r->count == EXPR_RENAMED) return false;
    r->from[r->count] = a;
    r->to[r->count++] = b;
    return true;
}

static bool is_same(const struct expr *a, const struct expr *b, struct expr_renaming *r);
static bool both(const struct expr *a, const struct expr *b, struct expr_renaming *r)
{
    return (!a && !b) || (a && b && is_same(a, b, r));
}

static bool same_domain(const struct domain *a, const struct domain *b, struct expr_renaming *r)
{
    if (a->kind != b->kind || a->item_count != b->item_count || a->index != b->index) return false;
    if (!both(a->low, b->low, r) || !both(a->high, b->high, r) || !both(a->limit, b->limit, r)) return false;
    for (size_t i = 0; i < a->item_count; i++)
        if (!is_same(a->items[i], b->items[i], r)) return false;
    return true;
}

static bool same_update(const struct update *a, const struct update *b, struct expr_renaming *r)
{
    return a->op == b->op && a->dims == b->dims && both(a->low[0], b->low[0], r) && both(a->low[1], b->low[1], r) &&
           both(a->high[0], b->high[0], r) && both(a->high[1], b->high[1], r) && both(a->value, b->value, r);
}

static bool is_same(const struct expr *a, const struct expr *b, struct expr_renaming *r)
{
    bool slot = a->kind == EXPR_LOCAL || a->kind == EXPR_LET;
    if (a == b && !r) return true;
    if (a->kind != b->kind || a->type != b->type || a->count != b->count || a->gen_count != b->gen_count ||
        a->update_count != b->update_count || a->value != b->value || a->game != b->game || a->start != b->start ||
        a->mover != b->mover || !a->domain != !b->domain)
        return false;
    if (slot ? !same_slot(a->index, b->index, r) : a->index != b->index) return false;
    if (a->number && b->number && integer_compare(a->number, b->number) != 0) return false;
    if (a->domain && !same_domain(a->domain, b->domain, r)) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!both(a->kids[i], b->kids[i], r)) return false;
    for (size_t i = 0; i < a->gen_count; i++) {
        if (r && (a->gens[i].cap || b->gens[i].cap)) return false;
        if (!same_slot(a->gens[i].slot, b->gens[i].slot, r) || !same_domain(&a->gens[i].domain, &b->gens[i].domain, r))
            return false;
    }
    for (size_t i = 0; i < a->update_count; i++)
        if (!same_update(&a->updates[i], &b->updates[i], r)) return false;
    return true;
}

bool expr_equal(const struct expr *a, const struct expr *b) { return is_same(a, b, NULL); }
bool domain_equal(const struct domain *a, const struct domain *b) { return same_domain(a, b, NULL); }

bool expr_alike(const struct expr *a, const struct expr *b, struct expr_renaming *slots)
{
    slots->count = 0;
    return is_same(a, b, slots);
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

static bool is_local(void *context, const struct expr *e)
{
    const int *slot = context;
    return expr_is_local(e, *slot);
}

bool expr_reads(const struct expr *e, int slot) { return expr_any(e, is_local, &slot); }

bool domain_reads(const struct domain *d, int slot) { return domain_any(d, is_local, &slot); }

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
