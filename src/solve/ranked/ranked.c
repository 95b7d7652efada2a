/* SPDX-License-Identifier: MIT */
/* Values of all states that play from the given ones may reach, numbered without gaps. Tables are kept, one for each shape of
 * state: a game and the lengths of its rows, or k, the game and the number of parts of `upto k of`. */
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/blocks.h"
#include "solve/ranked/fill.h"
#include "solve/ranked/passing.h"
#include "solve/ranked/ranked.h"
#include "solve/solver.h"

enum {
    TABLES_MOST = 32,
    STARTS_MOST = 4096,
    OLD_STARTS = 8,
    FEW_STATES = 3000,
    ORDERED_DRAWN = 64,
    SHAPE = MODEL_MAX_FIELDS
};
struct shape {
    int game;
    int64_t lengths[SHAPE]; /* of each field, -1 of a number; of a compound k, the game, the number of parts */
};
struct ranked {
    struct shape shape;
    struct arena rule, numbers; /* what is found once; what depends on the starts */
    struct unrolled unrolled;
    struct exchange exchange;
    struct ranks ranks;
    struct shots shots;
    uint16_t *values; /* ranks.size of them; NULL: none yet */
    int64_t starts[OLD_STARTS][TERM_CELLS];
    size_t start_count;
    struct ranked_count counted; /* at the last offer */
    const char *failed;          /* why it could not be filled: it is not tried again */
    bool disordered;             /* what seemed to be kept between cells is not: it is not looked for again */
};
struct ranked_memory {
    struct ranked *items[TABLES_MOST];
    size_t count;
};

static void drop(struct ranked *t)
{
    mem_free(t->values, t->values ? t->ranks.size * sizeof *t->values : 0);
    t->values = NULL;
    arena_free(&t->numbers);
}

static void forget(void *kept)
{
    struct ranked_memory *m = kept;
    for (size_t i = 0; i < m->count; i++) {
        drop(m->items[i]);
        unrolled_free(&m->items[i]->unrolled);
        arena_free(&m->items[i]->rule);
        mem_free(m->items[i], sizeof *m->items[i]);
    }
    m->count = 0;
}

static const struct tenant tenant = {.name = "ranked", .size = sizeof(struct ranked_memory), .forget = forget};

static struct shape shape_of(const struct env *env, const struct component *c)
{
    struct shape s = {.game = c->game};
    const int64_t *at = c->cells;
    if (c->game == POSITION_COMPOUND) {
        s.lengths[0] = c->cells[2];
        s.lengths[1] = c->cells[5];
        s.lengths[2] = c->cells[3];
        return s;
    }
    const struct game *g = &env->model->games[c->game];
    for (size_t f = 0; f < g->field_count; f++) {
        s.lengths[f] = field_is_scalar(g->fields[f].kind) ? -1 : at[0];
        at += field_length(g->fields[f].kind, at);
    }
    return s;
}

/* The table for the component's shape; NULL with ST_OK: there are too many. */
static enum status table_of(const struct env *env, const struct component *c, struct ranked **out)
{
    struct ranked_memory *m = store_room(env, &tenant);
    struct shape shape = shape_of(env, c);
    *out = NULL;
    if (!m) return ST_NO_MEMORY;
    for (size_t i = 0; i < m->count; i++)
        if (memcmp(&m->items[i]->shape, &shape, sizeof shape) == 0) return *out = m->items[i], ST_OK;
    if (m->count == TABLES_MOST) return ST_OK;
    struct ranked *t = mem_alloc(sizeof *t);
    if (!t) return ST_NO_MEMORY;
    t->shape = shape;
    enum status st = unroll(env, c, &t->rule, &t->unrolled);
    if (st == ST_OK && t->unrolled.fine) st = exchange_find(&t->unrolled, &t->rule, &t->exchange);
    *out = m->items[m->count++] = t;
    return st;
}

/* ---- what must be numbered --------------------------------------------------------------------------------------- */
/* The components of an ask that have the shape of the first that is not done yet. */
struct batch {
    struct ranked *table;
    int64_t (*starts)[TERM_CELLS];
    size_t count;
    bool covered;
    bool whole; /* all states below the start are asked about, in whatever order their cells are */
};

static bool covered(const struct ranked *t, const int64_t *cells)
{
    uint32_t number;
    return t->values && ranks_of(&t->ranks, cells, &number);
}

/* The starts of the components that have this table, and those of before. */
static enum status gather(const struct env *env, const struct ask *q, size_t first, struct arena *arena,
                          struct batch *b)
{
    enum status st = table_of(env, &q->components[first], &b->table);
    if (st != ST_OK || !b->table || !b->table->unrolled.fine) return st;
    size_t room = q->count + OLD_STARTS, n;
    b->starts = arena_array(arena, room, sizeof *b->starts);
    if (!b->starts) return ST_NO_MEMORY;
    b->whole = q->what == Q_BOX;
    b->covered = !b->whole || !b->table->ranks.ordered;
    for (size_t i = first; i < q->count; i++) {
        struct shape shape = shape_of(env, &q->components[i]);
        if (memcmp(&shape, &b->table->shape, sizeof shape) != 0) continue;
        if (!unroll_cells(env, &q->components[i], b->starts[b->count], &n)) continue;
        b->covered &= covered(b->table, b->starts[b->count++]);
    }
    for (size_t i = 0; i < b->table->start_count && b->count < room; i++)
        memcpy(b->starts[b->count++], b->table->starts[i], sizeof *b->starts);
    return ST_OK;
}

/* The first component of its shape? */
static bool is_first(const struct env *env, const struct ask *q, size_t i)
{
    struct shape shape = shape_of(env, &q->components[i]);
    for (size_t j = 0; j < i; j++) {
        struct shape other = shape_of(env, &q->components[j]);
        if (memcmp(&shape, &other, sizeof shape) == 0) return false;
    }
    return true;
}

/* The numbering of states that keep what seems to be kept between cells; what does not hold in states of that numbering is given up. Not
 * fine: nothing seems to be kept, or no such numbering was found. */
static enum status number_ordered(const struct env *env, const struct ranked *t, const struct batch *b,
                                  struct arena *arena, struct ranks *r)
{
    const int64_t(*starts)[TERM_CELLS] = (const int64_t(*)[TERM_CELLS])b->starts;
    struct orders orders;
    uint64_t seed = env->seed;
    enum status st = ST_OK;
    bool broken = true;
    orders_find(&t->unrolled, starts, b->count, seed, &orders);
    while (st == ST_OK && orders.any && broken) {
        broken = false;
        st = ranks_open(&t->unrolled, &t->exchange, &orders, starts, b->count, arena, r);
        for (int i = 0; i < ORDERED_DRAWN && st == ST_OK && r->fine && orders.any; i++) {
            int64_t x[TERM_CELLS];
            ranks_draw(r, &seed, x);
            broken |= orders_break(&t->unrolled, x, &seed, &orders);
        }
    }
    if (!orders.any || broken) r->fine = false;
    return st;
}

static enum status number_states(const struct env *env, const struct ranked *t, const struct batch *b,
                                 struct arena *arena, struct ranks *r, struct shots *s)
{
    const int64_t(*starts)[TERM_CELLS] = (const int64_t(*)[TERM_CELLS])b->starts;
    struct ranks plain = {0};
    enum status st = ST_OK;
    *r = plain;
    if (!t->disordered && !b->whole) st = number_ordered(env, t, b, arena, r);
    if (st == ST_OK) st = ranks_open(&t->unrolled, &t->exchange, NULL, starts, b->count, arena, &plain);
    if (!r->fine || (plain.fine && plain.size <= r->size)) *r = plain;
    return st == ST_OK && r->fine ? shots_open(&t->unrolled, &t->exchange, r, arena, s) : st;
}

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

static const char *unsuitable(const struct env *env, const struct ask *q)
{
    struct game_traits all = {0};
    if (q->what != Q_VALUE && q->what != Q_BOX) return "it gives SG values of positions only";
    if (q->play == PLAY_MISERE) return "SG values belong to normal play";
    if (q->count == 0 || q->count > STARTS_MOST) return "there are too many positions at a time";
    traits_join(env->traits, q->components, q->count, &all);
    if (all.mover) return "the mover matters, so there are no SG values";
    if (all.loopy) return "the game is loopy: play may go on for ever";
    bool small = true;
    for (size_t i = 0; i < q->count; i++) {
        int64_t cells[TERM_CELLS];
        size_t n;
        if (!unroll_cells(env, &q->components[i], cells, &n))
            return "a state is not made of at most 24 numbers, or cells of rows and bags";
        small &= is_small(env, &q->components[i]);
        if (q->components[i].game >= 0 && env->traits->games[q->components[i].game].one_heap)
            return "a single heap has a sequence instead";
    }
    return small && !env->terms.only ? "few positions can be reached" : NULL;
}

/* One heap, or a box in which no two cells can change places, is not smaller than its table. */
static const char *no_gain(const struct env *env, const struct ranked *t, const struct ranks *r)
{
    bool plain = t->shape.game >= 0;
    for (size_t i = 0; i < r->unit_count; i++) plain &= r->units[i].kind == UNIT_SINGLE;
    return plain && env->traits->games[t->shape.game].scalars && !env->terms.only
               ? "its numbers are those of the box, which has a table"
               : NULL;
}

/* Adds what filling costs; *options: of one state on average. What is returned: it will fail, and why; else NULL. */
static const char *add_filling(const struct env *env, const struct shots *shots, struct way *way, double *options)
{
    struct fill_count all = fill_estimate(shots, false, env->seed), count = all;
    uint64_t bytes = passing_room(&shots->paths, shots->ranks->size, env->budget);
    double states = (double)shots->ranks->size, each = 6e-8;
    if (bytes) count = fill_estimate(shots, true, env->seed);
    if (bytes) each += 4e-9 * (double)(shots->paths.trail_count + shots->paths.jump_count);
    way->cost.seconds +=
        states * (each + count.rays * 3e-8 + count.options * 1.5e-9 + count.tests * 2e-8 + count.cuts * 1.5e-8 +
                  count.signs * 3e-9 + count.singles * 1.5e-8 + count.walks * 3e-9);
    way->cost.bytes += states * sizeof(uint16_t) + (double)bytes + (1 << 18);
    *options = all.options + all.tests + all.signs;
    return all.reason;
}

/* Is each state one that play may reach, as it is: in order, and no multiset? */
static bool ranks_all_apart(const struct ranks *r)
{
    bool apart = r->ordered;
    for (size_t i = 0; i < r->unit_count; i++) apart &= r->units[i].kind != UNIT_GROUP;
    return apart;
}

/* What the components of one shape cost, added to the way. */
static const char *add_cost(const struct env *env, const struct ask *q, size_t i, struct arena *arena, struct way *way,
                            enum status *st)
{
    struct batch b = {0};
    struct ranks r;
    struct shots shots;
    *st = gather(env, q, i, arena, &b);
    if (*st != ST_OK) return "memory is out";
    if (!b.table) return "there are too many shapes of states";
    if (!b.table->unrolled.fine) return "its moves cannot be written out for states of this shape";
    if (b.table->failed) return b.table->failed;
    if (b.covered) return NULL;
    *st = number_states(env, b.table, &b, arena, &r, &shots);
    if (*st != ST_OK) return "memory is out";
    if (!r.fine) return r.why;
    if (r.size > budget_states_left(env->budget)) return "more positions would be numbered than may be stored";
    const char *why = no_gain(env, b.table, &r);
    if (!why && q->what == Q_BOX && ranks_exact(&r)) why = "only positions of one sum would be numbered";
    double options;
    const char *fails = add_filling(env, &shots, way, &options);
    b.table->counted = (struct ranked_count){(double)r.size, (double)r.size * options, ranks_all_apart(&r)};
    return why ? why : fails;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    struct corner corner;
    const struct ask *q = asked_about(way->ask, &corner);
    struct arena scratch = {0};
    enum status st = ST_OK;
    (void)self;
    const char *why = unsuitable(env, q);
    if (why && env->terms.only) way->because = why; /* else not worth mentioning: most asks are none for it */
    if (why) return;
    way->cost.seconds = 1e-6 * (double)q->count;
    for (size_t i = 0; i < q->count && !way->because; i++)
        if (is_first(env, q, i)) way->because = add_cost(env, q, i, &scratch, way, &st);
    if (way->ask->what == Q_BOX) way->cost.seconds += 5e-8 * (double)way->ask->box->count;
    arena_free(&scratch);
    if (st != ST_OK) planner->status = st;
    way->can = !way->because;
    if (way->can) way->because = "every position that can be reached, numbered without gaps";
}

bool ranked_known(const struct env *env, const struct component *c, struct ranked_count *known)
{
    int64_t cells[TERM_CELLS];
    size_t count;
    struct ranked_memory *m = store_room(env, &tenant);
    if (!m || m->count == 0 || !unroll_cells(env, c, cells, &count)) return false;
    struct shape shape = shape_of(env, c);
    for (size_t i = 0; i < m->count; i++) {
        const struct ranked *t = m->items[i];
        if (t->counted.states == 0 || memcmp(&t->shape, &shape, sizeof shape) != 0) continue;
        *known = t->counted;
        return true;
    }
    return false;
}

/* ---- run --------------------------------------------------------------------------------------------------------- */
static void remember_starts(struct ranked *t, const struct batch *b)
{
    size_t keep = b->count < OLD_STARTS ? b->count : 0;
    memcpy(t->starts, b->starts, keep * sizeof *t->starts);
    t->start_count = keep;
}

static enum status fill_table(struct env *env, struct ranked *t, const struct batch *b)
{
    struct fill_done done = {0};
    drop(t);
    t->ranks = (struct ranks){0};
    enum status st = number_states(env, t, b, &t->numbers, &t->ranks, &t->shots);
    if (st == ST_OK && !t->ranks.fine) return ST_UNSUPPORTED;
    if (st == ST_OK && t->ranks.size > budget_states_left(env->budget)) return ST_UNSUPPORTED;
    if (st == ST_OK) st = budget_fits(env->budget, t->ranks.size * sizeof *t->values);
    if (st != ST_OK) return st;
    t->values = mem_alloc_raw(t->ranks.size * sizeof *t->values);
    if (!t->values) return ST_NO_MEMORY;
    st = fill_values(&t->shots, env, t->values, &done);
    t->failed = done.reason;
    if (st == ST_OK) remember_starts(t, b);
    else drop(t);
    return st;
}

static enum status cover(struct env *env, const struct ask *q, size_t i, struct arena *arena)
{
    struct batch b = {0};
    enum status st = gather(env, q, i, arena, &b);
    if (st != ST_OK || b.covered) return st;
    if (!b.table || !b.table->unrolled.fine) return ST_UNSUPPORTED;
    st = fill_table(env, b.table, &b);
    if (st != ST_UNSUPPORTED || !b.table->ranks.ordered) return st;
    b.table->disordered = true; /* an order broke where it was not drawn: once more without */
    return fill_table(env, b.table, &b);
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
    if (st == ST_OK) st = table_of(env, about->components, &t);
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
        if (is_first(env, q, i)) st = cover(env, q, i, arena);
    for (size_t i = 0; i < q->count && st == ST_OK; i++) {
        struct ranked *t;
        int64_t cells[TERM_CELLS];
        uint32_t number;
        size_t n;
        st = table_of(env, &q->components[i], &t);
        if (st != ST_OK) break;
        if (!t || !t->values || !unroll_cells(env, &q->components[i], cells, &n)) return ST_UNSUPPORTED;
        if (!ranks_of(&t->ranks, cells, &number) || t->values[number] >= FILL_NONE) return ST_UNSUPPORTED;
        result->values[i] = t->values[number];
        if (is_first(env, q, i)) result->positions += t->ranks.size;
    }
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    result->claim = "mex over all options, for every position that can be reached, numbered without gaps";
    result->source = "Sprague 1935, Grundy 1939";
    return q->what == Q_BOX ? run_box(env, q, arena, result) : run_values(env, q, arena, result);
}

const struct solver solver_ranked = {
    .name = "ranked",
    .kind = "table",
    .summary = "SG values of rows, bags and numbers, each position by a number without gaps",
    .beyond = true,
    .offer = offer,
    .run = run,
};
