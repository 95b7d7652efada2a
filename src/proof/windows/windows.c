/* SPDX-License-Identifier: MIT */
/* A piece is read as it is: its constraints over the heap, the result and terms become bounds of the result. */
#include "proof/windows/windows.h"
#include <string.h>
#include "base/numbers.h"
#include "model/builtins.h"
#include "model/sets.h"
#include "proof/normal/may_fail.h"
#include "proof/windows/private.h"

#define UNSEEN "it is not seen that an option is a smaller heap"
#define OTHER_ENDS "its ends are neither quotients and roots nor numbers of the heap alone"

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

static enum window_call call_of(const struct normal_term *t)
{
    if (t->kind == EXPR_CALL && builtin_takes((enum builtin)t->data, t->count)) return WINDOW_BUILTIN;
    if (t->kind == NORMAL_PRODUCT) return WINDOW_PRODUCT;
    if (t->kind == EXPR_DIV || t->kind == EXPR_MOD) return WINDOW_OPERATION;
    return t->kind == EXPR_IN && t->owner == 0 && named_set((enum domain_kind)t->data) ? WINDOW_MEMBER : WINDOW_NO_CALL;
}

int64_t windows_limit(const struct heap_window_term *t)
{
    const struct builtin_info *info = t->call == WINDOW_BUILTIN ? builtin_info((enum builtin)t->data) : NULL;
    if (t->call == WINDOW_MEMBER || (info && info->result[0] == 'b')) return 1;
    if (info && info->most > 0) return info->most;
    return info && t->data == BUILTIN_POPCOUNT ? 64 : WINDOWS_COMPUTED;
}

/* Any other function of the heap alone. */
static bool read_call(struct windows_finder *f, const struct normal_term *t, struct heap_window_form *out)
{
    struct heap_window_term term = {.call = call_of(t), .data = t->data, .more = t->count - 1};
    if (term.call == WINDOW_OPERATION) term.data = t->kind;
    if (term.call == WINDOW_NO_CALL || t->count < 1 || t->count > WINDOWS_ARGUMENTS)
        return heap_windows_refuse(f, OTHER_ENDS);
    for (size_t i = 0; i < t->count; i++) {
        struct windows_row row;
        if (!t->args[i].form) return heap_windows_refuse(f, OTHER_ENDS);
        if (!heap_windows_row_of(f, t->args[i].form, &row)) return false;
        if (row.r != 0 || row.inner_count > 0 || row.products) return heap_windows_refuse(f, OTHER_ENDS);
        *(i ? &term.with[i - 1] : &term.of) = row.form;
    }
    return heap_windows_term(f, term, out);
}

/* floor(form / divisor) of forms over the heap alone, a root, or a call. *open: it has the result in it. */
static bool read_term(struct windows_finder *f, const struct normal_term *t, struct heap_window_form *out, bool *open)
{
    struct windows_row row;
    bool root = t->kind == EXPR_CALL && t->data == BUILTIN_ISQRT, quotient = t->kind == NORMAL_FLOOR;
    if (!root && !quotient) return read_call(f, t, out);
    if (t->count != 1 || !t->args[0].form) return heap_windows_refuse(f, OTHER_ENDS);
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

/* Does the product have other terms in it than powers of the heap and the result, or is it one of a set? */
static bool has_terms(const struct windows_finder *f, const struct normal_term *t)
{
    bool has = f->nought >= 0;
    for (size_t k = 0; k < t->count; k++) {
        const struct linear_form *a = t->args[k].form;
        has |= a && a->count == 1 && a->terms[0].var != f->n && a->terms[0].var != f->r;
    }
    return has;
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
        if (var == f->nought) continue;
        if (var == f->n) {
            row->form.n += factor;
        } else if (var == f->r) {
            row->r += factor;
        } else if (v->kind != NORMAL_TERM) {
            return heap_windows_refuse(f, "an option depends on more than one number");
        } else if (v->term->kind == NORMAL_PRODUCT && !has_terms(f, v->term)) {
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

/* heap >= 0 and heap < n: what every option satisfies, and all heaps of a sum. NULL: memory is out. */
static const struct linear_form *within(struct windows_finder *f, const struct linear_form *heap, bool low)
{
    struct linear_work *w = &f->space->work;
    const struct linear_form *rest = heap ? linear_sum(w, linear_variable(w, f->n), 1, heap, -1) : NULL;
    return low || !rest ? heap : linear_scale(w, rest, 1, -1);
}

static bool falls(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule, int heap)
{
    struct linear_work *w = &f->space->work;
    struct linear_conjunction parts[2] = {n->domain, rule}, all = with_roots(f, normal_axioms(f->space, parts, 2));
    for (int low = 0; low < 2; low++) {
        const struct linear_form *need = within(f, linear_variable(w, heap), low);
        if (!all.items || !need) return false;
        w->steps = WINDOWS_STEPS;
        if (!linear_implies(w, all.items, all.count, (struct linear_constraint){need, false})) return false;
    }
    return true;
}

bool heap_windows_falls(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule, int heap)
{
    return falls(f, n, rule, heap) || heap_windows_refuse(f, UNSEEN);
}

/* The bounds that heap_windows_falls has proved. */
static bool bound_by(struct windows_finder *f, const struct linear_form *heap)
{
    for (int low = 0; low < 2; low++) {
        const struct linear_form *bound = within(f, heap, low);
        if (!bound || (bound->count && !heap_windows_constraint(f, (struct linear_constraint){bound, false})))
            return false;
    }
    return true;
}

static bool bound_all(struct windows_finder *f, const struct linear_form *const *others, size_t other_count)
{
    bool is = bound_by(f, linear_variable(&f->space->work, f->r));
    for (size_t i = 0; is && i < other_count; i++) is = bound_by(f, others[i]);
    return is;
}

static bool read_other(struct windows_finder *f, const struct linear_form *form)
{
    struct heap_window_other *o = &f->window->others[f->window->other_count++];
    struct windows_row row;
    if (!heap_windows_row_of(f, form, &row)) return false;
    if (row.inner_count > 0 || row.products || row.r > WINDOWS_SLOPE || row.r < -WINDOWS_SLOPE)
        return heap_windows_refuse(f, "the heaps of a sum are no multiples of one of them and numbers of the heap");
    *o = (struct heap_window_other){row.form, row.r};
    return true;
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

/* Room for one window more: for 1, 2, 4, .. of them. */
static bool make_window(struct windows_finder *f)
{
    struct heap_windows *w = f->out;
    if (w->count & (w->count - 1)) return true;
    struct heap_window *all = arena_array(f->arena, w->count ? 2 * w->count : 1, sizeof *all);
    if (!all) return f->space->work.no_memory = true, false;
    if (w->count) memcpy(all, w->windows, w->count * sizeof *all);
    w->windows = all;
    return true;
}

bool heap_windows_read(struct windows_finder *f, struct linear_conjunction rule,
                       const struct linear_form *const *others, size_t other_count, bool sure)
{
    if (f->out->count == WINDOWS_MOST) return heap_windows_refuse(f, "the rule has too many cases");
    if (!make_window(f)) return false;
    f->window = &f->out->windows[f->out->count++];
    *f->window = (struct heap_window){.to = INT64_MAX, .sure = sure};
    f->powers = false;
    f->remainder_count = 0;
    for (size_t i = 0; i < other_count; i++)
        if (!read_other(f, others[i])) return false;
    for (size_t i = 0; i < rule.count; i++) {
        bool follows = f->with_sets && sure && heap_windows_follows(f, rule.items[i]);
        f->powers |= follows; /* from bounds that must be there then */
        if (!follows && !heap_windows_constraint(f, rule.items[i])) return false;
    }
    bool bounded = f->window->low_count && f->window->high_count && !f->powers && f->remainder_count == 0 &&
                   f->window->pick_count == 0; /* else these need not follow from the other bounds */
    if (!bounded && !sure) return heap_windows_refuse(f, UNSEEN);
    if (!bounded && !bound_all(f, others, other_count)) return false;
    order_ends(f->window);
    return heap_windows_remainders(f);
}

static bool leaves_heaps(const struct normal *n, const struct normal_piece *piece)
{
    bool heaps = piece->component_count >= 1 && piece->component_count <= WINDOWS_HEAPS;
    for (size_t i = 0; heaps && i < piece->component_count; i++) {
        const struct normal_component *c = &piece->components[i];
        heaps = c->game == n->source.game && c->arg_count == 1 && c->args[0].kind == NORMAL_NUMBER;
    }
    return heaps;
}

static bool read_piece(struct windows_finder *f, const struct normal *n, size_t at)
{
    const struct normal_piece *piece = &n->pieces[at];
    if (!piece->exact) return heap_windows_refuse(f, "an option depends on more than one number");
    f->n = normal_var(f->space, NORMAL_FIELD, 0);
    f->r = normal_var(f->space, NORMAL_RESULT, piece->components[0].args[0].first_var);
    if (f->n < 0 || f->r < 0) return false;
    if (piece->component_count == 1) return heap_windows_read(f, piece->rule, NULL, 0, falls(f, n, piece->rule, f->r));
    f->out->sums = true;
    return heap_windows_sums(f, n, at);
}

static bool finish(struct windows_finder *f)
{
    struct heap_windows *w = f->out;
    w->near = true;
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        bool near = false;
        for (size_t k = 0; k < v->low_count && !v->other_count; k++) {
            struct heap_window_form form = v->low[k];
            form.constant = 0;
            near |= same_form(&form, &(struct heap_window_form){.n = 1});
        }
        w->near &= near && v->from < WINDOWS_NEAR && (v->to == INT64_MAX || v->to < WINDOWS_NEAR);
    }
    if (w->count == 0) return heap_windows_refuse(f, "it has no moves");
    if (f->with_sets && (w->sums || w->cycle > 1))
        return heap_windows_refuse(f, "its sets have remainders or sums beside them");
    heap_windows_residues(f);
    heap_windows_range(w);
    return true;
}

/* Why the rule has no windows, as is seen before there is room for any. */
static const char *refused_early(const struct normal *n)
{
    if (!n->supported) return n->reason;
    for (size_t i = 0; i < n->piece_count; i++)
        if (!leaves_heaps(n, &n->pieces[i])) return "an option is not one heap, or two or three";
    return NULL;
}

static bool find(struct windows_finder *f, const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++)
        if (!read_piece(f, n, i)) return false;
    return finish(f);
}

static bool make_room(struct arena *arena, struct heap_windows *out)
{
    *out = (struct heap_windows){.cycle = 1};
    out->terms = arena_array(arena, WINDOWS_TERMS, sizeof *out->terms);
    out->set_terms = arena_array(arena, WINDOWS_TERMS, sizeof *out->set_terms);
    return out->terms && out->set_terms;
}

/* First without sets; if that refuses, with them. */
static enum status find_in(struct normal_space *space, const struct normal *n, struct arena *arena,
                           struct heap_windows *out)
{
    for (int sets = 0; sets < 2 && (sets == 0 || out->reason); sets++) {
        struct heap_windows plain = *out;
        struct windows_remainders remainders;
        struct windows_finder f = {
            .space = space, .arena = arena, .remainders = &remainders, .out = out, .nought = -1, .with_sets = sets};
        if (!make_room(arena, out)) return ST_NO_MEMORY;
        if (!find(&f, n)) heap_windows_refuse(&f, "it is too involved");
        if (sets && (out->reason || !out->sets)) *out = plain; /* what it says without sets */
    }
    return ST_OK;
}

enum status heap_windows_find(const struct heap_windows_source *source, struct arena *arena, struct heap_windows *out)
{
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct normal_source rule = {.model = source->model, .game = source->game, .params = source->params};
    struct normal *n;
    *out = (struct heap_windows){.cycle = 1};
    if (normal_may_fail(&rule)) return out->reason = "the rule may fail while it runs", ST_OK;
    enum status st = normal_build(&space, &rule, &n);
    if (st == ST_OK && !(out->reason = refused_early(n))) st = find_in(&space, n, arena, out);
    if (space.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&scratch);
    return st;
}
