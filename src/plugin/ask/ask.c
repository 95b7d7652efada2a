/* SPDX-License-Identifier: MIT */
/* Questions to plugins. The host applies the general laws: if a plugin answers for single components only, a sum
 * under normal play has the xor of their values (Sprague 1935, Grundy 1939). A plugin that fails, or returns an
 * impossible answer, is reported once and not used again; the caller gets ST_UNSUPPORTED and asks another solver. */
#include <string.h>
#include "plugin/private.h"

static const struct span nowhere;

static struct loaded *plugin_of(const struct env *env, const struct match *match)
{
    return env->plugins->items.data[match->plugin];
}

/* ---- the end of a call ------------------------------------------------------------------------------------------ */
void ask_begin(struct loaded *p)
{
    p->message[0] = '\0';
    p->stopped = ST_OK;
}

static enum status distrust(const struct env *env, const struct match *match, const char *problem)
{
    struct loaded *p = plugin_of(env, match);
    host_disable(env->plugins, (size_t)match->plugin, problem);
    if (env->diags) diag(env->diags, D_PLUGIN_FAILED, nowhere, p->info.name, p->info.problem);
    return ST_UNSUPPORTED;
}

/* `problem`: what makes the answer impossible, or NULL. */
enum status ask_end(const struct env *env, const struct match *match, int answer, const char *problem)
{
    struct loaded *p = plugin_of(env, match);
    if (problem) return distrust(env, match, problem);
    if (answer == CGI_OK) return ST_OK;
    if (answer == CGI_UNSUPPORTED) return ST_UNSUPPORTED;
    if ((answer == CGI_NO_MEMORY || answer == CGI_CANCELLED) && p->stopped != ST_OK) return p->stopped;
    return distrust(env, match, *p->message ? p->message : "a call failed without giving a reason");
}

struct position ask_single(const struct position *position, size_t component, const struct integer *const **big)
{
    *big = position->big ? position->big[component] : NULL;
    return (struct position){&position->components[component], 1, *big ? big : NULL};
}

/* ---- offers ------------------------------------------------------------------------------------------------------ */
/* Decided by the reference: a rule that reads the mover may have been proved equal to one that does not. */
static bool mover_matters(const struct loaded *plugin)
{
    return plugin->reference->games[plugin->reference->main_game].uses_mover;
}

const char *ask_missing(const struct loaded *plugin, enum play play)
{
    uint64_t can = plugin->plugin.capabilities;
    if (!(can & (play == PLAY_MISERE ? CGI_MISERE : CGI_NORMAL)))
        return play == PLAY_MISERE ? "the closed form is for normal play" : "the closed form is for misere play";
    if (!(can & CGI_MOVER) && mover_matters(plugin))
        return "the closed form is for games in which the mover does not matter";
    return NULL;
}

/* The plugin's own answer about components first .. first + count - 1. */
static enum status ask_offer(const struct env *env, const struct match *match, const struct position *position,
                             size_t first, size_t count, enum play play, int mover, struct arena *arena,
                             struct plugin_offer *offer)
{
    struct loaded *p = plugin_of(env, match);
    uint64_t can = p->plugin.capabilities;
    cgi_request request;
    cgi_offer given = {.struct_size = sizeof given,
                       .value = (can & CGI_VALUE) && play == PLAY_NORMAL,
                       .outcome = (can & CGI_OUTCOME) != 0,
                       .moves = (can & (CGI_MOVES | CGI_SOME_MOVES)) != 0};
    struct plugin_offer most = {.value = given.value, .outcome = given.outcome, .wins = given.moves};
    if (p->plugin.offer) {
        enum status st = request_build(env, position, first, count, play, mover, arena, &request);
        if (st != ST_OK) return st;
        ask_begin(p);
        st = ask_end(env, match, p->plugin.offer(p->instance, &request, &given), NULL);
        if (st != ST_OK) return st;
    }
    *offer = (struct plugin_offer){.value = most.value && given.value,
                                   .outcome = most.outcome && given.outcome,
                                   .wins = most.wins && given.moves,
                                   .alone = most.value && given.value && given.alone,
                                   .seconds = (double)given.nanoseconds * 1e-9,
                                   .bytes = (double)given.bytes};
    if (given.reason) offer->reason = arena_strndup(arena, given.reason, strnlen(given.reason, 300));
    return given.reason && !offer->reason ? ST_NO_MEMORY : ST_OK;
}

/* A plugin for single components asked about a sum: only the values of all of them help. */
static enum status offer_by_components(const struct env *env, const struct match *match,
                                       const struct position *position, int mover, struct arena *arena,
                                       struct plugin_offer *offer)
{
    struct plugin_offer all = {.value = true};
    for (size_t i = 0; all.value && i < position->count; i++) {
        struct plugin_offer one = {0};
        enum status st = ask_offer(env, match, position, i, 1, PLAY_NORMAL, mover, arena, &one);
        if (st != ST_OK) return st;
        all.value = one.value;
        all.alone |= one.alone;
        all.reason = one.reason;
        all.seconds += one.seconds;
        all.bytes = one.bytes > all.bytes ? one.bytes : all.bytes;
    }
    if (!all.reason) all.reason = "the closed form is for single components";
    *offer = all;
    return ST_OK;
}

static bool needs_splitting(uint64_t can, size_t count) { return count > 1 && !(can & CGI_SUM); }

enum status host_offer(const struct env *env, const struct position *position, enum play play, int mover,
                       struct arena *arena, struct plugin_offer *offer, int *plugin)
{
    const char *reason;
    *offer = (struct plugin_offer){0};
    *plugin = -1;
    const struct match *match = request_match(env, position, play, &reason);
    offer->reason = reason;
    if (!match) return ST_OK;
    uint64_t can = plugin_of(env, match)->plugin.capabilities;
    *plugin = match->plugin;
    offer->reason = ask_missing(plugin_of(env, match), play);
    if (offer->reason) return ST_OK;
    bool split = needs_splitting(can, position->count);
    enum status st = ST_OK;
    if (split && play == PLAY_MISERE) offer->reason = "the closed form is for single components";
    else if (split) st = offer_by_components(env, match, position, mover, arena, offer);
    else st = ask_offer(env, match, position, 0, position->count, play, mover, arena, offer);
    if (st == ST_UNSUPPORTED) {
        *offer = (struct plugin_offer){.reason = "no closed form for this position is known"};
        st = ST_OK;
    }
    offer->outcome |= offer->value && play == PLAY_NORMAL;
    return st;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
enum status host_value(const struct env *env, const struct position *position, size_t component, struct arena *arena,
                       const struct integer **value)
{
    const char *reason;
    struct position one = {.components = &position->components[component], .count = 1};
    const struct match *match = component < position->count ? request_match(env, &one, PLAY_NORMAL, &reason) : NULL;
    struct loaded *p = match ? plugin_of(env, match) : NULL;
    if (!p || !(p->plugin.capabilities & CGI_VALUE) || ask_missing(p, PLAY_NORMAL)) return ST_UNSUPPORTED;
    cgi_request request;
    struct value_sink sink;
    enum status st = request_build(env, position, component, 1, PLAY_NORMAL, 0, arena, &request);
    if (st != ST_OK) return st;
    value_sink_open(&sink, arena);
    ask_begin(p);
    int answer = p->plugin.value(p->instance, &request, &sink.sink);
    if (sink.status != ST_OK) return sink.status;
    if (answer == CGI_OK && !sink.value) sink.problem = "it gave no value";
    *value = sink.value;
    return ask_end(env, match, answer, sink.problem);
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
static enum status outcome_by_values(const struct env *env, const struct position *position, struct arena *arena,
                                     enum outcome *outcome)
{
    const struct integer *total = NULL;
    for (size_t i = 0; i < position->count; i++) {
        const struct integer *value;
        enum status st = host_value(env, position, i, arena, &value);
        if (st != ST_OK) return st;
        total = total ? integer_xor(arena, total, value) : value;
        if (!total) return ST_NO_MEMORY;
    }
    *outcome = total && total->sign ? OUTCOME_N : OUTCOME_P;
    return ST_OK;
}

enum status host_outcome(const struct env *env, const struct position *position, enum play play, int mover,
                         struct arena *arena, enum outcome *outcome)
{
    const char *reason;
    const struct match *match = request_match(env, position, play, &reason);
    struct loaded *p = match ? plugin_of(env, match) : NULL;
    if (!p || ask_missing(p, play)) return ST_UNSUPPORTED;
    bool whole = (p->plugin.capabilities & CGI_OUTCOME) && !needs_splitting(p->plugin.capabilities, position->count);
    cgi_request request;
    uint32_t given = UINT32_MAX;
    if (!whole) return play == PLAY_NORMAL ? outcome_by_values(env, position, arena, outcome) : ST_UNSUPPORTED;
    enum status st = request_build(env, position, 0, position->count, play, mover, arena, &request);
    if (st != ST_OK) return st;
    ask_begin(p);
    int answer = p->plugin.outcome(p->instance, &request, &given);
    bool known = given == CGI_OUTCOME_P || given == CGI_OUTCOME_N;
    st = ask_end(env, match, answer, answer == CGI_OK && !known ? "it gave an invalid outcome" : NULL);
    if (st == ST_OK) *outcome = given == CGI_OUTCOME_P ? OUTCOME_P : OUTCOME_N;
    return st == ST_UNSUPPORTED && p->info.usable && play == PLAY_NORMAL && (p->plugin.capabilities & CGI_VALUE)
               ? outcome_by_values(env, position, arena, outcome)
               : st;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
enum status host_wins(const struct env *env, const struct position *position, enum play play, int mover, uint64_t max,
                      struct arena *arena, struct listed_move **wins, size_t *count, bool *complete, bool *some)
{
    const char *reason;
    const struct match *match = request_match(env, position, play, &reason);
    struct loaded *p = match ? plugin_of(env, match) : NULL;
    if (!p || !(p->plugin.capabilities & (CGI_MOVES | CGI_SOME_MOVES)) ||
        needs_splitting(p->plugin.capabilities, position->count) || ask_missing(p, play))
        return ST_UNSUPPORTED;
    cgi_request request;
    struct wins_sink sink;
    enum status st = request_build(env, position, 0, position->count, play, mover, arena, &request);
    if (st != ST_OK) return st;
    wins_sink_open(&sink, env, position, p->reference, max, arena);
    ask_begin(p);
    int answer = p->plugin.moves(p->instance, &request, &sink.sink);
    st = wins_sink_close(&sink, wins, count);
    if (sink.status != ST_OK) st = sink.status;
    *some = !(p->plugin.capabilities & CGI_MOVES);
    *complete = !sink.more && !*some;
    if (st != ST_OK) return st;
    return ask_end(env, match, sink.more ? CGI_OK : answer, sink.problem);
}
