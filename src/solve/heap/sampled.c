/* SPDX-License-Identifier: MIT */
/* Place k of field i is in layer (2 i + 1) k of PLACES layers: each field is met once in each of its layers. */
#include "solve/heap/sampled.h"
#include "play/options/store.h"

#define SETTLED 1.25 /* so much growth is none */
enum { PLACES = 8, ENOUGH = 2000, MOST = 40000, LOOKS = 24, SHAPES = 8, FEWEST = 50, ENOUGH_STEPS = 1 << 20, MORE = 4 };

struct count {
    double options, steps;
    struct vm_price price;
};
struct known {
    int game;
    struct sampled_size size; /* of the last box that was listed */
    struct count base;        /* of a position of it */
    double growth_options;    /* from one that is half as large */
    double growth_steps;
};
struct sampled_memory {
    struct known items[SHAPES];
    size_t count;
};
static void forget(void *kept) { (void)kept; }

static const struct tenant tenant = {.name = "sampled", .size = sizeof(struct sampled_memory), .forget = forget};

static enum status count_option(void *context, const struct component *components, size_t count,
                                const struct taken *taken)
{
    double *options = context;
    (void)components, (void)count, (void)taken;
    return ++*options < MOST ? ST_OK : ST_STATE_BUDGET;
}

/* Of all places of the box that was halved so often. */
static enum status list_places(const struct env *env, const struct known *k, const int64_t *low, size_t halvings,
                               struct count *all)
{
    int64_t cells[MODEL_MAX_FIELDS];
    struct component at = {k->game, (uint32_t)env->model->games[k->game].field_count, cells};
    uint64_t before = vm_work(env->vm);
    enum status st = ST_OK;
    *all = (struct count){0};
    for (size_t p = 0; st == ST_OK && p < PLACES; p++) {
        bool legal = false;
        for (size_t i = 0; i < at.count; i++) {
            int64_t side = (k->size.high[i] - low[i]) >> halvings, layer = (int64_t)((2 * i + 1) * p % PLACES);
            cells[i] = low[i] + side / PLACES * layer + (side % PLACES * layer + side / 2) / PLACES;
        }
        st = vm_legal(env->vm, &at, &legal);
        if (st == ST_OK && legal)
            st = vm_price_options(env->vm, &at, (unsigned)halvings, count_option, &all->options, &all->price);
    }
    all->steps = (double)(vm_work(env->vm) - before);
    return st;
}

static double growth_of(double small, double large) { return small >= FEWEST && large > small ? large / small : 1; }

static bool find(const struct env *env, struct known *k)
{
    const int64_t *low = env->traits->games[k->game].low;
    struct count last = {0}, here;
    size_t h = 0;
    bool found = false;
    for (size_t i = 0; i < env->model->games[k->game].field_count; i++)
        while ((k->size.high[i] - low[i]) >> h > PLACES) h++;
    k->growth_options = k->growth_steps = 1;
    for (h++; h-- > 0;) {
        enum status st = list_places(env, k, low, h, &here);
        if (st != ST_OK) return found && st == ST_STATE_BUDGET;
        k->growth_options = growth_of(last.options, here.options);
        k->growth_steps = growth_of(last.steps, here.steps);
        k->base = (struct count){here.options / PLACES, here.steps / PLACES, here.price};
        k->size.halvings = h;
        last = here;
        found = true;
        /* one more box or two say whether it goes on growing */
        if (here.options >= ENOUGH || here.steps >= (k->growth_options < SETTLED ? 1 : MORE) * ENOUGH_STEPS) break;
    }
    return found;
}

/* Boxes with sides that are between half and twice as large. */
static bool is_like(const struct known *k, int game, size_t fields, const int64_t *high)
{
    bool like = k->game == game;
    for (size_t i = 0; like && i < fields; i++) like = k->size.high[i] / 2 <= high[i] && high[i] / 2 <= k->size.high[i];
    return like;
}

static const struct known *known_of(const struct env *env, int game, const int64_t *high)
{
    struct sampled_memory *m = store_room(env, &tenant);
    size_t fields = env->model->games[game].field_count;
    struct env_view view;
    struct terms terms = env->terms;
    if (!m) return NULL;
    for (size_t i = 0; i < m->count && i < SHAPES; i++)
        if (is_like(&m->items[i], game, fields, high)) return &m->items[i];
    struct known *k = &m->items[m->count++ % SHAPES];
    *k = (struct known){.game = game};
    for (size_t i = 0; i < fields; i++) k->size.high[i] = high[i];
    terms.looks = LOOKS;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    bool found = find(&view.env, k);
    env_view_close(&view);
    if (!found) k->size.halvings = SIZE_MAX;
    return k;
}

/* What grows by that factor where the size doubles. */
double sampled_grown(const struct env *env, int game, const struct sampled_size *of, const int64_t *high, double growth)
{
    const int64_t *low = env->traits->games[game].low;
    double all = 1, here = 1, there = 1;
    for (size_t i = 0; i < env->model->games[game].field_count; i++) {
        here += (double)high[i] - (double)low[i];
        there += (double)of->high[i] - (double)low[i];
    }
    for (size_t i = 0; i < of->halvings; i++) all *= growth;
    double rest = here / there;
    return rest > 1 ? all * (1 + (growth - 1) * (rest - 1)) : all / (1 + (growth - 1) * (1 / rest - 1));
}

bool sampled_box(const struct env *env, int game, const int64_t *high, struct sampled *sampled)
{
    const struct known *k = known_of(env, game, high);
    if (!k || k->size.halvings == SIZE_MAX) return false;
    sampled->options = k->base.options * sampled_grown(env, game, &k->size, high, k->growth_options);
    double more = sampled_grown(env, game, &k->size, high, k->growth_steps);
    sampled->steps = k->base.steps * more;
    more /= PLACES;
    const struct vm_price *price = &k->base.price;
    uint64_t along = price->along * VM_PRICE_ALONG;
    sampled->machine = (double)(price->machine + price->opened) * PRICE_SECONDS * more;
    sampled->compiled = (double)price->compiled * PRICE_SECONDS * more;
    sampled->turn_machine = (double)(price->machine - along) / ((double)price->turns + 1) * PRICE_SECONDS;
    sampled->turn_compiled = (double)(price->compiled - along) / ((double)price->turns + 1) * PRICE_SECONDS;
    return true;
}
