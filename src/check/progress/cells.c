/* SPDX-License-Identifier: MIT */
/* Are the cells of a row, bag or grid natural numbers? Those of a state's fields are, since other states are not
 * legal; those of a computed one are whatever was written, and `[n - 5]` may contain -2. So it is proved of an
 * expression, cell by cell, from the assumptions where it is used; reads outside a row give 0. */
#include "check/progress/private.h"

enum { CELLS_PROVED = 24 }; /* of one literal, not counting number literals and obvious natural numbers */

static bool natural(struct assumptions *f, const struct expr *e)
{
    if (e->kind == EXPR_INT) return e->number->sign >= 0;
    const struct linear_form *form = assumptions_form(f, e);
    return form && assumptions_prove(f, form, 0);
}

static bool items_are_natural(struct assumptions *f, const struct expr *e)
{
    size_t proved = 0;
    for (size_t i = 0; i < e->count; i++) {
        const struct expr *cell = e->kids[i];
        if (cell->type != TYPE_INT ? !cells_are_natural(f, cell) : !natural(f, cell)) return false;
        if (cell->kind != EXPR_INT && ++proved > CELLS_PROVED) return false;
    }
    return true;
}

/* The body is proved wherever its variables and condition let it be evaluated. */
static bool body_is_natural(struct assumptions *f, const struct expr *e)
{
    for (size_t i = 0; i < e->gen_count; i++) assumptions_gen(f, &e->gens[i]);
    if (e->kids[1]) assumptions_assume(f, e->kids[1], true);
    return e->kids[0]->type == TYPE_INT ? natural(f, e->kids[0]) : cells_are_natural(f, e->kids[0]);
}

static bool update_is_natural(struct assumptions *f, const struct expr *base, const struct update *u)
{
    if (u->op != '-') return natural(f, u->value);
    const struct expr *cell = u->high[0] || u->high[1] ? NULL : made_cell(f, base, u);
    const struct linear_form *old = cell ? assumptions_form(f, cell) : NULL, *value = assumptions_form(f, u->value);
    return old && value && assumptions_prove(f, linear_sum(&f->work, old, 1, value, -1), 0);
}

static bool updated_is_natural(struct assumptions *f, const struct expr *e)
{
    if (!cells_are_natural(f, e->kids[0])) return false;
    for (size_t i = 0; i < e->update_count; i++)
        if (!update_is_natural(f, e->kids[0], &e->updates[i])) return false;
    return true;
}

static bool call_is_natural(struct assumptions *f, const struct expr *e)
{
    switch (builtin_info((enum builtin)e->index)->range) {
    case RANGE_NATURAL:
    case RANGE_POSITIVE: return true;
    case RANGE_CELL:
    case RANGE_CELL_OR_0: return cells_are_natural(f, e->kids[0]);
    case RANGE_LAST: return natural(f, e->kids[e->count - 1]);
    default: return false;
    }
}

static bool branches_are_natural(struct assumptions *f, const struct expr *e)
{
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        struct assumptions_mark mark = assumptions_mark(f);
        assumptions_assume(f, e->kids[0], i == 0);
        good = cells_are_natural(f, e->kids[1 + i]);
        assumptions_rewind(f, mark);
    }
    return good;
}

/* A variable that denotes a row: an argument of a function, if its value is known here. */
static bool local_is_natural(struct assumptions *f, const struct expr *e)
{
    for (size_t i = f->sets.count; i-- > 0;)
        if (f->sets.data[i].slot == e->index)
            return f->sets.data[i].kind == FACT_SET_IS && cells_are_natural(f, f->sets.data[i].from);
    return false;
}

bool cells_are_natural(struct assumptions *f, const struct expr *e)
{
    struct assumptions_mark mark = assumptions_mark(f);
    bool good = false;
    if (f->ck->no_memory) return false;
    switch (e->kind) {
    case EXPR_FIELD: good = true; break;
    case EXPR_LOCAL: good = local_is_natural(f, e); break;
    case EXPR_ROW: good = items_are_natural(f, e); break;
    case EXPR_ROW_FOR: good = body_is_natural(f, e); break;
    case EXPR_WITH: good = updated_is_natural(f, e); break;
    case EXPR_CALL: good = call_is_natural(f, e); break;
    case EXPR_IF: good = branches_are_natural(f, e); break;
    case EXPR_LET:
        assumptions_bind(f, e);
        good = cells_are_natural(f, e->kids[1]);
        break;
    default: break;
    }
    assumptions_rewind(f, mark);
    return good;
}

bool folds_share_variables(const struct expr *a, const struct expr *b)
{
    bool share = false;
    for (size_t i = 0; i < a->gen_count; i++)
        for (size_t k = 0; k < b->gen_count; k++) share |= a->gens[i].slot == b->gens[k].slot;
    return share;
}

bool elements_are_natural(struct assumptions *f, const struct expr *e)
{
    for (size_t i = 0; i < f->witnesses.count; i++)
        if (folds_share_variables(f->witnesses.data[i], e)) return false;
    struct assumptions_mark mark = assumptions_mark(f);
    bool good = !f->ck->no_memory && body_is_natural(f, e);
    assumptions_rewind(f, mark);
    return good;
}
