/* SPDX-License-Identifier: MIT */
/* Solutions are looked for by solving once; others are made of what is there, and believed if all items hold. */
#include "proof/normal/solutions.h"
#include <string.h>
#include "base/checked.h"
#include "proof/normal/axioms.h"

/* ---- solutions ------------------------------------------------------------------------------------------------------ */
bool solutions_no_room(struct axioms *f)
{
    f->space->work.no_memory = f->failed = true;
    return false;
}

bool solutions_add(struct axioms *f, struct linear_witness w)
{
    size_t at = f->solutions.count * f->seen_count;
    if (!vec_reserve(&f->values, f->seen_count + 1) || !vec_push(&f->solutions, w)) return solutions_no_room(f);
    memset(f->values.data + at, 0, f->seen_count * sizeof *f->values.data);
    for (size_t i = 0; i < w.count; i++)
        if ((size_t)w.vars[i] < f->seen_count) f->values.data[at + (size_t)w.vars[i]] = w.values[i];
    f->values.count = at + f->seen_count;
    return true;
}

/* False: it overflows, or has a variable without a value. */
static bool sum_at(const struct axioms *f, const int64_t *values, const struct linear_form *form, int64_t *sum)
{
    bool fine = true;
    int64_t x;
    *sum = form->constant;
    for (uint32_t i = 0; i < form->count && fine; i++) {
        size_t var = (size_t)form->terms[i].var;
        fine = var < f->seen_count && checked_mul(values[var], form->terms[i].factor, &x) && checked_add(*sum, x, sum);
    }
    return fine;
}

bool solutions_false_at(const struct axioms *f, size_t k, struct linear_constraint c)
{
    int64_t sum;
    if (!c.form) return false;
    if (!sum_at(f, f->values.data + k * f->seen_count, c.form, &sum)) return linear_false_at(&f->solutions.data[k], c);
    return c.equality ? sum != 0 : sum < 0;
}

void solutions_keep_true(struct axioms *f, struct linear_constraint c)
{
    size_t kept = 0, size = f->seen_count;
    for (size_t i = 0; i < f->solutions.count; i++) {
        if (solutions_false_at(f, i, c)) continue;
        if (kept != i) {
            f->solutions.data[kept] = f->solutions.data[i];
            memcpy(f->values.data + kept * size, f->values.data + i * size, size * sizeof *f->values.data);
        }
        kept++;
    }
    f->solutions.count = kept;
    f->values.count = kept * size;
}

/* ---- cells that are inside ------------------------------------------------------------------------------------------- */
enum { SPREAD = 128 };

/* How far the variable moves where everything moves to the middle of a large board: numbers that indices are made of by `SPREAD`, and what
 * is equal to one of these but for a constant; sizes by twice as much. */
static void find_spread(const struct axioms *f, int64_t *by)
{
    for (size_t i = 0; i < f->vars.count; i++) {
        const struct normal_term *t = f->space->vars[f->vars.data[i]].term;
        for (size_t k = 0; k < axioms_indices(t); k++) {
            const struct linear_form *at = t->args[k + 1].form, *size = axioms_size(f->space, t, k);
            for (uint32_t j = 0; j < at->count; j++)
                if ((size_t)at->terms[j].var < f->seen_count && !f->space->vars[at->terms[j].var].term)
                    by[at->terms[j].var] = SPREAD;
            if (size && size->count == 1 && (size_t)size->terms[0].var < f->seen_count)
                by[size->terms[0].var] = 2 * SPREAD;
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < f->items.count; i++) {
            const struct linear_form *e = f->items.data[i].form;
            if (!e || !f->items.data[i].equality || e->count != 2 || e->terms[0].factor != -e->terms[1].factor)
                continue;
            size_t a = (size_t)e->terms[0].var, b = (size_t)e->terms[1].var;
            if (a >= f->seen_count || b >= f->seen_count || by[a] == by[b]) continue;
            if (by[a] && by[b]) return;
            more = true;
            by[a] = by[b] = by[a] + by[b];
        }
    }
}

static bool holds_at(const struct axioms *f, const int64_t *values, struct linear_constraint c)
{
    int64_t sum;
    return c.form && sum_at(f, values, c.form, &sum) && (c.equality ? sum == 0 : sum >= 0);
}

/* The values, one of each variable, as a solution; they are no longer needed. */
static void add_values(struct axioms *f, const int64_t *values)
{
    struct normal_space *space = f->space;
    struct linear_witness w = {arena_array(space->arena, f->seen_count + 1, sizeof *w.vars),
                               arena_array(space->arena, f->seen_count + 1, sizeof *w.values), 0};
    if (!w.vars || !w.values) {
        solutions_no_room(f);
        return;
    }
    for (size_t v = 0; v < f->seen_count; v++)
        if (values[v]) w.vars[w.count] = (int)v, w.values[w.count++] = values[v];
    solutions_add(f, w);
}

static const int64_t *last_values(const struct axioms *f)
{
    return f->values.data + (f->solutions.count - 1) * f->seen_count;
}

/* Cells about a place lie outside at one or another solution with small numbers, and each of these is to be asked for. Where the last one
 * may be moved to the middle of a larger board, it answers for all. That it is a solution is seen by putting it in. */
static void move_inside(struct axioms *f, int64_t *by)
{
    const int64_t *values = last_values(f);
    bool moves = false, solves = true;
    find_spread(f, by);
    for (size_t v = 0; v < f->seen_count && solves; v++) {
        moves |= by[v] != 0;
        solves = checked_add(values[v], by[v], &by[v]);
    }
    for (size_t i = 0; i < f->items.count && moves && solves; i++) solves = holds_at(f, by, f->items.data[i]);
    if (moves && solves) add_values(f, by);
}

/* The same where cells, or truth values, would be equal by chance: each cell holds another number, every other truth value is 1, but for
 * those of which an item is false then. */
static void tell_apart(struct axioms *f, int64_t *values)
{
    const int64_t *known = last_values(f);
    bool more = false;
    int64_t truths = 0;
    memcpy(values, known, f->seen_count * sizeof *values);
    for (size_t i = 0; i < f->vars.count; i++) {
        int var = f->vars.data[i];
        const struct normal_term *t = f->space->vars[var].term;
        if (!t || !(t->truth || axioms_indices(t))) continue;
        more = true;
        if (t->truth) values[var] = truths++ & 1;
        else if (!checked_add(values[var], SPREAD * ((int64_t)i + 1), &values[var])) return;
    }
    bool differs = more;
    while (more) {
        more = false;
        for (size_t i = 0; i < f->items.count; i++) {
            const struct linear_form *form = f->items.data[i].form;
            if (holds_at(f, values, f->items.data[i])) continue;
            if (!form) return;
            bool back = false;
            for (uint32_t k = 0; k < form->count; k++) {
                size_t var = (size_t)form->terms[k].var;
                if (var >= f->seen_count || values[var] == known[var]) continue;
                values[var] = known[var];
                back = more = true;
            }
            if (!back) return; /* it overflows */
        }
    }
    for (size_t v = 0; v < f->seen_count && differs; v++)
        if (values[v] != known[v]) {
            add_values(f, values);
            return;
        }
}

static bool has_cells(const struct axioms *f)
{
    bool any = false;
    for (size_t i = 0; i < f->vars.count && !any; i++) {
        const struct normal_term *t = f->space->vars[f->vars.data[i]].term;
        any = t && (t->truth || axioms_indices(t));
    }
    return any;
}

/* They answer most of what is asked about cells. */
void solutions_spread(struct axioms *f)
{
    f->spread = true;
    if (!has_cells(f)) return;
    int64_t *values = arena_array(f->space->arena, 2 * f->seen_count + 1, sizeof *values);
    if (!values) {
        solutions_no_room(f);
        return;
    }
    move_inside(f, values);
    tell_apart(f, values + f->seen_count);
}

/* ---- from one question to the next ------------------------------------------------------------------------------------ */
/* Solutions of what was gathered last: pieces of a rule, and what is asked of one of them, differ in a few items, so that one of these is
 * most often a solution again, which is seen by putting it in. */
enum { KNOWN = 6, KNOWN_AT_ONCE = 3, KNOWN_VARS = 96 };
struct axioms_known {
    struct {
        int vars[KNOWN_VARS];
        int64_t values[KNOWN_VARS];
        size_t count;
    } each[KNOWN];
    size_t next;
};

void solutions_note(struct axioms *f)
{
    struct normal_space *space = f->space;
    if (!space->known && !(space->known = arena_alloc(space->arena, sizeof *space->known))) {
        solutions_no_room(f);
        return;
    }
    size_t count = f->solutions.count;
    for (size_t i = count < KNOWN_AT_ONCE ? 0 : count - KNOWN_AT_ONCE; i < count; i++) {
        const struct linear_witness *w = &f->solutions.data[i];
        if (w->count > KNOWN_VARS) continue;
        size_t at = space->known->next++ % KNOWN;
        memcpy(space->known->each[at].vars, w->vars, w->count * sizeof *w->vars);
        memcpy(space->known->each[at].values, w->values, w->count * sizeof *w->values);
        space->known->each[at].count = w->count;
    }
}

/* What an item says of one variable alone, and is false, becomes true. Did any? */
static bool mend(const struct axioms *f, int64_t *values)
{
    bool mended = false;
    for (size_t i = 0; i < f->items.count; i++) {
        const struct linear_form *form = f->items.data[i].form;
        if (!form || form->count != 1 || (size_t)form->terms[0].var >= f->seen_count) continue;
        if ((form->terms[0].factor != 1 && form->terms[0].factor != -1) || form->constant == INT64_MIN) continue;
        if (holds_at(f, values, f->items.data[i])) continue;
        values[form->terms[0].var] = -form->terms[0].factor * form->constant;
        mended = true;
    }
    return mended;
}

void solutions_try_known(struct axioms *f)
{
    struct axioms_known *known = f->space->known;
    int64_t *values = known ? arena_array(f->space->arena, f->seen_count + 1, sizeof *values) : NULL;
    bool mended = false;
    for (size_t i = 0; values && i < KNOWN && !f->failed; i++) {
        size_t count = known->each[i].count;
        bool solves = count > 0;
        memset(values, 0, f->seen_count * sizeof *values);
        for (size_t k = 0; k < count; k++) /* a variable that is no longer there makes no difference */
            if ((size_t)known->each[i].vars[k] < f->seen_count)
                values[known->each[i].vars[k]] = known->each[i].values[k];
        bool other = solves && mend(f, values);
        for (size_t k = 0; solves && k < f->items.count; k++) solves = holds_at(f, values, f->items.data[k]);
        if (solves) add_values(f, values);
        mended |= solves && other;
    }
    f->spread = !mended && f->solutions.count >= KNOWN_AT_ONCE;
    if (f->solutions.count && !f->spread) solutions_spread(f);
}
