/* SPDX-License-Identifier: MIT */
/* A comprehension loses at its points what they lose; elsewhere it is proved, for a value of its variables of which only the range
 * and the condition are known, that the cell that is made is no more than the one it is compared with. Different values are
 * compared with different cells and cells are natural, so the sum over the row loses nothing there, and cells that are compared
 * with none only lose more. */
#include "check/progress/row_change.h"

/* The form of a number, of whose conditions as many as possible are decided: `j == i ? s[j] - t : s[j]` where j is i. */
const struct linear_form *decided_form(struct losses *l, const struct expr *e)
{
    while (e->kind == EXPR_IF) {
        int branch = 0;
        for (int k = 0; k < 2 && !branch; k++) {
            struct assumptions_mark mark = assumptions_mark(l->f);
            assumptions_assume(l->f, e->kids[0], k != 0);
            if (assumptions_contradictory(l->f)) branch = k ? 2 : 1;
            assumptions_rewind(l->f, mark);
        }
        if (!branch) break;
        e = e->kids[branch];
    }
    return assumptions_form(l->f, e);
}

/* The place of a cell that is made: how many values before it, and 1; where some are left out it is no later. */
static const struct linear_form *made_place(struct losses *l, const struct rebuilt *r, const struct expr *value)
{
    struct linear_work *w = &l->f->work;
    return linear_scale(w, linear_sum(w, assumptions_form(l->f, value), 1, assumptions_form(l->f, r->low[0]), -1), 1,
                        1);
}

static bool in_base(struct losses *l, const struct rebuilt *r, const struct expr *cell)
{
    static const enum builtin sizes[2] = {BUILTIN_ROWS, BUILTIN_COLS};
    for (int d = 0; d < r->dims; d++) {
        const struct expr *call = size_call(l->f, r->dims == 1 ? BUILTIN_LEN : sizes[d], r->base);
        const struct linear_form *at = assumptions_form(l->f, cell->kids[1 + d]);
        const struct linear_form *size = call ? assumptions_form(l->f, call) : NULL;
        if (!assumptions_prove(l->f, at, 1)) return false;
        if (!assumptions_prove(l->f, linear_sum(&l->f->work, size, 1, at, -1), 0)) return false;
    }
    return true;
}

/* What is made of the cell stands at another place, perhaps. */
static bool cell_moves(struct losses *l, const struct rebuilt *r, const struct rebuilt_point *p,
                       const struct linear_form *old, const struct linear_form *now)
{
    const struct linear_form *place = made_place(l, r, p->value[0]), *at = assumptions_form(l->f, p->cell->kids[1]);
    if (!place || !at || !old || !now) return false;
    if (linear_compare(place, at) == 0) return losses_cell(l, old, now, p->cell->kids[1]);
    struct linear_work *w = &l->f->work;
    return l->of == CELLS_PLACES && assumptions_prove(l->f, linear_sum(w, at, 1, place, -1), 0) &&
           assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0);
}

static bool point_changes(struct losses *l, const struct rebuilt *r, const struct rebuilt_point *p)
{
    if (p->fate == POINT_SAME || l->of == CELLS_LENGTH) return true;
    const struct linear_form *old = assumptions_form(l->f, p->cell), *now = decided_form(l, p->body);
    bool made = p->fate == POINT_MADE, in = !losses_in_row(l) || in_base(l, r, p->cell);
    if (losses_in_row(l) && !in) return !made || losses_passes(l, now) || losses_count(l, -1);
    if (!made && l->of == CELLS_ROOM) return true; /* it is no place of the row */
    if (!made && losses_in_row(l)) return losses_count(l, losses_counts(l, old));
    if (!made) return old && losses_cell(l, old, linear_constant(&l->f->work, 0), p->cell->kids[1]);
    if (l->of == CELLS_PLACES || l->of == CELLS_BACK) return cell_moves(l, r, p, old, now);
    return losses_cell(l, old, now, NULL);
}

/* Elsewhere: the cell that is made is no more than the one it is compared with. */
static bool rest_is_no_more(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    const struct expr *cell = rebuilt_cell(l->f, r);
    const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL, *now = assumptions_form(l->f, r->body);
    if (!old || !now) return false;
    if (l->of == CELLS_FILLED) return losses_positive_with(l, old, now);
    if (losses_in_row(l)) return losses_passes_with(l, now, old) && in_base(l, r, cell);
    if (!assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0)) return false;
    if (l->of == CELLS_SUM) return true;
    if (l->of == CELLS_ROOM) return assumptions_prove(l->f, linear_sum(w, now, 1, old, -1), 0);
    const struct expr *variable = made_expr(l->f, EXPR_LOCAL, TYPE_INT, r->slot[0], NULL, 0);
    const struct linear_form *place = variable ? made_place(l, r, variable) : NULL,
                             *at = assumptions_form(l->f, cell->kids[1]);
    return assumptions_prove(l->f, linear_sum(w, at, 1, place, -1), 0);
}

/* By place from the end only where the length stays and every cell its place. */
bool keeps_places(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    if (r->condition || r->dims != 1 || r->at[0]->kind != EXPR_LOCAL) return false;
    const struct linear_form *low = assumptions_form(l->f, r->low[0]), *high = assumptions_form(l->f, r->high[0]),
                             *all = losses_length(l);
    int64_t first;
    return low && high && all && linear_is_constant(low, &first) && first == 1 &&
           assumptions_prove(l->f, linear_sum(w, all, 1, high, -1), 0) &&
           assumptions_prove(l->f, linear_sum(w, high, 1, all, -1), 0);
}

static bool shorter(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    const struct expr *call = size_call(l->f, BUILTIN_LEN, r->base);
    const struct linear_form *lost = call ? assumptions_form(l->f, call) : NULL;
    if (!r->none) {
        lost = linear_sum(w, lost, 1, assumptions_form(l->f, r->high[0]), -1);
        lost = linear_scale(w, linear_sum(w, lost, 1, assumptions_form(l->f, r->low[0]), 1), 1, -1);
        for (size_t i = 0; i < r->count; i++)
            if (r->points[i].fate == POINT_LEFT_OUT) lost = linear_scale(w, lost, 1, 1);
    }
    return losses_add(l, lost, l->factor);
}

/* The range is empty: the row is, and one cell is lost at least. */
static bool all_lost(struct losses *l, const struct rebuilt *r)
{
    if (!r->count || losses_in_row(l)) return true;
    const struct linear_form *old = assumptions_form(l->f, r->points[0].cell);
    const struct linear_form *zero = linear_constant(&l->f->work, 0);
    if (l->of == CELLS_SUM || l->of == CELLS_FILLED) return losses_cell(l, old, zero, NULL);
    return l->of == CELLS_PLACES || l->of == CELLS_BACK;
}

/* Are the cells natural numbers? Of a row that is built anew, at the points and elsewhere. */
static bool row_is_natural(struct losses *l, const struct expr *e)
{
    const struct rebuilt *r = losses_rebuilt(l->x, e);
    if (!r) return cells_are_natural(l->f, e);
    if (r->none) return true;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    bool good = assumptions_prove(l->f, assumptions_form(l->f, r->body), 0);
    assumptions_rewind(l->f, mark);
    for (size_t i = 0; i < r->count && good; i++)
        good = r->points[i].fate != POINT_MADE || assumptions_prove(l->f, decided_form(l, r->points[i].body), 0);
    return good;
}

bool rebuilt_loses(struct losses *l, const struct expr *e)
{
    const struct rebuilt *r = losses_rebuilt(l->x, e);
    if (!r || !losses_row(l, r->base)) return false;
    if (l->of == CELLS_LENGTH) return r->dims == 1 && (l->factor > 0 || !r->condition) && shorter(l, r);
    if (!row_is_natural(l, r->base)) return false;
    if (r->none && l->of == CELLS_ROOM) return keeps_places(l, r); /* it had no cells */
    if (r->none) return all_lost(l, r);
    if (r->dims > 1 && (l->of == CELLS_PLACES || l->of == CELLS_BACK)) return false;
    if ((l->of == CELLS_BACK || l->of == CELLS_ROOM) && !keeps_places(l, r)) return false;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    bool good = rest_is_no_more(l, r);
    const struct expr *cell = good || !l->f->alls.count ? NULL : rebuilt_cell(l->f, r);
    if (cell) {
        assumptions_know_cell(l->f, cell);
        good = rest_is_no_more(l, r);
    }
    assumptions_rewind(l->f, mark);
    for (size_t i = 0; i < r->count && good; i++) good = point_changes(l, r, &r->points[i]);
    return good;
}
