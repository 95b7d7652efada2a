/* SPDX-License-Identifier: MIT */
/* Backward over the instructions until nothing changes. */
#include "code/native/live.h"
#include <string.h>
#include "base/mem.h"

static void set_bit(const struct live *l, uint64_t *row, int32_t reg, bool on)
{
    if (reg < l->first || reg >= l->end) return;
    uint64_t bit = (uint64_t)1 << (reg - l->first) % 64, *word = &row[(size_t)(reg - l->first) / 64];
    *word = on ? *word | bit : *word & ~bit;
}

/* The number of registers in the run that begins at operand k; 0: it is no run. */
static int32_t run_length(const struct ins *ins, int k)
{
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_SR: return ins_operand(ins, k + 1);
    case OPD_S3: return 3;
    case OPD_S5: return 5;
    default: return 0;
    }
}

static void reads(const struct live *l, const struct program *p, const struct model *m, const struct ins *ins,
                  uint64_t *row)
{
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = op_table[ins->op].operands[k];
        int32_t x = ins_operand(ins, k);
        if (kind == OPD_R || kind == OPD_U) set_bit(l, row, x, true);
        for (int32_t i = 0; i < run_length(ins, k); i++) set_bit(l, row, x + i, true);
        if (kind != OPD_C) continue;
        const struct game *g = &m->games[ins_operand(ins, k - 1)];
        for (size_t i = 0; i < g->field_count; i++)
            if (field_is_scalar(g->fields[i].kind)) set_bit(l, row, p->lists[(size_t)x + i], true);
    }
}

static void join(const struct live *l, uint64_t *row, const uint64_t *with)
{
    for (size_t i = 0; i < l->words; i++) row[i] |= with[i];
}

/* What is live before instruction `at`, from what is live after it. */
static void before(const struct live *l, const struct program *p, const struct model *m, size_t at, uint64_t *row)
{
    const struct ins *ins = &p->code[at];
    const struct op_info *op = &op_table[ins->op];
    memset(row, 0, l->words * sizeof *row);
    if (op->flow != FLOW_J && op->flow != FLOW_H && at + 1 < p->count) join(l, row, l->bits + (at + 1) * l->words);
    for (int k = 0; k < OPERANDS; k++)
        if (op->operands[k] == OPD_W) set_bit(l, row, ins_operand(ins, k), false);
    for (int k = 0; k < OPERANDS; k++)
        if (op->operands[k] == OPD_L || op->operands[k] == OPD_B)
            join(l, row, l->bits + (size_t)ins_operand(ins, k) * l->words);
    reads(l, p, m, ins, row);
    for (size_t i = 0; i < p->loop_count; i++)
        if (!p->loops[i].is_array && (size_t)p->loops[i].begin <= at && at < (size_t)p->loops[i].end)
            set_bit(l, row, p->loops[i].reg, true);
}

bool live_of(const struct program *p, const struct model *m, struct live *l)
{
    *l = (struct live){.count = p->count, .first = p->first_own, .end = p->registers - p->constant_count};
    l->words = (size_t)(l->end - l->first + 63) / 64 + 1;
    l->bits = mem_alloc(l->count * l->words * sizeof *l->bits);
    uint64_t *row = mem_alloc(l->words * sizeof *row);
    bool fine = l->bits && row;
    for (bool again = fine; again;) {
        again = false;
        for (size_t at = l->count; at-- > 0;) {
            uint64_t *old = l->bits + at * l->words;
            before(l, p, m, at, row);
            if (memcmp(old, row, l->words * sizeof *row) == 0) continue;
            memcpy(old, row, l->words * sizeof *row);
            again = true;
        }
    }
    mem_free(row, l->words * sizeof *row);
    if (!fine) live_free(l);
    return fine;
}

bool live_at(const struct live *l, size_t at, int reg)
{
    if (reg < l->first || reg >= l->end) return false;
    size_t k = (size_t)(reg - l->first);
    return l->bits[at * l->words + k / 64] >> k % 64 & 1;
}

void live_free(struct live *l)
{
    mem_free(l->bits, l->count * l->words * sizeof *l->bits);
    l->bits = NULL;
}
