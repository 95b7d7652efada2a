/* SPDX-License-Identifier: MIT */
#include "solve/ranked/written.h"
#include <string.h>
#include "play/options/store.h"

struct written_room {
    struct written_rule *first;
};

static void forget(void *kept) { ((struct written_room *)kept)->first = NULL; }
static const struct tenant written_tenant = {"written", sizeof(struct written_room), true, forget};

/* Moves the instances into the arena, which goes with all that was found: before tenants forget. */
static enum status settle(struct unrolled *u, struct arena *arena)
{
    size_t count = u->instances.count;
    struct instance *kept = arena_array(arena, count + 1, sizeof *kept);
    if (kept && count) memcpy(kept, u->instances.data, count * sizeof *kept);
    unrolled_free(u);
    u->instances.data = kept;
    u->instances.count = count;
    return kept ? ST_OK : ST_NO_MEMORY;
}

enum status written_rule(const struct env *env, int game, struct written_rule **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct written_room *room = store_room(env, &written_tenant);
    int64_t cells[2 * MODEL_MAX_FIELDS] = {0}; /* of the state only its shape is looked at */
    struct component any = {game, (uint32_t)env->model->games[game].field_count, cells};
    if (!room) return ST_NO_MEMORY;
    for (*out = room->first; *out; *out = (*out)->next)
        if ((*out)->game == game) return ST_OK;
    struct written_rule *w = arena_alloc(arena, sizeof *w);
    enum status st = w ? unroll(env, &any, arena, &w->unrolled) : ST_NO_MEMORY;
    if (st == ST_OK) st = settle(&w->unrolled, arena);
    if (st != ST_OK) return st;
    w->game = game;
    w->next = room->first;
    room->first = *out = w;
    return ST_OK;
}
