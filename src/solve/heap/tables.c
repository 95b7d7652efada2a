/* SPDX-License-Identifier: MIT */
/* One field: the table is extended in place. Several: a larger box has other strides, so it is refilled; the sides
 * that must grow are doubled while the box is small, so that a sequence of growing questions costs a constant
 * factor. */
#include "solve/heap/tables.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/blocks.h"
#include "solve/heap/kept.h"
#include "solve/heap/sampled.h"
#include "solve/ranked/ranked.h"

#define SECONDS_A_POSITION 2e-8
#define SECONDS_A_RAY 4e-9 /* each option, where nothing is known of them */
#define COMPILED_POSITION 5e-9
#define NATIVE_SECONDS 0.25 /* the machine by itself, until the rest is compiled, if more is left (tables_hasten) */
#define NATIVE_GAIN 5
#define SAMPLED_SECONDS 2e-5 /* more by the plainest estimate are worth a closer look */
enum { DOUBLING_CELLS = 1 << 22, DOUBLING_HEAPS = 1 << 11, FIRST_SLICE = 64 };

bool tables_boxed(const struct env *env, int game, const char **reason)
{
    if (game < 0 || env->model->games[game].kind != GAME_RULES) {
        *reason = "only games with moves of their own are tabulated";
        return false;
    }
    const struct game_traits *f = &env->traits->games[game];
    if (!f->scalars) *reason = "a state of rows, bags or grids has no box of numbers";
    else if (f->mover) *reason = "the mover matters, so there are no SG values";
    else if (f->loopy) *reason = "the game is loopy: play may go on for ever";
    else if (!f->bounded) *reason = "a field of type int has no proved least value";
    else if (!vm_fillable(env->code, game)) *reason = "some move leads to another game";
    else return true;
    return false;
}

bool tables_possible(const struct env *env, int game, const char **reason)
{
    if (!tables_boxed(env, game, reason)) return false;
    if (!env->traits->games[game].descends) *reason = "it is not proved that moves stay in the box below a position";
    return env->traits->games[game].descends;
}

bool tables_corner(const struct env *env, const struct ask *q, int64_t *high)
{
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    const struct game_traits *f = &env->traits->games[game];
    size_t fields = env->model->games[game].field_count;
    for (size_t i = 0; i < fields; i++) high[i] = f->low[i];
    if (q->what == Q_SEQUENCE) {
        high[0] = q->last > INT64_MAX ? INT64_MAX : (int64_t)q->last;
        return true;
    }
    if (q->what == Q_BOX) {
        for (size_t i = 0; i < fields; i++)
            if (q->box->low[i] + q->box->extent[i] - 1 > high[i]) high[i] = q->box->low[i] + q->box->extent[i] - 1;
        return true;
    }
    for (size_t c = 0; c < q->count; c++)
        for (size_t i = 0; i < fields; i++) {
            int64_t cell = q->components[c].cells[i];
            if (cell < f->low[i]) return false;
            if (cell > high[i]) high[i] = cell;
        }
    return true;
}

double tables_cells(const struct env *env, int game, const int64_t *high, double *options)
{
    const struct game_traits *f = &env->traits->games[game];
    double cells = 1, wide = 0;
    for (size_t i = 0; i < env->model->games[game].field_count; i++) {
        double extent = (double)high[i] - (double)f->low[i] + 1;
        cells *= extent;
        wide += extent;
    }
    *options = cells * (wide / 2 + 1);
    return cells;
}

/* Are 16 bits a value worth a try? A value is at most the number of options (Sprague 1935, Grundy 1939), and of those
 * there are seldom more than the sum of the sides. It need not be so: the first greater value is noticed (go_on_wide).
 * One field is read by others as it is stored, and grows in place; a state that is no position has no value of 16
 * bits. */
static bool fits_narrow(const struct env *env, int game, const int64_t *high)
{
    const struct game *g = &env->model->games[game];
    double sides = 0;
    for (size_t i = 0; i < g->field_count; i++) sides += (double)high[i] - (double)env->traits->games[game].low[i] + 1;
    return g->field_count > 1 && !g->invariant && sides <= UINT16_MAX;
}

static enum tables_width width_of(const struct env *env, int game, const int64_t *high)
{
    return fits_narrow(env, game, high) ? TABLES_NARROW : TABLES_WIDE;
}

/* At least as far as a side goes that grows from `old`. A row of heaps is extended in place, and the last ones cost most: an eighth. */
static int64_t least_side(size_t fields, int64_t old)
{
    return fields == 1 && old > DOUBLING_HEAPS ? old + old / 8 : 2 * old;
}

/* The box to be filled; false if its size does not fit. */
static bool plan_box(const struct env *env, int game, const int64_t *high, const size_t *order, struct value_table *box)
{
    const struct game_memory *memory = store_game(env->store, game);
    const struct game_traits *f = &env->traits->games[game];
    size_t fields = env->model->games[game].field_count;
    double cells = 1;
    *box = (struct value_table){.game = game, .fields = fields};
    for (size_t i = 0; i < fields; i++) {
        int64_t extent, old = value_table_is_kept(&memory->table) ? memory->table.extent[i] : 0;
        box->low[i] = f->low[i];
        if (__builtin_sub_overflow(high[i], f->low[i], &extent) || extent == INT64_MAX) return false;
        extent++;
        box->extent[i] = extent > old ? extent : old;
        cells *= (double)(extent > old && 2 * old > extent ? 2 * old : box->extent[i]);
    }
    if (cells <= DOUBLING_CELLS && !order && !env->terms.exact)
        for (size_t i = 0; i < fields; i++) {
            int64_t old = value_table_is_kept(&memory->table) ? memory->table.extent[i] : 0;
            int64_t least = least_side(fields, old);
            if (box->extent[i] > old && least > box->extent[i]) box->extent[i] = least;
        }
    int64_t count = 1;
    for (size_t k = fields; k-- > 0;) {
        size_t i = order ? order[k] : k;
        box->stride[i] = count;
        if (__builtin_mul_overflow(count, box->extent[i], &count)) return false;
    }
    box->count = (uint64_t)count;
    return count <= INT64_MAX / 8;
}

/* Values of one field are kept if they are stored alike. */
static enum status resize(struct env *env, struct game_memory *memory, const struct value_table *box,
                          enum tables_width width)
{
    static const size_t size[] = {
        [TABLES_WIDE] = sizeof(uint32_t), [TABLES_NARROW] = sizeof(uint16_t), [TABLES_BYTES] = 1};
    struct value_table *t = &memory->table;
    bool extends = box->fields == 1 && t->values && width == TABLES_WIDE;
    void *values = value_table_block(t);
    uint64_t kept = extends ? memory->filled : 0, bytes = box->count * size[width];
    if (bytes > memory->room) {
        enum status st = budget_fits(env->budget, bytes);
        if (st != ST_OK) return st;
        void *grown = mem_alloc_raw((size_t)bytes);
        if (!grown) return ST_NO_MEMORY;
        if (kept) memcpy(grown, values, (size_t)kept * sizeof *t->values);
        mem_free(values, (size_t)memory->room);
        values = grown;
        memory->room = bytes;
    }
    *t = *box;
    if (width == TABLES_NARROW) t->narrow = values;
    else if (width == TABLES_BYTES) t->bytes = values;
    else t->values = values;
    memory->filled = kept;
    return ST_OK;
}

/* Values that are stored narrow, as others read them. */
static enum status widen(struct env *env, struct game_memory *memory)
{
    struct value_table *t = &memory->table;
    uint64_t bytes = t->count * sizeof *t->values;
    if (t->values) return ST_OK;
    enum status st = budget_fits(env->budget, bytes);
    if (st != ST_OK) return st;
    uint32_t *values = mem_alloc_raw((size_t)bytes);
    if (!values) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < memory->filled; i++) values[i] = value_table_at(t, i);
    mem_free(value_table_block(t), (size_t)memory->room);
    t->narrow = NULL;
    t->bytes = NULL;
    t->values = values;
    memory->room = bytes;
    return ST_OK;
}

/* Slices grow with the filled part, so that the cost of restarting a kernel for each remains small. A bound on
 * positions is used up. */
static uint64_t slice(const struct env *env, const struct game_memory *memory)
{
    uint64_t rest = memory->table.count - memory->filled, next = memory->filled / 8 + FIRST_SLICE;
    uint64_t left = budget_states_left(env->budget);
    if (next > rest) next = rest;
    return left && next > left ? left : next;
}

/* Compiled code takes half of what the machine takes in lanes, a third of what it takes in blocks of turns. The compiler takes a fifth
 * of a second, beside the machine, which is lost where the machine is done first, and has been too early where it saves less; what is
 * left is told twice too high from the first milliseconds. To look for what was made before takes about a millisecond. */
#define HASTEN_AFTER 1e-3
#define HASTEN_KEPT 2e-2
#define HASTEN_COMPILE_AFTER 5e-3
#define HASTEN_COMPILE 5e-1

struct tables_pace tables_pace(const struct env *env)
{
    return (struct tables_pace){.nanoseconds = vm_nanoseconds(env->vm)};
}

/* Goes on as since the earliest slice that is remembered: by the same factor for each doubling, and at least evenly. */
static double seconds_left(const struct tables_pace *p, double seconds, uint64_t done, uint64_t left)
{
    const struct tables_work *early = &p->before[TABLES_PACE - 1];
    double more = (double)left / (double)done, all = seconds, factor = 2;
    if (early->done && early->seconds > 0) factor = seconds / early->seconds * 2 * (double)early->done / (double)done;
    factor = factor < 2 ? 2 : factor > 8 ? 8 : factor;
    for (more += 1; more >= 2; more /= 2) all *= factor;
    return all * (1 + (factor - 1) * (more - 1)) - seconds;
}

enum status tables_hasten(const struct env *env, const struct value_table *t, struct tables_pace *p, uint64_t done,
                          uint64_t left)
{
    bool native;
    if (env->terms.native == NATIVE_NEVER) return ST_OK;
    if (env->terms.native == NATIVE_ALWAYS) return vm_hasten(env->vm, t, true, &native);
    if (!done) return ST_OK;
    double seconds = (double)(vm_nanoseconds(env->vm) - p->nanoseconds) * 1e-9;
    double rest = seconds < HASTEN_AFTER ? 0 : seconds_left(p, seconds, done, left);
    for (size_t i = TABLES_PACE - 1; i > 0; i--) p->before[i] = p->before[i - 1];
    p->before[0] = (struct tables_work){done, seconds};
    if (rest >= HASTEN_COMPILE && seconds >= HASTEN_COMPILE_AFTER) return vm_hasten(env->vm, t, false, &native);
    return rest >= HASTEN_KEPT ? vm_hasten_kept(env->vm, t) : ST_OK;
}

/* What is filled by now, even if a budget ended the filling. */
static enum status hand_on(struct blocks *blocks, const struct game_memory *memory, enum status st)
{
    if (!blocks || !(st == ST_OK || status_is_budget(st))) return st;
    enum status given = blocks_from_table(blocks, memory);
    return st == ST_OK ? given : st;
}

struct again {
    struct env *env;
    struct value_table *table;
};

static struct journal_values values_of(const struct value_table *t)
{
    return (struct journal_values){.wide = t->values, .narrow = t->narrow};
}

/* The first value beyond 16 bits: the table is stored wide from here on. */
static enum status go_on_wide(struct env *env, struct game_memory *memory, struct tables_pace *pace, uint64_t to)
{
    struct value_table *t = &memory->table;
    enum status st = widen(env, memory);
    if (st == ST_OK) st = tables_hasten(env, t, pace, 0, t->count - memory->filled);
    if (st != ST_OK) return st;
    st = vm_fill(env->vm, t, memory->filled, to, 1);
    memory->filled = vm_filled(env->vm);
    return st;
}

static enum status again(void *context, uint64_t from, uint64_t to)
{
    struct again *a = context;
    return vm_fill(a->env->vm, a->table, from, to, 1);
}

static enum status fill_on(struct env *env, struct game_memory *memory, struct kept *kept, struct blocks *blocks)
{
    struct value_table *t = &memory->table;
    struct kept_values values = {.values = values_of(t),
                                 .have = &memory->filled,
                                 .limit = t->count,
                                 .again = again,
                                 .context = &(struct again){env, t}};
    struct tables_pace pace = tables_pace(env);
    uint64_t from = memory->filled;
    enum status st = tables_hasten(env, t, &pace, 0, t->count);
    while (st == ST_OK && memory->filled < t->count) {
        uint64_t before = memory->filled;
        st = kept_take(kept, &values);
        from += memory->filled - before;
        if (st != ST_OK || memory->filled == t->count) break;
        uint64_t to = kept_piece(kept, memory->filled, memory->filled + slice(env, memory));
        st = budget_check(env->budget);
        if (st == ST_OK) st = budget_take_states(env->budget, to - memory->filled);
        if (st != ST_OK) break;
        st = vm_fill(env->vm, t, memory->filled, to, 1);
        memory->filled = vm_filled(env->vm);
        if (st == ST_UNSUPPORTED && t->narrow) st = go_on_wide(env, memory, &pace, to);
        values.values = values_of(t);
        if (st == ST_OK && memory->filled > from)
            st = tables_hasten(env, t, &pace, memory->filled - from, t->count - memory->filled);
        kept_put(kept, values.values, memory->filled, 0);
        st = hand_on(blocks, memory, st);
    }
    return st;
}

/* `blocks`: hands on what is filled, slice by slice; NULL: nobody waits for it. */
static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    (void)context;
    struct kept kept;
    kept_open(&kept, env, memory->table.game, &memory->table);
    budget_expect(env->budget, memory->table.count - memory->filled);
    enum status st = fill_on(env, memory, &kept, blocks);
    kept_close(&kept, values_of(&memory->table), memory->filled, 0);
    return st;
}

static bool covers(const struct game_memory *memory, const int64_t *high)
{
    const struct value_table *t = &memory->table;
    if (!value_table_is_kept(t) || memory->filled < t->count) return false;
    for (size_t i = 0; i < t->fields; i++)
        if (high[i] - t->low[i] >= t->extent[i]) return false;
    return true;
}

/* The part that was begun and not filled is dropped, or the next question, however small, would have to fill it. The
 * filled part is a box with fewer values of the field with the largest stride; others of that stride have one value. */
static void cut(struct game_memory *memory)
{
    struct value_table *t = &memory->table;
    size_t first = 0;
    for (size_t i = 1; i < t->fields; i++)
        if (t->stride[i] > t->stride[first] || (t->stride[i] == t->stride[first] && t->extent[i] > t->extent[first]))
            first = i;
    t->extent[first] = (int64_t)(memory->filled / (uint64_t)t->stride[first]);
    for (size_t i = 0; i < t->fields && t->extent[first] == 0; i++) t->extent[i] = 0;
    memory->filled = t->count = (uint64_t)t->extent[first] * (uint64_t)t->stride[first];
}

static const struct tables_filler by_machine = {fill, NULL, NULL, TABLES_WIDE};

static enum status cover(struct env *env, int game, const int64_t *high, const struct tables_filler *by,
                         struct blocks *blocks)
{
    struct game_memory *memory = store_game(env->store, game);
    struct value_table box;
    if (covers(memory, high)) return ST_OK;
    if (!plan_box(env, game, high, by->order, &box)) return ST_MEMORY_BUDGET;
    enum status st = resize(env, memory, &box, by->width);
    if (st != ST_OK) return st;
    st = by->fill(env, memory, blocks, by->context);
    if (st != ST_OK) cut(memory);
    return st;
}

enum status tables_cover(struct env *env, int game, const int64_t *high)
{
    enum status st = cover(env, game, high, &by_machine, NULL);
    return st == ST_OK ? widen(env, store_game(env->store, game)) : st;
}

bool tables_covered(const struct env *env, int game, const int64_t *high)
{
    return covers(store_game(env->store, game), high);
}

static bool one_game(const struct ask *q)
{
    for (size_t i = 1; i < q->count; i++)
        if (q->components[i].game != q->components[0].game) return false;
    return q->count > 0;
}

bool tables_askable(const struct env *env, const struct ask *q)
{
    const char *reason;
    int64_t high[MODEL_MAX_FIELDS];
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (q->play == PLAY_MISERE || (q->what == Q_VALUE && !one_game(q))) return false;
    return tables_boxed(env, game, &reason) && tables_corner(env, q, high);
}

bool tables_unwanted(const struct env *env, const struct ask *q, int game, const int64_t *high)
{
    double options, cells = tables_cells(env, game, high, &options);
    return !covers(store_game(env->store, game), high) && ask_unwanted(q, cells * SECONDS_A_POSITION);
}

void tables_offer(const struct env *env, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (q->play == PLAY_MISERE) {
        way->because = "SG values belong to normal play";
        return;
    }
    if (q->what == Q_VALUE && !one_game(q)) {
        way->because = "one game at a time";
        return;
    }
    if (!tables_possible(env, game, &way->because)) return;
    if (!tables_corner(env, q, high)) {
        way->because = "the position lies below the least state";
        return;
    }
    way->because = TABLES_UNWANTED;
    if (tables_unwanted(env, q, game, high)) return;
    way->can = true;
    way->because = "every position of the box below";
    tables_cost(env, game, high, way);
}

double tables_seconds(const struct env *env, double machine, double compiled)
{
    if (machine <= NATIVE_SECONDS || compiled >= machine || env->terms.native == NATIVE_NEVER) return machine;
    return NATIVE_SECONDS + compiled * (1 - NATIVE_SECONDS / machine);
}

void tables_cost(const struct env *env, int game, const int64_t *high, struct way *way)
{
    double options, cells = tables_cells(env, game, high, &options);
    way->cost.bytes = cells * (fits_narrow(env, game, high) ? 2 : 4);
    way->cost.seconds = 1e-7;
    if (covers(store_game(env->store, game), high)) return;
    struct ranked_count counted;
    struct component corner = {game, (uint32_t)env->model->games[game].field_count, high};
    if (ranked_known(env, &corner, &counted) && !counted.most) /* which say nothing of states out of order */
        options = cells * counted.options / counted.states;
    double machine = options * SECONDS_A_RAY + cells * SECONDS_A_POSITION, compiled = machine / NATIVE_GAIN;
    struct sampled s;
    if (machine >= SAMPLED_SECONDS && sampled_box(env, game, high, &s)) {
        machine = cells * (s.machine + SECONDS_A_POSITION);
        compiled = cells * (s.compiled + COMPILED_POSITION);
    }
    way->cost.seconds = tables_seconds(env, machine, compiled);
}

static enum status answer_box(struct env *env, const struct ask *q, const int64_t *high, const struct tables_filler *by)
{
    struct blocks blocks;
    enum status st = blocks_open(&blocks, q);
    if (st == ST_OK) st = cover(env, q->game, high, by, &blocks);
    if (st == ST_OK) st = blocks_from_table(&blocks, store_game(env->store, q->game));
    if (st == ST_OK) st = blocks_end(&blocks);
    blocks_close(&blocks);
    return st;
}

enum status tables_answer(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    int64_t high[MODEL_MAX_FIELDS];
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    struct tables_filler by = by_machine;
    by.width = width_of(env, q->what == Q_VALUE ? q->components[0].game : q->game, high);
    return tables_answer_by(env, q, high, &by, arena, result);
}

enum status tables_answer_closed(struct env *env, const struct ask *q, const int64_t *high, struct arena *arena,
                                 struct result *result)
{
    static const size_t order[MODEL_MAX_FIELDS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    struct tables_filler as_said = by_machine; /* a box that is twice as large need not be closed */
    as_said.order = order;
    as_said.width = width_of(env, q->what == Q_VALUE ? q->components[0].game : q->game, high);
    return tables_answer_by(env, q, high, &as_said, arena, result);
}

enum status tables_answer_by(struct env *env, const struct ask *q, const int64_t *high, const struct tables_filler *by,
                             struct arena *arena, struct result *result)
{
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    enum status st = q->what == Q_BOX ? answer_box(env, q, high, by) : cover(env, game, high, by, NULL);
    const struct game_memory *memory = store_game(env->store, game);
    result->positions = memory->filled;
    if (st != ST_OK || q->what == Q_BOX) return st;
    size_t count = q->what == Q_SEQUENCE ? (size_t)q->last + 1 : q->count;
    result->values = arena_array(arena, count, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        uint64_t index = i;
        if (q->what == Q_VALUE && !store_table_index(memory, &q->components[i], &index)) return ST_UNSUPPORTED;
        result->values[i] = value_table_at(&memory->table, index);
    }
    return ST_OK;
}
