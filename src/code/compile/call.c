/* SPDX-License-Identifier: MIT */
/* Builtins and membership in sets. */
#include "code/compile/private.h"

static void chain(struct compiler *c, enum opcode op, const struct expr *e, int dst)
{
    int x = compile_int(c, e->kids[0]);
    if (e->count == 1) {
        /* a single argument is checked too: xor requires natural numbers */
        if (op == OP_XOR) emit(c, op, dst, x, constant_reg(c, 0), 0, 0);
        else emit(c, OP_COPY, dst, x, 0, 0, 0);
        return;
    }
    for (size_t i = 1; i < e->count; i++) {
        emit(c, op, dst, x, compile_int(c, e->kids[i]), 0, 0);
        x = dst;
    }
}

/* The arguments in a run of registers; its first. */
static int run(struct compiler *c, const struct expr *e)
{
    if (e->count == 1) return compile_int(c, e->kids[0]);
    int first = c->registers;
    for (size_t i = 0; i < e->count; i++) reg_new(c);
    for (size_t i = 0; i < e->count; i++) compile_int_into(c, e->kids[i], first + (int)i);
    return first;
}

static void call1(struct compiler *c, enum opcode op, const struct expr *e, int dst)
{
    emit(c, op, dst, compile_int(c, e->kids[0]), 0, 0, 0);
}

static void call2(struct compiler *c, enum opcode op, const struct expr *e, int dst)
{
    int x = compile_int(c, e->kids[0]), y = compile_int(c, e->kids[1]);
    emit(c, op, dst, x, y, 0, 0);
}

static void call_array(struct compiler *c, enum opcode op, const struct expr *e, int dst)
{
    emit(c, op, dst, compile_array(c, e->kids[0]), 0, 0, 0);
}

void compile_call(struct compiler *c, const struct expr *e, int dst)
{
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN: chain(c, OP_MIN, e, dst); break;
    case BUILTIN_MAX: chain(c, OP_MAX, e, dst); break;
    case BUILTIN_XOR: chain(c, OP_XOR, e, dst); break;
    case BUILTIN_MEX: emit(c, OP_MEX, dst, run(c, e), (int)e->count, 0, 0); break;
    case BUILTIN_SIZE: call_array(c, OP_ROW_LEN, e, dst); break;
    case BUILTIN_PARENT: {
        int tree = compile_array(c, e->kids[0]);
        emit(c, OP_TREE_PARENT, dst, tree, compile_int(c, e->kids[1]), 0, 0);
        break;
    }
    case BUILTIN_ABS: call1(c, OP_ABS, e, dst); break;
    case BUILTIN_GCD: call2(c, OP_GCD, e, dst); break;
    case BUILTIN_BIT: call2(c, OP_BIT, e, dst); break;
    case BUILTIN_POPCOUNT: call1(c, OP_POPCOUNT, e, dst); break;
    case BUILTIN_ODD: call1(c, OP_ODD, e, dst); break;
    case BUILTIN_EVEN:
        call1(c, OP_ODD, e, dst);
        emit(c, OP_NOT, dst, dst, 0, 0, 0);
        break;
    case BUILTIN_POWER_OF_TWO: call1(c, OP_POW2, e, dst); break;
    case BUILTIN_LEN: call_array(c, e->kids[0]->type == TYPE_TREE ? OP_TREE_LEN : OP_ROW_LEN, e, dst); break;
    case BUILTIN_ROWS: call_array(c, OP_GRID_ROWS, e, dst); break;
    case BUILTIN_COLS: call_array(c, OP_GRID_COLS, e, dst); break;
    case BUILTIN_INCREASING: call_array(c, OP_ROW_INCREASING, e, dst); break;
    case BUILTIN_SORTED: call_array(c, OP_ROW_SORTED, e, dst); break;
    default:
        if (builtin_info((enum builtin)e->index)->value) emit(c, OP_CALL, dst, e->index, run(c, e), (int)e->count, 0);
        else compile_refuse(c, e->span, "this call");
    }
}

static void in_items(struct compiler *c, const struct expr *e, int dst)
{
    int end = label_new(c), x = compile_int(c, e->kids[0]), registers = c->registers;
    emit(c, OP_COPY, dst, constant_reg(c, 1), 0, 0, 0);
    for (size_t i = 0; i < e->domain->item_count; i++) {
        emit(c, OP_JEQ, x, compile_int(c, e->domain->items[i]), end, 0, 0);
        c->registers = registers;
    }
    emit(c, OP_COPY, dst, constant_reg(c, 0), 0, 0, 0);
    label_here(c, end);
}

static void in_range(struct compiler *c, const struct expr *e, int dst)
{
    int end = label_new(c);
    emit(c, OP_COPY, dst, constant_reg(c, 0), 0, 0, 0);
    compile_jump(c, e, false, end);
    emit(c, OP_COPY, dst, constant_reg(c, 1), 0, 0, 0);
    label_here(c, end);
}

static void in_rows(struct compiler *c, const struct expr *e, int dst)
{
    const struct domain *d = e->domain;
    int row = compile_array(c, e->kids[0]), end = label_new(c), length = reg_new(c);
    emit(c, OP_ROW_LEN, length, row, 0, 0, 0);
    emit(c, OP_EQ, dst, length, compile_int(c, d->low), 0, 0);
    emit(c, OP_JF, dst, end, 0, 0, 0);
    int low = compile_int(c, d->high);
    emit(c, OP_CELLS_IN, dst, row, low, compile_int(c, d->limit), 0);
    label_here(c, end);
}

void compile_in(struct compiler *c, const struct expr *e, int dst)
{
    const struct domain *d = e->domain;
    if (d->kind == DOMAIN_ALL_ROWS) {
        in_rows(c, e, dst);
        return;
    }
    if (d->kind == DOMAIN_RANGE) {
        in_range(c, e, dst);
        return;
    }
    if (d->kind == DOMAIN_SET) {
        in_items(c, e, dst);
        return;
    }
    int x = compile_int(c, e->kids[0]);
    switch (d->kind) {
    case DOMAIN_PARAM: emit(c, OP_IN_PARAM, dst, x, d->index, 0, 0); break;
    case DOMAIN_POWERS: emit(c, OP_IN_POWERS, dst, x, compile_int(c, d->low), 0, 0); break;
    case DOMAIN_DIVISORS: emit(c, OP_IN_DIVISORS, dst, x, compile_int(c, d->low), 0, 0); break;
    case DOMAIN_ELEMENTS:
        emit(c, d->low->type == TYPE_NODES ? OP_IN_NODES : OP_IN_ROW, dst, x, compile_array(c, d->low), 0, 0);
        break;
    case DOMAIN_NODES: emit(c, OP_LT, dst, x, constant_reg(c, c->model->graphs[d->index].node_count), 0, 0); break;
    default: emit(c, OP_IN_NAMED, dst, x, d->kind, 0, 0); break;
    }
}
