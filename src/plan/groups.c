/* SPDX-License-Identifier: MIT */
/* Arrays of an arena that grow by doubling; there are few groups, so a linear search suffices. */
#include "plan/groups.h"
#include <string.h>

static void *grown(struct arena *arena, const void *items, size_t count, size_t wanted, size_t size)
{
    void *more = arena_array(arena, wanted, size);
    if (more && count) memcpy(more, items, count * size);
    return more;
}

static struct group *group_of(struct groups *groups, struct arena *arena, int game, bool plugin, bool big)
{
    for (size_t i = 0; i < groups->count; i++) {
        struct group *g = &groups->items[i];
        if (g->game == game && g->plugin == plugin && g->big == big) return g;
    }
    if (groups->count == groups->room) {
        size_t wanted = groups->room ? 2 * groups->room : 4;
        struct group *items = grown(arena, groups->items, groups->count, wanted, sizeof *items);
        if (!items) return NULL;
        groups->items = items;
        groups->room = wanted;
    }
    groups->items[groups->count] = (struct group){.game = game, .plugin = plugin, .big = big};
    return &groups->items[groups->count++];
}

static bool make_room(struct group *g, struct arena *arena)
{
    if (g->count < g->room) return true;
    size_t wanted = g->room ? 2 * g->room : 4;
    g->owner = grown(arena, g->owner, g->count, wanted, sizeof *g->owner);
    g->components = grown(arena, g->components, g->count, wanted, sizeof *g->components);
    if (g->big) g->cells = grown(arena, g->cells, g->count, wanted, sizeof *g->cells);
    g->room = wanted;
    return g->owner && g->components && (!g->big || g->cells);
}

enum status groups_add(struct groups *groups, struct arena *arena, bool plugin, const struct component *component,
                       const struct integer *const *cells, size_t owner)
{
    int game = plugin ? component_rule(component) : component->game;
    struct group *g = group_of(groups, arena, game, plugin, cells != NULL);
    if (!g || !make_room(g, arena)) return ST_NO_MEMORY;
    g->owner[g->count] = owner;
    if (cells) g->cells[g->count] = cells;
    g->components[g->count++] = *component;
    return ST_OK;
}

struct ask *group_ask(const struct group *group, enum quantity what, struct arena *arena)
{
    struct ask *ask = arena_alloc(arena, sizeof *ask);
    if (!ask) return NULL;
    *ask = (struct ask){.what = what,
                        .components = group->components,
                        .big = (const struct integer *const *const *)group->cells,
                        .count = group->count,
                        .apart = true};
    return ask;
}

/* ---- what a sum of answers is based on --------------------------------------------------------------------------- */
enum status grounds_push(struct grounds item, struct arena *arena, struct result *result)
{
    struct grounds *grounds =
        grown(arena, result->grounds, result->ground_count, result->ground_count + 1, sizeof *grounds);
    if (!grounds) return ST_NO_MEMORY;
    grounds[result->ground_count++] = item;
    result->grounds = grounds;
    return ST_OK;
}

enum status grounds_merge(const struct result *part, struct arena *arena, struct result *result)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < part->ground_count; i++) st = grounds_push(part->grounds[i], arena, result);
    result->positions += part->positions;
    return st;
}

enum status grounds_take(const struct result *part, struct grounds item, struct arena *arena, struct result *result)
{
    *result = *part;
    result->grounds = NULL;
    result->ground_count = 0;
    result->positions = 0; /* those of the part are added */
    enum status st = grounds_merge(part, arena, result);
    return st == ST_OK ? grounds_push(item, arena, result) : st;
}
