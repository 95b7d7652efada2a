/* SPDX-License-Identifier: MIT */
/* Whole programs: the frame of each kind of program around the code that other files compile. */
#include "code/compile/private.h"

static void option_move(struct compiler *c, const struct move *move, int index)
{
    if (move->lua >= 0) {
        emit(c, OP_LUA_MOVE, index, move->lua, 0, 0, 0);
        return;
    }
    struct nest n = {.gens = move->gens,
                     .gen_count = move->gen_count,
                     .conditions = (const struct expr *const *)move->conditions,
                     .condition_count = move->condition_count,
                     .move = move};
    n.first_reg = c->registers;
    for (size_t i = 0; i < move->gen_count; i++) reg_new(c);
    nest_open(c, &n);
    if (!compile_plain_option(c, move->result, index, n.first_reg, (int)move->gen_count)) {
        c->nesting = 1;
        if (c->most_nesting < 1) c->most_nesting = 1;
        emit(c, OP_SUM_BEGIN, 0, 0, 0, 0, 0);
        compile_components(c, move->result);
        c->from = move->result;
        emit(c, OP_EMIT, index, n.first_reg, (int)move->gen_count, 0, 0);
        c->nesting = 0;
    }
    nest_close(c, &n);
}

static void options(struct compiler *c)
{
    const struct game *g = &c->model->games[c->request->game];
    for (size_t i = 0; i < g->move_count; i++) {
        int registers = c->registers, arrays = c->arrays;
        struct move_code place = {(int)c->ins.count, 0, registers};
        c->from = g->moves[i].result;
        option_move(c, &g->moves[i], (int)i);
        place.end = (int)c->ins.count;
        if (!vec_push(&c->moves, place)) compile_fail(c, ST_NO_MEMORY);
        c->registers = registers;
        c->arrays = arrays;
    }
    c->from = NULL;
    emit(c, OP_HALT, 0, 0, 0, 0, 0);
}

static void return_value(struct compiler *c, const struct expr *e)
{
    c->from = e;
    if (type_is_array(e->type)) emit(c, OP_RETURN_ARRAY, compile_array(c, e), 0, 0, 0, 0);
    else if (e->type == TYPE_POSITION) emit(c, OP_RETURN_POS, compile_position(c, e), 0, 0, 0, 0);
    else emit(c, OP_RETURN, compile_int(c, e), 0, 0, 0, 0);
}

static void sweep_generator(struct compiler *c, const struct check *check)
{
    struct nest n = {.gens = &check->gens[c->request->gen], .gen_count = 1, .first_reg = -1};
    c->from = check->condition;
    nest_open(c, &n);
    emit(c, OP_YIELD, n.loops ? n.loops[0].reg : 0, 0, 0, 0, 0);
    nest_close(c, &n);
    emit(c, OP_HALT, 0, 0, 0, 0, 0);
}

static void check(struct compiler *c)
{
    const struct check *check = &c->model->checks[c->request->check];
    if (c->request->kind == PROGRAM_SWEEP) {
        sweep_generator(c, check);
        return;
    }
    struct nest n = {.gens = check->gens, .gen_count = check->gen_count, .skip = check->sweep};
    n.condition_count = split_conditions(c, check->where, &n.conditions);
    n.first_reg = c->registers;
    for (size_t i = 0; i < check->gen_count; i++) reg_new(c);
    c->from = check->condition;
    nest_open(c, &n);
    emit(c, OP_TRY, 0, 0, 0, 0, 0);
    int registers = c->registers;
    compile_jump(c, check->condition, true, nest_continue(&n));
    c->registers = registers;
    emit(c, OP_CHECK_FAILED, n.first_reg, (int)check->gen_count, 0, 0, 0);
    nest_close(c, &n);
    emit(c, OP_HALT, 0, 0, 0, 0, 0);
}

static void body(struct compiler *c)
{
    const struct compile_request *r = c->request;
    switch (r->kind) {
    case PROGRAM_OPTIONS: options(c); break;
    case PROGRAM_TABLE: compile_table(c); break;
    case PROGRAM_INVARIANT: return_value(c, c->model->games[r->game].invariant); break;
    case PROGRAM_CANON: return_value(c, c->model->games[r->game].canon); break;
    case PROGRAM_MEASURE:
    case PROGRAM_POSITION:
    case PROGRAM_VALUE: return_value(c, r->expression); break;
    case PROGRAM_CHECK:
    case PROGRAM_SWEEP: check(c); break;
    }
}

/* The first registers hold parameters, mover and fields, and the first array registers the rows and grids among the
 * fields. */
static void prepare(struct compiler *c, struct scope *scope, struct binding *fields, struct program *p)
{
    int game = c->request->game;
    size_t count = game >= 0 ? c->model->games[game].field_count : 0;
    c->registers = (int)c->model->param_count + 1;
    for (size_t i = 0; i < count; i++) {
        bool scalar = field_is_scalar(c->model->games[game].fields[i].kind);
        fields[i] = scalar ? (struct binding){BINDING_INT, c->registers} : (struct binding){BINDING_ARRAY, (int)i};
        c->registers++;
    }
    c->most_registers = c->registers;
    c->arrays = c->most_arrays = (int)count;
    int first = c->request->kind == PROGRAM_MEASURE ? CLAIMED_SLOTS : 0;
    *scope = (struct scope){.game = game, .fields = fields, .first = first, .compound = -1};
    c->scope = scope;
    *p = (struct program){.kind = c->request->kind,
                          .game = game,
                          .check = c->request->check,
                          .gen = c->request->gen,
                          .first_own = c->registers,
                          .first_own_array = c->arrays};
}

static enum status refused(struct diags *diags, const struct program *p, size_t where, const char *why)
{
    struct span span = where < p->count ? p->origins[where].span : (struct span){0};
    return diag(diags, D_CODE_REFUSED, span, why);
}

enum status program_compile(struct code *code, const struct compile_request *what, struct diags *diags, int *number)
{
    struct compiler c = {.code = code, .model = code->model, .diags = diags, .request = what, .memo_keys = {-1, -1}};
    struct scope scope;
    struct binding fields[MODEL_MAX_FIELDS];
    struct program *p = arena_alloc(&code->arena, sizeof *p);
    if (!p) return ST_NO_MEMORY;
    prepare(&c, &scope, fields, p);
    body(&c);
    enum status st = compiler_finish(&c, p);
    vec_free(&scope.slots);
    compiler_free(&c);
    if (st != ST_OK) return st;
    size_t where = 0;
    const char *why = program_verify(code->model, p, &where, &st);
    if (st != ST_OK) return st;
    if (why) return refused(diags, p, where, why);
    p->index = (int)code->programs.count;
    if (!vec_push(&code->programs, p)) return ST_NO_MEMORY;
    *number = p->index;
    return ST_OK;
}
