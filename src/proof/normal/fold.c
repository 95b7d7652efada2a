/* SPDX-License-Identifier: MIT */
/* What operations are worth on constants: conditions that parameters decide vanish, and families can be read off. */
#include "base/checked.h"
#include "proof/normal/terms.h"
#include "proof/private.h"

enum { TRIAL_LIMIT = 1 << 20 };

static bool is_square(int64_t n)
{
    int64_t low = 0, high = 3037000499; /* floor of the root of 2^63 */
    while (low < high) {
        int64_t mid = low + (high - low + 1) / 2;
        if (mid * mid <= n) low = mid;
        else high = mid - 1;
    }
    return low * low == n;
}

static bool is_fib(int64_t n)
{
    uint64_t a = 1, b = 2;
    while (a < (uint64_t)n) {
        uint64_t next = a + b;
        a = b;
        b = next;
    }
    return a == (uint64_t)n;
}

/* The named sets hold positive numbers only. */
static bool fold_member(int64_t set, int64_t x, int64_t low, int64_t *value)
{
    *value = 0;
    if (x < 1) return true;
    switch (set) {
    case DOMAIN_SQUARES: *value = is_square(x); return true;
    case DOMAIN_FIB: *value = is_fib(x); return true;
    case DOMAIN_POWERS:
        if (low < 2) return false;
        while (x % low == 0) x /= low;
        *value = x == 1;
        return true;
    case DOMAIN_PRIMES:
        if (x / TRIAL_LIMIT >= TRIAL_LIMIT) return false;
        *value = x > 1;
        for (int64_t d = 2; d * d <= x && *value; d++) *value = x % d != 0;
        return true;
    case DOMAIN_DIVISORS: *value = low > 0 && low % x == 0; return true;
    default: return false;
    }
}

bool terms_fold(const struct normal_term *term, const int64_t *args, size_t count, int64_t *value)
{
    switch (term->kind) {
    case NORMAL_FLOOR: return checked_div(args[0], term->data, value);
    case NORMAL_PRODUCT:
        *value = 1;
        for (size_t i = 0; i < count; i++)
            if (!checked_mul(*value, args[i], value)) return false;
        return true;
    case NORMAL_GE0: *value = args[0] >= 0; return true;
    case NORMAL_EQ0: *value = args[0] == 0; return true;
    case EXPR_DIV: return checked_div(args[0], args[1], value);
    case EXPR_MOD: return checked_mod(args[0], args[1], value);
    case EXPR_IF: *value = args[0] ? args[1] : args[2]; return true;
    case EXPR_AND:
        *value = 1;
        for (size_t i = 0; i < count; i++) *value &= args[i] != 0;
        return true;
    case EXPR_CALL: return builtin_value((enum builtin)term->data, args, count, value);
    case EXPR_IN: return term->owner == 0 && fold_member(term->data, args[0], count > 1 ? args[1] : 0, value);
    default: return false;
    }
}
