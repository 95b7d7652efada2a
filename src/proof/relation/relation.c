/* SPDX-License-Identifier: MIT */
/* One matrix a conjunction: columns are the constant, the dimensions, what is quantified. */
#include <isl/mat.h>
#include <isl/space.h>
#include <isl/val.h>
#include "proof/private.h"
#include "proof/normal/axioms.h"
#include "proof/relation/relation.h"

static bool is_floor(const struct normal_var *v) { return v->kind == NORMAL_TERM && v->term->kind == NORMAL_FLOOR; }
/* Does a conjunction quantify it? */
static bool is_inner(const struct normal_var *v)
{
    return is_floor(v) || v->kind == NORMAL_GEN || v->kind == NORMAL_OTHER;
}

/* ---- which variables occur --------------------------------------------------------------------------------------- */
/* Marks the variables of a form and of the floors in it; false: a term that mentions a generator. */
static bool mark(const struct relation *r, const struct linear_form *form, bool *seen)
{
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        const struct normal_var *v = &r->space->vars[var];
        if (seen[var]) continue;
        seen[var] = true;
        if (is_floor(v) && !mark(r, v->term->args[0].form, seen)) return false;
        if (v->kind != NORMAL_TERM || is_floor(v)) continue;
        if (terms_hold(r->space, v->term, NORMAL_GEN) || terms_hold(r->space, v->term, NORMAL_OTHER)) return false;
    }
    return true;
}

static bool *marks(const struct relation *r, const struct linear_conjunction *all, size_t count, bool *fine)
{
    bool *seen = arena_array(r->arena, r->space->var_count + 1, sizeof *seen);
    if (!seen) return r->space->work.no_memory = true, NULL;
    *fine = true;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < all[i].count; k++) *fine = *fine && mark(r, all[i].items[k].form, seen);
    return seen;
}

/* Appends the variables of this kind that were seen, by their index. */
static size_t place(struct relation *r, const bool *seen, enum normal_var_kind kind, size_t at)
{
    size_t from = at;
    for (size_t v = 0; v < r->space->var_count; v++) {
        const struct normal_var *var = &r->space->vars[v];
        if (!seen[v] || var->kind != kind || is_inner(var)) continue;
        size_t to = at++;
        for (; to > from && kind != NORMAL_TERM && r->space->vars[r->vars[to - 1]].index > var->index; to--)
            r->vars[to] = r->vars[to - 1];
        r->vars[to] = (int)v;
    }
    return at;
}

bool relation_open(struct relation *r, struct isl_ctx *ctx, struct normal_space *space, struct arena *arena,
                   const struct linear_conjunction *all, size_t count)
{
    static const enum normal_var_kind kinds[] = {NORMAL_FIELD, NORMAL_MOVER, NORMAL_PARAM, NORMAL_RESULT};
    bool fine = false;
    *r = (struct relation){.ctx = ctx, .space = space, .arena = arena};
    bool *seen = marks(r, all, count, &fine);
    r->vars = arena_array(arena, space->var_count + 1, sizeof *r->vars);
    r->column = arena_array(arena, space->var_count + 1, sizeof *r->column);
    if (!seen || !r->vars || !r->column) return space->work.no_memory = true, false;
    for (size_t v = 0; v < space->var_count; v++) {
        fine = fine && !(seen[v] && space->vars[v].kind == NORMAL_BOUND);
        r->column[v] = -1;
    }
    size_t at = r->terms = place(r, seen, NORMAL_TERM, 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) at = place(r, seen, kinds[k], at);
    r->dims = at;
    for (size_t i = 0; i < at; i++) r->column[r->vars[i]] = (int)i;
    return fine;
}

/* ---- conjunctions ------------------------------------------------------------------------------------------------ */
struct matrix {
    const struct relation *r;
    isl_mat *mat;
    const int *inner; /* per variable: its place among the quantified ones */
    int row;
};

static void put(struct matrix *m, int column, int64_t value)
{
    m->mat = isl_mat_set_element_val(m->mat, m->row, column, isl_val_int_from_si(m->r->ctx, value));
}

/* factor * form + constant + own * var(own) as the next row; own < 0: none. */
static void put_row(struct matrix *m, const struct linear_form *form, int64_t factor, int64_t constant, int own,
                    int64_t own_factor)
{
    const struct relation *r = m->r;
    int width = (int)(1 + r->dims);
    put(m, 0, factor * form->constant + constant);
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        put(m, r->column[var] >= 0 ? 1 + r->column[var] : width + m->inner[var], factor * form->terms[i].factor);
    }
    if (own >= 0) put(m, width + m->inner[own], own_factor);
    m->row++;
}

/* Numbers beyond these bounds may not be negated, multiplied by 1 or -1 and added. */
static bool form_fits(const struct linear_form *f)
{
    const int64_t most = INT64_MAX / 4;
    bool fits = f->constant <= most && f->constant >= -most;
    for (uint32_t k = 0; k < f->count; k++) fits = fits && f->terms[k].factor <= most && f->terms[k].factor >= -most;
    return fits;
}

static bool fits(const struct relation *r, struct linear_conjunction c, const bool *seen)
{
    bool fine = true;
    for (size_t i = 0; i < c.count; i++) fine = fine && form_fits(c.items[i].form);
    for (size_t v = 0; v < r->space->var_count; v++)
        if (seen[v] && is_floor(&r->space->vars[v]))
            fine = fine && form_fits(r->space->vars[v].term->args[0].form) &&
                   r->space->vars[v].term->data <= INT64_MAX / 4;
    return fine;
}

static int count_kind(struct linear_conjunction c, bool equality)
{
    int count = 0;
    for (size_t i = 0; i < c.count; i++) count += c.items[i].equality == equality;
    return count;
}

__isl_give isl_set *relation_set(const struct relation *r, struct linear_conjunction c)
{
    bool fine = false;
    bool *seen = marks(r, &c, 1, &fine);
    int *inner = arena_array(r->arena, r->space->var_count + 1, sizeof *inner), count = 0, floors = 0;
    if (!seen || !inner) return r->space->work.no_memory = true, NULL;
    if (!fine || !fits(r, c, seen)) return NULL;
    for (size_t v = 0; v < r->space->var_count; v++) {
        if (!seen[v]) continue;
        if (!is_inner(&r->space->vars[v]) && r->column[v] < 0) return NULL;
        if (is_inner(&r->space->vars[v])) inner[v] = count++;
        floors += is_floor(&r->space->vars[v]);
    }
    int width = (int)(1 + r->dims) + count;
    struct matrix equal = {r, isl_mat_alloc(r->ctx, count_kind(c, true), width), inner, 0};
    struct matrix least = {r, isl_mat_alloc(r->ctx, count_kind(c, false) + 2 * floors, width), inner, 0};
    for (int i = 0; i < 2; i++) {
        struct matrix *m = i ? &least : &equal;
        for (isl_size k = 0; k < isl_mat_rows(m->mat) * width; k++)
            m->mat = isl_mat_set_element_si(m->mat, k / width, k % width, 0);
    }
    for (size_t i = 0; i < c.count; i++) put_row(c.items[i].equality ? &equal : &least, c.items[i].form, 1, 0, -1, 0);
    for (size_t v = 0; v < r->space->var_count; v++) {
        const struct normal_var *var = &r->space->vars[v];
        if (!seen[v] || !is_floor(var)) continue; /* 0 <= form - data * floor <= data - 1 */
        put_row(&least, var->term->args[0].form, 1, 0, (int)v, -var->term->data);
        put_row(&least, var->term->args[0].form, -1, var->term->data - 1, (int)v, var->term->data);
    }
    isl_space *space = isl_space_set_alloc(r->ctx, 0, (unsigned)r->dims);
    return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(space, equal.mat, least.mat, isl_dim_cst,
                                                                         isl_dim_set, isl_dim_div, isl_dim_param));
}

__isl_give isl_set *relation_union(const struct relation *r, const struct linear_conjunction *parts, size_t count)
{
    isl_set *all = isl_set_empty(isl_space_set_alloc(r->ctx, 0, (unsigned)r->dims));
    for (size_t i = 0; i < count; i++) all = isl_set_union(all, relation_set(r, parts[i]));
    return all;
}

/* ---- simpler sets ------------------------------------------------------------------------------------------------ */
/* isl 0.25 coalesces some sets with floors into others (found by mbt/differences), so what it makes of a set is compared with the
 * set, on the context. */
static __isl_give isl_set *checked(__isl_take isl_set *made, __isl_take isl_set *set, __isl_keep isl_set *context)
{
    isl_set *a = isl_set_intersect(isl_set_copy(made), isl_set_copy(context));
    isl_set *b = isl_set_intersect(isl_set_copy(set), isl_set_copy(context));
    bool equal = isl_set_is_equal(a, b) == isl_bool_true;
    isl_set_free(a);
    isl_set_free(b);
    isl_set_free(equal ? set : made);
    return equal ? made : set;
}

__isl_give isl_set *relation_simplified(__isl_take isl_set *set, __isl_keep isl_set *context)
{
    set = checked(isl_set_coalesce(isl_set_copy(set)), set, context);
    set = checked(isl_set_gist(isl_set_copy(set), isl_set_copy(context)), set, context);
    set = checked(isl_set_compute_divs(isl_set_copy(set)), set, context);
    return checked(isl_set_coalesce(isl_set_copy(set)), set, context);
}

/* ---- terms that may fail ----------------------------------------------------------------------------------------- */
/* A cell has a value wherever it is read, an xor only of natural numbers. */
static bool may_fail(const struct relation *r, size_t dim)
{
    return !axioms_is_read(r->space->vars[r->vars[dim]].term);
}

static __isl_give isl_set *without_failing(const struct relation *r, __isl_take isl_set *set)
{
    for (size_t d = 0; d < r->terms; d++)
        if (may_fail(r, d)) set = isl_set_eliminate(set, isl_dim_set, (unsigned)d, 1);
    return set;
}

__isl_give isl_set *relation_guarded(const struct relation *r, __isl_take isl_set *set, __isl_keep isl_set *context)
{
    bool any = false;
    set = relation_simplified(set, context);
    for (size_t d = 0; d < r->terms; d++) any = any || may_fail(r, d);
    if (!any) return set;
    isl_set *known = without_failing(r, isl_set_copy(context)), *all = relation_union(r, NULL, 0);
    isl_basic_set_list *list = isl_set_get_basic_set_list(set);
    isl_size count = isl_basic_set_list_n_basic_set(list);
    if (count < 0) all = isl_set_free(all);
    for (isl_size i = 0; i < count; i++) {
        isl_set *one = isl_set_from_basic_set(isl_basic_set_list_get_basic_set(list, i));
        isl_set *guard = isl_set_intersect(isl_set_copy(one), isl_set_copy(context));
        guard = relation_simplified(without_failing(r, guard), known);
        if (isl_set_n_basic_set(guard) == 1) one = isl_set_intersect(one, isl_set_copy(guard));
        isl_set_free(guard);
        all = isl_set_union(all, one);
    }
    isl_basic_set_list_free(list);
    isl_set_free(known);
    isl_set_free(set);
    return all;
}
