/* SPDX-License-Identifier: MIT */
/* Terms of a normal form that a numeration recognises. */
#include "proof/automatic/private.h"
#include "base/checked.h"

static bool refuse(struct clauses *c, const char *reason)
{
    if (!c->reason) c->reason = reason;
    return false;
}

/* 0 <= form - divisor * v <= divisor - 1 */
static bool add_floor(struct clauses *c, int var)
{
    const struct normal_term *t = c->space->vars[var].term;
    struct automata_form low, high;
    /* with v = -1 - u: form + divisor u + divisor */
    int64_t sign = c->negative[var] ? 1 : -1, shift = c->negative[var] ? t->data : 0;
    return clauses_form(c, t->args[0].form, 1, shift, &low) && clauses_plus(c, &low, c->track[var], sign * t->data) &&
           clauses_form(c, t->args[0].form, -1, t->data - 1 - shift, &high) &&
           clauses_plus(c, &high, c->track[var], -sign * t->data) &&
           clauses_add(c, automata_linear(c->w, &low, false)) && clauses_add(c, automata_linear(c->w, &high, false));
}

/* The tuples for which the form is a member of the set on `track`, a track of its own: none where it is negative. */
static const struct automaton *members(struct clauses *c, const struct linear_form *form, int track,
                                       const struct automaton *set)
{
    struct automata_form equal;
    if (!clauses_form(c, form, 1, 0, &equal) || !clauses_plus(c, &equal, track, -1)) return NULL;
    return automata_some(c->w, automata_and(c->w, automata_linear(c->w, &equal, true), set), track);
}

/* v == 1 for the tuples in the set, v == 0 for all others. */
static bool add_truth(struct clauses *c, int var, const struct automaton *set)
{
    struct automata_form one = {1, {{c->track[var], 1}}, -1}, zero = {1, {{c->track[var], 1}}, 0};
    const struct automaton *yes = automata_and(c->w, set, automata_linear(c->w, &one, true));
    const struct automaton *no = automata_and(c->w, automata_not(c->w, set), automata_linear(c->w, &zero, true));
    return clauses_add(c, automata_or(c->w, yes, no));
}

static bool is_base(const struct numeration *in, int64_t base) { return !in->link && in->a[0] == base; }

/* A named set on a track; NULL: the numeration does not know it. */
static const struct automaton *named(struct clauses *c, int64_t kind, const struct normal_term *t, int track)
{
    const struct numeration *in = c->w->in;
    int64_t base;
    if (kind == DOMAIN_FIB) {
        if (in->link && in->period == 1 && in->a[0] == 1 && in->below == 1) return automata_weights(c->w, track);
        return refuse(c, "Fibonacci numbers are known by their digits in Zeckendorf numeration only"), NULL;
    }
    if (kind == DOMAIN_POWERS && t->count > 1 && t->args[1].form && linear_is_constant(t->args[1].form, &base)) {
        if (is_base(in, base)) return automata_weights(c->w, track);
        return refuse(c, "powers are known by their digits in their own base only"), NULL;
    }
    return refuse(c, "it uses a set that no numeration recognises"), NULL;
}

static const struct automaton *listed(struct clauses *c, const struct linear_form *form,
                                      const struct normal_term *domain)
{
    const struct automaton *set = automata_truth(c->w, false);
    for (size_t i = 0; i < domain->count; i++) {
        struct automata_form equal;
        int64_t value;
        if (!domain->args[i].form || !linear_is_constant(domain->args[i].form, &value) || value == INT64_MIN)
            return refuse(c, "it uses a set that is not linear"), NULL;
        if (!clauses_form(c, form, 1, -value, &equal)) return NULL;
        set = automata_or(c->w, set, automata_linear(c->w, &equal, true));
    }
    return set;
}

static bool add_member(struct clauses *c, int var)
{
    const struct normal_term *t = c->space->vars[var].term;
    const struct normal_term *domain = t->count > 1 ? t->args[1].term : NULL;
    int track = c->inner;
    if (!t->args[0].form) return refuse(c, "it asks for members that are not numbers");
    if (domain && domain->kind == NORMAL_DOMAIN && domain->data == DOMAIN_SET) {
        const struct automaton *set = listed(c, t->args[0].form, domain);
        return set && add_truth(c, var, set);
    }
    if (domain || track + 1 >= AUTOMATON_NAMES) return refuse(c, "it uses a set that no numeration recognises");
    const struct automaton *set = named(c, t->data, t, track);
    return set && (set = members(c, t->args[0].form, track, set)) && add_truth(c, var, set);
}

/* v = xor of the forms: one after the other, with a track for each form and each sum on the way. */
static bool add_xor(struct clauses *c, int var)
{
    const struct normal_term *t = c->space->vars[var].term;
    if (!is_base(c->w->in, 2)) return refuse(c, "xor is known by its digits in base 2 only");
    int before = -1;
    for (size_t i = 0; i < t->count; i++) {
        struct automata_form equal;
        int own = c->inner++, sum = i + 1 == t->count ? c->track[var] : c->inner++;
        if (c->inner >= AUTOMATON_NAMES) return refuse(c, "a move has too many numbers");
        if (!t->args[i].form || !clauses_form(c, t->args[i].form, 1, 0, &equal) || !clauses_plus(c, &equal, own, -1) ||
            !clauses_add(c, automata_linear(c->w, &equal, true)))
            return false;
        struct automata_form same = {2, {{own, 1}, {sum, -1}}, 0};
        const struct automaton *step =
            before < 0 ? automata_linear(c->w, &same, true) : automata_xor(c->w, before, own, sum);
        if (!clauses_add(c, step)) return false;
        before = sum;
    }
    return true;
}

static bool add_power_of_two(struct clauses *c, int var)
{
    int track = c->inner;
    if (!is_base(c->w->in, 2)) return refuse(c, "powers are known by their digits in their own base only");
    const struct automaton *set =
        members(c, c->space->vars[var].term->args[0].form, track, automata_weights(c->w, track));
    return set && add_truth(c, var, set);
}

bool clauses_term(struct clauses *c, int var)
{
    const struct normal_term *t = c->space->vars[var].term;
    if (t->kind == NORMAL_FLOOR) return add_floor(c, var);
    if (t->kind == EXPR_IN) return add_member(c, var);
    if (t->kind == EXPR_CALL && t->data == BUILTIN_XOR) return add_xor(c, var);
    if (t->kind == EXPR_CALL && t->data == BUILTIN_POWER_OF_TWO && t->args[0].form) return add_power_of_two(c, var);
    if (t->kind == NORMAL_PRODUCT) return refuse(c, "it multiplies numbers of the position");
    return refuse(c, "it uses a function that is not linear");
}
