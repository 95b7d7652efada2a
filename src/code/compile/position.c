/* SPDX-License-Identifier: MIT */
/* Positions: sums are built component by component. A start clause, a game that is defined as a compound, and a
 * function's argument are unfolded where they occur. */
#include "code/compile/private.h"

static void nest_deeper(struct compiler *c, struct span span)
{
    c->nesting++;
    if (c->nesting > c->most_nesting) c->most_nesting = c->nesting;
    if (c->nesting > PROGRAM_MAX_NESTING && c->status == ST_OK)
        c->status = diag(c->diags, D_CODE_NESTING, span, PROGRAM_MAX_NESTING);
}

static bool unfold_deeper(struct compiler *c, struct span span)
{
    if (++c->unfolding <= COMPILE_MAX_UNFOLDING) return true;
    if (c->status == ST_OK) c->status = diag(c->diags, D_CODE_NESTING, span, COMPILE_MAX_UNFOLDING);
    return false;
}

/* The value of an argument for a field of this kind; bags are sorted. */
static struct binding argument(struct compiler *c, const struct expr *e, enum field_kind kind)
{
    if (field_is_scalar(kind)) return (struct binding){BINDING_INT, compile_int(c, e)};
    int a = compile_array(c, e);
    if (kind == FIELD_BAG && !(e->kind == EXPR_FIELD && e->type == TYPE_BAG)) {
        int sorted = array_new(c);
        emit(c, OP_ROW_SORT, sorted, a, 0, 0, 0);
        a = sorted;
    }
    return (struct binding){BINDING_ARRAY, a};
}

static bool arguments(struct compiler *c, const struct expr *e, const struct field *fields, size_t count,
                      struct binding *out)
{
    if (e->count != count || count > MODEL_MAX_FIELDS) {
        compile_refuse(c, e->span, "a position with another number of arguments than its game has fields");
        return false;
    }
    for (size_t i = 0; i < count; i++) out[i] = argument(c, e->kids[i], fields[i].kind);
    return c->status == ST_OK;
}

static int operand_list(struct compiler *c, const struct binding *fields, size_t count)
{
    int first = (int)c->lists.count;
    for (size_t i = 0; i < count; i++)
        if (!vec_push(&c->lists, fields[i].reg)) compile_fail(c, ST_NO_MEMORY);
    return first;
}

void compile_invariant(struct compiler *c, int game, const struct binding *fields, int dst)
{
    struct scope inner = {.game = game, .fields = fields, .compound = -1}, *outer = c->scope;
    c->scope = &inner;
    compile_int_into(c, c->model->games[game].invariant, dst);
    c->scope = outer;
    vec_free(&inner.slots);
}

static void require_invariant(struct compiler *c, int game, const struct binding *fields, int list)
{
    int r = reg_new(c);
    emit(c, OP_STATE, game, list, 0, 0, 0);
    compile_invariant(c, game, fields, r);
    emit(c, OP_REQUIRE, r, game, list, 0, 0);
}

static void start_position(struct compiler *c, const struct expr *e, const struct start *start)
{
    struct binding values[MODEL_MAX_FIELDS];
    if (!arguments(c, e, start->fields, start->field_count, values) || !unfold_deeper(c, e->span)) return;
    struct scope inner = {.game = -1, .compound = -1}, *outer = c->scope;
    c->scope = &inner;
    for (size_t i = 0; i < start->field_count; i++) binding_set(c, (int)i, values[i]);
    if (start->condition) {
        int r = reg_new(c);
        compile_int_into(c, start->condition, r);
        emit(c, OP_REQUIRE_START, r, e->game, e->start, 0, 0);
    }
    compile_components(c, start->result);
    c->scope = outer;
    c->unfolding--;
    vec_free(&inner.slots);
}

static void compound_game(struct compiler *c, const struct expr *e, const struct binding *fields)
{
    if (!unfold_deeper(c, e->span)) return;
    struct scope inner = {.game = e->game, .fields = fields, .compound = e->game}, *outer = c->scope;
    c->scope = &inner;
    compile_components(c, c->model->games[e->game].compound);
    c->scope = outer;
    c->unfolding--;
    vec_free(&inner.slots);
}

static void game_position(struct compiler *c, const struct expr *e)
{
    const struct game *g = &c->model->games[e->game];
    if (e->start >= 0) {
        start_position(c, e, &g->starts[e->start]);
        return;
    }
    struct binding fields[MODEL_MAX_FIELDS];
    if (!arguments(c, e, g->fields, g->field_count, fields)) return;
    int list = operand_list(c, fields, g->field_count);
    if (g->invariant) require_invariant(c, e->game, fields, list);
    else if (g->kind == GAME_COMPOUND) emit(c, OP_STATE, e->game, list, 0, 0, 0);
    if (g->kind == GAME_COMPOUND) compound_game(c, e, fields);
    else emit(c, OP_COMPONENT, e->game, list, 0, 0, 0);
}

bool compile_plain_option(struct compiler *c, const struct expr *e, int move, int first, int count)
{
    if (e->kind != EXPR_GAME || e->start >= 0) return false;
    const struct game *g = &c->model->games[e->game];
    if (g->invariant || g->kind == GAME_COMPOUND) return false;
    struct binding fields[MODEL_MAX_FIELDS];
    c->from = e;
    if (!arguments(c, e, g->fields, g->field_count, fields)) return true;
    emit(c, OP_OPTION, e->game, operand_list(c, fields, g->field_count), move, first, count);
    return true;
}

static void sub_position(struct compiler *c, const struct expr *e)
{
    nest_deeper(c, e->span);
    emit(c, OP_SUB_OPEN, 0, 0, 0, 0, 0);
    compile_components(c, e);
    emit(c, OP_SUB_CLOSE, 0, 0, 0, 0, 0);
    c->nesting--;
}

static struct nest sum_nest(struct compiler *c, const struct expr *e)
{
    struct nest n = {.gens = e->gens, .gen_count = e->gen_count, .first_reg = -1};
    n.condition_count = split_conditions(c, e->count > 1 ? e->kids[1] : NULL, &n.conditions);
    return n;
}

static void compound(struct compiler *c, const struct expr *e)
{
    int count = e->kids[0] ? compile_int(c, e->kids[0]) : constant_reg(c, 0), tag = c->scope->compound;
    if (tag >= 0 && c->model->games[tag].compound != e) tag = -1;
    c->scope->compound = -1;
    nest_deeper(c, e->span);
    emit(c, OP_COMPOUND_OPEN, 0, 0, 0, 0, 0);
    for (size_t i = 1; i < e->count; i++) {
        const struct expr *kid = e->kids[i];
        if (kid->kind != EXPR_SUM_FOR) {
            sub_position(c, kid);
            continue;
        }
        struct nest n = sum_nest(c, kid);
        nest_open(c, &n);
        sub_position(c, kid->kids[0]);
        nest_close(c, &n);
    }
    emit(c, OP_COMPOUND_CLOSE, tag, e->index, count, 0, 0);
    c->nesting--;
}

static void choose(struct compiler *c, const struct expr *e)
{
    int other = label_new(c), end = label_new(c);
    compile_jump(c, e->kids[0], false, other);
    compile_components(c, e->kids[1]);
    emit(c, OP_JUMP, end, 0, 0, 0, 0);
    label_here(c, other);
    compile_components(c, e->kids[2]);
    label_here(c, end);
}

static void sum_for(struct compiler *c, const struct expr *e)
{
    struct nest n = sum_nest(c, e);
    nest_open(c, &n);
    compile_components(c, e->kids[0]);
    nest_close(c, &n);
}

static void put_local(struct compiler *c, const struct expr *e)
{
    struct binding b = binding_find(c, e->index);
    if (b.kind != BINDING_POSITION) compile_refuse(c, e->span, "a name that holds no position");
    else emit(c, OP_PUT, b.reg, 0, 0, 0, 0);
}

void compile_components(struct compiler *c, const struct expr *e)
{
    if (c->status != ST_OK) return;
    const struct expr *from = c->from;
    int registers = c->registers, arrays = c->arrays, positions = c->positions;
    c->from = e;
    switch (e->kind) {
    case EXPR_END: break;
    case EXPR_GAME: game_position(c, e); break;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++) compile_components(c, e->kids[i]);
        break;
    case EXPR_SUM_FOR: sum_for(c, e); break;
    case EXPR_IF: choose(c, e); break;
    case EXPR_LET:
        compile_let(c, e);
        compile_components(c, e->kids[1]);
        break;
    case EXPR_LOCAL: put_local(c, e); break;
    case EXPR_COMPOUND: compound(c, e); break;
    default: compile_refuse(c, e->span, "this expression, which is not a position,"); break;
    }
    c->from = from;
    c->registers = registers;
    c->arrays = arrays;
    c->positions = positions;
}

int compile_position(struct compiler *c, const struct expr *e)
{
    int p = position_new(c);
    nest_deeper(c, e->span);
    emit(c, OP_SUM_BEGIN, 0, 0, 0, 0, 0);
    compile_components(c, e);
    emit(c, OP_SUM_END, p, 0, 0, 0, 0);
    c->nesting--;
    return p;
}

void compile_ask(struct compiler *c, const struct expr *e, int dst)
{
    if (e->index == ASK_OPTIONS || e->index == ASK_WINS) {
        compile_refuse(c, e->span, "a set of positions that is not compared with one written out in { }");
        return;
    }
    emit(c, OP_ASK, dst, compile_position(c, e->kids[0]), e->index, e->mover, 0);
}

static void ask_set(struct compiler *c, const struct expr *ask, const struct expr *set, int dst)
{
    int p = compile_position(c, ask->kids[0]), first = set->count ? c->positions : 0;
    for (size_t i = 0; i < set->count; i++) compile_position(c, set->kids[i]);
    emit(c, OP_ASK_SET, dst, p, first, (int)set->count, ask->index | ask->mover << 8);
}

void compile_compare_positions(struct compiler *c, const struct expr *a, const struct expr *b, int dst)
{
    if (a->type == TYPE_POSITION && b->type == TYPE_POSITION) {
        int p = compile_position(c, a), q = compile_position(c, b);
        emit(c, OP_POS_EQ, dst, p, q, 0, 0);
    } else if (a->kind == EXPR_ASK && b->kind == EXPR_POSITIONS) {
        ask_set(c, a, b, dst);
    } else if (b->kind == EXPR_ASK && a->kind == EXPR_POSITIONS) {
        ask_set(c, b, a, dst);
    } else {
        compile_refuse(
            c, a->span,
            "a comparison of two sets of positions, none of which is a question and the other written out in { },");
    }
}
