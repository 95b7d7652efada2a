/* SPDX-License-Identifier: MIT */
/* Signs of what moves do to cells. Where a term is not linear it is hoped that it falls; the filling looks at every option. */
#include "solve/ranked/order.h"
#include <string.h>
#include "base/checked.h"

enum change { STAYS, FALLS, RISES };
enum kin { ALONE, IN_GROUP, IN_CHAIN };
struct ordering {
    const struct unrolled *u;
    const struct exchange *x;
    const int64_t (*starts)[TERM_CELLS];
    size_t start_count;
    struct ranks *r;
    enum kin kin[TERM_CELLS];
    unsigned char group[TERM_CELLS]; /* of cells IN_GROUP: the first cell of the group */
    bool done[UNROLL_MOST];          /* instances of which a unit before falls */
    bool placed[TERM_CELLS];
    size_t places;
};

/* A quotient of what is never negative by a positive constant is not negative either. */
static bool never_negative(const struct ordering *o, const struct term *t)
{
    struct linear line;
    bool never = t->kind == EXPR_DIV && t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0 &&
                 term_linear(t->kids[0], &line) && line.constant >= 0;
    for (int v = 0; v < TERM_VARIABLES && never; v++)
        never = line.factor[v] == 0 || (line.factor[v] > 0 && v < TERM_CELLS && o->u->least[v] >= 0);
    return never;
}

/* value v >= line (sign 1), or value v <= line (sign -1), by one of the instance's conditions? */
static bool condition_bound(const struct instance *in, size_t v, int sign, struct linear *line)
{
    for (size_t i = 0; i < in->condition_count; i++) {
        const struct term *t = in->conditions[i];
        struct linear a, b;
        bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, more = t->kind == EXPR_GT || t->kind == EXPR_GE;
        if ((!less && !more) || !term_linear(t->kids[less ? 0 : 1], &a) || !term_linear(t->kids[less ? 1 : 0], &b))
            continue; /* a <= b */
        for (int x = 0; x < TERM_VARIABLES; x++) b.factor[x] -= a.factor[x];
        b.constant -= a.constant + (t->kind == EXPR_LT || t->kind == EXPR_GT);
        if (b.factor[TERM_CELLS + v] != sign) continue; /* b >= 0 */
        for (int x = 0; x < TERM_VARIABLES; x++) line->factor[x] = -sign * b.factor[x];
        line->factor[TERM_CELLS + v] = 0;
        line->constant = -sign * b.constant;
        return true;
    }
    return false;
}

/* A linear bound of the value, below (sign 1) or above: an end of its range, of several that it is the greatest or least of one, or
 * a condition. It reads earlier values only. */
static bool value_bound(const struct ordering *o, const struct instance *in, size_t v, int sign, struct linear *line)
{
    const struct term *end = sign > 0 ? in->values[v].low : in->values[v].high;
    if (term_linear(end, line)) return true;
    for (uint32_t i = 0; end->kind == EXPR_CALL && i < end->count; i++)
        if (end->index == (sign > 0 ? BUILTIN_MAX : BUILTIN_MIN) && term_linear(end->kids[i], line)) return true;
    if (condition_bound(in, v, sign, line)) {
        bool earlier = true;
        for (size_t w = v; w < TERM_VALUES; w++) earlier &= line->factor[TERM_CELLS + w] == 0;
        if (earlier) return true;
    }
    *line = (struct linear){0};
    return sign > 0 && never_negative(o, end);
}

/* Is the linear term never positive? Values are replaced by the end of their range at which it is greatest, last values first, since ranges
 * read earlier ones; then cells, which are at least u->least. */
static bool never_positive(const struct ordering *o, const struct instance *in, struct linear line)
{
    for (size_t v = in->value_count; v-- > 0;) {
        int64_t factor = line.factor[TERM_CELLS + v];
        struct linear end;
        if (factor == 0) continue;
        if (!value_bound(o, in, v, factor > 0 ? -1 : 1, &end)) return false;
        line.factor[TERM_CELLS + v] = 0;
        line.constant += factor * end.constant;
        for (int i = 0; i < TERM_VARIABLES; i++) line.factor[i] += factor * end.factor[i];
    }
    int64_t most = line.constant;
    for (size_t c = 0; c < o->u->cells; c++) {
        if (line.factor[c] > 0) return false;
        most += line.factor[c] * o->u->least[c];
    }
    return most <= 0;
}

static bool is_zero(const struct linear *line)
{
    bool zero = line->constant == 0;
    for (int v = 0; v < TERM_VARIABLES; v++) zero &= line->factor[v] == 0;
    return zero;
}

static enum change change_of(const struct ordering *o, const struct instance *in, size_t cell)
{
    struct linear line;
    if (in->ends) return FALLS;
    if (!term_linear(in->after[cell], &line)) return FALLS;
    line.factor[cell]--;
    if (is_zero(&line)) return STAYS;
    return never_positive(o, in, line) ? FALLS : RISES;
}

/* What the instance adds to the sum of the cells for which `in_sum` holds; false: not linear. */
static bool sum_change(const struct ordering *o, const struct instance *in, const bool *in_sum, struct linear *sum)
{
    *sum = (struct linear){0};
    for (size_t c = 0; c < o->u->cells && !in->ends; c++) {
        struct linear line;
        if (!in_sum[c]) continue;
        if (!term_linear(in->after[c], &line)) return false;
        line.factor[c]--;
        sum->constant += line.constant;
        for (int v = 0; v < TERM_VARIABLES; v++) sum->factor[v] += line.factor[v];
    }
    return true;
}

/* Does the sum never rise? *stays: it never changes either. */
static bool sum_falls(const struct ordering *o, const bool *in_sum, bool *stays)
{
    *stays = true;
    for (size_t i = 0; i < o->u->instances.count; i++) {
        const struct instance *in = &o->u->instances.data[i];
        struct linear sum;
        if (!sum_change(o, in, in_sum, &sum) || !never_positive(o, in, sum)) return false;
        *stays &= is_zero(&sum) && !in->ends;
    }
    return true;
}

/* ---- kinds ------------------------------------------------------------------------------------------------------- */
/* Cells of a bag are one group; those of a class of two or more are another. */
static void find_groups(struct ordering *o)
{
    const struct unrolled *u = o->u;
    for (size_t c = 0; c < u->cells; c++) {
        size_t first = c, members = 0;
        for (size_t b = 0; b < u->cells; b++) {
            bool same = u->bag[c] ? u->bag[b] == u->bag[c] : !u->bag[b] && o->x->group[b] == o->x->group[c];
            members += same;
            if (same && b < first) first = b;
        }
        o->group[c] = (unsigned char)first;
        o->kin[c] = members > 1 ? IN_GROUP : ALONE;
    }
}

/* A cell that rises joins the chain, and its group is none any more; false: it is of a bag. */
static bool join_chain(struct ordering *o, size_t cell, bool *more)
{
    if (o->kin[cell] == IN_CHAIN) return true;
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

/* Cells that rise, and what falls where they do. */
static bool find_chain(struct ordering *o)
{
    bool more = true, any = false;
    while (more) {
        more = false;
        for (size_t i = 0; i < o->u->instances.count; i++) {
            const struct instance *in = &o->u->instances.data[i];
            bool rises = false;
            for (size_t c = 0; c < o->u->cells; c++) rises |= change_of(o, in, c) == RISES;
            for (size_t c = 0; c < o->u->cells && rises; c++)
                if (change_of(o, in, c) != STAYS && !join_chain(o, c, &more)) return false;
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
static enum change unit_change(const struct ordering *o, const struct instance *in, size_t cell)
{
    enum change all = STAYS;
    for (size_t c = 0; c < o->u->cells; c++) {
        enum change one = in_unit(o, cell, c) ? change_of(o, in, c) : STAYS;
        if (one > all) all = one;
    }
    return all;
}

static bool may_be_next(const struct ordering *o, size_t cell)
{
    bool may = true;
    for (size_t i = 0; i < o->u->instances.count && may; i++)
        may = o->done[i] || unit_change(o, &o->u->instances.data[i], cell) != RISES;
    return may;
}

static void place(struct ordering *o, size_t cell)
{
    struct ranks *r = o->r;
    for (size_t i = 0; i < o->u->instances.count; i++)
        o->done[i] |= unit_change(o, &o->u->instances.data[i], cell) == FALLS;
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

static bool place_next(struct ordering *o)
{
    bool chain = false;
    for (size_t c = 0; c < o->u->cells; c++) {
        chain |= o->kin[c] == IN_CHAIN && !o->placed[c];
        if (o->kin[c] == IN_CHAIN || o->placed[c] || !may_be_next(o, c)) continue;
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

bool order_cells(const struct unrolled *u, const struct exchange *x, const int64_t (*starts)[TERM_CELLS], size_t count,
                 struct ranks *r)
{
    struct ordering o = {.u = u, .x = x, .starts = starts, .start_count = count, .r = r};
    find_groups(&o);
    r->why = "no order of the cells was found in which moves lead down";
    if (!find_chain(&o)) return false;
    while (o.places < u->cells)
        if (!place_next(&o)) return false;
    return all_end(&o);
}
