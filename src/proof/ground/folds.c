/* SPDX-License-Identifier: MIT */
/* any, all, sum, count, min and max; what of them need not be asked. */
#include "model/arithmetic.h"
#include "model/expr.h"
#include "model/sets.h"
#include "proof/ground/private.h"

/* ---- what cannot fail ---------------------------------------------------------------------------------------------- */
/* A number whose parts are so small that it cannot leave 64 bits; a comparison of such numbers, or of one with a cell, cannot fail. */
static bool is_small(const struct ground_scope *s, const struct expr *e)
{
    int64_t x = e->value;
    bool plain = !e->number || integer_fits(e->number, &x);
    if (e->kind == EXPR_ADD || e->kind == EXPR_SUB || e->kind == EXPR_NEG)
        return is_small(s, e->kids[0]) && (e->count == 1 || is_small(s, e->kids[1]));
    if (e->kind == EXPR_LOCAL) plain = ground_local_number(s, e, &x);
    return (e->kind == EXPR_LOCAL || e->kind == EXPR_INT) && plain && x > -(1 << 30) && x < 1 << 30;
}

bool ground_cannot_fail(const struct ground_scope *s, const struct expr *e)
{
    bool cell = e->kind == EXPR_INDEX && e->kids[0]->kind == EXPR_FIELD;
    switch (e->kind) {
    case EXPR_BOOL: return true;
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF: return ground_cannot_fail(s, e->kids[0]) && (e->count == 1 || ground_cannot_fail(s, e->kids[1]));
    default:
        for (size_t i = 1; cell && i < e->count; i++) cell = is_small(s, e->kids[i]);
        return cell || is_small(s, e);
    }
}

/* ---- folds ------------------------------------------------------------------------------------------------------- */
/* `any`: some element was taken in. */
struct folding {
    const struct expr *e;
    struct ground_filter *filter; /* NULL: it depends on more than the chosen elements */
    size_t at;                    /* how many elements were looked at */
    int64_t all;
    bool any, decided;
    bool asks_zero; /* of a sum or count: is it 0? Then the first that is not decides */
};

static bool fold_in(struct ground_scope *s, struct folding *f, int64_t x)
{
    struct number sides[2] = {number_small(f->all), number_small(x)}, sum;
    bool first = !f->any;
    f->any = true;
    switch ((enum fold)f->e->index) {
    case FOLD_ANY: f->all = f->decided = x != 0; return true;
    case FOLD_ALL: f->all = x != 0, f->decided = x == 0; return true;
    case FOLD_COUNT: /* of what holds, where there is a body */ sides[1].small = x != 0;
    /* fall through */
    case FOLD_SUM:
        if (!arithmetic_operate(&(struct arithmetic){0}, EXPR_ADD, sides, &sum)) return ground_refuse(s);
        f->all = sum.small;
        f->decided = f->asks_zero && sum.small != 0;
        return true;
    case FOLD_MIN:
    case FOLD_MAX:
        if (first || (f->e->index == FOLD_MIN ? x < f->all : x > f->all)) f->all = x;
        return true;
    default: return ground_refuse(s);
    }
}

/* The one of this fold, for the elements that are chosen now. */
static struct ground_filter *filter_of(struct ground_scope *s, const struct expr *fold)
{
    if (s->locals != s->chosen_locals) return NULL;
    struct ground_filter *f = NULL;
    for (size_t i = 0; i < GROUND_FILTERS && !f; i++)
        if (s->filters[i].fold == fold) f = &s->filters[i];
    if (!f) f = &s->filters[s->next_filter++ % GROUND_FILTERS];
    if (f->fold != fold || f->choice != s->choice) f->count = 0, f->open = false;
    f->fold = fold;
    f->choice = s->choice;
    return f;
}

static bool changes_nothing(const struct expr *fold, int64_t x)
{
    switch ((enum fold)fold->index) {
    case FOLD_ALL: return x != 0;
    case FOLD_ANY:
    case FOLD_COUNT:
    case FOLD_SUM: return x == 0;
    default: return false;
    }
}

/* Does the body say by itself, whatever cells hold, that an element changes nothing? Then the cells that its condition asks for make no
 * difference, and it may be passed over as what cannot fail may. */
static bool body_decides(struct ground_scope *s, const struct expr *fold)
{
    int64_t x;
    const struct expr *body = fold->kids[0], *when = fold->kids[1];
    if (!body || !ground_reads(s, when) || !ground_cannot_fail(s, when)) return false;
    bool before = s->closed;
    s->closed = true;
    bool known = ground_number_of(s, body, &x);
    s->closed = before;
    if (!known && !s->no_memory) s->refused = false; /* the condition may stand before a failure */
    return known && changes_nothing(fold, x);
}

/* Is this element taken in, and with which number? */
static bool filter_next(struct ground_scope *s, struct folding *f, int64_t *when, int64_t *x)
{
    struct ground_filter *known = f->filter;
    size_t at = f->at++;
    uint64_t reads = s->reads;
    *when = *x = 1;
    bool is_known = known && !known->open && at < known->count;
    if (is_known) *when = known->taken[at / 64] >> (at % 64) & 1;
    else if (f->e->kids[1] && body_decides(s, f->e)) *when = 0;
    else if (f->e->kids[1] && !ground_number_of(s, f->e->kids[1], when)) return false;
    bool open = reads != s->reads;
    bool asks = *when && f->e->kids[0], zero = false;
    if (asks && f->asks_zero && !ground_is_zero(s, f->e->kids[0], &zero)) return false;
    if (asks && f->asks_zero) *x = !zero;
    else if (asks && !ground_number_of(s, f->e->kids[0], x)) return false;
    if (is_known || !known || at >= GROUND_FILTERED) return true;
    known->open |= open;
    if (at != known->count) return true;
    bool matters = *when && !(reads == s->reads && changes_nothing(f->e, *x));
    uint64_t bit = UINT64_C(1) << (at % 64);
    known->taken[at / 64] = (known->taken[at / 64] & ~bit) | (matters ? bit : 0);
    known->count++;
    return true;
}

static bool fold_from(struct ground_scope *s, struct folding *f, size_t gen);

static bool fold_element(struct ground_scope *s, struct folding *f, size_t gen, struct ground_local *here,
                         struct ground_number element)
{
    ground_of(element, &here->value);
    s->locals = here;
    bool fine = fold_from(s, f, gen + 1);
    s->locals = here->next;
    return fine;
}

/* As over what ground_elements gives, which is not laid out here. */
static bool fold_range(struct ground_scope *s, struct folding *f, size_t gen)
{
    int64_t low, high;
    const struct gen *g = &f->e->gens[gen];
    uint64_t reads = s->reads;
    bool fine = ground_range_of(s, &g->domain, &low, &high);
    if (f->filter) f->filter->open |= reads != s->reads;
    if (!fine || low > high) return fine;
    if ((uint64_t)high - (uint64_t)low >= GROUND_ELEMENTS) return ground_refuse(s);
    if (!ground_spend(s, (size_t)(high - low) + 1)) return false;
    struct ground_local here = {g->slot, {.number = ground_const(0)}, s->locals};
    for (int64_t x = low; fine && !f->decided && x <= high; x++) {
        fine = fold_element(s, f, gen, &here, ground_const(x));
        if (x == INT64_MAX) break;
    }
    return fine;
}

/* Over what the cells of a row hold, one after the other. */
static bool fold_cells(struct ground_scope *s, struct folding *f, size_t gen)
{
    struct ground_value row;
    const struct gen *g = &f->e->gens[gen];
    uint64_t reads = s->reads;
    bool fine = ground_array_of(s, g->domain.low, &row) && ground_spend(s, row.columns);
    if (f->filter) f->filter->open |= reads != s->reads;
    struct ground_local here = {g->slot, {.number = ground_const(0)}, s->locals};
    for (size_t i = 0; fine && !f->decided && i < row.columns; i++) fine = fold_element(s, f, gen, &here, row.cells[i]);
    return fine;
}

static bool fold_from(struct ground_scope *s, struct folding *f, size_t gen)
{
    int64_t *elements, x = 1, when = 1;
    size_t count;
    const struct expr *e = f->e;
    if (gen == e->gen_count) {
        if (!filter_next(s, f, &when, &x)) return false;
        return !when || fold_in(s, f, x);
    }
    if (e->gens[gen].domain.kind == DOMAIN_RANGE) return fold_range(s, f, gen);
    if (ground_is_of_cells(&e->gens[gen].domain)) return fold_cells(s, f, gen);
    const struct ground_number *held;
    uint64_t reads = s->reads;
    bool fine = ground_elements(s, &e->gens[gen].domain, &elements, &held, &count);
    if (f->filter) f->filter->open |= held || reads != s->reads;
    struct ground_local here = {e->gens[gen].slot, {.number = ground_const(0)}, s->locals};
    for (size_t i = 0; fine && !f->decided && i < count; i++) {
        if (held && !ground_known(s, held[i], &x)) return false;
        if (held && !x) continue;
        fine = fold_element(s, f, gen, &here, ground_const(elements[i]));
    }
    return fine;
}

bool ground_fold(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct folding f = {.e = e, .filter = filter_of(s, e), .all = e->index == FOLD_ALL};
    bool extreme = e->index == FOLD_MIN || e->index == FOLD_MAX;
    if (!fold_from(s, &f, 0)) return false;
    return extreme && !f.any ? ground_refuse(s) : ground_give(value, f.all);
}

/* ---- sums that are asked whether they are 0 ------------------------------------------------------------------------- */
/* Has it a value whatever is chosen and held, but for numbers beyond 64 bits, which are no part of the rule? */
static bool is_total(const struct expr *e)
{
    bool call = e->kind == EXPR_CALL &&
                (e->index == BUILTIN_ABS || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS ||
                 e->index == BUILTIN_LEN || ((e->index == BUILTIN_MIN || e->index == BUILTIN_MAX) && e->count > 0));
    bool fold = e->kind == EXPR_FOLD && e->index != FOLD_MIN && e->index != FOLD_MAX;
    bool plain = e->kind == EXPR_INT || e->kind == EXPR_BOOL || e->kind == EXPR_FIELD || e->kind == EXPR_PARAM ||
                 e->kind == EXPR_LOCAL || e->kind == EXPR_NEG || e->kind == EXPR_NOT || e->kind == EXPR_ADD ||
                 e->kind == EXPR_SUB || e->kind == EXPR_MUL || e->kind == EXPR_INDEX || e->kind == EXPR_IF ||
                 e->kind == EXPR_LET || e->kind == EXPR_AND || e->kind == EXPR_OR || expr_compares(e->kind);
    bool fine = (plain || call || fold) && !e->domain && !e->update_count;
    for (size_t i = 0; i < e->count && fine; i++) fine = !e->kids[i] || is_total(e->kids[i]);
    for (size_t i = 0; i < e->gen_count && fine; i++) {
        const struct domain *d = &e->gens[i].domain;
        fine = d->kind == DOMAIN_RANGE && !e->gens[i].cap && is_total(d->low) && is_total(d->high);
    }
    return fine;
}

/* Is a number of cells, that is total, never below 0? */
static bool is_natural(const struct expr *e)
{
    if (e->kind == EXPR_ADD) return is_natural(e->kids[0]) && is_natural(e->kids[1]);
    if (e->kind == EXPR_FOLD)
        return e->index == FOLD_COUNT || (e->index == FOLD_SUM && e->kids[0] && is_natural(e->kids[0]));
    return e->kind == EXPR_INT ? e->value >= 0 : e->kind == EXPR_INDEX || e->type == TYPE_BOOL;
}

/* Has it a sum or count in it, and which is the other side, a number? */
static const struct expr *summed(const struct expr *e, int64_t *bound)
{
    bool right = e->kids[1]->kind == EXPR_INT;
    const struct expr *sum = e->kids[right ? 0 : 1], *number = e->kids[right ? 1 : 0];
    const struct expr *first = sum;
    while (first->kind == EXPR_ADD) first = first->kids[0];
    bool fine = number->kind == EXPR_INT && first->kind == EXPR_FOLD && is_natural(sum) && is_total(sum);
    *bound = number->value;
    return fine && (right || e->kind == EXPR_EQ || e->kind == EXPR_NE) ? sum : NULL;
}

/* Is what is compared a sum of natural numbers, and is it asked whether that is 0? *when: what is said where it is. */
const struct expr *ground_asked_zero(const struct expr *e, bool *when)
{
    int64_t bound;
    if (e->kind < EXPR_EQ || e->kind > EXPR_GE || e->kids[0]->type != TYPE_INT) return NULL;
    const struct expr *sum = summed(e, &bound);
    *when = e->kind == EXPR_EQ || e->kind == EXPR_LE || e->kind == EXPR_LT;
    return sum && bound == (e->kind == EXPR_LT || e->kind == EXPR_GE) ? sum : NULL;
}

/* As soon as a part is not 0 the others are not asked. */
bool ground_sum_is_zero(struct ground_scope *s, const struct expr *e, bool *zero)
{
    if (e->kind == EXPR_ADD) {
        if (!ground_sum_is_zero(s, e->kids[0], zero)) return false;
        return !*zero || ground_sum_is_zero(s, e->kids[1], zero);
    }
    if (e->kind != EXPR_FOLD) return ground_is_zero(s, e, zero);
    struct folding f = {.e = e, .filter = filter_of(s, e), .asks_zero = true};
    return fold_from(s, &f, 0) && (*zero = f.all == 0, true);
}
