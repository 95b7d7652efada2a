/* SPDX-License-Identifier: MIT */
/* A game seen through a change of its numbers: the same game, written over other states.
 *
 *     game g(n) where n >= 1 { move take(t in 1..n - 1) -> g(n - t) }          seen as m = n - 1:
 *     game g(m) { move take(t in 1..m) -> g(m - t) }
 *
 * A view describes how the numbers of a state are rewritten: shifted, counted from the other side, multiplied; a row
 * of fixed length as that many fields, beside others or in another order, the first with others added to it; a row reversed; a row that
 * increases as a row of 0 and 1.
 * substitution_apply writes the rule over the new states: fields are replaced by their old values in terms of the new ones, and
 * results by their images. So the options of a state and of its image correspond one to one, whatever the rule says. Only clamping
 * (`clamp`) needs a proof, which is up to the caller (restate.c). */
#ifndef CGI_PROOF_RESTATE_SUBSTITUTION_H
#define CGI_PROOF_RESTATE_SUBSTITUTION_H
#include "base/status.h"
#include "model/model.h"

/* x is seen as floor((num x + add) / den), num >= den >= 1, or as add - x: num == -1, den == 1. Different numbers
 * have different images. clamp: a negative image becomes 0. */
struct substitution_number {
    int64_t num, den, add;
    bool clamp;
};
/* How a move chooses the cell that is seen, in each direction: its generator number gen[k] is the index plus offset[k]; gen[k] < 0:
 * the index is offset[k]. */
struct place_way {
    int gen[2];
    int64_t offset[2];
};
/* A number of a state: cell `cell` of that field, a row or grid, counted from 0; -1: the field is the number itself. */
struct substitution_cell {
    int field, cell;
};
/* A number that is the same in all states; of a bool field, 0 or 1. */
struct substitution_fixed {
    struct substitution_cell cell;
    int64_t value;
};
struct substitution {
    bool unpacked; /* rows with fixed numbers of cells in these states are seen as fields */
    const struct substitution_cell
        *cells; /* `unpacked`: which number each field as seen is; NULL: the cells of the only field, in order */
    const struct substitution_fixed
        *fixed; /* `unpacked` with `cells`: these are not seen; each result must have them */
    size_t fixed_count;
    int64_t columns
        [MODEL_MAX_FIELDS]; /* `unpacked` with `cells`: of each field of the game, if it is a grid; its cells row by row */
    int plus
        [MODEL_MAX_FIELDS]
        [MODEL_MAX_FIELDS]; /* `unpacked` with `cells`: number i as seen is that with plus[i][k] times number k added,
                                                     that as seen, for all k > i; plus[0][k] 1 for all: the sum of all in front */
    bool
        as_set; /* field `set`, a row that increases or a bag of different numbers, is seen as a row of 0 and 1: the set of its numbers, a
                    place for each from 0 on; the other fields are as they were. Only of such states: others are not images */
    int set;
    bool reversed; /* the only field, a row, is seen reversed */
    size_t count;  /* the number of fields as seen */
    bool part;     /* only these fields, whose numbers are as they were, are seen; all others are 0 or empty */
    int kept[MODEL_MAX_FIELDS]; /* `part`: the fields of the game; each is a number, or the only cell of field `cell` */
    const struct place_way
        *ways;  /* `part`: of each move; the cell stands anywhere among others, which are 0, and what is kept
                                     may be its place too (SPLIT_PLACE), and cells of other rows there. NULL: it is the only one */
    int cell;   /* `part`: the field of which one cell is seen, as the first number; -1: none */
    bool runs;  /* the rule is to be run: bounds of infinite sets are rewritten too */
    bool apart; /* `part`: results are sums, of a position for each cell that they have in place of the one */
    struct substitution_number
        numbers[MODEL_MAX_FIELDS]; /* per field; of a row: of its cells (num 1 or -1, den 1, clamp false) */
};

/* `unpacked`: number i as seen. */
struct substitution_cell substitution_cell(const struct substitution *view, size_t i);
/* Every field unchanged. */
struct substitution substitution_identity(size_t count);
/* `part`: where a field, or a number of the place, is seen; -1: it is not. */
int substitution_find(const struct substitution *view, int field);
/* How a number of the place is called: "place", "row", "cols". */
const char *substitution_place_name(const struct game *game, const struct substitution *view, int field);
bool substitution_is_identity(const struct substitution *view);
bool substitution_number_is_identity(const struct substitution_number *n);

/* *seen is the model with this game rewritten and its other parts shared with `model`; it lives in the arena and
 * must not be freed. A part's results are shortened to its fields, whatever becomes of the others. ST_UNSUPPORTED if the
 * rule leads to other games, is not a rule in plain notation, or uses rows in a way that cannot be rewritten. The game's
 * `symmetric`, `canon` and starts are dropped. */
enum status substitution_apply(const struct model *model, int game, const struct substitution *view,
                               struct arena *arena, struct model *seen);

/* The image of the number; NULL if memory runs out. */
const struct integer *substitution_image(struct arena *arena, const struct substitution_number *n,
                                         const struct integer *x);
/* The number whose image is y; with `clamp`, the one that is not clamped. *back is NULL if there is none. Returns
 * false if memory runs out. */
bool substitution_inverse(struct arena *arena, const struct substitution_number *n, const struct integer *y,
                          const struct integer **back);

#endif
