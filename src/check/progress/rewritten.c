/* SPDX-License-Identifier: MIT */
/* Moves that write a cell which may hold already what they write: see rewritten.h. */
#include "check/progress/rewritten.h"
#include "check/progress/replace.h"

/* ---- candidates: a cell that a move writes differs from what is written */

struct candidates {
    const struct circle *c;
    struct expr **items;
    size_t count;
};

/* Does the value depend on the state alone? */
static void look_at_part(void *context, struct expr *e)
{
    bool *fixed = context;
    bool chosen = e->kind == EXPR_LOCAL || e->kind == EXPR_LET || e->kind == EXPR_FOLD || e->kind == EXPR_MOVER;
    if (chosen || e->kind == EXPR_LUA || e->kind == EXPR_ASK || e->kind == EXPR_ROW_FOR) *fixed = false;
}

static bool is_fixed(struct expr *e)
{
    bool fixed = true;
    expr_walk(e, look_at_part, &fixed);
    return fixed;
}

static struct expr *node(const struct circle *c, enum expr_kind kind, enum type type, struct expr **kids, size_t count)
{
    struct expr like = {.kind = kind, .type = type, .game = -1, .start = -1};
    struct expr *e = expr_create(c->ck->arena, like, kids, count);
    if (!e) c->ck->no_memory = true;
    return e;
}

static void add_candidate(struct candidates *list, struct expr *base, const struct update *u)
{
    bool board = base->kind == EXPR_FIELD && (base->type == TYPE_ROW || base->type == TYPE_GRID);
    bool one = board && u->op == '=' && !u->high[0] && !u->high[1] && list->count < REWRITTEN_MOST;
    for (int d = 0; one && d < u->dims; d++) one = is_fixed(u->low[d]);
    if (!one || !is_fixed(u->value)) return;
    struct expr *places[3] = {base, u->low[0], u->low[1]}, *sides[2] = {NULL, u->value};
    sides[0] = node(list->c, EXPR_INDEX, TYPE_INT, places, 1 + (size_t)u->dims);
    struct expr *differs = sides[0] ? node(list->c, EXPR_NE, TYPE_BOOL, sides, 2) : NULL;
    if (!differs) return;
    for (size_t i = 0; i < list->count; i++)
        if (expr_equal(list->items[i], differs)) return;
    list->items[list->count++] = differs;
}

static void look_at_write(void *context, struct expr *e)
{
    for (size_t i = 0; e->kind == EXPR_WITH && i < e->update_count; i++)
        add_candidate(context, e->kids[0], &e->updates[i]);
}

/* ---- is it true of the options? */

/* What of the option takes the places of the cell and of what it differs from. */
struct option_cell {
    struct assumptions *f;
    const struct expr *row, *field; /* of the option, and the field of the state that it is made of by updates */
    struct expr *at[2], *value;
    int dims;
};

static const struct linear_form *cell_form(const struct option_cell *o, struct expr *const at[2])
{
    struct update place = {.low = {at[0], at[1]}, .dims = o->dims};
    const struct expr *cell = made_cell(o->f, o->field, &place);
    return cell ? assumptions_form(o->f, cell) : NULL;
}

/* The place of the cell is the one that the update names: the state has the same number at both. A choice of the move that is an index is
 * what stands there, in the conditions of the move too, which then may be decided: (i - r) * (i - r) is 0. */
static void assume_place(const struct option_cell *o, const struct update *u)
{
    struct assumptions *f = o->f;
    struct replacement same = {.ck = f->ck};
    assumptions_add(f, linear_sum(&f->work, cell_form(o, o->at), 1, cell_form(o, u->low), -1), true);
    for (int d = 0; d < o->dims; d++) {
        const struct linear_form *at = assumptions_form(f, o->at[d]), *named = assumptions_form(f, u->low[d]);
        assumptions_add(f, linear_sum(&f->work, at, 1, named, -1), true);
        if (o->at[d]->kind != EXPR_LOCAL) continue;
        same.slots[same.slot_count].slot = o->at[d]->index;
        same.slots[same.slot_count++].by = u->low[d];
    }
    for (size_t i = 0; same.slot_count && i < f->move->condition_count; i++) {
        const struct expr *condition = replace_in(&same, f->move->conditions[i]);
        if (!same.failed) assumptions_assume(f, condition, true);
    }
}

/* Is the number another one than `value` wherever the assumptions hold? */
static bool differs(const struct option_cell *o, const struct linear_form *number)
{
    struct assumptions *f = o->f;
    struct assumptions_mark mark = assumptions_mark(f);
    assumptions_add(f, linear_sum(&f->work, number, 1, assumptions_form(f, o->value), -1), true);
    bool never = assumptions_contradictory(f);
    assumptions_rewind(f, mark);
    return never;
}

static bool written_differs(const struct option_cell *o, const struct update *u)
{
    struct assumptions_mark mark = assumptions_mark(o->f);
    assume_place(o, u);
    bool good = (u->op == '=' && differs(o, assumptions_form(o->f, u->value))) || assumptions_contradictory(o->f);
    assumptions_rewind(o->f, mark);
    return good;
}

/* That no update writes the cell is not used of what is left there. */
static bool cell_differs(struct option_cell *o)
{
    for (o->field = o->row; o->field->kind == EXPR_WITH;) o->field = o->field->kids[0];
    if (o->field->kind != EXPR_FIELD) return false;
    for (const struct expr *row = o->row; row != o->field; row = row->kids[0])
        for (size_t i = 0; i < row->update_count; i++) {
            const struct update *u = &row->updates[i];
            if (u->high[0] || u->high[1] || u->dims != o->dims || !written_differs(o, u)) return false;
        }
    return differs(o, cell_form(o, o->at));
}

static bool holds(struct fall *x, void *context)
{
    const struct expr *fresh = context, *cell = fresh->kids[0];
    if (!same_circle(x->f, x->from, x->to->game)) return true;
    if (x->to->start >= 0) return false;
    struct replacement r = {.ck = x->f->ck, .fields = x->to->kids};
    struct option_cell o = {.f = x->f, .row = x->to->kids[cell->kids[0]->index], .dims = (int)cell->count - 1};
    for (int d = 0; d < o.dims; d++) o.at[d] = replace_in(&r, cell->kids[1 + d]);
    o.value = replace_in(&r, fresh->kids[1]);
    return !r.failed && cell_differs(&o);
}

size_t list_rewritten(const struct circle *c, struct expr **fresh)
{
    struct candidates list = {c, fresh, 0};
    if (c->count > 1) return 0;
    const struct game *g = &c->ck->model->games[c->games[0]];
    for (size_t i = 0; i < g->move_count; i++) expr_walk(g->moves[i].result, look_at_write, &list);
    return c->ck->no_memory ? 0 : list.count;
}

bool rewritten_once(struct circle *c, struct expr *fresh)
{
    c->assumed = fresh, c->truth = false;
    bool good = circle_falls(c, holds, fresh);
    c->assumed = NULL;
    return good && !c->ck->no_memory;
}
