/* SPDX-License-Identifier: MIT */
/* Conditions on what is taken, or on what is left, alone.
 *
 * By how much does a form rise when n and r both rise by 1? That is known where each of its terms rises by a known number: a quotient by d
 * of a form that rises by a multiple of d by as many d as that is, and any other function by nothing, if what it is given does not rise. A
 * form that does not rise is the same at n - r and 0 as at n and r, r >= 0, so it is read with n for n - r and 0 for r. A form that no n is
 * in is one over r. */
#include "base/numbers.h"
#include "proof/windows/private.h"

enum { DEPTH_MOST = 16 };

/* *rise: see above. False: it is not known. *heap: the heap is in it. */
static bool rises(const struct windows_finder *f, const struct linear_form *form, int depth, int64_t *rise, bool *heap)
{
    bool known = true;
    int64_t sum = 0;
    for (uint32_t k = 0; k < form->count; k++) {
        const struct normal_var *v = &f->space->vars[form->terms[k].var];
        const struct normal_term *t = v->kind == NORMAL_TERM ? v->term : NULL;
        bool number = form->terms[k].var == f->n || form->terms[k].var == f->r;
        int64_t by = number, factor = form->terms[k].factor;
        *heap |= form->terms[k].var == f->n || (!number && !t) || depth == DEPTH_MOST;
        known &= (number || t) && depth < DEPTH_MOST && number_magnitude(factor) <= WINDOWS_NUMBER;
        for (size_t i = 0; t && !number && i < t->count && depth < DEPTH_MOST; i++) {
            int64_t of = 0;
            bool is = t->args[i].form && rises(f, t->args[i].form, depth + 1, &of, heap);
            *heap |= !t->args[i].form;
            if (t->kind == NORMAL_FLOOR && is && of % t->data == 0) by = of / t->data;
            else known &= is && of == 0;
        }
        known = known && !__builtin_mul_overflow(by, factor, &by) && !__builtin_add_overflow(sum, by, &sum);
    }
    *rise = sum;
    return known;
}

bool heap_windows_is_pick(const struct windows_finder *f, const struct linear_form *form, bool *taken)
{
    bool linear = true;
    for (uint32_t k = 0; k < form->count; k++) linear &= form->terms[k].var == f->n || form->terms[k].var == f->r;
    int64_t rise;
    bool heap = false;
    *taken = rises(f, form, 0, &rise, &heap) && rise == 0 && heap;
    return !linear && (*taken || !heap);
}

bool heap_windows_pick(struct windows_finder *f, struct linear_constraint c, bool taken)
{
    struct heap_window *v = f->window;
    struct heap_windows *w = f->out, of_sets = {.terms = w->set_terms, .term_count = w->set_term_count};
    struct windows_finder g = {.space = f->space, .out = &of_sets, .r = -1};
    struct windows_row row;
    g.n = taken ? f->n : f->r;
    g.nought = taken ? f->r : f->n;
    bool is = heap_windows_row_of(&g, c.form, &row);
    w->set_term_count = of_sets.term_count;
    if (!is) return heap_windows_refuse(f, of_sets.reason);
    if (v->pick_count == WINDOWS_PICKS) return heap_windows_refuse(f, "a move has too many conditions");
    v->picks[v->pick_count++] = (struct heap_window_pick){row.form, taken, c.equality};
    return w->sets = true;
}

/* As it is with `2 * t <= n` beside n - 2 * t: 0 <= r < n and what is known of the terms in it leave no place where it does not hold. */
bool heap_windows_follows(struct windows_finder *f, struct linear_constraint c)
{
    struct linear_work *w = &f->space->work;
    bool taken, linear = true;
    for (uint32_t k = 0; k < c.form->count; k++) linear &= c.form->terms[k].var == f->n || c.form->terms[k].var == f->r;
    if (linear || c.equality || heap_windows_is_pick(f, c.form, &taken)) return false;
    const struct linear_form *r = linear_variable(w, f->r), *n = linear_variable(w, f->n);
    const struct linear_form *never = linear_constant(w, -1);
    const struct linear_form *above = r && n ? linear_sum(w, n, 1, r, -1) : NULL;
    struct linear_constraint items[3] = {
        {r, false}, {above ? linear_scale(w, above, 1, -1) : NULL, false}, {linear_scale(w, c.form, -1, -1), false}};
    if (!never || !items[0].form || !items[1].form || !items[2].form) return false;
    struct linear_conjunction part = {items, 3}, all = normal_axioms(f->space, &part, 1);
    w->steps = WINDOWS_STEPS;
    return all.items && linear_implies(w, all.items, all.count, (struct linear_constraint){never, false});
}
