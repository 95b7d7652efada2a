/* SPDX-License-Identifier: MIT */
/* Moves that can be made for ever.
 *
 *     if (find_endless(ck, game)) ...          // reported when the game is the file's own, and marked in the model
 *
 * True is a proof, with a small state at hand from which play goes on for ever; false says nothing. */
#ifndef CGI_CHECK_PROGRESS_ENDLESS_H
#define CGI_CHECK_PROGRESS_ENDLESS_H
#include "check/private.h"

bool find_endless(struct checker *ck, int game);

#endif
