/* SPDX-License-Identifier: MIT */
/* A piece is read as it is: its constraints over the heap, the result and terms become bounds of the result. */
#include "proof/windows/windows.h"
#include <string.h>
#include "base/numbers.h"
#include "model/builtins.h"
#include "proof/normal/may_fail.h"
#include "proof/windows/private.h"

bool heap_windows_refuse(struct windows_finder *f, const char *reason)
{
    if (!f->out->reason) f->out->reason = reason;
    return false;
}

/* ---- forms and terms --------------------------------------------------------------------------------------------- */
static bool same_form(const struct heap_window_form *a, const struct heap_window_form *b)
{
    return !memcmp(a, b, sizeof *a);
}

struct heap_window_form heap_windows_negative(struct heap_window_form f)
{
    f.constant = -f.constant;
    f.n = -f.n;
    for (size_t i = 0; i < WINDOWS_TERMS; i++) f.of[i] = -f.of[i];
    return f;
}

bool heap_windows_term(struct windows_finder *f, struct heap_window_term term, struct heap_window_form *out)
{
    struct heap_windows *w = f->out;
    size_t i = 0;
    *out = term.of;
    if (term.divisor == 1) return true;
    while (i < w->term_count && memcmp(&w->terms[i], &term, sizeof term) != 0) i++;
    if (i == WINDOWS_TERMS) return heap_windows_refuse(f, "its ends need too many numbers");
    if (i == w->term_count) w->terms[w->term_count++] = term;
    *out = (struct heap_window_form){0};
    out->of[i] = 1;
    return true;
}

/* floor(form / divisor) of forms over the heap alone, or a root. *open: it has the result in it. */
static bool read_term(struct windows_finder *f, const struct normal_term *t, struct heap_window_form *out, bool *open)
{
    struct windows_row row;
    bool root = t->kind == EXPR_CALL && t->data == BUILTIN_ISQRT, quotient = t->kind == NORMAL_FLOOR;
    if ((!root && !quotient) || t->count != 1 || !t->args[0].form)
        return heap_windows_refuse(f, "its ends are not quotients and roots");
    if (!heap_windows_row_of(f, t->args[0].form, &row)) return false;
    *open = row.r != 0 || row.inner_count > 0 || row.products;
    if (*open && (root || row.inner_count > 0)) return heap_windows_refuse(f, "a condition is not one on two ends");
    if (*open) return true;
    struct heap_window_term term = {.of = row.form, .divisor = root ? 0 : t->data, .power = {0, root ? 1 : 0, 0}};
    return heap_windows_term(f, term, out);
}

/* The floor of a form that has the result in it. */
static bool read_inner(struct windows_finder *f, const struct normal_term *t, int64_t factor, struct windows_row *row)
{
    struct windows_row of;
    if (row->inner_count == WINDOWS_INNER) return heap_windows_refuse(f, "a condition has too many remainders");
    if (!heap_windows_row_of(f, t->args[0].form, &of)) return false;
    struct windows_inner *x = &row->inner[row->inner_count++];
    *x = (struct windows_inner){of.form, of.r, t->data, factor, of.products, {{0}}};
    memcpy(x->product, of.product, sizeof x->product);
    return true;
}

/* factor * n^i * r^j */
static bool read_product(struct windows_finder *f, const struct normal_term *t, int64_t factor, struct windows_row *row)
{
    size_t i = 0, j = 0;
    for (size_t k = 0; k < t->count; k++) {
        const struct linear_form *a = t->args[k].form;
        bool variable = a && a->count == 1 && a->constant == 0 && a->terms[0].factor == 1;
        if (!variable || (a->terms[0].var != f->n && a->terms[0].var != f->r))
            return heap_windows_refuse(f, "a condition has a product that is no power");
        (a->terms[0].var == f->n ? i++ : j++);
    }
    if (i + j > 3) return heap_windows_refuse(f, "a condition has a power beyond the third");
    row->products = true;
    row->product[i][j] += factor;
    return true;
}

bool heap_windows_row_of(struct windows_finder *f, const struct linear_form *form, struct windows_row *row)
{
    *row = (struct windows_row){.form.constant = form->constant};
    if (number_magnitude(form->constant) > WINDOWS_NUMBER) return heap_windows_refuse(f, "its numbers are too large");
    for (uint32_t k = 0; k < form->count; k++) {
        int var = form->terms[k].var;
        int64_t factor = form->terms[k].factor;
        const struct normal_var *v = &f->space->vars[var];
        struct heap_window_form term = {0};
        bool open = false;
        if (number_magnitude(factor) > WINDOWS_NUMBER) return heap_windows_refuse(f, "its numbers are too large");
        if (var == f->n) {
            row->form.n += factor;
        } else if (var == f->r) {
            row->r += factor;
        } else if (v->kind != NORMAL_TERM) {
            return heap_windows_refuse(f, "an option depends on more than one number");
        } else if (v->term->kind == NORMAL_PRODUCT) {
            if (!read_product(f, v->term, factor, row)) return false;
        } else if (!read_term(f, v->term, &term, &open) || (open && !read_inner(f, v->term, factor, row))) {
            return false;
        }
        row->form.constant += factor * term.constant;
        row->form.n += factor * term.n;
        for (size_t i = 0; i < WINDOWS_TERMS; i++) row->form.of[i] += factor * term.of[i];
    }
    return true;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */
enum { ROOTS_MOST = 8 };
/* The items and, of each root in them, root <= x: its x is natural where the rule does not fail. */
static struct linear_conjunction with_roots(struct windows_finder *f, struct linear_conjunction all)
{
    struct linear_work *w = &f->space->work;
    struct linear_constraint *items = arena_array(f->space->arena, all.count + ROOTS_MOST, sizeof *items);
    size_t count = all.count, roots = 0;
    if (!items || !all.items) return (struct linear_conjunction){0};
    memcpy(items, all.items, all.count * sizeof *items);
    for (size_t v = 0; v < f->space->var_count && roots < ROOTS_MOST; v++) {
        const struct normal_term *t = f->space->vars[v].kind == NORMAL_TERM ? f->space->vars[v].term : NULL;
        if (!t || t->kind != EXPR_CALL || t->data != BUILTIN_ISQRT || !t->args[0].form) continue;
        bool occurs = false;
        for (size_t i = 0; i < all.count; i++) occurs |= linear_factor(all.items[i].form, (int)v) != 0;
        if (!occurs) continue;
        const struct linear_form *rest = linear_sum(w, t->args[0].form, 1, linear_variable(w, (int)v), -1);
        if (!rest) return (struct linear_conjunction){0};
        items[count++] = (struct linear_constraint){rest, false};
        roots++;
    }
    return (struct linear_conjunction){items, count};
}

/* What every option satisfies: 0 <= r < n, and the same of the second heap of a pair. */
static bool falls(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule,
                  const int64_t *taken)
{
    struct linear_work *w = &f->space->work;
    struct linear_conjunction parts[2] = {n->domain, rule}, all = with_roots(f, normal_axioms(f->space, parts, 2));
    const struct linear_form *heap = linear_variable(w, f->n), *r = linear_variable(w, f->r);
    const struct linear_form *rest = linear_sum(w, heap, 1, r, -1);
    const struct linear_form *needs[4] = {linear_scale(w, rest, 1, -1), r};
    if (taken) needs[2] = linear_scale(w, rest, 1, -*taken), needs[3] = linear_scale(w, r, 1, *taken - 1);
    for (size_t i = 0; i < (taken ? 4 : 2); i++) {
        if (!all.items || !needs[i]) return false;
        w->steps = WINDOWS_STEPS;
        if (!linear_implies(w, all.items, all.count, (struct linear_constraint){needs[i], false}))
            return heap_windows_refuse(f, "it is not seen that an option is a smaller heap");
    }
    return true;
}

/* The bounds that `falls` has proved. */
static bool bound_all(struct windows_finder *f, const int64_t *taken)
{
    static const struct heap_window_form none, before = {.constant = -1, .n = 1};
    if (!heap_windows_bound(f, &none, true) || !heap_windows_bound(f, &before, false)) return false;
    if (!taken) return true;
    const struct heap_window_form first = {.constant = 1 - *taken}, last = {.constant = -*taken, .n = 1};
    return heap_windows_bound(f, &first, true) && heap_windows_bound(f, &last, false);
}

/* Is it never more than one heap? Then the ends that are the same come first. */
static void order_ends(struct heap_window *v)
{
    v->one = false;
    for (size_t i = 0; i < v->high_count; i++)
        for (size_t k = 0; k < v->low_count; k++) {
            if (!same_form(&v->low[k], &v->high[i])) continue;
            struct heap_window_form other = v->low[0], upper = v->high[0];
            v->low[0] = v->low[k], v->low[k] = other;
            v->high[0] = v->high[i], v->high[i] = upper;
            v->one = v->high_count == 1;
        }
}

bool heap_windows_read(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule,
                       const int64_t *taken)
{
    if (f->out->count == WINDOWS_MOST) return heap_windows_refuse(f, "the rule has too many cases");
    if (!falls(f, n, rule, taken)) return false;
    f->window = &f->out->windows[f->out->count++];
    *f->window = (struct heap_window){.to = INT64_MAX, .pair = taken != NULL, .taken = taken ? *taken : 0};
    f->powers = false;
    f->remainder_count = 0;
    for (size_t i = 0; i < rule.count; i++)
        if (!heap_windows_constraint(f, rule.items[i])) return false;
    bool bounded = f->window->low_count && f->window->high_count && !f->powers &&
                   f->remainder_count == 0; /* else these need not follow from the other bounds */
    if (!bounded && !bound_all(f, taken)) return false;
    order_ends(f->window);
    return heap_windows_remainders(f);
}

static bool is_heap(const struct normal *n, const struct normal_component *c)
{
    return c->game == n->source.game && c->arg_count == 1 && c->args[0].kind == NORMAL_NUMBER;
}

static bool read_piece(struct windows_finder *f, const struct normal *n, size_t at)
{
    const struct normal_piece *piece = &n->pieces[at];
    const struct normal_component *c = piece->components;
    bool pair = piece->component_count == 2;
    if ((piece->component_count != 1 && !pair) || !is_heap(n, &c[0]) || (pair && !is_heap(n, &c[1])))
        return heap_windows_refuse(f, "an option is not one heap or two");
    if (!piece->exact) return heap_windows_refuse(f, "an option depends on more than one number");
    f->n = normal_var(f->space, NORMAL_FIELD, 0);
    f->r = normal_var(f->space, NORMAL_RESULT, c[0].args[0].first_var);
    f->s = pair ? normal_var(f->space, NORMAL_RESULT, c[1].args[0].first_var) : -1;
    if (f->n < 0 || f->r < 0 || (pair && f->s < 0)) return false;
    f->out->pairs |= pair;
    return pair ? heap_windows_pairs(f, n, at) : heap_windows_read(f, n, piece->rule, NULL);
}

static bool finish(struct windows_finder *f)
{
    struct heap_windows *w = f->out;
    w->near = true;
    for (size_t i = 0; i < w->count; i++) {
        bool near = false;
        for (size_t k = 0; k < w->windows[i].low_count && !w->windows[i].pair; k++) {
            struct heap_window_form form = w->windows[i].low[k];
            form.constant = 0;
            near |= same_form(&form, &(struct heap_window_form){.n = 1});
        }
        w->near &= near;
    }
    if (w->count == 0) return heap_windows_refuse(f, "it has no moves");
    heap_windows_residues(f);
    heap_windows_range(w);
    return true;
}

static bool find(struct windows_finder *f, const struct normal *n)
{
    if (!n->supported) return heap_windows_refuse(f, n->reason);
    for (size_t i = 0; i < n->piece_count; i++)
        if (!read_piece(f, n, i)) return false;
    return finish(f);
}

enum status heap_windows_find(const struct heap_windows_source *source, struct arena *arena, struct heap_windows *out)
{
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct normal_source rule = {.model = source->model, .game = source->game, .params = source->params};
    struct windows_finder f = {.space = &space, .out = out};
    struct normal *n;
    *out = (struct heap_windows){.cycle = 1};
    out->terms = arena_array(arena, WINDOWS_TERMS, sizeof *out->terms);
    out->windows = arena_array(arena, WINDOWS_MOST, sizeof *out->windows);
    if (!out->terms || !out->windows) return ST_NO_MEMORY;
    if (normal_may_fail(&rule)) return out->reason = "the rule may fail while it runs", ST_OK;
    enum status st = normal_build(&space, &rule, &n);
    if (st == ST_OK && !find(&f, n)) heap_windows_refuse(&f, "it is too involved");
    if (space.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&scratch);
    return st;
}
