/* SPDX-License-Identifier: MIT */
/* Orders of the cells that take moves to moves, found from the moves alone, however the board is written: two grids of edges that
 * are turned together, the nodes of a graph, a ring in a row.
 *
 * Of each cell, and of each two cells, a number is made of what moves ask and write there, and a cell's number takes in those of
 * all others (the refinement of colours: Weisfeiler and Leman 1968). An order that takes moves to moves keeps these numbers, so
 * cells are mapped one after the other as far as they allow it. Numbers of different things may be the same: what is found is an
 * image only if all moves say so (alike.c), and nothing is lost but time if it is not. Work is bounded; an order that is not found
 * is not used. */
#include <string.h>
#include "base/hash.h"
#include "proof/ground/private.h"

enum { PAIR_WORK = 1 << 22, SEARCH_STEPS = 1 << 16, PROOFS_MOST = 48, ROUNDS = 4 };

struct ordering {
    const struct ground *g;
    const struct ground_alike *alike;
    struct ground *into;
    uint64_t *pairs; /* [a * cells + b] */
    uint64_t colours[GROUND_CELLS];
    size_t order[GROUND_CELLS]; /* in which cells are mapped */
    int to[GROUND_CELLS];       /* as far as they are; -1 */
    int must[GROUND_CELLS];     /* where a cell has to go; -1: anywhere */
    bool taken[GROUND_CELLS];
    bool idle[GROUND_CELLS];    /* in no move: it goes where it is */
    size_t steps, proofs, most; /* that are left; how many orders are wanted in all */
};

/* ---- numbers --------------------------------------------------------------------------------------------------------- */
static uint64_t role_of(const struct ground *g, const struct ground_move *m, size_t cell)
{
    uint64_t role = 1;
    role = role * 4 + ground_code(g, &m->care, cell);
    role = role * 4 + ground_code(g, &m->want, cell);
    role = role * 4 + ground_code(g, &m->write, cell);
    return hash_mix(role * 4 + ground_code(g, &m->put, cell));
}

/* False: there is too much of it. */
static bool add_numbers(struct ordering *o)
{
    const struct ground *g = o->g;
    size_t cells[GROUND_CELLS], work = 0;
    memset(o->idle, true, g->cells * sizeof *o->idle);
    uint64_t roles[GROUND_CELLS];
    for (size_t i = 0; i < g->move_count; i++) {
        size_t count = 0;
        uint64_t all = 0;
        for (size_t c = 0; c < g->cells; c++) {
            if (!ground_has(&g->moves[i].foot, c)) continue;
            cells[count] = c;
            o->idle[c] = false;
            roles[count] = role_of(g, &g->moves[i], c);
            all += hash_mix(roles[count++]);
        }
        work += count * count;
        if (work > PAIR_WORK) return false;
        for (size_t a = 0; a < count; a++) {
            o->colours[cells[a]] += hash_mix(all ^ roles[a]);
            for (size_t b = 0; b < count; b++)
                o->pairs[cells[a] * g->cells + cells[b]] += hash_mix((all + roles[a]) * 3 + hash_mix(roles[b]));
        }
    }
    return true;
}

static void refine(struct ordering *o)
{
    size_t count = o->g->cells;
    const struct ground_mask *start = o->alike->start;
    for (size_t a = 0; start && a < count; a++) o->colours[a] = hash_mix(o->colours[a] + ground_code(o->g, start, a));
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t next[GROUND_CELLS];
        for (size_t a = 0; a < count; a++) {
            next[a] = hash_mix(o->colours[a]);
            for (size_t b = 0; b < count; b++)
                if (o->pairs[a * count + b]) next[a] += hash_mix(o->pairs[a * count + b] ^ hash_mix(o->colours[b]));
        }
        memcpy(o->colours, next, count * sizeof *next);
    }
}

/* Each cell after one that it has to do with, as far as there are any; those in no move last. */
static void find_order(struct ordering *o)
{
    size_t count = o->g->cells, found = 0;
    bool listed[GROUND_CELLS] = {false};
    for (size_t k = 0; k < 2 * count; k++) {
        size_t first = k % count;
        if (listed[first] || o->idle[first] != (k >= count)) continue;
        listed[first] = true;
        o->order[found++] = first;
        for (size_t at = found - 1; at < found; at++)
            for (size_t c = 0; c < count; c++)
                if (!listed[c] && o->pairs[o->order[at] * count + c]) listed[c] = true, o->order[found++] = c;
    }
}

/* ---- search ---------------------------------------------------------------------------------------------------------- */
static bool is_known(const struct ordering *o)
{
    bool same = true, known = false;
    for (size_t c = 0; same && c < o->g->cells; c++) same = o->to[c] == (int)c;
    for (size_t k = 0; !same && !known && k < o->into->order_count; k++) {
        known = true;
        for (size_t c = 0; known && c < o->g->cells; c++) known = o->into->orders[k][c] == o->to[c];
    }
    return same || known;
}

/* All cells are mapped. */
static bool take(struct ordering *o)
{
    if (is_known(o) || !o->proofs) return false;
    o->proofs--;
    if (!ground_is_image(o->alike, o->to)) return false;
    uint8_t *to = o->into->orders[o->into->order_count++];
    for (size_t c = 0; c < o->g->cells; c++) to[c] = (uint8_t)o->to[c];
    return true;
}

static bool fits(const struct ordering *o, size_t depth, size_t to)
{
    size_t count = o->g->cells, from = o->order[depth];
    bool same = !o->taken[to] && o->idle[from] == o->idle[to] && (!o->idle[from] || from == to) &&
                o->colours[from] == o->colours[to] && (o->must[from] < 0 || o->must[from] == (int)to);
    for (size_t k = 0; same && k < depth; k++) {
        size_t a = o->order[k], b = (size_t)o->to[a];
        same = o->pairs[from * count + a] == o->pairs[to * count + b] &&
               o->pairs[a * count + from] == o->pairs[b * count + to];
    }
    return same;
}

/* Until one is found, or (`all`) as many as are wanted. */
static bool map_from(struct ordering *o, size_t depth, bool all)
{
    size_t count = o->g->cells;
    bool found = false;
    if (depth == count) return take(o);
    for (size_t to = 0; to < count && o->steps && o->into->order_count < o->most && (all || !found); to++) {
        o->steps--;
        if (!fits(o, depth, to)) continue;
        o->to[o->order[depth]] = (int)to;
        o->taken[to] = true;
        found |= map_from(o, depth + 1, all);
        o->taken[to] = false;
    }
    return found;
}

/* First one for each cell that the first cell may go to, so that those that are used differ. */
static void search(struct ordering *o)
{
    for (size_t to = 0; to < o->g->cells && o->into->order_count < o->most; to++) {
        if (!fits(o, 0, to)) continue;
        o->to[o->order[0]] = (int)to;
        o->taken[to] = true;
        map_from(o, 1, false);
        o->taken[to] = false;
    }
    map_from(o, 0, true);
}

/* Is there an order that moves all rows but the last one down by one, or all columns but the last one across? Then the last one comes to
 * lie where the first one was, mirrored perhaps: the board goes around. */
static bool moves_lines(struct ordering *o, bool down)
{
    const struct ground *g = o->g;
    if (down ? g->rows < 2 : g->columns < 2) return false;
    for (size_t c = 0; c < g->cells; c++) {
        bool last = down ? c / g->columns + 1 == g->rows : c % g->columns + 1 == g->columns;
        o->must[c] = last ? -1 : (int)(c + (down ? g->columns : 1));
    }
    bool found = map_from(o, 0, false);
    o->into->order_count = 0;
    return found;
}

static bool goes_around(struct ordering *o)
{
    bool around = moves_lines(o, true) || moves_lines(o, false);
    for (size_t c = 0; c < o->g->cells; c++) o->must[c] = -1;
    return around;
}

bool ground_find_orders(struct ground *g, const struct ground_alike *alike, bool around, struct arena *arena,
                        struct arena *scratch)
{
    struct ordering *o = arena_alloc(scratch, sizeof *o);
    if (!o) return false;
    *o = (struct ordering){.g = g, .alike = alike, .into = g};
    o->steps = SEARCH_STEPS, o->proofs = PROOFS_MOST, o->most = GROUND_ORDERS;
    for (size_t c = 0; c < g->cells; c++) o->must[c] = -1;
    o->pairs = arena_array(scratch, g->cells * g->cells, sizeof *o->pairs);
    g->orders = arena_array(arena, GROUND_ORDERS, sizeof *g->orders);
    g->order_count = 0;
    if (!o->pairs || !g->orders) return false;
    memset(o->pairs, 0, g->cells * g->cells * sizeof *o->pairs);
    if (!add_numbers(o)) return true;
    refine(o);
    find_order(o);
    if (!around || goes_around(o)) search(o);
    return true;
}
