/* SPDX-License-Identifier: MIT */
/* Expressions on integers of any size: the arguments of a start clause.
 *
 *     struct big_scope scope = {.arena = &arena, .params = params, .locals = arguments, .local_count = 1};
 *     const struct integer *limit = big_value(&scope, n_minus_1);      // 10^200 - 1
 *
 * Evaluates numbers, truth values (1 and 0), parameters, locals, arithmetic, comparisons, min, max, and, or, not, ?:.
 * Returns NULL for any other expression, for a divisor of 0, and if memory runs out. */
#ifndef CGI_ENGINE_OPEN_BIG_H
#define CGI_ENGINE_OPEN_BIG_H
#include "model/model.h"

struct big_scope {
    struct arena *arena;
    const struct param_value *params;
    const struct integer *const *locals; /* by slot */
    size_t local_count;
};
const struct integer *big_value(const struct big_scope *scope, const struct expr *e);

#endif
