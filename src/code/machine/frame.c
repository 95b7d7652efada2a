/* SPDX-License-Identifier: MIT */
/* Frames: the registers of one run. Constants are written once, parameters after they have changed, fields for every
 * run. */
#include <string.h>
#include "code/machine/private.h"

static void constants_in(struct frame *f)
{
    const struct program *p = f->program;
    for (int i = 0; i < p->constant_count; i++) f->registers[p->registers - p->constant_count + i] = p->constants[i];
}

static enum status frame_make(struct machine *vm, const struct program *p, struct frame **out)
{
    struct frame *f = mem_alloc(sizeof *f);
    if (!f) return ST_NO_MEMORY;
    f->vm = vm;
    f->program = p;
    f->registers = mem_alloc((size_t)p->registers * sizeof *f->registers);
    f->arrays = mem_alloc((size_t)p->arrays * sizeof *f->arrays);
    f->iterators = mem_alloc((size_t)p->iterators * sizeof *f->iterators);
    f->saved = mem_alloc((size_t)p->positions * sizeof *f->saved);
    f->builder.marks = mem_alloc((size_t)p->nesting * sizeof *f->builder.marks);
    f->memos = mem_alloc((size_t)p->memos * sizeof *f->memos);
    bool fine = f->registers && (f->memos || !p->memos) && (f->arrays || !p->arrays) &&
                (f->iterators || !p->iterators) && (f->saved || !p->positions) && (f->builder.marks || !p->nesting);
    if (!fine) {
        frame_free(f);
        return ST_NO_MEMORY;
    }
    constants_in(f);
    f->next = vm->frames;
    vm->frames = f;
    *out = f;
    return ST_OK;
}

enum status frame_take(struct machine *vm, int program, struct frame **out)
{
    while (vm->free.count < vm->code->programs.count)
        if (!vec_push(&vm->free, NULL)) return ST_NO_MEMORY;
    struct frame *f = vm->free.data[program];
    if (f) {
        vm->free.data[program] = f->next_free;
    } else {
        enum status st = frame_make(vm, vm->code->programs.data[program], &f);
        if (st != ST_OK) return st;
    }
    if (f->generation != vm->generation) {
        for (size_t i = 0; i < vm->model->param_count; i++) f->registers[i] = vm->params[i].value;
        for (int i = 0; i < f->program->memos; i++) memo_forget(&f->memos[i]);
        f->generation = vm->generation;
    }
    f->registers[vm->model->param_count] = 1;
    f->from = NULL;
    f->emit = NULL;
    f->asker = NULL;
    f->fill = NULL;
    f->turns = NULL;
    f->yield = NULL;
    f->builder.depth = 0;
    f->builder.pieces.count = f->builder.cells.count = 0;
    f->failed = false;
    f->tried = 0;
    f->last = UINT64_MAX;
    f->resume = 0;
    *out = f;
    return ST_OK;
}

void frame_load(struct frame *f, const struct component *from, int mover)
{
    const struct game *g = &f->vm->model->games[f->program->game];
    int64_t *r = f->registers + f->vm->model->param_count;
    const int64_t *cell = from->cells;
    f->from = from;
    r[0] = mover;
    for (size_t i = 0; i < g->field_count; i++) {
        struct array *a = &f->arrays[i];
        switch (g->fields[i].kind) {
        case FIELD_ROW:
        case FIELD_BAG:
        case FIELD_NODES:
        case FIELD_TREE:
            a->count = (uint32_t)cell[0];
            a->cells = cell + 1;
            cell += 1 + a->count;
            break;
        case FIELD_GRID:
            a->rows = (uint32_t)cell[0];
            a->columns = (uint32_t)cell[1];
            a->count = a->rows * a->columns;
            a->cells = cell + 2;
            cell += 2 + a->count;
            break;
        default: r[1 + i] = *cell++; break;
        }
    }
}

void frame_give(struct frame *f)
{
    struct machine *vm = f->vm;
    f->next_free = vm->free.data[f->program->index];
    vm->free.data[f->program->index] = f;
}

static void saved_free(struct saved *s)
{
    mem_free(s->components, s->capacity * sizeof *s->components);
    mem_free(s->cells, s->cell_capacity * sizeof *s->cells);
}

void frame_free(struct frame *f)
{
    const struct program *p = f->program;
    for (int i = 0; f->arrays && i < p->arrays; i++) array_free(&f->arrays[i]);
    for (int i = 0; f->iterators && i < p->iterators; i++) array_free(&f->iterators[i].row);
    for (int i = 0; f->saved && i < p->positions; i++) saved_free(&f->saved[i]);
    for (int i = 0; f->memos && i < p->memos; i++) memo_forget(&f->memos[i]);
    builder_free(&f->builder);
    mem_free(f->registers, (size_t)p->registers * sizeof *f->registers);
    mem_free(f->arrays, (size_t)p->arrays * sizeof *f->arrays);
    mem_free(f->iterators, (size_t)p->iterators * sizeof *f->iterators);
    mem_free(f->saved, (size_t)p->positions * sizeof *f->saved);
    mem_free(f->memos, (size_t)p->memos * sizeof *f->memos);
    mem_free(f->builder.marks, (size_t)p->nesting * sizeof *f->builder.marks);
    mem_free(f, sizeof *f);
}

enum status machine_refuel(struct machine *vm)
{
    vm->fuel = VM_FUEL;
    vm->fuelled += VM_FUEL;
    return budget_check(vm->budget);
}
