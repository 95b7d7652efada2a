/* SPDX-License-Identifier: MIT */
/* Forward over the instructions. What is known at a jump's target is what all jumps to it and the instruction before
 * agree on. Targets of jumps forward are made anew by each pass; those of loops keep what they had, and lose what
 * changes, so the passes come to an end. */
#include "code/native/known.h"
#include "base/mem.h"
#include "code/native/effect.h"

enum { MOST_BYTES = 32 << 20, MOST_PASSES = 60, PATIENCE = 3 };

struct reader {
    struct effect e;
    struct known *out;
    struct zone *at; /* what is known at targets of jumps; bound NULL: it is none */
    bool *loop;      /* the target of a jump back */
    uint8_t *visits;
    bool again; /* something was lost in this pass */
};

static void record(const struct reader *r, size_t at)
{
    const struct ins *ins = &r->e.p->code[at];
    struct known_at *k = &r->out->at[at];
    *k = (struct known_at){.reached = r->e.now.reached};
    for (int i = 0; i < OPERANDS; i++) {
        enum operand_kind kind = op_table[ins->op].operands[i];
        bool reads = r->e.now.reached && (kind == OPD_R || kind == OPD_U);
        struct operand x = reads ? effect_operand(&r->e, ins_operand(ins, i)) : (struct operand){-1, 0};
        k->least[i] = bounds_least(&r->e.now, x);
        k->most[i] = bounds_most(&r->e.now, x);
    }
    k->fine = k->reached && effect_fine(&r->e, ins);
}

/* ---- passes ----------------------------------------------------------------------------------------------------- */

static void flow(struct reader *r, size_t to, const struct zone *z)
{
    bool grown = r->loop[to] && r->visits[to] >= PATIENCE;
    bool changed = zone_join(&r->at[to], z, grown);
    if (!r->loop[to] || !changed) return;
    r->again = true;
    if (r->visits[to] < PATIENCE) r->visits[to]++;
}

static void arrive(struct reader *r, size_t at)
{
    if (!r->at[at].bound) return;
    flow(r, at, &r->e.now);
    zone_copy(&r->e.now, &r->at[at]);
    if (r->loop[at] && r->e.now.reached) zone_tighten(&r->e.now);
}

static void step(struct reader *r, size_t at)
{
    const struct ins *ins = &r->e.p->code[at];
    const struct op_info *op = &op_table[ins->op];
    int target = -1;
    record(r, at);
    for (int k = 0; k < OPERANDS; k++)
        if (op->operands[k] == OPD_L || op->operands[k] == OPD_B) target = ins_operand(ins, k);
    effect_of(&r->e, ins);
    if (target >= 0) flow(r, (size_t)target, &r->e.jump);
    if (op->flow == FLOW_J || op->flow == FLOW_H) r->e.now.reached = false;
}

static void pass(struct reader *r)
{
    r->again = false;
    for (size_t at = 0; at < r->e.p->count; at++)
        if (r->at[at].bound && !r->loop[at]) r->at[at].reached = false;
    zone_copy(&r->e.now, &r->e.enter);
    for (size_t at = 0; at < r->e.p->count; at++) {
        arrive(r, at);
        step(r, at);
    }
}

/* ---- premises --------------------------------------------------------------------------------------------------- */

static void enter(struct reader *r)
{
    const struct game *g = &r->e.m->games[r->e.p->game];
    struct zone *z = &r->e.enter;
    for (size_t i = 0; i < g->field_count; i++) {
        zone_assume(z, r->e.ends + (int)i, ZONE_ZERO, KNOWN_MOST);
        zone_assume(z, r->e.first_field + (int)i, r->e.ends + (int)i, 0);
        if (r->e.premises->low[i] >= -KNOWN_MOST)
            zone_assume(z, ZONE_ZERO, r->e.first_field + (int)i, -r->e.premises->low[i]);
    }
    for (size_t i = 0; i < r->e.m->param_count; i++) {
        const struct param *param = &r->e.m->params[i];
        int x = (int)i + 1;
        if (param->kind == PARAM_SET) continue;
        if (r->e.premises->small_params) {
            zone_assume(z, x, ZONE_ZERO, KNOWN_MOST);
            zone_assume(z, ZONE_ZERO, x, KNOWN_MOST);
        }
        if (effect_least_element(param) > -ZONE_LIMIT) zone_assume(z, ZONE_ZERO, x, -effect_least_element(param));
    }
}

bool known_params_hold(const struct premises *premises, const struct model *m, const struct param_value *params)
{
    for (size_t i = 0; i < m->param_count; i++) {
        bool set = m->params[i].kind == PARAM_SET;
        int64_t least = effect_least_element(&m->params[i]);
        if (set ? params[i].set_count && params[i].set[0] < least : params[i].value < least) return false;
        if (!set && premises->small_params && !known_is_small(params[i].value)) return false;
        if (premises_fix(premises, m, (int32_t)i) && premises->params[i] != params[i].value) return false;
    }
    return true;
}

bool known_holds(const struct premises *premises, const struct model *m, const struct param_value *params,
                 const int64_t *low, const int64_t *high, size_t fields)
{
    for (size_t i = 0; i < fields; i++)
        if (low[i] != premises->low[i] || low[i] < -KNOWN_MOST || high[i] > KNOWN_MOST) return false;
    return known_params_hold(premises, m, params);
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static bool open_reader(struct reader *r)
{
    const struct program *p = r->e.p;
    int fields = (int)r->e.m->games[p->game].field_count, registers = p->registers - p->constant_count;
    int count = registers + fields + 2;
    size_t targets = 3;
    r->e.first_field = (int)r->e.m->param_count + 2;
    r->e.ends = registers + 1;
    r->at = mem_alloc(p->count * sizeof *r->at);
    r->loop = mem_alloc(p->count);
    r->visits = mem_alloc(p->count);
    if (!r->at || !r->loop || !r->visits) return false;
    for (size_t at = 0; at < p->count; at++) {
        r->e.none = r->e.none || p->code[at].op == OP_TABLE_NONE;
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[p->code[at].op].operands[k];
            struct zone *z = kind == OPD_L || kind == OPD_B ? &r->at[ins_operand(&p->code[at], k)] : NULL;
            if (kind == OPD_B) r->loop[z - r->at] = true;
            if (!z || z->bound) continue;
            if (++targets * zone_bytes(count, p->iterators) > MOST_BYTES) return true;
            if (!zone_open(z, count, p->iterators)) return false;
            z->reached = false;
        }
    }
    return zone_open(&r->e.now, count, p->iterators) && zone_open(&r->e.jump, count, p->iterators) &&
           zone_open(&r->e.enter, count, p->iterators);
}

static void close_reader(struct reader *r)
{
    for (size_t i = 0; r->at && i < r->e.p->count; i++) zone_close(&r->at[i]);
    zone_close(&r->e.now);
    zone_close(&r->e.jump);
    zone_close(&r->e.enter);
    mem_free(r->at, r->e.p->count * sizeof *r->at);
    mem_free(r->loop, r->e.p->count);
    mem_free(r->visits, r->e.p->count);
}

static void forget_all(struct known *k)
{
    for (size_t i = 0; i < k->count; i++) {
        k->at[i] = (struct known_at){.reached = true};
        for (int o = 0; o < OPERANDS; o++) k->at[i].least[o] = INT64_MIN, k->at[i].most[o] = INT64_MAX;
    }
}

bool known_of(const struct program *p, const struct model *m, const struct premises *premises, struct known *k)
{
    struct reader r = {.e = {.p = p, .m = m, .premises = premises}, .out = k, .again = true};
    *k = (struct known){mem_alloc(p->count * sizeof *k->at), p->count};
    bool fine = k->at && open_reader(&r);
    if (fine) forget_all(k);
    if (fine && r.e.enter.bound) {
        enter(&r);
        for (int i = 0; i < MOST_PASSES && r.again; i++) pass(&r);
        if (r.again) forget_all(k);
    }
    close_reader(&r);
    if (!fine) known_free(k);
    return fine;
}

int64_t known_least(const struct known *k, size_t at, int operand) { return k->at[at].least[operand]; }
int64_t known_most(const struct known *k, size_t at, int operand) { return k->at[at].most[operand]; }
bool known_fine(const struct known *k, size_t at) { return k->at[at].fine; }

void known_free(struct known *k)
{
    mem_free(k->at, k->count * sizeof *k->at);
    *k = (struct known){0};
}
