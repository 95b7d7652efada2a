/* Is a polyhedron inside a union? What lies outside the first part that it meets is looked for in the later parts, constraint
 * by constraint; where neither an answer nor a proof comes out, a form with few values is taken value by value. */
#include "base/checked.h"
#include "base/vec.h"
#include "model/linear.h"

enum { MAX_PARTS_DEEP = 64, MAX_SPLITS = 4, MAX_SLACK = 16 };

struct cover {
    struct linear_work *work;
    VEC(struct linear_constraint) context;
    const struct linear_conjunction *parts;
    size_t part_count;
    const struct linear_form *split[MAX_SPLITS]; /* forms whose values are being looked at one by one */
    int depth, splits;
    bool refuted;
};
static bool covered_from(struct cover *c, size_t part);

static bool meets(struct cover *c, const struct linear_conjunction *part)
{
    size_t before = c->context.count;
    for (size_t i = 0; i < part->count; i++)
        if (!vec_push(&c->context, part->items[i])) c->work->no_memory = true;
    bool apart = linear_solve(c->work, c->context.data, c->context.count, NULL) == LINEAR_INFEASIBLE;
    c->context.count = before;
    return !apart;
}

/* Is what lies in the context but outside one side of a constraint covered by the later parts? */
static bool outside_covered(struct cover *c, struct linear_constraint b, int sign, size_t next)
{
    size_t before = c->context.count;
    struct linear_constraint out = linear_outside(c->work, b.form, sign);
    if (!out.form || !vec_push(&c->context, out)) {
        if (out.form) c->work->no_memory = true;
        return false;
    }
    bool ok = covered_from(c, next);
    c->context.count = before;
    return ok;
}

/* context \ part lies in the later parts: constraint by constraint, each time within those before. */
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

/* A form with few values in the context: f >= 0 and slack - f >= 0. Of those not split yet the one with the least slack. */
static const struct linear_form *few_values(struct cover *c, int64_t *slack)
{
    const struct linear_form *best = NULL;
    for (size_t i = 0; i < c->context.count; i++) {
        const struct linear_constraint *x = &c->context.data[i];
        bool used = x->equality;
        for (int k = 0; k < c->splits && !used; k++) used = c->split[k] == x->form;
        for (size_t j = i + 1; j < c->context.count && !used; j++) {
            const struct linear_constraint *y = &c->context.data[j];
            int64_t s;
            if (y->equality || !linear_opposite(x->form, y->form)) continue;
            if (!checked_add(x->form->constant, y->form->constant, &s) || s < 1 || s > MAX_SLACK) continue;
            if (best && s >= *slack) continue;
            best = x->form;
            *slack = s;
        }
    }
    return best;
}

/* Neither outside all parts nor proved to be inside: every value of a form with few values is looked at by itself. */
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
    for (size_t i = 0; i < part_count && ok; i++) { /* one part alone, the usual case */
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
