/* SPDX-License-Identifier: MIT */
/* Tables, numbers and the walk through all states. What is chosen, and how, stands in order.c. */
#include "solve/ranked/ranks.h"
#include <inttypes.h>
#include <string.h>
#include "base/hash.h"
#include "solve/ranked/crowded.h"
#include "solve/ranked/order.h"
#include "solve/ranked/web.h"

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

/* From the last place to the first. below[k][q]: how many ways to fill the places from k on have a cell less than q at place k, if those
 * before allow all of them. */
static bool line_tables(struct ranks *r, struct unit *u, struct arena *arena)
{
    size_t room = (size_t)u->most + 2;
    u->upto = arena_array(arena, u->count + 1, sizeof *u->upto);
    u->below = arena_array(arena, u->count + 1, sizeof *u->below);
    if (!u->upto || !u->below) return false;
    for (size_t k = u->count; k-- > 0;) {
        size_t p = u->first + k;
        const uint32_t *later = k + 1 < u->count ? u->below[k + 1] : NULL;
        uint32_t *below = u->below[k] = arena_array(arena, room, sizeof *below);
        uint32_t *table = r->table[p] = u->rises ? arena_array(arena, room, sizeof *table) : below;
        if (!below || !table) return false;
        int64_t end = later ? r->bound[p + 1] + 1 : 0,
                gap = !later ? 0 : r->gap[u->rises ? p : p + 1][u->rises ? p + 1 : p];
        for (int64_t q = 0; q <= u->most + 1; q++) {
            /* the next cell is from `at` on, or before it */
            int64_t at = u->rises ? q + gap : q - gap + 1, cut = at < 0 ? 0 : at > end ? end : at;
            uint64_t ways = !later ? 1 : u->rises ? later[end] - later[cut] : later[cut];
            if (q > r->bound[p]) ways = 0;
            if (q <= u->most) below[q + 1] = (uint32_t)capped(below[q] + ways);
            if (u->rises) table[q] = below[q] - (later ? later[cut] : 0);
        }
    }
    u->size = u->below[0][r->bound[u->first] + 1];
    return true;
}

static bool add_line(struct ranks *r, struct unit *u, struct arena *arena)
{
    size_t room = (size_t)u->most + 2;
    for (size_t k = 0; k <= u->count; k++) {
        u->upto[k] = arena_array(arena, room, sizeof **u->upto);
        if (!u->upto[k]) return false;
        for (size_t q = 0; q < room && k > 0; q++) u->upto[k][q] = u->upto[k - 1][q] + r->table[u->first + k - 1][q];
    }
    return true;
}

/* The last unit counts ones. */
static bool multiply(struct ranks *r, struct arena *arena)
{
    uint64_t stride = 1;
    bool made = true;
    for (size_t i = r->unit_count; i-- > 0 && made;) {
        struct unit *u = &r->units[i];
        if (u->kind == UNIT_WEB) web_multiply(r, u, (uint32_t)stride);
        for (size_t p = u->first; p < u->first + u->count && u->kind != UNIT_WEB; p++)
            for (int64_t q = 0; q <= u->most + 1; q++) r->table[p][q] *= (uint32_t)stride;
        for (size_t k = 0; k < u->count && u->kind == UNIT_LINE && u->rises; k++)
            for (int64_t q = 0; q <= u->most + 1; q++) u->below[k][q] *= (uint32_t)stride;
        made = u->kind != UNIT_LINE || add_line(r, u, arena);
        stride = capped(stride * u->size);
    }
    r->size = stride;
    return made;
}

/* False: memory is out; *fits: there are not too many. */
static bool unit_tables(struct ranks *r, struct unit *unit, struct arena *arena, bool *fits)
{
    switch (unit->kind) {
    case UNIT_CHAIN: return !(*fits = unit->most <= ORDER_CHAIN_MOST) || chain_tables(r, unit, arena);
    case UNIT_GROUP: return group_tables(r, unit, arena);
    case UNIT_LINE: return line_tables(r, unit, arena);
    case UNIT_WEB: return web_tables(r, unit, arena, fits);
    default: return single_table(r, unit, arena);
    }
}

enum status ranks_open(const struct unrolled *u, const struct exchange *x, const struct orders *orders,
                       const int64_t (*starts)[TERM_CELLS], size_t count, struct arena *arena, struct ranks *r)
{
    *r = (struct ranks){.cells = u->cells};
    bool fits = true, made = true;
    enum status st = order_cells(u, x, orders, starts, count, r);
    if (st != ST_OK || r->why) return st;
    for (size_t i = 0; i < r->unit_count; i++) fits &= r->units[i].most < RANKS_MOST / 64;
    fits = fits && crowded_least(r) < RANKS_MOST;
    for (size_t i = 0; i < r->unit_count && fits && made; i++) made = unit_tables(r, &r->units[i], arena, &fits);
    for (size_t i = 0; i < r->unit_count; i++) r->ordered |= r->units[i].kind >= UNIT_LINE;
    if (fits && made) made = multiply(r, arena);
    if (!made) return ST_NO_MEMORY;
    r->fine = fits && r->size < RANKS_MOST;
    if (!r->fine) r->why = "there are too many positions to be numbered";
    return ST_OK;
}

/* Tables and webs are made of these. */
void ranks_words(const struct ranks *r, struct text *out)
{
    text_add(out, "of %" PRIu64 "\n", r->size);
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        size_t end = u->first + u->count;
        text_add(out, "unit %d most %" PRId64 "%s%s\n", (int)u->kind, u->most, u->exact ? " exact" : "",
                 u->rises ? " rises" : "");
        for (size_t p = u->first; p < end; p++) {
            text_add(out, "cell %d from %" PRId64 " bound %" PRId64, r->order[p], r->least[p], r->bound[p]);
            for (size_t q = u->first; q < end && u->kind >= UNIT_LINE; q++)
                if (p != q && r->gap[p][q] == RANKS_FREE) text_puts(out, " -");
                else if (p != q) text_add(out, " %" PRId64, r->gap[p][q]);
            text_puts(out, "\n");
        }
    }
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* Does the cell at place p of a line, which is v, stand in order with the one before it, `before`? */
static inline bool in_line(const struct ranks *r, const struct unit *u, size_t p, int64_t before, int64_t v)
{
    return p == u->first || (u->rises ? before + r->gap[p - 1][p] <= v : v + r->gap[p][p - 1] <= before);
}

bool ranks_of(const struct ranks *r, const int64_t *x, uint32_t *number)
{
    int64_t sorted[TERM_CELLS], sum = 0;
    uint32_t node = 0;
    *number = 0;
    for (size_t p = 0; p < r->cells; p++) {
        const struct unit *u = &r->units[r->unit_of[p]];
        int64_t v = x[r->order[p]] - r->least[p];
        if (v < 0 || v > u->most) return false;
        if (u->kind == UNIT_WEB) {
            if (v > r->bound[p]) return false;
            const struct strand *s = &r->web[p][(p == u->first ? 0 : node) * (uint64_t)(r->bound[p] + 1) + (uint64_t)v];
            if (s->next == RANKS_NOWHERE) return false;
            *number += s->add;
            node = s->next;
            continue;
        }
        if (u->kind == UNIT_LINE && !in_line(r, u, p, sum, v)) return false;
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

static size_t place_of(const struct ranks *r, int cell)
{
    size_t p = 0;
    while (r->order[p] != cell) p++;
    return p;
}

bool ranks_imply(const struct ranks *r, int a, int b, int64_t constant)
{
    size_t high = place_of(r, a), low = b < 0 ? high : place_of(r, b);
    const struct unit *u = &r->units[r->unit_of[high]];
    int64_t gap = 0, least = constant + r->least[high] - (b < 0 ? 0 : r->least[low]);
    if (b < 0) return least >= 0;
    if (r->unit_of[low] != r->unit_of[high] || u->kind < UNIT_LINE || low == high) return false;
    if (u->kind == UNIT_WEB) return r->gap[low][high] != RANKS_FREE && r->gap[low][high] + least >= 0;
    if (u->rises != (low < high)) return false;
    for (size_t p = low; p != high; p += u->rises ? 1 : -1) gap += r->gap[p][u->rises ? p + 1 : p - 1];
    return gap + least >= 0;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */
/* The least cells of a line from place p on, those before it given. */
static void reset_line(const struct ranks *r, const struct unit *u, size_t p, int64_t *x)
{
    int64_t least = 0;
    if (u->rises)
        for (; p < u->first + u->count; p++) {
            least = p == u->first ? 0 : x[r->order[p - 1]] - r->least[p - 1] + r->gap[p - 1][p];
            x[r->order[p]] = r->least[p] + (least > 0 ? least : 0);
        }
    else
        for (size_t k = u->first + u->count; k-- > p;) {
            if (k + 1 < u->first + u->count) least += r->gap[k + 1][k];
            if (least < 0) least = 0;
            x[r->order[k]] = r->least[k] + least;
        }
}

static bool next_line(const struct ranks *r, const struct unit *u, int64_t *x)
{
    for (size_t p = u->first + u->count; p-- > u->first;) {
        int64_t *cell = &x[r->order[p]], v = *cell - r->least[p] + 1;
        int64_t before = p > u->first ? x[r->order[p - 1]] - r->least[p - 1] : 0;
        if (v > r->bound[p] || (!u->rises && !in_line(r, u, p, before, v))) continue;
        ++*cell;
        reset_line(r, u, p + 1, x);
        return true;
    }
    return false;
}

/* The least state of a unit whose cells before place p stay (none of a web): `sum` is what those of a chain make. */
static void reset(const struct ranks *r, const struct unit *u, size_t p, int64_t sum, int64_t *x)
{
    if (u->kind == UNIT_WEB) web_least(r, u, x);
    if (u->kind == UNIT_LINE) reset_line(r, u, p, x);
    if (u->kind >= UNIT_LINE) return;
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
        bool more = u->kind == UNIT_CHAIN  ? next_chain(r, u, x)
                    : u->kind == UNIT_LINE ? next_line(r, u, x)
                    : u->kind == UNIT_WEB  ? web_next(r, u, x)
                                           : next_group(r, u, x);
        if (more) return true;
        reset(r, u, u->first, 0, x);
    }
    return false;
}

uint32_t ranks_run(const struct ranks *r, const int64_t *x, size_t *cell)
{
    const struct unit *u = &r->units[r->unit_count - 1];
    size_t p = u->kind == UNIT_GROUP ? u->first : u->first + u->count - 1;
    int64_t at = x[r->order[p]] - r->least[p], most = u->most, sum = 0;
    *cell = r->order[p];
    if (u->kind == UNIT_GROUP && u->count > 1) most = x[r->order[p + 1]] - r->least[p];
    if (u->kind == UNIT_CHAIN) {
        for (size_t q = u->first; q < p; q++) sum += x[r->order[q]] - r->least[q];
        most = u->exact ? at : r->bound[p] - sum;
    }
    if (u->kind == UNIT_WEB) most = at;
    if (u->kind == UNIT_LINE) most = r->bound[p];
    if (u->kind == UNIT_LINE && !u->rises && p > u->first) {
        int64_t above = x[r->order[p - 1]] - r->least[p - 1] - r->gap[p][p - 1];
        if (above < most) most = above;
    }
    return (uint32_t)(most - at) + 1;
}

bool ranks_exact(const struct ranks *r)
{
    bool exact = false;
    for (size_t i = 0; i < r->unit_count; i++) exact |= r->units[i].exact;
    return exact;
}

/* Evenly: by a number below that of all ways to fill it. */
static void draw_line(const struct ranks *r, const struct unit *u, uint64_t *seed, int64_t *x)
{
    uint32_t stride = (uint32_t)(u->below[0][r->bound[u->first] + 1] / u->size);
    uint32_t left = (uint32_t)(random_next(seed) % u->size) * stride;
    for (size_t k = 0; k < u->count; k++) {
        size_t p = u->first + k;
        int64_t v = r->bound[p], least = u->rises && k ? x[r->order[p - 1]] - r->least[p - 1] + r->gap[p - 1][p] : 0;
        if (least < 0) least = 0;
        left += u->rises ? u->below[k][least] : 0;
        while (v > least && u->below[k][v] > left) v--;
        left -= u->below[k][v];
        x[r->order[p]] = r->least[p] + v;
    }
}

void ranks_draw(const struct ranks *r, uint64_t *seed, int64_t *x)
{
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        int64_t sum = 0;
        if (u->kind == UNIT_LINE) draw_line(r, u, seed, x);
        if (u->kind == UNIT_WEB) web_draw(r, u, seed, x);
        for (size_t p = u->first; p < u->first + u->count && u->kind < UNIT_LINE; p++) {
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
