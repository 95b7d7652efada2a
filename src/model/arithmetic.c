/* SPDX-License-Identifier: MIT */
/* Small numbers first; what does not fit is done again with integers of any size. */
#include "model/arithmetic.h"
#include "base/checked.h"
#include "base/numbers.h"

struct number number_of(const struct integer *value)
{
    struct number x = {0};
    if (!integer_fits(value, &x.small)) x.large = value;
    return x;
}

int number_sign(struct number x) { return x.large ? x.large->sign : (x.small > 0) - (x.small < 0); }

int number_compare(struct number x, struct number y)
{
    if (x.large && y.large) return integer_compare(x.large, y.large);
    if (x.large || y.large) return x.large ? x.large->sign : -y.large->sign;
    return (x.small > y.small) - (x.small < y.small);
}

const struct integer *number_integer(struct arithmetic *a, struct number x)
{
    const struct integer *i = x.large ? x.large : integer_from(a->arena, x.small);
    a->no_memory = a->no_memory || !i;
    return i;
}

static bool done(struct arithmetic *a, const struct integer *result, struct number *value)
{
    a->no_memory = a->no_memory || !result;
    if (result) *value = number_of(result);
    return result != NULL;
}

/* ---- operations ------------------------------------------------------------------------------------------------- */

bool arithmetic_small(enum expr_kind kind, int64_t x, int64_t y, int64_t *value)
{
    switch (kind) {
    case EXPR_NEG: return checked_neg(x, value);
    case EXPR_ADD: return checked_add(x, y, value);
    case EXPR_SUB: return checked_sub(x, y, value);
    case EXPR_MUL: return checked_mul(x, y, value);
    case EXPR_DIV: return checked_div(x, y, value);
    case EXPR_MOD: return checked_mod(x, y, value);
    case EXPR_NOT: return *value = !x, true;
    case EXPR_EQ:
    case EXPR_IFF: return *value = x == y, true;
    case EXPR_NE: return *value = x != y, true;
    case EXPR_LT: return *value = x < y, true;
    case EXPR_LE: return *value = x <= y, true;
    case EXPR_GT: return *value = x > y, true;
    case EXPR_GE: return *value = x >= y, true;
    default: return false;
    }
}

static bool operate_large(struct arithmetic *a, enum expr_kind kind, const struct number *x, struct number *value)
{
    const struct number zero = {0}, *y = kind == EXPR_NEG ? &zero : &x[1];
    const struct integer *p = number_integer(a, x[0]), *q = p ? number_integer(a, *y) : NULL;
    if (!q) return false;
    switch (kind) {
    case EXPR_NEG: return done(a, integer_sub(a->arena, q, p), value);
    case EXPR_ADD: return done(a, integer_add(a->arena, p, q), value);
    case EXPR_SUB: return done(a, integer_sub(a->arena, p, q), value);
    case EXPR_MUL: return done(a, integer_mul(a->arena, p, q), value);
    case EXPR_DIV: return q->sign && done(a, integer_div(a->arena, p, q), value);
    case EXPR_MOD: return q->sign && done(a, integer_mod(a->arena, p, q), value);
    default: return false;
    }
}

bool arithmetic_operate(struct arithmetic *a, enum expr_kind kind, const struct number *x, struct number *value)
{
    bool one = kind == EXPR_NEG || kind == EXPR_NOT, small = !x[0].large && (one || !x[1].large);
    int64_t result;
    if (small && arithmetic_small(kind, x[0].small, one ? 0 : x[1].small, &result))
        return *value = number_small(result), true;
    switch (kind) {
    case EXPR_NOT: return *value = number_small(number_sign(x[0]) == 0), true;
    case EXPR_EQ:
    case EXPR_IFF: return *value = number_small(number_compare(x[0], x[1]) == 0), true;
    case EXPR_NE: return *value = number_small(number_compare(x[0], x[1]) != 0), true;
    case EXPR_LT: return *value = number_small(number_compare(x[0], x[1]) < 0), true;
    case EXPR_LE: return *value = number_small(number_compare(x[0], x[1]) <= 0), true;
    case EXPR_GT: return *value = number_small(number_compare(x[0], x[1]) > 0), true;
    case EXPR_GE: return *value = number_small(number_compare(x[0], x[1]) >= 0), true;
    default: break;
    }
    return a->arena && operate_large(a, kind, x, value);
}

/* ---- builtins and sets ------------------------------------------------------------------------------------------ */

static bool call_large(struct arithmetic *a, enum builtin builtin, const struct number *x, size_t count,
                       struct number *value)
{
    const struct integer *args[ARITHMETIC_ARGUMENTS];
    if (!builtin_info(builtin)->large) return false;
    for (size_t i = 0; i < count; i++)
        if (!(args[i] = number_integer(a, x[i]))) return false;
    const struct integer *result = builtin_large(builtin, a->arena, args, count, &a->no_memory);
    if (result) *value = number_of(result);
    return result != NULL;
}

bool arithmetic_call(struct arithmetic *a, enum builtin builtin, const struct number *x, size_t count,
                     struct number *value)
{
    int64_t args[ARITHMETIC_ARGUMENTS], result;
    bool small = true;
    if (count > ARITHMETIC_ARGUMENTS) return false;
    for (size_t i = 0; i < count; i++) {
        args[i] = x[i].small;
        small = small && !x[i].large;
    }
    if (small && builtin_value(builtin, args, count, &result)) return *value = number_small(result), true;
    return a->arena && call_large(a, builtin, x, count, value);
}

bool arithmetic_member(enum domain_kind set, struct number x, struct number of, bool *holds)
{
    int64_t n = x.small, m = of.small;
    if (x.large || of.large) return false;
    switch (set) {
    case DOMAIN_SQUARES: return *holds = number_is_square(n), true;
    case DOMAIN_FIB: return *holds = number_in_fib(n), true;
    case DOMAIN_PRIMES: return *holds = n > 0 && number_is_prime((uint64_t)n), true;
    case DOMAIN_POWERS: return m >= 2 && (*holds = number_is_power(n, m), true);
    case DOMAIN_DIVISORS: return m >= 1 && (*holds = n >= 1 && m % n == 0, true);
    default: return false;
    }
}
