/* SPDX-License-Identifier: MIT */
/* A table's compiled program between the machine's structures: the same registers, the same values, the same fuel. */
#include "code/machine/private.h"

struct native_call {
    struct frame *frame;
    enum status status;
};

static enum cgi_after step(struct cgi_run *run, int32_t at)
{
    struct native_call *call = run->context;
    int32_t after;
    call->status = machine_step(call->frame, at, &after);
    return call->status != ST_OK ? CGI_STOP : after == at + 1 ? CGI_NEXT : CGI_JUMP;
}

static bool apply(int builtin, const int64_t *x, uint64_t count, int64_t *value)
{
    return builtin_apply((enum builtin)builtin, x, (size_t)count, value);
}

static const int64_t *row_of(struct cgi_run *run, int32_t row, const int64_t **end)
{
    const struct native_call *call = run->context;
    const struct array *a = &call->frame->arrays[row];
    static const int64_t nothing;
    const int64_t *cells = a->count ? a->cells : &nothing;
    *end = cells + a->count;
    return cells;
}

static const int64_t *named(struct cgi_run *run, int32_t set, int64_t most, const int64_t **end)
{
    const struct native_call *call = run->context;
    return iterate_known(call->frame, (enum domain_kind)set, most, end);
}

static bool divisors(struct cgi_run *run, int32_t row, int64_t n, int64_t cap)
{
    const struct native_call *call = run->context;
    return array_known_divisors(call->frame->vm, &call->frame->arrays[row], n, cap);
}

static enum cgi_after refuel(struct cgi_run *run)
{
    struct native_call *call = run->context;
    call->status = machine_refuel(call->frame->vm);
    return call->status == ST_OK ? CGI_NEXT : CGI_STOP;
}

static enum cgi_after ray(struct cgi_run *run, int64_t low, int64_t high, int64_t from, int64_t to)
{
    struct native_call *call = run->context;
    bool done = table_ray_done(call->frame, low, high, from, to, &call->status);
    return call->status != ST_OK ? CGI_STOP : done ? CGI_NEXT : CGI_JUMP;
}

static uint32_t mex(const struct cgi_run *run)
{
    const struct native_call *call = run->context;
    return (uint32_t)table_mex(call->frame->fill); /* at most the number of options, hence below VALUE_NONE */
}

_Static_assert(CGI_NONE == VALUE_NONE && (int)CGI_FOLLOWED == (int)FILL_RUNNING && CGI_SHORT_RAY == RUNNING_LEAST - 1,
               "the head of generated code agrees with the machine");

enum status native_fill(struct frame *f, native_table *table)
{
    struct fill *t = f->fill;
    struct machine *vm = f->vm;
    struct native_call call = {f, ST_OK};
    enum status st = t->outcomes ? ST_OK : fill_make_room(t, vm);
    if (st != ST_OK) return st;
    size_t params = vm->model->param_count;
    struct cgi_cells *sets = mem_alloc((params + 1) * sizeof *sets);
    if (!sets) return ST_NO_MEMORY;
    for (size_t i = 0; i < params; i++) sets[i] = (struct cgi_cells){vm->params[i].set, vm->params[i].set_count};
    struct cgi_run run = {.context = &call,
                          .registers = f->registers,
                          .fuel = &vm->fuel,
                          .sets = sets,
                          .low = t->low,
                          .high = t->high,
                          .stride = t->stride,
                          .values = t->table->narrow ? (void *)t->table->narrow : t->table->values,
                          .losses = t->table->losses,
                          .decided = &t->decided,
                          .moved = &t->moved,
                          .seen = &t->seen,
                          .stamp = &t->stamp,
                          .capacity = &t->capacity,
                          .current = &t->current,
                          .along = &vm->along,
                          .to = t->to,
                          .sieve = &vm->sieve,
                          .sieve_size = &vm->sieve_size,
                          .rays = &t->rays,
                          .served = &t->served,
                          .memos = f->memos,
                          .call = apply,
                          .row = row_of,
                          .named = named,
                          .divisors = divisors,
                          .step = step,
                          .refuel = refuel,
                          .ray = ray,
                          .mex = mex};
    for (unsigned i = 0; i < FILL_RUNNING; i++) run.asked[i] = t->running[i].asked;
    table(&run);
    mem_free(sets, (params + 1) * sizeof *sets);
    return call.status;
}
