/* SPDX-License-Identifier: MIT */
/* A range of which a condition keeps the divisors of a number is compiled as the set of these:
 *
 *     k in 1..n - 1 where n % k == 0         is         k in divisors(n), at most n - 1
 *
 * The range must begin at a literal of at least 1 and end at the number itself, less a literal that is not negative or divided by a
 * small positive one, or at the least of several numbers of which one is that. Then both have the same members: of a number x >= 1
 * the divisors from the low end to the high one; of x <= 0 the range ends at 0 or below and is empty, and so is a set of positive
 * numbers up to there. Nothing that can fail is left out: the number and the ends are quiet, and so is all that would be looked at
 * before the test is: the conditions before it, and the ends of later ranges. Divisors are found in about the root of the number.
 *
 * In the same way numbers whose binary digits are digits of x are gone through alone (DOMAIN_SUBMASKS), if the range begins at 0 or more:
 *
 *     t in 1..n where xor(n, t) == n - t     or xor(t, n - t) == n, or popcount(t) + popcount(n - t) == popcount(n)
 *
 * With a the digits that only x has, b those of t alone and c those of both, xor(x, t) is a + b and x - t is a - b, so they are equal where
 * b is 0. For u = x - t in 0..x, xor(t, u) is t + u less twice the digits that t and u share, and there are none of these just where t has
 * digits of x alone; then u has the others. Sums carry as often as digits are lost: popcount(t) + popcount(u) - popcount(t + u) is how
 * often (Kummer 1852, of powers of 2), and it does not where no digit is shared. x below 0 has an empty range, so nothing asks digits
 * of what has none: t and x - t are natural numbers where the range has any.
 *
 * Of a set that is named, a parameter or literals the same holds of any range whose ends are quiet:
 *
 *     p in 2..n where p in primes            is         p in primes, at most n
 *
 * Sets are gone through in ascending order, as ranges are, so options come in the same order. */
#include "code/compile/private.h"
#include "model/builtins.h"
#include "model/expr.h"
#include "model/sets.h"

enum { DIVIDED_MOST = 16, FEW = 64 };

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
    return expr_is_local(by, slot) ? mod->kids[0] : NULL;
}

/* e is x - t; x. */
static const struct expr *rest_of(const struct expr *e, int slot)
{
    return e->kind == EXPR_SUB && expr_is_local(e->kids[1], slot) ? e->kids[0] : NULL;
}

static bool calls(const struct expr *e, enum builtin which, size_t count)
{
    return e->kind == EXPR_CALL && e->index == (int)which && e->count == count;
}

/* e is popcount(t) + popcount(x - t), or xor of the two, in any order; x. */
static const struct expr *halves_of(const struct expr *e, int slot)
{
    const struct expr *a, *b, *x = NULL;
    if (e->kind == EXPR_ADD) {
        if (!calls(e->kids[0], BUILTIN_POPCOUNT, 1) || !calls(e->kids[1], BUILTIN_POPCOUNT, 1)) return NULL;
        a = e->kids[0]->kids[0], b = e->kids[1]->kids[0];
    } else {
        if (!calls(e, BUILTIN_XOR, 2)) return NULL;
        a = e->kids[0], b = e->kids[1];
    }
    if (expr_is_local(a, slot)) x = rest_of(b, slot);
    else if (expr_is_local(b, slot)) x = rest_of(a, slot);
    return x;
}

/* x of a condition that says that the digits of t, the local with this slot, are digits of x; NULL: it is another one. */
static const struct expr *masked_by(const struct expr *e, int slot)
{
    if (e->kind != EXPR_EQ) return NULL;
    for (int i = 0; i < 2; i++) {
        const struct expr *one = e->kids[i], *other = e->kids[1 - i], *x = halves_of(one, slot);
        bool sum = one->kind == EXPR_ADD;
        if (x && expr_equal(sum && calls(other, BUILTIN_POPCOUNT, 1) ? other->kids[0] : other, x) &&
            sum == calls(other, BUILTIN_POPCOUNT, 1))
            return x;
        x = rest_of(other, slot);
        if (!x || !calls(one, BUILTIN_XOR, 2)) continue;
        for (int k = 0; k < 2; k++)
            if (expr_is_local(one->kids[k], slot) && expr_equal(one->kids[1 - k], x)) return x;
    }
    return NULL;
}

/* Is the high end at most x, and at most 0 where x is? */
static bool ends_at(const struct expr *high, const struct expr *x)
{
    bool least = false;
    if (expr_equal(high, x)) return true;
    for (size_t i = 0; calls(high, BUILTIN_MIN, high->count) && i < high->count; i++)
        least |= ends_at(high->kids[i], x);
    if (least) return true;
    if (high->kind == EXPR_SUB) return expr_equal(high->kids[0], x) && is_small(high->kids[1], 0, INT64_MAX);
    return high->kind == EXPR_DIV && expr_equal(high->kids[0], x) && is_small(high->kids[1], 1, DIVIDED_MOST);
}

/* A range, and nothing that may fail would be looked at before the condition is. */
static bool is_quiet_until(const struct nest *n, size_t i, size_t condition)
{
    bool fine = true;
    for (size_t k = 0; fine && k < condition; k++) fine = expr_is_quiet(n->conditions[k]);
    for (size_t j = i; fine && j < n->gen_count; j++) {
        const struct domain *d = &n->gens[j].domain;
        fine = d->kind == DOMAIN_RANGE && d->high && !n->gens[j].cap &&
               (j == i || (expr_is_quiet(d->low) && expr_is_quiet(d->high)));
    }
    return fine;
}

static bool suits(const struct nest *n, size_t i, size_t condition, const struct expr *x, int64_t least)
{
    const struct domain *d = &n->gens[i].domain;
    bool fine = is_quiet_until(n, i, condition) && is_small(d->low, least, INT64_MAX) && ends_at(d->high, x) &&
                expr_is_quiet(x) && expr_is_quiet(d->high);
    for (size_t j = i; fine && j < n->gen_count; j++) fine = !expr_reads(x, n->gens[j].slot);
    return fine;
}

/* The set of the condition `t in SET`, t being the local with this slot; NULL: it is another one, or to be found for each state. */
static const struct domain *member_of(const struct expr *e, int slot)
{
    if (e->kind != EXPR_IN || e->kids[0]->kind != EXPR_LOCAL || e->kids[0]->index != slot) return NULL;
    const struct domain *d = e->domain;
    bool known = d->kind == DOMAIN_PARAM || (set_is_infinite(d->kind) && !set_takes_number(d->kind));
    if (set_is_infinite(d->kind) && set_takes_number(d->kind)) known = is_small(d->low, 2, INT64_MAX);
    if (d->kind == DOMAIN_SET) known = d->item_count > 0;
    for (size_t i = 0; known && i < d->item_count; i++) known = expr_is_small_literal(d->items[i]);
    return known ? d : NULL;
}

/* Loops over several values are left to what derives their bounds (runs.c) if an equation binds them. */
static bool are_bound(const struct nest *n)
{
    bool bound = false;
    for (size_t k = 0; k < n->condition_count && !bound; k++) {
        size_t read = 0;
        for (size_t j = 0; j < n->gen_count; j++) read += expr_reads(n->conditions[k], n->gens[j].slot);
        bound = read > 1 && n->conditions[k]->kind == EXPR_EQ;
    }
    return bound;
}

/* Sets are gone through from their least member on, so of a set of many the range must begin near that: n - 3..n has few numbers. */
static bool suits_members(const struct nest *n, size_t i, size_t condition, const struct domain *set)
{
    const struct domain *d = &n->gens[i].domain;
    bool few =
        set->kind == DOMAIN_FIB || set->kind == DOMAIN_POWERS || (set->kind == DOMAIN_SET && set->item_count <= FEW);
    if (d->kind != DOMAIN_RANGE || (!few && !is_small(d->low, INT64_MIN, FEW))) return false;
    return is_quiet_until(n, i, condition) && expr_is_quiet(d->low) && expr_is_quiet(d->high) && !are_bound(n);
}

/* Is no member of the set below the end? Those of sets that the language names are positive, and primes are 2 or more. */
static bool is_below(const struct expr *low, const struct domain *set)
{
    if (set->kind == DOMAIN_SET || set->kind == DOMAIN_PARAM) return false;
    return is_small(low, INT64_MIN, set->kind == DOMAIN_PRIMES ? 2 : 1);
}

/* The range becomes the set, and the condition that its member is not below the low end, which is left out where that says nothing. */
static void replace(struct compiler *c, struct nest *n, size_t i, size_t condition, struct domain by)
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
    struct expr *t = expr_create(&c->code->arena, local, NULL, 0);
    least.span = n->conditions[condition]->span;
    conditions[condition] = t ? expr_create(&c->code->arena, least, (struct expr *[]){t, gens[i].domain.low}, 2) : NULL;
    if (!conditions[condition]) {
        compile_fail(c, ST_NO_MEMORY);
        return;
    }
    if (by.kind == DOMAIN_SUBMASKS) by.low = gens[i].domain.low;
    if (by.kind == DOMAIN_SUBMASKS || is_below(gens[i].domain.low, &by)) {
        n->condition_count--;
        for (size_t k = condition; k < n->condition_count; k++) conditions[k] = conditions[k + 1];
    }
    gens[i].cap = gens[i].domain.high;
    by.span = gens[i].domain.span;
    gens[i].domain = by;
    n->gens = gens;
    n->conditions = conditions;
}

bool nest_divisors(struct compiler *c, struct nest *n)
{
    bool any = false;
    for (size_t i = 0; i < n->gen_count && c->status == ST_OK; i++)
        for (size_t k = 0; k < n->condition_count && c->status == ST_OK; k++) {
            const struct expr *x = divided_by(n->conditions[k], n->gens[i].slot);
            const struct domain *set = member_of(n->conditions[k], n->gens[i].slot);
            const struct expr *mask = masked_by(n->conditions[k], n->gens[i].slot);
            bool divides = x && suits(n, i, k, x, 1), masks = mask && suits(n, i, k, mask, 0);
            if (!divides && !masks && (!set || !suits_members(n, i, k, set))) continue;
            replace(c, n, i, k,
                    divides ? (struct domain){.kind = DOMAIN_DIVISORS, .low = (struct expr *)x}
                    : masks ? (struct domain){.kind = DOMAIN_SUBMASKS, .high = (struct expr *)mask}
                            : *set);
            any = true;
            break;
        }
    return any;
}
