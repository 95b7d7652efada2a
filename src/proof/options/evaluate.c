/* SPDX-License-Identifier: MIT */
/* Forms at concrete values of any size. Floors, products, comparisons and the nim-sum are computed on big integers;
 * other terms where their arguments fit 64 bits. */
#include "proof/normal/terms.h"
#include "proof/options/options.h"
#include "proof/private.h"

struct evaluator {
    const struct normal_space *space;
    const struct integer *const *values;
    size_t value_count;
    const struct normal_row *rows;
    struct arena *arena;
    bool no_memory;
};

static const struct integer *form_value(struct evaluator *e, const struct linear_form *form);

static const struct integer *small(struct evaluator *e, int64_t value)
{
    const struct integer *i = integer_from(e->arena, value);
    if (!i) e->no_memory = true;
    return i;
}

/* Results of integer arithmetic: NULL means out of memory or too many limbs; both end the evaluation. */
static const struct integer *kept(struct evaluator *e, const struct integer *result)
{
    if (!result) e->no_memory = true;
    return result;
}

static const struct integer *extreme(const struct integer *const *args, size_t count, int sign)
{
    const struct integer *best = args[0];
    for (size_t i = 1; i < count; i++)
        if (integer_compare(args[i], best) * sign > 0) best = args[i];
    return best;
}

static bool is_power_of_two(const struct integer *a)
{
    if (a->sign <= 0) return false;
    for (uint32_t i = 0; i + 1 < a->count; i++)
        if (a->limbs[i]) return false;
    uint64_t top = a->limbs[a->count - 1];
    return (top & (top - 1)) == 0;
}

static const struct integer *call_value(struct evaluator *e, const struct normal_term *t,
                                        const struct integer *const *args)
{
    const struct integer *x = args[0];
    switch (t->data) {
    case BUILTIN_MIN: return extreme(args, t->count, -1);
    case BUILTIN_MAX: return extreme(args, t->count, 1);
    case BUILTIN_ABS: return x->sign < 0 ? kept(e, integer_sub(e->arena, small(e, 0), x)) : x;
    case BUILTIN_POWER_OF_TWO: return small(e, is_power_of_two(x));
    case BUILTIN_XOR:
        for (size_t i = 0; i < t->count; i++)
            if (args[i]->sign < 0) return NULL;
        for (size_t i = 1; i < t->count && x; i++) x = kept(e, integer_xor(e->arena, x, args[i]));
        return x;
    default: return NULL;
    }
}

static const struct integer *folded(struct evaluator *e, const struct normal_term *t, const struct integer *const *args)
{
    int64_t values[8], value;
    for (size_t i = 0; i < t->count; i++)
        if (!integer_fits(args[i], &values[i])) return NULL;
    return terms_fold(t, values, t->count, &value) ? small(e, value) : NULL;
}

static const struct integer *product(struct evaluator *e, const struct integer *const *args, size_t count)
{
    const struct integer *x = args[0];
    for (size_t i = 1; i < count && x; i++) x = kept(e, integer_mul(e->arena, x, args[i]));
    return x;
}

static const struct integer *operate(struct evaluator *e, const struct normal_term *t,
                                     const struct integer *const *args)
{
    const struct integer *x = t->count > 0 ? args[0] : NULL, *y = t->count > 1 ? args[1] : NULL, *c;
    switch (t->kind) {
    case NORMAL_FLOOR: return (c = small(e, t->data)) ? kept(e, integer_div(e->arena, x, c)) : NULL;
    case NORMAL_PRODUCT: return product(e, args, t->count);
    case NORMAL_GE0: return small(e, x->sign >= 0);
    case NORMAL_EQ0: return small(e, x->sign == 0);
    case EXPR_DIV: return y->sign ? kept(e, integer_div(e->arena, x, y)) : NULL;
    case EXPR_MOD: return y->sign ? kept(e, integer_mod(e->arena, x, y)) : NULL;
    case EXPR_IF: return x->sign ? args[1] : args[2];
    case EXPR_AND:
        for (size_t i = 0; i < t->count; i++)
            if (!args[i]->sign) return args[i];
        return args[0];
    default: break;
    }
    const struct integer *v = t->count ? folded(e, t, args) : NULL;
    return v || t->kind != EXPR_CALL || !t->count || e->no_memory ? v : call_value(e, t, args);
}

/* Is x in a list of values? */
static const struct integer *listed(struct evaluator *e, const struct normal_term *t)
{
    const struct normal_term *set = t->args[1].term;
    const struct integer *x = form_value(e, t->args[0].form);
    if (!x || set->kind != NORMAL_DOMAIN || set->data != DOMAIN_SET) return NULL;
    for (size_t i = 0; i < set->count; i++) {
        const struct integer *y = set->args[i].form ? form_value(e, set->args[i].form) : NULL;
        if (!y) return NULL;
        if (integer_compare(x, y) == 0) return small(e, 1);
    }
    return small(e, 0);
}

static bool is_row_call(int call)
{
    return call == BUILTIN_LEN || call == BUILTIN_INCREASING || call == BUILTIN_SORTED;
}

/* The value of the call: the length, or whether every cell is greater than (for `sorted`: at least) the one before. */
static const struct integer *row_call(struct evaluator *e, int call, const struct normal_row *row)
{
    bool rises = true;
    if (call == BUILTIN_LEN) return small(e, (int64_t)row->count);
    for (size_t i = 1; i < row->count && rises; i++)
        rises = integer_compare(row->cells[i - 1], row->cells[i]) < (call == BUILTIN_SORTED);
    return small(e, rises);
}

/* A cell of a row of the state, its length, whether it is increasing; *known is false for other terms. */
static const struct integer *row_value(struct evaluator *e, const struct normal_term *t, bool *known)
{
    const struct normal_term *field = t->count && e->rows ? t->args[0].term : NULL;
    *known = false;
    if (!field || field->kind != EXPR_FIELD || !e->rows[field->data].cells) return NULL;
    const struct normal_row *row = &e->rows[field->data];
    *known = (t->kind == EXPR_INDEX && t->count == 2) || (t->kind == EXPR_CALL && is_row_call((int)t->data));
    if (!*known) return NULL;
    if (t->kind == EXPR_CALL) return row_call(e, (int)t->data, row);
    const struct integer *index = t->args[1].form ? form_value(e, t->args[1].form) : NULL;
    int64_t i;
    if (!index) return NULL;
    bool inside = integer_fits(index, &i) && i >= 1 && (uint64_t)i <= row->count;
    return inside ? row->cells[i - 1] : small(e, 0);
}

static const struct integer *term_value(struct evaluator *e, const struct normal_term *t)
{
    const struct integer *args[8] = {NULL};
    bool known;
    const struct integer *of_row = row_value(e, t, &known);
    if (known) return of_row;
    if (t->kind == EXPR_IN && t->count == 2 && t->args[1].term) return listed(e, t);
    if (t->count > 8) return NULL;
    for (size_t i = 0; i < t->count; i++) {
        args[i] = t->args[i].form ? form_value(e, t->args[i].form) : NULL;
        if (!args[i]) return NULL;
    }
    return operate(e, t, args);
}

static const struct integer *form_value(struct evaluator *e, const struct linear_form *form)
{
    const struct integer *sum = small(e, form->constant);
    for (uint32_t i = 0; i < form->count && sum; i++) {
        int var = form->terms[i].var;
        const struct normal_term *t = e->space->vars[var].term;
        const struct integer *x = t ? term_value(e, t) : (size_t)var < e->value_count ? e->values[var] : NULL;
        const struct integer *k = x ? small(e, form->terms[i].factor) : NULL;
        const struct integer *p = k ? kept(e, integer_mul(e->arena, x, k)) : NULL;
        sum = p ? kept(e, integer_add(e->arena, sum, p)) : NULL;
    }
    return sum;
}

const struct integer *normal_evaluate(const struct normal_space *space, const struct linear_form *form,
                                      const struct integer *const *values, size_t value_count,
                                      const struct normal_row *rows, struct arena *arena, bool *no_memory)
{
    struct evaluator e = {space, values, value_count, rows, arena, false};
    const struct integer *v = form_value(&e, form);
    *no_memory = e.no_memory;
    return v;
}

bool normal_rows(const struct game *game, const struct integer *const *cells, size_t count, struct normal_row *rows,
                 size_t *first)
{
    static const struct integer *const none;
    size_t at = 0;
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        int64_t length = 0;
        rows[i] = (struct normal_row){NULL, 0};
        if (kind == FIELD_GRID || at >= count) return false;
        first[i] = at++;
        if (kind != FIELD_ROW && kind != FIELD_BAG) continue;
        if (!integer_fits(cells[first[i]], &length) || length < 0 || (uint64_t)length > count - at) return false;
        rows[i] = (struct normal_row){length ? cells + at : &none, (size_t)length};
        at += (size_t)length;
    }
    return at == count;
}
