/* SPDX-License-Identifier: MIT */
/* Tables are searched first (an index and a load), then sequences, then the component table (pack, hash, probe). */
#include "play/options/store.h"
#include <string.h>
#include "base/mem.h"

static void forget_game(struct game_memory *memory)
{
    mem_free(value_table_block(&memory->table), (size_t)memory->room);
    value_run_free(&memory->sequence);
    *memory = (struct game_memory){0};
}

static void open_sums(struct sum_memory *sums, struct budget *budget)
{
    *sums = (struct sum_memory){.parts.table.budget = budget};
    for (int m = 0; m < 2; m++)
        for (int r = 0; r < 2; r++) sums->outcomes[m][r].budget = budget;
}

static void forget_sums(struct sum_memory *sums, struct budget *budget)
{
    for (int m = 0; m < 2; m++)
        for (int r = 0; r < 2; r++) position_table_free(&sums->outcomes[m][r]);
    position_table_free(&sums->parts.table);
    vec_free(&sums->parts.items);
    vec_free(&sums->parts.pool);
    bytes_free(&sums->parts.key);
    open_sums(sums, budget);
}

/* ---- tenants ---------------------------------------------------------------------------------------------------- */
void *store_room(const struct env *env, const struct tenant *tenant)
{
    struct store *store = env->store;
    bool plain = env->terms.plain && !tenant->alone;
    for (size_t i = 0; i < store->rooms.count; i++)
        if (store->rooms.data[i].tenant == tenant && store->rooms.data[i].plain == plain)
            return store->rooms.data[i].kept;
    struct room room = {tenant, plain, mem_alloc(tenant->size)};
    if (!room.kept || vec_push(&store->rooms, room)) return room.kept;
    mem_free(room.kept, tenant->size);
    return NULL;
}

/* In reverse order, since a later tenant may refer to an earlier one. */
static void forget_tenants(struct store *store)
{
    while (store->rooms.count) {
        struct room room = store->rooms.data[--store->rooms.count];
        room.tenant->forget(room.kept);
        mem_free(room.kept, room.tenant->size);
    }
}

void store_clear(struct store *store)
{
    store->settings++;
    store->asked_audits = 0;
    forget_tenants(store);
    position_table_free(&store->components);
    for (int plain = 0; plain < 2; plain++) forget_sums(&store->sums[plain], store->budget);
    for (size_t g = 0; g <= store->model->game_count; g++) forget_game(&store->games[g]);
}

/* The traits of the same games if the mover is known not to matter. */
static enum status find_alike(struct store *store)
{
    size_t count = store->traits.count;
    store->alike = store->traits;
    store->alike.games = arena_array(&store->arena, count + 1, sizeof *store->alike.games);
    if (!store->alike.games) return ST_NO_MEMORY;
    for (size_t g = 0; g < count; g++) {
        store->alike.games[g] = store->traits.games[g];
        store->alike.games[g].mover = false;
    }
    return ST_OK;
}

enum status store_open(const struct model *model, struct budget *budget, struct store **out)
{
    struct store *store = mem_alloc(sizeof *store);
    *out = store;
    if (!store) return ST_NO_MEMORY;
    store->model = model;
    store->budget = store->components.budget = budget;
    for (int plain = 0; plain < 2; plain++) open_sums(&store->sums[plain], budget);
    store->games = arena_array(&store->arena, model->game_count + 1, sizeof *store->games);
    enum status st = store->games && arena_alloc(&store->scratch, 1) ? traits_find(model, &store->arena, &store->traits)
                                                                     : ST_NO_MEMORY;
    if (st == ST_OK) st = find_alike(store);
    if (st == ST_OK) return ST_OK;
    arena_free(&store->arena);
    arena_free(&store->scratch);
    mem_free(store, sizeof *store);
    *out = NULL;
    return st;
}

void store_close(struct store *store)
{
    if (!store) return;
    store_clear(store);
    bytes_free(&store->key);
    vec_free(&store->rooms);
    arena_free(&store->arena);
    arena_free(&store->scratch);
    mem_free(store, sizeof *store);
}

struct game_memory *store_game(struct store *store, int game)
{
    return &store->games[game < 0 ? store->model->game_count : (size_t)game];
}

bool store_table_index(const struct game_memory *memory, const struct component *component, uint64_t *index)
{
    const struct value_table *t = &memory->table;
    if (!value_table_is_kept(t) || component->count != t->fields) return false;
    uint64_t at = 0;
    for (size_t i = 0; i < t->fields; i++) {
        uint64_t offset = (uint64_t)component->cells[i] - (uint64_t)t->low[i];
        if (component->cells[i] < t->low[i] || offset >= (uint64_t)t->extent[i]) return false;
        at += offset * (uint64_t)t->stride[i];
    }
    *index = at;
    return at < memory->filled;
}

bool store_value(struct store *store, const struct component *component, uint64_t *value)
{
    const struct game_memory *memory = store_game(store, component->game);
    uint64_t index;
    if (component->game >= 0 && store_table_index(memory, component, &index) &&
        value_table_at(&memory->table, index) != VALUE_NONE) {
        *value = value_table_at(&memory->table, index);
        return true;
    }
    if (component->count == 1 && (uint64_t)component->cells[0] < memory->sequence_count) {
        *value = value_view_at(value_view(&memory->sequence), (uint64_t)component->cells[0]);
        return true;
    }
    if (store->components.count == 0) return false;
    store->key.count = 0;
    uint32_t id;
    if (!pack_component(&store->key, component)) return false;
    if (!position_table_find(&store->components, store->key.data, store->key.count, &id)) return false;
    *value = store->components.values[id];
    return *value <= VALUE_LARGEST;
}
