/* SPDX-License-Identifier: MIT */
/* Rows that a result constructs cell by cell. A comprehension over the cells of a row of the state that keeps all of
 * them but those at a few indices is an update of that row:
 *
 *     [ (j == i ? s[j] - t : s[j]) for j in 1..len(s) ]        s with { [i] = s[i] - t }  where 1 <= i <= len(s), else s
 *
 * The body is split into cases on the index. A case that changes the cell must determine the index, or leave it few
 * numbers next to each other; then each of
 * these indices is below the row, beyond it, equal to an earlier index, or a cell of its own. Every combination of
 * these possibilities is a choice with the combination as its guard. Anything else is left as it was written.
 *
 * Where the order of cells does not matter (normal_source.unordered) cells may also be left out and more cells may follow:
 *
 *     [ (j == i ? t : j > len(s) ? s[i] - t : s[j]) for j in 1..len(s) + 1 ]      s with { [i] = t, append s[i] - t }
 *     [ s[j] for j in 1..len(s) where j != i ]                                    s with { drop [i] } */
#include "model/expr.h"
#include "proof/private.h"

enum { MAX_POINTS = 3, MAX_BODY = 24, MAX_LEAVES = 64, MAX_MORE = 3 };

/* What is at the index: a number, or nothing (NULL). */
struct body_case {
    struct linear_conjunction guard;
    const struct linear_form *value;
};
/* The comprehension; its body as cases in the index `var`, which is counted from 1. */
struct built {
    struct normal_builder *b;
    const struct expr *whole; /* EXPR_ROW_FOR */
    struct expr *field;       /* the row */
    const struct linear_form *length, *index;
    struct body_case *body;
    size_t body_count;
    int var;
    int64_t more; /* cells beyond the row's last one */
    const struct linear_form *points[MAX_POINTS];
    size_t point_count;
    struct expr_rows *out;
};

/* ---- what is constructed ----------------------------------------------------------------------------------------- */
static const struct linear_form *call_on_field(struct normal_builder *b, enum builtin builtin, struct expr *field)
{
    struct normal_value row = expr_value(b, field, NULL);
    struct normal_term proto = {.kind = EXPR_CALL, .data = builtin, .count = 1, .args = &row};
    return b->failed ? NULL : terms_make(b->space, &proto, true).form;
}

static const struct linear_form *cell(struct normal_builder *b, struct expr *field, const struct linear_form *index)
{
    struct normal_value args[2] = {expr_value(b, field, NULL), terms_of_form(index)};
    struct normal_term proto = {.kind = EXPR_INDEX, .count = 2, .args = args};
    return b->failed || !index ? NULL : terms_make(b->space, &proto, true).form;
}

static struct expr *new_expr(struct normal_builder *b, struct expr as, struct expr *const *kids, size_t count)
{
    struct expr *e = expr_create(b->space->arena, as, kids, count);
    if (!e) expr_check(b, NULL);
    return e;
}

static struct expr *field_expr(struct normal_builder *b, size_t field)
{
    return new_expr(b, (struct expr){.kind = EXPR_FIELD, .type = TYPE_ROW, .index = (int)field}, NULL, 0);
}

/* Is the form 0 in every state? */
static bool always_zero(const struct normal_builder *b, const struct linear_form *form)
{
    const struct normal *n = b->states;
    struct linear_constraint zero = {form, true};
    struct linear_conjunction part = {&zero, 1};
    int64_t rest;
    if (linear_is_constant(form, &rest)) return rest == 0;
    if (!n || !b->game->invariant) return false;
    for (size_t i = 0; i < n->invariant_count; i++) {
        struct linear_conjunction context[2] = {n->domain, n->invariant[i]};
        if (!normal_covered(b->space, context, 2, &part, 1)) return false;
    }
    return true;
}

/* Does the range have a few numbers more than the row has cells? */
static bool has_more(struct built *r, const struct linear_form *more)
{
    bool few = r->b->source->unordered && linear_is_constant(more, &r->more) && r->more >= 0 && r->more <= MAX_MORE;
    if (!few) r->more = 0;
    return few;
}

/* A row of the state that has as many cells as the range has numbers; *shift: the index is the variable plus this
 * number. */
static bool over_range(struct built *r, const struct domain *d, const struct normal_binding *scope,
                       const struct linear_form **shift)
{
    struct normal_builder *b = r->b;
    struct linear_work *w = &b->space->work;
    const struct linear_form *low = expr_value(b, d->low, scope).form, *high = expr_value(b, d->high, scope).form;
    const struct linear_form *cells = linear_scale(w, linear_sum(w, high, 1, low, -1), 1, 1);
    for (size_t i = 0; i < b->game->field_count && !b->failed && cells; i++) {
        enum field_kind kind = b->game->fields[i].kind;
        bool row = kind == FIELD_ROW || (kind == FIELD_BAG && b->source->unordered);
        if (!row || !(r->field = field_expr(b, i))) continue;
        r->length = call_on_field(b, BUILTIN_LEN, r->field);
        const struct linear_form *d2 = linear_sum(w, cells, 1, r->length, -1);
        *shift = linear_scale(w, low, 1, -1);
        if (d2 && *shift && (has_more(r, d2) || always_zero(b, d2))) return true;
    }
    return false;
}

/* The body's scope: the generator as a function of the index. */
static bool bind_index(struct built *r, const struct normal_binding **scope)
{
    struct normal_builder *b = r->b;
    const struct gen *g = &r->whole->gens[0];
    const struct linear_form *value, *shift;
    r->index = linear_variable(&b->space->work, r->var);
    if (g->domain.kind == DOMAIN_ELEMENTS && g->domain.low->kind == EXPR_FIELD && g->domain.low->type == TYPE_ROW) {
        r->field = g->domain.low;
        r->length = call_on_field(b, BUILTIN_LEN, r->field);
        value = cell(b, r->field, r->index);
    } else if (g->domain.kind == DOMAIN_RANGE && g->domain.high && over_range(r, &g->domain, *scope, &shift)) {
        value = linear_sum(&b->space->work, r->index, 1, shift, 1);
    } else {
        return false;
    }
    if (!value || !r->length || b->failed) return false;
    *scope = expr_bind(b, *scope, g->slot, value, NULL, NULL);
    return !b->failed;
}

/* ---- where the row changes --------------------------------------------------------------------------------------- */
static bool mentioned(const struct built *r, const struct linear_form *form)
{
    return form_mentions(r->b->space, form, r->var);
}

/* The index as a form without it, by an equality or two opposite inequalities; NULL if there is none. */
static const struct linear_form *pinned(const struct built *r, struct linear_conjunction guard)
{
    struct linear_work *w = &r->b->space->work;
    for (size_t i = 0; i < guard.count; i++) {
        const struct linear_form *f = guard.items[i].form;
        int64_t k = linear_factor(f, r->var);
        if (k != 1 && k != -1) continue;
        bool equality = guard.items[i].equality;
        const struct linear_form *minus = linear_scale(w, f, -1, 0);
        for (size_t j = 0; j < i && minus && !equality; j++) equality = linear_compare(guard.items[j].form, minus) == 0;
        const struct linear_form *rest = linear_replace(w, f, r->var, linear_constant(w, 0));
        if (equality && rest && !mentioned(r, rest)) return linear_scale(w, rest, -k, 0);
    }
    return NULL;
}

static bool add_point(struct built *r, const struct linear_form *point);

/* Every index between two bounds that are never more than a few numbers apart. */
static bool add_few(struct built *r, struct linear_conjunction guard)
{
    struct linear_work *w = &r->b->space->work;
    for (size_t i = 0; i < guard.count; i++)
        for (size_t j = 0; j < guard.count; j++) {
            const struct linear_form *low = guard.items[i].form, *high = guard.items[j].form;
            int64_t width;
            if (linear_factor(low, r->var) != 1 || linear_factor(high, r->var) != -1) continue;
            low = linear_scale(w, linear_replace(w, low, r->var, linear_constant(w, 0)), -1, 0);
            high = linear_replace(w, high, r->var, linear_constant(w, 0));
            if (!low || !high || mentioned(r, low) || mentioned(r, high)) continue;
            const struct linear_form *more = linear_sum(w, high, 1, low, -1);
            if (!more || !linear_is_constant(more, &width) || width < 0 || width >= MAX_POINTS) continue;
            bool added = true;
            for (int64_t k = 0; added && k <= width; k++) {
                const struct linear_form *point = linear_scale(w, low, 1, k);
                added = point && add_point(r, point);
            }
            return added;
        }
    return false;
}

static bool add_point(struct built *r, const struct linear_form *point)
{
    for (size_t i = 0; i < r->point_count; i++)
        if (linear_compare(r->points[i], point) == 0) return true;
    if (r->point_count == MAX_POINTS) return false;
    r->points[r->point_count++] = point;
    return true;
}

/* Can the guard hold for an index within the row? */
static bool can_hold(struct built *r, struct linear_conjunction guard)
{
    struct normal_space *s = r->b->space;
    struct linear_conjunction known = normal_axioms(s, &guard, 1);
    return !known.items || linear_solve(&s->work, known.items, known.count, NULL) != LINEAR_INFEASIBLE;
}

/* The constraint that the index is one of the row's own. */
static bool within_row(const struct built *r, struct linear_conjunction guard, struct linear_conjunction *out)
{
    struct linear_constraint own = {linear_sum(&r->b->space->work, r->length, 1, r->index, -1), false};
    bool never;
    if (!expr_check(r->b, own.form)) return false;
    *out = union_join(r->b, guard, (struct linear_conjunction){&own, 1}, &never);
    return !never && !r->b->failed;
}

static bool find_points(struct built *r)
{
    const struct linear_form *same = cell(r->b, r->field, r->index);
    if (!same || r->body_count > MAX_BODY) return false;
    for (size_t i = 0; i < r->body_count; i++) {
        const struct body_case *c = &r->body[i];
        struct linear_conjunction guard = c->guard;
        if (c->value && linear_compare(c->value, same) == 0) continue;
        if (r->more && !within_row(r, c->guard, &guard)) continue;
        if (!can_hold(r, guard)) continue;
        const struct linear_form *point = pinned(r, guard);
        if (point ? !add_point(r, point) : !add_few(r, guard)) return false;
    }
    return !r->b->failed;
}

/* ---- one choice per arrangement of these indices ----------------------------------------------------------------- */
struct leaf {
    struct linear_conjunction guard;
    const struct linear_form *at[MAX_POINTS], *value[MAX_POINTS]; /* NULL: left out */
    size_t count;                                                 /* updates */
    const struct linear_form *added[MAX_MORE];
    size_t added_count;
    const struct linear_form *met[MAX_POINTS]; /* earlier indices inside the row, whether changed or not */
    size_t met_count;
};

static struct expr *local(struct normal_builder *b, const struct linear_form *form, const struct normal_binding **scope)
{
    int slot = EXPR_OWN_SLOTS + b->rows++;
    *scope = expr_bind(b, *scope, slot, form, NULL, NULL);
    return new_expr(b, (struct expr){.kind = EXPR_LOCAL, .type = TYPE_INT, .index = slot, .name = "row"}, NULL, 0);
}

static struct update update_of(struct built *r, const struct leaf *leaf, size_t i, const struct normal_binding **scope)
{
    struct normal_builder *b = r->b;
    if (i >= leaf->count)
        return (struct update){.op = NORMAL_APPEND, .value = local(b, leaf->added[i - leaf->count], scope)};
    const struct linear_form *none = linear_constant(&b->space->work, 0), *value = leaf->value[i];
    return (struct update){.op = value ? '=' : NORMAL_DROP,
                           .dims = 1,
                           .low = {local(b, leaf->at[i], scope)},
                           .value = local(b, value ? value : none, scope)};
}

/* `s with { [at] = value, ... }`, or s. */
static bool write_leaf(struct built *r, const struct leaf *leaf)
{
    struct normal_builder *b = r->b;
    size_t count = leaf->count + leaf->added_count;
    if (r->out->count == MAX_LEAVES) return false;
    struct expr_row *row = &r->out->items[r->out->count++];
    struct update *updates = arena_array(b->space->arena, count + 1, sizeof *updates);
    *row = (struct expr_row){leaf->guard, r->field, r->out->scope};
    if (!updates) return expr_check(b, NULL);
    for (size_t i = 0; i < count && !b->failed; i++) updates[i] = update_of(r, leaf, i, &row->scope);
    if (count)
        row->row =
            new_expr(b, (struct expr){.kind = EXPR_WITH, .type = TYPE_ROW, .updates = updates, .update_count = count},
                     &r->field, 1);
    return !b->failed;
}

static bool place_points(struct built *r, struct leaf leaf, size_t at);

/* Continues with one more condition: form >= 0 (or == 0). */
static bool place_when(struct built *r, struct leaf leaf, const struct linear_form *form, bool equality, size_t next)
{
    bool never;
    if (!expr_check(r->b, form)) return false;
    struct linear_constraint c = {form, equality};
    leaf.guard = union_join(r->b, leaf.guard, (struct linear_conjunction){&c, 1}, &never);
    if (r->b->failed) return false;
    return never || place_points(r, leaf, next);
}

/* Case i of the body where the index is `point`. False: it gave up; *never: the case is impossible there. */
static bool case_at(struct built *r, size_t i, const struct linear_form *point, struct leaf *leaf,
                    const struct linear_form **value, bool *never)
{
    struct normal_builder *b = r->b;
    size_t map_count = b->space->var_count;
    const struct linear_form **map = arena_array(b->space->arena, map_count + 1, sizeof *map);
    struct linear_conjunction guard;
    if (!map || !point) return expr_check(b, NULL);
    map[r->var] = point;
    if (!normal_replace_all(b->space, r->body[i].guard, map, map_count, &guard)) return false;
    *value = r->body[i].value ? normal_replace(b->space, r->body[i].value, map, map_count) : NULL;
    leaf->guard = union_join(b, leaf->guard, guard, never);
    if ((r->body[i].value && !*value) || b->failed) return false;
    *never = *never || !can_hold(r, leaf->guard);
    return true;
}

/* The index is a cell different from all earlier ones: one choice per case of the body. */
static bool place_inside(struct built *r, struct leaf leaf, size_t at)
{
    const struct linear_form *point = r->points[at], *same = cell(r->b, r->field, point), *value;
    if (!same) return false;
    leaf.met[leaf.met_count++] = point;
    for (size_t i = 0; i < r->body_count; i++) {
        struct leaf next = leaf;
        bool never;
        if (!case_at(r, i, point, &next, &value, &never)) return false;
        if (never) continue;
        if (!value || linear_compare(value, same) != 0) {
            next.at[next.count] = point;
            next.value[next.count++] = value;
        }
        if (!place_points(r, next, at + 1)) return false;
    }
    return true;
}

/* The cells beyond the row's last one, from number `k` on. */
static bool place_more(struct built *r, struct leaf leaf, int64_t k)
{
    if (!can_hold(r, leaf.guard)) return true;
    if (k > r->more) return write_leaf(r, &leaf);
    const struct linear_form *point = linear_scale(&r->b->space->work, r->length, 1, k), *value;
    for (size_t i = 0; i < r->body_count; i++) {
        struct leaf next = leaf;
        bool never;
        if (!case_at(r, i, point, &next, &value, &never)) return false;
        if (never) continue;
        if (value) next.added[next.added_count++] = value;
        if (!place_more(r, next, k + 1)) return false;
    }
    return true;
}

/* Inside the row and not an earlier index: less or greater than each of them. */
static bool place_apart(struct built *r, struct leaf leaf, size_t at, size_t from)
{
    struct linear_work *w = &r->b->space->work;
    if (from == leaf.met_count) return place_inside(r, leaf, at);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct leaf next = leaf;
        bool never;
        struct linear_constraint c = {linear_scale(w, linear_sum(w, r->points[at], sign, leaf.met[from], -sign), 1, -1),
                                      false};
        if (!expr_check(r->b, c.form)) return false;
        next.guard = union_join(r->b, leaf.guard, (struct linear_conjunction){&c, 1}, &never);
        if (r->b->failed) return false;
        if (!never && can_hold(r, next.guard) && !place_apart(r, next, at, from + 1)) return false;
    }
    return true;
}

static bool place_points(struct built *r, struct leaf leaf, size_t at)
{
    struct linear_work *w = &r->b->space->work;
    if (!can_hold(r, leaf.guard)) return true;
    if (at == r->point_count) return place_more(r, leaf, 1);
    const struct linear_form *point = r->points[at], *before = linear_scale(w, point, -1, 0);
    const struct linear_form *after = linear_scale(w, linear_sum(w, point, 1, r->length, -1), 1, -1);
    if (!place_when(r, leaf, before, false, at + 1) || !place_when(r, leaf, after, false, at + 1)) return false;
    for (size_t i = 0; i < leaf.met_count; i++)
        if (!place_when(r, leaf, linear_sum(w, point, 1, leaf.met[i], -1), true, at + 1)) return false;
    struct linear_constraint inside[2] = {{linear_scale(w, point, 1, -1), false},
                                          {linear_sum(w, r->length, 1, point, -1), false}};
    bool never;
    if (!expr_check(r->b, inside[0].form) || !expr_check(r->b, inside[1].form)) return false;
    leaf.guard = union_join(r->b, leaf.guard, (struct linear_conjunction){inside, 2}, &never);
    return never || place_apart(r, leaf, at, 0);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
/* The cases of the body where the condition holds, and those where there is no cell. */
static bool read_body(struct built *r, const struct normal_binding *scope)
{
    struct normal_builder *b = r->b;
    const struct expr *condition = r->whole->count > 1 ? r->whole->kids[1] : NULL;
    struct normal_cases values = expr_cases(b, r->whole->kids[0], scope);
    struct normal_union when = union_all(b), none = union_none();
    if (condition && !b->failed) when = expr_union(b, condition, true, scope);
    if (condition && !b->failed) none = expr_union(b, condition, false, scope);
    if (b->failed || when.count * values.count + none.count > MAX_BODY) return false;
    r->body = arena_array(b->space->arena, MAX_BODY, sizeof *r->body);
    if (!r->body) return expr_check(b, NULL);
    for (size_t i = 0; i < when.count; i++)
        for (size_t k = 0; k < values.count && !b->failed; k++) {
            bool never;
            struct body_case c = {union_join(b, when.items[i], values.items[k].guard, &never), values.items[k].value};
            if (!never) r->body[r->body_count++] = c;
        }
    for (size_t i = 0; i < none.count; i++) r->body[r->body_count++] = (struct body_case){none.items[i], NULL};
    return !b->failed;
}

static bool open_row(struct built *r, const struct normal_binding *scope)
{
    struct normal_builder *b = r->b;
    const struct expr *e = r->whole;
    bool row = e->type == TYPE_ROW || (e->type == TYPE_BAG && b->source->unordered);
    bool plain = e->kind == EXPR_ROW_FOR && row && e->gen_count == 1 && e->count > 0 && e->kids[0];
    bool leaves_out = plain && e->count > 1 && e->kids[1];
    if (!plain || (leaves_out && !b->source->unordered) || e->kids[0]->type != TYPE_INT) return false;
    r->var = normal_var(b->space, NORMAL_BOUND, b->level++);
    r->out->scope = scope;
    return bind_index(r, &scope) && read_body(r, scope) && find_points(r) && place_points(r, (struct leaf){0}, 0);
}

bool expr_built_row(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope,
                    struct expr_rows *out)
{
    struct normal_builder own = *b; /* a failure here does not fail the whole */
    struct built r = {.b = &own, .whole = e, .out = out};
    *out = (struct expr_rows){.items = arena_array(b->space->arena, MAX_LEAVES, sizeof *out->items)};
    if (!out->items) return expr_check(b, NULL);
    bool done = open_row(&r, scope) && !own.failed && out->count > 0;
    b->fuel = own.fuel;
    b->rows = own.rows;
    if (b->space->work.no_memory) expr_check(b, NULL);
    return done && !b->failed;
}
