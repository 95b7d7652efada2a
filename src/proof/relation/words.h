/* SPDX-License-Identifier: MIT */
/* A solved piece as a move of the language.
 *
 *     words_move(&pieces, normal, &normal->pieces[0], &text);
 *
 *     take where n % 2 == 1 -> half((n - 1) / 2)
 *     take(t in 2..n) where n % 2 == 0 -> half(n - t)
 *
 * What is written is what the piece says: put after `move` in a rule with the same state, it has these options. */
#ifndef CGI_PROOF_RELATION_WORDS_H
#define CGI_PROOF_RELATION_WORDS_H
#include "base/text.h"
#include "proof/relation/pieces.h"

/* The fields of the game of `normal` give their names, and `shape` the move and the result whose variables the pieces solve.
 * as_row: the arguments of its own game are written as the cells of one row, "g([n - t, m])".
 * False: something in it has no word here (a term over a comprehension), or memory is out (out->failed, normal->space). */
bool words_move(const struct pieces *pieces, const struct normal *normal, const struct normal_piece *shape, bool as_row,
                struct text *out);
/* A conjunction over the state alone as a condition, "n >= 7 and n % 2 == 0"; "true" where there is none. Read by
 * pieces_conditions. False as above. */
bool words_condition(const struct pieces *pieces, const struct normal *normal, struct text *out);

#endif
