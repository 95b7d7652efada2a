/* SPDX-License-Identifier: MIT */
/* Guesses come from bounds: where the reference says base + k p + c >= 0 and the user's pieces let base fall to
 * `low`, p is probably (-low - c) / k. For a set in the reference, the values that the tested form can take in each
 * of the user's pieces. After those come the constants of the user's rule and their neighbours. A wrong guess only
 * costs time. */
#include "base/checked.h"
#include "proof/match/private.h"

enum { MAX_SET = 4096, MAX_POOL = 40 };

/* ---- walks ------------------------------------------------------------------------------------------------------- */
struct guess_walk {
    const struct normal_space *space;
    void *context;
    void (*form)(void *context, const struct linear_form *form);
    void (*term)(void *context, const struct normal_term *term);
};

static void walk_value(const struct guess_walk *w, struct normal_value v);

static void walk_term(const struct guess_walk *w, const struct normal_term *t)
{
    w->term(w->context, t);
    for (size_t i = 0; i < t->count; i++) walk_value(w, t->args[i]);
}

static void walk_form(const struct guess_walk *w, const struct linear_form *f)
{
    w->form(w->context, f);
    for (uint32_t i = 0; i < f->count; i++)
        if (w->space->vars[f->terms[i].var].term) walk_term(w, w->space->vars[f->terms[i].var].term);
}

static void walk_value(const struct guess_walk *w, struct normal_value v)
{
    if (v.form) walk_form(w, v.form);
    else if (v.term) walk_term(w, v.term);
}

static void walk_all(const struct guess_walk *w, struct linear_conjunction c)
{
    for (size_t i = 0; i < c.count; i++) walk_form(w, c.items[i].form);
}

static void walk_normal(const struct guess_walk *w, const struct normal *n)
{
    for (size_t i = 0; i < n->invariant_count; i++) walk_all(w, n->invariant[i]);
    walk_value(w, n->compound);
    for (size_t i = 0; i < n->piece_count; i++) {
        const struct normal_piece *p = &n->pieces[i];
        walk_all(w, p->rule);
        for (size_t k = 0; k < p->component_count; k++)
            for (size_t a = 0; a < p->components[k].arg_count; a++)
                if (p->components[k].args[a].base) walk_term(w, p->components[k].args[a].base);
    }
}

/* ---- parameters in use ------------------------------------------------------------------------------------------- */
struct usage {
    const struct normal_space *space;
    bool *used;
};
static void note_params(void *context, const struct linear_form *f)
{
    struct usage *u = context;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct normal_var *v = &u->space->vars[f->terms[i].var];
        if (v->kind == NORMAL_PARAM) u->used[v->index] = true;
    }
}
static void ignore_term(void *context, const struct normal_term *t)
{
    (void)context;
    (void)t;
}
void unify_params_used(const struct normal *n, bool *used)
{
    struct usage u = {n->space, used};
    struct guess_walk w = {n->space, &u, note_params, ignore_term};
    walk_normal(&w, n);
}

/* ---- the domain of a parameter ----------------------------------------------------------------------------------- */
static bool one_allowed(struct unifier *u, const struct normal *ref, const struct domain *d, int64_t value)
{
    struct normal_builder b = {
        .space = u->space, .source = &ref->source, .fuel = 1000, .game = &u->ref->games[ref->source.game]};
    const struct linear_form *v = linear_constant(&u->space->work, value);
    if (!v) return u->no_memory = true, false;
    struct normal_union in = domain_union(&b, v, d, true, NULL);
    return !b.failed && in.count == 1 && in.items[0].count == 0;
}

bool unify_allowed(struct unifier *u, const struct normal *ref, int param, const struct param_value *value)
{
    const struct param *p = &u->ref->params[param];
    if (!p->domain) return true;
    if (p->kind != PARAM_SET) return one_allowed(u, ref, p->domain, value->value);
    for (size_t i = 0; i < value->set_count; i++)
        if (!one_allowed(u, ref, p->domain, value->set[i])) return false;
    return true;
}

/* ---- integers ---------------------------------------------------------------------------------------------------- */
struct guesser {
    struct unifier *u;
    const struct normal *user, *ref;
    int param, var;
    struct unify_guesses *out;
};

static void add_guess(struct guesser *g, struct param_value value)
{
    for (size_t i = 0; i < g->out->count; i++) {
        const struct param_value *v = &g->out->values[i];
        bool same = v->value == value.value && v->set_count == value.set_count;
        for (size_t k = 0; same && k < v->set_count; k++) same = v->set[k] == value.set[k];
        if (same) return;
    }
    if (g->out->count < UNIFY_MAX_GUESSES && unify_allowed(g->u, g->ref, g->param, &value))
        g->out->values[g->out->count++] = value;
}

static void add_number(struct guesser *g, int64_t value)
{
    if (g->u->ref->params[g->param].kind == PARAM_BOOL && value != 0 && value != 1) return;
    add_guess(g, (struct param_value){.value = value});
}

static bool only_param(const struct guesser *g, const struct linear_form *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (g->user->space->vars[f->terms[i].var].kind == NORMAL_PARAM && f->terms[i].var != g->var) return false;
    return true;
}

/* What is known of one of the user's pieces: its states, its rule, its terms. */
static struct linear_conjunction traits_of(struct guesser *g, const struct normal_piece *p)
{
    struct linear_conjunction parts[3] = {g->user->domain, p->rule, {NULL, 0}};
    size_t count = 2;
    if (g->user->invariant_count == 1) parts[count++] = g->user->invariant[0];
    return normal_axioms(g->u->space, parts, count);
}

static void guess_bound(struct guesser *g, const struct linear_form *base, int64_t k, struct linear_conjunction facts)
{
    struct linear_bounds range;
    int64_t value;
    if (!facts.items || !linear_range(&g->u->space->work, facts.items, facts.count, base, &range)) return;
    if (range.has_low && !range.empty && checked_neg(range.low, &value) && checked_div(value, k, &value))
        add_number(g, value);
    if (range.has_high && !range.empty && checked_neg(range.high, &value) && checked_div(value, k, &value))
        add_number(g, value);
}

/* A constraint of the reference that contains the parameter, against every piece of the user's. */
static void guess_from(struct guesser *g, const struct linear_form *f)
{
    int64_t k = linear_factor(f, g->var);
    if (!k || !only_param(g, f)) return;
    struct linear_work *w = &g->u->space->work;
    const struct linear_form *base = linear_replace(w, f, g->var, linear_constant(w, 0));
    if (!base || !base->count) return;
    for (size_t i = 0; i < g->user->piece_count; i++) guess_bound(g, base, k, traits_of(g, &g->user->pieces[i]));
}

/* ---- the pool: constants of the user's rule ---------------------------------------------------------------------- */
struct pool {
    const struct normal_space *space;
    int64_t values[MAX_POOL];
    size_t count;
};
static void pool_add(struct pool *p, int64_t value)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->values[i] == value) return;
    if (p->count < MAX_POOL) p->values[p->count++] = value;
}
/* The slope of a form with floors: 2 t + floor(t / 2) grows by 5 / 2. Collects the numerators and denominators of
 * all slopes. */
struct slope {
    int64_t num, den;
};
static bool add_slope(struct slope *sum, int64_t num, int64_t den)
{
    int64_t a, b, c;
    if (!checked_mul(sum->num, den, &a) || !checked_mul(num, sum->den, &b) || !checked_mul(sum->den, den, &c) ||
        !checked_add(a, b, &a))
        return false;
    int64_t x = a < 0 ? -a : a, y = c;
    while (x) {
        int64_t r = y % x;
        y = x;
        x = r;
    }
    *sum = (struct slope){a / y, c / y};
    return a != INT64_MIN;
}

/* sum += num / den times the slope of f in var */
static bool slope_in(const struct normal_space *space, const struct linear_form *f, int var, int64_t num, int64_t den,
                     struct slope *sum)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const struct normal_term *t = space->vars[f->terms[i].var].term;
        int64_t n, d;
        if (!checked_mul(num, f->terms[i].factor, &n)) return false;
        if (f->terms[i].var == var && !add_slope(sum, n, den)) return false;
        if (!t || t->kind != NORMAL_FLOOR) continue;
        if (!checked_mul(den, t->data, &d) || !slope_in(space, t->args[0].form, var, n, d, sum)) return false;
    }
    return true;
}

static void pool_slopes(struct pool *p, const struct linear_form *f)
{
    for (size_t v = 0; v < p->space->var_count; v++) {
        struct slope s = {0, 1};
        if (p->space->vars[v].term || !slope_in(p->space, f, (int)v, 1, 1, &s) || s.den == 1) continue;
        pool_add(p, s.num < 0 ? -s.num : s.num);
        pool_add(p, s.den);
    }
}

static void pool_form(void *context, const struct linear_form *f)
{
    pool_slopes(context, f);
    pool_add(context, f->constant);
    for (uint32_t i = 0; i < f->count; i++) pool_add(context, f->terms[i].factor);
}
static void pool_term(void *context, const struct normal_term *t)
{
    if (t->kind == NORMAL_FLOOR) pool_add(context, t->data);
}

static void guess_pool(struct guesser *g)
{
    struct pool p = {.space = g->user->space};
    struct guess_walk w = {g->user->space, &p, pool_form, pool_term};
    walk_normal(&w, g->user);
    for (size_t i = 0; i < p.count; i++) {
        int64_t v = p.values[i];
        if (v == INT64_MIN || v == INT64_MAX) continue;
        add_number(g, v < 0 ? -v : v);
        add_number(g, v);
    }
    for (size_t i = 0; i < p.count; i++) {
        int64_t v = p.values[i] < 0 ? -(p.values[i] + 1) : p.values[i];
        if (v > INT64_MAX - 2) continue;
        add_number(g, v + 1);
        if (v > 0) add_number(g, v - 1);
    }
}

struct guess_scope {
    const struct guesser *g;
    bool found;
};
static void ignore_form(void *context, const struct linear_form *f)
{
    (void)context;
    (void)f;
}
static void note_inside(void *context, const struct normal_term *t)
{
    struct guess_scope *in = context;
    for (size_t i = 0; i < t->count; i++)
        if (t->args[i].form && linear_factor(t->args[i].form, in->g->var)) in->found = true;
}

/* Does the parameter occur inside a term of the reference? Then bounds may not show its value. */
static bool inside_terms(const struct guesser *g)
{
    struct guess_scope in = {g, false};
    struct guess_walk w = {g->ref->space, &in, ignore_form, note_inside};
    walk_normal(&w, g->ref);
    return in.found;
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */
/* The form that the reference tests for membership in the parameter; NULL if the constraint is something else. */
static const struct linear_form *tested(const struct guesser *g, const struct linear_form *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const struct normal_term *t = g->user->space->vars[f->terms[i].var].term;
        if (!t || t->kind != EXPR_IN || t->count != 2 || !t->args[1].term) continue;
        const struct normal_term *d = t->args[1].term;
        if (d->kind == NORMAL_DOMAIN && d->data == DOMAIN_PARAM && d->args[0].form &&
            linear_factor(d->args[0].form, g->var))
            return t->args[0].form;
    }
    return NULL;
}

typedef VEC(int64_t) numbers;

static bool insert(struct guesser *g, numbers *set, int64_t value)
{
    size_t at = 0;
    while (at < set->count && set->data[at] < value) at++;
    if (at < set->count && set->data[at] == value) return true;
    if (!vec_push(set, value)) return g->u->no_memory = true, false;
    for (size_t i = set->count - 1; i > at; i--) set->data[i] = set->data[i - 1];
    set->data[at] = value;
    return true;
}

/* The values of the form in one piece; false if they are too many. */
static bool collect(struct guesser *g, const struct normal_piece *p, const struct linear_form *form, numbers *set)
{
    struct linear_bounds range;
    struct linear_work *w = &g->u->space->work;
    struct linear_conjunction facts = traits_of(g, p);
    if (!facts.items || !linear_range(w, facts.items, facts.count, form, &range)) return false;
    if (range.empty) return true;
    int64_t width;
    if (!range.has_low || !range.has_high || !checked_sub(range.high, range.low, &width) || width > MAX_SET)
        return false;
    struct linear_constraint *items = arena_array(g->u->arena, facts.count + 1, sizeof *items);
    if (!items) return g->u->no_memory = true, false;
    for (size_t i = 0; i < facts.count; i++) items[i] = facts.items[i];
    bool more = range.low <= range.high;
    for (int64_t v = range.low; more; more = checked_next(&v, range.high)) {
        int64_t minus;
        if (!checked_neg(v, &minus)) return false;
        w->steps = 5000;
        items[facts.count] = (struct linear_constraint){linear_scale(w, form, 1, minus), true};
        if (linear_solve(w, items, facts.count + 1, NULL) != LINEAR_INFEASIBLE && !insert(g, set, v)) return false;
    }
    return true;
}

static void guess_set(struct guesser *g, const struct normal_piece *piece, const struct linear_form *form)
{
    numbers set = {0};
    bool fine = true;
    for (size_t i = 0; i < g->user->piece_count && fine; i++)
        if (g->user->pieces[i].component_count == piece->component_count)
            fine = collect(g, &g->user->pieces[i], form, &set);
    int64_t *values = fine ? arena_array(g->u->arena, set.count + 1, sizeof *values) : NULL;
    if (fine && !values) g->u->no_memory = true;
    if (values) {
        for (size_t i = 0; i < set.count; i++) values[i] = set.data[i];
        add_guess(g, (struct param_value){.set = values, .set_count = set.count});
    }
    vec_free(&set);
}

bool unify_guess(struct unifier *u, const struct normal *user, const struct normal *ref, int param,
                 struct unify_guesses *guesses)
{
    *guesses = (struct unify_guesses){arena_array(u->arena, UNIFY_MAX_GUESSES, sizeof *guesses->values), 0};
    if (!guesses->values) return u->no_memory = true, false;
    struct guesser g = {u, user, ref, param, normal_var(u->space, NORMAL_PARAM, param), guesses};
    bool set = u->ref->params[param].kind == PARAM_SET;
    for (size_t i = 0; i < ref->piece_count; i++)
        for (size_t k = 0; k < ref->pieces[i].rule.count; k++) {
            const struct linear_form *f = ref->pieces[i].rule.items[k].form;
            const struct linear_form *form = set ? tested(&g, f) : NULL;
            if (form) guess_set(&g, &ref->pieces[i], form);
            if (!set) guess_from(&g, f);
        }
    for (size_t i = 0; i < ref->invariant_count && !set; i++)
        for (size_t k = 0; k < ref->invariant[i].count; k++) guess_from(&g, ref->invariant[i].items[k].form);
    if (!set) {
        if (!guesses->count || inside_terms(&g)) guess_pool(&g);
        add_number(&g, u->ref->params[param].value);
    } else {
        add_guess(&g,
                  (struct param_value){.set = u->ref->params[param].set, .set_count = u->ref->params[param].set_count});
    }
    return !u->no_memory;
}
