/* SPDX-License-Identifier: MIT */
/* Each field has a numbered list of small values; the box of indices is visited shell by shell. */
#include "trust/small_positions.h"
#include <string.h>
#include "play/options/compound.h"

enum { CANDIDATES_MOST = 20000, TRIES_PER_CHECK = 512, ROW_MOST = 6, TREE_MOST = 9, FIELD_CELLS = 80 };

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* Rows in order, listed as far as requested: by m = max(length, largest cell), then by length, then as numbers in
 * base m + 1, keeping only those with the new length or the new cell. */
struct row_list {
    bool ascending, no_memory;
    int64_t m, length;
    uint64_t code, all; /* the next number, of `all` = (m + 1)^length */
    cell_vec cells;     /* each row as its length and its cells */
    VEC(size_t) at;
};

static bool row_list_next(struct row_list *rows)
{
    if (rows->all == 0) rows->all = 1;
    while (rows->code == rows->all) {
        rows->code = 0;
        if (rows->length < rows->m) rows->length++;
        else rows->m++, rows->length = 0;
        rows->all = 1;
        for (int64_t i = 0; i < rows->length; i++) rows->all *= (uint64_t)rows->m + 1;
    }
    return rows->m <= ROW_MOST;
}

static bool row_list_take(struct row_list *rows)
{
    int64_t row[ROW_MOST + 1] = {0}, largest = 0;
    uint64_t rest = rows->code++;
    bool rises = true;
    for (int64_t i = 0; i < rows->length; i++) {
        row[i] = (int64_t)(rest % (uint64_t)(rows->m + 1));
        rest /= (uint64_t)(rows->m + 1);
        if (row[i] > largest) largest = row[i];
        if (i && row[i] < row[i - 1]) rises = false;
    }
    if ((rows->length < rows->m && largest < rows->m) || (rows->ascending && !rises)) return true;
    rows->no_memory = !vec_reserve(&rows->at, 1) || !vec_reserve(&rows->cells, ROW_MOST + 1);
    if (rows->no_memory) return false;
    rows->at.data[rows->at.count++] = rows->cells.count;
    rows->cells.data[rows->cells.count++] = rows->length;
    for (int64_t i = 0; i < rows->length; i++) rows->cells.data[rows->cells.count++] = row[i];
    return true;
}

/* Row number `index`; false if there is none (or memory runs out). */
static bool push_row(struct row_list *rows, uint64_t index, cell_vec *cells)
{
    while (index >= rows->at.count)
        if (!row_list_next(rows) || !row_list_take(rows)) return false;
    const int64_t *row = rows->cells.data + rows->at.data[index];
    for (int64_t i = 0; i <= row[0]; i++)
        if (!vec_push(cells, row[i])) return false;
    return true;
}

static void row_list_free(struct row_list *rows)
{
    vec_free(&rows->cells);
    vec_free(&rows->at);
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */
/* Grids up to 3 by 3 with cells 0 and 1, smaller ones first. */
static bool push_grid(cell_vec *cells, uint64_t index)
{
    for (int64_t m = 1; m <= 3; m++)
        for (int64_t r = 1; r <= m; r++)
            for (int64_t c = 1; c <= m; c++) {
                uint64_t all = (uint64_t)1 << (r * c);
                if (r < m && c < m) continue;
                if (index >= all) {
                    index -= all;
                    continue;
                }
                if (!vec_push(cells, r) || !vec_push(cells, c)) return false;
                for (int64_t i = 0; i < r * c; i++)
                    if (!vec_push(cells, (int64_t)(index >> i & 1))) return false;
                return true;
            }
    return false;
}

/* Subsets of a graph's nodes: bit i of the index says whether node i is included. */
static bool push_nodes(cell_vec *cells, const struct graph *graph, uint64_t index)
{
    if (graph->node_count < 64 && index >> graph->node_count) return false;
    if (!vec_push(cells, (int64_t)__builtin_popcountll(index))) return false;
    for (int64_t v = 0; v < 64; v++)
        if (index >> v & 1 && !vec_push(cells, v)) return false;
    return true;
}

/* Trees by the number of their edges, the tallest ones first. */
static bool push_tree(cell_vec *cells, uint64_t index)
{
    int64_t heights[TREE_MOST];
    for (int64_t count = 0; count <= TREE_MOST; count++) {
        for (int64_t i = 0; i < count; i++) heights[i] = i + 1;
        do {
            if (index-- > 0) continue;
            if (!vec_push(cells, count)) return false;
            for (int64_t i = 0; i < count; i++)
                if (!vec_push(cells, heights[i])) return false;
            return true;
        } while (tree_next(heights, (uint64_t)count));
    }
    return false;
}

struct small_walk {
    const struct env *env;
    const struct game *game;
    int number;
    size_t limit, tried;
    struct sums *out;
    cell_vec cells;
    struct row_list rows, bags;
    bool any; /* some position exists in this shell */
};

/* Value number `index` of a field; false if it has no more. There is room for its cells; memory may run out for
 * rows. */
static bool push_field(struct small_walk *w, size_t field, uint64_t index)
{
    cell_vec *cells = &w->cells;
    const struct model *model = w->env->model;
    const struct field *of = &w->game->fields[field];
    switch (of->kind) {
    case FIELD_NAT: return vec_push(cells, (int64_t)index);
    case FIELD_INT: return vec_push(cells, index % 2 ? (int64_t)(index / 2) + 1 : -(int64_t)(index / 2));
    case FIELD_BOOL: return index < 2 && vec_push(cells, (int64_t)index);
    case FIELD_ROW: return push_row(&w->rows, index, cells);
    case FIELD_BAG: return push_row(&w->bags, index, cells);
    case FIELD_GRID: return push_grid(cells, index);
    case FIELD_TREE: return push_tree(cells, index);
    case FIELD_NODE: return index < model->graphs[w->game->graph].node_count && vec_push(cells, (int64_t)index);
    case FIELD_NODES: return push_nodes(cells, &model->graphs[model->games[of->graph].graph], index);
    }
    return false;
}

static enum status try_tuple(struct small_walk *w, const uint64_t *tuple)
{
    w->cells.count = 0;
    w->tried++;
    if (!vec_reserve(&w->cells, w->game->field_count * FIELD_CELLS)) return ST_NO_MEMORY;
    for (size_t f = 0; f < w->game->field_count; f++)
        if (!push_field(w, f, tuple[f])) return w->rows.no_memory || w->bags.no_memory ? ST_NO_MEMORY : ST_OK;
    struct component component = {w->number, (uint32_t)w->cells.count, w->cells.data};
    bool legal;
    w->any = true;
    enum status st = vm_legal(w->env->vm, &component, &legal);
    return st == ST_OK && legal && !sums_add(w->out, &component, 1) ? ST_NO_MEMORY : st;
}

/* All tuples with largest coordinate `shell`: if none of the others is, the last one must be. */
static enum status walk_shell(struct small_walk *w, uint64_t shell)
{
    uint64_t tuple[MODEL_MAX_FIELDS] = {0};
    size_t n = w->game->field_count;
    for (uint64_t steps = 0; steps < CANDIDATES_MOST * (uint64_t)8; steps++) {
        uint64_t largest = 0;
        for (size_t f = 0; f + 1 < n; f++)
            if (tuple[f] > largest) largest = tuple[f];
        if (largest < shell) tuple[n - 1] = shell;
        enum status st = try_tuple(w, tuple);
        if (st == ST_OK && w->tried % TRIES_PER_CHECK == 0) st = budget_check(w->env->budget);
        if (st != ST_OK || w->out->count >= w->limit || w->tried >= CANDIDATES_MOST) return st;
        size_t f = n;
        while (f > 0 && tuple[f - 1] == shell) tuple[--f] = 0;
        if (f == 0) return ST_OK;
        tuple[f - 1]++;
    }
    return ST_OK;
}

enum status small_positions_list(const struct env *env, int game, size_t limit, struct sums *out)
{
    struct small_walk w = {.env = env,
                           .game = &env->model->games[game],
                           .number = game,
                           .limit = limit,
                           .out = out,
                           .bags.ascending = true};
    enum status st = ST_OK;
    sums_clear(out);
    if (w.game->kind == GAME_COMPOUND || w.game->field_count == 0) return ST_OK;
    for (uint64_t shell = 0; st == ST_OK && out->count < limit && w.tried < CANDIDATES_MOST; shell++) {
        w.any = false;
        st = walk_shell(&w, shell);
        if (!w.any) break;
    }
    vec_free(&w.cells);
    row_list_free(&w.rows);
    row_list_free(&w.bags);
    return st;
}

/* Ascending lists with largest cell or length m, one after the other: by m, by length, then as an odometer whose
 * wheels never show less than the one before. */
struct ascending {
    int64_t m, length, cells[ROW_MOST];
};

/* The next one; false after the last. Starts after the empty list, m 0. */
static bool ascending_next(struct ascending *a)
{
    for (;;) {
        int64_t i = a->length;
        while (i > 0 && a->cells[i - 1] == a->m) i--;
        if (i > 0) {
            int64_t cell = a->cells[i - 1] + 1;
            for (; i <= a->length; i++) a->cells[i - 1] = cell;
        } else {
            if (a->length == a->m) a->m++, a->length = 0;
            else a->length++;
            for (int64_t k = 0; k < a->length; k++) a->cells[k] = 0;
            if (a->m > ROW_MOST) return false;
        }
        if (a->length == a->m || (a->length && a->cells[a->length - 1] == a->m)) return true;
    }
}

static struct component unfold(const struct component *like, const struct compound_pattern *pattern,
                               const struct ascending *row, int64_t *cells)
{
    int64_t *at = cells + COMPOUND_HEAD;
    cells[COMPOUND_TAG] = component_rule(like);
    cells[COMPOUND_KIND] = COMPOUND_UPTO;
    cells[COMPOUND_K] = pattern->k;
    cells[COMPOUND_M] = row->length;
    for (int64_t k = 0; k < row->length; k++, at += 4) {
        at[0] = at[2] = 1;
        at[1] = pattern->game;
        at[3] = row->cells[k];
    }
    return (struct component){POSITION_COMPOUND, (uint32_t)(at - cells), cells};
}

enum status small_positions_compounds(const struct env *env, const struct component *like, size_t limit,
                                      struct sums *out)
{
    int64_t cells[COMPOUND_HEAD + 4 * ROW_MOST];
    struct compound_pattern pattern;
    struct ascending row = {0};
    sums_clear(out);
    if (!compound_pattern(env, like, &pattern)) return ST_OK;
    do {
        struct component component = unfold(like, &pattern, &row, cells);
        if (!sums_add(out, &component, 1)) return ST_NO_MEMORY;
    } while (out->count < limit && ascending_next(&row));
    return ST_OK;
}
