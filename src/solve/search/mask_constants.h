/* SPDX-License-Identifier: MIT */
/* Cells of a state that no move writes any more: conditions that always hold. What joins cells through these alone falls apart.
 *
 *     if (!mask_constants_make(m)) ...                            // memory ran out; m->constants NULL: of no use on this board
 *     mask_constants_open(m, &live);                              // once for what is opened
 *     size_t count = mask_constants_classes(m, &to, &live);       // `to` is reached from there
 *     for (size_t i = 0; i < count; i++) ... m->constants->classes[i].cells, .whole
 *     if (mask_constants_was_made(m->constants, move)) ...        // another move did the same to the state
 *
 * Of edges of a graph that may be cut while both ends keep another one, the last edge of a node stays for ever: for each other edge of its
 * other end that end has an edge. So these are not joined there any more, whatever other edges they have asked for there.
 *
 * Only for boards on which play ends and moves ask no cell for the final value. The moves that may still be made are those that need
 * cells which are not final (masks.h). A cell is *constant* if it is not final and none of these writes it; the others are open.
 * Moves that ask something else of a constant cell are left out, and so on until nothing changes. Move a *stands for* move b if
 * both write the same, and what a asks of open cells b asks as well.
 * Theorem. Let some moves be kept, one at least for each of those that are left, which stands for it; let cells be joined that are open
 * and are asked or written by one of them. Let `whole` be a class with constant cells among which, for each kept move of the
 * class, are all that some move that stands for it and asks no more of open cells needs. Then the state is the sum, over classes, of the
 * states that hold what it does in `whole` and the final value elsewhere.
 * Proof. What is reached from the state by such moves holds the same in constant cells, by induction on the length of play. So in any
 * such position a move b can be made only if it is left and what it asks of open cells is there; then its kept move can be made and
 * leads to the same. The options are those of the kept moves; each asks and writes cells of one class, so the game is the
 * sum, over classes, of the games of kept moves on contents of the class. It is left to see that this is the game of the state S
 * that holds `whole` alone. Its final cells stay final, and moves that need one are never made; the others need cells in `whole`, and
 * they are moves that may still be made in the state at hand. Such a move b that asks something else of a constant cell needs that
 * cell, as moves ask for no final value, so the cell is in `whole`, with what it holds: it cannot be made here either. Each other b
 * has a kept move a that stands for it. b changes a cell that it needs: else, in the position that holds what b asks there and the
 * final value elsewhere, b would change nothing, as no move changes what is final, and play would not end. That cell is open and
 * in `whole`, so in the class, and a, that writes it too, is a kept move of the class. So the options in S are those of kept moves of
 * the class, each of which can be made in S where it can be made in the game on the class, by the move that asks constant cells in
 * `whole` only. [] */
#ifndef CGI_SOLVE_SEARCH_MASK_CONSTANTS_H
#define CGI_SOLVE_SEARCH_MASK_CONSTANTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "proof/ground/ground.h"

struct masks;
struct constant_clauses;
struct constant_move {
    struct ground_mask need, wrote, want; /* the cells that it asks, and writes; what it asks, of a state */
    uint32_t effect;                      /* the same for moves that write the same */
};
/* Those of `left` that have one effect, and those of them that are kept; if no constant cell is needed these are not listed. */
struct constant_effect {
    uint32_t first, end, kept, kept_count;
    bool choice; /* for some kept one another one stands that asks the same of open cells */
};
struct constant_class {
    struct ground_mask cells, whole; /* the open ones; with constants */
};
/* The same of a move on a board of one word. */
struct constant_word {
    uint64_t need, wrote;
};
struct mask_constants {
    struct constant_move *moves; /* by what they do */
    uint32_t *effects;           /* of each move of the board, in its order */
    uint64_t *made;              /* effects, as bits */
    size_t effect_count;
    struct ground_mask single; /* a state with two values that is one move; empty: none was met so far */
    uint32_t *able, *left;     /* moves that may still be made: in what was opened, in an option */
    size_t able_count;
    uint32_t *kept;           /* as places in `left` */
    uint32_t *alike;          /* of a kept one: the next one that asks the same of open cells; UINT32_MAX: none */
    struct ground_mask *asks; /* of each of `left`: what it asks of open cells */
    struct constant_effect *effects_left;
    size_t found;
    /* Of a board of one word, in the place of the lists (constant_words.h); `first` of the able ones of each effect, and one more. */
    bool apart; /* no two moves write the same */
    struct constant_clauses
        *clauses; /* in the place of both, where these are no longer (constant_clauses.h); else NULL */
    struct constant_word *able_words, *left_words;
    uint64_t *left_asks;
    uint32_t *able_first;
    size_t able_effects;
    struct constant_class *classes;
};
/* False if memory runs out. Time O(moves^2) at most, for each board. */
bool mask_constants_make(struct masks *masks);
/* The same tables, with room of its own to work in. */
bool mask_constants_share(struct masks *own);
void mask_constants_open(struct masks *masks, const struct ground_mask *live);
size_t mask_constants_classes(struct masks *masks, const struct ground_mask *state, const struct ground_mask *live);
/* Once for a state whose options are listed: no move was. */
void mask_constants_forget(struct mask_constants *constants);
/* Was a move listed that does the same, since the state was opened? From now on this one was. */
bool mask_constants_was_made(struct mask_constants *constants, size_t move);
/* As masks_prefer. */
void mask_constants_prefer(struct mask_constants *constants, size_t move);

#endif
