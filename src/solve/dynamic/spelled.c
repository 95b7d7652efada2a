/* SPDX-License-Identifier: MIT */
/* Moves of one value, said by what they take: of `go(rest in 0..n - 1) where n - rest <= q -> g(rest, 2 * (n - rest))` the same as of
 * `go(t in 1..n) where t <= q -> g(n - t, 2 * t)`.
 *
 * Let the move make cell c, which is not the bound one, v + k, or c - s v - k s, of its value v. Then t = c - k - v, or t = v + k, runs
 * over as many numbers as v does, one for one, and cell c becomes c - t, or c - s t. So v is replaced by c - k - t, or t - k, in all
 * that the move says, and its range by that of t. What is linear after that is written anew, so that 2 * (n - (n - t)) is 2 * t, and
 * comparisons with t alone on one side are turned into `t <= ...`. That has the same values, as long as numbers stay small: where they
 * do not, an evaluation fails that would not have failed before, and the row is refused. */
#include "model/builtins.h"
#include "solve/dynamic/private.h"

#define VALUE (UINT64_C(1) << TERM_CELLS)
enum { KIDS_MOST = 16 };

/* The same as one sum, if it is linear. NULL is passed through. */
static struct term *tidy(struct term_store *s, struct term *t)
{
    struct linear line;
    return t && term_linear(t, &line) ? term_of_linear(s, &line) : t;
}

static bool compares(enum expr_kind kind)
{
    return kind == EXPR_LT || kind == EXPR_LE || kind == EXPR_GT || kind == EXPR_GE;
}

/* Of a comparison, a side of which has t with the factor 1 or -1, where the other one has none of it: that with t alone on the left. */
static struct term *turn_to_value(struct term_store *s, enum expr_kind kind, struct term *const *kids)
{
    for (int side = 0; side < 2; side++) {
        struct linear line;
        if ((kids[1 - side]->reads & VALUE) || !term_linear(kids[side], &line)) continue;
        int64_t factor = line.factor[TERM_CELLS];
        if (factor != 1 && factor != -1) continue;
        line.factor[TERM_CELLS] = 0;
        struct term *rest = term_of_linear(s, &line); /* factor t + rest, compared with the other side */
        struct term *end =
            factor > 0 ? term_pair(s, EXPR_SUB, kids[1 - side], rest) : term_pair(s, EXPR_SUB, rest, kids[1 - side]);
        bool turns = (factor < 0) != (side == 1);
        return term_pair(s, turns ? dynamic_turned(kind) : kind, term_value(s, 0), tidy(s, end));
    }
    return term_pair(s, kind, kids[0], kids[1]);
}

/* With `v` in place of the value. */
static struct term *put_in(struct term_store *s, struct term *t, struct term *v)
{
    struct term *kids[KIDS_MOST];
    if (!t || !v || !(t->reads & VALUE)) return t;
    if (t->kind == EXPR_LOCAL) return v;
    if (t->count > KIDS_MOST) return s->no_memory = true, NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (!(kids[i] = put_in(s, t->kids[i], v))) return NULL;
    if (compares(t->kind)) return turn_to_value(s, t->kind, kids);
    if (t->kind == EXPR_CALL) return term_call(s, t->index, kids, t->count);
    if (t->kind == EXPR_IN) return term_member(s, (enum domain_kind)t->index, kids[0], t->count > 1 ? kids[1] : NULL);
    return tidy(s, term_make(s, t->kind, kids, t->count));
}

static bool is_choice(const struct term *t)
{
    return t->kind == EXPR_CALL && (t->index == BUILTIN_MIN || t->index == BUILTIN_MAX) && t->count <= KIDS_MOST;
}

/* from + end, or from - end: of the least or greatest of several, also in a sum, as that of such sums, so that rule.c finds them. */
static struct term *end_from(struct term_store *s, struct term *from, struct term *end, bool less)
{
    struct term *kids[KIDS_MOST];
    if (!from || !end) return NULL;
    if (is_choice(end)) {
        for (uint32_t i = 0; i < end->count; i++)
            if (!(kids[i] = end_from(s, from, end->kids[i], less))) return NULL;
        bool least = (end->index == BUILTIN_MIN) != less;
        return term_call(s, least ? BUILTIN_MIN : BUILTIN_MAX, kids, end->count);
    }
    bool sum = end->kind == EXPR_ADD || end->kind == EXPR_SUB, takes = end->kind == EXPR_SUB;
    if (sum && is_choice(end->kids[1]))
        return end_from(s, term_pair(s, less ? EXPR_SUB : EXPR_ADD, from, end->kids[0]), end->kids[1], less != takes);
    if (sum && is_choice(end->kids[0]))
        return end_from(s, term_pair(s, less != takes ? EXPR_SUB : EXPR_ADD, from, end->kids[1]), end->kids[0], less);
    return tidy(s, term_pair(s, less ? EXPR_SUB : EXPR_ADD, tidy(s, from), end));
}

/* How the value is said by what is taken: as `from` less that, or as that less k. */
struct spelling {
    bool rests;
    int cell;
    int64_t k;
};

/* Is it another way than by what is taken? */
static bool find_spelling(const struct instance *in, size_t cells, size_t bound, struct spelling *out)
{
    for (size_t c = 0; in->value_count == 1 && !in->ends && c < cells; c++) {
        struct linear line;
        if (c == bound || !term_linear(in->after[c], &line)) continue;
        int64_t own = line.factor[c], by = line.factor[TERM_CELLS], k = line.constant;
        line.factor[c] = line.factor[TERM_CELLS] = 0;
        bool alone = true;
        for (size_t v = 0; v < TERM_VARIABLES; v++) alone &= line.factor[v] == 0;
        *out = (struct spelling){own == 0, (int)c, own == 0 ? k : by ? k / by : 0};
        if (alone && ((own == 0 && by == 1) || (own == 1 && by < 0 && k != 0 && k % by == 0))) return true;
    }
    return false;
}

void dynamic_respell(struct term_store *s, size_t cells, size_t bound, struct instance *in)
{
    struct spelling by;
    if (!find_spelling(in, cells, bound, &by)) return;
    struct term *k = term_int(s, by.k), *t = term_value(s, 0), *low = in->values[0].low, *high = in->values[0].high, *v;
    if (by.rests) {
        struct term *from = tidy(s, term_pair(s, EXPR_SUB, term_cell(s, by.cell), k));
        v = term_pair(s, EXPR_SUB, from, t);
        in->values[0] = (struct range){end_from(s, from, high, true), end_from(s, from, low, true)};
    } else {
        v = term_pair(s, EXPR_SUB, t, k);
        in->values[0] = (struct range){end_from(s, k, low, false), end_from(s, k, high, false)};
    }
    for (size_t i = 0; i < in->condition_count; i++) in->conditions[i] = put_in(s, in->conditions[i], v);
    for (size_t c = 0; c < cells; c++) in->after[c] = put_in(s, in->after[c], v);
}
