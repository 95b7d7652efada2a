/* SPDX-License-Identifier: MIT */
/* Two walks that copy: one puts values in, one makes a step. */
#include "model/reckon.h"
#include <string.h>
#include "model/expr.h"

bool reckon_is_literal(const struct expr *e)
{
    return e->kind == EXPR_INT || e->kind == EXPR_BOOL || e->kind == EXPR_OUTCOME;
}

static void *none(struct reckoning *r) { return r->no_memory = true, NULL; }

struct expr *reckon_literal(struct reckoning *r, enum type type, struct span span, int64_t value)
{
    struct expr like = {.type = type, .span = span, .value = value, .game = -1, .start = -1};
    struct expr *e = NULL;
    if (type == TYPE_INT) e = expr_create_int(r->arena, span, value);
    else {
        like.kind = type == TYPE_BOOL ? EXPR_BOOL : EXPR_OUTCOME;
        e = expr_create(r->arena, like, NULL, 0);
    }
    return e ? e : none(r);
}

/* ---- putting in -------------------------------------------------------------------------------------------------- */
struct putting {
    struct reckoning *r;
    const struct reckon_binding *bound;
    size_t count;
};
static struct expr *put(const struct putting *p, const struct expr *e);

/* The copy of an expression that may be absent; false: memory. */
static bool put_maybe(const struct putting *p, struct expr *from, struct expr **to)
{
    *to = from ? put(p, from) : NULL;
    return !from || *to;
}

static bool put_domain(const struct putting *p, const struct domain *d, struct domain *out)
{
    *out = *d;
    if (!put_maybe(p, d->low, &out->low) || !put_maybe(p, d->high, &out->high) || !put_maybe(p, d->limit, &out->limit))
        return false;
    if (!d->item_count) return true;
    out->items = arena_array(p->r->arena, d->item_count, sizeof *out->items);
    if (!out->items) return none(p->r), false;
    for (size_t i = 0; i < d->item_count; i++)
        if (!(out->items[i] = put(p, d->items[i]))) return false;
    return true;
}

static bool put_gens(const struct putting *p, const struct expr *e, struct expr *copy)
{
    if (!e->gen_count) return true;
    copy->gens = arena_array(p->r->arena, e->gen_count, sizeof *copy->gens);
    if (!copy->gens) return none(p->r), false;
    for (size_t i = 0; i < e->gen_count; i++) {
        copy->gens[i] = e->gens[i];
        if (!put_domain(p, &e->gens[i].domain, &copy->gens[i].domain)) return false;
        if (!put_maybe(p, e->gens[i].cap, &copy->gens[i].cap)) return false;
    }
    return true;
}

static bool put_updates(const struct putting *p, const struct expr *e, struct expr *copy)
{
    if (!e->update_count) return true;
    copy->updates = arena_array(p->r->arena, e->update_count, sizeof *copy->updates);
    if (!copy->updates) return none(p->r), false;
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *from = &e->updates[i];
        struct update *to = &copy->updates[i];
        *to = *from;
        for (int k = 0; k < 2; k++)
            if (!put_maybe(p, from->low[k], &to->low[k]) || !put_maybe(p, from->high[k], &to->high[k])) return false;
        if (!put_maybe(p, from->value, &to->value)) return false;
    }
    return true;
}

static struct expr *put_inside(const struct putting *p, const struct expr *e)
{
    if (++p->r->made > RECKON_MOST) return NULL;
    struct expr *copy = expr_create(p->r->arena, *e, e->kids, e->count);
    if (!copy) return none(p->r);
    for (size_t i = 0; i < e->count; i++)
        if (!put_maybe(p, e->kids[i], &copy->kids[i])) return NULL;
    if (e->domain) {
        copy->domain = arena_alloc(p->r->arena, sizeof *copy->domain);
        if (!copy->domain) return none(p->r);
        if (!put_domain(p, e->domain, copy->domain)) return NULL;
    }
    return put_gens(p, e, copy) && put_updates(p, e, copy) ? copy : NULL;
}

/* What an argument of a function stands for takes its place. Every variable has a slot of its own, so none is caught. */
static struct expr *put_let(const struct putting *p, const struct expr *e)
{
    struct expr *value = put(p, e->kids[0]);
    struct reckon_binding *bound = arena_array(p->r->arena, p->count + 1, sizeof *bound);
    if (!bound) return none(p->r);
    if (!value) return NULL;
    if (p->count) memcpy(bound, p->bound, p->count * sizeof *bound);
    bound[p->count] = (struct reckon_binding){e->index, value};
    return put(&(struct putting){p->r, bound, p->count + 1}, e->kids[1]);
}

static struct expr *put(const struct putting *p, const struct expr *e)
{
    struct reckoning *r = p->r;
    if (e->kind == EXPR_LET) return put_let(p, e);
    if (e->kind == EXPR_PARAM && r->model->params[e->index].kind != PARAM_SET)
        return reckon_literal(r, e->type, e->span, r->params[e->index].value);
    for (size_t i = 0; e->kind == EXPR_LOCAL && i < p->count; i++)
        if (p->bound[i].slot == e->index) return p->bound[i].value;
    return put_inside(p, e);
}

struct expr *reckon_put(struct reckoning *r, const struct expr *e, const struct reckon_binding *bound, size_t count)
{
    return put(&(struct putting){r, bound, count}, e);
}

bool reckon_put_domain(struct reckoning *r, const struct domain *d, const struct reckon_binding *bound, size_t count,
                       struct domain *out)
{
    return put_domain(&(struct putting){r, bound, count}, d, out);
}

/* ---- a step ------------------------------------------------------------------------------------------------------ */
static bool is_scalar(const struct expr *e)
{
    return e->type == TYPE_INT || e->type == TYPE_BOOL || e->type == TYPE_OUTCOME;
}

static bool is_ask(void *context, const struct expr *e) { return (void)context, e->kind == EXPR_ASK; }

static struct expr *worth(struct reckoning *r, struct expr *e)
{
    int64_t value;
    if (!r->asks && expr_any(e, is_ask, NULL)) return e;
    if (!r->value(r->context, e, &value)) return NULL;
    return reckon_literal(r, e->type, e->span, value);
}

/* With kid i after a step; e itself where it made none. */
static struct expr *step_kid(struct reckoning *r, struct expr *e, size_t i)
{
    struct expr *kid = reckon_step(r, e->kids[i]);
    if (!kid || kid == e->kids[i]) return kid ? e : NULL;
    struct expr *copy = expr_create(r->arena, *e, e->kids, e->count);
    if (!copy) return none(r);
    copy->kids[i] = kid;
    return copy;
}

static bool may_step(const struct expr *e)
{
    return e && !reckon_is_literal(e) &&
           (is_scalar(e) || e->kind == EXPR_ROW || e->kind == EXPR_GAME || e->kind == EXPR_SUM);
}

static struct expr *step_kids(struct reckoning *r, struct expr *e)
{
    for (size_t i = 0; e && i < e->count; i++)
        if (may_step(e->kids[i])) e = step_kid(r, e, i);
    return e;
}

/* First what the language evaluates first, then what that decides. */
static struct expr *step_choice(struct reckoning *r, struct expr *e)
{
    e = reckon_is_literal(e->kids[0]) ? e : step_kid(r, e, 0);
    const struct expr *first = e ? e->kids[0] : NULL;
    if (!first || !reckon_is_literal(first)) return e;
    if (e->kind == EXPR_IF) return e->kids[first->value ? 1 : 2];
    return (e->kind == EXPR_AND) == (first->value != 0) ? e->kids[1] : e->kids[0];
}

struct expr *reckon_step(struct reckoning *r, struct expr *e)
{
    struct expr *next;
    if (reckon_is_literal(e)) return e;
    switch (e->kind) {
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return step_choice(r, e);
    case EXPR_ROW:
    case EXPR_GAME:
    case EXPR_SUM: return step_kids(r, e);
    case EXPR_FOLD: return worth(r, e);
    case EXPR_ASK: next = step_kid(r, e, 0); return next == e && r->asks ? worth(r, e) : next;
    default:
        if (!is_scalar(e)) return e;
        next = step_kids(r, e);
        return next == e ? worth(r, e) : next;
    }
}

struct expr *reckon_all(struct reckoning *r, struct expr *e)
{
    for (struct expr *next = e; next; e = next)
        if ((next = reckon_step(r, e)) == e) return e;
    return NULL;
}
