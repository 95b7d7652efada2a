/* SPDX-License-Identifier: MIT */
/* A game seen through a change of its numbers: the same game, written over other states.
 *
 *     game g(n) where n >= 1 { move take(t in 1..n - 1) -> g(n - t) }          seen as m = n - 1:
 *     game g(m) { move take(t in 1..m) -> g(m - t) }
 *
 * A view says how the numbers of a state are written elsewhere: added to, counted from the other side, multiplied; a row of
 * fixed length as so many fields; a row from its other end. substitution_apply writes the rule down over those states: fields become
 * what they were, in terms of the new ones; results become what they are elsewhere. So a state and what it is seen as have
 * options that correspond one to one, whatever the rule says: nothing is left to be proved but for numbers that are cut off
 * (`clamp`), which is the caller's to prove (restate.c). */
#ifndef CGI_PROOF_RESTATE_SUBSTITUTION_H
#define CGI_PROOF_RESTATE_SUBSTITUTION_H
#include "base/status.h"
#include "model/model.h"

/* x is seen as floor((num x + add) / den), num >= den >= 1, or as add - x: num == -1, den == 1. Different numbers are seen as
 * different ones. clamp: what would be negative is seen as 0. */
struct substitution_number {
    int64_t num, den, add;
    bool clamp;
};
struct substitution {
    bool spread;   /* the one field, a row, is seen as `count` fields: only for states where it has so many cells */
    bool reversed; /* the one field, a row, is seen from its other end */
    size_t count;  /* fields that are seen */
    struct substitution_number
        numbers[MODEL_MAX_FIELDS]; /* of each; of a row: of its cells, with num 1 or -1, den 1, clamp false */
};

/* Every field as it is. */
struct substitution substitution_identity(size_t count);
bool substitution_is_identity(const struct substitution *view);
bool substitution_number_is_identity(const struct substitution_number *n);

/* *seen is the model with this game rewritten, its other parts shared with `model`; it lives in the arena and is not to be freed.
 * ST_UNSUPPORTED where the rule leads to other games, is no rule in plain notation, or does with rows what cannot be
 * rewritten. The game's `symmetric`, `canon` and starts are gone. */
enum status substitution_apply(const struct model *model, int game, const struct substitution *view,
                               struct arena *arena, struct model *seen);

/* What the number is seen as; NULL when memory is out. */
const struct integer *substitution_image(struct arena *arena, const struct substitution_number *n,
                                         const struct integer *x);
/* The number that is seen as y; with `clamp` the one that is not cut off. *back NULL: none. False when memory is out. */
bool substitution_inverse(struct arena *arena, const struct substitution_number *n, const struct integer *y,
                          const struct integer **back);

#endif
