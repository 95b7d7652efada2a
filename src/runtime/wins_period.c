/* The ways that win are counted up by residue (ways.h); which moves of the rule they are is found in its normal form, as for
 * a plugin's winning moves. A rule may leave empty heaps: each way is looked for with and without them. */
#include <inttypes.h>
#include "runtime/certify.h"
#include "runtime/print.h"
#include "runtime/spread.h"
#include "runtime/store.h"
#include "runtime/ways.h"
#include "runtime/wins.h"

enum { NAMES_EACH = 4096, HEAPS_MOST = 8 };

/* ---- what names a move by its normal form --------------------------------------------------------------------------- */
static enum status move_text(const struct inquiry *q, size_t component, struct reply *reply)
{
    struct text text = {0};
    text_puts(&text, reply->name);
    for (size_t g = 0; g < reply->gen_count; g++) text_add(&text, "%s%s = %s", g ? ", " : "(", reply->gens[g], reply->values[g]);
    if (reply->gen_count) text_putc(&text, ')');
    if (q->position->count > 1) {
        struct position one = {&q->position->components[component], 1, q->position->big ? &q->position->big[component] : NULL};
        text_puts(&text, " in ");
        position_print(q->env->model, &one, &text);
    }
    reply->move = print_keep(q->arena, &text);
    return reply->move ? ST_OK : ST_NO_MEMORY;
}

enum status wins_reply(const struct inquiry *q, size_t component, const struct move *move, const struct integer *const *values,
                       size_t value_count, const char *to, struct reply *reply)
{
    struct arena *arena = q->arena;
    *reply = (struct reply){.component = component + 1, .name = move->name, .to = to, .outcome = OUTCOME_P,
                            .has_sg = q->valued, .sg = q->valued ? "0" : NULL};
    reply->gens = arena_array(arena, value_count + 1, sizeof *reply->gens);
    reply->values = arena_array(arena, value_count + 1, sizeof *reply->values);
    if (!reply->gens || !reply->values) return ST_NO_MEMORY;
    for (size_t g = 0; g < value_count && g < move->gen_count; g++) {
        reply->gens[g] = move->gens[g].name;
        if (!(reply->values[reply->gen_count++] = integer_string(arena, values[g]))) return ST_NO_MEMORY;
    }
    return move_text(q, component, reply);
}

enum status wins_normal(struct inquiry *q, int game, struct normal **normal)
{
    struct normal_space *space = arena_alloc(q->arena, sizeof *space);
    struct normal_source source = {.model = q->env->model, .game = game, .params = q->env->params, .mover = q->asked.mover};
    if (!space) return ST_NO_MEMORY;
    space->arena = q->arena;
    enum status st = normal_build(space, &source, normal);
    return st == ST_OK && !(*normal)->supported ? ST_UNSUPPORTED : st;
}

/* ---- by period ------------------------------------------------------------------------------------------------------ */
struct counting {
    struct inquiry *q;
    size_t component;
    int game;
    struct normal *normal;
    VEC(struct reply) replies;
    uint64_t max, found;
    bool complete;
    const char *reason; /* why not */
};

static bool is_known(const struct inquiry *q, size_t c) { return ways_known(q->env, q->position->components[c].game); }

bool wins_periodic(const struct inquiry *q)
{
    if (!q->valued || q->asked.mover || q->asked.play != PLAY_NORMAL) return false;
    for (size_t c = 0; c < q->position->count; c++)
        if (is_known(q, c)) return true;
    return false;
}

/* The whole position with what the component has become in its place. */
static const char *print_result(const struct counting *n, const struct normal_position *result, size_t count)
{
    const struct position *from = n->q->position;
    struct arena *arena = n->q->arena;
    size_t all = from->count + count;
    struct position to = {.components = arena_array(arena, all, sizeof *to.components)};
    const struct integer *const **big = arena_array(arena, all, sizeof *big);
    struct text text = {0};
    if (!to.components || !big) return NULL;
    for (size_t c = 0; c < from->count; c++) {
        for (size_t i = 0; c == n->component && i < count; i++) {
            big[to.count] = result[i].cells;
            to.components[to.count++] = (struct component){.game = result[i].game, .count = (uint32_t)result[i].count};
        }
        if (c == n->component) continue;
        big[to.count] = from->big ? from->big[c] : NULL;
        to.components[to.count++] = from->components[c];
    }
    to.big = big;
    if (to.count) position_print(n->q->env->model, &to, &text);
    else text_puts(&text, "end");
    return print_keep(arena, &text);
}

/* One more than are listed ends the search. */
static enum status take_move(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    struct counting *n = context;
    struct reply reply;
    if (n->found++ >= n->max) return ST_UNSUPPORTED;
    const char *to = print_result(n, result, result_count);
    if (!to) return ST_NO_MEMORY;
    const struct move *named = &n->q->env->model->games[n->game].moves[move];
    enum status st = wins_reply(n->q, n->component, named, values, value_count, to, &reply);
    return st == ST_OK && !vec_push(&n->replies, reply) ? ST_NO_MEMORY : st;
}

static enum status take_way(void *context, const struct integer *const *heaps, size_t count)
{
    struct counting *n = context;
    const struct integer *const *state = inquiry_cells(n->q, n->component);
    const struct integer *zero = integer_from(n->q->arena, 0);
    struct normal_position result[HEAPS_MOST];
    uint64_t before = n->found;
    enum status st = state && zero ? budget_check(n->q->env->budget) : ST_NO_MEMORY;
    for (size_t i = 0; i < HEAPS_MOST; i++) result[i] = (struct normal_position){n->game, 1, i < count ? &heaps[i] : &zero};
    bool all = true;
    for (size_t k = count; st == ST_OK && k < HEAPS_MOST; k++) {
        bool complete, used = false;
        for (size_t p = 0; p < n->normal->piece_count; p++) used |= n->normal->pieces[p].component_count == k;
        if (!used) continue;
        st = normal_moves_to(n->normal, state, 1, result, k, NAMES_EACH, take_move, n, &complete);
        all &= complete;
    }
    if (st != ST_OK || (all && n->found > before)) return st;
    n->complete = false;
    n->reason = "not every way to make a winning move could be named at this size";
    return ST_OK;
}

static enum status count_ways(struct counting *n, uint64_t target)
{
    struct inquiry *q = n->q;
    n->game = q->position->components[n->component].game;
    struct ways ways = {.env = q->env, .game = n->game, .periodic = store_game(q->env->store, n->game)->periodic,
                        .emit = take_way, .context = n};
    const struct integer *const *cells = inquiry_cells(q, n->component);
    if (!cells) return ST_NO_MEMORY;
    enum status st = wins_normal(q, n->game, &n->normal);
    return st == ST_OK ? ways_to(&ways, cells[0], target) : st;
}

static enum status take_option(void *context, const struct spread_option *option)
{
    struct counting *n = context;
    struct reply reply;
    if (option->outcome != OUTCOME_P) return ST_OK;
    if (n->found++ >= n->max) return ST_UNSUPPORTED;
    enum status st = spread_reply(n->q, option, &reply);
    return st == ST_OK && !vec_push(&n->replies, reply) ? ST_NO_MEMORY : st;
}

static enum status list_options(struct counting *n)
{
    struct inquiry *q = n->q;
    bool big = q->position->big && q->position->big[n->component];
    struct spread spread = {.inquiry = q, .take = take_option, .context = n, .limit = OPTIONS_ALL, .one = true,
                            .only = n->component, .all = true};
    enum status st = big ? ST_OK : spread_run(&spread);
    if (st != ST_OK || (spread.all && !big)) return st;
    n->complete = false;
    n->reason = "the moves of other components are too many to look at";
    return ST_OK;
}

static enum status by_component(struct counting *n)
{
    struct inquiry *q = n->q;
    int64_t sum, own;
    if (!is_known(q, n->component)) return list_options(n);
    if (integer_fits(q->sum, &sum) && integer_fits(q->values[n->component], &own)) return count_ways(n, (uint64_t)(sum ^ own));
    return ST_OK; /* no heap of it has a value as large as that of the others */
}

static enum status publish(const struct counting *n)
{
    struct answer *a = n->q->answer;
    a->wins = arena_array(n->q->arena, n->replies.count + 1, sizeof *a->wins);
    if (!a->wins) return ST_NO_MEMORY;
    for (a->win_count = 0; a->win_count < n->replies.count; a->win_count++) a->wins[a->win_count] = n->replies.data[a->win_count];
    a->wins_complete = n->complete && n->found <= n->max;
    a->wins_reason = a->wins_complete ? NULL : n->reason;
    if (n->found <= n->max) return ST_OK;
    a->wins_reason = arena_printf(n->q->arena, "more winning moves than the %" PRIu64 " that --max-moves lists", n->max);
    return a->wins_reason ? ST_OK : ST_NO_MEMORY;
}

enum status wins_by_period(struct inquiry *q)
{
    struct counting n = {.q = q, .max = q->wanted->max_moves ? q->wanted->max_moves : MOVES_DEFAULT, .complete = true};
    enum status st = ST_OK;
    for (; st == ST_OK && n.component < q->position->count; n.component++) st = by_component(&n);
    if (st == ST_UNSUPPORTED && n.found > n.max) st = ST_OK;
    if (st == ST_UNSUPPORTED) { /* no normal form */
        q->answer->wins_complete = false;
        q->answer->wins_reason = "the moves cannot be listed at this size";
        st = ST_OK;
    } else if (st == ST_OK) {
        st = publish(&n);
    } else if (status_exit_code(st) == 4 && st != ST_NO_MEMORY) {
        enum status partial = publish(&n); /* what was found before the budget ended */
        q->answer->wins_complete = false;
        q->answer->wins_reason = status_words(st);
        if (partial != ST_OK) st = partial;
    }
    vec_free(&n.replies);
    return st;
}
