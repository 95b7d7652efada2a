/* SPDX-License-Identifier: MIT */
/* Boards of few bits, by a table of all that can be reached (mask_bits.h).
 *
 *     cgi analyze lines.game 'lines(4, 5)' --misere
 *
 * In misere play there are no values that leave out options, and of all that can be reached 64 states at a time are
 * found lost or not. In normal play `nimbers` fills the same tables where its searches take longer, so this is offered
 * there to those who name it, and where the values of all options are asked for as well. */
#include <math.h>
#include "play/options/store.h"
#include "play/options/traits.h"
#include "solve/search/estimate.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_search.h"

enum { FEW = 4, WORTH_BITS = 30000, WORTH_OPTIONS = 1000000 }; /* fewer are searched before boards are made */
#define START_SECONDS 0.004
/* To write out a rule of numbers on a board, and find that it is none of few bits. */
#define BOARD_OF_NUMBERS_SECONDS 0.02
#define STEP_SECONDS 5e-9

static const struct component *component_at(const struct ask *q, size_t i)
{
    return q->what == Q_VALUE ? &q->components[i] : q->positions[i].components;
}

/* Of one component, in normal or misere play. */
static enum status answer(struct env *env, const struct ask *q, size_t i, uint64_t *value)
{
    struct ground_mask state;
    struct masks *board;
    bool done = false, lost = false;
    uint64_t known = 0;
    enum status st = mask_board_find(env, component_at(q, i), &board, &state);
    if (st != ST_OK || !board) return st == ST_OK ? ST_UNSUPPORTED : st;
    uint64_t target = q->what == Q_VALUE ? MASK_ANY : 0;
    if (q->play == PLAY_MISERE) {
        st = mask_bits_misere(board, &state, &done, &lost);
        *value = !lost;
    } else {
        done = mask_bits_find(board, &state, target, &known);
        if (!done) st = mask_bits_try(board, &state, target, UINT64_MAX, &done);
        if (st == ST_OK && done) done = mask_bits_find(board, &state, target, &known);
        *value = mask_is_valued(known) ? mask_value_of(known) : 1;
    }
    if (st == ST_OK && !done && env->terms.only) st = mask_bits_no_room(board, &state); /* nobody else is asked */
    return st == ST_OK && !done ? ST_UNSUPPORTED : st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    enum status st = ST_OK;
    uint64_t before = mask_boards_count(env);
    bool values = q->what == Q_VALUE;
    if (values) result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    else result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (values ? !result->values : !result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        uint64_t value = 0;
        st = answer(env, q, i, &value);
        if (values) result->values[i] = value;
        else result->outcomes[i] = value ? OUTCOME_N : OUTCOME_P;
    }
    result->positions = mask_boards_count(env) - before;
    result->claim = "all positions that can be reached, 64 at a time";
    result->source = q->play == PLAY_MISERE ? "" : "Sprague 1935, Grundy 1939";
    return st;
}

/* ---- the offer -------------------------------------------------------------------------------------------------- */
static bool is_single(const struct ask *q)
{
    bool single = q->count > 0;
    for (size_t i = 0; q->what == Q_OUTCOME && single && i < q->count; i++) single = q->positions[i].count == 1;
    return single;
}

static const char *why_not(const struct env *env, const struct ask *q)
{
    if (q->remoteness) return "it does not know how long play takes";
    if (q->heap) return "it has no heaps of Nim beside a board";
    if (!is_single(q)) return "it takes one board, not a sum of several";
    struct game_traits f = estimate_traits(env, q);
    if (f.mover) return "the mover matters";
    if (f.loopy || f.graph) return "the game is loopy, or an explicit graph as a whole";
    if (env->terms.plain != env->store->plain) return "values with clauses and without have no common store";
    return NULL;
}

/* Of heaps and the like other tables are exact, and so is what they cost. */
static bool is_of_numbers(const struct env *env, const struct ask *q)
{
    bool numbers = true;
    for (size_t i = 0; i < q->count && numbers; i++) {
        int game = component_at(q, i)->game;
        numbers = game >= 0 && env->traits->games[game].scalars;
    }
    return numbers;
}

/* What the tables of the first few will take; no seconds: one of them has none, or a budget has no room for it (*lacks). */
static enum status about(const struct env *env, const struct ask *q, struct cost *cost, enum status *lacks)
{
    enum status st = ST_OK;
    double turns = env->terms.only ? HUGE_VAL : estimate_search(env, q).positions; /* who names it waits */
    *cost = (struct cost){.rough = true};
    for (size_t i = 0; st == ST_OK && i < q->count && i < FEW; i++) {
        struct ground_mask state;
        struct masks *board;
        double steps = 0, bytes = 0;
        st = mask_board_find(env, component_at(q, i), &board, &state);
        uint32_t planes = q->what == Q_VALUE ? BIT_PLANES : 1;
        if (st == ST_OK && board) st = mask_bits_about(board, &state, planes, turns, &steps, &bytes);
        cost->seconds = steps > 0 ? cost->seconds + steps * STEP_SECONDS : 0;
        cost->bytes += bytes;
        if (st == ST_OK && board && !(steps > 0)) *lacks = mask_bits_no_room(board, &state);
        if (!(steps > 0)) return st;
    }
    return st;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    if (q->what != Q_VALUE && q->what != Q_OUTCOME) return;
    if (q->play != PLAY_MISERE && !q->options && !env->terms.only) return;
    way->because = why_not(env, q);
    if (!way->because && is_of_numbers(env, q) && planner_answers(planner, way, BOARD_OF_NUMBERS_SECONDS))
        way->because = PLANNER_QUICKER;
    if (way->because) return;
    bool worth = env->terms.only || estimate_search(env, q).positions > WORTH_BITS ||
                 (!planner_answers(planner, way, PLANNER_QUICK) && estimate_all(env, q).options > WORTH_OPTIONS);
    enum status st = worth ? about(env, q, &way->cost, &way->lacks) : ST_OK;
    if (st != ST_OK) planner->status = st;
    way->can = way->cost.seconds > 0;
    way->cost.seconds += START_SECONDS;
    way->because = way->can              ? "every position that can be reached, 64 at a time"
                   : way->lacks != ST_OK ? "its table has more positions, or takes more memory, than the budgets allow"
                   : worth               ? "its moves are none of few bits in an order in which they rise"
                                         : "there are few positions";
}

const struct solver solver_bits = {
    .name = "bits",
    .kind = "table",
    .summary = "boards of few bits, all positions that can be reached, 64 at a time",
    .offer = offer,
    .run = run,
};
