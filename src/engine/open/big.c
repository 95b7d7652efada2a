/* SPDX-License-Identifier: MIT */
/* Recursion over the expression; its depth is that of the syntax tree, which is capped. */
#include "engine/open/big.h"

static const struct integer *truth(const struct big_scope *s, bool value) { return integer_from(s->arena, value); }

static const struct integer *compared(const struct big_scope *s, enum expr_kind kind, int order)
{
    switch (kind) {
    case EXPR_EQ: return truth(s, order == 0);
    case EXPR_NE: return truth(s, order != 0);
    case EXPR_LT: return truth(s, order < 0);
    case EXPR_LE: return truth(s, order <= 0);
    case EXPR_GT: return truth(s, order > 0);
    default: return truth(s, order >= 0);
    }
}

static const struct integer *of_two(const struct big_scope *s, const struct expr *e)
{
    const struct integer *a = big_value(s, e->kids[0]), *b = a ? big_value(s, e->kids[1]) : NULL;
    if (!b) return NULL;
    switch (e->kind) {
    case EXPR_ADD: return integer_add(s->arena, a, b);
    case EXPR_SUB: return integer_sub(s->arena, a, b);
    case EXPR_MUL: return integer_mul(s->arena, a, b);
    case EXPR_DIV: return integer_div(s->arena, a, b);
    case EXPR_MOD: return integer_mod(s->arena, a, b);
    default: return compared(s, e->kind, integer_compare(a, b));
    }
}

static const struct integer *extreme(const struct big_scope *s, const struct expr *e)
{
    const struct integer *best = NULL;
    if (e->index != BUILTIN_MIN && e->index != BUILTIN_MAX) return NULL;
    for (size_t i = 0; i < e->count; i++) {
        const struct integer *x = big_value(s, e->kids[i]);
        if (!x) return NULL;
        int order = best ? integer_compare(x, best) : 0;
        if (!best || (e->index == BUILTIN_MIN ? order < 0 : order > 0)) best = x;
    }
    return best;
}

/* `and` and `or` evaluate their second operand only if it matters. */
static const struct integer *joined(const struct big_scope *s, const struct expr *e)
{
    const struct integer *a = big_value(s, e->kids[0]);
    if (!a || (a->sign != 0) == (e->kind == EXPR_OR)) return a;
    return big_value(s, e->kids[1]);
}

static bool on_numbers(const struct expr *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]->type != TYPE_INT && e->kids[i]->type != TYPE_BOOL) return false;
    return true;
}

const struct integer *big_value(const struct big_scope *s, const struct expr *e)
{
    const struct integer *a;
    switch (e->kind) {
    case EXPR_INT: return e->number ? e->number : integer_from(s->arena, e->value);
    case EXPR_BOOL: return truth(s, e->value != 0);
    case EXPR_PARAM: return e->type == TYPE_SET ? NULL : integer_from(s->arena, s->params[e->index].value);
    case EXPR_LOCAL: return (size_t)e->index < s->local_count ? s->locals[e->index] : NULL;
    case EXPR_NEG: a = big_value(s, e->kids[0]); return a ? integer_sub(s->arena, integer_from(s->arena, 0), a) : NULL;
    case EXPR_NOT: return (a = big_value(s, e->kids[0])) ? truth(s, a->sign == 0) : NULL;
    case EXPR_AND:
    case EXPR_OR: return joined(s, e);
    case EXPR_IF: return (a = big_value(s, e->kids[0])) ? big_value(s, e->kids[a->sign ? 1 : 2]) : NULL;
    case EXPR_CALL: return on_numbers(e) ? extreme(s, e) : NULL;
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return on_numbers(e) ? of_two(s, e) : NULL;
    default: return NULL;
    }
}
