/* SPDX-License-Identifier: MIT */
/* What a clause `measure` says, proved: see claimed.h. */
#include "check/progress/claimed.h"
#include "check/progress/replace.h"

bool is_claimed(const struct circle *c)
{
    const struct game *games = c->ck->model->games;
    for (size_t i = 0; i < c->count; i++) {
        const struct game *g = &games[c->games[i]];
        if (!g->claimed_count || g->claimed_count != games[c->games[0]].claimed_count) return false;
    }
    return true;
}

/* ---- numbers that count what a feature counts */

static bool is_number(const struct expr *e, int64_t value)
{
    int64_t found;
    return e->kind == EXPR_INT && integer_fits(e->number, &found) && found == value;
}

/* A variable that runs through the cells of a field: its index; else -1. */
static int field_of_gen(const struct expr *e)
{
    if (e->kind != EXPR_FOLD || e->gen_count != 1 || e->gens[0].domain.kind != DOMAIN_ELEMENTS) return -1;
    const struct expr *row = e->gens[0].domain.low;
    bool cells = row->kind == EXPR_FIELD && (row->type == TYPE_ROW || row->type == TYPE_BAG);
    return cells ? row->index : -1;
}

static bool is_variable(const struct expr *fold, const struct expr *e)
{
    return e && expr_is_local(e, fold->gens[0].slot);
}

/* sum(x for x in s), count(x for x in s where x > 0), ... */
static bool fold_counts(const struct expr *e, int *field, enum cell_feature *cells)
{
    const struct expr *condition = e->kids[1];
    if ((*field = field_of_gen(e)) < 0) return false;
    if (e->index == FOLD_SUM && !condition && is_variable(e, e->kids[0])) return *cells = CELLS_SUM, true;
    if (e->index != FOLD_COUNT) return false;
    if (!condition) return *cells = CELLS_LENGTH, true;
    if (condition->count != 2 || !is_variable(e, condition->kids[0])) return false;
    const struct expr *by = condition->kids[1];
    bool zero = is_number(by, 0), one = is_number(by, 1);
    *cells = CELLS_EMPTY;
    if (condition->kind == EXPR_EQ && zero) return true;
    *cells = CELLS_FILLED;
    return (zero && (condition->kind == EXPR_GT || condition->kind == EXPR_NE)) || (one && condition->kind == EXPR_GE);
}

static bool counts(const struct expr *e, int *field, enum cell_feature *cells)
{
    if (e->kind == EXPR_FOLD) return fold_counts(e, field, cells);
    if (e->kind != EXPR_CALL || (e->index != BUILTIN_LEN && e->index != BUILTIN_SIZE)) return false;
    const struct expr *of = e->kids[0];
    if (of->kind != EXPR_FIELD || (e->index == BUILTIN_LEN && of->type == TYPE_TREE)) return false;
    *field = of->index;
    *cells = of->type == TYPE_ROW || of->type == TYPE_BAG ? CELLS_LENGTH : CELLS_NONE;
    return true;
}

/* ---- the proof */

struct claim {
    const struct circle *circle;
    struct fall *x;
};

static const struct linear_form *scalar_drop(struct claim *c, const struct expr *e, const struct expr *next, int64_t k)
{
    struct assumptions *f = c->x->f;
    struct replacement after = {.ck = f->ck, .fields = c->x->to->kids}, plain = {.ck = f->ck};
    const struct expr *now = replace_in(&plain, (struct expr *)e), *then = replace_in(&after, (struct expr *)next);
    if (after.failed || plain.failed) return NULL;
    return linear_sum(&f->work, assumptions_form(f, now), k, assumptions_form(f, then), -k);
}

static const struct linear_form *feature_drop(struct claim *c, int field, enum cell_feature cells, int64_t k)
{
    struct line line;
    if ((k < 0 && cells != CELLS_LENGTH) || !line_new(c->circle, &line)) return NULL;
    line_weights(&line, c->x->from)[field] = (struct weight){.factor = k, .cells = cells};
    return line_drop(c->x, &line);
}

/* k times e of the state minus k times e of the component, of the same game: a lower bound. */
static const struct linear_form *drop_of(struct claim *c, const struct expr *e, int64_t k)
{
    struct linear_work *w = &c->x->f->work;
    enum cell_feature cells;
    int field;
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB)
        return linear_sum(w, drop_of(c, e->kids[0], k), 1, drop_of(c, e->kids[1], e->kind == EXPR_ADD ? k : -k), 1);
    for (int i = 0; e->kind == EXPR_MUL && i < 2; i++) {
        int64_t by;
        bool small = e->kids[i]->kind == EXPR_INT && integer_fits(e->kids[i]->number, &by) && by >= -1000 && by <= 1000;
        if (small && by && k >= -1000 && k <= 1000) return drop_of(c, e->kids[1 - i], k * by);
    }
    return counts(e, &field, &cells) ? feature_drop(c, field, cells, k) : scalar_drop(c, e, e, k);
}

/* What may be negative of it; whatever a feature counts is not. NULL: that is not known. */
static const struct linear_form *scalar_part(struct assumptions *f, const struct expr *e, int64_t k)
{
    enum cell_feature cells;
    int field;
    struct linear_work *w = &f->work;
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB)
        return linear_sum(w, scalar_part(f, e->kids[0], k), 1, scalar_part(f, e->kids[1], e->kind == EXPR_ADD ? k : -k),
                          1);
    if (k > 0 && counts(e, &field, &cells)) return linear_constant(w, 0);
    return linear_scale(w, assumptions_form(f, e), k, 0);
}

const struct linear_form *claimed_drop(const struct circle *circle, struct fall *x, size_t i)
{
    struct claim c = {circle, x};
    const struct game *games = circle->ck->model->games;
    const struct expr *e = games[x->from].claimed[i], *next = games[x->to->game].claimed[i];
    return x->from == x->to->game ? drop_of(&c, e, 1) : scalar_drop(&c, e, next, 1);
}

/* The first number that is not sure to stay falls. */
static bool falls(struct fall *x, void *context)
{
    struct assumptions *f = x->f;
    const struct game *g = &f->ck->model->games[x->from];
    if (!same_circle(f, x->from, x->to->game)) return true;
    if (x->to->start >= 0) return false;
    struct assumptions_mark mark = assumptions_mark(f);
    bool good = true, done = false;
    for (size_t i = 0; i < g->claimed_count && good && !done; i++) {
        const struct linear_form *drop = claimed_drop(context, x, i);
        int64_t value;
        if (drop && linear_is_constant(drop, &value) && value == 0) continue;
        good = assumptions_prove(f, drop, 0) && form_is_bounded(f, scalar_part(f, g->claimed[i], 1));
        assumptions_at_least(f, linear_scale(&f->work, drop, -1, 0), 0);
        done = good && assumptions_contradictory(f);
    }
    assumptions_rewind(f, mark);
    return good && done;
}

bool claimed_falls(const struct circle *c) { return circle_falls(c, falls, (void *)c); }
