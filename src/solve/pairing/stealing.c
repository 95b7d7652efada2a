/* SPDX-License-Identifier: MIT */
/* Options are compared as the rule writes them, cell by cell, found by their hashes. */
#include "solve/pairing/stealing.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "play/options/ends.h"
#include "play/options/options.h"
#include "play/options/traits.h"
#include "solve/heap/sampled.h"
#include "solve/search/estimate.h"
#include "solve/search/search_components.h"

struct listed {
    uint64_t hash;
    size_t sum;
};
struct stealing {
    struct env *env;
    struct sums options;
    VEC(struct listed) order; /* ascending by hash */
    bool some;                /* the option that is tried has an option */
    size_t found;             /* the option that proves it */
};

/* ---- lists of options ------------------------------------------------------------------------------------------------ */
static uint64_t hash_of(const struct component *components, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = hash_mix(hash ^ (uint64_t)(int64_t)components[i].game);
        for (size_t k = 0; k < components[i].count; k++) hash = hash_mix(hash ^ (uint64_t)components[i].cells[k]);
    }
    return hash;
}

static enum status keep_option(void *context, const struct component *components, size_t count)
{
    struct stealing *s = context;
    struct listed listed = {hash_of(components, count), s->options.count};
    if (s->options.cells.count > STEALING_CELLS) return ST_UNSUPPORTED;
    if (!sums_add(&s->options, components, count) || !vec_push(&s->order, listed)) return ST_NO_MEMORY;
    return s->options.count % 256 ? ST_OK : budget_check(s->env->budget);
}

static int by_hash(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static bool is_sum(const struct sums *sums, size_t sum, const struct component *components, size_t count)
{
    bool same = sums_size(sums, sum) == count;
    for (size_t i = 0; same && i < count; i++) {
        struct component c = sums_component(sums, sum, i);
        same = component_compare(&c, &components[i]) == 0;
    }
    return same;
}

static bool is_option(const struct stealing *s, const struct component *components, size_t count)
{
    uint64_t hash = hash_of(components, count);
    size_t low = 0, high = s->order.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->order.data[middle].hash < hash) low = middle + 1;
        else high = middle;
    }
    for (; low < s->order.count && s->order.data[low].hash == hash; low++)
        if (is_sum(&s->options, s->order.data[low].sum, components, count)) return true;
    return false;
}

/* ---- one option -------------------------------------------------------------------------------------------------------- */
static enum status check_option(void *context, const struct component *components, size_t count)
{
    struct stealing *s = context;
    s->some = true;
    return is_option(s, components, count) ? ST_OK : ST_UNSUPPORTED;
}

/* Of one component: a sum's options would have to be made of all its components. */
static enum status try_option(struct stealing *s, size_t sum, bool *stolen)
{
    if (sums_size(&s->options, sum) != 1) return ST_OK;
    struct component q = sums_component(&s->options, sum, 0);
    s->some = false;
    enum status st = q.game >= 0 ? options_written(s->env, &q, 0, check_option, s) : ST_UNSUPPORTED;
    *stolen = st == ST_OK && s->some;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static size_t difference(const struct component *a, const struct component *b)
{
    if (a->game != b->game || a->count != b->count) return SIZE_MAX - 1;
    size_t cells = 0;
    for (size_t i = 0; i < a->count; i++) cells += a->cells[i] != b->cells[i];
    return cells;
}

/* Those nearest to the position, each once. */
static enum status try_nearest(struct stealing *s, const struct component *from, bool *stolen)
{
    size_t n = s->options.count, best[STEALING_TRIES], far[STEALING_TRIES], count = 0;
    enum status st = ST_OK;
    for (size_t i = 0; i < n; i++) {
        if (sums_size(&s->options, i) != 1) continue;
        struct component q = sums_component(&s->options, i, 0);
        size_t d = difference(from, &q), at = count;
        while (at > 0 && far[at - 1] > d) at--;
        if (at == STEALING_TRIES) continue;
        size_t last = count < STEALING_TRIES ? count++ : STEALING_TRIES - 1;
        memmove(best + at + 1, best + at, (last - at) * sizeof *best);
        memmove(far + at + 1, far + at, (last - at) * sizeof *far);
        best[at] = i, far[at] = d;
    }
    for (size_t i = 0; st == ST_OK && !*stolen && i < count; i++) st = try_option(s, s->found = best[i], stolen);
    return st;
}

enum status stealing_by(struct env *env, const struct component *component, struct arena *arena, struct component *by,
                        bool *stolen)
{
    struct env_view view;
    env_view_quiet(&view, env);
    struct stealing s = {.env = &view.env};
    *stolen = false;
    enum status st = options_written(s.env, component, 0, keep_option, &s);
    if (st == ST_OK && s.order.count) qsort(s.order.data, s.order.count, sizeof *s.order.data, by_hash);
    if (st == ST_OK) st = try_nearest(&s, component, stolen);
    if (st == ST_OK && *stolen && by) {
        struct component found = sums_component(&s.options, s.found, 0);
        int64_t *cells = arena_array(arena, found.count + (size_t)1, sizeof *cells);
        if (cells) memcpy(cells, found.cells, found.count * sizeof *cells);
        *by = (struct component){found.game, found.count, cells};
        if (!cells) st = ST_NO_MEMORY;
    }
    sums_free(&s.options);
    vec_free(&s.order);
    env_view_close(&view);
    return st == ST_UNSUPPORTED || st == ST_RULE_FAILED ? ST_OK : st;
}

enum status stealing_proves(struct env *env, const struct component *component, bool *stolen)
{
    return stealing_by(env, component, NULL, NULL, stolen);
}

/* ---- the solver ---------------------------------------------------------------------------------------------------------- */
static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    bool stolen;
    enum status st = stealing_proves(env, &way->ask->positions[0].components[0], &stolen);
    if (st != ST_OK || !stolen) return st == ST_OK ? ST_UNSUPPORTED : st;
    result->outcomes = arena_array(arena, 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    result->outcomes[0] = OUTCOME_N;
    result->claim = "proved: one move leads to a position whose options are all options already, so one of them wins";
    result->source = "Nash 1949, Gale 1974 (strategy stealing)";
    result->extent = "the options of the position and of one option of it compared";
    return ST_OK;
}

static const char *why_not(const struct env *env, const struct ask *q)
{
    if (q->remoteness) return "it says nothing of the length of play";
    if (q->heap || q->some || q->count != 1 || q->positions[0].count != 1) return "it answers for one component";
    const struct component *c = &q->positions[0].components[0];
    if (c->game < 0 || env->model->games[c->game].kind != GAME_RULES) return "it answers for games of rules";
    struct game_traits f = estimate_traits(env, q);
    if (f.loopy || f.graph) return "the game is loopy, or an explicit graph as a whole";
    if (f.mover) return "the mover matters, so what one player can do the other may not";
    return NULL;
}

enum { WORTH_STEALING = 10000000 }; /* positions: fewer are searched */
#define SECONDS 0.05
#define SECONDS_A_CELL 5e-8 /* of the options that are kept */

/* Of numbers some positions say how many options there are: twice as many as in the mean of the box below. */
static double seconds_of(const struct env *env, const struct component *c)
{
    const struct game_traits *f = &env->traits->games[c->game];
    struct sampled s;
    bool counts = f->scalars && f->bounded;
    for (size_t i = 0; counts && i < c->count; i++) counts = c->cells[i] >= f->low[i];
    if (!counts || !sampled_box(env, c->game, c->cells, &s)) return SECONDS;
    double cells = 2 * s.options * (double)c->count;
    return SECONDS + SECONDS_A_CELL * (cells < STEALING_CELLS ? cells : STEALING_CELLS);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    if (q->what != Q_OUTCOME) return;
    const char *why = why_not(env, q);
    const struct component *c = &q->positions[0].components[0];
    bool few = !why && !env->terms.only && estimate_positions(env, c) < WORTH_STEALING;
    if (!why && !few && q->play == PLAY_NORMAL) planner->status = components_ahead(planner->env, c, &few);
    if (planner->status != ST_OK) return;
    if (!why && !few && ends_watched(env, c, 1)) why = "play is not proved to end"; /* takes long on boards */
    if (env->terms.only) way->because = why;
    if (why || few) return;
    way->can = true;
    way->because = "an option whose options are all options already";
    way->cost = (struct cost){seconds_of(env, c), 0, true, 0};
}

const struct solver solver_stealing = {
    .name = "stealing",
    .kind = "proof",
    .summary = "positions that are won by strategy stealing",
    .trust = TRUST_PROVED,
    .offer = offer,
    .run = run,
};
