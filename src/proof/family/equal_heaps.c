/* SPDX-License-Identifier: MIT */
/* Two heaps that are equal in every option of a piece are worth 0 together, whatever they are: without them the options have the same SG
 * values. How many tokens they had then follows from an equation of the piece; the number is written as a floor, which is exact
 * because the equation is kept. */
#include "proof/family/private.h"

static bool never(const struct normal *n, struct linear_conjunction rule, const struct linear_form *positive)
{
    struct linear_constraint at_least = {positive, false};
    struct linear_conjunction parts[3] = {n->domain, rule, {&at_least, 1}};
    struct linear_conjunction facts = normal_axioms(n->space, parts, 3);
    return positive && facts.items &&
           linear_solve(&n->space->work, facts.items, facts.count, NULL) == LINEAR_INFEASIBLE;
}

static bool are_equal(const struct normal *n, const struct normal_piece *p, int a, int b)
{
    struct linear_work *w = &n->space->work;
    const struct linear_form *x = linear_variable(w, a), *y = linear_variable(w, b);
    const struct linear_form *more = linear_sum(w, x, 1, y, -1), *less = linear_sum(w, y, 1, x, -1);
    return more && less && never(n, p->rule, linear_scale(w, more, 1, -1)) &&
           never(n, p->rule, linear_scale(w, less, 1, -1));
}

static int64_t factor_of(const struct linear_form *form, int var)
{
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].var == var) return form->terms[i].factor;
    return 0;
}

bool family_replace(const struct normal *n, struct linear_conjunction *rule, int var, const struct linear_form *by)
{
    struct normal_space *s = n->space;
    const struct linear_form **map = arena_array(s->arena, s->var_count, sizeof *map);
    struct linear_conjunction replaced;
    if (!map) return n->space->work.no_memory = true, false;
    if (!by) return false;
    map[var] = by;
    if (!normal_replace_all(s, *rule, map, s->var_count, &replaced)) return false;
    *rule = replaced;
    return true;
}

/* Does the variable occur, also inside terms? */
static bool mentions(const struct normal *n, const struct linear_form *form, int var)
{
    for (uint32_t i = 0; i < form->count; i++) {
        const struct normal_term *t = n->space->vars[form->terms[i].var].term;
        if (form->terms[i].var == var) return true;
        for (size_t k = 0; t && k < t->count; k++)
            if (!t->args[k].form || mentions(n, t->args[k].form, var)) return true;
    }
    return false;
}

/* Writes the variable as a floor by an equation c v + rest == 0 of the rule. */
static bool eliminate(const struct normal *n, struct linear_conjunction *rule, int var)
{
    struct linear_work *w = &n->space->work;
    for (size_t i = 0; i < rule->count; i++) {
        const struct linear_form *form = rule->items[i].form;
        int64_t c = factor_of(form, var);
        if (!rule->items[i].equality || c == 0 || c == INT64_MIN) continue;
        const struct linear_form *rest = linear_sum(w, form, 1, linear_variable(w, var), -c);
        if (!rest || mentions(n, rest, var)) continue;
        const struct linear_form *up = linear_scale(w, rest, c > 0 ? -1 : 1, 0);
        const struct linear_form *by = linear_constant(w, c > 0 ? c : -c);
        if (!up || !by) return false;
        return family_replace(n, rule, var, terms_divide(n->space, up, by));
    }
    return false;
}

static bool drop(const struct normal *n, struct normal_piece *p, size_t i, size_t k)
{
    int a = family_heap(n, p, i), b = family_heap(n, p, k);
    struct linear_conjunction rule = p->rule;
    if (a < 0 || b < 0 || !p->exact || !are_equal(n, p, a, b)) return false;
    if (!family_replace(n, &rule, b, linear_variable(&n->space->work, a)) || !eliminate(n, &rule, a)) return false;
    struct normal_component *left = arena_array(n->space->arena, p->component_count, sizeof *left);
    size_t count = 0;
    if (!left) return n->space->work.no_memory = true, false;
    for (size_t c = 0; c < p->component_count; c++)
        if (c != i && c != k) left[count++] = p->components[c];
    p->components = left;
    p->component_count = count;
    p->rule = rule;
    return true;
}

bool family_without_equals(const struct normal *n, struct normal *out, bool *changed)
{
    *out = *n;
    *changed = false;
    out->pieces = arena_array(n->space->arena, n->piece_count + 1, sizeof *out->pieces);
    for (size_t i = 0; out->pieces && i < n->piece_count; i++) {
        struct normal_piece p = n->pieces[i];
        bool dropped = false;
        for (size_t a = 0; a < p.component_count && !dropped; a++)
            for (size_t b = a + 1; b < p.component_count && !dropped; b++) dropped = drop(n, &p, a, b);
        if (n->space->work.no_memory) return false;
        out->pieces[i] = dropped ? p : n->pieces[i];
        *changed |= dropped;
    }
    return out->pieces != NULL;
}
