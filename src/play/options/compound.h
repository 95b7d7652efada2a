/* SPDX-License-Identifier: MIT */
/* `upto k of` several sub-positions: a move changes at least one and at most k of them, each by one of its own moves.
 *
 *     struct compound_walk walk = compound_open(&component);
 *     while (compound_next(&walk, &inner)) use(inner, walk.sub);      // every component of every sub-position
 *
 * The cells of a compound are laid out as position.h says. Two ways to list its options:
 *   compound_options            every choice of sub-positions, components, moves and generator values, each emitted
 *                               with its steps; results keep the tag and the dead heaps, for display;
 *   compound_options_canonical  every resulting position about once, in canonical form (canonical.h), for searches:
 *                               equal sub-positions are moved in only once, dead ones are removed. The component
 *                               itself must be canonical.
 * Both cost about one sort of the sub-positions' options and then O(cells) for each option emitted. */
#ifndef CGI_PLAY_OPTIONS_COMPOUND_H
#define CGI_PLAY_OPTIONS_COMPOUND_H
#include "play/options/options.h"

enum { COMPOUND_TAG, COMPOUND_KIND, COMPOUND_K, COMPOUND_M, COMPOUND_HEAD };

struct compound_walk {
    const int64_t *at;  /* the next component's first number, or the next sub-position's count */
    int64_t subs, left; /* sub-positions not yet visited; components left in the current one */
    int64_t sub;        /* the sub-position of the last component returned, from 0 */
};
/* The parts of `upto k of (g(x) for x in h)`: k and g. Taken from a compound's cells; if there are none, from the
 * rule, provided it has just this form with a number or a parameter for k. Returns false if they are not known. */
struct compound_pattern {
    int64_t k;
    int game;
};
bool compound_pattern(const struct env *env, const struct component *component, struct compound_pattern *pattern);
struct compound_walk compound_open(const struct component *component);
bool compound_next(struct compound_walk *walk, struct component *inner);

/* ST_UNSUPPORTED if there are more than `limit` options, before the first is emitted. */
enum status compound_options(const struct env *env, const struct component *sum, size_t moving, int mover,
                             uint64_t limit, move_emit emit, void *context);
enum status compound_options_canonical(struct env *env, const struct component *component, int mover, sum_emit emit,
                                       void *context);
/* The canonical form: a sum (of 0 components, of the parts when at most one can move, or one compound). */
enum status compound_canonical(struct env *env, const struct component *component, struct sums *out);

#endif
