/* SPDX-License-Identifier: MIT */
#include "solve/vectors/marks.h"
#include <string.h>
#include "base/mem.h"
#include "solve/vectors/kept_marks.h"

enum { PLANES = 3 }; /* while D is split */

double vectors_bytes(const struct value_table *box)
{
    return vectors_set_bytes(box) + (PLANES + 1) * (double)box->count / 8;
}

enum status vectors_begin(struct vectors_marks *m)
{
    m->bytes_of_won = (size_t)(m->set.row_count * m->set.words) * sizeof *m->won;
    enum status st = budget_fits(m->set.budget, m->bytes_of_won * (PLANES + 1));
    if (st != ST_OK) return st;
    st = vectors_split(&m->set, &m->parts);
    if (st == ST_UNSUPPORTED) vectors_parts_free(&m->parts); /* then all of D marks */
    else if (st != ST_OK) return st;
    st = vectors_won_open(&m->carried, &m->parts, &m->set.box);
    if (st != ST_OK) return st;
    m->won = mem_alloc(m->bytes_of_won);
    return m->won ? ST_OK : ST_NO_MEMORY;
}

enum status vectors_open(struct vectors_marks *m, const struct vectors_rule *rule, const struct value_table *box,
                         struct budget *budget)
{
    *m = (struct vectors_marks){.losing = 0};
    enum status st = vectors_set_open(&m->set, rule, box, budget);
    return st == ST_OK ? vectors_begin(m) : st;
}

void vectors_close(struct vectors_marks *m)
{
    if (m->won) mem_free(m->won, m->bytes_of_won);
    vectors_won_close(&m->carried);
    vectors_parts_free(&m->parts);
    vectors_set_close(&m->set);
    m->won = NULL;
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */
/* Marks as won what has no option at all: what is above no member of D. */
static void mark_ends(struct vectors_marks *m)
{
    for (uint64_t r = 0; r < m->set.row_count; r++) {
        uint64_t *row = m->won + r * m->set.words, rest = r, before = 1;
        memcpy(row, m->set.bits + r * (m->set.words + 2) + 1, m->set.words * sizeof *row);
        for (size_t c = m->set.box.fields - 1; c-- > 0; rest /= (uint64_t)m->set.box.extent[c]) {
            if (rest % (uint64_t)m->set.box.extent[c])
                for (uint64_t w = 0; w < m->set.words; w++) row[w] |= (row - before * m->set.words)[w];
            before *= (uint64_t)m->set.box.extent[c];
        }
        uint64_t w = 0;
        while (w < m->set.words && !row[w]) w++;
        if (w < m->set.words) row[w] |= ~(uint64_t)0 << __builtin_ctzll(row[w]);
        while (++w < m->set.words) row[w] = ~(uint64_t)0;
    }
    for (uint64_t w = 0; w < m->set.row_count * m->set.words; w++) m->won[w] = ~m->won[w];
}

/* All p + d are won. at: the numbers of p but the last, q; row: its row. */
static void mark(struct vectors_marks *m, const int64_t *at, uint64_t row, int64_t q)
{
    uint64_t shift = (uint64_t)q % 64, on = (uint64_t)q / 64, most = m->set.words - on, work = 0;
    size_t leading = m->set.box.fields - 1;
    for (size_t i = 0; i < m->set.rows.count; i++) {
        const struct vectors_row *r = &m->set.rows.data[i];
        bool inside = true;
        for (size_t c = 0; c < leading; c++) inside &= at[c] + r->at[c] < m->set.box.extent[c];
        if (!inside && at[0] + r->at[0] >= m->set.box.extent[0]) break; /* so it is for all further ones */
        if (!inside) continue;
        const uint64_t *restrict before = m->set.bits + r->row * (m->set.words + 2);
        const uint64_t *from = before + 1;
        uint64_t *restrict to = m->won + (row + r->row) * m->set.words + on, end = r->to < most ? r->to : most;
        if (shift)
            for (uint64_t w = r->from; w < end; w++) to[w] |= from[w] << shift | before[w] >> (64 - shift);
        else
            for (uint64_t w = r->from; w < end; w++) to[w] |= from[w];
        work += end > r->from ? end - r->from : 1;
    }
    m->set.since += work;
}

/* One row, from word *w on: positions that are not marked lose, and mark others. */
static enum status decide_row(struct vectors_marks *m, const int64_t *at, uint64_t row, uint64_t *losses, uint64_t *w,
                              struct kept_marks *kept)
{
    uint64_t *won = m->won + row * m->set.words;
    int64_t extent = m->set.box.extent[m->set.box.fields - 1];
    enum status st = ST_OK;
    for (; st == ST_OK && *w < m->set.words; ++*w) {
        uint64_t here = extent - (int64_t)*w * 64 >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << extent % 64) - 1, open;
        bool any = false;
        while (st == ST_OK && (open = ~won[*w] & here)) {
            int bit = __builtin_ctzll(open);
            losses[row * m->set.words + *w] |= (uint64_t)1 << bit;
            here = bit == 63 ? 0 : here & ~(uint64_t)0 << (bit + 1);
            mark(m, at, row, (int64_t)*w * 64 + bit);
            m->losing++;
            any = true;
            st = vectors_look(&m->set, 0);
        }
        if (st != ST_OK) break; /* the word is not decided */
        if (kept && any) kept_marks_put(kept, row * m->set.words + *w + 1);
    }
    return st;
}

/* Leaves of D what is in no part that is carried on: the rest, and what leads to the same row. */
static enum status leave_marking(struct vectors_marks *m)
{
    if (!m->parts.count) return ST_OK;
    for (uint64_t r = 1; r < m->set.row_count; r++)
        memcpy(m->set.bits + r * (m->set.words + 2) + 1, m->parts.rest.bits + r * m->set.words,
               m->set.words * sizeof *m->set.bits);
    m->set.rows.count = 0;
    return vectors_list_rows(&m->set);
}

enum status vectors_decide(struct vectors_marks *m, const struct env *env, uint64_t *losses, bool misere)
{
    int64_t at[MODEL_MAX_FIELDS] = {0};
    struct kept_marks kept = {.keep = NULL};
    uint64_t columns = (uint64_t)m->set.box.extent[m->set.box.fields - 1], word = 0;
    enum status st = ST_OK;
    if (misere) mark_ends(m);
    if (env) kept_marks_open(&kept, env, m, misere);
    st = kept_marks_take(&kept, losses, &word);
    uint64_t first = word / m->set.words, w = word % m->set.words;
    if (st == ST_OK) st = leave_marking(m);
    if (st == ST_OK) st = budget_take_states(m->set.budget, (first + (w > 0)) * columns);
    for (uint64_t row = 0; st == ST_OK && row < m->set.row_count; row++) {
        vectors_won_row(&m->carried, row, at, losses, m->won + row * m->set.words); /* in rows that are known, again */
        if (row >= first) {
            if (!w) st = budget_take_states(m->set.budget, columns);
            if (st == ST_OK) st = decide_row(m, at, row, losses, &w, &kept);
            word = row * m->set.words + w;
            w = 0;
        }
        for (size_t c = m->set.box.fields - 1; c-- > 0; at[c] = 0)
            if (++at[c] < m->set.box.extent[c]) break;
    }
    kept_marks_close(&kept, word);
    return st;
}
