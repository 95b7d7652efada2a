/* SPDX-License-Identifier: MIT */
/* Values of the functions of the language. What a column of builtins.def promises of the arguments holds in all of these:
 * there are as many as the function takes, and they are natural numbers where those are needed. */
#include "model/builtins.h"
#include <string.h>
#include "base/checked.h"
#include "base/golden.h"
#include "base/numbers.h"

static bool extreme(const int64_t *x, size_t count, bool greatest, int64_t *value)
{
    *value = x[0];
    for (size_t i = 1; i < count; i++)
        if (greatest ? x[i] > *value : x[i] < *value) *value = x[i];
    return true;
}

static bool least(const int64_t *x, size_t count, int64_t *value) { return extreme(x, count, false, value); }
static bool greatest(const int64_t *x, size_t count, int64_t *value) { return extreme(x, count, true, value); }

static bool xor_of(const int64_t *x, size_t count, int64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < count; i++) *value ^= x[i];
    return true;
}

static bool mex(const int64_t *x, size_t count, int64_t *value) { return *value = number_mex(x, count), true; }

static bool magnitude(const int64_t *x, size_t count, int64_t *value)
{
    *value = x[0];
    return (void)count, x[0] >= 0 || checked_neg(x[0], value);
}

static bool gcd(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, number_gcd_fits(x[0], x[1], value);
}

static bool bit(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, *value = number_bit(x[0], x[1]), true;
}

static bool popcount(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, *value = __builtin_popcountll((uint64_t)x[0]), true;
}

static bool odd(const int64_t *x, size_t count, int64_t *value) { return (void)count, *value = x[0] & 1, true; }
static bool even(const int64_t *x, size_t count, int64_t *value) { return (void)count, *value = !(x[0] & 1), true; }

static bool power_of_two(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, *value = number_is_power_of_two(x[0]), true;
}

static bool isqrt(const int64_t *x, size_t count, int64_t *value) { return (void)count, golden_root(x[0], value); }
static bool power(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, checked_pow(x[0], x[1], value);
}
static bool fib(const int64_t *x, size_t count, int64_t *value) { return (void)count, golden_fib(x[0], value); }
static bool beatty(const int64_t *x, size_t count, int64_t *value) { return (void)count, golden_lower(x[0], value); }
static bool partner(const int64_t *x, size_t count, int64_t *value) { return (void)count, golden_partner(x[0], value); }

static bool upper_beatty(const int64_t *x, size_t count, int64_t *value)
{
    return (void)count, golden_upper(x[0], value);
}

/* ---- beyond 64 bits --------------------------------------------------------------------------------------------- */

static const struct integer *large_extreme(const struct integer *const *x, size_t count, int sign)
{
    const struct integer *best = x[0];
    for (size_t i = 1; i < count; i++)
        if (integer_compare(x[i], best) * sign > 0) best = x[i];
    return best;
}

static const struct integer *large_least(struct arena *arena, const struct integer *const *x, size_t count)
{
    return (void)arena, large_extreme(x, count, -1);
}

static const struct integer *large_greatest(struct arena *arena, const struct integer *const *x, size_t count)
{
    return (void)arena, large_extreme(x, count, 1);
}

static const struct integer *large_xor(struct arena *arena, const struct integer *const *x, size_t count)
{
    const struct integer *sum = x[0];
    for (size_t i = 1; i < count && sum; i++) sum = integer_xor(arena, sum, x[i]);
    return sum;
}

static const struct integer *large_magnitude(struct arena *arena, const struct integer *const *x, size_t count)
{
    (void)count;
    return x[0]->sign < 0 ? integer_from_limbs(arena, 1, x[0]->limbs, x[0]->count) : x[0];
}

static const struct integer *large_power_of_two(struct arena *arena, const struct integer *const *x, size_t count)
{
    const struct integer *a = x[0];
    bool one = a->sign > 0;
    for (uint32_t i = 0; one && i + 1 < a->count; i++) one = a->limbs[i] == 0;
    uint64_t top = a->count ? a->limbs[a->count - 1] : 0;
    return (void)count, integer_from(arena, one && (top & (top - 1)) == 0);
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

#define FREE 0, 0, 0
#define TIMES(low, high) low, high, 0
#define UPTO(most) 0, 0, most
enum { ORDERED, COMMUTES };
static const struct builtin_info builtins[] = {
#define BUILTIN(name, spelling, args, result, needs, size, range, bounds, order, value, large, doc)                    \
    {spelling, args, result, NEEDS_##needs, SIZE_##size, RANGE_##range, bounds, order, value, large, doc},
#include "model/builtins.def"
#undef BUILTIN
};

const struct builtin_info *builtin_info(enum builtin builtin) { return &builtins[builtin]; }

bool builtin_takes(enum builtin builtin, size_t count)
{
    const char *args = builtins[builtin].args;
    size_t letters = strlen(args);
    return args[letters - 1] == '+' ? count + 1 >= letters : count == letters;
}

bool builtin_value(enum builtin builtin, const int64_t *x, size_t count, int64_t *value)
{
    const struct builtin_info *info = &builtins[builtin];
    if (!info->value || !builtin_takes(builtin, count)) return false;
    for (size_t i = 0; info->needs == NEEDS_NATURALS && i < count; i++)
        if (x[i] < 0) return false;
    return info->value(x, count, value);
}

const struct integer *builtin_large(enum builtin builtin, struct arena *arena, const struct integer *const *x,
                                    size_t count, bool *no_memory)
{
    const struct builtin_info *info = &builtins[builtin];
    if (!info->large || !builtin_takes(builtin, count)) return NULL;
    for (size_t i = 0; info->needs == NEEDS_NATURALS && i < count; i++)
        if (x[i]->sign < 0) return NULL;
    const struct integer *value = info->large(arena, x, count);
    *no_memory = *no_memory || !value;
    return value;
}
