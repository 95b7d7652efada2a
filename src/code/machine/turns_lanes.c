/* SPDX-License-Identifier: MIT */
/* Loops in lanes, and what is known of their numbers before the first block. */
#include "code/machine/turns_lanes.h"
#include <string.h>
#include "base/mem.h"
#include "code/native/lane_bounds.h"

/* ---- loops ------------------------------------------------------------------------------------------------------- */

void turns_lanes_close(struct lanes *l)
{
    if (!l) return;
    for (size_t i = 0; i < l->loops.count; i++) mem_free(l->loops.data[i], sizeof *l->loops.data[i]);
    vec_free(&l->loops);
    mem_free(l->states, l->states ? l->state_count * sizeof *l->states : 0);
    mem_free(l->rows, l->rows ? l->row_count * sizeof *l->rows : 0);
    mem_free(l, sizeof *l);
}

bool turns_lanes_know(enum opcode op)
{
    const struct lane_kernels *plain = turns_lanes_kernels(0);
    bool table = op == OP_TABLE_INDEX || op == OP_TABLE_GET || op == OP_TABLE_MARK;
    return table || plain->steps[op] || plain->jumps[op];
}

static struct lane_loop *read_loop(const struct program *p, int32_t open, int32_t end)
{
    struct lane_loop *l = mem_alloc(sizeof *l);
    if (!l) return NULL;
    int32_t joins = 0;
    *l = (struct lane_loop){.open = open, .count = (size_t)(end - open - 1)};
    for (int32_t i = open + 1; i < end; i++) {
        struct lane_step *s = &l->steps[i - open - 1];
        s->ins = &p->code[i];
        int numbers = lane_compared((enum opcode)s->ins->op);
        int32_t to = numbers < 0 ? i : ins_operand(s->ins, numbers);
        if (to > end) s->to = LANE_OUT;
        else if (to == end) s->to = LANE_END;
        else if (to > i) l->steps[s->to = to - open - 1].joins = true;
        if (to > i && to < end && to > joins) joins = to;
        s->apart = joins > i;
    }
    return l;
}

enum status turns_lanes_add(struct turns *t, int32_t open, int32_t end)
{
    if (!t->lanes) t->lanes = mem_alloc(sizeof *t->lanes);
    struct lane_loop *l = t->lanes ? read_loop(t->program, open, end) : NULL;
    if (!l) return ST_NO_MEMORY;
    if (vec_push(&t->lanes->loops, l)) return ST_OK;
    mem_free(l, sizeof *l);
    return ST_NO_MEMORY;
}

enum status turns_lanes_ready(struct turns *t)
{
    struct lanes *l = t->lanes;
    if (!l) return ST_OK;
    l->row_count = t->slot_count;
    l->state_count = (size_t)t->program->registers;
    l->states = mem_alloc(l->state_count * sizeof *l->states);
    l->rows = mem_alloc(l->row_count * sizeof *l->rows);
    return l->states && l->rows ? ST_OK : ST_NO_MEMORY;
}

struct lane_loop *turns_lanes_at(const struct turns *t, int32_t open)
{
    for (size_t i = 0; t->lanes && i < t->lanes->loops.count; i++)
        if (t->lanes->loops.data[i]->open == open) return t->lanes->loops.data[i];
    return NULL;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

/* What is read from before the loop is the same for all turns. False: it is beyond 32 bits. */
static bool read_operand(struct lane_run *r, int32_t reg, struct lane_operand *o, int64_t *bounds)
{
    struct lane_state *s = &r->l->states[reg];
    if (s->entry != r->l->entry)
        *s = (struct lane_state){r->l->entry, r->f->registers[reg], r->f->registers[reg], true};
    bounds[0] = s->low, bounds[1] = s->high;
    bool same = s->same || s->low == s->high;
    *o = (struct lane_operand){same ? NULL : turns_lanes_row(r, reg), same ? (int32_t)s->low : 0};
    return lane_fits(s->low, s->high);
}

/* An index is computed from positions within the box alone; that is tested where bounds do not say so. */
static bool index_bounds(const struct fill *t, struct lane_step *s, const int64_t *b, int64_t *c, int64_t *low,
                         int64_t *high)
{
    int64_t least = t->low[s->ins->d], most = t->high[s->ins->d], stride = t->stride[s->ins->d];
    s->inside = c[0] >= least && c[1] <= most;
    if (!lane_fits(least, most) || !lane_fits(0, stride)) return false;
    c[0] = c[0] < least ? least : c[0] > most ? most : c[0];
    c[1] = c[1] > most ? most : c[1] < least ? least : c[1];
    *low = b[0] + (c[0] - least) * stride;
    *high = b[1] + (c[1] - least) * stride;
    return true;
}

static bool step_bounds(struct lane_run *r, struct lane_step *s, const int64_t *b, int64_t *c, int64_t *low,
                        int64_t *high)
{
    enum opcode op = (enum opcode)s->ins->op;
    if (op == OP_TABLE_INDEX) return index_bounds(r->f->fill, s, b, c, low, high);
    *low = 0, *high = r->f->fill->outcomes ? 1 : INT32_MAX;
    if (op == OP_TABLE_GET) return true;
    *high = 32;
    if (op == OP_POPCOUNT) return b[0] >= 0;
    return lane_bounds(op, b, c, low, high);
}

void turns_lanes_compute(struct lane_run *r, const struct lane_step *s, int32_t *to, size_t count)
{
    const struct fill *t = r->f->fill;
    if (s->ins->op != OP_TABLE_INDEX) r->kernels->steps[s->ins->op](to, &s->b, &s->c, count);
    else r->kernels->index(to, &s->b, &s->c, (int32_t)t->low[s->ins->d], (int32_t)t->stride[s->ins->d], count);
}

static bool foresee_result(struct lane_run *r, struct lane_step *s, const int64_t *b, int64_t *c)
{
    int64_t low, high;
    struct lane_state *to = &r->l->states[s->ins->a];
    if (!step_bounds(r, s, b, c, &low, &high) || !lane_fits(low, high)) return false;
    bool met = to->entry == r->l->entry, get = s->ins->op == OP_TABLE_GET;
    bool index = s->ins->op == OP_TABLE_INDEX;
    s->done = !s->apart && !get && !s->b.at && !s->c.at && (!index || s->inside);
    s->spread = false;
    if (s->done) {
        if (low != high) turns_lanes_compute(r, s, r->l->spare, 1), low = r->l->spare[0];
        *to = (struct lane_state){r->l->entry, low, low, true};
        return true;
    }
    if (met && s->apart) {
        s->spread = to->same;
        s->before = (int32_t)to->low;
        low = to->low < low ? to->low : low;
        high = to->high > high ? to->high : high;
    }
    *to = (struct lane_state){r->l->entry, low, high, false};
    return true;
}

static bool foresee(struct lane_run *r, struct lane_step *s)
{
    int64_t b[2], c[2];
    const struct ins *ins = s->ins;
    int numbers = lane_compared((enum opcode)ins->op);
    bool mark = ins->op == OP_TABLE_MARK;
    s->done = false;
    s->b = s->c = (struct lane_operand){0};
    if (numbers == 0) return true;
    bool fine = read_operand(r, numbers > 0 || mark ? ins->a : ins->b, &s->b, b);
    if (mark || numbers == 1) return fine;
    bool two = numbers == 2 || op_table[ins->op].operands[2] == OPD_R;
    s->c = s->b;
    memcpy(c, b, sizeof c);
    if (two) fine = fine && read_operand(r, numbers == 2 ? ins->b : ins->c, &s->c, c);
    return fine && (numbers == 2 || foresee_result(r, s, b, c));
}

bool turns_lanes_foresee(struct lane_run *r, int32_t number, int64_t low, int64_t high)
{
    bool fine = lane_fits(low, high) && r->f->fill->table->count <= INT32_MAX;
    r->l->entry++;
    r->l->states[number] = (struct lane_state){r->l->entry, low, high, false};
    for (size_t k = 0; fine && k < r->loop->count; k++) fine = foresee(r, &r->loop->steps[k]);
    return fine;
}
