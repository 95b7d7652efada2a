/* SPDX-License-Identifier: MIT */
/* A box of positions whose options nest (proof/nested): a set of values for each line, and each position's value is the
 * least number in none of its sets. A position costs a few operations on words for each ray, however long that is. */
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"
#include "solve/lines/private.h"
#include "solve/ranked/sure.h"

/* For fewer options nothing is proved: the table takes milliseconds. */
#define OPTIONS_LEAST (1 << 20)
#define SECONDS_A_POSITION 5e-9
#define SECONDS_A_RAY 2e-9    /* and for an option that enters */
#define SECONDS_A_SECOND 8e-9 /* where several enter, as by a remainder each, for the second one */
#define SECONDS_ENTERS 4e-9   /* and each one more */
#define SECONDS_LEAVES 4e-8   /* which looks for what was there before; a window has it at hand */
#define SECONDS_WINDOW 2e-9
#define SECONDS_A_BYTE 1e-10    /* of the sets */
#define SECONDS_A_FAR_BYTE 4e-9 /* of those beyond what a cache holds: each is met again and again */
#define NEAR_BYTES (1 << 23)
enum { DOUBLING_CELLS = 1 << 22 };

/* What was found of each game that was asked about; in settings_arena. */
struct known {
    int game;
    bool values;
    struct nested nested;
    struct known *next;
};
struct lines_room {
    struct known *first;
};
static void forget(void *kept) { ((struct lines_room *)kept)->first = NULL; }
static const struct tenant lines_tenant = {"lines", sizeof(struct lines_room), true, forget};

enum status lines_nested(const struct env *env, int game, bool values, struct nested **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct lines_room *room = store_room(env, &lines_tenant);
    if (!room) return ST_NO_MEMORY;
    for (struct known *k = room->first; k; k = k->next)
        if (k->game == game && k->values == values) return *out = &k->nested, ST_OK;
    struct known *k = arena_alloc(arena, sizeof *k);
    struct nested_source source = {env->model, game, env->params, env->traits->games[game].low, true, values};
    enum status st = k ? nested_find(&source, arena, &k->nested) : ST_NO_MEMORY;
    if (st != ST_OK) return st;
    k->game = game;
    k->values = values;
    k->next = room->first;
    room->first = k;
    *out = &k->nested;
    return ST_OK;
}

/* ---- the box ----------------------------------------------------------------------------------------------------- */
static double cells_of(const struct nested *nested, const int64_t *low, const int64_t *high)
{
    double cells = 1;
    for (size_t k = 0; k < nested->fields; k++) cells *= (double)high[k] - (double)low[k] + 1;
    return cells;
}

/* Raises `high` to a box that is closed, or that is by options that some field caps: *risen, else SURE_NONE. */
static enum status close_box(const struct nested *nested, const int64_t *low, int64_t *high, struct arena *arena,
                             const struct nested **use, size_t *risen, bool *closed)
{
    int64_t corner[MODEL_MAX_FIELDS];
    size_t bytes = nested->fields * sizeof *high;
    memcpy(corner, high, bytes);
    *use = nested;
    *risen = SURE_NONE;
    enum status st = nested_close(nested, low, high, closed);
    if (*closed && memcmp(corner, high, bytes) == 0) return st;
    for (size_t q = 0; st == ST_OK && q < nested->fields; q++) {
        int64_t less[MODEL_MAX_FIELDS];
        struct nested *by = arena_alloc(arena, sizeof *by);
        bool capped = false;
        memcpy(less, corner, bytes);
        st = by ? nested_cap(nested, q, low, less, arena, by, &capped) : ST_NO_MEMORY;
        if (st != ST_OK || !capped || (*closed && cells_of(nested, low, less) >= cells_of(nested, low, high))) continue;
        memcpy(high, less, bytes);
        *use = by;
        *risen = q;
        *closed = true;
    }
    return st;
}

/* Rays are of all integers, and a search of 64 bits: is there a difference in the box, or where play leads from it? That options are
 * less in the order of the fields is proved of `nested`, so the number that rises does so at most once for each of the others. */
static enum status numbers_fit(const struct env *env, int game, const struct nested *nested, const int64_t *low,
                               const int64_t *high, size_t risen, bool *fit)
{
    int64_t least[MODEL_MAX_FIELDS], most[MODEL_MAX_FIELDS];
    double rows = 1;
    for (size_t k = 0; k < nested->fields; k++) {
        least[nested->order[k]] = low[k], most[nested->order[k]] = high[k];
        if (k != risen) rows *= (double)high[k] - (double)low[k] + 1;
    }
    return sure_box(env, game, least, most, risen == SURE_NONE ? risen : nested->order[risen], rows, fit);
}

enum status lines_box(const struct env *env, int game, const struct nested *nested, const int64_t *corner,
                      struct value_table *box, struct arena *arena, const struct nested **use, bool *closed)
{
    const int64_t *low = env->traits->games[game].low;
    int64_t high[MODEL_MAX_FIELDS], count = 1;
    size_t risen;
    *box = (struct value_table){.game = game, .fields = nested->fields};
    for (size_t k = 0; k < nested->fields; k++) {
        box->low[k] = low[nested->order[k]];
        high[k] = corner[nested->order[k]];
    }
    enum status st = close_box(nested, box->low, high, arena, use, &risen, closed);
    if (st == ST_OK && *closed) st = numbers_fit(env, game, nested, box->low, high, risen, closed);
    if (st != ST_OK || !*closed) return st;
    for (size_t k = nested->fields; *closed && k-- > 0;) {
        box->stride[k] = count;
        *closed = !__builtin_sub_overflow(high[k], box->low[k], &box->extent[k]) && box->extent[k] < INT64_MAX / 64;
        if (!*closed) break;
        box->extent[k]++;
        *closed = !__builtin_mul_overflow(count, box->extent[k], &count) && count < INT64_MAX / 64;
    }
    box->count = (uint64_t)count;
    return ST_OK;
}

enum status lines_of_box(const struct nested *nested, const struct value_table *box, struct arena *arena,
                         const struct nested **use)
{
    int64_t high[MODEL_MAX_FIELDS];
    size_t risen;
    bool closed, same = true;
    for (size_t k = 0; k < nested->fields; k++) high[k] = box->low[k] + box->extent[k] - 1;
    enum status st = close_box(nested, box->low, high, arena, use, &risen, &closed);
    for (size_t k = 0; k < nested->fields; k++) same &= high[k] == box->low[k] + box->extent[k] - 1;
    return st == ST_OK && !(closed && same) ? ST_UNSUPPORTED : st;
}

/* The greatest value of each field of the game. */
static void corner_of(const struct nested *nested, const struct value_table *box, int64_t *high)
{
    for (size_t k = 0; k < nested->fields; k++) high[nested->order[k]] = box->low[k] + box->extent[k] - 1;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* For a position. */
static double seconds_of(const struct nested *nested, const struct value_table *box)
{
    double seconds = SECONDS_A_POSITION;
    for (size_t i = 0; i < nested->count; i++) {
        const struct nested_ray *r = &nested->rays[i];
        seconds += SECONDS_A_RAY * (r->enter_count ? 2 : 1);
        if (r->enter_count > 1) seconds += SECONDS_A_SECOND + SECONDS_ENTERS * (double)(r->enter_count - 2);
        seconds += (lines_window(box, r) ? SECONDS_WINDOW : SECONDS_LEAVES) * (double)r->leave_count;
    }
    return seconds;
}

/* Do options nest along some direction? */
static bool has_lines(const struct nested *nested)
{
    bool has = false;
    for (size_t i = 0; i < nested->count; i++)
        for (size_t k = 0; k < nested->fields; k++) has |= nested->rays[i].along[k] != 0;
    return has;
}

static void offer_values(const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    struct nested *nested;
    const struct nested *use;
    struct value_table box;
    bool closed;
    double options, cells, filters;
    if (game < 0 || !tables_askable(env, q)) return;
    tables_corner(env, q, high);
    tables_cells(env, game, high, &options);
    if (options < OPTIONS_LEAST && !env->terms.only) return;
    planner->status = lines_nested(env, game, true, &nested);
    if (planner->status == ST_OK && !nested->reason && !lines_filters_work(nested, &filters))
        planner->status = lines_nested(env, game, false, &nested);
    if (planner->status != ST_OK) return;
    way->because = env->traits->games[game].one_heap ? NULL : nested->reason;
    if (nested->reason) return;
    way->because = "a condition is not among those that are asked of a row at a time";
    if (!lines_filters_work(nested, &filters)) return;
    way->because = PLANNER_REPEATS;
    if (nested->fields == 1 && !has_lines(nested)) return;
    way->because = "no box is known that has all options of its positions";
    planner->status = lines_box(env, game, nested, high, &box, planner->arena, &use, &closed);
    if (planner->status != ST_OK || !closed) return;
    planner->status = lines_windows(use, &box, planner->arena, &use);
    if (planner->status != ST_OK) return;
    double bytes = lines_bytes(use, &box, false);
    cells = (double)box.count;
    corner_of(nested, &box, high);
    way->can = true;
    way->because = "every position of the box below, from sets of values along lines";
    way->cost.seconds = cells * (seconds_of(use, &box) + filters * 1e-9) + bytes * SECONDS_A_BYTE;
    if (bytes > NEAR_BYTES) way->cost.seconds += (bytes - NEAR_BYTES) * SECONDS_A_FAR_BYTE;
    if (tables_covered(env, game, high)) way->cost.seconds = 1e-7;
    way->cost.bytes = cells * (lines_narrow(nested, box.extent) ? 2 : 4) + bytes;
    way->kept = nested;
}

/* The table with its fields in that order. */
static struct value_table in_order(const struct nested *nested, const struct value_table *t)
{
    struct value_table r = *t;
    for (size_t k = 0; k < t->fields; k++) {
        r.low[k] = t->low[nested->order[k]];
        r.extent[k] = t->extent[nested->order[k]];
        r.stride[k] = t->stride[nested->order[k]];
    }
    return r;
}

static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    (void)blocks;
    const struct nested *nested = context;
    struct value_table table = in_order(nested, &memory->table);
    struct lines l;
    struct arena arena = {0};
    const struct nested *use;
    memory->filled = 0;
    budget_expect(env->budget, table.count);
    enum status st = lines_of_box(nested, &table, &arena, &use);
    if (st == ST_OK) st = lines_windows(use, &table, &arena, &use);
    if (st == ST_OK) st = lines_open(&l, use, &table, NULL, env->budget);
    if (st == ST_OK) {
        const struct kept_rows of = {.env = env, .table = &table, .order = nested->order};
        const struct line_keeper keep = {kept_rows_fill, &of};
        st = lines_fill_all(&l, env->budget, &keep, &memory->filled);
        lines_close(&l);
    }
    arena_free(&arena);
    return st;
}

/* The corner, raised to what the kept table has, and so that a table which grows while it is small is doubled. */
static void raise_corner(const struct env *env, int game, int64_t *high)
{
    const struct value_table *old = &store_game(env->store, game)->table;
    double cells = 2;
    for (size_t i = 0; value_table_is_kept(old) && i < old->fields; i++) {
        int64_t last = old->low[i] + old->extent[i] - 1;
        cells *= (double)(high[i] > last ? high[i] - old->low[i] + 1 : old->extent[i]);
    }
    for (size_t i = 0; value_table_is_kept(old) && i < old->fields; i++) {
        int64_t last = old->low[i] + old->extent[i] - 1, twice = old->low[i] + 2 * old->extent[i] - 1;
        if (cells <= DOUBLING_CELLS && high[i] > last && high[i] < twice) high[i] = twice;
        if (high[i] < last) high[i] = last;
    }
}

static enum status answer_values(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct nested *nested = way->kept, *use;
    struct tables_filler by = {fill, nested, nested->order, TABLES_WIDE};
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    int64_t high[MODEL_MAX_FIELDS];
    struct value_table box;
    bool closed;
    result->claim = "mex over all options, for every position of a box, from the sets of values along its lines";
    result->source = "Sprague 1935, Grundy 1939";
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    if (!tables_covered(env, game, high)) raise_corner(env, game, high);
    enum status st = lines_box(env, game, nested, high, &box, arena, &use, &closed);
    if (st != ST_OK || !closed) return st == ST_OK ? ST_UNSUPPORTED : st;
    corner_of(nested, &box, high);
    by.width = lines_narrow(nested, box.extent) ? TABLES_NARROW : TABLES_WIDE;
    return tables_answer_by(env, q, high, &by, arena, result);
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */
static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (way->ask->what == Q_OUTCOME) lines_offer_outcomes(env, planner, way);
    else if (way->ask->what <= Q_BOX) offer_values(env, planner, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    if (way->ask->what == Q_OUTCOME) return lines_answer_outcomes(env, way, arena, result);
    return answer_values(env, way, arena, result);
}

const struct solver solver_lines = {
    .name = "lines",
    .kind = "table",
    .summary = "SG values and outcomes of a box of positions whose options are rays, a set for each line",
    .beyond = true,
    .offer = offer,
    .run = run,
};
