/* SPDX-License-Identifier: MIT */
/* Rows whose options count at some positions only, or are few and near, or enter from further away than the position
 * before. Where a ray does not count at a position, an empty set stands for its own one there, so nothing depends on
 * a guess of that; all else that a ray may need is asked of it in turn. */
#include "solve/lines/sets.h"

enum { NEAR_MOST = 64, TRIED_ALONE = 8 };

/* A ray with sets, at one position of a row. */
struct cursor {
    uint64_t *bits;
    uint32_t *full;
    const uint64_t *counts; /* where its options count */
    const uint64_t *marks;  /* where the position itself enters */
    const struct line_ray *ray;
    const struct line_row *row;
    int64_t step, words, turn,
        phase;   /* so many lines on, and after `turn` positions from the first one again; 0: never */
    bool enters; /* the position itself; else values enter that are read */
    int64_t lead, lead_words, ahead, reach; /* so many lines on, or `ahead` ones around, of columns before `reach` */
    bool fixed; /* what enters is read at fixed distances, at the images from column `side` on */
    int64_t side;
    bool reads; /* other values enter or leave that are read */
};

/* Options that have no sets, of one ray. */
struct near {
    const struct line_ray *ray;
    const struct line_row *row;
    const uint64_t *counts;
    int64_t from, to; /* where all of them are there, at fixed distances */
    int64_t distance[NEAR_MOST];
};

/* What the compiler knows. */
struct kind {
    bool narrow, known;
    bool ahead; /* some positions enter lines of others than themselves, or what enters is at a fixed distance */
    bool other; /* than rays that the position before enters or that are ahead, each with one line at a time */
};

struct mixed_row {
    struct cursor sets[NESTED_MOST_RAYS];
    struct near near[NESTED_MOST_RAYS];
    size_t near_count;
};

/* The first column at which the option is not on the side of the square that is computed; if that is half of it. */
static int64_t side_of(const struct lines *l, const struct nested_option *o, size_t row)
{
    size_t last = l->table->fields - 1;
    return l->x[last - 1] + (int64_t)row + o->at[last - 1].constant - o->at[last].constant + 1;
}

static struct cursor cursor_at(const struct lines *l, const struct line_ray *r, size_t row, int64_t j)
{
    const struct line_row *w = &r->rows[row];
    int64_t side = INT64_MAX;
    int64_t cycle = r->alone && r->cycle > 1 ? r->cycle : 0, step = cycle ? 1 : r->alone ? 0 : r->step;
    int64_t phase = cycle ? j % cycle : 0;
    uint64_t line = w->line + (uint64_t)(cycle ? phase : step * j);
    const uint64_t *marks = r->before || r->ahead ? w->enter->filter : NULL;
    for (size_t k = 0; k < r->ray->enter_count && r->fixed && l->half; k++)
        if (side_of(l, &r->ray->enter[k], row) < side) side = side_of(l, &r->ray->enter[k], row);
    return (struct cursor){.bits = r->bits + line * l->words,
                           .full = r->full + line,
                           .counts = w->counts,
                           .marks = r->before && !marks && r->steady ? w->counts : marks,
                           .ray = r,
                           .row = w,
                           .step = step,
                           .words = step * (int64_t)l->words,
                           .turn = cycle,
                           .phase = phase,
                           .enters = r->before || r->ahead,
                           .lead = r->ahead ? w->lead : 0,
                           .lead_words = r->ahead ? w->lead * (int64_t)l->words : 0,
                           .ahead = r->ahead && cycle ? r->distance[r->axis] : 0,
                           .reach = r->ahead ? w->reach : INT64_MAX,
                           .fixed = r->fixed,
                           .side = side,
                           .reads = !(r->before || r->ahead || r->fixed) || r->window};
}

static void near_at(const struct lines *l, const struct line_ray *r, size_t row, struct near *n)
{
    const struct line_row *w = &r->rows[row];
    int64_t start = (int64_t)(l->at + row * (uint64_t)l->table->extent[l->table->fields - 1]);
    n->ray = r;
    n->row = w;
    n->counts = w->counts;
    n->from = l->from;
    n->to = r->ray->enter_count <= NEAR_MOST ? l->to : l->from;
    for (size_t k = 0; k < r->ray->enter_count && n->from < n->to; k++) {
        const struct line_option *o = &w->enter[k];
        if (o->from > n->from) n->from = o->from;
        if (o->to < n->to) n->to = o->to;
        if (l->half && side_of(l, &r->ray->enter[k], row) < n->to) n->to = side_of(l, &r->ray->enter[k], row);
        if (o->step != 1 || o->divisor != 1 || o->filter) n->to = n->from;
        n->distance[k] = o->at - start;
    }
}

static void place_row(const struct lines *l, size_t row, struct mixed_row *m)
{
    m->near_count = l->count - l->sets;
    for (size_t i = 0; i < l->sets; i++) m->sets[i] = cursor_at(l, &l->rays[i], row, l->from);
    for (size_t i = l->sets; i < l->count; i++) near_at(l, &l->rays[i], row, &m->near[i - l->sets]);
}

/* The position itself or its image, whichever is computed. */
static uint64_t computed(const struct lines *l, uint64_t at)
{
    uint64_t side = (uint64_t)l->table->extent[l->table->fields - 1], row = at / side % side, column = at % side;
    return l->half && column > row ? at + (column - row) * (side - 1) : at;
}

/* Which of the numbers 64 * k .. 64 * k + 63 are values of these options of position j? */
static inline uint64_t near_bits(const struct lines *l, const struct near *n, bool narrow, uint64_t place, int64_t j,
                                 uint32_t k)
{
    uint64_t bits = 0;
    if (!holds_at(n->counts, j)) return 0;
    size_t count = n->ray->ray->enter_count;
    if (j >= n->from && j < n->to) {
        for (size_t i = 0; i < count; i++) {
            uint32_t value = stored_at(l, narrow, place + (uint64_t)n->distance[i]) - k * 64;
            bits |= (uint64_t)(value < 64) << value % 64;
        }
        return bits;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t at;
        if (!option_at(&n->row->enter[i], j, &at)) continue;
        uint32_t value = stored_at(l, narrow, computed(l, (uint64_t)at));
        if (value / 64 == k) bits |= (uint64_t)1 << value % 64;
    }
    return bits;
}

/* What leaves, and what enters that is not the position before. */
static inline void read_options(const struct lines *l, const struct cursor *c, bool narrow, int64_t j)
{
    if (c->ray->window) leave_window(l, narrow, c->row->leave, j, c->bits, c->full);
    for (size_t k = 0; k < c->ray->ray->enter_count && !c->enters && !c->fixed; k++) {
        uint32_t value;
        if (value_of(l, &c->row->enter[k], j, &value)) mark(c->bits, c->full, value);
    }
}

/* What enters at fixed distances. */
static inline void read_fixed(const struct lines *l, const struct cursor *c, bool narrow, int64_t j)
{
    const struct line_option *o = c->row->enter, *end = o + c->ray->ray->enter_count;
    for (; o < end; o++) {
        if (j < o->from || j >= o->to || !holds_at(o->filter, j)) continue;
        uint64_t at = (uint64_t)(o->at + j);
        mark(c->bits, c->full, stored_at(l, narrow, j < c->side ? at : computed(l, at)));
    }
}

/* Some set has each word before k. A line may lack one small number for ever, which others have: then many words are
 * full together, and are passed a few at a time. Words behind the last one of a set are read, and do not matter: one
 * before them is not full. */
static inline __attribute__((always_inline)) uint32_t least_free(const struct lines *l, const uint64_t *const *sets,
                                                                 size_t count, uint32_t k, const struct mixed_row *row,
                                                                 const struct kind *kind, uint64_t place, int64_t j)
{
    for (unsigned tried = 0;; k++) {
        uint64_t word = 0;
#pragma GCC unroll 4
        for (size_t i = 0; i < count; i++) word |= sets[i][k];
        for (size_t i = 0; kind->other && i < row->near_count && word != UINT64_MAX; i++)
            word |= near_bits(l, &row->near[i], kind->narrow, place, j, k);
        if (word != UINT64_MAX) return k * 64 + (uint32_t)__builtin_ctzll(~word);
        for (bool full = ++tried > TRIED_ALONE && count > 0; full;) {
            uint64_t together[LINES_STRIDE] = {0}, every = UINT64_MAX;
            for (size_t i = 0; i < count; i++)
                for (size_t w = 0; w < LINES_STRIDE; w++) together[w] |= sets[i][k + 1 + w];
            for (size_t w = 0; w < LINES_STRIDE; w++) every &= together[w];
            full = every == UINT64_MAX;
            if (full) k += LINES_STRIDE;
            else tried = 0;
        }
    }
}

static inline __attribute__((always_inline)) uint32_t mixed_value(const struct lines *l, const struct mixed_row *row,
                                                                  size_t count, const struct kind *kind, uint64_t place,
                                                                  int64_t j)
{
    const uint64_t *sets[NESTED_MOST_RAYS];
    uint32_t k = 0;
#pragma GCC unroll 4
    for (size_t i = 0; i < count; i++) {
        const struct cursor *c = &row->sets[i];
        if (kind->ahead && c->fixed) read_fixed(l, c, kind->narrow, j);
        if (kind->other && c->reads) read_options(l, c, kind->narrow, j);
        bool counts = holds_at(c->counts, j);
        uint32_t full = counts ? *c->full : 0;
        sets[i] = counts ? c->bits : l->none;
        k = full > k ? full : k;
    }
    return kind->known ? stored_at(l, kind->narrow, place) : least_free(l, sets, count, k, row, kind, place, j);
}

/* The next position of the row has the next lines. */
static inline __attribute__((always_inline)) void mixed_mark(const struct lines *l, struct cursor *c, size_t count,
                                                             const struct kind *kind, uint32_t value, int64_t j)
{
#pragma GCC unroll 4
    for (size_t i = 0; i < count; i++, c++) {
        if ((!kind->ahead || c->enters) && (!kind->ahead || j < c->reach) && holds_at(c->marks, j)) {
            int64_t lead = kind->ahead ? c->lead : 0, words = kind->ahead ? c->lead_words : 0;
            if (kind->other && c->ahead) {
                lead = c->phase + c->ahead < c->turn ? c->ahead : c->ahead - c->turn;
                words = lead * (int64_t)l->words;
            }
            if (kind->known) c->bits[words + value / 64] |= (uint64_t)1 << value % 64;
            else mark(c->bits + words, c->full + lead, value);
        }
        c->bits += c->words;
        c->full += c->step;
        if (!kind->other || !c->turn || ++c->phase < c->turn) continue;
        c->phase = 0;
        c->bits -= c->words * c->turn;
        c->full -= c->turn;
    }
}

static inline __attribute__((always_inline)) void fill_mixed(struct lines *l, size_t count, struct kind kind)
{
    struct mixed_row at[LINES_ROWS];
    int64_t extent = l->table->extent[l->table->fields - 1], rows = (int64_t)l->rows;
    int64_t first = l->half ? l->x[l->table->fields - 2] : l->to - 1; /* the last column of the first row */
    int64_t last = first + (l->half ? rows - 1 : 0), end = last + rows;
    for (size_t k = 0; k < l->rows; k++) place_row(l, k, &at[k]);
    for (int64_t d = l->from, stop; d < end; d = stop) {
        stop = may_go_to(l, d, end);
        for (int64_t s = d; s < stop; s++)
            for (int64_t k = s > last ? s - last : 0; k < rows && k <= s; k++) {
                if (l->half && s - k > first + k) continue;
                uint64_t place = l->at + (uint64_t)(k * extent + s - k);
                uint32_t value = mixed_value(l, &at[k], count, &kind, place, s - k);
                if (!kind.known) store_at(l, kind.narrow, place, value);
                mixed_mark(l, at[k].sets, count, &kind, value, s - k);
            }
        have_gone_to(l, stop);
    }
}

/* Of a few rays the compiler knows how many they are. */
static inline __attribute__((always_inline)) void fill_kind(struct lines *l, struct kind kind)
{
    switch (l->sets) {
    case 1: fill_mixed(l, 1, kind); break;
    case 2: fill_mixed(l, 2, kind); break;
    case 3: fill_mixed(l, 3, kind); break;
    case 4: fill_mixed(l, 4, kind); break;
    default: fill_mixed(l, l->sets, kind);
    }
}

void lines_fill_mixed(struct lines *l)
{
    bool other = l->windows || l->sets < l->count, ahead = false;
    for (size_t i = 0; i < l->sets; i++) {
        const struct line_ray *r = &l->rays[i];
        ahead |= r->ahead || r->fixed;
        other |= !(r->before || r->ahead || r->fixed) || r->cycle > 1;
    }
    if (l->known && l->narrow)
        fill_mixed(l, l->sets, (struct kind){.narrow = true, .known = true, .ahead = true, .other = true});
    else if (l->known) fill_mixed(l, l->sets, (struct kind){.known = true, .ahead = true, .other = true});
    else if (other && l->narrow) fill_kind(l, (struct kind){.narrow = true, .ahead = true, .other = true});
    else if (other) fill_mixed(l, l->sets, (struct kind){.ahead = true, .other = true});
    else if (ahead && l->narrow) fill_kind(l, (struct kind){.narrow = true, .ahead = true});
    else if (ahead) fill_mixed(l, l->sets, (struct kind){.ahead = true});
    else if (l->narrow) fill_kind(l, (struct kind){.narrow = true});
    else fill_mixed(l, l->sets, (struct kind){0});
}
