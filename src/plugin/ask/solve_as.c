/* SPDX-License-Identifier: MIT */
/* Arguments of `solve` are integers written with numbers, parameters and arithmetic; anything else is rejected with
 * advice to write out the value. Their depth is that of the syntax tree, which is capped. */
#include "plugin/ask/solve_as.h"
#include "model/evaluate.h"
#include "model/expr.h"

/* Is it more than the message of E0707 tells to write? */
static bool is_involved(void *context, const struct expr *e)
{
    bool plain = e->kind == EXPR_INT || e->kind == EXPR_BOOL || e->kind == EXPR_PARAM || e->kind == EXPR_NEG ||
                 (e->kind >= EXPR_ADD && e->kind <= EXPR_MOD);
    (void)context;
    return !plain && !(e->kind == EXPR_CALL && (e->index == BUILTIN_MIN || e->index == BUILTIN_MAX));
}

/* The domain of a reference's parameter, if it has one, is a range or a set of numbers. */
static bool allowed(const struct param_value *params, const struct param *param, int64_t value)
{
    struct evaluation v = {.params = params, .steps = 1000000};
    bool holds;
    if (param->kind == PARAM_BOOL) return value == 0 || value == 1;
    return !param->domain || (evaluate_member(&v, param->domain, value, &holds) && holds);
}

enum status solve_arguments(const struct model *model, int game, const struct param_value *params,
                            const struct model *reference, struct diags *diags, struct param_value *values)
{
    const struct game *g = &model->games[game];
    if (g->solve_arg_count == 0) return ST_OK;
    if (g->solve_arg_count != reference->param_count)
        return diag(diags, D_SOLVE_COUNT, g->solve_span, g->solve_plugin, reference->param_count,
                    reference->param_count == 1 ? "" : "s", g->solve_arg_count);
    struct evaluation v = {.params = params, .steps = 1000000};
    for (size_t i = 0; i < g->solve_arg_count; i++) {
        const struct param *param = &reference->params[i];
        const struct expr *e = g->solve_args[i];
        if (param->kind == PARAM_SET || expr_any(e, is_involved, NULL) || !evaluate(&v, e, &values[i].value))
            return diag(diags, D_SOLVE_ARGUMENT, e->span, param->name, g->solve_plugin);
        if (!allowed(values, param, values[i].value))
            return diag(diags, D_SOLVE_DOMAIN, e->span, (long long)values[i].value, param->name, g->solve_plugin);
    }
    return ST_OK;
}
