/* SPDX-License-Identifier: MIT */
/* What moves may take from rows that lie in a row, some rows at a time. */
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

static size_t inner_of(const struct value_table *rows, const size_t *order) { return order[rows->fields - 2]; }

size_t row_takes_stand(const struct value_table *rows, const size_t *order, uint64_t at, int64_t *x)
{
    size_t inner = inner_of(rows, order);
    for (size_t j = rows->fields - 1; j-- > 0; at /= (uint64_t)rows->extent[order[j]])
        x[order[j]] = rows->low[order[j]] + (int64_t)(at % (uint64_t)rows->extent[order[j]]);
    int64_t left = rows->low[inner] + rows->extent[inner] - x[inner];
    return left < LANES_MOST ? (size_t)left : LANES_MOST;
}

static bool find_ends(const struct dynamic_terms *terms, bool high, size_t inner, size_t count, int64_t *x,
                      int64_t *out)
{
    int64_t other[LANES_MOST];
    bool all = lanes_at(terms->items[0], x, (int)inner, count, out);
    for (size_t j = 1; all && j < terms->count; j++) {
        all = lanes_at(terms->items[j], x, (int)inner, count, other);
        for (size_t i = 0; all && i < count; i++)
            if (high ? other[i] < out[i] : other[i] > out[i]) out[i] = other[i];
    }
    return all;
}

static void find_line_places(const struct value_table *rows, size_t inner, size_t count, const int64_t *x,
                             struct row_takes *f)
{
    int64_t shift = f->m.shift[inner], first = x[inner] - rows->low[inner], most = INT64_MAX;
    for (size_t c = 0; c < rows->fields; c++) {
        int64_t place = c == inner || !f->m.shift[c] ? INT64_MAX : (x[c] - rows->low[c]) / f->m.shift[c];
        if (place < most) most = place;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t place = shift == 0 ? INT64_MAX : shift == 1 ? first + (int64_t)i : (first + (int64_t)i) / shift;
        f->place[i] = place < most ? place : most;
    }
}

bool row_takes_look(const struct dynamic_limits *l, const size_t *order, int64_t *x, size_t count, struct row_takes *f)
{
    const struct dynamic_move *m = f->m.move;
    size_t inner = inner_of(&l->rows, order);
    int64_t holds[LANES_MOST];
    find_line_places(&l->rows, inner, count, x, f);
    dynamic_limits_along(l, &m->gate, x, inner, count, f->gate);
    if (!find_ends(&m->low[0], false, inner, count, x, f->low) ||
        !find_ends(&m->high[0], true, inner, count, x, f->high))
        return false;
    for (size_t i = 0; i < count; i++) f->open[i] = f->low[i] <= f->high[i] && f->gate[i] < LIMITS_NEVER;
    for (size_t j = 0; j < m->filter[0].count; j++) {
        if (!lanes_at(m->filter[0].items[j], x, (int)inner, count, holds)) return false;
        for (size_t i = 0; i < count; i++) f->open[i] &= holds[i] != 0;
    }
    return true;
}
