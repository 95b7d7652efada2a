/* From expressions to constraints, and proofs by refutation: see check_facts.h. */
#include "check/check_facts.h"
#include <inttypes.h>
#include <stdlib.h>

enum { FACT_STEPS = 20000, FACT_SOLVES = 400, FACT_SPLITS = 10, FIRST_LOCAL = MODEL_MAX_FIELDS, FIRST_TERM = 1 << 24 };

int facts_field_var(int field)
{
    return field;
}

int facts_local_var(int slot)
{
    return FIRST_LOCAL + slot;
}

/* ---- adding */

static void add(struct facts *f, const struct linear_form *form, bool equality)
{
    struct linear_constraint c = {form, equality};
    if (form && !vec_push(&f->items, c)) f->ck->no_memory = true;
}

void facts_at_least(struct facts *f, const struct linear_form *form, int64_t constant)
{
    add(f, linear_scale(&f->work, form, 1, constant), false);
}

/* a - b + constant >= 0 */
static void add_difference(struct facts *f, const struct linear_form *a, const struct linear_form *b, int64_t constant)
{
    facts_at_least(f, linear_sum(&f->work, a, 1, b, -1), constant);
}

static struct alternative *add_split(struct facts *f, size_t count)
{
    struct split split = {.alternatives = arena_array(f->ck->scratch, count, sizeof *split.alternatives), .count = count};
    if (!split.alternatives || !vec_push(&f->splits, split)) {
        f->ck->no_memory = true;
        return NULL;
    }
    return split.alternatives;
}

static void split_conditions(struct facts *f, const struct expr *a, bool a_truth, const struct expr *b, bool b_truth)
{
    struct alternative *alt = add_split(f, 2);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.condition = a, .truth = a_truth}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.condition = b, .truth = b_truth}}, .count = 1};
}

/* a and b, or neither */
static void split_alike(struct facts *f, const struct expr *a, const struct expr *b, bool alike)
{
    struct alternative *alt = add_split(f, 2);
    for (int i = 0; alt && i < 2; i++)
        alt[i] = (struct alternative){.items = {{.condition = a, .truth = i}, {.condition = b, .truth = (i != 0) == alike}}, .count = 2};
}

static void split_equal(struct facts *f, const struct linear_form *x, const struct linear_form *const *forms, size_t count)
{
    struct alternative *alt = add_split(f, count);
    for (size_t i = 0; alt && i < count; i++)
        alt[i] = (struct alternative){.items = {{.constraint = {linear_sum(&f->work, x, 1, forms[i], -1), true}}}, .count = 1};
}

static void split_unequal(struct facts *f, const struct linear_form *a, const struct linear_form *b)
{
    struct alternative *alt = add_split(f, 2);
    const struct linear_form *d = linear_sum(&f->work, a, 1, b, -1);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, d, 1, -1), false}}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, d, -1, -1), false}}}, .count = 1};
}

/* ---- terms */

static const struct linear_form *new_term(struct facts *f, struct fact_term term)
{
    if (!vec_push(&f->terms, term)) {
        f->ck->no_memory = true;
        return NULL;
    }
    return linear_variable(&f->work, FIRST_TERM + (int)f->terms.count - 1);
}

/* floor(form / by) for by > 0 */
static const struct linear_form *quotient(struct facts *f, const struct linear_form *form, int64_t by)
{
    if (!form) return NULL;
    for (size_t i = 0; i < f->terms.count; i++) {
        const struct fact_term *t = &f->terms.data[i];
        if (t->kind == EXPR_DIV && t->over && t->by == by && linear_compare(t->over, form) == 0)
            return linear_variable(&f->work, FIRST_TERM + (int)i);
    }
    const struct linear_form *q = new_term(f, (struct fact_term){.kind = EXPR_DIV, .over = form, .by = by});
    const struct linear_form *rest = linear_sum(&f->work, form, 1, q, -by);
    facts_at_least(f, rest, 0);
    facts_at_least(f, linear_scale(&f->work, rest, -1, by), -1);
    return q;
}

static const struct linear_form *find_term(struct facts *f, const struct expr *e)
{
    for (size_t i = 0; i < f->terms.count; i++)
        if (f->terms.data[i].expr && expr_equal(f->terms.data[i].expr, e)) return linear_variable(&f->work, FIRST_TERM + (int)i);
    return NULL;
}

/* What is known of min and max: not beyond any argument, and one of them. */
static void know_extreme(struct facts *f, const struct expr *e, const struct linear_form *v, bool least)
{
    const struct linear_form **forms = arena_array(f->ck->scratch, e->count, sizeof *forms);
    if (!forms) {
        f->ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < e->count; i++) {
        forms[i] = facts_form(f, e->kids[i]);
        if (least) add_difference(f, forms[i], v, 0);
        else add_difference(f, v, forms[i], 0);
    }
    split_equal(f, v, forms, e->count);
}

static void know_call(struct facts *f, const struct expr *e, const struct linear_form *v)
{
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN: know_extreme(f, e, v, true); return;
    case BUILTIN_MAX: know_extreme(f, e, v, false); return;
    case BUILTIN_ABS: {
        const struct linear_form *a = facts_form(f, e->kids[0]);
        facts_at_least(f, v, 0);
        add_difference(f, v, a, 0);
        facts_at_least(f, linear_sum(&f->work, v, 1, a, 1), 0);
        return;
    }
    case BUILTIN_BIT: facts_at_least(f, linear_scale(&f->work, v, -1, 1), 0); break;
    default: break;
    }
    facts_at_least(f, v, 0); /* every other number of a builtin is natural */
}

/* A remainder by something that is proved positive. */
static void know_remainder(struct facts *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *by = facts_form(f, e->kids[1]);
    if (!by || !facts_prove(f, by, 1)) return;
    facts_at_least(f, v, 0);
    add_difference(f, by, v, -1);
}

static void know_if(struct facts *f, const struct expr *e, const struct linear_form *v)
{
    struct alternative *alt = add_split(f, 2);
    for (int i = 0; alt && i < 2; i++) {
        const struct linear_form *branch = facts_form(f, e->kids[1 + i]);
        alt[i] = (struct alternative){.items = {{.condition = e->kids[0], .truth = i == 0},
                                                {.constraint = {linear_sum(&f->work, v, 1, branch, -1), true}}}, .count = 2};
    }
}

static void assume_domain(struct facts *f, const struct linear_form *x, const struct domain *d);

static const struct linear_form *term(struct facts *f, const struct expr *e)
{
    const struct linear_form *v = find_term(f, e);
    if (v) return v;
    v = new_term(f, (struct fact_term){.expr = e, .kind = (int)e->kind});
    switch (e->kind) {
    case EXPR_INDEX: facts_at_least(f, v, 0); break;
    case EXPR_CALL: know_call(f, e, v); break;
    case EXPR_MOD: know_remainder(f, e, v); break;
    case EXPR_IF: know_if(f, e, v); break;
    case EXPR_MOVER:
        facts_at_least(f, v, -1);
        facts_at_least(f, linear_scale(&f->work, v, -1, 2), 0);
        break;
    case EXPR_PARAM:
        if (f->ck->model->params[e->index].domain) assume_domain(f, v, f->ck->model->params[e->index].domain);
        break;
    case EXPR_FOLD:
        if (e->index == FOLD_COUNT || e->index == FOLD_XOR) facts_at_least(f, v, 0);
        break;
    default: break;
    }
    return v;
}

static const struct linear_form *local_form(struct facts *f, const struct expr *e)
{
    for (size_t i = f->lets.count; i-- > 0;)
        if (f->lets.data[i].slot == e->index) return f->lets.data[i].form;
    return linear_variable(&f->work, facts_local_var(e->index));
}

void facts_bind(struct facts *f, const struct expr *let)
{
    struct fact_let bound = {let->index, NULL};
    if (let->kids[0]->type == TYPE_INT) bound.form = facts_form(f, let->kids[0]);
    if (bound.form && !vec_push(&f->lets, bound)) f->ck->no_memory = true;
}

static const struct linear_form *product(struct facts *f, const struct expr *e)
{
    int64_t factor;
    const struct linear_form *a = facts_form(f, e->kids[0]), *b = facts_form(f, e->kids[1]);
    if (a && b && linear_is_constant(a, &factor)) return linear_scale(&f->work, b, factor, 0);
    if (a && b && linear_is_constant(b, &factor)) return linear_scale(&f->work, a, factor, 0);
    return term(f, e);
}

static const struct linear_form *division(struct facts *f, const struct expr *e)
{
    int64_t by;
    const struct linear_form *b = facts_form(f, e->kids[1]);
    if (!b || !linear_is_constant(b, &by) || by < 1) return term(f, e);
    const struct linear_form *a = facts_form(f, e->kids[0]), *q = quotient(f, a, by);
    return e->kind == EXPR_DIV ? q : linear_sum(&f->work, a, 1, q, -by);
}

const struct linear_form *facts_form(struct facts *f, const struct expr *e)
{
    if (e->type != TYPE_INT) return NULL;
    switch (e->kind) {
    case EXPR_INT: {
        int64_t value;
        return integer_fits(e->number, &value) ? linear_constant(&f->work, value) : term(f, e);
    }
    case EXPR_FIELD: return linear_variable(&f->work, facts_field_var(e->index));
    case EXPR_LOCAL: return local_form(f, e);
    case EXPR_NEG: return linear_scale(&f->work, facts_form(f, e->kids[0]), -1, 0);
    case EXPR_ADD: return linear_sum(&f->work, facts_form(f, e->kids[0]), 1, facts_form(f, e->kids[1]), 1);
    case EXPR_SUB: return linear_sum(&f->work, facts_form(f, e->kids[0]), 1, facts_form(f, e->kids[1]), -1);
    case EXPR_MUL: return product(f, e);
    case EXPR_DIV: case EXPR_MOD: return division(f, e);
    case EXPR_LET:
        facts_bind(f, e);
        return facts_form(f, e->kids[1]);
    default: return term(f, e);
    }
}

/* ---- conditions */

/* low <= x <= high and whatever else a domain says of its elements. */
static void assume_domain(struct facts *f, const struct linear_form *x, const struct domain *d)
{
    switch (d->kind) {
    case DOMAIN_RANGE:
        add_difference(f, x, facts_form(f, d->low), 0);
        if (d->high) add_difference(f, facts_form(f, d->high), x, 0);
        return;
    case DOMAIN_SET: {
        const struct linear_form **forms = arena_array(f->ck->scratch, d->item_count + 1, sizeof *forms);
        int64_t value, low = INT64_MAX, high = INT64_MIN;
        bool constant = forms && d->item_count;
        for (size_t i = 0; forms && i < d->item_count; i++) {
            forms[i] = facts_form(f, d->items[i]);
            constant = constant && forms[i] && linear_is_constant(forms[i], &value);
            if (constant && value < low) low = value;
            if (constant && value > high) high = value;
        }
        if (constant) add_difference(f, x, linear_constant(&f->work, low), 0);
        if (constant) add_difference(f, linear_constant(&f->work, high), x, 0);
        if (forms) split_equal(f, x, forms, d->item_count);
        else f->ck->no_memory = true;
        return;
    }
    case DOMAIN_PARAM: {
        const struct domain *elements = f->ck->model->params[d->index].domain;
        if (elements) assume_domain(f, x, elements);
        return;
    }
    case DOMAIN_PRIMES: facts_at_least(f, x, -2); return;
    case DOMAIN_SQUARES: case DOMAIN_FIB: case DOMAIN_POWERS: facts_at_least(f, x, -1); return;
    case DOMAIN_DIVISORS:
        facts_at_least(f, x, -1);
        add_difference(f, facts_form(f, d->low), x, 0);
        return;
    case DOMAIN_ELEMENTS: facts_at_least(f, x, 0); return;
    default: return;
    }
}

/* x lies outside low..high: below it or above. */
static void assume_outside(struct facts *f, const struct linear_form *x, const struct domain *d)
{
    if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; i < d->item_count; i++) split_unequal(f, x, facts_form(f, d->items[i]));
        return;
    }
    if (d->kind != DOMAIN_RANGE || !d->high) return;
    struct alternative *alt = add_split(f, 2);
    const struct linear_form *low = facts_form(f, d->low), *high = facts_form(f, d->high);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, linear_sum(&f->work, low, 1, x, -1), 1, -1), false}}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, linear_sum(&f->work, x, 1, high, -1), 1, -1), false}}}, .count = 1};
}

static void assume_order(struct facts *f, enum expr_kind kind, const struct linear_form *a, const struct linear_form *b)
{
    switch (kind) {
    case EXPR_LT: add_difference(f, b, a, -1); return;
    case EXPR_LE: add_difference(f, b, a, 0); return;
    case EXPR_GT: add_difference(f, a, b, -1); return;
    case EXPR_GE: add_difference(f, a, b, 0); return;
    case EXPR_EQ: add(f, linear_sum(&f->work, a, 1, b, -1), true); return;
    default: split_unequal(f, a, b); return;
    }
}

static enum expr_kind opposite(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_LT: return EXPR_GE;
    case EXPR_LE: return EXPR_GT;
    case EXPR_GT: return EXPR_LE;
    case EXPR_GE: return EXPR_LT;
    case EXPR_EQ: return EXPR_NE;
    default: return EXPR_EQ;
    }
}

static void assume_comparison(struct facts *f, const struct expr *e, bool truth)
{
    const struct expr *a = e->kids[0], *b = e->kids[1];
    if (a->type == TYPE_BOOL) {
        split_alike(f, a, b, (e->kind != EXPR_NE) == truth);
        return;
    }
    if (a->type == TYPE_INT) assume_order(f, truth ? e->kind : opposite(e->kind), facts_form(f, a), facts_form(f, b));
}

static void assume_call(struct facts *f, const struct expr *e, bool truth)
{
    if (e->index == BUILTIN_POWER_OF_TWO && truth) facts_at_least(f, facts_form(f, e->kids[0]), -1);
    if (e->index != BUILTIN_ODD && e->index != BUILTIN_EVEN) return;
    const struct linear_form *a = facts_form(f, e->kids[0]);
    const struct linear_form *rest = linear_sum(&f->work, a, 1, quotient(f, a, 2), -2);
    add(f, linear_scale(&f->work, rest, 1, (e->index == BUILTIN_ODD) == truth ? -1 : 0), true);
}

/* Truth values are variables worth 0 or 1. */
static void assume_variable(struct facts *f, const struct expr *e, bool truth)
{
    const struct linear_form *v;
    if (e->kind == EXPR_FIELD) v = linear_variable(&f->work, facts_field_var(e->index));
    else if (e->kind == EXPR_LOCAL) v = linear_variable(&f->work, facts_local_var(e->index));
    else v = term(f, e);
    add(f, linear_scale(&f->work, v, 1, truth ? -1 : 0), true);
}

static void assume_if(struct facts *f, const struct expr *e, bool truth)
{
    struct alternative *alt = add_split(f, 2);
    for (int i = 0; alt && i < 2; i++)
        alt[i] = (struct alternative){.items = {{.condition = e->kids[0], .truth = i == 0}, {.condition = e->kids[1 + i], .truth = truth}}, .count = 2};
}

void facts_assume(struct facts *f, const struct expr *e, bool truth)
{
    switch (e->kind) {
    case EXPR_BOOL:
        if ((e->value != 0) != truth) add(f, linear_constant(&f->work, -1), false);
        return;
    case EXPR_FIELD: case EXPR_PARAM: case EXPR_LOCAL: assume_variable(f, e, truth); return;
    case EXPR_NOT: facts_assume(f, e->kids[0], !truth); return;
    case EXPR_AND: case EXPR_OR:
        if ((e->kind == EXPR_AND) != truth) {
            split_conditions(f, e->kids[0], truth, e->kids[1], truth);
            return;
        }
        facts_assume(f, e->kids[0], truth);
        facts_assume(f, e->kids[1], truth);
        return;
    case EXPR_IFF: split_alike(f, e->kids[0], e->kids[1], truth); return;
    case EXPR_EQ: case EXPR_NE: case EXPR_LT: case EXPR_LE: case EXPR_GT: case EXPR_GE: assume_comparison(f, e, truth); return;
    case EXPR_IN:
        if (truth) assume_domain(f, facts_form(f, e->kids[0]), e->domain);
        else assume_outside(f, facts_form(f, e->kids[0]), e->domain);
        return;
    case EXPR_IF: assume_if(f, e, truth); return;
    case EXPR_LET:
        facts_bind(f, e);
        facts_assume(f, e->kids[1], truth);
        return;
    case EXPR_CALL: assume_call(f, e, truth); return;
    default: return;
    }
}

void facts_gen(struct facts *f, const struct gen *gen)
{
    assume_domain(f, linear_variable(&f->work, facts_local_var(gen->slot)), &gen->domain);
}

/* ---- life */

void facts_open(struct facts *f, struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    *f = (struct facts){.ck = ck, .game = game, .mark = arena_mark(ck->scratch), .solves = FACT_SOLVES};
    f->work = (struct linear_work){.arena = ck->scratch, .steps = FACT_STEPS};
    for (size_t i = 0; i < g->field_count; i++) {
        if (g->fields[i].kind != FIELD_NAT && g->fields[i].kind != FIELD_BOOL) continue;
        const struct linear_form *v = linear_variable(&f->work, facts_field_var((int)i));
        facts_at_least(f, v, 0);
        if (g->fields[i].kind == FIELD_BOOL) facts_at_least(f, linear_scale(&f->work, v, -1, 1), 0);
    }
    if (g->invariant) facts_assume(f, g->invariant, true);
}

void facts_close(struct facts *f)
{
    if (f->work.no_memory) f->ck->no_memory = true;
    vec_free(&f->items);
    vec_free(&f->splits);
    vec_free(&f->terms);
    vec_free(&f->lets);
    arena_rewind(f->ck->scratch, f->mark);
}

struct facts_mark facts_mark(const struct facts *f)
{
    return (struct facts_mark){f->items.count, f->splits.count, f->terms.count, f->lets.count};
}

/* What is known of terms stands among the items, so terms go with them. */
void facts_rewind(struct facts *f, struct facts_mark mark)
{
    f->items.count = mark.items;
    f->splits.count = mark.splits;
    f->terms.count = mark.terms;
    f->lets.count = mark.lets;
}

/* ---- proofs */

static bool refuted(struct facts *f)
{
    if (f->solves == 0 || f->ck->no_memory) return false;
    f->solves--;
    f->work.steps = FACT_STEPS;
    enum linear_answer answer = linear_solve(&f->work, f->items.data, f->items.count, NULL);
    if (f->work.no_memory) f->ck->no_memory = true;
    return answer == LINEAR_INFEASIBLE;
}

static void assume_alternative(struct facts *f, const struct alternative *alt)
{
    for (int i = 0; i < alt->count; i++) {
        if (alt->items[i].condition) facts_assume(f, alt->items[i].condition, alt->items[i].truth);
        else add(f, alt->items[i].constraint.form, alt->items[i].constraint.equality);
    }
}

static bool contradictory(struct facts *f, size_t next, unsigned depth)
{
    if (refuted(f)) return true;
    if (next >= f->splits.count || depth == 0 || f->solves == 0) return false;
    struct split split = f->splits.data[next];
    for (size_t i = 0; i < split.count; i++) {
        struct facts_mark mark = facts_mark(f);
        assume_alternative(f, &split.alternatives[i]);
        bool good = contradictory(f, next + 1, depth - 1);
        facts_rewind(f, mark);
        if (!good) return false;
    }
    return true;
}

bool facts_contradictory(struct facts *f)
{
    return contradictory(f, 0, FACT_SPLITS);
}

bool facts_prove(struct facts *f, const struct linear_form *form, int64_t least)
{
    if (!form) return false;
    struct facts_mark mark = facts_mark(f);
    facts_at_least(f, linear_scale(&f->work, form, -1, least), -1);
    bool proved = f->items.count > mark.items && facts_contradictory(f);
    facts_rewind(f, mark);
    return proved;
}

/* ---- guards for people */

static bool put_term(struct facts *f, struct text *out, int var, int64_t factor, const char *const *local_names, size_t locals)
{
    const struct model *m = f->ck->model;
    if (out->length) text_puts(out, " + ");
    if (factor != 1) text_add(out, "%" PRId64 " * ", factor);
    if (var < MODEL_MAX_FIELDS) {
        text_puts(out, m->games[f->game].fields[var].name);
    } else if (var < FIRST_TERM) {
        size_t slot = (size_t)(var - FIRST_LOCAL);
        if (slot >= locals || !local_names[slot]) return false;
        text_puts(out, local_names[slot]);
    } else {
        const struct fact_term *t = &f->terms.data[var - FIRST_TERM];
        if (!t->expr) return false;
        expr_print(m, f->game, t->expr, out);
    }
    return true;
}

const char *facts_guard(struct facts *f, const struct linear_form *form, const char *const *local_names, size_t locals)
{
    struct text sides[2] = {{0}, {0}};
    bool good = form && form->constant != INT64_MIN;
    for (uint32_t i = 0; good && i < form->count; i++) {
        int64_t factor = form->terms[i].factor;
        good = factor != INT64_MIN && put_term(f, &sides[factor > 0], form->terms[i].var, llabs(factor), local_names, locals);
    }
    if (good && form->constant) {
        struct text *side = &sides[form->constant > 0];
        text_add(side, "%s%" PRId64, side->length ? " + " : "", (int64_t)llabs(form->constant));
    }
    const char *guard = "", *less = sides[0].length ? text_c(&sides[0]) : "0", *more = sides[1].length ? text_c(&sides[1]) : "0";
    bool lone = true; /* n >= 60 rather than 60 <= n */
    for (uint32_t i = 0; good && i < form->count; i++) lone = lone && form->terms[i].factor > 0;
    if (good) guard = lone ? arena_printf(f->ck->scratch, "%s >= %s", more, less) : arena_printf(f->ck->scratch, "%s <= %s", less, more);
    if (!guard || sides[0].failed || sides[1].failed) {
        f->ck->no_memory = true;
        guard = "";
    }
    text_free(&sides[0]);
    text_free(&sides[1]);
    return guard;
}
