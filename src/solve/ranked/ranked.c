/* SPDX-License-Identifier: MIT */
/* Values of all states that play from the given ones may reach, numbered without gaps (shapes.h). */
#include "base/mem.h"
#include "model/expr.h"
#include "solve/heap/blocks.h"
#include "solve/ranked/fill.h"
#include "solve/ranked/marks.h"
#include "solve/ranked/outcomes.h"
#include "solve/ranked/passing.h"
#include "solve/ranked/shapes.h"

enum { STARTS_MOST = 4096, HEAPS_MOST = 1 << 15, FEW_STATES = 3000, BOARD_VALUES = 4, TWO_VALUES = 2 };
#define HEAP_SECONDS 0.02     /* a sequence that takes less is not worth a rule that is written out */
enum { HEAP_MOST = 1 << 17 }; /* bits of all takes, for each heap, are the square of that by 64 words */

/* ---- offer ------------------------------------------------------------------------------------------------------- */
/* About how many states there are with no greater sum: the small ones are searched. */
static bool is_small(const struct env *env, const struct component *c)
{
    int64_t cells[TERM_CELLS];
    size_t count;
    double sum = 0, ways = 1;
    if (!unroll_cells(env, c, cells, &count)) return true;
    for (size_t i = 0; i < count; i++) sum += cells[i] > 0 ? (double)cells[i] : 0;
    for (size_t i = 0; i < count; i++) ways *= (sum + (double)i + 1) / ((double)i + 1);
    return ways < FEW_STATES;
}

/* To number states takes so long for each number that a sum may be, and each cell. */
#define SECONDS_NUMBERED 2.5e-8

double ranked_offer_seconds(const struct env *env, const struct ask *q)
{
    double seconds = PLANNER_QUICK;
    for (size_t i = 0; i < q->count; i++) {
        int64_t cells[TERM_CELLS];
        size_t count;
        double sum = 0;
        if (!unroll_cells(env, &q->components[i], cells, &count)) continue;
        for (size_t c = 0; c < count; c++) sum += cells[c] > 0 ? (double)cells[c] : 0;
        if (sum * (double)count * SECONDS_NUMBERED > seconds) seconds = sum * (double)count * SECONDS_NUMBERED;
    }
    return seconds;
}

/* ---- what is a board ----------------------------------------------------------------------------------------------- */
static bool is_cell(const struct expr *e) { return e->kind == EXPR_INDEX && e->kids[0]->type == TYPE_GRID; }

/* Is it reckoned from what a cell holds, outside of folds? */
static bool reads_cell(const struct expr *e)
{
    if (is_cell(e)) return true;
    if (!expr_operates(e->kind) && e->kind != EXPR_CALL) return false;
    bool reads = false;
    for (size_t i = 0; i < e->count && !reads; i++) reads = e->kids[i] && reads_cell(e->kids[i]);
    return reads;
}

/* Is a cell a number to it, with an order: more or less than what is no constant, or the lesser or the greater of two? To ask
 * `g[i, j] > 0` is to ask which colour it is. */
static bool orders_cells(void *context, const struct expr *e)
{
    (void)context;
    if (e->kind == EXPR_CALL && (e->index == BUILTIN_MIN || e->index == BUILTIN_MAX)) return reads_cell(e);
    if (e->kind != EXPR_LT && e->kind != EXPR_LE && e->kind != EXPR_GT && e->kind != EXPR_GE) return false;
    const struct expr *a = e->kids[0], *b = e->kids[1];
    if ((is_cell(a) && b->kind == EXPR_INT) || (is_cell(b) && a->kind == EXPR_INT)) return false;
    return reads_cell(a) || reads_cell(b);
}

static bool is_grid_cell(void *context, const struct expr *e)
{
    (void)context;
    return is_cell(e);
}

/* Do moves take what the cells of a grid hold as numbers: heights, or how many lie there? */
static bool counts_cells(const struct game *g)
{
    bool counts = false;
    for (size_t i = 0; i < g->move_count && !counts; i++) {
        const struct move *m = &g->moves[i];
        for (size_t k = 0; k < m->gen_count && !counts; k++)
            counts = domain_any(&m->gens[k].domain, is_grid_cell, NULL);
        for (size_t k = 0; k < m->condition_count && !counts; k++)
            counts = expr_any(m->conditions[k], orders_cells, NULL);
        counts = counts || expr_any(m->result, orders_cells, NULL);
    }
    return counts;
}

/* A board of few values, which is searched as one: to write its moves out takes longer than that. Numbers are another thing: how low
 * the towers of a board are is no reason to take them for stones of some colours. */
static bool is_board(const struct env *env, const struct component *c, const int64_t *cells, size_t count)
{
    bool grid = false, two = true;
    if (c->game < 0) return false;
    const struct game *g = &env->model->games[c->game];
    for (size_t f = 0; f < g->field_count; f++) grid |= g->fields[f].kind == FIELD_GRID;
    for (size_t i = 0; i < count; i++) {
        grid = grid && cells[i] < BOARD_VALUES;
        two = two && cells[i] < TWO_VALUES;
    }
    return grid && (two || !counts_cells(g));
}

/* The ask about the greatest corner of a box, from which all of its positions can be numbered; any other ask as it is. */
struct corner {
    struct ask ask;
    struct component component;
    int64_t cells[MODEL_MAX_FIELDS];
};

static const struct ask *asked_about(const struct ask *q, struct corner *c)
{
    if (q->what != Q_BOX) return q;
    for (size_t f = 0; f < q->box->fields; f++) c->cells[f] = q->box->low[f] + q->box->extent[f] - 1;
    c->component = (struct component){q->game, (uint32_t)q->box->fields, c->cells};
    c->ask = (struct ask){.what = Q_BOX, .play = q->play, .components = &c->component, .count = 1};
    return &c->ask;
}

static bool is_one_heap(const struct env *env, int game) { return game >= 0 && env->traits->games[game].one_heap; }

_Static_assert(TERM_CELLS == 56, "so many numbers are spoken of below");
const char *ranked_unsuitable(const struct env *env, const struct ask *q)
{
    struct game_traits all = {0};
    bool heap = q->count > 0 && is_one_heap(env, q->components[0].game); /* whose options are all asked about at once */
    if (q->count == 0 || q->count > (heap ? HEAPS_MOST : STARTS_MOST)) return "there are too many positions at a time";
    traits_join(env->traits, q->components, q->count, &all);
    if (all.mover) return "the mover matters, so there are no SG values";
    if (all.loopy) return "the game is loopy: play may go on for ever";
    bool small = true,
         board = true; /* all of them: one of less beside others, as options are, is numbered with these */
    for (size_t i = 0; i < q->count; i++) {
        int64_t cells[TERM_CELLS];
        size_t n;
        if (!unroll_cells(env, &q->components[i], cells, &n))
            return "a state is not made of at most 56 numbers, or cells of rows, bags and grids";
        board &= is_board(env, &q->components[i], cells, n);
        small &= is_small(env, &q->components[i]);
    }
    if (board && !env->terms.only) return "a grid of few values is a board";
    return small && !env->terms.only ? "few positions can be reached" : NULL;
}

static const char *unsuitable(const struct env *env, const struct ask *q)
{
    if (q->what != Q_VALUE && q->what != Q_BOX) return "it gives SG values and outcomes of positions only";
    if (q->play == PLAY_MISERE) return "SG values belong to normal play";
    return ranked_unsuitable(env, q);
}

/* A box in which no two cells can change places is not smaller than its table; there is a gain where options are found as bits
 * (sieve.h). */
static const char *no_gain(const struct env *env, const struct ranked *t, const struct shapes_counted *c)
{
    const struct ranks *r = &c->ranks;
    bool plain = t->shape.game >= 0 && !shots_sift(&c->shots);
    for (size_t i = 0; i < r->unit_count; i++) plain &= r->units[i].kind == UNIT_SINGLE;
    return plain && env->traits->games[t->shape.game].scalars && !env->terms.only ? SHAPES_NO_GAIN : NULL;
}

/* *large: one is too large for bits of all that may be taken. */
static bool has_heap(const struct env *env, const struct ask *q, bool *large)
{
    bool any = false;
    *large = false;
    for (size_t i = 0; i < q->count; i++) {
        const struct component *c = &q->components[i];
        bool heap = is_one_heap(env, c->game);
        any |= heap;
        *large |= heap && c->cells[0] > HEAP_MOST;
    }
    return any;
}

/* Adds what filling costs. */
static void add_filling(const struct env *env, const struct shapes_counted *c, struct way *way)
{
    const struct shots *shots = &c->shots;
    struct fill_count count = c->count;
    uint64_t bytes = passing_room(&shots->paths, shots->ranks->size, env->budget);
    double states = (double)shots->ranks->size, each = 6e-8;
    double option = marks_kinds() > MARKS_PRESSED ? 8e-10 : 1.5e-9;
    if (bytes) count = fill_estimate(shots, true, env->seed);
    if (bytes) each += 4e-9 * (double)(shots->paths.trail_count + shots->paths.jump_count);
    way->cost.seconds += states * (each + count.rays * 3e-8 + count.beams * 1e-8 + count.options * option +
                                   count.tests * 2e-8 + count.cuts * 1.5e-8 + count.signs * 3e-9 + count.words * 2e-9 +
                                   count.bends * 1e-9 + count.singles * 1.5e-8 + count.walks * 3e-9);
    way->cost.bytes += states * sizeof(uint16_t) + (double)bytes + (1 << 18);
}

/* What the components of one shape cost, added to the way. */
static const char *add_cost(const struct env *env, const struct ask *q, size_t i, struct arena *arena, struct way *way,
                            enum status *st)
{
    struct shapes_counted c;
    const char *why = shapes_estimate(env, q, i, SHAPES_VALUES, arena, &c, st);
    if (why || c.batch.covered) return why;
    why = no_gain(env, c.batch.table, &c);
    if (!why && q->what == Q_BOX && ranks_exact(&c.ranks)) why = "only positions of one sum would be numbered";
    add_filling(env, &c, way);
    if (!is_one_heap(env, q->components[i].game)) shapes_known(&c, c.count.options + c.count.tests + c.count.signs);
    return why ? why : c.count.reason;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (way->ask->what == Q_OUTCOME) return ranked_outcomes_offer(env, planner, way);
    struct corner corner;
    const struct ask *q = asked_about(way->ask, &corner);
    struct arena scratch = {0};
    enum status st = ST_OK;
    const char *why = unsuitable(env, q);
    bool large = false, heap = !why && has_heap(env, q, &large);
    if (large && !env->terms.only) why = "a single heap has a sequence instead";
    double seconds = heap ? HEAP_SECONDS : ranked_offer_seconds(env, q);
    if (!why && planner_answers(planner, way, seconds)) why = PLANNER_QUICKER;
    if (why && env->terms.only) way->because = why; /* else not worth mentioning: most asks are none for it */
    if (why) return;
    way->cost.seconds = 1e-6 * (double)q->count;
    for (size_t i = 0; i < q->count && !way->because; i++)
        if (shapes_first(env, q, i)) way->because = add_cost(env, q, i, &scratch, way, &st);
    if (way->ask->what == Q_BOX) way->cost.seconds += 5e-8 * (double)way->ask->box->count;
    arena_free(&scratch);
    if (st != ST_OK) planner->status = st;
    way->can = !way->because;
    if (way->because == shapes_many) way->lacks = ST_STATE_BUDGET;
    if (way->can) way->because = "every position that can be reached, numbered without gaps";
}

/* ---- run --------------------------------------------------------------------------------------------------------- */
static enum status fill(struct env *env, struct ranked *t)
{
    struct fill_done done = {0};
    enum status st = budget_fits(env->budget, t->ranks.size * sizeof *t->values);
    if (st != ST_OK) return st;
    t->values = mem_alloc_raw(t->ranks.size * sizeof *t->values);
    if (!t->values) return ST_NO_MEMORY;
    st = fill_values(&t->shots, env, &(struct kept_name){shapes_words, t}, t->values, &done);
    t->failed = done.reason;
    return st;
}

static enum status cover(struct env *env, const struct ask *q, size_t i, struct arena *arena)
{
    return shapes_cover(env, q, i, SHAPES_VALUES, arena, fill);
}

/* Every position of the box in turn. */
static enum status give_box(const struct ranked *t, const struct ask *q)
{
    const struct value_table *box = q->box;
    int64_t cells[TERM_CELLS];
    struct blocks blocks;
    enum status st = blocks_open(&blocks, q);
    for (size_t f = 0; f < box->fields; f++) cells[f] = box->low[f];
    for (uint64_t i = 0; i < box->count && st == ST_OK; i++) {
        uint32_t number, value = VALUE_NONE;
        if (ranks_of(&t->ranks, cells, &number) && t->values[number] < FILL_NONE) value = t->values[number];
        st = blocks_add(&blocks, &value, 1, 1);
        for (size_t f = box->fields; f-- > 0;) {
            if (++cells[f] < box->low[f] + box->extent[f]) break;
            cells[f] = box->low[f];
        }
    }
    if (st == ST_OK) st = blocks_end(&blocks);
    blocks_close(&blocks);
    return st;
}

static enum status run_box(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    struct corner corner;
    struct ranked *t = NULL;
    const struct ask *about = asked_about(q, &corner);
    enum status st = cover(env, about, 0, arena);
    if (st == ST_OK) st = shapes_table(env, about->components, SHAPES_VALUES, &t);
    if (st == ST_OK && (!t || !t->values || ranks_exact(&t->ranks))) st = ST_UNSUPPORTED;
    if (st == ST_OK) result->positions = t->ranks.size;
    return st == ST_OK ? give_box(t, q) : st;
}

static enum status run_values(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    enum status st = ST_OK;
    result->values = arena_array(arena, q->count, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count && st == ST_OK; i++)
        if (shapes_first(env, q, i)) st = cover(env, q, i, arena);
    for (size_t i = 0; i < q->count && st == ST_OK; i++) {
        struct ranked *t;
        int64_t cells[TERM_CELLS];
        uint32_t number;
        size_t n;
        st = shapes_table(env, &q->components[i], SHAPES_VALUES, &t);
        if (st != ST_OK) break;
        if (!t || !t->values || !unroll_cells(env, &q->components[i], cells, &n)) return ST_UNSUPPORTED;
        if (!ranks_of(&t->ranks, cells, &number) || t->values[number] >= FILL_NONE) return ST_UNSUPPORTED;
        result->values[i] = t->values[number];
        if (shapes_first(env, q, i)) result->positions += t->ranks.size;
    }
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    if (q->what == Q_OUTCOME) return ranked_outcomes_run(env, way, arena, result);
    result->claim = "mex over all options, for every position that can be reached, numbered without gaps";
    result->source = "Sprague 1935, Grundy 1939";
    return q->what == Q_BOX ? run_box(env, q, arena, result) : run_values(env, q, arena, result);
}

const struct solver solver_ranked = {
    .name = "ranked",
    .kind = "table",
    .summary = "SG values or outcomes of rows, bags and numbers, each position by a number without gaps",
    .beyond = true,
    .offer = offer,
    .run = run,
};
