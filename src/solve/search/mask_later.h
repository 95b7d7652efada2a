/* SPDX-License-Identifier: MIT */
/* Which moves may still be made, now or later: each cell that one asks about may still come to hold what it asks for.
 *
 *     struct mask_becoming becoming;
 *     mask_becoming_find(&m->ground, &becoming);                                  // once for a board
 *     struct mask_later later = mask_later(&m->ground, &becoming, &state);
 *     if (mask_may_be_made(&m->ground, &later, &m->ground.moves[k])) ...          // "no" is sure, "yes" is not
 *
 * What a cell may come to hold is the closure of what moves make of what cells hold, per code: where a stone lies none is put any more,
 * also if the stone may be turned. A pass over the moves for each pair of codes, then one over the cells for each state. */
#ifndef CGI_SOLVE_SEARCH_MASK_LATER_H
#define CGI_SOLVE_SEARCH_MASK_LATER_H
#include "solve/search/masks.h"

enum { GROUND_CODES = 4 };

/* Of a code: those that a cell which holds it may hold later, as bits. */
struct mask_becoming {
    uint8_t codes[GROUND_CODES];
};
/* Cells that may hold each code, now or later. */
struct mask_later {
    uint64_t cells[GROUND_CODES][GROUND_WORDS];
};
void mask_becoming_find(const struct ground *g, struct mask_becoming *becoming);
struct mask_later mask_later(const struct ground *g, const struct mask_becoming *becoming,
                             const struct ground_mask *state);
bool mask_may_be_made(const struct ground *g, const struct mask_later *later, const struct ground_move *move);

#endif
