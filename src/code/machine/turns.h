/* SPDX-License-Identifier: MIT */
/* Turns of a table's innermost loops, an instruction for many turns at a time.
 *
 *     struct turns *t;                                       // once for a program: which of its loops may be run so
 *     st = turns_open(program, &t);
 *     ...
 *     int32_t to = 0;                                        // at `range` or `runs`, when the loop's register has its first number
 *     st = turns_run(frame, instruction, &to);               // it has a later one: the turns before are done
 *     if (to) go on there;                                   // an option loses, in a table of outcomes
 *     turns_close(t);
 *
 * A loop of twenty instructions over 128 numbers costs the machine 2560 jumps to the next instruction; here it costs 20, each with a
 * short loop over 128 numbers. What is marked, what fails, with which words, and what is charged is what the machine does turn by
 * turn: where an instruction of some turn fails, nothing of its block counts and the machine does those turns itself. The last turn
 * of each loop is the machine's, too, so that every register is left as it leaves it.
 *
 * Such a loop holds instructions on numbers alone, jumps forward only, and reads in a turn no register that it writes but what the
 * same turn has written: so no turn depends on one before. Time for a plan: instructions times operands. */
#ifndef CGI_CODE_MACHINE_TURNS_H
#define CGI_CODE_MACHINE_TURNS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"
#include "code/compile/program.h"

enum { TURNS_BLOCK = 128, TURNS_LEAST = 12, TURNS_SLOTS = 32 };

struct frame;
struct turns;

/* *turns is NULL where no loop of the program may be run so. ST_NO_MEMORY. */
enum status turns_open(const struct program *program, struct turns **turns);
enum status turns_run(struct frame *frame, const struct ins *open, int32_t *to);
void turns_close(struct turns *turns);
/* Is this instruction the beginning of a loop that is run so? */
bool turns_has(const struct turns *turns, size_t instruction);

#endif
