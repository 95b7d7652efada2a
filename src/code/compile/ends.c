/* SPDX-License-Identifier: MIT */
/* Conditions that end a loop: `k * (k + 1) / 2 <= n` and `pow(2, k) <= n` fail for all numbers above one for which they
 * fail, so the loop over k, which ascends, is left there.
 *
 * What is left out is not evaluated. That must not hide a failure: the conditions in front of it and its own parts may
 * have no value only for being too large, which is a limit of computing and no part of the rule. So quotients are by
 * literals, and powers and roots of what is natural. Rising and falling are by the signs of sums, products of natural
 * factors, floors, least and greatest (each monotone in each argument there). */
#include "code/compile/private.h"
#include "model/builtins.h"

struct ends {
    const struct compiler *c;
    const struct nest *n;
    int slot;
};

static bool is_natural(const struct ends *e, const struct expr *x);

static bool local_is_natural(const struct ends *e, int slot)
{
    for (size_t i = 0; i < e->n->gen_count; i++) {
        const struct domain *d = &e->n->gens[i].domain;
        if (e->n->gens[i].slot != slot) continue;
        if (d->kind == DOMAIN_RANGE) return is_natural(e, d->low);
        return d->kind == DOMAIN_SQUARES || d->kind == DOMAIN_FIB || d->kind == DOMAIN_PRIMES ||
               d->kind == DOMAIN_POWERS || d->kind == DOMAIN_DIVISORS;
    }
    return false;
}

static bool param_is_natural(const struct param *p)
{
    const struct domain *d = p->domain;
    bool ranged = p->kind == PARAM_INT && d && d->kind == DOMAIN_RANGE;
    return ranged && expr_is_small_literal(d->low) && d->low->value >= 0;
}

static bool all_natural(const struct ends *e, const struct expr *x)
{
    for (size_t i = 0; i < x->count; i++)
        if (!is_natural(e, x->kids[i])) return false;
    return true;
}

/* Is it, whenever it has a value, at least 0? */
static bool is_natural(const struct ends *e, const struct expr *x)
{
    const struct game *g =
        x->kind == EXPR_FIELD && e->c->scope->game >= 0 ? &e->c->model->games[e->c->scope->game] : NULL;
    switch (x->kind) {
    case EXPR_INT: return expr_is_small_literal(x) && x->value >= 0;
    case EXPR_FIELD: return g && g->fields[x->index].kind == FIELD_NAT;
    case EXPR_PARAM: return param_is_natural(&e->c->model->params[x->index]);
    case EXPR_LOCAL: return local_is_natural(e, x->index);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return all_natural(e, x);
    case EXPR_CALL:
        switch ((enum builtin)x->index) {
        case BUILTIN_MIN:
        case BUILTIN_MAX: return all_natural(e, x);
        case BUILTIN_ABS:
        case BUILTIN_GCD:
        case BUILTIN_ISQRT:
        case BUILTIN_POW: return true;
        default: return false;
        }
    default: return false;
    }
}

static bool is_at_least(const struct expr *x, int64_t least) { return expr_is_small_literal(x) && x->value >= least; }

static bool goes(const struct ends *e, const struct expr *x, bool up);

static bool all_go(const struct ends *e, const struct expr *x, bool up)
{
    for (size_t i = 0; i < x->count; i++)
        if (!goes(e, x->kids[i], up)) return false;
    return true;
}

static bool call_goes(const struct ends *e, const struct expr *x, bool up)
{
    switch ((enum builtin)x->index) {
    case BUILTIN_MIN:
    case BUILTIN_MAX: return all_go(e, x, up);
    case BUILTIN_ISQRT: return all_natural(e, x) && all_go(e, x, up);
    case BUILTIN_POW:
        return all_natural(e, x) && all_go(e, x, up) &&
               (!expr_reads(x->kids[1], e->slot) || is_at_least(x->kids[0], 1));
    default: return false;
    }
}

/* As the number in the slot rises, does x never fall (up) or never rise, and can it fail by its size alone? */
static bool goes(const struct ends *e, const struct expr *x, bool up)
{
    if (!expr_reads(x, e->slot) && (expr_is_quiet(x) || !expr_fails_otherwise(x))) return true;
    switch (x->kind) {
    case EXPR_LOCAL: return up;
    case EXPR_NEG: return goes(e, x->kids[0], !up);
    case EXPR_ADD: return all_go(e, x, up);
    case EXPR_SUB: return goes(e, x->kids[0], up) && goes(e, x->kids[1], !up);
    case EXPR_MUL: return all_natural(e, x) && all_go(e, x, up);
    case EXPR_DIV: return is_at_least(x->kids[1], 1) && goes(e, x->kids[0], up);
    case EXPR_CALL: return call_goes(e, x, up);
    default: return false;
    }
}

static bool ascends(const struct domain *d)
{
    switch (d->kind) {
    case DOMAIN_RANGE:
    case DOMAIN_PARAM:
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_POWERS:
    case DOMAIN_PRIMES:
    case DOMAIN_DIVISORS:
    case DOMAIN_SUBMASKS: return true;
    default: return false;
    }
}

bool nest_ends(const struct compiler *c, const struct nest *n, size_t i, size_t condition)
{
    const struct expr *x = n->conditions[condition];
    struct ends e = {c, n, n->gens[i].slot};
    bool less = x->kind == EXPR_LT || x->kind == EXPR_LE, more = x->kind == EXPR_GT || x->kind == EXPR_GE;
    if ((!less && !more) || n->loops[i].body < 0 || !ascends(&n->gens[i].domain) || !expr_reads(x, e.slot))
        return false;
    for (size_t k = 0; k < condition; k++)
        if (n->level[k] == (int)i + 1 && expr_fails_otherwise(n->conditions[k])) return false;
    return goes(&e, x->kids[0], less) && goes(&e, x->kids[1], more);
}
