/* SPDX-License-Identifier: MIT */
/* Steps of the machine are counted, and those along rays apart, as they count less: vm_work has 64 for a step and 1 for one of these. */
#include "solve/heap/looked_at.h"
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/sampled.h"

enum { LOOKS = 24, SHAPES = 8, FIRST_OPTIONS = 1 << 12, WORK_A_TURN = 64 };

struct known {
    int game;
    bool misere, found;
    struct sampled_size size; /* of the box that was filled */
    struct looked_at base, growth;
};
struct looked_memory {
    struct known items[SHAPES];
    size_t count;
};
static void forget(void *kept) { (void)kept; }

static const struct tenant tenant = {.name = "looked at", .size = sizeof(struct looked_memory), .forget = forget};

/* The box whose sides were halved so often; its cells and, roughly, all options of theirs. */
static double small_box(const struct env *env, const struct known *k, size_t halvings, struct value_table *box)
{
    const int64_t *low = env->traits->games[k->game].low;
    double options = 0, wide = 0;
    *box = (struct value_table){.game = k->game, .fields = env->model->games[k->game].field_count, .misere = k->misere};
    box->count = 1;
    for (size_t i = box->fields; i-- > 0;) {
        box->low[i] = low[i];
        box->extent[i] = ((k->size.high[i] - low[i]) >> halvings) + 1;
        box->stride[i] = (int64_t)box->count;
        box->count *= (uint64_t)box->extent[i];
        wide += (double)box->extent[i];
        options = (double)box->count * (wide / 2 + 1);
        if (options > FIRST_OPTIONS) break;
    }
    return options;
}

/* For a position of that box. */
static enum status count_turns(struct env *env, const struct known *k, size_t halvings, struct looked_at *out)
{
    struct value_table box;
    small_box(env, k, halvings, &box);
    size_t bytes = (size_t)(box.count / 64 + 2) * sizeof *box.losses;
    box.losses = mem_alloc(bytes);
    if (!box.losses) return ST_NO_MEMORY;
    uint64_t before = vm_work(env->vm), along = vm_along(env->vm);
    enum status st = vm_fill(env->vm, &box, 0, box.count, 1);
    along = vm_along(env->vm) - along;
    out->turns = (double)(vm_work(env->vm) - before - along) / WORK_A_TURN / (double)box.count;
    out->along = (double)along / (double)box.count;
    mem_free(box.losses, bytes);
    return st;
}

static double root(double x)
{
    double r = x;
    for (int i = 0; i < 20; i++) r = (r + x / r) / 2;
    return r;
}

/* For each doubling, from what it was two of them ago. */
static double growth_of(double small, double large) { return small > 1 && large > small ? root(large / small) : 1; }

/* Ever larger boxes; the last one is compared with the one a quarter as large. */
static bool find(struct env *env, struct known *k)
{
    struct value_table box;
    struct looked_at before = {0, 0}, last = {0, 0}, here = {0, 0};
    size_t h = 0, boxes = 0;
    while (small_box(env, k, h, &box) > FIRST_OPTIONS) h++;
    for (h += 3; h-- > 0; boxes++) {
        enum status st = count_turns(env, k, h, &here);
        if (st == ST_STATE_BUDGET && boxes > 2) break;
        if (st != ST_OK) return false;
        k->growth = (struct looked_at){growth_of(before.turns, here.turns), growth_of(before.along, here.along)};
        k->size.halvings = h;
        before = last;
        k->base = last = here;
        if (boxes > 1 && env->budget->looks_used > LOOKS / 4) break;
    }
    return true;
}

static bool is_like(const struct known *k, int game, bool misere, size_t fields, const int64_t *high)
{
    bool like = k->game == game && k->misere == misere;
    for (size_t i = 0; like && i < fields; i++) like = k->size.high[i] / 2 <= high[i] && high[i] / 2 <= k->size.high[i];
    return like;
}

static const struct known *known_of(const struct env *env, int game, const int64_t *high, bool misere)
{
    struct looked_memory *m = store_room(env, &tenant);
    size_t fields = env->model->games[game].field_count;
    struct env_view view;
    struct terms terms = env->terms;
    if (!m) return NULL;
    for (size_t i = 0; i < m->count && i < SHAPES; i++)
        if (is_like(&m->items[i], game, misere, fields, high)) return &m->items[i];
    struct known *k = &m->items[m->count++ % SHAPES];
    *k = (struct known){.game = game, .misere = misere};
    for (size_t i = 0; i < fields; i++) k->size.high[i] = high[i];
    terms.looks = LOOKS;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    k->found = find(&view.env, k);
    env_view_close(&view);
    return k;
}

bool looked_at(const struct env *env, int game, const int64_t *high, bool misere, struct looked_at *looked)
{
    const struct known *k = known_of(env, game, high, misere);
    if (!k || !k->found) return false;
    looked->turns = k->base.turns * sampled_grown(env, game, &k->size, high, k->growth.turns);
    looked->along = k->base.along * sampled_grown(env, game, &k->size, high, k->growth.along);
    return true;
}
