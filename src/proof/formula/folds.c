/* SPDX-License-Identifier: MIT */
/* `any` and `all`: a variable on tracks of its own, projected away. The least and the greatest by them. */
#include <limits.h>
#include "base/checked.h"
#include "proof/formula/private.h"

enum { SLOT_OF_EXTREMES = INT_MAX }; /* no slot of an expression is as great */

/* Can a value of the domain be negative? False is certain. */
static bool may_be_negative(const struct formula *f, const struct domain *d)
{
    int64_t low;
    if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; i < d->item_count; i++)
            if (!formula_constant(f, d->items[i], &low) || low < 0) return true;
        return false;
    }
    if (d->kind == DOMAIN_PARAM) {
        for (size_t i = 0; i < f->params[d->index].set_count; i++)
            if (f->params[d->index].set[i] < 0) return true;
        return false;
    }
    if (d->kind != DOMAIN_RANGE) return false;
    return !formula_constant(f, d->low, &low) || low < 0;
}

static bool has_low(const struct domain *d) { return d->kind == DOMAIN_RANGE && d->low; }

bool formula_variable(struct formula *f, const struct gen *gen, bool open, bool *opened, const struct automaton **in)
{
    struct domain d = gen->domain;
    struct formula_binding b = {.slot = gen->slot};
    struct automata_form cap, low;
    int64_t high;
    if (d.kind == DOMAIN_ELEMENTS || d.kind == DOMAIN_ALL_ROWS || d.kind == DOMAIN_NODES || d.kind == DOMAIN_COMPONENTS)
        return formula_refuse(f, "a variable in it is no number");
    bool natural = !may_be_negative(f, &d);
    /* a lower bound that is natural by its signs */
    if (!natural && has_low(&d) && formula_number(f, d.low, &low)) natural = form_is_natural(&low);
    if (f->reason || !formula_fresh(f, natural, &b.number)) return false;
    *opened = open && d.kind == DOMAIN_RANGE && d.high && formula_constant(f, d.high, &high);
    if (*opened) d.high = NULL;
    *in = formula_domain(f, &b.number, &d);
    if (*in && gen->cap && !(open && formula_constant(f, gen->cap, &high))) {
        if (!formula_number(f, gen->cap, &cap)) return false;
        *in = automata_and(f->w, *in, form_at_least(f, &cap, &b.number));
    }
    return *in && formula_bind(f, b);
}

const struct automaton *formula_within(struct formula *f, int64_t high)
{
    struct automata_form most = {.constant = high};
    return form_at_least(f, &most, &f->bound[f->bound_count - 1].number);
}

int64_t formula_value(const struct formula *f, int back, const int64_t *track_values)
{
    const struct automata_form *form = &f->bound[f->bound_count - 1 - back].number;
    int64_t value = form->constant;
    for (int i = 0; i < form->count; i++) value += form->terms[i].factor * track_values[form->terms[i].track];
    return value;
}

/* Of the cases: those that make `any` true, and those that surely do not. */
static bool one_case(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_truth body, where;
    if (!formula_truth(f, e->kids[0], &body)) return false;
    if (e->index == FOLD_ALL) formula_swap(&body); /* all x is not any not x */
    *out = body;
    if (!e->kids[1]) return true;
    if (!formula_truth(f, e->kids[1], &where)) return false;
    out->yes = automata_and(f->w, where.yes, body.yes);
    out->no = automata_or(f->w, where.no, automata_and(f->w, where.yes, body.no));
    return out->yes && out->no;
}

/* Everything said of the variable and of its bounds lies in one scope; what is said of the bounds must be said outside of the
 * quantifier: where a bound has no value, nothing is true of the cases. So the variable's own tracks come after those
 * of the bounds, in an inner set. */
static bool any_case(struct formula *f, const struct expr *e, size_t gen, struct formula_truth *out)
{
    if (gen == e->gen_count) return one_case(f, e, out);
    struct formula_scope s = formula_open(f);
    struct formula_truth inner;
    const struct automaton *in;
    bool opened;
    int bound = f->bound_count;
    bool done = formula_variable(f, &e->gens[gen], false, &opened, &in) && any_case(f, e, gen + 1, &inner);
    if (done) {
        const struct automata_form own = f->bound[bound].number;
        const struct automaton *some = automata_and(f->w, in, inner.yes);
        const struct automaton *none = automata_except(f->w, in, inner.no);
        const struct automaton *unknown = automata_except(f->w, automata_except(f->w, in, inner.no), inner.yes);
        if (own.count == 2) { /* p - n: one of them is 0 */
            struct automata_form p = form_of(own.terms[0].track), n = form_of(own.terms[1].track);
            const struct automaton *proper =
                automata_or(f->w, automata_linear(f->w, &p, true), automata_linear(f->w, &n, true));
            some = automata_and(f->w, some, proper);
            none = automata_and(f->w, none, proper);
            unknown = automata_and(f->w, unknown, proper);
        }
        for (int i = 0; i < own.count; i++) {
            some = automata_some(f->w, some, own.terms[i].track);
            none = automata_some(f->w, none, own.terms[i].track);
            unknown = automata_some(f->w, unknown, own.terms[i].track);
        }
        *out = (struct formula_truth){formula_close(f, s, automata_except(f->w, some, unknown)),
                                      formula_close(f, s, automata_not(f->w, none))};
    }
    f->bound_count = bound;
    formula_leave(f, s);
    return done && out->yes && out->no;
}

bool formula_fold(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    if (e->index != FOLD_ANY && e->index != FOLD_ALL)
        return formula_refuse(f, "it adds up or counts over numbers of the position"); /* of type bool there is none */
    if (!any_case(f, e, 0, out)) return false;
    if (e->index == FOLD_ALL) formula_swap(out);
    return true;
}

/* Can the body be negative? False is certain. */
static bool may_fall_below_0(const struct formula *f, const struct expr *e)
{
    const struct expr *body = e->kids[0];
    for (size_t i = 0; body->kind == EXPR_LOCAL && i < e->gen_count; i++)
        if (e->gens[i].slot == body->index) return may_be_negative(f, &e->gens[i].domain);
    return true;
}

/* v is the greatest if some case is v and all are at most v. Where a case has no value, `all` has none. */
bool formula_extreme(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct formula_truth reached, bounded;
    if (!formula_fresh(f, !may_fall_below_0(f, e), out)) return false;
    struct formula_binding b = {.slot = SLOT_OF_EXTREMES - f->bound_count, .number = *out};
    struct expr v = {.kind = EXPR_LOCAL, .type = TYPE_INT, .index = b.slot};
    struct expr equal = {.kind = EXPR_EQ, .type = TYPE_BOOL, .kids = (struct expr *[]){e->kids[0], &v}, .count = 2};
    struct expr within = equal, any = *e, all = *e;
    within.kind = e->index == FOLD_MAX ? EXPR_LE : EXPR_GE;
    any.type = all.type = TYPE_BOOL;
    any.index = FOLD_ANY;
    all.index = FOLD_ALL;
    any.kids = (struct expr *[]){&equal, e->kids[1]};
    all.kids = (struct expr *[]){&within, e->kids[1]};
    int bound = f->bound_count;
    bool done = formula_bind(f, b) && formula_fold(f, &any, &reached) && formula_fold(f, &all, &bounded);
    f->bound_count = bound;
    return done && formula_say(f, automata_and(f->w, reached.yes, bounded.yes));
}
