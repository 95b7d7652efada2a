/* SPDX-License-Identifier: MIT */
/* Each question gets its own steps, so that a hard one does not leave the others without. */
#include <string.h>
#include "proof/normal/axioms.h"
#include "proof/parts/private.h"

enum { STEPS = 20000 };

bool implied(struct search *s, struct linear_conjunction by, struct linear_constraint what)
{
    s->space.work.steps = STEPS;
    return linear_implies(&s->space.work, by.items, by.count, what);
}

bool rule_copy(struct search *s, struct linear_conjunction c, struct rule *rule)
{
    *rule = (struct rule){arena_array(&s->scratch, c.count + 1, sizeof *rule->items), c.count};
    if (!rule->items) return s->no_memory = true, false;
    if (c.count) memcpy(rule->items, c.items, c.count * sizeof *c.items);
    return true;
}

bool implied_by_all(struct search *s, struct linear_conjunction by, struct linear_constraint what)
{
    struct linear_conjunction parts[2] = {by, s->normal->domain}, own = {&what, 1};
    s->space.work.steps = STEPS; /* for what is known of the terms */
    return what.form && implied(s, axioms_gather(&s->space, parts, 2, &own, 1), what);
}

bool rule_needs(struct search *s, struct rule *rule, size_t i)
{
    struct linear_constraint item = rule->items[i];
    rule->items[i] = rule->items[--rule->count];
    if (implied_by_all(s, (struct linear_conjunction){rule->items, rule->count}, item)) return false;
    rule->items[rule->count++] = rule->items[i];
    rule->items[i] = item;
    return true;
}

const struct linear_form *variable(struct search *s, enum normal_var_kind kind, int index)
{
    int var = normal_var(&s->space, kind, index);
    return var < 0 ? NULL : linear_variable(&s->space.work, var);
}

const struct linear_form *difference(struct search *s, const struct linear_form *a, const struct linear_form *b,
                                     int64_t constant)
{
    const struct linear_form *d = a && b ? linear_sum(&s->space.work, a, 1, b, -1) : NULL;
    return d ? linear_scale(&s->space.work, d, 1, constant) : NULL;
}
