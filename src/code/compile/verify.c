/* SPDX-License-Identifier: MIT */
/* The verifier: proves, for every program before it runs, what the machine takes for granted.
 *
 * First it checks each instruction by itself: operands in range for their kind, writes only to the program's own
 * registers, jumps forward except for loops, which nest and are counted against the budget at run time. Then it follows
 * all paths (verify_paths.c). Anything else is refused. */
#include "code/compile/verify_paths.h"

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
        return verify_refuse(v, "an operand list out of range");
    for (size_t i = 0; i < g->field_count; i++) {
        int limit = field_is_scalar(g->fields[i].kind) ? v->p->registers : v->p->arrays;
        if (!in(v->p->lists[(size_t)first + i], 0, limit))
            return verify_refuse(v, "a register out of range in an operand list");
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
    case OPD_R: return verify_need(v, in(x, 0, p->registers), "a register out of range");
    case OPD_W:
    case OPD_U:
    case OPD_WJ: return verify_need(v, is_own_reg(p, x), "a write outside the program's own registers");
    case OPD_AR:
    case OPD_AG:
    case OPD_AA: return verify_need(v, in(x, 0, p->arrays), "an array register out of range");
    case OPD_WR:
    case OPD_WG:
    case OPD_UR:
    case OPD_UG:
    case OPD_WRJ:
        return verify_need(v, in(x, p->first_own_array, p->arrays),
                           "a write outside the program's own array registers");
    case OPD_L:
        return verify_need(v, x > (int64_t)(ins - p->code) && x < (int64_t)p->count,
                           "a jump that does not lead forward");
    case OPD_B: return verify_need(v, x >= 0 && x <= (int64_t)(ins - p->code), "a loop that does not lead back");
    case OPD_IT:
    case OPD_ITW:
    case OPD_RIT:
    case OPD_RITW: return verify_need(v, in(x, 0, p->iterators), "an iterator out of range");
    case OPD_P:
    case OPD_PW: return verify_need(v, in(x, 0, p->positions), "a position register out of range");
    case OPD_SR: return verify_need(v, run_fits(p, x, next), "a run of registers out of range");
    case OPD_S3: return verify_need(v, run_fits(p, x, 3), "a run of registers out of range");
    case OPD_S5: return verify_need(v, run_fits(p, x, 5), "a run of registers out of range");
    case OPD_SP:
        return verify_need(v, next >= 0 && (next == 0 || (in(x, 0, p->positions) && next <= p->positions - x)),
                           "a run of positions out of range");
    case OPD_BU:
        return verify_need(v, in(x, 0, BUILTIN_COUNT) && builtin_info((enum builtin)x)->value,
                           "a builtin out of range");
    case OPD_G: return verify_need(v, in(x, 0, (int64_t)m->game_count), "a game out of range");
    case OPD_C: return list_fits(v, before, x);
    case OPD_PS:
        return verify_need(v, in(x, 0, (int64_t)m->param_count) && m->params[x].kind == PARAM_SET,
                           "a set parameter out of range");
    case OPD_PO: return verify_need(v, in(x, 0, (int64_t)p->pool_count), "a set out of range");
    case OPD_F:
        return verify_need(v,
                           p->game >= 0 && in(x, 0, (int64_t)m->games[p->game].field_count) &&
                               field_is_scalar(m->games[p->game].fields[x].kind),
                           "a field out of range");
    case OPD_MV:
        return verify_need(v, p->game >= 0 && in(x, 0, (int64_t)m->games[p->game].move_count), "a move out of range");
    case OPD_LU: return verify_need(v, in(x, 0, (int64_t)m->lua_function_count), "a script function out of range");
    case OPD_DI: return verify_need(v, x == D_RUN_EMPTY_FOLD, "a message out of range");
    }
    return verify_refuse(v, "an operand of an unknown kind");
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
    case OP_IN_NAMED: return verify_need(v, is_named_set(i->c), "an unknown named set");
    case OP_ITER_NAMED: return verify_need(v, is_named_set(i->b), "an unknown named set");
    case OP_CALL:
        return verify_need(v, builtin_takes((enum builtin)i->b, (size_t)i->d), "arguments of another builtin");
    case OP_NODES_ALL: return verify_need(v, in(i->b, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_NODES_ADJACENT:
    case OP_NODES_PART: return verify_need(v, in(i->c, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_NODES_COMPONENT: return verify_need(v, in(i->d, 0, (int64_t)m->graph_count), "an unknown graph");
    case OP_ROW_STORE:
    case OP_GRID_STORE: return verify_need(v, in(i->c, 0, 3), "an unknown update");
    case OP_TABLE_NONE: return verify_need(v, m->games[v->p->game].invariant != NULL, "an invariant that is not there");
    case OP_REQUIRE: return verify_need(v, m->games[i->b].invariant != NULL, "an invariant that is not there");
    case OP_REQUIRE_START:
        return verify_need(v, in(i->c, 0, (int64_t)m->games[i->b].start_count) && m->games[i->b].starts[i->c].condition,
                           "a start that is not there");
    case OP_COMPONENT:
        return verify_need(v, m->games[i->a].kind != GAME_COMPOUND, "a component of a game that stands for a compound");
    case OP_COMPOUND_CLOSE:
        return verify_need(v, in(i->a, -1, (int64_t)m->game_count) && in(i->b, 0, COMPOUND_SEQUENTIAL + 1),
                           "an unknown compound");
    case OP_EMIT:
        return verify_need(v, (size_t)i->c == m->games[v->p->game].moves[i->a].gen_count,
                           "generator values of another move");
    case OP_OPTION:
        return verify_need(v, (size_t)i->e == m->games[v->p->game].moves[i->c].gen_count,
                           "generator values of another move") &&
               verify_need(v, m->games[i->a].kind != GAME_COMPOUND, "a component of a game that stands for a compound");
    case OP_CHECK_FAILED:
        return verify_need(v, (size_t)i->b == m->checks[v->p->check].gen_count, "generator values of another check");
    case OP_ASK:
        return verify_need(v,
                           in(i->c, 0, ASK_REMOTENESS + 1) && i->c != ASK_OPTIONS && i->c != ASK_WINS && in(i->d, 0, 3),
                           "an unknown question");
    case OP_ASK_SET: {
        int what = i->e & 255;
        return verify_need(v, (what == ASK_OPTIONS || what == ASK_WINS) && in(i->e >> 8, 0, 3), "an unknown question");
    }
    case OP_RETURN:
    case OP_RETURN_ARRAY:
        return verify_need(v, v->p->kind != PROGRAM_CANON || canon_scalar(v) == (i->op == OP_RETURN),
                           "a value that does not fit the field");
    case OP_CAST:
        return verify_need(v, in(i->d, 0, (int64_t)v->model->games[v->p->game].field_count), "a field out of range");
    case OP_AT_LEAST:
    case OP_AT_MOST:
    case OP_STEP_FROM:
    case OP_FLOOR: return verify_need(v, row_fits(&v->p->pools[i->d], i->c), "a row that does not fit its registers");
    case OP_RUNS_OPEN:
    case OP_RUNS_NEXT: return verify_need(v, i->c > 0 && i->c % 3 == 0, "runs without ends");
    case OP_MEMO_GET:
    case OP_MEMO_PUT: return verify_need(v, in(i->d, 0, v->p->memos), "a memo out of range");
    case OP_RAY: return verify_need(v, in(i->d, 2, 9) && i->d % 2 == 0, "a ray without ends");
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
    if (!verify_need(v, in(ins->op, 0, OP_COUNT), "an unknown instruction")) return false;
    if (!verify_need(v, allowed_kinds((enum opcode)ins->op) & kind_bit(v->p->kind),
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
            if (inner >= 0 && inner < begin) return verify_refuse(v, "two loops that cross");
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
    if (!verify_need(v, sane, "a malformed program")) return false;
    size_t fields = p->game >= 0 ? v->model->games[p->game].field_count : 0;
    bool reads_fields = p->kind <= PROGRAM_MEASURE;
    if (!verify_need(v, p->game >= 0 || !reads_fields, "a program without its game")) return false;
    bool layout = p->first_own == (int)(v->model->param_count + 1 + fields) && p->first_own_array == (int)fields &&
                  p->constant_count >= 0 && p->registers >= p->first_own + p->constant_count &&
                  p->arrays >= p->first_own_array;
    if (!verify_need(v, layout, "a malformed register file")) return false;
    bool check = p->kind == PROGRAM_CHECK || p->kind == PROGRAM_SWEEP;
    if (!verify_need(v, !check || p->check < v->model->check_count, "a check that is not there")) return false;
    for (size_t i = 0; i < p->loop_count; i++)
        if (!verify_need(v, in(p->loops[i].reg, 0, p->loops[i].is_array ? p->arrays : p->registers),
                         "a loop over a register out of range"))
            return false;
    for (v->where = 0; v->where < p->count; v->where++)
        if (!instruction_fits(v, &p->code[v->where])) return false;
    v->where = p->count - 1;
    enum flow last = op_table[p->code[p->count - 1].op].flow;
    return verify_need(v, last == FLOW_J || last == FLOW_H, "a program that runs past its end") && loops_nest(v);
}

const char *program_verify(const struct model *model, const struct program *p, size_t *where, enum status *st)
{
    struct verifier v = {.model = model, .p = p};
    *st = program_fits(&v) ? verify_paths(&v) : ST_OK;
    *where = v.where;
    return v.why;
}
