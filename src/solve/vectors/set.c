/* SPDX-License-Identifier: MIT */
#include "solve/vectors/set.h"
#include "base/mem.h"
#include "solve/dynamic/lanes.h"
#include <string.h>

#define SMALL ((int64_t)1 << 30)
#define ATOM_MOST ((int64_t)1 << 40)

/* ---- the box ----------------------------------------------------------------------------------------------------- */
bool vectors_box(struct value_table *box)
{
    int64_t count = 1;
    for (size_t c = box->fields; c-- > 0;) {
        if (box->extent[c] >= SMALL) return false;
        int64_t extent = c + 1 == box->fields ? (box->extent[c] + 63) / 64 * 64 : box->extent[c];
        box->stride[c] = count;
        if (__builtin_mul_overflow(count, extent, &count) || count >= (int64_t)1 << 46) return false;
    }
    box->count = (uint64_t)count;
    return true;
}

double vectors_set_bytes(const struct value_table *box)
{
    double words = (double)((box->extent[box->fields - 1] + 63) / 64), rows = (double)box->count / 64 / words;
    return 8 * rows * (words + 2) + rows * (double)sizeof(struct vectors_row);
}

/* ---- what may be taken ------------------------------------------------------------------------------------------- */
/* What moves take whose last value counts up: of each cell, `first` at first, and `step` more each time, and atoms with their factors. */
struct taking {
    int64_t first[MODEL_MAX_FIELDS], step[MODEL_MAX_FIELDS];
    const struct vectors_move *move;
    int64_t (*atoms)[LANES_MOST];
};

/* Atoms are below ATOM_MOST, factors below 2^17, so nothing overflows. */
static int64_t amount_of(const struct taking *by, size_t c, int64_t k)
{
    const struct vectors_move *m = by->move;
    int64_t taken = by->first[c] + by->step[c] * k;
    for (size_t i = 0; i < m->atom_count; i++)
        taken += m->taken[c].factor[TERM_CELLS + m->value_count + i] * by->atoms[i][k];
    return taken;
}

static enum status put(struct vectors_set *d, const struct taking *by, int64_t k)
{
    int64_t taken = 0, any = 0;
    uint64_t at = 0;
    for (size_t c = 0; c < d->box.fields; c++) {
        taken = amount_of(by, c, k);
        if (taken < 0) return ST_UNSUPPORTED;
        if (taken >= d->box.extent[c]) return ST_OK; /* there is not enough, nowhere in the box */
        any |= taken;
        if (c + 1 < d->box.fields) at = at * (uint64_t)d->box.extent[c] + (uint64_t)taken;
    }
    if (!any) return ST_UNSUPPORTED;
    d->bits[at * (d->words + 2) + 1 + (uint64_t)taken / 64] |= (uint64_t)1 << taken % 64;
    return ST_OK;
}

/* `count` moves, whose last value counts up; conditions are evaluated at all of them. */
static enum status put_some(struct vectors_set *d, const struct vectors_move *move, size_t count)
{
    int64_t out[LANES_MOST], atoms[TERM_VALUES][LANES_MOST];
    bool passes[LANES_MOST];
    int last = move->value_count ? TERM_CELLS + (int)move->value_count - 1 : -1;
    memset(passes, true, sizeof passes);
    for (size_t i = 0; i < move->condition_count; i++) {
        if (!lanes_at(move->conditions[i], d->x, last, count, out)) return ST_UNSUPPORTED;
        for (size_t k = 0; k < count; k++) passes[k] &= out[k] != 0;
    }
    for (size_t i = 0; i < move->atom_count; i++) {
        if (!lanes_at(move->atoms[i], d->x, last, count, atoms[i])) return ST_UNSUPPORTED;
        for (size_t k = 0; k < count; k++)
            if (atoms[i][k] <= -ATOM_MOST || atoms[i][k] >= ATOM_MOST) return ST_UNSUPPORTED;
    }
    struct taking by = {.move = move, .atoms = atoms};
    for (size_t c = 0; c < d->box.fields; c++) {
        by.first[c] = linear_at(&move->taken[c], d->x);
        by.step[c] = last < 0 ? 0 : move->taken[c].factor[last];
    }
    enum status st = vectors_look(d, 8 * count);
    for (size_t k = 0; st == ST_OK && k < count; k++)
        if (passes[k]) st = put(d, &by, (int64_t)k);
    d->choices += count;
    return st;
}

/* All choices of the values from the k-th on; the state is the corner. */
static enum status choose(struct vectors_set *d, const struct vectors_move *move, size_t k)
{
    int64_t low, high;
    if (move->value_count == 0) return put_some(d, move, 1);
    if (!term_value_at(move->values[k].low, d->x, &low) || !term_value_at(move->values[k].high, d->x, &high))
        return ST_UNSUPPORTED;
    if (low <= -SMALL || high >= SMALL) return ST_UNSUPPORTED;
    bool last = k + 1 == move->value_count;
    enum status st = ST_OK;
    for (int64_t v = low; st == ST_OK && v <= high; v += last ? LANES_MOST : 1) {
        d->x[TERM_CELLS + k] = v;
        if (!last) st = choose(d, move, k + 1);
        else st = put_some(d, move, high - v < LANES_MOST ? (size_t)(high - v + 1) : LANES_MOST);
    }
    return st;
}

/* Those of the values from the k-th on. */
static double count_choices(const struct vectors_move *move, size_t k, int64_t *x, double most)
{
    int64_t low, high;
    double all = 0;
    if (k == move->value_count) return 1;
    if (!term_value_at(move->values[k].low, x, &low) || !term_value_at(move->values[k].high, x, &high)) return -1;
    if (low > high) return 0;
    if (k + 1 == move->value_count) return (double)high - (double)low + 1;
    for (int64_t v = low; v <= high && all <= most; v++) {
        x[TERM_CELLS + k] = v;
        double more = count_choices(move, k + 1, x, most);
        if (more < 0) return -1;
        all += more + 1; /* also what is empty takes time */
    }
    return all;
}

double vectors_set_choices(const struct vectors_rule *rule, const struct value_table *box, double most)
{
    int64_t x[TERM_VARIABLES] = {0};
    double all = 0;
    for (size_t c = 0; c < box->fields; c++) x[c] = box->low[c] + box->extent[c] - 1;
    for (size_t i = 0; i < rule->move_count && all >= 0 && all <= most; i++) {
        double more = count_choices(&rule->moves[i], 0, x, most);
        all = more < 0 ? -1 : all + more;
    }
    return all;
}

enum status vectors_list_rows(struct vectors_set *d)
{
    for (uint64_t r = 0; r < d->row_count; r++) {
        const uint64_t *bits = d->bits + r * (d->words + 2) + 1;
        struct vectors_row row = {.row = r};
        uint64_t rest = r;
        while (row.from < d->words && !bits[row.from]) row.from++;
        if (row.from == d->words) continue;
        for (row.to = (uint32_t)d->words; !bits[row.to - 1];) row.to--;
        row.to++;
        for (size_t c = d->box.fields - 1; c-- > 0; rest /= (uint64_t)d->box.extent[c])
            row.at[c] = (uint32_t)(rest % (uint64_t)d->box.extent[c]);
        if (!vec_push(&d->rows, row)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

enum status vectors_set_open(struct vectors_set *d, const struct vectors_rule *rule, const struct value_table *box,
                             struct budget *budget)
{
    *d = (struct vectors_set){.rule = rule, .box = *box, .budget = budget};
    d->words = (uint64_t)(box->extent[box->fields - 1] + 63) / 64;
    d->row_count = box->count / 64 / d->words;
    d->bytes = (size_t)(d->row_count * (d->words + 2)) * sizeof *d->bits;
    enum status st = budget_fits(budget, (uint64_t)vectors_set_bytes(box));
    if (st != ST_OK) return st;
    d->bits = mem_alloc(d->bytes);
    if (!d->bits) return ST_NO_MEMORY;
    for (size_t c = 0; c < box->fields; c++) d->x[c] = box->low[c] + box->extent[c] - 1;
    for (size_t i = 0; st == ST_OK && i < rule->move_count; i++) st = choose(d, &rule->moves[i], 0);
    return st == ST_OK ? vectors_list_rows(d) : st;
}

void vectors_set_close(struct vectors_set *d)
{
    if (d->bits) mem_free(d->bits, d->bytes);
    vec_free(&d->rows);
    d->bits = NULL;
}
