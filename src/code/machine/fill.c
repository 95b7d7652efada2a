/* SPDX-License-Identifier: MIT */
/* Tables of values and outcomes: a box of positions is filled by the machine, in blocks of turns, or by compiled code. */
#include "code/machine/fill.h"
#include "code/machine/private.h"

enum { NATIVES = 4 }; /* of each game */

/* Of values, outcomes of either play, and narrow values of a game. */
static size_t native_of(const struct value_table *t)
{
    return NATIVES * (size_t)t->game + (t->losses ? (t->misere ? 3 : 1) : t->narrow ? 2 : 0);
}

void machine_close_natives(struct machine *vm)
{
    for (size_t i = 0; vm->natives && i < NATIVES * vm->model->game_count; i++) native_free(vm->natives[i]);
    mem_free(vm->natives, NATIVES * vm->model->game_count * sizeof *vm->natives);
    mem_free(vm->hastened, NATIVES * vm->model->game_count);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------ */

enum status machine_turns(struct machine *vm, int game, struct turns **turns)
{
    *turns = NULL;
    if (!vm->turn_kind) return ST_OK;
    if (!vm->planned) vm->planned = mem_alloc(vm->model->game_count);
    if (!vm->turns) vm->turns = mem_alloc(vm->model->game_count * sizeof *vm->turns);
    if (!vm->planned || !vm->turns) return ST_NO_MEMORY;
    enum status st = ST_OK;
    if (!vm->planned[game]) st = turns_open(vm->code->programs.data[vm->code->games[game].table], &vm->turns[game]);
    vm->planned[game] = st == ST_OK;
    *turns = vm->turns[game];
    if (*turns) turns_use(*turns, vm->turn_kind - 1);
    return st;
}

bool vm_fillable(const struct code *code, int game)
{
    return game >= 0 && (size_t)game < code->model->game_count && code->games[game].fillable;
}

bool vm_decidable(const struct code *code, int game, bool misere, bool kept)
{
    const struct game_code *g = &code->games[game];
    return vm_fillable(code, game) && !g->splits && !(misere && g->ends) &&
           (kept || !code->model->games[game].invariant);
}

/* Is the box row-major: the last stride is 1, and each other stride is the size of the box after it? */
static bool box_is_dense(const struct value_table *t, const struct game *g)
{
    uint64_t size = 1;
    if (t->fields != g->field_count) return false;
    for (size_t i = t->fields; i > 0; i--) {
        if (t->extent[i - 1] < 1 || t->stride[i - 1] < 0 || (uint64_t)t->stride[i - 1] != size) return false;
        int64_t last;
        if (__builtin_add_overflow(t->low[i - 1], t->extent[i - 1] - 1, &last)) return false;
        if (__builtin_mul_overflow(size, (uint64_t)t->extent[i - 1], &size) || size > INT64_MAX) return false;
    }
    return size == t->count;
}

static void place_at(struct frame *f, const struct value_table *t, uint64_t index)
{
    int64_t *x = f->registers + f->vm->model->param_count + 1;
    for (size_t i = 0; i < t->fields; i++)
        x[i] = t->low[i] + (int64_t)(index / (uint64_t)t->stride[i] % (uint64_t)t->extent[i]);
}

void vm_turns(struct vm *vm, size_t kind) { vm->machine->turn_kind = kind; }

size_t vm_turn_kinds(void) { return turns_kinds(); }

enum status vm_fill(struct vm *account, struct value_table *t, uint64_t from, uint64_t to, int mover)
{
    struct machine *vm = account->machine;
    vm->filled = from;
    if (!vm_fillable(vm->code, t->game) || !box_is_dense(t, &vm->model->games[t->game]) || to > t->count)
        return ST_USAGE;
    /* the outcomes of the parts do not determine the outcome of a sum */
    bool outcomes = t->losses;
    if (outcomes && !vm_decidable(vm->code, t->game, t->misere, t->kept)) return ST_UNSUPPORTED;
    if (t->narrow && vm->model->games[t->game].invariant) return ST_UNSUPPORTED;
    if (from >= to) return ST_OK;
    struct frame *f;
    enum status st = frame_take(vm, vm->code->games[t->game].table, &f);
    if (st != ST_OK) return st;
    struct fill fill = {.table = t,
                        .values = t->values,
                        .narrow = t->narrow,
                        .current = from,
                        .to = to,
                        .outcomes = outcomes,
                        .unsure = vm->model->games[t->game].invariant != NULL};
    for (size_t i = 0; i < t->fields; i++) {
        fill.low[i] = t->low[i];
        fill.high[i] = t->low[i] + t->extent[i] - 1;
        fill.stride[i] = t->stride[i];
    }
    f->fill = &fill;
    f->registers[vm->model->param_count] = mover;
    place_at(f, t, from);
    st = fill_open(&fill, vm);
    struct native *native = vm->natives ? vm->natives[native_of(t)] : NULL;
    native_table *table = native ? native_ready(native) : NULL;
    if (table && !known_holds(native_premises(native), vm->model, vm->params, fill.low, fill.high, t->fields))
        table = NULL;
    if (st == ST_OK && !table) st = machine_turns(vm, t->game, &f->turns);
    if (st == ST_OK && f->turns) turns_lanes_forget(f->turns);
    if (st == ST_OK && f->turns && !outcomes) st = fill_make_room(&fill, vm);
    if (st == ST_OK) st = machine_run_by(account, f, table);
    vm->filled = fill.current;
    fill_close(&fill);
    frame_give(f);
    return st;
}

uint64_t vm_filled(const struct vm *vm) { return vm->machine->filled; }

/* ---- compiled code ---------------------------------------------------------------------------------------------- */

/* What is compiled for boxes that begin as this one, and the parameters of now (known.h): remainders by a number that the
 * compiler knows take a fifth of the time of others. */
static enum status start_native(struct machine *vm, const struct value_table *t, bool compile)
{
    int64_t *numbers = mem_alloc((vm->model->param_count + 1) * sizeof *numbers);
    if (!numbers) return ST_NO_MEMORY;
    struct premises premises = {
        .small_params = true, .outcomes = t->losses, .misere = t->losses && t->misere, .narrow = t->narrow};
    for (size_t i = 0; i < t->fields; i++) premises.low[i] = t->low[i];
    for (size_t i = 0; i < vm->model->param_count; i++)
        if (vm->model->params[i].kind != PARAM_SET && !known_is_small(vm->params[i].value))
            premises.small_params = false;
    for (size_t i = 0; i < vm->model->param_count; i++) numbers[i] = vm->params[i].value;
    premises.params = numbers;
    enum status st =
        native_start(vm->code, vm->code->games[t->game].table, &premises, compile, &vm->natives[native_of(t)]);
    mem_free(numbers, (vm->model->param_count + 1) * sizeof *numbers);
    return st;
}

/* What has been tried: it is not tried again. */
enum { NOT_TRIED, KEPT_TRIED, COMPILER_TRIED };

static enum status try_native(struct machine *vm, const struct value_table *t, bool compile)
{
    size_t of = native_of(t);
    uint8_t by = compile ? COMPILER_TRIED : KEPT_TRIED;
    if (!vm->natives) {
        vm->hastened = mem_alloc(NATIVES * vm->model->game_count);
        vm->natives = vm->hastened ? mem_alloc(NATIVES * vm->model->game_count * sizeof *vm->natives) : NULL;
    }
    if (!vm->natives) return ST_NO_MEMORY;
    if (vm->natives[of] && !known_params_hold(native_premises(vm->natives[of]), vm->model, vm->params)) {
        native_free(vm->natives[of]);
        vm->natives[of] = NULL;
        vm->hastened[of] = NOT_TRIED;
    }
    if (vm->natives[of] || vm->hastened[of] >= by) return ST_OK;
    vm->hastened[of] = by;
    return start_native(vm, t, compile);
}

enum status vm_hasten(struct vm *account, const struct value_table *t, bool wait, bool *native)
{
    struct machine *vm = account->machine;
    *native = false;
    if (!vm_fillable(vm->code, t->game)) return ST_OK;
    enum status st = try_native(vm, t, true);
    struct native *n = st == ST_OK ? vm->natives[native_of(t)] : NULL;
    if (n && wait) st = native_wait(n, account->budget);
    *native = n && native_ready(n);
    return st;
}

enum status vm_hasten_kept(struct vm *account, const struct value_table *t)
{
    return vm_fillable(account->machine->code, t->game) ? try_native(account->machine, t, false) : ST_OK;
}
