/* SPDX-License-Identifier: MIT */
/* Units and their order, by the signs of what moves do to cells. */
#include "solve/ranked/order.h"
#include <string.h>
#include "base/checked.h"
#include "base/mem.h"
#include "solve/ranked/signs.h"

enum kin { ALONE, IN_GROUP, IN_CHAIN, IN_ORDER };
struct ordering {
    const struct unrolled *u;
    const struct exchange *x;
    const struct orders *orders; /* NULL: none are used */
    const int64_t (*starts)[TERM_CELLS];
    size_t start_count;
    struct ranks *r;
    enum kin kin[TERM_CELLS];
    unsigned char group
        [TERM_CELLS]; /* of cells IN_GROUP or IN_ORDER: the first cell of the group, of all that is ordered together */
    bool done[UNROLL_MOST]; /* instances of which a unit before falls */
    bool placed[TERM_CELLS];
    size_t places;
    unsigned char changes[UNROLL_MOST][TERM_CELLS]; /* enum change, by instance and cell */
};

static enum change change_of(const struct ordering *o, size_t instance, size_t cell)
{
    return (enum change)o->changes[instance][cell];
}

static bool sum_falls(const struct ordering *o, const bool *in_sum, bool *stays)
{
    struct signs signs = {o->u, o->orders};
    return signs_sum_falls(&signs, in_sum, stays);
}

/* ---- kinds ------------------------------------------------------------------------------------------------------- */
/* Cells between which something holds are ordered together. */
static void find_ordered(struct ordering *o)
{
    const struct orders *orders = o->orders;
    bool more = orders != NULL;
    for (size_t c = 0; c < o->u->cells; c++) o->group[c] = (unsigned char)c;
    while (more) {
        more = false;
        for (size_t a = 0; a < o->u->cells; a++)
            for (size_t b = 0; b < o->u->cells; b++) {
                if (orders->gap[a][b] == NO_ORDER) continue;
                o->kin[a] = o->kin[b] = IN_ORDER;
                unsigned char first = o->group[a] < o->group[b] ? o->group[a] : o->group[b];
                more |= o->group[a] != o->group[b];
                o->group[a] = o->group[b] = first;
            }
    }
}

/* Cells of a bag are one group; those of a class of two or more are another. */
static void find_groups(struct ordering *o)
{
    const struct unrolled *u = o->u;
    for (size_t c = 0; c < u->cells; c++) {
        size_t first = c, members = 0;
        if (o->kin[c] == IN_ORDER) continue;
        for (size_t b = 0; b < u->cells; b++) {
            bool same = u->bag[c] ? u->bag[b] == u->bag[c] : !u->bag[b] && o->x->group[b] == o->x->group[c];
            same &= o->kin[b] != IN_ORDER;
            members += same;
            if (same && b < first) first = b;
        }
        o->group[c] = (unsigned char)first;
        o->kin[c] = members > 1 ? IN_GROUP : ALONE;
    }
}

/* A cell that rises joins the chain, and its group is none any more; false: it is of a bag, or ordered. */
static bool join_chain(struct ordering *o, size_t cell, bool *more)
{
    if (o->kin[cell] == IN_CHAIN) return true;
    if (o->kin[cell] == IN_ORDER) return false;
    *more = true;
    for (size_t c = 0; c < o->u->cells; c++) {
        if (c != cell && !(o->kin[cell] == IN_GROUP && o->kin[c] == IN_GROUP && o->group[c] == o->group[cell]))
            continue;
        if (o->u->bag[c] && o->kin[c] == IN_GROUP) return false;
        if (c != cell) o->kin[c] = ALONE;
    }
    o->kin[cell] = IN_CHAIN;
    return true;
}

/* Cells that rise, and what falls where they do. Those whose order is kept have bounds by it. */
static bool find_chain(struct ordering *o)
{
    bool more = true, any = false;
    while (more) {
        more = false;
        for (size_t i = 0; i < o->u->instances.count; i++) {
            bool rises = false;
            for (size_t c = 0; c < o->u->cells; c++) rises |= change_of(o, i, c) == RISES && o->kin[c] != IN_ORDER;
            for (size_t c = 0; c < o->u->cells && rises; c++)
                if (change_of(o, i, c) != STAYS && !join_chain(o, c, &more)) return false;
            any |= rises;
        }
    }
    bool in_sum[TERM_CELLS] = {false}, stays;
    for (size_t c = 0; c < o->u->cells; c++) in_sum[c] = o->kin[c] == IN_CHAIN;
    return !any || sum_falls(o, in_sum, &stays);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */
static bool in_unit(const struct ordering *o, size_t unit_cell, size_t c)
{
    if (o->kin[unit_cell] == IN_GROUP) return o->kin[c] == IN_GROUP && o->group[c] == o->group[unit_cell];
    return c == unit_cell;
}

/* Of a group: RISES if one of its cells does, else FALLS if one changes. */
static enum change unit_change(const struct ordering *o, size_t instance, size_t cell)
{
    enum change all = STAYS;
    for (size_t c = 0; c < o->u->cells; c++) {
        enum change one = in_unit(o, cell, c) ? change_of(o, instance, c) : STAYS;
        if (one > all) all = one;
    }
    return all;
}

static bool may_be_next(const struct ordering *o, size_t cell)
{
    bool may = true;
    for (size_t i = 0; i < o->u->instances.count && may; i++) may = o->done[i] || unit_change(o, i, cell) != RISES;
    return may;
}

static void place(struct ordering *o, size_t cell)
{
    struct ranks *r = o->r;
    for (size_t i = 0; i < o->u->instances.count; i++) o->done[i] |= unit_change(o, i, cell) == FALLS;
    for (size_t c = 0; c < o->u->cells; c++) {
        if (!in_unit(o, cell, c)) continue;
        r->order[o->places] = (unsigned char)c;
        r->least[o->places] = o->u->least[c];
        r->unit_of[o->places++] = (unsigned char)r->unit_count;
        o->placed[c] = true;
    }
}

/* How far cell c of start s is above its least value; 2^63 - 1 stands for all that is more: there is no table that large. */
static int64_t above_least(const struct ordering *o, size_t s, size_t c)
{
    int64_t above;
    return checked_sub(o->starts[s][c], o->u->least[c], &above) ? above : INT64_MAX;
}

static int64_t greatest(const struct ordering *o, size_t c)
{
    int64_t most = 0;
    for (size_t s = 0; s < o->start_count; s++) {
        int64_t above = above_least(o, s, c);
        if (above > most) most = above;
    }
    return most;
}

/* The greatest sum at a start of the places from `first` to before `end`, or 2^63 - 1; *same: all starts have it. */
static int64_t greatest_sum(const struct ordering *o, size_t first, size_t end, bool *same)
{
    int64_t most = 0;
    *same = true;
    for (size_t s = 0; s < o->start_count; s++) {
        int64_t sum = 0;
        for (size_t p = first; p < end; p++)
            if (!checked_add(sum, above_least(o, s, o->r->order[p]), &sum)) sum = INT64_MAX;
        *same &= s == 0 || sum == most;
        if (sum > most) most = sum;
    }
    return most;
}

static void bound_chain(struct ordering *o, struct unit *unit)
{
    bool in_sum[TERM_CELLS] = {false}, stays = false, same;
    unit->most = greatest_sum(o, unit->first, unit->first + unit->count, &same);
    for (size_t p = unit->first; p < unit->first + unit->count; p++) {
        bool ignored;
        in_sum[o->r->order[p]] = true;
        bool falls = sum_falls(o, in_sum, &stays);
        o->r->bound[p] = falls ? greatest_sum(o, unit->first, p + 1, &ignored) : unit->most;
    }
    unit->exact = stays && same;
}

/* The chain is one unit: all its cells, one after the other. */
static bool place_chain(struct ordering *o)
{
    struct ranks *r = o->r;
    struct unit *unit = &r->units[r->unit_count];
    bool done[UNROLL_MOST], more = true;
    memcpy(done, o->done, sizeof done);
    *unit = (struct unit){.kind = UNIT_CHAIN, .first = o->places};
    while (more) {
        more = false;
        for (size_t c = 0; c < o->u->cells && !more; c++)
            if (o->kin[c] == IN_CHAIN && !o->placed[c] && may_be_next(o, c)) {
                place(o, c);
                unit->count++;
                more = true;
            }
    }
    bool all = true;
    for (size_t c = 0; c < o->u->cells; c++) all &= o->kin[c] != IN_CHAIN || o->placed[c];
    if (all) {
        bound_chain(o, unit);
        r->unit_count++;
        return true;
    }
    for (size_t c = 0; c < o->u->cells; c++) o->placed[c] &= o->kin[c] != IN_CHAIN;
    memcpy(o->done, done, sizeof done);
    o->places -= unit->count;
    return false;
}

static void place_other(struct ordering *o, size_t cell)
{
    struct ranks *r = o->r;
    struct unit *unit = &r->units[r->unit_count];
    *unit = (struct unit){.kind = o->kin[cell] == IN_GROUP ? UNIT_GROUP : UNIT_SINGLE, .first = o->places};
    place(o, cell);
    unit->count = o->places - unit->first;
    for (size_t p = unit->first; p < o->places; p++)
        if (greatest(o, r->order[p]) > unit->most) unit->most = greatest(o, r->order[p]);
    for (size_t p = unit->first; p < o->places; p++) r->bound[p] = unit->most;
    r->unit_count++;
}

/* ---- cells that keep their order --------------------------------------------------------------------------------- */
/* What was placed of a unit before it came to nothing is taken back. */
struct undo {
    bool done[UNROLL_MOST], placed[TERM_CELLS];
    size_t places;
};

static void note(const struct ordering *o, struct undo *undo)
{
    memcpy(undo->done, o->done, sizeof undo->done);
    memcpy(undo->placed, o->placed, sizeof undo->placed);
    undo->places = o->places;
}

static bool take_back(struct ordering *o, const struct undo *undo)
{
    memcpy(o->done, undo->done, sizeof o->done);
    memcpy(o->placed, undo->placed, sizeof o->placed);
    o->places = undo->places;
    return false;
}

/* All in this order, if each may be next. */
static bool place_in_turn(struct ordering *o, const unsigned char *cells, size_t count)
{
    struct undo undo;
    note(o, &undo);
    for (size_t i = 0; i < count; i++) {
        if (!may_be_next(o, cells[i])) return take_back(o, &undo);
        place(o, cells[i]);
    }
    return true;
}

/* In any order in which each may be next. */
static bool place_as_may_be(struct ordering *o, const unsigned char *cells, size_t count)
{
    struct undo undo;
    size_t left = count, before;
    note(o, &undo);
    do {
        before = left;
        for (size_t i = 0; i < count && left == before; i++)
            if (!o->placed[cells[i]] && may_be_next(o, cells[i])) place(o, cells[i]), left--;
    } while (left < before && left > 0);
    return left == 0 || take_back(o, &undo);
}

/* The cells from the greatest to the least; false: some two of them may stand either way. */
static bool from_greatest(const struct ordering *o, unsigned char *cells, size_t count)
{
    bool in_line = true;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && o->orders->gap[cells[k - 1]][cells[k]] != NO_ORDER; k--) {
            if (o->orders->gap[cells[k]][cells[k - 1]] != NO_ORDER) break; /* they are equal */
            unsigned char swap = cells[k];
            cells[k] = cells[k - 1];
            cells[k - 1] = swap;
        }
    for (size_t i = 1; i < count; i++) in_line &= o->orders->gap[cells[i]][cells[i - 1]] != NO_ORDER;
    return in_line;
}

/* By how much the cell at place p is at least below the one at place q, both less their least values; false: nothing holds. */
static bool gap_between(const struct ordering *o, size_t p, size_t q, int64_t *gap)
{
    size_t a = o->r->order[p], b = o->r->order[q];
    if (p == q || o->orders->gap[a][b] == NO_ORDER) return false;
    *gap = o->orders->gap[a][b] + o->u->least[a] - o->u->least[b];
    return true;
}

/* Cells that rise have the bounds of those that they are below of. */
static bool bound_ordered(struct ordering *o, struct unit *unit)
{
    size_t end = unit->first + unit->count;
    int64_t *bound = o->r->bound, gap;
    bool bounded = true;
    for (size_t p = unit->first; p < end; p++) {
        bool rises = false;
        for (size_t i = 0; i < o->u->instances.count; i++) rises |= change_of(o, i, o->r->order[p]) == RISES;
        bound[p] = rises ? INT64_MAX : greatest(o, o->r->order[p]);
    }
    for (size_t round = 0; round < unit->count; round++)
        for (size_t p = unit->first; p < end; p++)
            for (size_t q = unit->first; q < end; q++)
                if (gap_between(o, p, q, &gap) && bound[q] != INT64_MAX && bound[q] - gap < bound[p])
                    bound[p] = bound[q] - gap;
    for (size_t p = unit->first; p < end; p++) {
        bounded &= bound[p] >= 0 && bound[p] < ORDER_MOST;
        if (bound[p] > unit->most) unit->most = bound[p];
    }
    return bounded;
}

/* All cells that are ordered together with this one: a line of them from either end, or a web. */
static bool place_ordered(struct ordering *o, size_t cell)
{
    struct unit *unit = &o->r->units[o->r->unit_count];
    unsigned char cells[TERM_CELLS], back[TERM_CELLS];
    struct undo undo;
    note(o, &undo);
    *unit = (struct unit){.kind = UNIT_LINE, .first = o->places};
    for (size_t c = 0; c < o->u->cells; c++)
        if (o->kin[c] == IN_ORDER && o->group[c] == o->group[cell]) cells[unit->count++] = (unsigned char)c;
    bool placed = false;
    if (from_greatest(o, cells, unit->count)) {
        for (size_t i = 0; i < unit->count; i++) back[i] = cells[unit->count - 1 - i];
        unit->rises = !place_in_turn(o, cells, unit->count);
        placed = !unit->rises || place_in_turn(o, back, unit->count);
    }
    if (!placed) unit->kind = UNIT_WEB;
    if (!placed && !place_as_may_be(o, cells, unit->count)) return false;
    if (!bound_ordered(o, unit)) return take_back(o, &undo);
    for (size_t p = unit->first; p < o->places; p++)
        for (size_t q = unit->first; q < o->places; q++) {
            int64_t gap;
            o->r->gap[p][q] = gap_between(o, p, q, &gap) ? gap : RANKS_FREE;
        }
    o->r->unit_count++;
    return true;
}

static bool place_next(struct ordering *o)
{
    bool chain = false;
    for (size_t c = 0; c < o->u->cells; c++) {
        chain |= o->kin[c] == IN_CHAIN && !o->placed[c];
        if (o->kin[c] == IN_CHAIN || o->placed[c]) continue;
        if (o->kin[c] == IN_ORDER && o->group[c] == c && place_ordered(o, c)) return true;
        if (o->kin[c] == IN_ORDER || !may_be_next(o, c)) continue;
        place_other(o, c);
        return true;
    }
    return chain && place_chain(o);
}

static bool all_end(const struct ordering *o)
{
    bool all = true;
    for (size_t i = 0; i < o->u->instances.count; i++) all &= o->done[i];
    return all;
}

enum status order_cells(const struct unrolled *u, const struct exchange *x, const struct orders *orders,
                        const int64_t (*starts)[TERM_CELLS], size_t count, struct ranks *r)
{
    struct ordering *o = mem_alloc(sizeof *o);
    struct signs signs = {u, orders};
    if (!o) return ST_NO_MEMORY;
    o->u = u, o->x = x, o->orders = orders, o->starts = starts, o->start_count = count, o->r = r;
    for (size_t i = 0; i < u->instances.count; i++)
        for (size_t c = 0; c < u->cells; c++)
            o->changes[i][c] = (unsigned char)sign_of_change(&signs, &u->instances.data[i], c);
    find_ordered(o);
    find_groups(o);
    r->why = "no order of the cells was found in which moves lead down";
    bool ordered = find_chain(o);
    while (ordered && o->places < u->cells) ordered = place_next(o);
    if (ordered && all_end(o)) r->why = NULL;
    mem_free(o, sizeof *o);
    return ST_OK;
}
