/* SPDX-License-Identifier: MIT */
#include "solve/vectors/marks.h"
#include <string.h>
#include "base/mem.h"
#include "solve/dynamic/lanes.h"

enum { WORK_BETWEEN_LOOKS = 1 << 20 };
#define SMALL ((int64_t)1 << 30)

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

double vectors_bytes(const struct value_table *box)
{
    double words = (double)((box->extent[box->fields - 1] + 63) / 64), rows = (double)box->count / 64 / words;
    return 8 * rows * (2 * words + 2) + rows * (double)sizeof(struct vectors_row);
}

/* ---- what may be taken ------------------------------------------------------------------------------------------- */
/* What moves take whose last value counts up: of each cell, `first` at first, and `step` more each time. */
struct taking {
    int64_t first[MODEL_MAX_FIELDS], step[MODEL_MAX_FIELDS];
};

static inline enum status put(struct vectors_marks *m, const struct taking *by, int64_t k)
{
    int64_t taken = 0, any = 0;
    uint64_t at = 0;
    for (size_t c = 0; c < m->box.fields; c++) {
        taken = by->first[c] + by->step[c] * k;
        if (taken < 0) return ST_UNSUPPORTED;
        if (taken >= m->box.extent[c]) return ST_OK; /* there is not enough, nowhere in the box */
        any |= taken;
        if (c + 1 < m->box.fields) at = at * (uint64_t)m->box.extent[c] + (uint64_t)taken;
    }
    if (!any) return ST_UNSUPPORTED;
    m->set[at * (m->words + 2) + 1 + (uint64_t)taken / 64] |= (uint64_t)1 << taken % 64;
    return ST_OK;
}

static enum status look(struct vectors_marks *m, uint64_t work)
{
    m->since += work;
    if (m->since < WORK_BETWEEN_LOOKS) return ST_OK;
    m->since = 0;
    return budget_check(m->budget);
}

/* `count` moves, whose last value counts up; conditions are evaluated at all of them. */
static enum status put_some(struct vectors_marks *m, const struct vectors_move *move, size_t count)
{
    int64_t out[LANES_MOST];
    bool passes[LANES_MOST];
    int last = move->value_count ? TERM_CELLS + (int)move->value_count - 1 : -1;
    memset(passes, true, sizeof passes);
    for (size_t i = 0; i < move->condition_count; i++) {
        if (!lanes_at(move->conditions[i], m->x, last, count, out)) return ST_UNSUPPORTED;
        for (size_t k = 0; k < count; k++) passes[k] &= out[k] != 0;
    }
    struct taking by;
    for (size_t c = 0; c < m->box.fields; c++) {
        by.first[c] = linear_at(&move->taken[c], m->x);
        by.step[c] = last < 0 ? 0 : move->taken[c].factor[last];
    }
    enum status st = look(m, 8 * count);
    for (size_t k = 0; st == ST_OK && k < count; k++)
        if (passes[k]) st = put(m, &by, (int64_t)k);
    m->choices += count;
    return st;
}

/* All choices of the values from the k-th on; the state is the corner. */
static enum status choose(struct vectors_marks *m, const struct vectors_move *move, size_t k)
{
    int64_t low, high;
    if (move->value_count == 0) return put_some(m, move, 1);
    if (!term_value_at(move->values[k].low, m->x, &low) || !term_value_at(move->values[k].high, m->x, &high))
        return ST_UNSUPPORTED;
    if (low <= -SMALL || high >= SMALL) return ST_UNSUPPORTED;
    bool last = k + 1 == move->value_count;
    enum status st = ST_OK;
    for (int64_t v = low; st == ST_OK && v <= high; v += last ? LANES_MOST : 1) {
        m->x[TERM_CELLS + k] = v;
        if (!last) st = choose(m, move, k + 1);
        else st = put_some(m, move, high - v < LANES_MOST ? (size_t)(high - v + 1) : LANES_MOST);
    }
    return st;
}

/* The rows of D that are not empty. */
static enum status list_rows(struct vectors_marks *m)
{
    for (uint64_t r = 0; r < m->row_count; r++) {
        const uint64_t *bits = m->set + r * (m->words + 2) + 1;
        struct vectors_row row = {.row = r};
        uint64_t rest = r;
        while (row.from < m->words && !bits[row.from]) row.from++;
        if (row.from == m->words) continue;
        for (row.to = (uint32_t)m->words; !bits[row.to - 1];) row.to--;
        row.to++;
        for (size_t c = m->box.fields - 1; c-- > 0; rest /= (uint64_t)m->box.extent[c])
            row.at[c] = (uint32_t)(rest % (uint64_t)m->box.extent[c]);
        m->span += row.to - row.from;
        if (!vec_push(&m->rows, row)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

enum status vectors_open(struct vectors_marks *m, const struct vectors_rule *rule, const struct value_table *box,
                         struct budget *budget)
{
    *m = (struct vectors_marks){.rule = rule, .box = *box, .budget = budget};
    m->words = (uint64_t)(box->extent[box->fields - 1] + 63) / 64;
    m->row_count = box->count / 64 / m->words;
    m->bytes_of_set = (size_t)(m->row_count * (m->words + 2)) * sizeof *m->set;
    m->bytes_of_won = (size_t)(m->row_count * m->words) * sizeof *m->won;
    enum status st = budget_fits(budget, (uint64_t)vectors_bytes(box));
    if (st != ST_OK) return st;
    m->set = mem_alloc(m->bytes_of_set);
    m->won = mem_alloc(m->bytes_of_won);
    if (!m->set || !m->won) return ST_NO_MEMORY;
    for (size_t c = 0; c < box->fields; c++) m->x[c] = box->low[c] + box->extent[c] - 1;
    for (size_t i = 0; st == ST_OK && i < rule->move_count; i++) st = choose(m, &rule->moves[i], 0);
    return st == ST_OK ? list_rows(m) : st;
}

void vectors_close(struct vectors_marks *m)
{
    if (m->set) mem_free(m->set, m->bytes_of_set);
    if (m->won) mem_free(m->won, m->bytes_of_won);
    vec_free(&m->rows);
    m->set = m->won = NULL;
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
/* Marks as won what has no option at all: what is above no member of D. */
static void mark_ends(struct vectors_marks *m)
{
    for (uint64_t r = 0; r < m->row_count; r++) {
        uint64_t *row = m->won + r * m->words, rest = r, before = 1;
        memcpy(row, m->set + r * (m->words + 2) + 1, m->words * sizeof *row);
        for (size_t c = m->box.fields - 1; c-- > 0; rest /= (uint64_t)m->box.extent[c]) {
            if (rest % (uint64_t)m->box.extent[c])
                for (uint64_t w = 0; w < m->words; w++) row[w] |= row[w - before * m->words];
            before *= (uint64_t)m->box.extent[c];
        }
        uint64_t w = 0;
        while (w < m->words && !row[w]) w++;
        if (w < m->words) row[w] |= ~(uint64_t)0 << __builtin_ctzll(row[w]);
        while (++w < m->words) row[w] = ~(uint64_t)0;
    }
    for (uint64_t w = 0; w < m->row_count * m->words; w++) m->won[w] = ~m->won[w];
}

/* All p + d are won. at: the numbers of p but the last, q; row: its row. */
static void mark(struct vectors_marks *m, const int64_t *at, uint64_t row, int64_t q)
{
    uint64_t shift = (uint64_t)q % 64, on = (uint64_t)q / 64, most = m->words - on, work = 0;
    size_t leading = m->box.fields - 1;
    for (size_t i = 0; i < m->rows.count; i++) {
        const struct vectors_row *r = &m->rows.data[i];
        bool inside = true;
        for (size_t c = 0; c < leading; c++) inside &= at[c] + r->at[c] < m->box.extent[c];
        if (!inside && at[0] + r->at[0] >= m->box.extent[0]) break; /* so it is for all further ones */
        if (!inside) continue;
        const uint64_t *restrict from = m->set + r->row * (m->words + 2) + 1;
        uint64_t *restrict to = m->won + (row + r->row) * m->words + on, end = r->to < most ? r->to : most;
        if (shift)
            for (uint64_t w = r->from; w < end; w++) to[w] |= from[w] << shift | from[w - 1] >> (64 - shift);
        else
            for (uint64_t w = r->from; w < end; w++) to[w] |= from[w];
        work += end > r->from ? end - r->from : 1;
    }
    m->since += work;
}

/* One row: positions that are not marked lose, and mark others. */
static enum status decide_row(struct vectors_marks *m, const int64_t *at, uint64_t row, uint64_t *losses)
{
    uint64_t *won = m->won + row * m->words;
    int64_t extent = m->box.extent[m->box.fields - 1];
    enum status st = ST_OK;
    for (uint64_t w = 0; st == ST_OK && w < m->words; w++) {
        uint64_t here = extent - (int64_t)w * 64 >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << extent % 64) - 1, open;
        while (st == ST_OK && (open = ~won[w] & here)) {
            int bit = __builtin_ctzll(open);
            losses[row * m->words + w] |= (uint64_t)1 << bit;
            here = bit == 63 ? 0 : here & ~(uint64_t)0 << (bit + 1);
            mark(m, at, row, (int64_t)w * 64 + bit);
            m->losing++;
            st = look(m, 0);
        }
    }
    return st;
}

enum status vectors_decide(struct vectors_marks *m, uint64_t *losses, bool misere)
{
    int64_t at[MODEL_MAX_FIELDS] = {0};
    enum status st = ST_OK;
    if (misere) mark_ends(m);
    for (uint64_t row = 0; st == ST_OK && row < m->row_count; row++) {
        st = budget_take_states(m->budget, (uint64_t)m->box.extent[m->box.fields - 1]);
        if (st == ST_OK) st = decide_row(m, at, row, losses);
        for (size_t c = m->box.fields - 1; c-- > 0; at[c] = 0)
            if (++at[c] < m->box.extent[c]) break;
    }
    return st;
}
