/* The planner: who answers a question, and what everybody would have asked for it.
 *
 *     struct plan plan;
 *     st = plan_make(env, &question, &arena, &plan);        // asks every solver and the plugin that recognises the rule
 *     st = plan_answer(env, &question, &plan, &arena, &result);
 *     if (st == ST_UNSUPPORTED) st = plan_refuse(env, &question, &plan);    // says why, as a diagnostic
 *
 * All offers are sound, so the cheapest is taken; with --solver only that one may answer. An offer whose memory is known
 * and does not fit the budget is turned down before anything starts. When the one chosen finds that it cannot answer after
 * all (a closed form with gaps), the next best is asked. */
#ifndef CGI_PLAN_PLANNER_H
#define CGI_PLAN_PLANNER_H
#include "answer/answer.h"
#include "plugin/host/host.h"

#define PLAN_NOBODY SIZE_MAX

struct plan {
    struct offered *offers;        /* count of them: the solvers in their order, then the plugin if there is one */
    const struct solver **solvers; /* NULL for the plugin */
    size_t count, chosen;
    int plugin;       /* -1: none */
    bool over_budget; /* some offer was turned down for its memory alone */
};
enum status plan_make(struct env *env, const struct question *question, struct arena *arena, struct plan *plan);
/* Runs the choice, and the next best as long as the answer is ST_UNSUPPORTED. */
enum status plan_answer(struct env *env, const struct question *question, struct plan *plan, struct arena *arena,
                        struct result *result);
/* Reports why nobody answers; returns the status to hand on. */
enum status plan_refuse(struct env *env, const struct question *question, const struct plan *plan);
/* Is a solver allowed by --solver? */
bool plan_allows(const struct env *env, const char *name);
/* The plugin that is at this component's game, or -1; recognises first if that is still to do. */
enum status plan_recognise(struct env *env);
int plan_plugin(const struct env *env, const struct component *component);

#endif
