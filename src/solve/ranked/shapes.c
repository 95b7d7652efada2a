/* SPDX-License-Identifier: MIT */
/* Where tables are kept, and which numbering a table has. */
#include "solve/ranked/parted.h"
#include "solve/ranked/shapes.h"
#include <inttypes.h>
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"

const char shapes_many[] = "more positions would be numbered than may be stored";

enum { TABLES_MOST = 32, ORDERED_DRAWN = 64, COLUMNS_AT = 32 };
struct ranked_memory {
    struct ranked *items[TABLES_MOST];
    size_t count;
};

static void drop(struct ranked *t)
{
    mem_free(t->values, t->values ? t->ranks.size * sizeof *t->values : 0);
    mem_free(t->won, t->won ? (t->ranks.size / 64 + 1) * sizeof *t->won : 0);
    t->values = NULL;
    t->won = NULL;
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

static struct shape shape_of(const struct env *env, const struct component *c, enum shapes_what what)
{
    struct shape s = {.game = c->game, .what = (int)what};
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
        if (g->fields[f].kind == FIELD_GRID) s.lengths[f] += at[1] << COLUMNS_AT; /* of what is unrolled they are few */
        at += field_length(g->fields[f].kind, at);
    }
    return s;
}

enum status shapes_table(const struct env *env, const struct component *c, enum shapes_what what, struct ranked **out)
{
    struct ranked_memory *m = store_room(env, &tenant);
    struct shape shape = shape_of(env, c, what);
    *out = NULL;
    if (!m) return ST_NO_MEMORY;
    for (size_t i = 0; i < m->count; i++)
        if (memcmp(&m->items[i]->shape, &shape, sizeof shape) == 0) return *out = m->items[i], ST_OK;
    if (m->count == TABLES_MOST) return ST_OK;
    struct ranked *t = mem_alloc(sizeof *t);
    if (!t) return ST_NO_MEMORY;
    t->shape = shape;
    enum status st = unroll(env, c, &t->rule, &t->unrolled);
    if (st == ST_OK && t->unrolled.fine) st = unrolled_part(&t->unrolled, &t->rule);
    if (st == ST_OK && t->unrolled.fine) st = exchange_find(&t->unrolled, &t->rule, &t->exchange);
    *out = m->items[m->count++] = t;
    return st;
}

/* ---- what must be numbered --------------------------------------------------------------------------------------- */
static bool covered(const struct ranked *t, const int64_t *cells)
{
    uint32_t number;
    return (t->values || t->won) && ranks_of(&t->ranks, cells, &number);
}

/* The starts of the components from `first` on that have the shape of that one, and those of before. */
static enum status gather(const struct env *env, const struct ask *q, size_t first, enum shapes_what what,
                          struct arena *arena, struct batch *b)
{
    enum status st = shapes_table(env, &q->components[first], what, &b->table);
    if (st != ST_OK || !b->table || !b->table->unrolled.fine) return st;
    size_t room = q->count + SHAPES_STARTS, n;
    b->starts = arena_array(arena, room, sizeof *b->starts);
    if (!b->starts) return ST_NO_MEMORY;
    b->whole = q->what == Q_BOX;
    b->covered = !b->whole || !b->table->ranks.ordered;
    for (size_t i = first; i < q->count; i++) {
        struct shape shape = shape_of(env, &q->components[i], what);
        if (memcmp(&shape, &b->table->shape, sizeof shape) != 0) continue;
        if (!unroll_cells(env, &q->components[i], b->starts[b->count], &n)) continue;
        b->covered &= covered(b->table, b->starts[b->count++]);
    }
    for (size_t i = 0; i < b->table->start_count && b->count < room; i++)
        memcpy(b->starts[b->count++], b->table->starts[i], sizeof *b->starts);
    return ST_OK;
}

bool shapes_first(const struct env *env, const struct ask *q, size_t i)
{
    struct shape shape = shape_of(env, &q->components[i], SHAPES_VALUES);
    for (size_t j = 0; j < i; j++) {
        struct shape other = shape_of(env, &q->components[j], SHAPES_VALUES);
        if (memcmp(&shape, &other, sizeof shape) == 0) return false;
    }
    return true;
}

/* The numbering of states that keep what seems to be kept between cells; what does not hold in states of that numbering
 * is given up. Not fine: nothing seems to be kept, or no such numbering was found. */
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

enum status shapes_number(const struct env *env, const struct ranked *t, const struct batch *b, struct arena *arena,
                          struct ranks *r, struct shots *s)
{
    const int64_t(*starts)[TERM_CELLS] = (const int64_t(*)[TERM_CELLS])b->starts;
    struct ranks plain = {0};
    enum status st = ST_OK;
    *r = plain;
    if (!t->disordered && !b->whole) st = number_ordered(env, t, b, arena, r);
    if (st == ST_OK) st = ranks_open(&t->unrolled, &t->exchange, NULL, starts, b->count, arena, &plain);
    if (!r->fine || (plain.fine && plain.size <= r->size)) *r = plain;
    if (st == ST_OK && r->fine) st = shots_open(&t->unrolled, &t->exchange, r, arena, s);
    if (st != ST_OK || !r->fine || !s->hides) return st;
    r->fine = false;
    r->why = "a condition that may have no value would hide that another one has none";
    return st;
}

/* Gathers the components of the shape and numbers what they reach; if the kept table has it all, nothing is numbered. */
static const char *number_all(const struct env *env, const struct ask *q, size_t first, enum shapes_what what,
                              struct arena *arena, struct shapes_counted *c, enum status *st)
{
    struct batch *b = &c->batch;
    const struct ranks *r = &c->ranks;
    *st = gather(env, q, first, what, arena, b);
    if (*st != ST_OK) return "memory is out";
    if (!b->table) return "there are too many shapes of states";
    if (!b->table->unrolled.fine) return "its moves cannot be written out for states of this shape";
    if (b->table->failed) return b->table->failed;
    if (b->covered) return NULL;
    *st = shapes_number(env, b->table, b, arena, &c->ranks, &c->shots);
    if (*st != ST_OK) return "memory is out";
    if (!r->fine) return r->why;
    return r->size > budget_states_left(env->budget) ? shapes_many : NULL;
}

/* Is each state one that play may reach, as it is: in order, and no multiset? */
static bool all_apart(const struct ranks *r)
{
    bool apart = r->ordered;
    for (size_t i = 0; i < r->unit_count; i++) apart &= r->units[i].kind != UNIT_GROUP;
    return apart;
}

/* One heap whose options are not found as bits: nothing is counted of it. */
static bool is_plain_heap(const struct env *env, const struct shapes_counted *c)
{
    int game = c->batch.table->shape.game;
    return game >= 0 && env->traits->games[game].one_heap && !shots_sift(&c->shots);
}

const char *shapes_estimate(const struct env *env, const struct ask *q, size_t first, enum shapes_what what,
                            struct arena *arena, struct shapes_counted *c, enum status *st)
{
    for (;;) {
        c->batch = (struct batch){0};
        c->ranks = (struct ranks){0};
        const char *why = number_all(env, q, first, what, arena, c, st);
        if (why || c->batch.covered) return why;
        if (!env->terms.only && is_plain_heap(env, c)) return SHAPES_NO_GAIN;
        c->count = fill_estimate(&c->shots, false, env->seed);
        if (!c->count.reason || !c->ranks.ordered) return NULL;
        c->batch.table->disordered = true; /* an order broke: once more without */
    }
}

void shapes_known(struct shapes_counted *c, double options)
{
    double states = (double)c->ranks.size;
    c->batch.table->counted = c->count.reason ? (struct ranked_count){0}
                                              : (struct ranked_count){states, states * options, all_apart(&c->ranks)};
}

void shapes_words(const void *ranked, struct text *out)
{
    const struct ranked *t = ranked;
    text_add(out, "numbered %d of %d\nlengths", t->shape.what, t->shape.game);
    for (size_t f = 0; f < SHAPES_FIELDS; f++) text_add(out, " %" PRId64, t->shape.lengths[f]);
    text_puts(out, "\n");
    ranks_words(&t->ranks, out);
}

static void remember(struct ranked *t, const struct batch *b)
{
    size_t keep = b->count < SHAPES_STARTS ? b->count : 0;
    memcpy(t->starts, b->starts, keep * sizeof *t->starts);
    t->start_count = keep;
}

static enum status fill_table(struct env *env, struct ranked *t, const struct batch *b, shapes_fill fill)
{
    drop(t);
    t->ranks = (struct ranks){0};
    enum status st = shapes_number(env, t, b, &t->numbers, &t->ranks, &t->shots);
    if (st == ST_OK && !t->ranks.fine) return ST_UNSUPPORTED;
    bool many = st == ST_OK && t->ranks.size > budget_states_left(env->budget);
    if (many) return env->terms.only ? ST_STATE_BUDGET : ST_UNSUPPORTED; /* a search may need less */
    if (st == ST_OK) st = fill(env, t);
    if (st == ST_OK) remember(t, b);
    else drop(t);
    return st;
}

enum status shapes_cover(struct env *env, const struct ask *q, size_t first, enum shapes_what what, struct arena *arena,
                         shapes_fill fill)
{
    struct batch b = {0};
    enum status st = gather(env, q, first, what, arena, &b);
    if (st != ST_OK || b.covered) return st;
    if (!b.table || !b.table->unrolled.fine) return ST_UNSUPPORTED;
    st = fill_table(env, b.table, &b, fill);
    if (st != ST_UNSUPPORTED || !b.table->ranks.ordered) return st;
    b.table->disordered = true; /* an order broke where it was not drawn: once more without */
    return fill_table(env, b.table, &b, fill);
}

bool ranked_known(const struct env *env, const struct component *c, struct ranked_count *known)
{
    int64_t cells[TERM_CELLS];
    size_t count;
    struct ranked_memory *m = store_room(env, &tenant);
    if (!m || m->count == 0 || !unroll_cells(env, c, cells, &count)) return false;
    for (size_t i = 0; i < m->count; i++) {
        const struct ranked *t = m->items[i];
        struct shape shape = shape_of(env, c, (enum shapes_what)t->shape.what);
        if (t->counted.states == 0 || memcmp(&t->shape, &shape, sizeof shape) != 0) continue;
        *known = t->counted;
        return true;
    }
    return false;
}
