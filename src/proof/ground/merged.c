/* SPDX-License-Identifier: MIT */
/* Numbers of a piece from some bound on are one value (ground.h has the theorem). Whatever is made of such a number is the same for
 * all of them: comparisons that the bound decides, and sums with small numbers, of which no more is known either than that they are as
 * large. All else refuses, and says of which piece: `unmerged`. Its bound is raised then, until none of its numbers are merged. */
#include "model/arithmetic.h"
#include "model/expr.h"
#include "proof/ground/private.h"

/* What is added at once to a merged number, how often in one expression (ground.h), and the largest bound. */
enum { MERGED_STEP = 1 << 20, MERGED_ADDED = 8, MERGED_BOUND = 3 };

static struct ground_number at_least(int64_t value, size_t piece)
{
    return (struct ground_number){.value = value, .cell = -1, .merged = (unsigned char)(piece + 1)};
}

bool ground_unmerge(struct ground_scope *s, size_t piece)
{
    s->unmerged |= UINT32_C(1) << piece;
    return ground_refuse(s);
}

bool ground_is_merged(const struct ground_scope *s, size_t cell, int64_t value)
{
    int64_t from = ground_held_by(s, cell)->from;
    return from < INT64_MAX && value >= from;
}

bool ground_class(struct ground_scope *s, struct ground_number number, struct ground_number *out)
{
    int64_t value;
    if (number.merged) return *out = number, true;
    if (number.cell < 0 || !s->merges) {
        if (!ground_known(s, number, &value)) return false;
        return *out = ground_const(value), true;
    }
    if (!ground_ask(s, (size_t)number.cell, &value)) return false;
    bool merged = ground_is_merged(s, (size_t)number.cell, value);
    *out = merged ? at_least(value, s->piece_of[number.cell]) : ground_const(value);
    return true;
}

/* x is some number from x.value on. */
static bool decides(enum expr_kind kind, const struct ground_number *x, int64_t y, bool *holds)
{
    bool less = kind == EXPR_LT || kind == EXPR_LE, equality = kind == EXPR_EQ || kind == EXPR_NE;
    *holds = kind == EXPR_NE || !(less || equality);
    return kind == EXPR_LT || kind == EXPR_GE ? y <= x->value : y < x->value;
}

/* One of the numbers is merged. */
static bool operate_merged(struct ground_scope *s, enum expr_kind kind, const struct ground_number *a,
                           const struct ground_number *b, struct ground_value *value)
{
    const struct ground_number *x = a->merged ? a : b, *y = a->merged ? b : a;
    bool holds;
    if (y->merged && kind != EXPR_ADD) s->unmerged |= UINT32_C(1) << (y->merged - 1);
    if (!y->merged && expr_compares(kind) && decides(x == a ? kind : expr_turned(kind), x, y->value, &holds))
        return ground_give(value, holds);
    s->missed |= expr_compares(kind) && (x->unasked || y->unasked);
    int added = x->added + y->added + 1;
    bool small = kind == EXPR_ADD && added <= MERGED_ADDED && y->value >= 0 && y->value <= MERGED_STEP;
    if (!small) return ground_unmerge(s, x->merged - 1u);
    struct ground_number sum = at_least(x->value + y->value, x->merged - 1u);
    sum.added = (unsigned char)added;
    sum.several = x->several || y->merged;
    sum.unasked = x->unasked || y->unasked;
    *value = (struct ground_value){.number = sum};
    return true;
}

static bool operate_classes(struct ground_scope *s, enum expr_kind kind, const struct ground_number *a,
                            const struct ground_number *b, struct ground_value *value)
{
    int64_t result;
    if (a->merged || b->merged) return operate_merged(s, kind, a, b, value);
    return arithmetic_small(kind, a->value, b->value, &result) ? ground_give(value, result) : ground_refuse(s);
}

/* A cell that was not asked what it holds and a number no less than the bound of its piece make a number from that bound on, as no
 * cell holds a negative number (grounding_number): nothing need be asked for that. (How often each square is attacked, where a move
 * adds one to all squares of its lines.) Of the sum no more is known than that it is no less than what was added; so cells are asked
 * first where a sum is compared, and everywhere if a sum in an array turns out to be compared in vain: `missed`. */
static bool rises(struct ground_scope *s, const struct ground_number *x, const struct ground_number *y,
                  struct ground_value *value)
{
    if (s->asks_all || x->merged || x->digits || x->cell < 0 || s->chosen[x->cell] >= 0) return false;
    if (y->merged || y->digits || y->cell >= 0 || y->value > MERGED_STEP) return false;
    int64_t from = ground_held_by(s, (size_t)x->cell)->from;
    if (from < 1 || y->value < from) return false;
    struct ground_number sum = at_least(y->value, s->piece_of[x->cell]);
    sum.added = 1, sum.unasked = true;
    return *value = (struct ground_value){.number = sum}, true;
}

static bool operate(struct ground_scope *s, enum expr_kind kind, const struct ground_number *x,
                    const struct ground_number *y, struct ground_value *value)
{
    struct ground_number a, b;
    if (kind == EXPR_ADD && (rises(s, x, y, value) || rises(s, y, x, value))) return true;
    if (!ground_class(s, *x, &a) || !ground_class(s, *y, &b)) return ground_refuse(s);
    return operate_classes(s, kind, &a, &b, value);
}

bool ground_operate_merged(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value x, y;
    bool asked = s->asks_all;
    s->asks_all |= expr_compares(e->kind);
    bool known = ground_value_of(s, e->kids[0], &x) && !x.array && ground_value_of(s, e->kids[1], &y) && !y.array;
    s->asks_all = asked;
    if (!known) return ground_refuse(s);
    return operate(s, e->kind, &x.number, &y.number, value);
}

bool ground_change_merged(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x,
                          struct ground_number *n)
{
    struct ground_value now;
    if (x->array || !operate(s, kind, n, &x->number, &now)) return ground_refuse(s);
    return *n = now.number, true;
}

bool ground_is_zero(struct ground_scope *s, const struct expr *e, bool *zero)
{
    struct ground_value x;
    struct ground_number n;
    int64_t number;
    if (!s->merges || e->type > TYPE_INT) return ground_number_of(s, e, &number) && (*zero = number == 0, true);
    if (!ground_value_of(s, e, &x) || x.array || !ground_class(s, x.number, &n)) return ground_refuse(s);
    *zero = n.value == 0;
    return !n.merged || n.value > 0 || ground_unmerge(s, n.merged - 1u);
}

/* ---- pieces -------------------------------------------------------------------------------------------------------- */
bool grounding_merged(struct grounding *d, size_t cell, struct ground_number now, int64_t *value)
{
    struct ground_number n;
    int64_t from = ground_held_by(&d->s, cell)->from;
    if (!ground_class(&d->s, now, &n)) return false;
    d->s.missed |= n.unasked && n.value < from;
    if (n.merged && (n.value < from || n.several)) return ground_unmerge(&d->s, n.merged - 1u);
    if (n.value >= GROUND_MERGED_MOST) return grounding_refuse(d);
    *value = n.value < from ? n.value : from;
    return true;
}

bool grounding_pass_over(struct grounding *d, size_t f, struct ground_value *v, const int64_t *holds, size_t count,
                         size_t gap)
{
    struct ground_layout *layout = &d->g->layout;
    if (layout->count == GROUND_PIECES) return grounding_refuse(d);
    layout->pieces[layout->count] =
        (struct ground_piece){.gap = gap, .first = d->board_cells, .passed = count, .width = 1};
    for (size_t i = 0; i < count; i++) {
        if (holds[i] < 0 || holds[i] >= GROUND_MERGED_MOST) return grounding_refuse(d);
        struct ground_number any = at_least(0, layout->count);
        if (v->array) v->cells[i] = any;
        else v->number = any;
    }
    d->piece[f] = (int)layout->count++;
    return true;
}

bool grounding_is_natural(struct grounding *d, size_t f, const struct ground_value *v)
{
    const struct ground_value *old = &d->s.fields[f];
    bool fine = v->array == old->array && (!v->array || (v->rows == old->rows && v->columns == old->columns));
    for (size_t i = 0; fine && i < (v->array ? v->rows * v->columns : 1); i++) {
        struct ground_number n = v->array ? v->cells[i] : v->number;
        fine = (n.merged && !n.several) || n.cell >= 0 || (n.value >= 0 && n.value < GROUND_MERGED_MOST);
    }
    return fine || grounding_refuse(d);
}

void grounding_raise(struct grounding *d)
{
    d->asks_all = d->s.missed;
    if (d->asks_all) return;
    for (size_t f = 0; f < d->game->field_count; f++)
        if (d->piece[f] >= 0 && d->s.unmerged >> d->piece[f] & 1)
            d->from[f] = d->from[f] < MERGED_BOUND ? d->from[f] + 1 : INT64_MAX;
}
