/* SPDX-License-Identifier: MIT */
/* Sums in misere play, component by component: SG value and misere value of each decide the sum when all are tame. The
 * premise is looked at before the rule is used; where it fails the planner goes on to a search of the whole sum. A sum is the
 * smaller the more of it is looked at apart, and so is a heap that splits. */
#include "solve/search/estimate.h"
#include "solve/misere/tame.h"
#include "play/options/store.h"

static const char *refuse_position(const struct env *env, const struct position *position)
{
    for (size_t i = 0; i < position->count; i++) {
        struct game_traits traits = traits_of(env->traits, &position->components[i]);
        if (traits.mover) return "the mover matters, so no component has an SG value";
        if (traits.loopy) return "the game is loopy: play may go on for ever";
        if (traits.graph) return "an explicit graph with a cycle, or a large one, is labelled as a whole";
    }
    bool refused;
    const char *found = tame_reason(env, position->components, position->count, &refused);
    return refused ? found : NULL;
}

static const char *refuse(const struct env *env, const struct ask *q)
{
    if (q->what != Q_OUTCOME) return "it gives outcomes of whole positions only";
    if (q->play != PLAY_MISERE) return "it is for misere play";
    if (q->remoteness) return "the remoteness of a sum does not follow from its components";
    for (size_t i = 0; i < q->count; i++) {
        const char *reason = refuse_position(env, &q->positions[i]);
        if (reason) return reason;
    }
    return NULL;
}

/* Can a move leave more than one component? */
static bool splits(const struct env *env, const struct component *component)
{
    if (component->game < 0) return false;
    const struct game *game = &env->model->games[component->game];
    for (size_t m = 0; m < game->move_count; m++)
        if (game->moves[m].result && game->moves[m].result->kind != EXPR_GAME) return true;
    return false;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self, (void)planner;
    const char *reason = refuse(env, q);
    way->can = !reason;
    way->because = reason;
    way->cost.rough = true;
    if (!way->can) return;
    struct estimate whole = estimate_search(env, q), parts = {0, 0};
    bool split = false, refused;
    for (size_t i = 0; i < q->count && i < 1000; i++)
        for (size_t j = 0; j < q->positions[i].count; j++) {
            struct estimate e = estimate_component(env, &q->positions[i].components[j]);
            if (tame_is_vouched(env, &q->positions[i].components[j])) continue;
            if (e.options > parts.options) parts = e;
            split |= splits(env, &q->positions[i].components[j]);
        }
    const char *found =
        q->count == 1 ? tame_reason(env, q->positions[0].components, q->positions[0].count, &refused) : NULL;
    way->because = found ? found : "SG value and misere value of each component, if all are found to be tame";
    /* Every option is looked at, where a search of the whole stops at the first good move; but that meets all sums. */
    way->cost.seconds = parts.options * 2e-7 + parts.positions * 4e-7;
    if (split && way->cost.seconds > whole.options * 5e-8) way->cost.seconds = whole.options * 5e-8;
    way->cost.bytes = parts.positions * 60 + parts.options * 8;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    enum status st = ST_OK;
    bool pet = true, refused;
    result->extent = TAME_EXTENT;
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        struct tame_sum sum;
        st = tame_position(env, q->positions[i].components, q->positions[i].count, &sum);
        result->outcomes[i] = tame_outcome(&sum);
        pet &= sum.pet;
        result->claimed |= sum.vouched != NULL;
        if (sum.vouched) result->extent = TAME_EXTENT_VOUCHED;
    }
    if (q->count == 1 && (st == ST_OK || st == ST_UNSUPPORTED)) {
        const struct position *position = &q->positions[0];
        enum status described = tame_describe(env, position->components, position->count);
        /* Where no other solver may answer, the refusal says on what the rule goes wrong. */
        if (described == ST_OK && env->terms.only) described = tame_refute(env, position->components, position->count);
        if (described != ST_OK) return described;
        result->claim = tame_reason(env, position->components, position->count, &refused);
    }
    if (!result->claim)
        result->claim = pet ? "SJ formula: all components are pet" : "tame rule: all components are tame";
    result->source = pet ? "Gurvich and Ho 2018" : "Conway 1976";
    return st;
}

const struct solver solver_misere = {
    .name = "misere",
    .kind = "theorem",
    .summary = "outcomes of sums in misere play from their components, if all are found to be tame",
    .offer = offer,
    .run = run,
};
