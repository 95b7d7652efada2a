/* SPDX-License-Identifier: MIT */
/* Does a move lead to states only?
 *
 *     assumptions_open(&f, ck, game); assumptions_move(&f, move);
 *     struct text why = {0};
 *     if (result_stays(&f, move->result, &why, &computed)) ...    // "n - t is never negative"; else what is not proved
 *
 * A natural number must not be negative, nor a cell of a row, bag or grid, and the condition of a game must hold of the
 * positions that are led to. The condition is that of the state with the arguments in the place of the fields. An option that
 * cannot be computed is an error and no option, so failures do not matter here. True is a proof, for all values of the
 * parameters. *computed: it is also proved that what the move leads to can be computed (a cell that is written is one of the row), but for
 * numbers that grow too large. */
#ifndef CGI_CHECK_PROGRESS_STAYS_H
#define CGI_CHECK_PROGRESS_STAYS_H
#include "base/text.h"
#include "check/progress/private.h"

bool result_stays(struct assumptions *f, const struct expr *result, struct text *why, bool *computed);

#endif
