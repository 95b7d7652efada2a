/* The plugin says where the winning moves lead; which moves lead there, with which generator values, is found in the
 * rule's normal form, for numbers of any size. */
#include "model/normal.h"
#include "runtime/certify.h"
#include "runtime/print.h"
#include "runtime/store.h"
#include "runtime/wins.h"
#include "runtime/wins_compound.h"

enum { NAMES_EACH = 64 };

struct naming {
    struct inquiry *q;
    const struct game *game;
    size_t component;
    const char *to;
    VEC(struct reply) replies;
    uint64_t max, found;
};

static enum status name_move(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    (void)result;
    (void)result_count;
    struct naming *n = context;
    struct reply reply;
    if (n->found++ >= n->max) return ST_OK;
    enum status st = wins_reply(n->q, n->component, &n->game->moves[move], values, value_count, n->to, &reply);
    return st == ST_OK && !vec_push(&n->replies, reply) ? ST_NO_MEMORY : st;
}

/* The whole position after component `win->component` has become `win->cells`. */
static bool make_result(const struct inquiry *q, const struct plugin_win *win, struct position *to)
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
    big[win->component] = win->cells;
    to->big = big;
    return true;
}

static enum status accuse_move(struct naming *n, const char *said, const char *found)
{
    const struct component *component = &n->q->position->components[n->component];
    const struct integer *const *big = n->q->position->big ? n->q->position->big[n->component] : NULL;
    n->q->wrong = true;
    if (!big) return certify_accuse(n->q->env, component_rule(component), component, 1, said, found);
    return certify_accuse(n->q->env, component_rule(component), NULL, 0, said, found);
}

/* What the plugin calls winning must be lost for the next player by its own word at least. */
static enum status check_win(struct naming *n, const struct position *to)
{
    enum outcome outcome = OUTCOME_UNKNOWN;
    struct arena_mark mark = arena_mark(n->q->arena);
    enum status st = host_outcome(n->q->env, to, n->q->asked.play, inquiry_next_mover(n->q), n->q->arena, &outcome);
    arena_rewind(n->q->arena, mark);
    if (st == ST_OK && outcome != OUTCOME_P) return accuse_move(n, "that a move wins", "that it calls the result won");
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status name_rule_win(struct naming *n, const struct normal *normal, const struct plugin_win *win)
{
    struct inquiry *q = n->q;
    const struct integer *const *cells = inquiry_cells(q, win->component);
    if (!cells) return ST_NO_MEMORY;
    struct normal_position result = {q->position->components[win->component].game, win->cell_count, win->cells};
    uint64_t before = n->found;
    bool complete = false;
    size_t count = q->position->components[win->component].count;
    enum status st = normal_moves_to(normal, cells, count, &result, 1, NAMES_EACH, name_move, n, &complete);
    if (st != ST_OK) return st;
    if (n->found == before && complete) return accuse_move(n, "that a move leads to another position", "no such move");
    if (!complete) q->answer->wins_reason = "not every way to make a winning move could be named at this size";
    return ST_OK;
}

static enum status name_compound_win(struct naming *n, const struct plugin_win *win)
{
    struct reply reply;
    bool legal = true;
    enum status st = wins_of_compound(n->q, win, &reply, &legal);
    if (st != ST_OK) return st;
    if (!legal) return accuse_move(n, "that a move leads to another position", "no such move");
    reply.to = n->to;
    if (n->found++ >= n->max) return ST_OK;
    return vec_push(&n->replies, reply) ? ST_OK : ST_NO_MEMORY;
}

static enum status name_all(struct naming *n, const struct plugin_win *wins, size_t count)
{
    struct inquiry *q = n->q;
    struct normal *normal = NULL;
    int game = -1;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count && !q->wrong; i++) {
        int rule = component_rule(&q->position->components[wins[i].component]);
        struct position to;
        struct text text = {0};
        n->component = wins[i].component;
        n->game = &q->env->model->games[rule];
        if (!make_result(q, &wins[i], &to)) return ST_NO_MEMORY;
        position_print(q->env->model, &to, &text);
        n->to = print_keep(q->arena, &text);
        st = n->to ? check_win(n, &to) : ST_NO_MEMORY;
        if (st != ST_OK || q->wrong) break;
        if (n->game->kind == GAME_COMPOUND) {
            st = name_compound_win(n, &wins[i]);
            continue;
        }
        if (rule != game) st = wins_normal(q, rule, &normal);
        game = rule;
        if (st == ST_OK) st = name_rule_win(n, normal, &wins[i]);
        if (st == ST_OK) st = budget_check(q->env->budget);
    }
    return st;
}

enum status wins_by_plugin(struct inquiry *q)
{
    struct naming n = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : MOVES_DEFAULT};
    struct answer *a = q->answer;
    struct plugin_win *wins = NULL;
    size_t count = 0;
    bool complete = false, some = false;
    enum status st = host_wins(q->env, q->position, q->asked.play, q->asked.mover, n.max + 1, q->arena, &wins, &count, &complete,
                               &some);
    if (st == ST_OK) st = name_all(&n, wins, count);
    if (st == ST_UNSUPPORTED) {
        a->wins_reason = "the moves cannot be listed at this size";
        st = ST_OK;
    } else if (st == ST_OK && !q->wrong) {
        a->wins = arena_array(q->arena, n.replies.count + 1, sizeof *a->wins);
        if (!a->wins) st = ST_NO_MEMORY;
        for (size_t i = 0; a->wins && i < n.replies.count; i++) a->wins[a->win_count++] = n.replies.data[i];
        a->wins_complete = complete && n.found <= n.max && !a->wins_reason;
        if (some) a->wins_reason = "the closed form makes one winning move; there may be others";
        else if (!complete || n.found > n.max) a->wins_reason = "more winning moves than --max-moves lists";
        else if (!a->wins_complete && !a->wins_reason) a->wins_reason = "not known";
    }
    vec_free(&n.replies);
    return st;
}
