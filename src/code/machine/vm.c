/* SPDX-License-Identifier: MIT */
/* The machine: one loop over verified instructions. It does not repeat the verifier's checks; it checks what depends on
 * values: overflow, division, natural numbers, bounds, budgets. Dispatch is one indirect jump after each
 * instruction. */
#include "base/checked.h"
#include "base/golden.h"
#include "code/machine/private.h"
#include "code/machine/runs.h"
#include "base/numbers.h"

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

/* ---- single instructions ------------------------------------------------------------------------------------------ */

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
    if (__builtin_expect(!(condition), 0)) return fail_arithmetic(f, ip)
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
    CASE(FAIL) return fail_fold(f, ip);
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
    CASE(LUA) TRY(script_value(f, ip)); TURN; NEXT;

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
    CASE(LUA_MOVE) TRY(script_move(f, ip)); NEXT;

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
    CASE(CHECK_FAILED) if (f->resume) NEXT; return fail_check(f, ip);
    CASE(YIELD) if (!vec_push(f->yield, A)) return ST_NO_MEMORY; NEXT;

    CASE(TABLE_NONE) f->fill->none = true; GOTO(ip->a);
    CASE(TABLE_INDEX) {
        const struct fill *t = f->fill;
        int64_t x = C;
        int k = ip->d;
        if (__builtin_expect(x < t->low[k] || x > t->high[k], 0)) return fail_index(f, ip);
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
