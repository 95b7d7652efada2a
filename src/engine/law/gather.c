/* SPDX-License-Identifier: MIT */
/* The values of a box of positions from 0 on. The box is doubled while that took little work; how much is counted, so that every
 * machine finds the same. */
#include <inttypes.h>
#include "engine/law/private.h"
#include "engine/open/position.h"

enum { LOOKS = 2000, START_LOOKS = 5000, START_POSITIONS = 200000, START_EXTENT = 2, EXTENT_MOST = 20480 };
/* Extents at first and at most, by the number of fields that are numbers. Of starts the first are the most. */
static const int64_t extents[][2] = {{1, 1}, {640, EXTENT_MOST}, {32, 256}, {12, 36}, {8, 16}, {6, 8}, {4, 6}};
enum { FIELDS_MOST = sizeof extents / sizeof *extents - 1 };

struct filling {
    struct law_values *values;
    uint64_t next;
    struct arena *arena;
};

static int64_t value_of(const struct table_answer *table, uint64_t value)
{
    if (value == NO_VALUE || value > INT64_MAX) return LAW_NONE;
    if (table->has_sg) return (int64_t)value;
    return value == OUTCOME_UNKNOWN ? LAW_NONE : value == OUTCOME_P;
}

static enum status take(void *context, const struct table_answer *table, const struct table_rows *rows)
{
    struct filling *f = context;
    struct law_values *v = f->values;
    v->has_sg = table->has_sg;
    v->with_mover = table->with_mover;
    for (uint64_t time = 0, at = rows->from; time < rows->times; time++)
        for (size_t i = 0; i < rows->count; i++, at++) {
            if (at >= v->count) return ST_OK;
            v->values[at] = value_of(table, rows->values[i]);
            v->holes |= v->values[at] == LAW_NONE;
        }
    return ST_OK;
}

/* Within so many looks, of a start within so many positions as well; 0: to the end. */
static enum status fill(struct law_work *work, const struct axis *axes, uint64_t looks, struct law_values *values)
{
    struct engine *engine = work->engine;
    *values = (struct law_values){.fields = work->field_count, .count = 1};
    for (size_t i = 0; i < values->fields; i++) {
        uint64_t extent = (uint64_t)axes[i].high - (uint64_t)axes[i].low + 1;
        values->axes[i] = axes[i];
        if (!extent || __builtin_mul_overflow(values->count, extent, &values->count)) return ST_MEMORY_BUDGET;
    }
    enum status st =
        values->count > SIZE_MAX / 64 ? ST_MEMORY_BUDGET : budget_fits(engine->env->budget, 32 * values->count);
    if (st != ST_OK) return st;
    if (!(values->values = arena_array(work->arena, values->count, sizeof *values->values))) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < values->count; i++) values->values[i] = LAW_NONE;
    struct wanted wanted = {.play = engine->model->misere ? PLAY_MISERE : PLAY_NORMAL, .sg = true, .outcome = true};
    wanted.mover = work->wanted->mover;
    struct terms terms = engine->env->terms;
    struct table_answer table = {0};
    struct filling filling = {.values = values, .arena = work->arena};
    struct table_sink sink = {take, &filling, NULL};
    struct env_view view;
    terms.looks = looks;
    terms.states = looks && work->fields != work->game->fields ? START_POSITIONS : 0;
    env_view_open(&view, engine->env, &terms);
    st = table_pour(&view.env, engine->model->main_game, axes, values->fields, &wanted, work->arena, &sink, &table);
    env_view_close(&view);
    return st;
}

static void set_axes(const struct law_work *work, int64_t extent, struct axis *axes)
{
    for (size_t i = 0; i < work->field_count; i++) {
        bool truth = work->fields[i].kind == FIELD_BOOL;
        axes[i] = (struct axis){0, truth ? 1 : extent - 1};
    }
}

/* What a table is of. Else the words of `table`. */
static enum status accept(struct law_work *work)
{
    struct axis none;
    work->fields = engine_axis_fields(work->engine, work->wanted->axis_count, &work->field_count);
    return work->fields ? ST_OK : engine_axes(work->engine, NULL, 0, &none);
}

/* A row or board that is a little larger may take many times as long; what is known of smaller ones is kept. */
static int64_t larger(int64_t extent, bool start, size_t numbers)
{
    if (!start) return 2 * extent;
    return extent + (numbers == 1 ? (extent + 3) / 4 : 1);
}

enum status law_gather(struct law_work *work)
{
    struct axis axes[MODEL_MAX_FIELDS];
    struct law_values more;
    size_t numbers = 0;
    enum status st = accept(work);
    if (st != ST_OK) return st;
    if (work->wanted->axes) return fill(work, work->wanted->axes, 0, &work->values);
    for (size_t i = 0; i < work->field_count; i++) numbers += work->fields[i].kind != FIELD_BOOL;
    if (work->wanted->to) {
        set_axes(work, (int64_t)work->wanted->to + 1, axes);
        return fill(work, axes, 0, &work->values);
    }
    if (numbers > FIELDS_MOST) return ST_STATE_BUDGET;
    bool start = work->fields != work->game->fields;
    int64_t extent = start ? START_EXTENT : extents[numbers][0], most = extents[numbers][!start];
    uint64_t looks = start ? START_LOOKS : LOOKS;
    set_axes(work, extent, axes);
    st = fill(work, axes, start ? looks : 0, &work->values);
    while (st == ST_OK && extent < most) {
        extent = larger(extent, start, numbers);
        if (extent > most) extent = most;
        set_axes(work, extent, axes);
        enum status grown = fill(work, axes, looks, &more);
        if (grown == ST_STATE_BUDGET) break;
        if (grown != ST_OK) return grown;
        work->values = more;
    }
    return st;
}
