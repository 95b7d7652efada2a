/* SPDX-License-Identifier: MIT */
/* Values of constants: defaults of parameters and --set. */
#include "check/private.h"

bool evaluate_constant(struct checker *ck, const struct expr *e, int64_t *value)
{
    struct evaluation v = {.model = ck->model, .steps = 1000000};
    return evaluate(&v, e, value);
}

static void find_other_kinds(void *context, struct expr *e)
{
    bool *other = context;
    if ((e->type != TYPE_INT && e->type != TYPE_BOOL) || e->kind == EXPR_LUA) *other = true;
}

void report_no_value(struct checker *ck, const struct expr *e)
{
    bool other = false;
    expr_walk((struct expr *)e, find_other_kinds, &other); /* which only reads */
    diag(ck->diags, other ? D_NOT_CONSTANT : D_NO_VALUE, e->span);
}
