/* SPDX-License-Identifier: MIT */
/* The values of operations on numbers: conditions that parameters decide vanish, which lets families be
 * recognised. */
#include "proof/normal/terms.h"
#include "proof/private.h"

static bool product(struct arithmetic *a, const struct number *x, size_t count, struct number *value)
{
    *value = number_small(1);
    for (size_t i = 0; i < count; i++)
        if (!arithmetic_operate(a, EXPR_MUL, (struct number[]){*value, x[i]}, value)) return false;
    return true;
}

static bool divide(struct arithmetic *a, struct number x, int64_t by, struct number *value)
{
    return arithmetic_operate(a, EXPR_DIV, (struct number[]){x, number_small(by)}, value);
}

static struct number conjunction(const struct number *x, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) all = all && number_sign(x[i]) != 0;
    return number_small(all);
}

static bool member(const struct normal_term *term, const struct number *x, size_t count, struct number *value)
{
    bool holds;
    struct number of = count > 1 ? x[1] : number_small(0);
    if (term->owner != 0 || !arithmetic_member((enum domain_kind)term->data, x[0], of, &holds)) return false;
    return *value = number_small(holds), true;
}

bool terms_operate(const struct normal_term *term, struct arithmetic *a, const struct number *x, size_t count,
                   struct number *value)
{
    if (!count) return false;
    switch (term->kind) {
    case NORMAL_FLOOR: return divide(a, x[0], term->data, value);
    case NORMAL_PRODUCT: return product(a, x, count, value);
    case NORMAL_GE0: return *value = number_small(number_sign(x[0]) >= 0), true;
    case NORMAL_EQ0: return *value = number_small(number_sign(x[0]) == 0), true;
    case EXPR_DIV:
    case EXPR_MOD: return arithmetic_operate(a, (enum expr_kind)term->kind, x, value);
    case EXPR_IF: return *value = x[number_sign(x[0]) ? 1 : 2], true;
    case EXPR_AND: return *value = conjunction(x, count), true;
    case EXPR_CALL: return arithmetic_call(a, (enum builtin)term->data, x, count, value);
    case EXPR_IN: return member(term, x, count, value);
    default: return false;
    }
}

bool terms_fold(const struct normal_term *term, const int64_t *args, size_t count, int64_t *value)
{
    struct number x[8], result;
    struct arithmetic a = {0};
    if (count > 8) return false;
    for (size_t i = 0; i < count; i++) x[i] = number_small(args[i]);
    if (!terms_operate(term, &a, x, count, &result)) return false;
    *value = result.small;
    return true;
}
