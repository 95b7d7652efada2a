/* SPDX-License-Identifier: MIT */
/* Rows as forms of the prover, and back. */
#include "proof/nested/private.h"

enum { FACTOR_MOST = 1 << 12, CONSTANT_MOST = 1 << 30, STEPS = 4000 };

struct linear_constraint nested_constraint(struct nested_finder *f, const struct nested_row *row)
{
    struct linear_work *w = &f->work;
    const struct linear_form *form = linear_constant(w, row->form.constant);
    for (size_t i = 0; i < f->fields; i++)
        if (row->form.of[i]) form = linear_sum(w, form, 1, linear_variable(w, (int)i), row->form.of[i]);
    if (row->t) form = linear_sum(w, form, 1, linear_variable(w, (int)f->fields), row->t);
    return (struct linear_constraint){form, row->equality};
}

bool nested_implied(struct nested_finder *f, const struct nested_row *rows, size_t count, const struct nested_row *what)
{
    size_t all = f->known_count + count;
    struct arena_mark mark = arena_mark(&f->scratch);
    struct linear_constraint *items = arena_array(&f->scratch, all + 1, sizeof *items);
    f->work.steps = STEPS;
    f->work.gave_up = false;
    bool fits = items != NULL;
    for (size_t i = 0; fits && i < all; i++) {
        items[i] = nested_constraint(f, i < count ? &rows[i] : &f->known[i - count]);
        fits = items[i].form;
    }
    struct linear_constraint goal = nested_constraint(f, what);
    bool implied = fits && goal.form && linear_implies(&f->work, items, all, goal);
    f->no_memory |= f->work.no_memory || !items;
    arena_rewind(&f->scratch, mark);
    return implied;
}

bool nested_row_of(struct nested_finder *f, const struct linear_form *form, const int *vars, struct nested_row *out)
{
    *out = (struct nested_row){.form.constant = form->constant};
    if (form->constant >= CONSTANT_MOST || form->constant <= -CONSTANT_MOST) return false;
    for (uint32_t k = 0; k < form->count; k++) {
        size_t i = 0;
        int64_t factor = form->terms[k].factor;
        while (i <= f->fields && vars[i] != form->terms[k].var) i++;
        if (i > f->fields || factor >= FACTOR_MOST || factor <= -FACTOR_MOST) return false;
        *(i < f->fields ? &out->form.of[i] : &out->t) = factor;
    }
    return true;
}
