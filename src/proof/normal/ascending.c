/* SPDX-License-Identifier: MIT */
/* "Every cell is greater than the one before" is written increasing(p), or as a fold over neighbours:
 *
 *     all(p[i] < p[i + 1] for i in 1..len(p) - 1)         increasing(p)
 *     all(p[i] > p[i - 1] for i in 1..len(p))             increasing(p) and (len(p) == 0 or p[1] > 0), as p[0] reads 0
 *
 * Whatever the body looks like, it is one constraint p[v + c + 1] - p[v + c] - 1 >= 0 on the fold's variable v. */
#include "proof/normal/axioms.h"
#include "proof/private.h"

/* The row and c; false if the form is a different one. */
static bool neighbours(const struct normal_space *space, const struct linear_form *f, int var, struct normal_value *row,
                       int64_t *c)
{
    const struct normal_term *read[2] = {NULL, NULL}; /* the greater one, the one before */
    if (f->count != 2 || f->constant != -1) return false;
    for (uint32_t i = 0; i < 2; i++) {
        int64_t k = f->terms[i].factor;
        if (k == 1 || k == -1) read[k < 0] = space->vars[f->terms[i].var].term;
    }
    if (!axioms_is_read(read[0]) || !axioms_is_read(read[1]) || read[0]->args[0].term != read[1]->args[0].term)
        return false;
    const struct linear_form *up = read[0]->args[1].form, *down = read[1]->args[1].form;
    *row = read[0]->args[0];
    *c = down->constant;
    return up->count == 1 && down->count == 1 && up->terms[0].var == var && down->terms[0].var == var &&
           up->terms[0].factor == 1 && down->terms[0].factor == 1 && up->constant - 1 == down->constant;
}

/* Is the form row's length + constant? */
static bool is_length(struct normal_builder *b, const struct linear_form *form, struct normal_value row,
                      int64_t constant)
{
    struct normal_term proto = {.kind = EXPR_CALL, .data = BUILTIN_LEN, .count = 1, .args = &row};
    const struct linear_form *len = terms_make(b->space, &proto, true).form;
    const struct linear_form *d = linear_sum(&b->space->work, form, 1, len, -1);
    int64_t rest;
    return expr_check(b, d) && linear_is_constant(d, &rest) && rest == constant;
}

/* The row's first cell. */
static const struct linear_form *first_cell(struct normal_builder *b, struct normal_value row)
{
    struct normal_value args[2] = {row, terms_of_form(linear_constant(&b->space->work, 1))};
    struct normal_term proto = {.kind = EXPR_INDEX, .count = 2, .args = args};
    return terms_make(b->space, &proto, true).form;
}

static struct normal_union truth(struct normal_builder *b, struct normal_value row, bool want)
{
    struct normal_term proto = {.kind = EXPR_CALL, .data = BUILTIN_INCREASING, .truth = true, .count = 1, .args = &row};
    const struct linear_form *t = terms_make(b->space, &proto, true).form;
    if (!expr_check(b, t)) return union_none();
    return union_one(b, want ? linear_scale(&b->space->work, t, 1, -1) : linear_scale(&b->space->work, t, -1, 0),
                     false);
}

/* len <= 0 or the first cell >= 1; or the negation of that. */
static struct normal_union positive(struct normal_builder *b, struct normal_value row, bool want)
{
    struct linear_work *w = &b->space->work;
    struct normal_term proto = {.kind = EXPR_CALL, .data = BUILTIN_LEN, .count = 1, .args = &row};
    const struct linear_form *len = terms_make(b->space, &proto, true).form, *cell = first_cell(b, row);
    if (!expr_check(b, len) || !expr_check(b, cell)) return union_none();
    if (want)
        return union_or(b, union_one(b, linear_scale(w, len, -1, 0), false),
                        union_one(b, linear_scale(w, cell, 1, -1), false));
    return union_and(b, union_one(b, linear_scale(w, len, 1, -1), false),
                     union_one(b, linear_scale(w, cell, -1, 0), false));
}

/* The body as one constraint on the variable; NULL if it is not one. */
static const struct linear_form *body_form(struct normal_builder *b, const struct expr *e, int *var,
                                           const struct normal_binding *scope)
{
    *var = normal_var(b->space, NORMAL_BOUND, b->level);
    const struct linear_form *v = linear_variable(&b->space->work, *var);
    if (!expr_check(b, v)) return NULL;
    b->level++;
    struct normal_union body = expr_union(b, e->kids[0], true, expr_bind(b, scope, e->gens[0].slot, v, NULL, NULL));
    b->level--;
    if (b->failed && b->too_many && !b->space->work.no_memory) { /* too large to split: treated like any other fold */
        b->failed = b->too_many = false;
        b->reason = NULL;
        return NULL;
    }
    bool single = !b->failed && body.count == 1 && body.items[0].count == 1 && !body.items[0].items[0].equality;
    return single ? body.items[0].items[0].form : NULL;
}

bool rises_union(struct normal_builder *b, const struct expr *e, bool want, const struct normal_binding *scope,
                 struct normal_union *out)
{
    struct normal_value row;
    int64_t c, low;
    int var;
    if (e->kind != EXPR_FOLD || e->index != FOLD_ALL || e->gen_count != 1 || e->count < 1 || !e->kids[0]) return false;
    if ((e->count > 1 && e->kids[1]) || e->gens[0].domain.kind != DOMAIN_RANGE || !e->gens[0].domain.high) return false;
    const struct linear_form *form = body_form(b, e, &var, scope);
    if (!form || !neighbours(b->space, form, var, &row, &c)) return false;
    const struct linear_form *from = expr_value(b, e->gens[0].domain.low, scope).form;
    const struct linear_form *to = expr_value(b, e->gens[0].domain.high, scope).form;
    if (b->failed || !linear_is_constant(from, &low) || c > 1 || c < -1 || !is_length(b, to, row, -1 - c)) return false;
    if (low + c != 0 && low + c != 1) return false;
    *out = truth(b, row, want);
    if (low + c == 0)
        *out = want ? union_and(b, *out, positive(b, row, true)) : union_or(b, *out, positive(b, row, false));
    return true;
}
