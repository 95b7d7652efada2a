/* SPDX-License-Identifier: MIT */
/* Found once for each of the first few games that are asked about. */
#include "solve/search/tops.h"
#include <string.h>
#include "play/options/store.h"
#include "proof/boxes/boxes.h"

enum { GAMES_KEPT = 4, FALLS = -1 };
struct tops {
    int game;
    bool any;
    int64_t top[MODEL_MAX_FIELDS]; /* FALLS: it does not only rise */
};
struct tops_kept {
    struct tops items[GAMES_KEPT];
    size_t count;
};
static void forget(void *kept) { (void)kept; }
static const struct tenant tenant = {.name = "tops", .size = sizeof(struct tops_kept), .forget = forget};

static bool may_rise(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool may = g->kind == GAME_RULES && !t->descends && !t->loopy && g->field_count > 0;
    for (size_t f = 0; may && f < g->field_count; f++) may = g->fields[f].kind == FIELD_NAT;
    return may;
}

/* NULL: none is kept. */
static const struct tops *tops_of(const struct env *env, int game)
{
    struct tops_kept *kept = store_room(env, &tenant);
    struct boxes b;
    for (size_t i = 0; kept && i < kept->count; i++)
        if (kept->items[i].game == game) return &kept->items[i];
    if (!kept || kept->count == GAMES_KEPT) return NULL;
    struct tops *own = &kept->items[kept->count++];
    *own = (struct tops){.game = game};
    enum status st = boxes_open(env->model, game, env->params, &b);
    b.legal = true; /* the states that are asked about are positions */
    for (size_t f = 0; f < env->model->games[game].field_count; f++) {
        bool rises = st == ST_OK && boxes_rises(&b, f, &own->top[f]);
        own->any |= rises;
        if (!rises) own->top[f] = FALLS;
    }
    boxes_done(&b);
    return own;
}

bool tops_below(const struct env *env, const struct component *component, int64_t *cells, int64_t *tops)
{
    if (component->game < 0 || component->count > MODEL_MAX_FIELDS || !may_rise(env, component->game)) return false;
    const struct tops *of = tops_of(env, component->game);
    if (!of || !of->any) return false;
    for (size_t i = 0; i < component->count; i++) {
        int64_t cell = component->cells[i], top = of->top[i];
        cells[i] = top == FALLS ? cell : cell < top ? top - cell : 0;
        if (tops) tops[i] = top == FALLS ? cell : top;
    }
    return true;
}
