/* SPDX-License-Identifier: MIT */
/* Nodes of expressions: building, comparing, walking and naming them. */
#include "check/private.h"
#include <string.h>

void *keep(struct checker *ck, size_t count, size_t size)
{
    void *block = arena_array(ck->arena, count ? count : 1, size);
    if (!block) ck->no_memory = true;
    return block;
}

const char *keep_name(struct checker *ck, const char *name)
{
    const char *copy = arena_strdup(ck->arena, name);
    if (!copy) ck->no_memory = true;
    return copy;
}

const struct integer *keep_integer(struct checker *ck, const struct integer *number)
{
    const struct integer *copy = integer_from_limbs(ck->arena, number->sign, number->limbs, number->count);
    if (!copy) ck->no_memory = true;
    return copy;
}

struct expr *expr_new(struct checker *ck, enum expr_kind kind, enum type type, struct span span, size_t kids)
{
    struct expr *e = keep(ck, 1, sizeof *e);
    if (!e) return NULL;
    *e = (struct expr){.kind = kind, .type = type, .span = span, .count = kids, .game = -1, .start = -1};
    if (kids && !(e->kids = keep(ck, kids, sizeof *e->kids))) return NULL;
    if (ck->fn_depth) ck->inlined++;
    return e;
}

struct expr *expr_int(struct checker *ck, struct span span, int64_t value)
{
    struct expr *e = expr_new(ck, EXPR_INT, TYPE_INT, span, 0);
    if (!e) return NULL;
    e->value = value;
    e->number = integer_from(ck->arena, value);
    if (!e->number) ck->no_memory = true;
    return e->number ? e : NULL;
}

struct expr *expr_bool(struct checker *ck, struct span span, bool value)
{
    struct expr *e = expr_new(ck, EXPR_BOOL, TYPE_BOOL, span, 0);
    if (e) e->value = value;
    return e;
}

struct expr *expr_one(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a)
{
    struct expr *e = a ? expr_new(ck, kind, type, span, 1) : NULL;
    if (e) e->kids[0] = a;
    return e;
}

struct expr *expr_two(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a,
                      struct expr *b)
{
    struct expr *e = a && b ? expr_new(ck, kind, type, span, 2) : NULL;
    if (!e) return NULL;
    e->kids[0] = a;
    e->kids[1] = b;
    return e;
}

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

/* Slots are compared as numbers: expressions of different moves are equal only if their slots agree. */
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

void domain_walk(struct domain *d, expr_visit visit, void *context)
{
    expr_walk(d->low, visit, context);
    expr_walk(d->high, visit, context);
    expr_walk(d->limit, visit, context);
    for (size_t i = 0; i < d->item_count; i++) expr_walk(d->items[i], visit, context);
}

void expr_walk(struct expr *e, expr_visit visit, void *context)
{
    if (!e) return;
    visit(context, e);
    for (size_t i = 0; i < e->count; i++) expr_walk(e->kids[i], visit, context);
    if (e->domain) domain_walk(e->domain, visit, context);
    for (size_t i = 0; i < e->gen_count; i++) {
        domain_walk(&e->gens[i].domain, visit, context);
        expr_walk(e->gens[i].cap, visit, context);
    }
    for (size_t i = 0; i < e->update_count; i++) {
        for (int k = 0; k < e->updates[i].dims; k++) {
            expr_walk(e->updates[i].low[k], visit, context);
            expr_walk(e->updates[i].high[k], visit, context);
        }
        expr_walk(e->updates[i].value, visit, context);
    }
}

int want_like(const struct expr *e)
{
    if (!e) return WANT_ANY;
    return e->type == TYPE_NODE || e->type == TYPE_NODES ? want_nodes(e->type, e->game) : (int)e->type;
}

struct expr *expr_typed_like(struct expr *e, const struct expr *like)
{
    if (e && (like->type == TYPE_NODE || like->type == TYPE_NODES)) e->game = like->game;
    return e;
}

const char *type_phrase(enum type type)
{
    switch (type) {
    case TYPE_INT: return "a number";
    case TYPE_BOOL: return "true or false";
    case TYPE_ROW: return "a row";
    case TYPE_BAG: return "a bag";
    case TYPE_GRID: return "a grid";
    case TYPE_SET: return "a set";
    case TYPE_TUPLE: return "a tuple";
    case TYPE_OUTCOME: return "an outcome";
    case TYPE_POSITION: return "a position";
    case TYPE_POSITIONS: return "a set of positions";
    case TYPE_NODE: return "a node";
    case TYPE_NODES: return "a set of nodes";
    case TYPE_TREE: return "a tree";
    }
    return "something";
}

const char *expr_text(struct checker *ck, int game, const struct expr *e)
{
    struct text out = {0};
    expr_print(ck->model, game, e, &out);
    const char *copy = out.failed ? NULL : arena_strndup(ck->scratch, text_c(&out), out.length);
    text_free(&out);
    if (!copy) ck->no_memory = true;
    return copy ? copy : "";
}
