/* SPDX-License-Identifier: MIT */
/* A plugin says where a move leads; which move leads there, with which generator values, is determined from the
 * rule's normal form, for numbers of any size. */
#include "answer/moves/move_names.h"
#include "answer/confirm/confirm.h"
#include "trust/accuse.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "answer/moves/wins_compound.h"
#include "proof/options/options.h"

enum { NAMES_EACH = 64 };

static enum status move_text(const struct query *q, size_t component, struct reply *reply)
{
    struct text text = {0};
    text_puts(&text, reply->name);
    for (size_t g = 0; g < reply->gen_count; g++)
        text_add(&text, "%s%s = %s", g ? ", " : "(", reply->gens[g], reply->values[g]);
    if (reply->gen_count) text_putc(&text, ')');
    if (q->position->count > 1) {
        struct position one = {&q->position->components[component], 1,
                               q->position->big ? &q->position->big[component] : NULL};
        text_puts(&text, " in ");
        position_print(q->env->model, &one, &text);
    }
    reply->move = print_keep(q->arena, &text);
    return reply->move ? ST_OK : ST_NO_MEMORY;
}

enum status move_names_move(struct move_names *n, int move, const struct integer *const *values, size_t value_count)
{
    struct arena *arena = n->q->arena;
    const struct move *m = &n->game->moves[move];
    struct reply reply = {.component = n->component + 1,
                          .name = m->name,
                          .to = n->to,
                          .outcome = OUTCOME_P,
                          .has_sg = n->q->valued,
                          .sg = n->q->valued ? "0" : NULL};
    if (n->found >= n->max) return move_names_add(n, &reply) ? ST_OK : ST_NO_MEMORY;
    reply.gens = arena_array(arena, value_count + 1, sizeof *reply.gens);
    reply.values = arena_array(arena, value_count + 1, sizeof *reply.values);
    if (!reply.gens || !reply.values) return ST_NO_MEMORY;
    for (size_t g = 0; g < value_count && g < m->gen_count; g++) {
        reply.gens[g] = m->gens[g].name;
        if (!(reply.values[reply.gen_count++] = integer_string(arena, values[g]))) return ST_NO_MEMORY;
    }
    enum status st = move_text(n->q, n->component, &reply);
    return st == ST_OK && !move_names_add(n, &reply) ? ST_NO_MEMORY : st;
}

static enum status name_move(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    (void)result;
    (void)result_count;
    return move_names_move(context, move, values, value_count);
}

/* The whole position once component `win->component` has become `cells`. */
static bool make_result(const struct query *q, const struct plugin_win *win, const struct integer **cells,
                        struct position *to)
{
    size_t n = q->position->count;
    *to = (struct position){.components = arena_array(q->arena, n, sizeof *to->components), .count = n};
    const struct integer *const **big = arena_array(q->arena, n, sizeof *big);
    if (!to->components || !big) return false;
    for (size_t c = 0; c < n; c++) {
        to->components[c] = q->position->components[c];
        big[c] = q->position->big ? q->position->big[c] : NULL;
    }
    to->components[win->component].game = component_rule(&q->position->components[win->component]);
    to->components[win->component].count = (uint32_t)win->cell_count;
    big[win->component] = cells;
    to->big = big;
    return true;
}

static enum status accuse_move(struct move_names *n, const char *said, const char *found)
{
    const struct component *component = &n->q->position->components[n->component];
    const struct integer *const *big = n->q->position->big ? n->q->position->big[n->component] : NULL;
    n->q->wrong = true;
    int plugin = n->q->plugins[n->component];
    if (!big) return accuse_plugin(n->q->env, component_rule(component), plugin, component, 1, said, found);
    return accuse_plugin(n->q->env, component_rule(component), plugin, NULL, 0, said, found);
}

/* A move that the plugin calls winning must lead to a position that the next player loses, at least according to the
 * plugin. */
static enum status check_win(struct move_names *n, const struct position *to)
{
    enum outcome outcome = OUTCOME_UNKNOWN;
    enum status st = outcome_by_plugins(n->q->env, to, n->q->asked.play, query_next_mover(n->q), &outcome, NULL);
    if (st == ST_OK && outcome != OUTCOME_P) return accuse_move(n, "that a move wins", "that it calls the result won");
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* The whole position and its text. */
static enum status show_result(struct move_names *n, const struct plugin_win *win, const struct integer **cells,
                               struct position *to)
{
    struct text text = {0};
    if (!make_result(n->q, win, cells, to)) return ST_NO_MEMORY;
    position_print(n->q->env->model, to, &text);
    n->to = print_keep(n->q->arena, &text);
    return n->to ? ST_OK : ST_NO_MEMORY;
}

/* The moves that lead to win->cells, or to any of win->turns. */
static enum status name_rule_win(struct move_names *n, const struct normal *normal, const struct plugin_win *win)
{
    struct query *q = n->q;
    const struct integer *const *cells = query_cells(q, win->component);
    if (!cells) return ST_NO_MEMORY;
    uint64_t before = n->found;
    bool complete = true;
    size_t count = q->position->components[win->component].count, ways = win->turns ? win->turn_count : 1;
    enum status st = ST_OK;
    for (size_t i = 0; i < ways && st == ST_OK; i++) {
        const struct integer **there = win->turns ? win->turns[i] : win->cells;
        struct normal_position result = {q->position->components[win->component].game, win->cell_count, there};
        struct position to;
        bool all = false;
        if (i) st = show_result(n, win, there, &to);
        if (st == ST_OK) st = normal_moves_to(normal, cells, count, &result, 1, NAMES_EACH, name_move, n, &all);
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

static enum status name_compound_win(struct move_names *n, const struct plugin_win *win)
{
    struct reply reply;
    bool legal = true;
    enum status st = wins_of_compound(n->q, win, &reply, &legal);
    if (st != ST_OK) return st;
    if (!legal) return accuse_move(n, "that a move leads to another position", "no such move");
    reply.to = n->to;
    return move_names_add(n, &reply) ? ST_OK : ST_NO_MEMORY;
}

enum status move_names_all(struct move_names *n, const struct plugin_win *wins, size_t count)
{
    struct query *q = n->q;
    struct normal *normal = NULL;
    int game = -1;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count && !q->wrong; i++) {
        int rule = component_rule(&q->position->components[wins[i].component]);
        struct position to;
        n->component = wins[i].component;
        n->game = &q->env->model->games[rule];
        st = show_result(n, &wins[i], wins[i].cells, &to);
        if (st == ST_OK) st = check_win(n, &to);
        if (st != ST_OK || q->wrong) break;
        if (n->game->kind == GAME_COMPOUND) {
            st = name_compound_win(n, &wins[i]);
            continue;
        }
        if (rule != game) st = move_names_normal(q, rule, &normal);
        game = rule;
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
