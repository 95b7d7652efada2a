/* SPDX-License-Identifier: MIT */
/* A search with a small budget, then a table, of values or of outcomes. A table fills all that lies below a position,
 * of which play may reach only a corner: from (1000, 1618) Euclid's game reaches a few dozen positions out of a million.
 * This cannot be known beforehand, so a search tries first, with a fraction of the table's cost. Of outcomes one that
 * finds a move that wins looks at no others. */
#include <string.h>
#include "plan/outcomes.h"
#include "plan/plan.h"
#include "play/options/traits.h"
#include "solve/search/search_components.h"

#define TRY_SECONDS 0.1 /* for a table that costs less, a try is not worth it */
#define TRY_SECONDS_MOST 20.0
#define TRY_OUTCOME_LOOKS 30 /* a search that leaves out options meets few of the positions of a table, or nearly all */
#define TRY_BOX_LOOKS 5      /* and so many a second: of a box few positions are met, or a table is better */
#define TRY_BOX_LOOKS_SECOND 40.0
#define TRY_LOOKS_SUMS 1000.0   /* of a search of whole sums, which looks more often */
#define TRY_LOOKS 200.0         /* calls of budget_check per second of the table's cost: a small fraction of it */
#define TRY_LOOKS_VALUES 2000.0 /* of a search for values, which looks every 512 options, in 20 us or more */

#define AHEAD_OPTIONS 500000.0 /* for each second of the table */
#define AHEAD_SECONDS 0.01     /* of a value that was found so: it stands in the store */
enum { AHEAD_MOST = 1 << 18 };

/* In the order in which they are asked: `ranked` writes a rule out only where the sequence takes long, and counts states for the
 * estimates of what follows. */
static const struct solver *const tables[] = {&solver_sequence, &solver_ranked,  &solver_lines,  &solver_dynamic,
                                              &solver_table,    &solver_vectors, &solver_choices};

static bool is_one_heap(const struct env *env, const struct ask *ask)
{
    bool value = ask->what == Q_VALUE, any = value ? ask->count > 0 : ask->positions->count == 1;
    int game = any ? (value ? ask->components : ask->positions->components)[0].game : -1;
    return game >= 0 && env->traits->games[game].one_heap;
}

/* The plan of the cheapest table that can answer; NULL if there is none. */
static struct plan *table_plan(struct planner *planner, const struct ask *ask)
{
    struct plan *best = NULL;
    for (size_t i = 0; planner->status == ST_OK && i < sizeof tables / sizeof *tables; i++) {
        if (tables[i] == &solver_choices && is_one_heap(planner->env, ask))
            continue; /* windows and periods may be better */
        struct plan *plan = planner_by(planner, ask, tables[i]);
        bool better = plan && plan->chosen && (!best || plan->chosen->cost.seconds < best->chosen->cost.seconds);
        if (better) best = plan;
    }
    return best;
}

static bool is_misere(const struct ask *q) { return q->what == Q_OUTCOME && q->play == PLAY_MISERE; }

/* Of outcomes: a search that looks at few options, or for the value of a single position. */
static struct plan *outcome_search(struct planner *planner, const struct ask *ask)
{
    struct plan *search = planner_by(planner, ask, &solver_nimbers);
    const struct position *first = &ask->positions[0];
    struct ask *value = arena_alloc(planner->arena, sizeof *value);
    if (!value) planner->status = ST_NO_MEMORY;
    if (!search || !value || search->chosen || ask->count > 1) return search;
    *value = (struct ask){.what = Q_VALUE, .components = first->components, .count = first->count, .yields = true};
    return planner_try(planner, value, &solver_hashed);
}

/* Of outcomes: of the states that can be reached, or of the box below. (Of heaps below a heap play reaches most.) */
static struct plan *outcome_table(struct planner *planner, const struct ask *ask)
{
    struct plan *ranked = planner_by(planner, ask, &solver_ranked);
    bool boxed = planner->status == ST_OK && !is_one_heap(planner->env, ask);
    struct plan *box = boxed ? planner_by(planner, ask, &solver_table) : NULL;
    if (!ranked || !ranked->chosen || !box || !box->chosen) return ranked && ranked->chosen ? ranked : box;
    return box->chosen->cost.seconds < ranked->chosen->cost.seconds ? box : ranked;
}

/* Of boards of few bits. Numbers that are numbered as quickly need none; what numbers their states says so without a look at a board. */
static struct plan *misere_table(struct planner *planner, const struct ask *ask)
{
    const struct position *first = &ask->positions[0];
    int game = ask->count && first->count ? first->components[0].game : -1;
    bool numbers = game >= 0 && planner->env->traits->games[game].scalars;
    struct plan *ranked = numbers ? planner_by(planner, ask, &solver_ranked) : NULL;
    if (planner->status != ST_OK || (ranked && ranked->chosen && ranked->chosen->cost.seconds < TRY_SECONDS))
        return NULL;
    return planner_by(planner, ask, &solver_bits);
}

/* A value that a few options decide is found before the table is planned for: it stays in the store. Of numbers it is found too where a
 * search is taken for shorter than the table: that begins with the same. */
static void look_ahead(struct planner *planner, struct way *way, double seconds)
{
    const struct ask *q = way->ask;
    bool valued = false;
    double options = ask_at_most(q, seconds) * AHEAD_OPTIONS;
    if (q->what != Q_VALUE || q->count != 1 || ask_is_big(q) || options < 1 || ask_unwanted(q, AHEAD_SECONDS)) return;
    int game = q->components[0].game;
    const struct game_traits *f = game >= 0 ? &planner->env->traits->games[game] : NULL;
    bool numbers = f && f->scalars && !f->one_heap;
    if (way->cost.seconds > seconds && !numbers) return; /* another way is better than the table */
    uint64_t most = options < AHEAD_MOST ? (uint64_t)options : AHEAD_MOST;
    enum status st = components_try(planner->env, &q->components[0], most, &valued);
    if (st != ST_OK) planner->status = st;
    if (st == ST_OK && valued) way->cost = (struct cost){AHEAD_SECONDS, 0, true, 0};
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    bool misere = is_misere(q), outcome = q->what == Q_OUTCOME && !misere;
    (void)self;
    if ((q->what != Q_VALUE && q->what != Q_OUTCOME) || env->terms.only || (misere && q->remoteness)) return;
    if (outcome && (q->mover || q->remoteness || q->heap || q->big || q->count > 1)) return;
    struct plan *table = outcome  ? outcome_table(planner, q)
                         : misere ? misere_table(planner, q)
                                  : table_plan(planner, q);
    if (!table || !table->chosen || table->chosen->cost.seconds < (outcome ? TRY_OUTCOME_SECONDS : TRY_SECONDS)) return;
    struct plan *search =
        outcome ? outcome_search(planner, q) : planner_try(planner, q, misere ? &solver_wholesum : &solver_hashed);
    if (!search || !search->chosen) return;
    way->parts = arena_array(planner->arena, 2, sizeof *way->parts);
    if (!way->parts) planner->status = ST_NO_MEMORY;
    if (!way->parts) return;
    way->parts[way->part_count++] = search;
    way->parts[way->part_count++] = table;
    way->can = true;
    way->because = "a search with a small budget, then the table";
    way->cost = table->chosen->cost;
}

/* The value of a position that is asked about for its outcome. */
static enum status as_outcome(const struct ask *value, struct arena *arena, struct result *result)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < value->count; i++) sum ^= result->values[i];
    result->outcomes = arena_array(arena, 1, sizeof *result->outcomes);
    if (result->outcomes) result->outcomes[0] = sum ? OUTCOME_N : OUTCOME_P;
    return result->outcomes ? ST_OK : ST_NO_MEMORY;
}

/* Calls of budget_check, up to a millisecond each. */
static uint64_t looks_for(const struct plan *table, bool outcome, bool misere)
{
    double seconds = table->chosen->cost.seconds;
    if (seconds > TRY_SECONDS_MOST) seconds = TRY_SECONDS_MOST;
    if (outcome && table->chosen->by == &solver_table)
        return TRY_BOX_LOOKS + (uint64_t)(TRY_BOX_LOOKS_SECOND * seconds);
    if (outcome) return TRY_OUTCOME_LOOKS + (uint64_t)(TRY_LOOKS * seconds);
    return (uint64_t)((misere ? TRY_LOOKS_SUMS : TRY_LOOKS_VALUES) * seconds);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    bool misere = is_misere(way->ask), outcome = way->ask->what == Q_OUTCOME && !misere;
    struct env_view view;
    struct terms terms = env->terms;
    struct plan *search = way->parts[0];
    terms.looks = looks_for(way->parts[1], outcome, misere);
    env_view_open(&view, env, &terms);
    enum status st =
        outcome ? plan_run_else(&view.env, search, arena, result) : plan_run(&view.env, search, arena, result);
    env_view_close(&view);
    if (st == ST_OK && outcome && search->ask->what == Q_VALUE) st = as_outcome(search->ask, arena, result);
    bool enough = st != ST_STATE_BUDGET && st != ST_MEMORY_BUDGET && st != ST_UNSUPPORTED;
    return enough ? st : plan_run(env, way->parts[1], arena, result);
}

const struct solver solver_try = {
    .name = "try",
    .kind = "search",
    .summary = "a search with a small budget, then a table",
    .beyond = true,
    .trust = TRUST_SEARCHED,
    .stands_on_others = true,
    .offer = offer,
    .look = look_ahead,
    .run = run,
};
