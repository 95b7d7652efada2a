/* SPDX-License-Identifier: MIT */
/* What the runtime needs to know of each game before running it, derived from the model once.
 *
 *     struct traits traits;
 *     if (traits_find(model, &arena, &facts) != ST_OK) return ST_NO_MEMORY;
 *     if (facts.games[g].loopy) ...                        // g, or a game that g can lead to, may repeat positions
 *
 * "Reaches" is the transitive closure of "some result, or the compound, mentions that game"; every game reaches itself.
 * A Lua generator leads to its own game only. Time O(size of the rules + games^3). */
#ifndef CGI_PLAY_OPTIONS_TRAITS_H
#define CGI_PLAY_OPTIONS_TRAITS_H
#include "base/status.h"
#include "model/model.h"
#include "code/machine/position.h"

struct game_traits {
    bool loopy;      /* reaches a game marked loopy */
    bool mover;      /* reaches a game that reads `mover` */
    bool graph;      /* reaches a large explicit graph, or one with a cycle */
    bool watched;    /* reaches a game that is not loopy and has no measure: play is watched for cycles */
    bool coins;      /* reaches a game of coins: two of its heads on one place cancel, even where outcomes do not add */
    bool folded;     /* reaches a compound */
    bool coin;       /* is itself a game of coins */
    bool has_clause; /* has `symmetric` or `canon` itself */
    bool
        direct; /* reaches no game with a clause, no compound, none that is a sum of parts: options are already canonical */
    bool scalars;  /* every field is nat, int or bool */
    bool one_heap; /* exactly one field, a nat, no invariant */
    /* Scalars: does every field have a proved least value (nat, bool, or an invariant `field >= c`), and which: the greatest of these. */
    bool bounded;
    int64_t low[MODEL_MAX_FIELDS];
    bool descends; /* a measure proves that no position repeats and options never leave the box below a position */
};
struct traits {
    bool *reaches; /* count * count: does game g reach game h */
    size_t count;
    struct game_traits *games;
};
enum status traits_find(const struct model *model, struct arena *arena, struct traits *facts);
/* Which games depend on the mover at these parameters: those that read `mover` and are not proved impartial
 * (unify.h), and those that reach them. ST_OK or ST_NO_MEMORY. */
enum status traits_movers(const struct model *model, const struct param_value *params, struct traits *facts);
/* The traits of a component, compounds included: the union over the games in it. */
struct game_traits traits_of(const struct traits *facts, const struct component *component);
/* Adds to *all what these components reach, `loopy` to `folded`: for what holds of a whole question. */
void traits_join(const struct traits *facts, const struct component *components, size_t count, struct game_traits *all);
/* Must pairs of coins on one place be cancelled? Values cancel by themselves, so in normal play it makes no
 * difference; `apart`: the question needs more than values, such as an outcome in misère play or remoteness. */
bool traits_coins_meet(const struct traits *facts, const struct position *position, bool apart);
/* Removes pairs of equal coins from the position's own arrays; the rest keeps its order. */
void traits_cancel_coins(const struct traits *facts, struct position *position);

#endif
