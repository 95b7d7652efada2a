/* SPDX-License-Identifier: MIT */
/* A range of which a condition keeps the divisors of a number is compiled as the set of these:
 *
 *     k in 1..n - 1 where n % k == 0         is         k in divisors(n), at most n - 1
 *
 * The range must begin at a literal of at least 1 and end at the number itself, less a literal that is not negative or divided by a
 * small positive one. Then both have the same members: of a number x >= 1 the divisors from the low end to the high one; of x <= 0
 * the range ends at 0 or below and is empty, and so is a set of positive numbers up to there. Nothing that can fail is left out: the
 * number and the ends are quiet, and so is all that would be looked at before the test is: the conditions before it, and the ends of
 * later ranges. Divisors are found in about the root of the number. */
#include "code/compile/private.h"
#include "model/expr.h"

enum { DIVIDED_MOST = 16 };

static bool is_small(const struct expr *e, int64_t least, int64_t most)
{
    return expr_is_small_literal(e) && e->value >= least && e->value <= most;
}

/* x of the condition x % t == 0, t being the local with this slot; NULL: it is another one. */
static const struct expr *divided_by(const struct expr *e, int slot)
{
    if (e->kind != EXPR_EQ) return NULL;
    const struct expr *mod = e->kids[is_small(e->kids[0], 0, 0)], *zero = e->kids[!is_small(e->kids[0], 0, 0)];
    if (mod->kind != EXPR_MOD || !is_small(zero, 0, 0)) return NULL;
    const struct expr *by = mod->kids[1];
    return by->kind == EXPR_LOCAL && by->index == slot ? mod->kids[0] : NULL;
}

/* Is the high end at most x, and at most 0 where x is? */
static bool ends_at(const struct expr *high, const struct expr *x)
{
    if (expr_equal(high, x)) return true;
    if (high->kind == EXPR_SUB) return expr_equal(high->kids[0], x) && is_small(high->kids[1], 0, INT64_MAX);
    return high->kind == EXPR_DIV && expr_equal(high->kids[0], x) && is_small(high->kids[1], 1, DIVIDED_MOST);
}

static bool suits(const struct nest *n, size_t i, size_t condition, const struct expr *x)
{
    const struct domain *d = &n->gens[i].domain;
    bool fine = d->kind == DOMAIN_RANGE && d->high && !n->gens[i].cap && is_small(d->low, 1, INT64_MAX) &&
                ends_at(d->high, x) && expr_is_quiet(x);
    for (size_t k = 0; fine && k < condition; k++) fine = expr_is_quiet(n->conditions[k]);
    for (size_t j = i; fine && j < n->gen_count; j++) {
        const struct domain *later = &n->gens[j].domain;
        fine = !expr_reads(x, n->gens[j].slot) && later->kind == DOMAIN_RANGE && later->high && !n->gens[j].cap &&
               (j == i || (expr_is_quiet(later->low) && expr_is_quiet(later->high)));
    }
    return fine;
}

/* The condition becomes that the divisor is not below the low end; it is left out where that is 1. */
static void replace(struct compiler *c, struct nest *n, size_t i, size_t condition, const struct expr *x)
{
    struct gen *gens = arena_array(&c->scratch, n->gen_count, sizeof *gens);
    const struct expr **conditions = arena_array(&c->scratch, n->condition_count, sizeof *conditions);
    struct expr local = {.kind = EXPR_LOCAL, .type = TYPE_INT, .game = -1, .start = -1, .index = n->gens[i].slot},
                least = {.kind = EXPR_GE, .type = TYPE_BOOL, .game = -1, .start = -1};
    if (!gens || !conditions) {
        compile_fail(c, ST_NO_MEMORY);
        return;
    }
    for (size_t k = 0; k < n->gen_count; k++) gens[k] = n->gens[k];
    for (size_t k = 0; k < n->condition_count; k++) conditions[k] = n->conditions[k];
    local.name = gens[i].name;
    struct expr *t = expr_create(&c->scratch, local, NULL, 0);
    least.span = n->conditions[condition]->span;
    conditions[condition] = t ? expr_create(&c->scratch, least, (struct expr *[]){t, gens[i].domain.low}, 2) : NULL;
    if (!conditions[condition]) {
        compile_fail(c, ST_NO_MEMORY);
        return;
    }
    if (gens[i].domain.low->value == 1) {
        n->condition_count--;
        for (size_t k = condition; k < n->condition_count; k++) conditions[k] = conditions[k + 1];
    }
    gens[i].cap = gens[i].domain.high;
    gens[i].domain = (struct domain){.kind = DOMAIN_DIVISORS, .span = gens[i].domain.span, .low = (struct expr *)x};
    n->gens = gens;
    n->conditions = conditions;
}

bool nest_divisors(struct compiler *c, struct nest *n)
{
    bool any = false;
    for (size_t i = 0; i < n->gen_count && c->status == ST_OK; i++)
        for (size_t k = 0; k < n->condition_count && c->status == ST_OK; k++) {
            const struct expr *x = divided_by(n->conditions[k], n->gens[i].slot);
            if (!x || !suits(n, i, k, x)) continue;
            replace(c, n, i, k, x);
            any = true;
            break;
        }
    return any;
}
