/* SPDX-License-Identifier: MIT */
#include "solve/choices/guard.h"
#include "base/mem.h"
#include "base/numbers.h"
#include "model/builtins.h"
#include "solve/dynamic/lanes.h"
#include <string.h>

#define FACTOR_MOST ((int64_t)1 << 20)
enum { DEPTH_MOST = 64, SAME_MOST = 64, TABLE_MOST = 1 << 24, TABLES_BYTES = 1 << 27 };

void guards_open(struct guards *g, const struct value_table *box, const size_t *order, struct budget *budget)
{
    *g = (struct guards){.box = box, .order = order, .budget = budget};
    for (size_t k = 0; k < box->fields; k++) g->place[order[k]] = k;
}

void guards_close(struct guards *g)
{
    for (size_t i = 0; i < g->tables.count; i++)
        if (g->tables.data[i].holds) mem_free(g->tables.data[i].holds, g->tables.data[i].bytes);
    vec_free(&g->tables);
    vec_free(&g->items);
    vec_free(&g->computed);
}

/* ---- lines -------------------------------------------------------------------------------------------------------
 * */
static bool is_small(int64_t n, int64_t most) { return n > -most && n < most; }

static bool combine(struct guard_line *line, int64_t by, const struct guard_line *other)
{
    bool small = is_small(by, FACTOR_MOST);
    for (size_t k = 0; small && k < MODEL_MAX_FIELDS; k++) {
        line->of[k] += by * other->of[k];
        small = is_small(line->of[k], FACTOR_MOST);
    }
    if (small) line->constant += by * other->constant;
    return small && is_small(line->constant, FACTOR_MOST * FACTOR_MOST);
}

/* The term, with x for its values, as a line. False: it is none. */
static bool line_of(const struct guards *g, const struct term *t, const int64_t *x, struct guard_line *line, int depth)
{
    struct guard_line other = {0};
    *line = (struct guard_line){0};
    if (!term_cells_read(t))
        return term_value_at(t, x, &line->constant) && is_small(line->constant, FACTOR_MOST * FACTOR_MOST);
    if (t->kind == EXPR_FIELD) return line->of[g->place[t->index]] = 1, true;
    if (depth == DEPTH_MOST) return false;
    bool sum = t->kind == EXPR_ADD || t->kind == EXPR_SUB;
    if (!sum && t->kind != EXPR_MUL && t->kind != EXPR_NEG) return false;
    if (t->kind == EXPR_NEG) return line_of(g, t->kids[0], x, &other, depth + 1) && combine(line, -1, &other);
    if (sum)
        return line_of(g, t->kids[0], x, line, depth + 1) && line_of(g, t->kids[1], x, &other, depth + 1) &&
               combine(line, t->kind == EXPR_ADD ? 1 : -1, &other);
    int64_t by;
    size_t constant = term_cells_read(t->kids[0]) ? 1 : 0;
    return !term_cells_read(t->kids[constant]) && term_value_at(t->kids[constant], x, &by) &&
           line_of(g, t->kids[1 - constant], x, &other, depth + 1) && combine(line, by, &other);
}

/* Without its constant, divided by what its factors have in common, the last factor that is not 0 above 0. */
static void make_plain(struct guard_line *line)
{
    int64_t common = 0, sign = 1;
    for (size_t k = 0; k < MODEL_MAX_FIELDS; k++) {
        common = (int64_t)number_gcd((uint64_t)common, number_magnitude(line->of[k]));
        if (line->of[k]) sign = line->of[k] < 0 ? -1 : 1;
    }
    line->constant = 0;
    for (size_t k = 0; common && k < MODEL_MAX_FIELDS; k++) line->of[k] /= common * sign;
}

/* The one line through which the term reads the position: *any is false at first. */
static bool one_line(const struct guards *g, const struct term *t, const int64_t *x, struct guard_line *line, bool *any,
                     int depth)
{
    struct guard_line here;
    if (!term_cells_read(t)) return true;
    if (line_of(g, t, x, &here, 0)) {
        make_plain(&here);
        bool same = !*any || memcmp(&here, line, sizeof here) == 0;
        *line = here;
        return *any = true, same;
    }
    bool all = depth < DEPTH_MOST && t->count > 0;
    for (uint32_t i = 0; all && i < t->count; i++) all = one_line(g, t->kids[i], x, line, any, depth + 1);
    return all;
}

/* ---- what is kept of a term --------------------------------------------------------------------------------------
 * */
static enum status keep(struct guards *g, const struct guard *guard)
{
    if (g->items.count == GUARDS_MOST) return ST_UNSUPPORTED;
    return vec_push(&g->items, *guard) ? ST_OK : ST_NO_MEMORY;
}

/* What the line is at least and at most in the box. */
static void line_bounds(const struct guards *g, const struct guard_line *line, int64_t *low, int64_t *high)
{
    *low = *high = line->constant;
    for (size_t k = 0; k < g->box->fields; k++) {
        int64_t first = line->of[k] * g->box->low[k], last = line->of[k] * (g->box->low[k] + g->box->extent[k] - 1);
        *low += first < last ? first : last;
        *high += first < last ? last : first;
    }
}

/* The table of a term that is a function of the line. `cell`: one of factor 1. ST_UNSUPPORTED: it has no value
 * somewhere. */
static enum status fill_table(const struct term *t, const int64_t *values, int cell, int64_t from,
                              struct guard_table *table)
{
    int64_t x[TERM_VARIABLES] = {0}, out[LANES_MOST];
    table->always = table->never = true;
    memcpy(x + TERM_CELLS, values + TERM_CELLS, TERM_VALUES * sizeof *x);
    for (size_t at = 0; at < table->bytes; at += LANES_MOST) {
        size_t count = table->bytes - at < LANES_MOST ? table->bytes - at : LANES_MOST;
        x[cell] = from + (int64_t)at;
        if (!lanes_at(t, x, cell, count, out)) return ST_UNSUPPORTED;
        for (size_t i = 0; i < count; i++) {
            table->holds[at + i] = out[i] ? -1 : 0;
            table->always &= out[i] != 0;
            table->never &= !out[i];
        }
    }
    return ST_OK;
}

static bool find_table(const struct guards *g, const struct term *t, size_t *at)
{
    for (*at = 0; *at < g->tables.count; ++*at)
        if (g->tables.data[*at].term == t) return true;
    return false;
}

static const struct guard nowhere = {.kind = GUARD_LINE, .line = {.constant = -1}, .shared = SIZE_MAX};

/* What the table says: always, never, or to be looked up. */
static enum status keep_table(struct guards *g, const struct guard *guard, bool *never)
{
    const struct guard_table *table = &g->tables.data[guard->table];
    if (table->always) return ST_OK;
    if (table->never) *never = !g->unsure;
    return keep(g, table->never ? &nowhere : guard);
}

static double work_of(const struct term *t, int depth)
{
    bool loop = t->kind != EXPR_IN && t->kind != EXPR_IF && t->kind != EXPR_INDEX &&
                (t->kind != EXPR_CALL || t->index == BUILTIN_MIN || t->index == BUILTIN_MAX || t->index == BUILTIN_ABS);
    double work = t->count == 0 ? 0.5 : loop ? 2 : 40;
    for (uint32_t i = 0; i < t->count && depth < DEPTH_MOST; i++) work += work_of(t->kids[i], depth + 1);
    return work;
}

double guards_work(const struct term *t) { return work_of(t, 0); }

/* The one line through which the term reads numbers and values, without its constant and common factors, the last number of the box that
 * it reads being added: *any is false at first. */
static bool shared_line(const struct guards *g, const struct term *t, struct linear *line, bool *any, int depth)
{
    struct linear here;
    if (!t->reads) return true;
    if (term_linear(t, &here)) {
        int64_t common = 0, sign = 0;
        for (size_t v = 0; v < TERM_VARIABLES; v++)
            common = (int64_t)number_gcd((uint64_t)common, number_magnitude(here.factor[v]));
        for (size_t k = g->box->fields; k-- > 0 && !sign;) sign = here.factor[g->order[k]];
        here.constant = 0;
        for (size_t v = 0; v < TERM_VARIABLES && common; v++) here.factor[v] /= sign < 0 ? -common : common;
        bool same = !*any || memcmp(&here, line, sizeof here) == 0;
        *line = here;
        return *any = true, same;
    }
    bool all = depth < DEPTH_MOST && t->count > 0;
    for (uint32_t i = 0; all && i < t->count; i++) all = shared_line(g, t->kids[i], line, any, depth + 1);
    return all;
}

/* The line of the table for a choice of values x. False: it leads out of the table, and *out stays as it is. */
static bool line_in(const struct guards *g, const struct guard_table *table, const int64_t *x, struct guard_line *out)
{
    struct guard_line line = table->line;
    int64_t low, high;
    for (size_t v = 0; v < TERM_VALUES; v++) {
        if (table->of_value[v] && !is_small(x[TERM_CELLS + v], FACTOR_MOST)) return false;
        line.constant += table->of_value[v] * x[TERM_CELLS + v];
    }
    line_bounds(g, &line, &low, &high);
    bool in = low >= 0 && high < (int64_t)table->bytes;
    if (in) *out = line;
    return in;
}

/* Values between 0 and the greatest number of the box have their place in a shared table. */
static void shared_bounds(const struct guards *g, const struct guard_table *table, int64_t *low, int64_t *high)
{
    int64_t most = 0;
    for (size_t k = 0; k < g->box->fields; k++)
        if (g->box->low[k] + g->box->extent[k] > most) most = g->box->low[k] + g->box->extent[k];
    line_bounds(g, &table->line, low, high);
    for (size_t v = 0; v < TERM_VALUES; v++) {
        if (table->of_value[v] < 0) *low += table->of_value[v] * most;
        else *high += table->of_value[v] * most;
    }
}

/* Is there room for a table of the line's values from `low` to `high`? ST_UNSUPPORTED: it takes too much work. */
static enum status room_for(struct guards *g, const struct term *t, int64_t low, int64_t high, bool *fits)
{
    double bytes = (double)high - (double)low + 1;
    *fits = false;
    if (bytes > TABLE_MOST) return ST_OK;
    g->work += guards_work(t) * bytes;
    if (g->work > g->most) return ST_UNSUPPORTED;
    *fits = g->bytes + bytes <= TABLES_BYTES && budget_fits(g->budget, (size_t)bytes) == ST_OK;
    return ST_OK;
}

/* With the table's bytes, and `cell` of factor 1. *kept: it is the last one, and has a value everywhere. */
static enum status make_table(struct guards *g, const struct term *t, const int64_t *values, size_t cell, int64_t low,
                              struct guard_table *table, bool *kept)
{
    *kept = false;
    table->holds = mem_alloc(table->bytes);
    if (!table->holds) return ST_NO_MEMORY;
    *kept = fill_table(t, values, (int)cell, low, table) == ST_OK;
    if (*kept && vec_push(&g->tables, *table)) {
        g->bytes += (double)table->bytes;
        return ST_OK;
    }
    mem_free(table->holds, table->bytes);
    return *kept ? ST_NO_MEMORY : ST_OK;
}

/* The table for all choices of the values in the term, if it can be made: with no bytes if not. ST_UNSUPPORTED: it takes too much work. */
static enum status make_shared(struct guards *g, const struct term *t)
{
    static const int64_t none[TERM_VARIABLES];
    struct guard_table table = {.term = t};
    struct linear line;
    int64_t low, high;
    size_t last = g->box->fields - 1, unit = 0;
    bool any = false, fits = true, kept;
    bool one = shared_line(g, t, &line, &any, 0) && any;
    for (size_t k = 0; one && k < g->box->fields; k++) table.line.of[k] = line.factor[g->order[k]];
    for (size_t v = 0; one && v < TERM_VALUES; v++) {
        table.of_value[v] = line.factor[TERM_CELLS + v];
        fits &= is_small(table.of_value[v], FACTOR_MOST);
    }
    while (unit < g->box->fields && table.line.of[unit] != 1) unit++;
    if (one && fits && unit < g->box->fields && table.line.of[last] <= 1) {
        shared_bounds(g, &table, &low, &high);
        enum status st = room_for(g, t, low, high, &fits);
        if (st != ST_OK) return st;
        table.line.constant = -low;
        table.bytes = (size_t)(high - low + 1);
        if (fits) st = make_table(g, t, none, g->order[unit], low, &table, &kept);
        if (st != ST_OK || (fits && kept)) return st;
    }
    return vec_push(&g->tables, ((struct guard_table){.term = t})) ? ST_OK : ST_NO_MEMORY;
}

/* *found: where it is. That the term is a function of the line is for one_line to say of each choice, as sums of its values may be too
 * large. */
static enum status find_shared(struct guards *g, const struct term *t, size_t *at, bool *found)
{
    enum status st = find_table(g, t, at) ? ST_OK : make_shared(g, t);
    *found = st == ST_OK && g->tables.data[*at].holds;
    return st;
}

/* What the term's parts that read values and no numbers are; all else in it are numbers. False: one has no value, or they are many. */
static bool find_parts(const struct term *t, const int64_t *x, struct guard_table *table, int depth)
{
    if (!term_reads_values(t)) return true;
    if (!term_cells_read(t)) {
        if (table->part_count == GUARD_PARTS) return false;
        return term_value_at(t, x, &table->parts[table->part_count++]);
    }
    bool all = depth < DEPTH_MOST && t->count > 0;
    for (uint32_t i = 0; all && i < t->count; i++) all = find_parts(t->kids[i], x, table, depth + 1);
    return all;
}

/* A table of the last ones that is the same: the term is a function of its parts and of the line. */
static bool find_same(const struct guards *g, const struct guard_table *like, size_t *at)
{
    size_t first = g->tables.count > SAME_MOST ? g->tables.count - SAME_MOST : 0;
    for (*at = g->tables.count; like->of && *at > first;) {
        const struct guard_table *table = &g->tables.data[--*at];
        if (table->of != like->of || table->part_count != like->part_count) continue;
        if (memcmp(&table->line, &like->line, sizeof like->line) != 0) continue;
        if (memcmp(table->parts, like->parts, like->part_count * sizeof *like->parts) == 0) return true;
    }
    return false;
}

/* *done: it is kept as a table, and has a value everywhere. */
static enum status look_up(struct guards *g, const struct term *t, const int64_t *values, bool *never, bool *done)
{
    struct guard guard = {.kind = GUARD_LOOKED_UP, .term = t, .shared = SIZE_MAX};
    struct guard_table table = {0};
    int64_t low, high;
    size_t last = g->box->fields - 1, unit = 0;
    bool any = false, fits, found;
    if (!one_line(g, t, values, &guard.line, &any, 0) || !any || guard.line.of[last] > 1) return ST_OK;
    enum status st = find_shared(g, t, &guard.table, &found);
    if (st != ST_OK) return st;
    if (found && line_in(g, &g->tables.data[guard.table], values, &guard.line))
        return *done = true, keep_table(g, &guard, never);
    while (unit < g->box->fields && guard.line.of[unit] != 1) unit++;
    if (unit == g->box->fields) return ST_OK;
    line_bounds(g, &guard.line, &low, &high);
    guard.line.constant = -low;
    table.line = guard.line;
    table.of = find_parts(t, values, &table, 0) ? t : NULL;
    if (find_same(g, &table, &guard.table)) return *done = true, keep_table(g, &guard, never);
    st = room_for(g, t, low, high, &fits);
    if (st != ST_OK || !fits) return st;
    guard.table = g->tables.count;
    table.bytes = (size_t)(high - low + 1);
    st = make_table(g, t, values, g->order[unit], low, &table, &found);
    if (st != ST_OK || !found) return st;
    return *done = true, keep_table(g, &guard, never);
}

static enum status compute(struct guards *g, const struct term *t)
{
    struct guard guard = {.kind = GUARD_COMPUTED, .term = t, .shared = SIZE_MAX};
    if (term_reads_values(t)) return keep(g, &guard);
    for (guard.shared = 0; guard.shared < g->computed.count; guard.shared++)
        if (g->computed.data[guard.shared] == t) return keep(g, &guard);
    return vec_push(&g->computed, t) ? keep(g, &guard) : ST_NO_MEMORY;
}

/* ---- comparisons -------------------------------------------------------------------------------------------------
 * */
/* more - less >= strictly: *done if these are lines. */
static enum status compare(struct guards *g, const struct term *less, const struct term *more, bool strictly,
                           const int64_t *x, bool *done)
{
    struct guard guard = {.kind = GUARD_LINE, .shared = SIZE_MAX};
    struct guard_line other;
    int64_t low, high;
    *done = line_of(g, more, x, &guard.line, 0) && line_of(g, less, x, &other, 0) && combine(&guard.line, -1, &other);
    if (!*done) return ST_OK;
    guard.line.constant -= strictly;
    line_bounds(g, &guard.line, &low, &high);
    return low >= 0 ? ST_OK : keep(g, &guard);
}

static enum status compare_term(struct guards *g, const struct term *t, const int64_t *x, bool *done)
{
    const struct term *a = t->count > 1 ? t->kids[0] : NULL, *b = a ? t->kids[1] : NULL;
    enum status st;
    switch (t->kind) {
    case EXPR_LE: return compare(g, a, b, false, x, done);
    case EXPR_LT: return compare(g, a, b, true, x, done);
    case EXPR_GE: return compare(g, b, a, false, x, done);
    case EXPR_GT: return compare(g, b, a, true, x, done);
    case EXPR_EQ:
        st = compare(g, a, b, false, x, done);
        return st == ST_OK && *done ? compare(g, b, a, false, x, done) : st;
    default: return ST_OK;
    }
}

/* ---- terms -------------------------------------------------------------------------------------------------------
 * */
/* What is left of a term of which a part is known in all of the box. */
static const struct term *part_that_matters(const struct term *t, const int64_t *low, const int64_t *high)
{
    for (int depth = 0; depth < DEPTH_MOST; depth++) {
        if (t->kind != EXPR_OR && t->kind != EXPR_IF) return t;
        struct bounds first = term_bounds(t->kids[0], low, high, true);
        if (t->kind == EXPR_IF && bounds_say(first, true)) t = t->kids[1];
        else if (t->kind == EXPR_IF && bounds_say(first, false)) t = t->kids[2];
        else if (t->kind == EXPR_OR && bounds_say(first, false)) t = t->kids[1];
        else if (t->kind == EXPR_OR && bounds_say(term_bounds(t->kids[1], low, high, true), false)) t = t->kids[0];
        else return t;
    }
    return t;
}

enum status guards_add(struct guards *g, const struct term *t, const int64_t *low, const int64_t *high, bool *never)
{
    t = part_that_matters(t, low, high);
    struct bounds b = term_bounds(t, low, high, true);
    bool done = false;
    size_t before = g->items.count;
    *never = false;
    if (bounds_say(b, true)) return ST_OK;
    if (bounds_say(b, false)) {
        *never = !g->unsure;
        return keep(g, &nowhere);
    }
    if (t->kind == EXPR_AND) {
        enum status st = guards_add(g, t->kids[0], low, high, never);
        return st == ST_OK && !*never ? guards_add(g, t->kids[1], low, high, never) : st;
    }
    enum status st = compare_term(g, t, low, &done);
    if (done || st != ST_OK) return st;
    g->items.count = before; /* one half of an equation may be there */
    if (g->box->fields > 1) st = look_up(g, t, low, never, &done);
    if (done || st != ST_OK) return st;
    g->unsure |= !b.sure;
    return compute(g, t);
}
