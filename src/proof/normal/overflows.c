/* SPDX-License-Identifier: MIT */
/* Each expression has a number of binary digits that its value does not exceed; sums have one more than their greater part, products
 * as many as both. What is not known to be shorter is as long as the numbers of states. */
#include "proof/normal/overflows.h"
#include "model/builtins.h"
#include "model/expr.h"

enum { DIGITS_FIT = 62, DIGITS_MOST = 1 << 20, SLOTS = 256 };

struct digits {
    const struct normal_source *source;
    int state;        /* of numbers of states */
    int slots[SLOTS]; /* of locals that are bound */
    bool over;
};

static int length(struct digits *d, const struct expr *e);
static int longer(int a, int b) { return a > b ? a : b; }

static int of_number(int64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x < 0 ? -(uint64_t)x : (uint64_t)x); }

static int kept(struct digits *d, int64_t digits)
{
    if (digits > DIGITS_FIT) d->over = true;
    return digits < DIGITS_MOST ? (int)digits : DIGITS_MOST;
}

static int of_domain(struct digits *d, const struct domain *of)
{
    int most = 0;
    if (of->low) most = longer(most, length(d, of->low));
    if (of->high) most = longer(most, length(d, of->high));
    if (of->limit) most = longer(most, length(d, of->limit));
    for (size_t i = 0; i < of->item_count; i++) most = longer(most, length(d, of->items[i]));
    if (of->kind == DOMAIN_RANGE) return of->high ? most : longer(most, d->state);
    if (of->kind == DOMAIN_SET || of->kind == DOMAIN_DIVISORS) return most;
    if (of->kind != DOMAIN_PARAM) return longer(most, d->state);
    const struct param_value *p = &d->source->params[of->index];
    for (size_t i = 0; i < p->set_count; i++) most = longer(most, of_number(p->set[i]));
    return most;
}

static void bind(struct digits *d, int slot, int digits)
{
    if (slot < 0 || slot >= SLOTS) d->over = true;
    else d->slots[slot] = digits;
}

static void bind_all(struct digits *d, const struct gen *gens, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int digits = of_domain(d, &gens[i].domain);
        if (gens[i].cap) length(d, gens[i].cap); /* read off the conditions, which are looked at as well */
        bind(d, gens[i].slot, digits);
    }
}

static int of_kids(struct digits *d, const struct expr *e)
{
    int most = 0;
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]) most = longer(most, length(d, e->kids[i]));
    return most;
}

/* A power has as many digits as its base, once for each unit of the exponent. */
static int of_call(struct digits *d, const struct expr *e)
{
    if (e->index == BUILTIN_POW) {
        int64_t base = length(d, e->kids[0]);
        int exponent = length(d, e->kids[1]);
        if (e->kids[1]->kind == EXPR_INT && exponent < 16) return kept(d, base * e->kids[1]->value);
        return kept(d, exponent > 16 ? DIGITS_MOST : base << exponent);
    }
    int most = of_kids(d, e);
    if (e->index == BUILTIN_FIB) return kept(d, most > 16 ? DIGITS_MOST : 1 << most);
    return longer(most, builtin_info((enum builtin)e->index)->needs == NEEDS_MORE ? d->state : 0);
}

static int of_fold(struct digits *d, const struct expr *e)
{
    bind_all(d, e->gens, e->gen_count);
    int most = of_kids(d, e);
    return e->index == FOLD_SUM || e->index == FOLD_COUNT ? kept(d, most + d->state) : most;
}

static int of_rows(struct digits *d, const struct expr *e)
{
    bind_all(d, e->gens, e->gen_count);
    int most = longer(of_kids(d, e), e->domain ? of_domain(d, e->domain) : 0);
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        for (int k = 0; k < u->dims; k++) {
            length(d, u->low[k]);
            if (u->high[k]) length(d, u->high[k]);
        }
        most = longer(most, length(d, u->value)) + (u->op != '=');
    }
    return kept(d, most);
}

static int length(struct digits *d, const struct expr *e)
{
    int a, b;
    switch (e->kind) {
    case EXPR_INT: return of_number(e->value);
    case EXPR_FIELD: return d->state;
    case EXPR_PARAM: return of_number(d->source->params[e->index].value);
    case EXPR_LOCAL: return e->index >= 0 && e->index < SLOTS ? d->slots[e->index] : d->state;
    case EXPR_MOVER: return 2;
    case EXPR_NEG: return length(d, e->kids[0]);
    case EXPR_ADD:
    case EXPR_SUB: return kept(d, of_kids(d, e) + 1);
    case EXPR_MUL:
        a = length(d, e->kids[0]);
        b = length(d, e->kids[1]);
        return a == 0 || b == 0 ? 0 : kept(d, a + b);
    case EXPR_DIV: return of_kids(d, e);
    case EXPR_MOD: return length(d, e->kids[0]), length(d, e->kids[1]); /* its sign is the divisor's */
    case EXPR_LET: bind(d, e->index, length(d, e->kids[0])); return length(d, e->kids[1]);
    case EXPR_CALL: return of_call(d, e);
    case EXPR_FOLD: return of_fold(d, e);
    default: return of_rows(d, e);
    }
}

bool normal_may_overflow(const struct normal_source *source, int bits)
{
    const struct game *g = &source->model->games[source->game];
    struct digits d = {.source = source, .state = bits};
    for (size_t m = 0; m < g->move_count && !d.over; m++) {
        const struct move *move = &g->moves[m];
        bind_all(&d, move->gens, move->gen_count);
        for (size_t i = 0; i < move->condition_count; i++) length(&d, move->conditions[i]);
        if (move->result) length(&d, move->result);
    }
    return d.over;
}
