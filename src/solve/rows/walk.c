/* SPDX-License-Identifier: MIT */
/* Column after column; what is in the middle is kept in sets, to which a number is added when it gets there. */
#include <string.h>
#include "base/mem.h"
#include "solve/rows/private.h"

/* ---- sets -------------------------------------------------------------------------------------------------------- */
static size_t width_of(const struct lanes *l) { return (size_t)(l->rows * (l->low + l->modulus)); }

static bool fill_source(const struct lanes *l, int64_t i, int64_t residue, bool *source)
{
    bool any = false;
    for (int64_t j = 0; j < l->rows; j++)
        for (int64_t s = 0; s < l->low + l->modulus; s++) {
            int64_t d = residue - (s - l->low) + l->modulus; /* a natural number for residues s - low */
            bool in = s < l->low ? lanes_fixed(l, i, j, residue, s) : lanes_middle(l, i, j, residue, d);
            source[j * (l->low + l->modulus) + s] = in;
            any = any || in;
        }
    return any;
}

/* The set of these sources, made when there is none; -1: too many, or memory is out (*st). */
static int set_of(struct walk *w, const bool *source, enum status *st)
{
    size_t width = width_of(w->lanes);
    for (size_t s = 0; s < w->set_count; s++)
        if (memcmp(w->sets[s].source, source, width * sizeof *source) == 0) return (int)s;
    if (w->set_count == ROWS_SETS) return w->too_large = true, -1;
    struct walk_set *set = &w->sets[w->set_count];
    set->source = arena_array(&w->arena, width, sizeof *set->source);
    if (!set->source) return *st = ST_NO_MEMORY, -1;
    memcpy(set->source, source, width * sizeof *source);
    return (int)w->set_count++;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */
static enum status list_options(struct walk *w, int64_t i, int64_t residue, struct walk_options *o)
{
    const struct lanes *l = w->lanes;
    for (int64_t j = 0; j <= i; j++)
        for (int64_t d = 0; d <= l->reach; d++) o->near_count += lanes_near(l, i, j, residue, d);
    o->near = arena_array(&w->arena, o->near_count + 1, sizeof *o->near);
    if (!o->near) return ST_NO_MEMORY;
    size_t at = 0;
    for (int64_t j = 0; j <= i; j++)
        for (int64_t d = 0; d <= l->reach; d++)
            if (lanes_near(l, i, j, residue, d)) o->near[at++] = (struct walk_place){(uint32_t)j, (uint32_t)d};
    return ST_OK;
}

static enum status open_options(struct walk *w)
{
    const struct lanes *l = w->lanes;
    enum status st = ST_OK;
    bool *source = arena_array(&w->arena, width_of(l), sizeof *source);
    w->options = arena_array(&w->arena, (size_t)(l->rows * l->modulus), sizeof *w->options);
    w->sets = arena_array(&w->arena, ROWS_SETS, sizeof *w->sets);
    if (!source || !w->options || !w->sets) return ST_NO_MEMORY;
    for (int64_t i = 0; st == ST_OK && i < l->rows; i++)
        for (int64_t residue = 0; st == ST_OK && !w->too_large && residue < l->modulus; residue++) {
            struct walk_options *o = &w->options[i * l->modulus + residue];
            st = list_options(w, i, residue, o);
            if (st == ST_OK) o->set = fill_source(l, i, residue, source) ? set_of(w, source, &st) : -1;
        }
    return st;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
/* A value is at most the number of options: below rows * columns. */
static uint64_t room_of(const struct walk *w) { return (uint64_t)w->lanes->rows * w->columns + 1; }

enum status walk_open(struct walk *w, const struct lanes *lanes, uint64_t columns)
{
    *w = (struct walk){.lanes = lanes, .columns = columns, .steps = ROWS_STEPS};
    enum status st = open_options(w);
    if (st != ST_OK || w->too_large) return st;
    while (w->columns > 1024 && room_of(w) * (4 + w->set_count / 8) > ROWS_BYTES) w->columns /= 2;
    w->words = (size_t)(room_of(w) / 64 + 1);
    w->g = arena_array(&w->arena, (size_t)lanes->rows * (size_t)w->columns, sizeof *w->g);
    w->seen = arena_array(&w->arena, (size_t)room_of(w) + 1, sizeof *w->seen);
    for (size_t s = 0; s < w->set_count; s++)
        if (!(w->sets[s].bits = arena_array(&w->arena, w->words, sizeof *w->sets[s].bits))) return ST_NO_MEMORY;
    return w->g && w->seen ? ST_OK : ST_NO_MEMORY;
}

void walk_close(struct walk *w) { arena_free(&w->arena); }

/* ---- one column -------------------------------------------------------------------------------------------------- */
static uint32_t value_at(const struct walk *w, uint64_t row, uint64_t n) { return w->g[row * w->columns + n]; }

/* Does a number of a row with the saltus `own` decide nothing in a row with another one? `least` of the set, `value` of the row. */
static bool decides_nothing(int64_t own, int64_t saltus, uint64_t v, uint64_t least, uint64_t value)
{
    return own == saltus || (own < saltus ? v < least : v > value);
}

/* (4) */
static bool is_no_news(const struct walk_watch *watch, size_t s, uint64_t row, uint64_t v, uint64_t least)
{
    int64_t own = watch->saltus[row], saltus = watch->set_saltus[s];
    return own == saltus || (own < saltus && v < least);
}

/* The numbers of column r are near no more. */
static void enter(struct walk *w, uint64_t r, struct walk_watch *watch)
{
    uint64_t low = (uint64_t)w->lanes->low, M = (uint64_t)w->lanes->modulus, at = r < low ? r : low + r % M;
    uint64_t cost = w->set_count * (uint64_t)w->lanes->rows;
    w->steps -= cost < w->steps ? cost : w->steps;
    for (size_t s = 0; s < w->set_count; s++) {
        struct walk_set *set = &w->sets[s];
        for (uint64_t j = 0; j < (uint64_t)w->lanes->rows; j++) {
            if (!set->source[j * (low + M) + at]) continue;
            uint64_t v = value_at(w, j, r);
            if (watch && watch->set_saltus[s] >= 0 && !is_no_news(watch, s, j, v, set->least)) watch->holds = false;
            set->bits[v / 64] |= (uint64_t)1 << v % 64;
        }
        while (walk_has(set->bits, set->least)) set->least++, w->steps -= w->steps > 0;
    }
}

static void see(struct walk *w, uint64_t v) { w->seen[v] = w->mark; }

static uint32_t least_unseen(struct walk *w, const struct walk_set *set)
{
    uint64_t v = set ? set->least : 0;
    for (; w->seen[v] == w->mark || (set && walk_has(set->bits, v)); v++) w->steps -= w->steps > 0;
    return (uint32_t)v;
}

static void small_value(struct walk *w, uint64_t i, uint64_t n)
{
    const struct lanes *l = w->lanes;
    size_t at = (size_t)n * (size_t)l->rows + (size_t)i;
    w->mark++;
    for (size_t k = l->starts[at]; k < l->starts[at + 1]; k++) see(w, value_at(w, l->options[k].row, l->options[k].at));
    w->g[i * w->columns + n] = least_unseen(w, NULL);
}

/* (3) */
static void watch_value(const struct walk *w, uint64_t i, uint64_t n, struct walk_watch *watch)
{
    const struct walk_options *o = &w->options[i * (uint64_t)w->lanes->modulus + n % (uint64_t)w->lanes->modulus];
    uint64_t least = o->set < 0 ? 0 : w->sets[o->set].least, value = value_at(w, i, n);
    int64_t own = watch->saltus[i];
    for (size_t k = 0; k < o->near_count; k++) {
        uint64_t v = value_at(w, o->near[k].row, n - o->near[k].d);
        if (!decides_nothing(watch->saltus[o->near[k].row], own, v, least, value)) watch->holds = false;
    }
}

static void next_value(struct walk *w, uint64_t i, uint64_t n)
{
    const struct walk_options *o = &w->options[i * (uint64_t)w->lanes->modulus + n % (uint64_t)w->lanes->modulus];
    w->mark++;
    for (size_t k = 0; k < o->near_count; k++) see(w, value_at(w, o->near[k].row, n - o->near[k].d));
    w->g[i * w->columns + n] = least_unseen(w, o->set < 0 ? NULL : &w->sets[o->set]);
    uint64_t cost = 1 + o->near_count;
    w->steps -= cost < w->steps ? cost : w->steps;
}

bool walk_to(struct walk *w, uint64_t to, struct walk_watch *watch)
{
    const struct lanes *l = w->lanes;
    for (; w->next < to && w->steps > 0; w->next++) {
        uint64_t n = w->next, delay = (uint64_t)l->reach + 1;
        if (n >= delay) enter(w, n - delay, watch);
        for (uint64_t i = 0; i < (uint64_t)l->rows; i++) {
            if (n < (uint64_t)l->from) small_value(w, i, n);
            else next_value(w, i, n);
            if (watch && watch->chosen[i]) watch_value(w, i, n, watch);
            if (value_at(w, i, n) >= w->top) w->top = (uint64_t)value_at(w, i, n) + 1;
        }
    }
    return w->next >= to;
}
