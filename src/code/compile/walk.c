/* SPDX-License-Identifier: MIT */
/* Properties of expression trees: what they read, whether they can fail, how they depend on one variable. */
#include "base/checked.h"
#include "code/compile/private.h"
#include "model/expr.h"
#include "model/sets.h"

/* A literal that fits 64 bits. */
bool expr_is_small_literal(const struct expr *e)
{
    int64_t value;
    return e->kind == EXPR_INT && (!e->number || integer_fits(e->number, &value));
}

static bool nonzero_constant(const struct expr *e) { return expr_is_small_literal(e) && e->value != 0; }

/* Can evaluating e itself (not its parts) fail other than by an overflow of + or -? */
static bool is_loud(void *context, const struct expr *e)
{
    (void)context;
    switch (e->kind) {
    case EXPR_DIV:
    case EXPR_MOD: return !nonzero_constant(e->kids[1]);
    case EXPR_MUL: return e->kids[0]->kind != EXPR_INT && e->kids[1]->kind != EXPR_INT;
    case EXPR_IN: return set_takes_number(e->domain->kind);
    case EXPR_CALL: {
        const struct builtin_info *info = builtin_info((enum builtin)e->index);
        return info->needs != NEEDS_ANY || info->size == SIZE_GROWS;
    }
    case EXPR_FOLD:
        if (e->index == FOLD_MIN || e->index == FOLD_MAX || e->index == FOLD_XOR) return true;
        for (size_t i = 0; i < e->gen_count; i++)
            if (set_takes_number(e->gens[i].domain.kind)) return true;
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

bool expr_is_quiet(const struct expr *e) { return !expr_any(e, is_loud, NULL); }

static bool is_loud_and_small(void *context, const struct expr *e)
{
    return e->kind != EXPR_MUL && is_loud(context, e);
}

bool expr_fails_otherwise(const struct expr *e) { return expr_any(e, is_loud_and_small, NULL); }

/* |e| is at most this times the greatest number that is read, which is 1 at least; GROWTH_MOST + 1: perhaps more than that. */
enum { GROWTH_MOST = INT32_MAX - 1 };
static int64_t growth(const struct expr *e)
{
    int64_t all = e->kind == EXPR_MUL || e->kind == EXPR_CALL ? 1 : 0;
    switch (e->kind) {
    case EXPR_INT:
        if (!expr_is_small_literal(e) || e->value > GROWTH_MOST || e->value < -GROWTH_MOST) return GROWTH_MOST + 1;
        return e->value < 0 ? -e->value : e->value;
    case EXPR_NEG:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_IF:
    case EXPR_CALL: break; /* a builtin that cannot fail gives at most the sum of its arguments and 1, or a length */
    default: return 1;
    }
    for (size_t i = 0; i < e->count; i++) {
        int64_t x = growth(e->kids[i]);
        all = e->kind == EXPR_MUL ? all * x : all + x;
        if (all > GROWTH_MOST) return GROWTH_MOST + 1;
    }
    return all;
}

static bool is_loud_or_large(void *context, const struct expr *e)
{
    return is_loud(context, e) || growth(e) > GROWTH_MOST;
}

bool expr_is_tame(const struct expr *e) { return !expr_any(e, is_loud_or_large, NULL); }

bool gen_is_tame(const struct gen *g)
{
    switch (g->domain.kind) {
    case DOMAIN_RANGE:
    case DOMAIN_SET:
    case DOMAIN_PARAM:
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_PRIMES:
    case DOMAIN_ELEMENTS: return !domain_any(&g->domain, is_loud_or_large, NULL) && expr_is_tame(g->cap);
    default: return false;
    }
}

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
