/* SPDX-License-Identifier: MIT */
/* Documented games and files beside the rule: by proof, then by values of heaps, else by positions of small sizes. */
#include <stdio.h>
#include <string.h>
#include "engine/compare/compare.h"
#include "engine/identify/private.h"
#include "plan/periods/period_find.h"
#include "play/options/traits.h"

enum { SIZE_FIRST = 4, SIZE_THEN = 12, POSITIONS_LEAST = 8 };

struct other {
    struct engine *engine;
    const char *name, *file; /* file: of which it is a game; NULL: a documented game or a code */
    bool any_params;
    unsigned cost;
};

enum status identify_open(struct identify *id, const char *path, const char *text, const char *name,
                          struct engine **engine)
{
    const char *label;
    struct engine_options options = {.path = path,
                                     .text = text,
                                     .name = name,
                                     .budget = id->engine->options.budget,
                                     .until = STAGE_ALL,
                                     .native = NATIVE_NEVER};
    enum status st = engine_open(&options, engine);
    if (st == ST_OK && (*engine)->model->game_count) st = engine_select(*engine, 0, &label);
    else if (st == ST_OK) st = ST_INVALID;
    if (st != ST_OK) {
        engine_close(*engine);
        *engine = NULL;
    }
    return st == ST_NO_MEMORY || status_is_budget(st) ? st : ST_OK; /* what cannot be opened is no candidate */
}

static enum status item_name(struct identify *id, const struct other *o, struct identified *item)
{
    const struct model *m = o->engine->model;
    item->name = o->file ? arena_printf(id->arena, "%s (%s)", m->games[m->main_game].name, o->file)
                         : arena_strdup(id->arena, o->name);
    return item->name ? ST_OK : ST_NO_MEMORY;
}

static bool one_number(const struct engine *e)
{
    const struct game *g = &e->model->games[e->model->main_game];
    return g->field_count == 1 && g->fields[0].kind == FIELD_NAT;
}

/* The simplest map under which the first heaps agree; of games that fit more heaps are compared. */
static enum status fit_heaps(struct identify *id, const struct other *o, struct heap_map *map, uint32_t *values,
                             size_t *got, bool *fits)
{
    size_t maps = id->plain ? 1 : HEAP_MAPS_SHIFTS;
    enum status st = identify_heap_values(o->engine, IDENTIFY_FIRST, values, got);
    *fits = false;
    for (size_t i = 0; st == ST_OK && *got >= IDENTIFY_FIRST && i < maps && !*fits; i++) {
        *map = heap_maps[i];
        *fits = heap_map_fits(map, &id->own, values, *got, false);
    }
    if (st == ST_OK && *fits) st = identify_heap_values(o->engine, id->own.count, values, got);
    *fits = st == ST_OK && *fits && heap_map_fits(map, &id->own, values, *got, false);
    return st;
}

static enum status judge_other_periods(struct identify *id, const struct other *o, size_t got, struct identified *item)
{
    const char *solver;
    struct period period = {0};
    uint64_t heaps = 0;
    int game = o->engine->model->main_game;
    enum status st = ST_OK;
    if (id->own.period.proved && o->engine->env->traits->games[game].one_heap)
        st = period_find(o->engine->env, game, got - 1, id->arena, &period, &solver);
    if (st == ST_UNSUPPORTED || st == ST_TOO_LARGE) return ST_OK;
    if (st == ST_OK && period.proved) heap_map_periods(&item->map, &id->own.period, &period, &heaps);
    if (!heaps || heaps > id->own.count || heap_map_reach(&item->map, heaps) > got) return st;
    item->verdict = IDENTIFIED_VALUES;
    item->to = heaps - 1;
    item->why = identify_periods_words(id, &period);
    return item->why ? ST_OK : ST_NO_MEMORY;
}

/* Both periods proved, or what agrees so far. */
static enum status compare_heaps(struct identify *id, const struct other *o, struct identified *item, bool *fits)
{
    struct arena scratch = {0};
    size_t got = 0, room = id->own.count > IDENTIFY_FIRST ? id->own.count : IDENTIFY_FIRST;
    uint32_t *values = arena_array(&scratch, room + 1, sizeof *values);
    enum status st = values ? fit_heaps(id, o, &item->map, values, &got, fits) : ST_NO_MEMORY;
    if (st == ST_OK && *fits) {
        item->heaps = true;
        item->verdict = IDENTIFIED_AGREE;
        item->to = id->own.count - 1;
        while (item->to && heap_map_reach(&item->map, item->to + 1) > got) item->to--;
        st = judge_other_periods(id, o, got, item);
    }
    arena_free(&scratch);
    return st;
}

static struct compare_wanted compare_how(const struct identify *id, const struct other *o)
{
    enum play play = id->wanted->misere ? PLAY_MISERE : PLAY_NORMAL;
    return (struct compare_wanted){.play = {play, play}, .any_params = o->any_params};
}

static enum status prove_other(struct identify *id, const struct other *o, struct identified *item, bool *same)
{
    struct comparison c;
    struct compare_wanted wanted = compare_how(id, o);
    wanted.proofs = true;
    enum status st = engine_compare(id->engine, o->engine, &wanted, id->arena, &c);
    *same = st == ST_OK && (c.verdict == COMPARE_SAME_RULES || c.restated);
    if (!*same) return st;
    item->verdict = IDENTIFIED_RULES;
    item->fewer = c.fewer >= 0;
    item->map = heap_maps[0];
    item->heaps = one_number(id->engine) && one_number(o->engine) && (!c.restated || c.number.over);
    if (c.restated && c.number.over) item->map = (struct heap_map){c.number.times, c.number.more, c.number.over};
    item->why = c.restated ? c.restated : c.why && *c.why ? c.why : "the rules unify";
    if (o->any_params && !c.restated && c.why && strchr(c.why, '='))
        item->params = c.why, item->why = "the rules unify";
    return st;
}

static bool same_kinds(const struct engine *a, const struct engine *b)
{
    const struct game *x = &a->model->games[a->model->main_game], *y = &b->model->games[b->model->main_game];
    bool same = x->field_count == y->field_count && x->kind == GAME_RULES && y->kind == GAME_RULES;
    for (size_t i = 0; same && i < x->field_count; i++) same = x->fields[i].kind == y->fields[i].kind;
    return same;
}

/* First the smallest sizes, as most games differ there. */
static enum status compare_small(struct identify *id, const struct other *o, struct identified *item, bool *fits)
{
    struct compare_wanted wanted = compare_how(id, o);
    struct comparison c = {0};
    enum status st = ST_OK;
    bool agree = same_kinds(id->engine, o->engine);
    *fits = false;
    for (int step = 0; st == ST_OK && agree && step < 2; step++) {
        wanted.to = step ? SIZE_THEN : SIZE_FIRST;
        wanted.values_only = true;
        st = engine_compare(id->engine, o->engine, &wanted, id->arena, &c);
        agree = st == ST_OK && c.verdict == COMPARE_AGREE && !c.ended;
    }
    if (st == ST_USAGE || st == ST_UNSUPPORTED || st == ST_TOO_LARGE) st = ST_OK, agree = false;
    *fits = agree && c.positions >= POSITIONS_LEAST;
    item->verdict = IDENTIFIED_AGREE;
    item->to = c.to;
    return st;
}

static enum status try_other(struct identify *id, const struct other *o)
{
    struct identified item = {.cost = o->cost};
    bool found;
    size_t errors = id->engine->diags.errors, count = id->engine->diags.count;
    enum status st = prove_other(id, o, &item, &found);
    if (st == ST_OK && !found && id->own.count && one_number(o->engine)) st = compare_heaps(id, o, &item, &found);
    else if (st == ST_OK && !found && !id->own.count) st = compare_small(id, o, &item, &found);
    id->engine->diags.errors = errors; /* that two games cannot be compared is no mistake here */
    id->engine->diags.count = count;
    if (st == ST_USAGE || st == ST_UNSUPPORTED) st = ST_OK;
    if (st == ST_OK && found) st = item_name(id, o, &item);
    if (st == ST_OK && found && item.heaps) item.cost += heap_map_cost(&item.map);
    return st == ST_OK && found && !vec_push(&id->items, item) ? ST_NO_MEMORY : st;
}

static enum status try_models(struct identify *id)
{
    enum status st = ST_OK;
    const struct host *host = id->host;
    for (size_t i = 0; st == ST_OK && host && i < host_count(host); i++) {
        const struct plugin_info *info = host_info(host, i);
        struct other o = {.name = info->name, .any_params = true};
        if (!info->usable) continue;
        st = identify_open(id, NULL, info->rule, info->name, &o.engine);
        if (st != ST_OK || !o.engine) continue;
        id->out->models++;
        st = try_other(id, &o);
        engine_close(o.engine);
    }
    return st;
}

static enum status try_codes(struct identify *id)
{
    static const char *const codes[] = {"1-2", "1-3", "1-4", "2-3", "2-4",   "3-4",   "1",     "2",      "3",
                                        "4",   "1,3", "1,4", "2,4", "1,3-4", "1-2,4", "ruler", "turnips"};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && id->own.count && i < sizeof codes / sizeof *codes; i++) {
        char text[64], name[32];
        bool word = codes[i][0] > '9';
        snprintf(text, sizeof text, word ? "game coins = turning %s\n" : "game coins = turning \"%s\"\n", codes[i]);
        snprintf(name, sizeof name, "turning %s", codes[i]);
        struct other o = {.name = name, .cost = 4};
        st = identify_open(id, NULL, text, name, &o.engine);
        if (st != ST_OK || !o.engine) continue;
        id->out->rules++;
        st = try_other(id, &o);
        engine_close(o.engine);
    }
    return st;
}

/* Games that are parts of others, made by the program, have names that nobody can write. */
static bool written(const struct game *game) { return !strchr(game->name, '.') && game->kind == GAME_RULES; }

static enum status try_file(struct identify *id, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct other o = {.file = slash ? slash + 1 : path, .cost = 2};
    enum status st = identify_open(id, path, NULL, NULL, &o.engine);
    if (st != ST_OK || !o.engine) return st;
    bool plain = o.engine->model->misere == id->wanted->misere;
    for (size_t g = 0; st == ST_OK && plain && g < o.engine->model->game_count; g++) {
        if (!written(&o.engine->model->games[g])) continue;
        o.engine->model->main_game = (int)g;
        id->out->games++;
        st = try_other(id, &o);
    }
    engine_close(o.engine);
    return st;
}

enum status identify_others(struct identify *id)
{
    enum status st = try_models(id);
    if (st == ST_OK) st = try_codes(id);
    for (size_t i = 0; st == ST_OK && i < id->wanted->file_count; i++) st = try_file(id, id->wanted->files[i]);
    return st;
}
