/* SPDX-License-Identifier: MIT */
/* How many positions and options a search may visit: rough figures, for ordering offers only.
 *
 *     struct estimate e = estimate_search(env, &question);
 *     way->cost.seconds = e.options * 2e-7;
 *
 * A position of scalars is assumed to reach the whole box below it, with half of the sum of its fields as options; a
 * row, bag or grid the box of its cells. Capped at 1e30. These numbers decide nothing but an order.
 *
 *     uint64_t least = estimate_least(env, &component);     // a search of all options visits at least that many positions
 *     least = estimate_least_whole(env, &question, &position);        // a search for the outcome of the sum does
 *
 * These are proved, from moves that can be made again and again (reach.h); 0 if nothing is. A search for an outcome alone
 * stops at the first option that wins, and yet walks down from the start to an end of play before it can stop anywhere:
 * it meets as many positions as the shortest play has. With remoteness it visits everything. */
#ifndef CGI_SOLVE_SEARCH_ESTIMATE_H
#define CGI_SOLVE_SEARCH_ESTIMATE_H
#include "solve/solver.h"

struct estimate {
    double positions, options;
    double steps;       /* of the machine while it lists all options, from a few lists; 0: nothing is known */
    bool played, dense; /* of rows and grids, by a few plays; where positions are met again and again (played.h) */
};
/* Of such a step: conditions that most numbers fail take longer than the options that are left. */
#define ESTIMATE_STEP_SECONDS 3e-10
struct estimate estimate_component(const struct env *env, const struct component *component);
/* Without a look at the rule on its board (play/options/ends.h), which may take as long as a short search: where a number is a
 * set of binary digits, positions may seem fewer than they are. */
struct estimate estimate_component_quick(const struct env *env, const struct component *component);
/* Its positions alone: no options are listed for it. */
double estimate_positions(const struct env *env, const struct component *component);
/* The same where its value is to be found: a board that fills up is not the less for it that its cells still hold 0. */
struct estimate estimate_value(const struct env *env, const struct component *component);
/* How many positions a search of any kind may meet. Where moves fill cells, the box says nothing of what they fill them with: not less than
 * by a few plays (played.h). */
double estimate_about(const struct env *env, const struct component *component);
/* The most of the first few components, and no fewer than `least`. Q_VALUE or Q_OUTCOME. `grounded`: else as estimate_search_quick. */
double estimate_asked(const struct env *env, const struct ask *question, double least, bool grounded);
/* Q_VALUE and Q_BOX: components separately; Q_OUTCOME: whole sums. */
struct estimate estimate_search(const struct env *env, const struct ask *question);
/* The same of rows and grids by a few plays (played.h), where all options of every position are looked at: of the first few components, or
 * of positions of one component. Takes 2^18 steps of the machine or less. */
struct estimate estimate_all(const struct env *env, const struct ask *question);
/* The same without a look at the rule on its board (play/ground/residue.h), which may take as long to make as a short search: boards that
 * fill up, and sets of binary digits, may seem smaller than they are. */
struct estimate estimate_search_quick(const struct env *env, const struct ask *question);
struct estimate estimate_all_quick(const struct env *env, const struct ask *question);
uint64_t estimate_least(const struct env *env, const struct component *component);
uint64_t estimate_least_whole(const struct env *env, const struct ask *question, const struct position *position);
/* Sets cost->least from the components, or the positions, of a question whose estimate exceeds the memory budget. */
void estimate_bound(const struct env *env, const struct ask *question, struct estimate about, struct cost *cost);
/* Does this number of positions, in as little memory as a search can store them, exceed the memory budget? */
bool estimate_too_many(const struct env *env, uint64_t positions, uint64_t *bytes);
/* Of all components of Q_VALUE or Q_OUTCOME, together. */
struct game_traits estimate_traits(const struct env *env, const struct ask *question);

#endif
