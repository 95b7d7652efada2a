/* SPDX-License-Identifier: MIT */
/* Moves for the table kernel: an option is not a position but an index into the table, computed from its fields.
 *
 * A move is a ray if its innermost generator runs over a range, has no condition of its own left, and leads to
 * positions whose fields are all linear in it: the indices are evenly spaced from one end to the other. Only the ends
 * are computed and checked (a linear function takes its extremes there); then one instruction visits every option.
 *
 * If it runs over residues, or over several ranges, each of these is a ray of its own, whose options are counted from 0. Then a failure
 * could not say which option it is, so no option may fail but at an end: the game has no invariant.
 *
 * If that generator runs over a set, and one field of the result is something minus its element, the first option is
 * processed like any other and one instruction (table-cast) marks those that follow. */
#include "code/compile/private.h"
#include "proof/loops/solved.h"
#include "proof/loops/sorted.h"
#include "proof/loops/turned.h"

#define RAY_MAX_COMPONENTS 4
#define CAST_LEAST 16 /* constants, at most, of a set that is not cast */

/* dst = the index of a position of the game whose field `k` is in field_regs[k]. */
static void index_into(struct compiler *c, const struct expr *e, int dst)
{
    const struct expr *from = c->from;
    int before = constant_reg(c, 0), registers = c->registers;
    for (size_t i = 0; i < e->count; i++) {
        c->from = e->kids[i];
        emit(c, OP_TABLE_INDEX, dst, before, compile_int(c, e->kids[i]), (int)i, 0);
        before = dst;
        c->registers = registers;
    }
    c->from = from;
}

/* dst = dst xor the value of e. */
static void value_xor(struct compiler *c, const struct expr *e, int dst);

static void value_choice(struct compiler *c, const struct expr *e, int dst)
{
    int other = label_new(c), end = label_new(c);
    compile_jump(c, e->kids[0], false, other);
    value_xor(c, e->kids[1], dst);
    emit(c, OP_JUMP, end, 0, 0, 0, 0);
    label_here(c, other);
    value_xor(c, e->kids[2], dst);
    label_here(c, end);
}

/* A sum over a range of positions that are the same for all its numbers: k equal heaps are one heap, or none. */
static bool repeats(const struct expr *e)
{
    return e->gen_count == 1 && (e->count == 1 || !e->kids[1]) && e->gens[0].domain.kind == DOMAIN_RANGE &&
           e->gens[0].domain.high && !expr_reads(e->kids[0], e->gens[0].slot);
}

/* One of them is evaluated where there are any, since it may fail. Both ends are odd, or both even, if they are an odd number. */
static void value_repeated(struct compiler *c, const struct expr *e, int dst)
{
    const struct domain *d = &e->gens[0].domain;
    int none = label_new(c), low = compile_int(c, d->low), high = compile_int(c, d->high);
    int value = reg_new(c), rest[2] = {reg_new(c), reg_new(c)}, two = constant_reg(c, 2);
    emit(c, OP_JLT, high, low, none, 0, 0);
    emit(c, OP_COPY, value, constant_reg(c, 0), 0, 0, 0);
    value_xor(c, e->kids[0], value);
    emit(c, OP_MOD, rest[0], low, two, 0, 0);
    emit(c, OP_MOD, rest[1], high, two, 0, 0);
    emit(c, OP_JNE, rest[0], rest[1], none, 0, 0);
    emit(c, OP_XOR, dst, dst, value, 0, 0);
    label_here(c, none);
}

static void value_xor(struct compiler *c, const struct expr *e, int dst)
{
    const struct expr *from = c->from;
    int registers = c->registers, arrays = c->arrays;
    c->from = e;
    if (e->kind == EXPR_GAME) {
        int r = reg_new(c);
        index_into(c, e, r);
        emit(c, OP_TABLE_GET, r, r, 0, 0, 0);
        emit(c, OP_XOR, dst, dst, r, 0, 0);
    } else if (e->kind == EXPR_SUM) {
        for (size_t i = 0; i < e->count; i++) value_xor(c, e->kids[i], dst);
    } else if (e->kind == EXPR_SUM_FOR && repeats(e)) {
        value_repeated(c, e, dst);
    } else if (e->kind == EXPR_SUM_FOR) {
        struct nest n = {.gens = e->gens, .gen_count = e->gen_count, .first_reg = -1};
        n.condition_count = split_conditions(c, e->count > 1 ? e->kids[1] : NULL, &n.conditions);
        nest_open(c, &n);
        value_xor(c, e->kids[0], dst);
        nest_close(c, &n);
    } else if (e->kind == EXPR_IF) {
        value_choice(c, e, dst);
    } else if (e->kind == EXPR_LET) {
        compile_let(c, e);
        value_xor(c, e->kids[1], dst);
    }
    c->from = from;
    c->registers = registers;
    c->arrays = arrays;
}

static void mark_result(struct compiler *c, const struct expr *e)
{
    const struct expr *from = c->from;
    c->from = e;
    int r = reg_new(c);
    if (e->kind == EXPR_GAME) {
        index_into(c, e, r);
        emit(c, OP_TABLE_GET, r, r, 0, 0, 0);
    } else {
        emit(c, OP_COPY, r, constant_reg(c, 0), 0, 0, 0);
        value_xor(c, e, r);
    }
    emit(c, OP_TABLE_MARK, r, c->table_end, 0, 0, 0);
    c->from = from;
}

/* ---- rays ------------------------------------------------------------------------------------------------------- */

static bool affine_component(const struct expr *e, int slot)
{
    if (e->kind != EXPR_GAME) return false;
    for (size_t i = 0; i < e->count; i++)
        if (!expr_is_affine(e->kids[i], slot)) return false;
    return true;
}

/* The number of components of a ray's options, at most RAY_MAX_COMPONENTS; 0 if it is not a ray. */
static size_t ray_components(const struct expr *e, int slot, const struct expr *out[RAY_MAX_COMPONENTS])
{
    if (e->kind == EXPR_GAME) {
        out[0] = e;
        return affine_component(e, slot);
    }
    if (e->kind != EXPR_SUM || e->count > RAY_MAX_COMPONENTS) return 0;
    for (size_t i = 0; i < e->count; i++) {
        if (!affine_component(e->kids[i], slot)) return 0;
        out[i] = e->kids[i];
    }
    return e->count;
}

/* A ray from at[0] to at[1], the options of which are as many as from..to. */
static void ray_between(struct compiler *c, const struct move *move, const struct expr *const *components, size_t count,
                        const int at[2], int from, int to)
{
    const struct gen *g = &move->gens[move->gen_count - 1];
    int first = c->registers;
    for (size_t i = 0; i < 2 * count; i++) reg_new(c);
    c->from = move->result;
    for (int side = 0; side < 2; side++) {
        binding_set(c, g->slot, (struct binding){BINDING_INT, at[side]});
        int info = loop_info_open(c, g, at[side], false);
        for (size_t i = 0; i < count; i++) {
            c->from = components[i];
            index_into(c, components[i], first + 2 * (int)i + side);
        }
        if (c->status == ST_OK) c->loops.data[info].end = (int)c->ins.count;
    }
    c->from = move->result;
    int info = loop_info_open(c, g, at[0], false);
    emit(c, OP_RAY, from, to, first, 2 * (int)count, c->table_end);
    if (c->status == ST_OK) c->loops.data[info].end = (int)c->ins.count;
}

/* The run in three registers: its numbers are counted from 0, and it ends at the last of them. */
static void ray_of_run(struct compiler *c, const struct move *move, const struct expr *const *components, size_t count,
                       int run)
{
    int none = label_new(c), registers = c->registers;
    int zero = reg_new(c), more = reg_new(c), end = reg_new(c), at[2] = {run, end};
    emit(c, OP_JLT, run + 1, run, none, 0, 0);
    emit(c, OP_COPY, zero, constant_reg(c, 0), 0, 0, 0);
    emit(c, OP_SUB, more, run + 1, run, 0, 0);
    emit(c, OP_DIV, more, more, run + 2, 0, 0);
    emit(c, OP_MUL, end, more, run + 2, 0, 0);
    emit(c, OP_ADD, end, run, end, 0, 0);
    ray_between(c, move, components, count, at, zero, more);
    label_here(c, none);
    c->registers = registers;
}

static void ray(struct compiler *c, struct nest *n, const struct move *move, const struct expr *const *components,
                size_t count)
{
    size_t last = move->gen_count - 1;
    struct nest_loop l = {.gen = &move->gens[last], .reg = n->first_reg + (int)last};
    int ends = label_new(c);
    nest_bounds(c, n, last, l.reg, &l.high, ends);
    emit(c, OP_JLT, l.high, l.reg, ends, 0, 0);
    nest_ahead(c, n, l.reg, l.high, ends);
    if (nest_has_runs(n, last)) {
        nest_open_runs(c, n, last, &l);
        for (int run = 0; run < l.run_cells; run += 3) ray_of_run(c, move, components, count, l.runs + run);
    } else {
        ray_between(c, move, components, count, (int[]){l.reg, l.high}, l.reg, l.high);
    }
    label_here(c, ends);
}

/* ---- casts ------------------------------------------------------------------------------------------------------ */

/* X - local, perhaps plus or minus terms that do not read the local. If the result is natural for a greater element, no
 * intermediate value has left 64 bits. */
static bool falls(const struct expr *e, int slot)
{
    if (e->kind == EXPR_ADD && !expr_reads(e->kids[0], slot)) return falls(e->kids[1], slot);
    if (e->kind != EXPR_SUB && e->kind != EXPR_ADD) return false;
    if (!expr_reads(e->kids[1], slot)) return falls(e->kids[0], slot);
    return e->kind == EXPR_SUB && expr_is_local(e->kids[1], slot) && !expr_reads(e->kids[0], slot);
}

/* The only field of the result that reads the local, if it decreases as the local increases; else -1. */
static int cast_field(const struct game *g, const struct expr *e, int slot)
{
    int field = -1;
    if (e->kind != EXPR_GAME) return -1;
    for (size_t i = 0; i < e->count; i++) {
        if (!expr_reads(e->kids[i], slot)) continue;
        if (field >= 0 || g->fields[i].kind != FIELD_NAT || !falls(e->kids[i], slot)) return -1;
        field = (int)i;
    }
    return field;
}

/* A loop that is unrolled (code/native/emit.c) is faster than a cast, and hardly slower in the machine. */
static bool is_short(const struct domain *d)
{
    for (size_t i = 0; d->kind == DOMAIN_SET && i < d->item_count; i++)
        if (!expr_is_small_literal(d->items[i])) return false;
    return d->kind == DOMAIN_SET && d->item_count <= CAST_LEAST;
}

static void cast(struct compiler *c, const struct nest_loop *l, const struct expr *e, int field)
{
    const struct expr *from = c->from;
    c->from = e;
    int index = reg_new(c), r = reg_new(c);
    index_into(c, e, index);
    emit(c, OP_TABLE_GET, r, index, 0, 0, 0);
    emit(c, OP_TABLE_MARK, r, c->table_end, 0, 0, 0);
    emit(c, OP_CAST, l->iterator, l->reg, index, field, l->body);
    c->from = from;
}

static void options_of(struct compiler *c, const struct move *move)
{
    const struct expr *components[RAY_MAX_COMPONENTS];
    struct nest n = {.gens = move->gens,
                     .gen_count = move->gen_count,
                     .conditions = (const struct expr *const *)move->conditions,
                     .condition_count = move->condition_count,
                     .move = move};
    n.first_reg = c->registers;
    for (size_t i = 0; i < move->gen_count; i++) reg_new(c);
    nest_begin(c, &n);
    if (n.exact && n.exact->never) { /* a part of a move, as a rule may not have such moves */
        nest_close(c, &n);
        return;
    }
    size_t last = move->gen_count - 1, count = 0;
    bool fails = c->model->games[c->request->game].invariant != NULL;
    if (c->status == ST_OK && move->gen_count > 0 && n.gens[last].domain.kind == DOMAIN_RANGE && nest_folds(&n, last) &&
        !(nest_has_runs(&n, last) && fails))
        count = ray_components(move->result, move->gens[last].slot, components);
    for (size_t i = 0; i < move->gen_count - (count > 0); i++) nest_open_loop(c, &n, i);
    int field = -1;
    if (c->status == ST_OK && count == 0 && move->gen_count > 0 && n.loops[last].iterator >= 0 &&
        !is_short(&n.gens[last].domain) && nest_folds(&n, last))
        field = cast_field(&c->model->games[c->request->game], move->result, move->gens[last].slot);
    if (count > 0) ray(c, &n, move, components, count);
    else if (field >= 0) cast(c, &n.loops[last], move->result, field);
    else mark_result(c, move->result);
    nest_close(c, &n);
}

/* Only values are marked: parts that may change places need one order, and nobody asks what was chosen. */
static void compile_table_move(struct compiler *c, const struct move *as_written)
{
    const struct move *move, *parts[MOVE_PARTS];
    enum status st = loops_sorted(c->model, c->request->game, as_written, &c->code->arena, &move);
    if (st == ST_OK) st = loops_solved(move, &c->code->arena, &move);
    if (st == ST_OK) st = loops_turned(c->model, c->request->game, move, &c->code->arena, &move);
    if (st != ST_OK) {
        compile_fail(c, st);
        return;
    }
    size_t count = move_parted(c, move, parts);
    for (size_t i = 0; i < count && c->status == ST_OK; i++) {
        int registers = c->registers, arrays = c->arrays;
        options_of(c, parts[i]);
        c->registers = registers;
        c->arrays = arrays;
    }
}

void compile_table(struct compiler *c)
{
    const struct game *g = &c->model->games[c->request->game];
    int start = label_new(c);
    c->table_end = label_new(c);
    label_here(c, start);
    if (g->invariant) {
        int inside = label_new(c), r = reg_new(c);
        compile_invariant(c, c->request->game, c->scope->fields, r);
        emit(c, OP_JT, r, inside, 0, 0, 0);
        emit(c, OP_TABLE_NONE, c->table_end, 0, 0, 0, 0);
        label_here(c, inside);
    }
    for (size_t i = 0; i < g->move_count; i++) {
        struct move_code place = {(int)c->ins.count, 0, c->registers};
        c->from = g->moves[i].result;
        compile_table_move(c, &g->moves[i]);
        place.end = (int)c->ins.count;
        if (!vec_push(&c->moves, place)) compile_fail(c, ST_NO_MEMORY);
    }
    label_here(c, c->table_end);
    c->from = NULL;
    emit(c, OP_TABLE_STEP, start, 0, 0, 0, 0);
    emit(c, OP_HALT, 0, 0, 0, 0, 0);
}

/* ---- which games ------------------------------------------------------------------------------------------------ */

static bool result_fits(const struct expr *e, int game, struct game_code *out)
{
    switch (e->kind) {
    case EXPR_END: out->ends = true; return true;
    case EXPR_GAME: return e->game == game && e->start < 0;
    case EXPR_SUM_FOR: out->splits = true; return result_fits(e->kids[0], game, out);
    case EXPR_LET: return e->kids[0]->type != TYPE_POSITION && result_fits(e->kids[1], game, out);
    case EXPR_IF: return result_fits(e->kids[1], game, out) && result_fits(e->kids[2], game, out);
    case EXPR_SUM:
        out->splits = true;
        for (size_t i = 0; i < e->count; i++)
            if (!result_fits(e->kids[i], game, out)) return false;
        return true;
    default: return false;
    }
}

bool program_fillable(const struct model *model, int game, struct game_code *out)
{
    const struct game *g = &model->games[game];
    out->splits = out->ends = false;
    if (g->kind != GAME_RULES || g->field_count == 0 || g->field_count > MODEL_MAX_FIELDS) return false;
    for (size_t i = 0; i < g->field_count; i++)
        if (!field_is_scalar(g->fields[i].kind)) return false;
    bool fits = true;
    for (size_t i = 0; i < g->move_count; i++)
        fits = g->moves[i].lua < 0 && g->moves[i].result && result_fits(g->moves[i].result, game, out) && fits;
    return fits;
}
