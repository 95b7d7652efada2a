/* SPDX-License-Identifier: MIT */
/* What code is made of: instructions, programs and their tables. Shared by the compiler and the machine.
 *
 *     const struct program *p = code->programs.data[code->games[g].options];
 *     for (size_t i = 0; i < p->count; i++) use(&p->code[i]);
 *
 * Registers of a program: parameters, the mover, one per field (unused for rows and grids), then the program's own,
 * then its constants. A program writes only its own registers. Array registers: one per field (unused for scalars),
 * then its own. */
#ifndef CGI_CODE_COMPILE_PROGRAM_H
#define CGI_CODE_COMPILE_PROGRAM_H
#include "base/vec.h"
#include "code/compile/code.h"

enum opcode {
#define OP(name, text, flow, a, b, c, d, e, doc) OP_##name,
#include "code/compile/ops.def"
#undef OP
    OP_COUNT
};
enum flow { FLOW_N, FLOW_J, FLOW_B, FLOW_H };
enum operand_kind {
    OPD_NO,
    OPD_R,
    OPD_W,
    OPD_U,
    OPD_WJ,
    OPD_AR,
    OPD_AG,
    OPD_AA,
    OPD_WR,
    OPD_WG,
    OPD_UR,
    OPD_UG,
    OPD_WRJ,
    OPD_L,
    OPD_B,
    OPD_IT,
    OPD_ITW,
    OPD_RIT,
    OPD_RITW,
    OPD_P,
    OPD_PW,
    OPD_SR,
    OPD_SC,
    OPD_SP,
    OPD_S3,
    OPD_S5,
    OPD_BU,
    OPD_G,
    OPD_C,
    OPD_PS,
    OPD_PO,
    OPD_F,
    OPD_MV,
    OPD_LU,
    OPD_DI,
    OPD_I
};
#define OPERANDS 5
#define RUNS_MOST_TERMS 64 /* registers that a row adds up: with factors below 2^31 their sum is below 2^102 */
struct op_info {
    const char *name;
    enum flow flow;
    uint8_t operands[OPERANDS];
    const char *doc;
};
extern const struct op_info op_table[OP_COUNT];

struct ins {
    int32_t op;
    int32_t a, b, c, d, e;
};
_Static_assert(sizeof(struct ins) == 6 * sizeof(int32_t), "operands are read as an array behind op");
static inline int32_t ins_operand(const struct ins *i, int k)
{
    switch (k) {
    case 0: return i->a;
    case 1: return i->b;
    case 2: return i->c;
    case 3: return i->d;
    default: return i->e;
    }
}
static inline int32_t *ins_operand_at(struct ins *i, int k)
{
    return k == 0 ? &i->a : k == 1 ? &i->b : k == 2 ? &i->c : k == 3 ? &i->d : &i->e;
}

/* Where an instruction came from. `from` is NULL in programs of expressions that may not outlive the call. */
struct origin {
    struct span span;
    const struct expr *from;
    int game; /* the game whose fields `from` mentions */
};
/* A generator's loop, for the notes of a failure: its value is defined in instructions begin..end-1. */
struct loop_info {
    const char *name;
    int begin, end;
    int reg; /* a register; an array register if is_array */
    bool is_array;
    bool is_tree;
    const struct graph *graph; /* its values are nodes of this graph, or sets of them; NULL: numbers */
};
struct pool_set {
    const int64_t *cells;
    size_t count;
};
struct move_code {
    int begin, end, gens; /* instructions; first register of the generator values */
};
enum program_kind {
    PROGRAM_OPTIONS,
    PROGRAM_TABLE,
    PROGRAM_INVARIANT,
    PROGRAM_CANON,
    PROGRAM_MEASURE,
    PROGRAM_POSITION,
    PROGRAM_VALUE,
    PROGRAM_CHECK,
    PROGRAM_SWEEP
};
#define PROGRAM_MAX_INSTRUCTIONS 60000
#define PROGRAM_MAX_NESTING 64
struct program {
    enum program_kind kind;
    int game; /* the game whose fields the program reads; -1: none */
    int index;
    size_t check, gen;
    struct ins *code;
    struct origin *origins;
    size_t count;
    const int64_t *constants;
    int constant_count;
    int first_own, registers; /* own registers are first_own..registers - constant_count - 1 */
    int first_own_array, arrays;
    int iterators, positions;
    int memos;   /* OPTIONS and TABLE: values of what reads one or two numbers, kept from position to position */
    int nesting; /* the depth to which sums and compounds nest */
    const int32_t *lists;
    size_t list_count;
    const struct pool_set *pools;
    size_t pool_count;
    const struct loop_info *loops;
    size_t loop_count;
    const struct move_code *moves; /* OPTIONS and TABLE: one per move */
    size_t move_count;
};

struct game_code {
    int options, table, invariant, canon; /* program numbers, -1: none */
    int *measures;                        /* of the numbers of the clause `measure`, where they are tried; else NULL */
    bool fillable;
    bool splits; /* some move leads to a sum of several components, */
    bool ends;   /* or to the empty sum */
};
struct check_code {
    int program;
    int *sweeps; /* one per generator, -1: not swept; NULL: nothing is compiled yet */
};
/* What is known of a move's generators; NULL: nothing beyond their ranges. */
struct move_loops {
    const struct move *move;
    struct loops *loops;
};
struct code {
    const struct model *model;
    struct arena arena;
    VEC(struct program *) programs;
    struct game_code *games;
    struct check_code *checks;
    VEC(struct move_loops) loops; /* of moves that were looked at */
};

#endif
