/* SPDX-License-Identifier: MIT */
/* Access to asks and results. */
#include "solve/solver.h"

static bool any_big(const struct integer *const *const *big, size_t count)
{
    bool any = false;
    for (size_t i = 0; big && !any && i < count; i++) any = big[i] != NULL;
    return any;
}

bool ask_is_big(const struct ask *ask)
{
    bool any = ask->components && any_big(ask->big, ask->count);
    for (size_t i = 0; ask->positions && !any && i < ask->count; i++)
        any = any_big((const struct integer *const *const *)ask->positions[i].big, ask->positions[i].count);
    return any;
}

const struct integer *result_number(struct arena *arena, const struct result *result, size_t i)
{
    if (result->numbers) return result->numbers[i];
    return integer_from(arena, (int64_t)result->values[i]);
}
