/* SPDX-License-Identifier: MIT */
/* Three stages: what is known or a plugin answers at once; canonical forms for what needs them; then game by game. */
#include "plan/values.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/canonical.h"
#include "play/options/store.h"
#include "trust/audit_plugins.h"

enum { SEQUENCE_FIRST = 256, SEQUENCE_LAST = 1 << 22 };
#define TRY_SECONDS 0.1 /* as in try.c: beyond it the table that was chosen the last time need not be the best */

bool used_add(struct used *used, struct grounds item)
{
    if (!used || !item.name) return true;
    for (size_t i = 0; i < used->items.count; i++)
        if (strcmp(used->items.data[i].name, item.name) == 0) return true;
    return vec_push(&used->items, item);
}

enum status used_grounds(struct used *used, const struct result *result, struct arena *arena)
{
    for (size_t i = 0; used && i < result->ground_count; i++) {
        struct grounds g = result->grounds[i];
        g.claim = g.claim && *g.claim ? arena_strdup(arena, g.claim) : "";
        g.source = g.source && *g.source ? arena_strdup(arena, g.source) : "";
        if (!g.claim || !g.source || !used_add(used, g)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

void used_free(struct used *used) { vec_free(&used->items); }

bool plugins_allowed(const struct env *env, const struct position *position)
{
    for (size_t i = 0; i < position->count; i++) {
        int plugin = plan_plugin(env, &position->components[i]);
        if (plugin >= 0 && !plan_allows(env, host_info(env->plugins, (size_t)plugin)->name)) return false;
    }
    return true;
}

bool plugins_used(const struct env *env, const struct position *position, bool tame, struct used *used)
{
    for (size_t i = 0; i < position->count; i++) {
        int plugin = plan_plugin(env, &position->components[i]);
        const struct plugin_info *info = plugin >= 0 ? host_info(env->plugins, (size_t)plugin) : NULL;
        if (info && !used_add(used, (struct grounds){info->name, "closed form", info->claim, info->source, NULL, true}))
            return false;
    }
    struct grounds rule = {
        "tame sum",
        "closed form",
        "a loss if every component is a swap and the xor is 1, or some component is not and the xor is 0; "
        "their plugins claim that all are tame",
        "Conway 1976",
        NULL,
        true};
    return !tame || used_add(used, rule);
}

struct wanting {
    struct env *env;
    uint64_t *values;
    struct used *used;
    struct sums settled; /* components in canonical form; owner[i] is whose value item i goes into */
    VEC(size_t) owner;
};

static bool note_game(struct wanting *w, int game)
{
    const struct source_note *note = &store_game(w->env->store, game)->note;
    if (!note->solver) return true;
    return used_add(w->used, (struct grounds){note->solver->name, note->solver->kind, note->claim, note->source,
                                              note->extent, false});
}

/* ---- plugins ------------------------------------------------------------------------------------------------------ */
static enum status ask_plugin(struct wanting *w, const struct component *component, size_t owner, bool *answered)
{
    struct env *env = w->env;
    *answered = false;
    int plugin = plan_plugin(env, component);
    if (plugin < 0 || store_game(env->store, component_rule(component))->plugin_refused) return ST_OK;
    const struct plugin_info *info = host_info(env->plugins, (size_t)plugin);
    if (!info->usable || !plan_allows(env, info->name)) return ST_OK;
    enum status st = audit_plugins(env, component, 1, PLAY_NORMAL, 0);
    if (st != ST_OK || plan_plugin(env, component) < 0) return st;
    struct arena *scratch = &env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct component one = *component;
    struct position position = {&one, 1, NULL};
    const struct integer *value;
    int64_t small = 0;
    st = host_value(env, &position, 0, scratch, &value);
    if (st == ST_OK && !integer_fits(value, &small)) st = ST_TOO_LARGE;
    arena_rewind(scratch, mark);
    if (st == ST_UNSUPPORTED) return ST_OK;
    if (st != ST_OK) return st;
    w->values[owner] ^= (uint64_t)small;
    *answered = true;
    return used_add(w->used, (struct grounds){info->name, "closed form", info->claim, info->source, NULL, true})
               ? ST_OK
               : ST_NO_MEMORY;
}

/* ---- one group: components of one game ------------------------------------------------------------------------------ */
/* Extends the kept sequence far enough for `last`, by a solver that knows the family; *done: it did. */
static enum status extend_sequence(struct env *env, int game, const struct solver *solver, uint64_t last, bool *done)
{
    struct game_memory *memory = store_game(env->store, game);
    uint64_t wanted = 2 * memory->sequence_count > last ? 2 * memory->sequence_count : last;
    struct arena arena = {0};
    struct result result = {0};
    struct plan *plan = NULL;
    *done = false;
    if (wanted < SEQUENCE_FIRST) wanted = SEQUENCE_FIRST;
    if (wanted > SEQUENCE_LAST) wanted = SEQUENCE_LAST;
    struct ask q = {.what = Q_SEQUENCE, .game = game, .last = wanted};
    enum status st = plan_by(env, &q, solver, &arena, &plan);
    if (st == ST_OK) st = plan_run(env, plan, &arena, &result);
    uint32_t *values = st == ST_OK ? mem_resize(memory->sequence, (size_t)memory->sequence_room * sizeof *values,
                                                (size_t)(wanted + 1) * sizeof *values)
                                   : NULL;
    if (st == ST_OK && !values) st = ST_NO_MEMORY;
    if (st == ST_OK) {
        for (uint64_t i = 0; i <= wanted; i++) values[i] = (uint32_t)result.values[i];
        memory->sequence = values;
        memory->sequence_room = memory->sequence_count = wanted + 1;
        *done = true;
    }
    arena_free(&arena);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static bool is_table(const struct way *way) { return strcmp(way->by->kind, "table") == 0; }

/* Runs the choice of the last time first; plans anew when it cannot, and where a large table had better be tried otherwise. */
static enum status run_group(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    struct game_memory *memory = store_game(env->store, ask->components[0].game);
    struct plan *plan = NULL;
    enum status st = memory->chosen ? plan_by(env, ask, memory->chosen, arena, &plan) : ST_UNSUPPORTED;
    bool again = st == ST_OK && plan->chosen && !(is_table(plan->chosen) && plan->chosen->cost.seconds >= TRY_SECONDS);
    if (again) st = plan_run(env, plan, arena, result);
    if (again ? st != ST_UNSUPPORTED : st != ST_OK && st != ST_UNSUPPORTED) return st;
    st = plan_make(env, ask, arena, &plan);
    if (st == ST_OK) st = plan_run(env, plan, arena, result);
    if (st != ST_OK) return st;
    const struct solver *by = plan->chosen->by;
    if (by->trust != TRUST_CLAIMED && !by->stands_on_others) memory->chosen = by;
    return ST_OK;
}

static bool reads_by_family(const struct env *env, int game)
{
    const struct solver *chosen = store_game(env->store, game)->chosen;
    return game >= 0 && env->traits->games[game].one_heap && chosen && strcmp(chosen->kind, "periodic") == 0;
}

/* The components in `group` (indices into w->settled) are of one game and not known. */
static enum status solve_group(struct wanting *w, const size_t *group, size_t count)
{
    struct arena arena = {0};
    struct result result = {0};
    struct component *components = arena_array(&arena, count, sizeof *components);
    if (!components) return ST_NO_MEMORY;
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        components[i] = sums_item(&w->settled, group[i]);
        if (components[i].count == 1 && (uint64_t)components[i].cells[0] > last)
            last = (uint64_t)components[i].cells[0];
    }
    int game = components[0].game;
    struct ask q = {.what = Q_VALUE, .components = components, .count = count, .apart = true};
    bool done = false;
    enum status st = ST_OK;
    if (reads_by_family(w->env, game) && last <= SEQUENCE_LAST)
        st = extend_sequence(w->env, game, store_game(w->env->store, game)->chosen, last, &done);
    if (st == ST_OK && !done) st = run_group(w->env, &q, &arena, &result);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        uint64_t value;
        if (!done) value = result.values[i];
        else if (!store_value(w->env->store, &components[i], &value)) st = ST_UNSUPPORTED;
        if (st == ST_OK) w->values[w->owner.data[group[i]]] ^= value;
    }
    arena_free(&arena);
    return st == ST_OK && !note_game(w, game) ? ST_NO_MEMORY : st;
}

/* ---- all -------------------------------------------------------------------------------------------------------------- */
static enum status take_known(struct wanting *w, const struct component *component, size_t owner, bool *known)
{
    uint64_t value;
    enum status st = ask_plugin(w, component, owner, known);
    if (st != ST_OK || *known) return st;
    *known = store_value(w->env->store, component, &value);
    if (!*known) return ST_OK;
    w->values[owner] ^= value;
    return note_game(w, component->game) ? ST_OK : ST_NO_MEMORY;
}

static enum status settle_one(struct wanting *w, const struct component *component, size_t owner)
{
    bool known = false;
    enum status st = ST_OK;
    if (canonical_already(w->env, component)) st = take_known(w, component, owner, &known);
    else if (component_rule(component) >= 0) st = ask_plugin(w, component, owner, &known);
    if (st != ST_OK || known) return st;
    st = canonical_push(w->env, component, &w->settled);
    while (st == ST_OK && w->owner.count < w->settled.items.count)
        if (!vec_push(&w->owner, owner)) st = ST_NO_MEMORY;
    return st;
}

/* Settled items that are still not known, game by game. */
static enum status solve_settled(struct wanting *w)
{
    VEC(size_t) group = {0}, waiting = {0}, rest = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < w->settled.items.count; i++) {
        struct component c = sums_item(&w->settled, i);
        bool known;
        st = take_known(w, &c, w->owner.data[i], &known);
        if (st == ST_OK && !known && !vec_push(&waiting, i)) st = ST_NO_MEMORY;
    }
    while (st == ST_OK && waiting.count > 0) {
        int game = w->settled.items.data[waiting.data[0]].game;
        group.count = rest.count = 0;
        for (size_t i = 0; st == ST_OK && i < waiting.count; i++) {
            bool same = w->settled.items.data[waiting.data[i]].game == game;
            if (same ? !vec_push(&group, waiting.data[i]) : !vec_push(&rest, waiting.data[i])) st = ST_NO_MEMORY;
        }
        if (st == ST_OK) st = solve_group(w, group.data, group.count);
        waiting.count = 0;
        for (size_t i = 0; st == ST_OK && i < rest.count; i++)
            if (!vec_push(&waiting, rest.data[i])) st = ST_NO_MEMORY;
    }
    vec_free(&group);
    vec_free(&waiting);
    vec_free(&rest);
    return st;
}

enum status values_of(struct env *env, const struct component *components, size_t count, uint64_t *values,
                      struct used *used)
{
    struct wanting w = {.env = env, .values = values, .used = used};
    enum status st = plan_recognise(env);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        values[i] = 0;
        st = settle_one(&w, &components[i], i);
    }
    if (st == ST_OK) st = solve_settled(&w);
    sums_free(&w.settled);
    vec_free(&w.owner);
    return st;
}
