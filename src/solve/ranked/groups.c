/* SPDX-License-Identifier: MIT */
#include "solve/ranked/groups.h"
#include <string.h>
#include "base/bits.h"

/* Options `from` to before `to` of a ray; in a group the moving cell is added as one more table. */
static bool mark_part(struct filling *f, const struct ray *ray, int64_t from, int64_t to, uint32_t base,
                      struct along cell)
{
    struct ray part;
    part.count = to - from;
    part.skip = ray->skip + from;
    part.step = ray->step;
    part.base = ray->base + base + (uint32_t)from * ray->step;
    part.table_count = ray->table_count;
    memcpy(part.tables, ray->tables, ray->table_count * sizeof *part.tables);
    if (cell.even) {
        part.base += (uint32_t)(cell.at + from * cell.step) * cell.table[1];
        part.step += (uint32_t)cell.step * cell.table[1];
    } else part.tables[part.table_count++] = cell;
    for (size_t k = 0; k < part.table_count; k++) part.tables[k].at += part.tables[k].step * from;
    return options_of(f, &part);
}

/* Nothing else moves: the values low..high of the cell, in any order. */
static bool mark_alone(struct filling *f, uint32_t base, const struct unit *u, const int64_t *rest, int64_t low,
                       int64_t high)
{
    uint32_t *const *table = &f->r->table[u->first];
    size_t others = u->count - 1, k = 0;
    for (; k < others && rest[k] < low; k++) base += table[k][rest[k]];
    for (size_t j = k; j < others; j++) base += table[j + 1][rest[j]];
    for (;; k++) {
        const uint32_t *here = table[k];
        int64_t to = k < others && rest[k] < high ? rest[k] : high;
        if (!options_between(f, base, here, NULL, low, to)) return false;
        if (to == high || f->found) return true;
        if (low <= to) low = to + 1;
        base += here[to] - table[k + 1][to];
    }
}

/* The same of the options that are picked, in one word of bits: option t has value a + step * t. */
static void mark_picked(struct filling *f, uint32_t base, const struct unit *u, const int64_t *rest, int64_t a,
                        int64_t step, uint64_t bits)
{
    uint32_t *const *table = &f->r->table[u->first];
    const uint16_t *g = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp;
    int64_t last = 63 - __builtin_clzll(bits), low = step > 0 ? a : a - last, high = step > 0 ? a + last : a;
    size_t others = u->count - 1, k = 0;
    f->options += bits_of(bits);
    for (; k < others && rest[k] < low; k++) base += table[k][rest[k]];
    for (size_t j = k; j < others; j++) base += table[j + 1][rest[j]];
    for (;; k++) {
        const uint32_t *here = table[k];
        int64_t to = k < others && rest[k] < high ? rest[k] : high;
        if (low <= to) {
            uint64_t some = (step > 0 ? bits >> (low - a) : bits >> (a - to)) & ~UINT64_C(0) >> (63 - (to - low));
            const uint32_t *from = here + (step > 0 ? low : to);
            for (; some; some &= some - 1) seen[g[base + from[step * __builtin_ctzll(some)]]] = stamp;
            low = to + 1;
        }
        if (to == high) return;
        base += here[to] - table[k + 1][to];
    }
}

/* The moving cell `a` by a step of 1 or -1 among the others, which are sorted. */
bool groups_pass(struct filling *f, const struct ray *ray, const struct unit *u, const int64_t *rest, int64_t a,
                 int64_t step)
{
    uint32_t *const *table = &f->r->table[u->first];
    size_t others = u->count - 1;
    int64_t end = a + step * (ray->count - 1), low = step > 0 ? a : end, high = step > 0 ? end : a;
    uint32_t base = 0;
    if (!f->picked && (f->use == RAYS_COUNT || (ray->step == 0 && ray->table_count == 0))) {
        f->options += (uint64_t)ray->count;
        return f->use == RAYS_COUNT || mark_alone(f, ray->base, u, rest, low, high);
    }
    if (f->use == RAYS_VALUES && ray->step == 0 && ray->table_count == 0 && ray->skip + ray->count <= 64) {
        uint64_t bits = f->picked[0] >> ray->skip & ~UINT64_C(0) >> (64 - ray->count);
        if (bits) mark_picked(f, ray->base, u, rest, a, step, bits);
        return true;
    }
    bool fine = true;
    for (size_t k = 0; k < others; k++) base += table[k + 1][rest[k]];
    for (size_t k = 0; k <= others && low <= high; k++) { /* at place k: above rest[k - 1], not above rest[k] */
        int64_t to = k < others && rest[k] < high ? rest[k] : high;
        struct along cell = {table[k], a, step, k == 0};
        if (low <= to && step > 0) fine = mark_part(f, ray, low - a, to - a + 1, base, cell);
        else if (low <= to) fine = mark_part(f, ray, a - to, a - low + 1, base, cell);
        if (!fine || f->found) return fine;
        if (low <= to) low = to + 1;
        if (k < others) base += table[k][rest[k]] - table[k + 1][rest[k]];
    }
    return true;
}

/* Ascending; of equal ones the slower first, which is below from then on. */
static void sort_movers(struct movers *m)
{
    for (size_t i = 1; i < m->count; i++) {
        int64_t at = m->at[i], step = m->step[i];
        size_t k = i;
        for (; k > 0 && (m->at[k - 1] > at || (m->at[k - 1] == at && m->step[k - 1] > step)); k--) {
            m->at[k] = m->at[k - 1];
            m->step[k] = m->step[k - 1];
        }
        m->at[k] = at;
        m->step[k] = step;
    }
}

/* For how many more steps their order stays: neighbours that come closer may meet, but not pass. */
static int64_t order_stays(const struct movers *m, int64_t most)
{
    for (size_t k = 1; k < m->count; k++) {
        int64_t closing = m->step[k - 1] - m->step[k];
        if (closing > 0 && (m->at[k] - m->at[k - 1]) / closing < most) most = (m->at[k] - m->at[k - 1]) / closing;
    }
    return most;
}

/* Several cells of one group move: as many runs as there are orders in which they stand. */
bool groups_cross(struct filling *f, const struct ray *ray, const struct unit *u, struct movers *m)
{
    struct ray part;
    for (int64_t from = 0; from < ray->count; from += part.count) {
        sort_movers(m);
        part.count = order_stays(m, ray->count - from - 1) + 1;
        part.skip = ray->skip + from;
        part.step = ray->step;
        part.base = ray->base + (uint32_t)from * ray->step;
        part.table_count = ray->table_count;
        for (size_t k = 0; k < ray->table_count; k++) {
            part.tables[k] = ray->tables[k];
            part.tables[k].at += part.tables[k].step * from;
        }
        for (size_t k = 0; k < m->count; k++) {
            const uint32_t *table = f->r->table[u->first + k];
            if (m->step[k]) part.tables[part.table_count++] = (struct along){table, m->at[k], m->step[k], false};
            else part.base += table[m->at[k]];
            m->at[k] += m->step[k] * part.count;
        }
        if (!options_of(f, &part)) return false;
        if (f->found) break;
    }
    return true;
}
