/* SPDX-License-Identifier: MIT */
/* Exact bounds of a move's generators: what proof/loops derives, as instructions. Their sums are computed without limit, so none
 * fails where the rule would not. */
#include "code/compile/private.h"

/* ---- what is known ----------------------------------------------------------------------------------------------- */
static bool is_tame(const struct nest *n)
{
    for (size_t i = 0; i < n->gen_count; i++)
        if (!gen_is_tame(&n->gens[i])) return false;
    for (size_t k = 0; k < n->condition_count; k++)
        if (!expr_is_tame(n->conditions[k])) return false;
    return true;
}

/* Derived once for all programs of the move. */
static struct loops *loops_of(struct compiler *c, const struct nest *n, const bool *folded)
{
    struct move_loops found = {n->move, NULL};
    for (size_t i = 0; i < c->code->loops.count; i++)
        if (c->code->loops.data[i].move == n->move) return c->code->loops.data[i].loops;
    enum status st = ST_OK;
    if (is_tame(n)) st = loops_derive(c->model, c->request->game, n->move, folded, &c->code->arena, &found.loops);
    if (st != ST_OK || !vec_push(&c->code->loops, found)) compile_fail(c, ST_NO_MEMORY);
    return found.loops;
}

void nest_derive(struct compiler *c, struct nest *n, const bool *folded)
{
    n->exact = loops_of(c, n, folded);
    for (size_t k = 0; n->exact && k < n->condition_count; k++)
        if (n->exact->implied[k]) n->level[k] = -1;
}

static const struct loop_range *range_of(const struct nest *n, size_t i)
{
    return n->exact ? &n->exact->ranges[i] : NULL;
}

bool nest_has_runs(const struct nest *n, size_t i)
{
    const struct loop_range *r = range_of(n, i);
    return r && (r->count > 1 || (r->count == 1 && r->runs[0].step > 1));
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static int row_pool(struct compiler *c, const struct loop_form *f, int64_t divisor)
{
    int64_t *cells = arena_array(&c->code->arena, f->count + 2, sizeof *cells);
    if (!cells) {
        compile_fail(c, ST_NO_MEMORY);
        return 0;
    }
    for (size_t i = 0; i < f->count; i++) cells[i] = f->terms[i].factor;
    cells[f->count] = f->constant;
    cells[f->count + 1] = divisor;
    if (!vec_push(&c->pools, (struct pool_set){cells, f->count + 2})) compile_fail(c, ST_NO_MEMORY);
    return (int)c->pools.count - 1;
}

/* The registers of the row's values; the first of them. */
static int row_values(struct compiler *c, const struct loop_form *f)
{
    int first = c->registers;
    for (size_t i = 0; i < f->count; i++) reg_new(c);
    for (size_t i = 0; i < f->count && c->status == ST_OK; i++) {
        const struct loop_term *t = &f->terms[i];
        if (t->expr) {
            compile_int_into(c, t->expr, first + (int)i);
            continue;
        }
        int registers = c->registers, inner = row_values(c, t->floor);
        emit(c, OP_FLOOR, first + (int)i, inner, (int)t->floor->count, row_pool(c, t->floor, t->floor->divisor), 0);
        c->registers = registers;
    }
    return first;
}

static void bound(struct compiler *c, enum opcode op, int reg, const struct loop_form *f, int64_t divisor, int leave)
{
    int registers = c->registers, first = row_values(c, f);
    emit(c, op, reg, first, (int)f->count, row_pool(c, f, divisor), leave);
    c->registers = registers;
}

static void narrow(struct compiler *c, const struct loop_run *r, int low, int high, int leave)
{
    for (size_t i = 0; i < r->least_count; i++) bound(c, OP_AT_LEAST, low, &r->least[i], r->least[i].divisor, leave);
    if (r->step > 1) bound(c, OP_STEP_FROM, low, &r->start, r->step, leave);
    for (size_t i = 0; i < r->most_count; i++) bound(c, OP_AT_MOST, high, &r->most[i], r->most[i].divisor, leave);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */
void nest_narrow(struct compiler *c, const struct nest *n, size_t i, int low, int *high, int leave)
{
    const struct loop_range *r = range_of(n, i);
    if (!r || r->count != 1) return;
    const struct expr *from = c->from;
    c->from = n->gens[i].domain.low;
    if (r->runs[0].most_count) {
        int own = reg_new(c);
        emit(c, OP_COPY, own, *high, 0, 0, 0);
        *high = own;
    }
    narrow(c, &r->runs[0], low, *high, leave);
    c->from = from;
}

/* One of several: if it is beyond all numbers, it is empty. */
static void open_run(struct compiler *c, const struct loop_run *r, int first)
{
    int none = label_new(c), done = label_new(c);
    narrow(c, r, first, first + 1, none);
    emit(c, OP_JUMP, done, 0, 0, 0, 0);
    label_here(c, none);
    emit(c, OP_COPY, first, constant_reg(c, 1), 0, 0, 0);
    emit(c, OP_COPY, first + 1, constant_reg(c, 0), 0, 0, 0);
    label_here(c, done);
}

void nest_open_runs(struct compiler *c, const struct nest *n, size_t i, struct nest_loop *l)
{
    const struct loop_range *r = range_of(n, i);
    l->runs = c->registers;
    l->run_cells = 3 * (int)r->count;
    const struct expr *from = c->from;
    c->from = n->gens[i].domain.low;
    for (int k = 0; k < l->run_cells; k++) reg_new(c);
    for (size_t k = 0; k < r->count; k++) {
        int first = l->runs + 3 * (int)k;
        emit(c, OP_COPY, first, l->reg, 0, 0, 0);
        emit(c, OP_COPY, first + 1, l->high, 0, 0, 0);
        emit(c, OP_COPY, first + 2, constant_reg(c, r->runs[k].step), 0, 0, 0);
        if (r->count > 1) open_run(c, &r->runs[k], first); /* a single one is narrowed already */
    }
    c->from = from;
}

/* ---- runs of one residue: strides.c -------------------------------------------------------------------------------- */
void nest_open_strides(struct compiler *c, struct nest *n, size_t i, struct nest_loop *l)
{
    struct nest_residue s = {0};
    size_t k = nest_has_runs(n, i) ? n->condition_count : nest_residue(n, i, &s);
    l->strided = -1;
    if (k == n->condition_count) return;
    const struct expr *from = c->from;
    int one = constant_reg(c, 1), all = label_new(c);
    c->from = n->conditions[k];
    l->strided = (int)k;
    l->runs = c->registers;
    l->run_cells = 3;
    for (int cell = 0; cell < 3; cell++) reg_new(c);
    l->modulus = reg_new(c);
    emit(c, OP_JLT, l->high, l->reg, l->leave, 0, 0);
    emit(c, OP_COPY, l->runs, l->reg, 0, 0, 0);
    emit(c, OP_COPY, l->runs + 1, l->high, 0, 0, 0);
    emit(c, OP_COPY, l->runs + 2, one, 0, 0, 0);
    compile_int_into(c, s.m, l->modulus);
    emit(c, OP_JLT, l->modulus, one, all, 0, 0);
    int registers = c->registers, r = compile_int(c, s.r);
    emit(c, OP_JLT, r, constant_reg(c, 0), l->leave, 0, 0);
    emit(c, OP_JLE, l->modulus, r, l->leave, 0, 0);
    binding_set(c, n->gens[i].slot, (struct binding){BINDING_INT, l->reg});
    int v = compile_int(c, s.x);
    emit(c, OP_STEP_BY, l->runs, s.falls ? r : v, l->modulus, s.falls ? v : r, l->leave);
    emit(c, OP_COPY, l->runs + 2, l->modulus, 0, 0, 0);
    c->registers = registers;
    label_here(c, all);
    c->from = from;
}

int nest_open_strided(struct compiler *c, const struct nest *n, size_t condition)
{
    if (n->opened == 0 || n->loops[n->opened - 1].strided != (int)condition) return -1;
    int holds = label_new(c);
    emit(c, OP_JLE, constant_reg(c, 1), n->loops[n->opened - 1].modulus, holds, 0, 0);
    return holds;
}
