/* SPDX-License-Identifier: MIT */
/* A game with the parameters that it reads as fields that no move changes, so that what is proved of it is proved for all their
 * values.
 *
 *     game pile(n) { move take(t in 1..min(k, n)) -> pile(n - t) }         pile(n, k) { move take(t in 1..min(k, n)) -> pile(n - t, k) }
 *
 * The values are those that the parameter may have, or more. */
#ifndef CGI_CHECK_PROGRESS_OPEN_PARAMS_H
#define CGI_CHECK_PROGRESS_OPEN_PARAMS_H
#include "check/private.h"

/* In the scratch arena. False: it reads a set, or has a start among its results, or too many fields. */
bool params_as_fields(struct checker *ck, int game, struct game *out);

#endif
