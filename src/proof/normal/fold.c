/* SPDX-License-Identifier: MIT */
/* The values of operations on constants: conditions that parameters decide vanish, which lets families be
 * recognised. */
#include "base/checked.h"
#include "base/golden.h"
#include "proof/normal/terms.h"
#include "proof/private.h"

enum { TRIAL_LIMIT = 1 << 20 };

static bool fold_extreme(bool greatest, const int64_t *args, size_t count, int64_t *value)
{
    *value = args[0];
    for (size_t i = 1; i < count; i++)
        if (greatest ? args[i] > *value : args[i] < *value) *value = args[i];
    return true;
}

static bool fold_xor(const int64_t *args, size_t count, int64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (args[i] < 0) return false;
        *value ^= args[i];
    }
    return true;
}

static int64_t fold_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static bool fold_mex(const int64_t *args, size_t count, int64_t *value)
{
    for (*value = 0;; ++*value) {
        size_t i = 0;
        while (i < count && args[i] != *value) i++;
        if (i == count) return true;
    }
}

static bool fold_builtin(int64_t builtin, const int64_t *args, size_t count, int64_t *value)
{
    int64_t a = count > 0 ? args[0] : 0, b = count > 1 ? args[1] : 0;
    switch (builtin) {
    case BUILTIN_MIN: return count > 0 && fold_extreme(false, args, count, value);
    case BUILTIN_MAX: return count > 0 && fold_extreme(true, args, count, value);
    case BUILTIN_XOR: return fold_xor(args, count, value);
    case BUILTIN_MEX: return fold_mex(args, count, value);
    case BUILTIN_ABS: return a > INT64_MIN && (*value = a < 0 ? -a : a, true);
    case BUILTIN_GCD:
        if (a == INT64_MIN || b == INT64_MIN) return false;
        *value = fold_gcd(a < 0 ? -a : a, b < 0 ? -b : b);
        return true;
    case BUILTIN_BIT: return a >= 0 && b >= 0 && (*value = b > 62 ? 0 : (a >> b) & 1, true);
    case BUILTIN_POPCOUNT: return a >= 0 && (*value = __builtin_popcountll((unsigned long long)a), true);
    case BUILTIN_POWER_OF_TWO: *value = a > 0 && (a & (a - 1)) == 0; return true;
    case BUILTIN_ISQRT: return golden_root(a, value);
    case BUILTIN_POW: return checked_pow(a, b, value);
    case BUILTIN_FIB: return golden_fib(a, value);
    case BUILTIN_GOLDEN_LOWER: return golden_lower(a, value);
    case BUILTIN_GOLDEN_UPPER: return golden_upper(a, value);
    case BUILTIN_PARTNER: return golden_partner(a, value);
    default: return false;
    }
}

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
    case EXPR_CALL: return fold_builtin(term->data, args, count, value);
    case EXPR_IN: return term->owner == 0 && fold_member(term->data, args[0], count > 1 ? args[1] : 0, value);
    default: return false;
    }
}
