/* SPDX-License-Identifier: MIT */
/* Pieces of several heaps: all but one are put in as what they are of n and of the others, for each of a few numbers; what is left is a
 * window of that one. */
#include "base/numbers.h"
#include "proof/windows/private.h"

#define SUMS_NUMBER ((int64_t)1 << 20)

/* ---- putting in -------------------------------------------------------------------------------------------------- */
/* The constraints with other forms in the place of some variables, all at once. */
static bool put(struct windows_finder *f, struct linear_conjunction rule, const int *vars,
                const struct linear_form *const *by, size_t count, struct linear_conjunction *out)
{
    size_t room = 0;
    for (size_t i = 0; i < count; i++) room = (size_t)vars[i] + 1 > room ? (size_t)vars[i] + 1 : room;
    const struct linear_form **map = arena_array(f->space->arena, room, sizeof *map);
    if (!map) return false;
    for (size_t i = 0; i < room; i++) map[i] = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!by[i]) return false;
        map[vars[i]] = by[i];
    }
    return normal_replace_all(f->space, rule, map, room, out);
}

/* Without what no longer depends on anything; *empty: that cannot hold. */
static bool strip(struct windows_finder *f, struct linear_conjunction *rule, bool *empty)
{
    struct linear_constraint *items = arena_array(f->space->arena, rule->count + 1, sizeof *items);
    size_t count = 0;
    *empty = false;
    if (!items) return false;
    for (size_t i = 0; i < rule->count; i++) {
        struct linear_constraint c = rule->items[i];
        if (c.form->count) items[count++] = c;
        else *empty |= c.equality ? c.form->constant != 0 : c.form->constant < 0;
    }
    *rule = (struct linear_conjunction){items, count};
    return true;
}

/* ---- pieces that say the same ------------------------------------------------------------------------------------ */
static bool holds_of_all(struct windows_finder *f, const struct normal *n, struct linear_conjunction rule,
                         struct linear_conjunction what)
{
    struct linear_work *w = &f->space->work;
    struct linear_conjunction parts[2] = {n->domain, rule}, all = normal_axioms(f->space, parts, 2);
    bool holds = all.items != NULL;
    for (size_t i = 0; holds && i < what.count; i++) {
        w->steps = WINDOWS_STEPS;
        holds = linear_implies(w, all.items, all.count, what.items[i]);
    }
    return holds;
}

/* The variables of the heaps of a piece; false: there are not `count` of them, or it is not exact. */
static bool heaps_of(struct windows_finder *f, const struct normal *n, size_t piece, int *vars, size_t count)
{
    const struct normal_piece *p = &n->pieces[piece];
    bool are = p->component_count == count && p->exact;
    for (size_t i = 0; are && i < count; i++) {
        const struct normal_component *c = &p->components[i];
        are = c->game == n->source.game && c->arg_count == 1 && c->args[0].kind == NORMAL_NUMBER;
        vars[i] = are ? normal_var(f->space, NORMAL_RESULT, c->args[0].first_var) : -1;
        are &= vars[i] >= 0;
    }
    return are;
}

/* Has a piece that stays all pairs of this one, exchanged? Dropped pieces lie, as sets of sums, in one that was there when they were
 * dropped, which lies in another if it is dropped later: in the end, in one that stays. */
static bool has_mirror(struct windows_finder *f, const struct normal *n, size_t piece)
{
    struct linear_work *w = &f->space->work;
    struct linear_conjunction mirror;
    int vars[2], others[2];
    if (piece >= WINDOWS_PIECES || !heaps_of(f, n, piece, vars, 2)) return false;
    const struct linear_form *const by[2] = {linear_variable(w, vars[1]), linear_variable(w, vars[0])};
    if (!put(f, n->pieces[piece].rule, vars, by, 2, &mirror)) return false;
    for (size_t i = 0; i < n->piece_count && i < WINDOWS_PIECES; i++) {
        if (i == piece || f->dropped[i] || !heaps_of(f, n, i, others, 2)) continue;
        if (others[0] != vars[0] || others[1] != vars[1]) continue;
        if (holds_of_all(f, n, mirror, n->pieces[i].rule)) return true;
    }
    return false;
}

/* ---- one heap less ----------------------------------------------------------------------------------------------- */
struct summing {
    int vars[WINDOWS_HEAPS]; /* of the heaps that are left */
    size_t count;
    int gone[WINDOWS_OTHERS]; /* of those that are not, in the order in which they went */
    const struct linear_form
        *forms[WINDOWS_OTHERS]; /* and what each of them is of n and of those that were left then */
    size_t gone_count;
};
/* vars[heap] + rest lies between two numbers. */
struct between {
    size_t heap;
    const struct linear_form *rest; /* with constant 0 */
    int64_t low, high;
};

/* Is it a number of the heap alone, a quotient or a root of linear forms of it, so that nothing is hidden in it? */
static bool is_of_heap(const struct windows_finder *f, int var)
{
    if (var == f->n) return true;
    const struct normal_var *v = &f->space->vars[var];
    if (v->kind != NORMAL_TERM || v->term->count != 1 || !v->term->args[0].form) return false;
    const struct linear_form *of = v->term->args[0].form;
    for (uint32_t i = 0; i < of->count; i++)
        if (of->terms[i].var != f->n) return false;
    return true;
}

/* factor * (s + rest) + constant is the form, s the heap at hand; NULL: it is none such, or memory is out. */
static const struct linear_form *rest_of(struct windows_finder *f, const struct summing *s, size_t heap,
                                         const struct linear_form *form, int64_t *factor)
{
    struct linear_work *w = &f->space->work;
    int64_t k = *factor = linear_factor(form, s->vars[heap]);
    if (k == 0 || k < -SUMS_NUMBER || k > SUMS_NUMBER) return NULL;
    const struct linear_form *rest = linear_constant(w, 0);
    for (uint32_t i = 0; rest && i < form->count; i++) {
        const struct linear_term *t = &form->terms[i];
        bool other = is_of_heap(f, t->var), at = t->var == s->vars[heap];
        for (size_t j = 0; j < s->count; j++) other |= t->var == s->vars[j];
        if (!other || t->factor % k != 0) return NULL;
        if (!at) rest = linear_sum(w, rest, 1, linear_variable(w, t->var), t->factor / k);
    }
    return rest;
}

/* Between which numbers do all constraints of that kind say that it lies? */
static bool bounds_of(struct windows_finder *f, const struct summing *s, struct linear_conjunction rule,
                      struct between *b)
{
    struct linear_work *w = &f->space->work;
    b->low = -SUMS_NUMBER;
    b->high = SUMS_NUMBER;
    for (size_t i = 0; i < rule.count; i++) {
        int64_t k, constant = rule.items[i].form->constant;
        const struct linear_form *rest = rest_of(f, s, b->heap, rule.items[i].form, &k);
        const struct linear_form *less = rest ? linear_sum(w, rest, 1, b->rest, -1) : NULL;
        if (!less || less->count || constant < -SUMS_NUMBER || constant > SUMS_NUMBER) continue;
        int64_t at = k > 0 ? -constant : constant, by = k > 0 ? k : -k;
        bool equality = rule.items[i].equality;
        if ((k > 0 || equality) && number_ceiling(at, by) > b->low) b->low = number_ceiling(at, by);
        if ((k < 0 || equality) && number_floor(at, by) < b->high) b->high = number_floor(at, by);
    }
    return b->low > -SUMS_NUMBER && b->high < SUMS_NUMBER && b->high - b->low < WINDOWS_MOST;
}

/* Of all constraints and heaps those that leave the fewest numbers. */
static bool narrowest(struct windows_finder *f, const struct summing *s, struct linear_conjunction rule,
                      struct between *out)
{
    bool found = false;
    for (size_t heap = s->count; heap-- > 0;)
        for (size_t i = 0; i < rule.count; i++) {
            int64_t k;
            struct between b = {heap, rest_of(f, s, heap, rule.items[i].form, &k), 0, 0};
            if (!b.rest || !bounds_of(f, s, rule, &b)) continue;
            if (found && b.high - b.low >= out->high - out->low) continue;
            *out = b;
            found = true;
        }
    return found;
}

/* ---- windows ----------------------------------------------------------------------------------------------------- */
/* One heap is left: the others as forms of it. */
static bool read_last(struct windows_finder *f, const struct summing *s, struct linear_conjunction rule)
{
    const struct linear_form *others[WINDOWS_OTHERS];
    for (size_t i = s->gone_count; i-- > 0;) {
        others[i] = s->forms[i];
        for (size_t j = i + 1; j < s->gone_count; j++)
            others[i] = linear_replace(&f->space->work, others[i], s->gone[j], others[j]);
        if (!others[i]) return false;
    }
    f->r = s->vars[0];
    return heap_windows_read(f, rule, others, s->gone_count, true);
}

static bool read_sums(struct windows_finder *f, const struct summing *s, struct linear_conjunction rule)
{
    struct linear_work *w = &f->space->work;
    struct between b = {0};
    if (s->count == 1) return read_last(f, s, rule);
    if (!narrowest(f, s, rule, &b))
        return heap_windows_refuse(f, "no condition leaves few numbers for one of its heaps");
    struct summing less = *s;
    less.gone[less.gone_count] = s->vars[b.heap];
    for (size_t i = b.heap; i + 1 < s->count; i++) less.vars[i] = s->vars[i + 1];
    less.count--;
    less.gone_count++;
    for (int64_t k = b.low; k <= b.high; k++) {
        struct linear_conjunction left;
        bool empty;
        const struct linear_form *is = linear_scale(w, b.rest, -1, k);
        if (!put(f, rule, &s->vars[b.heap], &is, 1, &left) || !strip(f, &left, &empty)) return false;
        less.forms[less.gone_count - 1] = is;
        if (!empty && !read_sums(f, &less, left)) return false;
    }
    return true;
}

bool heap_windows_sums(struct windows_finder *f, const struct normal *n, size_t piece)
{
    struct summing s = {.count = n->pieces[piece].component_count};
    if (!heaps_of(f, n, piece, s.vars, s.count)) return false;
    if (s.count == 2 && has_mirror(f, n, piece)) return f->dropped[piece] = true;
    for (size_t i = 0; i < s.count; i++)
        if (!heap_windows_falls(f, n, n->pieces[piece].rule, s.vars[i])) return false;
    return read_sums(f, &s, n->pieces[piece].rule);
}
