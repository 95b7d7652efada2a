/* SPDX-License-Identifier: MIT */
/* Closed forms against the plain environment (audit_env.h), which uses neither plugins nor the clauses that audit_clauses.c
 * audits. */
#include "trust/audit_plugins.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "plan/outcomes.h"
#include "trust/accuse.h"
#include "play/options/print.h"
#include "plan/audit_env.h"
#include "plan/misere.h"
#include "play/options/store.h"
#include "trust/audit_named.h"
#include "trust/small_positions.h"

/* Where the mover matters both players are asked about: a search of 280 heaps for each costs what one of 400 does. */
enum { WINDOW_POSITIONS = 400, WINDOW_FOR_EACH = 280, PAIRS_OF = 12, TRIPLES_OF = 5 };
enum { LOOKS_FIRST = 1000, LOOKS_LATER = 200 }; /* later: after a change of parameters, so that sweeps remain fast */

struct audit_comparison {
    struct env *env, *plain;
    int game, plugin;
    struct ask asked;
    uint64_t count;
    enum outcome found; /* of the position that is compared, by its value; OUTCOME_UNKNOWN: that was not searched */
    bool over, wrong;
};

static enum status accuse_outcome(struct audit_comparison *c, const struct position *p, enum outcome said,
                                  enum outcome found)
{
    c->wrong = true;
    bool mover = c->asked.mover != 0;
    char a[64], b[64];
    const char *play = c->asked.play == PLAY_MISERE ? " in misere play" : "";
    snprintf(a, sizeof a, "%s%s", outcome_word(said, mover), play);
    snprintf(b, sizeof b, "%s%s", outcome_word(found, mover), play);
    return accuse_plugin(c->env, c->game, c->plugin, p->components, p->count, a, b);
}

/* The outcome of a sum by the tame rule, if the plugin's claim that its game is tame holds. */
static enum status outcome_by_rule(struct audit_comparison *c, const struct position *p, enum outcome *said)
{
    struct arena *scratch = &c->env->store->scratch;
    struct tame_sum sum = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < p->count; i++) {
        struct position one = {&p->components[i], 1, NULL};
        struct plugin_offer value, outcome;
        struct tame_pair pair;
        int plugin;
        st = host_offer(c->env, &one, PLAY_NORMAL, 0, scratch, &value, &plugin);
        if (st == ST_OK) st = host_offer(c->env, &one, PLAY_MISERE, 0, scratch, &outcome, &plugin);
        if (st == ST_OK && !(value.value && outcome.outcome)) st = ST_UNSUPPORTED;
        if (st == ST_OK) st = host_tame_component(c->env, p, i, scratch, &pair.value, &pair.swap);
        if (st == ST_OK) st = misere_add(&sum, &pair, scratch);
    }
    *said = tame_outcome(&sum);
    return st;
}

/* Does the plugin call its game tame, so that it answers for sums of it by their components? */
static bool vouches(const struct audit_comparison *c, const struct position *p)
{
    int plugin = host_plugin(c->env, &p->components[0]);
    return p->count > 1 && c->asked.play == PLAY_MISERE && plugin >= 0 &&
           host_info(c->env->plugins, (size_t)plugin)->tame;
}

/* Would the plugin whose audit this is still be asked? It may be disabled by what it does, and another one follow. */
static bool is_asked(const struct audit_comparison *c, const struct position *p)
{
    bool asked = true;
    for (size_t i = 0; asked && i < p->count; i++) asked = host_plugin(c->env, &p->components[i]) == c->plugin;
    return asked;
}

static enum status compare_outcome(struct audit_comparison *c, const struct position *p)
{
    enum outcome said, found = c->found;
    struct arena *scratch = &c->env->store->scratch;
    enum status st = ST_UNSUPPORTED;
    if (is_asked(c, p)) st = host_outcome(c->env, p, c->asked.play, c->asked.mover, scratch, &said);
    if (st == ST_UNSUPPORTED && is_asked(c, p) && vouches(c, p)) st = outcome_by_rule(c, p, &said);
    if (st == ST_UNSUPPORTED) return ST_OK;
    if (st != ST_OK) return st;
    if (found == OUTCOME_UNKNOWN) st = outcomes_of(c->plain, p, 1, &c->asked, &found, NULL, NULL);
    if (st != ST_OK) c->over = true;
    if (st != ST_OK) return audit_env_ends(c->env, st);
    c->count++;
    return said == found ? ST_OK : accuse_outcome(c, p, said, found);
}

static enum status compare_value(struct audit_comparison *c, const struct position *p)
{
    const struct integer *said;
    uint64_t found;
    int64_t small = -1;
    enum status st = host_value(c->env, p, 0, &c->env->store->scratch, &said);
    if (st == ST_UNSUPPORTED) return compare_outcome(c, p);
    if (st != ST_OK) return st;
    st = values_of(c->plain, p->components, 1, &found, NULL);
    if (st != ST_OK) c->over = true;
    if (st != ST_OK) return audit_env_ends(c->env, st);
    c->count++;
    c->found = found ? OUTCOME_N : OUTCOME_P; /* in normal play (Sprague 1935, Grundy 1939) */
    if (integer_fits(said, &small) && (uint64_t)small == found) return ST_OK;
    char b[64];
    char *a = integer_string(&c->env->store->scratch, said), *text = NULL;
    if (a) text = arena_printf(&c->env->store->scratch, "SG value %s", a);
    snprintf(b, sizeof b, "%" PRIu64, found);
    c->wrong = true;
    return text ? accuse_plugin(c->env, c->game, c->plugin, p->components, 1, text, b) : ST_NO_MEMORY;
}

static enum status compare_position(struct audit_comparison *c, const struct position *p)
{
    struct arena *scratch = &c->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct plugin_offer offer = {0};
    int plugin = -1;
    c->found = OUTCOME_UNKNOWN;
    c->over |= !is_asked(c, p);
    if (c->over) return ST_OK;
    enum status st = host_offer(c->env, p, c->asked.play, c->asked.mover, scratch, &offer, &plugin);
    if (!is_asked(c, p)) plugin = -1;
    bool value = p->count == 1 && offer.value && c->asked.play == PLAY_NORMAL && !c->asked.mover;
    if (st == ST_OK && plugin >= 0 && value) st = compare_value(c, p);
    if (st == ST_OK && plugin >= 0 && (offer.outcome || vouches(c, p)) && !c->over && !c->wrong)
        st = compare_outcome(c, p);
    arena_rewind(scratch, mark);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status compare_sums(struct audit_comparison *c, const struct sums *window)
{
    struct component parts[3];
    struct position position = {parts, 2, NULL};
    enum status st = ST_OK;
    for (size_t i = 0; i < window->count && i < PAIRS_OF; i++)
        for (size_t j = i; j < window->count && j < PAIRS_OF; j++) {
            parts[0] = sums_component(window, i, 0);
            parts[1] = sums_component(window, j, 0);
            position.count = 2;
            if (st == ST_OK && !c->over && !c->wrong) st = compare_position(c, &position);
            for (size_t k = j; k < window->count && k < TRIPLES_OF; k++) {
                parts[2] = sums_component(window, k, 0);
                position.count = 3;
                if (st == ST_OK && !c->over && !c->wrong) st = compare_position(c, &position);
            }
        }
    return st;
}

static enum status compare_game(struct audit_comparison *c, const struct component *like)
{
    struct sums window = {0};
    bool compound = c->env->model->games[c->game].kind == GAME_COMPOUND;
    const size_t most = c->asked.mover ? WINDOW_FOR_EACH : WINDOW_POSITIONS;
    enum status st = compound ? small_positions_compounds(c->plain, like, most, &window)
                              : small_positions_list(c->plain, c->game, most, &window);
    if (st != ST_OK) st = audit_env_ends(c->env, st);
    for (size_t i = 0; st == ST_OK && !c->over && !c->wrong && i < window.count; i++) {
        struct component one = sums_component(&window, i, 0);
        struct position position = {&one, 1, NULL};
        st = compare_position(c, &position);
    }
    if (st == ST_OK) st = compare_sums(c, &window);
    sums_free(&window);
    return st;
}

/* The game of `like`. */
static enum status window_game(struct env *env, const struct component *like, enum play play, int mover)
{
    int game = component_rule(like);
    struct match *match = host_match(env, like);
    unsigned char bit = (unsigned char)(1u << (3 * (play == PLAY_MISERE) + mover));
    if (!match) return ST_OK; /* refuted for the other mover */
    if (match->window_done & bit) return ST_OK;
    struct audit_comparison c = {
        .env = env, .game = game, .plugin = match->plugin, .asked = {.play = play, .mover = mover}};
    enum status st = audit_env_open(env, env->store->settings ? LOOKS_LATER : LOOKS_FIRST, &c.plain);
    if (st == ST_OK) st = compare_game(&c, like);
    if (st == ST_OK && !c.wrong && match->by_name) st = audit_named(env, game, play, mover);
    if (st != ST_OK) return st;
    match->window_done |= bit;
    match->window_count += c.count;
    return ST_OK;
}

enum status audit_plugins(struct env *env, const struct component *components, size_t count, enum play play, int mover)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        if (i && component_rule(&components[i]) == component_rule(&components[i - 1])) continue; /* of many heaps */
        int plugin = host_plugin(env, &components[i]);
        bool asked = plugin >= 0 && (plugin + 1 == env->terms.plugin ||
                                     plan_allows(env, host_info(env->plugins, (size_t)plugin)->name));
        if (asked) st = window_game(env, &components[i], play, mover);
        if (asked && st == ST_OK && mover) st = window_game(env, &components[i], play, 3 - mover); /* of the options */
    }
    return st;
}
