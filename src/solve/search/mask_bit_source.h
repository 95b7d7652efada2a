/* SPDX-License-Identifier: MIT */
/* What the moves of a board as masks say of the bits of its states, for a table of all positions (solve/bits).
 *
 *     st = mask_bit_rule(m, &state, 30, 1 << 16, &rule, &more); // rule NULL: none of so many bits, or for so much work */
#ifndef CGI_SOLVE_SEARCH_MASK_BIT_SOURCE_H
#define CGI_SOLVE_SEARCH_MASK_BIT_SOURCE_H
#include "solve/bits/bit_rule.h"

struct masks;
struct ground_mask;
/* Not for strips. As bit_rule_make (solve/bits/bit_rule.h): of what can be reached from the state. */
enum status mask_bit_rule(const struct masks *m, const struct ground_mask *state, uint32_t most, uint64_t work,
                          struct bit_rule **rule, bool *more);

#endif
