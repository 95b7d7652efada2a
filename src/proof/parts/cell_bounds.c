/* SPDX-License-Identifier: MIT */
/* Conjuncts that say of every cell of a field which numbers it may hold: `all(x <= 2 for x in s)`. */
#include "model/expr.h"
#include "proof/parts/private.h"

/* A cell: s[i] or b[i, j] with the generators of the conjunct, an element of s, or a name for either. */
struct any_cell {
    int field;
    int slots[2]; /* of generators; the second -1: of a row */
    bool element; /* slots[0] is the cell itself */
    int named;    /* -1: none */
};

static bool is_local(const struct expr *e, int slot) { return e->kind == EXPR_LOCAL && slot >= 0 && e->index == slot; }
static bool is_field(const struct expr *e, int field) { return e->kind == EXPR_FIELD && e->index == field; }

static bool is_number(const struct expr *e, int64_t *value)
{
    if (e->kind != EXPR_INT) return false;
    *value = e->value;
    return (!e->number || integer_fits(e->number, value)) && *value > INT64_MIN && *value < INT64_MAX;
}

/* 1..len(s), 1..rows(b) or 1..cols(b): of which field; -1. */
static int all_places(const struct gen *gen, enum builtin size)
{
    const struct domain *d = &gen->domain;
    int64_t low;
    bool range = d->kind == DOMAIN_RANGE && d->low && d->high && is_number(d->low, &low) && low == 1;
    return range && d->high->kind == EXPR_CALL && d->high->index == (int)size && d->high->kids[0]->kind == EXPR_FIELD
               ? d->high->kids[0]->index
               : -1;
}

static bool all_cells(const struct game *g, const struct expr *e, struct any_cell *cell)
{
    *cell = (struct any_cell){.field = -1, .slots = {-1, -1}, .named = -1};
    if (e->kind != EXPR_FOLD || e->index != FOLD_ALL || !e->kids[0] || e->kids[1]) return false;
    const struct domain *first = e->gen_count ? &e->gens[0].domain : NULL;
    if (e->gen_count == 1 && first->kind == DOMAIN_ELEMENTS) {
        *cell =
            (struct any_cell){first->low->kind == EXPR_FIELD ? first->low->index : -1, {e->gens[0].slot, -1}, true, -1};
    } else if (e->gen_count == 1) {
        cell->field = all_places(&e->gens[0], BUILTIN_LEN);
        cell->slots[0] = e->gens[0].slot;
    } else if (e->gen_count == 2) {
        bool rows_first = all_places(&e->gens[0], BUILTIN_ROWS) >= 0;
        const struct gen *rows = &e->gens[!rows_first], *columns = &e->gens[rows_first];
        cell->field = all_places(rows, BUILTIN_ROWS);
        if (cell->field != all_places(columns, BUILTIN_COLS)) return false;
        cell->slots[0] = rows->slot;
        cell->slots[1] = columns->slot;
    }
    return cell->field >= 0 && field_has_cells(g->fields[cell->field].kind);
}

static bool is_cell(const struct any_cell *cell, const struct expr *e)
{
    if (is_local(e, cell->named)) return true;
    if (cell->element) return is_local(e, cell->slots[0]);
    size_t dims = cell->slots[1] >= 0 ? 2 : 1;
    return e->kind == EXPR_INDEX && e->count == dims + 1 && is_field(e->kids[0], cell->field) &&
           is_local(e->kids[1], cell->slots[0]) && (dims == 1 || is_local(e->kids[2], cell->slots[1]));
}

static struct cell_bounds exactly(int64_t low, int64_t high) { return (struct cell_bounds){true, low, high}; }

static bool compared(enum expr_kind kind, int64_t with, struct cell_bounds *b)
{
    switch (kind) {
    case EXPR_EQ: *b = exactly(with, with); return true;
    case EXPR_LT: *b = exactly(0, with - 1); return true;
    case EXPR_LE: *b = exactly(0, with); return true;
    case EXPR_GT: *b = exactly(with + 1, INT64_MAX); return true;
    case EXPR_GE: *b = exactly(with, INT64_MAX); return true;
    default: return false;
    }
}

/* Of numbers from low to high each is in one of these, or in none. */
static bool join(struct cell_bounds *all, struct cell_bounds more)
{
    if (all->high < more.low - 1 || more.high < all->low - 1) return false;
    if (more.low < all->low) all->low = more.low;
    if (more.high > all->high) all->high = more.high;
    return true;
}

/* lo..hi, or {a, b, ...} without gaps, in the order in which they stand. */
static bool in_domain(const struct domain *d, struct cell_bounds *b)
{
    int64_t low, high;
    if (d->kind == DOMAIN_RANGE) {
        if (!d->low || !d->high || !is_number(d->low, &low) || !is_number(d->high, &high) || low > high) return false;
        *b = exactly(low, high);
        return true;
    }
    if (d->kind != DOMAIN_SET || !d->item_count || !is_number(d->items[0], &low)) return false;
    *b = exactly(low, low);
    for (size_t i = 1; i < d->item_count; i++)
        if (!is_number(d->items[i], &low) || !join(b, exactly(low, low))) return false;
    return true;
}

/* Which numbers of 0, 1, ... satisfy the condition on the cell: all from low to high, at least one. */
static bool bounds_of(struct any_cell *cell, const struct expr *e, struct cell_bounds *b)
{
    struct cell_bounds sides[2];
    int64_t with;
    switch (e->kind) {
    case EXPR_AND:
    case EXPR_OR:
        for (int i = 0; i < 2; i++)
            if (!bounds_of(cell, e->kids[i], &sides[i])) return false;
        *b = sides[0];
        if (e->kind == EXPR_OR) return join(b, sides[1]);
        if (sides[1].low > b->low) b->low = sides[1].low;
        if (sides[1].high < b->high) b->high = sides[1].high;
        return b->low <= b->high;
    case EXPR_LET:
        if (cell->named >= 0 || !is_cell(cell, e->kids[0])) return false;
        cell->named = e->index;
        return bounds_of(cell, e->kids[1], b);
    case EXPR_IN: return e->count == 1 && is_cell(cell, e->kids[0]) && in_domain(e->domain, b);
    default:
        if (e->count != 2) return false;
        bool left = is_cell(cell, e->kids[0]), right = is_cell(cell, e->kids[1]);
        if (left && is_number(e->kids[1], &with)) return compared(e->kind, with, b) && b->high >= 0;
        return right && is_number(e->kids[0], &with) && compared(expr_turned(e->kind), with, b) && b->high >= 0;
    }
}

bool take_cell_bounds(struct search *s, const struct expr *e)
{
    struct any_cell cell;
    struct cell_bounds b;
    if (!all_cells(search_game(s), e, &cell) || !bounds_of(&cell, e->kids[0], &b)) return false;
    struct cell_bounds *all = &s->bounds[cell.field];
    if (b.low < 0) b.low = 0;
    if (!all->given) *all = b;
    if (b.low > all->low) all->low = b.low;
    if (b.high < all->high) all->high = b.high;
    return all->low <= all->high;
}

bool within_bounds(struct search *s, int field, struct linear_conjunction known, const struct linear_form *value)
{
    struct linear_work *work = &s->space.work;
    const struct cell_bounds *b = &s->bounds[field];
    if (!b->given) return true;
    struct linear_constraint low = {linear_scale(work, value, 1, -b->low), false};
    if (!low.form || !implied(s, known, low)) return false;
    if (b->high == INT64_MAX) return true;
    struct linear_constraint high = {linear_scale(work, value, -1, b->high), false};
    return high.form && implied(s, known, high);
}

bool bounds_hold(struct search *s, int field, const struct linear_form *cell, struct linear_constraint out[2],
                 size_t *count)
{
    struct linear_work *work = &s->space.work;
    const struct cell_bounds *b = &s->bounds[field];
    *count = 0;
    if (!b->given) return true;
    out[(*count)++] = (struct linear_constraint){linear_scale(work, cell, 1, -b->low), false};
    if (b->high < INT64_MAX) out[(*count)++] = (struct linear_constraint){linear_scale(work, cell, -1, b->high), false};
    for (size_t i = 0; i < *count; i++)
        if (!out[i].form) return s->no_memory = true, false;
    return true;
}
