/* Can an expression of a game have no value? The normal form knows values only: 0 * (1 / (n - 5)) is 0 there, and a rule that
 * fails at n = 5 would be taken for one that does not. Lower bounds are followed where they are plain to see; what is not seen
 * to be safe may fail. That a number does not fit 64 bits is no failure of the rule. */
#include "proof/normal/may_fail.h"

enum bound { ANY, NATURAL, POSITIVE };

struct local {
    int slot;
    const struct expr *value; /* of a `let`; else */
    const struct gen *gen;
    const struct local *scope, *next;
};
struct walker {
    const struct model *model;
    const struct game *game;
    const struct param_value *params;
    const bool *symbolic;
    bool result; /* in a result: its updates are compared cell by cell, so those that fail are seen */
};

static enum bound lesser(enum bound a, enum bound b) { return a < b ? a : b; }
static enum bound greater(enum bound a, enum bound b) { return a > b ? a : b; }
static enum bound of_number(int64_t x) { return x > 0 ? POSITIVE : x == 0 ? NATURAL : ANY; }

/* ---- lower bounds -------------------------------------------------------------------------------------------------------- */
static enum bound least(const struct walker *w, const struct expr *e, const struct local *scope);

static enum bound least_of(const struct walker *w, struct expr *const *items, size_t count, const struct local *scope,
                           bool any)
{
    enum bound all = any ? ANY : POSITIVE;
    for (size_t i = 0; i < count; i++) {
        enum bound one = least(w, items[i], scope);
        all = any ? greater(all, one) : lesser(all, one);
    }
    return all;
}

static enum bound least_member(const struct walker *w, const struct domain *d, const struct local *scope)
{
    enum bound all = POSITIVE;
    switch (d->kind) {
    case DOMAIN_RANGE: return least(w, d->low, scope);
    case DOMAIN_SET: return least_of(w, d->items, d->item_count, scope, false);
    case DOMAIN_PARAM:
        if (w->symbolic && w->symbolic[d->index]) return ANY;
        for (size_t i = 0; i < w->params[d->index].set_count; i++)
            all = lesser(all, of_number(w->params[d->index].set[i]));
        return all;
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_POWERS:
    case DOMAIN_PRIMES:
    case DOMAIN_DIVISORS: return POSITIVE;
    case DOMAIN_ELEMENTS: return d->low->type == TYPE_ROW || d->low->type == TYPE_BAG ? NATURAL : ANY;
    default: return ANY;
    }
}

static enum bound least_local(const struct walker *w, int slot, const struct local *scope)
{
    while (scope && scope->slot != slot) scope = scope->next;
    if (!scope) return ANY;
    return scope->value ? least(w, scope->value, scope->scope) : least_member(w, &scope->gen->domain, scope->scope);
}

static enum bound least_call(const struct walker *w, const struct expr *e, const struct local *scope)
{
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN: return least_of(w, e->kids, e->count, scope, false);
    case BUILTIN_MAX: return least_of(w, e->kids, e->count, scope, true);
    case BUILTIN_ABS: return greater(NATURAL, least(w, e->kids[0], scope));
    case BUILTIN_XOR:
    case BUILTIN_MEX:
    case BUILTIN_GCD:
    case BUILTIN_BIT:
    case BUILTIN_POPCOUNT:
    case BUILTIN_LEN:
    case BUILTIN_ISQRT: return NATURAL;
    default: return ANY;
    }
}

static enum bound least_field(const struct walker *w, int field)
{
    enum field_kind kind = w->game->fields[field].kind;
    return kind == FIELD_NAT || kind == FIELD_BOOL ? NATURAL : ANY;
}

static enum bound least(const struct walker *w, const struct expr *e, const struct local *scope)
{
    enum bound a, b;
    switch (e->kind) {
    case EXPR_INT: return e->number->sign > 0 ? POSITIVE : e->number->sign == 0 ? NATURAL : ANY;
    case EXPR_FIELD: return e->type == TYPE_INT ? least_field(w, e->index) : ANY;
    case EXPR_PARAM: return w->symbolic && w->symbolic[e->index] ? ANY : of_number(w->params[e->index].value);
    case EXPR_LOCAL: return least_local(w, e->index, scope);
    case EXPR_MOVER: return POSITIVE;
    case EXPR_INDEX: return NATURAL;
    case EXPR_ADD:
        a = least(w, e->kids[0], scope);
        b = least(w, e->kids[1], scope);
        return lesser(a, b) == ANY ? ANY : greater(a, b);
    case EXPR_MUL: return least_of(w, e->kids, 2, scope, false);
    case EXPR_DIV: return least(w, e->kids[1], scope) == POSITIVE ? lesser(NATURAL, least(w, e->kids[0], scope)) : ANY;
    case EXPR_MOD: return least(w, e->kids[1], scope) == POSITIVE ? NATURAL : ANY;
    case EXPR_IF: return lesser(least(w, e->kids[1], scope), least(w, e->kids[2], scope));
    case EXPR_LET: {
        struct local inner = {e->index, e->kids[0], NULL, scope, scope};
        return least(w, e->kids[1], &inner);
    }
    case EXPR_CALL: return least_call(w, e, scope);
    case EXPR_FOLD: return e->index == FOLD_COUNT || e->index == FOLD_XOR ? NATURAL : ANY;
    default: return ANY;
    }
}

static bool never_zero(const struct walker *w, const struct expr *e, const struct local *scope)
{
    if (e->kind == EXPR_INT) return e->number->sign != 0;
    if (e->kind == EXPR_PARAM && !(w->symbolic && w->symbolic[e->index])) return w->params[e->index].value != 0;
    if (e->kind == EXPR_NEG) return never_zero(w, e->kids[0], scope);
    if (e->kind == EXPR_LET) {
        struct local inner = {e->index, e->kids[0], NULL, scope, scope};
        return never_zero(w, e->kids[1], &inner);
    }
    if (e->kind == EXPR_LOCAL) {
        const struct local *l = scope;
        while (l && l->slot != e->index) l = l->next;
        if (l && l->value) return never_zero(w, l->value, l->scope);
    }
    return least(w, e, scope) == POSITIVE;
}

/* ---- expressions that may fail ----------------------------------------------------------------------------------------- */
static bool fails(const struct walker *w, const struct expr *e, const struct local *scope);

static bool domain_fails(const struct walker *w, const struct domain *d, const struct local *scope)
{
    bool any = (d->low && fails(w, d->low, scope)) || (d->high && fails(w, d->high, scope)) ||
               (d->limit && fails(w, d->limit, scope));
    for (size_t i = 0; i < d->item_count && !any; i++) any = fails(w, d->items[i], scope);
    if (d->kind == DOMAIN_POWERS && !(d->low->kind == EXPR_INT && d->low->value >= 2)) {
        any = any || d->low->kind != EXPR_PARAM || (w->symbolic && w->symbolic[d->low->index]) ||
              w->params[d->low->index].value < 2;
    }
    return any || (d->kind == DOMAIN_DIVISORS && least(w, d->low, scope) != POSITIVE);
}

static bool call_fails(const struct walker *w, const struct expr *e, const struct local *scope)
{
    switch ((enum builtin)e->index) {
    case BUILTIN_XOR:
    case BUILTIN_BIT:
    case BUILTIN_POPCOUNT:
    case BUILTIN_ISQRT:
    case BUILTIN_POW:
    case BUILTIN_FIB:
    case BUILTIN_GOLDEN_LOWER:
    case BUILTIN_GOLDEN_UPPER:
    case BUILTIN_PARTNER:
    case BUILTIN_ZECKENDORF: return least_of(w, e->kids, e->count, scope, false) == ANY;
    case BUILTIN_MIN:
    case BUILTIN_MAX:
    case BUILTIN_MEX:
    case BUILTIN_ABS:
    case BUILTIN_GCD:
    case BUILTIN_ODD:
    case BUILTIN_EVEN:
    case BUILTIN_POWER_OF_TWO:
    case BUILTIN_LEN:
    case BUILTIN_ROWS:
    case BUILTIN_COLS:
    case BUILTIN_SORT:
    case BUILTIN_REVERSE:
    case BUILTIN_INCREASING:
    case BUILTIN_SORTED:
    case BUILTIN_TRANSPOSE: return false;
    default: return true;
    }
}

/* The least or greatest of nothing; the nim-sum of what is negative. */
static bool fold_fails(const struct walker *w, const struct expr *e, const struct local *inner)
{
    if (e->index == FOLD_XOR) return !e->kids[0] || least(w, e->kids[0], inner) == ANY;
    if (e->index != FOLD_MIN && e->index != FOLD_MAX) return false;
    if (e->gen_count != 1 || (e->count > 1 && e->kids[1])) return true;
    const struct domain *d = &e->gens[0].domain;
    if (d->kind == DOMAIN_SET) return d->item_count == 0;
    if (d->kind != DOMAIN_RANGE || !d->high || d->low->kind != EXPR_INT || d->high->kind != EXPR_INT) return true;
    return integer_compare(d->low->number, d->high->number) > 0;
}

/* Is it a cell that there is? Of a row: a place in 1..len(row). */
static bool is_place(const struct expr *e, const struct local *scope)
{
    while (scope && e->kind == EXPR_LOCAL && scope->slot != e->index) scope = scope->next;
    if (!scope || e->kind != EXPR_LOCAL || !scope->gen) return false;
    const struct domain *d = &scope->gen->domain;
    return d->kind == DOMAIN_RANGE && d->high && d->low->kind == EXPR_INT && d->low->number->sign > 0 &&
           d->high->kind == EXPR_CALL && d->high->index == BUILTIN_LEN && d->high->kids[0]->kind == EXPR_FIELD;
}

static bool updates_fail(const struct walker *w, const struct expr *e, const struct local *scope)
{
    bool any = !w->result && (e->update_count != 1 || e->updates[0].dims != 1 || e->updates[0].high[0] ||
                              e->kids[0]->kind != EXPR_FIELD || !is_place(e->updates[0].low[0], scope));
    for (size_t i = 0; i < e->update_count && !any; i++) {
        const struct update *u = &e->updates[i];
        for (int k = 0; k < u->dims && !any; k++)
            any = fails(w, u->low[k], scope) || (u->high[k] && fails(w, u->high[k], scope));
        any = any || fails(w, u->value, scope);
    }
    return any;
}

/* What stands under generators: they see one another. */
static bool under(const struct walker *w, const struct expr *e, size_t gen, const struct local *scope)
{
    if (gen < e->gen_count) {
        struct local inner = {e->gens[gen].slot, NULL, &e->gens[gen], scope, scope};
        return domain_fails(w, &e->gens[gen].domain, scope) || under(w, e, gen + 1, &inner);
    }
    if (e->kind == EXPR_FOLD && fold_fails(w, e, scope)) return true;
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i] && fails(w, e->kids[i], scope)) return true;
    return false;
}

static bool fails(const struct walker *w, const struct expr *e, const struct local *scope)
{
    if (e->kind == EXPR_LUA) return true;
    if ((e->kind == EXPR_DIV || e->kind == EXPR_MOD) && !never_zero(w, e->kids[1], scope)) return true;
    if (e->kind == EXPR_CALL && call_fails(w, e, scope)) return true;
    if (e->kind == EXPR_WITH && updates_fail(w, e, scope)) return true;
    if (e->kind == EXPR_LET) {
        struct local inner = {e->index, e->kids[0], NULL, scope, scope};
        return fails(w, e->kids[0], scope) || fails(w, e->kids[1], &inner);
    }
    return (e->domain && domain_fails(w, e->domain, scope)) || under(w, e, 0, scope);
}

/* ---- games ---------------------------------------------------------------------------------------------------------------- */
static bool move_fails(struct walker *w, const struct move *m, size_t gen, const struct local *scope)
{
    if (gen < m->gen_count) {
        struct local inner = {m->gens[gen].slot, NULL, &m->gens[gen], scope, scope};
        return domain_fails(w, &m->gens[gen].domain, scope) || move_fails(w, m, gen + 1, &inner);
    }
    for (size_t i = 0; i < m->condition_count; i++)
        if (fails(w, m->conditions[i], scope)) return true;
    w->result = true;
    bool any = m->result && fails(w, m->result, scope);
    w->result = false;
    return any;
}

bool normal_may_fail(const struct normal_source *source)
{
    const struct game *g = &source->model->games[source->game];
    struct walker w = {.model = source->model, .game = g, .params = source->params, .symbolic = source->symbolic};
    bool any = (g->invariant && fails(&w, g->invariant, NULL)) || (g->compound && fails(&w, g->compound, NULL));
    for (size_t i = 0; i < g->move_count && !any; i++) any = move_fails(&w, &g->moves[i], 0, NULL);
    return any;
}
