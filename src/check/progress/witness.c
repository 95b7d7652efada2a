/* SPDX-License-Identifier: MIT */
/* What a condition on many elements says of one of them:
 *
 *     any(c(x) for x in s), not all(...)            one x for which c(x) is true, false
 *     count(c(x) for x in s) >= 1                   one x for which c(x) is true
 *     sum(e(x) for x in s) >= 1, xor(...) >= 1      one x with e(x) >= 1: where all are at most 0 the sum is too; xor is of natural
 *                                                   numbers, and of zeros it is 0
 *     max(e(x) for x in s), min(...)                one x with e(x) equal to it; over nothing there is no value, which ends play
 *
 * and of all of them (universal.c): that count(...), a sum of natural numbers or max(...) is at most 0, that min(...) is at least 1.
 *
 * The fold's own variables denote this x. Each variable of a move has a slot of its own, so they occur nowhere else, but in other cases
 * of the fold: of `all(any(c(x, y) for x in s) for y in t)` there is an x for each y, another one for another y. So of folds with the
 * same variables one speaks of its element. (The same expression, whose other variables denote what they did, has the same.)
 * Only what is surely evaluated counts: both sides of a true `and`, of a false `or`, of comparisons and of sums. */
#include "check/progress/rebuilt.h"
#include "check/progress/replace.h"

enum { PLACE_SLOTS = 1 << 21 };

/* x in s, a field: x is the cell s[k] for some place k, a variable that no rule has. NULL: it is no cell of a field. */
static struct expr *know_place(struct assumptions *f, const struct gen *gen)
{
    const struct expr *row = gen->domain.low;
    if (gen->domain.kind != DOMAIN_ELEMENTS || row->kind != EXPR_FIELD) return NULL;
    if (row->type != TYPE_ROW && row->type != TYPE_BAG) return NULL;
    struct expr *place = made_expr(f, EXPR_LOCAL, TYPE_INT, PLACE_SLOTS + gen->slot, NULL, 0);
    struct expr *cell =
        place ? made_expr(f, EXPR_INDEX, TYPE_INT, 0, (struct expr *[]){(struct expr *)row, place}, 2) : NULL;
    const struct expr *length = size_call(f, BUILTIN_LEN, row);
    if (!cell || !length) return NULL;
    const struct linear_form *x = linear_variable(&f->work, assumptions_local_var(gen->slot));
    assumptions_add(f, linear_sum(&f->work, x, 1, assumptions_form(f, cell), -1), true);
    assumptions_at_least(f, assumptions_form(f, place), -1);
    assumptions_difference(f, assumptions_form(f, length), assumptions_form(f, place), 0);
    return cell;
}

/* May the fold's variables denote its element? */
static bool may_denote(struct assumptions *f, const struct expr *e)
{
    for (size_t i = 0; i < f->witnesses.count; i++) {
        if (f->witnesses.data[i] == e) return true;
        if (folds_share_variables(f->witnesses.data[i], e)) return false;
    }
    if (!vec_push(&f->witnesses, e)) f->ck->no_memory = true;
    return !f->ck->no_memory;
}

/* Something that the fold runs over. Returns what the fold makes of it, where cells are written as what they are; NULL: unknown. */
static const struct expr *element_of(struct assumptions *f, const struct expr *e)
{
    struct replacement cells = {.ck = f->ck};
    if (!may_denote(f, e)) return NULL;
    for (size_t i = 0; i < e->gen_count; i++) {
        assumptions_gen(f, &e->gens[i]);
        struct expr *cell = know_place(f, &e->gens[i]);
        if (!cell || cells.slot_count == REPLACE_SLOTS) continue;
        cells.slots[cells.slot_count].slot = e->gens[i].slot;
        cells.slots[cells.slot_count++].by = cell;
    }
    if (e->kids[1]) assumptions_assume(f, replace_in(&cells, e->kids[1]), true);
    const struct expr *body = e->kids[0] ? replace_in(&cells, e->kids[0]) : NULL; /* a count may have none */
    return cells.failed ? NULL : body;
}

static void know_true(struct assumptions *f, const struct expr *body, bool truth)
{
    if (!body) return;
    assumptions_assume(f, body, truth);
    assumptions_witness(f, body, truth);
}

/* count(x for i in s where c) is 0: any(x for i in s where c) is false, or any(c for i in s) where x is a number. */
static void know_none(struct assumptions *f, const struct expr *count)
{
    bool truth = count->kids[0] && count->kids[0]->type == TYPE_BOOL;
    struct expr *any = arena_alloc(f->ck->scratch, sizeof *any), **kids = arena_array(f->ck->scratch, 2, sizeof *kids);
    if (!any || !kids) {
        f->ck->no_memory = true;
        return;
    }
    *any = *count;
    any->index = FOLD_ANY, any->type = TYPE_BOOL, any->kids = kids;
    kids[0] = truth ? count->kids[0] : count->kids[1];
    kids[1] = truth ? count->kids[1] : NULL;
    if (kids[0]) assumptions_universal(f, any, false);
}

/* Each element of the fold compares so with the number. */
static void know_each(struct assumptions *f, const struct expr *fold, enum expr_kind kind, int64_t with)
{
    struct expr *all = arena_alloc(f->ck->scratch, sizeof *all), **kids = arena_array(f->ck->scratch, 2, sizeof *kids);
    struct expr *number = expr_create_int(f->ck->scratch, (struct span){0}, with);
    struct expr *body = number ? made_expr(f, kind, TYPE_BOOL, 0, (struct expr *[]){fold->kids[0], number}, 2) : NULL;
    if (!all || !kids || !body) {
        f->ck->no_memory = true;
        return;
    }
    *all = *fold;
    all->index = FOLD_ALL, all->type = TYPE_BOOL, all->kids = kids;
    kids[0] = body, kids[1] = fold->kids[1];
    assumptions_universal(f, all, true);
}

/* What a fold that is evaluated says of all its elements: natural numbers with the sum 0 are 0, none is above the largest, none is below
 * the smallest. Numbers with other bounds than 0 and 1 are not asked about. */
static void know_all_elements(struct assumptions *f, const struct expr *e, const struct linear_form *whole)
{
    bool least = e->index == FOLD_MIN && assumptions_prove(f, whole, 1);
    bool none = !least && e->index != FOLD_MIN && assumptions_prove(f, linear_scale(&f->work, whole, -1, 0), 0);
    if (least) know_each(f, e, EXPR_GE, 1);
    if (none && e->index == FOLD_COUNT) know_none(f, e);
    if (none && e->index == FOLD_MAX) know_each(f, e, EXPR_LE, 0);
    if (none && e->index == FOLD_SUM && elements_are_natural(f, e)) know_each(f, e, EXPR_EQ, 0);
}

/* The value of a fold that is evaluated. */
static void know_number(struct assumptions *f, const struct expr *e)
{
    const struct linear_form *whole = assumptions_form(f, e);
    bool extreme = e->index == FOLD_MAX || e->index == FOLD_MIN;
    if (whole) know_all_elements(f, e, whole);
    if (!whole || (!extreme && !assumptions_prove(f, whole, 1))) return;
    const struct expr *body = element_of(f, e);
    const struct linear_form *one = body ? assumptions_form(f, body) : NULL;
    if (body && e->index == FOLD_COUNT && body->type == TYPE_BOOL) know_true(f, body, true);
    if (!one || e->index == FOLD_COUNT) return;
    if (extreme) assumptions_add(f, linear_sum(&f->work, whole, 1, one, -1), true);
    else assumptions_at_least(f, one, -1);
}

/* Folds in a number that is evaluated. */
static void know_evaluated(struct assumptions *f, const struct expr *e)
{
    bool plain = (e->kind >= EXPR_NEG && e->kind <= EXPR_GE && e->kind != EXPR_NOT) || e->kind == EXPR_CALL ||
                 e->kind == EXPR_IN || e->kind == EXPR_LET;
    if (e->kind == EXPR_FOLD && e->type == TYPE_INT) know_number(f, e);
    for (size_t i = 0; plain && i < e->count; i++)
        if (e->kids[i]->type == TYPE_INT) know_evaluated(f, e->kids[i]);
}

void assumptions_witness(struct assumptions *f, const struct expr *e, bool truth)
{
    if (f->ck->no_memory) return;
    switch (e->kind) {
    case EXPR_NOT: assumptions_witness(f, e->kids[0], !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        for (int i = 0; (e->kind == EXPR_AND) == truth && i < 2; i++) assumptions_witness(f, e->kids[i], truth);
        return;
    case EXPR_FOLD:
        if (e->index == (truth ? FOLD_ANY : FOLD_ALL)) know_true(f, element_of(f, e), truth);
        if (e->index == (truth ? FOLD_ALL : FOLD_ANY)) assumptions_universal(f, e, truth);
        return;
    case EXPR_LET:
        if (e->kids[0]->type == TYPE_INT) know_evaluated(f, e->kids[0]);
        assumptions_witness(f, e->kids[1], truth);
        return;
    default: know_evaluated(f, e); return;
    }
}

void assumptions_choice(struct assumptions *f, const struct gen *gen)
{
    const struct domain *d = &gen->domain;
    assumptions_gen(f, gen);
    know_place(f, gen);
    if (d->kind == DOMAIN_ELEMENTS && d->low->type == TYPE_NODES && d->low->kind == EXPR_FIELD) {
        const struct expr *length = size_call(f, BUILTIN_LEN, d->low);
        if (length) assumptions_at_least(f, assumptions_form(f, length), -1);
    }
    if (d->kind != DOMAIN_RANGE) return;
    know_evaluated(f, d->low);
    if (d->high) know_evaluated(f, d->high);
}
