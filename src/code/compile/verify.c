/* SPDX-License-Identifier: MIT */
/* The verifier: proves, for every program before it runs, what the machine takes for granted.
 *
 * First it checks each instruction by itself: operands in range for their kind, writes only to the program's own
 * registers, jumps forward except for loops, which nest and are counted against the budget at run time. Then it follows
 * all paths: every register is written before it is read, array registers hold rows where rows are expected and grids
 * where grids are, and sums and compounds are opened and closed in order and no deeper than the program declares.
 * Anything else is refused. */
#include <string.h>
#include "code/compile/private.h"

struct verifier {
    const struct model *model;
    const struct program *p;
    size_t where;
    const char *why;
    size_t reg_at, array_at, iter_at, pos_at, nest_at, bytes; /* layout of a state */
    uint8_t **states; /* one per instruction, NULL unless it is the target of a jump */
    uint8_t *queued;
    uint8_t *now;
    bool no_memory;
};
enum { UNSET, SET, ROW = SET, GRID, CELLS = SET, ROWS };
enum { NEST_SUM = 1, NEST_COMPOUND, NEST_SUB };

static bool refuse(struct verifier *v, const char *why)
{
    if (!v->why) v->why = why;
    return false;
}

static bool need(struct verifier *v, bool holds, const char *why) { return holds || refuse(v, why); }

/* ---- every instruction by itself -------------------------------------------------------------------------------- */

static bool in(int32_t x, int64_t low, int64_t end) { return x >= low && x < end; }

static bool is_own_reg(const struct program *p, int32_t r)
{
    return in(r, p->first_own, p->registers - p->constant_count);
}

static bool run_fits(const struct program *p, int32_t first, int32_t count)
{
    return count >= 0 && (count == 0 || (in(first, 0, p->registers) && count <= p->registers - first));
}

static bool list_fits(struct verifier *v, int32_t game, int32_t first)
{
    const struct game *g = &v->model->games[game];
    if (first < 0 || (size_t)first > v->p->list_count || v->p->list_count - (size_t)first < g->field_count)
        return refuse(v, "an operand list out of range");
    for (size_t i = 0; i < g->field_count; i++) {
        int limit = field_is_scalar(g->fields[i].kind) ? v->p->registers : v->p->arrays;
        if (!in(v->p->lists[(size_t)first + i], 0, limit))
            return refuse(v, "a register out of range in an operand list");
    }
    return true;
}

static bool operand_fits(struct verifier *v, const struct ins *ins, int k)
{
    const struct program *p = v->p;
    const struct model *m = v->model;
    int32_t x = ins_operand(ins, k), before = k > 0 ? ins_operand(ins, k - 1) : 0,
            next = k + 1 < OPERANDS ? ins_operand(ins, k + 1) : 0;
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_NO:
    case OPD_I:
    case OPD_SC: return true; /* a count is checked with its run, plain numbers by special_fits */
    case OPD_R: return need(v, in(x, 0, p->registers), "a register out of range");
    case OPD_W:
    case OPD_U:
    case OPD_WJ: return need(v, is_own_reg(p, x), "a write outside the program's own registers");
    case OPD_AR:
    case OPD_AG:
    case OPD_AA: return need(v, in(x, 0, p->arrays), "an array register out of range");
    case OPD_WR:
    case OPD_WG:
    case OPD_UR:
    case OPD_UG:
    case OPD_WRJ:
        return need(v, in(x, p->first_own_array, p->arrays), "a write outside the program's own array registers");
    case OPD_L:
        return need(v, x > (int64_t)(ins - p->code) && x < (int64_t)p->count, "a jump that does not lead forward");
    case OPD_B: return need(v, x >= 0 && x <= (int64_t)(ins - p->code), "a loop that does not lead back");
    case OPD_IT:
    case OPD_ITW:
    case OPD_RIT:
    case OPD_RITW: return need(v, in(x, 0, p->iterators), "an iterator out of range");
    case OPD_P:
    case OPD_PW: return need(v, in(x, 0, p->positions), "a position register out of range");
    case OPD_SR: return need(v, run_fits(p, x, next), "a run of registers out of range");
    case OPD_S3: return need(v, run_fits(p, x, 3), "a run of registers out of range");
    case OPD_S5: return need(v, run_fits(p, x, 5), "a run of registers out of range");
    case OPD_SP:
        return need(v, next >= 0 && (next == 0 || (in(x, 0, p->positions) && next <= p->positions - x)),
                    "a run of positions out of range");
    case OPD_BU:
        return need(v, in(x, 0, BUILTIN_COUNT) && builtin_info((enum builtin)x)->value, "a builtin out of range");
    case OPD_G: return need(v, in(x, 0, (int64_t)m->game_count), "a game out of range");
    case OPD_C: return list_fits(v, before, x);
    case OPD_PS:
        return need(v, in(x, 0, (int64_t)m->param_count) && m->params[x].kind == PARAM_SET,
                    "a set parameter out of range");
    case OPD_PO: return need(v, in(x, 0, (int64_t)p->pool_count), "a set out of range");
    case OPD_F:
        return need(v,
                    p->game >= 0 && in(x, 0, (int64_t)m->games[p->game].field_count) &&
                        field_is_scalar(m->games[p->game].fields[x].kind),
                    "a field out of range");
    case OPD_MV: return need(v, p->game >= 0 && in(x, 0, (int64_t)m->games[p->game].move_count), "a move out of range");
    case OPD_LU: return need(v, in(x, 0, (int64_t)m->lua_function_count), "a script function out of range");
    case OPD_DI: return need(v, x == D_RUN_EMPTY_FOLD, "a message out of range");
    }
    return refuse(v, "an operand of an unknown kind");
}

static bool is_named_set(int32_t x) { return x == DOMAIN_SQUARES || x == DOMAIN_FIB || x == DOMAIN_PRIMES; }

static bool canon_scalar(const struct verifier *v)
{
    const struct game *g = &v->model->games[v->p->game];
    return g->field_count > 0 && field_is_scalar(g->fields[0].kind);
}

/* The sum of its products fits 128 bits: see runs.h. */
static bool row_fits(const struct pool_set *row, int32_t registers)
{
    if (!in(registers, 0, RUNS_MOST_TERMS + 1) || row->count != (size_t)registers + 2) return false;
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i] < -INT32_MAX || row->cells[i] > INT32_MAX) return false;
    return row->cells[row->count - 1] > 0;
}

/* Checks plain numbers, and counts that other operands determine. */
static bool special_fits(struct verifier *v, const struct ins *i)
{
    const struct model *m = v->model;
    switch ((enum opcode)i->op) {
    case OP_IN_NAMED: return need(v, is_named_set(i->c), "an unknown named set");
    case OP_ITER_NAMED: return need(v, is_named_set(i->b), "an unknown named set");
    case OP_CALL: return need(v, builtin_takes((enum builtin)i->b, (size_t)i->d), "arguments of another builtin");
    case OP_NODES_ALL: return need(v, in(i->b, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_NODES_ADJACENT:
    case OP_NODES_PART: return need(v, in(i->c, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_NODES_COMPONENT: return need(v, in(i->d, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_ROW_STORE:
    case OP_GRID_STORE: return need(v, in(i->c, 0, 3), "an unknown update");
    case OP_TABLE_NONE: return need(v, m->games[v->p->game].invariant != NULL, "an invariant that is not there");
    case OP_REQUIRE: return need(v, m->games[i->b].invariant != NULL, "an invariant that is not there");
    case OP_REQUIRE_START:
        return need(v, in(i->c, 0, (int64_t)m->games[i->b].start_count) && m->games[i->b].starts[i->c].condition,
                    "a start that is not there");
    case OP_COMPONENT:
        return need(v, m->games[i->a].kind != GAME_COMPOUND, "a component of a game that stands for a compound");
    case OP_COMPOUND_CLOSE:
        return need(v, in(i->a, -1, (int64_t)m->game_count) && in(i->b, 0, COMPOUND_SEQUENTIAL + 1),
                    "an unknown compound");
    case OP_EMIT:
        return need(v, (size_t)i->c == m->games[v->p->game].moves[i->a].gen_count, "generator values of another move");
    case OP_OPTION:
        return need(v, (size_t)i->e == m->games[v->p->game].moves[i->c].gen_count,
                    "generator values of another move") &&
               need(v, m->games[i->a].kind != GAME_COMPOUND, "a component of a game that stands for a compound");
    case OP_CHECK_FAILED:
        return need(v, (size_t)i->b == m->checks[v->p->check].gen_count, "generator values of another check");
    case OP_ASK:
        return need(v, in(i->c, 0, ASK_REMOTENESS + 1) && i->c != ASK_OPTIONS && i->c != ASK_WINS && in(i->d, 0, 3),
                    "an unknown question");
    case OP_ASK_SET: {
        int what = i->e & 255;
        return need(v, (what == ASK_OPTIONS || what == ASK_WINS) && in(i->e >> 8, 0, 3), "an unknown question");
    }
    case OP_RETURN:
    case OP_RETURN_ARRAY:
        return need(v, v->p->kind != PROGRAM_CANON || canon_scalar(v) == (i->op == OP_RETURN),
                    "a value that does not fit the field");
    case OP_CAST: return need(v, in(i->d, 0, (int64_t)v->model->games[v->p->game].field_count), "a field out of range");
    case OP_AT_LEAST:
    case OP_AT_MOST:
    case OP_STEP_FROM:
    case OP_FLOOR: return need(v, row_fits(&v->p->pools[i->d], i->c), "a row that does not fit its registers");
    case OP_RUNS_OPEN:
    case OP_RUNS_NEXT: return need(v, i->c > 0 && i->c % 3 == 0, "runs without ends");
    case OP_MEMO_GET:
    case OP_MEMO_PUT: return need(v, in(i->d, 0, v->p->memos), "a memo out of range");
    case OP_RAY: return need(v, in(i->d, 2, 9) && i->d % 2 == 0, "a ray without ends");
    default: return true;
    }
}

static unsigned kind_bit(enum program_kind kind) { return 1u << kind; }

/* The kinds of program that may contain an instruction. */
static unsigned allowed_kinds(enum opcode op)
{
    unsigned check = kind_bit(PROGRAM_CHECK), value = kind_bit(PROGRAM_VALUE), position = kind_bit(PROGRAM_POSITION);
    unsigned canon = kind_bit(PROGRAM_CANON), options = kind_bit(PROGRAM_OPTIONS), table = kind_bit(PROGRAM_TABLE);
    switch (op) {
    case OP_HALT: return options | table | check | kind_bit(PROGRAM_SWEEP);
    case OP_RETURN: return kind_bit(PROGRAM_INVARIANT) | canon | kind_bit(PROGRAM_MEASURE) | value;
    case OP_RETURN_ARRAY: return canon;
    case OP_RETURN_POS: return position;
    case OP_EMIT:
    case OP_OPTION:
    case OP_LUA_MOVE: return options;
    case OP_ASK:
    case OP_ASK_SET: return check | value | position;
    case OP_TRY:
    case OP_CHECK_FAILED: return check;
    case OP_YIELD: return kind_bit(PROGRAM_SWEEP);
    case OP_TABLE_NONE:
    case OP_TABLE_INDEX:
    case OP_TABLE_GET:
    case OP_TABLE_MARK:
    case OP_RAY:
    case OP_CAST:
    case OP_TABLE_STEP: return table;
    case OP_MEMO_GET:
    case OP_MEMO_PUT: return options | table;
    default: return ~0u;
    }
}

static bool instruction_fits(struct verifier *v, const struct ins *ins)
{
    if (!need(v, in(ins->op, 0, OP_COUNT), "an unknown instruction")) return false;
    if (!need(v, allowed_kinds((enum opcode)ins->op) & kind_bit(v->p->kind),
              "an instruction in a program of another kind"))
        return false;
    for (int k = 0; k < OPERANDS; k++)
        if (!operand_fits(v, ins, k)) return false;
    return special_fits(v, ins);
}

/* Where the loop that ends at `ins` begins; -1 if none does. */
static int64_t loop_begin(const struct ins *ins)
{
    for (int k = 0; k < OPERANDS; k++)
        if (op_table[ins->op].operands[k] == OPD_B) return ins_operand(ins, k);
    return -1;
}

/* Loops are nested or disjoint: walking backwards, a loop may not begin before the enclosing one. */
static bool loops_nest(struct verifier *v)
{
    for (size_t i = 0; i < v->p->count; i++) {
        int64_t begin = loop_begin(&v->p->code[i]);
        for (size_t j = begin >= 0 ? (size_t)begin : i; j < i; j++) {
            int64_t inner = loop_begin(&v->p->code[j]);
            v->where = i;
            if (inner >= 0 && inner < begin) return refuse(v, "two loops that cross");
        }
    }
    return true;
}

static bool program_fits(struct verifier *v)
{
    const struct program *p = v->p;
    int64_t games = (int64_t)v->model->game_count;
    bool sane = p->count > 0 && p->count <= PROGRAM_MAX_INSTRUCTIONS && p->kind <= PROGRAM_SWEEP &&
                in(p->game, -1, games) && p->memos >= 0 && p->nesting >= 0 && p->nesting <= PROGRAM_MAX_NESTING &&
                p->iterators >= 0 && p->positions >= 0;
    if (!need(v, sane, "a malformed program")) return false;
    size_t fields = p->game >= 0 ? v->model->games[p->game].field_count : 0;
    bool reads_fields = p->kind <= PROGRAM_MEASURE;
    if (!need(v, p->game >= 0 || !reads_fields, "a program without its game")) return false;
    bool layout = p->first_own == (int)(v->model->param_count + 1 + fields) && p->first_own_array == (int)fields &&
                  p->constant_count >= 0 && p->registers >= p->first_own + p->constant_count &&
                  p->arrays >= p->first_own_array;
    if (!need(v, layout, "a malformed register file")) return false;
    bool check = p->kind == PROGRAM_CHECK || p->kind == PROGRAM_SWEEP;
    if (!need(v, !check || p->check < v->model->check_count, "a check that is not there")) return false;
    for (size_t i = 0; i < p->loop_count; i++)
        if (!need(v, in(p->loops[i].reg, 0, p->loops[i].is_array ? p->arrays : p->registers),
                  "a loop over a register out of range"))
            return false;
    for (v->where = 0; v->where < p->count; v->where++)
        if (!instruction_fits(v, &p->code[v->where])) return false;
    v->where = p->count - 1;
    enum flow last = op_table[p->code[p->count - 1].op].flow;
    return need(v, last == FLOW_J || last == FLOW_H, "a program that runs past its end") && loops_nest(v);
}

/* ---- along all paths -------------------------------------------------------------------------------------------- */

static bool read_state(struct verifier *v, size_t at, int32_t first, int32_t count, uint8_t wanted, const char *why)
{
    for (int32_t i = 0; i < count; i++)
        if (v->now[at + (size_t)(first + i)] != wanted) return refuse(v, why);
    return true;
}

static bool read_list(struct verifier *v, int32_t game, int32_t first)
{
    const struct game *g = &v->model->games[game];
    for (size_t i = 0; i < g->field_count; i++) {
        int32_t r = v->p->lists[(size_t)first + i];
        enum field_kind kind = g->fields[i].kind;
        uint8_t wanted = kind == FIELD_GRID ? GRID : SET;
        if (v->now[(field_is_scalar(kind) ? v->reg_at : v->array_at) + (size_t)r] != wanted)
            return refuse(v, "a field read before it is written");
    }
    return true;
}

/* The result of a canon program: its game's only field, a row or a grid. */
static uint8_t field_array(const struct verifier *v)
{
    return v->model->games[v->p->game].fields[0].kind == FIELD_GRID ? GRID : ROW;
}

static bool operand_read(struct verifier *v, const struct ins *ins, int k)
{
    static const char early[] = "a register read before it is written";
    int32_t x = ins_operand(ins, k), next = k + 1 < OPERANDS ? ins_operand(ins, k + 1) : 0;
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_R:
    case OPD_U: return read_state(v, v->reg_at, x, 1, SET, early);
    case OPD_AR:
    case OPD_UR: return read_state(v, v->array_at, x, 1, ROW, "a row read where none is");
    case OPD_AG:
    case OPD_UG: return read_state(v, v->array_at, x, 1, GRID, "a grid read where none is");
    case OPD_AA: return read_state(v, v->array_at, x, 1, field_array(v), "a row or grid that does not fit the field");
    case OPD_IT: return read_state(v, v->iter_at, x, 1, CELLS, "an iterator used before it is opened");
    case OPD_RIT: return read_state(v, v->iter_at, x, 1, ROWS, "an iterator over rows used before it is opened");
    case OPD_P: return read_state(v, v->pos_at, x, 1, SET, "a position read before it is written");
    case OPD_SR: return read_state(v, v->reg_at, x, next, SET, early);
    case OPD_S3: return read_state(v, v->reg_at, x, 3, SET, early);
    case OPD_S5: return read_state(v, v->reg_at, x, 5, SET, early);
    case OPD_SP: return read_state(v, v->pos_at, x, next, SET, "a position read before it is written");
    case OPD_C: return read_list(v, ins_operand(ins, k - 1), x);
    default: return true;
    }
}

/* `jumped`: in the state after the jump was taken. */
static void operand_write(struct verifier *v, const struct ins *ins, int k, bool jumped)
{
    size_t x = (size_t)ins_operand(ins, k);
    switch ((enum operand_kind)op_table[ins->op].operands[k]) {
    case OPD_WJ:
        if (jumped) v->now[v->reg_at + x] = SET;
        break;
    case OPD_WRJ:
        if (jumped) v->now[v->array_at + x] = ROW;
        break;
    case OPD_W: v->now[v->reg_at + x] = SET; break;
    case OPD_WR: v->now[v->array_at + x] = ROW; break;
    case OPD_WG: v->now[v->array_at + x] = GRID; break;
    case OPD_ITW: v->now[v->iter_at + x] = CELLS; break;
    case OPD_RITW: v->now[v->iter_at + x] = ROWS; break;
    case OPD_PW: v->now[v->pos_at + x] = SET; break;
    default: break;
    }
}

static bool push_nest(struct verifier *v, uint8_t kind)
{
    uint8_t *depth = &v->now[v->nest_at];
    if (*depth >= v->p->nesting) return refuse(v, "sums that nest deeper than the program says");
    v->now[v->nest_at + 1 + (*depth)++] = kind;
    return true;
}

static uint8_t top_nest(const struct verifier *v)
{
    uint8_t depth = v->now[v->nest_at];
    return depth ? v->now[v->nest_at + depth] : 0;
}

static bool pop_nest(struct verifier *v, uint8_t kind)
{
    if (top_nest(v) != kind) return refuse(v, "a sum or compound that is closed but not open");
    v->now[v->nest_at + v->now[v->nest_at]] = 0;
    v->now[v->nest_at]--;
    return true;
}

static bool nest_step(struct verifier *v, enum opcode op)
{
    bool collecting = top_nest(v) == NEST_SUM || top_nest(v) == NEST_SUB;
    switch (op) {
    case OP_SUM_BEGIN: return push_nest(v, NEST_SUM);
    case OP_SUM_END: return pop_nest(v, NEST_SUM);
    case OP_EMIT: return need(v, v->now[v->nest_at] == 1, "an option inside another sum") && pop_nest(v, NEST_SUM);
    case OP_COMPONENT:
    case OP_PUT: return need(v, collecting, "a component outside of a sum");
    case OP_COMPOUND_OPEN: return need(v, collecting, "a compound outside of a sum") && push_nest(v, NEST_COMPOUND);
    case OP_COMPOUND_CLOSE: return pop_nest(v, NEST_COMPOUND);
    case OP_SUB_OPEN:
        return need(v, top_nest(v) == NEST_COMPOUND, "a part of a compound outside of it") && push_nest(v, NEST_SUB);
    case OP_SUB_CLOSE: return pop_nest(v, NEST_SUB);
    case OP_HALT:
    case OP_RETURN:
    case OP_RETURN_ARRAY:
    case OP_RETURN_POS:
    case OP_OPTION:
    case OP_LUA_MOVE:
    case OP_TABLE_STEP: return need(v, v->now[v->nest_at] == 0, "a sum that is never closed");
    default: return true;
    }
}

/* Merges the current state into that of a jump's target. */
static bool merge(struct verifier *v, size_t target)
{
    uint8_t *old = v->states[target];
    if (!v->queued[target]) { /* reached for the first time */
        memcpy(old, v->now, v->bytes);
        v->queued[target] = 2;
        return true;
    }
    if (memcmp(old + v->nest_at, v->now + v->nest_at, v->bytes - v->nest_at) != 0)
        return refuse(v, "two paths that meet with different sums open");
    bool changed = false;
    for (size_t i = 0; i < v->nest_at; i++)
        if (old[i] != v->now[i] && old[i] != UNSET) {
            old[i] = UNSET;
            changed = true;
        }
    if (changed) v->queued[target] = 2;
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

static bool take_jump(struct verifier *v, const struct ins *ins, uint8_t *saved)
{
    memcpy(saved, v->now, v->bytes);
    for (int k = 0; k < OPERANDS; k++) operand_write(v, ins, k, true);
    bool fine = merge(v, (size_t)jump_target(ins));
    memcpy(v->now, saved, v->bytes);
    return fine;
}

/* Follows one basic block from its leader to its end. */
static bool walk(struct verifier *v, size_t leader, uint8_t *saved)
{
    memcpy(v->now, v->states[leader], v->bytes);
    for (size_t i = leader; i < v->p->count; i++) {
        const struct ins *ins = &v->p->code[i];
        const struct op_info *op = &op_table[ins->op];
        v->where = i;
        if (i != leader && v->states[i]) return merge(v, i);
        for (int k = 0; k < OPERANDS; k++)
            if (!operand_read(v, ins, k)) return false;
        if (!nest_step(v, (enum opcode)ins->op)) return false;
        if ((op->flow == FLOW_B || op->flow == FLOW_J) && !take_jump(v, ins, saved)) return false;
        if (op->flow == FLOW_J || op->flow == FLOW_H) return true;
        for (int k = 0; k < OPERANDS; k++) operand_write(v, ins, k, false);
    }
    return refuse(v, "a program that runs past its end");
}

static void entry_state(struct verifier *v, uint8_t *state)
{
    const struct program *p = v->p;
    const struct game *g = p->game >= 0 ? &v->model->games[p->game] : NULL;
    for (size_t i = 0; i <= v->model->param_count; i++) state[v->reg_at + i] = SET;
    for (size_t i = 0; g && i < g->field_count; i++) {
        if (field_is_scalar(g->fields[i].kind)) state[v->reg_at + v->model->param_count + 1 + i] = SET;
        else state[v->array_at + i] = g->fields[i].kind == FIELD_GRID ? GRID : ROW;
    }
    for (int i = 0; i < p->constant_count; i++) state[v->reg_at + (size_t)(p->registers - p->constant_count + i)] = SET;
}

static bool paths(struct verifier *v, uint8_t *pool)
{
    size_t used = 2;
    v->now = pool;
    uint8_t *saved = pool + v->bytes;
    for (size_t i = 0; i < v->p->count; i++) {
        int32_t target = jump_target(&v->p->code[i]);
        if (target >= 0 && !v->states[target]) v->states[target] = pool + v->bytes * used++;
    }
    if (!v->states[0]) v->states[0] = pool + v->bytes * used;
    entry_state(v, v->states[0]);
    v->queued[0] = 2;
    for (bool again = true; again;) { /* queued: 1 reached, 2 waiting */
        again = false;
        for (size_t i = 0; i < v->p->count; i++) {
            if (v->queued[i] != 2) continue;
            v->queued[i] = 1;
            again = true;
            if (!walk(v, i, saved)) return false;
        }
    }
    return true;
}

static size_t count_targets(const struct program *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++) n += jump_target(&p->code[i]) >= 0;
    return n;
}

#define VERIFY_MAX_BYTES (256u << 20)

const char *program_verify(const struct model *model, const struct program *p, size_t *where, enum status *st)
{
    struct verifier v = {.model = model, .p = p};
    *st = ST_OK;
    if (program_fits(&v)) {
        v.array_at = v.reg_at + (size_t)p->registers;
        v.iter_at = v.array_at + (size_t)p->arrays;
        v.pos_at = v.iter_at + (size_t)p->iterators;
        v.nest_at = v.pos_at + (size_t)p->positions;
        v.bytes = v.nest_at + 1 + (size_t)p->nesting;
        size_t pool_bytes = v.bytes * (count_targets(p) + 3);
        if (pool_bytes > VERIFY_MAX_BYTES) {
            v.why = "a program too large to be verified";
        } else {
            uint8_t *pool = mem_alloc(pool_bytes);
            v.states = mem_alloc(p->count * sizeof *v.states);
            v.queued = mem_alloc(p->count);
            if (!pool || !v.states || !v.queued) *st = ST_NO_MEMORY;
            else paths(&v, pool);
            mem_free(pool, pool_bytes);
            mem_free(v.states, p->count * sizeof *v.states);
            mem_free(v.queued, p->count);
        }
    }
    *where = v.where;
    return v.why;
}
