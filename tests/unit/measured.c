/* SPDX-License-Identifier: MIT */
/* Features of states, counted. */
#include "measured.h"
#include <stdlib.h>
#include <string.h>

enum { MULTISET_MOST = 400 };

/* One field of a state: its cells, without their number. */
struct part {
    const int64_t *cells;
    size_t count;
};

static void split(const struct model *m, const struct component *c, struct part *parts)
{
    const struct game *g = &m->games[c->game];
    const int64_t *at = c->cells;
    for (size_t i = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        size_t head = kind <= FIELD_BOOL || kind == FIELD_NODE ? 0 : kind == FIELD_GRID ? 2 : 1;
        size_t count = head == 0 ? 1 : head == 1 ? (size_t)at[0] : (size_t)(at[0] * at[1]);
        parts[i] = (struct part){at + head, count};
        at += head + count;
    }
}

static int64_t cells_value(struct part p, enum cell_feature of, int64_t other)
{
    int64_t sum = 0, count = (int64_t)p.count;
    for (int64_t i = 0; i < count; i++) switch (of) {
        case CELLS_SUM: sum += p.cells[i]; break;
        case CELLS_PLACES: sum += p.cells[i] * (i + 1); break;
        case CELLS_BACK: sum += p.cells[i] * (count - i); break;
        case CELLS_LENGTH: sum++; break;
        case CELLS_FILLED: sum += p.cells[i] != 0; break;
        case CELLS_EMPTY: sum += p.cells[i] == 0; break;
        case CELLS_OTHER: sum += p.cells[i] != other; break;
        case CELLS_ROOM: sum -= p.cells[i]; break; /* below a number that is not known here */
        default: break;
        }
    return sum;
}

static int64_t feature(const struct model *m, const struct field *f, struct part p, struct weight w)
{
    int64_t all = f->kind == FIELD_NODES ? (int64_t)m->graphs[m->games[f->graph].graph].node_count : 0;
    if (f->kind <= FIELD_BOOL) return w.factor * p.cells[0];
    if (f->kind == FIELD_NODES)
        return w.factor < 0 ? -w.factor * (all - (int64_t)p.count) : w.factor * (int64_t)p.count;
    return w.factor * (f->kind == FIELD_TREE ? (int64_t)p.count : cells_value(p, w.cells, w.value));
}

static int64_t line_value(const struct model *m, const struct component *c, const struct part *parts, size_t line)
{
    const struct game *g = &m->games[c->game];
    int64_t sum = 0;
    for (size_t i = 0; i < g->field_count; i++)
        if (g->measure.lines[line][i].factor) sum += feature(m, &g->fields[i], parts[i], g->measure.lines[line][i]);
    return sum;
}

/* -1, 0, 1: b is greater than a, the same, less. Rows of different lengths are not comparable: -1. */
static int row_order(struct part a, struct part b, bool late)
{
    if (a.count != b.count) return -1;
    for (size_t i = 0; i < a.count; i++) {
        size_t k = late ? a.count - 1 - i : i;
        if (a.cells[k] != b.cells[k]) return a.cells[k] > b.cells[k] ? 1 : -1;
    }
    return 0;
}

/* 0 if the line has no row that counts in order. */
static int orders(const struct game *g, const struct part *a, const struct part *b, size_t line)
{
    for (size_t i = 0; i < g->field_count; i++) {
        enum cell_feature of = g->measure.lines[line][i].cells;
        bool counts = g->measure.lines[line][i].factor != 0 && (of == CELLS_LATE || of == CELLS_EARLY);
        if (counts) return row_order(a[i], b[i], of == CELLS_LATE);
    }
    return 0;
}

static int downwards(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a < b) - (a > b);
}

/* As multisets of naturals: of the greatest numbers that differ the first is larger, or the second has none there. */
static bool multiset_falls(struct part a, struct part b)
{
    int64_t x[MULTISET_MOST], y[MULTISET_MOST];
    if (a.count > MULTISET_MOST || b.count > MULTISET_MOST) return false;
    memcpy(x, a.cells, a.count * sizeof *x);
    memcpy(y, b.cells, b.count * sizeof *y);
    qsort(x, a.count, sizeof *x, downwards);
    qsort(y, b.count, sizeof *y, downwards);
    for (size_t i = 0; i < a.count; i++)
        if (i == b.count || x[i] != y[i]) return i == b.count || y[i] < x[i];
    return false;
}

static bool parts_fall_between(const struct game *g, const struct part *a, const struct part *b)
{
    for (size_t i = 0; i < g->field_count; i++)
        if (a[i].count != b[i].count || memcmp(a[i].cells, b[i].cells, a[i].count * sizeof *a[i].cells) != 0)
            return multiset_falls(a[i], b[i]);
    return false;
}

int measure_drop(const struct model *model, const struct component *from, const struct component *to)
{
    struct part a[MODEL_MAX_FIELDS], b[MODEL_MAX_FIELDS];
    const struct game *g = &model->games[from->game];
    split(model, from, a);
    split(model, to, b);
    if (g->measure.kind == MEASURE_PARTS) return parts_fall_between(g, a, b) ? 1 : -1;
    for (size_t i = 0; i < g->measure.count; i++) {
        int order = orders(g, a, b, i); /* rows that count in order are the same field of all games */
        if (order) return order;
        int64_t x = line_value(model, from, a, i), y = line_value(model, to, b, i);
        if (x != y) return y < x ? 1 : -1;
    }
    return g->measure.rank - model->games[to->game].measure.rank;
}

bool measure_falls(const struct model *model, const struct component *from, const struct component *to)
{
    return measure_drop(model, from, to) > 0;
}
