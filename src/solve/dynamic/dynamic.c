/* SPDX-License-Identifier: MIT */
/* Boxes of rules in which a number only says which moves are allowed (rule.h): SG values in kept tables, outcomes
 * a bit a position. That play does not leave the box is proved (proof/boxes), and so is the order of its fields;
 * the bound one goes last. */
#include <string.h>
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/private.h"
#include "solve/heap/closed_box.h"
#include "solve/heap/kept_rows.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/ranked/written.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 18)
#define SECONDS_A_BYTE 2e-9   /* of the table */
#define SECONDS_A_CHOICE 8e-9 /* and for each operator of its conditions: */
#define SECONDS_AN_OPERATOR 1e-9
#define SECONDS_A_WORD 1e-9 /* of a set of bound numbers, for each choice */
enum { ROWS_LOOKED_AT = 8 };

static const char by_dynamic; /* whose boxes of outcomes they are */

/* What was found of a game; in settings_arena. */
struct known {
    int game;
    struct dynamic_rule rule;
    size_t order[MODEL_MAX_FIELDS]; /* as tables have it: the bound field is the last */
    bool ordered;                   /* with all others in this order, options are in earlier rows */
};

/* ---- what is known of a game
 * ------------------------------------------------------------------------------------- */
static enum status find_order(const struct env *env, struct known *k)
{
    struct boxes b;
    size_t fields = env->model->games[k->game].field_count, order[MODEL_MAX_FIELDS], count = 0;
    enum status st = boxes_open(env->model, k->game, env->params, &b);
    k->ordered = st == ST_OK && boxes_order(&b, order);
    for (size_t i = 0; k->ordered && i < fields; i++)
        if (order[i] != k->rule.bound) k->order[count++] = order[i];
    k->order[count] = k->rule.bound;
    boxes_done(&b);
    return st;
}

static enum status get(const struct env *env, int game, struct known **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct written_rule *written;
    enum status st = written_rule(env, game, &written);
    if (st != ST_OK || (*out = written->found[WRITTEN_DYNAMIC])) return st;
    struct known *k = arena_alloc(arena, sizeof *k);
    if (!k) return ST_NO_MEMORY;
    k->game = game;
    st = dynamic_find(&written->unrolled, arena, &k->rule);
    if (st == ST_OK && k->rule.fine) st = find_order(env, k);
    if (st == ST_OK) written->found[WRITTEN_DYNAMIC] = *out = k;
    return st;
}

/* The ends of the least box that play does not leave, with `old` and `high` in it, or a smaller one beyond which the bound number makes no
 * difference (cap.h); of that, only the other numbers of `high` are in it, unless `all` are to be. */
static enum status find_ends(const struct env *env, const struct known *k, const struct value_table *old, bool all,
                             int64_t *high, bool *found)
{
    const int64_t *low = env->traits->games[k->game].low;
    size_t fields = env->model->games[k->game].field_count, bound = k->rule.bound;
    int64_t capped[MODEL_MAX_FIELDS], cap;
    struct boxes b;
    memcpy(capped, high, sizeof capped);
    if (!all) capped[bound] = low[bound];
    for (size_t i = 0; old && i < old->fields; i++) {
        int64_t last = old->low[i] + old->extent[i] - 1;
        if (last > high[i]) high[i] = last;
        if (last > capped[i]) capped[i] = last;
    }
    enum status st = boxes_open(env->model, k->game, env->params, &b);
    *found = st == ST_OK && boxes_close(&b, high);
    if (st == ST_OK && boxes_close_without(&b, bound, capped) && dynamic_cap(&k->rule, low, capped, &cap)) {
        if (cap > capped[bound]) capped[bound] = cap;
        if (!*found || capped[bound] < high[bound]) memcpy(high, capped, fields * sizeof *high);
        *found = true;
    }
    boxes_done(&b);
    return st;
}

/* Its strides are by k->order. False: it is too large. */
static bool make_box(const struct env *env, const struct known *k, const int64_t *high, struct value_table *box)
{
    const int64_t *low = env->traits->games[k->game].low;
    int64_t count = 1;
    *box = (struct value_table){.game = k->game, .fields = env->model->games[k->game].field_count};
    for (size_t i = box->fields; i-- > 0;) {
        size_t c = k->order[i];
        box->low[c] = low[c];
        box->stride[c] = count;
        if (__builtin_sub_overflow(high[c], low[c], &box->extent[c]) || box->extent[c] >= INT64_MAX / 64) return false;
        box->extent[c]++;
        if (__builtin_mul_overflow(count, box->extent[c], &count) || count >= INT64_MAX / 64) return false;
    }
    box->count = (uint64_t)count;
    return true;
}

/* ---- questions
 * -------------------------------------------------------------------------------------------------- */
static bool is_beyond(const struct value_table *box, size_t bound, const struct component *of)
{
    return of->cells[bound] - box->low[bound] >= box->extent[bound];
}

/* The component, its bound number no larger than the box has. NULL: no memory. */
static const int64_t *cells_within(const struct value_table *box, size_t bound, const struct component *of,
                                   struct arena *arena)
{
    if (!is_beyond(box, bound, of)) return of->cells;
    int64_t *cells = arena_array(arena, of->count, sizeof *cells);
    if (!cells) return NULL;
    memcpy(cells, of->cells, of->count * sizeof *cells);
    cells[bound] = box->low[bound] + box->extent[bound] - 1;
    return cells;
}

/* Positions whose bound number is beyond the box are asked about at its last one. NULL: no memory. */
static const struct ask *ask_within(const struct ask *q, const struct value_table *box, size_t bound,
                                    struct arena *arena)
{
    struct ask *within = arena_alloc(arena, sizeof *within);
    bool values = q->what == Q_VALUE, outcomes = q->what == Q_OUTCOME;
    struct component *components = arena_array(arena, q->count + 1, sizeof *components);
    struct position *positions = arena_array(arena, q->count + 1, sizeof *positions);
    if (!within || !components || !positions) return NULL;
    *within = *q;
    for (size_t i = 0; (values || outcomes) && i < q->count; i++) {
        components[i] = values ? q->components[i] : q->positions[i].components[0];
        components[i].cells = cells_within(box, bound, &components[i], arena);
        if (!components[i].cells) return NULL;
        if (outcomes) positions[i] = q->positions[i], positions[i].components = &components[i];
    }
    if (values) within->components = components;
    if (outcomes) within->positions = positions;
    return within;
}

/* ---- the offer
 * --------------------------------------------------------------------------------------------------- */
static double seconds_of(const struct known *k, const struct value_table *box, struct budget *budget, bool outcomes)
{
    struct dynamic_rows r = {.rule = &k->rule, .box = *box, .order = k->order, .budget = budget};
    double extent = (double)box->extent[k->rule.bound], rows = (double)box->count / extent, choices = 0, own = 0;
    double operators = (double)k->rule.operators / ((double)k->rule.move_count + 1);
    for (size_t i = 0; i < ROWS_LOOKED_AT; i++) choices += dynamic_choices(&r, i, ROWS_LOOKED_AT) / ROWS_LOOKED_AT;
    for (size_t i = 0; i < k->rule.move_count; i++)
        for (size_t c = 0; c < k->rule.moves[i].own.count; c++) own += !k->rule.moves[i].own.items[c].linear;
    double each = SECONDS_A_CHOICE + SECONDS_AN_OPERATOR * operators;
    double sets = SECONDS_A_WORD * extent / 64 + (own > 0 ? extent * SECONDS_AN_OPERATOR * operators : 0);
    double made = dynamic_bytes(&k->rule, box) * 8 * SECONDS_AN_OPERATOR;
    return rows * choices * (each + sets * (outcomes ? 0.02 : 1)) + made +
           (double)box->count * (outcomes ? 1 / 8.0 : 4) * SECONDS_A_BYTE;
}

struct offered {
    struct known *known;
    struct value_table box;
    bool by_limits;
    struct dynamic_asked asked;
};

static bool find_question(const struct env *env, const struct ask *q, int64_t *high, int *game)
{
    const char *reason;
    if (q->what == Q_OUTCOME) {
        *game = q->count && q->positions[0].count ? q->positions[0].components[0].game : -1;
        return losses_corner(env, q, high) && tables_boxed(env, *game, &reason);
    }
    *game = q->what == Q_VALUE ? q->components[0].game : q->game;
    return *game >= 0 && tables_askable(env, q) && tables_corner(env, q, high);
}

static bool is_kept(const struct env *env, const struct ask *q, int game, const struct value_table *box,
                    const int64_t *high)
{
    const struct losses_box *kept = losses_find(env, &by_dynamic, game, q->play == PLAY_MISERE);
    return q->what == Q_OUTCOME ? kept && losses_contains(&kept->box, box) : tables_covered(env, game, high);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    int game;
    bool found, outcomes = way->ask->what == Q_OUTCOME;
    (void)self;
    if (way->ask->what != Q_VALUE && way->ask->what != Q_BOX && !outcomes) return;
    if (!find_question(env, way->ask, high, &game) || env->model->games[game].field_count < 2) return;
    if (closed_box_options(env, game, high) < OPTIONS_LEAST && !env->terms.only) return;
    struct offered *o = way->kept = arena_alloc(planner->arena, sizeof *o);
    planner->status = o ? get(env, game, &o->known) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->because = "the results of its moves depend on every number of the state";
    if (!o->known->rule.fine || !o->known->ordered) return;
    o->asked = (struct dynamic_asked){.rule = &o->known->rule, .order = o->known->order};
    if (outcomes || way->ask->what == Q_VALUE)
        planner->status = dynamic_ask_limits(env, game, way->ask, high, &o->asked, &o->by_limits, &way->cost.seconds);
    if (o->by_limits) {
        way->can = true;
        way->because =
            o->asked.barred ? "positions that differ in one number are lost at all of them, at one or at none"
            : outcomes
                ? "positions that differ in one number are won from some number on, which is found for all together"
                : "values of positions that differ in one number rise with it, and are found for all together";
        way->cost.bytes = (double)o->asked.rows.count * sizeof(int64_t) * (way->ask->play == PLAY_MISERE ? 2 : 1);
    }
    if (planner->status != ST_OK || (o->by_limits && outcomes)) return;
    const struct value_table *table = &store_game(env->store, game)->table;
    const struct losses_box *losses = losses_find(env, &by_dynamic, game, way->ask->play == PLAY_MISERE);
    const struct value_table *old = outcomes                     ? (losses ? &losses->box : NULL)
                                    : value_table_is_kept(table) ? table
                                                                 : NULL;
    if (!o->by_limits) way->because = "no box is known that has all options of its positions";
    bool all = way->ask->what == Q_BOX || high[o->known->rule.bound] >= DYNAMIC_SMALL;
    planner->status = find_ends(env, o->known, old, all, high, &found);
    if (planner->status != ST_OK || !found || !make_box(env, o->known, high, &o->box) || o->by_limits) return;
    way->can = true;
    way->because = "every position of a box, all that differ in one number together";
    way->cost.seconds =
        is_kept(env, way->ask, game, &o->box, high) ? 1e-7 : seconds_of(o->known, &o->box, env->budget, outcomes);
    way->cost.bytes = (double)o->box.count * (outcomes ? 1 / 8.0 : 4) + dynamic_bytes(&o->known->rule, &o->box);
}

/* ---- the run
 * ----------------------------------------------------------------------------------------------------- */
/* Row by row, as what is kept has them (heap/kept_rows.h): values or outcomes. */
struct filling {
    struct dynamic_rows rows;
    struct value_table *table; /* its fields as those of the game */
    uint64_t filled;
};

static enum status fill_to(void *kernel, uint64_t to)
{
    struct filling *f = kernel;
    enum status st = ST_OK;
    uint64_t columns = (uint64_t)f->rows.box.extent[f->rows.rule->bound];
    while (st == ST_OK && f->filled < to && dynamic_next(&f->rows)) {
        st = budget_take_states(f->rows.budget, columns);
        if (st == ST_OK)
            st = f->table->losses ? dynamic_outcomes(&f->rows, f->table->losses, f->table->misere)
                                  : dynamic_values(&f->rows, f->table->values);
        if (st == ST_OK) f->filled += columns;
    }
    return st;
}

static enum status pass_to(void *kernel, uint64_t to)
{
    struct filling *f = kernel;
    f->filled = to;
    dynamic_stand(&f->rows, to);
    return ST_OK;
}

static void reset(void *kernel) { (void)pass_to(kernel, 0); }

static enum status fill_rows(struct env *env, const struct known *k, struct value_table *table, uint64_t *filled)
{
    struct filling f = {.table = table};
    struct row_kernel kernel = {.kernel = &f,
                                .columns = (uint64_t)table->extent[k->rule.bound],
                                .filled = &f.filled,
                                .fill = fill_to,
                                .pass = pass_to,
                                .reset = reset};
    struct value_table ordered = *table;
    for (size_t i = 0; i < table->fields; i++) {
        ordered.low[i] = table->low[k->order[i]];
        ordered.extent[i] = table->extent[k->order[i]];
        ordered.stride[i] = table->stride[k->order[i]];
    }
    const struct kept_rows of = {.env = env, .table = &ordered, .order = k->order};
    enum status st = dynamic_open(&f.rows, &k->rule, table, k->order, env->budget);
    budget_expect(env->budget, table->count);
    if (st == ST_OK) st = kept_rows_fill(&of, &kernel, table->count);
    dynamic_close(&f.rows);
    *filled = f.filled;
    return st;
}

static enum status answer_outcomes(struct env *env, const struct offered *o, const struct ask *q, struct arena *arena,
                                   struct result *result)
{
    bool misere = q->play == PLAY_MISERE;
    struct losses_box *b = losses_find(env, &by_dynamic, o->box.game, misere);
    enum status st = ST_OK;
    result->claim = "outcomes of every position of a box, all that differ in one number together";
    result->source = "";
    result->extent = "every position computed from all its options or from one that wins";
    if (!b || !losses_contains(&b->box, &o->box)) {
        st = losses_new(env, &o->box, misere, &b);
        uint64_t filled;
        if (st == ST_OK) st = fill_rows(env, o->known, &b->box, &filled);
        if (st == ST_OK) st = losses_keep(env, &by_dynamic, b);
        if (st != ST_OK) losses_drop(b);
    }
    return st == ST_OK ? losses_answer(b, q, NULL, arena, result) : st;
}

static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    (void)blocks;
    return fill_rows(env, context, &memory->table, &memory->filled);
}

static enum status answer_values(struct env *env, const struct offered *o, const struct ask *q, struct arena *arena,
                                 struct result *result)
{
    struct tables_filler by = {fill, o->known, o->known->order, TABLES_WIDE};
    int64_t high[MODEL_MAX_FIELDS];
    result->claim = "mex over all options, for every position of a box, all that differ in one number together";
    result->source = "Sprague 1935, Grundy 1939";
    for (size_t c = 0; c < o->box.fields; c++) high[c] = o->box.low[c] + o->box.extent[c] - 1;
    return tables_answer_by(env, q, high, &by, arena, result);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct offered *o = way->kept;
    if (o->by_limits) {
        enum status st = dynamic_answer_limits(env, &o->asked, way->ask, arena, result);
        if (st != ST_UNSUPPORTED || !o->box.count) return st;
    }
    const struct ask *within = ask_within(way->ask, &o->box, o->known->rule.bound, arena);
    if (!within) return ST_NO_MEMORY;
    return within->what == Q_OUTCOME ? answer_outcomes(env, o, within, arena, result)
                                     : answer_values(env, o, within, arena, result);
}

const struct solver solver_dynamic = {
    .name = "dynamic",
    .kind = "table",
    .summary = "SG values and outcomes of a box of positions of which one number only says which moves are allowed",
    .beyond = true,
    .offer = offer,
    .run = run,
};
