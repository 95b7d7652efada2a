/* SPDX-License-Identifier: MIT */
/* Does it matter, from a position on, who moves? The options of both players are compared at every reachable component.
 *
 *     struct impartial found;
 *     st = impartial_compare(env, components, count, &arena, &found);
 *     if (found.alike) ...     // found.positions components were compared: impartial, so there are SG values (Sprague, Grundy)
 *     else use(found.where);   // "at kl(1) player 2 can move to kl(0) and player 1 cannot"; NULL: too much to compare
 *
 * A rule that fails for only one player is not alike; one that fails for both gives ST_RULE_FAILED with a
 * diagnostic. Components are compared one by one, which settles their sums. Time O(options of the components
 * reached, for both). */
#ifndef CGI_TRUST_IMPARTIAL_H
#define CGI_TRUST_IMPARTIAL_H
#include "solve/solver.h"

#define MOVERS_MOST 200000u /* components that are compared at most */

struct impartial {
    bool alike;
    size_t positions;
    const char *where; /* if not alike: in the given arena */
};
enum status impartial_compare(struct env *env, const struct component *components, size_t count, struct arena *arena,
                              struct impartial *found);

#endif
