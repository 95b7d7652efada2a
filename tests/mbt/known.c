/* SPDX-License-Identifier: MIT */
/* What is known of a table's program against its runs: the machine takes one instruction after the other, and before
 * each, every fact is looked up in its registers; what is known to be fine must not fail. The rules of mbt/native,
 * then random ones. usage: known [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include "code/machine/private.h"
#include "code/native/known.h"
#include "rule_file.h"
#include "table_rules.h"

static size_t facts, fine, tested;

static bool holds(const struct known *known, const struct program *p, size_t at, const int64_t *registers)
{
    const struct ins *ins = &p->code[at];
    bool all = known->at[at].reached;
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = op_table[ins->op].operands[k];
        if (kind != OPD_R && kind != OPD_U) continue;
        int64_t x = registers[ins_operand(ins, k)], least = known_least(known, at, k), most = known_most(known, at, k);
        all = all && least <= x && x <= most;
        facts += (least != INT64_MIN) + (most != INT64_MAX);
    }
    return all;
}

static bool is_tested(const struct ins *ins)
{
    return ins->op == OP_TABLE_INDEX || ins->op == OP_TABLE_GET || ins->op == OP_TABLE_MARK ||
           (ins->op >= OP_ADD && ins->op <= OP_NEG);
}

/* One after the other, to the end of the box or the first failure. */
static bool walk(struct frame *f, const struct known *known)
{
    const struct program *p = f->program;
    struct fill *t = f->fill;
    int32_t at = 0, after;
    for (uint64_t steps = 0; steps < 2000000; steps++) {
        const struct ins *ins = &p->code[at];
        bool good = known_fine(known, (size_t)at);
        if (ins->op == OP_HALT) return true;
        if (!holds(known, p, (size_t)at, f->registers)) return false;
        if (ins->op == OP_TABLE_MARK && good && (uint64_t)f->registers[ins->a] >= t->capacity) return false;
        fine += good && is_tested(ins);
        tested += is_tested(ins);
        if (machine_step(f, at, &after) != ST_OK) return !good;
        at = after;
    }
    return true;
}

static bool facts_hold(const char *rule, uint64_t seed, int64_t heaps)
{
    const int64_t extents[] = {0, heaps, 12, 6, 4, 3, 3, 3, 2};
    struct rule_file r;
    struct premises premises = {.small_params = true};
    struct known known;
    struct frame *f;
    bool all = true;
    rule_open(&r, rule);
    if (r.st != ST_OK || !vm_fillable(r.code, 0) || r.model->games[0].field_count > 8) return rule_close(&r), seed != 0;
    struct value_table t;
    table_box(&r.model->games[0], extents[r.model->games[0].field_count], &t);
    t.values = calloc(t.count, sizeof *t.values);
    struct fill fill = {.table = &t, .values = t.values, .to = t.count};
    for (size_t i = 0; i < t.fields; i++) {
        premises.low[i] = fill.low[i] = t.low[i];
        fill.high[i] = t.low[i] + t.extent[i] - 1;
        fill.stride[i] = t.stride[i];
    }
    for (size_t i = 0; i < r.model->param_count; i++)
        premises.small_params = premises.small_params && known_is_small(r.params[i].value);
    struct machine *vm = r.vm->machine;
    int number = r.code->games[0].table;
    all = known_holds(&premises, r.model, r.params, fill.low, fill.high, t.fields) &&
          known_of(r.code->programs.data[number], r.model, &premises, &known) && frame_take(vm, number, &f) == ST_OK;
    if (!all) return false;
    f->fill = &fill;
    f->registers[r.model->param_count] = 1;
    for (size_t i = 0; i < t.fields; i++) f->registers[r.model->param_count + 1 + i] = t.low[i];
    all = fill_open(&fill, vm) == ST_OK && walk(f, &known);
    fill_close(&fill);
    frame_give(f);
    if (!all) printf("# %s\n", rule);
    known_free(&known);
    free(t.values);
    rule_close(&r);
    return all;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 400;
    bool hand = true, random = true;
    for (size_t i = 0; i < TABLE_RULES; i++) hand = facts_hold(table_rules[i], 0, 60) && hand;
    printf("# by hand: %zu facts, %zu of %zu tests are known to pass\n", facts, fine, tested);
    bool most = fine * 4 >= tested * 3;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct text text = {0};
        table_rule_draw(seed, &text);
        random = facts_hold(text_c(&text), seed, 40) && random;
        text_free(&text);
    }
    printf("# all: %zu facts, %zu of %zu tests are known to pass\n", facts, fine, tested);
    printf("%s 1 - rules by hand: every fact holds at every step\n", hand ? "ok" : "not ok");
    printf("%s 2 - of their tests, three in four are known to pass\n", most ? "ok" : "not ok");
    printf("%s 3 - random rules: every fact holds at every step\n1..3\n", random ? "ok" : "not ok");
    return 0;
}
