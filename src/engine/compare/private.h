/* SPDX-License-Identifier: MIT */
/* Inside the comparison of two games: what its files share.
 *
 *     compare.c periods, then positions by size
 *     bounds.c  how much work values may take
 *     fields.c  which field, and so which position, is which
 *     params.c  for which values of their parameters rules are the same
 *     parts.c   positions that are sums: their parts are compared
 *     rules.c   proofs that one rule is the other
 *     options.c the first position whose options are not the same
 *     arrows.c  nodes and arrows that only one of two graphs has
 *     graphs.c  explicit graphs: nodes by their names
 *     shape.c   explicit graphs whose nodes have other names
 */
#ifndef CGI_ENGINE_COMPARE_PRIVATE_H
#define CGI_ENGINE_COMPARE_PRIVATE_H
#include "base/vec.h"
#include "engine/compare/compare.h"

/* States that are looked at in search of positions, unless a bound is given: invariants may leave few, or none, among very many. */
enum { COMPARE_TRIED = 1 << 20 };

struct compare {
    struct engine *side[2];
    const struct compare_wanted *wanted;
    struct arena *arena;
    struct comparison *out;
    struct env *env[2];          /* what is asked, perhaps within a bound */
    struct env_view view[2];     /* within a bound: that */
    bool large;                  /* a rule has met a bound on the work of proofs, and so it will again */
    bool mover, values;          /* the mover matters; SG values are compared (until one game has none) */
    const struct model *seen[2]; /* whose main games have fields that are each other's: a row may be several numbers */
    bool unpacked[2];            /* that side's one row is */
    int order[MODEL_MAX_FIELDS]; /* field i of the second is field order[i] of the first, as seen */
    int walked;                  /* the side whose positions are gone through */
    VEC(int64_t) cells[2];       /* of the portion at hand, one position after the other */
    VEC(uint32_t) lengths[2];
    uint64_t size, most; /* positions that may still be met; UINT64_MAX: no limit */
    uint64_t tried;      /* states that may be positions */
    bool full;           /* a limit was met */
    bool found;          /* a difference */
};

const struct game *compare_game(const struct compare *c, int side);

/* From now on each side may take this much work, in instructions of the machine (about, and at most); then what is asked ends with
 * ST_STATE_BUDGET, and `compare_ended` says that it was for that. The same work on every machine. */
void compare_bound(struct compare *c, uint64_t work);
bool compare_ended(const struct compare *c, enum status st);
bool compare_spent(const struct compare *c);
void compare_unbound(struct compare *c);

/* Finds `seen` and `order`; *fit: false where the states are of different kinds. */
enum status compare_fields(struct compare *c, bool *fit);
/* The position of game `there` of the other side that is this one of side `from`; it lives in the arena. Of main games as `order` says,
 * of others by the names of their fields. */
enum status compare_partner(const struct compare *c, int from, const struct component *position, int there,
                            struct arena *arena, struct component *partner);
/* A position of the main game of that side, whatever its `game`, and its partner: both[0] of the first game, both[1] of the second. */
enum status compare_pair_of(const struct compare *c, int from, const struct component *position, struct arena *arena,
                            struct component *both);

/* Is one rule proved to be the other? Sets c->out where it is. */
enum status compare_rules(struct compare *c, bool *done);
/* Fills c->out->params and same_params; `seen` and `order` are known. */
enum status compare_params(struct compare *c);
/* Are both games sums of one-number games, or one of them such a game itself? PARTS_SAME: each part is proved to be its partner, so
 * the games are the same, as c->out->restated says. PARTS_CHOSEN: the main games of both sides are now parts, the first that are not
 * proved to be the same (or, with c->out->verdict, that are on fewer positions), c->out->parts says of what, and c->out is as
 * compare_rules leaves it; not with `proof_only`. */
enum parts_found { PARTS_NONE, PARTS_SAME, PARTS_CHOSEN };
enum status compare_parts(struct compare *c, bool proof_only, enum parts_found *found);
/* In misere play heads on one place cancel where one side is a game of coins; then the same rules are not the same game. */
bool compare_coins_differ(const struct compare *c);

/* Positions of both sides, one beside the other. Sets c->out and c->found at the first in whose values (or, where they have
 * none, outcomes) they differ; *index says which, and its positions are left for the caller to name. */
enum status compare_positions(struct compare *c, struct position *const *positions, size_t count, struct arena *scratch,
                              size_t *index);

/* Fills c->out->least, least_own and least_mover; takes back a difference of the rules that is not exact and of which no position
 * shows anything. Looks at the state that c->out->rules names, else at small ones. */
enum status compare_options(struct compare *c);

/* One of the games at least is an explicit graph. ST_USAGE with a diagnostic where nothing can be set side by side. */
enum status compare_graphs(struct compare *c);

/* Graphs with other names: map[a] is the node of the second that node a of the first is, arrows and all, when `fits`. Without
 * `fits` it is proved, when `known`, that no map does; else the search ended after `most` steps without an answer. A step is a
 * node or an arrow that was looked at. ST_NO_MEMORY, or what the budget says. */
struct shape_verdict {
    bool fits, known;
    uint64_t steps;
};
enum status compare_shapes(const struct graph *a, const struct graph *b, uint64_t most, struct budget *budget,
                           struct arena *arena, uint32_t *map, struct shape_verdict *verdict);
/* Does the map, one to one, take the arrows of a to those of b? `stamp`: a zero for each node of b. */
bool compare_arrows(const struct graph *a, const struct graph *b, const uint32_t *map, uint32_t *stamp);

/* How they differ where map[a] is the partner of node a, or UINT32_MAX: fills c->out->rules.only with "c -> b d" for the arrows that
 * only one side has and "e" for a node of its own, and the least node whose arrows differ. */
enum status compare_list_arrows(struct compare *c, const struct graph *const graph[2], const char **const names[2],
                                const uint32_t *map);

#endif
