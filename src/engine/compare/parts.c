/* SPDX-License-Identifier: MIT */
/* Games whose positions are sums: one that falls into its cells or numbers (proof/parts/parts.h), or that is written as a sum, beside the
 * game of one heap, or beside another such sum. Then the parts are compared. Where each of them is its partner, the games are the same:
 * both are the sums of the same positions, which needs nothing but that the options of a sum are those of its parts. */
#include <string.h>
#include "engine/compare/private.h"
#include "play/options/print.h"

/* What a game's positions are sums of: one position of game[0] for each cell of its only field, or one of game[i] for field i. */
struct addends {
    bool cells;
    size_t count;
    int game[MODEL_MAX_FIELDS];
};

static bool is_one_number(const struct game *g)
{
    return g->kind == GAME_RULES && g->field_count == 1 && field_is_number(g->fields[0].kind);
}

static bool from_split(const struct game *g, struct addends *a)
{
    const struct state_split *s = g->split;
    bool fine = s && g->field_count == s->count;
    a->count = g->field_count;
    for (size_t i = 0; fine && i < s->count; i++) {
        const struct split_part *p = &s->parts[i];
        fine = p->count == 1 && (p->cells < 0 || s->count == 1) && g->fields[p->fields[0]].kind != FIELD_BOOL;
        a->game[p->fields[0]] = p->game;
        a->cells = p->cells >= 0;
    }
    return fine;
}

/* The game of a term g(x), where x is this variable; else -1. */
static int single(const struct model *model, const struct expr *e, enum expr_kind kind, int index)
{
    bool fine =
        e->kind == EXPR_GAME && e->start < 0 && e->count == 1 && e->kids[0]->kind == kind && e->kids[0]->index == index;
    return fine && is_one_number(&model->games[e->game]) ? e->game : -1;
}

/* sum(g(x) for x in h), or g(a) + g(b) of all fields in order. */
static bool from_text(const struct model *model, const struct game *g, struct addends *a)
{
    const struct expr *e = g->compound;
    if (g->kind != GAME_COMPOUND || g->invariant) return false;
    if (e->kind == EXPR_SUM_FOR) {
        const struct gen *gen = e->gens;
        bool all = e->gen_count == 1 && (e->count < 2 || !e->kids[1]) && g->field_count == 1 &&
                   gen->domain.kind == DOMAIN_ELEMENTS && gen->domain.low->kind == EXPR_FIELD;
        a->cells = true;
        a->count = 1;
        return all && (a->game[0] = single(model, e->kids[0], EXPR_LOCAL, gen->slot)) >= 0;
    }
    bool fine = e->kind == EXPR_SUM && e->count == g->field_count;
    a->count = g->field_count;
    for (size_t i = 0; fine && i < e->count; i++)
        fine = (a->game[i] = single(model, e->kids[i], EXPR_FIELD, (int)i)) >= 0;
    return fine;
}

static bool addends_of(const struct model *model, struct addends *a)
{
    const struct game *g = &model->games[model->main_game];
    *a = (struct addends){0};
    if (g->kind == GAME_RULES ? from_split(g, a) : from_text(model, g, a)) return true;
    *a = (struct addends){.count = 0, .game = {model->main_game}};
    return is_one_number(g);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */
/* "r(h)" */
static void put_game(const struct game *g, struct text *out)
{
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) text_add(out, "%s%s", i ? ", " : "", g->fields[i].name);
    text_puts(out, ")");
}

/* "r(h) is sum(q(x) for x in h)", "g(a, b) is q(a) + q(b)": `names` has the games of the parts. */
static void put_sum(const struct game *g, const struct addends *a, const struct model *names, const int *games,
                    struct text *out)
{
    put_game(g, out);
    text_puts(out, " is ");
    if (a->cells) text_add(out, "sum(%s(x) for x in %s)", names->games[games[0]].name, g->fields[0].name);
    for (size_t i = 0; !a->cells && i < a->count; i++)
        text_add(out, "%s%s(%s)", i ? " + " : "", names->games[games[i]].name, g->fields[i].name);
}

/* "r(h) is m(h)", "g(a, b) is m([a, b])", "g(a, b) is f(a, b)": one that has cells in any order last. */
static void put_both(const struct game *const games[2], const struct addends *both, struct text *out)
{
    int last = both[1].cells ? 1 : 0;
    const struct game *g = games[!last];
    put_game(g, out);
    bool packs = both[last].cells && !both[!last].cells;
    text_add(out, " is %s(%s", games[last]->name, packs ? "[" : "");
    for (size_t i = 0; i < g->field_count; i++) text_add(out, "%s%s", i ? ", " : "", g->fields[i].name);
    text_puts(out, packs ? "])" : ")");
    if (both[0].cells && both[1].cells) text_puts(out, ", whatever the order of the cells");
}

static enum status say_same(struct compare *c, const struct addends *both, const char *how)
{
    const struct game *const games[2] = {compare_game(c, 0), compare_game(c, 1)};
    struct text text = {0};
    int sum = both[0].count ? 0 : 1, other[MODEL_MAX_FIELDS];
    for (int i = 0; i < MODEL_MAX_FIELDS; i++) other[i] = both[!sum].game[0];
    if (both[0].count && both[1].count) put_both(games, both, &text);
    else put_sum(games[sum], &both[sum], c->side[!sum]->model, other, &text);
    if (*how) text_add(&text, ": %s", how);
    c->out->restated = print_keep(c->arena, &text);
    c->out->sum = !both[0].count || !both[1].count;
    return c->out->restated ? ST_OK : ST_NO_MEMORY;
}

static enum status say_parts(struct compare *c, const struct addends *both)
{
    for (int side = 0; side < 2; side++) {
        struct text text = {0};
        if (!both[side].count) continue;
        put_sum(compare_game(c, side), &both[side], c->side[side]->model, both[side].game, &text);
        c->out->parts[side] = print_keep(c->arena, &text);
        if (!c->out->parts[side]) return ST_NO_MEMORY;
    }
    return ST_OK;
}

/* ---- the parts --------------------------------------------------------------------------------------------------- */
static void choose(struct compare *c, const struct addends *both, size_t i)
{
    for (int side = 0; side < 2; side++) {
        bool one = both[side].cells || !both[side].count;
        c->side[side]->model->main_game = both[side].game[one ? 0 : i];
    }
}

/* Compares the rules of each pair of parts; *pair: the first that are not proved to be the same, or `count`. A model is to have the same
 * parameters in all of them: *how. */
static enum status compare_pairs(struct compare *c, const struct addends *both, size_t count, size_t *pair,
                                 const char **how)
{
    enum status st = ST_OK;
    const char *first = NULL;
    for (*pair = 0; *pair < count; ++*pair) {
        bool same;
        *c->out = (struct comparison){.verdict = COMPARE_AGREE, .fewer = -1};
        choose(c, both, *pair);
        st = compare_rules(c, &same);
        if (st != ST_OK || !same || c->out->fewer >= 0) return st;
        if (!first) first = c->out->why;
        if (strcmp(first, c->out->why) != 0) return st;
    }
    *how = first;
    return st;
}

enum status compare_parts(struct compare *c, bool proof_only, enum parts_found *found)
{
    struct addends both[2];
    const int whole[2] = {c->side[0]->model->main_game, c->side[1]->model->main_game};
    const struct comparison before = *c->out;
    *found = PARTS_NONE;
    bool fine = addends_of(c->side[0]->model, &both[0]) && addends_of(c->side[1]->model, &both[1]);
    bool lists = fine && both[0].count && both[1].count && !both[0].cells && !both[1].cells;
    if (!fine || (lists && both[0].count != both[1].count) || !(both[0].count || both[1].count)) return ST_OK;
    size_t count = 1, pair;
    for (int side = 0; side < 2; side++)
        if (!both[side].cells && both[side].count > count) count = both[side].count;
    const char *parts[2] = {NULL, NULL}, *how = "";
    enum status st = say_parts(c, both);
    for (int side = 0; side < 2; side++) parts[side] = c->out->parts[side];
    if (st == ST_OK) st = compare_pairs(c, both, count, &pair, &how);
    if (st == ST_OK && pair < count && !proof_only) {
        *found = PARTS_CHOSEN;
        for (int side = 0; side < 2; side++) c->out->parts[side] = parts[side];
        return st;
    }
    for (int side = 0; side < 2; side++) c->side[side]->model->main_game = whole[side];
    *c->out = before;
    if (st != ST_OK || pair < count) return st;
    *found = PARTS_SAME;
    return say_same(c, both, how);
}
