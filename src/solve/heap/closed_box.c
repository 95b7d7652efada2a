/* SPDX-License-Identifier: MIT */
#include "solve/heap/closed_box.h"
#include "play/options/store.h"
#include "proof/boxes/boxes.h"

double closed_box_options(const struct env *env, int game, const int64_t *high)
{
    double wide = 1, all;
    for (size_t i = 0; i < env->model->games[game].field_count; i++)
        wide += (double)high[i] - (double)env->traits->games[game].low[i];
    all = wide / 2;
    for (size_t i = 0; i < env->model->games[game].field_count; i++) all *= wide;
    return all;
}

enum status closed_box_kept(const struct env *env, int game, bool *kept)
{
    struct boxes b;
    if ((*kept = !env->model->games[game].invariant)) return ST_OK;
    enum status st = boxes_open(env->model, game, env->params, &b);
    *kept = st == ST_OK && boxes_keeps(&b);
    boxes_done(&b);
    return st;
}

enum status closed_box(const struct env *env, int game, const struct value_table *old, int64_t *high, bool *closed)
{
    struct boxes b;
    for (size_t i = 0; old && i < old->fields; i++)
        if (old->low[i] + old->extent[i] - 1 > high[i]) high[i] = old->low[i] + old->extent[i] - 1;
    enum status st = boxes_open(env->model, game, env->params, &b);
    b.legal = true; /* the machine leaves out what is no position */
    *closed = st == ST_OK && boxes_falls(&b) && boxes_close(&b, high);
    boxes_done(&b);
    return st;
}
