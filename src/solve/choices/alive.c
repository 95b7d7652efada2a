/* SPDX-License-Identifier: MIT */
#include "solve/choices/alive.h"
#include <string.h>
#include "base/mem.h"
#include "solve/choices/rows.h"

enum { ACROSS_MOST = 1 << 22 };

static uint64_t last_bit(const struct choice_rows *r) { return term_bit((int)r->choices->order[r->table->fields - 1]); }

/* Guards that are computed and do not read the last number. */
static size_t count_across(const struct choice_rows *r)
{
    const struct guards *all = &r->choices->guards;
    size_t count = 0;
    for (size_t i = 0; i < all->items.count && r->table->fields > 1; i++)
        count += all->items.data[i].kind == GUARD_COMPUTED && !(all->items.data[i].term->reads & last_bit(r));
    return count;
}

bool choice_alive_open(struct choice_rows *r)
{
    const struct choices *c = r->choices;
    size_t across = count_across(r), rows = across ? (size_t)r->table->extent[r->table->fields - 2] : 0;
    r->alive = mem_alloc((c->items.count + 1) * sizeof *r->alive);
    r->guards = mem_alloc((c->guards.items.count + 1) * sizeof *r->guards);
    r->across_bytes = across && rows <= ACROSS_MOST / across ? across * rows : 0;
    r->across = mem_alloc(r->across_bytes + 1);
    r->alive_known = false;
    return r->alive && r->guards && r->across;
}

void choice_alive_close(struct choice_rows *r)
{
    const struct choices *c = r->choices;
    if (r->alive) mem_free(r->alive, (c->items.count + 1) * sizeof *r->alive);
    if (r->guards) mem_free(r->guards, (c->guards.items.count + 1) * sizeof *r->guards);
    if (r->across) mem_free(r->across, r->across_bytes + 1);
}

/* A condition for all numbers before the last. False: it has no value at one of them. */
static bool compute_across(struct choice_rows *r, const struct choice *choice, const struct term *t, int8_t *holds)
{
    size_t cell = r->choices->order[r->table->fields - 2], rows = (size_t)r->table->extent[r->table->fields - 2];
    int64_t kept = r->x[cell], low = r->table->low[r->table->fields - 2], out[LANES_MOST];
    bool all = true;
    memcpy(r->x + TERM_CELLS, choice->values, sizeof choice->values);
    for (size_t at = 0; at < rows && all; at += LANES_MOST) {
        size_t count = rows - at < LANES_MOST ? rows - at : LANES_MOST;
        r->x[cell] = low + (int64_t)at;
        all = lanes_at(t, r->x, (int)cell, count, out);
        for (size_t i = 0; i < count && all; i++) holds[at + i] = out[i] ? -1 : 0;
    }
    r->x[cell] = kept;
    return all;
}

enum kept_as { KEPT_NOT, KEPT_APART, KEPT_WHOLE };

/* What is left of a guard for these rows. KEPT_NOT: it is known, and *holds; KEPT_WHOLE: it cannot be said apart from the others. */
static enum kept_as keep_guard(struct choice_rows *r, const struct choice *choice, const struct guard *g,
                               size_t *across, struct row_guard *kept, bool *holds)
{
    const struct guards *all = &r->choices->guards;
    size_t last = r->table->fields - 1;
    if (g->kind == GUARD_COMPUTED) {
        size_t rows = last ? (size_t)r->table->extent[last - 1] : 0;
        bool fits = r->filling && last && !(g->term->reads & last_bit(r)) && *across + rows <= r->across_bytes;
        if (!fits || !compute_across(r, choice, g->term, r->across + *across)) return KEPT_WHOLE;
        *kept = (struct row_guard){.base = -r->table->low[last - 1], .of = 1, .holds = r->across + *across};
        *across += rows;
        r->crossed++;
        return KEPT_APART;
    }
    *kept = (struct row_guard){.base = g->line.constant + g->line.of[last] * r->table->low[last],
                               .step = g->line.of[last],
                               .of = last ? g->line.of[last - 1] : 0,
                               .holds = g->kind == GUARD_LOOKED_UP ? all->tables.data[g->table].holds : NULL};
    for (size_t k = 0; k + 1 < last; k++) kept->base += g->line.of[k] * r->x[r->choices->order[k]];
    if (kept->of || kept->step) return KEPT_APART;
    *holds = kept->holds ? kept->holds[kept->base] != 0 : kept->base >= 0;
    return KEPT_NOT;
}

/* False: the choice can be made in none of these rows. */
static bool keep_guards(struct choice_rows *r, const struct choice *choice, size_t *across, struct row_guard *into,
                        struct choice_alive *a)
{
    size_t before = *across;
    bool holds = true;
    a->whole = choice->places != SIZE_MAX;
    for (size_t i = 0; i < choice->count && holds && !a->whole; i++) {
        const struct guard *g = &r->choices->guards.items.data[choice->first + i];
        enum kept_as as = keep_guard(r, choice, g, across, &into[a->count], &holds);
        a->count += as == KEPT_APART;
        a->whole = as == KEPT_WHOLE;
    }
    if (a->whole || !holds) *across = before;
    if (a->whole) a->count = 0;
    return holds;
}

void choice_alive_find(struct choice_rows *r)
{
    const struct choices *c = r->choices;
    size_t last = r->table->fields - 1, guards = 0, across = 0;
    bool same = r->alive_known;
    for (size_t k = 0; k + 1 < last; k++) {
        int64_t x = r->x[c->order[k]];
        same &= r->alive_at[k] == x;
        r->alive_at[k] = x;
    }
    if (same) return;
    r->alive_known = true;
    r->alive_count = 0;
    for (size_t i = 0; i < c->items.count; i++) {
        const struct choice *choice = &c->items.data[i];
        struct choice_alive a = {.choice = choice,
                                 .guards = r->guards + guards,
                                 .back_row = last ? choice->back[last - 1] : 0,
                                 .back = choice->back[last],
                                 .inside = true};
        if (!keep_guards(r, choice, &across, r->guards + guards, &a)) continue;
        for (size_t k = 0; k + 1 < last; k++) {
            int64_t to = r->alive_at[k] - r->table->low[k] - choice->back[k];
            a.inside &= to >= 0 && to < r->table->extent[k];
        }
        guards += a.count;
        r->alive[r->alive_count++] = a;
    }
}
