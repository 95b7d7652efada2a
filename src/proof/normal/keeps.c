/* SPDX-License-Identifier: MIT */
/* The invariant, with the numbers of a result in the place of those of the state. */
#include "proof/normal/normal.h"

static bool over_results(struct normal_space *space, const struct normal_component *to, const struct normal *states,
                         struct linear_conjunction *parts)
{
    size_t count = space->var_count;
    const struct linear_form **map = arena_array(space->arena, count + 1, sizeof *map);
    if (!map) return space->work.no_memory = true, false;
    for (size_t f = 0; f < to->arg_count; f++) {
        int field = normal_var(space, NORMAL_FIELD, (int)f);
        if (to->args[f].kind != NORMAL_NUMBER || field < 0 || (size_t)field >= count) continue;
        int result = normal_var(space, NORMAL_RESULT, to->args[f].first_var);
        if (result < 0 || !(map[field] = linear_variable(&space->work, result))) return false;
    }
    for (size_t i = 0; i < states->invariant_count; i++)
        if (!normal_replace_all(space, states->invariant[i], map, count, &parts[i])) return false;
    return true;
}

bool normal_keeps(struct normal_space *space, const struct normal *n, const struct normal *states,
                  const struct normal_piece *piece, const struct normal_component *to)
{
    size_t cases = states->invariant_count;
    struct linear_conjunction *parts = arena_array(space->arena, cases + 1, sizeof *parts);
    if (!parts) return space->work.no_memory = true, false;
    bool yes = over_results(space, to, states, parts);
    for (size_t k = 0; yes && k < cases; k++) {
        struct linear_conjunction context[3] = {piece->rule, n->domain, states->invariant[k]};
        yes = normal_covered(space, context, 3, parts, cases);
    }
    return yes;
}
