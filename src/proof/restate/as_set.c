/* SPDX-License-Identifier: MIT */
/* A row that increases, or a bag of different numbers, as the set of its numbers: s[p] is 1 where p - 1 is among them, else 0.
 *
 *     move go(i in 1..len(c), y in 0..c[i] - 1) where y not in c -> belt(sort(c with { [i] = y }))                   is seen as
 *     move go(i in 1..len(s), y in 0..i - 1 - 1) where s[i] == 1 and s[y + 1] == 0 -> belt(s with { [i] = 0, [y + 1] = 1 })
 *
 * Of a set every result is one again: what is taken out leaves the others in order, and what is put in is sorted, or in a bag. So nothing
 * need be known of other states. A generator of indices becomes one of places that hold 1, in the same order, so indices are compared as
 * places are. An index may choose a cell and be compared with others; a rule that asks for it as a number, or for the cell beside it, is
 * not rewritten.
 * Reads outside the row are 0, so a number that no place stands for is not in the set. What is put where a number is already, or where
 * there is no place, writes outside the row, or one cell twice: the rule fails there, as the original one does where two numbers are the
 * same, and may where it does not; who runs it then has no answer. */
#include "proof/restate/private.h"

/* ---- the game ------------------------------------------------------------------------------------------------------- */
static bool says_rising(const struct expr *e, int field)
{
    if (!e) return false;
    if (e->kind == EXPR_AND) return says_rising(e->kids[0], field) || says_rising(e->kids[1], field);
    return is_call(e, BUILTIN_INCREASING) && e->kids[0]->kind == EXPR_FIELD && e->kids[0]->index == field;
}

bool set_is_said_to_rise(const struct game *g, int field) { return says_rising(g->invariant, field); }

bool set_can_be_seen(const struct game *g, int field)
{
    bool fine = g->fields[field].kind == FIELD_ROW || g->fields[field].kind == FIELD_BAG;
    for (int f = 0; f < (int)g->field_count && fine; f++)
        fine = f == field || field_is_number(g->fields[f].kind) || g->fields[f].kind == FIELD_BOOL;
    return fine;
}

static bool uses_slot(void *context, const struct expr *e)
{
    int *most = context;
    if ((e->kind == EXPR_LOCAL || e->kind == EXPR_LET) && e->index > *most) *most = e->index;
    for (size_t i = 0; i < e->gen_count; i++)
        if (e->gens[i].slot > *most) *most = e->gens[i].slot;
    return false;
}

int set_fresh_slot(const struct game *g)
{
    int most = 0;
    expr_any(g->invariant, uses_slot, &most);
    for (size_t m = 0; m < g->move_count; m++)
        if (g->moves[m].slots > most) most = g->moves[m].slots;
    return most + 1;
}

/* ---- places -------------------------------------------------------------------------------------------------------- */
static struct expr *set_row(struct rewriter *r) { return make_field(r, r->view->set, TYPE_ROW); }

static struct expr *places(struct rewriter *r)
{
    struct expr *row = set_row(r);
    return row ? make_call(r, BUILTIN_LEN, TYPE_INT, &row, 1) : NULL;
}

static struct expr *number_at(struct rewriter *r, struct expr *place)
{
    return make_two(r, EXPR_SUB, place, make_int(r, 1));
}

static struct expr *place_of(struct rewriter *r, struct expr *number)
{
    int64_t one;
    bool back = number && number->kind == EXPR_SUB && is_constant(number->kids[1], &one) && one == 1;
    return back ? number->kids[0] : make_two(r, EXPR_ADD, number, make_int(r, 1));
}

/* Does the place hold 1, or 0? */
static struct expr *holds(struct rewriter *r, struct expr *place, bool there)
{
    struct expr *cell = place ? make_cell(r, place->span, set_row(r), place) : NULL;
    return make_two(r, EXPR_EQ, cell, make_int(r, there));
}

static struct expr *local_place(struct rewriter *r, int slot, const char *name)
{
    struct expr as = {.kind = EXPR_LOCAL, .type = TYPE_INT, .index = slot, .name = name};
    return make_expr(r, as, NULL, 0);
}

static bool is_set(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    if (!e || !is_row(e)) return false;
    e = follow_row(r, e, &scope);
    return e->kind == EXPR_FIELD && e->index == r->view->set;
}

static bool is_length(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    return e && is_call(e, BUILTIN_LEN) && is_set(r, e->kids[0], scope);
}

/* The place of the cell with this index; NULL: it is none that a generator chose. */
static struct expr *index_place(const struct expr *e, const struct view_binding *scope)
{
    const struct view_binding *b = e && e->kind == EXPR_LOCAL ? find_binding(scope, e->index) : NULL;
    return b && b->index ? b->seen : NULL;
}

static const struct view_binding *bind_index(struct rewriter *r, const struct view_binding *scope, int slot,
                                             struct expr *place)
{
    struct view_binding *n = arena_alloc(r->arena, sizeof *n);
    if (!n) return r->failed = r->no_memory = true, scope;
    *n = (struct view_binding){.slot = slot, .seen = place, .index = true, .next = scope};
    return n;
}

/* An index, or the next one (`next` 1) or the one before (-1), as the first or last place that may be chosen: between two places that
 * hold 1 there may be others, which hold 0. */
static struct expr *end_place(struct rewriter *r, const struct expr *e, int next, const struct view_binding *scope)
{
    int64_t by;
    struct expr *own = index_place(e, scope);
    if (own || !e) return own;
    bool beside = e->kind == (next > 0 ? EXPR_ADD : EXPR_SUB) && is_constant(e->kids[1], &by) && by == 1;
    struct expr *near = beside ? index_place(e->kids[0], scope) : NULL;
    return near ? make_two(r, next > 0 ? EXPR_ADD : EXPR_SUB, near, make_int(r, 1)) : NULL;
}

/* ---- generators ---------------------------------------------------------------------------------------------------- */
bool set_generator(struct rewriter *r, const struct gen *g, const struct view_binding **scope, struct gen *out,
                   struct expr **says)
{
    const struct domain *d = &g->domain;
    bool elements = d->kind == DOMAIN_ELEMENTS && is_set(r, d->low, *scope);
    struct expr *low = NULL, *high = NULL;
    int64_t first;
    if (d->kind == DOMAIN_RANGE && d->high) {
        bool from = is_constant(d->low, &first) && first == 1, to = is_length(r, d->high, *scope);
        low = from ? make_int(r, 1) : end_place(r, d->low, 1, *scope);
        high = to ? places(r) : end_place(r, d->high, -1, *scope);
    }
    if (!elements && (!low || !high)) return false;
    *out = *g;
    out->cap = NULL;
    out->domain = (struct domain){.kind = DOMAIN_RANGE, .span = d->span, .index = d->index};
    out->domain.low = elements ? make_int(r, 1) : low;
    out->domain.high = elements ? places(r) : high;
    struct expr *place = local_place(r, g->slot, g->name);
    *says = holds(r, place, true);
    if (elements) *scope = bind_seen(r, *scope, g->slot, number_at(r, place));
    else *scope = bind_index(r, *scope, g->slot, place);
    return !r->failed;
}

/* ---- folds --------------------------------------------------------------------------------------------------------- */
static bool may_fail(void *context, const struct expr *e)
{
    (void)context;
    switch (e->kind) {
    case EXPR_FIELD:
    case EXPR_LOCAL:
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_PARAM:
    case EXPR_INDEX:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT: return false;
    default: return !expr_compares(e->kind);
    }
}

static bool is_own(const struct expr *e, const struct gen *g) { return expr_is_local(e, g->slot); }

/* The number of which e asks whether it is that of the generator (`there`), or is not; NULL: e asks something else. */
static struct expr *only_number(struct rewriter *r, const struct expr *e, const struct gen *g, bool there)
{
    if (!e || e->kind != (there ? EXPR_EQ : EXPR_NE)) return NULL;
    for (int k = 0; k < 2; k++) {
        const struct expr *x = e->kids[k];
        struct expr *place = x->kind == EXPR_SUB ? place_of(r, (struct expr *)x) : NULL;
        if (!place || !is_own(place, g) || expr_reads(e->kids[1 - k], g->slot)) continue;
        return e->kids[1 - k];
    }
    return NULL;
}

/* `any` and `all` ask first what can be told without the set, if it cannot fail. */
static struct expr *any_or_all(struct rewriter *r, struct expr *fold, const struct gen *g, struct expr *says)
{
    bool any = fold->index == FOLD_ANY;
    struct expr *body = fold->kids[0], *condition = fold->count > 1 ? fold->kids[1] : NULL;
    struct expr *only = condition ? NULL : only_number(r, body, g, any);
    if (only) return holds(r, place_of(r, only), any);
    if (expr_any(body, may_fail, NULL) || expr_any(condition, may_fail, NULL)) return NULL;
    fold->kids[0] = any ? make_two(r, EXPR_AND, body, says)
                        : make_two(r, EXPR_OR, body, holds(r, local_place(r, g->slot, g->name), false));
    return fold;
}

static struct expr *fold_over(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    struct expr copy = *e, *says = NULL;
    copy.kids = new_cells(r, 2);
    copy.gens = arena_array(r->arena, e->gen_count + 1, sizeof *copy.gens);
    if (!copy.gens || !copy.kids) return r->no_memory = true, rewrite_failed(r);
    size_t sets = 0;
    for (size_t i = 0; i < e->gen_count && !r->failed; i++) {
        struct expr *more;
        if (set_generator(r, &e->gens[i], &scope, &copy.gens[i], &more)) {
            says = make_both(r, says, more);
            sets++;
            continue;
        }
        copy.gens[i] = e->gens[i];
        copy.gens[i].cap = NULL;
        rewrite_domain(r, &e->gens[i].domain, scope, &copy.gens[i].domain);
        if (r->view->runs && e->gens[i].cap) copy.gens[i].cap = rewrite(r, e->gens[i].cap, scope);
    }
    copy.kids[0] = e->count > 0 && e->kids[0] ? rewrite(r, e->kids[0], scope) : NULL;
    copy.kids[1] = e->count > 1 && e->kids[1] ? rewrite(r, e->kids[1], scope) : NULL;
    copy.count = 2;
    if (r->failed) return NULL;
    struct expr *fold = copy_expr(r, copy), *quick = NULL;
    bool truth = e->index == FOLD_ANY || e->index == FOLD_ALL;
    if (fold && truth && e->gen_count == 1 && sets == 1) quick = any_or_all(r, fold, &copy.gens[0], says);
    if (quick || !fold) return quick;
    bool first = expr_any(fold->kids[1], may_fail, NULL);
    fold->kids[1] = first ? make_both(r, says, fold->kids[1]) : make_both(r, fold->kids[1], says);
    return fold;
}

/* ---- questions ----------------------------------------------------------------------------------------------------- */
static struct expr *count_of(struct rewriter *r)
{
    struct gen *g = arena_alloc(r->arena, sizeof *g);
    if (!g) return r->no_memory = true, rewrite_failed(r);
    *g = (struct gen){.name = "p", .slot = r->fresh++};
    g->domain = (struct domain){.kind = DOMAIN_RANGE, .low = make_int(r, 1), .high = places(r)};
    struct expr *cell = make_cell(r, (struct span){0}, set_row(r), local_place(r, g->slot, g->name));
    struct expr as = {.kind = EXPR_FOLD, .type = TYPE_INT, .index = FOLD_SUM, .gens = g, .gen_count = 1, .count = 2};
    as.kids = new_cells(r, 2);
    if (r->failed) return NULL;
    as.kids[0] = cell;
    return copy_expr(r, as);
}

static struct expr *in_set(struct rewriter *r, const struct expr *e, bool there, const struct view_binding *scope)
{
    struct expr *number = rewrite(r, e->kids[0], scope);
    return number ? holds(r, place_of(r, number), there) : NULL;
}

static bool asks_set(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    return e && e->kind == EXPR_IN && e->domain->kind == DOMAIN_ELEMENTS && is_set(r, e->domain->low, scope);
}

bool rewrite_as_set(struct rewriter *r, const struct expr *e, const struct view_binding *scope, struct expr **out)
{
    if (e->kind == EXPR_LET) {
        struct expr *place = index_place(e->kids[0], scope);
        return place && (*out = rewrite(r, e->kids[1], bind_index(r, scope, e->index, place)), true);
    }
    if (is_row(e) || e->type == TYPE_GRID) return *out = rewrite_failed(r), true;
    if (asks_set(r, e, scope)) return *out = in_set(r, e, true, scope), true;
    if (e->kind == EXPR_NOT && asks_set(r, e->kids[0], scope)) return *out = in_set(r, e->kids[0], false, scope), true;
    if (e->kind == EXPR_INDEX) {
        struct expr *place = is_set(r, e->kids[0], scope) ? index_place(e->kids[1], scope) : NULL;
        return *out = place ? number_at(r, place) : rewrite_failed(r), true;
    }
    if (is_length(r, e, scope)) return *out = count_of(r), true;
    if ((is_call(e, BUILTIN_INCREASING) || is_call(e, BUILTIN_SORTED)) && is_set(r, e->kids[0], scope))
        return *out = make_bool(r, true), true;
    if (expr_compares(e->kind)) {
        struct expr *a = index_place(e->kids[0], scope), *b = index_place(e->kids[1], scope);
        return a && b && (*out = make_two(r, e->kind, a, b), true);
    }
    if (e->kind == EXPR_LOCAL && index_place(e, scope)) return *out = rewrite_failed(r), true;
    if (e->kind == EXPR_FOLD) return *out = fold_over(r, e, scope), true;
    return false;
}

/* ---- results ------------------------------------------------------------------------------------------------------- */
/* Does the move say so? */
static bool is_said(const struct rewriter *r, const struct expr *e)
{
    bool said = false;
    for (size_t i = 0; i < r->said_count && e && !said; i++) said = r->said[i] && expr_equal(r->said[i], e);
    return said;
}

/* The place at which a number is put: none where it is already, which a rule may leave to its invariant. */
static struct expr *put_place(struct rewriter *r, struct expr *number)
{
    struct expr *place = place_of(r, number), *free = holds(r, place, false);
    if (is_said(r, free)) return place;
    if (!set_is_said_to_rise(r->from, r->view->set)) return rewrite_failed(r);
    return make_if(r, free, place, make_int(r, 0));
}

static struct expr *changed(struct rewriter *r, struct expr *const *out, struct expr *const *in, size_t count)
{
    struct update *updates = arena_array(r->arena, 2 * count + 1, sizeof *updates);
    struct expr *base = set_row(r);
    if (!updates) return r->no_memory = true, rewrite_failed(r);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        updates[n++] = (struct update){.op = '=', .low = {out[i]}, .dims = 1, .value = make_int(r, 0)};
        if (in && in[i]) updates[n++] = (struct update){.op = '=', .low = {in[i]}, .dims = 1, .value = make_int(r, 1)};
    }
    struct expr as = {.kind = EXPR_WITH, .type = TYPE_ROW, .updates = updates, .update_count = n};
    return make_expr(r, as, &base, 1);
}

static struct expr *with_numbers(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    enum { MOST = 4 };
    struct expr *out[MOST], *in[MOST];
    if (e->update_count > MOST || !is_set(r, e->kids[0], scope)) return rewrite_failed(r);
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        out[i] = u->dims == 1 && !u->high[0] ? index_place(u->low[0], scope) : NULL;
        struct expr *value = out[i] ? rewrite(r, u->value, scope) : NULL;
        if (value && u->op != '=') value = make_two(r, u->op == '+' ? EXPR_ADD : EXPR_SUB, number_at(r, out[i]), value);
        in[i] = value ? put_place(r, value) : NULL;
        if (!in[i]) return rewrite_failed(r);
    }
    return changed(r, out, in, e->update_count);
}

/* Of `j == i`, or `x == c[i]`, or `x != y`: the place of the other side; NULL: it is none of these. */
static struct expr *same_place(struct rewriter *r, const struct expr *e, const struct gen *g, enum expr_kind kind)
{
    for (int k = 0; k < 2 && e->kind == kind; k++) {
        struct expr *x = e->kids[k], *y = e->kids[1 - k];
        bool number = x->kind == EXPR_SUB;
        struct expr *place = number ? place_of(r, x) : x;
        if (place && is_own(place, g) && !expr_reads(y, g->slot)) return number ? place_of(r, y) : y;
    }
    return NULL;
}

/* A comprehension over the row in which one number becomes another one, or is left out. */
static struct expr *built_set(struct rewriter *r, const struct expr *e, bool sorted, const struct view_binding *scope)
{
    struct gen g;
    struct expr *says, *there = NULL, *place = NULL;
    bool one = e->gen_count == 1 && e->kids[0]->type == TYPE_INT;
    if (!one || !set_generator(r, &e->gens[0], &scope, &g, &says)) return rewrite_failed(r);
    struct expr *own = number_at(r, local_place(r, g.slot, g.name)),
                *left = e->count > 1 && e->kids[1] ? rewrite(r, e->kids[1], scope) : NULL,
                *body = rewrite(r, e->kids[0], scope);
    if (r->failed) return NULL;
    if (left) {
        place = expr_equal(body, own) ? same_place(r, left, &g, EXPR_NE) : NULL;
        return place ? changed(r, &place, NULL, 1) : rewrite_failed(r);
    }
    if (expr_equal(body, own)) return set_row(r);
    for (int k = 1; k <= 2 && body->kind == EXPR_IF && !place; k++) {
        if (!expr_equal(body->kids[3 - k], own)) continue;
        place = same_place(r, body->kids[0], &g, k == 1 ? EXPR_EQ : EXPR_NE);
        there = body->kids[k];
    }
    if (!place || !sorted || !is_said(r, holds(r, place, true)) || expr_reads(there, g.slot)) return rewrite_failed(r);
    there = put_place(r, there);
    return changed(r, &place, &there, 1);
}

static struct expr *set_made(struct rewriter *r, const struct expr *e, bool sorted, const struct view_binding *scope)
{
    if (r->failed || r->fuel == 0) return rewrite_failed(r);
    r->fuel--;
    e = follow_row(r, e, &scope);
    switch (e->kind) {
    case EXPR_FIELD: return e->index == r->view->set ? set_row(r) : rewrite_failed(r);
    case EXPR_CALL: return is_call(e, BUILTIN_SORT) ? set_made(r, e->kids[0], true, scope) : rewrite_failed(r);
    case EXPR_WITH: return sorted ? with_numbers(r, e, scope) : rewrite_failed(r);
    case EXPR_ROW_FOR: return built_set(r, e, sorted, scope);
    case EXPR_IF:
        return make_if(r, rewrite(r, e->kids[0], scope), set_made(r, e->kids[1], sorted, scope),
                       set_made(r, e->kids[2], sorted, scope));
    default: return rewrite_failed(r);
    }
}

struct expr *set_there(struct rewriter *r, const struct expr *e, const struct view_binding *scope)
{
    return set_made(r, e, r->from->fields[r->view->set].kind == FIELD_BAG, scope);
}
