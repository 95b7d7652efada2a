/* SPDX-License-Identifier: MIT */
#include "solve/search/estimate_seen.h"
#include "play/options/traits.h"

/* Numbers beyond 64 bits stand elsewhere. */
static bool is_boxed(const struct env *env, const struct component *c)
{
    return c->cells && c->game >= 0 && env->traits->games[c->game].descends;
}

static bool is_below(const struct component *c, const struct component *than)
{
    bool below = c->game == than->game && c->count == than->count;
    for (size_t i = 0; below && i < c->count; i++) below = c->cells[i] <= than->cells[i];
    return below;
}

static double sum_of(const struct component *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->count; i++) sum += (double)c->cells[i];
    return sum;
}

void estimate_see(const struct env *env, struct estimate_seen *seen, const struct component *component)
{
    size_t least = 0, left = 0;
    if (!is_boxed(env, component)) return;
    for (size_t i = 0; i < seen->count; i++)
        if (is_below(component, seen->items[i])) return;
    for (size_t i = 0; i < seen->count; i++)
        if (!is_below(seen->items[i], component)) seen->items[left++] = seen->items[i];
    seen->count = left;
    if (left < ESTIMATE_SEEN) {
        seen->items[seen->count++] = component;
        return;
    }
    for (size_t i = 1; i < left; i++)
        if (sum_of(seen->items[i]) < sum_of(seen->items[least])) least = i;
    if (sum_of(component) > sum_of(seen->items[least])) seen->items[least] = component;
}

bool estimate_needed(const struct env *env, const struct estimate_seen *seen, const struct component *component)
{
    bool needed = !is_boxed(env, component);
    for (size_t i = 0; !needed && i < seen->count; i++) needed = seen->items[i] == component;
    return needed;
}
