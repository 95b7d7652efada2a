/* SPDX-License-Identifier: MIT */
/* Options are made by the machine, which refuses those that are no states; play below a position is searched with cycles watched. */
#include "trust/tried.h"
#include "plan/audit_env.h"
#include "plan/outcomes.h"
#include "play/options/options.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "trust/drawn_positions.h"
#include "trust/impartial.h"
#include "trust/small_positions.h"

enum { SMALL = 200, DRAWN = 100, OPTIONS_EACH = 5000, LOOKS = 1000 };

struct trial {
    struct env *env, *plain;
    int game, movers;
    struct arena *arena;
    struct played_rule *tried;
    struct sums window;
    bool over;
};

/* Only a failure of the rule is one; the last report says which. */
static enum status judge(struct trial *t, const struct component *at, enum status st)
{
    const struct diags *diags = t->plain->diags;
    if (st != ST_RULE_FAILED) {
        t->over = t->over || status_is_budget(st);
        return st == ST_UNSUPPORTED ? ST_OK : audit_env_ends(t->env, st);
    }
    struct text text = {0};
    text_puts(&text, "at ");
    print_sum(t->env->model, at, 1, &text);
    text_add(&text, ": %s", diags->count ? diags->items[diags->count - 1].message : "the rule fails");
    t->tried->problem = print_keep(t->arena, &text);
    return t->tried->problem ? ST_OK : ST_NO_MEMORY;
}

static enum status try_options(struct trial *t, const struct component *at)
{
    enum status st = ST_OK;
    struct sums options = {0};
    for (int mover = 1; st == ST_OK && mover <= t->movers; mover++) {
        bool all;
        st = options_collect(t->plain, at, mover, OPTIONS_EACH, &options, &all);
        t->tried->options += st == ST_OK ? options.count : 0;
        sums_clear(&options);
    }
    sums_free(&options);
    t->tried->positions += st == ST_OK;
    return judge(t, at, st);
}

static enum status try_end(struct trial *t, const struct component *at)
{
    struct position position = {(struct component *)at, 1, NULL};
    enum status st = ST_OK;
    uint64_t value;
    if (t->movers == 1) st = values_of(t->plain, at, 1, &value, NULL);
    for (int mover = 1; st == ST_OK && t->movers == 2 && mover <= 2; mover++) {
        struct ask ask = {.play = PLAY_NORMAL, .mover = mover};
        enum outcome outcome;
        st = outcomes_of(t->plain, &position, 1, &ask, &outcome, NULL, NULL);
    }
    t->tried->ended += st == ST_OK;
    return judge(t, at, st);
}

static enum status try_movers(struct trial *t, const struct component *at)
{
    struct impartial found;
    if (t->tried->differs) return ST_OK;
    enum status st = impartial_compare(t->plain, at, 1, t->arena, &found);
    if (st == ST_OK && !found.alike) t->tried->differs = found.where;
    return judge(t, at, st);
}

/* At the first `count` positions, unless something is found. */
static enum status each(struct trial *t, size_t count, enum status (*try)(struct trial *t, const struct component *at))
{
    enum status st = ST_OK;
    t->over = false;
    for (size_t i = 0; st == ST_OK && !t->over && !t->tried->problem && i < count; i++) {
        struct arena_mark mark = arena_mark(&t->env->store->scratch);
        struct component at = sums_component(&t->window, i, 0);
        st = try(t, &at);
        arena_rewind(&t->env->store->scratch, mark);
    }
    return st;
}

enum status try_rule(struct env *env, int game, struct arena *arena, struct played_rule *tried)
{
    struct trial t = {.env = env, .game = game, .arena = arena, .tried = tried};
    *tried = (struct played_rule){0};
    t.movers = env->traits->games[game].mover ? 2 : 1;
    enum status st = audit_env_open(env, LOOKS, &t.plain);
    if (st == ST_OK) st = small_positions_list(t.plain, game, SMALL, &t.window);
    size_t small = t.window.count;
    if (st == ST_OK) st = drawn_positions(t.plain, game, DRAWN, 1, &t.window);
    if (st == ST_OK) st = each(&t, t.window.count, try_options);
    if (st == ST_OK) st = audit_env_open(env, LOOKS, &t.plain); /* searching has its own bound */
    if (st == ST_OK) st = each(&t, small, try_end);
    if (st == ST_OK && t.movers == 2) st = each(&t, small, try_movers);
    if (st != ST_OK) st = audit_env_ends(env, st);
    sums_free(&t.window);
    return st;
}
