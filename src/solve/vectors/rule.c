/* SPDX-License-Identifier: MIT */
#include "solve/vectors/rule.h"
#include <string.h>
#include "base/numbers.h"

enum { DEPTH_MOST = 32, CALL_WEIGHT = 40, SMALL = 1 << 16, TERMS_MOST = 1024 };

struct finding {
    struct term_store terms;
    struct vectors_rule *rule;
    const struct unrolled *u;
    struct vectors_move *move;
    bool enough[MODEL_MAX_FIELDS]; /* is it said of the cell that it does not fall below its least number? */
    bool refused;
};

/* Factors of linear terms are below 2^17 (terms.h), so nothing here overflows. */
static bool is_small(int64_t constant) { return constant > -((int64_t)1 << 40) && constant < (int64_t)1 << 40; }

/* ---- atoms --------------------------------------------------------------------------------------------------------- */
static bool same_text(const struct term *a, const struct term *b)
{
    static const int names[TERM_VARIABLES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    struct text one = {0}, other = {0};
    term_text(a, names, &one);
    term_text(b, names, &other);
    bool same = !one.failed && !other.failed && strcmp(text_c(&one), text_c(&other)) == 0;
    text_free(&one);
    text_free(&other);
    return same;
}

/* The value that stands for this term. */
static struct term *atom_of(struct finding *f, const struct term *t)
{
    struct vectors_move *m = f->move;
    size_t i = 0;
    while (i < m->atom_count && !same_text(m->atoms[i], t)) i++;
    if (i == m->atom_count) {
        f->refused |= m->value_count + m->atom_count >= TERM_VALUES;
        if (f->refused) return NULL;
        m->atoms[m->atom_count++] = t;
    }
    return term_value(&f->terms, (int)(m->value_count + i));
}

/* The term with atoms in it, so that it is linear if anything makes it so. */
static const struct term *atomized(struct finding *f, const struct term *t, int depth)
{
    struct linear line;
    if (f->refused || depth == DEPTH_MOST || term_linear(t, &line)) return t;
    bool scaled = t->kind == EXPR_MUL && (t->kids[0]->kind == EXPR_INT || t->kids[1]->kind == EXPR_INT);
    if (t->kind != EXPR_ADD && t->kind != EXPR_SUB && t->kind != EXPR_NEG && !scaled)
        return term_cells_read(t) ? t : atom_of(f, t);
    struct term *kids[2] = {NULL, NULL};
    for (uint32_t i = 0; i < t->count && i < 2; i++) kids[i] = (struct term *)atomized(f, t->kids[i], depth + 1);
    const struct term *made = f->refused ? NULL : term_make(&f->terms, t->kind, kids, t->count);
    f->refused |= !made;
    return made ? made : t;
}

/* ---- conditions ---------------------------------------------------------------------------------------------------- */
/* line >= 0, which reads cells: does it say of one that what is left is not below its least number, or below a lesser
 * one? Then line = factor * (cell - taken) + rest, and it says that cell - taken >= ceiling(-rest / factor). */
static void demand(struct finding *f, const struct linear *line)
{
    size_t cell = 0;
    while (cell < f->rule->cells && !line->factor[cell]) cell++;
    if (cell == f->rule->cells || line->factor[cell] < 0) {
        f->refused = true;
        return;
    }
    const struct linear *taken = &f->move->taken[cell];
    int64_t factor = line->factor[cell], rest = line->constant + factor * taken->constant;
    for (size_t v = cell + 1; v < TERM_VARIABLES; v++) f->refused |= line->factor[v] + factor * taken->factor[v] != 0;
    int64_t least = number_ceiling(-rest, factor);
    f->refused |= least > f->u->least[cell];
    if (least == f->u->least[cell]) f->enough[cell] = true;
}

static void compare(struct finding *f, const struct term *more, const struct term *less, bool strictly);

/* less <= isqrt(more), where less is a value that is nowhere negative: less * less <= more. */
static void compare_root(struct finding *f, const struct term *more, const struct term *less)
{
    const struct term *low = less->kind == EXPR_LOCAL ? f->move->values[less->index].low : NULL;
    struct term *value = low && low->kind == EXPR_INT && low->constant >= 0 ? (struct term *)less : NULL,
                *square = value ? term_pair(&f->terms, EXPR_MUL, value, value) : NULL;
    if (square) compare(f, more, square, false);
    else f->refused = true;
}

/* more - less >= 0, or > 0. */
static void compare(struct finding *f, const struct term *more, const struct term *less, bool strictly)
{
    struct linear a, b;
    int64_t by = 1;
    if (more->kind == EXPR_CALL && more->index == BUILTIN_MIN) { /* what does not read cells is refused then */
        for (uint32_t i = 0; i < more->count; i++) compare(f, more->kids[i], less, strictly);
        return;
    }
    if (more->kind == EXPR_CALL && more->index == BUILTIN_ISQRT && !strictly)
        return compare_root(f, more->kids[0], less);
    if (more->kind == EXPR_DIV && !strictly && more->kids[1]->kind == EXPR_INT && more->kids[1]->constant > 0) {
        by = more->kids[1]->constant; /* less <= more / by, rounded down, where by * less <= more */
        more = more->kids[0];
    }
    more = atomized(f, more, 0);
    less = atomized(f, less, 0);
    if (f->refused || by > SMALL || !term_linear(more, &a) || !term_linear(less, &b) || !is_small(a.constant) ||
        !is_small(b.constant)) {
        f->refused = true;
        return;
    }
    a.constant -= by * b.constant + strictly;
    for (size_t v = 0; v < TERM_VARIABLES; v++) a.factor[v] -= by * b.factor[v];
    demand(f, &a);
}

/* Operators; those that lanes have no loop for count many times. */
static size_t operators_of(const struct term *t, int depth)
{
    bool call = t->kind == EXPR_CALL && t->index != BUILTIN_MIN && t->index != BUILTIN_MAX && t->index != BUILTIN_ABS;
    bool loop = !call && t->kind != EXPR_IN;
    size_t all = t->count == 0 ? 0 : loop ? 1 : CALL_WEIGHT;
    for (uint32_t i = 0; i < t->count && depth < DEPTH_MOST; i++) all += operators_of(t->kids[i], depth + 1);
    return all;
}

static void add(struct finding *f, const struct term *t, size_t *operators)
{
    struct vectors_move *m = f->move;
    if (t->kind == EXPR_AND) {
        add(f, t->kids[0], operators);
        add(f, t->kids[1], operators);
    } else if (!term_cells_read(t)) {
        if (m->condition_count == VECTORS_CONDITIONS) f->refused = true;
        else m->conditions[m->condition_count++] = t;
        *operators += operators_of(t, 0);
    } else if (t->kind == EXPR_GE || t->kind == EXPR_GT) compare(f, t->kids[0], t->kids[1], t->kind == EXPR_GT);
    else if (t->kind == EXPR_LE || t->kind == EXPR_LT) compare(f, t->kids[1], t->kids[0], t->kind == EXPR_LT);
    else f->refused = true;
}

/* value <= end. */
static void add_end(struct finding *f, const struct term *value, const struct term *end)
{
    if (end->kind == EXPR_CALL && end->index == BUILTIN_MIN)
        for (uint32_t i = 0; i < end->count; i++) add_end(f, value, end->kids[i]);
    else if (term_cells_read(end)) compare(f, end, value, false);
}

static bool is_zero(const struct linear *line)
{
    bool zero = !line->constant;
    for (size_t v = 0; v < TERM_VARIABLES; v++) zero &= !line->factor[v];
    return zero;
}

static enum status read_move(struct finding *f, const struct instance *in, struct arena *arena)
{
    struct vectors_move *m = f->move;
    size_t operators = 1;
    m->value_count = in->value_count;
    f->terms = (struct term_store){.arena = arena, .most = TERMS_MOST};
    f->refused |= in->ends;
    m->taken = arena_array(arena, f->rule->cells, sizeof *m->taken);
    if (!m->taken) return ST_NO_MEMORY;
    for (size_t c = 0; !f->refused && c < f->rule->cells; c++) {
        f->refused |= !term_taken(atomized(f, in->after[c], 0), c, &m->taken[c]);
        f->enough[c] = !f->refused && is_zero(&m->taken[c]);
    }
    for (size_t k = 0; !f->refused && k < in->value_count; k++) {
        const struct term *value = term_value(&f->terms, (int)k);
        if (!value) return ST_NO_MEMORY;
        m->values[k] = in->values[k];
        f->refused |= term_cells_read(in->values[k].low) != 0;
        if (!f->refused) add_end(f, value, in->values[k].high);
    }
    for (size_t i = 0; !f->refused && i < in->condition_count; i++) add(f, in->conditions[i], &operators);
    for (size_t c = 0; !f->refused && c < f->rule->cells; c++) f->refused |= !f->enough[c];
    if (operators > f->rule->operators) f->rule->operators = operators;
    return ST_OK;
}

enum status vectors_find(const struct unrolled *u, struct arena *arena, struct vectors_rule *rule)
{
    struct finding f = {.rule = rule, .u = u};
    *rule = (struct vectors_rule){.cells = u->cells, .move_count = u->instances.count};
    if (!u->fine || u->restricted || u->cells < 2 || u->cells > MODEL_MAX_FIELDS) return ST_OK;
    for (size_t c = 0; c < u->cells; c++)
        if (u->bag[c]) return ST_OK;
    rule->moves = arena_array(arena, rule->move_count + 1, sizeof *rule->moves);
    if (!rule->moves) return ST_NO_MEMORY;
    for (size_t i = 0; i < rule->move_count && !f.refused; i++) {
        f.move = &rule->moves[i];
        *f.move = (struct vectors_move){0};
        enum status st = read_move(&f, &u->instances.data[i], arena);
        if (st != ST_OK) return st;
    }
    rule->fine = !f.refused;
    return ST_OK;
}
