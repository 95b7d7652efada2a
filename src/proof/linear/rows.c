/* SPDX-License-Identifier: MIT */
/* The rows of a system in order: parallels become one, opposites an equality or a contradiction. */
#include "proof/linear/private.h"
#include <stdlib.h>
#include "base/checked.h"
#include "base/numbers.h"

enum { NAMES = 256 };

/* Number of terms, first variable, its factor, second variable: what linear_compare_terms looks at, in bits; of
 * sign * f. A part that is too large for its bits has their greatest number, and what comes after it is left out: then
 * forms which it does not tell apart have one rank. */
static inline uint64_t rank_of(const struct linear_form *f, int sign)
{
    enum { COUNT = 127, VAR = (1 << 26) - 1, FACTOR = 8 };
    uint64_t count = f->count < COUNT ? f->count : COUNT, rank = count << 56;
    if (count == 0 || count == COUNT) return rank;
    uint64_t var = (uint64_t)f->terms[0].var;
    if (var >= VAR) return rank | (uint64_t)VAR << 30;
    int64_t factor = f->terms[0].factor, near = factor < -FACTOR ? -FACTOR : factor > FACTOR ? FACTOR : factor;
    int64_t code = sign * near;
    bool whole = code > -FACTOR && code < FACTOR - 1;
    code = code < FACTOR ? code : FACTOR - 1;
    rank |= var << 30 | (uint64_t)(code + FACTOR) << 26;
    if (!whole || count == 1) return rank;
    uint64_t next = (uint64_t)f->terms[1].var;
    return rank | (next < VAR ? next : VAR);
}

/* The same for f and -f. */
static uint8_t name_of(const struct linear_form *f)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < f->count; i++)
        sum += (uint32_t)f->terms[i].var * 0x9E3779B1u + (uint32_t)number_magnitude(f->terms[i].factor) * 0x85EBCA6Bu;
    return (uint8_t)(sum >> 24);
}

struct row rows_make(struct linear_constraint c)
{
    return (struct row){c.form, rank_of(c.form, 1), c.equality, c.form->terms[0].factor < 0, name_of(c.form)};
}

/* ---- parallels --------------------------------------------------------------------------------------------------- */

static int by_terms(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    int order = linear_compare_terms(x->form, y->form);
    if (order) return order;
    if (x->equality != y->equality) return x->equality ? -1 : 1;
    return (x->form->constant > y->form->constant) - (x->form->constant < y->form->constant);
}

/* The rows in order. Nearly always only the last few are not in their places. */
static void sort_rows(struct system *s)
{
    enum { FEW = 64 };
    struct row *row = s->rows.data;
    if (s->rows.count - s->sorted > FEW) {
        qsort(row, s->rows.count, sizeof *row, by_terms);
        s->sorted = s->rows.count;
    }
    for (; s->sorted < s->rows.count; s->sorted++) {
        struct row c = row[s->sorted];
        size_t low = 0, high = s->sorted;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (by_terms(&row[middle], &c) <= 0) low = middle + 1;
            else high = middle;
        }
        for (size_t i = s->sorted; i > low; i--) row[i] = row[i - 1];
        row[low] = c;
    }
}

static bool parallel(const struct row *a, const struct row *b)
{
    return a->rank == b->rank && linear_compare_terms(a->form, b->form) == 0;
}

/* Of parallel inequalities only the tightest (with the smallest constant) is kept, of equal equalities one. */
void rows_drop_parallel(struct system *s)
{
    if (s->sorted == s->rows.count) return;
    sort_rows(s);
    size_t kept = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        struct row c = s->rows.data[i];
        struct row *last = kept ? &s->rows.data[kept - 1] : NULL;
        if (!last || !parallel(last, &c)) {
            s->rows.data[kept++] = c;
        } else if (last->equality &&
                   (c.equality ? c.form->constant != last->form->constant : c.form->constant < last->form->constant)) {
            s->infeasible = true;
        }
    }
    s->rows.count = s->sorted = kept;
}

/* ---- opposites --------------------------------------------------------------------------------------------------- */

/* linear_compare_terms of a and sign * b. */
static int compare_signed(const struct linear_form *a, const struct linear_form *b, int sign)
{
    if (sign > 0) return linear_compare_terms(a, b);
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct linear_term *x = &a->terms[i], *y = &b->terms[i];
        if (x->var != y->var) return x->var < y->var ? -1 : 1;
        if (y->factor == INT64_MIN) return -1;
        if (x->factor != -y->factor) return x->factor < -y->factor ? -1 : 1;
    }
    return 0;
}

/* The place of the row whose terms are sign * f's, of this rank, among rows in order without parallels; SIZE_MAX: there is none. */
static size_t find_row(const struct system *s, const struct linear_form *f, int sign, uint64_t rank)
{
    size_t low = 0, high = s->rows.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct row *row = &s->rows.data[middle];
        int order = row->rank != rank ? (row->rank < rank ? -1 : 1) : compare_signed(row->form, f, sign);
        if (order == 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return SIZE_MAX;
}

static void take_row(struct system *s, size_t i)
{
    s->rows.count--;
    for (; i < s->rows.count; i++) s->rows.data[i] = s->rows.data[i + 1];
    s->sorted--;
}

/* The names of inequalities, by the sign of their first factor. */
struct names {
    uint64_t bits[2][NAMES / 64];
};
static struct names names_of(const struct system *s)
{
    struct names n = {0};
    for (size_t i = 0; i < s->rows.count; i++) {
        const struct row *row = &s->rows.data[i];
        if (!row->equality) n.bits[row->negative][row->name / 64] |= UINT64_C(1) << row->name % 64;
    }
    return n;
}
static bool is_named(const struct names *n, const struct row *row)
{
    return (n->bits[0][row->name / 64] & n->bits[1][row->name / 64]) >> row->name % 64 & 1;
}

/* f >= 0 and -f + c >= 0: a contradiction for c < 0, an equality for c == 0. Only rows that are new since the last call
 * can make such a pair. Returns true if it made an equality. */
bool rows_join_opposites(struct system *s)
{
    struct names names = s->fresh.count ? names_of(s) : (struct names){0};
    while (s->fresh.count) {
        struct row row = vec_pop(&s->fresh);
        if (!is_named(&names, &row)) continue;
        size_t i = find_row(s, row.form, 1, row.rank), j = find_row(s, row.form, -1, rank_of(row.form, -1));
        int64_t slack;
        if (i == SIZE_MAX || j == SIZE_MAX || s->rows.data[i].equality || s->rows.data[j].equality) continue;
        const struct linear_form *kept = s->rows.data[i].form;
        if (!checked_add(kept->constant, s->rows.data[j].form->constant, &slack)) continue;
        if (slack < 0) s->infeasible = true;
        if (slack != 0) continue;
        take_row(s, i > j ? i : j);
        take_row(s, i > j ? j : i);
        system_add(s, (struct linear_constraint){kept, true});
        return true;
    }
    return false;
}
