/* SPDX-License-Identifier: MIT */
/* Forms at concrete values. */
#include "base/checked.h"
#include "proof/normal/terms.h"
#include "proof/options/options.h"
#include "proof/private.h"

/* Is x in a list of values? */
static bool listed(struct form_evaluation *e, const struct normal_term *t, struct number *value)
{
    const struct normal_term *set = t->args[1].term;
    struct number x, y;
    if (!form_evaluate(e, t->args[0].form, &x) || set->kind != NORMAL_DOMAIN || set->data != DOMAIN_SET) return false;
    *value = number_small(0);
    for (size_t i = 0; i < set->count; i++) {
        if (!set->args[i].form || !form_evaluate(e, set->args[i].form, &y)) return false;
        if (number_compare(x, y) == 0) return *value = number_small(1), true;
    }
    return true;
}

static bool is_row_call(int call)
{
    return call == BUILTIN_LEN || call == BUILTIN_INCREASING || call == BUILTIN_SORTED;
}

/* The value of the call: the length, or whether every cell is greater than (for `sorted`: at least) the one before. */
static int64_t row_call(int call, const struct normal_row *row)
{
    bool rises = true;
    if (call == BUILTIN_LEN) return (int64_t)row->count;
    for (size_t i = 1; i < row->count && rises; i++)
        rises = integer_compare(row->cells[i - 1], row->cells[i]) < (call == BUILTIN_SORTED);
    return rises;
}

/* Is it a cell of a row of the state, its length, whether it is increasing? */
static bool is_of_row(const struct form_evaluation *e, const struct normal_term *t)
{
    const struct normal_term *field = t->count && e->rows ? t->args[0].term : NULL;
    if (!field || field->kind != EXPR_FIELD || !e->rows[field->data].cells) return false;
    return (t->kind == EXPR_INDEX && t->count == 2) || (t->kind == EXPR_CALL && is_row_call((int)t->data));
}

static bool row_value(struct form_evaluation *e, const struct normal_term *t, struct number *value)
{
    const struct normal_row *row = &e->rows[t->args[0].term->data];
    struct number index;
    if (t->kind == EXPR_CALL) return *value = number_small(row_call((int)t->data, row)), true;
    if (!t->args[1].form || !form_evaluate(e, t->args[1].form, &index)) return false;
    bool inside = !index.large && index.small >= 1 && (uint64_t)index.small <= row->count;
    *value = inside ? number_of(row->cells[index.small - 1]) : number_small(0);
    return true;
}

static bool term_value(struct form_evaluation *e, const struct normal_term *t, struct number *value)
{
    struct number args[8];
    if (is_of_row(e, t)) return row_value(e, t, value);
    if (t->kind == EXPR_IN && t->count == 2 && t->args[1].term) return listed(e, t, value);
    if (t->count > 8) return false;
    for (size_t i = 0; i < t->count; i++)
        if (!t->args[i].form || !form_evaluate(e, t->args[i].form, &args[i])) return false;
    return terms_operate(t, &e->numbers, args, t->count, value);
}

bool form_evaluate(struct form_evaluation *e, const struct linear_form *form, struct number *value)
{
    struct number sum = number_small(form->constant), x[2];
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        const struct normal_term *t = e->space->vars[var].term;
        int64_t factor = form->terms[i].factor, product, both;
        if (!(t ? term_value(e, t, &x[0]) : e->read(e->context, var, &x[0]))) return false;
        bool fits = !x[0].large && !sum.large && checked_mul(x[0].small, factor, &product);
        if (fits && checked_add(sum.small, product, &both)) {
            sum = number_small(both);
            continue;
        }
        x[1] = number_small(factor);
        if (!arithmetic_operate(&e->numbers, EXPR_MUL, x, &x[1])) return false;
        x[0] = sum;
        if (!arithmetic_operate(&e->numbers, EXPR_ADD, x, &sum)) return false;
    }
    *value = sum;
    return true;
}

struct known_values {
    const struct integer *const *values;
    size_t count;
};

static bool read_value(void *context, int var, struct number *value)
{
    const struct known_values *known = context;
    const struct integer *x = (size_t)var < known->count ? known->values[var] : NULL;
    if (x) *value = number_of(x);
    return x != NULL;
}

bool normal_number(const struct normal_space *space, const struct linear_form *form,
                   const struct integer *const *values, size_t value_count, const struct normal_row *rows,
                   struct arithmetic *numbers, struct number *value)
{
    struct known_values known = {values, value_count};
    struct form_evaluation e = {
        .space = space, .rows = rows, .numbers = *numbers, .read = read_value, .context = &known};
    bool has = form_evaluate(&e, form, value);
    numbers->no_memory |= e.numbers.no_memory;
    return has;
}

const struct integer *normal_evaluate(const struct normal_space *space, const struct linear_form *form,
                                      const struct integer *const *values, size_t value_count,
                                      const struct normal_row *rows, struct arena *arena, bool *no_memory)
{
    struct arithmetic numbers = {.arena = arena};
    struct number x;
    bool has = normal_number(space, form, values, value_count, rows, &numbers, &x);
    const struct integer *value = has ? number_integer(&numbers, x) : NULL;
    *no_memory = numbers.no_memory;
    return value;
}

bool normal_rows(const struct game *game, const struct integer *const *cells, size_t count, struct normal_row *rows,
                 size_t *first)
{
    static const struct integer *const none;
    size_t at = 0;
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        int64_t length = 0;
        rows[i] = (struct normal_row){NULL, 0};
        if (kind == FIELD_GRID || at >= count) return false;
        first[i] = at++;
        if (kind != FIELD_ROW && kind != FIELD_BAG) continue;
        if (!integer_fits(cells[first[i]], &length) || length < 0 || (uint64_t)length > count - at) return false;
        rows[i] = (struct normal_row){length ? cells + at : &none, (size_t)length};
        at += (size_t)length;
    }
    return at == count;
}
