/* SPDX-License-Identifier: MIT */
/* What the moves of a board of diagrams say of the bits of its states, for a table of all positions (solve/bits).
 *
 *     st = diagram_bit_rule(board, words, 1, 30, 1 << 16, &rule, &more); // a state in one word, or one for each plane */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_BITS_H
#define CGI_SOLVE_SEARCH_DIAGRAM_BITS_H
#include "solve/bits/bit_rule.h"
#include "solve/search/diagram_board.h"

/* As bit_rule_make: ST_OK or ST_NO_MEMORY; *rule NULL: there is none of so many bits, or not for so much work. */
enum status diagram_bit_rule(const struct diagram_board *b, const uint64_t *state, size_t words, uint32_t most,
                             uint64_t work, struct bit_rule **rule, bool *more);

#endif
