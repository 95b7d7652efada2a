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
    mem_free(l->known, l->known ? l->state_count * sizeof *l->known : 0);
    mem_free(l->rows, l->rows ? l->row_count * sizeof *l->rows : 0);
    mem_free(l, sizeof *l);
}

bool turns_lanes_know(enum opcode op)
{
    const struct lane_kernels *plain = turns_lanes_kernels(0);
    bool table = op == OP_TABLE_INDEX || op == OP_TABLE_GET || op == OP_TABLE_MARK;
    return table || plain->steps[op] || plain->jumps[op];
}

static bool writes(const struct lane_loop *l, int32_t reg)
{
    bool found = false;
    for (size_t i = 0; i < l->count && !found; i++) found = turns_uses_of(l->steps[i].ins).writes == reg;
    return found;
}

/* The registers that are read and not written. */
static void find_reads(struct lane_loop *l, int32_t number)
{
    for (size_t i = 0; i < l->count; i++) {
        struct turns_uses u = turns_uses_of(l->steps[i].ins);
        for (int k = 0; k < u.read_count; k++) {
            size_t known = 0;
            while (known < l->read_count && l->reads[known].reg != u.reads[k]) known++;
            if (known == l->read_count && u.reads[k] != number && !writes(l, u.reads[k]))
                l->reads[l->read_count++].reg = u.reads[k];
        }
    }
}

static struct lane_loop *read_loop(const struct program *p, int32_t open, int32_t end)
{
    struct lane_loop *l = mem_alloc(sizeof *l);
    if (!l) return NULL;
    int32_t joins = 0;
    *l = (struct lane_loop){
        .open = open, .count = (size_t)(end - open - 1), .ascends = p->code[end].op == OP_RANGE_NEXT};
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
    find_reads(l, p->code[end].a);
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
    l->known = mem_alloc(l->state_count * sizeof *l->known);
    l->rows = mem_alloc(l->row_count * sizeof *l->rows);
    return l->states && l->known && l->rows ? ST_OK : ST_NO_MEMORY;
}

struct lane_loop *turns_lanes_at(const struct turns *t, int32_t open)
{
    for (size_t i = 0; t->lanes && i < t->lanes->loops.count; i++)
        if (t->lanes->loops.data[i]->open == open) return t->lanes->loops.data[i];
    return NULL;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

/* What is read from before the loop is the same for all turns. NULL: it is not known. */
static struct lane_state *state_of(struct lane_run *r, int32_t reg)
{
    struct lane_state *s = &r->l->states[reg];
    const struct lane_loop *l = r->loop;
    size_t k = 0;
    if (s->entry == r->l->entry) return s;
    while (k < l->read_count && l->reads[k].reg != reg) k++;
    if (k == l->read_count) return NULL;
    *s = (struct lane_state){.entry = r->l->entry, .low = l->reads[k].low, .high = l->reads[k].high, .same = true};
    return s;
}

/* What is read, as a line if the step takes it (`lines`). False: it is beyond 32 bits. */
static bool read_operand(struct lane_run *r, int32_t reg, bool lines, struct lane_operand *o, int32_t *known,
                         int64_t *bounds)
{
    struct lane_state *s = state_of(r, reg);
    if (!s) return false;
    bool line = s->slope && lines;
    bounds[0] = s->low, bounds[1] = s->high;
    *o = (struct lane_operand){s->same || line ? NULL : turns_lanes_row(r, reg), 0, line ? s->slope : 0};
    *known = s->same || line ? reg : -1;
    if (s->slope && !line) *s->wanted = true;
    return lane_fits(s->low, s->high);
}

/* By how much the result of a step goes up from turn to turn, where operands do that or stay as they are; 0: it is no line. */
static int32_t slope_of(struct lane_run *r, const struct lane_step *s)
{
    const struct ins *ins = s->ins;
    bool one = ins->op == OP_COPY || ins->op == OP_NEG, two = ins->op == OP_ADD || ins->op == OP_SUB;
    bool index = ins->op == OP_TABLE_INDEX, times = ins->op == OP_MUL;
    if (s->apart || !(one || two || index || times)) return 0;
    const struct lane_state *b = state_of(r, ins->b), *c = one ? b : state_of(r, ins->c);
    if (!b || !c || !(b->same || b->slope) || !(c->same || c->slope)) return 0;
    if (times) { /* by a number that is the same each time that the loop is come to */
        const struct lane_state *by = b->slope ? c : b, *line = b->slope ? b : c;
        if (!by->same || by->low != by->high || !lane_fits(by->low, by->low)) return 0;
        int64_t product = line->slope * by->low;
        return lane_fits(product, product) ? (int32_t)product : 0;
    }
    int64_t slope = b->slope, stride = index ? r->f->fill->stride[ins->d] : 1;
    if (ins->op == OP_NEG) slope = -slope;
    if (!lane_fits(0, stride)) return 0;
    if (!one) slope += (ins->op == OP_SUB ? -1 : stride) * c->slope;
    return lane_fits(slope, slope) ? (int32_t)slope : 0;
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
    /* By one number for all turns, what is left is bounded by the greatest that it may be; by one of each turn's own, by that and by what
     * is divided. */
    bool divides = op == OP_DIV || op == OP_MOD, by_one = divides || op == OP_BIT;
    if (divides && s->c_known < 0) {
        *high = op == OP_MOD && c[1] - 1 < b[1] ? c[1] - 1 : b[1];
        return b[0] >= 0 && c[0] >= 1;
    }
    int64_t most[2] = {c[1], c[1]};
    if (by_one && (s->c_known < 0 || c[0] < divides)) return false;
    return lane_bounds(op, b, by_one ? most : c, low, high);
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
    bool index = s->ins->op == OP_TABLE_INDEX, same = !s->b.at && !s->c.at && !s->b.slope && !s->c.slope;
    s->done = !s->apart && !get && same && (!index || s->inside);
    s->spread = false;
    if (met && s->apart) {
        s->spread = to->same;
        if (to->slope) *to->wanted = true; /* turns that the step does not write keep it */
        low = to->low < low ? to->low : low;
        high = to->high > high ? to->high : high;
    }
    *to = (struct lane_state){r->l->entry, low, high, s->done, s->slope, &s->wanted};
    return true;
}

static bool foresee(struct lane_run *r, struct lane_step *s)
{
    int64_t b[2], c[2];
    const struct ins *ins = s->ins;
    int numbers = lane_compared((enum opcode)ins->op);
    bool mark = ins->op == OP_TABLE_MARK;
    s->done = s->wanted = false;
    s->b = s->c = (struct lane_operand){0};
    s->b_known = s->c_known = -1;
    s->slope = 0;
    if (numbers == 0) return true;
    if (numbers < 0 && !mark) s->slope = slope_of(r, s);
    bool lines = s->slope || ins->op == OP_TABLE_GET;
    bool fine = read_operand(r, numbers > 0 || mark ? ins->a : ins->b, lines, &s->b, &s->b_known, b);
    if (mark || numbers == 1) return fine;
    bool two = numbers == 2 || op_table[ins->op].operands[2] == OPD_R;
    s->c = s->b;
    s->c_known = s->b_known;
    memcpy(c, b, sizeof c);
    if (two) fine = fine && read_operand(r, numbers == 2 ? ins->b : ins->c, lines, &s->c, &s->c_known, c);
    return fine && (numbers == 2 || foresee_result(r, s, b, c));
}

static bool foresee_all(struct lane_run *r, int32_t number)
{
    struct lane_loop *l = r->loop;
    bool fine = lane_fits(l->low, l->high) && r->f->fill->table->count <= INT32_MAX;
    r->l->entry++;
    l->wanted = !l->ascends;
    r->l->states[number] = (struct lane_state){r->l->entry, l->low, l->high, false, l->ascends ? 1 : 0, &l->wanted};
    for (size_t k = 0; fine && k < l->count; k++) fine = foresee(r, &l->steps[k]);
    return l->ready = fine;
}

/* Are the steps ready for these numbers? */
static bool holds(const struct lane_run *r, int64_t low, int64_t high)
{
    const struct lane_loop *l = r->loop;
    bool within = l->ready && low >= l->low && high <= l->high;
    for (size_t k = 0; within && k < l->read_count; k++) {
        int64_t x = r->f->registers[l->reads[k].reg];
        within = x >= l->reads[k].low && x <= l->reads[k].high;
    }
    return within;
}

/* For these numbers, those that it was ready for, and such as are a part greater. Most numbers grow from position to position, each a
 * little. */
enum { LANES_MORE = 8 };
static void join_numbers(int64_t *low, int64_t *high, int64_t least, int64_t most)
{
    if (least < *low) *low = least;
    if (most <= *high) return;
    *high = most;
    if (lane_fits(*low, *high)) *high += (*high - *low) / LANES_MORE;
}

static bool make_ready_also(struct lane_run *r, int32_t number, int64_t low, int64_t high)
{
    struct lane_loop *l = r->loop;
    join_numbers(&l->low, &l->high, low, high);
    for (size_t k = 0; k < l->read_count; k++) {
        int64_t x = r->f->registers[l->reads[k].reg];
        join_numbers(&l->reads[k].low, &l->reads[k].high, x, x);
    }
    return foresee_all(r, number);
}

/* For these numbers alone. */
static bool make_ready(struct lane_run *r, int32_t number, int64_t low, int64_t high)
{
    struct lane_loop *l = r->loop;
    l->low = low;
    l->high = high;
    for (size_t k = 0; k < l->read_count; k++) l->reads[k].low = l->reads[k].high = r->f->registers[l->reads[k].reg];
    return foresee_all(r, number);
}

/* What is the same for all turns. */
static void compute_known(struct lane_run *r)
{
    struct lane_loop *l = r->loop;
    int32_t *const known = r->l->known;
    for (size_t k = 0; k < l->read_count; k++) known[l->reads[k].reg] = (int32_t)r->f->registers[l->reads[k].reg];
    for (size_t k = 0; k < l->count; k++) {
        struct lane_step *s = &l->steps[k];
        if (s->b_known >= 0) s->b.same = known[s->b_known];
        if (s->c_known >= 0) s->c.same = known[s->c_known];
        if (s->spread) s->before = known[s->ins->a];
        if (!s->done) continue;
        turns_lanes_compute(r, s, r->l->spare, 1);
        known[s->ins->a] = r->l->spare[0];
    }
}

/* Kernels take what an operand is at turn 0, so they make the first number of a line. */
void turns_lanes_begin(struct lane_run *r, int32_t number, int32_t first)
{
    struct lane_loop *l = r->loop;
    int32_t *const known = r->l->known;
    if (l->ascends) known[number] = first;
    for (size_t k = 0; k < l->count; k++) {
        struct lane_step *s = &l->steps[k];
        if (s->b.slope) s->b.same = known[s->b_known];
        if (s->c.slope) s->c.same = known[s->c_known];
        if (!s->slope) continue;
        turns_lanes_compute(r, s, r->l->spare, 1);
        known[s->ins->a] = s->before = r->l->spare[0];
    }
}

void turns_lanes_forget(struct turns *t)
{
    for (size_t i = 0; t->lanes && i < t->lanes->loops.count; i++)
        t->lanes->loops.data[i]->ready = t->lanes->loops.data[i]->alone = false;
}

bool turns_lanes_foresee(struct lane_run *r, int32_t number, int64_t low, int64_t high)
{
    struct lane_loop *l = r->loop;
    bool fine = holds(r, low, high);
    if (!fine && l->ready && !l->alone) {
        fine = make_ready_also(r, number, low, high);
        l->alone = !fine;
    }
    if (!fine && !make_ready(r, number, low, high)) return false;
    compute_known(r);
    return true;
}
