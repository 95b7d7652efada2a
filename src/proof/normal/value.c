/* SPDX-License-Identifier: MIT */
/* Expressions as terms, without splitting: for what occurs inside a fold, a row or a compound, or exceeds the bound
 * on pieces. Bound variables are numbered by nesting level, so that renaming does not matter; truth values are forms
 * with value 0 or 1. */
#include "model/sets.h"
#include "proof/private.h"

static struct normal_value failed_value(void) { return (struct normal_value){NULL, NULL}; }

struct normal_value expr_make(struct normal_builder *b, int kind, int64_t data, struct normal_value *args, size_t count,
                              bool number, bool truth)
{
    struct normal_term proto = {.kind = kind, .data = data, .count = count, .args = args, .truth = truth};
    struct normal_value v = terms_make(b->space, &proto, number);
    if (terms_failed(v)) expr_check(b, NULL);
    return v;
}

static struct normal_value nothing(struct normal_builder *b)
{
    return expr_make(b, NORMAL_NONE, 0, NULL, 0, false, false);
}

struct normal_value expr_optional(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    return e ? expr_value(b, e, scope) : nothing(b);
}

/* ---- truth ------------------------------------------------------------------------------------------------------- */
static struct normal_value truth_test(struct normal_builder *b, int kind, const struct linear_form *form)
{
    if (!expr_check(b, form)) return failed_value();
    struct normal_value arg = terms_of_form(form);
    return expr_make(b, kind, 0, &arg, 1, true, true);
}

static struct normal_value complement(struct normal_builder *b, struct normal_value truth)
{
    return terms_of_form(linear_scale(&b->space->work, truth.form, -1, 1));
}

static struct normal_value both(struct normal_builder *b, struct normal_value x, struct normal_value y)
{
    struct normal_value args[2] = {x, y};
    return expr_make(b, EXPR_AND, 0, args, 2, true, true);
}

/* x - y + constant, to be compared with 0 */
static const struct linear_form *difference(struct normal_builder *b, struct normal_value x, struct normal_value y,
                                            int64_t constant)
{
    return linear_scale(&b->space->work, linear_sum(&b->space->work, x.form, 1, y.form, -1), 1, constant);
}

static struct normal_value compare_values(struct normal_builder *b, const struct expr *e, struct normal_value x,
                                          struct normal_value y)
{
    switch (e->kind) {
    case EXPR_LT: return truth_test(b, NORMAL_GE0, difference(b, y, x, -1));
    case EXPR_LE: return truth_test(b, NORMAL_GE0, difference(b, y, x, 0));
    case EXPR_GT: return truth_test(b, NORMAL_GE0, difference(b, x, y, -1));
    case EXPR_GE: return truth_test(b, NORMAL_GE0, difference(b, x, y, 0));
    default: break;
    }
    struct normal_value same, args[2] = {x, y};
    if (x.form && y.form) same = truth_test(b, NORMAL_EQ0, difference(b, x, y, 0));
    else if (x.term && x.term == y.term) same = terms_of_form(linear_constant(&b->space->work, 1));
    else same = expr_make(b, EXPR_EQ, 0, args, 2, true, true);
    return e->kind == EXPR_NE ? complement(b, same) : same;
}

static struct normal_value parity_value(struct normal_builder *b, const struct expr *e, struct normal_value x)
{
    const struct linear_form *m = terms_remainder(b->space, x.form, linear_constant(&b->space->work, 2));
    return truth_test(b, NORMAL_EQ0, linear_scale(&b->space->work, m, 1, e->index == BUILTIN_ODD ? -1 : 0));
}

/* ---- domains ----------------------------------------------------------------------------------------------------- */
bool domain_known(const struct normal_builder *b, const struct domain *d, const int64_t **values, size_t *count)
{
    if (d->kind != DOMAIN_PARAM || (b->source->symbolic && b->source->symbolic[d->index])) return false;
    *values = b->source->params[d->index].set;
    *count = b->source->params[d->index].set_count;
    return true;
}

static struct normal_value values_domain(struct normal_builder *b, const int64_t *values, size_t count)
{
    struct normal_value *args = arena_array(b->space->arena, count + 1, sizeof *args);
    if (!args) return expr_check(b, NULL), failed_value();
    for (size_t i = 0; i < count; i++) args[i] = terms_of_form(linear_constant(&b->space->work, values[i]));
    return expr_make(b, NORMAL_DOMAIN, DOMAIN_SET, args, count, false, false);
}

struct normal_value domain_value(struct normal_builder *b, const struct domain *d, const struct normal_binding *scope)
{
    const int64_t *values;
    size_t count;
    if (domain_known(b, d, &values, &count)) return values_domain(b, values, count);
    if (d->kind == DOMAIN_NODES || d->kind == DOMAIN_ALL_ROWS)
        return expr_fail(b, "a set that has no normal form"), failed_value();
    if (d->kind == DOMAIN_SET) {
        struct normal_value *args = arena_array(b->space->arena, d->item_count + 1, sizeof *args);
        if (!args) return expr_check(b, NULL), failed_value();
        for (size_t i = 0; i < d->item_count; i++) args[i] = expr_value(b, d->items[i], scope);
        return b->failed ? failed_value() : expr_make(b, NORMAL_DOMAIN, DOMAIN_SET, args, d->item_count, false, false);
    }
    struct normal_value args[3] = {expr_optional(b, d->low, scope), expr_optional(b, d->high, scope), failed_value()};
    if (d->kind == DOMAIN_PARAM)
        args[0] = terms_of_form(linear_variable(&b->space->work, normal_var(b->space, NORMAL_PARAM, d->index)));
    return b->failed ? failed_value() : expr_make(b, NORMAL_DOMAIN, d->kind, args, 2, false, false);
}

const struct linear_form *named_member(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                       const struct linear_form *low)
{
    struct normal_value args[2] = {terms_of_form(v), terms_of_form(low)};
    return expr_make(b, EXPR_IN, d->kind, args, low ? 2 : 1, true, true).form;
}

const struct linear_form *domain_truth(struct normal_builder *b, const struct linear_form *v, const struct domain *d,
                                       const struct normal_binding *scope)
{
    struct normal_value x = terms_of_form(v);
    if (d->kind == DOMAIN_RANGE) {
        struct normal_value t = truth_test(b, NORMAL_GE0, difference(b, x, expr_value(b, d->low, scope), 0));
        if (!d->high || b->failed) return t.form;
        return both(b, t, truth_test(b, NORMAL_GE0, difference(b, expr_value(b, d->high, scope), x, 0))).form;
    }
    if (named_set(d->kind)) return named_member(b, v, d, d->low ? expr_value(b, d->low, scope).form : NULL);
    struct normal_value args[2] = {x, domain_value(b, d, scope)};
    return b->failed ? NULL : expr_make(b, EXPR_IN, DOMAIN_SET, args, 2, true, true).form;
}

/* ---- rows and positions ------------------------------------------------------------------------------------------ */
static struct normal_value update_value(struct normal_builder *b, const struct update *u, struct normal_value base,
                                        const struct normal_binding *scope)
{
    struct normal_value args[6];
    size_t n = 0;
    bool range = false;
    args[n++] = base; /* for += and -=: the base they read; the maker needs no order here */
    for (int i = 0; i < u->dims; i++) {
        args[n++] = expr_value(b, u->low[i], scope);
        args[n++] = expr_optional(b, u->high[i], scope);
        range |= u->high[i] != NULL;
    }
    struct normal_value value = expr_value(b, u->value, scope);
    if (b->failed) return failed_value();
    int64_t op = u->op;
    if (op != '=' && !range) { /* [i] += x is [i] = old[i] + x */
        struct normal_value read[3] = {base, args[1], u->dims > 1 ? args[3] : failed_value()};
        struct normal_value old = expr_make(b, EXPR_INDEX, 0, read, (size_t)u->dims + 1, true, false);
        value.form = linear_sum(&b->space->work, old.form, 1, value.form, op == '+' ? 1 : -1);
        op = '=';
    }
    args[0] = value;
    if (!expr_check(b, value.form)) return failed_value();
    return expr_make(b, NORMAL_UPDATE, op * 4 + u->dims, args, n, false, false);
}

static struct normal_value with_value(struct normal_builder *b, const struct expr *e,
                                      const struct normal_binding *scope)
{
    struct normal_value *args = arena_array(b->space->arena, e->update_count + 1, sizeof *args);
    if (!args) return expr_check(b, NULL), failed_value();
    args[0] = expr_value(b, e->kids[0], scope);
    for (size_t i = 0; i < e->update_count && !b->failed; i++)
        args[i + 1] = update_value(b, &e->updates[i], args[0], scope);
    return b->failed ? failed_value() : expr_make(b, EXPR_WITH, 0, args, e->update_count + 1, false, false);
}

static struct normal_value kids_value(struct normal_builder *b, const struct expr *e, int64_t data,
                                      const struct normal_binding *scope)
{
    struct normal_value *args = arena_array(b->space->arena, e->count + 1, sizeof *args);
    if (!args) return expr_check(b, NULL), failed_value();
    for (size_t i = 0; i < e->count && !b->failed; i++) args[i] = expr_optional(b, e->kids[i], scope);
    bool truth = e->type == TYPE_BOOL;
    return b->failed ? failed_value()
                     : expr_make(b, (int)e->kind, data, args, e->count, truth || e->type == TYPE_INT, truth);
}

static struct normal_value game_value(struct normal_builder *b, const struct expr *e,
                                      const struct normal_binding *scope)
{
    const struct normal_source *s = b->source;
    if (e->start >= 0) return expr_fail(b, "a start clause inside a sum"), failed_value();
    struct normal_value *args = arena_array(b->space->arena, e->count + 1, sizeof *args);
    if (!args) return expr_check(b, NULL), failed_value();
    const int *order = s->orders ? s->orders[e->game] : NULL;
    for (size_t i = 0; i < e->count && !b->failed; i++)
        args[order ? (size_t)order[i] : i] = expr_value(b, e->kids[i], scope);
    int name = s->games ? s->games[e->game] : e->game;
    return b->failed ? failed_value() : expr_make(b, EXPR_GAME, name, args, e->count, false, false);
}

/* Parts without options do not matter in a sum or in a compound whose move takes up to some number of parts; in
 * other compounds they do. */
static struct normal_value compound_value(struct normal_builder *b, const struct expr *e,
                                          const struct normal_binding *scope)
{
    bool before = b->counted;
    b->counted |= e->index != COMPOUND_UPTO;
    struct normal_value v = kids_value(b, e, e->index, scope);
    b->counted = before;
    return v;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */
static struct normal_value local_value(struct normal_builder *b, const struct expr *e,
                                       const struct normal_binding *scope)
{
    const struct normal_binding *n = expr_binding(b, scope, e->index);
    if (!n) return failed_value();
    return n->form ? terms_of_form(n->form) : expr_value(b, n->expr, n->scope);
}

static struct normal_value field_value(struct normal_builder *b, const struct expr *e)
{
    if (e->type == TYPE_INT || e->type == TYPE_BOOL) return terms_of_form(expr_leaf(b, e));
    if (e->type == TYPE_NODE) return expr_fail(b, "a node of a graph"), failed_value();
    if (e->type == TYPE_TREE) return expr_fail(b, "a tree"), failed_value();
    if (e->type == TYPE_NODES) return expr_fail(b, "a set of nodes"), failed_value();
    const int *fields = b->source->fields;
    return expr_make(b, EXPR_FIELD, fields ? fields[e->index] : e->index, NULL, 0, false, false);
}

static struct normal_value truth_value(struct normal_builder *b, const struct expr *e,
                                       const struct normal_binding *scope)
{
    if (e->kind == EXPR_IN) {
        struct normal_value v = expr_value(b, e->kids[0], scope);
        if (!b->failed && !v.form) expr_fail(b, "a set of positions");
        return b->failed ? failed_value() : terms_of_form(domain_truth(b, v.form, e->domain, scope));
    }
    struct normal_value x = expr_value(b, e->kids[0], scope);
    if (b->failed) return x;
    if (e->kind == EXPR_NOT) return complement(b, x);
    if (e->kind == EXPR_CALL) return parity_value(b, e, x);
    struct normal_value y = expr_value(b, e->kids[1], scope);
    if (b->failed) return y;
    if (e->kind == EXPR_IFF) return truth_test(b, NORMAL_EQ0, difference(b, x, y, 0));
    if (e->kind == EXPR_AND) return both(b, x, y);
    if (e->kind == EXPR_OR) return complement(b, both(b, complement(b, x), complement(b, y)));
    return compare_values(b, e, x, y);
}

/* Arithmetic and calls on numbers: a single case, because nothing splits now. */
static struct normal_value whole_number(struct normal_builder *b, const struct expr *e,
                                        const struct normal_binding *scope)
{
    bool before = b->whole;
    b->whole = true;
    struct normal_vectors v = expr_vectors(b, e->kids, e->count, scope);
    struct normal_value out = failed_value();
    if (!b->failed && v.count == 1) out = expr_apply(b, e, v.items[0].values, e->count);
    if (!b->failed && terms_failed(out)) expr_check(b, NULL);
    b->whole = before;
    return out;
}

struct normal_value expr_value(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope)
{
    if (!expr_enter(b)) return failed_value();
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_MOVER:
    case EXPR_PARAM: {
        const struct linear_form *f = expr_leaf(b, e);
        expr_check(b, f);
        return terms_of_form(f);
    }
    case EXPR_FIELD: return field_value(b, e);
    case EXPR_LOCAL: return local_value(b, e, scope);
    case EXPR_LET: return expr_value(b, e->kids[1], expr_bind(b, scope, e->index, NULL, e->kids[0], scope));
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IN: return truth_value(b, e, scope);
    case EXPR_CALL:
        if (e->index == BUILTIN_ODD || e->index == BUILTIN_EVEN) return truth_value(b, e, scope);
        return whole_number(b, e, scope);
    case EXPR_NEG:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_INDEX:
    case EXPR_ROW:
    case EXPR_LUA: return whole_number(b, e, scope);
    case EXPR_IF:
    case EXPR_SUM:
    case EXPR_END: return kids_value(b, e, 0, scope);
    case EXPR_COMPOUND: return compound_value(b, e, scope);
    case EXPR_GAME: return game_value(b, e, scope);
    case EXPR_WITH: return with_value(b, e, scope);
    case EXPR_FOLD:
    case EXPR_ROW_FOR:
    case EXPR_SUM_FOR: return expr_bound(b, e, scope);
    default: return expr_fail(b, "an expression of a kind that has no normal form"), failed_value();
    }
}
