/* SPDX-License-Identifier: MIT */
/* Opening notes what needs no computation; valuing tries the cheapest way first: plugins for big numbers, SG values
 * component by component, whole positions. */
#include "answer/value/query.h"
#include "answer/value/position_check.h"
#include "answer/value/private.h"
#include <string.h>
#include "solve/search/estimate.h"
#include "play/options/print.h"
#include "play/options/split.h"
#include "plan/apart.h"
#include "play/options/store.h"

static enum status take_apart(struct query *q)
{
    bool any = false;
    struct position *parts = arena_alloc(q->arena, sizeof *parts);
    enum status st = parts ? apart_position(q->env, q->position, q->arena, parts, &any) : ST_NO_MEMORY;
    q->parts = any ? parts : q->position;
    return st;
}

enum status query_open(struct query *q, struct env *env, const struct position *position, const struct wanted *wanted,
                       struct arena *arena, struct answer *answer)
{
    *q = (struct query){
        .env = env, .position = position, .wanted = wanted, .arena = arena, .answer = answer, .plugin = -1};
    *answer = (struct answer){.play = wanted->play, .outcome = OUTCOME_UNKNOWN};
    q->usable = host_usable(env->plugins);
    q->errors = env->diags->errors;
    q->plugins = arena_array(arena, position->count + 1, sizeof *q->plugins);
    q->untold = arena_array(arena, position->count + 1, sizeof *q->untold);
    for (size_t c = 0; q->plugins && c < position->count; c++) q->plugins[c] = -1;
    enum status st = q->plugins && q->untold ? query_check(q) : ST_NO_MEMORY;
    if (st == ST_OK) st = query_coins(q);
    if (st != ST_OK) return st;
    struct text text = {0};
    position_print(env->model, q->position, &text);
    answer->position = print_keep(arena, &text);
    answer->game = query_games(q);
    if (!answer->position || !answer->game) return ST_NO_MEMORY;
    q->asked.play = wanted->play;
    if ((st = query_movers(q)) == ST_OK) st = plan_open(q->env);
    return st == ST_OK ? take_apart(q) : st;
}

enum status examine(struct env *env, const struct position *position, const struct wanted *wanted, struct arena *arena,
                    struct answer *answer)
{
    struct query q;
    enum status st = query_open(&q, env, position, wanted, arena, answer);
    query_close(&q);
    return st;
}

bool query_again(const struct query *q, enum status st)
{
    bool answered = st == ST_OK || st == ST_UNSUPPORTED || st == ST_TOO_LARGE;
    return answered && q->env->diags->errors == q->errors && host_usable(q->env->plugins) < q->usable;
}

/* Does the answer rest on the plugin that listed the moves already, if only as a part of another solver's words? */
static bool named_already(const struct query *q, const struct plan *plan)
{
    const struct component *of = plan->ask->components;
    size_t c = of ? (size_t)(of - q->position->components) : 0;
    return plan->chosen->by->trust == TRUST_CLAIMED && q->plugins[c] == (int)plan->chosen->by->plugin;
}

/* One plan a game: it is the same for all its components, up to their names. */
enum status query_listed(struct query *q, struct plan *plan, const struct result *result)
{
    struct move_plans *listed = &q->move_plans;
    bool shown = false;
    for (size_t i = 0; plan->ask->components && i < listed->count; i++) {
        const struct component *other = listed->items[i]->ask->components;
        shown |= other && component_rule(other) == component_rule(plan->ask->components);
    }
    if (!listed->items) listed->items = arena_array(q->arena, q->position->count + 1, sizeof *listed->items);
    if (!listed->items) return ST_NO_MEMORY;
    if (!shown && listed->count < q->position->count) listed->items[listed->count++] = plan;
    return named_already(q, plan) ? ST_OK : used_grounds(&q->used, result, q->arena);
}

void query_close(struct query *q)
{
    env_view_close(&q->view);
    used_free(&q->used);
}

struct ask query_ask(const struct query *q, enum quantity what)
{
    struct ask ask = q->asked;
    ask.what = what;
    ask.positions = what == Q_OUTCOME ? q->parts : q->position;
    ask.count = 1;
    return ask;
}

int query_plugin_game(const struct query *q, size_t c)
{
    const struct component *component = &q->position->components[c];
    const struct state_split *split = split_of(q->env->model, component);
    for (size_t i = 0; split && i < split->count; i++) {
        struct component any = {.game = split->parts[i].game};
        if (host_match_by(q->env, &any, q->plugins[c])) return any.game;
    }
    return component_rule(component);
}

int query_next_mover(const struct query *q) { return q->asked.mover ? 3 - q->asked.mover : 0; }
int query_lister(const struct query *q) { return q->asked.mover ? q->asked.mover : q->lister; }

const struct integer *const *query_cells(const struct query *q, size_t c)
{
    if (query_is_big(q, c)) return q->position->big[c];
    const struct component *component = &q->position->components[c];
    const struct integer **cells = arena_array(q->arena, (size_t)component->count + 1, sizeof *cells);
    for (size_t i = 0; cells && i < component->count; i++)
        if (!(cells[i] = integer_from(q->arena, component->cells[i]))) return NULL;
    return cells;
}

/* ---- SG values --------------------------------------------------------------------------------------------------- */
/* Is component c among what was asked? */
static bool was_asked(const struct query *q, const struct ask *ask, size_t c)
{
    if (ask->positions) return true;
    int rule = component_rule(&ask->components[0]);
    if (rule == component_rule(&q->position->components[c])) return (ask->big != NULL) == query_is_big(q, c);
    return split_has_game(q->env->model, &q->position->components[c], rule);
}

/* Notes of each component whose closed form the plan that ran has taken for it, or whether its options were left out. */
static void note_plugins(struct query *q, const struct plan *plan)
{
    const struct way *way = plan->chosen;
    if (!way || !way->ran || !plan->ask->count) return;
    bool claimed = way->by->trust == TRUST_CLAIMED && !way->by->stands_on_others;
    for (size_t c = 0; claimed && c < q->position->count; c++)
        if (was_asked(q, plan->ask, c)) q->plugins[c] = (int)way->by->plugin;
    for (size_t c = 0; plan_leaves_out(way->by) && !q->every && c < q->position->count; c++)
        q->untold[c] |= was_asked(q, plan->ask, c);
    for (size_t p = 0; p < way->part_count; p++) note_plugins(q, way->parts[p]);
}

/* Makes a plan and runs it; the plan is kept, to be shown. */
static enum status run_ask(struct query *q, struct ask ask, struct result *result)
{
    struct ask *kept = arena_alloc(q->arena, sizeof *kept);
    struct plan *plan = NULL;
    if (!kept) return ST_NO_MEMORY;
    *kept = ask;
    enum status st = plan_make(q->env, kept, q->arena, &plan);
    if (st != ST_OK) return st;
    q->plan = plan;
    st = plan_run(q->env, plan, q->arena, result);
    if (st == ST_OK) note_plugins(q, plan);
    return st == ST_OK ? used_grounds(&q->used, result, q->arena) : st;
}

static enum status value_components(struct query *q)
{
    size_t n = q->position->count;
    struct result result = {0};
    struct ask ask = {.what = Q_VALUE,
                      .components = q->position->components,
                      .big = (const struct integer *const *const *)q->position->big,
                      .count = n,
                      .options = q->every,
                      .yields = !q->env->terms.only && !query_only_sg(q->wanted)};
    q->values = arena_array(q->arena, n + 1, sizeof *q->values);
    q->sum = integer_from(q->arena, 0);
    if (!q->values || !q->sum) return ST_NO_MEMORY;
    enum status st = n ? run_ask(q, ask, &result) : ST_OK;
    for (size_t c = 0; st == ST_OK && c < n; c++) {
        q->values[c] = result_number(q->arena, &result, c);
        if (q->values[c]) q->sum = integer_xor(q->arena, q->sum, q->values[c]);
        if (!q->values[c] || !q->sum) st = ST_NO_MEMORY;
    }
    q->valued = st == ST_OK;
    return st;
}

static enum status publish_value(struct query *q)
{
    struct answer *a = q->answer;
    a->has_sg = true;
    a->sg = integer_string(q->arena, q->sum);
    a->sg_reason = NULL;
    if (a->outcome == OUTCOME_UNKNOWN) a->outcome = q->sum->sign ? OUTCOME_N : OUTCOME_P;
    return a->sg ? ST_OK : ST_NO_MEMORY;
}

/* From the plugin's own estimate for one position; never fewer than a sample. */
static uint64_t compared_options(double seconds)
{
    if (seconds * OPTIONS_ALL <= OPTIONS_SECONDS) return OPTIONS_ALL;
    return seconds * SAMPLE_COUNT < OPTIONS_SECONDS ? (uint64_t)(OPTIONS_SECONDS / seconds) : SAMPLE_COUNT;
}

/* ---- the plugins of the whole position --------------------------------------------------------------------------- */
/* The way of the plugin that is asked first about the whole position, whether or not it is chosen. */
static const struct way *closed_way(const struct plan *plan)
{
    const struct way *best = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        const struct way *way = &plan->ways[i];
        if (way->by->trust != TRUST_CLAIMED || way->by->stands_on_others || !way->kept) continue;
        if (way->ran) return way;
        if (!best || (way->can && !best->can) || (way->can == best->can && way->cost.seconds < best->cost.seconds))
            best = way;
    }
    return best;
}

/* Do all components belong to plugins that may answer? */
static bool all_closed(const struct query *q)
{
    bool all = q->parts->count > 0;
    for (size_t c = 0; all && c < q->parts->count; c++) all = plan_solver_at(q->env, &q->parts->components[c]) != NULL;
    return all;
}

static void note_offer(struct query *q, const struct solver *by, const struct plugin_offer *offer)
{
    q->plugin = (int)by->plugin;
    q->options_most = compared_options(offer->seconds);
    q->plugin_wins = offer->wins;
    q->plugin_value = offer->value && !offer->alone;
    q->plugin_alone = offer->value && offer->alone;
}

/* The outcome of the whole position by closed forms, as the plan chooses them; notes what else they can give. */
static enum status ask_whole_plugin(struct query *q)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    struct result result = {0};
    struct plan *plan;
    if (!all_closed(q) || (q->parts != q->position && q->asked.play == PLAY_NORMAL)) return ST_OK;
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_OUTCOME);
    ask->closed = true;
    enum status st = plan_make(q->env, ask, q->arena, &plan);
    if (st != ST_OK) return st;
    st = plan->chosen ? plan_run(q->env, plan, q->arena, &result) : ST_UNSUPPORTED;
    const struct way *way = closed_way(plan); /* after the run: another one may have been refuted by it */
    if (way && host_plugin(q->env, &q->position->components[0]) >= 0) note_offer(q, way->by, way->kept);
    if (st != ST_OK) return st == ST_UNSUPPORTED || st == ST_TOO_LARGE ? ST_OK : st;
    q->plan = plan;
    note_plugins(q, plan);
    q->answer->outcome = result.outcomes[0];
    q->plugin_outcome = true;
    q->plugin_tame = plan->chosen->by == &solver_tame_sum;
    return used_grounds(&q->used, &result, q->arena);
}

/* The values are known but not those of their options: they are shown, and not compared with anything. */
static enum status value_alone(struct query *q)
{
    enum status st = value_components(q);
    q->valued = false;
    return st == ST_OK ? publish_value(q) : st;
}

/* ---- which way --------------------------------------------------------------------------------------------------- */
/* No closed form has answered for a component beyond 64 bits. With --solver the reason is that solver's; else it is
 * reported for the moves too why the tame rule does not decide a sum. */
static enum status say_too_large(struct query *q)
{
    struct ask ask = query_ask(q, Q_OUTCOME);
    struct plan *plan;
    if (q->big && q->env->terms.only) {
        enum status st = plan_make(q->env, &ask, q->arena, &plan);
        return st == ST_OK ? plan_refuse(q->env, plan) : st;
    }
    if (!q->big || q->asked.play != PLAY_MISERE || q->asked.mover) return ST_TOO_LARGE;
    for (size_t i = 0; i < q->plan->count; i++) {
        const struct way *way = &q->plan->ways[i];
        if (way->by != &solver_misere || !way->because) continue;
        q->answer->wins_reason = arena_printf(q->arena, "a number is too large for search; misere: %s", way->because);
        if (!q->answer->wins_reason) return ST_NO_MEMORY;
    }
    return ST_TOO_LARGE;
}

static enum status whole_outcome(struct query *q)
{
    struct result result = {0};
    struct ask ask = query_ask(q, Q_OUTCOME);
    if (q->position->count == 0) {
        q->answer->outcome = ask.play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
        return ST_OK;
    }
    enum status st = run_ask(q, ask, &result);
    if (st == ST_OK) q->answer->outcome = result.outcomes[0];
    q->by_strategy = st == ST_OK && query_used_strategy(q) && query_is_large(q);
    if (st == ST_TOO_LARGE) return say_too_large(q);
    return st == ST_UNSUPPORTED ? plan_refuse(q->env, q->plan) : st;
}

/* Normal play without a number: the loopy value, if there is one. */
static enum status value_loopy(struct query *q)
{
    struct answer *a = q->answer;
    size_t n = q->position->count;
    struct ask ask = {.what = Q_LOOPY, .components = q->position->components, .count = n};
    struct result result = {0};
    enum status st = plan_answer(q->env, &ask, q->arena, &result);
    if (st != ST_OK) return st;
    const struct smith_value *sum = result.loopy;
    uint64_t number;
    size_t infinite = 0, which = 0;
    smith_outcome(sum, n, &number);
    for (size_t c = 0; c < n; c++)
        if (sum[c].infinite) infinite++, which = c;
    a->sg_reason =
        a->outcome == OUTCOME_D ? "neither player can force the end of play" : "play may go on for ever in a component";
    if (infinite == 0) {
        q->sum = integer_from(q->arena, (int64_t)number);
        return q->sum ? publish_value(q) : ST_NO_MEMORY;
    }
    if (infinite > 1) return ST_OK;
    a->has_loopy = true;
    a->loopy = arena_array(q->arena, sum[which].k_count + 1, sizeof *a->loopy);
    if (!a->loopy) return ST_NO_MEMORY;
    for (size_t i = 0; i < sum[which].k_count; i++) {
        /* K of the sum: infinity(K) + x = infinity({k xor x}) */
        uint64_t rest = 0;
        for (size_t c = 0; c < n; c++)
            if (c != which) rest ^= sum[c].value;
        a->loopy[a->loopy_count++] = sum[which].k[i] ^ rest;
    }
    return ST_OK;
}

static const char *no_value_reason(const struct query *q)
{
    if (q->asked.mover) return "the mover matters: SG values belong to games in which both players have the same moves";
    return "misere play: SG values belong to normal play";
}

/* The search for the outcome stops at the first option that wins. It may have no end: more than a try only if nothing
 * else was asked for. */
static enum status outcome_alone(struct query *q)
{
    const struct plan *of_values = q->plan;
    struct env *env = q->env;
    struct env_view view;
    struct terms terms = env->terms;
    struct result result = {0};
    struct ask ask = query_ask(q, Q_OUTCOME);
    bool whole = !q->wanted->sg && !q->wanted->wins;
    ask.yields = true;
    q->outcome_alone = true;
    terms.looks = whole ? 0 : OUTCOMES_TRY;
    env_view_open(&view, env, &terms);
    q->env = &view.env;
    enum status st = run_ask(q, ask, &result);
    q->env = env;
    env_view_close(&view);
    bool tried = !whole && st == ST_STATE_BUDGET && (st = budget_check(env->budget)) == ST_OK;
    if (tried || st == ST_UNSUPPORTED) return plan_refuse(env, whole ? q->plan : of_values);
    if (st != ST_OK) return st;
    q->answer->outcome = result.outcomes[0];
    q->answer->sg_reason = "no closed form is known and search needs more memory than the budget allows";
    /* The player to move loses exactly if the value is 0. */
    if (q->answer->outcome == OUTCOME_P) q->answer->has_sg = true, q->answer->sg = "0", q->answer->sg_reason = NULL;
    return ST_OK;
}

/* Nobody wants the value, and to search for it takes longer. */
static enum status outcome_by_sets(struct query *q, bool *done)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    struct result result = {0};
    struct plan *plan;
    uint64_t looks = 0;
    *done = false;
    if (q->wanted->sg || q->big || q->plugin_outcome || !q->position->count) return ST_OK;
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_OUTCOME);
    enum status st = outcomes_by_boxes(q->env, ask, q->arena, &plan);
    bool box = st == ST_OK && plan;
    if (st == ST_OK && !box) st = outcomes_by_sets(q->env, q->position->components, q->position->count, done, &looks);
    if (st != ST_OK || !(*done || box)) return st;
    if (!box) st = outcomes_plan_sets(q->env, ask, q->arena, &plan);
    if (st == ST_OK) st = outcomes_run_within(q->env, plan, looks, q->arena, &result);
    *done = st == ST_OK;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    q->plan = plan;
    q->by_sets = !box;
    q->worth_looks = looks;
    q->answer->outcome = result.outcomes[0];
    if (q->answer->outcome == OUTCOME_P) q->answer->has_sg = true, q->answer->sg = "0";
    return used_grounds(&q->used, &result, q->arena);
}

/* Where a position may recur, values take several rounds over all that can be reached, the outcome one: nobody wants the value. */
static enum status outcome_of_loopy(struct query *q, bool *done)
{
    const struct wanted *w = q->wanted;
    if (w->sg || w->wins || w->loopy || q->big || q->plugin_outcome || q->env->terms.only || q->position->count != 1)
        return ST_OK;
    const struct component *component = &q->position->components[0];
    const struct game *game = component->game < 0 ? NULL : &q->env->model->games[component->game];
    bool cycles = game && game->kind == GAME_GRAPH && !q->env->model->graphs[game->graph].order;
    if (!cycles && !traits_of(q->env->traits, component).loopy) return ST_OK;
    *done = true;
    return whole_outcome(q);
}

static enum status value_normal(struct query *q)
{
    enum status st = ask_whole_plugin(q);
    bool may = true, done = false;
    if (st == ST_OK) st = query_strategy(q, &done);
    if (st == ST_OK && !done) st = outcome_by_sets(q, &done);
    if (st == ST_OK && !done) st = outcome_of_loopy(q, &done);
    if (st != ST_OK || done) return st;
    if (q->plugin_outcome && q->plugin_alone) return value_alone(q);
    if (q->plugin_outcome && !q->plugin_value) {
        may = q->wanted->sg || q->wanted->wins;
        if (may && (st = query_affordable(q, &may)) != ST_OK) return st;
    }
    if (!may) {
        /* The player to move loses exactly if the value is 0 (Sprague 1935, Grundy 1939). */
        if (q->answer->outcome == OUTCOME_P) q->answer->has_sg = true, q->answer->sg = "0", q->answer->sg_reason = NULL;
        return ST_OK;
    }
    struct plan *of_outcome = q->plan;
    st = value_components(q);
    if (st == ST_OK) return publish_value(q);
    if (q->plugin_outcome) q->plan = of_outcome;
    if (q->big && st == ST_TOO_LARGE) st = ST_UNSUPPORTED;
    if (st != ST_UNSUPPORTED) {
        if (q->plugin_outcome && !q->answer->sg_reason) q->answer->sg_reason = status_words(st);
        return st;
    }
    if (q->plugin_outcome) return ST_OK;
    if (q->big) {
        q->answer->sg_reason = "the position is too large for search and no closed form answers it";
        return say_too_large(q);
    }
    used_free(&q->used);
    q->used = (struct used){0};
    if (!q->plan->chosen && q->plan->over_budget) return outcome_alone(q);
    if (plan_lacks(q->env, q->plan)) return plan_refuse(q->env, q->plan);
    const struct plan *of_value = q->plan;
    st = whole_outcome(q);
    if (st == ST_UNSUPPORTED) plan_note_before(q->env, q->plan, of_value);
    if (st != ST_OK) return st;
    st = q->env->terms.only ? ST_UNSUPPORTED : value_loopy(q);
    if (st != ST_UNSUPPORTED) return st;
    q->answer->sg_reason = "the solver that answered gives outcomes only";
    return ST_OK;
}

static enum status value_misere(struct query *q)
{
    q->answer->sg_reason = no_value_reason(q);
    enum status st = ask_whole_plugin(q);
    if (st != ST_OK || q->answer->outcome != OUTCOME_UNKNOWN) return st;
    st = whole_outcome(q);
    return st == ST_OK && q->asked.play == PLAY_MISERE ? query_pairs(q) : st;
}

/* An outcome of the parts together also rests on the proof that they are the position. */
static enum status say_split(struct query *q)
{
    struct grounds item = {.name = solver_sum.name, .kind = "proof", .source = ""};
    if (q->parts == q->position) return ST_OK;
    for (size_t c = 0; c < q->position->count && !item.claim; c++) {
        const struct component *component = &q->position->components[c];
        struct position one = {(struct component *)component, 1, NULL};
        if (apart_any(q->env, &one) && !(item.claim = split_words(q->env->model, component, q->arena)))
            return ST_NO_MEMORY;
    }
    return used_add(&q->used, item) ? ST_OK : ST_NO_MEMORY;
}

enum status query_value(struct query *q)
{
    if (q->asked.play == PLAY_NORMAL && !q->asked.mover) return value_normal(q);
    enum status st = value_misere(q);
    return st == ST_OK ? say_split(q) : st;
}
