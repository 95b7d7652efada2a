/* SPDX-License-Identifier: MIT */
/* Exact where a cell is not known: it stays open until a number is needed, and is then asked. */
#include "model/arithmetic.h"
#include "proof/ground/private.h"

/* Numbers that are laid out count as steps, or few of these could fill the memory. */
static bool spend(struct ground_scope *s, size_t numbers)
{
    if (s->steps < numbers) return ground_refuse(s);
    s->steps -= numbers;
    return true;
}

static bool give(struct ground_value *value, int64_t number)
{
    *value = (struct ground_value){.number = {number, -1}};
    return true;
}

bool ground_known(struct ground_scope *s, struct ground_number number, int64_t *value)
{
    *value = number.value;
    if (number.cell < 0) return true;
    if (s->chosen[number.cell] < 0) {
        s->chosen[number.cell] = 0;
        s->asked[s->asked_count++] = (uint16_t)number.cell;
    }
    *value = s->values[s->chosen[number.cell]];
    return true;
}

bool ground_number_of(struct ground_scope *s, const struct expr *e, int64_t *value)
{
    struct ground_value v;
    if (!ground_value_of(s, e, &v)) return false;
    return v.array ? ground_refuse(s) : ground_known(s, v.number, value);
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */
static bool make_array(struct ground_scope *s, size_t rows, size_t columns, struct ground_value *value)
{
    *value = (struct ground_value){.array = true, .rows = rows, .columns = columns};
    if (rows > GROUND_ELEMENTS || columns > GROUND_ELEMENTS || rows * columns > GROUND_ELEMENTS)
        return ground_refuse(s);
    if (!spend(s, rows * columns)) return false;
    value->cells = arena_array(s->arena, rows * columns + 1, sizeof *value->cells);
    if (!value->cells) s->no_memory = true;
    return value->cells || ground_refuse(s);
}

static bool array_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    return ground_value_of(s, e, value) && (value->array || ground_refuse(s));
}

/* Takes item `at` of a row of numbers, or of a grid, whose first row tells how wide it is. */
static bool take_item(struct ground_scope *s, const struct expr *e, const struct ground_value *item, size_t at,
                      size_t count, struct ground_value *all)
{
    bool grid = e->type == TYPE_GRID;
    if (item->array != grid) return ground_refuse(s);
    if (at == 0 && !make_array(s, grid ? count : 1, grid ? item->columns : count, all)) return false;
    if (!grid) return all->cells[at] = item->number, true;
    if (item->rows != 1 || item->columns != all->columns) return ground_refuse(s);
    for (size_t k = 0; k < all->columns; k++) all->cells[at * all->columns + k] = item->cells[k];
    return true;
}

static bool row_literal(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    bool fine = e->name || e->type == TYPE_BAG ? ground_refuse(s) : make_array(s, 1, 0, value);
    for (size_t i = 0; fine && i < e->count; i++) {
        struct ground_value item;
        fine = ground_value_of(s, e->kids[i], &item) && take_item(s, e, &item, i, e->count, value);
    }
    return fine;
}

/* Of one generator over a range, without a condition. */
static bool row_made(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t *elements;
    size_t count;
    if (e->gen_count != 1 || e->kids[1] || e->gens[0].domain.kind != DOMAIN_RANGE || e->type == TYPE_BAG)
        return ground_refuse(s);
    bool fine = ground_elements(s, &e->gens[0].domain, &elements, NULL, &count) && make_array(s, 1, 0, value);
    for (size_t i = 0; fine && i < count; i++) {
        struct ground_value item;
        struct ground_local here = {e->gens[0].slot, {.number = {elements[i], -1}}, s->locals};
        s->locals = &here;
        fine = ground_value_of(s, e->kids[0], &item) && take_item(s, e, &item, i, count, value);
        s->locals = here.next;
    }
    return fine;
}

static bool cell_at(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value row;
    size_t at = 0;
    bool outside = false; /* the other index may fail all the same */
    if (!array_of(s, e->kids[0], &row)) return false;
    for (size_t k = 1; k < e->count; k++) {
        int64_t i;
        size_t bound = k + 1 == e->count ? row.columns : row.rows;
        if (!ground_number_of(s, e->kids[k], &i)) return false;
        outside |= i < 1 || (uint64_t)i > bound;
        if (!outside) at = at * bound + (size_t)i - 1;
    }
    if (outside) return give(value, 0);
    *value = (struct ground_value){.number = row.cells[at]};
    return true;
}

static bool index_in(struct ground_scope *s, const struct expr *e, size_t most, size_t *at)
{
    int64_t i;
    if (!ground_number_of(s, e, &i)) return false;
    if (i < 1 || (uint64_t)i > most) return ground_refuse(s);
    *at = (size_t)i - 1;
    return true;
}

/* All updates read the old row; to change a cell twice, or one that is not there, fails. */
static bool change(struct ground_scope *s, const struct update *u, struct ground_number x, bool *changed,
                   struct ground_number *cell)
{
    struct number sides[2] = {{0, NULL}, {0, NULL}}, sum;
    if (*changed) return ground_refuse(s);
    *changed = true;
    if (u->op == '=') return *cell = x, true;
    if (!ground_known(s, *cell, &sides[0].small) || !ground_known(s, x, &sides[1].small)) return false;
    if (!arithmetic_operate(&(struct arithmetic){0}, u->op == '+' ? EXPR_ADD : EXPR_SUB, sides, &sum))
        return ground_refuse(s);
    *cell = (struct ground_number){sum.small, -1};
    return true;
}

static bool update(struct ground_scope *s, const struct update *u, struct ground_value *v, bool *changed)
{
    size_t low[2] = {0, 0}, high[2] = {0, 0};
    struct ground_value x;
    for (int k = 0; k < u->dims; k++) {
        int of = k + 2 - u->dims;
        size_t most = of ? v->columns : v->rows;
        if (!index_in(s, u->low[k], most, &low[of])) return false;
        high[of] = low[of];
        if (u->high[k] && !index_in(s, u->high[k], most, &high[of])) return false;
        if (high[of] < low[of]) return ground_refuse(s);
    }
    if (!ground_value_of(s, u->value, &x)) return false;
    bool fine = !x.array || ground_refuse(s);
    for (size_t i = low[0]; i <= high[0]; i++)
        for (size_t k = low[1]; fine && k <= high[1]; k++)
            fine = change(s, u, x.number, &changed[i * v->columns + k], &v->cells[i * v->columns + k]);
    return fine;
}

static bool with(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value old;
    if (!array_of(s, e->kids[0], &old) || !make_array(s, old.rows, old.columns, value)) return false;
    bool *changed = arena_array(s->arena, old.rows * old.columns + 1, sizeof *changed);
    if (!changed) return s->no_memory = true, ground_refuse(s);
    for (size_t i = 0; i < old.rows * old.columns; i++) value->cells[i] = old.cells[i];
    bool fine = true;
    for (size_t i = 0; fine && i < e->update_count; i++) fine = update(s, &e->updates[i], value, changed);
    return fine;
}

static bool same_cells(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value a, b;
    if (e->kids[0]->type == TYPE_BAG || e->kids[1]->type == TYPE_BAG) return ground_refuse(s);
    if (!array_of(s, e->kids[0], &a) || !array_of(s, e->kids[1], &b)) return false;
    bool same = a.rows == b.rows && a.columns == b.columns;
    for (size_t i = 0; same && i < a.rows * a.columns; i++) {
        int64_t x, y;
        if (a.cells[i].cell >= 0 && a.cells[i].cell == b.cells[i].cell) continue;
        if (!ground_known(s, a.cells[i], &x) || !ground_known(s, b.cells[i], &y)) return false;
        same = x == y;
    }
    return give(value, same == (e->kind == EXPR_EQ));
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

bool ground_elements(struct ground_scope *s, const struct domain *d, int64_t **elements,
                     const struct ground_number **held, size_t *count)
{
    int64_t low = 1, high = 0;
    if (held) *held = NULL;
    if (held && d->kind == DOMAIN_ELEMENTS) return ground_members(s, d->low, elements, held, count);
    bool range = d->kind == DOMAIN_RANGE;
    if (!range && d->kind != DOMAIN_SET && d->kind != DOMAIN_PARAM) return ground_refuse(s);
    if (range && !range_of(s, d, &low, &high)) return false;
    if (range && low <= high && (uint64_t)high - (uint64_t)low >= GROUND_ELEMENTS) return ground_refuse(s);
    size_t all = low <= high ? (size_t)(high - low) + 1 : 0;
    if (!range) all = d->kind == DOMAIN_SET ? d->item_count : s->from->params[d->index].set_count;
    if (!spend(s, all)) return false;
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
               ground_in_set(s, e->kids[0], e->domain->low, &x) && give(value, x);
    if (!ground_number_of(s, e->kids[0], &x)) return false;
    if (e->domain->kind == DOMAIN_RANGE)
        return range_of(s, e->domain, &low, &high) && give(value, low <= x && x <= high);
    if (!ground_elements(s, e->domain, &elements, NULL, &count)) return false;
    bool found = false;
    for (size_t i = 0; i < count; i++) found |= elements[i] == x;
    return give(value, found);
}

/* ---- folds ------------------------------------------------------------------------------------------------------- */
/* `any`: some element was taken in. */
struct folding {
    const struct expr *e;
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

static bool fold_from(struct ground_scope *s, struct folding *f, size_t gen)
{
    int64_t *elements, x = 1, when = 1;
    size_t count;
    const struct expr *e = f->e;
    if (gen == e->gen_count) {
        if (e->kids[1] && !ground_number_of(s, e->kids[1], &when)) return false;
        if (!when) return true;
        return (!e->kids[0] || ground_number_of(s, e->kids[0], &x)) && fold_in(s, f, x);
    }
    const struct ground_number *held;
    bool fine = ground_elements(s, &e->gens[gen].domain, &elements, &held, &count);
    for (size_t i = 0; fine && !f->decided && i < count; i++) {
        if (held && !ground_known(s, held[i], &x)) return false;
        if (held && !x) continue;
        struct ground_local here = {e->gens[gen].slot, {.number = {elements[i], -1}}, s->locals};
        s->locals = &here;
        fine = fold_from(s, f, gen + 1);
        s->locals = here.next;
    }
    return fine;
}

static bool fold(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct folding f = {.e = e, .all = e->index == FOLD_ALL};
    bool extreme = e->index == FOLD_MIN || e->index == FOLD_MAX;
    if (!fold_from(s, &f, 0)) return false;
    return extreme && !f.any ? ground_refuse(s) : give(value, f.all);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */
static bool call(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t x[ARITHMETIC_ARGUMENTS], result;
    if (e->count < 1 || e->count > ARITHMETIC_ARGUMENTS || e->type > TYPE_BOOL) return ground_refuse(s);
    if (e->kids[0]->type == TYPE_ROW || e->kids[0]->type == TYPE_GRID) {
        struct ground_value a;
        if (!array_of(s, e->kids[0], &a)) return false;
        if (e->index == BUILTIN_LEN || e->index == BUILTIN_COLS) return give(value, (int64_t)a.columns);
        return e->index == BUILTIN_ROWS ? give(value, (int64_t)a.rows) : ground_refuse(s);
    }
    for (size_t i = 0; i < e->count; i++) {
        if (e->kids[i]->type > TYPE_BOOL) return ground_refuse(s);
        if (!ground_number_of(s, e->kids[i], &x[i])) return false;
    }
    return builtin_value((enum builtin)e->index, x, e->count, &result) ? give(value, result) : ground_refuse(s);
}

static bool operate(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct number x[2] = {{0, NULL}, {0, NULL}}, result;
    if (e->kids[0]->type > TYPE_BOOL && e->kids[0]->type != TYPE_NODE)
        return e->kind == EXPR_EQ || e->kind == EXPR_NE ? same_cells(s, e, value) : ground_refuse(s);
    if (!ground_number_of(s, e->kids[0], &x[0].small)) return false;
    if (e->kind == EXPR_AND && !x[0].small) return give(value, 0);
    if (e->kind == EXPR_OR && x[0].small) return give(value, 1);
    if (e->count > 1 && !ground_number_of(s, e->kids[1], &x[1].small)) return false;
    if (e->kind == EXPR_AND || e->kind == EXPR_OR) return give(value, x[1].small);
    if (!arithmetic_operate(&(struct arithmetic){0}, e->kind, x, &result) || result.large) return ground_refuse(s);
    return give(value, result.small);
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
        return e->number && !integer_fits(e->number, &(int64_t){0}) ? ground_refuse(s) : give(value, e->value);
    case EXPR_BOOL: return give(value, e->value);
    case EXPR_FIELD: *value = s->fields[e->index]; return true;
    case EXPR_PARAM: return e->type <= TYPE_BOOL ? give(value, s->from->params[e->index].value) : ground_refuse(s);
    case EXPR_LOCAL: return local(s, e, value);
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
    case EXPR_NODE: return give(value, e->index);
    case EXPR_NODES:
    case EXPR_NODES_ALL:
    case EXPR_NODES_FOR:
    case EXPR_NODES_LESS:
    case EXPR_NODES_JOIN: return ground_set_of(s, e, value);
    case EXPR_INDEX: return cell_at(s, e, value);
    case EXPR_ROW: return row_literal(s, e, value);
    case EXPR_ROW_FOR: return row_made(s, e, value);
    case EXPR_WITH: return with(s, e, value);
    case EXPR_CALL: return e->type == TYPE_NODES ? ground_set_of(s, e, value) : call(s, e, value);
    case EXPR_FOLD: return fold(s, e, value);
    default: return ground_refuse(s);
    }
}
