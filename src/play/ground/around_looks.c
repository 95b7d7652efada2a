/* SPDX-License-Identifier: MIT */
/* What an expression is of a board that is turned: one rule for each kind (around.h). */
#include <string.h>
#include "play/ground/around_looks.h"

enum { LOOKS_MOST = 1 << 13 };
static const int64_t number_most = INT64_C(1) << 60;
static const struct look nothing = {0};

static int64_t remainder_of(int64_t x, int64_t n)
{
    int64_t r = x % n;
    return r < 0 ? r + n : r;
}

static struct look same_number(int64_t most)
{
    return most <= number_most ? (struct look){.fine = true, .same = true, .most = most} : nothing;
}

static struct look known_number(int64_t value)
{
    struct look a = value < -number_most ? nothing : same_number(value < 0 ? -value : value);
    a.known = a.fine;
    a.value = value;
    return a;
}

static bool is_number(const struct look *a) { return a->fine && !a->modes; }
static bool is_same(const struct look *a) { return is_number(a) && a->same; }
static bool is_cell(const struct look *a) { return is_number(a) && a->exact && a->by == 1 && a->base == 1; }

/* Among the same numbers, and turned by as many places: equal in the one world exactly if in the other. */
static bool are_alike(const struct look *a, const struct look *b)
{
    return is_number(a) && is_number(b) && a->exact && b->exact && a->by == b->by && a->base == b->base;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------------ */
static struct look of_sum(const struct looking *l, const struct look *a, const struct look *b, int sign)
{
    if (!is_number(a) || !is_number(b) || a->most + b->most > number_most) return nothing;
    if (a->known && b->known) return known_number(a->value + sign * b->value);
    struct look sum = {.fine = true, .same = a->same && b->same, .most = a->most + b->most};
    if (!sum.same) sum.by = remainder_of(a->by + sign * b->by, l->n);
    const struct look *moved = b->known ? a : sign > 0 && a->known ? b : NULL;
    if (sum.same || !moved || !moved->exact) return sum;
    sum.exact = true;
    sum.base = moved->base + (b->known ? sign * b->value : a->value);
    return sum;
}

static struct look of_product(const struct looking *l, const struct look *a, const struct look *b)
{
    int64_t most;
    if (!is_number(a) || !is_number(b) || __builtin_mul_overflow(a->most, b->most, &most) || most > number_most)
        return nothing;
    if (a->known && b->known) return known_number(a->value * b->value);
    if (a->same && b->same) return same_number(most);
    const struct look *times = a->known ? a : b, *moved = a->known ? b : a;
    if (!times->known) return nothing;
    int64_t by = remainder_of(remainder_of(times->value, l->n) * moved->by, l->n);
    return (struct look){.fine = true, .by = by, .most = most};
}

/* The remainder has the sign of the divisor. */
static struct look of_remainder(const struct looking *l, const struct look *a, const struct look *b)
{
    if (!is_number(a) || !is_number(b) || !b->known || b->value <= 0) return nothing;
    if (a->known) return known_number(remainder_of(a->value, b->value));
    if (a->same) return same_number(b->value);
    if (b->value != l->n) return nothing;
    struct look left = {.fine = true, .same = a->by == 0, .by = a->by, .most = l->n};
    left.exact = !left.same;
    return left;
}

static struct look of_two(struct looking *l, const struct expr *e)
{
    struct look a = around_look(l, e->kids[0]), b = a.fine ? around_look(l, e->kids[1]) : nothing;
    bool both = is_same(&a) && is_same(&b);
    switch (e->kind) {
    case EXPR_ADD: return of_sum(l, &a, &b, 1);
    case EXPR_SUB: return of_sum(l, &a, &b, -1);
    case EXPR_MUL: return of_product(l, &a, &b);
    case EXPR_MOD: return of_remainder(l, &a, &b);
    case EXPR_DIV: return both && b.known && b.value > 0 ? same_number(a.most) : nothing;
    case EXPR_EQ:
    case EXPR_NE: return both || are_alike(&a, &b) ? same_number(1) : nothing;
    default: return both ? same_number(1) : nothing;
    }
}

/* `i == len(s) ? 1 : i + 1`, and the other way round: x + c, but at one end of its range, where it would be outside, n more or less. */
static struct look of_end(struct looking *l, const struct expr *e)
{
    const struct expr *at = e->kids[0], *next = e->kids[2];
    bool fits = at->kind == EXPR_EQ && at->kids[0]->kind == EXPR_LOCAL &&
                (next->kind == EXPR_ADD || next->kind == EXPR_SUB) && expr_is_local(next->kids[0], at->kids[0]->index);
    if (!fits) return nothing;
    struct look x = around_look(l, at->kids[0]), end = around_look(l, at->kids[1]);
    struct look there = around_look(l, e->kids[1]), moved = around_look(l, next);
    if (!is_number(&x) || !x.exact || !is_number(&moved) || !moved.exact) return nothing;
    if (!is_number(&end) || !end.known || !is_number(&there) || !there.known) return nothing;
    int64_t more = moved.base - x.base;
    bool last = more == 1 && end.value == x.base + l->n - 1 && there.value == x.base;
    bool first = more == -1 && end.value == x.base && there.value == x.base + l->n - 1;
    moved.base = x.base;
    return last || first ? moved : nothing;
}

static struct look of_if(struct looking *l, const struct expr *e)
{
    struct look when = around_look(l, e->kids[0]);
    if (!is_same(&when)) return of_end(l, e);
    struct look a = around_look(l, e->kids[1]), b = around_look(l, e->kids[2]);
    if (!is_number(&a) || !is_number(&b) || a.by != b.by) return nothing;
    struct look some = {.fine = true, .same = a.same && b.same, .by = a.by, .most = a.most > b.most ? a.most : b.most};
    some.exact = are_alike(&a, &b);
    some.base = some.exact ? a.base : 0;
    return some;
}

static struct look of_in(struct looking *l, const struct expr *e)
{
    const struct domain *d = e->domain;
    struct look x = around_look(l, e->kids[0]);
    bool fine = is_number(&x) && (d->kind == DOMAIN_SET || (d->kind == DOMAIN_RANGE && d->low && is_same(&x)));
    for (size_t i = 0; fine && d->kind == DOMAIN_SET && i < d->item_count; i++) {
        struct look item = around_look(l, d->items[i]);
        fine = (is_same(&x) && is_same(&item)) || are_alike(&x, &item);
    }
    for (int i = 0; fine && d->kind == DOMAIN_RANGE && i < 2; i++) {
        struct look end = i && !d->high ? known_number(0) : around_look(l, i ? d->high : d->low);
        fine = is_same(&end);
    }
    return fine ? same_number(1) : nothing;
}

/* ---- rows and grids ------------------------------------------------------------------------------------------------------ */
static uint32_t mode_of(bool first, bool second) { return 1u << ((first ? 1 : 0) + (second ? 2 : 0)); }

/* The modes in which the place with these indices is the same one: each index turned where the mode's is, else the same. Of a row the only
 * index is given. */
static uint32_t modes_of_place(const struct look *of, const struct look *const *at, size_t count)
{
    uint32_t modes = 0;
    for (uint32_t mode = 0; of->fine && mode < 1u << count; mode++) {
        bool found = of->modes >> mode & 1;
        for (size_t i = 0; found && i < count; i++) found = mode >> i & 1 ? is_cell(at[i]) : is_same(at[i]);
        modes |= (uint32_t)found << mode;
    }
    return modes;
}

static struct look of_index(struct looking *l, const struct expr *e)
{
    struct look of = around_look(l, e->kids[0]), a = of.fine ? around_look(l, e->kids[1]) : nothing;
    struct look b = a.fine && e->count == 3 ? around_look(l, e->kids[2]) : nothing;
    bool fits = (e->kids[0]->type == TYPE_GRID) == (e->count == 3);
    return fits && modes_of_place(&of, (const struct look *const[]){&a, &b}, e->count - 1) ? same_number(of.most)
                                                                                           : nothing;
}

/* A row or grid of which an item is replaced is the same only where the place of that item is. */
static struct look of_with(struct looking *l, const struct expr *e)
{
    struct look of = around_look(l, e->kids[0]);
    for (size_t i = 0; of.fine && i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        if (u->op != '=' || u->high[0] || u->high[1]) return nothing;
        struct look a = around_look(l, u->low[0]), b = u->dims == 2 ? around_look(l, u->low[1]) : nothing;
        struct look value = around_look(l, u->value);
        of.modes = modes_of_place(&of, (const struct look *const[]){&a, &b}, (size_t)u->dims);
        if (!is_same(&value) || !of.modes) return nothing;
        if (value.most > of.most) of.most = value.most;
    }
    return of;
}

/* A field that stays: its items are the same where the indices are; and where they are turned if its numbers are so. */
static struct look of_numbers(const struct looking *l, const int64_t *size, const int64_t *at)
{
    struct look of = {.fine = true, .size = {size[0], size[1]}};
    for (uint32_t mode = 0; mode < 4; mode++) {
        bool turns = (!(mode & 1) || size[0] == l->n) && (!(mode & 2) || size[1] == l->n);
        for (int64_t k = 0; turns && k < size[0] * size[1]; k++) {
            int64_t row = (k / size[1] + (mode & 1)) % size[0], column = (k % size[1] + (mode >> 1)) % size[1];
            turns = at[k] == at[row * size[1] + column];
        }
        of.modes |= (uint32_t)turns << mode;
    }
    for (int64_t k = 0; of.fine && k < size[0] * size[1]; k++) {
        struct look one = known_number(at[k]);
        of.fine = one.fine;
        if (one.most > of.most) of.most = one.most;
    }
    return of;
}

/* Of a row the second index is the one that there is. */
static uint32_t row_modes(uint32_t modes) { return (modes & 1) | (modes >> 1 & MODE_TURNED); }

static struct look of_field(const struct looking *l, const struct expr *e)
{
    const struct ground_work *w = l->work;
    enum field_kind kind = w->game->fields[e->index].kind;
    struct look of = {.fine = true, .most = FORMULA_VALUES, .size = {w->sizes[e->index][0], w->sizes[e->index][1]}};
    if (kind <= FIELD_BOOL) return known_number(*w->fields[e->index]);
    if (kind != FIELD_ROW && kind != FIELD_GRID) return nothing;
    if (e->index == w->ground->field) of.modes = mode_of(l->axis == 0, l->axis == 1);
    else of = of_numbers(l, w->sizes[e->index], w->fields[e->index]);
    if (kind == FIELD_ROW) of.modes = row_modes(of.modes);
    return of;
}

/* [... for k in 1..n]: where k is turned, so is the row; where it is the same it is the same. */
static struct look of_row_for(struct looking *l, const struct expr *e)
{
    struct look ways[2], row = {.fine = true, .size = {1, -1}};
    bool grid = e->type == TYPE_GRID;
    if (e->gen_count != 1 || (e->count > 1 && e->kids[1]) || e->gens[0].domain.kind != DOMAIN_RANGE) return nothing;
    around_generator(l, &e->gens[0], ways);
    for (uint32_t turned = 0; turned < 2; turned++) {
        struct look *k = &ways[turned];
        if (!k->fine || (turned && k->base != 1)) continue;
        l->locals[e->gens[0].slot] = *k;
        struct look item = around_look(l, e->kids[0]);
        if (grid ? !item.fine || !item.modes : !is_same(&item)) continue;
        if (item.most > row.most) row.most = item.most;
        for (uint32_t inner = 0; grid && inner < 2; inner++)
            if (item.modes >> inner & 1) row.modes |= mode_of(turned, inner);
        if (!grid) row.modes |= 1u << turned;
        row.size[grid ? 0 : 1] = k->size[1];
        if (grid) row.size[1] = item.size[1];
    }
    return row.modes ? row : nothing;
}

/* What is joined of a row by a square grid with a cell of it. */
static struct look of_component(struct looking *l, const struct expr *e)
{
    struct look row = around_look(l, e->kids[0]), grid = row.fine ? around_look(l, e->kids[1]) : nothing;
    struct look at = grid.fine ? around_look(l, e->kids[2]) : nothing;
    uint32_t modes = 0;
    if (!row.modes || !grid.modes || !is_number(&at)) return nothing;
    if (row.modes & MODE_SAME && grid.modes & 1 && is_same(&at)) modes |= MODE_SAME;
    bool square = grid.size[0] == l->n && grid.size[1] == l->n && row.size[1] == l->n;
    if (square && row.modes & MODE_TURNED && grid.modes & mode_of(true, true) && is_cell(&at)) modes |= MODE_TURNED;
    row.modes = modes;
    return modes ? row : nothing;
}

static struct look of_call(struct looking *l, const struct expr *e)
{
    struct look a = nothing, b = known_number(0);
    if (e->index == BUILTIN_COMPONENT) return of_component(l, e);
    if (e->count >= 1) a = around_look(l, e->kids[0]);
    if (e->count == 2) b = around_look(l, e->kids[1]);
    int64_t most = a.most > b.most ? a.most : b.most;
    switch (e->index) {
    case BUILTIN_LEN:
    case BUILTIN_COLS: return a.fine && a.modes && a.size[1] >= 0 ? known_number(a.size[1]) : nothing;
    case BUILTIN_ROWS: return a.fine && a.modes && a.size[0] >= 0 ? known_number(a.size[0]) : nothing;
    case BUILTIN_ABS:
    case BUILTIN_MIN:
    case BUILTIN_MAX: return e->count <= 2 && is_same(&a) && is_same(&b) ? same_number(most) : nothing;
    default: return nothing;
    }
}

/* ---- generators ---------------------------------------------------------------------------------------------------------- */
static void ends_of_range(struct looking *l, const struct domain *d, struct look ways[2])
{
    struct look low = d->low ? around_look(l, d->low) : nothing, high = d->high ? around_look(l, d->high) : nothing;
    if (!is_same(&low) || !is_same(&high)) return;
    int64_t count = low.known && high.known ? high.value - low.value + 1 : -1;
    ways[0] = same_number(low.most > high.most ? low.most : high.most);
    ways[0].size[1] = count < 0 && low.known && high.known ? 0 : count;
    if (count != l->n) return;
    ways[1] = (struct look){.fine = true, .exact = true, .by = 1, .base = low.value, .most = ways[0].most};
    ways[1].size[1] = count;
}

/* Members that are all the same, or all turned alike; each is taken once, so none of a pair of equal ones. */
static void items_of_set(struct looking *l, const struct domain *d, struct look ways[2])
{
    struct look some = nothing;
    bool same = d->item_count > 0, alike = same;
    int64_t most = 0;
    for (size_t i = 0; (same || alike) && i < d->item_count; i++) {
        struct look item = around_look(l, d->items[i]);
        if (!i) some = item;
        same = same && is_same(&item);
        alike = alike && are_alike(&some, &item);
        most = item.most > most ? item.most : most;
    }
    if (same) ways[0] = same_number(most);
    if (alike) ways[1] = some;
    ways[1].most = most;
    ways[0].size[1] = ways[1].size[1] = (int64_t)d->item_count;
}

void around_generator(struct looking *l, const struct gen *gen, struct look ways[2])
{
    ways[0] = ways[1] = nothing;
    if (gen->cap) return;
    if (gen->domain.kind == DOMAIN_RANGE) ends_of_range(l, &gen->domain, ways);
    if (gen->domain.kind == DOMAIN_SET) items_of_set(l, &gen->domain, ways);
}

/* All of the fold with these generators from number `gen` on: each is tried as one that is turned, then as one that is the same. */
static struct look of_members(struct looking *l, const struct expr *e, size_t gen)
{
    struct look ways[2], one = known_number(1);
    if (gen == e->gen_count) {
        struct look when = e->count > 1 && e->kids[1] ? around_look(l, e->kids[1]) : known_number(1);
        if (is_same(&when) && e->kids[0]) one = around_look(l, e->kids[0]);
        return is_same(&when) && is_same(&one) ? same_number(one.most) : nothing;
    }
    around_generator(l, &e->gens[gen], ways);
    for (int turned = 1; turned >= 0; turned--) {
        if (!ways[turned].fine) continue;
        l->locals[e->gens[gen].slot] = ways[turned];
        struct look all = of_members(l, e, gen + 1);
        if (!all.fine) continue;
        if (e->index == FOLD_ANY || e->index == FOLD_ALL) return all;
        int64_t count = ways[turned].size[1], most;
        if (count < 0 || __builtin_mul_overflow(count, all.most, &most)) return nothing;
        return same_number(most);
    }
    return nothing;
}

static struct look of_fold(struct looking *l, const struct expr *e)
{
    bool fits = e->index == FOLD_ANY || e->index == FOLD_ALL || e->index == FOLD_SUM || e->index == FOLD_COUNT;
    return fits ? of_members(l, e, 0) : nothing;
}

static struct look of_let(struct looking *l, const struct expr *e)
{
    l->locals[e->index] = around_look(l, e->kids[0]);
    return around_look(l, e->kids[1]);
}

static struct look of_same(struct looking *l, const struct expr *e)
{
    bool all = true;
    for (size_t i = 0; all && i < e->count; i++) {
        struct look kid = around_look(l, e->kids[i]);
        all = is_same(&kid);
    }
    return all ? same_number(1) : nothing;
}

static struct look of_integer(const struct looking *l, const struct expr *e)
{
    if (e->kind == EXPR_PARAM)
        return l->work->env->model->params[e->index].kind == PARAM_SET
                   ? nothing
                   : known_number(l->work->env->params[e->index].value);
    int64_t value = e->value;
    return e->number && !integer_fits(e->number, &value) ? nothing : known_number(value);
}

struct look around_look(struct looking *l, const struct expr *e)
{
    if (l->steps++ >= LOOKS_MOST) return nothing;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_PARAM: return of_integer(l, e);
    case EXPR_FIELD: return of_field(l, e);
    case EXPR_LOCAL: return l->locals[e->index];
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR: return of_same(l, e);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IFF: return of_two(l, e);
    case EXPR_IF: return of_if(l, e);
    case EXPR_LET: return of_let(l, e);
    case EXPR_IN: return of_in(l, e);
    case EXPR_INDEX: return of_index(l, e);
    case EXPR_ROW_FOR: return of_row_for(l, e);
    case EXPR_WITH: return of_with(l, e);
    case EXPR_CALL: return of_call(l, e);
    case EXPR_FOLD: return of_fold(l, e);
    default: return nothing;
    }
}
