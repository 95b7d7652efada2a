/* SPDX-License-Identifier: MIT */
/* SG values of components of different games, and of components that have another canonical form: game by game. The
 * value of a component that splits is the xor of the values of its parts (Sprague 1935, Grundy 1939). A component
 * that a plugin knows is left as written; the others are brought into canonical form first. */
#include "base/vec.h"
#include "plan/apart.h"
#include "plan/groups.h"
#include "plan/values.h"
#include "play/options/canonical.h"
#include "play/options/options.h"
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

/* The first component whose own plugin is not asked, and which is a sum by its rule, or a board that falls apart; NULL. */
static const struct component *first_split(const struct env *env, const struct ask *ask)
{
    for (size_t i = 0; i < ask->count; i++) {
        const struct component *c = &ask->components[i];
        if (plan_solver_at(env, c)) continue;
        if (split_of(env->model, c) || (!cells_of(ask, i) && apart_board(env, c))) return c;
    }
    return NULL;
}

/* A state that is a sum, with numbers beyond 64 bits. */
static enum status take_large(struct planner *planner, const struct component *component,
                              const struct integer *const *cells, size_t owner, struct groups *groups)
{
    struct position one = {(struct component *)component, 1, &cells}, parts;
    enum status st = apart_position(planner->env, &one, planner->arena, &parts, NULL);
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

/* ---- options by value ----------------------------------------------------------------------------------------------
 * What a part becomes is written into the state of which it is a part, so moves are named in the rule as it is written. An
 * option of value v is one of a part, whose value is v xor those of the other parts. */
enum { TRIED_MOST = 20000 }; /* options of a part that nobody lists by value */

static struct position asked_position(const struct ask *ask)
{
    return (struct position){(struct component *)ask->components, 1,
                             ask->big ? (const struct integer *const **)ask->big : NULL};
}

static const struct integer *const *const *big_of(const struct position *p, size_t i)
{
    return p->big && p->big[i] ? (const struct integer *const *const *)&p->big[i] : NULL;
}

static struct ask part_ask(const struct position *parts, size_t i, const struct integer *value, uint64_t most)
{
    return (struct ask){.what = Q_OPTIONS,
                        .components = &parts->components[i],
                        .big = big_of(parts, i),
                        .count = 1,
                        .value = value,
                        .most = most};
}

/* Can somebody list the options of each part, if only by trying all of them? One part of a game stands for the others of it. */
static bool can_list(struct planner *planner, const struct position *parts)
{
    const struct integer *zero = integer_from(planner->arena, 0);
    bool any = false; /* else the whole may as well be tried */
    for (size_t i = 0; i < parts->count; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = parts->components[j].game == parts->components[i].game && !big_of(parts, j) == !big_of(parts, i);
        if (seen) continue;
        struct ask *ask = arena_alloc(planner->arena, sizeof *ask);
        if (!ask || !zero) return planner->status = ST_NO_MEMORY, false;
        *ask = part_ask(parts, i, zero, 1);
        struct plan *plan = planner_part(planner, ask);
        if (!plan || (!plan->chosen && big_of(parts, i))) return false;
        any |= plan->chosen != NULL;
    }
    return any;
}

static void offer_options(struct planner *planner, struct way *way)
{
    struct position whole = asked_position(way->ask), *parts;
    struct ask *values;
    bool any = false;
    const struct state_split *split = split_of(planner->env->model, &way->ask->components[0]);
    if (way->ask->play == PLAY_MISERE || way->ask->mover || !split || split->reorders) return;
    way->kept = parts = arena_alloc(planner->arena, sizeof *parts);
    way->parts = arena_array(planner->arena, 1, sizeof *way->parts);
    values = arena_alloc(planner->arena, sizeof *values);
    planner->status = parts && way->parts && values ? apart_position(planner->env, &whole, planner->arena, parts, &any)
                                                    : ST_NO_MEMORY;
    if (planner->status != ST_OK || !any || !can_list(planner, parts)) return;
    *values = (struct ask){.what = Q_VALUE,
                           .components = parts->components,
                           .big = (const struct integer *const *const *)parts->big,
                           .count = parts->count};
    struct plan *plan = planner_add(planner, way, values);
    if (!plan || !plan->chosen) return;
    way->can = true;
    way->because = "those of its parts";
    way->cost = plan->chosen->cost;
}

struct listing {
    const struct ask *ask;
    struct arena *arena;
    const struct state_split *split;
    VEC(struct listed_move) moves;
};

/* The cells of the whole after its part i has become these. NULL if memory runs out. */
static const struct integer **whole_cells(const struct listing *l, size_t i, const struct integer *const *cells,
                                          size_t count)
{
    const struct component *c = &l->ask->components[0];
    const struct integer **all = arena_array(l->arena, (size_t)c->count + 1, sizeof *all);
    const struct integer *const *big = l->ask->big ? l->ask->big[0] : NULL;
    struct split_place place;
    for (size_t k = 0; all && k < c->count; k++)
        if (!(all[k] = big ? big[k] : integer_from(l->arena, c->cells[k]))) return NULL;
    if (!all || !split_place(l->split, c, big, i, &place)) return NULL;
    for (size_t k = 0; k < count; k++)
        if (place.at[k] != SPLIT_GIVEN) all[place.at[k]] = cells[k];
    return all;
}

/* A heap that is gone is one of 0; a part never becomes two. */
static enum status take_move(struct listing *l, size_t i, const struct listed_move *part)
{
    const struct integer *zero = integer_from(l->arena, 0), *const *cells = part->cells;
    struct listed_move move = {.cell_count = l->ask->components[0].count, .turn_count = part->turn_count};
    if (part->heaps && part->cell_count > 1) return ST_UNSUPPORTED;
    if (part->heaps && part->cell_count == 0) cells = &zero;
    size_t count = part->heaps ? 1 : part->cell_count;
    move.cells = zero ? whole_cells(l, i, cells, count) : NULL;
    if (part->turns) move.turns = arena_array(l->arena, part->turn_count + 1, sizeof *move.turns);
    if (!move.cells || (part->turns && !move.turns)) return ST_NO_MEMORY;
    for (size_t t = 0; part->turns && t < part->turn_count; t++)
        if (!(move.turns[t] = whole_cells(l, i, part->turns[t], count))) return ST_NO_MEMORY;
    return vec_push(&l->moves, move) ? ST_OK : ST_NO_MEMORY;
}

/* Each option of a part that is not too large is valued. */
static enum status try_part(struct env *env, struct listing *l, const struct component *part, size_t i,
                            const struct integer *wanted)
{
    struct sums options = {0};
    component_vec list = {0};
    bool all, fine = true;
    enum status st = options_collect(env, part, 1, TRIED_MOST, &options, &all);
    if (st == ST_OK && !all) st = ST_UNSUPPORTED;
    for (size_t k = 0; st == ST_OK && fine && k < options.count; k++) fine = sums_list(&options, k, &list);
    uint64_t *values = arena_array(l->arena, list.count + 1, sizeof *values);
    if (!fine || !values) st = ST_NO_MEMORY;
    if (st == ST_OK) st = values_of(env, list.data, list.count, values, NULL);
    for (size_t k = 0; st == ST_OK && k < list.count; k++) {
        int64_t value;
        if (!integer_fits(wanted, &value) || values[k] != (uint64_t)value) continue;
        const struct integer *cells[MODEL_MAX_FIELDS];
        struct listed_move move = {.cells = cells, .cell_count = list.data[k].count};
        for (size_t c = 0; c < move.cell_count; c++)
            if (!(cells[c] = integer_from(l->arena, list.data[k].cells[c]))) st = ST_NO_MEMORY;
        if (st == ST_OK) st = take_move(l, i, &move);
    }
    vec_free(&list);
    sums_free(&options);
    return st;
}

static enum status list_part(struct env *env, struct listing *l, const struct position *parts, size_t i,
                             const struct integer *value, struct result *result)
{
    struct result part = {0};
    uint64_t room = l->ask->most > l->moves.count ? l->ask->most - l->moves.count : 0;
    struct ask ask = part_ask(parts, i, value, room ? room : 1);
    enum status st = plan_answer(env, &ask, l->arena, &part);
    if (st == ST_UNSUPPORTED && !ask.big) return try_part(env, l, &parts->components[i], i, value);
    if (st == ST_OK) st = grounds_merge(&part, l->arena, result);
    for (size_t k = 0; st == ST_OK && k < part.move_count && l->moves.count < l->ask->most; k++)
        st = take_move(l, i, &part.moves[k]);
    if (st == ST_OK && (!part.moves_complete || (!room && part.move_count))) result->moves_complete = false;
    return st;
}

static enum status list_options(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct position *parts = way->kept;
    struct listing l = {way->ask, arena, split_of(env->model, &way->ask->components[0]), {0}};
    struct result values = {0};
    const struct integer *all = way->ask->value;
    enum status st = plan_run(env, way->parts[0], arena, &values);
    if (st == ST_OK) st = grounds_merge(&values, arena, result);
    for (size_t i = 0; st == ST_OK && i < parts->count; i++) {
        const struct integer *value = result_number(arena, &values, i);
        all = value ? integer_xor(arena, all, value) : NULL;
        if (!all) st = ST_NO_MEMORY;
    }
    result->moves_complete = true;
    for (size_t i = 0; st == ST_OK && i < parts->count; i++) {
        const struct integer *value = result_number(arena, &values, i),
                             *wanted = value ? integer_xor(arena, all, value) : NULL;
        st = wanted ? list_part(env, &l, parts, i, wanted, result) : ST_NO_MEMORY;
        if (st == ST_OK) st = budget_check(env->budget);
    }
    result->moves = arena_array(arena, l.moves.count + 1, sizeof *result->moves);
    for (size_t i = 0; result->moves && i < l.moves.count; i++) result->moves[result->move_count++] = l.moves.data[i];
    vec_free(&l.moves);
    return st == ST_OK && !result->moves ? ST_NO_MEMORY : st;
}

/* ---- values -------------------------------------------------------------------------------------------------------- */
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
    if (ask->what == Q_OPTIONS) {
        offer_options(planner, way);
        return;
    }
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
    if (way->ask->what == Q_OPTIONS) return list_options(env, way, arena, result);
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
    .also = ALSO(Q_OPTIONS),
    .offer = offer,
    .run = run,
};
