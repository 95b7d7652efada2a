/* SPDX-License-Identifier: MIT */
/* The options of both sides at one position after the other, smallest first, until they are not the same. */
#include <stdlib.h>
#include <string.h>
#include "engine/compare/private.h"
#include "engine/compare/sizes.h"
#include "play/options/canonical.h"
#include "play/options/print.h"

enum { POSITIONS_MOST = 2000, OPTIONS_MOST = 200000, SIZE_MOST = 1000, SHOWN = 3 };

/* An option: what it is on either side, and as its own side writes it. */
struct named_option {
    const char *key, *shown;
};
struct options {
    struct compare *c;
    int side, mover;
    struct arena *arena;
    VEC(struct named_option) items;
};
struct walk {
    struct compare *c;
    uint64_t positions, options;
};

static int by_key(const void *a, const void *b)
{
    const struct named_option *x = a, *y = b;
    return strcmp(x->key, y->key);
}

static int by_word(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The name of a game on both sides: the main games are each other's. */
static const char *common_name(const struct options *o, int game)
{
    const struct model *model = o->c->side[o->side]->model;
    return game == model->main_game ? "" : model->games[game].name;
}

/* Parts without moves are not compared, since they are no part of the game that remains. */
static enum status take_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct options *o = context;
    const struct model *model = o->c->side[o->side]->model;
    struct text shown = {0}, key = {0};
    const char **keys = arena_array(o->arena, count + 1, sizeof *keys);
    size_t kept = 0;
    enum status st = keys ? ST_OK : ST_NO_MEMORY;
    (void)taken;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        bool dead = false;
        text_add(&shown, "%s", i ? " + " : "");
        component_print(model, &components[i], &shown);
        st = canonical_dead(o->c->side[o->side]->env, &components[i], NULL, &dead);
        if (st != ST_OK || dead) continue;
        text_clear(&key);
        text_add(&key, "%s", common_name(o, components[i].game));
        for (uint32_t k = 0; k < components[i].count; k++) text_add(&key, " %lld", (long long)components[i].cells[k]);
        if (!(keys[kept++] = arena_strdup(o->arena, text_c(&key)))) st = ST_NO_MEMORY;
    }
    text_clear(&key);
    if (st == ST_OK && kept) qsort(keys, kept, sizeof *keys, by_word);
    for (size_t i = 0; st == ST_OK && i < kept; i++) text_add(&key, "%s;", keys[i]);
    struct named_option option = {arena_strdup(o->arena, text_c(&key)),
                                  arena_strdup(o->arena, count ? text_c(&shown) : "end")};
    if (st == ST_OK && (!option.key || !option.shown || !vec_push(&o->items, option))) st = ST_NO_MEMORY;
    text_free(&key);
    text_free(&shown);
    return st;
}

/* Sorted, each once. A rule that fails has no options that could be compared. */
static enum status list_options(struct options *o, const struct component *component)
{
    struct env *env = o->c->side[o->side]->env;
    struct component own = *component;
    struct diags apart = {0};
    struct vm quiet = {env->vm->machine, env->vm->budget, &apart};
    own.game = o->c->side[o->side]->model->main_game;
    enum status st = vm_options(&quiet, &own, o->mover, take_option, o);
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
static enum status keep_difference(struct compare *c, const struct component *component)
{
    for (int side = 0; side < 2; side++) {
        struct component own = *component;
        struct text text = {0};
        own.game = c->side[side]->model->main_game;
        component_print(c->side[side]->model, &own, &text);
        if (!(c->out->least[side] = print_keep(c->arena, &text))) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status compare_at(struct walk *w, const struct component *component, int mover)
{
    struct compare *c = w->c;
    struct arena scratch = {0};
    struct options o[2];
    enum status st = ST_OK;
    for (int side = 0; side < 2; side++)
        o[side] = (struct options){.c = c, .side = side, .mover = mover, .arena = &scratch};
    for (int side = 0; st == ST_OK && side < 2; side++) st = list_options(&o[side], component);
    w->options += o[0].items.count + o[1].items.count;
    for (int side = 0; st == ST_OK && side < 2; side++)
        st = name_own(&o[side], &o[1 - side], c->arena, &c->out->least_own[side]);
    if (st == ST_OK && (c->out->least_own[0] || c->out->least_own[1])) {
        st = keep_difference(c, component);
        if (c->mover) c->out->least_mover = mover;
    }
    for (int side = 0; side < 2; side++) vec_free(&o[side].items);
    arena_free(&scratch);
    return st;
}

static enum status take_position(void *context, const struct component *component)
{
    struct walk *w = context;
    struct compare *c = w->c;
    enum status st = budget_check(c->side[0]->options.budget);
    for (int side = 0; st == ST_OK && side < 2; side++) {
        struct component own = *component;
        bool legal;
        own.game = c->side[side]->model->main_game;
        st = vm_legal(c->side[side]->env->vm, &own, &legal);
        if (st != ST_OK || !legal) return st;
    }
    if (w->positions++ >= POSITIONS_MOST || w->options > OPTIONS_MOST) return ST_UNSUPPORTED;
    for (int mover = 1; st == ST_OK && mover <= (c->mover ? 2 : 1) && !c->out->least[0]; mover++)
        st = compare_at(w, component, mover);
    return st == ST_OK && c->out->least[0] ? ST_UNSUPPORTED : st;
}

enum status compare_options(struct compare *c)
{
    struct walk w = {.c = c};
    struct rule_difference *d = &c->out->rules;
    enum status st = ST_OK;
    if (c->out->rules.state) {
        struct component first = {0, (uint32_t)compare_game(c, 0)->field_count, c->out->rules.state};
        st = take_position(&w, &first);
    }
    for (uint64_t size = 0; st == ST_OK && !d->state && size <= SIZE_MOST; size++)
        st = sizes_each(c->side[0]->model, c->side[0]->model->main_game, size, take_position, &w);
    if (!c->out->least[0] && d->known && !(d->exact && !d->only[0].count && !d->only[1].count)) {
        d->known = false;
        d->why = "no option was found that only one of them has";
    }
    return st == ST_NO_MEMORY ? st : ST_OK; /* the verdict does not rest on this walk, so a budget may end it */
}
