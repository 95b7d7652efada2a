/* SPDX-License-Identifier: MIT */
/* Turns of a loop in lanes of 32 bits, 512 at a time, where it is known beforehand that all numbers fit and nothing fails.
 *
 *     turns_lanes_add(lanes, program, open, end);                    // of each loop that may be run so, once
 *     st = turns_lanes_run(turns, frame, open, &machine);            // as turns_run; `machine`: the next turn is the machine's
 *
 * Before the first block of a loop the bounds of every number in its body are computed from those of the generator and of the
 * registers that the loop reads (native/lane_bounds.h). If all are within 32 bits and no instruction can fail, then lanes hold what
 * the turns would have in 64 bits, and nothing has to be tested any more but indices, which depend on conditions. Otherwise the loop
 * is left to turns.c, block for block. Bounds that were computed hold each time that the loop is come to with numbers within those
 * that they are of, so they are computed of all numbers that it was come to with, as long as these fit.
 *
 * Numbers that go up or down by the same step from turn to turn, as n - t does and most indices do, are lines: what they begin with is
 * told for each block, and a row of lanes holds them only where an instruction needs it. An index on a line is tested at both ends, and
 * values along one are read one after the other.
 *
 * Which turns are at an instruction is a set of bits; a jump takes some out, and puts them to those that wait at its target. Lanes
 * of other turns hold anything: no operation is undefined for it, and neither marks nor looks into the table follow from it. The
 * first turn that leaves the loop, and in a table of outcomes the first with an option that loses, ends a block: the machine does
 * that turn. Turns behind it may not have marked anything, so a loop that may be left has no mark before the last exit. */
#ifndef CGI_CODE_MACHINE_TURNS_LANES_H
#define CGI_CODE_MACHINE_TURNS_LANES_H
#include "code/machine/turns_block.h"

enum { LANES = 512, LANE_WORDS = LANES / 64, LANES_LEAST = 12, LANE_STEPS = 64 };
/* What they take, in 1/16 ns: a loop, a block, an instruction of one, one for so many turns, an option. */
enum {
    LANES_A_LOOP = 900,
    LANES_A_BLOCK = 500,
    LANES_AN_INSTRUCTION = 140,
    LANES_TURNS_TOGETHER = 4,
    LANES_AN_OPTION = 18,
    LANES_A_DIVISION = 9 /* by a number of the turn's own */
};
typedef int32_t lane_row[LANES];
typedef uint64_t lane_set[LANE_WORDS];

/* at[turn]; at NULL: same + slope * turn, modulo 2^32, where turns that are not at the instruction may have anything. Kernels take rows
 * and slope 0, the same for all turns. */
struct lane_operand {
    const int32_t *at;
    int32_t same, slope;
};
/* Marks of the turns in a set. */
struct lane_marks {
    uint8_t *seen, stamp;
    const uint64_t *in;
    size_t words;
};
struct lane_kernels {
    void (*steps[OP_COUNT])(int32_t *to, const struct lane_operand *b, const struct lane_operand *c, size_t count);
    void (*jumps[OP_COUNT])(uint64_t *holds, const struct lane_operand *b, const struct lane_operand *c, size_t count);
    void (*index)(int32_t *to, const struct lane_operand *b, const struct lane_operand *c, int32_t low, int32_t stride,
                  size_t count);
    bool (*within)(const struct lane_operand *c, int32_t low, int32_t high, size_t count);
    void (*line)(int32_t *to, int32_t from, int32_t slope, size_t count);
    /* values from[0], from[1] ..., or (down) from[0], from[-1] ... */
    void (*take_narrow)(int32_t *to, const uint16_t *from, bool down, size_t count);
    void (*take_wide)(int32_t *to, const uint32_t *from, bool down, size_t count);
    /* the numbers themselves, or the values at these indices; lines as well */
    void (*mark)(struct lane_marks m, const struct lane_operand *number);
    void (*mark_narrow)(struct lane_marks m, const uint16_t *values, const struct lane_operand *index);
    void (*mark_wide)(struct lane_marks m, const uint32_t *values, const struct lane_operand *index);
    void (*replace)(int32_t *to, const int32_t *from, const uint64_t *of, size_t count);
    size_t (*size)(const uint64_t *set, size_t words); /* how many turns are in a set */
};
bool turns_lanes_know(enum opcode op);

/* An instruction of a body; below the line, as the bounds of the loop that is run tell it. */
enum { LANE_END = -1, LANE_OUT = -2 };
struct lane_step {
    const struct ins *ins;
    bool apart;       /* turns may wait for a later one, so what others have written stays */
    bool joins;       /* some wait for this one */
    int32_t to;       /* of a jump: the step, LANE_END, LANE_OUT */
    lane_set waiting; /* for this one; empty between blocks */
    struct lane_operand b, c;
    int32_t b_known,
        c_known;    /* registers that are the same for all turns, or a line; -1: those are lanes, or none is read */
    bool done;      /* the same for all turns, and computed */
    int32_t slope;  /* the result is a line; 0: it is not */
    bool wanted;    /* and a row holds it */
    bool inside;    /* an index is within the box */
    bool spread;    /* what it writes had been the same for all turns: `before` */
    int32_t before; /* or where a line begins */
};
/* A register that is read and not written: the same for all turns; the numbers that the steps are ready for. */
struct lane_read {
    int32_t reg;
    int64_t low, high;
};
struct lane_loop {
    int32_t open;
    size_t count, read_count;
    struct lane_step steps[LANE_STEPS];
    struct lane_read reads[2 * LANE_STEPS];
    int64_t low, high; /* of the generator */
    bool ready;        /* the steps are, for these numbers */
    bool alone;        /* numbers of several entries did not fit together */
    bool ascends;      /* the generator's numbers are a line */
    bool wanted;       /* and a row holds them */
};
/* Of a register while steps are made ready. */
struct lane_state {
    uint64_t entry; /* when it was written; else it is from before the loop */
    int64_t low, high;
    bool same;
    int32_t slope; /* a line; 0: it is none */
    bool *wanted;  /* of a line: a row holds it */
};
struct lanes {
    VEC(struct lane_loop *) loops;
    struct lane_state *states; /* of each register */
    int32_t *known; /* of each register that is the same for all turns; of a line, what the block begins with */
    lane_row *rows; /* of each slot of turns.h */
    lane_row spare;
    size_t row_count, state_count;
    uint64_t entry;
};

/* A loop that is run. */
struct lane_run {
    struct turns *t;
    struct lanes *l;
    struct frame *f;
    struct lane_loop *loop;
    const struct lane_kernels *kernels;
    size_t count, words; /* turns of the block */
    size_t stop;         /* the first turn that is the machine's; count: none */
    lane_set in;         /* turns that are at the current step */
    lane_set before;     /* turns before `stop` */
    uint64_t options;
};

/* Of the turn-th turn; for what is not at it, any number. */
static inline int32_t turns_lanes_number(const struct lane_operand *o, size_t turn)
{
    return o->at ? o->at[turn] : (int32_t)((uint32_t)o->same + (uint32_t)o->slope * (uint32_t)turn);
}
/* By a number of each turn's own? */
static inline bool turns_lanes_divides(const struct lane_step *s)
{
    return s->c.at && (s->ins->op == OP_DIV || s->ins->op == OP_MOD);
}
static inline int32_t *turns_lanes_row(const struct lane_run *r, int32_t reg) { return r->l->rows[r->t->slots[reg]]; }

enum status turns_lanes_add(struct turns *t, int32_t open, int32_t end);
/* Rows, once all loops are known. ST_NO_MEMORY. */
enum status turns_lanes_ready(struct turns *t);
void turns_lanes_close(struct lanes *l);
struct lane_loop *turns_lanes_at(const struct turns *t, int32_t open);
/* Makes the steps ready for turns low .. high of the generator. False: some number may not fit, or some step may fail. O(steps). */
bool turns_lanes_foresee(struct lane_run *r, int32_t number, int64_t low, int64_t high);
/* Where lines begin in a block whose first turn has this number. O(steps). */
void turns_lanes_begin(struct lane_run *r, int32_t number, int32_t first);
/* What a step other than a look into the table writes. */
void turns_lanes_compute(struct lane_run *r, const struct lane_step *s, int32_t *to, size_t count);

#endif
