/* SPDX-License-Identifier: MIT */
/* Expressions that ask nothing of the board. A rule is evaluated once for each choice of the elements of its moves, and most of that
 * are conditions on these elements alone ("r == i or c == j"), which need no more than numbers. */
#include "base/hash.h"
#include "model/arithmetic.h"
#include "model/expr.h"
#include "proof/ground/private.h"

static bool is_cell(void *context, const struct expr *e)
{
    (void)context;
    return e->kind == EXPR_INDEX || e->kind == EXPR_IN || (e->kind == EXPR_FIELD && e->type <= TYPE_BOOL);
}

static bool is_call(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->count >= 1 && e->count <= ARITHMETIC_ARGUMENTS;
}

/* Numbers and truth values made of such. What the elements are is seen when it is evaluated: a name may stand for a cell. */
static bool is_plain(const struct expr *e)
{
    bool plain = e->type <= TYPE_BOOL;
    switch (e->kind) {
    case EXPR_INT: return plain && (!e->number || integer_fits(e->number, &(int64_t){0}));
    case EXPR_BOOL:
    case EXPR_LOCAL:
    case EXPR_MOVER:
    case EXPR_PARAM: return plain;
    default:
        plain = plain && (expr_operates(e->kind) || is_call(e));
        for (size_t i = 0; plain && i < e->count; i++) plain = is_plain(e->kids[i]);
        return plain;
    }
}

/* Of a large expression they are dear: it has one of several places, so that two which are asked in turn do not drive each other out. */
enum { PLACES = 8 };
static const struct ground_traits *traits_of(struct ground_scope *s, const struct expr *e)
{
    uint64_t at = hash_mix((uintptr_t)e);
    struct ground_traits *t = &s->traits[at % GROUND_TRAITS];
    for (size_t k = 1; k < PLACES && t->e && t->e != e; k++) t = &s->traits[(at + k) % GROUND_TRAITS];
    if (t->e != e) *t = (struct ground_traits){e, expr_any(e, is_cell, NULL), is_plain(e)};
    return t;
}

bool ground_reads(struct ground_scope *s, const struct expr *e) { return traits_of(s, e)->reads; }

static bool evaluate(struct ground_scope *s, const struct expr *e, int64_t *x);

static bool evaluate_call(struct ground_scope *s, const struct expr *e, int64_t *x)
{
    int64_t given[ARITHMETIC_ARGUMENTS];
    for (size_t i = 0; i < e->count; i++)
        if (!evaluate(s, e->kids[i], &given[i])) return false;
    return builtin_value((enum builtin)e->index, given, e->count, x);
}

/* Visits what ground_value_of visits, in its order. */
static bool evaluate(struct ground_scope *s, const struct expr *e, int64_t *x)
{
    int64_t a, b = 0;
    if (s->steps == 0) return false;
    s->steps--;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL: return *x = e->value, true;
    case EXPR_PARAM: return *x = s->from->params[e->index].value, true;
    case EXPR_MOVER: return *x = s->mover, true;
    case EXPR_LOCAL: return ground_local_number(s, e, x);
    case EXPR_IF: return evaluate(s, e->kids[0], &a) && evaluate(s, e->kids[a ? 1 : 2], x);
    case EXPR_AND:
    case EXPR_OR:
        if (!evaluate(s, e->kids[0], &a)) return false;
        if ((a != 0) == (e->kind == EXPR_OR)) return *x = e->kind == EXPR_OR, true;
        return evaluate(s, e->kids[1], x);
    case EXPR_CALL: return evaluate_call(s, e, x);
    default:
        if (!evaluate(s, e->kids[0], &a) || (e->count > 1 && !evaluate(s, e->kids[1], &b))) return false;
        return arithmetic_small(e->kind, a, b, x);
    }
}

bool ground_plain(struct ground_scope *s, const struct expr *e, int64_t *x)
{
    if (s->refused || s->steps == 0) return false;
    if (e->kind == EXPR_LOCAL) return ground_local_number(s, e, x) && s->steps--;
    if (!traits_of(s, e)->plain) return false;
    uint64_t steps = s->steps;
    if (evaluate(s, e, x)) return true;
    s->steps = steps;
    return false;
}
