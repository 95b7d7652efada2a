/* SPDX-License-Identifier: MIT */
/* The calls of the machine: each takes a frame, loads it, runs its program and gives the frame back. */
#include "code/machine/calls.h"
#include <string.h>
#include "code/machine/private.h"

enum { STEP_WORK = 64, NANOSECONDS_A_STEP = 10 };

enum status vm_open(const struct code *code, const struct param_value *params, const struct script *script,
                    struct budget *budget, struct diags *diags, struct vm **out)
{
    *out = NULL;
    struct machine *vm = mem_alloc(sizeof *vm);
    if (!vm) return ST_NO_MEMORY;
    vm->code = code;
    vm->model = code->model;
    vm->script = script;
    vm->budget = budget ? budget : &vm->unlimited;
    vm->diags = diags;
    vm->fuel = VM_FUEL;
    vm->turn_kind = turns_kinds();
    vm->params = mem_alloc((code->model->param_count + 1) * sizeof *vm->params);
    if (!vm->params) {
        mem_free(vm, sizeof *vm);
        return ST_NO_MEMORY;
    }
    vm->self = (struct vm){vm, vm->budget, vm->diags};
    vm_set_params(&vm->self, params);
    *out = &vm->self;
    return ST_OK;
}

void vm_set_params(struct vm *account, const struct param_value *params)
{
    struct machine *vm = account->machine;
    if (vm->model->param_count) memcpy(vm->params, params, vm->model->param_count * sizeof *params);
    vm->generation++;
}

void vm_close(struct vm *account)
{
    if (!account) return;
    struct machine *vm = account->machine;
    while (vm->frames) {
        struct frame *f = vm->frames;
        vm->frames = f->next;
        frame_free(f);
    }
    vec_free(&vm->free);
    nodes_close(vm);
    tree_work_free(&vm->trees);
    text_free(&vm->failure);
    machine_close_sieve(vm);
    machine_close_least(vm);
    machine_close_divisors(vm);
    machine_close_named(vm);
    machine_close_natives(vm);
    for (size_t i = 0; vm->turns && i < vm->model->game_count; i++) turns_close(vm->turns[i]);
    mem_free(vm->turns, vm->model->game_count * sizeof *vm->turns);
    mem_free(vm->planned, vm->model->game_count);
    mem_free(vm->params, (vm->model->param_count + 1) * sizeof *vm->params);
    mem_free(vm, sizeof *vm);
}

/* Uses this budget and these diagnostics until account_back: a callback may call the machine with others while the call
 * runs. */
static struct vm account_take(const struct vm *account)
{
    struct machine *vm = account->machine;
    struct vm before = {vm, vm->budget, vm->diags};
    vm->budget = account->budget;
    vm->diags = account->diags;
    return before;
}

static void account_back(const struct vm *before)
{
    before->machine->budget = before->budget;
    before->machine->diags = before->diags;
}

enum status machine_run_by(const struct vm *account, struct frame *f, native_table *table)
{
    struct vm before = account_take(account);
    enum status st = table ? native_fill(f, table) : machine_run(f);
    account_back(&before);
    return st != ST_OK || !account->diags->failed ? st : ST_NO_MEMORY;
}

static enum status run(const struct vm *account, struct frame *f) { return machine_run_by(account, f, NULL); }

/* ---- options ---------------------------------------------------------------------------------------------------- */

static enum status graph_options(struct machine *vm, const struct component *from, vm_emit emit, void *context)
{
    const struct graph *g = &vm->model->graphs[vm->model->games[from->game].graph];
    struct taken taken = {NULL, from->game, NULL};
    enum status st = ST_OK;
    size_t node = (size_t)from->cells[0];
    for (uint32_t i = g->first[node]; i < g->first[node + 1] && st == ST_OK; i++) {
        int64_t to = g->to[i];
        struct component option = {from->game, 1, &to};
        st = emit(context, &option, 1, &taken);
        if (st == ST_OK && --vm->fuel == 0) st = machine_refuel(vm);
    }
    return st;
}

enum status vm_options(struct vm *account, const struct component *from, int mover, vm_emit emit, void *context)
{
    struct machine *vm = account->machine;
    bool shape;
    component_in_domain(vm->model, from, &shape);
    if (!shape) return ST_UNSUPPORTED;
    if (vm->model->games[from->game].kind == GAME_GRAPH) {
        bool inside =
            from->cells[0] >= 0 && from->cells[0] < vm->model->graphs[vm->model->games[from->game].graph].node_count;
        if (!inside) return ST_UNSUPPORTED;
        struct vm before = account_take(account);
        enum status listed = graph_options(vm, from, emit, context);
        account_back(&before);
        return listed;
    }
    struct frame *f;
    enum status st = frame_take(vm, vm->code->games[from->game].options, &f);
    if (st != ST_OK) return st;
    frame_load(f, from, mover);
    f->emit = emit;
    f->context = context;
    st = run(account, f);
    frame_give(f);
    return st;
}

enum status vm_price_options(struct vm *account, const struct component *from, unsigned doublings, vm_emit emit,
                             void *context, struct vm_price *price)
{
    struct machine *vm = account->machine;
    bool shape, rules = vm->model->games[from->game].kind != GAME_GRAPH;
    component_in_domain(vm->model, from, &shape);
    if (!shape || !rules) return ST_UNSUPPORTED;
    struct turns *turns = NULL;
    struct frame *f;
    enum status st = vm_fillable(vm->code, from->game) ? machine_turns(vm, from->game, &turns) : ST_OK;
    if (st == ST_OK) st = frame_take(vm, vm->code->games[from->game].options, &f);
    if (st != ST_OK) return st;
    frame_load(f, from, 1);
    f->emit = emit;
    f->context = context;
    struct vm before = account_take(account);
    st = machine_price(f, turns, doublings, price);
    account_back(&before);
    frame_give(f);
    return st != ST_OK || !account->diags->failed ? st : ST_NO_MEMORY;
}

/* ---- facts about a component ------------------------------------------------------------------------------------ */

/* The number that a program finds of the component. */
static enum status value_at(struct vm *account, int program, const struct component *c, int64_t *value)
{
    struct frame *f;
    enum status st = frame_take(account->machine, program, &f);
    if (st != ST_OK) return st;
    frame_load(f, c, 1);
    st = run(account, f);
    *value = f->value;
    frame_give(f);
    return st;
}

static enum status invariant_holds(struct vm *account, const struct component *c, bool *holds)
{
    int program = account->machine->code->games[c->game].invariant;
    int64_t value = 1;
    enum status st = program < 0 ? ST_OK : value_at(account, program, c, &value);
    *holds = value != 0;
    return st;
}

enum status vm_claimed(struct vm *account, const struct component *c, size_t i, int64_t *value)
{
    const int *programs = account->machine->code->games[c->game].measures;
    return programs ? value_at(account, programs[i], c, value) : ST_UNSUPPORTED;
}

/* The components inside a compound, one after the other; nested compounds were checked when they were built. */
static enum status parts_legal(struct vm *account, const struct component *c, bool *legal)
{
    struct machine *vm = account->machine;
    enum status st = ST_OK;
    uint64_t at = 4;
    *legal = c->count >= 4 && c->cells[2] >= 0 && c->cells[3] >= 0;
    for (int64_t part = 0; *legal && st == ST_OK && part < c->cells[3]; part++) {
        *legal = at < c->count && c->cells[at] > 0;
        int64_t inside = *legal ? c->cells[at++] : 0;
        for (int64_t i = 0; *legal && st == ST_OK && i < inside; i++) {
            *legal = at + 2 <= c->count && c->cells[at + 1] >= 0 && (uint64_t)c->cells[at + 1] <= c->count - at - 2;
            if (!*legal) break;
            struct component one = {(int)c->cells[at], (uint32_t)c->cells[at + 1], c->cells + at + 2};
            at += 2 + one.count;
            bool shape;
            if (one.game == POSITION_COMPOUND) continue;
            *legal = component_in_domain(vm->model, &one, &shape);
            if (*legal) st = invariant_holds(account, &one, legal);
        }
    }
    *legal = *legal && at == c->count;
    return st;
}

enum status vm_legal(struct vm *account, const struct component *c, bool *legal)
{
    bool shape;
    if (c->game == POSITION_COMPOUND) return parts_legal(account, c, legal);
    *legal = component_in_domain(account->machine->model, c, &shape);
    return *legal ? invariant_holds(account, c, legal) : ST_OK;
}

static struct component copy_of(const struct component *c, struct arena *arena, int64_t **cells)
{
    *cells = arena_array(arena, c->count, sizeof **cells);
    if (*cells && c->count) memcpy(*cells, c->cells, c->count * sizeof **cells);
    return (struct component){c->game, c->count, *cells};
}

/* Sorts the scalar fields of the same kind as the first one; other fields keep their places. */
static void sort_fields(const struct game *g, int64_t *cells)
{
    int64_t values[MODEL_MAX_FIELDS], *places[MODEL_MAX_FIELDS], *at = cells;
    size_t count = 0;
    enum field_kind kind = FIELD_ROW;
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind k = g->fields[i].kind;
        if (field_is_scalar(k) && !field_is_scalar(kind)) kind = k;
        if (field_is_scalar(k) && k == kind) {
            places[count] = at;
            values[count++] = *at;
        }
        if (field_is_scalar(k)) at++;
        else at += k == FIELD_GRID ? 2 + at[0] * at[1] : 1 + at[0];
    }
    cells_sort(values, count);
    for (size_t i = 0; i < count; i++) *places[i] = values[i];
}

/* The value of a canon program as the single field of the game. */
static enum status canon_result(const struct frame *f, const struct component *c, struct arena *arena,
                                struct component *out)
{
    const struct game *g = &f->vm->model->games[c->game];
    const struct array *a = f->array;
    enum field_kind kind = g->fields[0].kind;
    uint32_t head = !a ? 0 : kind == FIELD_GRID ? 2 : 1, count = a ? head + a->count : 1;
    int64_t *cells = arena_array(arena, count, sizeof *cells);
    if (!cells) return ST_NO_MEMORY;
    if (!a) cells[0] = f->value;
    else if (kind == FIELD_GRID) {
        cells[0] = a->rows;
        cells[1] = a->columns;
    } else {
        cells[0] = a->count;
    }
    if (a && a->count) memcpy(cells + head, a->cells, a->count * sizeof *cells);
    if (kind == FIELD_BAG) cells_sort(cells + 1, a ? a->count : 0);
    *out = (struct component){c->game, count, cells};
    return ST_OK;
}

enum status vm_canon(struct vm *account, const struct component *c, struct arena *arena, struct component *canonical)
{
    struct machine *vm = account->machine;
    const struct game *g = c->game >= 0 ? &vm->model->games[c->game] : NULL;
    if (!g || !(g->symmetric || g->canon)) {
        *canonical = *c;
        return ST_OK;
    }
    if (!g->canon) {
        int64_t *cells;
        *canonical = copy_of(c, arena, &cells);
        if (!cells) return ST_NO_MEMORY;
        sort_fields(g, cells);
        return ST_OK;
    }
    struct frame *f;
    enum status st = frame_take(vm, vm->code->games[c->game].canon, &f);
    if (st != ST_OK) return st;
    frame_load(f, c, 1);
    f->array = NULL;
    st = run(account, f);
    if (st == ST_OK) st = canon_result(f, c, arena, canonical);
    frame_give(f);
    return st;
}

/* ---- expressions and checks ------------------------------------------------------------------------------------- */

enum status vm_position(struct vm *account, int program, struct arena *arena, struct position *out)
{
    struct machine *vm = account->machine;
    struct frame *f;
    enum status st = frame_take(vm, program, &f);
    if (st != ST_OK) return st;
    f->position = NULL;
    st = f->program->kind == PROGRAM_POSITION ? run(account, f) : ST_UNSUPPORTED;
    *out = (struct position){.count = st == ST_OK ? f->position->count : 0};
    if (st == ST_OK) out->components = arena_array(arena, out->count, sizeof *out->components);
    if (st == ST_OK && !out->components) st = ST_NO_MEMORY;
    for (size_t i = 0; i < out->count && st == ST_OK; i++) {
        int64_t *cells;
        out->components[i] = copy_of(&f->position->components[i], arena, &cells);
        if (!cells) st = ST_NO_MEMORY;
    }
    frame_give(f);
    return st;
}

enum status vm_evaluate(struct vm *account, int program, const struct vm_asker *asker, int64_t *value)
{
    struct machine *vm = account->machine;
    struct frame *f;
    enum status st = frame_take(vm, program, &f);
    if (st != ST_OK) return st;
    f->asker = asker;
    st = f->program->kind == PROGRAM_VALUE ? run(account, f) : ST_UNSUPPORTED;
    if (st == ST_OK) *value = f->value;
    frame_give(f);
    return st;
}

enum status vm_check(struct vm *account, size_t check, const struct vm_asker *asker, bool *holds,
                     int64_t *counterexample, uint64_t *tried)
{
    struct machine *vm = account->machine;
    struct frame *f;
    int program = vm->code->checks[check].program;
    if (program < 0) return ST_UNSUPPORTED;
    enum status st = frame_take(vm, program, &f);
    if (st != ST_OK) return st;
    f->asker = asker;
    st = run(account, f);
    *holds = !f->failed;
    *tried = f->tried;
    for (size_t i = 0; st == ST_OK && f->failed && i < vm->model->checks[check].gen_count; i++)
        counterexample[i] = f->registers[f->value + (int64_t)i];
    frame_give(f);
    return st;
}

/* What follows the only CHECK_FAILED of a check is the end of its innermost loop. */
static size_t next_case(const struct program *p)
{
    size_t at = 0;
    while (at + 1 < p->count && p->code[at].op != OP_CHECK_FAILED) at++;
    return at + 1;
}

enum status vm_rehearse(struct vm *account, size_t check, const struct vm_asker *asker, uint64_t last)
{
    struct machine *vm = account->machine;
    struct frame *f;
    int program = vm->code->checks[check].program;
    if (program < 0) return ST_UNSUPPORTED;
    enum status st = frame_take(vm, program, &f);
    if (st != ST_OK) return st;
    f->asker = asker;
    f->last = last;
    f->resume = next_case(f->program);
    st = run(account, f);
    frame_give(f);
    return st;
}

const char *vm_counterexample(const struct vm *vm) { return text_c(&vm->machine->failure); }

enum status vm_sweep_values(struct vm *account, size_t check, size_t gen, struct arena *arena, int64_t **values,
                            size_t *count)
{
    struct machine *vm = account->machine;
    struct frame *f;
    cell_vec out = {0};
    int program = vm->code->checks[check].sweeps[gen];
    *count = 0;
    if (program < 0) return ST_UNSUPPORTED;
    enum status st = frame_take(vm, program, &f);
    if (st != ST_OK) return st;
    f->yield = &out;
    st = run(account, f);
    frame_give(f);
    if (st == ST_OK) *values = arena_array(arena, out.count, sizeof **values);
    if (st == ST_OK && !*values) st = ST_NO_MEMORY;
    if (st == ST_OK && out.count) memcpy(*values, out.data, out.count * sizeof *out.data);
    if (st == ST_OK) *count = out.count;
    vec_free(&out);
    return st;
}

/* The steps that were carried out one by one, as work. */
static uint64_t stepped(const struct vm *account)
{
    const struct machine *vm = account->machine;
    uint64_t steps = vm->fuelled + VM_FUEL - vm->fuel;
    return (steps > vm->along ? steps - vm->along : 0) * STEP_WORK;
}

/* An option along a ray is a load and a store; any other step takes several instructions of the machine. */
uint64_t vm_work(const struct vm *account) { return stepped(account) + account->machine->along; }

uint64_t vm_along(const struct vm *account) { return account->machine->along; }

uint64_t vm_nanoseconds(const struct vm *account)
{
    const struct machine *vm = account->machine;
    uint64_t steps = stepped(account) / STEP_WORK;
    return (steps > vm->blocked ? steps - vm->blocked : 0) * NANOSECONDS_A_STEP + vm->block_cost / 16;
}
