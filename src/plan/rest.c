/* SPDX-License-Identifier: MIT */
/* Most often nothing is left out, so that is determined first. */
#include "plan/rest.h"
#include "plan/groups.h"

static bool left_out(const struct ask *ask, const struct result *result, size_t i)
{
    return ask->what == Q_VALUE ? result->values[i] == NO_VALUE : result->outcomes[i] == OUTCOME_UNKNOWN;
}

enum status rest_collect(const struct ask *whole, const struct result *result, struct arena *arena, struct rest *rest)
{
    size_t count = 0, k = 0;
    for (size_t i = 0; i < whole->count; i++) count += left_out(whole, result, i);
    *rest = (struct rest){.ask = *whole};
    rest->ask.count = count;
    if (count == 0 || count == whole->count) return ST_OK;
    struct position *positions = whole->positions ? arena_array(arena, count, sizeof *positions) : NULL;
    struct component *components = whole->positions ? NULL : arena_array(arena, count, sizeof *components);
    const struct integer *const **big = whole->big ? arena_array(arena, count, sizeof *big) : NULL;
    rest->owner = arena_array(arena, count, sizeof *rest->owner);
    if ((!positions && !components) || (whole->big && !big) || !rest->owner) return ST_NO_MEMORY;
    for (size_t i = 0; i < whole->count; i++) {
        if (!left_out(whole, result, i)) continue;
        if (positions) positions[k] = whole->positions[i];
        else components[k] = whole->components[i];
        if (big) big[k] = whole->big[i];
        rest->owner[k++] = i;
    }
    rest->ask.positions = positions;
    rest->ask.components = components;
    rest->ask.big = (const struct integer *const *const *)big;
    return ST_OK;
}

enum status rest_add(const struct rest *rest, const struct result *part, struct arena *arena, struct result *result)
{
    for (size_t k = 0; k < rest->ask.count; k++) {
        if (rest->ask.what == Q_VALUE) result->values[rest->owner[k]] = part->values[k];
        else result->outcomes[rest->owner[k]] = part->outcomes[k];
    }
    return grounds_merge(part, arena, result);
}
