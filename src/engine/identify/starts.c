/* SPDX-License-Identifier: MIT */
/* Each position is asked about by itself, without a word where that fails. */
#include "engine/identify/starts.h"
#include "answer/lists/starts.h"
#include "plan/open_env.h"
#include "plan/plan.h"
#include "solve/heap/period.h"

/* *known: it is within 32 bits. */
static enum status value_of(struct env *env, const struct position *p, struct arena *arena, uint32_t *value,
                            bool *known)
{
    struct ask ask = {.what = Q_VALUE, .components = p->components, .count = p->count};
    struct result result = {0};
    int64_t sum = 0;
    enum status st = plan_answer(env, &ask, arena, &result);
    const struct integer *total = integer_from(arena, 0);
    if (st == ST_OK && !total) st = ST_NO_MEMORY;
    for (size_t c = 0; st == ST_OK && c < p->count; c++) {
        const struct integer *one = result_number(arena, &result, c);
        if (!one || !(total = integer_xor(arena, total, one))) st = ST_NO_MEMORY;
    }
    *known = st == ST_OK && integer_fits(total, &sum) && sum >= 0 && sum < UINT32_MAX;
    *value = (uint32_t)sum;
    return st == ST_NO_MEMORY || st == ST_INTERRUPTED ? st : ST_OK;
}

static enum status fill(struct env *env, int game, int start, struct arena *arena, uint32_t *values,
                        struct start_values *out)
{
    enum status st = ST_OK;
    for (int64_t n = 0; st == ST_OK && out->count < START_MOST; n++) {
        struct position p;
        bool there, known = false;
        st = starts_position(env, game, start, &n, arena, &p, &there);
        if (st == ST_OK && !there && !out->count && n < START_FIRST) continue;
        if (st == ST_OK && there) st = value_of(env, &p, arena, &values[out->count], &known);
        if (st != ST_OK || !known) break;
        if (!out->count) out->from = n;
        out->count++;
    }
    return st;
}

enum status identify_starts(struct engine *engine, uint64_t looks, struct arena *arena, struct start_values *out)
{
    int game = engine->model->main_game, start;
    struct env_view bounded, quiet;
    struct terms terms = engine->env->terms;
    *out = (struct start_values){0};
    if (game < 0 || (start = starts_find(&engine->model->games[game], 1)) < 0) return ST_OK;
    const struct game *g = &engine->model->games[game];
    uint32_t *values = arena_array(arena, START_MOST, sizeof *values);
    out->word = arena_printf(arena, "%s(%s)", g->name, g->starts[start].fields[0].name);
    if (!values || !out->word) return ST_NO_MEMORY;
    out->values = values;
    terms.looks = looks;
    env_view_open(&bounded, engine->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    enum status st = fill(&quiet.env, game, start, arena, values, out);
    env_view_close(&quiet);
    env_view_close(&bounded);
    if (st == ST_OK) st = budget_check(engine->options.budget);
    if (st == ST_OK && out->count) st = period_observe(values, out->count, &out->period);
    return st;
}
