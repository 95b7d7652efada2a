/* SPDX-License-Identifier: MIT */
/* What is left by a power of the base that is not constant, and the digit there. Where a divisor is no such power, what is said here has no
 * value, whatever the language says of it. */
#include "proof/formula/private.h"

static bool divisor(struct formula *f, const struct expr *e, int *n, int *p)
{
    struct automata_form a, b;
    if (f->w->in->link)
        return formula_refuse(f, "it divides by a number that is not constant; by a constant is decided");
    return formula_number(f, e->kids[0], &a) && formula_number(f, e->kids[1], &b) && formula_track(f, &a, n) &&
           formula_track(f, &b, p);
}

bool formula_below(struct formula *f, const struct expr *e, struct automata_form *out)
{
    int n, p;
    return divisor(f, e, &n, &p) && formula_fresh(f, true, out) &&
           formula_say(f, automata_below(f->w, n, p, out->terms[0].track));
}

/* n / p is the digit at p, and b times what is above; so if m divides b, n / p % m is that of the digit. */
bool formula_digit_at(struct formula *f, const struct expr *e, int64_t m, struct automata_form *out)
{
    struct automata_form by;
    int64_t constant;
    int n, p;
    if (e->kind != EXPR_DIV || !formula_number(f, e->kids[1], &by) || form_is_constant(&by, &constant)) return false;
    if (f->w->in->link || f->w->in->letters % m)
        return formula_refuse(f, "it divides by a number that is not constant; by a constant is decided");
    if (!divisor(f, e, &n, &p) || !formula_fresh(f, true, out)) return false;
    const struct automaton *all = automata_truth(f->w, false);
    for (int digit = 0; digit < f->w->in->letters; digit++) {
        struct automata_form is = *out;
        is.constant = -(digit % m);
        all = automata_or(f->w, all,
                          automata_and(f->w, automata_digit_at(f->w, n, p, digit), automata_linear(f->w, &is, true)));
    }
    return formula_say(f, all);
}
