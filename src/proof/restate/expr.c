/* SPDX-License-Identifier: MIT */
/* Rewrites expressions over the states of a view. Locals keep their slots; if one is replaced (an index that counts
 * cells from the other end, a member of a list), the scope says by what. */
#include "proof/restate/private.h"

static struct expr *copy_kids(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr copy = *e;
    if (e->update_count) return rewrite_failed(r);
    copy.kids = arena_array(r->arena, e->count + 1, sizeof *copy.kids);
    if (!copy.kids) return r->no_memory = true, rewrite_failed(r);
    for (size_t i = 0; i < e->count && !r->failed; i++)
        copy.kids[i] = e->kids[i] ? rewrite(r, e->kids[i], scope) : NULL;
    if (e->domain) {
        copy.domain = arena_alloc(r->arena, sizeof *copy.domain);
        if (!copy.domain) return r->no_memory = true, rewrite_failed(r);
        if (!rewrite_domain(r, e->domain, scope, copy.domain)) return NULL;
    }
    copy.gens = arena_array(r->arena, e->gen_count + 1, sizeof *copy.gens);
    if (!copy.gens) return r->no_memory = true, rewrite_failed(r);
    for (size_t i = 0; i < e->gen_count && !r->failed; i++) {
        copy.gens[i] = e->gens[i];
        copy.gens[i].cap = NULL;
        rewrite_domain(r, &e->gens[i].domain, scope, &copy.gens[i].domain);
        if (r->view->runs && e->gens[i].cap) copy.gens[i].cap = rewrite(r, e->gens[i].cap, scope);
    }
    return copy_expr(r, copy);
}

bool rewrite_domain(struct rewriter *r, const struct domain *d, const struct view_binding *scope, struct domain *out)
{
    size_t count;
    *out = *d;
    if (d->kind == DOMAIN_ELEMENTS && is_row(d->low)) {
        const struct substitution_number *n = &r->view->numbers[0];
        if (r->view->unpacked || r->view->part) {
            out->kind = DOMAIN_SET;
            out->low = NULL;
            out->items = row_cells(r, d->low, scope, &count);
            out->item_count = out->items ? count : 0;
        } else if (substitution_number_is_identity(n) && !r->view->as_set && d->low->kind == EXPR_FIELD) {
            out->low = make_field(r, d->low->index, TYPE_ROW); /* reversed */
        } else {
            rewrite_failed(r);
        }
        return !r->failed;
    }
    if (d->kind == DOMAIN_NODES || d->kind == DOMAIN_ALL_ROWS || d->kind == DOMAIN_COMPONENTS)
        return rewrite_failed(r), false;
    out->low = d->low ? rewrite(r, d->low, scope) : NULL;
    out->high = d->high ? rewrite(r, d->high, scope) : NULL;
    out->limit = d->limit ? rewrite(r, d->limit, scope) : NULL;
    out->items = arena_array(r->arena, d->item_count + 1, sizeof *out->items);
    if (!out->items) r->failed = r->no_memory = true;
    for (size_t i = 0; i < d->item_count && !r->failed; i++) out->items[i] = rewrite(r, d->items[i], scope);
    return !r->failed;
}

/* Replaces a position that cannot be constructed: no rule contains it, so no other rule has it among its results. */
static struct expr *no_position(struct rewriter *r, const struct expr *e)
{
    struct expr as = {
        .kind = EXPR_COMPOUND, .type = TYPE_POSITION, .index = COMPOUND_SEQUENTIAL, .span = e->span, .start = -1};
    struct expr *none = r->failed ? NULL : expr_create(r->arena, as, NULL, 1); /* of no components */
    if (!none && !r->failed) r->failed = r->no_memory = true;
    return none;
}

/* The position with this cell; what else is seen of it are numbers. */
static struct expr *part_position(struct rewriter *r, const struct expr *e, struct expr *cell,
                                  const struct view_binding *scope)
{
    struct expr **kids = new_cells(r, r->view->count);
    if (!kids) return NULL;
    kids[0] = cell;
    for (size_t i = 1; i < r->view->count && !r->failed; i++) {
        int field = r->view->kept[i];
        bool stays = field >= MODEL_MAX_FIELDS || is_row(e->kids[field]) || e->kids[field]->type == TYPE_GRID;
        kids[i] = stays ? make_field(r, (int)i, TYPE_INT) : rewrite(r, e->kids[field], scope);
    }
    return make_expr(r, *e, kids, r->view->count);
}

/* A position for each cell that stands in place of the one that is seen. */
static struct expr *rewrite_part(struct rewriter *r, const struct expr *e, struct expr *outer,
                                 const struct view_binding *scope)
{
    size_t count;
    if (r->view->ways) {
        struct expr *there = cell_at_place(r, e->kids[r->view->cell], scope),
                    *position = there ? part_position(r, e, there, scope) : NULL;
        if (r->guard) rewrite_failed(r);
        r->guard = outer;
        return position;
    }
    struct expr **cells = row_cells(r, e->kids[r->view->cell], scope, &count), *guard = r->guard;
    struct expr **positions = cells ? new_cells(r, count) : NULL;
    r->guard = outer;
    if (!positions || (count != 1 && !r->view->apart)) return rewrite_failed(r);
    for (size_t i = 0; i < count && !r->failed; i++) positions[i] = part_position(r, e, cells[i], scope);
    struct expr as = {.kind = count ? EXPR_SUM : EXPR_END, .type = TYPE_POSITION, .span = e->span};
    struct expr *all = count == 1 ? positions[0] : make_expr(r, as, positions, count);
    return guard && all ? make_if(r, guard, all, no_position(r, e)) : all;
}

/* The arguments of a position whose rows are unpacked: each row must have as many cells as it had, each grid as many columns as well. */
static bool unpacked_arguments(struct rewriter *r, const struct expr *e, const struct view_binding *scope,
                               struct expr **seen)
{
    for (size_t f = 0; f < e->count && !r->failed; f++) {
        size_t count = 1, used = 0;
        bool grid = e->kids[f]->type == TYPE_GRID, many = grid || is_row(e->kids[f]);
        struct expr *number = NULL, **cells = many ? row_cells(r, e->kids[f], scope, &count) : &number;
        if (grid && grid_columns(r, e->kids[f]) != r->view->columns[f]) rewrite_failed(r);
        if (cells == &number) number = rewrite(r, e->kids[f], scope);
        for (size_t i = 0; i < r->view->count && !r->failed; i++) {
            struct substitution_cell at = substitution_cell(r->view, i);
            if (at.field != (int)f) continue;
            if (++used <= count) seen[i] = make_there(r, &r->view->numbers[i], cells[at.cell < 0 ? 0 : at.cell]);
        }
        for (size_t i = 0; i < r->view->fixed_count && !r->failed; i++) {
            const struct substitution_fixed *known = &r->view->fixed[i];
            int64_t value;
            if (known->cell.field != (int)f) continue;
            struct expr *cell = ++used <= count ? cells[known->cell.cell < 0 ? 0 : known->cell.cell] : NULL;
            bool there = cell && cell->kind == EXPR_BOOL ? cell->value == (known->value != 0)
                                                         : is_constant(cell, &value) && value == known->value;
            if (!there) rewrite_failed(r);
        }
        if (used != count) rewrite_failed(r);
    }
    for (size_t i = r->view->count; i-- > 0 && !r->failed;)
        for (size_t k = i + 1; k < r->view->count; k++) seen[i] = make_plus(r, seen[i], r->view->plus[i][k], seen[k]);
    return !r->failed;
}

/* A position of the game itself, with its arguments as seen. If an update fails there is no position; a rule in
 * which that may happen is not matched with any other. */
static struct expr *rewrite_game(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    const struct substitution *v = r->view;
    struct expr copy = *e, *before = r->guard;
    if (e->game != r->game || e->start >= 0) return rewrite_failed(r);
    r->guard = NULL;
    copy.kids = arena_array(r->arena, v->count + 1, sizeof *copy.kids);
    if (!copy.kids) return r->no_memory = true, rewrite_failed(r);
    if (v->part && v->cell >= 0) return rewrite_part(r, e, before, scope);
    if (v->unpacked && !unpacked_arguments(r, e, scope, copy.kids)) return NULL;
    bool row = !v->part && !v->as_set && is_row(e->kids[0]);
    for (size_t i = 0; i < v->count && !v->unpacked && !r->failed; i++) {
        const struct expr *kid = e->kids[v->part ? (size_t)v->kept[i] : i];
        if (v->as_set && (int)i == v->set) copy.kids[i] = set_there(r, kid, scope);
        else if (row) copy.kids[i] = row_there(r, kid, scope);
        else copy.kids[i] = make_there(r, &v->numbers[i], rewrite(r, kid, scope));
    }
    copy.count = v->count;
    struct expr *position = copy_expr(r, copy), *guard = r->guard;
    r->guard = before;
    if (!guard || !position) return position;
    return make_if(r, guard, position, no_position(r, e));
}

/* A field's number in terms of what is seen. */
static struct expr *rewrite_field(struct rewriter *r, const struct expr *e)
{
    const struct substitution *v = r->view;
    for (size_t i = 0; i < v->fixed_count; i++)
        if (v->fixed[i].cell.field == e->index)
            return e->type == TYPE_BOOL ? make_bool(r, v->fixed[i].value != 0) : make_int(r, v->fixed[i].value);
    for (size_t i = 0; v->unpacked && i < v->count; i++)
        if (substitution_cell(v, i).field == e->index) return make_number(r, i);
    if (!v->part) return make_back(r, &v->numbers[e->index], make_field(r, e->index, TYPE_INT));
    int i = substitution_find(v, e->index);
    if (i >= 0) return make_field(r, i, e->type);
    return e->type == TYPE_BOOL ? make_bool(r, false) : make_int(r, 0);
}

static struct expr *rewrite_local(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    const struct view_binding *b = find_binding(scope, e->index);
    if (b && b->row) return rewrite_failed(r); /* a row where rows cannot be rewritten */
    return b ? b->seen : copy_expr(r, *e);
}

static struct expr *rewrite_let(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    if (!is_row(e->kids[0])) return copy_kids(r, e, scope);
    return rewrite(r, e->kids[1], bind_row(r, scope, e));
}

struct expr *rewrite(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr *out;
    if (r->failed || r->fuel == 0) return rewrite_failed(r);
    r->fuel--;
    if (rewrite_with_rows(r, e, scope, &out)) return out;
    switch (e->kind) {
    case EXPR_FIELD: return rewrite_field(r, e);
    case EXPR_LOCAL: return rewrite_local(r, e, scope);
    case EXPR_LET: return rewrite_let(r, e, scope);
    case EXPR_GAME: return rewrite_game(r, e, scope);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return make_two(r, e->kind, rewrite(r, e->kids[0], scope), rewrite(r, e->kids[1], scope));
    case EXPR_IF:
        return make_if(r, rewrite(r, e->kids[0], scope), rewrite(r, e->kids[1], scope), rewrite(r, e->kids[2], scope));
    case EXPR_NEG:
    case EXPR_NOT:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF:
    case EXPR_IN:
    case EXPR_CALL: return make_known(r, copy_kids(r, e, scope));
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_PARAM:
    case EXPR_MOVER:
    case EXPR_INDEX:
    case EXPR_ROW:
    case EXPR_LUA:
    case EXPR_FOLD:
    case EXPR_END:
    case EXPR_SUM: return copy_kids(r, e, scope);
    default: return rewrite_failed(r);
    }
}
