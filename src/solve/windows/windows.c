/* SPDX-License-Identifier: MIT */
/* One heap whose options are windows: each value from the one before, at the cost of what the windows' ends move. */
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"
#include "solve/ranked/sure.h"
#include "solve/windows/private.h"

/* For fewer heaps whatever else answers does so in milliseconds. */
#define HEAPS_LEAST (1 << 16)
#define SECONDS_A_HEAP 1.5e-9
#define SECONDS_A_TERM 1e-9
#define SECONDS_A_BOUND 3e-10
#define SECONDS_A_WINDOW 3e-9
#define SECONDS_A_STEP 4e-9 /* of a window, for each residue of the cycle */
#define SECONDS_BESIDE 5e-9 /* windows and heaps that are looked up, together */
#define SECONDS_A_HEAP_LOOKED_UP 1e-9

/* What was found of each game that was asked about; in settings_arena. */
struct known {
    int game;
    struct heap_windows windows;
    struct known *next;
};
struct windows_room {
    struct known *first;
};
static void forget(void *kept) { ((struct windows_room *)kept)->first = NULL; }
static const struct tenant windows_tenant = {"windows", sizeof(struct windows_room), true, forget};

static enum status windows_of(const struct env *env, int game, struct heap_windows **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct windows_room *room = store_room(env, &windows_tenant);
    if (!room) return ST_NO_MEMORY;
    for (struct known *k = room->first; k; k = k->next)
        if (k->game == game) return *out = &k->windows, ST_OK;
    struct known *k = arena_alloc(arena, sizeof *k);
    struct heap_windows_source source = {env->model, game, env->params};
    enum status st = k ? heap_windows_find(&source, arena, &k->windows) : ST_NO_MEMORY;
    if (st != ST_OK) return st;
    k->game = game;
    k->next = room->first;
    room->first = k;
    *out = &k->windows;
    return ST_OK;
}

/* *looked_up: all windows are; then values are at most as many as there are windows, a byte each. */
static double seconds_a_heap(const struct heap_windows *w, bool *looked_up)
{
    double seconds = SECONDS_A_HEAP + SECONDS_A_TERM * (double)w->term_count;
    bool ones = false, slides = false;
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        seconds += SECONDS_A_BOUND * (double)(v->low_count + v->high_count);
        seconds += v->one ? SECONDS_A_HEAP_LOOKED_UP : SECONDS_A_WINDOW + SECONDS_A_STEP * (double)w->cycle;
        ones |= v->one;
        slides |= !v->one;
    }
    *looked_up = !slides;
    return seconds + (ones && slides ? SECONDS_BESIDE : 0);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    struct heap_windows *w;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    (void)self;
    if (q->what == Q_OUTCOME || q->what > Q_BOX || game < 0 || !tables_askable(env, q) ||
        !tables_possible(env, game, &way->because))
        return;
    if (env->model->games[game].field_count != 1 || env->model->games[game].fields[0].kind != FIELD_NAT ||
        env->model->games[game].invariant)
        return;
    tables_corner(env, q, high);
    if (high[0] < HEAPS_LEAST && !env->terms.only) return;
    planner->status = windows_of(env, game, &w);
    if (planner->status != ST_OK) return;
    way->because = w->reason;
    if (w->reason) return;
    way->because = "one heap of which a fixed set of numbers is taken may have a period";
    if (w->near) return;
    way->because = "its numbers are too large for heaps of that size";
    if (high[0] >= w->beyond / 2) return; /* a small table is doubled */
    bool looked_up, fit;
    planner->status = sure_box(env, game, env->traits->games[game].low, high, SURE_NONE, 0, &fit);
    if (planner->status != ST_OK || !fit) return;
    double heaps = (double)high[0] + 1, seconds = heaps * seconds_a_heap(w, &looked_up);
    way->can = true;
    way->because = "every heap below, from windows of values whose ends move";
    way->cost.seconds = tables_covered(env, game, high) ? 1e-7 : seconds;
    way->cost.bytes = heaps * (looked_up ? 1 : 4);
    way->kept = w;
}

static enum status fill(struct env *env, struct game_memory *memory, struct blocks *blocks, const void *context)
{
    struct value_table *t = &memory->table;
    struct window_values v = {t->bytes, t->narrow, t->values, t->count, 0, memory->room};
    (void)blocks;
    if (t->count > (uint64_t)((const struct heap_windows *)context)->beyond) return ST_UNSUPPORTED;
    budget_expect(env->budget, t->count);
    const struct kept_rows of = {.env = env, .table = t};
    enum status st = windows_fill(context, &v, env->budget, &of);
    t->bytes = v.bytes;
    t->narrow = v.narrow;
    t->values = v.wide;
    memory->filled = v.filled;
    memory->room = v.size;
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct tables_filler by = {fill, way->kept, NULL, TABLES_BYTES};
    int64_t high[MODEL_MAX_FIELDS];
    result->claim = "mex over all options, for every heap from 0 on, from the values between ends that move";
    result->source = "Sprague 1935, Grundy 1939";
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    return tables_answer_by(env, q, high, &by, arena, result);
}

const struct solver solver_windows = {
    .name = "windows",
    .kind = "table",
    .summary = "SG values of heaps 0..n of a one-heap game whose options lie between ends that move with the heap",
    .beyond = true,
    .offer = offer,
    .run = run,
};
