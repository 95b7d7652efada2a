/* SPDX-License-Identifier: MIT */
/* One walk over the expressions collects which game mentions which; Warshall's algorithm computes the transitive
 * closure. */
#include "play/options/traits.h"
#include <string.h>
#include "proof/match/itself.h"
#include "play/options/compound.h"

enum { GRAPH_EDGES_MAX = 2000000 }; /* larger graphs are left to the labelling solvers */

static void mark_mentions(const struct expr *e, bool *mentions, bool *compound)
{
    if (!e) return;
    if (e->kind == EXPR_GAME || e->kind == EXPR_NODE) mentions[e->game] = true;
    if (e->kind == EXPR_COMPOUND) *compound = true;
    for (size_t i = 0; i < e->count; i++) mark_mentions(e->kids[i], mentions, compound);
}

/* The constant c of an invariant conjunct of the form `field >= c`; false if it has another form. */
static bool conjunct_low(const struct expr *e, int field, int64_t *low)
{
    if (e->count != 2) return false;
    const struct expr *a = e->kids[0], *b = e->kids[1];
    bool swapped = e->kind == EXPR_LE || e->kind == EXPR_LT, strict = e->kind == EXPR_GT || e->kind == EXPR_LT;
    if (!swapped && e->kind != EXPR_GE && e->kind != EXPR_GT) return false;
    if (swapped) a = e->kids[1], b = e->kids[0];
    int64_t value;
    if (a->kind != EXPR_FIELD || a->index != field) return false;
    if (b->kind != EXPR_INT) return false;
    if (!b->number) value = b->value;
    else if (!integer_fits(b->number, &value)) return false;
    if (strict && value == INT64_MAX) return false;
    *low = value + strict;
    return true;
}

static bool invariant_low(const struct expr *e, int field, int64_t *low)
{
    if (!e) return false;
    if (e->kind == EXPR_AND) return invariant_low(e->kids[0], field, low) || invariant_low(e->kids[1], field, low);
    return conjunct_low(e, field, low);
}

static void find_shape(const struct game *game, struct game_traits *f)
{
    f->has_clause = game->symmetric || game->canon;
    f->coin = game->code && strncmp(game->code, "turning", 7) == 0;
    f->scalars = game->kind == GAME_RULES;
    f->bounded = true;
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        int64_t low = 0;
        bool has_low = invariant_low(game->invariant, (int)i, &low);
        if (kind == FIELD_INT || (kind == FIELD_NAT && low > 0)) f->low[i] = low;
        if (kind == FIELD_INT) f->bounded = f->bounded && has_low;
        else if (kind != FIELD_NAT && kind != FIELD_BOOL) f->scalars = f->bounded = false;
    }
    f->one_heap = f->scalars && game->field_count == 1 && game->fields[0].kind == FIELD_NAT && !game->invariant;
    f->descends = f->scalars && game->shrinking && game->measure.kind != MEASURE_NONE;
}

static void close_relation(bool *reaches, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            if (reaches[i * n + k])
                for (size_t j = 0; j < n; j++) reaches[i * n + j] |= reaches[k * n + j];
}

static bool watched(const struct game *game)
{
    return game->kind == GAME_RULES && game->measure.kind == MEASURE_NONE && !game->loopy;
}

enum status traits_find(const struct model *model, struct arena *arena, struct traits *facts)
{
    size_t n = model->game_count;
    facts->count = n;
    facts->games = arena_array(arena, n + 1, sizeof *facts->games);
    bool *reaches = facts->reaches = arena_array(arena, n * n + 1, sizeof *reaches);
    bool *own = arena_array(arena, n + 1, sizeof *own), *compound = arena_array(arena, n + 1, sizeof *compound);
    if (!facts->games || !reaches || !own || !compound) return ST_NO_MEMORY;
    for (size_t g = 0; g < n; g++) {
        const struct game *game = &model->games[g];
        find_shape(game, &facts->games[g]);
        reaches[g * n + g] = true;
        for (size_t m = 0; m < game->move_count; m++)
            mark_mentions(game->moves[m].result, reaches + g * n, &compound[g]);
        mark_mentions(game->compound, reaches + g * n, &compound[g]);
        facts->games[g].direct = true;
        if (game->kind != GAME_GRAPH) continue;
        const struct graph *graph = &model->graphs[game->graph];
        own[g] = graph->edge_count > GRAPH_EDGES_MAX || !graph->order;
    }
    close_relation(reaches, n);
    for (size_t g = 0; g < n; g++)
        for (size_t h = 0; h < n; h++) {
            if (!reaches[g * n + h]) continue;
            facts->games[g].loopy |= model->games[h].loopy;
            facts->games[g].mover |= model->games[h].uses_mover;
            facts->games[g].graph |= own[h];
            facts->games[g].watched |= watched(&model->games[h]);
            facts->games[g].coins |= facts->games[h].coin;
            facts->games[g].folded |= compound[h];
            facts->games[g].direct &=
                !facts->games[h].has_clause && !compound[h] && !model->games[h].split && !model->games[h].windows;
        }
    return ST_OK;
}

enum status traits_movers(const struct model *model, const struct param_value *params, struct traits *facts)
{
    size_t n = facts->count;
    for (size_t g = 0; g < n; g++) facts->games[g].mover = false;
    for (size_t h = 0; h < n; h++) {
        if (!model->games[h].uses_mover) continue;
        enum unify_result found = model->games[h].kind == GAME_RULES ? unify_movers(model, (int)h, params) : UNIFY_NO;
        if (found == UNIFY_NO_MEMORY) return ST_NO_MEMORY;
        /* a compound or graph does not read the mover itself: it counts by what it reaches */
        if (found == UNIFY_YES || model->games[h].kind != GAME_RULES) continue;
        for (size_t g = 0; g < n; g++) facts->games[g].mover |= facts->reaches[g * n + h];
    }
    return ST_OK;
}

static void join(struct game_traits *all, const struct game_traits *f)
{
    all->loopy |= f->loopy;
    all->mover |= f->mover;
    all->graph |= f->graph;
    all->watched |= f->watched;
    all->coins |= f->coins;
    all->folded |= f->folded;
}

struct game_traits traits_of(const struct traits *facts, const struct component *component)
{
    if (component->game != POSITION_COMPOUND) return facts->games[component->game];
    struct game_traits all = {.has_clause = true, .folded = true};
    struct compound_walk walk = compound_open(component);
    struct component inner;
    while (compound_next(&walk, &inner)) traits_join(facts, &inner, 1, &all);
    return all;
}

void traits_join(const struct traits *facts, const struct component *components, size_t count, struct game_traits *all)
{
    for (size_t i = 0; i < count; i++) {
        struct game_traits f = traits_of(facts, &components[i]);
        join(all, &f);
    }
}

bool traits_coins_meet(const struct traits *facts, const struct position *position, bool apart)
{
    for (size_t i = 0; apart && i < position->count; i++)
        if (traits_of(facts, &position->components[i]).coins) return true;
    return false;
}

void traits_cancel_coins(const struct traits *facts, struct position *p)
{
    size_t left = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct component *c = &p->components[i];
        bool coin = c->game >= 0 && facts->games[c->game].coin && !(p->big && p->big[i]);
        size_t twin = 0;
        while (coin && twin < left && ((p->big && p->big[twin]) || component_compare(&p->components[twin], c) != 0))
            twin++;
        bool pair = coin && twin < left;
        size_t from = pair ? twin + 1 : i, to = pair ? twin : left;
        for (size_t end = pair ? left : i + 1; from < end; from++, to++) {
            p->components[to] = p->components[from];
            if (p->big) p->big[to] = p->big[from];
        }
        left = to;
    }
    p->count = left;
}
