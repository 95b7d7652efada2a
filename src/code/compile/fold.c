/* SPDX-License-Identifier: MIT */
/* Folds: loops whose body adds to a value, or ends them. */
#include "code/compile/private.h"

/* min and max record in `flag` whether there was a value. */
static void fold_best(struct compiler *c, const struct expr *e, int dst, int flag)
{
    int first = label_new(c), done = label_new(c), value = compile_int(c, e->kids[0]);
    emit(c, OP_JF, flag, first, 0, 0, 0);
    emit(c, e->index == FOLD_MIN ? OP_MIN : OP_MAX, dst, dst, value, 0, 0);
    emit(c, OP_JUMP, done, 0, 0, 0, 0);
    label_here(c, first);
    emit(c, OP_COPY, dst, value, 0, 0, 0);
    emit(c, OP_COPY, flag, constant_reg(c, 1), 0, 0, 0);
    label_here(c, done);
}

static void fold_body(struct compiler *c, const struct expr *e, const struct nest *n, int dst, int flag)
{
    int one = constant_reg(c, 1);
    switch ((enum fold)e->index) {
    case FOLD_COUNT: emit(c, OP_ADD, dst, dst, one, 0, 0); break;
    case FOLD_SUM: emit(c, OP_ADD, dst, dst, compile_int(c, e->kids[0]), 0, 0); break;
    case FOLD_XOR: emit(c, OP_XOR, dst, dst, compile_int(c, e->kids[0]), 0, 0); break;
    case FOLD_MIN:
    case FOLD_MAX: fold_best(c, e, dst, flag); break;
    case FOLD_ANY:
    case FOLD_ALL:
        compile_jump(c, e->kids[0], e->index == FOLD_ALL, nest_continue(n));
        emit(c, OP_COPY, dst, constant_reg(c, e->index == FOLD_ANY), 0, 0, 0);
        emit(c, OP_JUMP, n->end, 0, 0, 0, 0);
        break;
    }
}

void compile_fold(struct compiler *c, const struct expr *e, int dst)
{
    bool best = e->index == FOLD_MIN || e->index == FOLD_MAX;
    int flag = best ? reg_new(c) : -1;
    emit(c, OP_COPY, dst, constant_reg(c, e->index == FOLD_ALL), 0, 0, 0);
    if (best) emit(c, OP_COPY, flag, constant_reg(c, 0), 0, 0, 0);
    struct nest n = {.gens = e->gens, .gen_count = e->gen_count, .first_reg = -1};
    n.condition_count = split_conditions(c, e->count > 1 ? e->kids[1] : NULL, &n.conditions);
    nest_open(c, &n);
    fold_body(c, e, &n, dst, flag);
    nest_close(c, &n);
    if (!best) return;
    int fine = label_new(c);
    emit(c, OP_JT, flag, fine, 0, 0, 0);
    emit(c, OP_FAIL, D_RUN_EMPTY_FOLD, 0, 0, 0, 0);
    label_here(c, fine);
}
