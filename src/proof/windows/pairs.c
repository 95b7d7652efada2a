/* SPDX-License-Identifier: MIT */
/* Pieces of two heaps: what is taken is put in for the second one, number by number, and what is left is a window. */
#include "base/numbers.h"
#include "proof/windows/private.h"

/* What n - r - s may be, as constraints on that alone say. False: they do not bound it. */
static bool takes(const struct windows_finder *f, struct linear_conjunction rule, int64_t *least, int64_t *most)
{
    *least = -WINDOWS_TAKEN - 1;
    *most = WINDOWS_TAKEN + 1;
    for (size_t i = 0; i < rule.count; i++) {
        const struct linear_form *form = rule.items[i].form;
        int64_t c = linear_factor(form, f->n), k = form->constant;
        bool other = form->count != 3 || c == 0 || c < -WINDOWS_NUMBER || c > WINDOWS_NUMBER;
        if (other || linear_factor(form, f->r) != -c || linear_factor(form, f->s) != -c) continue;
        if (k < -WINDOWS_TAKEN || k > WINDOWS_TAKEN) continue;
        int64_t by = c > 0 ? c : -c, low = number_ceiling(c > 0 ? -k : k, by), high = number_floor(c > 0 ? -k : k, by);
        if ((c > 0 || rule.items[i].equality) && low > *least) *least = low;
        if ((c < 0 || rule.items[i].equality) && high < *most) *most = high;
    }
    return *least >= -WINDOWS_TAKEN && *most <= WINDOWS_TAKEN;
}

/* The piece with other forms in the place of its two heaps. */
static bool put(struct windows_finder *f, struct linear_conjunction rule, const struct linear_form *r,
                const struct linear_form *s, struct linear_conjunction *out)
{
    size_t count = (size_t)(f->r > f->s ? f->r : f->s) + 1;
    const struct linear_form **map = arena_array(f->space->arena, count, sizeof *map);
    if (!map || !r || !s) return false;
    for (size_t i = 0; i < count; i++) map[i] = NULL;
    map[f->r] = r, map[f->s] = s;
    return normal_replace_all(f->space, rule, map, count, out);
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

/* Has a piece that stays all pairs of this one, exchanged? Dropped pieces lie, as sets of sums, in one that was there when they were
 * dropped, which lies in another if it is dropped later: in the end, in one that stays. Results have the same variables in all pieces. */
static bool has_mirror(struct windows_finder *f, const struct normal *n, size_t piece)
{
    struct linear_work *w = &f->space->work;
    struct linear_conjunction mirror;
    const struct linear_form *r = linear_variable(w, f->r), *s = linear_variable(w, f->s);
    if (piece >= WINDOWS_PIECES || !put(f, n->pieces[piece].rule, s, r, &mirror)) return false;
    for (size_t i = 0; i < n->piece_count && i < WINDOWS_PIECES; i++) {
        const struct normal_piece *other = &n->pieces[i];
        if (i == piece || f->dropped[i] || other->component_count != 2 || !other->exact) continue;
        bool same = true;
        for (size_t c = 0; c < 2; c++) {
            const struct normal_component *a = &other->components[c], *b = &n->pieces[piece].components[c];
            same &= a->game == b->game && a->arg_count == 1 && a->args[0].kind == NORMAL_NUMBER &&
                    a->args[0].first_var == b->args[0].first_var;
        }
        if (same && holds_of_all(f, n, mirror, other->rule)) return true;
    }
    return false;
}

/* ---- windows ----------------------------------------------------------------------------------------------------- */
/* Without what no longer depends on anything; false: that cannot hold. */
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

bool heap_windows_pairs(struct windows_finder *f, const struct normal *n, size_t piece)
{
    struct linear_work *w = &f->space->work;
    int64_t least, most;
    if (!takes(f, n->pieces[piece].rule, &least, &most))
        return heap_windows_refuse(f, "what two heaps leave out is not a number between two others");
    if (most - least >= WINDOWS_MOST) return heap_windows_refuse(f, "the rule has too many cases");
    if (has_mirror(f, n, piece)) {
        f->dropped[piece] = true;
        return true;
    }
    const struct linear_form *heap = linear_variable(w, f->n), *r = linear_variable(w, f->r);
    const struct linear_form *both = linear_sum(w, heap, 1, r, -1);
    for (int64_t taken = least; taken <= most; taken++) {
        struct linear_conjunction rule;
        bool empty;
        if (!both || !put(f, n->pieces[piece].rule, r, linear_scale(w, both, 1, -taken), &rule)) return false;
        if (!strip(f, &rule, &empty)) return false;
        if (!empty && !heap_windows_read(f, n, rule, &taken)) return false;
    }
    return true;
}
