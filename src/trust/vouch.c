/* SPDX-License-Identifier: MIT */
/* If the bound ends it, the claim has held as far as it was checked. */
#include "trust/vouch.h"
#include "plan/audit_env.h"
#include "play/options/store.h"
#include "solve/misere/tame.h"
#include "trust/small_positions.h"

enum { VOUCH_POSITIONS = 150, VOUCH_LOOKS = 2000 };

/* *tame: all that were examined are, and some were. */
static enum status look(struct env *plain, const struct sums *window, bool *tame)
{
    for (size_t i = 0; i < window->count; i++) {
        struct component small = sums_component(window, i, 0);
        struct tame_sum sum;
        enum status st = tame_position(plain, &small, 1, &sum);
        if (st == ST_UNSUPPORTED) return *tame = false, ST_OK;
        if (st != ST_OK) return st;
        *tame = true;
    }
    return ST_OK;
}

static enum status list_small(struct env *plain, const struct component *component, struct sums *window)
{
    int rule = component_rule(component);
    bool compound = component->game == POSITION_COMPOUND || plain->model->games[rule].kind == GAME_COMPOUND;
    return compound ? small_positions_compounds(plain, component, VOUCH_POSITIONS, window)
                    : small_positions_list(plain, rule, VOUCH_POSITIONS, window);
}

enum status vouch_audit(struct env *env, const struct component *component, bool *holds)
{
    struct game_memory *memory = store_game(env->store, component_rule(component));
    struct sums window = {0};
    struct env *plain;
    bool tame = false;
    if (!memory->vouched) {
        enum status st = audit_env_open(env, VOUCH_LOOKS, &plain);
        if (st == ST_OK) st = list_small(plain, component, &window);
        if (st == ST_OK) st = look(plain, &window, &tame);
        sums_free(&window);
        if (st != ST_OK && !status_is_budget(st)) return st;
        if (st != ST_OK && (st = audit_env_ends(env, st)) != ST_OK) return st;
        memory->vouched = tame ? 1 : -1;
    }
    *holds &= memory->vouched > 0;
    return ST_OK;
}
