/* SPDX-License-Identifier: MIT */
/* Truth values: pairs of sets. */
#include "base/checked.h"
#include "proof/formula/private.h"

void formula_swap(struct formula_truth *t) { *t = (struct formula_truth){t->no, t->yes}; }
static bool made(const struct formula_truth *t) { return t->yes && t->no; }

/* ---- variables --------------------------------------------------------------------------------------------------- */
bool formula_bind(struct formula *f, struct formula_binding binding)
{
    if (f->bound_count == FORMULA_BOUND) return formula_refuse(f, "it has too many variables");
    f->bound[f->bound_count++] = binding;
    return true;
}

const struct formula_binding *formula_bound(const struct formula *f, int slot)
{
    for (int i = f->bound_count; i-- > f->hidden;)
        if (f->bound[i].slot == slot) return &f->bound[i];
    return NULL;
}

/* What the value needs is said in the scope at hand. */
bool formula_let(struct formula *f, const struct expr *e)
{
    struct formula_binding b = {.slot = e->index, .truth = e->kids[0]->type == TYPE_BOOL};
    if (!b.truth && e->kids[0]->type != TYPE_INT) return formula_refuse(f, "it names what is no number");
    if (b.truth ? !formula_truth(f, e->kids[0], &b.holds) : !formula_number(f, e->kids[0], &b.number)) return false;
    return formula_bind(f, b);
}

static bool let_truth(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_scope s = formula_open(f);
    int bound = f->bound_count;
    struct formula_truth t;
    bool done = formula_let(f, e) && formula_truth(f, e->kids[1], &t);
    if (done) *out = (struct formula_truth){formula_close(f, s, t.yes), formula_close(f, s, t.no)};
    f->bound_count = bound;
    formula_leave(f, s);
    return done && made(out);
}

/* ---- connectives: in the order of evaluation, which ends where it is decided ------------------------------------- */
static bool both(struct formula *f, const struct expr *e, bool either, struct formula_truth *out)
{
    struct formula_truth a, b;
    if (!formula_truth(f, e->kids[0], &a) || !formula_truth(f, e->kids[1], &b)) return false;
    if (either) formula_swap(&a), formula_swap(&b); /* not (not a and not b) */
    out->yes = automata_and(f->w, a.yes, b.yes);
    out->no = automata_or(f->w, a.no, automata_and(f->w, a.yes, b.no));
    if (either) formula_swap(out);
    return made(out);
}

static bool same(struct formula *f, struct formula_truth a, struct formula_truth b, bool differ,
                 struct formula_truth *out)
{
    if (differ) formula_swap(&a);
    out->yes = automata_or(f->w, automata_and(f->w, a.yes, b.yes), automata_and(f->w, a.no, b.no));
    out->no = automata_or(f->w, automata_and(f->w, a.yes, b.no), automata_and(f->w, a.no, b.yes));
    return made(out);
}

static bool chosen(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_truth c, a, b;
    if (!formula_truth(f, e->kids[0], &c) || !formula_truth(f, e->kids[1], &a) || !formula_truth(f, e->kids[2], &b))
        return false;
    out->yes = automata_or(f->w, automata_and(f->w, c.yes, a.yes), automata_and(f->w, c.no, b.yes));
    out->no = automata_or(f->w, automata_and(f->w, c.yes, a.no), automata_and(f->w, c.no, b.no));
    return made(out);
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */
static const struct automaton *relation(struct formula *f, enum expr_kind kind, const struct automata_form *a,
                                        const struct automata_form *b)
{
    struct automata_form more = *a;
    switch (kind) {
    case EXPR_EQ: return forms_equal(f, a, b);
    case EXPR_GE: return form_at_least(f, a, b);
    case EXPR_LE: return form_at_least(f, b, a);
    case EXPR_LT: return checked_add(more.constant, 1, &more.constant) ? form_at_least(f, b, &more) : NULL;
    default: more = *b; return checked_add(more.constant, 1, &more.constant) ? form_at_least(f, a, &more) : NULL;
    }
}

static bool compare(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    static const enum expr_kind opposite[] = {[EXPR_EQ] = EXPR_NE, [EXPR_NE] = EXPR_EQ, [EXPR_LT] = EXPR_GE,
                                              [EXPR_GE] = EXPR_LT, [EXPR_GT] = EXPR_LE, [EXPR_LE] = EXPR_GT};
    struct formula_scope s = formula_open(f);
    struct automata_form a, b;
    bool done = formula_number(f, e->kids[0], &a) && formula_number(f, e->kids[1], &b);
    const struct automaton *yes, *no;
    if (done && (e->kind == EXPR_EQ || e->kind == EXPR_NE)) {
        const struct automaton *equal = relation(f, EXPR_EQ, &a, &b), *apart = automata_not(f->w, equal);
        yes = e->kind == EXPR_EQ ? equal : apart;
        no = e->kind == EXPR_EQ ? apart : equal;
        *out = (struct formula_truth){formula_close(f, s, yes), formula_close(f, s, no)};
    } else if (done) {
        yes = relation(f, e->kind, &a, &b);
        no = relation(f, opposite[e->kind], &a, &b);
        *out = (struct formula_truth){formula_close(f, s, yes), formula_close(f, s, no)};
    }
    formula_leave(f, s);
    if (!done || made(out)) return done;
    return formula_refuse(f, "its numbers are too large");
}

static bool asks_value(const struct formula *f, const struct expr *a, const struct expr *b)
{
    int64_t value;
    return a->kind == EXPR_ASK && a->index == ASK_SG && formula_constant(f, b, &value) && value == 0;
}

static bool equals(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_truth a, b;
    const struct expr *x = e->kids[0], *y = e->kids[1];
    bool differ = e->kind == EXPR_NE, done;
    if (x->type == TYPE_INT && (asks_value(f, x, y) || asks_value(f, y, x))) {
        done = formula_ask_zero(f, x->kind == EXPR_ASK ? x : y, out);
    } else if (x->type == TYPE_INT) {
        return compare(f, e, out);
    } else if (x->type == TYPE_BOOL) {
        return formula_truth(f, x, &a) && formula_truth(f, y, &b) && same(f, a, b, differ, out);
    } else if (x->type == TYPE_OUTCOME) {
        if (x->kind == EXPR_OUTCOME) y = x, x = e->kids[1];
        if (y->kind == EXPR_ASK && x->kind == EXPR_ASK)
            return formula_ask_outcome(f, x, OUTCOME_P, &a) && formula_ask_outcome(f, y, OUTCOME_P, &b) &&
                   same(f, a, b, differ, out);
        if (x->kind != EXPR_ASK || y->kind != EXPR_OUTCOME)
            return formula_refuse(f, "it compares outcomes that are no questions");
        done = formula_ask_outcome(f, x, (enum outcome)y->value, out);
    } else {
        return formula_refuse(f, "it compares what are no numbers");
    }
    if (done && differ) formula_swap(out);
    return done;
}

/* ---- members ----------------------------------------------------------------------------------------------------- */
/* Those tuples of the form's tracks for which it is in a set known by digits: none where it is negative. */
static const struct automaton *known(struct formula *f, const struct automata_form *x, const struct domain *d)
{
    const struct numeration *in = f->w->in;
    int64_t base;
    int track = f->next;
    struct automata_form own = form_of(track);
    if (d->kind == DOMAIN_FIB && !(in->link && in->period == 1 && in->a[0] == 1 && in->below == 1))
        return formula_refuse(f, "Fibonacci numbers are known by their digits in Zeckendorf numeration only"), NULL;
    if (d->kind == DOMAIN_POWERS && (!formula_constant(f, d->low, &base) || in->link || in->a[0] != base))
        return formula_refuse(f, "powers are known by their digits in their own base only"), NULL;
    if (d->kind != DOMAIN_FIB && d->kind != DOMAIN_POWERS)
        return formula_refuse(f, "it uses a set that no numeration recognises"), NULL;
    if (track >= AUTOMATON_NAMES) return formula_refuse(f, "a condition has too many numbers"), NULL;
    return automata_some(f->w, automata_and(f->w, forms_equal(f, x, &own), automata_weights(f->w, track)), track);
}

static const struct automaton *listed(struct formula *f, const struct automata_form *x, const int64_t *values,
                                      size_t count)
{
    const struct automaton *all = automata_truth(f->w, false);
    for (size_t i = 0; i < count; i++) {
        struct automata_form v = {.constant = values[i]};
        all = automata_or(f->w, all, forms_equal(f, x, &v));
    }
    return all;
}

/* What the bounds of the domain need is said in the scope at hand. NULL: refused. */
const struct automaton *formula_domain(struct formula *f, const struct automata_form *x, const struct domain *d)
{
    struct automata_form low, high;
    const struct automaton *set;
    if (d->kind == DOMAIN_PARAM) {
        const struct param_value *p = &f->params[d->index];
        return p->set_count > FORMULA_SETS ? (formula_refuse(f, "it lists too many numbers"), NULL)
                                           : listed(f, x, p->set, p->set_count);
    }
    if (d->kind == DOMAIN_SET) {
        set = automata_truth(f->w, false);
        for (size_t i = 0; i < d->item_count; i++) {
            if (!formula_number(f, d->items[i], &low)) return NULL;
            set = automata_or(f->w, set, forms_equal(f, x, &low));
        }
        return set;
    }
    if (d->kind != DOMAIN_RANGE) return known(f, x, d);
    if (!formula_number(f, d->low, &low)) return NULL;
    set = form_at_least(f, x, &low);
    if (!d->high) return set;
    if (!formula_number(f, d->high, &high)) return NULL;
    return automata_and(f->w, set, form_at_least(f, &high, x));
}

static bool member(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_scope s = formula_open(f);
    struct automata_form x;
    if (e->kids[0]->type != TYPE_INT) return formula_refuse(f, "it asks for members that are not numbers");
    const struct automaton *set = formula_number(f, e->kids[0], &x) ? formula_domain(f, &x, e->domain) : NULL;
    if (set) *out = (struct formula_truth){formula_close(f, s, set), formula_close(f, s, automata_not(f->w, set))};
    formula_leave(f, s);
    return set && made(out);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */
static bool parity(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    struct formula_scope s = formula_open(f);
    struct automata_form x, half, rest, one = {.constant = 1};
    bool sum = formula_digit_sum(f, e->kids[0], 2, &rest) || formula_digit_at(f, e->kids[0], 2, &rest);
    if (!sum && (f->reason || f->w->status != ST_OK)) return false;
    bool done = sum || (formula_number(f, e->kids[0], &x) && formula_floor(f, &x, 2, &half));
    if (done && !sum) {
        rest = x;
        done = form_add(f, &rest, &half, -2);
    }
    const struct automaton *odd = done ? forms_equal(f, &rest, &one) : NULL;
    if (odd) *out = (struct formula_truth){formula_close(f, s, odd), formula_close(f, s, automata_not(f->w, odd))};
    if (odd && e->index == BUILTIN_EVEN) formula_swap(out);
    formula_leave(f, s);
    return odd && made(out);
}

static bool call(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    if (e->index == BUILTIN_ODD || e->index == BUILTIN_EVEN) return parity(f, e, out);
    if (e->index != BUILTIN_POWER_OF_TWO) return formula_refuse(f, "it uses a function that is not linear");
    struct expr two = {.kind = EXPR_INT, .type = TYPE_INT, .value = 2};
    struct domain powers = {.kind = DOMAIN_POWERS, .low = &two};
    struct expr in = *e;
    in.kind = EXPR_IN;
    in.domain = &powers;
    return member(f, &in, out);
}

bool formula_truth(struct formula *f, const struct expr *e, struct formula_truth *out)
{
    int64_t value;
    if (f->reason || f->w->status != ST_OK) return false;
    if (e->type == TYPE_BOOL && formula_constant(f, e, &value)) {
        *out = (struct formula_truth){automata_truth(f->w, value != 0), automata_truth(f->w, value == 0)};
        return made(out);
    }
    switch (e->kind) {
    case EXPR_LOCAL:
    case EXPR_FIELD: {
        const struct formula_binding *b = formula_bound(f, e->kind == EXPR_FIELD ? -1 - e->index : e->index);
        if (!b || !b->truth) return formula_refuse(f, "a truth value in it is not known");
        return *out = b->holds, true;
    }
    case EXPR_NOT:
        if (!formula_truth(f, e->kids[0], out)) return false;
        return formula_swap(out), true;
    case EXPR_AND:
    case EXPR_OR: return both(f, e, e->kind == EXPR_OR, out);
    case EXPR_IFF:
    case EXPR_EQ:
    case EXPR_NE: return equals(f, e, out);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return compare(f, e, out);
    case EXPR_IF: return chosen(f, e, out);
    case EXPR_LET: return let_truth(f, e, out);
    case EXPR_IN: return member(f, e, out);
    case EXPR_CALL: return call(f, e, out);
    case EXPR_FOLD: return formula_fold(f, e, out);
    case EXPR_ASK: return formula_ask(f, e, out);
    default: return formula_refuse(f, "it uses what no automaton reads");
    }
}
