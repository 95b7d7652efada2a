/* SPDX-License-Identifier: MIT */
/* Inside turns*.c: which loops of a program are run in blocks, and the block that is being run.
 *
 *     if (turns_plan(t)) ...                                 // some are: t->next[instruction] is the end of one that begins there
 *     bool fine = turns_step(t, frame, instruction);         // for all active turns; false: it fails in one of them
 */
#ifndef CGI_CODE_MACHINE_TURNS_BLOCK_H
#define CGI_CODE_MACHINE_TURNS_BLOCK_H
#include "base/common_row.h"
#include "code/machine/private.h"
#include "code/machine/turns.h"

enum { TURNS_GCDS = 512, TURNS_FIRST_OF_OUTCOMES = 16 /* turns of a first block where one may end the loop */ };
/* What an instruction takes a turn, in 1/16 ns, where it is not a few operations on vectors (0: it is, A_TURN); and besides, for all
 * turns of a block. */
enum { TURNS_A_TURN = 6, TURNS_AN_INSTRUCTION = 120, TURNS_GCD_A_DIGIT = 45, TURNS_GCD_IN_ROW = 40 };
extern const uint16_t turns_costs[OP_COUNT];

/* The numbers of a register, one for each turn of the block. */
typedef int64_t turn_numbers[TURNS_BLOCK];

struct turns_kernels;
struct lane_kernels;
struct lanes;
struct turns {
    const struct program *program;
    const struct turns_kernels *kernels;
    const struct lane_kernels *lane_kernels; /* NULL: no lanes */
    struct lanes *lanes;                     /* NULL: no loop may be run so */
    int32_t *next;  /* of each `range` and `runs`: the instruction that ends a loop which may be run so; 0: not so */
    int16_t *slots; /* of each register: where its numbers are; -1: it is the same for all turns of all loops */
    size_t slot_count;
    turn_numbers *numbers;
    uint16_t *gcds; /* of numbers below TURNS_GCDS, as far as they were asked for; else 0. NULL: no loop asks for any */
    struct common_row *row; /* of those beyond; NULL as well */
    bool same[TURNS_SLOTS]; /* all turns have the one number that is in the frame's register */
    /* The block: turns that are at the current instruction, and those that wait at later ones. */
    size_t count, active_count, waiting_count;
    uint8_t active[TURNS_BLOCK];  /* ascending at first; in any order after some have waited */
    uint8_t waiting[TURNS_BLOCK]; /* of each turn: the next one that waits at the same instruction */
    int16_t *first;               /* of each instruction: the first turn that waits there; -1: none */
    int32_t end;                  /* of the loop: who waits there is done */
    uint64_t cost;                /* of the loops that were run, in 1/16 ns, roughly */
    bool marked;                  /* the values that the next instruction marks are marked already */
    size_t decided;               /* the first turn with an option that loses; TURNS_BLOCK: none */
    int32_t leave;                /* then: where to */
};

#endif
