/* SPDX-License-Identifier: MIT */
/* Sums in misère play, component by component: the SG value and misère value of each decide the sum if all are tame.
 * The premise is checked before the rule is used; if it fails the planner goes on to a search of the whole sum. The
 * more of a sum is analysed component by component, the less there is to search; the same holds for a heap that
 * splits. */
#include "plan/misere.h"
#include "plan/apart.h"
#include "plan/groups.h"
#include "plan/tame_refute.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"
#include "solve/search/estimate_seen.h"

enum { BOUNDED_MOST = 16 }; /* components from which play is bounded from below */
#define LARGE_OPTIONS 3e5   /* a plugin that vouches is asked for components whose search visits more options */

/* Kept from the offer to the run: for every component of every position, whether a plugin is asked, and which; NULL:
 * none. */
struct misere_parts {
    struct groups groups; /* owner: the number of the position */
    bool *elsewhere;      /* one per component, position by position; NULL: all are searched */
    const char *vouched;  /* one of the plugins */
};

static const struct integer *const *cells_of(const struct position *position, size_t c)
{
    return position->big ? position->big[c] : NULL;
}

const char *misere_voucher(const struct env *env, const struct component *component, const struct integer *const *cells)
{
    int plugin = component->game >= 0 ? host_plugin(env, component) : -1;
    const struct plugin_info *info = plugin >= 0 ? host_info(env->plugins, (size_t)plugin) : NULL;
    if (!info || !info->usable || !info->tame) return NULL;
    return cells || tame_is_large(env, component, LARGE_OPTIONS) ? info->name : NULL;
}

/* ---- offering ---------------------------------------------------------------------------------------------------- */
static const char *refuse_component(const struct env *env, const struct component *component)
{
    struct game_traits traits = traits_of(env->traits, component);
    if (traits.mover) return "the mover matters, so no component has an SG value";
    if (traits.loopy) return "the game is loopy: play may go on for ever";
    if (traits.graph) return "an explicit graph with a cycle, or a large one, is labelled as a whole";
    return NULL;
}

static const char *refuse(const struct ask *q)
{
    if (q->what != Q_OUTCOME) return "it gives outcomes of whole positions only";
    if (q->play != PLAY_MISERE) return "it is for misere play";
    if (q->remoteness) return "the remoteness of a sum does not follow from its components";
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

/* The components that are searched: all of them, or a copy of those for which no plugin is asked. */
static enum status searched_of(const struct position *position, const bool *elsewhere, struct arena *arena,
                               struct position *searched)
{
    *searched = (struct position){position->components, position->count, NULL};
    if (!elsewhere) return ST_OK;
    searched->components = arena_array(arena, position->count + 1, sizeof *searched->components);
    if (!searched->components) return ST_NO_MEMORY;
    searched->count = 0;
    for (size_t c = 0; c < position->count; c++)
        if (!elsewhere[c]) searched->components[searched->count++] = position->components[c];
    return ST_OK;
}

static size_t components_in(const struct ask *q)
{
    size_t all = 0;
    for (size_t i = 0; i < q->count; i++) all += q->positions[i].count;
    return all;
}

/* Splits the components: those for which a plugin is asked go into groups. Returns false with way->because, or with
 * a status of the planner. */
static bool part_components(const struct env *env, struct planner *planner, struct way *way, struct misere_parts *parts)
{
    const struct ask *q = way->ask;
    size_t at = 0;
    for (size_t i = 0; i < q->count; i++) {
        const struct position *position = &q->positions[i];
        for (size_t c = 0; c < position->count; c++, at++) {
            const struct component *component = &position->components[c];
            const struct integer *const *cells = cells_of(position, c);
            const char *voucher = misere_voucher(env, component, cells);
            way->because = refuse_component(env, component);
            if (!way->because && cells && !voucher)
                way->because = "a number is too large for search, and no plugin vouches for its component";
            if (way->because) return false;
            if (!voucher) continue;
            if (!parts->elsewhere)
                parts->elsewhere = arena_array(planner->arena, components_in(q) + 1, sizeof *parts->elsewhere);
            if (!parts->elsewhere || groups_add(&parts->groups, planner->arena, true, component, cells, i) != ST_OK)
                return planner->status = ST_NO_MEMORY, false;
            parts->elsewhere[at] = true;
            parts->vouched = voucher;
        }
    }
    return true;
}

/* A plan for the components of each plugin. */
static bool plan_parts(struct planner *planner, struct way *way, const struct groups *groups)
{
    way->parts = arena_array(planner->arena, groups->count + 1, sizeof *way->parts);
    if (!way->parts) return planner->status = ST_NO_MEMORY, false;
    for (size_t g = 0; g < groups->count; g++) {
        struct plan *plan = planner_add(planner, way, group_ask(&groups->items[g], Q_PAIR, planner->arena));
        if (!plan) return false;
        if (plan->chosen) continue;
        way->because = "there are too many positions to check whether all are tame, and no plugin vouches for them";
        return false;
    }
    return true;
}

/* Returns a refusal that was found before, as text. */
static bool refused_before(const struct env *env, struct planner *planner, struct way *way,
                           const struct misere_parts *parts, const char **found)
{
    size_t at = 0;
    for (size_t i = 0; i < way->ask->count; at += way->ask->positions[i++].count) {
        struct position searched;
        bool refused;
        planner->status = searched_of(&way->ask->positions[i], parts->elsewhere ? parts->elsewhere + at : NULL,
                                      planner->arena, &searched);
        if (planner->status != ST_OK) return true;
        *found = tame_reason(env, searched.components, searched.count, &refused);
        if (refused) return way->because = *found, true;
    }
    if (way->ask->count != 1) *found = NULL;
    return false;
}

static void estimate(const struct env *env, struct way *way, const struct misere_parts *parts)
{
    const struct ask *q = way->ask;
    struct estimate most = {0};
    struct estimate_seen seen = {0};
    bool split = false;
    size_t at = 0;
    for (size_t i = 0; i < q->count && i < 1000; i++)
        for (size_t c = 0; c < q->positions[i].count; c++) estimate_see(env, &seen, &q->positions[i].components[c]);
    for (size_t i = 0; i < q->count && i < 1000; i++)
        for (size_t c = 0; c < q->positions[i].count; c++, at++) {
            if (parts->elsewhere && parts->elsewhere[at]) continue;
            const struct component *component = &q->positions[i].components[c];
            if (!estimate_needed(env, &seen, component)) continue;
            struct ask all = {
                .what = Q_VALUE, .components = component, .count = 1}; /* it examines what SG values need */
            struct estimate e = estimate_all(env, &all);
            if (at < BOUNDED_MOST) estimate_bound(env, &all, e, &way->cost);
            if (e.options > most.options) most = e;
            split |= splits(env, component);
        }
    /* Every option is examined, whereas a search of the whole sum stops at the first winning move; but that search
     * visits all sums. */
    way->cost.seconds = most.options * 2e-7 + most.positions * 4e-7 + most.steps * ESTIMATE_STEP_SECONDS;
    way->cost.bytes = most.positions * 60 + most.options * 8;
    if (!split || ask_is_big(q)) return;
    struct estimate whole = estimate_search(env, q);
    if (way->cost.seconds > whole.options * 5e-8) way->cost.seconds = whole.options * 5e-8;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const char *found = NULL;
    (void)self;
    way->because = refuse(way->ask);
    way->cost.rough = true;
    if (way->because) return;
    struct misere_parts *parts = way->kept = arena_alloc(planner->arena, sizeof *parts);
    if (!parts) {
        planner->status = ST_NO_MEMORY;
        return;
    }
    if (!part_components(env, planner, way, parts) || !plan_parts(planner, way, &parts->groups)) return;
    if (refused_before(env, planner, way, parts, &found)) return;
    way->can = true;
    way->because = found ? found : "SG value and misere value of each component, if all are found to be tame";
    estimate(env, way, parts);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */
enum status misere_add(struct tame_sum *sum, const struct tame_pair *pair, struct arena *arena)
{
    int64_t small;
    sum->fixed += !pair->swap;
    sum->pet = false;
    if (integer_fits(pair->value, &small)) {
        sum->xor_ ^= (uint64_t)small;
        return ST_OK;
    }
    sum->wide = sum->wide ? integer_xor(arena, sum->wide, pair->value) : pair->value;
    if (!sum->wide) return ST_NO_MEMORY;
    if (!integer_fits(sum->wide, &small)) return ST_OK;
    sum->xor_ ^= (uint64_t)small;
    sum->wide = NULL;
    return ST_OK;
}

static enum status ask_voucher(struct env *env, const struct component *component, const struct integer *const *cells,
                               struct arena *arena, struct tame_sum *sum)
{
    struct ask ask = {.what = Q_PAIR, .components = component, .count = 1, .apart = true, .big = cells ? &cells : NULL};
    struct result result;
    enum status st = plan_answer(env, &ask, arena, &result);
    if (st == ST_OK) st = misere_add(sum, &result.pairs[0], arena);
    return st == ST_TOO_LARGE ? ST_UNSUPPORTED : st;
}

static enum status pair_of_one(struct env *env, const struct component *component, const struct integer *const *cells,
                               struct arena *arena, struct tame_sum *sum)
{
    const char *voucher = misere_voucher(env, component, cells);
    struct tame_sum one;
    if (voucher) {
        sum->vouched = voucher;
        return ask_voucher(env, component, cells, arena, sum);
    }
    enum status st = cells ? ST_UNSUPPORTED : tame_position(env, component, 1, &one);
    if (st == ST_OK) tame_add(sum, &one);
    return st;
}

enum status misere_pair(struct env *env, const struct component *component, const struct integer *const *cells,
                        struct arena *arena, struct tame_sum *sum)
{
    struct position one = {(struct component *)component, 1, &cells}, parts;
    enum status st = apart_position(env, &one, arena, &parts, NULL);
    for (size_t i = 0; st == ST_OK && i < parts.count; i++)
        st = pair_of_one(env, &parts.components[i], parts.big ? parts.big[i] : NULL, arena, sum);
    return st;
}

/* Adds the pairs that the plugins gave to the sums of their positions. */
static enum status add_parts(struct env *env, const struct way *way, struct arena *arena, struct tame_sum *sums)
{
    const struct misere_parts *parts = way->kept;
    enum status st = ST_OK;
    for (size_t g = 0; st == ST_OK && g < way->part_count; g++) {
        struct result part;
        st = plan_run(env, way->parts[g], arena, &part);
        if (st == ST_TOO_LARGE) st = ST_UNSUPPORTED; /* the gate refused it */
        const struct group *group = &parts->groups.items[g];
        for (size_t k = 0; st == ST_OK && k < group->count; k++) {
            st = misere_add(&sums[group->owner[k]], &part.pairs[k], arena);
            sums[group->owner[k]].vouched = way->parts[g]->chosen->by->name;
        }
    }
    return st;
}

/* The text for one position: the theorem with what was examined, or the reason of the refusal (for the next offer). */
static enum status describe(struct env *env, const struct position *searched, const struct misere_parts *parts,
                            struct arena *arena, struct result *result)
{
    struct text text = {0};
    bool refused;
    enum status st = ST_UNSUPPORTED;
    if (parts->vouched) st = tame_premise(env, searched->components, searched->count, parts->vouched, &text);
    if (st == ST_OK) result->claim = print_keep(arena, &text);
    text_free(&text);
    if (st != ST_UNSUPPORTED) return st == ST_OK && !result->claim ? ST_NO_MEMORY : st;
    st = tame_describe(env, searched->components, searched->count);
    /* If no other solver may answer, the refusal shows where the rule goes wrong. */
    if (st == ST_OK && env->terms.only) st = tame_refute(env, searched->components, searched->count);
    if (st == ST_OK) result->claim = tame_reason(env, searched->components, searched->count, &refused);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct misere_parts *parts = way->kept;
    bool pet = true;
    size_t at = 0;
    struct position searched = {0};
    struct tame_sum *sums = arena_array(arena, q->count + 1, sizeof *sums);
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (!result->outcomes || !sums) return ST_NO_MEMORY;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < q->count; at += q->positions[i++].count) {
        st = searched_of(&q->positions[i], parts->elsewhere ? parts->elsewhere + at : NULL, arena, &searched);
        if (st == ST_OK) st = tame_position(env, searched.components, searched.count, &sums[i]);
    }
    if (st == ST_OK) st = add_parts(env, way, arena, sums);
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        result->outcomes[i] = tame_outcome(&sums[i]);
        pet &= sums[i].pet;
    }
    result->extent = parts->vouched ? TAME_EXTENT_VOUCHED : TAME_EXTENT;
    if (q->count == 1 && (st == ST_OK || st == ST_UNSUPPORTED)) {
        enum status described = describe(env, &searched, parts, arena, result);
        if (described != ST_OK) return described;
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
    .any_size = true,
    .offer = offer,
    .run = run,
};
