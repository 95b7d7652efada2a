/* SPDX-License-Identifier: MIT */
/* Games are tried in an environment that is made only if something is not proved. */
#include "engine/open/tried.h"

enum status engine_try(struct engine *engine, const struct played_rule ***all)
{
    struct arena *arena = &engine->answers;
    const char *label;
    const struct played_rule **found = arena_array(arena, engine->model->game_count + 1, sizeof *found);
    enum status st = found ? ST_OK : ST_NO_MEMORY;
    bool lua = engine->model->lua_text_count || engine->model->lua_function_count, ready = false;
    for (size_t i = 0; st == ST_OK && i < engine->reasons.items.count; i++) {
        const struct reason *r = &engine->reasons.items.data[i];
        if (r->proved || found[r->game] || (lua && !engine->script)) continue;
        struct played_rule *tried = arena_array(arena, 1, sizeof *tried);
        if (!tried) st = ST_NO_MEMORY;
        if (st == ST_OK && !ready) st = engine_select(engine, 0, &label);
        ready = true;
        if (st == ST_OK) st = try_rule(engine->env, r->game, arena, tried);
        found[r->game] = tried;
    }
    *all = found;
    return st;
}
