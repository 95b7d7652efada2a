/* SPDX-License-Identifier: MIT */
/* Unions of conjunctions. They are kept small: constant constraints are decided at once, so a contradiction never
 * multiplies. To compare them, the part of a conjunction outside a union's first part must be covered by the other
 * parts, constraint by constraint, so that a proof never needs the negation of a whole union (linear_covered,
 * linear.h). */
#include "proof/private.h"

enum { MAX_PARTS_DEEP = 64, MAX_SPLITS = 4, MAX_SLACK = 16 };

struct normal_union union_none(void) { return (struct normal_union){NULL, 0}; }

static struct linear_conjunction *make_items(struct normal_builder *b, size_t count)
{
    struct linear_conjunction *items = arena_array(b->space->arena, count + 1, sizeof *items);
    if (!items) {
        b->space->work.no_memory = true;
        expr_fail(b, "memory is out");
    }
    return items;
}

struct normal_union union_of(struct normal_builder *b, struct linear_conjunction guard)
{
    struct linear_conjunction *items = make_items(b, 1);
    if (!items) return union_none();
    items[0] = guard;
    return (struct normal_union){items, 1};
}

struct normal_union union_all(struct normal_builder *b) { return union_of(b, (struct linear_conjunction){0}); }

struct normal_union union_one(struct normal_builder *b, const struct linear_form *form, bool equality)
{
    if (!expr_check(b, form)) return union_none();
    struct linear_constraint c = linear_tighten(&b->space->work, (struct linear_constraint){form, equality});
    if (!expr_check(b, c.form)) return union_none();
    int truth = linear_truth(c);
    if (truth >= 0) return truth ? union_all(b) : union_none();
    struct linear_constraint *item = arena_alloc(b->space->arena, sizeof *item);
    if (!item) return expr_check(b, NULL), union_none();
    *item = c;
    return union_of(b, (struct linear_conjunction){item, 1});
}

struct linear_conjunction union_join(struct normal_builder *b, struct linear_conjunction x, struct linear_conjunction y,
                                     bool *never)
{
    struct linear_conjunction none = {0};
    *never = false;
    if (!x.count && !y.count) return none;
    struct linear_constraint *items = arena_array(b->space->arena, x.count + y.count, sizeof *items);
    if (!items) {
        b->space->work.no_memory = true;
        expr_fail(b, "memory is out");
        return none;
    }
    size_t count = 0;
    for (size_t i = 0; i < x.count + y.count; i++) {
        struct linear_constraint c = i < x.count ? x.items[i] : y.items[i - x.count];
        int truth = linear_truth(c);
        if (truth == 0) *never = true;
        bool known = truth >= 0; /* those of x are no two the same */
        for (size_t j = 0; i >= x.count && j < count && !known; j++)
            known = items[j].equality == c.equality && linear_compare(items[j].form, c.form) == 0;
        if (!known) items[count++] = c;
    }
    return (struct linear_conjunction){items, count};
}

struct normal_union union_and(struct normal_builder *b, struct normal_union x, struct normal_union y)
{
    if (b->failed || !x.count || !y.count) return union_none();
    if (x.count * y.count > NORMAL_MAX_PIECES) {
        b->too_many = true;
        expr_fail(b, "the conditions split into too many cases");
        return union_none();
    }
    struct linear_conjunction *items = make_items(b, x.count * y.count);
    size_t count = 0;
    for (size_t i = 0; items && i < x.count; i++)
        for (size_t j = 0; j < y.count; j++) {
            bool never;
            items[count] = union_join(b, x.items[i], y.items[j], &never);
            if (b->failed) return union_none();
            count += !never;
        }
    return (struct normal_union){items, count};
}

struct normal_union union_or(struct normal_builder *b, struct normal_union x, struct normal_union y)
{
    if (b->failed) return union_none();
    if (!x.count) return y;
    if (!y.count) return x;
    if (x.count + y.count > NORMAL_MAX_PIECES) {
        b->too_many = true;
        expr_fail(b, "the conditions split into too many cases");
        return union_none();
    }
    struct linear_conjunction *items = make_items(b, x.count + y.count);
    for (size_t i = 0; items && i < x.count + y.count; i++) items[i] = i < x.count ? x.items[i] : y.items[i - x.count];
    return (struct normal_union){items, items ? x.count + y.count : 0};
}

/* ---- coverings --------------------------------------------------------------------------------------------------- */
struct cover {
    struct linear_work *work;
    VEC(struct linear_constraint) context;
    const struct linear_conjunction *parts;
    size_t part_count;
    const struct linear_form *split[MAX_SPLITS]; /* forms that are split into their single values */
    int depth, splits;
    bool refuted;
};
static bool covered_from(struct cover *c, size_t part);

/* The integers outside an inequality f >= 0: -f - 1 >= 0; with sign -1 outside -f >= 0. */
static struct linear_constraint outside(struct linear_work *work, const struct linear_form *f, int sign)
{
    return (struct linear_constraint){linear_scale(work, f, -sign, -1), false};
}

static bool meets(struct cover *c, const struct linear_conjunction *part)
{
    size_t before = c->context.count;
    for (size_t i = 0; i < part->count; i++)
        if (!vec_push(&c->context, part->items[i])) c->work->no_memory = true;
    bool apart = linear_solve(c->work, c->context.data, c->context.count, NULL) == LINEAR_INFEASIBLE;
    c->context.count = before;
    return !apart;
}

/* Is the context without one side of a constraint covered by the later parts? */
static bool outside_covered(struct cover *c, struct linear_constraint b, int sign, size_t next)
{
    size_t before = c->context.count;
    struct linear_constraint out = outside(c->work, b.form, sign);
    if (!out.form || !vec_push(&c->context, out)) {
        if (out.form) c->work->no_memory = true;
        return false;
    }
    bool ok = covered_from(c, next);
    c->context.count = before;
    return ok;
}

/* Is context \ part covered by the later parts? Constraint by constraint, each within the previous ones. */
static bool without_part(struct cover *c, const struct linear_conjunction *part, size_t next)
{
    size_t before = c->context.count;
    bool ok = true;
    for (size_t i = 0; i < part->count && ok; i++) {
        struct linear_constraint b = part->items[i];
        ok = outside_covered(c, b, 1, next) && (!b.equality || outside_covered(c, b, -1, next));
        if (ok && !vec_push(&c->context, b)) {
            c->work->no_memory = true;
            ok = false;
        }
    }
    c->context.count = before;
    return ok;
}

/* A form with few values in the context: f >= 0 and slack - f >= 0. Among those not split yet, the one with the
 * least slack. */
static const struct linear_form *few_values(struct cover *c, int64_t *slack)
{
    const struct linear_form *best = NULL;
    for (size_t i = 0; i < c->context.count; i++) {
        const struct linear_constraint *x = &c->context.data[i];
        bool used = x->equality;
        for (int k = 0; k < c->splits && !used; k++) used = c->split[k] == x->form;
        for (size_t j = i + 1; j < c->context.count && !used; j++) {
            const struct linear_constraint *y = &c->context.data[j];
            int64_t sum; /* f and sum - f: the variables cancel */
            if (y->equality || x->form->count != y->form->count) continue;
            if (!linear_is_constant(linear_sum(c->work, x->form, 1, y->form, 1), &sum) || sum < 1 || sum > MAX_SLACK)
                continue;
            if (best && sum >= *slack) continue;
            best = x->form;
            *slack = sum;
        }
    }
    return best;
}

/* Neither outside all parts nor proved to be inside: each value of a form with few values is treated separately. */
static bool split_values(struct cover *c)
{
    int64_t slack = 0;
    const struct linear_form *f = c->splits < MAX_SPLITS ? few_values(c, &slack) : NULL;
    bool ok = f != NULL;
    if (!ok) c->work->gave_up = true;
    else c->split[c->splits++] = f;
    for (int64_t v = 0; v <= slack && ok; v++) {
        struct linear_constraint here = {linear_scale(c->work, f, 1, -v), true};
        if (!here.form || !vec_push(&c->context, here)) return c->work->no_memory |= here.form != NULL, false;
        ok = covered_from(c, 0);
        c->context.count--;
    }
    c->splits -= f != NULL;
    return ok;
}

static bool covered_from(struct cover *c, size_t part)
{
    if (c->refuted) return false;
    enum linear_answer answer = linear_solve(c->work, c->context.data, c->context.count, NULL);
    if (answer == LINEAR_INFEASIBLE) return true;
    if (c->work->steps == 0 || c->work->no_memory || c->depth >= MAX_PARTS_DEEP) {
        c->work->gave_up = true;
        return false;
    }
    while (part < c->part_count && !meets(c, &c->parts[part])) part++;
    if (part == c->part_count && answer == LINEAR_FEASIBLE) c->refuted = true; /* a point outside all parts */
    if (part == c->part_count) return answer == LINEAR_UNKNOWN && split_values(c);
    c->depth++;
    bool ok = without_part(c, &c->parts[part], part + 1);
    c->depth--;
    return ok;
}

bool linear_covered(struct linear_work *work, const struct linear_constraint *items, size_t count,
                    const struct linear_conjunction *parts, size_t part_count)
{
    struct arena_mark mark = arena_mark(work->arena);
    struct cover c = {.work = work, .parts = parts, .part_count = part_count};
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) ok = items[i].form && vec_push(&c.context, items[i]);
    if (!ok) work->no_memory = true;
    for (size_t i = 0; i < part_count && ok; i++) { /* a single part often suffices */
        bool all = true;
        for (size_t k = 0; k < parts[i].count && all; k++) all = linear_implies(work, items, count, parts[i].items[k]);
        if (all) goto done;
    }
    ok = ok && covered_from(&c, 0);
done:
    vec_free(&c.context);
    arena_rewind(work->arena, mark);
    return ok;
}
