/* SPDX-License-Identifier: MIT */
/* A cell among others, which are 0: it is at an index that is a number of the part, or of which nothing is asked. */
#include "proof/restate/private.h"

struct expr *place_number(struct rewriter *r, int code)
{
    int at = substitution_find(r->view, code);
    return make_field(r, at >= 0 ? at : code, TYPE_INT);
}

static int directions(const struct rewriter *r) { return r->from->fields[r->view->cell].kind == FIELD_GRID ? 2 : 1; }

/* e as a number of the part plus a constant, or as a constant (*field: -1). */
static bool is_near(const struct expr *e, int *field, int64_t *offset)
{
    int64_t constant = 0, value;
    while (e && (e->kind == EXPR_ADD || e->kind == EXPR_SUB)) {
        bool left = e->kind == EXPR_ADD && is_constant(e->kids[0], &value);
        if (!left && !is_constant(e->kids[1], &value)) return false;
        if (e->kind == EXPR_SUB && __builtin_sub_overflow(constant, value, &constant)) return false;
        if (e->kind == EXPR_ADD && __builtin_add_overflow(constant, value, &constant)) return false;
        e = e->kids[left];
    }
    *field = -1;
    if (e && e->kind == EXPR_FIELD) *field = e->index;
    else if (is_constant(e, &value) && !__builtin_add_overflow(constant, value, &constant)) e = NULL;
    *offset = constant;
    return !e || *field >= 0;
}

/* a - b, if they are the same number of the part but for constants. */
static bool is_apart(const struct expr *a, const struct expr *b, int64_t *by)
{
    int one, other;
    int64_t x, y;
    return is_near(a, &one, &x) && is_near(b, &other, &y) && one == other && !__builtin_sub_overflow(x, y, by);
}

static bool is_place(const struct rewriter *r, const struct expr *e)
{
    int field;
    int64_t offset;
    if (!is_near(e, &field, &offset) || field < 0) return false;
    return field >= MODEL_MAX_FIELDS || r->view->kept[field] >= MODEL_MAX_FIELDS;
}

bool place_compares(const struct rewriter *r, const struct expr *a, const struct expr *b, int64_t *by)
{
    return r->view->ways && is_place(r, a) && is_apart(a, b, by);
}

/* Is this index that of the cell? NULL: it depends, and *maybe is the condition, or memory is out. */
static bool is_here(struct rewriter *r, struct expr *index, int k, bool *never, struct expr **maybe)
{
    struct expr *here = place_number(r, SPLIT_PLACE + k);
    int64_t by;
    *never = false;
    *maybe = NULL;
    if (!here || !index) return false;
    if (r->way && r->way->gen[k] < 0 && is_constant(index, &by)) here = make_int(r, r->way->offset[k]);
    if (here && is_apart(index, here, &by)) {
        *never = by != 0;
        return by == 0;
    }
    *maybe = make_two(r, EXPR_EQ, index, here);
    return false;
}

/* ---- reads --------------------------------------------------------------------------------------------------------- */
/* The row's field, if the cell that is seen is among its cells, or one beside it; else -1. */
static int field_of(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    bool cells = e && (is_row(e) || e->type == TYPE_GRID);
    const struct expr *row = cells ? follow_row(r, e, &scope) : NULL;
    return row && row->kind == EXPR_FIELD && substitution_find(r->view, row->index) >= 0 ? row->index : -1;
}

static struct expr *read_at_place(struct rewriter *r, const struct expr *e, int field, const struct view_binding *scope)
{
    struct expr *when = NULL;
    bool never = false, all = true;
    for (int k = 0; k < directions(r) && !r->failed; k++) {
        struct expr *maybe;
        bool not_here;
        all = is_here(r, rewrite(r, e->kids[k + 1], scope), k, &not_here, &maybe) && all;
        never = never || not_here;
        when = make_both(r, when, maybe);
    }
    if (r->failed || (!all && field != r->view->cell)) return rewrite_failed(r);
    struct expr *cell = make_field(r, substitution_find(r->view, field), TYPE_INT);
    if (never) return make_int(r, 0);
    return all ? cell : make_if(r, when, cell, make_int(r, 0));
}

bool rewrite_at_place(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    int field = e->count > 0 ? field_of(r, e->kids[0], scope) : -1;
    if (field < 0) return false;
    bool own = field == r->view->cell, row = directions(r) == 1;
    if (e->kind == EXPR_INDEX && (int)e->count == directions(r) + 1)
        return *out = read_at_place(r, e, field, scope), true;
    if (own && is_call(e, row ? BUILTIN_LEN : BUILTIN_ROWS)) return *out = place_number(r, SPLIT_SIZE), true;
    if (own && !row && is_call(e, BUILTIN_COLS)) return *out = place_number(r, SPLIT_SIZE + 1), true;
    return false; /* what asks for all its cells fails where they are listed */
}

/* ---- results ------------------------------------------------------------------------------------------------------- */
static struct expr *updated(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    const struct update *u = &e->updates[0];
    bool here = e->update_count == 1 && u->dims == directions(r);
    struct expr *old = here ? cell_at_place(r, e->kids[0], scope) : NULL;
    for (int k = 0; here && k < u->dims; k++) {
        bool never;
        struct expr *maybe;
        here = !u->high[k] && is_here(r, rewrite(r, u->low[k], scope), k, &never, &maybe);
    }
    if (!here || !old) return rewrite_failed(r);
    struct expr *value = rewrite(r, u->value, scope);
    return u->op == '=' ? value : make_two(r, u->op == '+' ? EXPR_ADD : EXPR_SUB, old, value);
}

/* [E for j in 1..len(h)]: E where j is the place. */
static struct expr *built(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    int64_t low, by;
    const struct domain *d = e->gen_count == 1 && !(e->count > 1 && e->kids[1]) ? &e->gens[0].domain : NULL;
    bool all = d && d->kind == DOMAIN_RANGE && d->high && e->kids[0]->type == TYPE_INT && directions(r) == 1;
    all = all && is_constant(rewrite(r, d->low, scope), &low) && low == 1;
    all = all && is_apart(rewrite(r, d->high, scope), place_number(r, SPLIT_SIZE), &by) && by == 0;
    if (!all || r->failed) return rewrite_failed(r);
    return rewrite(r, e->kids[0], bind_seen(r, scope, e->gens[0].slot, place_number(r, SPLIT_PLACE)));
}

struct expr *cell_at_place(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    if (r->failed || r->fuel == 0) return rewrite_failed(r);
    r->fuel--;
    e = follow_row(r, e, &scope);
    switch (e->kind) {
    case EXPR_FIELD: return e->index == r->view->cell ? make_field(r, 0, TYPE_INT) : rewrite_failed(r);
    case EXPR_WITH: return updated(r, e, scope);
    case EXPR_ROW_FOR: return built(r, e, scope);
    case EXPR_IF:
        return make_if(r, rewrite(r, e->kids[0], scope), cell_at_place(r, e->kids[1], scope),
                       cell_at_place(r, e->kids[2], scope));
    default: return rewrite_failed(r);
    }
}

/* ---- moves --------------------------------------------------------------------------------------------------------- */
bool place_generator(struct rewriter *r, const struct gen *g, size_t gen, const struct view_binding *scope,
                     struct expr **seen, struct expr **says)
{
    int k = 0;
    *seen = *says = NULL;
    while (k < directions(r) && r->way->gen[k] != (int)gen) k++;
    if (k == directions(r)) return false;
    int64_t offset = r->way->offset[k];
    if (g->domain.kind != DOMAIN_RANGE || !g->domain.high) return rewrite_failed(r), false;
    struct expr *low = rewrite(r, g->domain.low, scope), *high = rewrite(r, g->domain.high, scope),
                *size = place_number(r, SPLIT_SIZE + k);
    *seen = place_number(r, SPLIT_PLACE + k);
    if (offset) *seen = make_two(r, EXPR_ADD, *seen, make_int(r, offset));
    if (r->failed) return false;
    struct expr *least = make_int(r, offset + 1), *most = make_two(r, EXPR_ADD, size, make_int(r, offset));
    int64_t by;
    if (!(is_apart(low, least, &by) && by <= 0)) *says = make_two(r, EXPR_LE, low, *seen);
    if (!(is_apart(high, most, &by) && by >= 0)) *says = make_both(r, *says, make_two(r, EXPR_LE, *seen, high));
    return !r->failed;
}

struct expr *place_constants(struct rewriter *r, struct expr *so_far)
{
    for (int k = 0; k < directions(r) && !r->failed; k++)
        if (r->way->gen[k] < 0)
            so_far = make_both(r, so_far,
                               make_two(r, EXPR_EQ, place_number(r, SPLIT_PLACE + k), make_int(r, r->way->offset[k])));
    return so_far;
}

struct expr *place_states(struct rewriter *r, struct expr *so_far)
{
    for (int k = 0; k < directions(r) && !r->failed; k++) {
        bool place = substitution_find(r->view, SPLIT_PLACE + k) >= 0,
             size = substitution_find(r->view, SPLIT_SIZE + k) >= 0;
        struct expr *at = place_number(r, SPLIT_PLACE + k), *most = place_number(r, SPLIT_SIZE + k);
        if (place) so_far = make_both(r, so_far, make_two(r, EXPR_GE, at, make_int(r, 1)));
        if (place && size) so_far = make_both(r, so_far, make_two(r, EXPR_LE, at, most));
        if (size && !place) so_far = make_both(r, so_far, make_two(r, EXPR_GE, most, make_int(r, 1)));
    }
    return so_far;
}
