/* SPDX-License-Identifier: MIT */
/* Exact where a cell is not known: it stays open until a number is needed, and is then asked. */
#include "model/arithmetic.h"
#include "model/expr.h"
#include "model/sets.h"
#include "proof/ground/private.h"

bool ground_known(struct ground_scope *s, struct ground_number number, int64_t *value)
{
    *value = number.value;
    if (number.cell < 0) return true;
    if (s->closed) return ground_refuse(s);
    s->reads++;
    if (s->chosen[number.cell] < 0) {
        s->chosen[number.cell] = 0;
        s->asked[s->asked_count++] = (uint16_t)number.cell;
    }
    *value = ground_held_by(s, (size_t)number.cell)->values[s->chosen[number.cell]];
    return true;
}

bool ground_number_of(struct ground_scope *s, const struct expr *e, int64_t *value)
{
    struct ground_value v;
    if (ground_plain(s, e, value)) return true;
    if (!ground_value_of(s, e, &v)) return false;
    if (v.bits) return ground_number_of_bits(s, &v, value);
    return v.array ? ground_refuse(s) : ground_known(s, v.number, value);
}

/* ---- domains ------------------------------------------------------------------------------------------------------ */
static bool range_of(struct ground_scope *s, const struct domain *d, int64_t *low, int64_t *high)
{
    if (!d->high) return ground_refuse(s);
    return ground_number_of(s, d->low, low) && ground_number_of(s, d->high, high);
}

/* The elements of a set that is written out, or a parameter; some may be there twice. */
static bool list_set(struct ground_scope *s, const struct domain *d, int64_t *out)
{
    const struct param_value *set = d->kind == DOMAIN_PARAM ? &s->from->params[d->index] : NULL;
    bool fine = true;
    for (size_t i = 0; fine && i < (set ? set->set_count : d->item_count); i++) {
        if (set) out[i] = set->set[i];
        else fine = ground_number_of(s, d->items[i], &out[i]);
    }
    return fine;
}

/* Is x in squares, powers(b), divisors(n), ...? Refused where the number has no such set. */
static bool in_named(struct ground_scope *s, const struct domain *d, int64_t x, bool *holds)
{
    int64_t of = 0;
    if (set_takes_number(d->kind) && !ground_number_of(s, d->low, &of)) return false;
    return arithmetic_member(d->kind, number_small(x), number_small(of), holds) || ground_refuse(s);
}

/* The divisors of n >= 1, ascending; no other named set has an end. */
static bool list_divisors(struct ground_scope *s, const struct domain *d, int64_t **elements, size_t *count)
{
    int64_t n;
    if (!ground_number_of(s, d->low, &n)) return false;
    if (n < 1 || n >= GROUND_ELEMENTS || !ground_spend(s, (size_t)n)) return ground_refuse(s);
    *elements = arena_array(s->arena, (size_t)n, sizeof **elements);
    if (!*elements) return s->no_memory = true, ground_refuse(s);
    *count = 0;
    for (int64_t x = 1; x <= n; x++)
        if (n % x == 0) (*elements)[(*count)++] = x;
    return true;
}

bool ground_elements(struct ground_scope *s, const struct domain *d, int64_t **elements,
                     const struct ground_number **held, size_t *count)
{
    int64_t low = 1, high = 0;
    if (held) *held = NULL;
    if (held && d->kind == DOMAIN_ELEMENTS) return ground_members(s, d->low, elements, held, count);
    if (d->kind == DOMAIN_DIVISORS) return list_divisors(s, d, elements, count);
    bool range = d->kind == DOMAIN_RANGE;
    if (!range && d->kind != DOMAIN_SET && d->kind != DOMAIN_PARAM) return ground_refuse(s);
    if (range && !range_of(s, d, &low, &high)) return false;
    if (range && low <= high && (uint64_t)high - (uint64_t)low >= GROUND_ELEMENTS) return ground_refuse(s);
    size_t all = low <= high ? (size_t)(high - low) + 1 : 0;
    if (!range) all = d->kind == DOMAIN_SET ? d->item_count : s->from->params[d->index].set_count;
    if (!ground_spend(s, all)) return false;
    *elements = arena_array(s->arena, all + 1, sizeof **elements);
    if (!*elements) return s->no_memory = true, ground_refuse(s);
    *count = 0;
    if (!range && !list_set(s, d, *elements)) return false;
    bool ascending = true; /* as long as it is, none is there twice */
    for (size_t i = 0; i < all; i++) {
        int64_t x = range ? low + (int64_t)i : (*elements)[i];
        bool twice = false;
        ascending = ascending && (i == 0 || (*elements)[*count - 1] < x);
        for (size_t k = 0; !ascending && !twice && k < *count; k++) twice = (*elements)[k] == x;
        if (!twice) (*elements)[(*count)++] = x;
    }
    return true;
}

static bool in(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t x, low, high, *elements;
    size_t count;
    if (e->count != 1) return ground_refuse(s);
    if (e->kids[0]->type == TYPE_NODE)
        return (e->domain->kind == DOMAIN_ELEMENTS || ground_refuse(s)) &&
               ground_in_set(s, e->kids[0], e->domain->low, &x) && ground_give(value, x);
    if (!ground_number_of(s, e->kids[0], &x)) return false;
    if (e->domain->kind == DOMAIN_RANGE)
        return range_of(s, e->domain, &low, &high) && ground_give(value, low <= x && x <= high);
    bool found = false;
    if (named_set(e->domain->kind)) return in_named(s, e->domain, x, &found) && ground_give(value, found);
    if (!ground_elements(s, e->domain, &elements, NULL, &count)) return false;
    for (size_t i = 0; i < count; i++) found |= elements[i] == x;
    return ground_give(value, found);
}

/* ---- folds ------------------------------------------------------------------------------------------------------- */
/* `any`: some element was taken in. */
struct folding {
    const struct expr *e;
    struct ground_filter *filter; /* NULL: it depends on more than the chosen elements */
    size_t at;                    /* how many elements were looked at */
    int64_t all;
    bool any, decided;
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

/* Is this element taken in, and with which number? */
static bool filter_next(struct ground_scope *s, struct folding *f, int64_t *when, int64_t *x)
{
    struct ground_filter *known = f->filter;
    size_t at = f->at++;
    uint64_t reads = s->reads;
    *when = *x = 1;
    bool is_known = known && !known->open && at < known->count;
    if (is_known) *when = known->taken[at / 64] >> (at % 64) & 1;
    else if (f->e->kids[1] && !ground_number_of(s, f->e->kids[1], when)) return false;
    bool open = reads != s->reads;
    if (*when && f->e->kids[0] && !ground_number_of(s, f->e->kids[0], x)) return false;
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
    here->value.number = element;
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
    bool fine = range_of(s, &g->domain, &low, &high);
    if (f->filter) f->filter->open |= reads != s->reads;
    if (!fine || low > high) return fine;
    if ((uint64_t)high - (uint64_t)low >= GROUND_ELEMENTS) return ground_refuse(s);
    if (!ground_spend(s, (size_t)(high - low) + 1)) return false;
    struct ground_local here = {g->slot, {.number = {0, -1}}, s->locals};
    for (int64_t x = low; fine && !f->decided && x <= high; x++) {
        fine = fold_element(s, f, gen, &here, (struct ground_number){x, -1});
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
    struct ground_local here = {g->slot, {.number = {0, -1}}, s->locals};
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
    struct ground_local here = {e->gens[gen].slot, {.number = {0, -1}}, s->locals};
    for (size_t i = 0; fine && !f->decided && i < count; i++) {
        if (held && !ground_known(s, held[i], &x)) return false;
        if (held && !x) continue;
        fine = fold_element(s, f, gen, &here, (struct ground_number){elements[i], -1});
    }
    return fine;
}

static bool fold(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct folding f = {.e = e, .filter = filter_of(s, e), .all = e->index == FOLD_ALL};
    bool extreme = e->index == FOLD_MIN || e->index == FOLD_MAX;
    if (!fold_from(s, &f, 0)) return false;
    return extreme && !f.any ? ground_refuse(s) : ground_give(value, f.all);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */
static bool call(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t x[ARITHMETIC_ARGUMENTS], result;
    if (e->count < 1 || e->count > ARITHMETIC_ARGUMENTS || e->type > TYPE_BOOL) return ground_refuse(s);
    if (e->kids[0]->type == TYPE_ROW || e->kids[0]->type == TYPE_GRID) {
        struct ground_value a;
        if (!ground_array_of(s, e->kids[0], &a)) return false;
        if (e->index == BUILTIN_LEN || e->index == BUILTIN_COLS) return ground_give(value, (int64_t)a.columns);
        return e->index == BUILTIN_ROWS ? ground_give(value, (int64_t)a.rows) : ground_refuse(s);
    }
    if (e->kids[0]->type == TYPE_NODES && e->index == BUILTIN_LEN) return ground_size_of(s, e->kids[0], value);
    if (s->in_bits) return ground_call_bits(s, e, value);
    for (size_t i = 0; i < e->count; i++) {
        if (e->kids[i]->type > TYPE_BOOL) return ground_refuse(s);
        if (!ground_number_of(s, e->kids[i], &x[i])) return false;
    }
    return builtin_value((enum builtin)e->index, x, e->count, &result) ? ground_give(value, result) : ground_refuse(s);
}

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

static bool cannot_fail(const struct ground_scope *s, const struct expr *e)
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
    case EXPR_IFF: return cannot_fail(s, e->kids[0]) && (e->count == 1 || cannot_fail(s, e->kids[1]));
    default:
        for (size_t i = 1; cell && i < e->count; i++) cell = is_small(s, e->kids[i]);
        return cell || is_small(s, e);
    }
}

/* The right side of `and` or `or` alone decides it, whatever cells hold: then those that the left side asks for make no difference.
 * What cannot fail may be tested earlier than it stands (the language says so of `and`); to be passed over, the left side of `or` must not
 * fail itself. */
static bool right_decides(struct ground_scope *s, const struct expr *e)
{
    int64_t x;
    bool either = e->kind == EXPR_OR;
    if (!ground_reads(s, e->kids[0]) || (either && !cannot_fail(s, e->kids[0]))) return false;
    bool before = s->closed;
    s->closed = true;
    bool known = ground_number_of(s, e->kids[1], &x);
    s->closed = before;
    if (!known && !s->no_memory) s->refused = false; /* the left side may stand before a failure */
    return known && (x != 0) == either;
}

static bool operate(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t x[2] = {0, 0}, result;
    if (e->kids[0]->type > TYPE_BOOL && e->kids[0]->type != TYPE_NODE)
        return e->kind == EXPR_EQ || e->kind == EXPR_NE ? ground_same_cells(s, e, value) : ground_refuse(s);
    bool both = e->kind == EXPR_AND || e->kind == EXPR_OR;
    bool numbers = e->count == 2 && !both && e->kind != EXPR_IFF;
    if (s->in_bits && numbers && e->kids[0]->type <= TYPE_BOOL) return ground_operate(s, e, value);
    if (both && right_decides(s, e)) return ground_give(value, e->kind == EXPR_OR);
    if (!ground_number_of(s, e->kids[0], &x[0])) return false;
    if (e->kind == EXPR_AND && !x[0]) return ground_give(value, 0);
    if (e->kind == EXPR_OR && x[0]) return ground_give(value, 1);
    if (e->count > 1 && !ground_number_of(s, e->kids[1], &x[1])) return false;
    if (both) return ground_give(value, x[1]);
    return arithmetic_small(e->kind, x[0], x[1], &result) ? ground_give(value, result) : ground_refuse(s);
}

static bool local(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    const struct ground_local *l = s->locals;
    while (l && l->slot != e->index) l = l->next;
    if (!l) return ground_refuse(s);
    *value = l->value;
    return true;
}

static bool let(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_local here = {e->index, {0}, s->locals};
    if (!ground_value_of(s, e->kids[0], &here.value)) return false;
    s->locals = &here;
    bool fine = ground_value_of(s, e->kids[1], value);
    s->locals = here.next;
    return fine;
}

bool ground_value_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t when;
    if (s->refused || s->steps == 0) return ground_refuse(s);
    s->steps--;
    switch (e->kind) {
    case EXPR_INT:
        return e->number && !integer_fits(e->number, &(int64_t){0}) ? ground_refuse(s) : ground_give(value, e->value);
    case EXPR_BOOL: return ground_give(value, e->value);
    case EXPR_FIELD: *value = s->fields[e->index]; return true;
    case EXPR_PARAM:
        return e->type <= TYPE_BOOL ? ground_give(value, s->from->params[e->index].value) : ground_refuse(s);
    case EXPR_LOCAL: return local(s, e, value);
    case EXPR_MOVER: return ground_give(value, s->mover);
    case EXPR_NEG:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return operate(s, e, value);
    case EXPR_IF: return ground_number_of(s, e->kids[0], &when) && ground_value_of(s, e->kids[when ? 1 : 2], value);
    case EXPR_LET: return let(s, e, value);
    case EXPR_IN: return in(s, e, value);
    case EXPR_NODE: return ground_give(value, e->index);
    case EXPR_NODES:
    case EXPR_NODES_ALL:
    case EXPR_NODES_FOR:
    case EXPR_NODES_LESS:
    case EXPR_NODES_JOIN: return ground_set_of(s, e, value);
    case EXPR_INDEX: return ground_cell_at(s, e, value);
    case EXPR_ROW: return ground_row_literal(s, e, value);
    case EXPR_ROW_FOR: return ground_row_made(s, e, value);
    case EXPR_WITH: return ground_with(s, e, value);
    case EXPR_CALL: return e->type == TYPE_NODES ? ground_set_of(s, e, value) : call(s, e, value);
    case EXPR_FOLD: return fold(s, e, value);
    default: return ground_refuse(s);
    }
}
