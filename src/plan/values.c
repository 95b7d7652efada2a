/* Three stages: what is known or a plugin answers at once; canonical forms for what needs them; then game by game. */
#include "plan/values.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/estimate.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum { SEQUENCE_FIRST = 256, SEQUENCE_LAST = 1 << 22 };
#define TRY_SECONDS 0.1 /* a table that costs less is not worth a try */
#define TRY_SECONDS_MOST 20.0
#define TRY_LOOKS 200.0 /* calls of budget_check for each second of the table: a small part of it */

bool used_add(struct used *used, struct used_by item)
{
    if (!used || !item.name) return true;
    for (size_t i = 0; i < used->items.count; i++)
        if (strcmp(used->items.data[i].name, item.name) == 0) return true;
    return vec_push(&used->items, item);
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
        if (info && !used_add(used, (struct used_by){info->name, "closed form", info->claim, info->source, NULL}))
            return false;
    }
    struct used_by rule = {"tame sum", "closed form",
                           "lost where all components are swaps and the xor is 1, or some is none and the xor is 0; "
                           "that all are tame is the word of their plugins",
                           "Conway 1976", NULL};
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
    return used_add(w->used,
                    (struct used_by){note->solver->name, note->solver->kind, note->claim, note->source, note->extent});
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
    struct arena *scratch = &env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct component one = *component;
    struct position position = {&one, 1, NULL};
    const struct integer *value;
    int64_t small = 0;
    enum status st = host_value(env, &position, 0, scratch, &value);
    if (st == ST_OK && !integer_fits(value, &small)) st = ST_TOO_LARGE;
    arena_rewind(scratch, mark);
    if (st == ST_UNSUPPORTED) return ST_OK;
    if (st != ST_OK) return st;
    w->values[owner] ^= (uint64_t)small;
    *answered = true;
    return used_add(w->used, (struct used_by){info->name, "closed form", info->claim, info->source, NULL})
               ? ST_OK
               : ST_NO_MEMORY;
}

/* ---- one group: components of one game ------------------------------------------------------------------------------ */
/* Strings of a result may lie in the question's arena: keep them as long as the store. */
static const char *keep(struct env *env, const char *text)
{
    return text && *text ? arena_strdup(&env->store->settings_arena, text) : "";
}

static enum status keep_note(struct env *env, int game, const struct solver *solver, const struct result *result)
{
    struct source_note *note = &store_game(env->store, game)->note;
    bool same = note->solver == solver && note->claim && result->claim && strcmp(note->claim, result->claim) == 0;
    if (same) return ST_OK;
    *note = (struct source_note){solver, keep(env, result->claim), keep(env, result->source), result->extent,
                                 result->positions};
    return note->claim && note->source ? ST_OK : ST_NO_MEMORY;
}

/* Extends the kept sequence far enough for `last`, by a solver that knows the family; *done: it did. */
static enum status extend_sequence(struct env *env, int game, const struct solver *solver, uint64_t last, bool *done)
{
    struct game_memory *memory = store_game(env->store, game);
    uint64_t wanted = 2 * memory->sequence_count > last ? 2 * memory->sequence_count : last;
    struct offer offer = {0};
    struct arena arena = {0};
    struct result result = {0};
    *done = false;
    if (wanted < SEQUENCE_FIRST) wanted = SEQUENCE_FIRST;
    if (wanted > SEQUENCE_LAST) wanted = SEQUENCE_LAST;
    struct question q = {.quantity = Q_SEQUENCE, .game = game, .last = wanted};
    solver->offer(env, &q, &arena, &offer);
    enum status st = offer.can ? solver->run(env, &q, &arena, &result) : ST_UNSUPPORTED;
    uint32_t *values = st == ST_OK ? mem_resize(memory->sequence, (size_t)memory->sequence_room * sizeof *values,
                                                (size_t)(wanted + 1) * sizeof *values)
                                   : NULL;
    if (st == ST_OK && !values) st = ST_NO_MEMORY;
    if (st == ST_OK) {
        for (uint64_t i = 0; i <= wanted; i++) values[i] = (uint32_t)result.values[i];
        memory->sequence = values;
        memory->sequence_room = memory->sequence_count = wanted + 1;
        *done = true;
        st = keep_note(env, game, solver, &result);
    }
    arena_free(&arena);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* A table fills the whole box below a position, of which play may reach a corner only: from (1000, 1618) Euclid's game reaches
 * a few dozen positions of a million. Nobody knows before, so a search tries first, with a part of the table's cost. */
static enum status try_search(struct env *env, const struct question *q, const struct solver *chosen, double seconds,
                              struct arena *arena, struct result *result, bool *done)
{
    struct budget *budget = env->budget;
    struct offer offer = {0};
    *done = false;
    if (!chosen || strcmp(chosen->kind, "table") != 0 || seconds < TRY_SECONDS || budget->looks || env->only_solver)
        return ST_OK;
    solver_hashed.offer(env, q, arena, &offer);
    if (!offer.can) return ST_OK;
    budget->looks = (uint64_t)(TRY_LOOKS * (seconds < TRY_SECONDS_MOST ? seconds : TRY_SECONDS_MOST));
    budget->looks_used = 0;
    enum status st = solver_hashed.run(env, q, arena, result);
    budget->looks = budget->looks_used = 0;
    *done = st == ST_OK;
    if (st == ST_STATE_BUDGET || st == ST_MEMORY_BUDGET) return ST_OK; /* the table's turn */
    return st == ST_OK ? keep_note(env, q->components[0].game, &solver_hashed, result) : st;
}

/* Asks the choice of the last time first; plans anew when it cannot. */
static enum status run_group(struct env *env, const struct question *q, struct arena *arena, struct result *result)
{
    int game = q->components[0].game;
    struct game_memory *memory = store_game(env->store, game);
    bool done = false;
    if (memory->chosen) {
        struct offer offer = {0};
        memory->chosen->offer(env, q, arena, &offer);
        uint64_t least_bytes, bytes = offer.bytes < 1e18 ? (uint64_t)offer.bytes : UINT64_MAX;
        bool fits = offer.rough || budget_fits(env->budget, bytes) == ST_OK;
        if (offer.least && estimate_too_many(env, offer.least, &least_bytes)) fits = false;
        enum status st = offer.can && fits ? try_search(env, q, memory->chosen, offer.seconds, arena, result, &done)
                                           : ST_UNSUPPORTED;
        if (st == ST_OK && !done) st = memory->chosen->run(env, q, arena, result);
        if (st == ST_OK) return done ? ST_OK : keep_note(env, game, memory->chosen, result);
        if (st != ST_UNSUPPORTED) return st;
    }
    struct plan plan;
    enum status st = plan_make(env, q, arena, &plan);
    if (st == ST_OK && plan.chosen != PLAN_NOBODY)
        st =
            try_search(env, q, plan.solvers[plan.chosen], plan.offers[plan.chosen].offer.seconds, arena, result, &done);
    if (st != ST_OK || done) return st;
    st = plan_answer(env, q, &plan, arena, result);
    if (st != ST_OK || !plan.solvers[plan.chosen]) return st;
    memory->chosen = plan.solvers[plan.chosen];
    return keep_note(env, game, memory->chosen, result);
}

static bool reads_by_family(const struct env *env, int game)
{
    const struct solver *chosen = store_game(env->store, game)->chosen;
    return game >= 0 && env->store->traits.games[game].one_heap && chosen && strcmp(chosen->kind, "periodic") == 0;
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
    struct question q = {.quantity = Q_VALUES, .components = components, .count = count};
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
