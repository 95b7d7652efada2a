/* SPDX-License-Identifier: MIT */
/* Rows in views that remain rows. Their cells are read and written at the place where they are seen. */
#include "proof/restate/private.h"

bool is_row(const struct expr *e) { return e && (e->type == TYPE_ROW || e->type == TYPE_BAG); }

const struct expr *follow_row(struct rewriter *r, const struct expr *e, const struct view_binding **scope)
{
    while (!r->failed && (e->kind == EXPR_LOCAL || e->kind == EXPR_LET)) {
        if (e->kind == EXPR_LET) {
            *scope = is_row(e->kids[0]) ? bind_row(r, *scope, e)
                                        : bind_seen(r, *scope, e->index, rewrite(r, e->kids[0], *scope));
            e = e->kids[1];
            continue;
        }
        const struct view_binding *b = find_binding(*scope, e->index);
        if (!b || !b->row) break;
        e = b->row;
        *scope = b->scope;
    }
    return e;
}

bool is_call(const struct expr *e, enum builtin builtin) { return e->kind == EXPR_CALL && e->index == (int)builtin; }

struct expr **new_cells(struct rewriter *r, size_t count)
{
    struct expr **cells = arena_array(r->arena, count + 1, sizeof *cells);
    if (!cells) r->failed = r->no_memory = true;
    return cells;
}

bool read_change(struct rewriter *r, const struct update *u, const struct view_binding *scope, struct change *c)
{
    if (u->dims != 1) return rewrite_failed(r), false;
    c->low = rewrite(r, u->low[0], scope);
    c->high = u->high[0] ? rewrite(r, u->high[0], scope) : c->low;
    c->value = rewrite(r, u->value, scope);
    c->op = u->op;
    return !r->failed;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */
static struct expr *length_of(struct rewriter *r)
{
    struct expr *row = make_field(r, 0, TYPE_ROW);
    return row ? make_call(r, BUILTIN_LEN, TYPE_INT, &row, 1) : NULL;
}

/* The place at which the cell with this index is seen. */
static struct expr *place(struct rewriter *r, struct expr *index)
{
    if (!r->view->reversed || !index) return index;
    return make_two(r, EXPR_SUB, make_two(r, EXPR_ADD, length_of(r), make_int(r, 1)), index);
}

/* A cell of the field; 0 outside. */
static struct expr *read_cell(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr *index = rewrite(r, e->kids[1], scope);
    struct expr *cell = make_cell(r, e->span, make_field(r, 0, TYPE_ROW), place(r, index));
    if (r->failed) return NULL;
    if (substitution_number_is_identity(&r->view->numbers[0])) return cell;
    struct expr *inside =
        make_both(r, make_two(r, EXPR_GE, index, make_int(r, 1)), make_two(r, EXPR_LE, index, length_of(r)));
    return make_if(r, inside, make_back(r, &r->view->numbers[0], cell), make_int(r, 0));
}

static struct expr *updated_row(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr copy = *e, *base = row_there(r, e->kids[0], scope);
    struct update *updates = arena_array(r->arena, e->update_count + 1, sizeof *updates);
    copy.kids = new_cells(r, 1);
    if (!updates) r->failed = r->no_memory = true;
    if (r->failed) return NULL;
    copy.kids[0] = base;
    copy.updates = updates;
    for (size_t i = 0; i < e->update_count && !r->failed; i++) {
        struct change c;
        struct update *u = &updates[i];
        if (!read_change(r, &e->updates[i], scope, &c)) return NULL;
        bool range = e->updates[i].high[0] != NULL;
        *u = e->updates[i];
        u->low[0] = place(r, r->view->reversed ? c.high : c.low);
        if (range) u->high[0] = place(r, r->view->reversed ? c.low : c.high);
        if (c.op == '=') u->value = make_there(r, &r->view->numbers[0], c.value);
        else u->value = c.value;
        if (c.op != '=' && r->view->numbers[0].num == -1) u->op = c.op == '+' ? '-' : '+';
    }
    return copy_expr(r, copy);
}

static bool is_whole_range(const struct domain *d)
{
    int64_t low;
    if (d->kind != DOMAIN_RANGE || !d->high || !is_constant(d->low, &low) || low != 1) return false;
    return is_call(d->high, BUILTIN_LEN) && d->high->kids[0]->kind == EXPR_FIELD;
}

/* The scope in which the generator's variable keeps its old value although its domain has been rewritten. */
static const struct view_binding *turned(struct rewriter *r, const struct gen *g, const struct view_binding *scope)
{
    struct expr as = {.kind = EXPR_LOCAL, .type = TYPE_INT, .index = g->slot, .name = g->name};
    struct expr *local = make_expr(r, as, NULL, 0);
    return bind_seen(r, scope, g->slot, place(r, local));
}

static struct expr *built_row(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    if (e->gen_count != 1 || (e->count > 1 && e->kids[1]) || !is_whole_range(&e->gens[0].domain))
        return rewrite_failed(r);
    struct expr copy = *e;
    copy.kids = new_cells(r, e->count);
    copy.gens = arena_array(r->arena, 1, sizeof *copy.gens);
    if (!copy.kids || !copy.gens) return r->no_memory = true, rewrite_failed(r);
    copy.gens[0] = e->gens[0];
    copy.gens[0].cap = NULL;
    if (!rewrite_domain(r, &e->gens[0].domain, scope, &copy.gens[0].domain)) return NULL;
    copy.kids[0] = make_there(r, &r->view->numbers[0], rewrite(r, e->kids[0], turned(r, &e->gens[0], scope)));
    return copy_expr(r, copy);
}

static struct expr *literal_row(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr **cells = e->type == TYPE_ROW && !e->name ? new_cells(r, e->count) : NULL;
    if (!cells) return rewrite_failed(r);
    for (size_t i = 0; i < e->count && !r->failed; i++)
        cells[r->view->reversed ? e->count - 1 - i : i] =
            make_there(r, &r->view->numbers[0], rewrite(r, e->kids[i], scope));
    return make_row(r, cells, e->count);
}

struct expr *row_there(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    if (r->failed || r->fuel == 0) return rewrite_failed(r);
    r->fuel--;
    e = follow_row(r, e, &scope);
    switch (e->kind) {
    case EXPR_FIELD: return make_field(r, 0, TYPE_ROW);
    case EXPR_WITH: return updated_row(r, e, scope);
    case EXPR_ROW_FOR: return built_row(r, e, scope);
    case EXPR_ROW: return literal_row(r, e, scope);
    case EXPR_IF:
        return make_if(r, rewrite(r, e->kids[0], scope), row_there(r, e->kids[1], scope),
                       row_there(r, e->kids[2], scope));
    default: return rewrite_failed(r);
    }
}

/* A fold over indices may run through them from the other end. */
static struct expr *turned_fold(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr copy = *e;
    copy.kids = new_cells(r, e->count);
    copy.gens = arena_array(r->arena, 1, sizeof *copy.gens);
    if (!copy.kids || !copy.gens) return r->no_memory = true, rewrite_failed(r);
    const struct view_binding *inner = turned(r, &e->gens[0], scope);
    copy.gens[0] = e->gens[0];
    copy.gens[0].cap = NULL;
    copy.gens[0].domain.low = place(r, rewrite(r, e->gens[0].domain.high, scope));
    copy.gens[0].domain.high = place(r, rewrite(r, e->gens[0].domain.low, scope));
    for (size_t i = 0; i < e->count && !r->failed; i++)
        copy.kids[i] = e->kids[i] ? rewrite(r, e->kids[i], inner) : NULL;
    return copy_expr(r, copy);
}

/* increasing(p) or increasing(reverse(p)), if it says that the row as seen is increasing. */
static struct expr *rising_row(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    bool down = r->view->reversed != (r->view->numbers[0].num == -1);
    const struct expr *row = follow_row(r, e->kids[0], &scope);
    if (is_call(row, BUILTIN_REVERSE)) {
        down = !down;
        row = follow_row(r, row->kids[0], &scope);
    }
    struct expr *field = row->kind == EXPR_FIELD && !down ? make_field(r, 0, TYPE_ROW) : rewrite_failed(r);
    return field ? make_call(r, BUILTIN_INCREASING, TYPE_BOOL, &field, 1) : NULL;
}

static bool other_rows(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    const struct expr *row = e->count > 0 && is_row(e->kids[0]) ? follow_row(r, e->kids[0], &scope) : NULL;
    if (e->kind == EXPR_FIELD && is_row(e)) return *out = rewrite_failed(r), true;
    if (row && row->kind == EXPR_FIELD && e->kind == EXPR_INDEX) return *out = read_cell(r, e, scope), true;
    if (row && row->kind == EXPR_FIELD && is_call(e, BUILTIN_LEN)) return *out = length_of(r), true;
    if (is_call(e, BUILTIN_INCREASING)) return *out = rising_row(r, e, scope), true;
    if (e->kind == EXPR_FOLD && r->view->reversed && e->gen_count == 1 && e->gens[0].domain.kind == DOMAIN_RANGE &&
        e->gens[0].domain.high)
        return *out = turned_fold(r, e, scope), true;
    return false;
}

bool rewrite_with_rows(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    if (r->view->as_set) return rewrite_as_set(r, e, scope, out);
    if (r->view->unpacked || r->view->part) return rewrite_unpacked(r, e, scope, out);
    return r->from->fields[0].kind == FIELD_ROW && other_rows(r, e, scope, out);
}
