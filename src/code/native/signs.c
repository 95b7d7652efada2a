/* SPDX-License-Identifier: MIT */
/* What is known on entry to an instruction is what all instructions before it agree on; it only shrinks, so this
 * ends. */
#include "code/native/signs.h"
#include <string.h>
#include "base/mem.h"

static bool natural(const uint64_t *row, int32_t reg) { return row[reg / 64] >> reg % 64 & 1; }

static void know(uint64_t *row, int32_t reg, bool is)
{
    uint64_t bit = (uint64_t)1 << reg % 64;
    row[reg / 64] = is ? row[reg / 64] | bit : row[reg / 64] & ~bit;
}

static bool pool_is_natural(const struct program *p, int32_t pool)
{
    for (size_t i = 0; i < p->pools[pool].count; i++)
        if (p->pools[pool].cells[i] < 0) return false;
    return true;
}

/* The iterator is opened over constant sets of natural numbers alone. */
static bool runs_over_naturals(const struct program *p, int32_t iterator)
{
    for (size_t at = 0; at < p->count; at++) {
        const struct ins *ins = &p->code[at];
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[ins->op].operands[k];
            bool opens = (kind == OPD_ITW || kind == OPD_RITW) && ins_operand(ins, k) == iterator;
            if (opens && (ins->op != OP_ITER_POOL || !pool_is_natural(p, ins->b))) return false;
        }
    }
    return true;
}

/* Is what the instruction writes to its first operand natural? */
static bool makes_natural(const struct program *p, const struct ins *ins, const uint64_t *row)
{
    switch ((enum opcode)ins->op) {
    case OP_COPY: return natural(row, ins->b);
    case OP_ADD:
    case OP_MUL:
    case OP_MIN:
    case OP_DIV: return natural(row, ins->b) && natural(row, ins->c);
    case OP_MAX: return natural(row, ins->b) || natural(row, ins->c);
    case OP_MOD: return natural(row, ins->c);
    case OP_RANGE_NEXT: return natural(row, ins->a);
    case OP_XOR:
    case OP_GCD:
    case OP_ABS:
    case OP_BIT:
    case OP_POPCOUNT:
    case OP_ODD:
    case OP_POW2:
    case OP_ISQRT:
    case OP_POW:
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_NOT:
    case OP_IN_PARAM:
    case OP_IN_NAMED:
    case OP_IN_POWERS:
    case OP_IN_DIVISORS:
    case OP_TABLE_GET: return true;
    case OP_TABLE_INDEX: return natural(row, ins->b);
    case OP_ITER_NEXT: return runs_over_naturals(p, ins->a);
    default: return false;
    }
}

static void write_all(const struct program *p, const struct ins *ins, uint64_t *row)
{
    const struct op_info *op = &op_table[ins->op];
    bool is = makes_natural(p, ins, row);
    for (int k = 0; k < OPERANDS; k++)
        if (op->operands[k] == OPD_W || op->operands[k] == OPD_U || op->operands[k] == OPD_WJ)
            know(row, ins_operand(ins, k), is);
}

/* The row of an instruction becomes what it was and `row` agree on; was it changed? */
static bool meet(struct signs *s, size_t at, const uint64_t *row)
{
    uint64_t *old = s->bits + at * s->words;
    bool changed = !s->reached[at];
    if (changed) memcpy(old, row, s->words * sizeof *old);
    s->reached[at] = true;
    for (size_t i = 0; i < s->words; i++) {
        changed = changed || (old[i] & ~row[i]);
        old[i] &= row[i];
    }
    return changed;
}

static void enter(const struct program *p, const struct model *m, uint64_t *row)
{
    const struct game *g = &m->games[p->game];
    int32_t first = (int32_t)m->param_count + 1, constants = p->registers - p->constant_count;
    for (size_t i = 0; i < g->field_count; i++)
        know(row, first + (int32_t)i, g->fields[i].kind == FIELD_NAT || g->fields[i].kind == FIELD_BOOL);
    for (int32_t i = 0; i < p->constant_count; i++) know(row, constants + i, p->constants[i] >= 0);
}

bool signs_of(const struct program *p, const struct model *m, struct signs *s)
{
    *s = (struct signs){.program = p, .count = p->count, .words = (size_t)p->registers / 64 + 1};
    s->bits = mem_alloc((s->count + 1) * s->words * sizeof *s->bits);
    s->reached = mem_alloc(s->count);
    if (!s->bits || !s->reached) return signs_free(s), false;
    uint64_t *row = s->bits + s->count * s->words;
    enter(p, m, row);
    meet(s, 0, row);
    for (bool again = true; again;) {
        again = false;
        for (size_t at = 0; at < p->count; at++) {
            const struct ins *ins = &p->code[at];
            const struct op_info *op = &op_table[ins->op];
            if (!s->reached[at]) continue;
            memcpy(row, s->bits + at * s->words, s->words * sizeof *row);
            write_all(p, ins, row);
            for (int k = 0; k < OPERANDS; k++)
                if (op->operands[k] == OPD_L || op->operands[k] == OPD_B)
                    again = meet(s, (size_t)ins_operand(ins, k), row) || again;
            if (op->flow != FLOW_J && op->flow != FLOW_H && at + 1 < p->count) again = meet(s, at + 1, row) || again;
        }
    }
    return true;
}

bool signs_natural(const struct signs *s, size_t at, int reg)
{
    return s->reached[at] && natural(s->bits + at * s->words, reg);
}

void signs_free(struct signs *s)
{
    mem_free(s->bits, (s->count + 1) * s->words * sizeof *s->bits);
    mem_free(s->reached, s->count);
    *s = (struct signs){0};
}
