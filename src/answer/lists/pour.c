/* SPDX-License-Identifier: MIT */
/* A table whose rows are not kept: the solver that fills the box hands its blocks on. Where values rest on a closed form, whose
 * answers are compared when all are there, on clauses that are compared with a second search, or are outcomes, the box
 * is found in memory first. */
#include <string.h>
#include "answer/lists/private.h"
#include "base/mem.h"
#include "play/options/traits.h"

enum { PIECE = 1 << 15 };

struct pouring {
    struct drawing *d;
    const struct table_sink *sink;
    uint64_t *piece; /* PIECE of them */
    uint64_t passed; /* rows that were given; a solver that takes the place of another begins again */
};

static uint64_t shown(const struct drawing *d, uint64_t value)
{
    if (value == NO_VALUE || !d->outcomes_only) return value;
    return value ? OUTCOME_N : OUTCOME_P;
}

static enum status pass(struct pouring *p, uint64_t from, size_t count, uint64_t times)
{
    for (; times && from < p->passed; times--, from += count) {
        uint64_t again = p->passed - from < count ? p->passed - from : count;
        struct table_rows rest = {p->passed, p->piece + again, count - (size_t)again, 1};
        enum status st = rest.count ? p->sink->take(p->sink->context, p->d->table, &rest) : ST_OK;
        if (st != ST_OK) return st;
        p->passed += rest.count;
    }
    if (!times) return ST_OK;
    struct table_rows rows = {from, p->piece, count, times};
    p->passed = from + count * times;
    return p->sink->take(p->sink->context, p->d->table, &rows);
}

/* One repetition, a piece at a time; *times is how often the only piece is found. */
static enum status pass_block(struct pouring *p, const struct box_block *block, uint64_t from, uint64_t times)
{
    enum status st = ST_OK;
    for (size_t at = 0; st == ST_OK && at < block->count;) {
        size_t count = block->count - at < PIECE ? block->count - at : PIECE;
        for (size_t i = 0; i < count; i++) {
            uint32_t value = block->values[at + i];
            p->piece[i] = shown(p->d, value == VALUE_NONE ? NO_VALUE : value);
        }
        st = budget_check(p->d->env->budget);
        if (st == ST_OK) st = pass(p, from + at, count, times);
        at += count;
    }
    return st;
}

static enum status take_block(void *context, const struct box_block *block)
{
    struct pouring *p = context;
    if (block->count <= PIECE) return pass_block(p, block, block->from, block->times);
    enum status st = ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < block->times; i++)
        st = pass_block(p, block, block->from + i * block->count, 1);
    return st;
}

/* Might a clause be used? Whether it is, and proved, shows only when something is asked. */
static bool has_clause(const struct drawing *d)
{
    const struct traits *traits = d->env->traits;
    bool has = false;
    for (size_t g = 0; g < traits->count && !has; g++)
        has = traits->reaches[(size_t)d->box.game * traits->count + g] && traits->games[g].has_clause;
    return has;
}

/* By the planner's choice for the box; ST_UNSUPPORTED, and nothing was given, if the box must be found in memory. */
static enum status pour_values(struct pouring *p)
{
    struct drawing *d = p->d;
    struct box_sink sink = {take_block, p};
    struct ask q = {.what = Q_BOX, .play = d->asked.play, .game = d->box.game, .box = &d->box, .sink = &sink};
    struct result result = {0};
    struct plan *plan = NULL;
    bool closed = false;
    bool some = d->env->model->games[d->box.game].invariant; /* values may stand where there is no position */
    if (d->start || d->asked.play != PLAY_NORMAL || d->asked.mover || some || has_clause(d)) return ST_UNSUPPORTED;
    enum status st = plan_open(d->env);
    if (st == ST_OK) st = drawing_by_plugin(d, &closed);
    if (st == ST_OK) st = plan_make(d->env, &q, d->arena, &plan);
    if (st != ST_OK) return st;
    if (closed && !(plan->chosen && strcmp(plan->chosen->by->kind, "periodic") == 0)) return ST_UNSUPPORTED;
    d->valued = true;
    st = drawing_columns(d);
    if (st == ST_OK) st = plan_run(d->env, plan, d->arena, &result);
    return st == ST_OK ? used_grounds(&d->used, &result, d->arena) : st;
}

static enum status pour_drawing(struct pouring *p)
{
    struct drawing *d = p->d;
    enum status st = ST_OK;
    for (uint64_t from = 0; st == ST_OK && from < d->box.count; from += PIECE) {
        size_t count = d->box.count - from < PIECE ? (size_t)(d->box.count - from) : PIECE;
        for (size_t i = 0; i < count; i++) {
            enum outcome outcome = d->outcomes[from + i];
            p->piece[i] = d->valued                    ? shown(d, d->values[from + i])
                          : outcome == OUTCOME_UNKNOWN ? NO_VALUE
                                                       : (uint64_t)outcome;
        }
        st = pass(p, from, count, 1);
    }
    return st;
}

static enum status pour(struct pouring *p)
{
    enum status st = pour_values(p);
    if (st == ST_UNSUPPORTED) {
        *p->d->table = (struct table_answer){0};
        st = drawing_find(p->d);
        if (st == ST_OK) st = pour_drawing(p);
    }
    return st == ST_OK ? drawing_say(p->d) : st;
}

enum status table_pour(struct env *env, int game, const struct axis *axes, size_t axis_count,
                       const struct wanted *wanted, struct arena *arena, const struct table_sink *sink,
                       struct table_answer *table)
{
    struct drawing d = {.env = env, .arena = arena, .table = table};
    struct pouring p = {.d = &d, .sink = sink};
    enum status st = drawing_open(&d, axes, axis_count, wanted, game);
    if (st != ST_OK) return st;
    p.piece = mem_alloc_raw(PIECE * sizeof *p.piece);
    st = p.piece ? pour(&p) : ST_NO_MEMORY;
    mem_free(p.piece, p.piece ? PIECE * sizeof *p.piece : 0);
    drawing_close(&d);
    return st == ST_UNSUPPORTED ? drawing_refuse(&d) : st;
}
