/* SPDX-License-Identifier: MIT */
/* Arguments of `solve` are integers written with numbers, parameters and arithmetic; anything else is rejected with
 * advice to write out the value. Their depth is that of the syntax tree, which is capped. */
#include "plugin/ask/solve_as.h"
#include "base/checked.h"

static bool evaluate(const struct param_value *params, const struct expr *e, int64_t *out);

static bool evaluate_two(const struct param_value *params, const struct expr *e, int64_t *out)
{
    int64_t a, b;
    if (e->count != 2 || !evaluate(params, e->kids[0], &a) || !evaluate(params, e->kids[1], &b)) return false;
    switch (e->kind) {
    case EXPR_ADD: return checked_add(a, b, out);
    case EXPR_SUB: return checked_sub(a, b, out);
    case EXPR_MUL: return checked_mul(a, b, out);
    case EXPR_DIV: return checked_div(a, b, out);
    case EXPR_MOD: return checked_mod(a, b, out);
    default: return false;
    }
}

static bool evaluate_extreme(const struct param_value *params, const struct expr *e, int64_t *out)
{
    bool least = e->index == BUILTIN_MIN;
    if (!least && e->index != BUILTIN_MAX) return false;
    for (size_t i = 0; i < e->count; i++) {
        int64_t value;
        if (!evaluate(params, e->kids[i], &value)) return false;
        if (i == 0 || (least ? value < *out : value > *out)) *out = value;
    }
    return e->count > 0;
}

static bool evaluate(const struct param_value *params, const struct expr *e, int64_t *out)
{
    switch (e->kind) {
    case EXPR_INT: *out = e->value; return !e->number || integer_fits(e->number, out);
    case EXPR_BOOL: *out = e->value; return true;
    case EXPR_PARAM: *out = params[e->index].value; return e->type != TYPE_SET;
    case EXPR_NEG: return evaluate(params, e->kids[0], out) && checked_neg(*out, out);
    case EXPR_CALL: return evaluate_extreme(params, e, out);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD: return evaluate_two(params, e, out);
    default: return false;
    }
}

static bool at_least(const struct param_value *params, const struct expr *low, int64_t value)
{
    int64_t bound;
    return !low || (evaluate(params, low, &bound) && value >= bound);
}

static bool at_most(const struct param_value *params, const struct expr *high, int64_t value)
{
    int64_t bound;
    return !high || (evaluate(params, high, &bound) && value <= bound);
}

/* The domain of a reference's parameter, if it has one, is a range or a set of numbers. */
static bool allowed(const struct param_value *params, const struct param *param, int64_t value)
{
    const struct domain *d = param->domain;
    if (param->kind == PARAM_BOOL) return value == 0 || value == 1;
    if (!d) return true;
    if (d->kind == DOMAIN_RANGE) return at_least(params, d->low, value) && at_most(params, d->high, value);
    for (size_t i = 0; d->kind == DOMAIN_SET && i < d->item_count; i++) {
        int64_t item;
        if (evaluate(params, d->items[i], &item) && item == value) return true;
    }
    return false;
}

enum status solve_arguments(const struct model *model, int game, const struct param_value *params,
                            const struct model *reference, struct diags *diags, struct param_value *values)
{
    const struct game *g = &model->games[game];
    if (g->solve_arg_count == 0) return ST_OK;
    if (g->solve_arg_count != reference->param_count)
        return diag(diags, D_SOLVE_COUNT, g->solve_span, g->solve_plugin, reference->param_count,
                    reference->param_count == 1 ? "" : "s", g->solve_arg_count);
    for (size_t i = 0; i < g->solve_arg_count; i++) {
        const struct param *param = &reference->params[i];
        const struct expr *e = g->solve_args[i];
        if (param->kind == PARAM_SET || !evaluate(params, e, &values[i].value))
            return diag(diags, D_SOLVE_ARGUMENT, e->span, param->name, g->solve_plugin);
        if (!allowed(values, param, values[i].value))
            return diag(diags, D_SOLVE_DOMAIN, e->span, (long long)values[i].value, param->name, g->solve_plugin);
    }
    return ST_OK;
}
