/* SPDX-License-Identifier: MIT */
/* Properties of expression trees: what they read, whether they can fail, how they depend on one variable. */
#include "base/checked.h"
#include "code/compile/private.h"

/* Calls `visit` for every direct part of e (kids, domain, generators, updates) until it returns true. */
static bool parts_any(const struct expr *e, bool (*visit)(const struct expr *part, int slot), int slot);

static bool maybe(const struct expr *e, bool (*visit)(const struct expr *part, int slot), int slot)
{
    return e && visit(e, slot);
}

static bool domain_any(const struct domain *d, bool (*visit)(const struct expr *part, int slot), int slot)
{
    if (!d) return false;
    if (maybe(d->low, visit, slot) || maybe(d->high, visit, slot) || maybe(d->limit, visit, slot)) return true;
    for (size_t i = 0; i < d->item_count; i++)
        if (maybe(d->items[i], visit, slot)) return true;
    return false;
}

static bool update_any(const struct update *u, bool (*visit)(const struct expr *part, int slot), int slot)
{
    for (int i = 0; i < u->dims; i++)
        if (maybe(u->low[i], visit, slot) || maybe(u->high[i], visit, slot)) return true;
    return maybe(u->value, visit, slot);
}

static bool parts_any(const struct expr *e, bool (*visit)(const struct expr *part, int slot), int slot)
{
    for (size_t i = 0; i < e->count; i++)
        if (maybe(e->kids[i], visit, slot)) return true;
    if (domain_any(e->domain, visit, slot)) return true;
    for (size_t i = 0; i < e->gen_count; i++)
        if (domain_any(&e->gens[i].domain, visit, slot) || maybe(e->gens[i].cap, visit, slot)) return true;
    for (size_t i = 0; i < e->update_count; i++)
        if (update_any(&e->updates[i], visit, slot)) return true;
    return false;
}

bool expr_reads(const struct expr *e, int slot)
{
    if (e->kind == EXPR_LOCAL) return e->index == slot;
    return parts_any(e, expr_reads, slot);
}

/* A literal that fits 64 bits. */
bool expr_is_small_literal(const struct expr *e)
{
    int64_t value;
    return e->kind == EXPR_INT && (!e->number || integer_fits(e->number, &value));
}

static bool nonzero_constant(const struct expr *e) { return expr_is_small_literal(e) && e->value != 0; }

static bool part_is_loud(const struct expr *e, int unused);

/* Can evaluating e itself (not its parts) fail other than by an overflow of + or -? */
static bool is_loud(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_DIV:
    case EXPR_MOD: return !nonzero_constant(e->kids[1]);
    case EXPR_MUL: return e->kids[0]->kind != EXPR_INT && e->kids[1]->kind != EXPR_INT;
    case EXPR_IN: return e->domain->kind == DOMAIN_POWERS || e->domain->kind == DOMAIN_DIVISORS;
    case EXPR_CALL:
        return e->index == BUILTIN_XOR || e->index == BUILTIN_BIT || e->index == BUILTIN_POPCOUNT ||
               e->index == BUILTIN_GRID || e->index >= BUILTIN_ISQRT;
    case EXPR_FOLD:
        if (e->index == FOLD_MIN || e->index == FOLD_MAX || e->index == FOLD_XOR) return true;
        for (size_t i = 0; i < e->gen_count; i++)
            if (e->gens[i].domain.kind == DOMAIN_POWERS || e->gens[i].domain.kind == DOMAIN_DIVISORS) return true;
        return false;
    case EXPR_LUA:
    case EXPR_WITH:
    case EXPR_ROW:
    case EXPR_ROW_FOR:
    case EXPR_TREE:
    case EXPR_TREE_FOR:
    case EXPR_TREE_AT:
    case EXPR_TREE_PUT:
    case EXPR_TREE_CUT:
    case EXPR_TREE_JOIN:
    case EXPR_ASK:
    case EXPR_POSITIONS: return e->type != TYPE_TUPLE;
    default: return false;
    }
}

static bool part_is_loud(const struct expr *e, int unused) { return is_loud(e) || parts_any(e, part_is_loud, unused); }

bool expr_is_quiet(const struct expr *e) { return !part_is_loud(e, 0); }

bool expr_is_affine(const struct expr *e, int slot)
{
    if (!expr_reads(e, slot)) return true;
    switch (e->kind) {
    case EXPR_LOCAL: return true;
    case EXPR_NEG: return expr_is_affine(e->kids[0], slot);
    case EXPR_ADD:
    case EXPR_SUB: return expr_is_affine(e->kids[0], slot) && expr_is_affine(e->kids[1], slot);
    case EXPR_MUL:
        return (!expr_reads(e->kids[0], slot) && expr_is_affine(e->kids[1], slot)) ||
               (!expr_reads(e->kids[1], slot) && expr_is_affine(e->kids[0], slot));
    default: return false;
    }
}

bool expr_coefficient(const struct expr *e, int slot, int64_t *k)
{
    int64_t a, b;
    *k = 0;
    if (!expr_reads(e, slot)) return true;
    switch (e->kind) {
    case EXPR_LOCAL: *k = 1; return true;
    case EXPR_NEG: return expr_coefficient(e->kids[0], slot, &a) && checked_neg(a, k);
    case EXPR_ADD:
        return expr_coefficient(e->kids[0], slot, &a) && expr_coefficient(e->kids[1], slot, &b) && checked_add(a, b, k);
    case EXPR_SUB:
        return expr_coefficient(e->kids[0], slot, &a) && expr_coefficient(e->kids[1], slot, &b) && checked_sub(a, b, k);
    case EXPR_MUL:
        if (expr_is_small_literal(e->kids[0]))
            return expr_coefficient(e->kids[1], slot, &b) && checked_mul(e->kids[0]->value, b, k);
        if (expr_is_small_literal(e->kids[1]))
            return expr_coefficient(e->kids[0], slot, &a) && checked_mul(a, e->kids[1]->value, k);
        return false;
    default: return false;
    }
}
