/* SPDX-License-Identifier: MIT */
/* The solver: a heap that may be large, beside numbers that stay within a small box, which is proved (proof/boxes). */
#include <inttypes.h>
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "solve/heap/closed_box.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/recurrence/private.h"
#include "solve/solver.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 18)
#define SECONDS_AN_OPTION 2.5e-9
#define SECONDS_LEAST 5e-5 /* to find out what is steady */
/* Options that an offer looks at for a period: some, or a part of all, but no more than that many. */
#define WORK_TRIED (1 << 18)
#define WORK_PART 16
#define WORK_MOST (1 << 23)

struct offered {
    const struct choices_rule *rule;
    struct value_table box;
    size_t heap;
    int64_t highest; /* heap that is asked about; INT64_MAX where nobody else is asked */
};

static bool is_outcome(const struct ask *q) { return q->what == Q_OUTCOME; }

static const int64_t *cells_of(const struct ask *q, size_t i)
{
    return is_outcome(q) ? q->positions[i].components[0].cells : q->components[i].cells;
}

static uint64_t rows_tried(const struct recurrence *r, const struct recurrence_target *targets, size_t count)
{
    double last = 0, work = recurrence_work(r);
    for (size_t i = 0; i < count; i++) last = (double)targets[i].heap > last ? (double)targets[i].heap : last;
    double tried = last * work / WORK_PART;
    if (tried < WORK_TRIED) tried = WORK_TRIED;
    if (tried > WORK_MOST) tried = WORK_MOST;
    return (uint64_t)(tried / work) + 1;
}

/* Values of all that is asked about, in at most so many rows; 0: as many as an offer may try. */
static enum status answer(const struct offered *o, const struct ask *q, uint64_t most, struct budget *budget,
                          struct recurrence_target *targets, struct recurrence *r)
{
    enum status st = recurrence_open(r, o->rule, &o->box, o->heap, o->highest, budget);
    r->misere = is_outcome(q) && q->play == PLAY_MISERE;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        const int64_t *cells = cells_of(q, i);
        targets[i] = (struct recurrence_target){.heap = cells[o->heap], .state = recurrence_state(r, cells)};
    }
    if (most == 0 && st == ST_OK) most = rows_tried(r, targets, q->count);
    return st == ST_OK ? recurrence_find(r, targets, q->count, most, budget) : st;
}

/* The box of the numbers beside the heap, which is the largest one. */
static enum status find_box(const struct env *env, int game, const int64_t *corner, struct offered *o, bool *found)
{
    const int64_t *low = env->traits->games[game].low;
    int64_t high[MODEL_MAX_FIELDS];
    struct boxes b;
    o->heap = 0;
    o->box = (struct value_table){.game = game, .fields = env->model->games[game].field_count};
    for (size_t c = 0; c < o->box.fields; c++) {
        high[c] = corner[c];
        if (corner[c] > corner[o->heap]) o->heap = c;
    }
    *found = corner[o->heap] <= RECURRENCE_LARGE;
    if (!*found) return ST_OK;
    enum status st = boxes_open(env->model, game, env->params, &b);
    *found = st == ST_OK && boxes_close_without(&b, o->heap, high);
    boxes_done(&b);
    for (size_t c = 0; *found && c < o->box.fields; c++) {
        o->box.low[c] = low[c];
        if (c != o->heap) *found = high[c] >= low[c] && high[c] - low[c] < RECURRENCE_STATES;
        o->box.extent[c] = c == o->heap || !*found ? 1 : high[c] - low[c] + 1;
    }
    return st;
}

static bool find_question(const struct env *env, const struct ask *q, int64_t *high, int *game)
{
    const char *reason;
    if (is_outcome(q)) {
        *game = q->count && q->positions[0].count ? q->positions[0].components[0].game : -1;
        return !q->remoteness && losses_corner(env, q, high) && tables_boxed(env, *game, &reason);
    }
    *game = q->count ? q->components[0].game : -1;
    return *game >= 0 && tables_askable(env, q) && tables_corner(env, q, high);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    int game;
    bool found;
    (void)self;
    if ((q->what != Q_VALUE && !is_outcome(q)) || ask_is_big(q) || !find_question(env, q, high, &game)) return;
    if (env->model->games[game].field_count < 2) return;
    if ((closed_box_options(env, game, high) < OPTIONS_LEAST || planner_answers(planner, way, PLANNER_QUICK)) &&
        !env->terms.only)
        return;
    struct offered *o = way->kept = arena_alloc(planner->arena, sizeof *o);
    struct recurrence_target *targets = arena_array(planner->arena, q->count + 1, sizeof *targets);
    planner->status = o && targets ? choices_find(env, game, &o->rule) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->because = "its moves are not the same for all heaps from some number on";
    if (!o->rule->fine || o->rule->cells != env->model->games[game].field_count) return;
    planner->status = find_box(env, game, high, o, &found);
    if (planner->status != ST_OK || !found) return;
    struct recurrence r;
    o->highest = env->terms.only ? INT64_MAX : high[o->heap];
    enum status st = answer(o, q, 0, env->budget, targets, &r);
    bool steady = r.rows && r.period > 0 && (st == ST_OK || r.computed > 0);
    double rows = st == ST_OK ? (double)r.computed : (double)(high[o->heap] - r.box.low[o->heap]);
    if (steady) {
        way->cost.seconds = SECONDS_LEAST + rows * SECONDS_AN_OPTION * recurrence_work(&r);
        way->cost.bytes = (double)r.states * (double)(5 * r.reach + 4096);
        way->can = true;
        way->because = r.repeats ? "rows repeat, as those that moves lead back to do"
                                 : "row by row, of which as many are kept as moves lead back to";
    }
    recurrence_close(&r);
    if (st != ST_OK && st != ST_UNSUPPORTED) planner->status = st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct recurrence_target *targets = arena_array(arena, q->count + 1, sizeof *targets);
    struct recurrence r;
    if (!targets) return ST_NO_MEMORY;
    enum status st = answer(way->kept, q, UINT64_MAX, env->budget, targets, &r);
    result->positions = r.computed * r.states;
    result->source = "Golomb 1966";
    result->claim = r.misere ? "misere outcomes of all positions with the same heap, from rows before them"
                             : "mex over all options of all positions with the same heap, from rows before them";
    if (r.repeats)
        result->claim = arena_printf(arena, "%s, which repeat with period %" PRId64 " from %" PRId64, result->claim,
                                     r.repeats, r.from);
    result->extent = "every position computed from all its options";
    recurrence_close(&r);
    if (is_outcome(q)) result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    else result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (st == ST_OK && (!result->claim || (!result->outcomes && !result->values))) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        if (is_outcome(q)) result->outcomes[i] = targets[i].value ? OUTCOME_N : OUTCOME_P;
        else result->values[i] = targets[i].value;
    }
    return st;
}

const struct solver solver_recurrence = {
    .name = "recurrence",
    .kind = "table",
    .summary = "SG values and outcomes of a heap beside numbers of which there are few, by the rows that moves lead "
               "back to and their period",
    .beyond = true,
    .offer = offer,
    .run = run,
};
