/* SPDX-License-Identifier: MIT */
/* One heap whose options are windows: each value from the one before, at the cost of what the windows' ends move. */
#include "base/mem.h"
#include "model/builtins.h"
#include "play/options/store.h"
#include "proof/normal/overflows.h"
#include "solve/heap/losses.h"
#include "solve/heap/tables.h"
#include "solve/ranked/sure.h"
#include "solve/windows/private.h"

/* For fewer heaps whatever else answers does so in milliseconds. */
#define HEAPS_LEAST (1 << 16)
#define SMALL_SECONDS 0.005  /* ... what takes no longer than that */
#define SUMS_LEAST (1 << 12) /* the same of rules with sums, which take more */
/* For fewer in misere play, where nothing else knows of windows. */
#define DECIDED_LEAST (1 << 10)
#define SECONDS_A_HEAP 1.5e-9
#define SECONDS_A_TERM 1e-9
#define SECONDS_A_BOUND 3e-10
#define SECONDS_A_WINDOW 3e-9
#define SECONDS_A_STEP 4e-9 /* of a window, for each residue of the cycle */
#define SECONDS_BESIDE 5e-9 /* windows and heaps that are looked up, together */
#define SECONDS_A_HEAP_LOOKED_UP 1e-9
#define SECONDS_A_FEW_LOOKED_UP 5e-10
#define SECONDS_A_FEW 1.5e-9 /* a heap of which all options are looked up (few.c), without these */
#define SECONDS_A_FEW_TERM 3e-10
#define SECONDS_A_STEP_OF_FEW 1.5e-9 /* a heap, of which windows near it are looked up eight at a time */
#define SECONDS_A_CALL 6e-9          /* a term that is computed, and one that is in loops of its own */
#define SECONDS_A_COUNT 1.5e-9
#define SECONDS_A_PICK 2e-9       /* a condition on a number */
#define SECONDS_AN_AMOUNT 1.5e-10 /* and heap */
#define SECONDS_OF_AMOUNTS 5e-9   /* a heap besides */
#define SECONDS_A_WORD 2.5e-10    /* 64 heaps that are marked */
#define SECONDS_A_LOOK 1e-9       /* for a lost heap in a window */
#define SECONDS_A_REMAINDER 3e-9
#define SECONDS_A_SUM 3e-9
enum { DOUBLING_HEAPS = 1 << 22 };

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

static double seconds_of_calls(const struct heap_window_term *terms, size_t count)
{
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        const struct heap_window_term *t = &terms[i];
        bool counts = t->call == WINDOW_BUILTIN && t->data == BUILTIN_POPCOUNT;
        seconds += counts ? SECONDS_A_COUNT : t->call ? SECONDS_A_CALL : 0;
    }
    return seconds;
}

static double few_terms(const struct heap_windows *w)
{
    return SECONDS_A_FEW_TERM * (double)w->term_count + seconds_of_calls(w->terms, w->term_count);
}

/* *looked_up: all windows are; then values are at most as many as there are windows, a byte each. */
static double seconds_a_heap(const struct heap_windows *w, bool *looked_up)
{
    double seconds =
        SECONDS_A_HEAP + SECONDS_A_TERM * (double)w->term_count + seconds_of_calls(w->terms, w->term_count);
    bool ones = false, slides = false;
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        seconds += SECONDS_A_BOUND * (double)(v->low_count + v->high_count);
        seconds += v->one ? SECONDS_A_HEAP_LOOKED_UP : SECONDS_A_WINDOW + SECONDS_A_STEP * (double)w->cycle;
        ones |= v->one;
        slides |= !v->one;
    }
    *looked_up = !slides;
    if (!slides) return SECONDS_A_FEW + few_terms(w) + SECONDS_A_FEW_LOOKED_UP * (double)w->count;
    return seconds + (ones && slides ? SECONDS_BESIDE : 0);
}

/* How many windows a heap has, in the mean, where some are of a part of the heaps alone. */
static double present(const struct heap_windows *w, int64_t high)
{
    double heaps = 0;
    for (size_t i = 0; i < w->count; i++) {
        int64_t to = w->windows[i].to < high ? w->windows[i].to : high;
        if (w->windows[i].from <= to) heaps += (double)(to - w->windows[i].from) + 1;
    }
    return heaps / ((double)high + 1);
}

/* Of rules with sets; `levels`: value by value (levels.c), whatever else they are. ST_UNSUPPORTED: they take too long for so
 * many heaps. ST_NO_MEMORY. */
static enum status seconds_of_sets(const struct heap_windows *w, double heaps, bool levels, double *seconds)
{
    double amounts, picks = 0;
    bool looked_up;
    struct few_counts counts = {0};
    enum status st = few_options(w, (int64_t)heaps, &counts);
    for (size_t i = 0; i < w->count; i++) picks += (double)w->windows[i].pick_count;
    picks *= SECONDS_A_PICK;
    for (size_t i = 0; i < w->set_term_count; i++) picks += w->set_terms[i].call == WINDOW_MEMBER ? SECONDS_A_PICK : 0;
    if (st == ST_OK && !levels && picks_slide(w, &counts, (uint64_t)heaps)) {
        *seconds = heaps * (picks + seconds_a_heap(w, &looked_up) + SECONDS_A_STEP * counts.moved);
        return ST_OK;
    }
    if (st == ST_OK) st = picks_count(w, (uint64_t)heaps, &amounts);
    if (st != ST_OK) return st;
    *seconds = picks + SECONDS_A_TERM * (double)w->term_count + seconds_of_calls(w->terms, w->term_count);
    levels |= amounts >= heaps / AMOUNTS_OF_LEVELS || counts.open >= FEW_OPTIONS;
    *seconds +=
        levels ? SECONDS_A_WORD * heaps / 64 * (double)w->count : SECONDS_OF_AMOUNTS + SECONDS_AN_AMOUNT * amounts;
    *seconds *= heaps;
    return levels && heaps > LEVELS_HEAPS ? ST_UNSUPPORTED : ST_OK;
}

/* In misere play every window is looked at once for each of its remainders. */
static double seconds_to_decide(const struct heap_windows *w)
{
    double seconds =
        SECONDS_A_HEAP + SECONDS_A_TERM * (double)w->term_count + seconds_of_calls(w->terms, w->term_count);
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        double remainders = 0;
        for (int64_t r = 0; r < w->cycle; r++) remainders += __builtin_popcount(v->allowed[r]);
        seconds += SECONDS_A_BOUND * (double)(v->low_count + v->high_count);
        seconds += w->cycle == 1 ? SECONDS_A_LOOK : SECONDS_A_REMAINDER * (1 + remainders / (double)w->cycle);
    }
    return seconds;
}

/* Is nothing beyond 64 bits in a rule that is not written out (sure.h), as one with sums or named sets? A table may be doubled. */
static bool fits(const struct env *env, int game, int64_t high)
{
    struct normal_source source = {.model = env->model, .game = game, .params = env->params};
    return !normal_may_overflow(&source, 65 - __builtin_clzll((uint64_t)high | 1));
}

/* Are the options of that game's heaps up to `high` windows, so that every heap up to there can be computed? */
static bool find_windows(const struct env *env, int game, int64_t high, struct planner *planner, struct way *way,
                         struct heap_windows **w)
{
    bool fit;
    const struct game *g = &env->model->games[game];
    if (!tables_possible(env, game, &way->because)) return false;
    if (g->field_count != 1 || g->fields[0].kind != FIELD_NAT || g->invariant) return false;
    planner->status = windows_of(env, game, w);
    if (planner->status != ST_OK) return false;
    way->because = (*w)->reason;
    if ((*w)->reason) return false;
    way->because = "its numbers are too large for heaps of that size";
    if (high >= (*w)->beyond / 2) return false; /* a small table is doubled */
    planner->status = sure_box(env, game, env->traits->games[game].low, &high, SURE_NONE, 0, &fit);
    if (planner->status == ST_OK && !fit && ((*w)->sums || (*w)->sets)) fit = fits(env, game, high);
    return planner->status == ST_OK && fit;
}

static void offer_values(const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    struct heap_windows *w;
    int game = q->what == Q_VALUE ? q->components[0].game : q->game;
    if (game < 0 || !tables_askable(env, q)) return;
    tables_corner(env, q, high);
    if (high[0] < SUMS_LEAST && !env->terms.only) return;
    if (!find_windows(env, game, high[0], planner, way, &w)) return;
    way->because = PLANNER_REPEATS;
    if (w->near) return;
    way->because = PLANNER_QUICKER;
    bool small = high[0] < HEAPS_LEAST && !w->sums && !w->sets && !env->terms.only;
    if (small && planner_answers(planner, way, SMALL_SECONDS)) return;
    bool looked_up = false;
    double heaps = (double)high[0] + 1, seconds = seconds_a_heap(w, &looked_up);
    struct few_counts counts = {0};
    if (w->sets) {
        enum status st = seconds_of_sets(w, heaps, false, &seconds);
        way->because = "its heaps have too many options";
        if (st == ST_NO_MEMORY) planner->status = st;
        if (st != ST_OK) return;
        looked_up = true;
    } else if (!looked_up) planner->status = few_options(w, high[0], &counts);
    way->because = "its heaps have too many options";
    if (planner->status != ST_OK || (w->sums && counts.most >= FEW_OPTIONS)) return;
    if (!w->sums && !w->sets && !looked_up && counts.most < FEW_OPTIONS) {
        looked_up = true;
        seconds = SECONDS_A_FEW + few_terms(w) + SECONDS_A_STEP_OF_FEW * present(w, high[0]);
        if (w->cycle > 1) seconds = SECONDS_A_FEW + few_terms(w) + SECONDS_A_REMAINDER * counts.average;
    }
    if (!looked_up && !w->sums && counts.moved > 2 * (double)w->count) seconds += SECONDS_A_STEP * counts.moved;
    if (w->sums) seconds = SECONDS_A_FEW + few_terms(w) + SECONDS_A_SUM * counts.average;
    if (!w->sets) seconds *= heaps;
    way->can = true;
    way->because = "every heap below, from windows of values whose ends move";
    way->cost.seconds = tables_covered(env, game, high) ? 1e-7 : seconds;
    way->cost.bytes = heaps * (w->sets ? 4 : looked_up || w->sums ? 1 : 4); /* marks of sets are beside the values */
    way->kept = w;
}

/* ---- misere play ------------------------------------------------------------------------------------------------- */
static const char by_windows; /* whose outcomes they are */

static void offer_outcomes(const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    int64_t high[MODEL_MAX_FIELDS];
    struct heap_windows *w;
    if (q->play != PLAY_MISERE || !losses_corner(env, q, high)) return;
    int game = q->positions[0].components[0].game;
    if (high[0] < DECIDED_LEAST && !env->terms.only) return;
    if (!find_windows(env, game, high[0], planner, way, &w)) return;
    way->because = "in misere play sums of heaps are not known by the outcomes of heaps";
    if (w->sums) return;
    const struct losses_box *kept = losses_find(env, &by_windows, game, true);
    double heaps = (double)high[0] + 1;
    way->cost.seconds = heaps * seconds_to_decide(w);
    if (w->sets) {
        enum status st = seconds_of_sets(w, heaps, true, &way->cost.seconds);
        if (st == ST_NO_MEMORY) planner->status = st;
        way->because = "its heaps have too many options";
        if (st != ST_OK) return;
    }
    way->can = true;
    way->because = "every heap below, from lost heaps between ends that move";
    if (kept && high[0] < kept->box.extent[0]) way->cost.seconds = 1e-7;
    way->cost.bytes = heaps / 8;
    way->kept = w;
}

/* In place of what is kept, and twice as large while it is small, so that growing questions cost a constant factor. */
static enum status decide_to(struct env *env, const struct heap_windows *w, int game, int64_t high,
                             struct losses_box **b)
{
    struct value_table box = {.game = game, .fields = 1, .extent = {high + 1}, .stride = {1}};
    if (*b && (*b)->box.extent[0] > box.extent[0] / 2 && (*b)->box.extent[0] <= DOUBLING_HEAPS)
        box.extent[0] = 2 * (*b)->box.extent[0];
    box.count = (uint64_t)box.extent[0];
    if (box.extent[0] > w->beyond) return ST_UNSUPPORTED;
    enum status st = losses_new(env, &box, true, b);
    if (st == ST_OK) st = windows_decide(w, (*b)->box.losses, box.count, env->budget);
    if (st == ST_OK) st = losses_keep(env, &by_windows, *b);
    if (st != ST_OK) losses_drop(*b);
    return st;
}

static enum status answer_outcomes(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    int64_t high[MODEL_MAX_FIELDS];
    if (!losses_corner(env, way->ask, high)) return ST_UNSUPPORTED;
    int game = way->ask->positions[0].components[0].game;
    struct losses_box *b = losses_find(env, &by_windows, game, true);
    enum status st = ST_OK;
    if (!b || high[0] >= b->box.extent[0]) st = decide_to(env, way->kept, game, high[0], &b);
    result->claim = "misere outcomes of every heap from 0 on, from the lost ones between ends that move";
    result->source = "";
    result->extent = "every position computed from all its options";
    return st == ST_OK ? losses_answer(b, way->ask, NULL, arena, result) : st;
}

/* ---- SG values --------------------------------------------------------------------------------------------------- */
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

static enum status answer_values(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct tables_filler by = {fill, way->kept, NULL, TABLES_BYTES};
    int64_t high[MODEL_MAX_FIELDS];
    result->claim = "mex over all options, for every heap from 0 on, from the values between ends that move";
    result->source = "Sprague 1935, Grundy 1939";
    if (!tables_corner(env, q, high)) return ST_UNSUPPORTED;
    return tables_answer_by(env, q, high, &by, arena, result);
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */
static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (way->ask->what == Q_OUTCOME) offer_outcomes(env, planner, way);
    else if (way->ask->what <= Q_BOX) offer_values(env, planner, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    return way->ask->what == Q_OUTCOME ? answer_outcomes(env, way, arena, result)
                                       : answer_values(env, way, arena, result);
}

const struct solver solver_windows = {
    .name = "windows",
    .kind = "table",
    .summary =
        "SG values and misere outcomes of heaps 0..n of a one-heap game whose options lie between ends that move "
        "with the heap",
    .beyond = true,
    .offer = offer,
    .run = run,
};
