/* SPDX-License-Identifier: MIT */
/* Whether the options of a game nest, for who asks before its boxes are filled.
 *
 *     struct nested *nested;
 *     if (lines_nested(env, game, true, &nested) == ST_OK && !nested->reason) ...    // lines values its boxes
 */
#ifndef CGI_SOLVE_LINES_LINES_H
#define CGI_SOLVE_LINES_LINES_H
#include "play/options/env.h"
#include "proof/nested/nested.h"

/* Of the game, found once, for SG values or for outcomes, which are sooner found of forms alone. `reason` says whether it may be used.
 * ST_OK or ST_NO_MEMORY. */
enum status lines_nested(const struct env *env, int game, bool values, struct nested **nested);

#endif
