/* SPDX-License-Identifier: MIT */
/* Exact where a cell is not known: it stays open until a number is needed, and is then asked. */
#include "model/arithmetic.h"
#include "model/expr.h"
#include "model/sets.h"
#include "proof/ground/private.h"

enum { LOOK_STEPS = 1 << 16 }; /* some milliseconds */

bool ground_ask(struct ground_scope *s, size_t cell, int64_t *value)
{
    if (s->closed) return ground_refuse(s);
    s->reads++;
    if (s->chosen[cell] < 0) {
        s->chosen[cell] = s->narrows ? (signed char)__builtin_ctzll(s->allowed[cell]) : 0;
        s->asked[s->asked_count++] = (uint16_t)cell;
    }
    *value = ground_held_value(s, cell, (size_t)s->chosen[cell]);
    return true;
}

bool ground_known(struct ground_scope *s, struct ground_number number, int64_t *value)
{
    *value = number.value;
    if (number.digits) return ground_number_of_bits(s, number.digits, value);
    if (number.merged) return ground_unmerge(s, number.merged - 1u);
    if (number.cell < 0) return true;
    size_t cell = (size_t)number.cell;
    if (!ground_ask(s, cell, value)) return false;
    return !ground_is_merged(s, cell, *value) || ground_unmerge(s, s->piece_of[cell]);
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
bool ground_range_of(struct ground_scope *s, const struct domain *d, int64_t *low, int64_t *high)
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
    if (range && !ground_range_of(s, d, &low, &high)) return false;
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
        return ground_range_of(s, e->domain, &low, &high) && ground_give(value, low <= x && x <= high);
    bool found = false;
    if (named_set(e->domain->kind)) return in_named(s, e->domain, x, &found) && ground_give(value, found);
    if (!ground_elements(s, e->domain, &elements, NULL, &count)) return false;
    for (size_t i = 0; i < count; i++) found |= elements[i] == x;
    return ground_give(value, found);
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

/* What cannot fail may be tested earlier than it stands (the language says so of `and`); to be passed over, the left side of `or` must not
 * fail itself. */
bool ground_may_pass_left(struct ground_scope *s, const struct expr *e)
{
    return ground_reads(s, e->kids[0]) && (e->kind == EXPR_AND || ground_cannot_fail(s, e->kids[0]));
}

/* The right side of `and` or `or` alone decides it, whatever cells hold: then those that the left side asks for make no difference. */
static bool right_decides(struct ground_scope *s, const struct expr *e)
{
    int64_t x;
    if (!ground_may_pass_left(s, e)) return false;
    bool before = s->closed;
    s->closed = true;
    bool known = ground_number_of(s, e->kids[1], &x);
    s->closed = before;
    if (!known && !s->no_memory) s->refused = false; /* the left side may stand before a failure */
    return known && (x != 0) == (e->kind == EXPR_OR);
}

static bool operate(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t x[2] = {0, 0}, result;
    if (e->kids[0]->type > TYPE_BOOL && e->kids[0]->type != TYPE_NODE)
        return e->kind == EXPR_EQ || e->kind == EXPR_NE ? ground_same_cells(s, e, value) : ground_refuse(s);
    bool both = e->kind == EXPR_AND || e->kind == EXPR_OR;
    if (both && right_decides(s, e)) return ground_give(value, e->kind == EXPR_OR);
    bool zero, when;
    const struct expr *sum = e->count == 2 ? ground_asked_zero(e, &when) : NULL;
    if (sum && (!s->in_bits || sum->kind == EXPR_FOLD)) /* a part may be a number in digits */
        return ground_sum_is_zero(s, sum, &zero) && ground_give(value, zero == when);
    bool numbers = e->count == 2 && !both && e->kind != EXPR_IFF;
    if (s->in_bits && numbers && e->kids[0]->type <= TYPE_BOOL) return ground_operate(s, e, value);
    if (s->merges && numbers && e->kids[0]->type <= TYPE_BOOL) return ground_operate_merged(s, e, value);
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

/* Time alone is asked: what is found does not depend on how much of a bounded question is left. */
static bool look(struct ground_scope *s)
{
    s->look = s->steps > LOOK_STEPS ? s->steps - LOOK_STEPS : 0;
    if (s->from->budget) s->over = budget_over(s->from->budget);
    if (s->over != ST_OK) s->steps = 0;
    return s->over == ST_OK;
}

bool ground_step(struct ground_scope *s)
{
    if (s->refused || s->steps == 0 || (s->steps <= s->look && !look(s))) return ground_refuse(s);
    return s->steps--, true;
}

bool ground_value_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t when;
    if (!ground_step(s)) return false;
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
    case EXPR_FOLD: return ground_fold(s, e, value);
    default: return ground_refuse(s);
    }
}
