/* SPDX-License-Identifier: MIT */
/* By meaning: is a cell connected with one of which something holds?
 *
 *     any(component([t[m] == t[v] ? 1 : 0 for m in 1..n], e, v)[k] == 1 and any(e[k, l] == 1 and t[l] == 0 for l in 1..n)
 *         for k in 1..n)
 *
 * asks of each cell k whether v and k are connected, and whether k has a free neighbour. Joined cell by cell, what is found on the way
 * (connected with one of the first five cells ...) is much larger than what comes out.
 *
 * Theorem 1. Let P(k) be what is asked of k besides. That v is connected with some k of which P(k) holds is X(v), where the X are the least
 * conditions such that X(k) holds if k is on and P(k) holds, or if k is on and X holds of a cell beside k.
 * Proof. Who is beside whom is symmetric, so a path from v to k over cells that are on is one from k to v; by induction over its length X
 * holds along it. And the conditions "connected with some k of which P(k) holds" are such, so the least ones say no more. []
 * That a cell is connected is read off its number in the row of those that are; so a number must be asked for that is not 0, which
 * all others have.
 *
 * Theorem 2. Let cell v of the board hold c. What the expression says is what it says with any other conditions in place of those that
 * cells are on and that the connected cell has the number that is asked for, as long as these say the same where cell v holds c.
 * Proof. Where cell v holds c, all of its parts are the same. []
 * So where others are on depending on what cell v holds (t[m] == t[v]), each value c is looked at by itself: the others with cell v known,
 * and cell v itself, if it is on then, as one of those that hold c. That is "connected with such a cell over cells that hold c", the same
 * for all v, and found once. */
#include <string.h>
#include "model/expr.h"
#include "play/ground/private.h"

/* ---- what is found once ---------------------------------------------------------------------------------------------- */
const struct ground_found *ground_found_before(const struct ground_found *list, const void *about, const uint32_t *key,
                                               size_t count, size_t all)
{
    for (const struct ground_found *f = list; f; f = f->next)
        if (f->about == about && f->count == all && memcmp(f->ids, key, count * sizeof *key) == 0) return f;
    return NULL;
}

/* ---- what is connected ----------------------------------------------------------------------------------------------- */
/* Cells are gone through from near `from` to far and back, and of one only those beside it are looked at that have changed since it was
 * asked last: what the others say is in its condition already, as conditions only grow. In the end none has changed, so these are a
 * solution; and it is the least, as each step says no more than any solution does. */
struct connecting {
    const struct ground_connecting *c;
    size_t order[FORMULA_CELLS], found;                           /* from near to far, as far as they can be reached */
    uint32_t steps, changed[FORMULA_CELLS], asked[FORMULA_CELLS]; /* when: in steps */
};

static void find_near(struct connecting *w, uint64_t from)
{
    uint64_t seen = from;
    for (size_t i = 0; i < w->c->count; i++)
        if (from >> i & 1) w->order[w->found++] = i;
    for (size_t at = 0; at < w->found; at++)
        for (size_t k = 0; k < w->c->count; k++) {
            if (!w->c->beside[w->order[at] * w->c->count + k] || seen >> k & 1) continue;
            seen |= UINT64_C(1) << k;
            w->order[w->found++] = k;
        }
}

/* Has its condition changed? */
static bool connect_one(struct formulas *f, struct connecting *w, size_t i)
{
    const struct ground_connecting *c = w->c;
    uint32_t some = FORMULA_FALSE;
    for (size_t k = 0; k < c->count; k++)
        if (c->beside[i * c->count + k] && w->changed[k] > w->asked[i]) some = formula_either(f, some, c->with[k]);
    w->asked[i] = ++w->steps;
    some = formula_either(f, c->with[i], formula_both(f, c->on[i], some));
    if (some == c->with[i]) return false;
    c->with[i] = some;
    w->changed[i] = ++w->steps;
    return true;
}

void ground_connect(struct ground_work *w, const struct ground_connecting *c, uint64_t from)
{
    struct connecting work = {.c = c};
    bool changes = true;
    for (size_t i = 0; i < c->count; i++) c->with[i] = from >> i & 1 ? c->starts[i] : FORMULA_FALSE;
    find_near(&work, from);
    for (size_t k = 0; k < work.found && from >> work.order[k] & 1; k++) work.changed[work.order[k]] = ++work.steps;
    for (bool back = false; changes && !w->formulas->failed; back = !back) {
        changes = false;
        for (size_t k = 0; k < work.found; k++)
            changes |= connect_one(w->formulas, &work, work.order[back ? work.found - 1 - k : k]);
    }
    if (w->formulas->failed) ground_refuse(w);
}

/* ---- is such a cell reached ------------------------------------------------------------------------------------------- */
static bool is_asked_of(const struct expr *e, int slot)
{
    if (!expr_compares(e->kind) || e->kids[0]->kind != EXPR_INDEX || e->kids[0]->count != 2) return false;
    const struct expr *call = e->kids[0]->kids[0];
    return call->kind == EXPR_CALL && call->index == BUILTIN_COMPONENT && expr_is_local(e->kids[0]->kids[1], slot) &&
           !expr_reads(call, slot) && !expr_reads(e->kids[1], slot);
}

static void take_asked(struct ground_reaching *r, const struct expr *e)
{
    if (e->kind == EXPR_AND) {
        take_asked(r, e->kids[0]);
        take_asked(r, e->kids[1]);
    } else if (!r->asks && is_asked_of(e, r->slot)) {
        r->asks = e;
        r->call = e->kids[0]->kids[0];
    } else if (r->other_count == GROUND_ASKED) {
        r->more = true;
    } else {
        r->others[r->other_count++] = e;
    }
}

bool ground_is_reaching(const struct expr *e, struct ground_reaching *r)
{
    if (e->index != FOLD_ANY || e->gen_count != 1 || e->gens[0].domain.kind != DOMAIN_RANGE || e->gens[0].cap)
        return false;
    *r = (struct ground_reaching){.slot = e->gens[0].slot};
    if (e->count > 1 && e->kids[1]) take_asked(r, e->kids[1]);
    if (e->kids[0]) take_asked(r, e->kids[0]);
    return r->asks && !r->more;
}

/* The least conditions of theorem 1; NULL: refused. */
static const uint32_t *least(struct ground_work *w, const struct ground_connection *c, const uint32_t *starts)
{
    uint32_t key[2 * FORMULA_CELLS];
    size_t count = c->count;
    uint64_t from = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    memcpy(key, c->on, count * sizeof *key);
    memcpy(key + count, starts, count * sizeof *key);
    const struct ground_found *known =
        c->about ? ground_found_before(w->reached, c->about, key, 2 * count, 3 * count) : NULL;
    if (known) return known->ids + 2 * count;
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (3 * count + 1) * sizeof *found->ids);
    if (!found) w->no_memory = w->refused = true;
    if (w->refused) return NULL;
    *found = (struct ground_found){c->about, w->reached, 3 * count};
    memcpy(found->ids, key, 2 * count * sizeof *key);
    uint32_t *with = found->ids + 2 * count;
    ground_connect(w, &(struct ground_connecting){count, c->beside, c->on, with, starts}, from);
    if (c->about) w->reached = found;
    return w->refused ? NULL : with;
}

/* Is it asked of cell v of the board when others are on? */
static bool reads_own(const struct ground_work *w, const struct ground_reached *x)
{
    struct diagrams *d = &w->ground->meaning;
    uint32_t level = d->level[x->c.from];
    bool reads = false;
    if (x->c.count != ground_cell_count(w->ground)) return false;
    for (size_t k = 0; !reads && k < x->c.count; k++)
        reads = k != x->c.from && diagram_with(d, x->c.on[k], level, 0) != x->c.on[k];
    for (size_t k = 0; !reads && k < x->c.count; k++)
        for (uint32_t v = 1; !reads && v < d->values; v++)
            reads = k != x->c.from && diagram_with(d, x->c.on[k], level, v) != x->c.on[k];
    return reads;
}

/* Of cell v where it holds the value `known`; else of cells as they are. */
static uint32_t of_all(struct ground_work *w, const struct ground_reached *x, int known)
{
    struct diagrams *d = &w->ground->meaning;
    uint32_t on[FORMULA_CELLS], starts[FORMULA_CELLS], level = d->level[x->c.from];
    struct ground_connection c = x->c;
    c.on = on;
    for (size_t k = 0; k < c.count; k++) {
        uint32_t fits = x->fits[k];
        on[k] = x->c.on[k];
        if (known >= 0) {
            on[k] = diagram_with(d, on[k], level, (uint32_t)known);
            fits = diagram_with(d, fits, level, (uint32_t)known);
            if (k == c.from && on[k] == FORMULA_TRUE) on[k] = diagram_cell(d, level, 1u << known);
        }
        starts[k] = formula_both(w->formulas, on[k], formula_both(w->formulas, fits, x->rest[k]));
    }
    if (d->failed) ground_refuse(w);
    const uint32_t *with = w->refused ? NULL : least(w, &c, starts);
    return with ? with[c.from] : FORMULA_FALSE;
}

uint32_t ground_reach(struct ground_work *w, const struct ground_reached *x)
{
    uint32_t made = FORMULA_FALSE;
    if (!reads_own(w, x)) return of_all(w, x, -1);
    for (uint32_t v = 0; v < w->ground->values && !w->refused; v++) {
        uint32_t holds = diagram_cell(&w->ground->meaning, w->ground->meaning.level[x->c.from], 1u << v);
        made = formula_either(w->formulas, made, formula_both(w->formulas, holds, of_all(w, x, (int)v)));
    }
    return made;
}
