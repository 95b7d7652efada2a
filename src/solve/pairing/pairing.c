/* SPDX-License-Identifier: MIT */
/* The solver `pairing`: strategies that answer each move by its image.
 *
 *     cgi analyze games/cram.game 'cram(30, 30)'           # SG value 0: each move is answered by its image under half a turn
 *
 * A lost component has the value 0; of a won one nothing is said but that. */
#include "play/options/ends.h"
#include "play/options/traits.h"
#include "solve/pairing/first_move.h"
#include "solve/search/estimate.h"

enum { MOST_POSITIONS = 16 };

static enum status say(struct arena *arena, const char *how, const struct pairs *pairs, struct result *result)
{
    result->claim = arena_printf(arena, "proved: %s by its image under %s", how, pairs_words(pairs));
    result->source = "Berlekamp, Conway and Guy 1982";
    result->extent = "no position computed: which moves meet their images is seen from the rule";
    return result->claim ? ST_OK : ST_NO_MEMORY;
}

static enum status give_values(const struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    struct pairs pairs = {0};
    if (!pairs_all(env, q->components, q->count, PAIRS_ANY, &pairs)) return ST_UNSUPPORTED;
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++) result->values[i] = 0;
    return say(arena, "each move is answered", &pairs, result);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct first_move found = {.outcome = OUTCOME_P};
    if (q->what == Q_VALUE) return give_values(env, q, arena, result);
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    enum status st = result->outcomes ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        st = first_move_find(env, &q->positions[i], &found);
        result->outcomes[i] = found.outcome;
        if (st == ST_OK && found.outcome == OUTCOME_UNKNOWN) st = ST_UNSUPPORTED;
    }
    const char *won = "one move leaves a position in which each move is answered", *lost = "each move is answered";
    return st == ST_OK ? say(arena, found.outcome == OUTCOME_N ? won : lost, &found.pairs, result) : st;
}

static const char *why_not(const struct env *env, const struct ask *q)
{
    if (q->play == PLAY_MISERE) return "an answer to each move makes the last move, which loses in misere play";
    if (q->remoteness) return "it says nothing of the length of play";
    if (q->options && !env->terms.only) return "the values of all options are asked for as well";
    if (q->heap) return "it knows no heap beside a board";
    if (q->some || q->count > MOST_POSITIONS) return "it answers for few positions at a time";
    struct game_traits f = estimate_traits(env, q);
    if (f.loopy || f.graph) return "the game is loopy, or an explicit graph as a whole";
    if (f.mover) return "the mover matters, so the image of a move need not be the other player's";
    return NULL;
}

static bool all_end(const struct env *env, const struct ask *q)
{
    bool watched = q->what == Q_VALUE && ends_watched(env, q->components, q->count);
    for (size_t i = 0; q->what == Q_OUTCOME && !watched && i < q->count; i++)
        watched = ends_watched(env, q->positions[i].components, q->positions[i].count);
    return !watched;
}

static bool all_known(const struct env *env, const struct position *position)
{
    bool all = true;
    for (size_t i = 0; all && i < position->count; i++) all = pairs_known(env, &position->components[i]);
    return all;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    struct pairs pairs;
    bool known = true;
    (void)self, (void)planner;
    if (q->what != Q_VALUE && q->what != Q_OUTCOME) return;
    for (size_t i = 0; known && i < q->count; i++)
        known = q->what == Q_OUTCOME ? all_known(env, &q->positions[i]) : pairs_known(env, &q->components[i]);
    if (known) way->because = why_not(env, q);
    if (!known && env->terms.only) way->because = "images of moves are not proved to be moves of the image";
    if (!known || way->because) return;
    if (!all_end(env, q)) {
        way->because = "play is not proved to end";
    } else if (q->what == Q_VALUE && !pairs_all(env, q->components, q->count, PAIRS_ANY, &pairs)) {
        way->because = "a position is not its own image, or a move may meet its own";
    } else {
        way->can = true;
        way->because = "each move is answered by its image";
        way->cost = (struct cost){0.01, 0, true, 0}; /* small boards are as well searched */
    }
}

const struct solver solver_pairing = {
    .name = "pairing",
    .kind = "proof",
    .summary = "boards of any size on which each move is answered by its image",
    .trust = TRUST_PROVED,
    .offer = offer,
    .run = run,
};
