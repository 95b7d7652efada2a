/* SPDX-License-Identifier: MIT */
/* One instruction: what holds after it, and where it jumps to. */
#include "code/native/effect.h"
#include "code/native/prelude.h"

struct operand effect_operand(const struct effect *e, int32_t reg)
{
    int constants = e->p->registers - e->p->constant_count;
    bool fixed = premises_fix(e->premises, e->m, reg);
    if (reg < constants && !fixed) return (struct operand){reg + 1, 0};
    int64_t x = fixed ? e->premises->params[reg] : e->p->constants[reg - constants];
    return x > ZONE_LIMIT || x < -ZONE_LIMIT ? (struct operand){-1, 0} : (struct operand){ZONE_ZERO, x};
}

/* Operand k, if it is a register. */
static struct operand operand(const struct effect *e, const struct ins *ins, int k)
{
    enum operand_kind kind = op_table[ins->op].operands[k];
    bool is = kind == OPD_R || kind == OPD_W || kind == OPD_U;
    return is ? effect_operand(e, ins_operand(ins, k)) : (struct operand){-1, 0};
}

/* ---- indices ---------------------------------------------------------------------------------------------------- */

static bool in_box(const struct effect *e, const struct ins *ins)
{
    struct operand x = operand(e, ins, 2), end = {e->ends + ins->d, 0};
    return bounds_least(&e->now, x) >= e->premises->low[ins->d] && bounds_between(&e->now, x, end) <= 0;
}

/* a = b + the part of field d: after the fields before it. */
static void index_part(const struct effect *e, const struct ins *ins)
{
    const struct zone *z = &e->now;
    struct operand before = operand(e, ins, 1), x = operand(e, ins, 2), here = {e->first_field + ins->d, 0};
    struct zone_note note = {0};
    if (before.var > ZONE_ZERO) note = z->note[before.var];
    bool begins = before.var == ZONE_ZERO && before.offset == 0 && ins->d == 0;
    if (!begins && (note.fields == 0 || note.fields != ins->d)) return;
    int64_t above = bounds_between(z, x, here);
    bool less = note.less || above <= -1;
    if (!less && above > 0) return;
    z->note[z->count - 1] = (struct zone_note){.fields = (uint8_t)(ins->d + 1), .less = less};
}

static bool is_before(const struct effect *e, const struct ins *ins)
{
    struct operand x = operand(e, ins, 1);
    if (x.var <= ZONE_ZERO) return false;
    const struct zone_note *note = &e->now.note[x.var];
    return note->less && note->fields == e->m->games[e->p->game].field_count && !e->none;
}

/* ---- loops ------------------------------------------------------------------------------------------------------ */

/* The new number lies in one of the runs at register `first`: triples of least, most, step. */
static void within_runs(const struct effect *e, struct zone *z, int32_t first, int32_t count)
{
    for (int x = 0; x + 1 < z->count; x++) {
        int64_t above = INT64_MIN, below = INT64_MIN;
        struct operand y = {x, 0};
        for (int32_t i = 0; i < count; i += 3) {
            int64_t p = bounds_between(z, y, effect_operand(e, first + i)),
                    q = bounds_between(z, effect_operand(e, first + i + 1), y);
            if (p > above) above = p;
            if (q > below) below = q;
        }
        if (above != INT64_MIN && above != ZONE_NONE) bounds_new_least(z, y, -above);
        if (below != INT64_MIN && below != ZONE_NONE) bounds_new_most(z, y, below);
    }
}

int64_t effect_least_element(const struct param *param)
{
    const struct domain *d = param->domain;
    bool known = d && d->kind == DOMAIN_RANGE && d->low->kind == EXPR_INT && !d->low->number;
    return known ? d->low->value : INT64_MIN;
}

static void open_iterator(const struct effect *e, const struct ins *ins)
{
    struct zone_iterator it = {-1, 0, INT64_MIN, INT64_MAX};
    const struct pool_set *pool = ins->op == OP_ITER_POOL ? &e->p->pools[ins->b] : NULL;
    struct operand most = operand(e, ins, 2);
    bool capped = pool || ins->op == OP_ITER_PARAM || ins->op == OP_ITER_NAMED || ins->op == OP_ITER_POWERS;
    if (ins->op == OP_ITER_SUBMASKS) most = operand(e, ins, 3);
    if (capped || ins->op == OP_ITER_SUBMASKS) it.var = most.var, it.offset = most.offset;
    if (ins->op == OP_ITER_SUBMASKS) it.least = 0;
    if (ins->op == OP_ITER_NAMED || ins->op == OP_ITER_POWERS) it.least = 1; /* all are positive */
    if (pool && pool->count) it.least = pool->cells[0], it.most = pool->cells[pool->count - 1];
    if (ins->op == OP_ITER_PARAM) it.least = effect_least_element(&e->m->params[ins->b]);
    e->now.iterator[ins->a] = it;
}

static void next_element(const struct effect *e, struct zone *z, const struct ins *ins)
{
    const struct zone_iterator *it = &e->now.iterator[ins->a];
    zone_begin(z);
    bounds_new_within(z, it->least, it->most);
    if (it->var >= 0) bounds_new_most(z, (struct operand){it->var, 0}, it->offset);
    zone_end(z, ins->b + 1);
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static void compute(const struct effect *e, struct zone *z, const struct ins *ins)
{
    struct operand b = operand(e, ins, 1), c = operand(e, ins, 2);
    int64_t most;
    switch ((enum opcode)ins->op) {
    case OP_ADD: bounds_add(z, b, c, 1); break;
    case OP_SUB: bounds_add(z, b, c, -1); break;
    case OP_NEG: bounds_add(z, bounds_zero, b, -1); break;
    case OP_MUL: bounds_times(z, b, c); break;
    case OP_DIV: bounds_quotient(z, b, c); break;
    case OP_MOD: bounds_remainder(z, b, c); break;
    case OP_MIN: bounds_choose(z, b, c, 1); break;
    case OP_MAX: bounds_choose(z, b, c, -1); break;
    case OP_XOR: bounds_digits(z, b, c); break;
    case OP_GCD: bounds_divisor(z, b, c); break;
    case OP_ABS: bounds_distance(z, b); break;
    case OP_POW:
        if (bounds_power(bounds_of(z, b), bounds_of(z, c), &most)) bounds_new_most(z, bounds_zero, most);
        bounds_new_least(z, bounds_zero, 0);
        break;
    default: break;
    }
}

static void yields(const struct effect *e, struct zone *z, const struct ins *ins)
{
    struct operand b = operand(e, ins, 1);
    struct zone_form form;
    switch ((enum opcode)ins->op) {
    case OP_COPY:
        bounds_new_most(z, b, 0);
        bounds_new_least(z, b, 0);
        if (bounds_form(z, b, &form)) zone_is(z, &form);
        if (b.var > ZONE_ZERO) z->note[z->count - 1] = z->note[b.var];
        if (b.var == ZONE_ZERO) z->note[z->count - 1].value = b.offset < BOUNDS_FIRST_CAPACITY;
        break;
    case OP_BIT:
    case OP_ODD:
    case OP_POW2:
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_NOT:
    case OP_IN_PARAM:
    case OP_IN_NAMED:
    case OP_IN_POWERS:
    case OP_IN_DIVISORS: bounds_new_within(z, 0, 1); break;
    case OP_POPCOUNT: bounds_new_within(z, bounds_least(z, b) >= 1, 63); break;
    case OP_ISQRT:
        bounds_new_least(z, bounds_zero, 0);
        bounds_new_most(z, b, 0);
        break;
    case OP_TABLE_GET:
        bounds_new_within(z, 0, UINT32_MAX - 1);
        z->note[z->count - 1].value = true;
        break;
    case OP_TABLE_INDEX: index_part(e, ins); break;
    case OP_RUNS_OPEN: within_runs(e, z, ins->b, ins->c); break;
    default: compute(e, z, ins);
    }
}

/* Registers that the instruction changes within bounds of what they were: the loops' own. */
static bool moves(const struct effect *e, struct zone *z, const struct ins *ins)
{
    struct operand a = operand(e, ins, 0);
    switch ((enum opcode)ins->op) {
    case OP_AT_LEAST:
    case OP_STEP_BY: bounds_new_least(z, a, 0); return true;
    case OP_AT_MOST: bounds_new_most(z, a, 0); return true;
    case OP_STEP_FROM: {
        const struct pool_set *row = &e->p->pools[ins->d];
        bounds_new_least(z, a, 0);
        bounds_new_most(z, a, row->cells[row->count - 1] - 1);
        return true;
    }
    default: return false;
    }
}

/* Whatever it writes, and what else it changes. */
static void apply(const struct effect *e, struct zone *z, const struct ins *ins)
{
    const struct op_info *op = &op_table[ins->op];
    bool first = op->operands[0] == OPD_W;
    if (first) {
        zone_begin(z);
        yields(e, z, ins);
        zone_end(z, ins->a + 1);
    }
    for (int k = first; k < OPERANDS; k++) {
        if (op->operands[k] == OPD_W || op->operands[k] == OPD_U) {
            zone_begin(z);
            if (k == 0) moves(e, z, ins);
            zone_end(z, ins_operand(ins, k) + 1);
        }
        if (op->operands[k] == OPD_ITW) open_iterator(e, ins);
        if (op->operands[k] == OPD_RITW) z->iterator[ins->a] = (struct zone_iterator){-1, 0, INT64_MIN, INT64_MAX};
    }
}

/* Comparisons: what holds if it jumps, and if it does not. */
static void branch(struct effect *e, const struct ins *ins)
{
    struct operand a = operand(e, ins, 0), b = operand(e, ins, 1);
    struct zone *z = &e->now, *j = &e->jump;
    switch ((enum opcode)ins->op) {
    case OP_JT:
        if (bounds_least(z, a) >= 0) bounds_assume(j, bounds_zero, a, -1), bounds_assume(z, a, bounds_zero, 0);
        break;
    case OP_JF:
        if (bounds_least(z, a) >= 0) bounds_assume(z, bounds_zero, a, -1), bounds_assume(j, a, bounds_zero, 0);
        break;
    case OP_JEQ: bounds_assume(j, a, b, 0), bounds_assume(j, b, a, 0); break;
    case OP_JNE: bounds_assume(z, a, b, 0), bounds_assume(z, b, a, 0); break;
    case OP_JLT: bounds_assume(j, a, b, -1), bounds_assume(z, b, a, 0); break;
    case OP_JLE: bounds_assume(j, a, b, 0), bounds_assume(z, b, a, -1); break;
    case OP_RANGE_OPEN: bounds_assume(z, a, b, 0), bounds_assume(j, b, a, -1); break;
    default: break;
    }
}

/* Jumps that write: what loops end with, and what may leave them. Where one leads is not told what it would have
 * written. */
static void turn(struct effect *e, const struct ins *ins)
{
    const struct op_info *op = &op_table[ins->op];
    struct zone *z = &e->now, *j = &e->jump;
    struct operand a = operand(e, ins, 0);
    if (ins->op == OP_RANGE_NEXT) {
        struct operand b = operand(e, ins, 1);
        bounds_assume(j, a, b, -1);
        bounds_assume(z, b, a, 0);
        zone_begin(j);
        bounds_new_least(j, a, 1);
        bounds_new_most(j, a, 1);
        zone_end(j, ins->a + 1);
    } else if (ins->op == OP_RUNS_NEXT) {
        zone_begin(j);
        within_runs(e, j, ins->b, ins->c);
        bounds_new_least(j, a, 1);
        zone_end(j, ins->a + 1);
    } else if (ins->op == OP_MEMO_GET) {
        zone_begin(j);
        bounds_new_within(j, 0, CGI_MEMO_VALUES - 1);
        zone_end(j, ins->a + 1);
    } else if (ins->op == OP_ITER_NEXT) {
        next_element(e, j, ins);
    } else if (ins->op == OP_TABLE_STEP) {
        zone_copy(j, &e->enter);
    } else {
        for (int k = 0; k < OPERANDS; k++)
            if (op->operands[k] == OPD_W || op->operands[k] == OPD_U || op->operands[k] == OPD_WJ)
                zone_forget(j, ins_operand(ins, k) + 1);
        apply(e, z, ins);
    }
}

static bool compares(const struct ins *ins)
{
    return ins->op == OP_RANGE_OPEN || (ins->op >= OP_JT && ins->op <= OP_JLE);
}

void effect_of(struct effect *e, const struct ins *ins)
{
    enum flow flow = op_table[ins->op].flow;
    if (flow == FLOW_N || flow == FLOW_H) {
        apply(e, &e->now, ins);
        return;
    }
    zone_copy(&e->jump, &e->now);
    if (compares(ins)) branch(e, ins);
    else turn(e, ins);
}

/* ---- what is asked ---------------------------------------------------------------------------------------------- */

static bool within(const struct effect *e, const struct ins *ins)
{
    const struct zone *z = &e->now;
    struct range b = bounds_of(z, operand(e, ins, 1)), c = bounds_of(z, operand(e, ins, 2));
    bounds_wide least, most;
    int64_t value;
    switch ((enum opcode)ins->op) {
    case OP_ADD: return bounds_are_both(b) && bounds_are_both(c);
    case OP_SUB:
        return (bounds_are_both(b) && bounds_are_both(c)) ||
               (bounds_between(z, operand(e, ins, 1), operand(e, ins, 2)) != ZONE_NONE &&
                bounds_between(z, operand(e, ins, 2), operand(e, ins, 1)) != ZONE_NONE);
    case OP_NEG: return b.least != INT64_MIN;
    case OP_MUL:
        if (!bounds_are_both(b) || !bounds_are_both(c)) return false;
        bounds_product(b, c, &least, &most);
        return bounds_fit(least, most);
    case OP_DIV:
    case OP_MOD: return b.least >= 0 && c.least >= 1;
    case OP_XOR:
    case OP_BIT: return b.least >= 0 && c.least >= 0;
    case OP_GCD: return b.least != INT64_MIN && c.least != INT64_MIN;
    case OP_POW: return bounds_power(b, c, &value);
    default: return false;
    }
}

bool effect_fine(const struct effect *e, const struct ins *ins)
{
    const struct zone *z = &e->now;
    switch ((enum opcode)ins->op) {
    case OP_ABS: return bounds_least(z, operand(e, ins, 1)) != INT64_MIN;
    case OP_POPCOUNT:
    case OP_ISQRT: return bounds_least(z, operand(e, ins, 1)) >= 0;
    case OP_IN_POWERS: return bounds_least(z, operand(e, ins, 2)) >= 2;
    case OP_IN_DIVISORS: return bounds_least(z, operand(e, ins, 2)) >= 1;
    case OP_TABLE_INDEX: return in_box(e, ins);
    case OP_TABLE_GET: return is_before(e, ins);
    case OP_TABLE_MARK: {
        struct operand a = operand(e, ins, 0);
        return a.var > ZONE_ZERO && z->note[a.var].value && bounds_least(z, a) >= 0;
    }
    case OP_ADD:
    case OP_SUB:
    case OP_NEG:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
    case OP_XOR:
    case OP_BIT:
    case OP_GCD:
    case OP_POW: return within(e, ins);
    default: return false;
    }
}
