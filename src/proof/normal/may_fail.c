/* SPDX-License-Identifier: MIT */
/* Can the evaluation of an expression of a game fail? The normal form has values only: 0 * (1 / (n - 5)) is 0 there,
 * and a rule that fails at n = 5 would be taken for one that does not. Simple lower bounds are propagated; whatever
 * they do not prove safe may fail. A number that does not fit 64 bits is not a failure of the rule. What a normal
 * form keeps whole it keeps with its failures: the updates of an argument of a result are compared cell by cell, so
 * if they write outside the row, or twice to one cell, they do so in both rules. This is true of arguments only
 * (kept_fails): the same update in a condition, or in a number that is multiplied by 0, may have disappeared. */
#include "proof/normal/may_fail.h"
#include "model/expr.h"

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
};

static enum bound lesser(enum bound a, enum bound b) { return a < b ? a : b; }
static enum bound greater(enum bound a, enum bound b) { return a > b ? a : b; }
static enum bound of_number(int64_t x) { return x > 0 ? POSITIVE : x == 0 ? NATURAL : ANY; }

/* ---- lower bounds ------------------------------------------------------------------------------------------------ */
static enum bound least(const struct walker *w, const struct expr *e, const struct local *scope);
static enum bound least_cell(const struct walker *w, const struct expr *e, const struct local *scope);

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
    case DOMAIN_ELEMENTS: return least_cell(w, d->low, scope);
    default: return ANY;
    }
}

static const struct local *find_local(const struct local *scope, int slot)
{
    while (scope && scope->slot != slot) scope = scope->next;
    return scope;
}

static enum bound least_built(const struct walker *w, const struct expr *e, size_t gen, const struct local *scope)
{
    if (gen == e->gen_count)
        return e->type == TYPE_GRID ? least_cell(w, e->kids[0], scope) : least(w, e->kids[0], scope);
    struct local inner = {e->gens[gen].slot, NULL, &e->gens[gen], scope, scope};
    return least_built(w, e, gen + 1, &inner);
}

static enum bound least_after(const struct walker *w, const struct expr *e, const struct local *scope)
{
    enum bound all = least_cell(w, e->kids[0], scope);
    for (size_t i = 0; i < e->update_count; i++)
        all = e->updates[i].op == '-' ? ANY : lesser(all, least(w, e->updates[i].value, scope));
    return all;
}

static enum bound least_listed(const struct walker *w, const struct expr *e, const struct local *scope)
{
    enum bound all = POSITIVE;
    for (size_t i = 0; i < e->count; i++)
        all =
            lesser(all, e->kids[i]->type == TYPE_INT ? least(w, e->kids[i], scope) : least_cell(w, e->kids[i], scope));
    return all;
}

static enum bound least_made(const struct walker *w, const struct expr *call, const struct local *scope)
{
    switch (builtin_info((enum builtin)call->index)->range) {
    case RANGE_NATURAL: return NATURAL;
    case RANGE_POSITIVE: return POSITIVE;
    case RANGE_CELL: return least_cell(w, call->kids[0], scope);
    case RANGE_CELL_OR_0: return lesser(NATURAL, least_cell(w, call->kids[0], scope));
    case RANGE_LAST: return least(w, call->kids[call->count - 1], scope);
    default: return ANY;
    }
}

/* A bound for all cells. Cells of the state are natural numbers; those of a constructed row are bounded like the
 * expressions that make them. */
static enum bound least_cell(const struct walker *w, const struct expr *e, const struct local *scope)
{
    const struct local *l = e->kind == EXPR_LOCAL ? find_local(scope, e->index) : NULL;
    switch (e->kind) {
    case EXPR_FIELD: return e->type == TYPE_ROW || e->type == TYPE_BAG || e->type == TYPE_GRID ? NATURAL : ANY;
    case EXPR_LOCAL: return l && l->value ? least_cell(w, l->value, l->scope) : ANY;
    case EXPR_ROW: return e->name ? ANY : least_listed(w, e, scope);
    case EXPR_ROW_FOR: return least_built(w, e, 0, scope);
    case EXPR_WITH: return least_after(w, e, scope);
    case EXPR_IF: return lesser(least_cell(w, e->kids[1], scope), least_cell(w, e->kids[2], scope));
    case EXPR_LET: {
        struct local inner = {e->index, e->kids[0], NULL, scope, scope};
        return least_cell(w, e->kids[1], &inner);
    }
    case EXPR_CALL: return e->type == TYPE_ROW || e->type == TYPE_GRID ? least_made(w, e, scope) : ANY;
    default: return ANY;
    }
}

static enum bound least_local(const struct walker *w, int slot, const struct local *scope)
{
    const struct local *l = find_local(scope, slot);
    if (!l) return ANY;
    return l->value ? least(w, l->value, l->scope) : least_member(w, &l->gen->domain, l->scope);
}

static enum bound least_call(const struct walker *w, const struct expr *e, const struct local *scope)
{
    if (e->index == BUILTIN_MAX) return least_of(w, e->kids, e->count, scope, true);
    if (e->index == BUILTIN_ABS) return greater(NATURAL, least(w, e->kids[0], scope));
    switch (builtin_info((enum builtin)e->index)->range) {
    case RANGE_NATURAL: return NATURAL;
    case RANGE_POSITIVE: return POSITIVE;
    case RANGE_ARGUMENT: return least_of(w, e->kids, e->count, scope, false);
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
    case EXPR_INDEX: return lesser(NATURAL, least_cell(w, e->kids[0], scope)); /* 0 outside */
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
        const struct local *l = find_local(scope, e->index);
        if (l && l->value) return never_zero(w, l->value, l->scope);
    }
    return least(w, e, scope) == POSITIVE;
}

/* ---- expressions that may fail ----------------------------------------------------------------------------------- */
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
    enum builtin_needs needs = builtin_info((enum builtin)e->index)->needs;
    return needs == NEEDS_MORE || (needs == NEEDS_NATURALS && least_of(w, e->kids, e->count, scope, false) == ANY);
}

/* The least or greatest of an empty list; the nim-sum of negative numbers. */
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

/* Is it a valid cell of that field? For a row: a place in 1..len(row). */
static bool is_place(const struct expr *e, int field, const struct local *scope)
{
    const struct local *l = e->kind == EXPR_LOCAL ? find_local(scope, e->index) : NULL;
    if (!l || !l->gen) return false;
    const struct domain *d = &l->gen->domain;
    return d->kind == DOMAIN_RANGE && d->high && d->low->kind == EXPR_INT && d->low->number->sign > 0 &&
           d->high->kind == EXPR_CALL && d->high->index == BUILTIN_LEN && d->high->kids[0]->kind == EXPR_FIELD &&
           d->high->kids[0]->index == field;
}

/* In indices and values, whether or not they are in range. */
static bool parts_fail(const struct walker *w, const struct expr *e, const struct local *scope)
{
    bool any = false;
    for (size_t i = 0; i < e->update_count && !any; i++) {
        const struct update *u = &e->updates[i];
        for (int k = 0; k < u->dims && !any; k++)
            any = fails(w, u->low[k], scope) || (u->high[k] && fails(w, u->high[k], scope));
        any = any || fails(w, u->value, scope);
    }
    return any;
}

static bool updates_fail(const struct walker *w, const struct expr *e, const struct local *scope)
{
    bool safe = e->update_count == 1 && e->updates[0].dims == 1 && !e->updates[0].high[0] &&
                e->kids[0]->kind == EXPR_FIELD && is_place(e->updates[0].low[0], e->kids[0]->index, scope);
    return !safe || parts_fail(w, e, scope);
}

/* All rows of a grid must have the same number of cells. */
static bool shape_fails(const struct expr *e)
{
    if (e->type != TYPE_GRID || (e->kind != EXPR_ROW && e->kind != EXPR_ROW_FOR)) return false;
    bool fits = e->kind == EXPR_ROW;
    for (size_t i = 0; i < e->count && fits; i++)
        fits = e->kids[i]->kind == EXPR_ROW && e->kids[i]->count == e->kids[0]->count;
    return !fits;
}

/* Expressions under generators, whose locals are visible in it and in later domains. */
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

/* A start clause means its result. Its arguments are its only locals. */
static bool start_fails(const struct walker *w, const struct expr *e, size_t arg, const struct local *inner,
                        const struct local *scope)
{
    const struct start *s = &w->model->games[e->game].starts[e->start];
    if (arg == e->count) return s->condition || fails(w, s->result, inner);
    struct local next = {(int)arg, e->kids[arg], NULL, scope, inner};
    return start_fails(w, e, arg + 1, &next, scope);
}

static bool fails(const struct walker *w, const struct expr *e, const struct local *scope)
{
    if (e->kind == EXPR_LUA || shape_fails(e)) return true;
    if ((e->kind == EXPR_DIV || e->kind == EXPR_MOD) && !never_zero(w, e->kids[1], scope)) return true;
    if (e->kind == EXPR_CALL && call_fails(w, e, scope)) return true;
    if (e->kind == EXPR_WITH && updates_fail(w, e, scope)) return true;
    if (e->kind == EXPR_GAME && e->start >= 0 && start_fails(w, e, 0, NULL, scope)) return true;
    if (e->kind == EXPR_COMPOUND && e->kids[0] && least(w, e->kids[0], scope) == ANY) return true;
    if (e->kind == EXPR_LET) {
        struct local inner = {e->index, e->kids[0], NULL, scope, scope};
        return fails(w, e->kids[0], scope) || fails(w, e->kids[1], &inner);
    }
    return (e->domain && domain_fails(w, e->domain, scope)) || under(w, e, 0, scope);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */
/* Is the local's value used as an argument, or as the row that an argument is made from, whenever e is evaluated? */
static bool keeps(const struct expr *e, int slot)
{
    bool any = false;
    switch (e->kind) {
    case EXPR_LOCAL: return e->index == slot;
    case EXPR_LET: return keeps(e->kids[1], slot) || (keeps(e->kids[0], slot) && keeps(e->kids[1], e->index));
    case EXPR_IF: return keeps(e->kids[1], slot) && keeps(e->kids[2], slot);
    case EXPR_WITH: return keeps(e->kids[0], slot);
    case EXPR_CALL: return (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE) && keeps(e->kids[0], slot);
    case EXPR_GAME:
        for (size_t i = 0; i < e->count && !any && e->start < 0; i++)
            any = e->kids[i]->type != TYPE_INT && keeps(e->kids[i], slot);
        return any;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count && !any; i++) any = keeps(e->kids[i], slot);
        return any;
    default: return false;
    }
}

/* A position of a result, or an argument that is not a number: its failures show when it is compared. */
static bool kept_fails(const struct walker *w, const struct expr *e, const struct local *scope);

static bool kept_let_fails(const struct walker *w, const struct expr *e, const struct local *scope)
{
    struct local inner = {e->index, e->kids[0], NULL, scope, scope};
    bool value = keeps(e->kids[1], e->index) ? kept_fails(w, e->kids[0], scope) : fails(w, e->kids[0], scope);
    return value || kept_fails(w, e->kids[1], &inner);
}

static bool kept_kids_fail(const struct walker *w, const struct expr *e, const struct local *scope)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i] && kept_fails(w, e->kids[i], scope)) return true;
    return false;
}

static bool kept_under(const struct walker *w, const struct expr *e, size_t gen, const struct local *scope)
{
    if (gen == e->gen_count)
        return kept_fails(w, e->kids[0], scope) || (e->count > 1 && e->kids[1] && fails(w, e->kids[1], scope));
    struct local inner = {e->gens[gen].slot, NULL, &e->gens[gen], scope, scope};
    return domain_fails(w, &e->gens[gen].domain, scope) || kept_under(w, e, gen + 1, &inner);
}

static bool kept_fails(const struct walker *w, const struct expr *e, const struct local *scope)
{
    switch (e->kind) {
    case EXPR_LET: return kept_let_fails(w, e, scope);
    case EXPR_IF:
        return fails(w, e->kids[0], scope) || kept_fails(w, e->kids[1], scope) || kept_fails(w, e->kids[2], scope);
    case EXPR_WITH: return parts_fail(w, e, scope) || kept_fails(w, e->kids[0], scope);
    case EXPR_GAME:
        if (e->start >= 0) return fails(w, e, scope);
        return kept_kids_fail(w, e, scope);
    case EXPR_CALL:
        if (e->index != BUILTIN_SORT && e->index != BUILTIN_REVERSE && e->index != BUILTIN_TRANSPOSE)
            return fails(w, e, scope);
        return kept_fails(w, e->kids[0], scope);
    case EXPR_SUM:
    case EXPR_COMPOUND: return kept_kids_fail(w, e, scope);
    case EXPR_ROW: return e->type == TYPE_GRID ? kept_kids_fail(w, e, scope) : fails(w, e, scope);
    case EXPR_ROW_FOR: return e->type == TYPE_GRID ? kept_under(w, e, 0, scope) : fails(w, e, scope);
    case EXPR_SUM_FOR: return kept_under(w, e, 0, scope);
    default: return fails(w, e, scope);
    }
}

/* ---- games ------------------------------------------------------------------------------------------------------- */
static bool move_fails(const struct walker *w, const struct move *m, size_t gen, const struct local *scope)
{
    if (gen < m->gen_count) {
        struct local inner = {m->gens[gen].slot, NULL, &m->gens[gen], scope, scope};
        return domain_fails(w, &m->gens[gen].domain, scope) || move_fails(w, m, gen + 1, &inner);
    }
    for (size_t i = 0; i < m->condition_count; i++)
        if (fails(w, m->conditions[i], scope)) return true;
    return m->result && kept_fails(w, m->result, scope);
}

static struct walker walk(const struct normal_source *source)
{
    return (struct walker){.model = source->model,
                           .game = &source->model->games[source->game],
                           .params = source->params,
                           .symbolic = source->symbolic};
}

bool normal_may_fail(const struct normal_source *source)
{
    struct walker w = walk(source);
    const struct game *g = w.game;
    bool any = (g->invariant && fails(&w, g->invariant, NULL)) || (g->compound && kept_fails(&w, g->compound, NULL));
    for (size_t i = 0; i < g->move_count && !any; i++) any = move_fails(&w, &g->moves[i], 0, NULL);
    return any;
}

/* ---- for one player only ----------------------------------------------------------------------------------------- */
/* The scripts of Lua functions are not examined. */
static bool asks_mover(void *context, const struct expr *e)
{
    return (void)context, e->kind == EXPR_MOVER || e->kind == EXPR_LUA;
}

bool normal_may_fail_for_one(const struct normal_source *source)
{
    struct walker w = walk(source);
    for (size_t i = 0; i < w.game->move_count; i++) {
        const struct move *m = &w.game->moves[i];
        bool asks = !m->result || expr_any(m->result, asks_mover, NULL);
        for (size_t k = 0; k < m->gen_count && !asks; k++) asks = domain_any(&m->gens[k].domain, asks_mover, NULL);
        for (size_t k = 0; k < m->condition_count && !asks; k++) asks = expr_any(m->conditions[k], asks_mover, NULL);
        if (asks && move_fails(&w, m, 0, NULL)) return true;
    }
    return false;
}
