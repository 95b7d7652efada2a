/* SPDX-License-Identifier: MIT */
/* Moves that are paths: so many steps one way, then so many another, as long as limits allow.
 *
 *     struct paths p;
 *     st = paths_open(&u, &ranks, &arena, &p);  // "t in 1..a -> f(a - t, b)": one trail, a jump of -1 in a, while a >= 0
 *     if (p.trail_count) ...                       // passing.h takes values with them
 *
 * A move with values v1..vm from a state x is a path if, with v_k = (its low end) - 1 + w_k or (its high end) + 1 -
 * w_k, it leads to x + w_1 d_1 + .. + w_m d_m + e for fixed vectors d_k that are not 0 and e, and each of its
 * conditions on values (ends of ranges are such) says l(x + w_1 d_1 + .. + w_k d_k) >= 0 for a linear form l and its
 * level k. Then for w_k >= 1 let
 *
 *     S_k(y) = the values of the states that the steps from level k on lead to from y,   S_(m+1)(y) = { value of y + e }
 *
 * so S_k(y) is the union of S_(k+1)(y + w d_k) over all w >= 1 for which the limits of level k hold at y + w d_k.
 * Taking w = 1 apart,
 *
 *     S_k(y) = (S_(k+1)(y + d_k), if the limits hold there) united with S_k(y + d_k)
 *
 * as a limit at w steps from y is the same limit at w - 1 steps from y + d_k. Where a limit that does not grow along
 * d_k fails at y + d_k, it fails at all later ones, and S_k(y) is empty. So a set of values costs one step, however
 * many options it stands for, and is there again for the other moves that go on from it. Conditions on cells alone are
 * looked at where the move begins, and are no part of it.
 *
 * Cells of a group (ranks.h) stand in ascending order. Swapping neighbours turns y into z and each trail into one that
 * is kept too: trails are closed under it (`image`), and then S_trail(y) = S_image(z), since values do not depend on
 * the order. A rule with an invariant has no paths, as steps might pass through what is no position. That is algebra,
 * whatever the rule is; that a state has a number and a value already is looked at with each step. */
#ifndef CGI_SOLVE_RANKED_PATHS_H
#define CGI_SOLVE_RANKED_PATHS_H
#include "solve/ranked/ranks.h"

enum { TRAILS_MOST = 96, JUMPS_MOST = 96, LIMITS_MOST = 12 };
/* A fixed change of the cells. */
struct jump {
    int32_t by[TERM_CELLS]; /* by place */
    /* Places of singles and chains whose summand changes, and by how much what is looked up does. */
    unsigned char hops[TERM_CELLS];
    int64_t hop_by[TERM_CELLS];
    unsigned char falls[TERM_CELLS], groups[TERM_CELLS]; /* places in chains that fall; units */
    unsigned char nears[TERM_CELLS];                     /* places in lines that come nearer to the one before */
    size_t hop_count, fall_count, group_count, near_count;
    bool never; /* no number is left as it should be */
};
/* What must not be negative one step further: constant + factors times cells (less their least values) of the state. */
struct limit {
    int64_t constant, factor[TERM_CELLS]; /* by place */
    bool grows;                           /* with further steps */
    unsigned char items[TERM_CELLS], count;
};
struct trail {
    size_t jump, option; /* option: the jump to the option after one step, if no trail follows */
    int next;            /* -1: none */
    struct limit *limits;
    size_t limit_count;
};
/* What an instance is: a trail, one option, or neither (both -1). */
struct passage {
    int trail, option;
};
struct paths {
    struct trail *trails;
    struct jump *jumps;
    struct passage *passages; /* by instance */
    size_t trail_count, jump_count, passage_count;
    uint64_t reach; /* how far back trails lead (reach.h) */
    uint16_t *image
        [TERM_CELLS]; /* by place, in a group and not its first: trails if the cells there and before change places */
};
/* ST_OK or ST_NO_MEMORY. No trails: no move is a path, or there are too many. */
enum status paths_open(const struct unrolled *u, const struct ranks *r, struct arena *arena, struct paths *p);

#endif
