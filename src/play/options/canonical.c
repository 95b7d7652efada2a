/* SPDX-License-Identifier: MIT */
/* vm_canon does the work for rules; compounds are taken apart and reassembled. */
#include "play/options/canonical.h"
#include "play/options/board.h"
#include "play/options/component_table.h"
#include "play/options/compound.h"
#include "play/options/split.h"
#include "play/options/store.h"

static bool taken_apart(const struct env *env, const struct component *component)
{
    return env->model->games[component->game].split && !env->terms.whole;
}

static bool clause_chooses(const struct env *env, const struct component *component)
{
    if (env->terms.plain || !env->traits->games[component->game].has_clause) return false;
    enum clause_state clause = store_game(env->store, component->game)->clause;
    return clause != CLAUSE_NEW && clause != CLAUSE_UNUSED; /* nothing is used before it was audited */
}

bool canonical_already(const struct env *env, const struct component *component)
{
    bool whole;
    if (component->game < 0 || taken_apart(env, component) || clause_chooses(env, component)) return false;
    return board_is_whole(env, component, &whole) == ST_OK && whole;
}

/* A state that is a sum is its parts; their games have no clauses. */
static enum status push_parts(const struct env *env, const struct component *component, struct sums *out)
{
    const struct state_split *split = env->model->games[component->game].split;
    struct split_place place;
    bool fine = true;
    for (size_t i = 0; fine && split_place(split, component, NULL, i, &place); i++) {
        int64_t cells[MODEL_MAX_FIELDS];
        struct component part = split_component(&place, component, cells);
        fine = sums_push(out, &part);
    }
    return fine ? ST_OK : ST_NO_MEMORY;
}

/* What the clause chooses; of a board only if that has not fallen apart, so that what is canonical stays as it is. */
static enum status push_chosen(struct env *env, const struct component *component, struct sums *out)
{
    struct arena *scratch = &env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct component canonical;
    bool whole;
    enum status st = vm_canon(env->vm, component, scratch, &canonical);
    if (st == ST_OK) st = board_is_whole(env, &canonical, &whole);
    if (st == ST_OK && !sums_push(out, whole ? &canonical : component)) st = ST_NO_MEMORY;
    arena_rewind(scratch, mark);
    return st;
}

static enum status push_board(struct env *env, const struct component *component, struct sums *out)
{
    struct sums parts = {0};
    if (!clause_chooses(env, component)) return board_parts(env, component, out);
    enum status st = board_parts(env, component, &parts);
    for (size_t i = 0; st == ST_OK && i < parts.items.count; i++) {
        struct component part = sums_item(&parts, i);
        st = push_chosen(env, &part, out);
    }
    sums_free(&parts);
    return st;
}

enum status canonical_push(struct env *env, const struct component *component, struct sums *out)
{
    if (component->game == POSITION_COMPOUND) return compound_canonical(env, component, out);
    if (taken_apart(env, component)) return push_parts(env, component, out);
    if (board_of(env, component)) return push_board(env, component, out);
    if (clause_chooses(env, component)) return push_chosen(env, component, out);
    return sums_push(out, component) ? ST_OK : ST_NO_MEMORY;
}

enum status canonical_form(struct env *env, const struct component *component, struct sums *out)
{
    enum status st = canonical_push(env, component, out);
    return st == ST_OK && !sums_end(out) ? ST_NO_MEMORY : st;
}

static enum status stop_at_first(void *context, const struct component *components, size_t count,
                                 const struct taken *taken)
{
    (void)components;
    (void)count;
    (void)taken;
    *(bool *)context = true;
    return ST_UNSUPPORTED;
}

/* A canonical compound contains only parts that can move. If the rule fails for one player only, the other may be
 * the only one to reach this position: treat the component as one that can move, and report the failure when that
 * player is to move. */
static enum status look_for_option(struct env *env, const struct component *component, bool *found)
{
    *found = component->game == POSITION_COMPOUND && component->cells[COMPOUND_M] > 0;
    if (component->game == POSITION_COMPOUND) return ST_OK;
    int movers = env->traits->games[component->game].mover ? 2 : 1;
    struct env_view quiet;
    enum status st = ST_OK;
    env_view_quiet(&quiet, env);
    for (int mover = 1; st == ST_OK && mover <= movers && !*found; mover++) {
        st = vm_options(quiet.env.vm, component, mover, stop_at_first, found);
        if (!*found && st == ST_RULE_FAILED && movers == 2) *found = true;
        if (*found) st = ST_OK;
    }
    if (!*found) diags_add(env->diags, &quiet.diags);
    env_view_close(&quiet);
    return st;
}

enum status canonical_dead(struct env *env, const struct component *component, uint32_t *id, bool *dead)
{
    struct component_table *table = &store_sums(env)->parts;
    uint32_t number;
    enum status st = component_table_intern(table, component, &number);
    if (st != ST_OK) return st;
    if (table->items.data[number].life == PART_UNKNOWN) {
        bool found;
        if ((st = look_for_option(env, component, &found)) != ST_OK) return st;
        table->items.data[number].life = found ? PART_ALIVE : PART_DEAD;
    }
    *dead = table->items.data[number].life == PART_DEAD;
    if (id) *id = number;
    return ST_OK;
}
