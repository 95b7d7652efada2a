/* SPDX-License-Identifier: MIT */
/* Which registers hold natural numbers, at each instruction.
 *
 *     struct signs signs;
 *     if (!signs_of(program, model, &signs)) return ST_NO_MEMORY;
 *     if (signs_natural(&signs, 17, r)) ...        // whenever instruction 17 is reached, r >= 0
 *     signs_free(&signs);
 *
 * Forward over the instructions, by induction on the steps of a run: a register is natural where it is so on every
  * way there. Natural are constants that are, fields of kind nat and bool (the caller checks that the box lies
  * there), truth values, sums, products, quotients of natural numbers (what leaves 64 bits does not go on),
  * remainders by natural divisors (floor division: 0 or more), greatest common divisors, nim-sums, values of
  * positions, elements of constant sets of natural numbers. Nothing is known of anything else. */
#ifndef CGI_CODE_NATIVE_SIGNS_H
#define CGI_CODE_NATIVE_SIGNS_H
#include <stdbool.h>
#include <stdint.h>
#include "code/compile/program.h"

struct signs {
    const struct program *program;
    uint64_t *bits; /* words for each instruction, and one row more for work */
    bool *reached;
    size_t words, count;
};
bool signs_of(const struct program *program, const struct model *model, struct signs *signs);
bool signs_natural(const struct signs *signs, size_t at, int reg);
void signs_free(struct signs *signs);

#endif
