/* SPDX-License-Identifier: MIT */
/* Roots by Newton's method from above, primality by Miller-Rabin, factors by small primes and then Pollard's rho. */
#include "base/numbers.h"

uint64_t number_root(uint64_t n)
{
    if (n < 2) return n;
    uint64_t r = (uint64_t)1 << ((64 - __builtin_clzll(n) + 1) / 2); /* not below the root */
    if (r > UINT32_MAX) r = (uint64_t)UINT32_MAX + 1;
    for (;;) {
        uint64_t next = (r + n / r) / 2;
        if (next >= r) return r;
        r = next;
    }
}

static uint64_t mul_mod(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((unsigned __int128)a * b % m); }

static uint64_t pow_mod(uint64_t a, uint64_t e, uint64_t m)
{
    uint64_t r = 1 % m;
    for (a %= m; e; e >>= 1, a = mul_mod(a, a, m))
        if (e & 1) r = mul_mod(r, a, m);
    return r;
}

static bool witness(uint64_t a, uint64_t n, uint64_t d, int s)
{
    uint64_t x = pow_mod(a, d, n);
    if (x == 1 || x == n - 1) return false;
    for (int i = 1; i < s; i++) {
        x = mul_mod(x, x, n);
        if (x == n - 1) return false;
    }
    return true;
}

bool number_is_prime(uint64_t n)
{
    static const uint8_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2) return false;
    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0) return n == bases[i];
    if (n < 41 * 41) return true;
    int s = __builtin_ctzll(n - 1);
    for (int i = 0; i < 12; i++)
        if (witness(bases[i], n, (n - 1) >> s, s)) return false;
    return true;
}

bool number_is_square(int64_t n)
{
    if (n < 1) return false;
    uint64_t r = number_root((uint64_t)n);
    return r * r == (uint64_t)n;
}

bool number_in_fib(int64_t n)
{
    if (n < 1) return false;
    uint64_t a = 1, b = 2;
    while (a < (uint64_t)n) {
        uint64_t next = a + b;
        a = b;
        b = next;
    }
    return a == (uint64_t)n;
}

bool number_is_power(int64_t x, int64_t b)
{
    if (x < 1) return false;
    while (x % b == 0) x /= b;
    return x == 1;
}

uint64_t number_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

bool number_gcd_fits(int64_t a, int64_t b, int64_t *gcd)
{
    uint64_t g = number_gcd(a < 0 ? 0 - (uint64_t)a : (uint64_t)a, b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    *gcd = (int64_t)g;
    return g <= INT64_MAX;
}

int64_t number_mex(const int64_t *x, size_t count)
{
    int64_t m = 0;
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < count && !found; i++) found = x[i] == m;
        m += found;
    }
    return m;
}

/* A proper factor of the odd composite n, or the status of a budget. Brent's batches of differences make gcds rare. */
static enum status rho(uint64_t n, struct budget *budget, uint64_t *factor)
{
    for (uint64_t c = 1;; c++) {
        uint64_t x = 2, y = 2, g = 1;
        for (uint64_t limit = 1; g == 1; limit *= 2) {
            x = y;
            for (uint64_t done = 0; done < limit && g == 1;) {
                uint64_t start = y, product = 1, batch = limit - done < 256 ? limit - done : 256;
                for (uint64_t i = 0; i < batch; i++) {
                    y = (uint64_t)(((unsigned __int128)y * y + c) % n);
                    product = mul_mod(product, x > y ? x - y : y - x, n);
                }
                g = number_gcd(product, n);
                if (g == n) { /* go through the batch one by one */
                    g = 1;
                    for (y = start; g == 1;) {
                        y = (uint64_t)(((unsigned __int128)y * y + c) % n);
                        g = number_gcd(x > y ? x - y : y - x, n);
                    }
                }
                done += batch;
                enum status st = budget_check(budget);
                if (st != ST_OK) return st;
            }
        }
        if (g != n) {
            *factor = g;
            return ST_OK;
        }
    }
}

static void sort_factors(uint64_t *f, int count)
{
    for (int i = 1; i < count; i++) {
        uint64_t x = f[i];
        int j = i;
        for (; j > 0 && f[j - 1] > x; j--) f[j] = f[j - 1];
        f[j] = x;
    }
}

enum status number_factors(uint64_t n, struct budget *budget, uint64_t factors[64], int *count)
{
    *count = 0;
    for (uint64_t p = 2; p < 2000 && p * p <= n; p++)
        for (; n % p == 0; n /= p) factors[(*count)++] = p;
    uint64_t open[64];
    int left = 0;
    if (n > 1) open[left++] = n;
    while (left > 0) {
        uint64_t m = open[--left], f = 0;
        if (number_is_prime(m)) {
            factors[(*count)++] = m;
            continue;
        }
        enum status st = rho(m, budget, &f);
        if (st != ST_OK) return st;
        open[left++] = f;
        open[left++] = m / f;
    }
    sort_factors(factors, *count);
    return ST_OK;
}

enum status number_divisors(uint64_t n, struct budget *budget, enum status (*put)(void *context, uint64_t d),
                            void *context)
{
    uint64_t factors[64], prime[64];
    int count, power[64], at[64] = {0}, kinds = 0;
    enum status st = number_factors(n, budget, factors, &count);
    if (st != ST_OK) return st;
    for (int i = 0; i < count; i++) {
        if (i == 0 || factors[i] != factors[i - 1]) {
            prime[kinds] = factors[i];
            power[kinds++] = 0;
        }
        power[kinds - 1]++;
    }
    uint64_t d = 1;
    for (;;) { /* counts through all exponents */
        if ((st = put(context, d)) != ST_OK) return st;
        int k = 0;
        for (; k < kinds && at[k] == power[k]; k++) {
            while (at[k] > 0) {
                d /= prime[k];
                at[k]--;
            }
        }
        if (k == kinds) return ST_OK;
        at[k]++;
        d *= prime[k];
    }
}
