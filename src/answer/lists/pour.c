/* SPDX-License-Identifier: MIT */
/* A table whose rows are not kept: the solver that fills the box hands its blocks on. Where values rest on a closed form, whose
 * answers are compared when all are there, or on clauses that are compared with a second search, the box is found in memory first; so it is
 * of outcomes, unless a box of these is kept as bits, which are handed on. */
#include <string.h>
#include "answer/lists/private.h"
#include "base/mem.h"
#include "play/options/traits.h"
#include "proof/normal/may_fail.h"

enum { PIECE = 1 << 15, FEW = 4096 };

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

/* ---- outcomes as they are kept ------------------------------------------------------------------------------------ */
/* Is every position of the table in that box? */
static bool has_all(const struct lost_box *lost, const struct value_table *table)
{
    bool all = lost->box->fields == table->fields;
    for (size_t k = 0; all && k < table->fields; k++) {
        size_t c = lost->order[k];
        int64_t first = table->low[c] - lost->box->low[k];
        all = first >= 0 && first + table->extent[c] <= lost->box->extent[k];
    }
    return all;
}

/* `count` bits from bit `at` on, each `stride` behind the one before. */
static void copy_bits(const uint64_t *bits, uint64_t at, uint64_t stride, size_t count, uint64_t *out)
{
    for (size_t i = 0; i < count; i += 64) {
        size_t some = count - i < 64 ? count - i : 64;
        uint64_t first = at + i * stride, word = 0;
        if (stride == 1) {
            size_t by = first % 64;
            word = bits[first / 64] >> by | (by && by + some > 64 ? bits[first / 64 + 1] << (64 - by) : 0);
        } else {
            for (size_t k = 0; k < some; k++, first += stride) word |= (bits[first / 64] >> first % 64 & 1) << k;
        }
        out[i / 64] = word;
    }
}

/* Rows along the last field, a piece at a time. */
static enum status pass_lost(struct pouring *p, const struct lost_box *lost)
{
    const struct value_table *table = &p->d->box;
    uint64_t bits[PIECE / 64], stride = 1;
    enum status st = ST_OK;
    for (size_t k = 0; k < table->fields; k++)
        if (lost->order[k] == table->fields - 1) stride = (uint64_t)lost->box->stride[k];
    for (uint64_t from = 0; st == ST_OK && from < table->count;) {
        int64_t cells[MODEL_MAX_FIELDS], left;
        uint64_t at = 0;
        drawing_place(p->d, from, cells);
        for (size_t k = 0; k < table->fields; k++)
            at += (uint64_t)(cells[lost->order[k]] - lost->box->low[k]) * (uint64_t)lost->box->stride[k];
        left = table->low[table->fields - 1] + table->extent[table->fields - 1] - cells[table->fields - 1];
        size_t count = left < PIECE ? (size_t)left : PIECE;
        copy_bits(lost->box->losses, at, stride, count, bits);
        for (size_t i = 0; !p->sink->take_lost && i < count; i++)
            p->piece[i] = bits[i / 64] >> i % 64 & 1 ? OUTCOME_P : OUTCOME_N;
        st = budget_check(p->d->env->budget);
        if (st == ST_OK)
            st = p->sink->take_lost ? p->sink->take_lost(p->sink->context, p->d->table, from, bits, count)
                                    : pass(p, from, count, 1);
        from += count;
    }
    return st;
}

/* Those that fill a box of bits, some of them in some games alone. */
static const struct solver *const fillers[] = {&solver_lines, &solver_dynamic, &solver_vectors, &solver_table};
enum { FILLERS = sizeof fillers / sizeof *fillers };

/* A table stops at the first option that wins, so it may give an outcome to a position where the rule fails, as values do not. */
static bool may_ask(const struct drawing *d, const struct solver *filler)
{
    const struct normal_source rule = {.model = d->env->model, .game = d->box.game, .params = d->env->params};
    return filler != &solver_table || d->asked.play != PLAY_NORMAL || !normal_may_fail(&rule);
}

/* The outcome of the greatest position by the cheapest of these that takes less than so many seconds and leaves a box with the whole table:
 * result->lost; NULL: there is none. */
static enum status fill_lost(struct drawing *d, const struct ask *q, double seconds, struct result *result)
{
    struct plan *plans[FILLERS] = {NULL};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < FILLERS; i++)
        if (may_ask(d, fillers[i])) st = plan_by(d->env, q, fillers[i], d->arena, &plans[i]);
    while (st == ST_OK) {
        size_t best = FILLERS;
        for (size_t i = 0; i < FILLERS; i++) {
            double least = best < FILLERS ? plans[best]->chosen->cost.seconds : seconds;
            if (plans[i] && plans[i]->chosen && plans[i]->chosen->cost.seconds < least) best = i;
        }
        *result = (struct result){0};
        if (best == FILLERS) return ST_OK;
        st = plan_run_else(d->env, plans[best], d->arena, result);
        if (st == ST_OK && result->lost && has_all(result->lost, &d->box)) return ST_OK;
        if (st == ST_UNSUPPORTED) st = ST_OK;
        plans[best] = NULL;
    }
    return st;
}

/* The question about the greatest position. */
struct corner {
    int64_t cells[MODEL_MAX_FIELDS];
    struct component component;
    struct position position;
    struct ask ask;
};

static const struct ask *corner_of(const struct drawing *d, struct corner *c)
{
    drawing_place(d, d->box.count - 1, c->cells);
    c->component = (struct component){d->box.game, (uint32_t)d->box.fields, c->cells};
    c->position = (struct position){&c->component, 1, NULL};
    c->ask = (struct ask){.what = Q_OUTCOME, .play = d->asked.play, .positions = &c->position, .count = 1};
    return &c->ask;
}

/* Outcomes alone are wanted, and a box of them takes less than values do: so many seconds. *done false: nothing was given. */
static enum status pour_lost(struct pouring *p, double seconds, bool *done)
{
    struct drawing *d = p->d;
    struct corner corner;
    struct result result;
    enum status st = fill_lost(d, corner_of(d, &corner), seconds, &result);
    *done = st == ST_OK && result.lost;
    if (!*done) return st;
    st = drawing_columns(d);
    if (st == ST_OK) st = pass_lost(p, result.lost);
    return st == ST_OK ? used_grounds(&d->used, &result, d->arena) : st;
}

/* In misere play there are no values; where a closed form has outcomes, they are compared when all are there. */
static enum status pour_misere(struct pouring *p)
{
    struct drawing *d = p->d;
    struct corner corner;
    struct plan *plan;
    bool done = false;
    if (d->box.count <= FEW) return ST_UNSUPPORTED; /* these are asked about all at once */
    enum status st = plan_closed(d->env, corner_of(d, &corner), d->arena, &plan);
    if (st == ST_OK && !plan->chosen) st = pour_lost(p, 1e30, &done);
    return st == ST_OK && !done ? ST_UNSUPPORTED : st;
}

/* By the planner's choice for the box; ST_UNSUPPORTED, and nothing was given, if the box must be found in memory. */
static enum status pour_found(struct pouring *p)
{
    struct drawing *d = p->d;
    struct box_sink sink = {take_block, p};
    struct ask q = {.what = Q_BOX, .play = d->asked.play, .game = d->box.game, .box = &d->box, .sink = &sink};
    struct result result = {0};
    struct plan *plan = NULL;
    bool closed = false, done = false;
    bool some = d->env->model->games[d->box.game].invariant; /* values may stand where there is no position */
    if (d->start || d->asked.mover || some || has_clause(d)) return ST_UNSUPPORTED;
    enum status st = plan_open(d->env);
    if (st == ST_OK && d->asked.play != PLAY_NORMAL) return pour_misere(p);
    if (st == ST_OK) st = drawing_by_plugin(d, &closed);
    if (st == ST_OK) st = plan_make(d->env, &q, d->arena, &plan);
    bool periodic = st == ST_OK && plan->chosen && strcmp(plan->chosen->by->kind, "periodic") == 0;
    if (st == ST_OK && d->outcomes_only && !closed && !periodic)
        st = pour_lost(p, plan->chosen ? plan->chosen->cost.seconds : 1e30, &done);
    if (st != ST_OK || done) return st;
    if (closed && !periodic) return ST_UNSUPPORTED;
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
    enum status st = pour_found(p);
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
