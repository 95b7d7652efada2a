/* SPDX-License-Identifier: MIT */
/* Cells are numbered row by row. What the rows and columns of a grid are that was turned or built is not asked: only fields, which have
 * as many as they had, updates of one cell each, and choices between such grids are read. */
#include "proof/restate/private.h"

int64_t grid_columns(struct rewriter *r, const struct expr *e)
{
    if (e->type != TYPE_GRID || r->failed || r->fuel == 0) return 0;
    r->fuel--;
    if (e->kind == EXPR_FIELD) return r->view->columns[e->index];
    if (e->kind == EXPR_WITH) return grid_columns(r, e->kids[0]);
    if (e->kind != EXPR_IF) return 0;
    int64_t then = grid_columns(r, e->kids[1]), otherwise = grid_columns(r, e->kids[2]);
    return then == otherwise ? then : 0;
}

/* The cell in row i and column j. */
struct grid_place {
    struct expr *i, *j;
};
static struct grid_place place_of(struct rewriter *r, const struct update *u, const struct view_binding *scope)
{
    if (u->dims != 2 || u->high[0] || u->high[1]) rewrite_failed(r);
    if (r->failed) return (struct grid_place){NULL, NULL};
    return (struct grid_place){rewrite(r, u->low[0], scope), rewrite(r, u->low[1], scope)};
}

/* A condition: is it that cell, counted from 0? */
static struct expr *is_at(struct rewriter *r, struct grid_place p, size_t cell, int64_t columns)
{
    int64_t row = (int64_t)cell / columns + 1, column = (int64_t)cell % columns + 1;
    return make_known(
        r, make_both(r, make_two(r, EXPR_EQ, p.i, make_int(r, row)), make_two(r, EXPR_EQ, p.j, make_int(r, column))));
}

static struct expr *is_within(struct rewriter *r, struct expr *index, int64_t most)
{
    return make_both(r, make_two(r, EXPR_GE, index, make_int(r, 1)), make_two(r, EXPR_LE, index, make_int(r, most)));
}

/* Adds the conditions that each place is in the grid and that they are different ones. */
static void keep_places(struct rewriter *r, const struct grid_place *at, size_t count, int64_t rows, int64_t columns)
{
    for (size_t k = 0; k < count && !r->failed; k++) {
        r->guard = make_both(r, r->guard, is_within(r, at[k].i, rows));
        r->guard = make_both(r, r->guard, is_within(r, at[k].j, columns));
        for (size_t m = 0; m < k && !r->failed; m++) {
            struct expr *apart =
                make_two(r, EXPR_OR, make_two(r, EXPR_NE, at[k].i, at[m].i), make_two(r, EXPR_NE, at[k].j, at[m].j));
            r->guard = make_both(r, r->guard, apart ? make_known(r, apart) : NULL);
        }
    }
}

struct expr **updated_grid(struct rewriter *r, const struct expr *e, const struct view_binding *scope, size_t *count)
{
    int64_t columns = grid_columns(r, e);
    struct expr **old = row_cells(r, e->kids[0], scope, count), **cells = old ? new_cells(r, *count) : NULL;
    struct expr **values = new_cells(r, e->update_count);
    struct grid_place *at = arena_array(r->arena, e->update_count + 1, sizeof *at);
    if (!at) r->failed = r->no_memory = true;
    if (r->failed || columns < 1) return rewrite_failed(r), NULL;
    for (size_t k = 0; k < e->update_count && !r->failed; k++) {
        at[k] = place_of(r, &e->updates[k], scope);
        if (!r->failed) values[k] = rewrite(r, e->updates[k].value, scope);
    }
    keep_places(r, at, e->update_count, (int64_t)*count / columns, columns);
    for (size_t i = 0; i < *count && !r->failed; i++) {
        cells[i] = old[i];
        for (size_t k = 0; k < e->update_count && !r->failed; k++) {
            int op = e->updates[k].op;
            struct expr *new = op == '=' ? values[k] : make_two(r, op == '+' ? EXPR_ADD : EXPR_SUB, old[i], values[k]);
            cells[i] = make_if(r, is_at(r, at[k], i, columns), new, cells[i]);
        }
    }
    return r->failed ? NULL : cells;
}

struct expr *asked_of_grid(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    size_t count = 0;
    int64_t columns = grid_columns(r, e->kids[0]);
    bool cell = e->kind == EXPR_INDEX && e->count == 3, sizes = is_call(e, BUILTIN_ROWS) || is_call(e, BUILTIN_COLS);
    if (columns < 1 || (!cell && !sizes)) return rewrite_failed(r);
    struct expr **cells = row_cells(r, e->kids[0], scope, &count);
    if (r->failed) return NULL;
    if (sizes) return make_int(r, is_call(e, BUILTIN_COLS) ? columns : (int64_t)count / columns);
    struct grid_place at = {rewrite(r, e->kids[1], scope), rewrite(r, e->kids[2], scope)};
    struct expr *value = make_int(r, 0); /* outside */
    for (size_t i = count; i-- > 0 && !r->failed;) value = make_if(r, is_at(r, at, i, columns), cells[i], value);
    return r->failed ? NULL : value;
}
