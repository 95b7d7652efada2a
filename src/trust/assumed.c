/* SPDX-License-Identifier: MIT */
/* A clause matters if its game is asked about or can be reached; a plugin only if its game is asked about. */
#include "trust/assumed.h"
#include <inttypes.h>
#include "base/mem.h"
#include "play/options/compound.h"
#include "play/options/store.h"

/* A clause that is used without being proved. */
static bool open_clause(const struct env *env, size_t game)
{
    const struct game_memory *memory = store_game(env->store, (int)game);
    return !env->terms.plain && !memory->clause_proved &&
           (memory->clause == CLAUSE_ALIKE || memory->clause == CLAUSE_EQUAL);
}

static bool reached(const struct env *env, const bool *games, size_t game)
{
    const struct traits *facts = env->traits;
    bool any = false;
    for (size_t g = 0; g < facts->count; g++) any |= games[g] && facts->reaches[g * facts->count + game];
    return any;
}

void assumed_clauses(const struct env *env, const bool *games, const char *before, const char *between,
                     struct text *text)
{
    for (size_t g = 0; g < env->model->game_count; g++) {
        if (!open_clause(env, g) || !reached(env, games, g)) continue;
        uint64_t seen = store_game(env->store, (int)g)->clause_seen;
        const char *clause = env->model->games[g].canon ? "canon" : "symmetric";
        text_add(text, "%s'%s' of %s: checked at %" PRIu64 " position%s, not proved", text->length ? before : "",
                 clause, env->model->games[g].name, seen, seen == 1 ? "" : "s");
        before = between;
    }
}

void assumed_solves(const struct env *env, const bool *games, const char *before, struct text *text)
{
    for (size_t g = 0; env->store->recognised && g < env->store->recognised->count; g++) {
        struct component any = {.game = (int)g};
        const struct match *match = host_match(env, &any);
        if (!games[g] || !match || !match->by_name) continue;
        const char *name = host_info(env->plugins, (size_t)match->plugin)->name;
        if (!plan_allows(env, name)) continue;
        text_add(text, "%s'solve %s' of %s: assumed, the rule is not proved to be that of %s",
                 text->length ? before : "", name, env->model->games[g].name, name);
    }
}

void assumed_text(const struct env *env, const bool *games, struct text *text)
{
    assumed_clauses(env, games, ", and ", ", and ", text);
    assumed_solves(env, games, ", and ", text);
}

static void mark(const struct env *env, const struct component *component, bool *games)
{
    int rule = component_rule(component);
    struct compound_walk walk;
    struct component inner;
    if (rule >= 0) games[rule] = true;
    if (component->game != POSITION_COMPOUND) return;
    walk = compound_open(component);
    while (compound_next(&walk, &inner)) mark(env, &inner, games);
}

void assumed_mark(const struct env *env, const struct component *components, size_t count, bool *games)
{
    for (size_t i = 0; i < count; i++) mark(env, &components[i], games);
}

bool assumed_any_clause(const struct env *env, const struct component *components, size_t count)
{
    bool any = false, open = false;
    size_t n = env->model->game_count;
    for (size_t g = 0; g < n; g++) open |= open_clause(env, g);
    bool *games = open ? mem_alloc((n + 1) * sizeof *games) : NULL;
    if (!games) return open; /* out of memory: there may be one */
    assumed_mark(env, components, count, games);
    for (size_t g = 0; g < n; g++) any |= open_clause(env, g) && reached(env, games, g);
    mem_free(games, (n + 1) * sizeof *games);
    return any;
}

enum status assumed_note(const struct env *env, int game)
{
    size_t n = env->model->game_count;
    struct text text = {0};
    bool *games = mem_alloc((n + 1) * sizeof *games);
    if (!games) return ST_NO_MEMORY;
    games[game] = true;
    assumed_text(env, games, &text);
    if (text.length) diag(env->diags, D_ASSUMED, env->model->games[game].span, text_c(&text));
    bool failed = text.failed;
    text_free(&text);
    mem_free(games, (n + 1) * sizeof *games);
    return failed ? ST_NO_MEMORY : ST_OK;
}
