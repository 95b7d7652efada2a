/* SPDX-License-Identifier: MIT */
/* The innermost range, of which a condition keeps what leaves a given remainder by a number that is known ahead of the loop, is visited in
 * steps of that number:
 *
 *     t in 1..n where t % s == 0         s, 2 s, 3 s, ... up to n, if s > 0
 *
 * The condition is x % m == r, where x is t or -t plus what does not read t, and m and r do not read t; all three are quiet, and so are
 * the conditions that are looked at before it in each turn. Let x be v at the low end. If m > 0 and 0 <= r < m, it holds for those t
 * whose distance from the low end is r - v (or v - r, where x falls as t rises) modulo m. Nothing that would have been looked at in other
 * turns can fail (sums that leave 64 bits aside, as with all quiet conditions): quiet ones, and then this one, which does not hold
 * there. If m > 0 and r is no remainder by it, it never holds. If m <= 0 every t is visited and the condition is tested, so that 0 fails
 * as it did. The code is written in runs.c. */
#include "code/compile/private.h"

static bool is_fixed(const struct expr *e, int slot) { return expr_is_quiet(e) && !expr_reads(e, slot); }

static bool as_residue(const struct expr *e, int slot, struct nest_residue *out)
{
    int64_t k;
    if (e->kind != EXPR_EQ) return false;
    bool second = e->kids[0]->kind != EXPR_MOD || !expr_reads(e->kids[0], slot);
    const struct expr *mod = e->kids[second];
    *out = (struct nest_residue){.r = e->kids[!second]};
    if (mod->kind != EXPR_MOD || expr_is_small_literal(mod->kids[1])) return false;
    out->x = mod->kids[0];
    out->m = mod->kids[1];
    bool fits = is_fixed(out->m, slot) && is_fixed(out->r, slot) && expr_is_quiet(out->x) &&
                expr_coefficient(out->x, slot, &k) && (k == 1 || k == -1);
    out->falls = fits && k < 0;
    return fits;
}

size_t nest_residue(const struct nest *n, size_t i, struct nest_residue *out)
{
    const struct domain *d = &n->gens[i].domain;
    size_t none = n->condition_count;
    if (!n->move || i + 1 != n->gen_count || d->kind != DOMAIN_RANGE || !d->high) return none;
    for (size_t k = 0; k < n->condition_count; k++) {
        if (n->level[k] != (int)n->gen_count) continue;
        if (as_residue(n->conditions[k], n->gens[i].slot, out)) return k;
        if (!expr_is_quiet(n->conditions[k])) return none;
    }
    return none;
}
