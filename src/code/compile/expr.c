/* SPDX-License-Identifier: MIT */
/* Integers and truth values: a value is computed into a register, a condition becomes jumps. */
#include "code/compile/private.h"

bool type_is_array(enum type type)
{
    return type == TYPE_ROW || type == TYPE_BAG || type == TYPE_GRID || type == TYPE_NODES || type == TYPE_TREE;
}

static int literal(struct compiler *c, const struct expr *e)
{
    int64_t small;
    if (e->number && !integer_fits(e->number, &small)) {
        emit(c, OP_TOO_LARGE, 0, 0, 0, 0, 0);
        return constant_reg(c, 0);
    }
    return constant_reg(c, e->number ? small : e->value);
}

static int field_reg(struct compiler *c, const struct expr *e)
{
    const struct scope *s = c->scope;
    bool known = s->fields && s->game >= 0 && e->index >= 0 && (size_t)e->index < c->model->games[s->game].field_count;
    if (known && s->fields[e->index].kind == BINDING_INT) return s->fields[e->index].reg;
    compile_refuse(c, e->span, "a field outside its game");
    return 0;
}

static int param_reg(struct compiler *c, const struct expr *e)
{
    if (e->index >= 0 && (size_t)e->index < c->model->param_count) return e->index;
    compile_refuse(c, e->span, "a parameter that is not declared");
    return 0;
}

/* The register that already holds the value; -1 if it must be computed. */
static int leaf(struct compiler *c, const struct expr *e)
{
    struct binding binding;
    switch (e->kind) {
    case EXPR_INT: return literal(c, e);
    case EXPR_BOOL:
    case EXPR_OUTCOME: return constant_reg(c, e->value);
    case EXPR_NODE: return constant_reg(c, e->index);
    case EXPR_FIELD: return field_reg(c, e);
    case EXPR_PARAM: return param_reg(c, e);
    case EXPR_MOVER: return (int)c->model->param_count;
    case EXPR_LOCAL:
        binding = binding_find(c, e->index);
        if (binding.kind == BINDING_INT) return binding.reg;
        compile_refuse(c, e->span, "a name that has no value");
        return 0;
    default: return -1;
    }
}

int compile_int(struct compiler *c, const struct expr *e)
{
    if (c->status != ST_OK) return 0;
    const struct expr *from = c->from;
    c->from = e;
    int r = leaf(c, e);
    c->from = from;
    if (r >= 0) return r;
    r = reg_new(c);
    compile_int_into(c, e, r);
    return r;
}

static void binary(struct compiler *c, enum opcode op, const struct expr *a, const struct expr *b, int dst)
{
    int x = compile_int(c, a), y = compile_int(c, b);
    emit(c, op, dst, x, y, 0, 0);
}

static void unary(struct compiler *c, enum opcode op, const struct expr *a, int dst)
{
    emit(c, op, dst, compile_int(c, a), 0, 0, 0);
}

/* dst = are corresponding items of two tuples equal? */
static void compare_tuples(struct compiler *c, const struct expr *a, const struct expr *b, int dst);

static void compare(struct compiler *c, const struct expr *a, const struct expr *b, int dst)
{
    if (type_is_array(a->type)) compile_compare_arrays(c, a, b, dst);
    else if (a->type == TYPE_TUPLE) compare_tuples(c, a, b, dst);
    else if (a->type == TYPE_POSITION || a->type == TYPE_POSITIONS) compile_compare_positions(c, a, b, dst);
    else binary(c, OP_EQ, a, b, dst);
}

static void compare_tuples(struct compiler *c, const struct expr *a, const struct expr *b, int dst)
{
    emit(c, OP_COPY, dst, constant_reg(c, a->count == b->count), 0, 0, 0);
    if (a->kind != EXPR_ROW || b->kind != EXPR_ROW) {
        compile_refuse(c, a->span, "a tuple that is not written out");
        return;
    }
    int end = label_new(c);
    for (size_t i = 0; i < a->count && a->count == b->count; i++) {
        compare(c, a->kids[i], b->kids[i], dst);
        emit(c, OP_JF, dst, end, 0, 0, 0);
    }
    label_here(c, end);
}

static void truth_into(struct compiler *c, const struct expr *e, int dst)
{
    int end = label_new(c), no = label_new(c);
    compile_jump(c, e, false, no);
    emit(c, OP_COPY, dst, constant_reg(c, 1), 0, 0, 0);
    emit(c, OP_JUMP, end, 0, 0, 0, 0);
    label_here(c, no);
    emit(c, OP_COPY, dst, constant_reg(c, 0), 0, 0, 0);
    label_here(c, end);
}

static void choose_into(struct compiler *c, const struct expr *e, int dst)
{
    int end = label_new(c), other = label_new(c);
    compile_jump(c, e->kids[0], false, other);
    compile_int_into(c, e->kids[1], dst);
    emit(c, OP_JUMP, end, 0, 0, 0, 0);
    label_here(c, other);
    compile_int_into(c, e->kids[2], dst);
    label_here(c, end);
}

void compile_let(struct compiler *c, const struct expr *e)
{
    const struct expr *value = e->kids[0];
    struct binding binding = {0};
    if (type_is_array(value->type)) binding = (struct binding){BINDING_ARRAY, compile_array(c, value)};
    else if (value->type == TYPE_POSITION) binding = (struct binding){BINDING_POSITION, compile_position(c, value)};
    else binding = (struct binding){BINDING_INT, compile_int(c, value)};
    binding_set(c, e->index, binding);
}

static void index_into(struct compiler *c, const struct expr *e, int dst)
{
    int base = compile_array(c, e->kids[0]), i = compile_int(c, e->kids[1]);
    if (e->kids[0]->type == TYPE_GRID) emit(c, OP_GRID_GET, dst, base, i, compile_int(c, e->kids[2]), 0);
    else emit(c, OP_ROW_GET, dst, base, i, 0, 0);
}

static void lua_into(struct compiler *c, const struct expr *e, int dst)
{
    int first = e->count ? c->registers : 0;
    for (size_t i = 0; i < e->count; i++) reg_new(c);
    for (size_t i = 0; i < e->count; i++) compile_int_into(c, e->kids[i], first + (int)i);
    emit(c, OP_LUA, dst, e->index, first, (int)e->count, e->type == TYPE_BOOL);
}

static void value_into(struct compiler *c, const struct expr *e, int dst)
{
    int r = leaf(c, e);
    if (r >= 0) {
        emit(c, OP_COPY, dst, r, 0, 0, 0);
        return;
    }
    switch (e->kind) {
    case EXPR_NEG: unary(c, OP_NEG, e->kids[0], dst); break;
    case EXPR_NOT: unary(c, OP_NOT, e->kids[0], dst); break;
    case EXPR_ADD: binary(c, OP_ADD, e->kids[0], e->kids[1], dst); break;
    case EXPR_SUB: binary(c, OP_SUB, e->kids[0], e->kids[1], dst); break;
    case EXPR_MUL: binary(c, OP_MUL, e->kids[0], e->kids[1], dst); break;
    case EXPR_DIV: binary(c, OP_DIV, e->kids[0], e->kids[1], dst); break;
    case EXPR_MOD: binary(c, OP_MOD, e->kids[0], e->kids[1], dst); break;
    case EXPR_LT: binary(c, OP_LT, e->kids[0], e->kids[1], dst); break;
    case EXPR_LE: binary(c, OP_LE, e->kids[0], e->kids[1], dst); break;
    case EXPR_GT: binary(c, OP_LT, e->kids[1], e->kids[0], dst); break;
    case EXPR_GE: binary(c, OP_LE, e->kids[1], e->kids[0], dst); break;
    case EXPR_IFF: binary(c, OP_EQ, e->kids[0], e->kids[1], dst); break;
    case EXPR_EQ: compare(c, e->kids[0], e->kids[1], dst); break;
    case EXPR_NE:
        compare(c, e->kids[0], e->kids[1], dst);
        emit(c, OP_NOT, dst, dst, 0, 0, 0);
        break;
    case EXPR_AND:
    case EXPR_OR: truth_into(c, e, dst); break;
    case EXPR_IF: choose_into(c, e, dst); break;
    case EXPR_LET:
        compile_let(c, e);
        compile_int_into(c, e->kids[1], dst);
        break;
    case EXPR_IN: compile_in(c, e, dst); break;
    case EXPR_INDEX: index_into(c, e, dst); break;
    case EXPR_CALL: compile_call(c, e, dst); break;
    case EXPR_LUA: lua_into(c, e, dst); break;
    case EXPR_FOLD: compile_fold(c, e, dst); break;
    case EXPR_ASK: compile_ask(c, e, dst); break;
    default: compile_refuse(c, e->span, "this expression, which is neither a number nor a condition,"); break;
    }
}

void compile_int_into(struct compiler *c, const struct expr *e, int dst)
{
    if (c->status != ST_OK) return;
    const struct expr *from = c->from;
    int registers = c->registers, arrays = c->arrays, positions = c->positions;
    c->from = e;
    struct memo memo;
    bool kept = memo_open(c, e, dst, &memo);
    value_into(c, e, dst);
    if (kept) memo_close(c, &memo, dst);
    c->from = from;
    c->registers = registers;
    c->arrays = arrays;
    c->positions = positions;
}

static bool is_order(enum expr_kind kind)
{
    return kind == EXPR_LT || kind == EXPR_LE || kind == EXPR_GT || kind == EXPR_GE;
}

/* Jumps for the order relations; the negation of a < b is b <= a. */
static void jump_order(struct compiler *c, const struct expr *e, bool sense, int label)
{
    int x = compile_int(c, e->kids[0]), y = compile_int(c, e->kids[1]);
    bool swap = e->kind == EXPR_GT || e->kind == EXPR_GE, strict = e->kind == EXPR_LT || e->kind == EXPR_GT;
    if (!sense) {
        swap = !swap;
        strict = !strict;
    }
    emit(c, strict ? OP_JLT : OP_JLE, swap ? y : x, swap ? x : y, label, 0, 0);
}

static void jump_range(struct compiler *c, const struct expr *e, bool sense, int label)
{
    int x = compile_int(c, e->kids[0]), outside = sense ? label_new(c) : label;
    emit(c, OP_JLT, x, compile_int(c, e->domain->low), outside, 0, 0);
    if (e->domain->high) emit(c, OP_JLT, compile_int(c, e->domain->high), x, outside, 0, 0);
    if (!sense) return;
    emit(c, OP_JUMP, label, 0, 0, 0, 0);
    label_here(c, outside);
}

/* and/or: the first operand may decide the result. */
static void jump_pair(struct compiler *c, const struct expr *e, bool sense, int label)
{
    bool early = e->kind == EXPR_OR;
    if (early == sense) {
        compile_jump(c, e->kids[0], sense, label);
        compile_jump(c, e->kids[1], sense, label);
        return;
    }
    int skip = label_new(c);
    compile_jump(c, e->kids[0], early, skip);
    compile_jump(c, e->kids[1], sense, label);
    label_here(c, skip);
}

static void jump_value(struct compiler *c, const struct expr *e, bool sense, int label)
{
    bool ints = (e->kind == EXPR_EQ || e->kind == EXPR_NE) && !type_is_array(e->kids[0]->type) &&
                e->kids[0]->type != TYPE_TUPLE && e->kids[0]->type != TYPE_POSITION &&
                e->kids[0]->type != TYPE_POSITIONS;
    if (ints) {
        int x = compile_int(c, e->kids[0]), y = compile_int(c, e->kids[1]);
        emit(c, (e->kind == EXPR_EQ) == sense ? OP_JEQ : OP_JNE, x, y, label, 0, 0);
    } else {
        emit(c, sense ? OP_JT : OP_JF, compile_int(c, e), label, 0, 0, 0);
    }
}

void compile_jump(struct compiler *c, const struct expr *e, bool sense, int label)
{
    if (c->status != ST_OK) return;
    const struct expr *from = c->from;
    int registers = c->registers, arrays = c->arrays, positions = c->positions;
    c->from = e;
    if (memo_fits(c, e)) emit(c, sense ? OP_JT : OP_JF, compile_int(c, e), label, 0, 0, 0);
    else if (e->kind == EXPR_NOT) compile_jump(c, e->kids[0], !sense, label);
    else if (e->kind == EXPR_AND || e->kind == EXPR_OR) jump_pair(c, e, sense, label);
    else if (e->kind == EXPR_BOOL && (e->value != 0) == sense) emit(c, OP_JUMP, label, 0, 0, 0, 0);
    else if (e->kind == EXPR_BOOL) (void)0;
    else if (is_order(e->kind)) jump_order(c, e, sense, label);
    else if (e->kind == EXPR_IN && e->domain->kind == DOMAIN_RANGE) jump_range(c, e, sense, label);
    else jump_value(c, e, sense, label);
    c->from = from;
    c->registers = registers;
    c->arrays = arrays;
    c->positions = positions;
}
