/* SPDX-License-Identifier: MIT */
/* SG values of components of different games, and of components that have another canonical form: game by game. The value of a
 * component that falls apart is the xor of the values of what it becomes (Sprague 1935, Grundy 1939). A component that a plugin
 * knows stays as it is written; the others are brought into canonical form first. */
#include <string.h>
#include "plan/plan.h"
#include "play/options/canonical.h"
#include "play/options/print.h"
#include "play/options/store.h"

/* One part: an ask about components of one game, and into whose value each of theirs goes. */
struct sum_group {
    int game; /* of its rule, where a plugin is asked; else of its components */
    bool plugin;
    size_t *owner;
    struct component *components;
    size_t count, room;
};
struct sum_groups {
    struct sum_group *items;
    size_t count, room;
};

static bool asks_plugin(const struct env *env, const struct component *component)
{
    int plugin = plan_plugin(env, component);
    if (plugin < 0 || store_game(env->store, component_rule(component))->plugin_refused) return false;
    const struct plugin_info *info = host_info(env->plugins, (size_t)plugin);
    return info->usable && plan_allows(env, info->name);
}

/* Are they of one game, each in its canonical form? */
static bool is_apart(const struct env *env, const struct ask *ask)
{
    bool plugin = ask->count && asks_plugin(env, &ask->components[0]);
    for (size_t i = 0; i < ask->count; i++) {
        const struct component *c = &ask->components[i];
        if (c->game != ask->components[0].game || asks_plugin(env, c) != plugin) return false;
        if (plugin ? component_rule(c) != component_rule(&ask->components[0]) : !canonical_already(env, c))
            return false;
    }
    return ask->count > 0;
}

/* Arrays of an arena that double. */
static bool grow(struct arena *arena, void **items, size_t *room, size_t count, size_t size)
{
    if (count < *room) return true;
    size_t wanted = *room ? 2 * *room : 4;
    void *more = arena_array(arena, wanted, size);
    if (!more) return false;
    if (count) memcpy(more, *items, count * size);
    *items = more;
    *room = wanted;
    return true;
}

static struct sum_group *group_of(struct planner *planner, struct sum_groups *groups, int game, bool plugin)
{
    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i].game == game && groups->items[i].plugin == plugin) return &groups->items[i];
    void *items = groups->items;
    if (!grow(planner->arena, &items, &groups->room, groups->count, sizeof *groups->items)) return NULL;
    groups->items = items;
    groups->items[groups->count] = (struct sum_group){.game = game, .plugin = plugin};
    return &groups->items[groups->count++];
}

static enum status add(struct planner *planner, struct sum_groups *groups, const struct component *component,
                       size_t owner)
{
    bool plugin = asks_plugin(planner->env, component);
    struct sum_group *g = group_of(planner, groups, plugin ? component_rule(component) : component->game, plugin);
    size_t room = g ? g->room : 0;
    void *components = g ? g->components : NULL, *owners = g ? g->owner : NULL;
    if (!g || !grow(planner->arena, &components, &room, g->count, sizeof *g->components)) return ST_NO_MEMORY;
    room = g->room;
    if (!grow(planner->arena, &owners, &room, g->count, sizeof *g->owner)) return ST_NO_MEMORY;
    g->room = room;
    g->components = components;
    g->owner = owners;
    g->owner[g->count] = owner;
    return component_copy(planner->arena, component, &g->components[g->count++]) ? ST_OK : ST_NO_MEMORY;
}

static enum status take_apart(struct planner *planner, const struct ask *ask, struct sum_groups *groups)
{
    struct sums canonical = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < ask->count; i++) {
        const struct component *component = &ask->components[i];
        if (component_rule(component) >= 0 && asks_plugin(planner->env, component)) {
            st = add(planner, groups, component, i);
            continue;
        }
        sums_clear(&canonical);
        st = canonical_push(planner->env, component, &canonical);
        for (size_t k = 0; st == ST_OK && k < canonical.items.count; k++) {
            struct component part = sums_item(&canonical, k);
            st = add(planner, groups, &part, i);
        }
    }
    sums_free(&canonical);
    return st;
}

static const char *name_of(struct planner *planner, const struct ask *ask)
{
    struct text text = {0};
    print_sum(planner->env->model, ask->components, ask->count, &text);
    return print_keep(planner->arena, &text);
}

static void plan_group(struct planner *planner, const struct sum_group *group, struct way *way)
{
    struct ask *part = arena_alloc(planner->arena, sizeof *part);
    struct plan *plan = NULL;
    if (!part) planner->status = ST_NO_MEMORY;
    if (part)
        *part = (struct ask){.what = Q_VALUE, .components = group->components, .count = group->count, .apart = true};
    if (part) plan = planner_part(planner, part);
    if (!plan) return;
    way->parts[way->part_count++] = plan;
    if (plan->chosen) {
        way->cost.seconds += plan->chosen->cost.seconds;
        way->cost.bytes += plan->chosen->cost.bytes;
        return;
    }
    const char *name = name_of(planner, part);
    way->can = false;
    way->because = name ? arena_printf(planner->arena, "no solver gives the SG value of %s", name) : NULL;
    if (!way->because) planner->status = ST_NO_MEMORY;
}

/* One component for each that was asked about, in their order: the plan of the only part is the whole plan. */
static bool is_same(const struct ask *ask, const struct sum_groups *groups)
{
    bool same = groups->count == 1 && groups->items[0].count == ask->count;
    for (size_t i = 0; same && i < ask->count; i++) same = groups->items[0].owner[i] == i;
    return same;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *ask = way->ask;
    (void)self;
    if (ask->what != Q_VALUE || ask->apart || ask->play == PLAY_MISERE || is_apart(env, ask)) return;
    struct sum_groups *groups = way->kept = arena_alloc(planner->arena, sizeof *groups);
    planner->status = groups ? take_apart(planner, ask, groups) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->parts = arena_array(planner->arena, groups->count + 1, sizeof *way->parts);
    if (!way->parts) planner->status = ST_NO_MEMORY;
    way->can = true;
    way->because = "the xor of the values of its parts";
    way->cost.rough = true; /* each part has looked at the budget */
    for (size_t i = 0; planner->status == ST_OK && i < groups->count; i++) plan_group(planner, &groups->items[i], way);
    if (is_same(ask, groups)) way->can = false, way->because = NULL;
}

/* What the parts rest on, each once. */
static enum status merge_grounds(const struct result *part, struct arena *arena, struct result *result)
{
    size_t all = result->ground_count + part->ground_count;
    struct grounds *grounds = arena_array(arena, all + 1, sizeof *grounds);
    if (!grounds) return ST_NO_MEMORY;
    if (result->ground_count) memcpy(grounds, result->grounds, result->ground_count * sizeof *grounds);
    result->grounds = grounds;
    for (size_t i = 0; i < part->ground_count; i++) grounds[result->ground_count++] = part->grounds[i];
    result->claimed |= part->claimed;
    result->positions += part->positions;
    return ST_OK;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct sum_groups *groups = way->kept;
    result->values = arena_array(arena, way->ask->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < way->part_count; i++) {
        const struct sum_group *group = &groups->items[i];
        struct result part;
        enum status st = plan_run(env, way->parts[i], arena, &part);
        if (st == ST_OK) st = merge_grounds(&part, arena, result);
        if (st != ST_OK) return st;
        for (size_t k = 0; k < group->count; k++) result->values[group->owner[k]] ^= part.values[k];
    }
    return ST_OK;
}

const struct solver solver_sum = {
    .name = "sum",
    .kind = "theorem",
    .summary = "SG values of sums of different games, game by game",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .offer = offer,
    .run = run,
};
