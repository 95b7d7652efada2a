/* SPDX-License-Identifier: MIT */
/* The cases of where the points of a comprehension lie, one assumed after the other: see rebuilt.h. */
#include "check/progress/rebuilt.h"

struct deciding {
    struct assumptions *f;
    struct rebuilt *r;
    bool (*test)(void *context);
    void *context;
};

static bool decide_from(struct deciding *d, size_t at);

/* Continues unless what was assumed since the mark is contradictory; takes it back. */
static bool go_on(struct deciding *d, struct assumptions_mark mark, size_t next)
{
    bool good = assumptions_contradictory(d->f) || decide_from(d, next);
    assumptions_rewind(d->f, mark);
    return good;
}

/* a - b + constant >= 0 */
static void compare(struct deciding *d, const struct expr *a, const struct expr *b, int64_t constant)
{
    assumptions_difference(d->f, assumptions_form(d->f, a), assumptions_form(d->f, b), constant);
}

static bool decide_fate(struct deciding *d, size_t at);

/* Different from the points before `at`, from number `other` on: less or greater in one dimension. */
static bool decide_apart(struct deciding *d, size_t at, size_t other)
{
    struct rebuilt_point *p = &d->r->points[at];
    while (other < at && d->r->points[other].fate == POINT_SAME) other++;
    if (other == at) return decide_fate(d, at);
    const struct rebuilt_point *q = &d->r->points[other];
    for (int dim = 0; dim < d->r->dims; dim++) {
        for (int sign = 0; sign < 2; sign++) {
            struct assumptions_mark mark = assumptions_mark(d->f);
            compare(d, sign ? p->value[dim] : q->value[dim], sign ? q->value[dim] : p->value[dim], -1);
            bool good = assumptions_contradictory(d->f) || decide_apart(d, at, other + 1);
            assumptions_rewind(d->f, mark);
            if (!good) return false;
        }
        if (dim + 1 == d->r->dims) continue;
        compare(d, p->value[dim], q->value[dim], 0);
        compare(d, q->value[dim], p->value[dim], 0);
    }
    return true;
}

static bool decide_same(struct deciding *d, size_t at)
{
    struct rebuilt_point *p = &d->r->points[at];
    for (size_t i = 0; i < at; i++) {
        if (d->r->points[i].fate == POINT_SAME) continue;
        struct assumptions_mark mark = assumptions_mark(d->f);
        for (int dim = 0; dim < d->r->dims; dim++) {
            compare(d, p->value[dim], d->r->points[i].value[dim], 0);
            compare(d, d->r->points[i].value[dim], p->value[dim], 0);
        }
        assumptions_difference(d->f, assumptions_form(d->f, p->cell), assumptions_form(d->f, d->r->points[i].cell), 0);
        assumptions_difference(d->f, assumptions_form(d->f, d->r->points[i].cell), assumptions_form(d->f, p->cell), 0);
        p->fate = POINT_SAME;
        if (!go_on(d, mark, at + 1)) return false;
    }
    return true;
}

static bool decide_outside(struct deciding *d, size_t at)
{
    struct rebuilt_point *p = &d->r->points[at];
    p->fate = POINT_OUTSIDE;
    for (int dim = 0; dim < d->r->dims; dim++)
        for (int end = 0; end < 2; end++) {
            struct assumptions_mark mark = assumptions_mark(d->f);
            if (end) compare(d, p->value[dim], d->r->high[dim], -1);
            else compare(d, d->r->low[dim], p->value[dim], -1);
            if (!go_on(d, mark, at + 1)) return false;
        }
    return true;
}

static bool decide_fate(struct deciding *d, size_t at)
{
    struct rebuilt_point *p = &d->r->points[at];
    if (!decide_outside(d, at)) return false;
    struct expr *condition = d->r->condition ? rebuilt_at(d->f, d->r, p->value, d->r->condition) : NULL;
    if (d->r->condition && !condition) return false;
    for (int left = 0; left < (condition ? 2 : 1); left++) {
        struct assumptions_mark mark = assumptions_mark(d->f);
        for (int dim = 0; dim < d->r->dims; dim++) {
            compare(d, p->value[dim], d->r->low[dim], 0);
            compare(d, d->r->high[dim], p->value[dim], 0);
        }
        if (condition) assumptions_assume(d->f, condition, !left);
        p->fate = left ? POINT_LEFT_OUT : POINT_MADE;
        if (!go_on(d, mark, at + 1)) return false;
    }
    return true;
}

static bool decide_from(struct deciding *d, size_t at)
{
    if (d->f->ck->no_memory) return false;
    if (at == d->r->count) return d->test(d->context);
    struct assumptions_mark mark = assumptions_mark(d->f);
    assumptions_know_cell(d->f, d->r->points[at].cell);
    bool good = decide_same(d, at) && decide_apart(d, at, 0);
    assumptions_rewind(d->f, mark);
    return good;
}

bool rebuilt_decide(struct assumptions *f, struct rebuilt *r, bool (*test)(void *context), void *context)
{
    struct deciding d = {f, r, test, context};
    struct assumptions_mark mark = assumptions_mark(f);
    r->none = false;
    for (int dim = 0; dim < r->dims; dim++) compare(&d, r->high[dim], r->low[dim], 0);
    bool good = assumptions_contradictory(f) || decide_from(&d, 0);
    assumptions_rewind(f, mark);
    r->none = true;
    for (int dim = 0; dim < r->dims && good; dim++) {
        compare(&d, r->low[dim], r->high[dim], -1);
        good = assumptions_contradictory(f) || test(context);
        assumptions_rewind(f, mark);
    }
    return good;
}

/* ---- the other cells */

void rebuilt_elsewhere(struct assumptions *f, const struct rebuilt *r)
{
    for (int dim = 0; dim < r->dims; dim++) {
        const struct linear_form *v = linear_variable(&f->work, assumptions_local_var(r->slot[dim]));
        assumptions_difference(f, v, assumptions_form(f, r->low[dim]), 0);
        assumptions_difference(f, assumptions_form(f, r->high[dim]), v, 0);
    }
    if (r->condition) assumptions_assume(f, r->condition, true);
    for (size_t i = 0; i < r->count; i++) {
        if (r->points[i].fate == POINT_OUTSIDE || r->points[i].fate == POINT_SAME) continue;
        struct alternative *alt = assumptions_split(f, 2 * (size_t)r->dims);
        for (int dim = 0; alt && dim < r->dims; dim++) {
            const struct linear_form *v = linear_variable(&f->work, assumptions_local_var(r->slot[dim]));
            const struct linear_form *d = linear_sum(&f->work, v, 1, assumptions_form(f, r->points[i].value[dim]), -1);
            for (int sign = 0; sign < 2; sign++)
                alt[2 * dim + sign] = (struct alternative){
                    .items = {{.constraint = {linear_scale(&f->work, d, sign ? 1 : -1, -1), false}}}, .count = 1};
        }
    }
}
