/* SPDX-License-Identifier: MIT */
/* Moves that can be repeated for ever.
 *
 *     if (find_endless(ck, game)) ...          // reported if the game is the file's own, and marked in the model
 *
 * True is a proof, with a known small state from which play can go on for ever; false proves nothing. */
#ifndef CGI_CHECK_PROGRESS_ENDLESS_H
#define CGI_CHECK_PROGRESS_ENDLESS_H
#include "check/private.h"

bool find_endless(struct checker *ck, int game);

#endif
