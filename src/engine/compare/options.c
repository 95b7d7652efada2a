/* SPDX-License-Identifier: MIT */
/* The options of both sides at one position after the other, smallest first, until they are not the same. */
#include <stdlib.h>
#include <string.h>
#include "engine/compare/private.h"
#include "engine/compare/sizes.h"
#include "play/options/canonical.h"
#include "play/options/print.h"
#include "proof/match/order.h"

enum { POSITIONS_MOST = 2000, OPTIONS_MOST = 30000, SIZE_MOST = 1000, SHOWN = 3, WORK_MOST = 100000000 };

/* An option: what it is on either side, and as its own side writes it. */
struct named_option {
    const char *key, *shown;
};
struct options {
    struct compare *c;
    int side, mover;
    struct arena *arena;
    VEC(struct named_option) items;
    uint64_t seen; /* with repeats */
};
struct walk {
    struct compare *c;
    uint64_t tried; /* states that may be positions */
    uint64_t positions, options;
};

static int by_key(const void *a, const void *b)
{
    const struct named_option *x = a, *y = b;
    return strcmp(x->key, y->key);
}

static int by_word(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The game of the other side that is this one, or -1. */
static int game_over_there(const struct options *o, int game)
{
    const struct model *model = o->c->side[o->side]->model, *other = o->c->side[1 - o->side]->model;
    int order[MODEL_MAX_FIELDS];
    if (game == model->main_game) return other->main_game;
    int there = model_find_game(other, model->games[game].name);
    return there >= 0 && order_of_names(&model->games[game], &other->games[there], order) ? there : -1;
}

/* Has the part no moves, whoever's rule it is? Then a sum may do without it. */
static enum status is_dead(const struct options *o, const struct component *part, bool *dead)
{
    struct component there;
    int game = game_over_there(o, part->game);
    bool legal = false;
    *dead = false;
    if (game < 0) return ST_OK;
    enum status st = canonical_dead(o->c->env[o->side], part, NULL, dead);
    if (st == ST_OK && *dead) st = compare_partner(o->c, o->side, part, game, o->arena, &there);
    if (st == ST_OK && *dead) st = vm_legal(o->c->env[1 - o->side]->vm, &there, &legal);
    *dead = *dead && legal;
    return st == ST_OK && *dead ? canonical_dead(o->c->env[1 - o->side], &there, NULL, dead) : st;
}

/* Of partners the same: as the first side has it, the main games without a name. */
static const char *key_of(const struct options *o, const struct component *part)
{
    const struct model *model = o->c->side[o->side]->model;
    struct component first = *part;
    struct text key = {0};
    int there = o->side ? game_over_there(o, part->game) : -1;
    if (there >= 0 && compare_partner(o->c, 1, part, there, o->arena, &first) != ST_OK) return NULL;
    text_add(&key, "%s", part->game == model->main_game ? "" : model->games[part->game].name);
    for (uint32_t k = 0; k < first.count; k++) text_add(&key, " %lld", (long long)first.cells[k]);
    const char *kept = key.failed ? NULL : arena_strdup(o->arena, text_c(&key));
    text_free(&key);
    return kept;
}

/* Of a sum, parts that nobody has a move in are not compared. */
static enum status take_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct options *o = context;
    struct text shown = {0}, key = {0};
    const char **keys = arena_array(o->arena, count + 1, sizeof *keys);
    size_t kept = 0;
    enum status st = keys ? ST_OK : ST_NO_MEMORY;
    (void)taken;
    o->seen++;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        bool dead = false;
        text_add(&shown, "%s", i ? " + " : "");
        component_print(o->c->side[o->side]->model, &components[i], &shown);
        bool last = i + 1 == count && !kept; /* of nothing but such parts one is kept */
        if (count > 1 && !last) st = is_dead(o, &components[i], &dead);
        if (st == ST_OK && !dead && !(keys[kept++] = key_of(o, &components[i]))) st = ST_NO_MEMORY;
    }
    if (st == ST_OK && kept) qsort(keys, kept, sizeof *keys, by_word);
    for (size_t i = 0; st == ST_OK && i < kept; i++) text_add(&key, "%s;", keys[i]);
    struct named_option option = {arena_strdup(o->arena, text_c(&key)),
                                  arena_strdup(o->arena, count ? text_c(&shown) : "end")};
    if (st == ST_OK && (key.failed || shown.failed || !option.key || !option.shown || !vec_push(&o->items, option)))
        st = ST_NO_MEMORY;
    text_free(&key);
    text_free(&shown);
    return st;
}

/* Sorted, each once. A rule that fails has no options that could be compared. */
static enum status list_options(struct options *o, const struct component *own)
{
    struct env *env = o->c->env[o->side];
    struct diags apart = {0};
    struct vm quiet = {env->vm->machine, env->vm->budget, &apart};
    enum status st = vm_options(&quiet, own, o->mover, take_option, o);
    diags_free(&apart);
    if (o->items.count) qsort(o->items.data, o->items.count, sizeof *o->items.data, by_key);
    size_t kept = 0;
    for (size_t i = 0; i < o->items.count; i++)
        if (!kept || strcmp(o->items.data[kept - 1].key, o->items.data[i].key) != 0)
            o->items.data[kept++] = o->items.data[i];
    o->items.count = kept;
    return st;
}

/* "h(0), h(1) and 5 more" of what only the first has; NULL: nothing. */
static enum status name_own(const struct options *mine, const struct options *theirs, struct arena *arena,
                            const char **own)
{
    struct text text = {0};
    size_t count = 0, at = 0;
    for (size_t i = 0; i < mine->items.count; i++) {
        const char *key = mine->items.data[i].key;
        while (at < theirs->items.count && strcmp(theirs->items.data[at].key, key) < 0) at++;
        if (at < theirs->items.count && strcmp(theirs->items.data[at].key, key) == 0) continue;
        if (count++ < SHOWN) text_add(&text, "%s%s", count > 1 ? ", " : "", mine->items.data[i].shown);
    }
    if (count > SHOWN) text_add(&text, " and %zu more", count - SHOWN);
    *own = count ? arena_strdup(arena, text_c(&text)) : NULL;
    bool failed = text.failed || (count && !*own);
    text_free(&text);
    return failed ? ST_NO_MEMORY : ST_OK;
}

/* Names the position and what is different there. */
static enum status keep_difference(struct compare *c, const struct component *both)
{
    for (int side = 0; side < 2; side++) {
        struct text text = {0};
        component_print(c->side[side]->model, &both[side], &text);
        if (!(c->out->least[side] = print_keep(c->arena, &text))) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status compare_at(struct walk *w, const struct component *both, int mover)
{
    struct compare *c = w->c;
    struct arena scratch = {0};
    struct options o[2];
    enum status st = ST_OK;
    for (int side = 0; side < 2; side++)
        o[side] = (struct options){.c = c, .side = side, .mover = mover, .arena = &scratch};
    for (int side = 0; st == ST_OK && side < 2; side++) st = list_options(&o[side], &both[side]);
    w->options += o[0].seen + o[1].seen;
    for (int side = 0; st == ST_OK && side < 2; side++)
        st = name_own(&o[side], &o[1 - side], c->arena, &c->out->least_own[side]);
    if (st == ST_OK && (c->out->least_own[0] || c->out->least_own[1])) {
        st = keep_difference(c, both);
        if (c->mover) c->out->least_mover = mover;
    }
    for (int side = 0; side < 2; side++) vec_free(&o[side].items);
    arena_free(&scratch);
    return st;
}

static enum status take_both(struct walk *w, const struct component *both)
{
    struct compare *c = w->c;
    enum status st = budget_check(c->side[0]->options.budget);
    for (int side = 0; st == ST_OK && side < 2; side++) {
        bool legal;
        st = vm_legal(c->env[side]->vm, &both[side], &legal);
        if (st != ST_OK || !legal) return st;
    }
    if (w->positions++ >= POSITIONS_MOST || w->options > OPTIONS_MOST) return ST_UNSUPPORTED;
    for (int mover = 1; st == ST_OK && mover <= (c->mover ? 2 : 1) && !c->out->least[0]; mover++)
        st = compare_at(w, both, mover);
    return st == ST_OK && c->out->least[0] ? ST_UNSUPPORTED : st;
}

static enum status take_from(struct walk *w, int from, const struct component *component)
{
    struct arena scratch = {0};
    struct component both[2];
    enum status st = compare_pair_of(w->c, from, component, &scratch, both);
    if (st == ST_OK) st = take_both(w, both);
    arena_free(&scratch);
    return st;
}

static enum status take_position(void *context, const struct component *component)
{
    struct walk *w = context;
    if (++w->tried > COMPARE_TRIED) return ST_UNSUPPORTED;
    return take_from(w, w->c->walked, component);
}

/* The state that the difference of the rules names, of the first game as it is seen. */
static enum status take_least(struct walk *w)
{
    struct compare *c = w->c;
    size_t count = c->seen[0]->games[c->seen[0]->main_game].field_count;
    int64_t cells[MODEL_MAX_FIELDS + 1] = {(int64_t)count};
    for (size_t i = 0; i < count; i++) cells[i + 1] = c->out->rules.state[i];
    struct component first = {0, (uint32_t)count, cells + 1};
    if (c->unpacked[0]) first = (struct component){0, (uint32_t)count + 1, cells};
    return take_from(w, 0, &first);
}

enum status compare_options(struct compare *c)
{
    struct walk w = {.c = c};
    struct rule_difference *d = &c->out->rules;
    const struct model *walked = c->side[c->walked]->model;
    compare_bound(c, WORK_MOST);
    enum status st = d->state ? take_least(&w) : ST_OK;
    for (uint64_t size = 0; st == ST_OK && !d->state && size <= SIZE_MOST; size++)
        st = sizes_each(walked, walked->main_game, size, take_position, &w);
    compare_unbound(c);
    if (!c->out->least[0] && d->known && !d->exact) {
        d->known = false;
        d->why = "no option was found that only one of them has";
    }
    return st == ST_NO_MEMORY ? st : ST_OK; /* the verdict does not rest on this walk, so a budget may end it */
}
