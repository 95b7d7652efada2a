/* SPDX-License-Identifier: MIT */
/* Tables, numbers and the walk through all states. What is chosen, and how, stands in order.c. */
#include "solve/ranked/ranks.h"
#include <string.h>
#include "base/hash.h"
#include "solve/ranked/order.h"

/* ---- tables: most + 2 entries each ------------------------------------------------------------------------------- */
static uint64_t capped(uint64_t a) { return a < RANKS_MOST ? a : RANKS_MOST; }

/* ways[q]: how often the cells from place p on can be chosen when those before make q; p may be behind the last. */
static void chain_ways(const struct ranks *r, const struct unit *u, size_t p, const uint64_t *later, uint64_t *ways)
{
    uint64_t sum = 0;
    bool behind = p == u->first + u->count;
    for (int64_t q = u->most; q >= 0; q--) {
        if (!behind && q <= r->bound[p]) sum = capped(sum + later[q]);
        ways[q] = behind ? !u->exact || q == u->most : sum;
        if (!behind && q > r->bound[p]) ways[q] = 0;
    }
}

/* From the last place to the first: table[p] is F_p - F_(p+1). */
static bool chain_tables(struct ranks *r, struct unit *u, struct arena *arena)
{
    size_t room = (size_t)u->most + 2, last = u->first + u->count;
    uint64_t *later = arena_array(arena, room, sizeof *later), *ways = arena_array(arena, room, sizeof *ways);
    uint32_t *next = arena_array(arena, room, sizeof *next), *sums;
    if (!later || !ways || !next) return false;
    for (size_t p = last; p > u->first; p--) {
        chain_ways(r, u, p, later, ways);
        sums = arena_array(arena, room, sizeof *sums);
        r->table[p - 1] = arena_array(arena, room, sizeof **r->table);
        if (!sums || !r->table[p - 1]) return false;
        for (size_t q = 0; q + 1 < room; q++) sums[q + 1] = sums[q] + (uint32_t)ways[q];
        for (size_t q = 0; q < room; q++) r->table[p - 1][q] = sums[q] - next[q];
        memcpy(next, sums, room * sizeof *next);
        uint64_t *swap = later;
        later = ways, ways = swap;
    }
    chain_ways(r, u, u->first, later, ways);
    u->size = ways[0];
    return true;
}

static bool group_tables(struct ranks *r, struct unit *u, struct arena *arena)
{
    size_t room = (size_t)u->most + 1;
    uint64_t *choose = arena_array(arena, room + 1, sizeof *choose); /* of q + k things k + 1, for cell k of value q */
    if (!choose) return false;
    for (size_t q = 0; q <= room; q++) choose[q] = q;
    for (size_t k = 0; k < u->count; k++) {
        r->table[u->first + k] = arena_array(arena, room + 1, sizeof **r->table);
        if (!r->table[u->first + k]) return false;
        for (size_t q = 0; q <= room; q++) r->table[u->first + k][q] = (uint32_t)choose[q];
        u->size = choose[room];
        for (size_t q = 1; q <= room; q++) choose[q] = capped(choose[q] + choose[q - 1]);
    }
    return true;
}

static bool single_table(struct ranks *r, struct unit *u, struct arena *arena)
{
    r->table[u->first] = arena_array(arena, (size_t)u->most + 2, sizeof **r->table);
    if (!r->table[u->first]) return false;
    for (int64_t q = 0; q <= u->most + 1; q++) r->table[u->first][q] = (uint32_t)q;
    u->size = (uint64_t)u->most + 1;
    return true;
}

/* The last unit counts ones. */
static void multiply(struct ranks *r)
{
    uint64_t stride = 1;
    for (size_t i = r->unit_count; i-- > 0;) {
        const struct unit *u = &r->units[i];
        for (size_t p = u->first; p < u->first + u->count; p++)
            for (int64_t q = 0; q <= u->most + 1; q++) r->table[p][q] *= (uint32_t)stride;
        stride = capped(stride * u->size);
    }
    r->size = stride;
}

enum status ranks_open(const struct unrolled *u, const struct exchange *x, const int64_t (*starts)[TERM_CELLS],
                       size_t count, struct arena *arena, struct ranks *r)
{
    *r = (struct ranks){.cells = u->cells};
    bool fits = true;
    if (!order_cells(u, x, starts, count, r)) return ST_OK;
    for (size_t i = 0; i < r->unit_count; i++) fits &= r->units[i].most < RANKS_MOST / 64;
    for (size_t i = 0; i < r->unit_count && fits; i++) {
        struct unit *unit = &r->units[i];
        bool made = unit->kind == UNIT_CHAIN   ? unit->most <= ORDER_CHAIN_MOST && chain_tables(r, unit, arena)
                    : unit->kind == UNIT_GROUP ? group_tables(r, unit, arena)
                                               : single_table(r, unit, arena);
        if (!made && unit->kind == UNIT_CHAIN && unit->most > ORDER_CHAIN_MOST) fits = false;
        else if (!made) return ST_NO_MEMORY;
    }
    if (fits) multiply(r);
    r->fine = fits && r->size < RANKS_MOST;
    if (!r->fine) r->why = "there are too many positions to be numbered";
    return ST_OK;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
bool ranks_of(const struct ranks *r, const int64_t *x, uint32_t *number)
{
    int64_t sorted[TERM_CELLS], sum = 0;
    *number = 0;
    for (size_t p = 0; p < r->cells; p++) {
        const struct unit *u = &r->units[r->unit_of[p]];
        int64_t v = x[r->order[p]] - r->least[p];
        if (v < 0 || v > u->most) return false;
        if (u->kind != UNIT_GROUP) {
            sum = u->kind == UNIT_CHAIN && p > u->first ? sum + v : v;
            if (sum > r->bound[p] || (u->exact && p + 1 == u->first + u->count && sum != u->most)) return false;
            *number += r->table[p][sum];
            continue;
        }
        size_t k = p;
        for (; k > u->first && sorted[k - 1] > v; k--) sorted[k] = sorted[k - 1];
        sorted[k] = v;
        if (p + 1 < u->first + u->count) continue;
        for (k = u->first; k <= p; k++) *number += r->table[k][sorted[k]];
    }
    return true;
}

/* The least state of a unit whose cells before place p stay: `sum` is what those of a chain make. */
static void reset(const struct ranks *r, const struct unit *u, size_t p, int64_t sum, int64_t *x)
{
    for (; p < u->first + u->count; p++) x[r->order[p]] = r->least[p];
    if (u->exact) x[r->order[p - 1]] += u->most - sum;
}

void ranks_first(const struct ranks *r, int64_t *x)
{
    for (size_t i = 0; i < r->unit_count; i++) reset(r, &r->units[i], r->units[i].first, 0, x);
}

static bool next_chain(const struct ranks *r, const struct unit *u, int64_t *x)
{
    int64_t sums[TERM_CELLS], sum = 0;
    for (size_t p = u->first; p < u->first + u->count; p++) sums[p] = sum += x[r->order[p]] - r->least[p];
    for (size_t p = u->first + u->count - u->exact; p-- > u->first;) {
        if (sums[p] >= r->bound[p]) continue;
        x[r->order[p]]++;
        reset(r, u, p + 1, sums[p] + 1, x);
        return true;
    }
    return false;
}

/* Ascending cells: the first one that is less than the next is raised, those before fall back. */
static bool next_group(const struct ranks *r, const struct unit *u, int64_t *x)
{
    for (size_t k = 0; k < u->count; k++) {
        size_t p = u->first + k;
        int64_t *cell = &x[r->order[p]], end = r->least[p] + u->most;
        if (*cell >= (k + 1 < u->count ? x[r->order[p + 1]] : end)) continue;
        ++*cell;
        while (p-- > u->first) x[r->order[p]] = r->least[p];
        return true;
    }
    return false;
}

bool ranks_next(const struct ranks *r, int64_t *x)
{
    for (size_t i = r->unit_count; i-- > 0;) {
        const struct unit *u = &r->units[i];
        bool more = u->kind == UNIT_CHAIN ? next_chain(r, u, x) : next_group(r, u, x);
        if (more) return true;
        reset(r, u, u->first, 0, x);
    }
    return false;
}

bool ranks_exact(const struct ranks *r)
{
    bool exact = false;
    for (size_t i = 0; i < r->unit_count; i++) exact |= r->units[i].exact;
    return exact;
}

void ranks_draw(const struct ranks *r, uint64_t *seed, int64_t *x)
{
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        int64_t sum = 0;
        for (size_t p = u->first; p < u->first + u->count; p++) {
            int64_t room = u->kind == UNIT_CHAIN ? r->bound[p] - sum : u->most;
            int64_t v = room > 0 ? (int64_t)(random_next(seed) % (uint64_t)(room + 1)) : 0;
            size_t k = p;
            if (u->kind == UNIT_CHAIN) sum += v;
            for (; u->kind == UNIT_GROUP && k > u->first && x[r->order[k - 1]] > r->least[p] + v; k--)
                x[r->order[k]] = x[r->order[k - 1]];
            x[r->order[k]] = r->least[p] + v;
        }
        if (u->exact) x[r->order[u->first + u->count - 1]] += u->most - sum;
    }
}
