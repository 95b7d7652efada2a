/* SPDX-License-Identifier: MIT */
/* Rows up to the one that is asked about are read off the rule; a period that is not proved is observed. */
#include "answer/answer.h"
#include "solve/heap/period.h"
#include "solve/rows/rows.h"

static enum status refuse(struct env *env, int game, const char *reason)
{
    diag(env->diags, D_NO_PERIOD, env->model->games[game].span, env->model->games[game].name, reason);
    return ST_UNSUPPORTED;
}

static enum status observe(const struct rows *rows, int64_t number, struct period *period)
{
    enum status st = ST_OK;
    if (rows->count) st = period_observe(rows->values + (uint64_t)number * rows->count, rows->count, period);
    period->to = rows->count ? rows->count - 1 : 0;
    return st;
}

enum status find_row_period(struct env *env, const struct row_wanted *wanted, struct arena *arena,
                            struct period *period, const char **premises)
{
    struct lanes lanes;
    struct rows rows = {0};
    struct arena scratch = {0};
    *period = (struct period){0};
    *premises = NULL;
    if (env->model->misere) return refuse(env, wanted->game, "in misere play there are no SG values");
    if (wanted->number >= LANES_ROWS) return refuse(env, wanted->game, "rows are read up to number 63");
    struct lanes_source source = {env->model, wanted->game, env->params, wanted->held, wanted->number + 1};
    enum status st = lanes_find(&source, &scratch, &lanes);
    if (st == ST_OK && lanes.reason) st = refuse(env, wanted->game, lanes.reason);
    if (st == ST_OK) st = rows_prove(&lanes, wanted->last, arena, &rows);
    if (st == ST_OK && rows.periods[wanted->number].found) {
        *period = rows.periods[wanted->number];
        *premises = rows.premises[wanted->number];
    } else if (st == ST_OK) {
        st = observe(&rows, wanted->number, period);
    }
    arena_free(&scratch);
    return st;
}
