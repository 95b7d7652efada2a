/* SPDX-License-Identifier: MIT */
#include "solve/dynamic/private.h"
#include "model/builtins.h"
#include "model/expr.h"

enum { CALL_WEIGHT = 80, DEPTH_MOST = 12 };
struct finding {
    struct dynamic_rule *rule;
    struct term_store terms;
    uint64_t bound;         /* the bit of the cell */
    struct term *undefined; /* of the move that is read: all so far that may have no value, joined; NULL: nothing */
    bool refused;
};

static uint64_t values_of(const struct term *t) { return t->reads >> TERM_CELLS; }

static void add_term(struct finding *f, struct dynamic_terms *to, const struct term *t)
{
    if (to->count == DYNAMIC_TERMS) f->refused = true;
    else to->items[to->count++] = t;
}

static void add_condition(struct finding *f, struct dynamic_conditions *to, const struct term *t)
{
    if (to->count == DYNAMIC_TERMS) {
        f->refused = true;
        return;
    }
    struct dynamic_condition *c = &to->items[to->count++];
    struct term *difference = NULL;
    *c = (struct dynamic_condition){.term = t, .kind = t->kind};
    if (expr_compares(t->kind)) difference = term_make(&f->terms, EXPR_SUB, t->kids, 2);
    c->linear = difference && term_linear(difference, &c->difference);
}

/* ---- conditions
 * -------------------------------------------------------------------------------------------------- */
/* Of `value <= end`, also if it is written the other way round or with <, where the end reads earlier values only:
 * an end of the range, and no more than that. False: it is another condition. */
static bool narrow_range(struct finding *f, struct dynamic_move *m, const struct term *t)
{
    bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, strict = t->kind == EXPR_LT || t->kind == EXPR_GT;
    if (!less && t->kind != EXPR_GT && t->kind != EXPR_GE) return false;
    for (int side = 0; side < 2; side++) {
        struct term *value = t->kids[side], *end = t->kids[1 - side];
        bool high = less == (side == 0);
        if (value->kind != EXPR_LOCAL || values_of(end) >> value->index) continue;
        struct term *sides[] = {end, term_int(&f->terms, 1)};
        if (strict) end = term_make(&f->terms, high ? EXPR_SUB : EXPR_ADD, sides, 2);
        if (end) add_term(f, high ? &m->high[value->index] : &m->low[value->index], end);
        return true;
    }
    return false;
}

static void without_bound(struct finding *f, struct dynamic_move *m, const struct term *t)
{
    size_t known = 0;
    while (values_of(t) >> known) known++;
    if (known > DYNAMIC_VALUES) f->refused = true;
    else if (!known || !narrow_range(f, m, t)) add_term(f, &m->filter[known], t);
}

static void with_bound(struct finding *f, struct dynamic_move *m, const struct term *t)
{
    uint64_t values = values_of(t), cells = term_cells_read(t);
    int value = values ? __builtin_ctzll(values) : -1;
    m->may_fail |= !term_never_fails(t);
    if (!values) add_condition(f, &m->gate, t);
    else if (cells != f->bound || (values & (values - 1)) || (m->shared_value >= 0 && m->shared_value != value))
        add_condition(f, &m->own, t);
    else {
        m->shared_value = value;
        add_condition(f, &m->shared, t);
    }
}

/* Operators, of which those that lanes have no loop for count many times. */
static size_t weight(const struct term *t, int depth)
{
    bool loop = t->kind != EXPR_CALL || t->index == BUILTIN_MIN || t->index == BUILTIN_MAX || t->index == BUILTIN_ABS;
    size_t all = t->count == 0 ? 0 : loop ? 1 : CALL_WEIGHT;
    for (uint32_t i = 0; i < t->count && depth < DEPTH_MOST; i++) all += weight(t->kids[i], depth + 1);
    return all;
}

/* Is there no value for some variables, by the rule and not because numbers of 64 bits end? */
static bool may_be_undefined(const struct term *t)
{
    bool divides = t->kind == EXPR_DIV || t->kind == EXPR_MOD, may = false;
    if (divides) may = t->kids[1]->kind != EXPR_INT || t->kids[1]->constant == 0;
    if (t->kind == EXPR_CALL) may = builtin_info((enum builtin)t->index)->needs != NEEDS_ANY;
    /* there are no powers of 0 or 1, and every number divides 0 */
    if (t->kind == EXPR_IN && t->count > 1) may = t->kids[1]->kind != EXPR_INT || t->kids[1]->constant < 2;
    for (uint32_t i = 0; i < t->count && !may; i++) may = may_be_undefined(t->kids[i]);
    return may;
}

/* What may have no value is not looked at before what stands in front of it, else it would hide that this has none.
 * Conditions are sorted, so it brings that along: the condition, with all of that in front; NULL: memory. */
static struct term *in_its_place(struct finding *f, const struct term *t)
{
    struct term *sides[] = {f->undefined, (struct term *)t};
    if (!may_be_undefined(t)) return sides[1];
    return f->undefined = f->undefined ? term_make(&f->terms, EXPR_AND, sides, 2) : sides[1];
}

/* ---- quotients --------------------------------------------------------------------------------------------------- */
enum expr_kind dynamic_turned(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_LT: return EXPR_GT;
    case EXPR_LE: return EXPR_GE;
    case EXPR_GT: return EXPR_LT;
    case EXPR_GE: return EXPR_LE;
    default: return kind;
    }
}

/* Is the side floor(F / m), m > 0, or that and R more or less? *other, which it is compared with, less R. */
static const struct term *quotient_in(struct finding *f, struct term *side, struct term **other)
{
    struct term *q = side;
    if ((side->kind == EXPR_ADD || side->kind == EXPR_SUB) && side->kids[0]->kind == EXPR_DIV) {
        q = side->kids[0];
        *other = term_pair(&f->terms, side->kind == EXPR_ADD ? EXPR_SUB : EXPR_ADD, *other, side->kids[1]);
    } else if (side->kind == EXPR_ADD && side->kids[1]->kind == EXPR_DIV) {
        q = side->kids[1];
        *other = term_pair(&f->terms, EXPR_SUB, *other, side->kids[0]);
    }
    bool divides = q->kind == EXPR_DIV && q->kids[1]->kind == EXPR_INT;
    return divides && q->kids[1]->constant > 0 ? q : NULL;
}

/* Of whole numbers A >= floor(F / m) is m A + m - 1 >= F, and A > floor(F / m) is m A > F; A < and A <= are what these are not. So
 * `t >= (last + 1) / 2` is as linear as `2 * t >= last`. Other conditions are returned as they are; NULL: memory is out. */
static const struct term *without_quotient(struct finding *f, const struct term *t)
{
    bool compares = t->kind == EXPR_LT || t->kind == EXPR_LE || t->kind == EXPR_GT || t->kind == EXPR_GE;
    for (size_t side = 0; compares && side < 2; side++) {
        struct linear line;
        struct term *a = t->kids[1 - side];
        const struct term *q = quotient_in(f, t->kids[side], &a);
        if (!q) continue;
        enum expr_kind kind = side == 1 ? t->kind : dynamic_turned(t->kind);
        struct term *product = term_pair(&f->terms, EXPR_MUL, a, q->kids[1]);
        if (kind == EXPR_GE || kind == EXPR_LT)
            product = term_pair(&f->terms, EXPR_ADD, product, term_int(&f->terms, q->kids[1]->constant - 1));
        struct term *difference = term_pair(&f->terms, EXPR_SUB, product, q->kids[0]);
        if (!difference) return NULL;
        if (term_linear(difference, &line)) return term_pair(&f->terms, kind, product, q->kids[0]);
    }
    return t;
}

static void add(struct finding *f, struct dynamic_move *m, const struct term *t)
{
    if (t) f->rule->operators += weight(t, 0);
    if (t && t->kind == EXPR_AND) {
        add(f, m, t->kids[0]);
        add(f, m, t->kids[1]);
        return;
    }
    if (t && (t->reads & f->bound)) t = without_quotient(f, t);
    if (t) t = in_its_place(f, t);
    if (!t) f->terms.no_memory = true;
    else if (t->reads & f->bound) with_bound(f, m, t);
    else without_bound(f, m, t);
}

/* ---- ranges
 * ------------------------------------------------------------------------------------------------------ */
/* One end: what does not read the cell stays one, and the rest is a condition on the value. */
static void add_end(struct finding *f, struct dynamic_move *m, size_t k, const struct term *end, bool high)
{
    struct term *sides[] = {term_value(&f->terms, (int)k), (struct term *)end};
    if (end->kind == EXPR_CALL && end->index == (high ? BUILTIN_MIN : BUILTIN_MAX)) {
        for (uint32_t i = 0; i < end->count; i++) add_end(f, m, k, end->kids[i], high);
    } else if (end->reads & f->bound) {
        add(f, m, term_make(&f->terms, high ? EXPR_LE : EXPR_GE, sides, 2));
    } else {
        add_term(f, high ? &m->high[k] : &m->low[k], end);
        struct term *within = may_be_undefined(end) ? term_make(&f->terms, high ? EXPR_LE : EXPR_GE, sides, 2) : NULL;
        if (within && !in_its_place(f, within)) f->terms.no_memory = true;
    }
}

static void read_move(struct finding *f, const struct instance *written, struct dynamic_move *m)
{
    struct instance spelled = *written, *in = &spelled;
    dynamic_respell(&f->terms, f->rule->cells, f->rule->bound, in);
    m->value_count = in->value_count;
    m->shared_value = -1;
    m->ends = in->ends;
    f->undefined = NULL;
    if (in->value_count > DYNAMIC_VALUES || f->terms.no_memory) f->refused = true;
    for (size_t k = 0; !f->refused && k < in->value_count; k++) {
        add_end(f, m, k, in->values[k].low, false);
        add_end(f, m, k, in->values[k].high, true);
    }
    for (size_t i = 0; !f->refused && i < in->condition_count; i++) add(f, m, in->conditions[i]);
    for (size_t k = 0; !f->refused && k < in->value_count; k++) f->refused |= !m->low[k].count || !m->high[k].count;
    for (size_t c = 0; !in->ends && c < f->rule->cells; c++) m->after[c] = in->after[c];
}

/* The last cell that no result reads. */
static bool find_bound(const struct unrolled *u, size_t *bound)
{
    uint64_t read = 0;
    for (size_t i = 0; i < u->instances.count; i++)
        for (size_t c = 0; !u->instances.data[i].ends && c < u->cells; c++)
            read |= u->instances.data[i].after[c]->reads;
    for (*bound = u->cells; (*bound)-- > 0;)
        if (!(read >> *bound & 1)) return true;
    return false;
}

enum status dynamic_find(const struct unrolled *u, struct arena *arena, struct dynamic_rule *rule)
{
    struct finding f = {.rule = rule, .terms = {.arena = arena, .most = 1 << 16}};
    *rule = (struct dynamic_rule){.cells = u->cells, .move_count = u->instances.count};
    if (!u->fine || u->restricted || u->cells < 2 || !find_bound(u, &rule->bound)) return ST_OK;
    f.bound = term_bit((int)rule->bound);
    rule->moves = arena_array(arena, rule->move_count + 1, sizeof *rule->moves);
    if (!rule->moves) return ST_NO_MEMORY;
    for (size_t i = 0; i < rule->move_count && !f.refused; i++) read_move(&f, &u->instances.data[i], &rule->moves[i]);
    rule->fine = !f.refused && !f.terms.no_memory;
    return ST_OK;
}
