/* SPDX-License-Identifier: MIT */
/* The machine: one loop over verified instructions. It does not repeat the verifier's checks; it checks what depends on
 * values: overflow, division, natural numbers, bounds, budgets. Dispatch is one indirect jump after each
 * instruction. */
#include "base/checked.h"
#include "base/golden.h"
#include "code/machine/private.h"
#include "code/machine/runs.h"
#include "base/numbers.h"

enum status machine_refuel(struct machine *vm)
{
    vm->fuel = VM_FUEL;
    vm->fuelled += VM_FUEL;
    return budget_check(vm->budget);
}

bool machine_in_set(const int64_t *cells, size_t count, int64_t x)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cells[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low < count && cells[low] == x;
}

static bool in_named(struct machine *vm, enum domain_kind set, int64_t x)
{
    if (set == DOMAIN_SQUARES) return number_is_square(x);
    if (set == DOMAIN_FIB) return number_in_fib(x);
    return machine_is_prime(vm, x);
}

static bool is_divisor(int64_t d, int64_t n) { return d > 0 && n % d == 0; }

static bool in_array(const struct array *a, int64_t x)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (a->cells[i] == x) return true;
    return false;
}

static bool cells_within(const struct array *a, int64_t low, int64_t high)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (a->cells[i] < low || a->cells[i] > high) return false;
    return true;
}

/* Is every cell greater than the one before or, unless `strict`, at least as great? */
static bool rises(const struct array *a, bool strict)
{
    for (uint32_t i = 1; i < a->count; i++)
        if (strict ? a->cells[i] <= a->cells[i - 1] : a->cells[i] < a->cells[i - 1]) return false;
    return true;
}

static void reverse(struct array *a)
{
    for (uint32_t i = 0, j = a->count; i + 1 < j; i++) {
        int64_t t = a->own[i];
        a->own[i] = a->own[--j];
        a->own[j] = t;
    }
}

/* ---- outside calls ---------------------------------------------------------------------------------------------- */

static enum status script_failed(struct frame *f, const struct ins *i, const char *name, const char *message)
{
    enum status st = fail_at(f, i, D_RUN_LUA, name, message ? message : "it gave no reason");
    struct span place = f->vm->script->place;
    if (place.source) diag_note(f->vm->diags, place, "it failed in this line of the Lua block");
    return st;
}

enum { SCRIPT_FUEL = 64 }; /* the number of steps that a call of a script counts as */

static enum status call_script(struct frame *f, const struct ins *i)
{
    struct machine *vm = f->vm;
    const char *name = vm->model->lua_functions[i->b].name, *message = NULL;
    if (!vm->script) return fail_at(f, i, D_RUN_NO_LUA, name);
    vm->fuel = vm->fuel > SCRIPT_FUEL ? vm->fuel - SCRIPT_FUEL : 1;
    enum status st = vm->script->call(vm->script->self, i->b, &f->registers[i->c], (size_t)i->d, i->e != 0,
                                      &f->registers[i->a], &message);
    return st == ST_RULE_FAILED ? script_failed(f, i, name, message) : st;
}

struct script_options {
    struct frame *frame;
    const struct ins *ins;
    enum status st;
};

/* Bags and trees are unordered: brings them into canonical order. */
static enum status put_in_order(struct machine *vm, const struct game *g, int64_t *cells)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < g->field_count; i++) {
        uint32_t count = (uint32_t)cells[0], wrong;
        if (g->fields[i].kind == FIELD_BAG) cells_sort(cells + 1, (size_t)cells[0]);
        if (g->fields[i].kind == FIELD_TREE && tree_heights_fit(cells + 1, count, &wrong))
            st = tree_order(&vm->trees, cells + 1, count);
        cells += field_length(g->fields[i].kind, cells);
    }
    return st;
}

static enum status check_emitted(struct frame *f, const struct ins *ins, const struct component *c)
{
    bool legal = false;
    struct vm account = {f->vm, f->vm->budget, f->vm->diags};
    enum status st = c->game == f->program->game ? vm_legal(&account, c, &legal) : ST_OK;
    if (st != ST_OK || legal) return st;
    const struct model *m = f->vm->model;
    struct text out = {0};
    bool shape = false;
    component_in_domain(m, c, &shape);
    if (shape) component_print(m, c, &out);
    else text_puts(&out, "something else");
    st =
        fail_at(f, ins, D_RUN_LUA_OPTION, m->lua_functions[ins->b].name, text_c(&out), m->games[f->program->game].name);
    text_free(&out);
    return st;
}

static enum status emit_scripted(struct script_options *s, const struct component *components, size_t count)
{
    struct frame *f = s->frame;
    const struct game *g = &f->vm->model->games[f->program->game];
    struct builder *b = &f->builder;
    b->pieces.count = b->cells.count = 0;
    enum status st = ST_OK;
    for (size_t i = 0; i < count && st == ST_OK; i++) {
        size_t at = b->cells.count;
        st = builder_add(f, s->ins, &components[i]);
        if (st == ST_OK) st = put_in_order(f->vm, g, vec_from(&b->cells, at));
        struct component ordered = {components[i].game, components[i].count,
                                    st == ST_OK ? vec_from(&b->cells, at) : NULL};
        if (st == ST_OK) st = check_emitted(f, s->ins, &ordered);
    }
    const struct component *out;
    struct nest_mark bottom = {0, 0}, *marks = b->marks;
    b->marks = &bottom; /* the option is the whole builder */
    b->depth = 1;
    if (st == ST_OK) st = builder_finish(b, &out, &count);
    b->marks = marks;
    b->depth = 0;
    struct taken taken = {&g->moves[s->ins->a], f->program->game, NULL};
    if (st == ST_OK) st = f->emit(f->context, out, count, &taken);
    b->pieces.count = b->cells.count = 0;
    return st;
}

static enum status scripted_option(void *context, const struct component *components, size_t count)
{
    struct script_options *s = context;
    if (s->st == ST_OK) s->st = emit_scripted(s, components, count);
    return s->st;
}

static enum status run_script_move(struct frame *f, const struct ins *i)
{
    struct machine *vm = f->vm;
    const char *name = vm->model->lua_functions[i->b].name, *message = NULL;
    if (!vm->script) return fail_at(f, i, D_RUN_NO_LUA, name);
    struct script_options s = {f, i, ST_OK};
    int mover = (int)f->registers[vm->model->param_count];
    enum status st = vm->script->generate(vm->script->self, i->b, f->from, mover, scripted_option, &s, &message);
    if (s.st != ST_OK) return s.st;
    return st == ST_RULE_FAILED ? script_failed(f, i, name, message) : st;
}

static enum status emit_option(struct frame *f, const struct ins *i)
{
    const struct component *components;
    size_t count;
    enum status st = builder_finish(&f->builder, &components, &count);
    if (st != ST_OK) return st;
    struct taken taken = {&f->vm->model->games[f->program->game].moves[i->a], f->program->game, &f->registers[i->b]};
    st = f->emit(f->context, components, count, &taken);
    builder_close(&f->builder);
    return st;
}

static enum status plain_option(struct frame *f, const struct ins *i)
{
    struct taken taken = {&f->vm->model->games[f->program->game].moves[i->c], f->program->game, &f->registers[i->d]};
    return builder_option(f, i, i->a, f->program->lists + i->b, &taken);
}

static enum status ask(struct frame *f, const struct ins *i)
{
    const struct saved *s = &f->saved[i->b];
    if (!f->asker || !f->asker->ask) return ST_UNSUPPORTED;
    if (f->asker->at) *f->asker->at = f->tried;
    return f->asker->ask(f->asker->context, (enum question)i->c, i->d, s->components, s->count, fail_span(f, i),
                         &f->registers[i->a]);
}

static enum status ask_set(struct frame *f, const struct ins *i)
{
    const struct saved *s = &f->saved[i->b];
    if (!f->asker || !f->asker->ask_set) return ST_UNSUPPORTED;
    if (f->asker->at) *f->asker->at = f->tried;
    struct arena scratch = {0};
    struct position *expected = arena_array(&scratch, (size_t)i->d, sizeof *expected);
    if (!expected) return ST_NO_MEMORY;
    for (int k = 0; k < i->d; k++) {
        const struct saved *e = &f->saved[i->c + k];
        expected[k] = (struct position){e->components, e->count, NULL};
    }
    bool equal = false;
    enum status st = f->asker->ask_set(f->asker->context, (enum question)(i->e & 255), i->e >> 8, s->components,
                                       s->count, expected, (size_t)i->d, fail_span(f, i), &equal);
    f->registers[i->a] = equal;
    arena_free(&scratch);
    return st;
}

/* Where a rehearsal goes on; the question may have been part of a position. */
static size_t leave_case(struct frame *f)
{
    f->builder.depth = 0;
    f->builder.pieces.count = f->builder.cells.count = 0;
    return f->resume;
}

static enum status check_failed(struct frame *f, const struct ins *i)
{
    f->failed = true;
    text_clear(&f->vm->failure);
    const struct check *c = &f->vm->model->checks[f->program->check];
    for (size_t k = 0; k < c->gen_count; k++) {
        /* a row is in its loop's array register */
        const struct loop_info *rows = NULL;
        for (size_t l = 0; l < f->program->loop_count; l++)
            if (f->program->loops[l].is_array && f->program->loops[l].name == c->gens[k].name &&
                f->program->loops[l].end > i - f->program->code)
                rows = &f->program->loops[l];
        text_add(&f->vm->failure, "%s%s = ", k ? ", " : "", c->gens[k].name);
        enum domain_kind kind = c->gens[k].domain.kind;
        bool branch = gen_is_branch(&c->gens[k]);
        if ((kind != DOMAIN_ALL_ROWS && kind != DOMAIN_COMPONENTS && !branch) || !rows) {
            value_print(gen_graph(f->vm->model, &c->gens[k]), f->registers[i->a + (int)k], &f->vm->failure);
            continue;
        }
        const struct array *a = &f->arrays[rows->reg];
        if (branch) {
            tree_print(a->cells, a->count, &f->vm->failure);
            continue;
        }
        if (rows->graph) {
            nodes_print(rows->graph, a->cells, a->count, &f->vm->failure);
            continue;
        }
        text_putc(&f->vm->failure, '[');
        for (uint32_t n = 0; n < a->count; n++)
            text_add(&f->vm->failure, "%s%lld", n ? ", " : "", (long long)a->cells[n]);
        text_putc(&f->vm->failure, ']');
    }
    f->value = i->a;
    return f->vm->failure.failed ? ST_NO_MEMORY : ST_OK;
}

/* ---- failures of arithmetic ------------------------------------------------------------------------------------- */

/* For natural arguments, only the size of the result can be the problem. */
static enum status fail_call(struct frame *f, const struct ins *i, enum builtin builtin, const int64_t *x, int count)
{
    const struct builtin_info *info = builtin_info(builtin);
    for (int k = 0; info->needs == NEEDS_NATURALS && k < count; k++)
        if (x[k] < 0) return fail_at(f, i, D_RUN_NEGATIVE_BITS, info->spelling, (long long)x[k]);
    struct text call = {0};
    text_add(&call, "%s(", info->spelling);
    for (int k = 0; k < count; k++) text_add(&call, "%s%lld", k ? ", " : "", (long long)x[k]);
    text_putc(&call, ')');
    enum status st = call.failed ? ST_NO_MEMORY : fail_at(f, i, D_RUN_OVERFLOW, text_c(&call));
    text_free(&call);
    return st;
}

static enum status arithmetic_failed(struct frame *f, const struct ins *i)
{
    const int64_t *r = f->registers;
    switch ((enum opcode)i->op) {
    case OP_ADD: return fail_overflow(f, i, "+", r[i->b], r[i->c]);
    case OP_SUB: return fail_overflow(f, i, "-", r[i->b], r[i->c]);
    case OP_MUL: return fail_overflow(f, i, "*", r[i->b], r[i->c]);
    case OP_NEG: return fail_overflow(f, i, "-", 0, r[i->b]);
    case OP_ABS: return fail_overflow(f, i, "-", 0, r[i->b]);
    case OP_GCD: return fail_at(f, i, D_RUN_OVERFLOW, "the greatest common divisor");
    case OP_DIV: return r[i->c] == 0 ? fail_division(f, i) : fail_overflow(f, i, "/", r[i->b], r[i->c]);
    case OP_MOD: return fail_division(f, i);
    case OP_XOR: return fail_at(f, i, D_RUN_NEGATIVE_BITS, "xor", (long long)(r[i->b] < 0 ? r[i->b] : r[i->c]));
    case OP_BIT: return fail_at(f, i, D_RUN_NEGATIVE_BITS, "bit", (long long)(r[i->b] < 0 ? r[i->b] : r[i->c]));
    case OP_POPCOUNT: return fail_at(f, i, D_RUN_NEGATIVE_BITS, "popcount", (long long)r[i->b]);
    case OP_ISQRT: return fail_call(f, i, BUILTIN_ISQRT, &r[i->b], 1);
    case OP_POW: return fail_call(f, i, BUILTIN_POW, (int64_t[]){r[i->b], r[i->c]}, 2);
    case OP_CALL: return fail_call(f, i, (enum builtin)i->b, &r[i->c], i->d);
    case OP_ROW_ZECKENDORF: return fail_at(f, i, D_RUN_NEGATIVE_BITS, "zeckendorf", (long long)r[i->b]);
    case OP_IN_POWERS: return fail_at(f, i, D_RUN_POWER_BASE, (long long)r[i->c]);
    case OP_IN_DIVISORS: return fail_at(f, i, D_RUN_DIVISORS_OF_ZERO);
    default: return fail_at(f, i, D_RUN_OVERFLOW, "the result");
    }
}

static enum status fold_failed(struct frame *f, const struct ins *i)
{
    const struct expr *e = f->program->origins[i - f->program->code].from;
    const char *name = e && e->kind == EXPR_FOLD ? e->index == FOLD_MIN ? "min" : "max" : "min or max";
    return fail_at(f, i, D_RUN_EMPTY_FOLD, name);
}

static enum status index_failed(struct frame *f, const struct ins *i)
{
    const struct game *g = &f->vm->model->games[f->program->game];
    const struct fill *t = f->fill;
    int64_t x = f->registers[i->c];
    enum field_kind kind = g->fields[i->d].kind;
    if ((kind != FIELD_INT && x < 0) || (kind == FIELD_BOOL && x > 1))
        return fail_field(f, i, f->program->game, (size_t)i->d, x, -1);
    return fail_at(f, i, D_RUN_TABLE_BOX, g->fields[i->d].name, (long long)x, (long long)t->low[i->d],
                   (long long)t->high[i->d]);
}

/* ---- the loop --------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define CASE(name) label_##name:
#define NEXT         \
    do {             \
        ip++;        \
        goto *next[ip->op]; \
    } while (0)
#define GOTO(target)          \
    do {                      \
        ip = code + (target); \
        goto *next[ip->op]; \
    } while (0)
#define A r[ip->a]
#define B r[ip->b]
#define C r[ip->c]
#define D r[ip->d]
#define ROW(k) (&f->arrays[ip->k])
/* A call that may fail. */
#define TRY(call)                         \
    do {                                  \
        if ((st = (call)) != ST_OK) return st; \
    } while (0)
#define NEED(condition) \
    if (__builtin_expect(!(condition), 0)) return arithmetic_failed(f, ip)
#define TURN \
    if (__builtin_expect(--vm->fuel == 0, 0)) TRY(machine_refuel(vm))

/* The turns of a loop but the last one, where that may be done in blocks. */
#define BLOCKS                             \
    if (f->turns) {                        \
        int32_t to = 0;                    \
        TRY(turns_run(f, ip, &to));        \
        if (to) GOTO(to);                  \
    }

/* From instruction `at` on; `one`: no further than to the next, whose number is then in f->at. */
static enum status go(struct frame *f, int32_t at, bool one)
{
    static const void *const labels[OP_COUNT] = {
#define OP(name, text, flow, a, b, c, d, e, doc) &&label_##name,
#include "code/compile/ops.def"
#undef OP
    };
    static const void *const stops[OP_COUNT] = {
#define OP(name, text, flow, a, b, c, d, e, doc) &&stop,
#include "code/compile/ops.def"
#undef OP
    };
    const void *const *const next = one ? stops : labels;
    struct machine *const vm = f->vm;
    const struct program *const p = f->program;
    const struct ins *const code = p->code, *ip = code + at;
    int64_t *const r = f->registers;
    enum status st = ST_OK;
    bool more;
    goto *labels[ip->op];

    CASE(HALT) return ST_OK;
    CASE(JUMP) GOTO(ip->a);
    CASE(JT) if (A) GOTO(ip->b); NEXT;
    CASE(JF) if (!A) GOTO(ip->b); NEXT;
    CASE(JEQ) if (A == B) GOTO(ip->c); NEXT;
    CASE(JNE) if (A != B) GOTO(ip->c); NEXT;
    CASE(JLT) if (A < B) GOTO(ip->c); NEXT;
    CASE(JLE) if (A <= B) GOTO(ip->c); NEXT;
    CASE(FAIL) return fold_failed(f, ip);
    CASE(TOO_LARGE) return ST_TOO_LARGE;
    CASE(RETURN) f->value = A; f->array = NULL; return ST_OK;
    CASE(RETURN_ARRAY) f->array = ROW(a); return ST_OK;
    CASE(RETURN_POS) f->position = &f->saved[ip->a]; return ST_OK;

    CASE(COPY) A = B; NEXT;
    CASE(ADD) { int64_t x; NEED(checked_add(B, C, &x)); A = x; } NEXT;
    CASE(SUB) { int64_t x; NEED(checked_sub(B, C, &x)); A = x; } NEXT;
    CASE(MUL) { int64_t x; NEED(checked_mul(B, C, &x)); A = x; } NEXT;
    CASE(DIV) { int64_t x; NEED(checked_div(B, C, &x)); A = x; } NEXT;
    CASE(MOD) { int64_t x; NEED(checked_mod(B, C, &x)); A = x; } NEXT;
    CASE(NEG) { int64_t x; NEED(checked_neg(B, &x)); A = x; } NEXT;
    CASE(MIN) A = B < C ? B : C; NEXT;
    CASE(MAX) A = B > C ? B : C; NEXT;
    CASE(XOR) NEED(B >= 0 && C >= 0); A = B ^ C; NEXT;
    CASE(GCD) { int64_t x; NEED(number_gcd_fits(B, C, &x)); A = x; } NEXT;
    CASE(ABS) { int64_t x = B; if (x < 0) NEED(checked_neg(B, &x)); A = x; } NEXT;
    CASE(BIT) NEED(B >= 0 && C >= 0); A = number_bit(B, C); NEXT;
    CASE(POPCOUNT) NEED(B >= 0); A = __builtin_popcountll((uint64_t)B); NEXT;
    CASE(ODD) A = B & 1; NEXT;
    CASE(POW2) A = number_is_power_of_two(B); NEXT;
    CASE(ISQRT) { int64_t x; NEED(golden_root(B, &x)); A = x; } NEXT;
    CASE(POW) { int64_t x; NEED(checked_pow(B, C, &x)); A = x; } NEXT;
    CASE(CALL) { int64_t x; NEED(builtin_apply((enum builtin)ip->b, &C, (size_t)ip->d, &x)); A = x; } NEXT;
    CASE(MEX) A = number_mex(&B, (size_t)ip->c); NEXT;
    CASE(EQ) A = B == C; NEXT;
    CASE(LT) A = B < C; NEXT;
    CASE(LE) A = B <= C; NEXT;
    CASE(NOT) A = !B; NEXT;
    CASE(IN_PARAM) A = machine_in_set(vm->params[ip->c].set, vm->params[ip->c].set_count, B); NEXT;
    CASE(IN_NAMED) A = in_named(vm, (enum domain_kind)ip->c, B); NEXT;
    CASE(IN_POWERS) NEED(C >= 2); A = number_is_power(B, C); NEXT;
    CASE(IN_DIVISORS) NEED(C != 0); A = is_divisor(B, C); NEXT;
    CASE(IN_ROW) A = in_array(ROW(c), B); NEXT;
    CASE(IN_NODES) A = machine_in_set(ROW(c)->cells, ROW(c)->count, B); NEXT;
    CASE(CELLS_IN) A = cells_within(ROW(b), C, D); NEXT;
    CASE(MEMO_GET) if (memo_get(&f->memos[ip->d], B, C, &A)) GOTO(ip->e); NEXT;
    CASE(MEMO_PUT) memo_put(&f->memos[ip->d], B, C, A); NEXT;
    CASE(LUA) TRY(call_script(f, ip)); TURN; NEXT;

    CASE(RANGE_OPEN) if (A > B) GOTO(ip->c); BLOCKS; NEXT;
    CASE(RANGE_NEXT)
    TURN;
    if (A < B) {
        A++;
        GOTO(ip->c);
    }
    NEXT;
    CASE(AT_LEAST) if (!runs_at_least(&A, &B, &p->pools[ip->d])) GOTO(ip->e); NEXT;
    CASE(AT_MOST) if (!runs_at_most(&A, &B, &p->pools[ip->d])) GOTO(ip->e); NEXT;
    CASE(STEP_FROM) if (!runs_step_from(&A, &B, &p->pools[ip->d])) GOTO(ip->e); NEXT;
    CASE(STEP_BY) if (!runs_step_by(&A, B, C, D)) GOTO(ip->e); NEXT;
    CASE(FLOOR) A = runs_floor(&B, &p->pools[ip->d]); NEXT;
    CASE(RUNS_OPEN) if (!runs_next(&B, (size_t)ip->c, INT64_MIN, &A)) GOTO(ip->d); BLOCKS; NEXT;
    CASE(RUNS_NEXT)
    TURN;
    if (runs_after(&B, (size_t)ip->c, &A)) GOTO(ip->d);
    NEXT;
    CASE(ITER_PARAM) iterate_cells(&f->iterators[ip->a], vm->params[ip->b].set, vm->params[ip->b].set_count, C); NEXT;
    CASE(ITER_POOL) iterate_cells(&f->iterators[ip->a], p->pools[ip->b].cells, p->pools[ip->b].count, C); NEXT;
    CASE(ITER_ROW) iterate_array(&f->iterators[ip->a], ip->b, C); NEXT;
    CASE(ITER_NAMED) iterate_named(&f->iterators[ip->a], (enum domain_kind)ip->b, C); NEXT;
    CASE(ITER_POWERS) TRY(iterate_powers(f, ip, &f->iterators[ip->a], B, C)); NEXT;
    CASE(ITER_SUBMASKS) iterate_submasks(&f->iterators[ip->a], B, C, D); NEXT;
    CASE(DIVISORS) TRY(array_divisors(f, ip, ROW(a), B, C)); NEXT;
    CASE(ITER_NEXT)
    TURN;
    {
        struct iterator *it = &f->iterators[ip->a];
        if (it->kind == ITERATE_CELLS) { /* the most common kind, without a call */
            if (it->at < it->count && it->cells[it->at] <= it->cap) {
                B = it->cells[it->at++];
                GOTO(ip->c);
            }
            NEXT;
        }
        TRY(iterate_next(f, it, &B, &more));
    }
    if (more) GOTO(ip->c);
    NEXT;
    CASE(ROWS_OPEN) TRY(iterate_rows(f, ip, &f->iterators[ip->a], B, C, D)); NEXT;
    CASE(ROWS_NEXT)
    TURN;
    TRY(iterate_next_row(&f->iterators[ip->a], ROW(b), &more));
    if (more) GOTO(ip->c);
    NEXT;

    CASE(ROW_NEW) TRY(array_reserve(ROW(a), 0)); ROW(a)->count = 0; NEXT;
    CASE(ROW_PUSH) TRY(array_push(f, ip, ROW(a), B)); NEXT;
    CASE(ROW_SET) array_sort_unique(ROW(a)); NEXT;
    CASE(ROW_COPY) TRY(array_copy(ROW(a), ROW(b))); NEXT;
    CASE(ROW_SORT) TRY(array_copy(ROW(a), ROW(b))); cells_sort(ROW(a)->own, ROW(a)->count); NEXT;
    CASE(ROW_ZECKENDORF) NEED(B >= 0); TRY(array_zeckendorf(ROW(a), B)); NEXT;
    CASE(ROW_REVERSE) TRY(array_copy(ROW(a), ROW(b))); reverse(ROW(a)); NEXT;
    CASE(ROW_LEN) A = ROW(b)->count; NEXT;
    CASE(ROW_GET) { int64_t i = C; A = i >= 1 && i <= (int64_t)ROW(b)->count ? ROW(b)->cells[i - 1] : 0; } NEXT;
    CASE(ROW_EQ) A = array_equal(ROW(b), ROW(c)); NEXT;
    CASE(ROW_INCREASING) A = rises(ROW(b), true); NEXT;
    CASE(ROW_SORTED) A = rises(ROW(b), false); NEXT;
    CASE(ROW_WITH) TRY(array_copy(ROW(a), ROW(b))); TRY(array_touch(ROW(a))); NEXT;
    CASE(ROW_STORE) TRY(array_store(f, ip, ROW(a), &B, ip->c)); NEXT;
    CASE(GRID_NEW) TRY(array_reserve(ROW(a), 0)); ROW(a)->count = ROW(a)->rows = ROW(a)->columns = 0; NEXT;
    CASE(GRID_PUSH) TRY(grid_push(f, ip, ROW(a), ROW(b))); NEXT;
    CASE(GRID_FILL) TRY(grid_fill(f, ip, ROW(a), B, C, D)); NEXT;
    CASE(GRID_COPY) TRY(array_copy(ROW(a), ROW(b))); NEXT;
    CASE(GRID_ROWS) A = ROW(b)->rows; NEXT;
    CASE(GRID_COLS) A = ROW(b)->columns; NEXT;
    CASE(GRID_GET) {
        const struct array *g = ROW(b);
        int64_t i = C, j = D;
        bool inside = i >= 1 && i <= (int64_t)g->rows && j >= 1 && j <= (int64_t)g->columns;
        A = inside ? g->cells[(i - 1) * (int64_t)g->columns + j - 1] : 0;
    } NEXT;
    CASE(GRID_EQ) A = ROW(b)->rows == ROW(c)->rows && ROW(b)->columns == ROW(c)->columns && array_equal(ROW(b), ROW(c)); NEXT;
    CASE(GRID_TRANSPOSE) TRY(grid_transpose(ROW(a), ROW(b))); NEXT;
    CASE(ROW_COMPONENT) TRY(row_component(ROW(a), ROW(b), ROW(c), D)); NEXT;
    CASE(GRID_WITH) TRY(array_copy(ROW(a), ROW(b))); TRY(array_touch(ROW(a))); NEXT;
    CASE(GRID_STORE) TRY(grid_store(f, ip, ROW(a), &B, ip->c)); NEXT;

    CASE(NODES_ALL) TRY(nodes_all(&vm->model->graphs[ip->b], ROW(a))); NEXT;
    CASE(NODES_LESS) TRY(nodes_less(ROW(a), ROW(b), ROW(c))); NEXT;
    CASE(NODES_JOIN) TRY(nodes_join(ROW(a), ROW(b), ROW(c))); NEXT;
    CASE(NODES_ADJACENT) TRY(nodes_adjacent(vm, ROW(a), B, ip->c)); NEXT;
    CASE(NODES_COMPONENT) TRY(nodes_component(vm, ROW(a), ROW(b), C, ip->d)); NEXT;
    CASE(NODES_PART)
    TURN;
    TRY(nodes_part(vm, ROW(a), ROW(b), ip->c, &more));
    if (more) GOTO(ip->d);
    NEXT;

    CASE(TREE_PUSH) TRY(tree_push(f, ip, ROW(a), ROW(b))); NEXT;
    CASE(TREE_ORDER) TRY(tree_order(&vm->trees, ROW(a)->own, ROW(a)->count)); NEXT;
    CASE(TREE_OF) TRY(tree_of(f, ip, ROW(a), ROW(b))); NEXT;
    CASE(TREE_AT) TRY(tree_at(f, ip, ROW(a), ROW(b), C)); NEXT;
    CASE(TREE_PUT) TRY(tree_put(f, ip, ROW(a), ROW(b), C, ROW(d))); NEXT;
    CASE(TREE_CUT) TRY(tree_cut(f, ip, ROW(a), ROW(b), ROW(c))); NEXT;
    CASE(TREE_LESS) TRY(tree_less(ROW(a), ROW(b), ROW(c))); NEXT;
    CASE(TREE_JOIN) TRY(tree_join(f, ip, ROW(a), ROW(b), ROW(c))); NEXT;
    CASE(TREE_LEN) A = tree_len(ROW(b)); NEXT;
    CASE(TREE_PARENT) TRY(tree_parent(f, ip, ROW(b), C, &A)); NEXT;
    CASE(TREE_PATH) TRY(tree_path(f, ip, ROW(a), ROW(b), C)); NEXT;
    CASE(TREE_BRANCH)
    TURN;
    TRY(tree_branch(ROW(b), &A, ROW(c), &more));
    if (more) GOTO(ip->d);
    NEXT;

    CASE(SUM_BEGIN) builder_open(&f->builder); NEXT;
    CASE(STATE) TRY(fields_check(f, ip, ip->a, p->lists + ip->b)); NEXT;
    CASE(REQUIRE) if (!A) return fail_invariant(f, ip, ip->b, p->lists + ip->c); NEXT;
    CASE(REQUIRE_START) if (!A) return fail_start(f, ip); NEXT;
    CASE(COMPONENT) TRY(builder_component(f, ip, ip->a, p->lists + ip->b)); NEXT;
    CASE(PUT) TRY(builder_put(f, ip, &f->saved[ip->a])); NEXT;
    CASE(SUM_END) TRY(builder_save(&f->builder, &f->saved[ip->a])); NEXT;
    CASE(COMPOUND_OPEN) builder_open(&f->builder); NEXT;
    CASE(SUB_OPEN) builder_open(&f->builder); NEXT;
    CASE(SUB_CLOSE) TRY(builder_sub_close(f, ip)); NEXT;
    CASE(COMPOUND_CLOSE) TRY(builder_compound_close(f, ip, C)); NEXT;
    CASE(POS_EQ) A = saved_equal(&f->saved[ip->b], &f->saved[ip->c]); NEXT;
    CASE(EMIT) TRY(emit_option(f, ip)); NEXT;
    CASE(OPTION) TRY(plain_option(f, ip)); NEXT;
    CASE(LUA_MOVE) TRY(run_script_move(f, ip)); NEXT;

    CASE(ASK) {
        st = ask(f, ip);
        if (st == ST_UNSUPPORTED && f->resume) GOTO(leave_case(f));
        if (st != ST_OK) return st;
    } NEXT;
    CASE(ASK_SET) {
        st = ask_set(f, ip);
        if (st == ST_UNSUPPORTED && f->resume) GOTO(leave_case(f));
        if (st != ST_OK) return st;
    } NEXT;
    CASE(TRY) if (f->tried == f->last) return ST_OK; f->tried++; NEXT;
    CASE(CHECK_FAILED) if (f->resume) NEXT; return check_failed(f, ip);
    CASE(YIELD) if (!vec_push(f->yield, A)) return ST_NO_MEMORY; NEXT;

    CASE(TABLE_NONE) f->fill->none = true; GOTO(ip->a);
    CASE(TABLE_INDEX) {
        const struct fill *t = f->fill;
        int64_t x = C;
        int k = ip->d;
        if (__builtin_expect(x < t->low[k] || x > t->high[k], 0)) return index_failed(f, ip);
        A = (int64_t)((uint64_t)B + (uint64_t)(x - t->low[k]) * (uint64_t)t->stride[k]);
    } NEXT;
    CASE(TABLE_GET) {
        uint64_t i = (uint64_t)B;
        if (__builtin_expect(i >= f->fill->current, 0)) return fail_at(f, ip, D_RUN_TABLE_ORDER);
        uint32_t v = f->fill->outcomes ? !value_table_loses(f->fill->table, i) : fill_value(f->fill, i);
        if (__builtin_expect(v == VALUE_NONE, 0)) return fail_invariant(f, ip, p->game, NULL);
        A = v;
    } NEXT;
    CASE(TABLE_MARK) {
        struct fill *t = f->fill;
        uint64_t v = (uint64_t)A;
        if (t->outcomes) {
            t->moved = true;
            if (v == 0) {
                t->decided = true;
                GOTO(ip->b);
            }
        } else if (__builtin_expect(v >= t->capacity, 0)) {
            TRY(table_mark(f, ip, v));
        } else {
            t->seen[v] = t->stamp;
        }
    } NEXT;
    CASE(RAY) TRY(table_ray(f, ip)); if (f->fill->decided) GOTO(ip->e); NEXT;
    CASE(CAST)
    TURN;
    TRY(table_mark_set(f, ip, &more));
    if (more) GOTO(ip->e);
    NEXT;
    CASE(TABLE_STEP) TRY(table_step(f, &more)); if (more) GOTO(ip->a); NEXT;
stop:
    f->at = (int32_t)(ip - code);
    return ST_OK;
}
/* clang-format on */

enum status machine_run(struct frame *f) { return go(f, 0, false); }

enum status machine_step(struct frame *f, int32_t at, int32_t *after)
{
    enum status st = go(f, at, true);
    *after = f->at;
    return st;
}
