/* SPDX-License-Identifier: MIT */
/* Budgets are looked at every few thousand steps of the machine, and a step runs a move once: its conditions may be hundreds. */
#include "code/compile/code.h"
#include "engine/compare/private.h"

enum { STEPS_PER_LOOK = 4096 };

void compare_bound(struct compare *c, uint64_t work)
{
    for (int side = 0; side < 2; side++) {
        struct env *env = c->side[side]->env;
        struct terms terms = env->terms;
        terms.looks = work / STEPS_PER_LOOK / code_longest_move(env->code) + 1;
        env_view_open(&c->view[side], env, &terms);
        c->env[side] = &c->view[side].env;
    }
}

bool compare_spent(const struct compare *c)
{
    bool spent = false;
    for (int side = 0; side < 2; side++) {
        const struct budget *b = &c->view[side].budget;
        spent = spent || (b->looks && b->looks_used > b->looks);
    }
    return spent;
}

bool compare_ended(const struct compare *c, enum status st) { return st == ST_STATE_BUDGET && compare_spent(c); }

void compare_unbound(struct compare *c)
{
    for (int side = 0; side < 2; side++) {
        if (c->env[side] == &c->view[side].env) env_view_close(&c->view[side]);
        c->view[side] = (struct env_view){0};
        c->env[side] = c->side[side]->env;
    }
}
