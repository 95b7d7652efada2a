/* SPDX-License-Identifier: MIT */
/* Along all paths of a program: every register is written before it is read, array registers hold rows where rows are
 * expected and grids where grids are, and sums and compounds are opened and closed in order and no deeper than the
 * program declares. */
#include <string.h>
#include "code/compile/verify_paths.h"

struct paths {
    struct verifier *v;
    size_t reg_at, array_at, iter_at, pos_at, nest_at, bytes; /* layout of a state */
    uint8_t **states; /* one per instruction, NULL unless it is the target of a jump */
    uint8_t *queued;
    uint8_t *now;
};
enum { UNSET, SET, ROW = SET, GRID, CELLS = SET, ROWS };
enum { NEST_SUM = 1, NEST_COMPOUND, NEST_SUB };

static bool read_state(struct paths *w, size_t at, int32_t first, int32_t count, uint8_t wanted, const char *why)
{
    for (int32_t i = 0; i < count; i++)
        if (w->now[at + (size_t)(first + i)] != wanted) return verify_refuse(w->v, why);
    return true;
}

static bool read_list(struct paths *w, int32_t game, int32_t first)
{
    const struct game *g = &w->v->model->games[game];
    for (size_t i = 0; i < g->field_count; i++) {
        int32_t r = w->v->p->lists[(size_t)first + i];
        enum field_kind kind = g->fields[i].kind;
        uint8_t wanted = kind == FIELD_GRID ? GRID : SET;
        if (w->now[(field_is_scalar(kind) ? w->reg_at : w->array_at) + (size_t)r] != wanted)
            return verify_refuse(w->v, "a field read before it is written");
    }
    return true;
}

/* The result of a canon program: its game's only field, a row or a grid. */
static uint8_t field_array(const struct paths *w)
{
    return w->v->model->games[w->v->p->game].fields[0].kind == FIELD_GRID ? GRID : ROW;
}

static bool operand_read(struct paths *w, const struct ins *ins, int k)
{
    static const char early[] = "a register read before it is written";
    int32_t x = ins_operand(ins, k), next = k + 1 < OPERANDS ? ins_operand(ins, k + 1) : 0;
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_R:
    case OPD_U: return read_state(w, w->reg_at, x, 1, SET, early);
    case OPD_AR:
    case OPD_UR: return read_state(w, w->array_at, x, 1, ROW, "a row read where none is");
    case OPD_AG:
    case OPD_UG: return read_state(w, w->array_at, x, 1, GRID, "a grid read where none is");
    case OPD_AA: return read_state(w, w->array_at, x, 1, field_array(w), "a row or grid that does not fit the field");
    case OPD_IT: return read_state(w, w->iter_at, x, 1, CELLS, "an iterator used before it is opened");
    case OPD_RIT: return read_state(w, w->iter_at, x, 1, ROWS, "an iterator over rows used before it is opened");
    case OPD_P: return read_state(w, w->pos_at, x, 1, SET, "a position read before it is written");
    case OPD_SR: return read_state(w, w->reg_at, x, next, SET, early);
    case OPD_S3: return read_state(w, w->reg_at, x, 3, SET, early);
    case OPD_S5: return read_state(w, w->reg_at, x, 5, SET, early);
    case OPD_SP: return read_state(w, w->pos_at, x, next, SET, "a position read before it is written");
    case OPD_C: return read_list(w, ins_operand(ins, k - 1), x);
    default: return true;
    }
}

/* `jumped`: in the state after the jump was taken. */
static void operand_write(struct paths *w, const struct ins *ins, int k, bool jumped)
{
    size_t x = (size_t)ins_operand(ins, k);
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_WJ:
        if (jumped) w->now[w->reg_at + x] = SET;
        break;
    case OPD_WRJ:
        if (jumped) w->now[w->array_at + x] = ROW;
        break;
    case OPD_W: w->now[w->reg_at + x] = SET; break;
    case OPD_WR: w->now[w->array_at + x] = ROW; break;
    case OPD_WG: w->now[w->array_at + x] = GRID; break;
    case OPD_ITW: w->now[w->iter_at + x] = CELLS; break;
    case OPD_RITW: w->now[w->iter_at + x] = ROWS; break;
    case OPD_PW: w->now[w->pos_at + x] = SET; break;
    default: break;
    }
}

static bool push_nest(struct paths *w, uint8_t kind)
{
    uint8_t *depth = &w->now[w->nest_at];
    if (*depth >= w->v->p->nesting) return verify_refuse(w->v, "sums that nest deeper than the program says");
    w->now[w->nest_at + 1 + (*depth)++] = kind;
    return true;
}

static uint8_t top_nest(const struct paths *w)
{
    uint8_t depth = w->now[w->nest_at];
    return depth ? w->now[w->nest_at + depth] : 0;
}

static bool pop_nest(struct paths *w, uint8_t kind)
{
    if (top_nest(w) != kind) return verify_refuse(w->v, "a sum or compound that is closed but not open");
    w->now[w->nest_at + w->now[w->nest_at]] = 0;
    w->now[w->nest_at]--;
    return true;
}

static bool nest_step(struct paths *w, enum opcode op)
{
    bool collecting = top_nest(w) == NEST_SUM || top_nest(w) == NEST_SUB;
    switch (op) {
    case OP_SUM_BEGIN: return push_nest(w, NEST_SUM);
    case OP_SUM_END: return pop_nest(w, NEST_SUM);
    case OP_EMIT:
        return verify_need(w->v, w->now[w->nest_at] == 1, "an option inside another sum") && pop_nest(w, NEST_SUM);
    case OP_COMPONENT:
    case OP_PUT: return verify_need(w->v, collecting, "a component outside of a sum");
    case OP_COMPOUND_OPEN:
        return verify_need(w->v, collecting, "a compound outside of a sum") && push_nest(w, NEST_COMPOUND);
    case OP_COMPOUND_CLOSE: return pop_nest(w, NEST_COMPOUND);
    case OP_SUB_OPEN:
        return verify_need(w->v, top_nest(w) == NEST_COMPOUND, "a part of a compound outside of it") &&
               push_nest(w, NEST_SUB);
    case OP_SUB_CLOSE: return pop_nest(w, NEST_SUB);
    case OP_HALT:
    case OP_RETURN:
    case OP_RETURN_ARRAY:
    case OP_RETURN_POS:
    case OP_OPTION:
    case OP_LUA_MOVE:
    case OP_TABLE_STEP: return verify_need(w->v, w->now[w->nest_at] == 0, "a sum that is never closed");
    default: return true;
    }
}

/* Merges the current state into that of a jump's target. */
static bool merge(struct paths *w, size_t target)
{
    uint8_t *old = w->states[target];
    if (!w->queued[target]) { /* reached for the first time */
        memcpy(old, w->now, w->bytes);
        w->queued[target] = 2;
        return true;
    }
    if (memcmp(old + w->nest_at, w->now + w->nest_at, w->bytes - w->nest_at) != 0)
        return verify_refuse(w->v, "two paths that meet with different sums open");
    bool changed = false;
    for (size_t i = 0; i < w->nest_at; i++)
        if (old[i] != w->now[i] && old[i] != UNSET) {
            old[i] = UNSET;
            changed = true;
        }
    if (changed) w->queued[target] = 2;
    return true;
}

static int32_t jump_target(const struct ins *ins)
{
    for (int k = 0; k < OPERANDS; k++) {
        uint8_t kind = op_table[ins->op].operands[k];
        if (kind == OPD_L || kind == OPD_B) return ins_operand(ins, k);
    }
    return -1;
}

static bool take_jump(struct paths *w, const struct ins *ins, uint8_t *saved)
{
    memcpy(saved, w->now, w->bytes);
    for (int k = 0; k < OPERANDS; k++) operand_write(w, ins, k, true);
    bool fine = merge(w, (size_t)jump_target(ins));
    memcpy(w->now, saved, w->bytes);
    return fine;
}

/* Follows one basic block from its leader to its end. */
static bool walk(struct paths *w, size_t leader, uint8_t *saved)
{
    memcpy(w->now, w->states[leader], w->bytes);
    for (size_t i = leader; i < w->v->p->count; i++) {
        const struct ins *ins = &w->v->p->code[i];
        const struct op_info *op = &op_table[ins->op];
        w->v->where = i;
        if (i != leader && w->states[i]) return merge(w, i);
        for (int k = 0; k < OPERANDS; k++)
            if (!operand_read(w, ins, k)) return false;
        if (!nest_step(w, (enum opcode)ins->op)) return false;
        if ((op->flow == FLOW_B || op->flow == FLOW_J) && !take_jump(w, ins, saved)) return false;
        if (op->flow == FLOW_J || op->flow == FLOW_H) return true;
        for (int k = 0; k < OPERANDS; k++) operand_write(w, ins, k, false);
    }
    return verify_refuse(w->v, "a program that runs past its end");
}

static void entry_state(struct paths *w, uint8_t *state)
{
    const struct program *p = w->v->p;
    const struct game *g = p->game >= 0 ? &w->v->model->games[p->game] : NULL;
    for (size_t i = 0; i <= w->v->model->param_count; i++) state[w->reg_at + i] = SET;
    for (size_t i = 0; g && i < g->field_count; i++) {
        if (field_is_scalar(g->fields[i].kind)) state[w->reg_at + w->v->model->param_count + 1 + i] = SET;
        else state[w->array_at + i] = g->fields[i].kind == FIELD_GRID ? GRID : ROW;
    }
    for (int i = 0; i < p->constant_count; i++) state[w->reg_at + (size_t)(p->registers - p->constant_count + i)] = SET;
}

static void follow_all(struct paths *w, uint8_t *pool)
{
    size_t used = 2;
    w->now = pool;
    uint8_t *saved = pool + w->bytes;
    for (size_t i = 0; i < w->v->p->count; i++) {
        int32_t target = jump_target(&w->v->p->code[i]);
        if (target >= 0 && !w->states[target]) w->states[target] = pool + w->bytes * used++;
    }
    if (!w->states[0]) w->states[0] = pool + w->bytes * used;
    entry_state(w, w->states[0]);
    w->queued[0] = 2;
    for (bool again = true; again;) { /* queued: 1 reached, 2 waiting */
        again = false;
        for (size_t i = 0; i < w->v->p->count; i++) {
            if (w->queued[i] != 2) continue;
            w->queued[i] = 1;
            again = true;
            if (!walk(w, i, saved)) return;
        }
    }
}

static size_t count_targets(const struct program *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++) n += jump_target(&p->code[i]) >= 0;
    return n;
}

#define VERIFY_MAX_BYTES (256u << 20)

enum status verify_paths(struct verifier *v)
{
    const struct program *p = v->p;
    struct paths w = {.v = v};
    w.array_at = w.reg_at + (size_t)p->registers;
    w.iter_at = w.array_at + (size_t)p->arrays;
    w.pos_at = w.iter_at + (size_t)p->iterators;
    w.nest_at = w.pos_at + (size_t)p->positions;
    w.bytes = w.nest_at + 1 + (size_t)p->nesting;
    size_t pool_bytes = w.bytes * (count_targets(p) + 3);
    if (pool_bytes > VERIFY_MAX_BYTES) {
        verify_refuse(v, "a program too large to be verified");
        return ST_OK;
    }
    uint8_t *pool = mem_alloc(pool_bytes);
    w.states = mem_alloc(p->count * sizeof *w.states);
    w.queued = mem_alloc(p->count);
    bool room = pool && w.states && w.queued;
    if (room) follow_all(&w, pool);
    mem_free(pool, pool_bytes);
    mem_free(w.states, p->count * sizeof *w.states);
    mem_free(w.queued, p->count);
    return room ? ST_OK : ST_NO_MEMORY;
}
