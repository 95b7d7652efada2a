/* SPDX-License-Identifier: MIT */
/* A view in words. */
#ifndef CGI_PROOF_RESTATE_WORDS_H
#define CGI_PROOF_RESTATE_WORDS_H
#include "base/text.h"
#include "proof/restate/substitution.h"

/* "g(n) is nim(max(n - 1, 0))": `reference` is the game seen through `view`, its fields in this order (unify.h); as_row: they are
 * the cells of its one row. */
void substitution_print(const struct game *game, const struct game *reference, const struct substitution *view,
                        bool as_row, const int *order, struct text *out);

#endif
