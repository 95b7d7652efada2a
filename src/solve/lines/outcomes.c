/* SPDX-License-Identifier: MIT */
/* Outcomes of a row, 64 positions at a time. The lines of a row follow one another, so what they have is added to the
 * row with shifts; what is not won by that loses, unless an option in the same row loses, or (in misere play) there
 * is no option. Along the row itself, everything behind a loss is won, so a row is settled by looking for its next
 * position that is not won. Only options within the row that are none of these are looked at position by position, those that are near by
 * one look at a word. */
#include <string.h>
#include "base/mem.h"
#include "solve/lines/private.h"

/* ---- ranges of bits ---------------------------------------------------------------------------------------------- */
static uint64_t low_bits(uint64_t count) { return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1; }

/* `count` bits (1 to 64) from `at` on. */
static inline uint64_t load(const uint64_t *bits, uint64_t at, uint64_t count)
{
    uint64_t shift = at % 64, word = bits[at / 64] >> shift;
    if (shift + count > 64) word |= bits[at / 64 + 1] << (64 - shift);
    return word & low_bits(count);
}

/* Whole words, from bits that begin at any place. */
static void add_words(uint64_t *restrict to, const uint64_t *restrict from, uint64_t shift, uint64_t count)
{
    if (!shift)
        for (uint64_t k = 0; k < count; k++) to[k] |= from[k];
    else
        for (uint64_t k = 0; k < count; k++) to[k] |= from[k] >> shift | from[k + 1] << (64 - shift);
}

/* to |= from, for `count` bits; they do not overlap. */
static void add_bits(uint64_t *to, uint64_t at, const uint64_t *from, uint64_t first, uint64_t count)
{
    uint64_t start = at % 64 ? 64 - at % 64 : 0;
    if (start > count) start = count;
    if (start) to[at / 64] |= load(from, first, start) << at % 64;
    at += start, first += start, count -= start;
    add_words(to + at / 64, from + first / 64, first % 64, count / 64);
    at += count / 64 * 64, first += count / 64 * 64, count %= 64;
    if (count) to[at / 64] |= load(from, first, count);
}

/* The bits first + from .. first + end - 1. */
static void set_bits(uint64_t *to, uint64_t first, int64_t from, int64_t end)
{
    if (from >= end) return;
    uint64_t at = first + (uint64_t)from, stop = first + (uint64_t)end, k = at / 64;
    if (k == stop / 64) {
        to[k] |= low_bits(stop - at) << at % 64;
        return;
    }
    to[k++] |= UINT64_MAX << at % 64;
    for (; k < stop / 64; k++) to[k] = UINT64_MAX;
    if (stop % 64) to[k] |= low_bits(stop % 64);
}

static bool bit_at(const uint64_t *bits, uint64_t at) { return bits[at / 64] >> at % 64 & 1; }

/* The first bit that is 0 from `at` on, at most `end`. */
static int64_t next_zero(const uint64_t *bits, int64_t at, int64_t end)
{
    if (at >= end) return end;
    int64_t k = at / 64, words = (end + 63) / 64;
    uint64_t open = ~bits[k] >> at % 64 << at % 64;
    if (!open)
        while (k + 4 < words && !~(bits[k + 1] & bits[k + 2] & bits[k + 3] & bits[k + 4])) k += 4;
    while (!open && ++k < words) open = ~bits[k];
    if (!open) return end;
    at = k * 64 + __builtin_ctzll(open);
    return at < end ? at : end;
}

/* ---- one row ----------------------------------------------------------------------------------------------------- */
/* A bit for each position of the row: an option of it loses; it has an option. */
struct row {
    struct lines *l;
    uint64_t *won, *has;
    int64_t extent;
    bool misere;
    bool one_by_one; /* options within the row, other than all those before along a line */
};

static void add_option(struct row *row, uint64_t *to, uint64_t at, const struct line_option *o)
{
    const uint64_t *losses = row->l->losses->bits;
    if (o->from >= o->to) return;
    if (o->step == 1) {
        add_bits(to, at + (uint64_t)o->from, losses, (uint64_t)(o->at + o->from), (uint64_t)(o->to - o->from));
        return;
    }
    for (int64_t j = o->from; j < o->to; j++)
        if (bit_at(losses, (uint64_t)(o->at + o->step * j)))
            to[(at + (uint64_t)j) / 64] |= (uint64_t)1 << (at + (uint64_t)j) % 64;
}

/* Positions from .. to - 1 of the row have an option: asked in misere play alone. */
static void note_options(struct row *row, int64_t from, int64_t to)
{
    if (row->misere) set_bits(row->has, 0, from, to);
}

/* Along the row: what enters from other rows, up to the first loss. */
static void add_alone(struct row *row, const struct line_ray *r)
{
    const struct line_row *w = &r->rows[0];
    int64_t first = w->to;
    for (size_t k = 0; k < r->ray->enter_count; k++) {
        const struct line_option *o = &w->enter[k];
        int64_t j = o->from, end = o->to < first ? o->to : first; /* a later loss wins nothing more */
        if (o->from >= o->to) continue;
        while (j < end && !bit_at(row->l->losses->bits, (uint64_t)(o->at + o->step * j))) j++;
        if (j < end) first = j;
        note_options(row, o->from > w->from ? o->from : w->from, w->to);
    }
    if (first < w->to) set_bits(row->won, 0, first > w->from ? first : w->from, w->to);
}

static void add_across(struct row *row, const struct line_ray *r)
{
    const struct line_row *w = &r->rows[0];
    for (size_t k = 0; k < r->ray->enter_count && !r->before; k++) {
        const struct line_option *o = &w->enter[k];
        if (!o->inside) add_option(row, r->bits, w->line, o);
        row->one_by_one |= o->inside;
        if (row->misere) set_bits(r->any, w->line, o->from, o->to);
    }
    if (w->from >= w->to) return;
    add_bits(row->won, (uint64_t)w->from, r->bits, w->line + (uint64_t)w->from, (uint64_t)(w->to - w->from));
    if (!row->misere) return;
    add_bits(row->has, (uint64_t)w->from, r->any, w->line + (uint64_t)w->from, (uint64_t)(w->to - w->from));
}

static void add_single(struct row *row, const struct line_ray *r)
{
    for (size_t k = 0; k < r->ray->enter_count; k++) {
        const struct line_option *o = &r->rows[0].enter[k];
        if (o->inside) row->one_by_one = true;
        else add_option(row, row->won, 0, o);
        note_options(row, o->from, o->to);
    }
}

static bool is_inside(const struct line_ray *r)
{
    for (size_t k = 0; k < r->ray->enter_count; k++)
        if (r->before || r->rows[0].enter[k].inside) return true;
    return false;
}

static void add_all(struct row *row)
{
    for (size_t i = 0; i < row->l->count; i++) {
        const struct line_ray *r = &row->l->rays[i];
        if (!r->set) add_single(row, r);
        else if (!r->alone) add_across(row, r);
        else if (r->cycle > 1 || (is_inside(r) && !r->before)) row->one_by_one = true;
        else if (!r->before) add_alone(row, r);
        else note_options(row, r->rows[0].from > 1 ? r->rows[0].from : 1, r->rows[0].to);
    }
}

static bool set_bit(uint64_t *bits, int64_t at) { return bits[at / 64] |= (uint64_t)1 << at % 64, true; }

/* Does the position lose? One that does not is marked as won. */
static bool settle(struct row *row, int64_t j)
{
    if (row->misere && !bit_at(row->has, (uint64_t)j)) set_bit(row->won, j);
    bool loses = !bit_at(row->won, (uint64_t)j);
    if (loses) set_bit(row->l->losses->bits, (int64_t)row->l->at + j);
    return loses;
}

/* Rays along the row win everything behind a loss. */
static void run_along(struct row *row)
{
    for (int64_t j = 0; (j = next_zero(row->won, j, row->extent)) < row->extent; j++) {
        if (!settle(row, j)) continue;
        for (size_t i = 0; i < row->l->count; i++) {
            const struct line_ray *r = &row->l->rays[i];
            if (r->alone && r->before)
                set_bits(row->won, 0, j + 1 > r->rows[0].from ? j + 1 : r->rows[0].from, r->rows[0].to);
        }
    }
}

/* Nothing in the row depends on another position of it: what is not won, and in misere play has an option, loses. */
static void settle_at_once(struct row *row)
{
    uint64_t *to = row->l->losses->bits + row->l->at / 64, shift = row->l->at % 64;
    const uint64_t *won = row->won;
    int64_t words = (row->extent + 63) / 64;
    for (int64_t k = 0; k < words; k++) {
        while (k + 4 < words && !~(won[k] & won[k + 1] & won[k + 2] & won[k + 3])) k += 4; /* most of a row is won */
        uint64_t open = ~won[k];
        if (row->misere) open &= row->has[k];
        if (k == words - 1) open &= low_bits((uint64_t)(row->extent - 64 * k));
        if (!open) continue;
        to[k] |= open << shift;
        if (shift && open >> (64 - shift)) to[k + 1] |= open >> (64 - shift);
    }
}

static bool wins_behind_losses(const struct row *row)
{
    for (size_t i = 0; i < row->l->count; i++)
        if (row->l->rays[i].alone && row->l->rays[i].before) return true;
    return false;
}

/* The lines of a ray along the row, of which there are at most 64: have they a loss, have they an option? */
struct tracks {
    uint64_t loss, any;
};

static void step_alone(struct row *row, const struct line_ray *r, struct tracks *track, int64_t j)
{
    const struct line_row *w = &r->rows[0];
    uint64_t bit = (uint64_t)1 << (r->cycle > 1 ? j % r->cycle : 0);
    for (size_t k = 0; k < r->ray->enter_count; k++) {
        const struct line_option *o = &w->enter[k];
        int64_t at = r->before ? (int64_t)row->l->at + j - r->ray->along[r->axis] : o->at + o->step * j;
        if (r->before ? j < r->ray->along[r->axis] : j < o->from || j >= o->to) continue;
        track->any |= bit;
        if (bit_at(row->l->losses->bits, (uint64_t)at)) track->loss |= bit;
    }
    if (j < w->from || j >= w->to) return;
    if (track->loss & bit) set_bit(row->won, j);
    if (track->any & bit) set_bit(row->has, j);
}

static void step_across(struct row *row, const struct line_ray *r, int64_t j)
{
    const struct line_row *w = &r->rows[0];
    for (size_t k = 0; k < r->ray->enter_count && !r->before; k++) {
        const struct line_option *o = &w->enter[k];
        if (!o->inside || j < o->from || j >= o->to) continue;
        if (!bit_at(row->l->losses->bits, (uint64_t)(o->at + o->step * j))) continue;
        set_bits(r->bits, w->line, j, j + 1);
        if (j >= w->from && j < w->to) set_bit(row->won, j);
    }
}

static void run_one_by_one(struct row *row)
{
    struct tracks tracks[NESTED_MOST_RAYS] = {{0, 0}};
    const uint64_t *losses = row->l->losses->bits;
    for (int64_t j = 0; j < row->extent; j++) {
        for (size_t i = 0; i < row->l->count; i++) {
            const struct line_ray *r = &row->l->rays[i];
            if (r->alone) step_alone(row, r, &tracks[i], j);
            else if (r->set) step_across(row, r, j);
            for (size_t k = 0; k < r->ray->enter_count && !r->set; k++) {
                const struct line_option *o = &r->rows[0].enter[k];
                if (o->inside && j >= o->from && j < o->to && bit_at(losses, (uint64_t)(o->at + o->step * j)))
                    set_bit(row->won, j);
            }
        }
        settle(row, j);
    }
}

/* ---- near options in the row ------------------------------------------------------------------------------------- */
/* Is all that add_all has left out options a fixed number of places before the position, at most 64? Then the places before a position fit
 * a word. */
static bool only_near(const struct row *row)
{
    for (size_t i = 0; i < row->l->count; i++) {
        const struct line_ray *r = &row->l->rays[i];
        if (r->set && (r->alone ? r->cycle > 1 || is_inside(r) : !r->before && is_inside(r))) return false;
        for (size_t k = 0; k < r->ray->enter_count && !r->set; k++) {
            const struct line_option *o = &r->rows[0].enter[k];
            if (o->inside && (o->step != 1 || (int64_t)row->l->at - o->at > 64)) return false;
        }
    }
    return true;
}

/* How far back they are, a bit each, at position j; *end: they are the same up to there. */
static uint64_t near_at(const struct row *row, int64_t j, int64_t *end)
{
    uint64_t near = 0;
    for (size_t i = 0; i < row->l->count; i++)
        for (size_t k = 0; k < row->l->rays[i].ray->enter_count && !row->l->rays[i].set; k++) {
            const struct line_option *o = &row->l->rays[i].rows[0].enter[k];
            if (!o->inside || o->to <= j) continue;
            if (o->from <= j) near |= (uint64_t)1 << ((int64_t)row->l->at - o->at - 1);
            int64_t change = o->from <= j ? o->to : o->from;
            if (change < *end) *end = change;
        }
    return near;
}

static void run_near(struct row *row)
{
    uint64_t before = 0; /* bit d - 1: the place d before loses */
    for (int64_t j = 0, end; j < row->extent; j = end) {
        end = (j / 64 + 1) * 64 < row->extent ? (j / 64 + 1) * 64 : row->extent;
        uint64_t near = near_at(row, j, &end), losses = 0;
        uint64_t open = ~row->won[j / 64] & (row->misere ? row->has[j / 64] : UINT64_MAX);
        for (int64_t b = j; b < end; b++) {
            uint64_t loses = open >> b % 64 & !(before & near);
            before = before << 1 | loses;
            losses |= loses << b % 64;
        }
        uint64_t at = row->l->at % 64, *to = row->l->losses->bits + row->l->at / 64 + (uint64_t)j / 64;
        to[0] |= losses << at;
        if (at && losses >> (64 - at)) to[1] |= losses >> (64 - at);
    }
}

void lines_decide(struct lines *l)
{
    size_t words = (size_t)(l->table->extent[l->table->fields - 1] + 63) / 64;
    struct row row = {.l = l,
                      .misere = l->losses->misere,
                      .won = l->row,
                      .has = l->row + words,
                      .extent = l->table->extent[l->table->fields - 1]};
    memset(l->row, 0, (row.misere ? 2 : 1) * words * sizeof *l->row); /* what it has is asked in misere play alone */
    add_all(&row);
    if (row.one_by_one && only_near(&row)) run_near(&row);
    else if (row.one_by_one) run_one_by_one(&row);
    else if (wins_behind_losses(&row)) run_along(&row);
    else settle_at_once(&row);
    for (size_t i = 0; i < l->count; i++) {
        const struct line_ray *r = &l->rays[i];
        if (!r->before || r->alone) continue;
        add_bits(r->bits, r->rows[0].line, l->losses->bits, l->at, (uint64_t)row.extent);
        if (row.misere) set_bits(r->any, r->rows[0].line, 0, row.extent);
    }
    l->positions = l->at + (uint64_t)row.extent;
}
