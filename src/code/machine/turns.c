/* SPDX-License-Identifier: MIT */
/* Blocks of turns, one after the other, up to the loop's last turn. */
#include <string.h>
#include "base/mem.h"
#include "code/machine/turns_lanes.h"
#include "code/machine/turns_numbers.h"

/* ---- opening ----------------------------------------------------------------------------------------------------- */
enum { GCD_BYTES = TURNS_GCDS * TURNS_GCDS * sizeof(uint16_t) };

static bool asks_gcds(const struct turns *t)
{
    for (size_t i = 0; i < t->program->count; i++)
        for (int32_t k = (int32_t)i + 1; t->next[i] && k < t->next[i]; k++)
            if (t->program->code[k].op == OP_GCD) return true;
    return false;
}

bool turns_has(const struct turns *t, size_t instruction)
{
    return t->next[instruction] != 0 || turns_lanes_at(t, (int32_t)instruction);
}

void turns_close(struct turns *t)
{
    if (!t) return;
    size_t count = t->program->count + 1;
    mem_free(t->next, count * sizeof *t->next);
    mem_free(t->first, count * sizeof *t->first);
    mem_free(t->slots, (size_t)t->program->registers * sizeof *t->slots);
    turns_lanes_close(t->lanes);
    mem_free(t->gcds, t->gcds ? GCD_BYTES : 0);
    mem_free(t->row, t->row ? sizeof *t->row : 0);
    mem_free(t->numbers, t->numbers ? t->slot_count * sizeof *t->numbers : 0);
    mem_free(t, sizeof *t);
}

enum status turns_open(const struct program *p, struct turns **out)
{
    struct turns *t = *out = mem_alloc(sizeof *t);
    if (!t) return ST_NO_MEMORY;
    size_t count = p->count + 1;
    bool any = false, gcds = false;
    t->program = p;
    turns_use(t, turns_kinds() - 1);
    t->next = mem_alloc(count * sizeof *t->next);
    t->first = mem_alloc(count * sizeof *t->first);
    t->slots = mem_alloc((size_t)p->registers * sizeof *t->slots);
    enum status st = t->next && t->first && t->slots ? turns_plan(t, &any) : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) t->first[i] = -1;
    if (any) t->numbers = mem_alloc(t->slot_count * sizeof *t->numbers);
    if (any) gcds = asks_gcds(t);
    if (gcds) t->gcds = mem_alloc(GCD_BYTES);
    if (gcds) t->row = mem_alloc(sizeof *t->row);
    if (t->row) common_open(t->row);
    if (any && (!t->numbers || (gcds && (!t->gcds || !t->row)))) st = ST_NO_MEMORY;
    if (any && st == ST_OK) st = turns_lanes_ready(t);
    if (any && st == ST_OK) return ST_OK;
    turns_close(t);
    *out = NULL;
    return st;
}

/* ---- numbers of turns -------------------------------------------------------------------------------------------- */
/* The numbers of the next turns, at most `most`, without the loop's last one. *after: the one behind them. */
static size_t numbers_of(const struct turns *t, const struct frame *f, const struct ins *next, size_t most,
                         int64_t *numbers, int64_t *after)
{
    if (next->op != OP_RANGE_NEXT) return turns_numbers_in_runs(f, next, most, numbers, after);
    size_t count = turns_numbers_in_range(f, next, most, after);
    turns_count_up(t, numbers, f->registers[next->a], count);
    return count;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
#define FOUR(n) n, n + 1, n + 2, n + 3
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
static const uint8_t in_order[TURNS_BLOCK] = {SIXTEEN(0),  SIXTEEN(16), SIXTEEN(32), SIXTEEN(48),
                                              SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112)};

static void wake(struct turns *t, int32_t at)
{
    if (t->first[at] < 0) return;
    for (int16_t i = t->first[at];; i = t->waiting[i]) {
        t->active[t->active_count++] = (uint8_t)i;
        t->waiting_count--;
        if (t->waiting[i] == i) break; /* the last one */
    }
    t->first[at] = -1;
    if (t->active_count < t->count) return;
    memcpy(t->active, in_order, sizeof in_order);
}

/* All instructions of the body for the turns whose numbers are there. False: one fails. */
static bool run_block(struct turns *t, struct frame *f, int32_t begin, size_t count)
{
    bool fine = true;
    memcpy(t->active, in_order, sizeof in_order);
    t->marked = false;
    t->count = t->active_count = count;
    t->waiting_count = 0;
    t->decided = TURNS_BLOCK;
    for (int32_t at = begin; at < t->end; at++) {
        wake(t, at);
        if (fine && t->active_count) fine = turns_step(t, f, &t->program->code[at]);
        if (!fine) t->active_count = 0; /* but nobody is left waiting */
    }
    return fine;
}

static enum status run_blocks(struct turns *t, struct frame *f, int32_t begin, int32_t end, int32_t *to)
{
    struct machine *vm = f->vm;
    const struct ins *next = &t->program->code[end];
    int16_t slot = t->slots[next->a];
    enum status st = ST_OK;
    t->end = end;
    if (next->op == OP_RANGE_NEXT && (uint64_t)f->registers[next->b] - (uint64_t)f->registers[next->a] < TURNS_LEAST)
        return ST_OK;
    for (size_t block = f->fill->outcomes ? TURNS_FIRST_OF_OUTCOMES : TURNS_BLOCK; st == ST_OK;
         block = 2 * block < TURNS_BLOCK ? 2 * block : TURNS_BLOCK) {
        int64_t after;
        size_t count = numbers_of(t, f, next, block < vm->fuel ? block : vm->fuel, t->numbers[slot], &after);
        if (!count) break;
        memset(t->same, true, sizeof t->same);
        t->same[slot] = false;
        bool fine = run_block(t, f, begin, count);
        vm->block_cost += t->cost;
        t->cost = 0;
        if (!fine) break; /* the machine finds it again, and says what it is */
        if (t->decided < TURNS_BLOCK) {
            f->fill->decided = true;
            *to = t->leave;
            return turns_numbers_charge(vm, t->decided);
        }
        f->registers[next->a] = after;
        st = turns_numbers_charge(vm, count);
    }
    return st;
}

enum status turns_run(struct frame *f, const struct ins *open, int32_t *to)
{
    struct turns *t = f->turns;
    int32_t begin = (int32_t)(open - t->program->code) + 1, end = t->next[begin - 1];
    struct lane_loop *lanes = t->lane_kernels ? turns_lanes_at(t, begin - 1) : NULL;
    bool machine = false;
    enum status st = ST_OK;
    if (lanes) st = turns_lanes_run(t, f, lanes, &open[lanes->count + 1], &machine);
    return st == ST_OK && end && !machine ? run_blocks(t, f, begin, end, to) : st;
}
