/* SPDX-License-Identifier: MIT */
/* Trees of the machine: rows of heights. Each edge precedes what it bears, and of two branches of a node the greater
 * precedes the other, where rows of heights are compared lexicographically; so equal trees are equal rows, and what a
 * node bears is a range of the row (Beyer and Hedetniemi 1980 enumerate trees by these rows). Node v is the upper end
 * of edge v, node 0 the root; edges are numbered from 1 in the order of the row. */
#include <string.h>
#include "code/machine/private.h"

/* ---- stretches -------------------------------------------------------------------------------------------------- */

/* The index after the last cell of what the edge in cell `at` bears. */
static uint32_t end_of(const int64_t *cells, uint32_t count, uint32_t at)
{
    uint32_t end = at + 1;
    while (end < count && cells[end] > cells[at]) end++;
    return end;
}

/* Compares two branches of one node. */
static int compare_branches(const int64_t *a, uint32_t a_count, const int64_t *b, uint32_t b_count)
{
    uint32_t least = a_count < b_count ? a_count : b_count;
    for (uint32_t i = 0; i < least; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return a_count < b_count ? -1 : a_count > b_count;
}

bool tree_heights_fit(const int64_t *cells, uint32_t count, uint32_t *wrong)
{
    for (uint32_t i = 0; i < count; i++) {
        *wrong = i;
        if (cells[i] < 1 || cells[i] > (i ? cells[i - 1] : 0) + 1) return false;
    }
    return true;
}

/* A branch begins where the height does not increase; the one before it begins at the last cell of the same height. */
bool tree_in_order(const int64_t *cells, uint32_t count)
{
    for (uint32_t at = 1; at < count; at++) {
        if (cells[at] > cells[at - 1]) continue;
        uint32_t before = at - 1;
        while (cells[before] > cells[at]) before--;
        if (compare_branches(cells + before, at - before, cells + at, end_of(cells, count, at) - at) < 0) return false;
    }
    return true;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

static enum status work_reserve(struct tree_work *w, uint32_t count)
{
    if (count <= w->room) return ST_OK;
    tree_work_free(w);
    w->ends = mem_alloc(count * sizeof *w->ends);
    w->starts = mem_alloc(count * sizeof *w->starts);
    w->merged = mem_alloc(count * sizeof *w->merged);
    w->cells = mem_alloc(count * sizeof *w->cells);
    w->room = count;
    if (w->ends && w->starts && w->merged && w->cells) return ST_OK;
    tree_work_free(w);
    return ST_NO_MEMORY;
}

void tree_work_free(struct tree_work *w)
{
    mem_free(w->ends, w->ends ? w->room * sizeof *w->ends : 0);
    mem_free(w->starts, w->starts ? w->room * sizeof *w->starts : 0);
    mem_free(w->merged, w->merged ? w->room * sizeof *w->merged : 0);
    mem_free(w->cells, w->cells ? w->room * sizeof *w->cells : 0);
    *w = (struct tree_work){0};
}

static bool stands_after(const struct tree_work *w, const int64_t *cells, uint32_t a, uint32_t b)
{
    return compare_branches(cells + a, w->ends[a] - a, cells + b, w->ends[b] - b) < 0;
}

/* Merges adjacent runs, doubling their length in each pass. */
static void sort_starts(struct tree_work *w, const int64_t *cells, uint32_t count)
{
    for (uint32_t run = 1; run < count; run *= 2) {
        for (uint32_t from = 0; from < count; from += 2 * run) {
            uint32_t middle = from + run < count ? from + run : count, to = middle + run < count ? middle + run : count;
            uint32_t i = from, k = middle;
            for (uint32_t at = from; at < to; at++) {
                bool right = i == middle || (k < to && stands_after(w, cells, w->starts[i], w->starts[k]));
                w->merged[at] = w->starts[right ? k++ : i++];
            }
        }
        uint32_t *swap = w->starts;
        w->starts = w->merged;
        w->merged = swap;
    }
}

/* Sorts the branches in cells first..end-1, each of which is sorted itself. */
static void order_branches(struct tree_work *w, int64_t *cells, uint32_t first, uint32_t end)
{
    uint32_t count = 0, at = 0;
    bool fine = true;
    for (uint32_t i = first; i < end && fine; i = w->ends[i])
        fine = w->ends[i] >= end || !stands_after(w, cells, i, w->ends[i]);
    if (fine) return;
    for (uint32_t i = first; i < end; i = w->ends[i]) w->starts[count++] = i;
    sort_starts(w, cells, count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t length = w->ends[w->starts[k]] - w->starts[k];
        memcpy(w->cells + at, cells + w->starts[k], length * sizeof *cells);
        at += length;
    }
    memcpy(cells + first, w->cells, at * sizeof *cells);
}

/* From the last edge to the first, so what an edge bears is sorted before the edge is. A branch keeps its length, so
 * the ends found first remain valid as long as they are needed. */
enum status tree_order(struct tree_work *w, int64_t *cells, uint32_t count)
{
    enum status st = work_reserve(w, count);
    for (uint32_t i = count; st == ST_OK && i-- > 0;) {
        uint32_t end = i + 1;
        while (end < count && cells[end] > cells[i]) end = w->ends[end];
        w->ends[i] = end;
    }
    for (uint32_t i = count; st == ST_OK && i-- > 0;) order_branches(w, cells, i + 1, w->ends[i]);
    if (st == ST_OK) order_branches(w, cells, 0, count);
    return st;
}

/* ---- the operations --------------------------------------------------------------------------------------------- */

static enum status no_node(struct frame *f, const struct ins *ins, const struct array *t, int64_t v)
{
    return fail_at(f, ins, D_RUN_NO_NODE, (long long)v, (long long)t->count);
}

static bool has_node(const struct array *t, int64_t v) { return v >= 0 && v <= (int64_t)t->count; }

/* The cells of what node v bears, *to being the index after the last. */
static uint32_t borne(const struct array *t, int64_t v, uint32_t *to)
{
    *to = v ? end_of(t->cells, t->count, (uint32_t)v - 1) : t->count;
    return (uint32_t)v;
}

/* Cell `at` of a row; an empty row may have no memory at all. */
static const int64_t *cells_from(const struct array *a, uint32_t at) { return at ? a->cells + at : a->cells; }
static int64_t *own_from(struct array *a, uint32_t at) { return at ? a->own + at : a->own; }

static void lift(int64_t *to, const int64_t *from, uint32_t count, int64_t by)
{
    for (uint32_t i = 0; i < count; i++) to[i] = from[i] + by;
}

enum status tree_push(struct frame *f, const struct ins *ins, struct array *a, const struct array *branch)
{
    uint64_t count = (uint64_t)a->count + branch->count + 1;
    if (count > POSITION_MAX_CELLS) return fail_cells(f, ins, count);
    enum status st = array_reserve(a, (uint32_t)count);
    if (st != ST_OK) return st;
    a->own[a->count] = 1;
    lift(a->own + a->count + 1, branch->cells, branch->count, 1);
    a->count = (uint32_t)count;
    return ST_OK;
}

enum status tree_of(struct frame *f, const struct ins *ins, struct array *a, const struct array *heights)
{
    uint32_t wrong;
    if (!tree_heights_fit(heights->cells, heights->count, &wrong))
        return fail_at(f, ins, D_RUN_HEIGHTS, (long long)heights->cells[wrong], (long long)wrong + 1);
    enum status st = array_copy(a, heights);
    return st == ST_OK ? tree_order(&f->vm->trees, a->own, a->count) : st;
}

enum status tree_at(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v)
{
    if (!has_node(t, v)) return no_node(f, ins, t, v);
    uint32_t to, from = borne(t, v, &to);
    enum status st = array_reserve(a, to - from);
    if (st != ST_OK) return st;
    lift(a->own, cells_from(t, from), to - from, v ? -t->cells[v - 1] : 0);
    a->count = to - from;
    return ST_OK;
}

enum status tree_put(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v,
                     const struct array *u)
{
    if (!has_node(t, v)) return no_node(f, ins, t, v);
    uint32_t to, from = borne(t, v, &to), rest = t->count - to;
    uint64_t count = (uint64_t)from + u->count + rest;
    if (count > POSITION_MAX_CELLS) return fail_cells(f, ins, count);
    enum status st = array_reserve(a, (uint32_t)count);
    if (st != ST_OK) return st;
    lift(a->own, t->cells, from, 0);
    lift(own_from(a, from), u->cells, u->count, v ? t->cells[v - 1] : 0);
    lift(own_from(a, from + u->count), cells_from(t, to), rest, 0);
    a->count = (uint32_t)count;
    return tree_order(&f->vm->trees, a->own, a->count);
}

enum status tree_cut(struct frame *f, const struct ins *ins, struct array *a, const struct array *t,
                     const struct array *edges)
{
    enum status st = array_copy(a, t);
    uint32_t kept = 0;
    for (uint32_t i = 0; st == ST_OK && i < edges->count; i++) {
        int64_t v = edges->cells[i];
        if (v < 1 || v > (int64_t)t->count) return fail_at(f, ins, D_RUN_NO_EDGE, (long long)v, (long long)t->count);
        uint32_t to, from = borne(t, v, &to);
        for (uint32_t k = from - 1; k < to; k++) a->own[k] = 0;
    }
    for (uint32_t i = 0; st == ST_OK && i < a->count; i++)
        if (a->own[i]) a->own[kept++] = a->own[i];
    a->count = kept;
    return st == ST_OK ? tree_order(&f->vm->trees, a->own, kept) : st;
}

/* Both lists of branches are sorted: one pass over both, greater branches first. */
static void merge(struct array *a, const struct array *b, const struct array *c, bool join)
{
    uint32_t i = 0, k = 0, count = 0;
    while (i < b->count || (join && k < c->count)) {
        uint32_t i_end = i < b->count ? end_of(b->cells, b->count, i) : i,
                 k_end = k < c->count ? end_of(c->cells, c->count, k) : k;
        const int64_t *b_cells = cells_from(b, i), *c_cells = cells_from(c, k);
        int order = compare_branches(b_cells, i_end - i, c_cells, k_end - k); /* no branch is less than any branch */
        bool left = join ? order >= 0 : order > 0;
        if (left) lift(own_from(a, count), b_cells, i_end - i, 0);
        else if (join) lift(own_from(a, count), c_cells, k_end - k, 0);
        if (left || join) count += left ? i_end - i : k_end - k;
        if (left || (!join && order == 0)) i = i_end;
        if (!left) k = k_end;
    }
    a->count = count;
}

enum status tree_less(struct array *a, const struct array *b, const struct array *c)
{
    enum status st = array_reserve(a, b->count);
    if (st == ST_OK) merge(a, b, c, false);
    return st;
}

enum status tree_join(struct frame *f, const struct ins *ins, struct array *a, const struct array *b,
                      const struct array *c)
{
    uint64_t count = (uint64_t)b->count + c->count;
    if (count > POSITION_MAX_CELLS) return fail_cells(f, ins, count);
    enum status st = array_reserve(a, (uint32_t)count);
    if (st == ST_OK) merge(a, b, c, true);
    return st;
}

int64_t tree_len(const struct array *t)
{
    int64_t branches = 0;
    for (uint32_t i = 0; i < t->count; i++) branches += t->cells[i] == 1;
    return branches;
}

/* The last edge before v whose height is one less. */
static int64_t below(const struct array *t, int64_t v)
{
    int64_t height = v ? t->cells[v - 1] : 0;
    while (v > 0 && t->cells[v - 1] >= height) v--;
    return v;
}

enum status tree_parent(struct frame *f, const struct ins *ins, const struct array *t, int64_t v, int64_t *parent)
{
    if (!has_node(t, v)) return no_node(f, ins, t, v);
    *parent = below(t, v);
    return ST_OK;
}

enum status tree_path(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v)
{
    if (!has_node(t, v)) return no_node(f, ins, t, v);
    uint32_t count = 0;
    enum status st = array_reserve(a, (uint32_t)(v ? t->cells[v - 1] : 0) + 1);
    for (; st == ST_OK && v > 0; v = below(t, v)) a->own[count++] = v;
    if (st == ST_OK) a->own[count++] = 0;
    a->count = count;
    return st;
}

enum status tree_branch(const struct array *t, int64_t *edge, struct array *branch, bool *more)
{
    uint32_t from = *edge ? end_of(t->cells, t->count, (uint32_t)*edge - 1) : 0;
    *more = from < t->count;
    if (!*more) return ST_OK;
    uint32_t to = end_of(t->cells, t->count, from);
    enum status st = array_reserve(branch, to - from - 1);
    if (st != ST_OK) return st;
    lift(branch->own, t->cells + from + 1, to - from - 1, -1);
    branch->count = to - from - 1;
    *edge = (int64_t)from + 1;
    return ST_OK;
}
