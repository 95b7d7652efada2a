/* SPDX-License-Identifier: MIT */
/* Each piece is divided by which of its heaps are empty, so that every part leaves an exact number of non-empty
 * heaps. For each number j of heaps and each take d the parts must together give all ways to leave n - d tokens in j
 * non-empty heaps, or none: proved as a covering, with the heaps in ascending order because sums have none. Parts that leave
 * some pairs must together give all pairs within their own bounds: the least heap, the least difference, the least n. */
#include "proof/family/private.h"

enum { MAX_TAKE = 1024, MOST_ADDED = 64, MAX_NARROW = 1 << 16, MAX_PARTS = 2048, MAX_STEPS = 20000000, ORDERS = 6 };

struct heap_part {
    struct linear_conjunction rule; /* the non-empty heaps are results 0..heaps-1 */
    int64_t low, high;              /* takes */
};
struct breaker {
    const struct normal *n;
    struct family *f;
    struct arena *arena; /* of the result */
    VEC(struct heap_part) parts[FAMILY_MAX_HEAPS + 1];
    bool no_memory;
};

static bool refuse(struct breaker *b, const char *reason)
{
    b->f->reason = reason;
    return false;
}
static bool lose_memory(struct breaker *b)
{
    b->no_memory = true;
    return false;
}

static int result_var(const struct breaker *b, int k) { return normal_var(b->n->space, NORMAL_RESULT, k); }

/* n - r_0 - ... - r_{heaps-1} */
static const struct linear_form *take_form(struct breaker *b, int heaps)
{
    struct linear_work *w = &b->n->space->work;
    const struct linear_form *f = linear_variable(w, family_size(b->n));
    for (int k = 0; k < heaps; k++) f = linear_sum(w, f, 1, linear_variable(w, result_var(b, k)), -1);
    return f;
}

/* The rule with the heaps in `empty` set to 0, the others at least 1 and numbered by `order`. */
static bool make_rule(struct breaker *b, const struct normal_piece *p, unsigned empty, const int *order,
                      struct linear_conjunction *out)
{
    struct normal_space *s = b->n->space;
    int heaps = 0;
    for (size_t k = 0; k < p->component_count; k++)
        if (normal_var(s, NORMAL_RESULT, (int)k) < 0) return lose_memory(b);
    const struct linear_form **map = arena_array(s->arena, s->var_count, sizeof *map);
    struct linear_constraint *items = arena_array(s->arena, p->rule.count + FAMILY_MAX_HEAPS, sizeof *items);
    if (!map || !items) return lose_memory(b);
    for (size_t k = 0; k < p->component_count; k++) {
        const struct linear_form *to =
            empty >> k & 1 ? linear_constant(&s->work, 0) : linear_variable(&s->work, result_var(b, order[heaps++]));
        map[family_heap(b->n, p, k)] = to;
    }
    struct linear_conjunction replaced;
    if (!normal_replace_all(s, p->rule, map, s->var_count, &replaced))
        return refuse(b, "a number or a condition of the rule is too large");
    for (size_t i = 0; i < replaced.count; i++) items[i] = replaced.items[i];
    for (int k = 0; k < heaps; k++)
        items[replaced.count + (size_t)k] = (struct linear_constraint){
            linear_scale(&s->work, linear_variable(&s->work, result_var(b, k)), 1, -1), false};
    *out = (struct linear_conjunction){items, replaced.count + (size_t)heaps};
    return true;
}

static bool add_part(struct breaker *b, int heaps, struct linear_conjunction rule)
{
    struct linear_work *w = &b->n->space->work;
    struct linear_conjunction facts = family_facts(b->n, rule);
    struct linear_bounds d;
    if (!facts.items) return refuse(b, "a number or a condition of the rule is too large");
    if (linear_solve(w, facts.items, facts.count, NULL) == LINEAR_INFEASIBLE) return true;
    if (!linear_range(w, facts.items, facts.count, take_form(b, heaps), &d)) return refuse(b, "too many cases");
    if (d.empty) return true;
    if (!d.has_low || !d.has_high) return refuse(b, "the number of tokens removed is not bounded");
    if (d.high > MAX_TAKE) return refuse(b, "too many tokens may be removed at once");
    if (d.low < (heaps == 2 ? -MOST_ADDED : 0)) return refuse(b, "a move may add tokens");
    if (d.low == 0 && heaps < 2) return refuse(b, "a move need not change anything");
    if (b->parts[heaps].count == MAX_PARTS) return refuse(b, "too many cases");
    return vec_push(&b->parts[heaps], (struct heap_part){rule, d.low, d.high}) || lose_memory(b);
}

/* A negative heap is not an option but an error of the rule, wherever it occurs. */
static bool never_negative(struct breaker *b, const struct normal_piece *p)
{
    struct linear_conjunction context[2] = {b->n->domain, p->rule};
    for (size_t k = 0; k < p->component_count; k++) {
        struct linear_constraint natural = {linear_variable(&b->n->space->work, family_heap(b->n, p, k)), false};
        struct linear_conjunction part = {&natural, 1};
        if (!natural.form) return lose_memory(b);
        if (!normal_covered(b->n->space, context, 2, &part, 1)) return refuse(b, "a heap may fall below zero");
    }
    return true;
}

static bool read_piece(struct breaker *b, const struct normal_piece *p)
{
    static const int orders[ORDERS][FAMILY_MAX_HEAPS] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int order_counts[FAMILY_MAX_HEAPS + 1] = {1, 1, 2, 6};
    if (p->component_count > FAMILY_MAX_HEAPS) return refuse(b, "a move leaves more than three heaps");
    if (!p->exact) return refuse(b, "a generator that does not show in the result cannot be eliminated");
    for (size_t k = 0; k < p->component_count; k++)
        if (family_heap(b->n, p, k) < 0) return refuse(b, "an option is not made of heaps of the same game");
    if (!never_negative(b, p)) return false;
    for (unsigned empty = 0; empty < 1u << p->component_count; empty++) {
        int heaps = (int)p->component_count - __builtin_popcount(empty);
        for (int o = 0; o < order_counts[heaps]; o++) {
            struct linear_conjunction rule;
            if (!make_rule(b, p, empty, orders[o], &rule) || !add_part(b, heaps, rule)) return false;
        }
    }
    return true;
}

/* All ways to leave n - d tokens in this number of heaps, the smallest first, within the bounds. */
static bool all_ways(struct breaker *b, int heaps, const struct family_digit *digit, struct linear_conjunction *out)
{
    struct linear_work *w = &b->n->space->work;
    struct linear_constraint *items = arena_array(w->arena, 2 * FAMILY_MAX_HEAPS + 2, sizeof *items);
    if (!items) return lose_memory(b);
    size_t count = 0;
    items[count++] = (struct linear_constraint){linear_scale(w, take_form(b, heaps), 1, -digit->take), true};
    items[count++] =
        (struct linear_constraint){linear_scale(w, linear_variable(w, family_size(b->n)), 1, -digit->from), false};
    for (int k = 0; k < heaps; k++) {
        const struct linear_form *r = linear_variable(w, result_var(b, k));
        items[count++] = (struct linear_constraint){linear_scale(w, r, 1, -digit->least), false};
        if (k == 0) continue;
        const struct linear_form *more = linear_sum(w, r, 1, linear_variable(w, result_var(b, k - 1)), -1);
        items[count++] = (struct linear_constraint){linear_scale(w, more, 1, -digit->apart), false};
    }
    for (size_t i = 0; i < count; i++)
        if (!items[i].form) return lose_memory(b);
    *out = (struct linear_conjunction){items, count};
    return true;
}

/* The bounds of the parts together: the least of each that a pair of theirs has. */
static bool find_bounds(struct breaker *b, const struct linear_conjunction *near, size_t count,
                        struct linear_conjunction ways, struct family_digit *digit)
{
    struct linear_work *w = &b->n->space->work;
    const struct linear_form *low = linear_variable(w, result_var(b, 0)), *n = linear_variable(w, family_size(b->n));
    const struct linear_form *forms[3] = {low, linear_sum(w, linear_variable(w, result_var(b, 1)), 1, low, -1), n};
    int64_t *bounds[3] = {&digit->least, &digit->apart, &digit->from};
    for (int k = 0; k < 3; k++) *bounds[k] = MAX_NARROW;
    for (size_t i = 0; i < count; i++) {
        struct linear_conjunction parts[3] = {b->n->domain, ways, near[i]};
        struct linear_conjunction facts = normal_axioms(b->n->space, parts, 3);
        for (int k = 0; k < 3; k++) {
            struct linear_bounds found;
            if (!facts.items || !linear_range(w, facts.items, facts.count, forms[k], &found) ||
                (!found.empty && !found.has_low))
                return refuse(b, "a move leaves some but not all splits");
            if (!found.empty && found.low < *bounds[k]) *bounds[k] = found.low;
        }
    }
    if (digit->from <= 2 * digit->least + digit->apart + digit->take) digit->from = 0;
    return true;
}

/* Do the parts leave all pairs that lie within their bounds? */
static bool narrowed(struct breaker *b, const struct linear_conjunction *near, size_t count,
                     struct linear_conjunction ways, struct family_digit *digit)
{
    struct linear_conjunction context[2] = {b->n->domain};
    if (!find_bounds(b, near, count, ways, digit)) return false;
    bool below = digit->least > -digit->take, small = digit->least < MAX_NARROW && digit->apart < MAX_NARROW;
    if (!below || !small || digit->from >= MAX_NARROW) return refuse(b, "a move leaves some but not all splits");
    if (!all_ways(b, 2, digit, &context[1])) return false;
    b->f->narrow = true;
    return normal_covered(b->n->space, context, 2, near, count) || refuse(b, "a move leaves some but not all splits");
}

/* *leaves: all ways; false: none. If neither can be proved, the rule is of another kind. */
static bool decide(struct breaker *b, int heaps, struct family_digit *digit, bool *leaves)
{
    struct normal_space *s = b->n->space;
    struct linear_conjunction *near = arena_array(s->arena, b->parts[heaps].count + 1, sizeof *near), context[2];
    int64_t d = digit->take;
    size_t count = 0, met = 0;
    if (!near || !all_ways(b, heaps, digit, &context[1])) return lose_memory(b);
    for (size_t i = 0; i < b->parts[heaps].count; i++)
        if (b->parts[heaps].data[i].low <= d && d <= b->parts[heaps].data[i].high)
            near[count++] = b->parts[heaps].data[i].rule;
    context[0] = b->n->domain;
    *leaves = d >= 0 && count && normal_covered(s, context, 2, near, count);
    for (size_t i = 0; i < count && !*leaves; i++) {
        struct linear_conjunction both[3] = {context[0], context[1], near[i]};
        struct linear_conjunction facts = normal_axioms(s, both, 3);
        if (facts.items && linear_solve(&s->work, facts.items, facts.count, NULL) == LINEAR_INFEASIBLE) continue;
        if (heaps != 2) return refuse(b, "a move leaves some but not all splits");
        near[met++] = near[i];
    }
    if (met == 0) return true;
    *leaves = true;
    return narrowed(b, near, met, context[1], digit);
}

static bool write_digit(struct breaker *b, int64_t take)
{
    struct family *f = b->f;
    struct family_digit digit = {.take = take, .least = 1};
    for (int j = 0; j <= FAMILY_MAX_HEAPS; j++) {
        bool leaves;
        if (!decide(b, j, &digit, &leaves)) return false;
        if (leaves) digit.heaps |= 1u << j;
        if (leaves && j > f->most_heaps) f->most_heaps = j;
    }
    if (digit.heaps && take > f->largest_take) f->largest_take = take;
    if (digit.heaps) f->digits[f->digit_count++] = digit;
    return true;
}

static bool write_digits(struct breaker *b)
{
    struct family *f = b->f;
    int64_t top = 0, low = 0;
    for (int j = 0; j <= FAMILY_MAX_HEAPS; j++)
        for (size_t i = 0; i < b->parts[j].count; i++) {
            if (b->parts[j].data[i].high > top) top = b->parts[j].data[i].high;
            if (b->parts[j].data[i].low < low) low = b->parts[j].data[i].low;
        }
    f->digits = arena_array(b->arena, (size_t)(top - low) + 1, sizeof *f->digits);
    if (!f->digits) return lose_memory(b);
    for (int64_t d = low; d <= top; d++) {
        if (b->n->space->spent > MAX_STEPS) return refuse(b, "too many cases");
        struct arena_mark mark = arena_mark(b->n->space->arena);
        struct normal_space before = *b->n->space;
        if (!write_digit(b, d)) return false;
        b->no_memory |= b->n->space->work.no_memory;
        before.spent = b->n->space->spent;
        *b->n->space = before;
        arena_rewind(b->n->space->arena, mark);
    }
    if (f->narrow && f->most_heaps > 2) return refuse(b, "a move leaves some but not all splits");
    f->kind = FAMILY_BREAK;
    f->reason = NULL;
    return true;
}

bool family_break(const struct normal *n, struct arena *arena, struct family *f)
{
    struct breaker b = {.n = n, .f = f, .arena = arena};
    bool ok = true;
    for (size_t i = 0; i < n->piece_count && ok; i++) ok = read_piece(&b, &n->pieces[i]);
    if (ok) write_digits(&b);
    for (int j = 0; j <= FAMILY_MAX_HEAPS; j++) vec_free(&b.parts[j]);
    return !b.no_memory;
}
