/* SPDX-License-Identifier: MIT */
/* A board as a book needs it: moves that change digits, parts, and their standard images.
 *
 *     struct certify_board b;
 *     st = certify_board_make(w, &component, &b);              // cram on 2 x 2: b.ground.move_count 4; w->reason where it is none
 *     size_t count = certify_split(&b, &state, parts);         // standard parts of what a move has left
 *
 * A part is a state in which all cells but those joined by moves that may still come hold the final value; its standard image is the
 * least of those that the reader reaches by the listed images (docs/manual/certificates.md). */
#ifndef CGI_CERTIFY_BOARD_H
#define CGI_CERTIFY_BOARD_H
#include "certify/private.h"
#include "proof/ground/ground.h"

struct certify_board {
    struct ground ground;
    int weights[GROUND_VALUES]; /* of the codes; their sum falls with every move */
    struct ground_mask start;
};
enum status certify_board_make(struct certify_work *w, const struct component *component, struct certify_board *b);
/* The lines of the board, its moves and images. */
void certify_board_put(const struct certify_board *b, struct text *out);
/* The digits of the cells. */
void certify_state_put(const struct certify_board *b, const struct ground_mask *state, struct text *out);
/* Cells that do not hold the final value. */
struct ground_mask certify_filled(const struct certify_board *b, const struct ground_mask *state);
bool certify_after(const struct ground_move *move, const struct ground_mask *state, struct ground_mask *after);
/* Standard parts: at most GROUND_CELLS. */
size_t certify_split(const struct certify_board *b, const struct ground_mask *state, struct ground_mask *parts);
/* The standard image of all parts together: what misere play needs of a state. */
struct ground_mask certify_live(const struct certify_board *b, const struct ground_mask *state);
int certify_mask_order(const void *a, const void *b);

#endif
