/* SPDX-License-Identifier: MIT */
/* SG values of components of different games, and of components that have another canonical form: game by game. The
 * value of a component that splits is the xor of the values of its parts (Sprague 1935, Grundy 1939). A component
 * that a plugin knows is left as written; the others are brought into canonical form first. */
#include "plan/apart.h"
#include "plan/groups.h"
#include "play/options/canonical.h"
#include "play/options/print.h"
#include "play/options/split.h"
#include "play/options/store.h"

static const struct integer *const *cells_of(const struct ask *ask, size_t i) { return ask->big ? ask->big[i] : NULL; }

/* Are they of one game, each in canonical form? */
static bool is_apart(const struct env *env, const struct ask *ask)
{
    bool plugin = ask->count && plan_solver_at(env, &ask->components[0]);
    bool big = ask->count && cells_of(ask, 0);
    for (size_t i = 0; i < ask->count; i++) {
        const struct component *c = &ask->components[i];
        if (!plugin && split_of(env->model, c)) return false;
        if (c->game != ask->components[0].game || !plan_solver_at(env, c) == plugin) return false;
        if ((cells_of(ask, i) != NULL) != big) return false;
        if (plugin ? component_rule(c) != component_rule(&ask->components[0]) : !big && !canonical_already(env, c))
            return false;
    }
    return ask->count > 0;
}

/* The first component whose own plugin is not asked, and which is a sum by its rule; NULL. */
static const struct component *first_split(const struct env *env, const struct ask *ask)
{
    for (size_t i = 0; i < ask->count; i++)
        if (split_of(env->model, &ask->components[i]) && !plan_solver_at(env, &ask->components[i]))
            return &ask->components[i];
    return NULL;
}

/* A state that is a sum, with numbers beyond 64 bits. */
static enum status take_large(struct planner *planner, const struct component *component,
                              const struct integer *const *cells, size_t owner, struct groups *groups)
{
    struct position one = {(struct component *)component, 1, &cells}, parts;
    enum status st = apart_position(planner->env, &one, planner->arena, &parts);
    for (size_t k = 0; st == ST_OK && k < parts.count; k++) {
        bool plugin = plan_solver_at(planner->env, &parts.components[k]) != NULL;
        st = groups_add(groups, planner->arena, plugin, &parts.components[k], parts.big ? parts.big[k] : NULL, owner);
    }
    return st;
}

static enum status take_apart(struct planner *planner, const struct ask *ask, struct groups *groups)
{
    struct arena *arena = planner->arena;
    struct sums canonical = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < ask->count; i++) {
        const struct component *component = &ask->components[i];
        bool plugin = plan_solver_at(planner->env, component) != NULL;
        if (!plugin && cells_of(ask, i) && split_of(planner->env->model, component)) {
            st = take_large(planner, component, cells_of(ask, i), i, groups);
            continue;
        }
        if (plugin || cells_of(ask, i)) {
            st = groups_add(groups, arena, plugin, component, cells_of(ask, i), i);
            continue;
        }
        sums_clear(&canonical);
        st = canonical_push(planner->env, component, &canonical);
        for (size_t k = 0; st == ST_OK && k < canonical.items.count; k++) {
            struct component part = sums_item(&canonical, k), kept;
            if (!component_copy(arena, &part, &kept)) st = ST_NO_MEMORY;
            else st = groups_add(groups, arena, plan_solver_at(planner->env, &part) != NULL, &kept, NULL, i);
        }
    }
    sums_free(&canonical);
    return st;
}

static void plan_group(struct planner *planner, const struct group *group, struct way *way)
{
    struct plan *plan = planner_add(planner, way, group_ask(group, Q_VALUE, planner->arena));
    if (!plan) return;
    if (plan->chosen) {
        way->cost.seconds += plan->chosen->cost.seconds;
        way->cost.bytes += plan->chosen->cost.bytes;
        return;
    }
    const char *name = plan_part_name(planner->env, plan->ask, planner->arena);
    way->can = false;
    way->because = name ? arena_printf(planner->arena, "no solver gives the SG value of %s", name) : NULL;
    if (!way->because) planner->status = ST_NO_MEMORY;
}

/* Is it one component for each that was asked about, in order? Then the plan of the only part is the whole plan. */
static bool is_same(const struct ask *ask, const struct groups *groups)
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
    struct groups *groups = way->kept = arena_alloc(planner->arena, sizeof *groups);
    planner->status = groups ? take_apart(planner, ask, groups) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->parts = arena_array(planner->arena, groups->count + 1, sizeof *way->parts);
    if (!way->parts) planner->status = ST_NO_MEMORY;
    way->can = true;
    way->because = "the xor of the values of its parts";
    way->cost.rough = true; /* each part has checked the budget */
    for (size_t i = 0; planner->status == ST_OK && i < groups->count; i++) plan_group(planner, &groups->items[i], way);
    if (is_same(ask, groups) && !first_split(env, ask)) way->can = false, way->because = NULL;
    if (way->can && first_split(env, ask))
        way->because = split_words(env->model, first_split(env, ask), planner->arena);
    if (way->can && !way->because) planner->status = ST_NO_MEMORY;
}

/* Adds the values of a part to the sums of their owners; with integers from the first part on that has one beyond 63
 * bits. */
static enum status add_part(const struct group *group, const struct result *part, size_t count, struct arena *arena,
                            struct result *result)
{
    if (!part->numbers && !result->numbers) {
        for (size_t k = 0; k < group->count; k++) result->values[group->owner[k]] ^= part->values[k];
        return ST_OK;
    }
    const struct integer **numbers = arena_array(arena, count + 1, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++)
        if (!(numbers[i] = result_number(arena, result, i))) return ST_NO_MEMORY;
    for (size_t k = 0; numbers && k < group->count; k++) {
        const struct integer *value = result_number(arena, part, k);
        size_t i = group->owner[k];
        if (!value || !(numbers[i] = integer_xor(arena, numbers[i], value))) return ST_NO_MEMORY;
    }
    result->numbers = numbers;
    return numbers ? ST_OK : ST_NO_MEMORY;
}

static enum status add_split(const struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    const struct component *split = first_split(env, ask);
    struct grounds item = {.name = "sum", .kind = "proof", .source = ""};
    if (!split) return ST_OK;
    item.claim = split_words(env->model, split, arena);
    return item.claim ? grounds_push(item, arena, result) : ST_NO_MEMORY;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct groups *groups = way->kept;
    result->values = arena_array(arena, way->ask->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < way->part_count; i++) {
        struct result part;
        enum status st = plan_run(env, way->parts[i], arena, &part);
        if (st == ST_OK) st = grounds_merge(&part, arena, result);
        if (st == ST_OK) st = add_part(&groups->items[i], &part, way->ask->count, arena, result);
        if (st != ST_OK) return st;
    }
    return add_split(env, way->ask, arena, result);
}

const struct solver solver_sum = {
    .name = "sum",
    .kind = "theorem",
    .summary = "SG values of sums of different games, game by game",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .any_size = true,
    .offer = offer,
    .run = run,
};
