/* SPDX-License-Identifier: MIT */
/* Sums are counted by a polynomial: the coefficient of x^t counts those with t = sum (h_i + m). */
#include "solve/search/splitting.h"
#include "base/mem.h"
#include "play/options/store.h"

enum { HEAPS_LISTED = 32, LOOKS = 8, TOKENS_MOST = 4000, PRODUCTS_MOST = 4000000 };
#define SUMS_MOST 1e30

struct splitting {
    bool listed, splits;
    int64_t taken; /* at least, by a move for each heap more that it leaves */
    int64_t least; /* heap with a move */
};
struct splitting_memory {
    struct splitting *games;
    size_t count;
};
static void forget(void *kept)
{
    struct splitting_memory *m = kept;
    mem_free(m->games, m->count * sizeof *m->games);
}

static const struct tenant tenant = {.name = "splitting", .size = sizeof(struct splitting_memory), .forget = forget};

struct listing {
    int game;
    int64_t heap;
    bool any, fine;
    struct splitting *out;
};

static enum status take_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct listing *l = context;
    int64_t left = 0, heaps = 0;
    (void)taken;
    l->any = true;
    for (size_t i = 0; i < count; i++) {
        if (components[i].game != l->game) return l->fine = false, ST_UNSUPPORTED;
        left += components[i].cells[0]; /* of a few small heaps */
        heaps += components[i].cells[0] > 0;
    }
    if (left > l->heap) return l->fine = false, ST_UNSUPPORTED;
    if (heaps < 2) return ST_OK;
    int64_t taken_each = (l->heap - left) / (heaps - 1);
    if (!l->out->splits || taken_each < l->out->taken) l->out->taken = taken_each;
    l->out->splits = true;
    return ST_OK;
}

static void list(const struct env *env, int game, struct splitting *out)
{
    struct env_view view;
    struct terms terms = env->terms;
    struct listing l = {.game = game, .fine = true, .out = out};
    terms.looks = LOOKS;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    out->listed = true;
    out->least = -1;
    for (l.heap = 0; l.fine && l.heap < HEAPS_LISTED; l.heap++) {
        struct component c = {game, 1, &l.heap};
        l.any = false;
        enum status st = vm_options(view.env.vm, &c, 1, take_option, &l);
        if (l.any && out->least < 0) out->least = l.heap;
        if (st == ST_STATE_BUDGET) break;
        if (st != ST_OK) l.fine = false;
    }
    env_view_close(&view);
    out->splits &= l.fine && out->least > 0;
}

static const struct splitting *splitting_of(const struct env *env, int game)
{
    struct splitting_memory *m = store_room(env, &tenant);
    if (!m) return NULL;
    if (!m->games) {
        m->games = mem_alloc(env->model->game_count * sizeof *m->games);
        m->count = m->games ? env->model->game_count : 0;
    }
    if (!m->games) return NULL;
    if (!m->games[game].listed) list(env, game, &m->games[game]);
    return &m->games[game];
}

static double count_sums(const struct splitting *s, int64_t greatest, int64_t tokens)
{
    size_t bytes = ((size_t)tokens + 1) * sizeof(double);
    double *ways = mem_alloc(bytes), all = 0;
    if (!ways) return 0;
    for (int64_t t = 0; t <= tokens; t++) ways[t] = t == 0;
    for (int64_t h = s->least; h <= greatest; h++)
        for (int64_t t = h + s->taken; t <= tokens; t++)
            if (ways[t] < SUMS_MOST) ways[t] += ways[t - h - s->taken];
    for (int64_t t = 0; t <= tokens && all < SUMS_MOST; t++) all += ways[t];
    mem_free(ways, bytes);
    return all < SUMS_MOST ? all : SUMS_MOST;
}

double splitting_sums(const struct env *env, const struct position *position)
{
    int game = position->count ? position->components[0].game : -1;
    int64_t tokens = 0, greatest = 0;
    if (game < 0 || position->big || !env->traits->games[game].one_heap) return 0;
    const struct splitting *s = splitting_of(env, game);
    for (size_t i = 0; s && s->splits && i < position->count; i++) {
        int64_t heap = position->components[i].cells[0];
        if (position->components[i].game != game || heap > TOKENS_MOST || tokens > TOKENS_MOST) return 0;
        tokens += heap + s->taken;
        if (heap > greatest) greatest = heap;
    }
    bool fits = s && s->splits && tokens <= TOKENS_MOST && tokens * greatest <= PRODUCTS_MOST;
    return fits ? count_sums(s, greatest, tokens) : 0;
}
