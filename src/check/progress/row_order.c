/* SPDX-License-Identifier: MIT */
/* Rows of one length in lexicographic order, from either end: the first cell that changes there falls. */
#include "check/progress/row_change.h"

struct change {
    const struct linear_form *place, *loss;
};

/* Do the others lie on the other side of this change? */
static bool decides(struct losses *l, const struct change *changes, size_t count, size_t at)
{
    int64_t sign = l->of == CELLS_LATE ? 1 : -1;
    for (size_t k = 0; k < count; k++) {
        if (k == at) continue;
        const struct linear_form *apart = linear_sum(&l->f->work, changes[at].place, sign, changes[k].place, -sign);
        if (!assumptions_prove(l->f, apart, 1)) return false;
    }
    return true;
}

/* Does the change that decides the order make the cell smaller? */
static bool is_smaller(struct losses *l, const struct change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (assumptions_prove(l->f, changes[i].loss, 1) && decides(l, changes, count, i)) return losses_count(l, 1);
    return count == 0;
}

static bool updated_in_order(struct losses *l, const struct expr *e)
{
    struct change changes[8];
    if (e->kids[0]->kind != EXPR_FIELD || e->kids[0]->index != l->field || e->update_count > 8) return false;
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        const struct linear_form *value = assumptions_form(l->f, u->value);
        if (u->high[0] || u->dims != 1) return false;
        const struct expr *cell = made_cell(l->f, e->kids[0], u);
        changes[i].place = assumptions_form(l->f, u->low[0]);
        changes[i].loss = u->op == '-'   ? value
                          : u->op == '+' ? linear_scale(&l->f->work, value, -1, 0)
                          : cell         ? linear_sum(&l->f->work, assumptions_form(l->f, cell), 1, value, -1)
                                         : NULL;
    }
    return is_smaller(l, changes, e->update_count);
}

/* Are all cells that come before the point (from the end that counts) made as they were? Other points are looked at apart. */
static bool stays_before(struct losses *l, const struct rebuilt *r, const struct linear_form *place)
{
    struct linear_work *w = &l->f->work;
    int64_t sign = l->of == CELLS_LATE ? 1 : -1;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    const struct linear_form *v = linear_variable(w, assumptions_local_var(r->slot[0]));
    assumptions_at_least(l->f, linear_sum(w, v, sign, place, -sign), -1);
    const struct expr *cell = rebuilt_cell(l->f, r);
    const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL, *now = assumptions_form(l->f, r->body);
    bool good = old && now && assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0) &&
                assumptions_prove(l->f, linear_sum(w, old, -1, now, 1), 0);
    assumptions_rewind(l->f, mark);
    return good;
}

static bool rebuilt_in_order(struct losses *l, const struct rebuilt *r)
{
    struct change changes[REBUILT_POINTS];
    size_t count = 0;
    if (!r || r->none || r->base->kind != EXPR_FIELD || r->base->index != l->field || !keeps_places(l, r)) return false;
    for (size_t i = 0; i < r->count; i++) {
        const struct rebuilt_point *p = &r->points[i];
        if (p->fate != POINT_MADE) continue;
        const struct linear_form *before = assumptions_form(l->f, p->cell), *after = decided_form(l, p->body);
        if (before && after && linear_compare(before, after) == 0) continue;
        changes[count].place = assumptions_form(l->f, p->value[0]);
        changes[count++].loss = linear_sum(&l->f->work, before, 1, after, -1);
    }
    for (size_t i = 0; i < count; i++)
        if (assumptions_prove(l->f, changes[i].loss, 1) && decides(l, changes, count, i) &&
            stays_before(l, r, changes[i].place))
            return losses_count(l, 1);
    return false;
}

bool order_falls(struct losses *l, const struct expr *e)
{
    return e->kind == EXPR_WITH ? updated_in_order(l, e) : rebuilt_in_order(l, losses_rebuilt(l->x, e));
}
