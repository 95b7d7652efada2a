/* SPDX-License-Identifier: MIT */
/* A plugin says where a move leads; which move leads there, with which generator values, is determined from the
 * rule's normal form, for numbers of any size. */
#include "answer/moves/move_names.h"
#include "answer/confirm/confirm.h"
#include "trust/accuse.h"
#include "play/options/store.h"
#include "answer/moves/reply.h"
#include "answer/moves/wins_compound.h"

enum { NAMES_EACH = 64 };

enum status move_names_reply(struct move_names *n, const struct made_move *move)
{
    const struct query *q = n->q;
    struct reply reply = {0};
    if (n->found < n->max) {
        enum status st = reply_make(q->env->model, q->position, move, q->arena, &reply);
        if (st != ST_OK) return st;
    }
    reply.outcome = OUTCOME_P;
    reply.has_sg = q->valued;
    reply.sg = q->valued ? "0" : NULL;
    return move_names_add(n, &reply) ? ST_OK : ST_NO_MEMORY;
}

enum status move_names_move(void *context, int move, const struct integer *const *values, size_t value_count,
                            const struct normal_position *result, size_t result_count)
{
    struct move_names *n = context;
    const struct position *from = n->q->position;
    const struct move *m = &n->game->moves[move];
    struct step step = {.in = from->components[n->component],
                        .in_big = from->big ? from->big[n->component] : NULL,
                        .taken.move = m,
                        .values = value_count >= m->gen_count ? values : NULL};
    struct made_move made = {.component = n->component, .steps = &step, .step_count = 1};
    if (!move_lead_to(n->q->arena, result, result_count, &made)) return ST_NO_MEMORY;
    return move_names_reply(n, &made);
}

/* What the plugin says that its component becomes: `cells`, of the game that it is a position of. */
static struct normal_position named_result(const struct query *q, const struct listed_move *win,
                                           const struct integer *const *cells)
{
    int game = component_rule(&q->position->components[win->component]);
    return (struct normal_position){game, win->cell_count, cells};
}

static enum status accuse_move(struct move_names *n, const char *said, const char *found)
{
    const struct component *component = &n->q->position->components[n->component];
    const struct integer *const *big = n->q->position->big ? n->q->position->big[n->component] : NULL;
    n->q->wrong = true;
    int plugin = n->q->plugins[n->component];
    int game = query_plugin_game(n->q, n->component);
    return accuse_plugin(n->q->env, game, plugin, big ? NULL : component, !big, said, found);
}

/* A move that the plugin calls winning must lead to a position that the next player loses, at least according to the
 * plugin. */
static enum status check_win(struct move_names *n, const struct position *to)
{
    enum outcome outcome = OUTCOME_UNKNOWN;
    struct env asked = *n->q->env;
    asked.terms.plugin = n->q->plugins[n->component] + 1; /* the one that listed the move */
    enum status st = outcome_by_plugins(&asked, to, n->q->asked.play, query_next_mover(n->q), &outcome, NULL);
    if (st == ST_OK && outcome != OUTCOME_P) return accuse_move(n, "that a move wins", "that it calls the result won");
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* The moves that lead to win->cells, or to any of win->turns. */
static enum status name_rule_win(struct move_names *n, const struct normal *normal, const struct listed_move *win)
{
    struct query *q = n->q;
    const struct integer *const *cells = query_cells(q, win->component);
    if (!cells) return ST_NO_MEMORY;
    uint64_t before = n->found;
    bool complete = true;
    size_t count = q->position->components[win->component].count, results = win->turns ? win->turn_count : 1;
    enum status st = ST_OK;
    for (size_t i = 0; i < results && st == ST_OK; i++) {
        struct normal_position result = named_result(q, win, win->turns ? win->turns[i] : win->cells);
        bool all = false;
        st = normal_moves_to(normal, cells, count, &result, 1, NAMES_EACH, move_names_move, n, &all);
        complete = complete && all;
    }
    if (st != ST_OK) return st;
    if (n->found == before && complete) return accuse_move(n, "that a move leads to another position", "no such move");
    if (!complete) q->answer->wins_reason = "not every way to make a winning move could be named at this size";
    return ST_OK;
}

enum status move_names_normal(const struct query *q, int game, struct normal **normal)
{
    struct normal_space *space = arena_alloc(q->arena, sizeof *space);
    struct normal_source source = {
        .model = q->env->model, .game = game, .params = q->env->params, .mover = query_lister(q)};
    if (!space) return ST_NO_MEMORY;
    space->arena = q->arena;
    enum status st = normal_build(space, &source, normal);
    return st == ST_OK && !(*normal)->supported ? ST_UNSUPPORTED : st;
}

static enum status name_compound_win(struct move_names *n, const struct listed_move *win, struct made_move *made)
{
    bool legal = true;
    enum status st = wins_of_compound(n->q, win, made, &legal);
    if (st != ST_OK) return st;
    return legal ? move_names_reply(n, made) : accuse_move(n, "that a move leads to another position", "no such move");
}

enum status move_names_all(struct move_names *n, const struct listed_move *wins, size_t count)
{
    struct query *q = n->q;
    struct normal *normal = NULL;
    int game = -1;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count && !q->wrong; i++) {
        struct normal_position result = named_result(q, &wins[i], wins[i].cells);
        struct made_move made = {.component = wins[i].component};
        struct position to;
        n->component = made.component;
        n->game = &q->env->model->games[result.game];
        bool fine = move_lead_to(q->arena, &result, 1, &made) && position_after(q->arena, q->position, &made, &to);
        st = fine ? check_win(n, &to) : ST_NO_MEMORY;
        if (st != ST_OK || q->wrong) break;
        if (n->game->kind == GAME_COMPOUND) {
            st = name_compound_win(n, &wins[i], &made);
            continue;
        }
        if (result.game != game) st = move_names_normal(q, result.game, &normal);
        game = result.game;
        if (st == ST_OK) st = name_rule_win(n, normal, &wins[i]);
        if (st == ST_OK) st = budget_check(q->env->budget);
    }
    return st;
}

bool move_names_add(struct move_names *n, const struct reply *reply)
{
    return n->found++ >= n->max || vec_push(&n->replies, *reply);
}

bool move_names_publish(struct move_names *n)
{
    struct answer *a = n->q->answer;
    a->wins = arena_array(n->q->arena, n->replies.count + 1, sizeof *a->wins);
    for (size_t i = 0; a->wins && i < n->replies.count; i++) a->wins[a->win_count++] = n->replies.data[i];
    vec_free(&n->replies);
    return a->wins;
}
