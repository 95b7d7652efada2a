/* SPDX-License-Identifier: MIT */
/* Rows, bags and grids (and trees when one is found): bracket literals, comprehensions, cells, updates. */
#include "check/private.h"

/* If the first row is found to be a tree, so is the whole, unless a grid is expected. */
static struct expr *check_grid(struct checker *ck, const struct ast *a, int want, bool big)
{
    struct expr *e = expr_new(ck, EXPR_ROW, TYPE_GRID, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        if (a->kids[i]->kind != AST_ROW) {
            diag(ck->diags, D_GRID_FORM, a->kids[i]->span);
            return NULL;
        }
        struct expr *row = e->kids[i] = check_row(ck, a->kids[i], TYPE_ROW, big);
        if (i == 0 && row && row->type == TYPE_TREE && want != TYPE_GRID) return check_tree(ck, a, row);
        good = expect_type(ck, row, TYPE_ROW, "a row of a grid") && good;
        if (!row || row->kind != EXPR_ROW || !good || row->count == e->kids[0]->count) continue;
        diag(ck->diags, D_RAGGED_GRID, row->span, (unsigned)i + 1, row->count, e->kids[0]->count);
        return NULL;
    }
    return good ? e : NULL;
}

/* [x for ...] is a row, [row for ...] a grid, [tree for ...] a tree. */
static struct expr *check_row_for(struct checker *ck, const struct ast *a, int want)
{
    struct expr *e = check_comprehension(ck, a->kids[0], a->span, want == TYPE_TREE ? TYPE_TREE : WANT_ANY);
    bool grid = e && e->kids[0]->type == TYPE_ROW;
    if (e && (want == TYPE_TREE || e->kids[0]->type == TYPE_TREE)) {
        e->kind = EXPR_TREE_FOR;
        e->type = TYPE_TREE;
        return expect_type(ck, e->kids[0], TYPE_TREE, "a branch of a tree") ? e : NULL;
    }
    if (!e || (!grid && !expect_type(ck, e->kids[0], TYPE_INT, "a cell of a row"))) return NULL;
    e->kind = EXPR_ROW_FOR;
    e->type = grid ? TYPE_GRID : want == TYPE_BAG ? TYPE_BAG : TYPE_ROW;
    return e;
}

struct expr *check_row(struct checker *ck, const struct ast *a, int want, bool big)
{
    if (a->count == 1 && a->kids[0] && a->kids[0]->kind == AST_COMPREHENSION) return check_row_for(ck, a, want);
    if (want == TYPE_TREE || (want != TYPE_GRID && is_tree(ck, a))) return check_tree(ck, a, NULL);
    bool nested = a->count && a->kids[0] && a->kids[0]->kind == AST_ROW;
    if (nested || (want == TYPE_GRID && a->count == 0)) return check_grid(ck, a, want, big);
    struct expr *e = expr_new(ck, EXPR_ROW, want == TYPE_BAG ? TYPE_BAG : TYPE_ROW, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        ck->big = big;
        struct expr *cell = check_expr(ck, a->kids[i], TYPE_INT);
        if (i == 0 && cell && cell->type == TYPE_TREE && want != TYPE_GRID) return check_tree(ck, a, cell);
        e->kids[i] = expect_type(ck, cell, TYPE_INT, "a cell of a row");
        good = good && e->kids[i];
    }
    return good ? e : NULL;
}

/* ---- the grid of a graph */

enum { ARROWS_NODES = 64 };

static struct expr *arrow_row(struct checker *ck, const struct graph *graph, uint32_t v, struct span span)
{
    bool to[ARROWS_NODES] = {false};
    struct expr *row = expr_new(ck, EXPR_ROW, TYPE_ROW, span, graph->node_count);
    for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++) to[graph->to[e]] = true;
    for (uint32_t u = 0; row && u < graph->node_count; u++)
        if (!(row->kids[u] = expr_int(ck, span, to[u]))) return NULL;
    return row;
}

struct expr *check_arrows(struct checker *ck, const struct ast *a)
{
    const struct ast *of = a->count == 1 ? a->kids[0] : NULL;
    int game = of && of->kind == AST_NAME && !scope_find(ck, of->name) ? game_find(ck, of->name) : -1;
    if (game < 0 || ck->model->games[game].kind != GAME_GRAPH) {
        const char *example = "NAME";
        for (size_t i = 0; i < ck->model->graph_count; i++) example = ck->model->graphs[i].name;
        diag(ck->diags, D_ARROWS_OF, a->span, example);
        return NULL;
    }
    const struct graph *graph = &ck->model->graphs[ck->model->games[game].graph];
    if (graph->node_count > ARROWS_NODES) {
        diag(ck->diags, D_ARROWS_TOO_MANY, a->span, (int)ARROWS_NODES, graph->name, (unsigned)graph->node_count);
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_ROW, TYPE_GRID, a->span, graph->node_count);
    for (uint32_t v = 0; e && v < graph->node_count; v++)
        if (!(e->kids[v] = arrow_row(ck, graph, v, a->span))) return NULL;
    if (e && !(e->name = arena_printf(ck->arena, "arrows(%s)", graph->name))) ck->no_memory = true;
    return ck->no_memory ? NULL : e;
}

/* ---- cells and updates */

/* The number of indices for this base; 0 after a report. */
static uint32_t dimensions(struct checker *ck, const struct expr *base, bool update)
{
    if (!base) return 0;
    if (base->type == TYPE_GRID) return 2;
    if (base->type == TYPE_ROW || (base->type == TYPE_BAG && !update)) return 1;
    if (base->type == TYPE_BAG) diag(ck->diags, D_BAG_UPDATE, base->span);
    else diag(ck->diags, D_NOT_INDEXED, base->span, type_phrase(base->type));
    return 0;
}

static void report_index_count(struct checker *ck, struct span span, const struct expr *base, uint32_t dims,
                               uint32_t given)
{
    diag(ck->diags, D_INDEX_COUNT, span, type_phrase(base->type), dims, dims == 1 ? "index" : "indices", given);
    if (dims == 2 && given == 1)
        diag_note(ck->diags, (struct span){0}, "row and column are in one pair of [ ], as in b[r, c]");
}

struct expr *check_index(struct checker *ck, const struct ast *a, int want)
{
    struct expr *base = check_expr(ck, a->kids[0], want == TYPE_TREE ? TYPE_TREE : WANT_ANY);
    if (base && base->type == TYPE_TREE) return check_tree_at(ck, a, base);
    uint32_t dims = dimensions(ck, base, false);
    struct expr *e = dims ? expr_new(ck, EXPR_INDEX, TYPE_INT, a->span, a->count) : NULL;
    if (!e) return NULL;
    if (a->count - 1 != dims) {
        report_index_count(ck, a->span, base, dims, a->count - 1);
        return NULL;
    }
    bool good = true;
    e->kids[0] = base;
    for (uint32_t i = 1; i < a->count; i++) {
        e->kids[i] = check_typed(ck, a->kids[i], TYPE_INT, "an index");
        good = good && e->kids[i];
    }
    return good ? e : NULL;
}

static bool check_update(struct checker *ck, const struct ast *a, const struct expr *base, uint32_t dims,
                         struct update *u)
{
    const struct ast *indices = a->kids[0];
    *u = (struct update){.span = a->span, .op = a->op == OP_SET ? '=' : a->op == OP_ADD ? '+' : '-', .dims = (int)dims};
    if (indices->count != dims) {
        report_index_count(ck, a->span, base, dims, indices->count);
        return false;
    }
    bool good = true;
    for (uint32_t i = 0; i < dims; i++) {
        const struct ast *index = indices->kids[i];
        if (index->kind == AST_RANGE && (index->count < 2 || !index->kids[1])) {
            diag(ck->diags, D_RANGE_MISPLACED, index->span);
            good = false;
        } else if (index->kind == AST_RANGE) {
            u->low[i] = check_typed(ck, index->kids[0], TYPE_INT, "an index");
            u->high[i] = check_typed(ck, index->kids[1], TYPE_INT, "an index");
            good = good && u->low[i] && u->high[i];
        } else {
            u->low[i] = check_typed(ck, index, TYPE_INT, "an index");
            good = good && u->low[i];
        }
    }
    u->value = check_typed(ck, a->kids[1], TYPE_INT, "the value of an update");
    return good && u->value;
}

struct expr *check_with(struct checker *ck, const struct ast *a, int want)
{
    struct expr *base = check_expr(ck, a->kids[0], want == TYPE_TREE ? TYPE_TREE : WANT_ANY);
    if (base && base->type == TYPE_TREE) return check_tree_with(ck, a, base);
    uint32_t dims = dimensions(ck, base, true);
    struct expr *e = dims ? expr_one(ck, EXPR_WITH, base->type, a->span, base) : NULL;
    if (!e) return NULL;
    e->update_count = a->count - 1;
    bool good = (e->updates = keep(ck, e->update_count, sizeof *e->updates)) != NULL;
    for (uint32_t i = 1; e->updates && i < a->count; i++)
        good = check_update(ck, a->kids[i], base, dims, &e->updates[i - 1]) && good;
    for (size_t i = 0; good && i < e->update_count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct update *u = &e->updates[i], *v = &e->updates[k];
            if (u->high[0] || u->high[1] || v->high[0] || v->high[1]) continue;
            if (!expr_equal(u->low[0], v->low[0]) || (dims == 2 && !expr_equal(u->low[1], v->low[1]))) continue;
            diag(ck->diags, D_UPDATED_TWICE, u->span);
            diag_note(ck->diags, v->span, "the other update of the cell is here");
            return NULL;
        }
    return good ? e : NULL;
}
