/* SPDX-License-Identifier: MIT */
/* If the bound ends it, the claim has held as far as it was checked. */
#include "trust/vouch.h"
#include "plan/audit_env.h"
#include "play/options/store.h"
#include "solve/misere/tame.h"
#include "trust/small_positions.h"

enum { VOUCH_POSITIONS = 150, VOUCH_LOOKS = 2000 };

static enum status look(struct env *plain, const struct sums *window, bool *tame)
{
    enum status st = ST_OK;
    *tame = window->count > 0;
    for (size_t i = 0; st == ST_OK && *tame && i < window->count; i++) {
        struct component small = sums_component(window, i, 0);
        struct tame_sum sum;
        st = tame_position(plain, &small, 1, &sum);
        if (st == ST_UNSUPPORTED) *tame = false, st = ST_OK;
    }
    return st;
}

enum status vouch_audit(struct env *env, const struct component *component, bool *holds)
{
    struct game_memory *memory = store_game(env->store, component_rule(component));
    struct sums window = {0};
    struct env *plain;
    bool tame = true;
    enum status st = ST_OK;
    if (!memory->vouched) {
        bool compound =
            component->game == POSITION_COMPOUND || env->model->games[component_rule(component)].kind == GAME_COMPOUND;
        st = audit_env_open(env, VOUCH_LOOKS, &plain);
        if (st == ST_OK)
            st = compound ? small_positions_compounds(plain, component, VOUCH_POSITIONS, &window)
                          : small_positions_list(plain, component_rule(component), VOUCH_POSITIONS, &window);
        if (st == ST_OK) st = look(plain, &window, &tame);
        sums_free(&window);
        st = audit_env_ends(env, st);
        if (st == ST_OK) memory->vouched = tame ? 1 : -1;
    }
    *holds &= memory->vouched > 0;
    return st;
}
