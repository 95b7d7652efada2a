/* SPDX-License-Identifier: MIT */
/* A table of the Fibonacci numbers below 2^63 and one integer root. */
#include "base/golden.h"
#include "base/checked.h"

typedef unsigned __int128 wide;

/* Newton's method from above, where the iterates decrease. */
static uint64_t root_of(wide n)
{
    if (n < 2) return (uint64_t)n;
    uint64_t high = (uint64_t)(n >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)n);
    wide r = (wide)1 << (bits + 1) / 2;
    for (;;) {
        wide next = (r + n / r) / 2;
        if (next >= r) return (uint64_t)r;
        r = next;
    }
}

bool golden_root(int64_t n, int64_t *r)
{
    if (n < 0) return false;
    *r = (int64_t)root_of((wide)n);
    return true;
}

/* F_0 .. F_92 */
static void list_fib(int64_t f[GOLDEN_FIB_LAST + 1])
{
    f[0] = 0;
    f[1] = 1;
    for (int i = 2; i <= GOLDEN_FIB_LAST; i++) f[i] = f[i - 1] + f[i - 2];
}

bool golden_fib(int64_t i, int64_t *value)
{
    int64_t a = 0, b = 1;
    if (i < 0 || i > GOLDEN_FIB_LAST) return false;
    for (; i > 0; i--) {
        int64_t next = (int64_t)((uint64_t)a + (uint64_t)b); /* F_93 wraps and is not used */
        a = b;
        b = next;
    }
    *value = a;
    return true;
}

bool golden_lower(int64_t k, int64_t *a)
{
    if (k < 0 || k > INT64_MAX / 8 * 5) return false; /* phi > 8/5; and 5 k^2 stays below 2^128 */
    wide twice = (wide)k + root_of((wide)5 * (wide)k * (wide)k);
    if (twice / 2 > INT64_MAX) return false;
    *a = (int64_t)(twice / 2);
    return true;
}

bool golden_upper(int64_t k, int64_t *b)
{
    int64_t a;
    return golden_lower(k, &a) && checked_add(a, k, b);
}

/* The indices of the parts, descending. */
static size_t indices(int64_t n, const int64_t f[GOLDEN_FIB_LAST + 1], int list[GOLDEN_PARTS_MAX])
{
    size_t count = 0;
    for (int i = GOLDEN_FIB_LAST; i >= 2 && n > 0; i--)
        if (f[i] <= n) {
            list[count++] = i;
            n -= f[i];
        }
    return count;
}

size_t golden_zeckendorf(int64_t n, int64_t parts[GOLDEN_PARTS_MAX])
{
    int64_t f[GOLDEN_FIB_LAST + 1];
    int list[GOLDEN_PARTS_MAX];
    list_fib(f);
    size_t count = indices(n, f, list);
    for (size_t i = 0; i < count; i++) parts[i] = f[list[count - 1 - i]];
    return count;
}

bool golden_partner(int64_t x, int64_t *y)
{
    int64_t f[GOLDEN_FIB_LAST + 1];
    int list[GOLDEN_PARTS_MAX];
    if (x < 0) return false;
    list_fib(f);
    size_t count = indices(x, f, list);
    int shift = count && list[count - 1] % 2 ? -1 : 1;
    *y = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i] + shift > GOLDEN_FIB_LAST || !checked_add(*y, f[list[i] + shift], y)) return false;
    return true;
}
