/* SPDX-License-Identifier: MIT */
/* An unpacked row is a list of numbers, however it is written: a literal, an update, a comprehension. */
#include "proof/restate/private.h"

/* ---- lists ------------------------------------------------------------------------------------------------------- */
static struct expr **field_cells(struct rewriter *r, int field, size_t *count)
{
    if (r->view->part) {
        if (r->view->ways && (field == r->view->cell || substitution_find(r->view, field) >= 0)) /* it is one of many */
            return rewrite_failed(r), NULL;
        struct expr **cells = new_cells(r, *count = field == r->view->cell);
        if (cells && *count) cells[0] = make_field(r, 0, TYPE_INT);
        return cells;
    }
    struct expr **cells = new_cells(r, r->view->count + r->view->fixed_count);
    *count = 0;
    for (size_t i = 0; cells && i < r->view->fixed_count; i++) {
        const struct substitution_fixed *known = &r->view->fixed[i];
        if (known->cell.field != field) continue;
        cells[known->cell.cell] = make_int(r, known->value);
        ++*count;
    }
    for (size_t i = 0; cells && i < r->view->count; i++) {
        struct substitution_cell at = substitution_cell(r->view, i);
        if (at.field != field) continue;
        cells[at.cell] = make_number(r, i);
        ++*count;
    }
    return cells;
}

/* A condition: is cell i one of those that change? */
static struct expr *touches(struct rewriter *r, const struct change *c, size_t i)
{
    struct expr *at = make_int(r, (int64_t)i + 1);
    if (c->low == c->high) return make_two(r, EXPR_EQ, c->low, at);
    return make_both(r, make_two(r, EXPR_LE, c->low, at), make_two(r, EXPR_LE, at, c->high));
}

/* Adds the conditions that the indices are inside the row and that no two updates change the same cell. */
static void keep_legal(struct rewriter *r, const struct change *changes, size_t count, size_t length)
{
    for (size_t i = 0; i < count && !r->failed; i++) {
        const struct change *c = &changes[i];
        r->guard = make_both(r, r->guard, make_two(r, EXPR_GE, c->low, make_int(r, 1)));
        r->guard = make_both(r, r->guard, make_two(r, EXPR_LE, c->high, make_int(r, (int64_t)length)));
        for (size_t k = 0; k < i && !r->failed; k++) {
            const struct change *d = &changes[k];
            if (c->low == c->high && d->low == d->high) {
                r->guard = make_both(r, r->guard, make_two(r, EXPR_NE, c->low, d->low));
                continue;
            }
            int64_t a[2], b[2];
            bool known = is_constant(c->low, &a[0]) && is_constant(c->high, &a[1]) && is_constant(d->low, &b[0]) &&
                         is_constant(d->high, &b[1]);
            if (!known || (a[0] <= b[1] && b[0] <= a[1])) rewrite_failed(r);
        }
    }
}

/* A grid of one cell or none, updated at one place at a time. */
static struct expr **with_grid_cell(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                                    size_t *count)
{
    struct expr **old = row_cells(r, e->kids[0], scope, count), **cells = old ? new_cells(r, *count) : NULL;
    if (!cells || *count != 1 || e->update_count != 1) return rewrite_failed(r), NULL;
    const struct update *u = &e->updates[0];
    if (u->dims != 2 || u->high[0] || u->high[1]) return rewrite_failed(r), NULL;
    struct expr *one = make_int(r, 1), *new = rewrite(r, u->value, scope);
    struct expr *here = make_both(r, make_two(r, EXPR_EQ, rewrite(r, u->low[0], scope), one),
                                  make_two(r, EXPR_EQ, rewrite(r, u->low[1], scope), one));
    r->guard = make_both(r, r->guard, here);
    cells[0] = u->op == '=' ? new : make_two(r, u->op == '+' ? EXPR_ADD : EXPR_SUB, old[0], new);
    return r->failed ? NULL : cells;
}

static struct expr **with_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                                size_t *count)
{
    struct expr **old = row_cells(r, e->kids[0], scope, count), **cells = old ? new_cells(r, *count) : NULL;
    struct change *changes = arena_array(r->arena, e->update_count + 1, sizeof *changes);
    if (!changes) r->failed = r->no_memory = true;
    if (r->failed) return NULL;
    for (size_t k = 0; k < e->update_count; k++)
        if (!read_change(r, &e->updates[k], scope, &changes[k])) return NULL;
    keep_legal(r, changes, e->update_count, *count);
    for (size_t i = 0; i < *count && !r->failed; i++) {
        cells[i] = old[i];
        for (size_t k = 0; k < e->update_count && !r->failed; k++) {
            const struct change *c = &changes[k];
            struct expr *new = c->value;
            if (c->op != '=') new = make_two(r, c->op == '+' ? EXPR_ADD : EXPR_SUB, old[i], new);
            cells[i] = make_if(r, touches(r, c, i), new, cells[i]);
        }
    }
    return r->failed ? NULL : cells;
}

bool row_members(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct expr ***items,
                 size_t *count)
{
    enum { MOST = 64 };
    int64_t low, high;
    if (d->kind == DOMAIN_ELEMENTS && is_row(d->low)) return (*items = row_cells(r, d->low, scope, count)) != NULL;
    if (d->kind != DOMAIN_RANGE || !d->high) return false;
    if (!is_constant(rewrite(r, d->low, scope), &low) || !is_constant(rewrite(r, d->high, scope), &high)) return false;
    if (low < -MOST || low > MOST || high > MOST) return false;
    *count = high < low ? 0 : (size_t)(high - low + 1);
    *items = new_cells(r, *count);
    for (size_t i = 0; *items && i < *count; i++) (*items)[i] = make_int(r, low + (int64_t)i);
    return !r->failed;
}

static bool picks_domain(const struct domain *d, int slot, bool picks);

/* Does the local with this slot choose a cell? `picks`: e itself is used as an index. */
static bool picks_cell(const struct expr *e, int slot, bool picks)
{
    bool found = e && expr_is_local(e, slot) && picks;
    if (!e) return false;
    bool all = picks || e->kind == EXPR_ROW_FOR;
    for (size_t i = 0; i < e->count && !found; i++)
        found =
            picks_cell(e->kids[i], slot, all || (e->kind == EXPR_INDEX && i > 0) || (e->kind == EXPR_LET && i == 0));
    for (size_t i = 0; i < e->update_count && !found; i++) {
        const struct update *u = &e->updates[i];
        for (int k = 0; k < u->dims && !found; k++)
            found = picks_cell(u->low[k], slot, true) || picks_cell(u->high[k], slot, true);
        found = found || picks_cell(u->value, slot, all);
    }
    for (size_t i = 0; i < e->gen_count && !found; i++) found = picks_domain(&e->gens[i].domain, slot, all);
    return found || picks_domain(e->domain, slot, all);
}

static bool picks_domain(const struct domain *d, int slot, bool picks)
{
    bool found = d && (picks_cell(d->low, slot, picks) || picks_cell(d->high, slot, picks));
    for (size_t i = 0; d && i < d->item_count && !found; i++) found = picks_cell(d->items[i], slot, picks);
    return found;
}

bool move_picks(const struct move *m, size_t gen)
{
    int slot = m->gens[gen].slot;
    bool found = picks_cell(m->result, slot, false);
    for (size_t i = 0; i < m->condition_count && !found; i++) found = picks_cell(m->conditions[i], slot, false);
    for (size_t i = gen + 1; i < m->gen_count && !found; i++) found = picks_domain(&m->gens[i].domain, slot, false);
    return found;
}

/* The truth of a condition on known numbers. Returns false if it is not known. */
static bool is_known(const struct expr *e, bool *truth)
{
    bool a, b;
    switch (e->kind) {
    case EXPR_BOOL: return *truth = e->value, true;
    case EXPR_NOT: return is_known(e->kids[0], &a) && (*truth = !a, true);
    case EXPR_AND:
    case EXPR_OR:
        if (!is_known(e->kids[0], &a) || !is_known(e->kids[1], &b)) return false;
        return *truth = e->kind == EXPR_AND ? a && b : a || b, true;
    default: return false;
    }
}

/* Does the comprehension have a cell here? It must be known. */
static bool has_cell(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr *condition = e->count > 1 && e->kids[1] ? rewrite(r, e->kids[1], scope) : NULL;
    bool truth = true;
    if (condition && !is_known(condition, &truth)) rewrite_failed(r);
    return !r->failed && truth;
}

static struct expr **built_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                                 size_t *count)
{
    struct expr **items, **cells = NULL;
    size_t most = 0;
    if (e->gen_count == 1 && e->kids[0]->type == TYPE_INT && row_members(r, &e->gens[0].domain, scope, &items, &most))
        cells = new_cells(r, most);
    if (!cells) return rewrite_failed(r), NULL;
    *count = 0;
    for (size_t i = 0; i < most && !r->failed; i++) {
        const struct view_binding *here = bind_seen(r, scope, e->gens[0].slot, items[i]);
        if (has_cell(r, e, here)) cells[(*count)++] = rewrite(r, e->kids[0], here);
    }
    return r->failed ? NULL : cells;
}

static struct expr **chosen_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                                  size_t *count)
{
    size_t other;
    struct expr *when = rewrite(r, e->kids[0], scope);
    struct expr **then = row_cells(r, e->kids[1], scope, count), **otherwise = row_cells(r, e->kids[2], scope, &other);
    if (!when || !then || !otherwise || *count != other) return rewrite_failed(r), NULL;
    struct expr **cells = new_cells(r, *count);
    for (size_t i = 0; cells && i < *count; i++) cells[i] = make_if(r, when, then[i], otherwise[i]);
    return cells;
}

static struct expr **called_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                                  size_t *count)
{
    bool sort = is_call(e, BUILTIN_SORT);
    struct expr **from = sort || is_call(e, BUILTIN_REVERSE) ? row_cells(r, e->kids[0], scope, count) : NULL;
    struct expr **cells = from ? new_cells(r, *count) : NULL;
    if (!cells || (sort && *count > 2)) return rewrite_failed(r), NULL;
    for (size_t i = 0; i < *count; i++) {
        if (!sort || *count < 2) cells[i] = from[*count - 1 - i];
        else cells[i] = make_call(r, i ? BUILTIN_MAX : BUILTIN_MIN, TYPE_INT, from, 2);
    }
    return cells;
}

struct expr **row_cells(struct rewriter *r, const struct expr *e, const struct view_binding *scope, size_t *count)
{
    if (r->failed || r->fuel == 0) return rewrite_failed(r), NULL;
    r->fuel--;
    e = follow_row(r, e, &scope);
    if (r->view->unpacked && e->type == TYPE_GRID && !grid_columns(r, e)) return rewrite_failed(r), NULL;
    switch (e->kind) {
    case EXPR_FIELD: return field_cells(r, e->index, count);
    case EXPR_WITH:
        if (e->type != TYPE_GRID) return with_cells(r, e, scope, count);
        return r->view->unpacked ? updated_grid(r, e, scope, count) : with_grid_cell(r, e, scope, count);
    case EXPR_ROW_FOR: return built_cells(r, e, scope, count);
    case EXPR_IF: return chosen_cells(r, e, scope, count);
    case EXPR_CALL: return called_cells(r, e, scope, count);
    case EXPR_ROW: {
        struct expr **cells = e->type == TYPE_ROW && !e->name ? new_cells(r, *count = e->count) : NULL;
        if (!cells) return rewrite_failed(r), NULL;
        for (size_t i = 0; i < e->count && !r->failed; i++) cells[i] = rewrite(r, e->kids[i], scope);
        return cells;
    }
    default: return rewrite_failed(r), NULL;
    }
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
static struct expr *cell_of(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    size_t count;
    int64_t at;
    struct expr **cells = row_cells(r, e->kids[0], scope, &count), *index = rewrite(r, e->kids[1], scope);
    if (r->failed) return NULL;
    if (is_constant(index, &at)) return at >= 1 && (uint64_t)at <= count ? cells[at - 1] : make_int(r, 0);
    return make_cell(r, e->span, make_row(r, cells, count), index);
}

/* What is asked of a grid of one cell or none: the cell, or one of its sizes. */
static struct expr *of_grid(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    size_t count;
    if (r->view->unpacked) return asked_of_grid(r, e, scope);
    struct expr **cells = row_cells(r, e->kids[0], scope, &count);
    if (!cells || (e->kind != EXPR_INDEX && !is_call(e, BUILTIN_ROWS) && !is_call(e, BUILTIN_COLS)))
        return rewrite_failed(r);
    if (e->kind != EXPR_INDEX) return make_int(r, (int64_t)count);
    if (!count) return make_int(r, 0);
    struct expr *one = make_int(r, 1);
    struct expr *here = make_both(r, make_two(r, EXPR_EQ, rewrite(r, e->kids[1], scope), one),
                                  make_two(r, EXPR_EQ, rewrite(r, e->kids[2], scope), one));
    return make_if(r, here, cells[0], make_int(r, 0));
}

static struct expr *rising(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    size_t count;
    struct expr **cells = row_cells(r, e->kids[0], scope, &count), *all = make_bool(r, true);
    for (size_t i = 0; cells && i + 1 < count; i++)
        all = make_both(r, all, make_two(r, EXPR_LT, cells[i], cells[i + 1]));
    return cells ? all : NULL;
}

static struct expr *equal_rows(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    size_t count, other;
    struct expr **x = row_cells(r, e->kids[0], scope, &count), **y = row_cells(r, e->kids[1], scope, &other),
                *all = make_bool(r, true);
    if (!x || !y) return NULL;
    if (count != other) return make_bool(r, e->kind == EXPR_NE);
    for (size_t i = 0; i < count; i++) all = make_both(r, all, make_two(r, EXPR_EQ, x[i], y[i]));
    if (e->kind == EXPR_EQ || !all) return all;
    return make_expr(r, (struct expr){.kind = EXPR_NOT, .type = TYPE_BOOL, .span = e->span}, &all, 1);
}

/* sum, count, min and max over few members, written out; false if it is left as it is. */
static bool written_out(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    struct expr **items, *sum = NULL;
    const struct expr *condition = e->count > 1 ? e->kids[1] : NULL;
    size_t count;
    bool extreme = e->index == FOLD_MIN || e->index == FOLD_MAX;
    if ((!extreme && e->index != FOLD_SUM && e->index != FOLD_COUNT) || e->gen_count != 1 || (extreme && condition))
        return false;
    if (!row_members(r, &e->gens[0].domain, scope, &items, &count) || (extreme && count == 0)) return false;
    struct expr **values = new_cells(r, count);
    for (size_t i = 0; values && i < count && !r->failed; i++) {
        const struct view_binding *here = bind_seen(r, scope, e->gens[0].slot, items[i]);
        values[i] = e->count && e->kids[0] ? rewrite(r, e->kids[0], here) : make_int(r, 1);
        if (values[i] && values[i]->type == TYPE_BOOL)
            values[i] = make_if(r, values[i], make_int(r, 1), make_int(r, 0));
        if (condition) values[i] = make_if(r, rewrite(r, condition, here), values[i], make_int(r, 0));
        sum = sum ? make_two(r, EXPR_ADD, sum, values[i]) : values[i];
    }
    if (r->failed || !values) *out = NULL;
    else if (extreme) *out = make_call(r, e->index == FOLD_MIN ? BUILTIN_MIN : BUILTIN_MAX, TYPE_INT, values, count);
    else *out = sum ? sum : make_int(r, 0);
    return true;
}

/* Does it count equal cells separately? A set would not. */
static bool counts_cells(const struct expr *e)
{
    if (e->index == FOLD_ANY || e->index == FOLD_ALL || e->index == FOLD_MIN || e->index == FOLD_MAX) return false;
    for (size_t i = 0; i < e->gen_count; i++)
        if (e->gens[i].domain.kind == DOMAIN_ELEMENTS && is_row(e->gens[i].domain.low)) return true;
    return false;
}

bool rewrite_unpacked(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    size_t count;
    bool row = e->count > 0 && is_row(e->kids[0]);
    if (r->view->ways && rewrite_at_place(r, e, scope, out)) return true;
    if (e->type == TYPE_GRID) return *out = rewrite_failed(r), true;
    if (e->count > 0 && e->kids[0] && e->kids[0]->type == TYPE_GRID && e->kind != EXPR_GAME)
        return *out = of_grid(r, e, scope), true;
    if (e->kind == EXPR_INDEX && row) return *out = cell_of(r, e, scope), true;
    if (is_call(e, BUILTIN_LEN) && row)
        return *out = row_cells(r, e->kids[0], scope, &count) ? make_int(r, (int64_t)count) : NULL, true;
    if (is_call(e, BUILTIN_INCREASING)) return *out = rising(r, e, scope), true;
    if ((e->kind == EXPR_EQ || e->kind == EXPR_NE) && row) return *out = equal_rows(r, e, scope), true;
    if (e->kind == EXPR_FOLD) {
        if (written_out(r, e, scope, out)) return true;
        return counts_cells(e) ? (*out = rewrite_failed(r), true) : false;
    }
    if (e->kind != EXPR_LET && is_row(e)) {
        struct expr **cells = row_cells(r, e, scope, &count);
        return *out = make_row(r, cells, count), true;
    }
    return false;
}
