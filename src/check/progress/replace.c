/* SPDX-License-Identifier: MIT */
/* Copies of expressions, as far as something in them changes: see replace.h. */
#include "check/progress/replace.h"
#include <string.h>

static void *copy_of(struct replacement *r, const void *from, size_t count, size_t size)
{
    void *to = arena_array(r->ck->scratch, count + 1, size);
    if (!to) r->ck->no_memory = r->failed = true;
    else if (count) memcpy(to, from, count * size);
    return to;
}

static bool replace_list(struct replacement *r, struct expr **list, size_t count)
{
    bool changed = false;
    for (size_t i = 0; i < count && !r->failed; i++) {
        struct expr *now = list[i] ? replace_in(r, list[i]) : NULL;
        changed = changed || now != list[i];
        list[i] = now;
    }
    return changed;
}

bool replace_in_domain(struct replacement *r, struct domain *d)
{
    if (r->params && d->kind == DOMAIN_PARAM) r->failed = true;
    struct expr *ends[] = {d->low, d->high, d->limit};
    bool changed = replace_list(r, ends, 3);
    d->low = ends[0], d->high = ends[1], d->limit = ends[2];
    if (!d->item_count || !(d->items = copy_of(r, d->items, d->item_count, sizeof *d->items))) return changed;
    return replace_list(r, d->items, d->item_count) || changed;
}

static bool replace_update(struct replacement *r, struct update *u)
{
    bool changed = replace_list(r, u->low, 2);
    changed = replace_list(r, u->high, 2) || changed;
    return replace_list(r, &u->value, 1) || changed;
}

static bool replace_parts(struct replacement *r, struct expr *e)
{
    bool changed = false;
    if (!(e->kids = copy_of(r, e->kids, e->count, sizeof *e->kids)) ||
        !(e->gens = copy_of(r, e->gens, e->gen_count, sizeof *e->gens)) ||
        !(e->updates = copy_of(r, e->updates, e->update_count, sizeof *e->updates)) ||
        (e->domain && !(e->domain = copy_of(r, e->domain, 1, sizeof *e->domain))))
        return false;
    changed = replace_list(r, e->kids, e->count);
    if (e->domain) changed = replace_in_domain(r, e->domain) || changed;
    for (size_t i = 0; i < e->gen_count && !r->failed; i++) {
        changed = replace_in_domain(r, &e->gens[i].domain) || changed;
        changed = replace_list(r, &e->gens[i].cap, 1) || changed;
    }
    for (size_t i = 0; i < e->update_count && !r->failed; i++) changed = replace_update(r, &e->updates[i]) || changed;
    return changed;
}

static struct expr *replace_let(struct replacement *r, struct expr *let)
{
    struct expr *value = replace_in(r, let->kids[0]);
    if (r->slot_count == REPLACE_SLOTS) r->failed = true;
    if (r->failed) return let;
    r->slots[r->slot_count].slot = let->index;
    r->slots[r->slot_count++].by = value;
    struct expr *body = replace_in(r, let->kids[1]);
    r->slot_count--;
    return body;
}

struct expr *replace_in(struct replacement *r, struct expr *e)
{
    if (r->failed) return e;
    if (e->kind == EXPR_FIELD) return r->fields ? r->fields[e->index] : e;
    if (e->kind == EXPR_PARAM && r->params && r->params[e->index]) return r->params[e->index];
    if (e->kind == EXPR_LET) return replace_let(r, e);
    for (size_t i = r->slot_count; e->kind == EXPR_LOCAL && i-- > 0;)
        if (r->slots[i].slot == e->index) return r->slots[i].by;
    if (r->fields && (e->kind == EXPR_MOVER || e->kind == EXPR_LUA)) r->failed = true;
    struct expr *copy = r->failed ? NULL : copy_of(r, e, 1, sizeof *e);
    if (!copy || !replace_parts(r, copy)) return e;
    return copy;
}
