/* SPDX-License-Identifier: MIT */
/* `upto k of` several sub-positions: a move changes at least one and at most k of them, each by one of its own moves.
 *
 *     struct compound_walk walk = compound_open(&component);
 *     while (compound_next(&walk, &inner)) use(inner, walk.sub);      // every component of every sub-position
 *
 * The cells of a compound are laid out as position.h says. Two ways to list its options:
 *   compound_options   every choice of sub-positions, components, moves and generator values, each emitted with the steps
 *                      it is made of; results keep the tag and the dead heaps, for people;
 *   compound_options_canonical   every resulting position about once, in canonical form (canonical.h): equal sub-positions are
 *                      exchanged only once, dead ones are gone; for searches. The component must be canonical itself.
 * Both cost about one sort of the sub-positions' options and then O(cells) for each option emitted. */
#ifndef CGI_PLAY_OPTIONS_COMPOUND_H
#define CGI_PLAY_OPTIONS_COMPOUND_H
#include "play/options/options.h"

enum { COMPOUND_TAG, COMPOUND_KIND, COMPOUND_K, COMPOUND_M, COMPOUND_HEAD };

struct compound_walk {
    const int64_t *at;  /* the next component's first number, or the next sub-position's count */
    int64_t subs, left; /* sub-positions still to come; components left in the current one */
    int64_t sub;        /* the sub-position of the component given last, from 0 */
};
/* What `upto k of (g(x) for x in h)` is made of: k and g. From a compound's own cells; where there are none, from the rule, if
 * it says just this with a number or a parameter for k. False where that is not known. */
struct compound_pattern {
    int64_t k;
    int game;
};
bool compound_pattern(const struct env *env, const struct component *component, struct compound_pattern *pattern);
struct compound_walk compound_open(const struct component *component);
bool compound_next(struct compound_walk *walk, struct component *inner);

/* ST_UNSUPPORTED where there are more than `limit` options, seen before the first is emitted. */
enum status compound_options(const struct env *env, const struct component *sum, size_t moving, int mover,
                             uint64_t limit, move_emit emit, void *context);
enum status compound_options_canonical(struct env *env, const struct component *component, int mover, sum_emit emit,
                                       void *context);
/* The canonical form: a sum (of 0 components, of the parts when at most one can move, or one compound). */
enum status compound_canonical(struct env *env, const struct component *component, struct sums *out);

#endif
