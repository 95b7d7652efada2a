/* SPDX-License-Identifier: MIT */
/* Shared by every part of the normal form: failures that stick, fuel, and the bindings of locals. */
#include "proof/private.h"

void expr_fail(struct normal_builder *b, const char *reason)
{
    if (!b->failed) b->reason = reason;
    b->failed = true;
}

bool expr_check(struct normal_builder *b, const struct linear_form *form)
{
    if (form) return true;
    if (b->failed) return false;
    if (!b->space->work.no_memory && !b->space->work.gave_up) b->space->work.no_memory = true;
    expr_fail(b, b->space->work.no_memory ? "memory is out" : "a number or a condition of the rule is too large");
    return false;
}

bool expr_enter(struct normal_builder *b)
{
    if (b->failed) return false;
    if (b->fuel == 0 || (b->ceiling && b->space->arena->bytes > b->ceiling) ||
        (b->most_rows && b->space->work.rows > b->most_rows)) {
        expr_fail(b, "the rule is too large");
        b->too_large = true;
        return false;
    }
    b->fuel--;
    return true;
}

const struct normal_binding *expr_bind(struct normal_builder *b, const struct normal_binding *scope, int slot,
                                       const struct linear_form *form, const struct expr *expr,
                                       const struct normal_binding *expr_scope)
{
    struct normal_binding *n = arena_alloc(b->space->arena, sizeof *n);
    if (!n) {
        expr_check(b, NULL);
        return scope;
    }
    *n = (struct normal_binding){slot, form, expr, expr_scope, scope};
    return n;
}

const struct normal_binding *expr_binding(struct normal_builder *b, const struct normal_binding *scope, int slot)
{
    while (scope && scope->slot != slot) scope = scope->next;
    if (!scope) expr_fail(b, "a local variable has no value here");
    return scope;
}
