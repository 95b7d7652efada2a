/* SPDX-License-Identifier: MIT */
/* Comprehensions as rows with special cells: see rebuilt.h. */
#include "check/progress/rebuilt.h"
#include "check/progress/replace.h"

/* ---- expressions */

static bool is_local(void *context, const struct expr *e)
{
    const struct rebuilt *r = context;
    for (int i = 0; i < r->dims; i++)
        if (expr_is_local(e, r->slot[i])) return true;
    return false;
}

static bool mentions(const struct rebuilt *r, const struct expr *e) { return expr_any(e, is_local, (void *)r); }

static struct expr *two(struct assumptions *f, enum expr_kind kind, struct expr *a, struct expr *b)
{
    return a && b ? made_expr(f, kind, TYPE_INT, 0, (struct expr *[]){a, b}, 2) : NULL;
}

static struct expr *number(struct assumptions *f, int64_t value)
{
    struct expr *e = expr_create_int(f->ck->scratch, (struct span){0}, value);
    if (!e) f->ck->no_memory = true;
    return e;
}

struct expr *size_call(struct assumptions *f, enum builtin builtin, const struct expr *e)
{
    while (e->kind == EXPR_WITH || (e->kind == EXPR_CALL && (e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE ||
                                                             e->index == BUILTIN_COMPONENT)))
        e = e->kids[0];
    if (e->kind == EXPR_ROW && builtin == BUILTIN_LEN && !e->name) return number(f, (int64_t)e->count);
    return made_expr(f, EXPR_CALL, TYPE_INT, (int)builtin, (struct expr *[]){(struct expr *)e}, 1);
}

/* e with the values of a point for the variables. */
struct expr *rebuilt_at(struct assumptions *f, const struct rebuilt *r, struct expr *const *value, struct expr *e)
{
    struct replacement map = {.ck = f->ck, .slot_count = (size_t)r->dims};
    for (int i = 0; i < r->dims; i++) {
        map.slots[i].slot = r->slot[i];
        map.slots[i].by = value[i];
    }
    struct expr *there = replace_in(&map, e);
    return map.failed ? NULL : there;
}

static struct expr *read_cell(struct assumptions *f, const struct rebuilt *r, struct expr *const *at)
{
    struct expr *kids[3] = {(struct expr *)r->base, at[0], at[1]};
    return made_expr(f, EXPR_INDEX, TYPE_INT, 0, kids, 1 + (size_t)r->dims);
}

struct expr *rebuilt_cell(struct assumptions *f, const struct rebuilt *r)
{
    return read_cell(f, r, (struct expr *const *)r->at);
}

/* ---- the base and how it is read */

static struct expr *variable(struct assumptions *f, int slot)
{
    return made_expr(f, EXPR_LOCAL, TYPE_INT, slot, NULL, 0);
}

/* The value of the variable at which `at`, the variable or it plus or minus something, is w. */
static struct expr *turn_round(struct assumptions *f, const struct rebuilt *r, const struct expr *at, struct expr *w)
{
    if (at->kind == EXPR_LOCAL) return w;
    bool first = mentions(r, at->kids[0]);
    if (at->kind == EXPR_ADD) return two(f, EXPR_SUB, w, at->kids[first ? 1 : 0]);
    return first ? two(f, EXPR_ADD, w, at->kids[1]) : two(f, EXPR_SUB, at->kids[0], w);
}

static bool has_inverse(const struct rebuilt *r, int dim, const struct expr *at)
{
    const struct rebuilt one = {.dims = 1, .slot = {r->slot[dim]}};
    if (at->kind == EXPR_LOCAL) return mentions(&one, at);
    if (at->kind != EXPR_ADD && at->kind != EXPR_SUB) return false;
    for (int i = 0; i < 2; i++)
        if (at->kids[i]->kind == EXPR_LOCAL && mentions(&one, at->kids[i]) && !mentions(r, at->kids[1 - i]))
            return true;
    return false;
}

/* The first cell that is read in a way that can be turned round; one at the variables themselves goes before others. */
struct reading {
    const struct rebuilt *r;
    const struct expr *found;
};
static bool is_reading(void *context, const struct expr *e)
{
    struct reading *x = context;
    if (e->kind != EXPR_INDEX || (int)e->count != 1 + x->r->dims || mentions(x->r, e->kids[0])) return false;
    bool plain = true;
    for (int i = 0; i < x->r->dims; i++) {
        if (!has_inverse(x->r, i, e->kids[1 + i])) return false;
        plain = plain && e->kids[1 + i]->kind == EXPR_LOCAL;
    }
    if (plain || !x->found) x->found = e;
    return plain;
}

static void find_base(struct assumptions *f, struct rebuilt *r, const struct expr *like)
{
    struct reading x = {r, NULL};
    expr_any(r->body, is_reading, &x);
    r->base = x.found ? x.found->kids[0] : like;
    for (int i = 0; i < r->dims; i++) r->at[i] = x.found ? x.found->kids[1 + i] : variable(f, r->slot[i]);
}

/* ---- points */

static bool same_form(struct assumptions *f, const struct expr *a, const struct expr *b)
{
    const struct linear_form *x = assumptions_form(f, a), *y = assumptions_form(f, b);
    return x && y && linear_compare(x, y) == 0;
}

/* A reading of one cell, turned round. */
struct sought {
    struct assumptions *f;
    const struct rebuilt *r;
    const struct expr *cell;
    struct expr *value[2];
};
static bool is_read(void *context, const struct expr *e)
{
    struct sought *x = context;
    if (e->kind != EXPR_INDEX || e->count != x->cell->count || !expr_equal(e->kids[0], x->cell->kids[0])) return false;
    x->value[0] = x->value[1] = NULL;
    for (size_t i = 1; i < e->count; i++) {
        int d = 0;
        while (d < x->r->dims && !has_inverse(x->r, d, e->kids[i])) d++;
        if (d == x->r->dims && (mentions(x->r, e->kids[i]) || !same_form(x->f, e->kids[i], x->cell->kids[i])))
            return false;
        if (d == x->r->dims) continue;
        struct expr *value = turn_round(x->f, x->r, e->kids[i], x->cell->kids[i]);
        if (!value || (x->value[d] && !same_form(x->f, x->value[d], value))) return false;
        x->value[d] = value;
    }
    return x->value[0] && (x->r->dims == 1 || x->value[1]);
}

bool rebuilt_values(struct assumptions *f, const struct rebuilt *r, const struct expr *cell, struct expr *value[2])
{
    struct sought x = {.f = f, .r = r, .cell = cell};
    if (!expr_any(r->body, is_read, &x)) return false;
    value[0] = x.value[0], value[1] = x.value[1];
    return true;
}

static void add_point(struct assumptions *f, struct rebuilt *r, struct expr *a, struct expr *b)
{
    struct rebuilt_point p = {.value = {a, b}};
    if (r->count == REBUILT_POINTS || !a || (r->dims > 1 && !b)) return;
    for (size_t i = 0; i < r->count; i++) {
        bool same = same_form(f, r->points[i].value[0], a);
        if (same && (r->dims == 1 || same_form(f, r->points[i].value[1], b))) return;
    }
    struct expr *at[2] = {rebuilt_at(f, r, p.value, r->at[0]),
                          r->dims > 1 ? rebuilt_at(f, r, p.value, r->at[1]) : NULL};
    p.body = rebuilt_at(f, r, p.value, r->body);
    if (!p.body || !at[0] || (r->dims > 1 && !at[1])) return;
    p.cell = read_cell(f, r, at);
    if (p.cell) r->points[r->count++] = p;
}

/* What the variables are compared with. */
struct compared {
    struct assumptions *f;
    const struct rebuilt *r;
    struct expr *with[2][REBUILT_POINTS];
    size_t count[2];
};

/* e, the variable of a dimension or that plus or minus something, is compared with `with`. */
static void note_value(struct compared *c, const struct expr *e, struct expr *with)
{
    for (int d = 0; with && d < c->r->dims; d++) {
        if (!has_inverse(c->r, d, e) || mentions(c->r, with)) continue;
        struct expr *value = turn_round(c->f, c->r, e, with);
        bool known = !value || c->count[d] == REBUILT_POINTS;
        for (size_t k = 0; !known && k < c->count[d]; k++) known = expr_equal(c->with[d][k], value);
        if (!known) c->with[d][c->count[d]++] = value;
    }
}

static bool note_comparison(void *context, const struct expr *e)
{
    struct compared *c = context;
    for (int i = 0; expr_compares(e->kind) && i < 2; i++) note_value(c, e->kids[i], e->kids[1 - i]);
    if (e->kind != EXPR_IN) return false;
    const struct domain *set = e->domain;
    if (set->kind == DOMAIN_RANGE) note_value(c, e->kids[0], set->low), note_value(c, e->kids[0], set->high);
    for (size_t i = 0; set->kind == DOMAIN_SET && i < set->item_count; i++) note_value(c, e->kids[0], set->items[i]);
    return false;
}

/* A cell of the base that does not depend on the variables becomes a term, whose place is a point. */
struct reader {
    struct assumptions *f;
    const struct rebuilt *r;
};
static bool note_cell(void *context, const struct expr *e)
{
    struct reader *x = context;
    bool cell = e->kind == EXPR_INDEX && expr_equal(e->kids[0], x->r->base) && !mentions(x->r, e);
    if (cell) assumptions_form(x->f, e);
    return false;
}

/* Only values that the move has chosen are points of both dimensions in comparisons. */
static void find_points(struct assumptions *f, struct rebuilt *r)
{
    struct compared c = {.f = f, .r = r};
    expr_any(r->body, note_comparison, &c);
    if (r->condition) expr_any(r->condition, note_comparison, &c);
    if (r->dims == 1)
        for (size_t i = 0; i < c.count[0]; i++) add_point(f, r, c.with[0][i], NULL);
    else
        for (size_t i = 0; i < c.count[0] && i < c.count[1]; i++) add_point(f, r, c.with[0][i], c.with[1][i]);
    struct reader cells = {f, r};
    expr_any(r->body, note_cell, &cells);
    if (r->condition) expr_any(r->condition, note_cell, &cells);
    size_t terms = f->terms.count;
    for (size_t i = 0; i < terms; i++) {
        const struct expr *e = f->terms.data[i].expr;
        if (!e || e->kind != EXPR_INDEX || (int)e->count != 1 + r->dims || !expr_equal(e->kids[0], r->base)) continue;
        if (mentions(r, e)) continue;
        add_point(f, r, turn_round(f, r, r->at[0], e->kids[1]),
                  r->dims > 1 ? turn_round(f, r, r->at[1], e->kids[2]) : NULL);
    }
}

/* ---- opening */

/* x in s: x is s[x], where x is now a place. */
static bool over_elements(struct assumptions *f, struct rebuilt *r, const struct gen *gen)
{
    const struct expr *base = gen->domain.low;
    if (base->type != TYPE_ROW && base->type != TYPE_BAG) return false;
    struct expr *at[2] = {(struct expr *)base, variable(f, gen->slot)};
    struct expr *value = made_expr(f, EXPR_INDEX, TYPE_INT, 0, at, 2);
    r->low[0] = number(f, 1);
    r->high[0] = size_call(f, BUILTIN_LEN, base);
    if (!value || !r->low[0] || !r->high[0]) return false;
    r->body = rebuilt_at(f, r, &value, r->body);
    bool whole = !r->condition || (r->condition = rebuilt_at(f, r, &value, r->condition));
    return r->body && whole;
}

static bool over_range(struct rebuilt *r, int dim, const struct gen *gen)
{
    r->slot[dim] = gen->slot;
    r->low[dim] = gen->domain.low;
    r->high[dim] = gen->domain.high;
    return gen->domain.kind == DOMAIN_RANGE && gen->domain.high;
}

static bool open_comprehension(struct assumptions *f, const struct expr *e, struct rebuilt *r)
{
    const struct expr *inner = e->type == TYPE_GRID ? e->kids[0] : e;
    if (e->kind != EXPR_ROW_FOR || e->gen_count != 1 || inner->kind != EXPR_ROW_FOR || inner->gen_count != 1)
        return false;
    r->dims = e == inner ? 1 : 2;
    r->body = inner->kids[0];
    r->condition = inner->kids[1];
    r->slot[0] = e->gens[0].slot;
    if (r->body->type != TYPE_INT) return false;
    if (r->dims == 2)
        return !r->condition && !e->kids[1] && over_range(r, 0, &e->gens[0]) && over_range(r, 1, &inner->gens[0]) &&
               !mentions(r, r->low[1]) && !mentions(r, r->high[1]);
    return e->gens[0].domain.kind == DOMAIN_ELEMENTS ? over_elements(f, r, &e->gens[0]) : over_range(r, 0, &e->gens[0]);
}

bool rebuilt_open(struct assumptions *f, const struct expr *e, const struct expr *like, struct rebuilt *out)
{
    struct rebuilt r = {.whole = e};
    struct replacement plain = {.ck = f->ck};
    if (!open_comprehension(f, e, &r)) return false;
    r.body = replace_in(&plain, r.body);
    if (r.condition) r.condition = replace_in(&plain, r.condition);
    if (plain.failed || f->ck->no_memory) return false;
    find_base(f, &r, like);
    find_points(f, &r);
    *out = r;
    return !f->ck->no_memory;
}

bool rebuilt_open_fold(struct assumptions *f, const struct expr *fold, struct rebuilt *out)
{
    struct rebuilt r = {.whole = fold, .dims = (int)fold->gen_count, .body = fold->kids[0], .condition = fold->kids[1]};
    if (!r.body || r.dims < 1 || r.dims > 2) return false;
    bool elements = r.dims == 1 && fold->gens[0].domain.kind == DOMAIN_ELEMENTS;
    r.slot[0] = fold->gens[0].slot;
    for (int d = 0; !elements && d < r.dims; d++)
        if (!over_range(&r, d, &fold->gens[d])) return false;
    if (elements && !over_elements(f, &r, &fold->gens[0])) return false;
    if (r.dims == 2 && (mentions(&r, r.low[1]) || mentions(&r, r.high[1]))) return false;
    *out = r;
    return !f->ck->no_memory;
}
