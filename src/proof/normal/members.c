/* SPDX-License-Identifier: MIT */
/* Questions about a list that can be answered member by member:
 *
 *     any(t == x for x in {1, 3, 4})       t == 1 or t == 3 or t == 4
 *     all(t != 2 * x for x in 1..3)        t != 2 and t != 4 and t != 6
 *     all(s[j] == 1 for j in i..i + 1)     s[i] == 1 and s[i + 1] == 1
 *     [3, 5][mover]                        3 where mover == 1, 5 where mover == 2, 0 elsewhere
 */
#include "base/checked.h"
#include "proof/private.h"

enum { MAX_MEMBERS = 64 };

/* ---- quantifiers ------------------------------------------------------------------------------------------------- */
struct quantifier {
    struct normal_builder *b;
    const struct expr *e;
    bool all, want;
    size_t members; /* so far, over all generators */
    struct normal_union out;
};

static bool each_choice(struct quantifier *q, size_t gen, const struct normal_binding *scope);

/* Adds the condition and the body for one choice of members. */
static bool add_choice(struct quantifier *q, const struct normal_binding *scope)
{
    struct normal_builder *b = q->b;
    const struct expr *condition = q->e->count > 1 ? q->e->kids[1] : NULL;
    bool joins = q->all == q->want; /* all of them, or none of them: the parts are joined by `and` */
    struct normal_union one = expr_union(b, q->e->kids[0], q->want, scope);
    if (condition && !b->failed)
        one = joins ? union_or(b, one, expr_union(b, condition, false, scope))
                    : union_and(b, one, expr_union(b, condition, true, scope));
    if (!b->failed) q->out = joins ? union_and(b, q->out, one) : union_or(b, q->out, one);
    return !b->failed;
}

static bool with_number(struct quantifier *q, size_t gen, const struct linear_form *x,
                        const struct normal_binding *scope)
{
    return expr_check(q->b, x) && each_choice(q, gen + 1, expr_bind(q->b, scope, q->e->gens[gen].slot, x, NULL, NULL));
}

/* A range that has always the same number of members: i..i + 2. */
static bool each_number(struct quantifier *q, size_t gen, const struct normal_binding *scope)
{
    const struct domain *d = &q->e->gens[gen].domain;
    struct linear_work *w = &q->b->space->work;
    int64_t width;
    if (!d->high) return false;
    const struct linear_form *low = expr_value(q->b, d->low, scope).form, *high = expr_value(q->b, d->high, scope).form;
    if (q->b->failed || !low || !high) return false;
    const struct linear_form *more = linear_sum(w, high, 1, low, -1);
    if (!more || !linear_is_constant(more, &width) || width >= MAX_MEMBERS) return false;
    for (int64_t i = 0; i <= width; i++)
        if (!with_number(q, gen, linear_scale(w, low, 1, i), scope)) return false;
    return true;
}

static bool each_item(struct quantifier *q, size_t gen, struct expr *const *items, size_t count,
                      const struct normal_binding *scope)
{
    for (size_t i = 0; i < count; i++)
        if (!each_choice(q, gen + 1, expr_bind(q->b, scope, q->e->gens[gen].slot, NULL, items[i], scope))) return false;
    return true;
}

/* Returns false if some domain is not a list, or the list is too long. */
static bool each_choice(struct quantifier *q, size_t gen, const struct normal_binding *scope)
{
    const int64_t *values;
    size_t count;
    if (q->b->failed || q->members > MAX_MEMBERS) return false;
    if (gen == q->e->gen_count) return ++q->members <= MAX_MEMBERS && add_choice(q, scope);
    const struct domain *d = &q->e->gens[gen].domain;
    if (d->kind == DOMAIN_SET) return each_item(q, gen, d->items, d->item_count, scope);
    if (d->kind == DOMAIN_ELEMENTS && d->low->kind == EXPR_ROW)
        return each_item(q, gen, d->low->kids, d->low->count, scope);
    if (d->kind == DOMAIN_RANGE) return each_number(q, gen, scope);
    if (!domain_known(q->b, d, &values, &count)) return false;
    for (size_t i = 0; i < count; i++)
        if (!with_number(q, gen, linear_constant(&q->b->space->work, values[i]), scope)) return false;
    return true;
}

bool listed_union(struct normal_builder *b, const struct expr *e, bool want, const struct normal_binding *scope,
                  struct normal_union *out)
{
    bool all = e->index == FOLD_ALL;
    if (e->kind != EXPR_FOLD || (!all && e->index != FOLD_ANY) || e->count < 1 || !e->kids[0]) return false;
    struct normal_builder own = *b; /* a failure here does not fail the whole */
    struct quantifier q = {.b = &own, .e = e, .all = all, .want = want};
    q.out = all == want ? union_all(&own) : union_none();
    bool done = each_choice(&q, 0, scope) && !own.failed;
    b->fuel = own.fuel;
    b->rows = own.rows;
    if (b->space->work.no_memory) expr_check(b, NULL);
    *out = q.out;
    return done && !b->failed;
}

/* ---- cells of a literal row -------------------------------------------------------------------------------------- */
/* Adds the cases of `from` in which the index, in case `at`, satisfies all constraints. */
static bool add_where(struct normal_builder *b, struct normal_cases *out, size_t room, struct linear_conjunction guard,
                      struct linear_constraint c, struct normal_cases from)
{
    bool never;
    if (!expr_check(b, c.form)) return false;
    guard = union_join(b, guard, (struct linear_conjunction){&c, 1}, &never);
    for (size_t i = 0; i < from.count && !never && !b->failed; i++) {
        bool not_here;
        struct linear_conjunction both = union_join(b, guard, from.items[i].guard, &not_here);
        if (not_here || b->failed) continue;
        if (out->count == room) return false;
        out->items[out->count++] = (struct normal_case){both, from.items[i].value};
    }
    return !b->failed;
}

bool listed_cell(struct normal_builder *b, const struct expr *e, const struct normal_binding *scope,
                 struct normal_cases *out)
{
    struct linear_work *w = &b->space->work;
    if (e->kind != EXPR_INDEX || e->count != 2 || e->kids[0]->kind != EXPR_ROW || e->kids[0]->type != TYPE_ROW)
        return false;
    const struct expr *row = e->kids[0];
    *out = (struct normal_cases){arena_array(b->space->arena, NORMAL_MAX_PIECES, sizeof *out->items), 0};
    struct normal_case zero = {.value = linear_constant(w, 0)};
    struct normal_cases index = expr_cases(b, e->kids[1], scope), nothing = {&zero, 1};
    if (!out->items || !zero.value || b->failed) return false;
    bool fits = true;
    for (size_t i = 0; i < index.count && fits; i++) {
        struct linear_conjunction guard = index.items[i].guard;
        const struct linear_form *at = index.items[i].value;
        struct linear_constraint below = {linear_scale(w, at, -1, 0), false};
        struct linear_constraint beyond = {linear_scale(w, at, 1, -(int64_t)row->count - 1), false};
        fits = add_where(b, out, NORMAL_MAX_PIECES, guard, below, nothing) &&
               add_where(b, out, NORMAL_MAX_PIECES, guard, beyond, nothing);
        for (size_t k = 0; k < row->count && fits; k++) {
            struct linear_constraint here = {linear_scale(w, at, 1, -(int64_t)k - 1), true};
            fits = add_where(b, out, NORMAL_MAX_PIECES, guard, here, expr_cases(b, row->kids[k], scope));
        }
    }
    return fits && !b->failed;
}
