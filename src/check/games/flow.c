/* SPDX-License-Identifier: MIT */
/* The graph of games: games that depend on `mover` directly or through others, games that can lead back to
 * themselves, and games defined in terms of each other without end. */
#include "check/private.h"
#include "check/games/circles.h"
#include "model/lua_text.h"
#include "proof/match/itself.h"

typedef VEC(struct link) link_vec;

struct gathering {
    struct checker *ck;
    int from;
    link_vec *links;
    bool mover;
};

static void gather(void *context, struct expr *e)
{
    struct gathering *g = context;
    if (e->kind == EXPR_MOVER) g->mover = true;
    if (e->kind != EXPR_GAME) return;
    struct link link = {g->from, e->game};
    if (!vec_push(g->links, link)) g->ck->no_memory = true;
}

static void gather_move(struct gathering *g, struct move *m)
{
    for (size_t i = 0; i < m->gen_count; i++) domain_walk(&m->gens[i].domain, gather, g);
    for (size_t i = 0; i < m->condition_count; i++) expr_walk(m->conditions[i], gather, g);
    expr_walk(m->result, gather, g);
}

static void gather_game(struct gathering *g, struct game *game)
{
    for (size_t i = 0; i < game->move_count; i++) {
        gather_move(g, &game->moves[i]);
        if (game->moves[i].lua < 0) continue;
        struct link own = {g->from, g->from};
        if (!vec_push(g->links, own)) g->ck->no_memory = true;
        if (model_lua_says_mover(g->ck->model)) g->mover = true;
    }
    expr_walk(game->compound, gather, g);
}

/* Components are numbered callees first, so one pass over the links in the order of their tails' components
 * propagates `mover` upwards. */
static void carry_mover(struct checker *ck, const int *component, const link_vec *links)
{
    struct model *m = ck->model;
    size_t count = m->game_count;
    bool *reads = arena_array(ck->scratch, count + 1, sizeof *reads),
         *written = arena_array(ck->scratch, count + 1, sizeof *written);
    size_t *at = arena_array(ck->scratch, count + 2, sizeof *at),
           *order = arena_array(ck->scratch, links->count + 1, sizeof *order);
    if (!reads || !written || !at || !order) {
        ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        reads[component[i]] = reads[component[i]] || m->games[i].uses_mover;
        written[component[i]] = written[component[i]] || m->games[i].reads_mover;
    }
    for (size_t i = 0; i < links->count; i++) at[component[links->data[i].from] + 1]++;
    for (size_t c = 0; c < count; c++) at[c + 1] += at[c];
    for (size_t i = 0; i < links->count; i++) order[at[component[links->data[i].from]]++] = i;
    for (size_t i = 0; i < links->count; i++) {
        struct link link = links->data[order[i]];
        if (reads[component[link.to]]) reads[component[link.from]] = true;
        if (written[component[link.to]]) written[component[link.from]] = true;
    }
    for (size_t i = 0; i < count; i++) {
        m->games[i].uses_mover = reads[component[i]];
        m->games[i].reads_mover = written[component[i]];
    }
}

/* ---- unfolding: compounds and starts are replaced by their definitions, so these must not be circular */

struct unfolding {
    struct checker *ck;
    const int *first_start; /* node of a game's first start */
    int from;
    link_vec *links;
};

static void gather_unfolding(void *context, struct expr *e)
{
    struct unfolding *u = context;
    if (e->kind != EXPR_GAME) return;
    int to = -1;
    if (e->start >= 0) to = u->first_start[e->game] + e->start;
    else if (u->ck->model->games[e->game].kind == GAME_COMPOUND) to = e->game;
    if (to < 0) return;
    struct link link = {u->from, to};
    if (!vec_push(u->links, link)) u->ck->no_memory = true;
}

static void report_unfolding(struct checker *ck, const int *first_start, size_t nodes, const link_vec *links)
{
    int *component = arena_array(ck->scratch, nodes + 1, sizeof *component);
    if (!component || !circles_find(ck->scratch, nodes, links->data, links->count, component)) {
        ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < links->count; i++) {
        struct link link = links->data[i];
        if (component[link.from] != component[link.to]) continue;
        const struct model *m = ck->model;
        int game = link.from;
        if ((size_t)game >= m->game_count)
            for (game = 0; (size_t)game + 1 < m->game_count && first_start[game + 1] <= link.from;) game++;
        const struct game *g = &m->games[game];
        struct span span =
            (size_t)link.from < m->game_count ? g->compound->span : g->starts[link.from - first_start[game]].span;
        diag(ck->diags, D_ENDLESS_UNFOLDING, span, g->name);
        return; /* one report is enough for the circle */
    }
}

static void check_unfolding(struct checker *ck)
{
    struct model *m = ck->model;
    link_vec links = {0};
    int *first_start = arena_array(ck->scratch, m->game_count + 2, sizeof *first_start);
    if (!first_start) {
        ck->no_memory = true;
        return;
    }
    first_start[0] = (int)m->game_count;
    for (size_t i = 0; i < m->game_count; i++) first_start[i + 1] = first_start[i] + (int)m->games[i].start_count;
    struct unfolding u = {.ck = ck, .first_start = first_start, .links = &links};
    for (size_t i = 0; i < m->game_count; i++) {
        u.from = (int)i;
        expr_walk(m->games[i].compound, gather_unfolding, &u);
        for (size_t k = 0; k < m->games[i].start_count; k++) {
            u.from = first_start[i] + (int)k;
            expr_walk(m->games[i].starts[k].result, gather_unfolding, &u);
        }
    }
    if (!ck->no_memory) report_unfolding(ck, first_start, (size_t)first_start[m->game_count], &links);
    vec_free(&links);
}

/* ---- closed games */

static bool leads_to_one(const struct expr *e, int game)
{
    if (e->kind == EXPR_IF) return leads_to_one(e->kids[1], game) && leads_to_one(e->kids[2], game);
    if (e->kind == EXPR_LET) return leads_to_one(e->kids[1], game);
    return e->kind == EXPR_END || (e->kind == EXPR_GAME && e->game == game && e->start < 0);
}

static bool is_closed(const struct model *m, int game)
{
    const struct game *g = &m->games[game];
    if (g->kind == GAME_GRAPH) return true;
    if (g->kind == GAME_COMPOUND) return false;
    for (size_t i = 0; i < g->move_count; i++)
        if (g->moves[i].lua >= 0 || !leads_to_one(g->moves[i].result, game)) return false;
    return true;
}

/* Games that mention `mover` without depending on it are impartial. */
static void drop_idle_movers(struct checker *ck)
{
    struct model *m = ck->model;
    bool *reads = arena_array(ck->scratch, m->game_count + 1, sizeof *reads);
    if (!reads) {
        ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < m->game_count && !ck->no_memory; i++) {
        if (!m->games[i].uses_mover) continue;
        enum unify_result found = unify_movers(m, (int)i, NULL);
        if (found == UNIFY_NO_MEMORY) ck->no_memory = true;
        reads[i] = found != UNIFY_YES;
        if (found == UNIFY_YES) diag(ck->diags, D_MOVER_IDLE, m->games[i].span, m->games[i].name);
    }
    for (size_t i = 0; i < m->game_count; i++) m->games[i].uses_mover = reads[i];
}

void analyse_flow(struct checker *ck)
{
    struct model *m = ck->model;
    link_vec links = {0};
    struct gathering g = {.ck = ck, .links = &links};
    for (size_t i = 0; i < m->game_count; i++) {
        g.from = (int)i;
        g.mover = false;
        gather_game(&g, &m->games[i]);
        m->games[i].uses_mover = m->games[i].reads_mover = g.mover;
        m->games[i].closed = is_closed(m, (int)i);
    }
    int *component = arena_array(ck->scratch, m->game_count + 1, sizeof *component);
    if (!component || !circles_find(ck->scratch, m->game_count, links.data, links.count, component))
        ck->no_memory = true;
    if (!ck->no_memory) {
        for (size_t i = 0; i < m->game_count; i++) ck->games.data[i].component = component[i];
        for (size_t i = 0; i < links.count; i++)
            if (component[links.data[i].from] == component[links.data[i].to])
                ck->games.data[links.data[i].from].cyclic = true;
        drop_idle_movers(ck);
        carry_mover(ck, component, &links);
    }
    vec_free(&links);
    if (!ck->no_memory) check_unfolding(ck);
}
