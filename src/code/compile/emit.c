/* SPDX-License-Identifier: MIT */
/* The assembler: instructions with numbered labels and constants, resolved when the program is finished. */
#include <string.h>
#include "code/compile/private.h"

void compile_fail(struct compiler *c, enum status st)
{
    if (c->status == ST_OK) c->status = st;
}

void compile_refuse(struct compiler *c, struct span span, const char *what)
{
    if (c->status == ST_OK) c->status = diag(c->diags, D_CODE_UNEXPECTED, span, what);
}

int emit(struct compiler *c, enum opcode op, int a, int b, int d3, int d4, int d5)
{
    if (c->status != ST_OK) return 0;
    struct span span = c->from ? c->from->span : (struct span){0};
    if (c->ins.count >= PROGRAM_MAX_INSTRUCTIONS) {
        c->status = diag(c->diags, D_CODE_TOO_LARGE, span, PROGRAM_MAX_INSTRUCTIONS);
        return 0;
    }
    const struct expr *from = c->request->keep_origins ? c->from : NULL;
    int at = (int)c->ins.count;
    if (!vec_push(&c->ins, (struct ins){op, a, b, d3, d4, d5}) ||
        !vec_push(&c->origins, (struct origin){span, from, c->scope ? c->scope->game : -1}))
        compile_fail(c, ST_NO_MEMORY);
    return at;
}

int label_new(struct compiler *c)
{
    if (!vec_push(&c->labels, -1)) compile_fail(c, ST_NO_MEMORY);
    return (int)c->labels.count - 1;
}

void label_here(struct compiler *c, int label)
{
    if (c->status == ST_OK) c->labels.data[label] = (int)c->ins.count;
}

static int take(int *next, int *most)
{
    int r = (*next)++;
    if (*next > *most) *most = *next;
    return r;
}

int reg_new(struct compiler *c) { return take(&c->registers, &c->most_registers); }

int array_new(struct compiler *c) { return take(&c->arrays, &c->most_arrays); }

int position_new(struct compiler *c) { return take(&c->positions, &c->most_positions); }

int constant_reg(struct compiler *c, int64_t value)
{
    for (size_t i = 0; i < c->constants.count; i++)
        if (c->constants.data[i] == value) return CONSTANT + (int)i;
    if (!vec_push(&c->constants, value)) compile_fail(c, ST_NO_MEMORY);
    return CONSTANT + (int)c->constants.count - 1;
}

bool constant_value(const struct compiler *c, int reg, int64_t *value)
{
    if (reg < CONSTANT || c->status != ST_OK) return false;
    *value = c->constants.data[reg - CONSTANT];
    return true;
}

void binding_set(struct compiler *c, int slot, struct binding binding)
{
    binding_vec *slots = &c->scope->slots;
    slot -= c->scope->first;
    if (slot < 0 || slot > PROGRAM_MAX_INSTRUCTIONS) {
        compile_refuse(c, c->from ? c->from->span : (struct span){0}, "a local without a slot");
        return;
    }
    while (slots->count <= (size_t)slot)
        if (!vec_push(slots, (struct binding){0})) {
            compile_fail(c, ST_NO_MEMORY);
            return;
        }
    slots->data[slot] = binding;
}

struct binding binding_find(const struct compiler *c, int slot)
{
    const binding_vec *slots = &c->scope->slots;
    slot -= c->scope->first;
    if (slot < 0 || (size_t)slot >= slots->count) return (struct binding){0};
    return slots->data[slot];
}

int loop_info_open(struct compiler *c, const struct gen *gen, int reg, bool is_array)
{
    struct loop_info info = {gen->name, (int)c->ins.count,  (int)c->ins.count,       reg,
                             is_array,  gen_is_branch(gen), gen_graph(c->model, gen)};
    if (!vec_push(&c->loops, info)) compile_fail(c, ST_NO_MEMORY);
    return (int)c->loops.count - 1;
}

/* Replaces constants by registers and labels by instructions. */
static void resolve(struct compiler *c, int own_end)
{
    for (size_t i = 0; i < c->ins.count; i++) {
        struct ins *ins = &c->ins.data[i];
        for (int k = 0; k < OPERANDS; k++) {
            int32_t *x = ins_operand_at(ins, k);
            switch ((enum operand_kind)op_table[ins->op].operands[k]) {
            case OPD_R:
            case OPD_SR:
                if (*x >= CONSTANT) *x = own_end + (*x - CONSTANT);
                break;
            case OPD_L:
            case OPD_B: *x = c->labels.data[*x]; break;
            default: break;
            }
        }
    }
    for (size_t i = 0; i < c->loops.count; i++)
        if (c->loops.data[i].reg >= CONSTANT) c->loops.data[i].reg = own_end + (c->loops.data[i].reg - CONSTANT);
    for (size_t i = 0; i < c->lists.count; i++)
        if (c->lists.data[i] >= CONSTANT) c->lists.data[i] = own_end + (c->lists.data[i] - CONSTANT);
}

static void *keep(struct compiler *c, const void *data, size_t count, size_t size)
{
    void *copy = arena_array(&c->code->arena, count, size);
    if (!copy) compile_fail(c, ST_NO_MEMORY);
    else if (count) memcpy(copy, data, count * size);
    return copy;
}

enum status compiler_finish(struct compiler *c, struct program *p)
{
    if (c->status == ST_OK && !vec_reserve(&c->ins, 1)) c->status = ST_NO_MEMORY;
    if (c->status != ST_OK) return c->status;
    resolve(c, c->most_registers);
    p->code = keep(c, c->ins.data, c->ins.count, sizeof *p->code);
    p->origins = keep(c, c->origins.data, c->origins.count, sizeof *p->origins);
    p->count = c->ins.count;
    p->constants = keep(c, c->constants.data, c->constants.count, sizeof *p->constants);
    p->constant_count = (int)c->constants.count;
    p->registers = c->most_registers + p->constant_count;
    p->arrays = c->most_arrays;
    p->iterators = c->iterators;
    p->positions = c->most_positions;
    p->memos = c->memos;
    p->nesting = c->most_nesting;
    p->lists = keep(c, c->lists.data, c->lists.count, sizeof *p->lists);
    p->list_count = c->lists.count;
    p->pools = keep(c, c->pools.data, c->pools.count, sizeof *p->pools);
    p->pool_count = c->pools.count;
    p->loops = keep(c, c->loops.data, c->loops.count, sizeof *p->loops);
    p->loop_count = c->loops.count;
    p->moves = keep(c, c->moves.data, c->moves.count, sizeof *p->moves);
    p->move_count = c->moves.count;
    return c->status;
}

void compiler_free(struct compiler *c)
{
    vec_free(&c->ins);
    vec_free(&c->origins);
    vec_free(&c->labels);
    vec_free(&c->constants);
    vec_free(&c->lists);
    vec_free(&c->pools);
    vec_free(&c->loops);
    vec_free(&c->moves);
    arena_free(&c->scratch);
}
