/* SPDX-License-Identifier: MIT */
/* A search with a small budget, then a table. A table fills all that lies below a position, of which play may reach
 * only a corner: from (1000, 1618) Euclid's game reaches a few dozen positions out of a million. This cannot be
 * known beforehand, so a search tries first, with a fraction of the table's cost. Outcomes in misere play are tried in
 * the same way before a table of bits: who finds a move that wins looks at no others. */
#include <string.h>
#include "plan/plan.h"

#define TRY_SECONDS 0.1 /* for a table that costs less, a try is not worth it */
#define TRY_SECONDS_MOST 20.0
#define TRY_LOOKS_SUMS 1000.0 /* of a search of whole sums, which looks more often */
#define TRY_LOOKS 200.0       /* calls of budget_check per second of the table's cost: a small fraction of it */

/* In the order in which they are asked: `ranked` counts states for the others' estimates. */
static const struct solver *const tables[] = {&solver_ranked,  &solver_sequence, &solver_lines,
                                              &solver_dynamic, &solver_vectors,  &solver_table};

/* The plan of the cheapest table that can answer; NULL if there is none. */
static struct plan *table_plan(struct planner *planner, const struct ask *ask)
{
    struct plan *best = NULL;
    for (size_t i = 0; planner->status == ST_OK && i < sizeof tables / sizeof *tables; i++) {
        struct plan *plan = planner_by(planner, ask, tables[i]);
        bool better = plan && plan->chosen && (!best || plan->chosen->cost.seconds < best->chosen->cost.seconds);
        if (better) best = plan;
    }
    return best;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    bool misere = q->what == Q_OUTCOME && q->play == PLAY_MISERE && !q->remoteness;
    (void)self;
    if ((q->what != Q_VALUE && !misere) || env->terms.only) return;
    struct plan *table = misere ? planner_by(planner, q, &solver_bits) : table_plan(planner, q);
    if (!table || !table->chosen || table->chosen->cost.seconds < TRY_SECONDS) return;
    struct plan *search = planner_by(planner, q, misere ? &solver_wholesum : &solver_hashed);
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

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    double seconds = way->parts[1]->chosen->cost.seconds;
    bool misere = way->ask->what == Q_OUTCOME;
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks =
        (uint64_t)((misere ? TRY_LOOKS_SUMS : TRY_LOOKS) * (seconds < TRY_SECONDS_MOST ? seconds : TRY_SECONDS_MOST));
    env_view_open(&view, env, &terms);
    enum status st = plan_run(&view.env, way->parts[0], arena, result);
    env_view_close(&view);
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
    .run = run,
};
