/* SPDX-License-Identifier: MIT */
/* Outcomes of large boards, along the options that look easiest (mask_proof.h).
 *
 *     cgi analyze domino.game 'domino(5, 9)' --ask outcome --solver dfpn
 *
 * Positions whose components are all boards as masks: the nim-sum of all components but the last, and of the heap beside
 * them, is what the last is asked for. A value is found by asking for 0, 1, ... `nimbers` does this and searches depth first as well, in
 * turns (mask_ways.h): at worst it takes a few times as long as the better way, where this one alone may take any time. So this is
 * offered to those who name it. */
#include "play/options/store.h"
#include "play/options/traits.h"
#include "solve/search/estimate.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_proof.h"

struct proofs {
    const struct env *env;
    struct mask_proof proof;
    struct masks *board; /* for which `proof` is open, or NULL */
};

static enum status prove(struct proofs *p, const struct component *component, uint64_t target, uint64_t *known)
{
    struct ground_mask state;
    struct masks *board;
    enum status st = mask_board_find(p->env, component, &board, &state);
    if (st == ST_OK && !board) st = ST_UNSUPPORTED;
    if (st != ST_OK) return st;
    if (p->board != board) {
        if (p->board) mask_proof_close(&p->proof);
        p->board = board;
        st = mask_proof_open(&p->proof, board, &state);
    }
    return st == ST_OK ? mask_prove(&p->proof, &state, target, known) : st;
}

static enum status outcome_of(struct proofs *p, const struct position *position, uint64_t heap, enum outcome *outcome)
{
    enum status st = ST_OK;
    uint64_t known = mask_value(0), wanted = heap;
    for (size_t i = 0; st == ST_OK && i < position->count; i++) {
        bool last = i + 1 == position->count;
        st = prove(p, &position->components[i], last ? wanted : MASK_ANY, &known);
        if (st == ST_OK && !last) wanted ^= mask_value_of(known);
    }
    *outcome = known == mask_value(wanted) ? OUTCOME_P : OUTCOME_N;
    return st;
}

static enum status value_of(struct proofs *p, const struct component *component, uint64_t *value)
{
    uint64_t known = 0;
    enum status st = prove(p, component, MASK_ANY, &known);
    *value = mask_value_of(known);
    return st;
}

static enum status run_all(struct proofs *p, const struct ask *q, struct arena *arena, struct result *result)
{
    enum status st = ST_OK;
    bool values = q->what == Q_VALUE;
    if (values) result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    else result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (values ? !result->values : !result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++)
        st = values ? value_of(p, &q->components[i], &result->values[i])
                    : outcome_of(p, &q->positions[i], q->heap, &result->outcomes[i]);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct proofs p = {.env = env};
    uint64_t before = mask_boards_count(env);
    enum status st = run_all(&p, way->ask, arena, result);
    if (p.board) mask_proof_close(&p.proof);
    result->positions = mask_boards_count(env) - before;
    result->claim = "is the part beside a heap lost? proved along the options that are nearest to it";
    result->source = "Sprague 1935, Grundy 1939; Nagai 2002, Lemoine and Viennot 2012";
    result->extent = "every position computed from as many of its options as decide it";
    return st;
}

/* ---- the offer ----------------------------------------------------------------------------------------------------- */
#define START_SECONDS 0.2

static const char *why_not(const struct env *env, const struct ask *q)
{
    if (q->play == PLAY_MISERE) return "SG values belong to normal play";
    if (q->remoteness) return "SG values say nothing of the length of play";
    struct game_traits f = estimate_traits(env, q);
    if (f.loopy || f.graph) return "the game is loopy, or an explicit graph as a whole";
    if (f.mover) return "the mover matters, so there are no SG values";
    if (env->terms.plain != env->store->plain) return "SG values with clauses and without have no common store";
    return NULL;
}

static double positions_about(const struct env *env, const struct ask *q)
{
    double about = q->what == Q_VALUE ? estimate_search(env, q).positions : 0;
    for (size_t i = 0; q->what == Q_OUTCOME && i < q->count; i++)
        for (size_t j = 0; j < q->positions[i].count; j++)
            about += estimate_component(env, &q->positions[i].components[j]).positions;
    return about;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    struct mask_boards_asked boards = {0};
    (void)self;
    if (q->what != Q_VALUE && q->what != Q_OUTCOME) return;
    const char *why = why_not(env, q);
    way->because = env->terms.only ? why : NULL; /* `nimbers` says the same, and searches in this way too */
    if (why || !env->terms.only) return;
    struct mask_boards_worth worth = {.about = positions_about(env, q), .words = true};
    enum status st = mask_boards_asked(env, q, &worth, &boards);
    if (st != ST_OK) planner->status = st;
    if (!boards.all || !boards.count || boards.unlisted) {
        way->because = "it searches large boards whose rules can be multiplied out";
        return;
    }
    way->can = true;
    way->because = "the options that are nearest to a proof";
    way->cost = (struct cost){START_SECONDS + boards.turns * (q->what == Q_VALUE ? 4e-6 : 1.5e-6),
                              boards.positions * 24, true, 0};
}

const struct solver solver_dfpn = {
    .name = "dfpn",
    .kind = "search",
    .summary = "outcomes of large boards, along the options that look easiest",
    .offer = offer,
    .run = run,
};
