/* SPDX-License-Identifier: MIT */
/* Boxes of numbers that play does not leave, and the order in which they can be filled.
 *
 *     struct boxes b;
 *     st = boxes_open(model, game, params, &b);
 *     if (boxes_shrinks(&b)) ...           // g(a, b) with a move to g(a - t, b - t): the box below each position is closed
 *     if (boxes_falls(&b) && boxes_close(&b, high)) ...        // g(n, last) with a move to g(n - t, t): high (9, 4) becomes (9, 9)
 *     boxes_done(&b);
 *
 * All is proved from the normal form at these parameters, piece by piece, by linear constraints over the state and the result. What a
 * condition says that is not linear (`gcd(t, last) == 1`) is left out, so more may be allowed than the rule has. Of games of natural
 * numbers of which every move leads to positions of the game: to one, or to a sum, of which all that is said of options holds of
 * each part (`g(a, b)` with a move to `g(a - t, b) + g(0, t)`). */
#ifndef CGI_PROOF_BOXES_BOXES_H
#define CGI_PROOF_BOXES_BOXES_H
#include "proof/normal/normal.h"

/* A position that a move leads to, alone or as a part of a sum. */
struct boxes_option {
    const struct normal_piece *piece;
    const struct normal_component *part;
};
struct boxes {
    struct arena arena;
    struct normal_space space;
    const struct normal *normal;
    const struct game *game;
    struct boxes_option *options;
    size_t option_count;
    bool readable; /* else nothing is proved */
    bool legal;    /* set by the caller: only positions count that the invariant allows, if it is one conjunction */
};
/* ST_OK or ST_NO_MEMORY; b is to be closed either way, and not moved in memory. */
enum status boxes_open(const struct model *model, int game, const struct param_value *params, struct boxes *b);
void boxes_done(struct boxes *b);
/* Is no number of an option greater than it was? */
bool boxes_shrinks(struct boxes *b);
/* Is every option less than its position, compared field by field from the first on? */
bool boxes_falls(struct boxes *b);
/* In which order of the fields it is: order[0] is compared first. g(last, n) with a move to g(t, n - t): 1, 0. As they are written if
 * they may be. False: in none. */
bool boxes_order(struct boxes *b, size_t *order);
/* Is the sum of the numbers, each `factors` times, greater in no option? pour(l - k, r + k): l + r, and l, but not r. */
bool boxes_sum_falls(struct boxes *b, const int *factors);
/* Raises `high` until every option of a position at most that large, in each field, is one too. False: no such box was found. */
bool boxes_close(struct boxes *b, int64_t *high);
/* The same of all fields but `free`, which may be any number that it can be; its `high` stays. */
bool boxes_close_without(struct boxes *b, size_t free, int64_t *high);
/* Has every option of a state 1 or more in this field if the state has, while some move can only be made where there is 0?
 * d(n, last) with a move to d(n - t, t) for t in 1..n where last == 0 or t <= 2 * last: last. */
bool boxes_leaves_zero(struct boxes *b, size_t f);
/* Is no option less in this field, and is some greater, never more than *most? r(a) with a move to r(a + t) where a + t <= 21: 21. */
bool boxes_rises(struct boxes *b, size_t f, int64_t *most);
/* Does the invariant say no more of the only field than that it is at most so much? g(b) where 21 - b >= 0 and b >= 0. */
bool boxes_only_below(struct boxes *b);
/* Is every option of a state that the invariant allows one that it allows too? */
bool boxes_keeps(struct boxes *b);

#endif
