/* SPDX-License-Identifier: MIT */
/* Between which numbers results of 32 bits lie.
 *
 *     if (lane_bounds(OP_MUL, b, c, &low, &high) && lane_fits(low, high)) ...      // b[0] <= b <= b[1], and so c */
#ifndef CGI_CODE_NATIVE_LANE_BOUNDS_H
#define CGI_CODE_NATIVE_LANE_BOUNDS_H
#include <stdbool.h>
#include <stdint.h>
#include "code/compile/program.h"

/* Bounds of what an instruction makes of numbers of 32 bits. False: it is none that lanes have, or may fail. */
bool lane_bounds(enum opcode op, const int64_t *b, const int64_t *c, int64_t *low, int64_t *high);
/* How many operands of a jump are numbers; then its target follows. -1: it is no jump that lanes have. */
int lane_compared(enum opcode op);
static inline bool lane_fits(int64_t low, int64_t high) { return low > INT32_MIN && high <= INT32_MAX; }
#endif
