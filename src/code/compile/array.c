/* SPDX-License-Identifier: MIT */
/* Rows, bags, grids, sets of nodes and trees. A value is in an array register and does not change once it is complete;
 * updates and literals work on registers of their own. A bag is sorted when it is made. */
#include "code/compile/private.h"

static int row_literal(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), registers = c->registers, arrays = c->arrays;
    bool grid = e->type == TYPE_GRID;
    emit(c, grid ? OP_GRID_NEW : OP_ROW_NEW, a, 0, 0, 0, 0);
    for (size_t i = 0; i < e->count; i++) {
        if (grid) emit(c, OP_GRID_PUSH, a, compile_array(c, e->kids[i]), 0, 0, 0);
        else emit(c, OP_ROW_PUSH, a, compile_int(c, e->kids[i]), 0, 0, 0);
        c->registers = registers;
        c->arrays = arrays;
    }
    return a;
}

static int row_comprehension(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), registers = c->registers, arrays = c->arrays;
    bool grid = e->type == TYPE_GRID;
    emit(c, grid ? OP_GRID_NEW : OP_ROW_NEW, a, 0, 0, 0, 0);
    struct nest n = {.gens = e->gens, .gen_count = e->gen_count, .first_reg = -1};
    n.condition_count = split_conditions(c, e->kids[1], &n.conditions);
    nest_open(c, &n);
    if (grid) emit(c, OP_GRID_PUSH, a, compile_array(c, e->kids[0]), 0, 0, 0);
    else emit(c, OP_ROW_PUSH, a, compile_int(c, e->kids[0]), 0, 0, 0);
    nest_close(c, &n);
    c->registers = registers;
    c->arrays = arrays;
    return a;
}

static void update(struct compiler *c, const struct update *u, int array, bool grid)
{
    int first = c->registers, n = grid ? 2 : 1, kind = u->op == '=' ? 0 : u->op == '+' ? 1 : 2;
    for (int i = 0; i < 2 * n + 1; i++) reg_new(c);
    for (int i = 0; i < n; i++) {
        compile_int_into(c, u->low[i], first + 2 * i);
        if (u->high[i]) compile_int_into(c, u->high[i], first + 2 * i + 1);
        else emit(c, OP_COPY, first + 2 * i + 1, first + 2 * i, 0, 0, 0);
    }
    compile_int_into(c, u->value, first + 2 * n);
    emit(c, grid ? OP_GRID_STORE : OP_ROW_STORE, array, first, kind, 0, 0);
    if (c->status == ST_OK) c->origins.data[c->origins.count - 1].span = u->span; /* the update, not the whole with */
    c->registers = first;
}

static int with(struct compiler *c, const struct expr *e)
{
    bool grid = e->kids[0]->type == TYPE_GRID;
    int base = compile_array(c, e->kids[0]), a = array_new(c), arrays = c->arrays;
    emit(c, grid ? OP_GRID_WITH : OP_ROW_WITH, a, base, 0, 0, 0);
    for (size_t i = 0; i < e->update_count; i++) {
        if (e->updates[i].dims != (grid ? 2 : 1))
            compile_refuse(c, e->updates[i].span, "an update with so many indices");
        else update(c, &e->updates[i], a, grid);
        c->arrays = arrays;
    }
    return a;
}

static int choose(struct compiler *c, const struct expr *e)
{
    enum opcode copy = e->type == TYPE_GRID ? OP_GRID_COPY : OP_ROW_COPY;
    int a = array_new(c), arrays = c->arrays, other = label_new(c), end = label_new(c);
    compile_jump(c, e->kids[0], false, other);
    emit(c, copy, a, compile_array(c, e->kids[1]), 0, 0, 0);
    emit(c, OP_JUMP, end, 0, 0, 0, 0);
    label_here(c, other);
    emit(c, copy, a, compile_array(c, e->kids[2]), 0, 0, 0);
    label_here(c, end);
    c->arrays = arrays;
    return a;
}

/* ---- sets of nodes ---------------------------------------------------------------------------------------------- */

/* The graph of an expression of type NODE or NODES, as an operand. */
static int graph_of(const struct compiler *c, const struct expr *e) { return c->model->games[e->game].graph; }

static int nodes_literal(struct compiler *c, const struct expr *e)
{
    int a = row_literal(c, e);
    if (e->count > 1) emit(c, OP_ROW_SET, a, 0, 0, 0, 0);
    return a;
}

static int nodes_comprehension(struct compiler *c, const struct expr *e)
{
    int a = row_comprehension(c, e);
    emit(c, OP_ROW_SET, a, 0, 0, 0, 0);
    return a;
}

static int nodes_between(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), left = compile_array(c, e->kids[0]), right = compile_array(c, e->kids[1]);
    emit(c, e->kind == EXPR_NODES_LESS ? OP_NODES_LESS : OP_NODES_JOIN, a, left, right, 0, 0);
    return a;
}

static int nodes_call(struct compiler *c, const struct expr *e, int a)
{
    if (e->index == BUILTIN_ADJACENT) {
        emit(c, OP_NODES_ADJACENT, a, compile_int(c, e->kids[0]), graph_of(c, e), 0, 0);
        return a;
    }
    int set = compile_array(c, e->kids[0]);
    emit(c, OP_NODES_COMPONENT, a, set, compile_int(c, e->kids[1]), graph_of(c, e), 0);
    return a;
}

/* ---- trees ------------------------------------------------------------------------------------------------------ */

static int tree_literal(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), registers = c->registers, arrays = c->arrays;
    emit(c, OP_ROW_NEW, a, 0, 0, 0, 0);
    for (size_t i = 0; i < e->count; i++) {
        emit(c, OP_TREE_PUSH, a, compile_array(c, e->kids[i]), 0, 0, 0);
        c->registers = registers;
        c->arrays = arrays;
    }
    if (e->count > 1) emit(c, OP_TREE_ORDER, a, 0, 0, 0, 0);
    return a;
}

static int tree_comprehension(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), registers = c->registers, arrays = c->arrays;
    emit(c, OP_ROW_NEW, a, 0, 0, 0, 0);
    struct nest n = {.gens = e->gens, .gen_count = e->gen_count, .first_reg = -1};
    n.condition_count = split_conditions(c, e->kids[1], &n.conditions);
    nest_open(c, &n);
    emit(c, OP_TREE_PUSH, a, compile_array(c, e->kids[0]), 0, 0, 0);
    nest_close(c, &n);
    emit(c, OP_TREE_ORDER, a, 0, 0, 0, 0);
    c->registers = registers;
    c->arrays = arrays;
    return a;
}

static int tree_between(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), left = compile_array(c, e->kids[0]), right = compile_array(c, e->kids[1]);
    enum opcode op = e->kind == EXPR_TREE_CUT ? OP_TREE_CUT : e->kind == EXPR_TREE_LESS ? OP_TREE_LESS : OP_TREE_JOIN;
    emit(c, op, a, left, right, 0, 0);
    return a;
}

static int tree_at(struct compiler *c, const struct expr *e)
{
    int a = array_new(c), tree = compile_array(c, e->kids[0]), node = compile_int(c, e->kids[1]);
    if (e->kind == EXPR_TREE_AT) {
        emit(c, OP_TREE_AT, a, tree, node, 0, 0);
        return a;
    }
    int value = compile_array(c, e->kids[2]);
    if (e->index != '=') { /* += and -= refer to what the node bears already */
        int old = array_new(c), changed = array_new(c);
        emit(c, OP_TREE_AT, old, tree, node, 0, 0);
        emit(c, e->index == '+' ? OP_TREE_JOIN : OP_TREE_LESS, changed, old, value, 0, 0);
        value = changed;
    }
    emit(c, OP_TREE_PUT, a, tree, node, value, 0);
    return a;
}

static int call(struct compiler *c, const struct expr *e)
{
    int a = array_new(c);
    switch ((enum builtin)e->index) {
    case BUILTIN_SORT: emit(c, OP_ROW_SORT, a, compile_array(c, e->kids[0]), 0, 0, 0); break;
    case BUILTIN_REVERSE: emit(c, OP_ROW_REVERSE, a, compile_array(c, e->kids[0]), 0, 0, 0); break;
    case BUILTIN_ZECKENDORF: emit(c, OP_ROW_ZECKENDORF, a, compile_int(c, e->kids[0]), 0, 0, 0); break;
    case BUILTIN_TRANSPOSE: emit(c, OP_GRID_TRANSPOSE, a, compile_array(c, e->kids[0]), 0, 0, 0); break;
    case BUILTIN_TREE: emit(c, OP_TREE_OF, a, compile_array(c, e->kids[0]), 0, 0, 0); break;
    case BUILTIN_PATH: {
        int tree = compile_array(c, e->kids[0]);
        emit(c, OP_TREE_PATH, a, tree, compile_int(c, e->kids[1]), 0, 0);
        break;
    }
    case BUILTIN_ADJACENT:
    case BUILTIN_PART: return nodes_call(c, e, a);
    case BUILTIN_COMPONENT: {
        int row = compile_array(c, e->kids[0]), grid = compile_array(c, e->kids[1]);
        emit(c, OP_ROW_COMPONENT, a, row, grid, compile_int(c, e->kids[2]), 0);
        break;
    }
    case BUILTIN_GRID: {
        int r = compile_int(c, e->kids[0]), k = compile_int(c, e->kids[1]);
        emit(c, OP_GRID_FILL, a, r, k, compile_int(c, e->kids[2]), 0);
        break;
    }
    default: compile_refuse(c, e->span, "this call"); break;
    }
    return a;
}

static int bound(struct compiler *c, const struct expr *e, struct binding b)
{
    if (b.kind == BINDING_ARRAY) return b.reg;
    compile_refuse(c, e->span, "a name that holds no row or grid");
    return 0;
}

static int array_value(struct compiler *c, const struct expr *e)
{
    const struct scope *s = c->scope;
    switch (e->kind) {
    case EXPR_FIELD:
        if (!s->fields || s->game < 0 || (size_t)e->index >= c->model->games[s->game].field_count) break;
        return bound(c, e, s->fields[e->index]);
    case EXPR_LOCAL: return bound(c, e, binding_find(c, e->index));
    case EXPR_ROW: return row_literal(c, e);
    case EXPR_ROW_FOR: return row_comprehension(c, e);
    case EXPR_WITH: return with(c, e);
    case EXPR_IF: return choose(c, e);
    case EXPR_CALL: return call(c, e);
    case EXPR_NODES: return nodes_literal(c, e);
    case EXPR_NODES_FOR: return nodes_comprehension(c, e);
    case EXPR_NODES_LESS:
    case EXPR_NODES_JOIN: return nodes_between(c, e);
    case EXPR_TREE: return tree_literal(c, e);
    case EXPR_TREE_FOR: return tree_comprehension(c, e);
    case EXPR_TREE_AT:
    case EXPR_TREE_PUT: return tree_at(c, e);
    case EXPR_TREE_CUT:
    case EXPR_TREE_LESS:
    case EXPR_TREE_JOIN: return tree_between(c, e);
    case EXPR_NODES_ALL: {
        int a = array_new(c);
        emit(c, OP_NODES_ALL, a, graph_of(c, e), 0, 0, 0);
        return a;
    }
    case EXPR_LET: compile_let(c, e); return compile_array(c, e->kids[1]);
    default: break;
    }
    compile_refuse(c, e->span, "this expression, which is not a row, bag, grid or tree,");
    return 0;
}

static bool makes_unsorted(const struct expr *e)
{
    return e->kind == EXPR_ROW || e->kind == EXPR_ROW_FOR || e->kind == EXPR_WITH || e->kind == EXPR_CALL;
}

int compile_array(struct compiler *c, const struct expr *e)
{
    if (c->status != ST_OK) return 0;
    const struct expr *from = c->from;
    c->from = e;
    int a = array_value(c, e);
    if (e->type == TYPE_BAG && makes_unsorted(e)) {
        int sorted = array_new(c);
        emit(c, OP_ROW_SORT, sorted, a, 0, 0, 0);
        a = sorted;
    }
    c->from = from;
    return a;
}

void compile_compare_arrays(struct compiler *c, const struct expr *a, const struct expr *b, int dst)
{
    int x = compile_array(c, a), y = compile_array(c, b);
    if (a->type == TYPE_GRID) {
        emit(c, OP_GRID_EQ, dst, x, y, 0, 0);
        return;
    }
    if (a->type == TYPE_BAG || b->type == TYPE_BAG) { /* bags are equal in any order */
        int sx = array_new(c), sy = array_new(c);
        emit(c, OP_ROW_SORT, sx, x, 0, 0, 0);
        emit(c, OP_ROW_SORT, sy, y, 0, 0, 0);
        x = sx;
        y = sy;
    }
    emit(c, OP_ROW_EQ, dst, x, y, 0, 0);
}
