/* SPDX-License-Identifier: MIT */
/* Numbers as linear forms over tracks, and the tracks of what is not linear. */
#include "base/checked.h"
#include "model/evaluate.h"
#include "proof/formula/private.h"

bool formula_refuse(struct formula *f, const char *reason)
{
    if (!f->reason && f->w->status == ST_OK) f->reason = reason;
    return false;
}

bool formula_say(struct formula *f, const struct automaton *set)
{
    if (!set) return false;
    if (f->set_count == FORMULA_SETS) return formula_refuse(f, "it is too long");
    f->sets[f->set_count++] = set;
    return true;
}

const struct automaton *formula_close(struct formula *f, struct formula_scope s, const struct automaton *set)
{
    const struct automaton *sets[FORMULA_SETS + 1];
    size_t count = 0;
    if (!set) return NULL;
    for (size_t i = s.sets; i < f->set_count; i++) sets[count++] = f->sets[i];
    sets[count++] = set;
    return automata_meet(f->w, sets, count, s.next);
}

void formula_leave(struct formula *f, struct formula_scope s)
{
    f->set_count = s.sets;
    f->next = s.next;
}

/* ---- forms ------------------------------------------------------------------------------------------------------- */
bool form_is_constant(const struct automata_form *form, int64_t *value)
{
    *value = form->constant;
    return form->count == 0;
}

bool form_is_natural(const struct automata_form *form)
{
    for (int i = 0; i < form->count; i++)
        if (form->terms[i].factor < 0) return false;
    return form->constant >= 0;
}

static bool add_term(struct formula *f, struct automata_form *out, int track, int64_t factor)
{
    int at = 0;
    while (at < out->count && out->terms[at].track != track) at++;
    if (at == AUTOMATON_TRACKS) return formula_refuse(f, "a condition has too many numbers");
    if (at == out->count) out->terms[out->count++] = (struct automata_term){track, 0};
    if (!checked_add(out->terms[at].factor, factor, &out->terms[at].factor))
        return formula_refuse(f, "its numbers are too large");
    if (!out->terms[at].factor) out->terms[at] = out->terms[--out->count];
    return true;
}

bool form_add(struct formula *f, struct automata_form *out, const struct automata_form *form, int64_t factor)
{
    int64_t k;
    for (int i = 0; i < form->count; i++) {
        if (!checked_mul(form->terms[i].factor, factor, &k)) return formula_refuse(f, "its numbers are too large");
        if (!add_term(f, out, form->terms[i].track, k)) return false;
    }
    if (checked_mul(form->constant, factor, &k) && checked_add(out->constant, k, &out->constant)) return true;
    return formula_refuse(f, "its numbers are too large");
}

static const struct automaton *compared(struct formula *f, const struct automata_form *a, const struct automata_form *b,
                                        bool equality)
{
    struct automata_form d = {0};
    if (!form_add(f, &d, a, 1) || !form_add(f, &d, b, -1)) return NULL;
    return automata_linear(f->w, &d, equality);
}

const struct automaton *forms_equal(struct formula *f, const struct automata_form *a, const struct automata_form *b)
{
    return compared(f, a, b, true);
}

const struct automaton *form_at_least(struct formula *f, const struct automata_form *a, const struct automata_form *b)
{
    return compared(f, a, b, false);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */
static const struct automaton *is_zero(struct formula *f, int track)
{
    struct automata_form form = form_of(track);
    return automata_linear(f->w, &form, true);
}

bool formula_fresh(struct formula *f, bool natural, struct automata_form *out)
{
    if (f->next + 2 > AUTOMATON_NAMES) return formula_refuse(f, "a condition has too many numbers");
    *out = form_of(f->next++);
    if (natural) return true;
    int minus = f->next++;
    if (!add_term(f, out, minus, -1)) return false;
    return formula_say(f, automata_or(f->w, is_zero(f, minus - 1), is_zero(f, minus)));
}

bool formula_track(struct formula *f, const struct automata_form *form, int *track)
{
    struct automata_form own;
    if (form->count == 1 && form->terms[0].factor == 1 && !form->constant) return *track = form->terms[0].track, true;
    if (!formula_fresh(f, true, &own)) return false;
    *track = own.terms[0].track;
    return formula_say(f, forms_equal(f, form, &own));
}

/* ---- floors ------------------------------------------------------------------------------------------------------ */
/* 0 <= form - divisor v <= divisor - 1 */
bool formula_floor(struct formula *f, const struct automata_form *form, int64_t divisor, struct automata_form *out)
{
    struct automata_form low = {0}, high = {.constant = divisor - 1};
    if (divisor == 1) return *out = *form, true;
    if (!formula_fresh(f, form_is_natural(form), out)) return false;
    return form_add(f, &low, form, 1) && form_add(f, &low, out, -divisor) && form_add(f, &high, form, -1) &&
           form_add(f, &high, out, divisor) && formula_say(f, automata_linear(f->w, &low, false)) &&
           formula_say(f, automata_linear(f->w, &high, false));
}

/* a / b and a % b, whose remainder has the sign of the divisor: of a negative one both are those of -a and -b. */
static bool divided(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form a, b, plus = {0}, quotient;
    int64_t divisor;
    if (!formula_number(f, e->kids[1], &b)) return false;
    if (!form_is_constant(&b, &divisor)) {
        if (e->kind == EXPR_MOD) return formula_below(f, e, out);
        return formula_refuse(f, "it divides by a number that is not constant; by a constant is decided");
    }
    if (!divisor || divisor < -INT32_MAX || divisor > INT32_MAX)
        return formula_refuse(f, "it divides by 0, or by a large number");
    if (e->kind == EXPR_MOD && divisor > 0 &&
        (formula_digit_sum(f, e->kids[0], divisor, out) || formula_digit_at(f, e->kids[0], divisor, out)))
        return true;
    if (f->reason || f->w->status != ST_OK || !formula_number(f, e->kids[0], &a)) return false;
    if (!form_add(f, &plus, &a, divisor < 0 ? -1 : 1) ||
        !formula_floor(f, &plus, divisor < 0 ? -divisor : divisor, &quotient))
        return false;
    if (e->kind == EXPR_DIV) return *out = quotient, true;
    *out = a;
    return form_add(f, out, &quotient, -divisor);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */
bool formula_constant(const struct formula *f, const struct expr *e, int64_t *value)
{
    struct evaluation v = {.model = f->model, .params = f->params, .steps = 2000};
    return evaluate(&v, e, value);
}

static bool multiplied(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form a, b;
    int64_t k;
    *out = (struct automata_form){0};
    if (!formula_number(f, e->kids[0], &a) || !formula_number(f, e->kids[1], &b)) return false;
    if (form_is_constant(&a, &k)) return form_add(f, out, &b, k);
    if (form_is_constant(&b, &k)) return form_add(f, out, &a, k);
    return formula_refuse(f, "it multiplies numbers of the position; a product with a constant is decided");
}

static bool added(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct automata_form b;
    return formula_number(f, e->kids[0], out) && formula_number(f, e->kids[1], &b) &&
           form_add(f, out, &b, e->kind == EXPR_SUB ? -1 : 1);
}

/* Where e has a value and that is v. */
static const struct automaton *has_value(struct formula *f, const struct expr *e, const struct automata_form *v)
{
    struct formula_scope s = formula_open(f);
    struct automata_form own;
    const struct automaton *set = formula_number(f, e, &own) ? formula_close(f, s, forms_equal(f, &own, v)) : NULL;
    formula_leave(f, s);
    return set;
}

static bool chosen(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct formula_truth c;
    if (!formula_truth(f, e->kids[0], &c) || !formula_fresh(f, false, out)) return false;
    const struct automaton *one = automata_and(f->w, c.yes, has_value(f, e->kids[1], out));
    const struct automaton *other = automata_and(f->w, c.no, has_value(f, e->kids[2], out));
    return formula_say(f, automata_or(f->w, one, other));
}

/* ---- sums over a few constants ----------------------------------------------------------------------------------- */
struct elements {
    int64_t values[FORMULA_ELEMENTS];
    size_t count;
    bool more;
};
static bool take_element(void *context, int64_t value)
{
    struct elements *e = context;
    if (e->count == FORMULA_ELEMENTS) return e->more = true, false;
    e->values[e->count++] = value;
    return true;
}

/* Has e no value below 0, wherever it has one? False: that is not seen. */
static bool is_natural(struct formula *f, const struct expr *e)
{
    struct formula_scope s = formula_open(f);
    struct automata_form form;
    bool natural = formula_number(f, e, &form) && form_is_natural(&form);
    formula_leave(f, s);
    return natural;
}

/* The body where the condition is true, and 0 where it is false: a number of its own. */
static bool summand(struct formula *f, const struct expr *body, const struct expr *condition, struct automata_form *out)
{
    struct automata_form zero = {0};
    struct formula_truth c;
    if (!condition) return formula_number(f, body, out);
    bool natural = is_natural(f, body);
    if (!formula_truth(f, condition, &c) || !formula_fresh(f, natural, out)) return false;
    const struct automaton *one = automata_and(f->w, c.yes, has_value(f, body, out));
    const struct automaton *none = automata_and(f->w, c.no, forms_equal(f, out, &zero));
    return formula_say(f, automata_or(f->w, one, none));
}

/* sum and count over the elements of a constant set, one by one. */
static bool total(struct formula *f, const struct expr *e, struct automata_form *out)
{
    struct evaluation v = {.model = f->model, .params = f->params, .steps = 2000};
    struct elements all = {.count = 0};
    struct expr one = {.kind = EXPR_INT, .type = TYPE_INT, .value = 1, .game = -1, .start = -1};
    const struct domain *d = &e->gens[0].domain;
    bool few = e->gen_count == 1 && (d->kind != DOMAIN_RANGE || d->high) &&
               evaluate_elements(&v, d, take_element, &all) && !all.more;
    if (!few) return formula_refuse(f, "it adds up or counts over numbers of the position, or over more than a few");
    *out = (struct automata_form){0};
    for (size_t i = 0; i < all.count; i++) {
        struct formula_binding b = {.slot = e->gens[0].slot, .number = {.constant = all.values[i]}};
        struct automata_form term;
        int bound = f->bound_count;
        bool done = formula_bind(f, b) && summand(f, e->index == FOLD_COUNT ? &one : e->kids[0], e->kids[1], &term) &&
                    form_add(f, out, &term, 1);
        f->bound_count = bound;
        if (!done) return false;
    }
    return true;
}

static bool folded(struct formula *f, const struct expr *e, struct automata_form *out)
{
    switch (e->index) {
    case FOLD_MIN:
    case FOLD_MAX: return formula_extreme(f, e, out);
    case FOLD_SUM:
    case FOLD_COUNT: return total(f, e, out);
    default: return formula_refuse(f, "it takes the xor over a range");
    }
}

static bool local(struct formula *f, const struct expr *e, struct automata_form *out)
{
    const struct formula_binding *b = formula_bound(f, e->kind == EXPR_FIELD ? -1 - e->index : e->index);
    if (!b || b->truth) return formula_refuse(f, "a number in it has no value");
    *out = b->number;
    return true;
}

static bool let_number(struct formula *f, const struct expr *e, struct automata_form *out)
{
    int bound = f->bound_count;
    bool done = formula_let(f, e) && formula_number(f, e->kids[1], out);
    f->bound_count = bound;
    return done;
}

bool formula_number(struct formula *f, const struct expr *e, struct automata_form *out)
{
    int64_t value;
    if (f->reason || f->w->status != ST_OK) return false;
    if (formula_constant(f, e, &value)) return *out = (struct automata_form){.constant = value}, true;
    switch (e->kind) {
    case EXPR_LOCAL:
    case EXPR_FIELD: return local(f, e, out);
    case EXPR_ADD:
    case EXPR_SUB: return added(f, e, out);
    case EXPR_MUL: return multiplied(f, e, out);
    case EXPR_NEG: {
        struct automata_form a;
        *out = (struct automata_form){0};
        return formula_number(f, e->kids[0], &a) && form_add(f, out, &a, -1);
    }
    case EXPR_DIV:
    case EXPR_MOD: return divided(f, e, out);
    case EXPR_IF: return chosen(f, e, out);
    case EXPR_LET: return let_number(f, e, out);
    case EXPR_CALL: return formula_call(f, e, out);
    case EXPR_INDEX: return formula_indexed(f, e, out);
    case EXPR_ASK: return formula_ask_value(f, e, out);
    case EXPR_FOLD: return folded(f, e, out);
    default: return formula_refuse(f, "it uses what no automaton reads");
    }
}
