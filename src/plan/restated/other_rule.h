/* SPDX-License-Identifier: MIT */
/* A rule written in other numbers, compiled, in an environment of its own; and questions about its states.
 *
 *     struct other_rule *r = ...;                              // r->arena, r->model: written by proof/restate
 *     other_rule_plain(r, game);
 *     st = other_rule_open(env, env->terms.restated + 1, false, r);
 *     if (st == ST_OK && r->env) ..                            // else the compiler does not take it
 *     struct ask *other = other_ask(q, image, context, arena);
 *     other_rule_begin(env, r);                                // before something is run in r->env
 *     other_rule_close(r);
 *
 * The environment has no plugins and no clauses, and its budget is within the caller's. */
#ifndef CGI_PLAN_RESTATED_OTHER_RULE_H
#define CGI_PLAN_RESTATED_OTHER_RULE_H
#include "code/compile/code.h"
#include "plan/plan.h"
#include "play/options/env.h"
#include "play/options/store.h"

/* How often a rule is written in other numbers. One whose numbers were moved has those in which options nest, if they were found: others
 * would be written without an end, each of the last. */
enum { RESTATED_MOST = 2 };
struct other_rule {
    struct arena arena;
    struct model model;
    struct code *code;
    struct budget budget;
    struct diags diags;
    struct env *env; /* NULL: the rule cannot be written so, or need not */
};
/* Leaves out what is known, or claimed, of the game as it was written, and an invariant that is true. */
void other_rule_plain(struct other_rule *r, int game);
/* What falls with every move still says that play ends, whatever it is in other numbers. */
struct measure other_rule_measure(const struct measure *old);
/* Is each result a position of the game itself, a choice between such or a sum of them? Updates that might fail are not. */
bool other_rule_leads_to(const struct expr *result, int game);
enum status other_rule_open(const struct env *env, int restated, bool settled, struct other_rule *r);
void other_rule_begin(const struct env *env, struct other_rule *r);
void other_rule_close(struct other_rule *r);

/* One rule a game, written when it is first asked for and kept in the store of the caller's environment: the beginning of what a way knows
 * of a game. A tenant of the store is `struct written_rules`, which written_rules_forget gives back. */
enum { WRITTEN_RULES_MOST = 8 };
struct written_rule {
    int game;
    bool fails; /* it failed when it was run: it is none any more */
    struct other_rule as;
};
struct written_rules {
    struct written_rule *items[WRITTEN_RULES_MOST];
    size_t count, size; /* bytes of each */
};
void written_rules_forget(void *kept);
/* Fills in r->as; no r->as.env: the game has no such rule. */
typedef enum status (*write_other_rule)(const struct env *env, struct written_rule *r);
/* `size`: bytes of what begins with the rule, 0 but for it when it is written. *out NULL: there is none, or no room for one more game. */
enum status written_rule_of(const struct env *env, const struct tenant *tenant, int game, size_t size,
                            write_other_rule write, struct written_rule **out);
/* Runs the plan in the rule's environment; ST_UNSUPPORTED where the rule fails, and then it is none any more. */
enum status written_rule_run(const struct env *env, struct written_rule *r, struct plan *plan, struct arena *arena,
                             struct result *result);

/* Does it go through positions one by one? Such ways are left to the rule as it is written. */
static inline bool other_rule_searches(const struct solver *by)
{
    return by == &solver_hashed || by == &solver_nimbers || by == &solver_dfpn;
}

/* "its cells as fields: lines, every position .."; NULL: memory is out. */
const char *other_rule_words(const char *how, const struct plan *plan, struct arena *arena);
/* The image of a component, whose cells are in the arena; false: memory is out. */
typedef bool (*other_image)(void *context, const struct component *from, struct arena *arena, struct component *to);
/* The same question about the images of all components; whoever asks it has another one (`yields`). NULL: memory is out. */
struct ask *other_ask(const struct ask *q, other_image image, void *context, struct arena *arena);

#endif
