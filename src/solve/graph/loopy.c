/* SPDX-License-Identifier: MIT */
/* Rules under which a position may recur: the reachable positions are explored and labelled backwards from where
 * play ends; if neither player can force an end it is a draw. In normal play the outcome of a sum follows from its
 * components by Smith's rule; otherwise the whole sum is explored. */
#include "solve/graph/explore.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"

#define SECONDS_A_POSITION 4e-7
#define SECONDS_AN_OPTION 2.2e-7
enum { BYTES_A_POSITION = 100, BYTES_AN_OPTION = 8 }; /* its key, its name, its labels; an edge and its reverse */

static bool repeats(const struct env *env, const struct component *components, size_t count, bool *mover)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        struct game_traits traits = traits_of(env->traits, &components[i]);
        found |= traits.loopy || traits.graph;
        *mover |= traits.mover;
    }
    return found;
}

static const char *refuse(const struct env *env, const struct ask *q)
{
    bool mover = false, found = false;
    if (q->what == Q_VALUE || q->what == Q_LOOPY) found = repeats(env, q->components, q->count, &mover);
    else if (q->what == Q_OUTCOME)
        for (size_t i = 0; i < q->count; i++)
            found |= repeats(env, q->positions[i].components, q->positions[i].count, &mover);
    else return "it answers for single positions only";
    if (!found) return "no game of the position is marked 'loopy' and no graph in it has a cycle";
    if (mover && q->what != Q_OUTCOME) return "the mover matters, so there are no SG values";
    return NULL;
}

/* Is the whole sum explored, not each component? */
static bool as_whole(const struct ask *q, const struct position *position, bool mover)
{
    return mover || q->play == PLAY_MISERE || q->remoteness || position->count == 1;
}

static bool is_counted(const struct env *env, const struct component *component)
{
    if (component->game == POSITION_COMPOUND) return false;
    const struct game_traits *f = &env->traits->games[component->game];
    return f->scalars || env->model->games[component->game].kind == GAME_GRAPH;
}

/* What is explored, where it is about as much as there are states below: of cells on a board nothing is known. False: it is not. */
static bool explores(const struct env *env, const struct ask *q, struct estimate *e)
{
    struct game_traits all = estimate_traits(env, q);
    bool known = true;
    *e = (struct estimate){0};
    for (size_t i = 0; q->what != Q_OUTCOME && i < q->count; i++) known &= is_counted(env, &q->components[i]);
    for (size_t i = 0; q->what == Q_OUTCOME && i < q->count; i++)
        for (size_t k = 0; k < q->positions[i].count; k++) known &= is_counted(env, &q->positions[i].components[k]);
    if (known && q->what != Q_OUTCOME) *e = estimate_search(env, q);
    for (size_t i = 0; known && q->what == Q_OUTCOME && i < q->count; i++) {
        const struct position *p = &q->positions[i];
        struct ask one = *q, parts = {.what = Q_VALUE, .components = p->components, .count = p->count};
        one.positions = p;
        one.count = 1;
        struct estimate more = estimate_search(env, as_whole(q, p, all.mover) ? &one : &parts);
        e->positions += more.positions;
        e->options += more.options;
    }
    double movers = all.mover ? 2 : 1;
    *e = (struct estimate){e->positions * movers, e->options * movers, e->steps * movers, e->played, e->dense};
    return known;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self, (void)planner;
    const char *reason = refuse(env, q);
    way->can = !reason;
    way->because = reason;
    struct estimate e;
    way->cost = (struct cost){.seconds = 1, .bytes = 1 << 20, .rough = true};
    if (way->can && explores(env, q, &e)) {
        way->cost.seconds = e.positions * SECONDS_A_POSITION + e.options * SECONDS_AN_OPTION;
        way->cost.bytes = e.positions * BYTES_A_POSITION + e.options * BYTES_AN_OPTION;
    }
    if (way->can) way->because = "positions may recur, so all reachable ones are labelled together";
}

static enum status run_values(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    enum status st = ST_OK;
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    result->claim = "Smith's values of a game whose positions may recur";
    result->source = "C. A. B. Smith, 1966";
    for (size_t i = 0; i < q->count && st == ST_OK; i++) {
        const struct explored *explored;
        uint32_t node;
        st = labels_explore(env, &q->components[i], 1, 0, LABEL_VALUES, &explored, &node);
        if (st != ST_OK) return st;
        if (explored->values.data[node] == SMITH_INFINITE) return ST_UNSUPPORTED; /* see labels_component */
        result->values[i] = explored->values.data[node];
        result->positions = explored->table.count;
    }
    return st;
}

static enum status run_loopy(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    result->claim = "Smith's values of a game whose positions may recur";
    result->source = "C. A. B. Smith, 1966";
    result->loopy = arena_array(arena, q->count + 1, sizeof *result->loopy);
    enum status st = result->loopy ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++)
        st = labels_component(env, &q->components[i], arena, &result->loopy[i]);
    return st;
}

/* From the values of the components; the arena is left as it was. */
static enum status outcome_of_sum(struct env *env, const struct position *position, struct arena *arena,
                                  enum outcome *outcome)
{
    uint64_t number;
    struct arena_mark mark = arena_mark(arena);
    struct smith_value *values = arena_array(arena, position->count + 1, sizeof *values);
    enum status st = values ? ST_OK : ST_NO_MEMORY;
    for (size_t j = 0; j < position->count && st == ST_OK; j++)
        st = labels_component(env, &position->components[j], arena, &values[j]);
    if (st == ST_OK) *outcome = smith_outcome(values, position->count, &number);
    arena_rewind(arena, mark);
    return st;
}

static enum status outcome_of_whole(struct env *env, const struct ask *q, size_t i, int mover, struct result *result)
{
    const struct position *position = &q->positions[i];
    const struct explored *explored;
    uint32_t node;
    unsigned wanted = q->play == PLAY_MISERE ? LABEL_MISERE : LABEL_NORMAL;
    enum status st = labels_explore(env, position->components, position->count, mover, wanted, &explored, &node);
    if (st != ST_OK) return st;
    uint32_t remoteness = explored->remoteness[q->play].data[node];
    result->outcomes[i] = explored->outcome[q->play].data[node];
    if (q->remoteness) result->remoteness[i] = remoteness == REMOTENESS_NONE ? UINT64_MAX : remoteness;
    result->positions = explored->table.count;
    return ST_OK;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    result->source = "";
    if (q->what == Q_VALUE) return run_values(env, q, arena, result);
    if (q->what == Q_LOOPY) return run_loopy(env, q, arena, result);
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    result->remoteness = arena_array(arena, q->count + 1, sizeof *result->remoteness);
    if (!result->outcomes || !result->remoteness) return ST_NO_MEMORY;
    result->claim = "all reachable positions labelled backwards from where play ends; what is never reached is a draw";
    enum status st = ST_OK;
    for (size_t i = 0; i < q->count && st == ST_OK; i++) {
        const struct position *position = &q->positions[i];
        bool mover = false;
        repeats(env, position->components, position->count, &mover);
        if (as_whole(q, position, mover))
            st = outcome_of_whole(env, q, i, !mover ? 0 : q->mover ? q->mover : 1, result);
        else {
            st = outcome_of_sum(env, position, arena, &result->outcomes[i]);
            result->claim = "Smith's rule for sums of games whose positions may recur";
            result->source = "C. A. B. Smith, 1966";
        }
    }
    return st;
}

const struct solver solver_loopy = {
    .name = "loopy",
    .kind = "graph",
    .summary = "explores the positions of rules with cycles and labels them backwards; cycles are draws",
    .also = ALSO(Q_LOOPY),
    .offer = offer,
    .run = run,
};
