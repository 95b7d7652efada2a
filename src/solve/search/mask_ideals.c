/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_ideals.h"
#include "solve/search/masks.h"
#include "solve/search/mask_shape.h"

/* A diagram of more steps than these would take longer than most searches; a step takes so many options. */
enum { STEPS_MOST = 1 << 19, STEP_WORK = 16, ABOUT_STEPS = 1 << 17 };

uint64_t mask_ideals_count(const struct mask_ideals *d)
{
    uint64_t count = d->asked;
    for (size_t q = 0; q <= IDEAL_MISERE; q++) count += d->tables[q].values ? d->tables[q].size : 0;
    return count;
}

static void drop(struct mask_ideals *d)
{
    d->asked = mask_ideals_count(d);
    for (size_t q = 0; q <= IDEAL_MISERE; q++) ideal_table_free(&d->tables[q]);
    arena_free(&d->arena);
    *d = (struct mask_ideals){.asked = d->asked};
}

void mask_ideals_free(struct mask_ideals *d)
{
    drop(d);
    d->asked = 0;
}

/* Is the state one of those that are numbered? */
static bool has_state(const struct mask_ideals *d, const struct ground_mask *state, uint32_t *rank)
{
    return d->ranks && d->ranks->size && ideal_rank(d->ranks, d->rule, state, rank);
}

bool mask_ideals_find(const struct masks *m, const struct ground_mask *state, enum ideal_question question,
                      uint32_t *value)
{
    const struct mask_ideals *d = &m->ideals;
    uint32_t rank;
    if (!d->tables[question].values || !has_state(d, state, &rank)) return false;
    *value = ideal_table_value(&d->tables[question], rank);
    return true;
}

uint64_t mask_ideals_work(const struct masks *m)
{
    const struct mask_ideals *d = &m->ideals;
    return d->ranks && d->ranks->size && !d->failed ? ideal_table_work(d->rule, d->ranks) : 0;
}

/* all: only if each order ideal can be reached. */
static enum status number_states(struct masks *m, const struct ground_mask *state, uint64_t steps, bool all)
{
    struct mask_ideals *d = &m->ideals;
    drop(d);
    d->steps = steps;
    d->failed = true; /* until all is made */
    d->rule = arena_alloc(&d->arena, sizeof *d->rule);
    d->ranks = arena_alloc(&d->arena, sizeof *d->ranks);
    if (!d->rule || !d->ranks) return ST_NO_MEMORY;
    enum status st = ideal_rule_make(&m->ground, state, &d->arena, d->rule);
    if (st == ST_OK && all && !d->rule->all) return drop(d), ST_OK;
    if (st == ST_OK && d->rule->move_count) {
        st = ideal_ranks_make(d->rule, steps, &d->arena, d->ranks);
        d->failed = st != ST_OK;
    }
    return st;
}

/* A numbering that has the state, if there is none, and if that takes no more work. */
static enum status open_ranks(struct masks *m, const struct ground_mask *state, uint64_t allowed)
{
    struct mask_ideals *d = &m->ideals;
    uint64_t steps = allowed / STEP_WORK < STEPS_MOST ? allowed / STEP_WORK : STEPS_MOST;
    uint32_t rank;
    if (has_state(d, state, &rank)) return ST_OK;
    if (d->rule && is_same(shape_of(&m->ground), &d->rule->start, state) && (d->failed || d->steps >= steps))
        return ST_OK;
    return number_states(m, state, steps, false);
}

enum status mask_ideals_try(struct masks *m, const struct ground_mask *state, enum ideal_question question,
                            uint64_t allowed, bool *done)
{
    struct mask_ideals *d = &m->ideals;
    uint32_t value;
    *done = false;
    if (!masks_have_parts(m)) return ST_OK;
    *done = mask_ideals_find(m, state, question, &value);
    if (*done || !allowed) return ST_OK;
    enum status st = open_ranks(m, state, allowed);
    if (st == ST_OK && !d->failed && d->ranks->size && ideal_table_work(d->rule, d->ranks) <= allowed) {
        if (!d->tables[question].values)
            st = ideal_table_fill(d->rule, d->ranks, question, m->memo.budget, &d->tables[question]);
        *done = st == ST_OK && mask_ideals_find(m, state, question, &value);
    }
    if (st != ST_NO_MEMORY && st != ST_MEMORY_BUDGET && st != ST_STATE_BUDGET) return st;
    if (st == ST_STATE_BUDGET && budget_spent(m->memo.budget)) return st;
    d->failed = true;
    return ST_OK;
}

/* Tables that are filled stay. */
enum status mask_ideals_reached(struct masks *m, const struct ground_mask *state, double *states)
{
    struct mask_ideals *d = &m->ideals;
    enum status st = ST_OK;
    bool filled = false, same = d->rule && is_same(shape_of(&m->ground), &d->rule->start, state);
    *states = 0;
    for (size_t q = 0; q <= IDEAL_MISERE; q++) filled |= d->tables[q].values != NULL;
    if (!masks_have_parts(m) || (filled && !same)) return ST_OK;
    if (!same) st = number_states(m, state, ABOUT_STEPS, true);
    if (st == ST_OK && d->rule && d->rule->all && !d->failed) *states = (double)d->ranks->size;
    return st;
}

enum status mask_ideals_about(struct masks *m, const struct ground_mask *state, enum ideal_question question,
                              double *options)
{
    const struct mask_ideals *d = &m->ideals;
    uint32_t value;
    *options = 0;
    if (!masks_have_parts(m)) return ST_OK;
    if (mask_ideals_find(m, state, question, &value)) return *options = 1, ST_OK;
    enum status st = open_ranks(m, state, (uint64_t)ABOUT_STEPS * STEP_WORK);
    if (st != ST_OK || !mask_ideals_work(m)) return st;
    bool fits = budget_spares(m->memo.budget, ideal_table_bytes(d->rule, d->ranks)) == ST_OK;
    if (fits && budget_states_left(m->memo.budget) >= d->ranks->size) *options = (double)mask_ideals_work(m);
    return ST_OK;
}
