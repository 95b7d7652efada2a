/* SPDX-License-Identifier: MIT */
/* One pass counts the parts, another one writes them. */
#include "plan/apart.h"
#include <string.h>
#include "play/options/split.h"

static const struct state_split *to_split(const struct env *env, const struct component *component)
{
    const struct state_split *split = split_of(env->model, component);
    const struct match *match = split ? host_match(env, component) : NULL;
    bool answers = match && (!env->terms.only || strcmp(env->terms.only, match->solver->name) == 0);
    return answers ? NULL : split;
}

bool apart_any(const struct env *env, const struct position *position)
{
    bool any = false;
    for (size_t c = 0; !any && c < position->count; c++) any = to_split(env, &position->components[c]) != NULL;
    return any;
}

/* A part of a component, whose integers are `big` where some of its cells are beyond 64 bits. */
static bool add_part(const struct split_place *place, const struct component *whole, const struct integer *const *big,
                     struct arena *arena, struct position *out)
{
    size_t count = place->part->count;
    int64_t *cells = arena_array(arena, count + 1, sizeof *cells);
    const struct integer **numbers = big ? arena_array(arena, count + 1, sizeof *numbers) : NULL;
    bool large = false;
    if (!cells || (big && !numbers)) return false;
    for (size_t k = 0; big && k < count; k++) {
        numbers[k] = big[place->at[k]];
        large |= !integer_fits(numbers[k], &cells[k]);
    }
    struct component own = {place->part->game, (uint32_t)count, cells};
    out->components[out->count] = big ? own : split_component(place, whole, cells);
    out->big[out->count++] = large ? numbers : NULL;
    return true;
}

enum status apart_position(const struct env *env, const struct position *position, struct arena *arena,
                           struct position *parts)
{
    struct position from = *position;
    size_t count = 0;
    for (size_t c = 0; c < from.count; c++) {
        const struct state_split *split = to_split(env, &from.components[c]);
        count += split ? split_count(split, &from.components[c], from.big ? from.big[c] : NULL) : 1;
    }
    *parts = (struct position){arena_array(arena, count + 1, sizeof *parts->components), 0,
                               arena_array(arena, count + 1, sizeof *parts->big)};
    if (!parts->components || !parts->big) return ST_NO_MEMORY;
    bool big = false, fine = true;
    for (size_t c = 0; fine && c < from.count; c++) {
        const struct component *whole = &from.components[c];
        const struct state_split *split = to_split(env, whole);
        const struct integer *const *numbers = from.big ? from.big[c] : NULL;
        struct split_place place;
        for (size_t i = 0; split && fine && split_place(split, whole, numbers, i, &place); i++)
            fine = add_part(&place, whole, numbers, arena, parts);
        if (split) continue;
        parts->components[parts->count] = *whole;
        parts->big[parts->count++] = numbers;
    }
    for (size_t c = 0; c < parts->count; c++) big |= parts->big[c] != NULL;
    if (!big) parts->big = NULL;
    return fine ? ST_OK : ST_NO_MEMORY;
}
