/* SPDX-License-Identifier: MIT */
/* The line `checked`: each part states what a comparison noted, or what the solver that answered has computed. */
#include <inttypes.h>
#include <string.h>
#include "trust/assumed.h"
#include "answer/confirm/confirm.h"
#include "play/options/print.h"
#include "play/options/split.h"
#include "play/options/store.h"

static const char *s(uint64_t count) { return count == 1 ? "" : "s"; }

static void begin(struct text *text)
{
    if (text->length) text_puts(text, ", and ");
}

/* For a list that was cut short. */
static void say_cut(const struct query *q, struct text *text)
{
    const struct compared *c = &q->compared;
    if (c->cut_win) text_add(text, "a winning move among the first %" PRIu64 " options", q->options);
    else if (c->cut_none) text_add(text, "no winning move among the first %" PRIu64 " options", q->options);
}

static void say_all(const char *what, uint64_t n, struct text *text)
{
    if (n == 1) text_add(text, "%s over the one option", what);
    else text_add(text, "%s over all %" PRIu64 " options", what, n);
}

static void say_options(const struct query *q, struct text *text)
{
    const struct compared *c = &q->compared;
    uint64_t n = q->options, valued = c->mex + c->endless;
    bool mex = q->options_all && q->valued;
    if (mex && valued == n && !c->endless) say_all("mex", n, text);
    else if (mex && c->mex) text_add(text, "mex over %" PRIu64 " of %" PRIu64 " options", c->mex, n);
    else if (q->options_all && q->compared.outcomes == n) say_all("outcome", n, text);
    else if (c->sampled)
        text_add(text, "%zu winning move%s and %" PRIu64 " sampled option%s", q->answer->win_count,
                 s(q->answer->win_count), c->sampled, s(c->sampled));
    else if (!q->options_all && q->options) say_cut(q, text);
    if (c->endless && c->mex) text_puts(text, ", the others without an SG value");
}

/* What this solver has computed; NULL for a closed form, and for a proof about the rule. */
static const char *extent_of(const struct grounds *u)
{
    if (strcmp(u->kind, "closed form") == 0) return NULL;
    if (strcmp(u->kind, "proof") == 0) return u->extent;
    return u->extent ? u->extent : "every position computed from all its options";
}

/* A solver may have answered together with a plugin, and two solvers may have done the same. */
static void say_computed(const struct query *q, struct text *text)
{
    for (size_t i = 0; i < q->used.items.count; i++) {
        const char *extent = extent_of(&q->used.items.data[i]), *other;
        bool said = !extent;
        for (size_t j = 0; j < i && !said; j++)
            said = (other = extent_of(&q->used.items.data[j])) && strcmp(extent, other) == 0;
        if (said) continue;
        begin(text);
        text_puts(text, extent);
    }
}

/* Clauses about which nothing could be established within the bound of the audits. */
static void say_unused(const struct query *q, struct text *text)
{
    const struct model *model = q->env->model;
    for (size_t g = 0; g < model->game_count; g++) {
        if (store_game(q->env->store, (int)g)->clause != CLAUSE_UNUSED) continue;
        begin(text);
        text_add(text, "'%s' of %s not audited, so not used", model->games[g].canon ? "canon" : "symmetric",
                 model->games[g].name);
    }
}

static enum status say_assumed(const struct query *q, bool closed, bool searched, struct text *text)
{
    bool *games = arena_array(q->arena, q->env->model->game_count + 1, sizeof *games);
    if (!games) return ST_NO_MEMORY;
    assumed_mark(q->env, q->position->components, q->position->count, games);
    if (q->compared.plain) {
        begin(text);
        text_puts(text, "the same by a search without 'symmetric' and 'canon'");
    } else if (searched) {
        assumed_clauses(q->env, games, " up to ", " and ", text);
    }
    if (closed) assumed_solves(q->env, games, ", and ", text);
    return ST_OK;
}

/* The number of small positions for which the plugins of the position were compared with search, each game once. */
static uint64_t compared_small(const struct query *q)
{
    uint64_t all = 0;
    for (size_t c = 0; c < q->position->count; c++) {
        const struct component *component = &q->position->components[c];
        int rule = component_rule(component);
        bool seen = false;
        for (size_t d = 0; d < c && !seen; d++) seen = component_rule(&q->position->components[d]) == rule;
        const struct state_split *split = split_of(q->env->model, component);
        if (plan_solver_at(q->env, component)) split = NULL; /* it is not taken apart */
        for (size_t i = 0; !seen && i < (split ? split->count : 1); i++) {
            struct component part = split ? (struct component){.game = split->parts[i].game} : *component;
            const struct match *match =
                split ? host_match(q->env, &part) : host_match_by(q->env, component, q->plugins[c]);
            if (match) all += match->window_count;
        }
    }
    return all;
}

const char *confirm_words(const struct query *q)
{
    struct text text = {0};
    bool closed = q->pair.vouched != NULL, searched = false;
    for (size_t i = 0; i < q->used.items.count; i++) {
        const char *kind = q->used.items.data[i].kind;
        bool plugin = strcmp(kind, "closed form") == 0;
        closed |= plugin;
        searched |= !plugin && strcmp(kind, "proof") != 0;
    }
    say_options(q, &text);
    if (closed) begin(&text);
    uint64_t window = compared_small(q);
    if (closed && window) text_add(&text, "%" PRIu64 " small position%s against search", window, s(window));
    else if (closed) text_puts(&text, "the closed form not audited against search");
    say_computed(q, &text);
    say_unused(q, &text);
    if (say_assumed(q, closed, searched, &text) != ST_OK) text.failed = true;
    return print_keep(q->arena, &text);
}
