/* SPDX-License-Identifier: MIT */
/* In one class of residues every constraint is affine in the quotients of the numbers, which are at least 0. A constraint in which no
 * free number has a positive factor bounds those with negative ones. One whose free factors are all positive is kept by what
 * grows, and by what falls as long as one of its numbers alone satisfies it. Two factors of opposite sign must be those of two
 * heaps, x <= y + something. */
#include "proof/family/bricks.h"
#include <string.h>
#include "base/checked.h"

enum { MOST_FORMS = 128, ROUNDS = 8, LARGEST = 1 << 20 };

struct forms {
    const struct brick_class *c;
    struct affine items[MOST_FORMS]; /* each >= 0, none constant */
    size_t count;
    int numbers;
    bool bounded[AFFINE_UNKNOWNS];
    int64_t most[AFFINE_UNKNOWNS], least[AFFINE_UNKNOWNS]; /* quotients: of bounded ones, of free ones */
};

static int64_t divide_up(int64_t a, int64_t by) { return a >= 0 ? (a + by - 1) / by : -(-a / by); }
static int64_t divide_down(int64_t a, int64_t by) { return -divide_up(-a, by); }

/* ---- reading ----------------------------------------------------------------------------------------------------- */
static bool small(const struct affine *a, int numbers)
{
    bool fits = a->start <= LARGEST && a->start >= -LARGEST;
    for (int i = 0; i < numbers; i++) fits = fits && a->slope[i] <= LARGEST && a->slope[i] >= -LARGEST;
    return fits;
}

static bool put(struct forms *f, struct affine a, bool *empty)
{
    bool constant = true;
    if (!small(&a, f->numbers)) return false;
    for (int i = 0; i < f->numbers; i++) constant = constant && a.slope[i] == 0;
    if (constant && a.start < 0) *empty = true;
    if (constant) return true;
    if (f->count == MOST_FORMS) return false;
    f->items[f->count++] = a;
    return true;
}

static bool read_one(struct forms *f, const struct affine_map *map, const struct linear_constraint *item, bool *empty)
{
    struct affine a;
    if (!affine_of(map, item->form, &a) || !put(f, a, empty)) return false;
    if (!item->equality) return true;
    for (int i = 0; i < f->numbers; i++) a.slope[i] = -a.slope[i];
    a.start = -a.start;
    return put(f, a, empty);
}

static bool read(struct forms *f, struct linear_conjunction rule, bool *empty)
{
    const struct brick_class *c = f->c;
    struct affine size = {{0}, 0}, heap[AFFINE_UNKNOWNS] = {{{0}, 0}};
    for (int i = 0; i < f->numbers; i++) {
        size.slope[i] = c->modulus;
        size.start += c->residues[i];
        heap[i].slope[i] = c->modulus;
        heap[i].start = c->residues[i];
    }
    struct affine_map map = {c->n, f->numbers, c->size_var, size, c->heaps, c->heap_vars, heap};
    for (size_t k = 0; k < rule.count && !*empty; k++)
        if (!read_one(f, &map, &rule.items[k], empty)) return false;
    return true;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */
/* The greatest value that the form has without number i, whose factor is negative; false if it has none. */
static bool most_without(const struct forms *f, const struct affine *a, int i, int64_t *most)
{
    *most = a->start;
    for (int k = 0; k < f->numbers; k++) {
        if (k == i || a->slope[k] <= 0) continue;
        if (!f->bounded[k]) return false;
        *most += a->slope[k] * f->most[k];
    }
    return true;
}

static bool bound_one(struct forms *f, const struct affine *a, int i, bool *empty, bool *changed)
{
    int64_t most;
    if (a->slope[i] >= 0 || !most_without(f, a, i, &most)) return true;
    if (most < 0) return *empty = true;
    int64_t bound = most / -a->slope[i];
    if (bound > LARGEST) return false;
    if (f->bounded[i] && f->most[i] <= bound) return true;
    f->bounded[i] = *changed = true;
    f->most[i] = bound;
    return true;
}

static bool find_bounds(struct forms *f, bool *empty)
{
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (size_t k = 0; k < f->count && !*empty; k++)
            for (int i = 0; i < f->numbers && !*empty; i++)
                if (!bound_one(f, &f->items[k], i, empty, &changed)) return false;
    }
    return true;
}

/* ---- what is free ------------------------------------------------------------------------------------------------ */
/* What the bounded numbers make of the form at the worst, and at the best. */
static void of_bounded(const struct forms *f, const struct affine *a, int64_t *worst, int64_t *best)
{
    *worst = *best = a->start;
    for (int k = 0; k < f->numbers; k++) {
        if (!f->bounded[k]) continue;
        *(a->slope[k] < 0 ? worst : best) += a->slope[k] * f->most[k];
    }
}

/* x <= y + something: `minus` is x, `plus` is y. */
static bool in_order(const struct forms *f, const struct affine *a, int minus, int plus, struct brick *b)
{
    int64_t factor = a->slope[plus], worst, best;
    if (minus == f->c->heaps || plus == f->c->heaps || a->slope[minus] != -factor) return false;
    if (b->below >= 0 && b->below != minus) return false;
    b->below = minus;
    of_bounded(f, a, &worst, &best);
    int64_t gap = divide_up(-worst, factor), over = divide_down(best, factor);
    if (over > gap) gap = over;
    gap = (gap < 0 ? 0 : gap) + 2; /* the residues differ by less than the modulus */
    if (f->c->modulus * gap > b->apart) b->apart = f->c->modulus * gap;
    return true;
}

static bool one_form(struct forms *f, const struct affine *a, struct brick *b)
{
    int minus = -1, plus = -1, pluses = 0;
    int64_t worst, best;
    for (int i = 0; i < f->numbers; i++) {
        if (f->bounded[i] || a->slope[i] == 0) continue;
        if (a->slope[i] < 0 && minus >= 0) return false;
        if (a->slope[i] < 0) minus = i;
        else plus = i, pluses++;
    }
    if (minus >= 0) return pluses == 1 && in_order(f, a, minus, plus, b);
    of_bounded(f, a, &worst, &best);
    for (int i = 0; i < f->numbers; i++) {
        if (f->bounded[i] || a->slope[i] <= 0) continue;
        int64_t least = divide_up(-worst, a->slope[i]);
        if (least > f->least[i]) f->least[i] = least;
    }
    return true;
}

/* May all other numbers be 0? */
static bool alone(const struct forms *f, int i)
{
    int64_t low = 0, high = INT64_MAX;
    for (int k = 0; k < f->numbers; k++)
        if (k != i && f->c->residues[k]) return false;
    for (size_t k = 0; k < f->count; k++) {
        int64_t slope = f->items[k].slope[i], start = f->items[k].start;
        if (slope == 0 && start < 0) return false;
        if (slope > 0 && divide_up(-start, slope) > low) low = divide_up(-start, slope);
        if (slope < 0 && divide_down(start, -slope) < high) high = divide_down(start, -slope);
    }
    return low <= high;
}

/* What number i is at least, in quotients. */
static int64_t at_least(const struct forms *f, int i)
{
    int64_t least = 0, most;
    for (size_t k = 0; k < f->count; k++) {
        int64_t slope = f->items[k].slope[i];
        if (slope <= 0 || !most_without(f, &f->items[k], i, &most)) continue;
        if (divide_up(-most, slope) > least) least = divide_up(-most, slope);
    }
    return least;
}

static bool write_forms(const struct forms *f, struct brick *b)
{
    b->heaps = f->c->heaps;
    for (int i = 0; i < f->numbers; i++) b->residues[i] = f->c->residues[i];
    if (!f->c->arena) return true;
    b->forms = arena_array(f->c->arena, f->count + 1, sizeof *b->forms);
    if (!b->forms) return b->no_memory = true, false;
    memcpy(b->forms, f->items, f->count * sizeof *b->forms);
    b->form_count = f->count;
    return true;
}

static bool write_brick(struct forms *f, struct brick *b)
{
    int free_heaps = 0;
    if (!write_forms(f, b)) return false;
    for (size_t k = 0; k < f->count; k++)
        if (!one_form(f, &f->items[k], b)) return false;
    for (int i = 0; i < f->numbers; i++) {
        b->free[i] = !f->bounded[i];
        b->least[i] = f->c->modulus * at_least(f, i) + f->c->residues[i];
        b->bound[i] = f->c->modulus * f->most[i] + f->c->residues[i];
        b->low[i] = f->c->modulus * f->least[i];
        free_heaps += b->free[i] && i < f->c->heaps;
        if (i < f->c->heaps && !(f->c->others >> i & 1) && alone(f, i)) b->itself = true;
    }
    return b->below < 0 || free_heaps == 2;
}

/* Does it read floors and the like? In a class of residues it is mostly constant then. */
static bool reads_terms(const struct normal *n, const struct linear_form *form)
{
    bool any = false;
    for (uint32_t i = 0; i < form->count && !any; i++) any = n->space->vars[form->terms[i].var].term != NULL;
    return any;
}

struct linear_conjunction brick_order(const struct normal *n, struct linear_conjunction rule)
{
    struct linear_constraint *items = arena_array(n->space->arena, rule.count + 1, sizeof *items);
    size_t count = 0;
    if (!items) return rule;
    for (int terms = 1; terms >= 0; terms--)
        for (size_t k = 0; k < rule.count; k++)
            if (reads_terms(n, rule.items[k].form) == terms) items[count++] = rule.items[k];
    return (struct linear_conjunction){items, count};
}

bool brick_of(const struct brick_class *c, struct linear_conjunction rule, struct brick *out)
{
    struct forms f; /* but for `items`, of which `count` are there: this is done for each class of residues */
    f.c = c;
    f.numbers = c->heaps + 1;
    f.count = 0;
    for (int i = 0; i < f.numbers; i++) f.bounded[i] = false, f.most[i] = f.least[i] = 0;
    *out = (struct brick){.below = -1};
    if (!read(&f, rule, &out->empty) || (!out->empty && !find_bounds(&f, &out->empty))) return false;
    return out->empty || write_brick(&f, out);
}

bool brick_holds(const struct brick *b, int64_t modulus, const int64_t *numbers)
{
    int64_t quotients[AFFINE_UNKNOWNS];
    for (int i = 0; i <= b->heaps; i++) {
        int64_t above = numbers[i] - b->residues[i];
        if (above < 0 || above % modulus) return false;
        quotients[i] = above / modulus;
    }
    for (size_t k = 0; k < b->form_count; k++) {
        int64_t sum = b->forms[k].start;
        for (int i = 0; i <= b->heaps; i++) sum += b->forms[k].slope[i] * quotients[i];
        if (sum < 0) return false;
    }
    return true;
}
