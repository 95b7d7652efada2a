/* SPDX-License-Identifier: MIT */
/* One set of isl: the sum of the fields, the fields, the other variables; isl_set_lexmin of what is wanted. */
#include "proof/relation/least.h"
#include <isl/mat.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include "proof/relation/heap.h"

enum { OPERATIONS = 20000 };

struct least {
    const struct linear_constraint *items;
    size_t count, fields, shown;
    int *vars; /* ascending; the fields are the first ones, whether they occur or not */
    size_t var_count;
    int64_t *values;
    bool found, fits;
};

static size_t place_of(const struct least *q, int var)
{
    size_t low = 0, high = q->var_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (q->vars[middle] < var) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void add_var(struct least *q, int var)
{
    size_t at = place_of(q, var);
    if (at < q->var_count && q->vars[at] == var) return;
    for (size_t i = q->var_count++; i > at; i--) q->vars[i] = q->vars[i - 1];
    q->vars[at] = var;
}

static void put(isl_mat **mat, isl_ctx *ctx, int row, size_t column, int64_t value)
{
    *mat = isl_mat_set_element_val(*mat, row, (int)column, isl_val_int_from_si(ctx, value));
}

/* Columns: the constant, the sum, the variables. */
static __isl_give isl_set *set_of(const struct least *q, isl_ctx *ctx)
{
    int equalities = 1, rows[2] = {0, 1}, width = (int)q->var_count + 2;
    for (size_t i = 0; i < q->count; i++) equalities += q->items[i].equality;
    isl_mat *mats[2] = {isl_mat_alloc(ctx, (unsigned)((int)q->count + 1 - equalities), (unsigned)width),
                        isl_mat_alloc(ctx, (unsigned)equalities, (unsigned)width)};
    for (int m = 0; m < 2; m++)
        for (isl_size k = 0; k < isl_mat_rows(mats[m]) * width; k++)
            mats[m] = isl_mat_set_element_si(mats[m], k / width, k % width, 0);
    put(&mats[1], ctx, 0, 1, -1);
    for (size_t f = 0; f < q->fields; f++) put(&mats[1], ctx, 0, 2 + f, 1);
    for (size_t i = 0; i < q->count; i++) {
        const struct linear_form *form = q->items[i].form;
        int m = q->items[i].equality, row = rows[m]++;
        put(&mats[m], ctx, row, 0, form->constant);
        for (uint32_t k = 0; k < form->count; k++)
            put(&mats[m], ctx, row, 2 + place_of(q, form->terms[k].var), form->terms[k].factor);
    }
    isl_space *space = isl_space_set_alloc(ctx, 0, (unsigned)(q->var_count + 1));
    return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(space, mats[1], mats[0], isl_dim_cst,
                                                                         isl_dim_set, isl_dim_div, isl_dim_param));
}

static void ask(isl_ctx *ctx, void *context)
{
    struct least *q = context;
    isl_set *set = set_of(q, ctx);
    set = isl_set_project_out(set, isl_dim_set, (unsigned)(1 + q->shown), (unsigned)(q->var_count - q->shown));
    isl_point *point = isl_set_sample_point(isl_set_lexmin(set));
    q->found = isl_point_is_void(point) == isl_bool_false;
    for (size_t i = 0; q->found && i < q->shown; i++) {
        isl_val *v = isl_point_get_coordinate_val(point, isl_dim_set, (int)i + 1);
        q->fits = q->fits && isl_val_cmp_si(v, INT64_MAX / 4) < 0 && isl_val_cmp_si(v, -(INT64_MAX / 4)) > 0;
        if (q->fits) q->values[i] = isl_val_get_num_si(v);
        isl_val_free(v);
    }
    isl_point_free(point);
}

enum status least_point(const struct linear_constraint *items, size_t count, int fields, int wanted,
                        struct arena *arena, struct linear_witness *witness, bool *found)
{
    struct least q = {.items = items, .count = count, .fields = (size_t)fields, .fits = true};
    size_t most = (size_t)fields;
    *found = false;
    for (size_t i = 0; i < count; i++) most += items[i].form->count;
    q.vars = arena_array(arena, most + 1, sizeof *q.vars);
    q.values = arena_array(arena, most + 1, sizeof *q.values);
    if (!q.vars || !q.values) return ST_NO_MEMORY;
    for (int f = 0; f < fields; f++) add_var(&q, f);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < items[i].form->count; k++) add_var(&q, items[i].form->terms[k].var);
    q.shown = place_of(&q, wanted);
    enum status st = heap_run(OPERATIONS, ask, &q);
    if (st == ST_OK && !q.fits) st = ST_UNSUPPORTED;
    *found = st == ST_OK && q.found;
    *witness = (struct linear_witness){q.vars, q.values, q.shown};
    return st;
}
