/* SPDX-License-Identifier: MIT */
/* Moves that write a cell which may hold already what they write.
 *
 *     struct expr *fresh[REWRITTEN_MOST];
 *     size_t count = list_rewritten(&circle, fresh);         // a walk that burns the cell it leaves: g[r, c] != 0
 *     if (rewritten_once(&circle, fresh[0])) ...             // a burnt cell is left for one that is not burnt
 *
 * If a cell at a place that is known without the choices of the move holds already what is written, nothing may fall: a walk that burns
 * the cell it leaves, but begins on a burnt one. Let G say of a state that the cell holds something else, and let
 *   - every option of a state without G have G,
 *   - the first of some features that a move changes fall wherever G holds, and one of them change,
 *   - none of them rise where G does not hold.
 * Then of two moves one after the other at least one is made where G holds, and play ends as chain.h says. (With one feature M the
 * number 2 M + (G ? 0 : 1) falls with every move.) Sums of positions end likewise, component by component (Dershowitz and Manna 1979).
 * The cell of an option that is made by updates is what one of them writes, if it names that place, or what the state has there. */
#ifndef CGI_CHECK_PROGRESS_REWRITTEN_H
#define CGI_CHECK_PROGRESS_REWRITTEN_H
#include "check/progress/chain.h"

enum { REWRITTEN_MOST = 4 };

/* Conditions G that may do, over the fields, in the arena of the model; none for circles of several games. */
size_t list_rewritten(const struct circle *c, struct expr **fresh);
/* Has every option of a state without G the condition G, one of those listed? True is a proof. */
bool rewritten_once(struct circle *c, struct expr *fresh);

#endif
