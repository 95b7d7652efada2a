/* SPDX-License-Identifier: MIT */
/* Reports the failure of a rule: a diagnostic at the expression, with the position and the values of the move in
 * notes. */
#include <stdio.h>
#include "code/machine/part_words.h"
#include "code/machine/private.h"

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static void add_fields(struct frame *f, struct text *out)
{
    const struct program *p = f->program;
    const struct game *g = &f->vm->model->games[p->game];
    if (f->from) {
        component_print_written(f->vm->model, f->from, out);
        return;
    }
    struct component c = {p->game, (uint32_t)g->field_count, f->registers + f->vm->model->param_count + 1};
    component_print_written(f->vm->model, &c, out);
}

/* What an array of that loop holds, as it is written: a tree, nodes, or a row. */
static void add_array(const struct loop_info *l, const struct array *a, struct text *out)
{
    if (l->is_tree) {
        tree_print(a->cells, a->count, out);
        return;
    }
    if (l->graph) {
        nodes_print(l->graph, a->cells, a->count, out);
        return;
    }
    text_putc(out, '[');
    for (uint32_t k = 0; k < a->count; k++) text_add(out, "%s%lld", k ? ", " : "", (long long)a->cells[k]);
    text_putc(out, ']');
}

/* "t = 5, s = [1, 2]": the generators whose loops contain the instruction. */
static void add_generators(struct frame *f, size_t at, const char *before, struct text *out)
{
    const struct program *p = f->program;
    const char *between = before;
    for (size_t i = 0; i < p->loop_count; i++) {
        const struct loop_info *l = &p->loops[i];
        if ((size_t)l->begin > at || at >= (size_t)l->end) continue;
        text_add(out, "%s%s = ", between, l->name ? l->name : "it");
        between = ", ";
        if (l->is_array) add_array(l, &f->arrays[l->reg], out);
        else value_print(l->graph, f->registers[l->reg], out);
    }
}

static const struct move *move_at(const struct frame *f, size_t at)
{
    const struct program *p = f->program;
    for (size_t i = 0; i < p->move_count; i++)
        if ((size_t)p->moves[i].begin <= at && at < (size_t)p->moves[i].end)
            return &f->vm->model->games[p->game].moves[i];
    return NULL;
}

static void where_note(struct frame *f, const struct ins *ins)
{
    struct text out = {0};
    size_t at = (size_t)(ins - f->program->code);
    const struct move *move = move_at(f, at);
    struct span span = move ? move->span : (struct span){0};
    if (f->program->game >= 0) {
        text_puts(&out, "at ");
        add_fields(f, &out);
    }
    if (move) text_add(&out, ", move %s", move->name);
    add_generators(f, at, out.length ? " with " : "with ", &out);
    if (out.failed) f->vm->diags->failed = true;
    else if (out.length) diag_note(f->vm->diags, span, "%s", text_c(&out));
    text_free(&out);
}

struct span fail_span(const struct frame *f, const struct ins *ins)
{
    size_t at = (size_t)(ins - f->program->code);
    struct span span = f->program->origins[at].span;
    const struct move *move = span.source ? NULL : move_at(f, at); /* a Lua move has no expression to point at */
    return move ? move->span : span;
}

enum status fail_finish(struct frame *f, const struct ins *ins)
{
    where_note(f, ins);
    return f->vm->diags->failed ? ST_NO_MEMORY : ST_RULE_FAILED;
}

enum status fail_overflow(struct frame *f, const struct ins *ins, const char *op, int64_t a, int64_t b)
{
    char text[96];
    const char *format = b < 0 ? "%lld %s (%lld)" : "%lld %s %lld";
    snprintf(text, sizeof text, format, (long long)a, op, (long long)b);
    return fail_at(f, ins, D_RUN_OVERFLOW, text);
}

/* ---- with the source text --------------------------------------------------------------------------------------- */

static const struct origin *origin_of(const struct frame *f, const struct ins *ins)
{
    return &f->program->origins[ins - f->program->code];
}

static void print_source(const struct frame *f, const struct origin *o, const struct expr *e, struct text *out)
{
    expr_print(f->vm->model, o->game, e, out);
}

static void print_side(const struct frame *f, const struct origin *o, const struct expr *e, struct text *out)
{
    expr_print_side(f->vm->model, o->game, e, out);
}

enum status fail_division(struct frame *f, const struct ins *ins)
{
    const struct origin *o = origin_of(f, ins);
    struct text out = {0};
    if (o->from) print_source(f, o, o->from, &out);
    else text_puts(&out, ins->op == OP_DIV ? "/" : "%");
    enum status st = fail_at(f, ins, D_RUN_DIVISION, text_c(&out));
    text_free(&out);
    return st;
}

/* The argument from which the value of a field was computed; NULL if unknown. */
static const struct expr *argument(const struct frame *f, const struct ins *ins, size_t field)
{
    const struct expr *from = origin_of(f, ins)->from;
    if (!from || ins->op == OP_TABLE_INDEX) return from;
    return from->kind == EXPR_GAME && from->start < 0 && field < from->count ? from->kids[field] : NULL;
}

static void guard_hint(const struct frame *f, const struct origin *o, const struct expr *e, enum field_kind kind,
                       struct text *out)
{
    if (!e || kind == FIELD_BOOL || kind == FIELD_NODE || !field_is_scalar(kind)) {
        text_puts(out, "add a guard with 'where' that keeps it so");
        return;
    }
    text_puts(out, "add the missing guard 'where ");
    print_side(f, o, e->kind == EXPR_SUB ? e->kids[1] : e, out);
    if (e->kind == EXPR_SUB) {
        text_puts(out, " <= ");
        print_side(f, o, e->kids[0], out);
    } else {
        text_puts(out, " >= 0");
    }
    text_puts(out, "'");
}

static const char *expected_value(enum field_kind kind)
{
    return kind == FIELD_BOOL ? "0 or 1" : kind == FIELD_NODE ? "a node" : "a natural number";
}

static void field_name(const struct frame *f, const struct field *field, int64_t cell, int32_t columns,
                       struct text *out)
{
    (void)f;
    text_puts(out, field->name);
    if (cell < 0) return;
    if (field->kind == FIELD_GRID && columns > 0)
        text_add(out, "[%lld,%lld]", (long long)cell / columns + 1, (long long)cell % columns + 1);
    else text_add(out, "[%lld]", (long long)cell + 1);
}

/* The operand list of the instruction, or NULL. */
static const int32_t *list_of(const struct frame *f, const struct ins *ins)
{
    for (int k = 0; k < OPERANDS; k++)
        if (op_table[ins->op].operands[k] == OPD_C) return f->program->lists + ins_operand(ins, k);
    return NULL;
}

enum status fail_field(struct frame *f, const struct ins *ins, int game, size_t field, int64_t value, int64_t cell)
{
    const struct game *g = &f->vm->model->games[game];
    enum field_kind kind = g->fields[field].kind;
    const int32_t *list = list_of(f, ins);
    struct text name = {0}, hint = {0};
    field_name(f, &g->fields[field], cell, kind == FIELD_GRID && list ? (int32_t)f->arrays[list[field]].columns : 0,
               &name);
    guard_hint(f, origin_of(f, ins), argument(f, ins, field), kind, &hint);
    bool option = f->program->kind == PROGRAM_OPTIONS || f->program->kind == PROGRAM_TABLE;
    enum status st;
    if (name.failed || hint.failed) st = ST_NO_MEMORY;
    else if (option)
        st = fail_at(f, ins, D_RUN_OPTION_OUTSIDE, text_c(&name), g->name, (long long)value, expected_value(kind),
                     text_c(&hint));
    else st = fail_at(f, ins, D_RUN_POSITION_OUTSIDE, text_c(&name), g->name, (long long)value, expected_value(kind));
    text_free(&name);
    text_free(&hint);
    return st;
}

/* Prints the position that an operand list describes. */
static void print_list(const struct frame *f, int game, const int32_t *list, struct text *out)
{
    const struct game *g = &f->vm->model->games[game];
    cell_vec cells = {0};
    for (size_t i = 0; i < g->field_count && !out->failed; i++) {
        enum field_kind kind = g->fields[i].kind;
        const struct array *a = field_is_scalar(kind) ? NULL : &f->arrays[list[i]];
        if (!vec_reserve(&cells, a ? (size_t)a->count + 2 : 1)) out->failed = true;
        else if (!a) cells.data[cells.count++] = f->registers[list[i]];
        else {
            if (kind == FIELD_GRID) cells.data[cells.count++] = a->rows;
            cells.data[cells.count++] = kind == FIELD_GRID ? a->columns : a->count;
            for (uint32_t k = 0; k < a->count; k++) cells.data[cells.count++] = a->cells[k];
        }
    }
    struct component c = {game, (uint32_t)cells.count, cells.data};
    if (!out->failed) component_print(f->vm->model, &c, out);
    vec_free(&cells);
}

enum status fail_invariant(struct frame *f, const struct ins *ins, int game, const int32_t *list)
{
    struct text position = {0}, invariant = {0};
    if (list) print_list(f, game, list, &position);
    else text_puts(&position, "it");
    if (f->vm->model->games[game].invariant)
        expr_print(f->vm->model, game, f->vm->model->games[game].invariant, &invariant);
    else text_puts(&invariant, "true"); /* a table that came in with holes */
    bool option = f->program->kind == PROGRAM_OPTIONS || f->program->kind == PROGRAM_TABLE;
    enum status st = ST_NO_MEMORY;
    if (!position.failed && !invariant.failed)
        st = fail_at(f, ins, option ? D_RUN_OPTION_INVARIANT : D_RUN_POSITION_INVARIANT, text_c(&position),
                     text_c(&invariant));
    text_free(&position);
    text_free(&invariant);
    return st;
}

enum status fail_start(struct frame *f, const struct ins *ins)
{
    const struct game *g = &f->vm->model->games[ins->b];
    struct text condition = {0};
    expr_print(f->vm->model, -1, g->starts[ins->c].condition, &condition);
    enum status st =
        condition.failed ? ST_NO_MEMORY : fail_at(f, ins, D_RUN_START_REFUSED, g->name, text_c(&condition));
    text_free(&condition);
    return st;
}

enum status fail_cells(struct frame *f, const struct ins *ins, uint64_t count)
{
    return fail_at(f, ins, D_RUN_TOO_MANY_CELLS, (long long)count, (long long)POSITION_MAX_CELLS);
}

/* ---- checks and their values ------------------------------------------------------------------------------------ */

enum status fail_check(struct frame *f, const struct ins *i)
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
        bool array = kind == DOMAIN_ALL_ROWS || kind == DOMAIN_COMPONENTS || gen_is_branch(&c->gens[k]);
        if (array && rows) add_array(rows, &f->arrays[rows->reg], &f->vm->failure);
        else value_print(gen_graph(f->vm->model, &c->gens[k]), f->registers[i->a + (int)k], &f->vm->failure);
    }
    f->value = i->a;
    return f->vm->failure.failed ? ST_NO_MEMORY : ST_OK;
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

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

enum status fail_arithmetic(struct frame *f, const struct ins *i)
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

enum status fail_fold(struct frame *f, const struct ins *i)
{
    const struct expr *e = f->program->origins[i - f->program->code].from;
    const char *name = e && e->kind == EXPR_FOLD ? e->index == FOLD_MIN ? "min" : "max" : "min or max";
    return fail_at(f, i, D_RUN_EMPTY_FOLD, name);
}

enum status fail_index(struct frame *f, const struct ins *i)
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
