/* SPDX-License-Identifier: MIT */
/* A table of a box of positions: SG values by a plugin's formula or by the planner's choice for the whole box, else
 * outcomes position by position. Positions that violate the invariant are skipped. */
#include <inttypes.h>
#include <string.h>
#include "base/hash.h"
#include "answer/lists/private.h"
#include "answer/lists/starts.h"
#include "base/mem.h"
#include "trust/assumed.h"
#include "answer/confirm/confirm.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "answer/moves/wins.h"

enum { NUMBERS = 1024, CELLS_MOST = 1 << 28, BATCH = 4096, SPOTS = 50 };

static enum status set_box(struct drawing *d, int game)
{
    int64_t count = 1;
    d->box = (struct value_table){.game = game, .fields = d->axis_count};
    for (size_t i = d->axis_count; i-- > 0;) {
        int64_t extent;
        if (__builtin_sub_overflow(d->axes[i].high, d->axes[i].low, &extent) || extent == INT64_MAX)
            return ST_MEMORY_BUDGET;
        d->box.low[i] = d->axes[i].low;
        d->box.extent[i] = extent + 1;
        d->box.stride[i] = count;
        if (__builtin_mul_overflow(count, extent + 1, &count)) return ST_MEMORY_BUDGET;
    }
    d->box.count = (uint64_t)count;
    return ST_OK;
}

static enum status make_room(struct drawing *d)
{
    if (d->box.count > CELLS_MOST) return ST_MEMORY_BUDGET;
    enum status st =
        budget_fits(d->env->budget, d->box.count * (sizeof *d->values + sizeof *d->outcomes + sizeof *d->box.values));
    if (st != ST_OK) return st;
    d->values = mem_alloc_raw((size_t)d->box.count * sizeof *d->values);
    d->outcomes = mem_alloc_raw((size_t)d->box.count * sizeof *d->outcomes);
    return d->values && d->outcomes ? ST_OK : ST_NO_MEMORY;
}

void drawing_close(struct drawing *d)
{
    mem_free(d->values, d->values ? (size_t)d->box.count * sizeof *d->values : 0);
    mem_free(d->outcomes, d->outcomes ? (size_t)d->box.count * sizeof *d->outcomes : 0);
    used_free(&d->used);
}

void drawing_place(const struct drawing *d, uint64_t index, int64_t *cells)
{
    for (size_t i = 0; i < d->box.fields; i++) {
        cells[i] = d->box.low[i] + (int64_t)(index / (uint64_t)d->box.stride[i]);
        index %= (uint64_t)d->box.stride[i];
    }
}

/* The legal positions from `from` on, at most BATCH of them. */
struct legal {
    struct component components[BATCH];
    int64_t cells[BATCH][MODEL_MAX_FIELDS];
    uint64_t index[BATCH], next;
    size_t count;
};

static enum status next_legal(struct drawing *d, struct legal *l)
{
    enum status st = budget_check(d->env->budget);
    l->count = 0;
    for (; st == ST_OK && l->next < d->box.count && l->count < BATCH; l->next++) {
        bool legal;
        drawing_place(d, l->next, l->cells[l->count]);
        l->components[l->count] = (struct component){d->box.game, (uint32_t)d->box.fields, l->cells[l->count]};
        st = vm_legal(d->env->vm, &l->components[l->count], &legal);
        if (st != ST_OK || !legal) continue;
        l->index[l->count] = l->next;
        l->count++;
    }
    return st;
}

/* ---- SG values --------------------------------------------------------------------------------------------------- */
static enum status fill_by_plugin(struct drawing *d)
{
    struct legal *l = mem_alloc(sizeof *l);
    uint64_t *values = mem_alloc(BATCH * sizeof *values);
    enum status st = l && values ? ST_OK : ST_NO_MEMORY;
    while (st == ST_OK && l->next < d->box.count) {
        st = next_legal(d, l);
        if (st == ST_OK) st = values_of(d->env, l->components, l->count, values, &d->used);
        for (size_t i = 0; st == ST_OK && i < l->count; i++) d->values[l->index[i]] = values[i];
    }
    mem_free(l, l ? sizeof *l : 0);
    mem_free(values, values ? BATCH * sizeof *values : 0);
    return st;
}

/* Checks some rows: are the values the mex of the options'? *wrong: the plugin is disabled. */
static enum status spot_check(struct drawing *d, bool *wrong)
{
    uint64_t seed = d->env->seed;
    enum status st = ST_OK;
    *wrong = false;
    for (int i = 0; st == ST_OK && !*wrong && i < SPOTS; i++) {
        uint64_t index = i ? random_next(&seed) % d->box.count : d->box.count - 1;
        int64_t cells[MODEL_MAX_FIELDS];
        if (d->values[index] == UINT64_MAX) continue;
        drawing_place(d, index, cells);
        struct component one = {d->box.game, (uint32_t)d->box.fields, cells};
        struct position position = {&one, 1, NULL};
        struct wanted wanted = {.sg = true, .wins = true, .max_moves = 1};
        struct arena arena = {0};
        struct answer answer;
        struct query q;
        st = query_open(&q, d->env, &position, &wanted, &arena, &answer);
        if (st == ST_OK) st = query_value(&q);
        if (st == ST_OK) st = wins_list(&q);
        *wrong = q.wrong;
        query_close(&q);
        arena_free(&arena);
    }
    return st;
}

/* A box beside an invariant may have values where there is no position: whoever fills it knows that every move keeps it. */
static enum status leave_out(struct drawing *d)
{
    bool legal = true;
    enum status st = ST_OK;
    for (uint64_t i = 0; d->env->model->games[d->box.game].invariant && st == ST_OK && i < d->box.count; i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        struct component one = {d->box.game, (uint32_t)d->box.fields, cells};
        drawing_place(d, i, cells);
        if (i % BATCH == 0) st = budget_check(d->env->budget);
        if (st == ST_OK) st = vm_legal(d->env->vm, &one, &legal);
        if (!legal) d->values[i] = UINT64_MAX;
    }
    return st;
}

enum status drawing_by_plan(struct drawing *d)
{
    struct ask q = {.what = Q_BOX, .play = d->asked.play, .game = d->box.game, .box = &d->box};
    struct result result = {0};
    d->box.values = mem_alloc_raw((size_t)d->box.count * sizeof *d->box.values);
    if (!d->box.values) return ST_NO_MEMORY;
    enum status st = plan_answer(d->env, &q, d->arena, &result);
    for (uint64_t i = 0; st == ST_OK && i < d->box.count; i++)
        d->values[i] = d->box.values[i] == VALUE_NONE ? UINT64_MAX : d->box.values[i];
    if (st == ST_OK) st = leave_out(d);
    mem_free(d->box.values, (size_t)d->box.count * sizeof *d->box.values);
    if (st != ST_OK) return st;
    return used_grounds(&d->used, &result, d->arena);
}

enum status drawing_by_plugin(struct drawing *d, bool *answers)
{
    int64_t cells[MODEL_MAX_FIELDS] = {0};
    struct component sample = {d->box.game, (uint32_t)d->box.fields, cells};
    struct ask *ask = arena_alloc(d->arena, sizeof *ask);
    struct plan *plan;
    *answers = false;
    if (!ask) return ST_NO_MEMORY;
    drawing_place(d, d->box.count - 1, cells);
    *ask = (struct ask){.what = Q_VALUE, .components = &sample, .count = 1, .apart = true};
    enum status st = plan_closed(d->env, ask, d->arena, &plan);
    *answers = st == ST_OK && plan->chosen;
    return st;
}

static void forget_used(struct drawing *d)
{
    used_free(&d->used);
    d->used = (struct used){0};
}

/* If a plugin fails or is refuted meanwhile, everything is asked again without it. */
static enum status fill_values(struct drawing *d)
{
    bool closed = true, wrong = true;
    enum status st = plan_open(d->env);
    for (uint64_t i = 0; i < d->box.count; i++) d->values[i] = UINT64_MAX;
    for (bool again = true; st == ST_OK && again;) {
        size_t usable = host_usable(d->env->plugins);
        forget_used(d);
        st = drawing_by_plugin(d, &closed);
        if (st != ST_OK || !closed) break;
        st = fill_by_plugin(d);
        if (st == ST_OK) st = spot_check(d, &wrong);
        again = host_usable(d->env->plugins) < usable;
        if (st != ST_OK || (!wrong && !again)) return st;
    }
    forget_used(d);
    return st == ST_OK ? drawing_by_plan(d) : st;
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
enum status drawing_outcomes(struct drawing *d)
{
    struct legal *l = mem_alloc(sizeof *l);
    struct position *positions = mem_alloc(BATCH * sizeof *positions);
    enum outcome *outcomes = mem_alloc(BATCH * sizeof *outcomes);
    enum status st = l && positions && outcomes ? ST_OK : ST_NO_MEMORY;
    for (uint64_t i = 0; i < d->box.count; i++) d->outcomes[i] = OUTCOME_UNKNOWN;
    while (st == ST_OK && l->next < d->box.count) {
        st = next_legal(d, l);
        for (size_t i = 0; i < l->count; i++) positions[i] = (struct position){&l->components[i], 1, NULL};
        if (st == ST_OK) st = outcomes_of(d->env, positions, l->count, &d->asked, outcomes, NULL, &d->used);
        for (size_t i = 0; st == ST_OK && i < l->count; i++) d->outcomes[l->index[i]] = outcomes[i];
    }
    mem_free(l, l ? sizeof *l : 0);
    mem_free(positions, positions ? BATCH * sizeof *positions : 0);
    mem_free(outcomes, outcomes ? BATCH * sizeof *outcomes : 0);
    return st;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static const char *number(struct drawing *d, int64_t value)
{
    if (value < 0 || value >= NUMBERS) return arena_printf(d->arena, "%" PRId64, value);
    if (!d->numbers[value]) d->numbers[value] = arena_printf(d->arena, "%" PRId64, value);
    return d->numbers[value];
}

static bool is_row(const struct drawing *d, uint64_t i)
{
    return d->valued ? d->values[i] != UINT64_MAX : d->outcomes[i] != OUTCOME_UNKNOWN;
}

static enum status write_rows(struct drawing *d)
{
    struct table_answer *t = d->table;
    size_t at = 0;
    for (uint64_t i = 0; i < d->box.count; i++) t->row_count += is_row(d, i);
    t->cells = arena_array(d->arena, t->row_count * t->column_count + 1, sizeof *t->cells);
    if (!t->cells) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < d->box.count; i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        if (!is_row(d, i)) continue;
        drawing_place(d, i, cells);
        for (size_t f = 0; f < d->box.fields; f++) t->cells[at++] = number(d, cells[f]);
        if (t->has_sg) t->cells[at++] = number(d, (int64_t)d->values[i]);
        enum outcome outcome = d->valued ? (d->values[i] ? OUTCOME_N : OUTCOME_P) : d->outcomes[i];
        t->cells[at++] = outcome_word(outcome, d->asked.mover != 0);
    }
    for (size_t i = 0; i < at; i++)
        if (!t->cells[i]) return ST_NO_MEMORY;
    return ST_OK;
}

enum status drawing_columns(struct drawing *d)
{
    struct table_answer *t = d->table;
    t->has_sg = d->valued && !d->outcomes_only;
    t->with_mover = d->asked.mover != 0;
    const struct game *game = &d->env->model->games[d->box.game];
    t->columns = arena_array(d->arena, d->axis_count + 2, sizeof *t->columns);
    d->numbers = arena_array(d->arena, NUMBERS, sizeof *d->numbers);
    if (!t->columns || !d->numbers) return ST_NO_MEMORY;
    const struct field *fields = d->start ? game->starts[d->start - 1].fields : game->fields;
    for (size_t i = 0; i < d->axis_count; i++) t->columns[t->column_count++] = fields[i].name;
    if (t->has_sg) t->columns[t->column_count++] = "sg";
    t->columns[t->column_count++] = "outcome";
    return ST_OK;
}

static enum status say_assumed(struct drawing *d)
{
    struct table_answer *t = d->table;
    bool *games = arena_array(d->arena, d->env->model->game_count + 1, sizeof *games);
    struct text text = {0};
    if (!games) return ST_NO_MEMORY;
    games[d->box.game] = true;
    if (!d->plain) assumed_text(d->env, games, &text);
    else assumed_solves(d->env, games, ", and ", &text);
    const char *plain = d->plain ? "the same by a search without 'symmetric' and 'canon'" : "";
    if (text.length == 0 && !d->plain) return ST_OK;
    const char *assumed = print_keep(d->arena, &text), *between = *plain && assumed && *assumed ? "; " : "";
    if (!assumed) return ST_NO_MEMORY;
    if (*assumed) t->assumed = assumed;
    t->claim =
        arena_printf(d->arena, "%s%s%s%s%s", t->claim ? t->claim : "", t->claim ? "; " : "", plain, between, assumed);
    return t->claim ? ST_OK : ST_NO_MEMORY;
}

/* Who answered, and on what ground each. */
static enum status say_used(struct drawing *d)
{
    struct table_answer *t = d->table;
    const struct component any = {.game = d->box.game};
    size_t n = d->used.items.count;
    for (size_t i = 0; i < n; i++) {
        const struct grounds *u = &d->used.items.data[i];
        const char *claim = host_claim(d->env, &any, 1, u->name, u->claim, d->arena);
        if (!claim) return ST_NO_MEMORY;
        if (i == 0) t->solver = u->name, t->claim = claim;
        else t->solver = arena_printf(d->arena, "%s + %s", t->solver, u->name);
        if (i == 0 && n > 1) t->claim = arena_printf(d->arena, "%s: %s", u->name, claim);
        else if (i) t->claim = arena_printf(d->arena, "%s; %s: %s", t->claim, u->name, claim);
        if (!t->solver || !t->claim) return ST_NO_MEMORY;
    }
    return ST_OK;
}

enum status drawing_say(struct drawing *d)
{
    enum status st = say_used(d);
    return st == ST_OK ? say_assumed(d) : st;
}

enum status drawing_find(struct drawing *d)
{
    bool values = d->asked.play == PLAY_NORMAL && !d->asked.mover;
    enum status st = make_room(d);
    if (st == ST_OK && d->start) st = plan_open(d->env);
    if (st == ST_OK && d->start) st = values && !d->outcomes_only ? drawing_starts(d, true) : ST_UNSUPPORTED;
    else if (st == ST_OK) st = values ? fill_values(d) : ST_UNSUPPORTED;
    d->valued = st == ST_OK;
    if (st == ST_UNSUPPORTED && values && d->values_only) return st;
    if (st == ST_UNSUPPORTED) {
        forget_used(d);
        st = d->start ? drawing_starts(d, false) : drawing_outcomes(d);
    }
    if (st == ST_OK && !d->start) st = table_plain(d);
    return st == ST_OK ? drawing_columns(d) : st;
}

/* Would the last position have an outcome? Who asks for values has forgotten that the solver gives none, most often. */
static enum status has_outcome(struct drawing *d, bool *has)
{
    int64_t numbers[MODEL_MAX_FIELDS] = {0};
    struct component one = {d->box.game, (uint32_t)d->box.fields, numbers};
    struct position position = {&one, 1, NULL};
    struct ask q = {.what = Q_OUTCOME, .positions = &position, .count = 1};
    struct plan *plan;
    enum status st = ST_OK;
    *has = true;
    drawing_place(d, d->box.count - 1, numbers);
    if (d->start) st = starts_position(d->env, d->box.game, d->start - 1, numbers, d->arena, &position, has);
    else st = vm_legal(d->env->vm, &one, has);
    if (st == ST_OK && *has) st = plan_make(d->env, &q, d->arena, &plan);
    if (st == ST_OK && *has) *has = plan->chosen != NULL;
    return st;
}

static enum status refuse_values(struct drawing *d)
{
    bool has;
    enum status st = has_outcome(d, &has);
    if (st != ST_OK || !has) return st;
    diag(d->env->diags, D_SOLVER_CANNOT, d->env->model->games[d->box.game].span, d->env->terms.only,
         "it gives outcomes here and no SG values; --ask outcome shows those");
    return ST_UNSUPPORTED;
}

enum status drawing_refuse(struct drawing *d)
{
    if (d->values_only) {
        enum status said = refuse_values(d);
        if (said != ST_OK) return said;
    }
    struct ask q = {.what = Q_BOX, .play = d->asked.play, .mover = d->asked.mover, .game = d->box.game, .box = &d->box};
    struct plan *plan;
    enum status st = plan_make(d->env, &q, d->arena, &plan);
    return st == ST_OK ? plan_refuse(d->env, plan) : st;
}

enum status drawing_open(struct drawing *d, const struct axis *axes, size_t axis_count, const struct wanted *wanted,
                         int game)
{
    const struct game_traits *facts = &d->env->traits->games[game];
    d->axes = axes;
    d->axis_count = axis_count;
    d->outcomes_only = wanted->outcome && !wanted->sg;
    d->values_only = wanted->sg_alone && d->env->terms.only;
    *d->table = (struct table_answer){0};
    d->start = facts->scalars ? 0 : starts_find(&d->env->model->games[game], axis_count) + 1;
    if (!d->start && (!facts->scalars || axis_count != d->env->model->games[game].field_count)) return ST_USAGE;
    d->asked.play = wanted->play;
    if (facts->mover) d->asked.mover = wanted->mover == 2 ? 2 : 1;
    return set_box(d, game);
}

enum status tabulate(struct env *env, int game, const struct axis *axes, size_t axis_count, const struct wanted *wanted,
                     struct arena *arena, struct table_answer *table)
{
    struct drawing d = {.env = env, .arena = arena, .table = table};
    enum status st = drawing_open(&d, axes, axis_count, wanted, game);
    if (st != ST_OK) return st;
    st = drawing_find(&d);
    if (st == ST_OK) st = write_rows(&d);
    if (st == ST_OK) st = drawing_say(&d);
    drawing_close(&d);
    return st == ST_UNSUPPORTED ? drawing_refuse(&d) : st;
}
