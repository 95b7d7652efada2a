/* SPDX-License-Identifier: MIT */
/* What a condition on all elements says of some of them: of those at the ends of a range that is not empty, and of a cell that is
 * looked at,
 *
 *     all(s[j] == 1 for j in i..i + w - 1)          s[i] is 1, if w is at least 1; s[k] is 1, or k < i, or k > i + w - 1
 *     not any(x == 0 for x in s)                    s[k] is not 0, or k is no place
 *
 * Nothing else is concluded, so a proof never looks at more elements than the rule names. */
#include "check/progress/rebuilt.h"

enum { ALLS_MOST = 4 };

static const struct linear_form *minus(struct assumptions *f, const struct expr *a, const struct expr *b)
{
    return linear_sum(&f->work, assumptions_form(f, a), 1, assumptions_form(f, b), -1);
}

/* What is said where the variables have these values, which are in range; NULL: nothing is known. */
static struct expr *said(struct assumptions *f, const struct rebuilt *r, struct expr *const *value, bool truth)
{
    struct expr *body = rebuilt_at(f, r, value, r->body);
    if (!body || !r->condition) return body;
    struct expr *condition = rebuilt_at(f, r, value, r->condition);
    if (condition && assumptions_certain(f, condition, true)) return body;
    if (truth && condition) condition = made_expr(f, EXPR_NOT, TYPE_BOOL, 0, &condition, 1);
    return condition ? made_expr(f, truth ? EXPR_OR : EXPR_AND, TYPE_BOOL, 0, (struct expr *[]){condition, body}, 2)
                     : NULL;
}

/* Of "a and b" that is false, and "a or b" that is true, what is left where one of them is known. */
static const struct expr *left_over(struct assumptions *f, const struct expr *e, bool truth)
{
    while (e->kind == (truth ? EXPR_OR : EXPR_AND)) {
        int known = 0;
        while (known < 2 && !assumptions_certain(f, e->kids[known], !truth)) known++;
        if (known == 2) return e;
        e = e->kids[1 - known];
    }
    return e;
}

static void know(struct assumptions *f, const struct expr *body, bool truth)
{
    if (!body) return;
    body = left_over(f, body, truth);
    assumptions_assume(f, body, truth);
    assumptions_witness(f, body, truth);
}

/* Is it left open whether anything is said? Of the corners of a board that is not worth the cases. */
static bool is_left_open(const struct expr *body, bool truth)
{
    return body && body->kind == (truth ? EXPR_OR : EXPR_AND);
}

void assumptions_universal(struct assumptions *f, const struct expr *fold, bool truth)
{
    struct rebuilt r;
    struct fact_all fact = {fold, truth};
    if (f->alls.count == ALLS_MOST || !rebuilt_open_fold(f, fold, &r)) return;
    if (!vec_push(&f->alls, fact)) f->ck->no_memory = true;
    for (int d = 0; d < r.dims; d++)
        if (!assumptions_prove(f, minus(f, r.high[d], r.low[d]), 0)) return;
    for (int end = 0; end < 1 << r.dims; end++) {
        struct expr *value[2];
        for (int d = 0; d < r.dims; d++) value[d] = end >> d & 1 ? r.high[d] : r.low[d];
        struct expr *body = said(f, &r, value, truth);
        if (r.dims == 1 || !r.condition || !is_left_open(body, truth)) know(f, body, truth);
    }
}

static void below(struct assumptions *f, struct alternative *alt, const struct expr *a, const struct expr *b)
{
    const struct linear_form *form = linear_scale(&f->work, minus(f, b, a), 1, -1);
    *alt = (struct alternative){.items = {{.constraint = {form, false}}}, .count = 1};
}

/* The values are in range, and it is said of them, or one of them is not. */
static void know_at(struct assumptions *f, const struct rebuilt *r, struct expr *const *value, bool truth)
{
    struct expr *body = said(f, r, value, truth);
    bool inside = body != NULL;
    for (int d = 0; inside && d < r->dims; d++)
        inside = assumptions_prove(f, minus(f, value[d], r->low[d]), 0) &&
                 assumptions_prove(f, minus(f, r->high[d], value[d]), 0);
    if (inside) know(f, body, truth);
    struct alternative *alt = inside || !body ? NULL : assumptions_split(f, 1 + 2 * (size_t)r->dims);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.condition = body, .truth = truth}}, .count = 1};
    for (int d = 0; d < r->dims; d++) {
        below(f, &alt[1 + 2 * d], value[d], r->low[d]);
        below(f, &alt[2 + 2 * d], r->high[d], value[d]);
    }
}

void assumptions_know_cell(struct assumptions *f, const struct expr *cell)
{
    for (size_t i = 0, count = f->alls.count; i < count && !f->ck->no_memory; i++) {
        struct rebuilt r;
        bool truth = f->alls.data[i].truth;
        struct expr *value[2];
        if (rebuilt_open_fold(f, f->alls.data[i].fold, &r) && rebuilt_values(f, &r, cell, value))
            know_at(f, &r, value, truth);
    }
}
