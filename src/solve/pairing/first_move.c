/* SPDX-License-Identifier: MIT */
/* The options of the one component that is not known to be lost, up to the first that is. */
#include "solve/pairing/first_move.h"
#include "play/options/options.h"

struct seeking {
    const struct env *env;
    uint32_t images;
    struct pairs pairs;
};

static enum status try_option(void *context, const struct component *components, size_t count)
{
    struct seeking *s = context;
    return pairs_all(s->env, components, count, s->images, &s->pairs) ? ST_UNSUPPORTED : ST_OK;
}

/* Is there a component that is equal and comes later, or was taken off by an earlier one? */
static bool cancels(const struct position *p, size_t i)
{
    size_t same = 0, before = 0;
    for (size_t k = 0; k < p->count; k++)
        if (component_compare(&p->components[k], &p->components[i]) == 0) same++, before += k < i;
    return before < same - same % 2;
}

enum status first_move_by(struct env *env, const struct position *position, uint32_t images, struct first_move *found)
{
    size_t open = 0;
    *found = (struct first_move){.outcome = OUTCOME_UNKNOWN};
    for (size_t i = 0; i < position->count && open < 2; i++) {
        if (cancels(position, i) || pairs_all(env, &position->components[i], 1, images, &found->pairs)) continue;
        found->component = i;
        open++;
    }
    if (!open) found->outcome = OUTCOME_P;
    if (open != 1) return ST_OK;
    struct seeking seeking = {.env = env, .images = images};
    const struct component *moving = &position->components[found->component];
    if (!pairs_known(env, moving)) return ST_OK;
    enum status st = options_written(env, moving, 0, try_option, &seeking);
    if (st != ST_UNSUPPORTED) return st;
    found->outcome = OUTCOME_N;
    found->pairs = seeking.pairs;
    return ST_OK;
}

enum status first_move_find(struct env *env, const struct position *position, struct first_move *found)
{
    return first_move_by(env, position, PAIRS_ANY, found);
}
