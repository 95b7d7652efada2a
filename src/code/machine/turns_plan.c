/* SPDX-License-Identifier: MIT */
/* Which loops may be run in blocks. Jumps lead forward, so one pass finds what each path to an instruction has written. */
#include "base/mem.h"
#include "code/machine/turns_lanes.h"

/* The instructions that turns_step knows: numbers from numbers, which do nothing else, and what marks an option. */
static bool is_known(enum opcode op)
{
    switch (op) {
    case OP_JUMP:
    case OP_JT:
    case OP_JF:
    case OP_JEQ:
    case OP_JNE:
    case OP_JLT:
    case OP_JLE:
    case OP_COPY:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
    case OP_NEG:
    case OP_MIN:
    case OP_MAX:
    case OP_XOR:
    case OP_GCD:
    case OP_ABS:
    case OP_BIT:
    case OP_POPCOUNT:
    case OP_ODD:
    case OP_POW2:
    case OP_ISQRT:
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_NOT:
    case OP_IN_PARAM:
    case OP_IN_POWERS:
    case OP_IN_DIVISORS:
    case OP_TABLE_INDEX:
    case OP_TABLE_GET:
    case OP_TABLE_MARK: return true;
    default: return false;
    }
}

struct turns_uses turns_uses_of(const struct ins *ins)
{
    struct turns_uses u = {.writes = -1};
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = (enum operand_kind)op_table[ins->op].operands[k];
        int32_t x = ins_operand(ins, k);
        if (kind == OPD_R) u.reads[u.read_count++] = x;
        else if (kind == OPD_W) u.writes = x;
        else if (kind == OPD_L && ins->op != OP_TABLE_MARK) u.to = x;
    }
    return u;
}

/* The loop's body is begin .. end - 1. `written`: a bit for each slot. */
struct loop {
    int32_t begin, end, number; /* number: the register that differs from turn to turn */
    uint64_t written;
    bool lanes; /* as turns_lanes.h runs them: it may be left, before anything is marked */
};

static bool may_do(const struct loop *l, enum opcode op, bool marks, int32_t to, int32_t at)
{
    if (to && (to <= at || (to > l->end && (!l->lanes || marks)))) return false;
    return l->lanes ? turns_lanes_know(op) : is_known(op);
}

static uint64_t bit_of(const struct turns *t, int32_t reg)
{
    return t->slots[reg] < 0 ? 0 : (uint64_t)1 << t->slots[reg];
}

static bool take_slot(struct turns *t, int32_t reg)
{
    if (t->slots[reg] >= 0) return true;
    if (t->slot_count == TURNS_SLOTS) return false;
    t->slots[reg] = (int16_t)t->slot_count++;
    return true;
}

/* Known instructions alone, which stay in the loop and leave what it runs over as it is. */
static bool collect(struct turns *t, struct loop *l, const struct ins *next)
{
    const struct ins *code = t->program->code;
    bool marks = false;
    if (!take_slot(t, l->number)) return false;
    for (int32_t i = l->begin; i < l->end; i++) {
        struct turns_uses u = turns_uses_of(&code[i]);
        if (!may_do(l, (enum opcode)code[i].op, marks, u.to, i)) return false;
        if (u.writes == l->number || (next->op == OP_RANGE_NEXT && u.writes == next->b)) return false;
        if (next->op == OP_RUNS_NEXT && u.writes >= next->b && u.writes < next->b + next->c) return false;
        if (u.writes >= 0 && !take_slot(t, u.writes)) return false;
        if (u.writes >= 0) l->written |= bit_of(t, u.writes);
        marks |= code[i].op == OP_TABLE_MARK;
    }
    return marks;
}

/* Does every turn write before it reads? `sure`, of each instruction: what is written on every path to it. */
static bool is_free(struct turns *t, const struct loop *l, uint64_t *sure)
{
    const struct ins *code = t->program->code;
    for (int32_t i = l->begin; i <= l->end; i++) sure[i] = i == l->begin ? 0 : UINT64_MAX;
    for (int32_t i = l->begin; i < l->end; i++) {
        struct turns_uses u = turns_uses_of(&code[i]);
        for (int k = 0; k < u.read_count; k++)
            if (bit_of(t, u.reads[k]) & l->written & ~sure[i]) return false;
        uint64_t after = sure[i] | (u.writes >= 0 ? bit_of(t, u.writes) : 0);
        if (u.to) sure[u.to] &= after;
        if (code[i].op != OP_JUMP) sure[i + 1] &= after;
    }
    return true;
}

/* The instruction that leads back to the one behind `open`; 0: there is none, or it is not this loop's alone. */
static int32_t back_to(const struct program *p, int32_t open)
{
    for (size_t i = (size_t)open + 1; i < p->count; i++) {
        const struct ins *x = &p->code[i];
        if (x->op == OP_RANGE_NEXT && x->c == open + 1) return (int32_t)i;
        if (x->op == OP_RUNS_NEXT && x->d == open + 1) return (int32_t)i;
        if (!is_known((enum opcode)x->op)) return 0;
    }
    return 0;
}

static bool is_runnable(struct turns *t, int32_t open, int32_t end, bool lanes, uint64_t *sure)
{
    const struct ins *first = &t->program->code[open], *next = &t->program->code[end];
    bool range = first->op == OP_RANGE_OPEN && next->op == OP_RANGE_NEXT && first->b == next->b;
    bool runs = first->op == OP_RUNS_OPEN && next->op == OP_RUNS_NEXT && first->b == next->b && first->c == next->c;
    struct loop l = {.begin = open + 1, .end = end, .number = first->a, .lanes = lanes};
    if (!(range || runs) || first->a != next->a || (lanes && end - open > LANE_STEPS)) return false;
    for (size_t i = 0; i < t->program->count; i++) { /* nobody enters it elsewhere */
        struct turns_uses u = turns_uses_of(&t->program->code[i]);
        bool outside = (int32_t)i <= open || (int32_t)i > end;
        if (outside && u.to > open && u.to <= end) return false;
    }
    return collect(t, &l, next) && is_free(t, &l, sure);
}

enum status turns_plan(struct turns *t, bool *any)
{
    uint64_t *sure = mem_alloc((t->program->count + 1) * sizeof *sure);
    if (!sure) return ST_NO_MEMORY;
    for (int i = 0; i < t->program->registers; i++) t->slots[i] = -1;
    enum status st = ST_OK;
    for (int32_t i = 0; st == ST_OK && i < (int32_t)t->program->count; i++) {
        enum opcode op = (enum opcode)t->program->code[i].op;
        int32_t end = op == OP_RANGE_OPEN || op == OP_RUNS_OPEN ? back_to(t->program, i) : 0;
        if (!end) continue;
        if (is_runnable(t, i, end, false, sure)) t->next[i] = end;
        bool lanes = is_runnable(t, i, end, true, sure);
        if (lanes) st = turns_lanes_add(t, i, end);
        *any |= lanes || t->next[i];
    }
    mem_free(sure, (t->program->count + 1) * sizeof *sure);
    return st;
}
