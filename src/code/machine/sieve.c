/* SPDX-License-Identifier: MIT */
/* Small primes are needed again and again, by every heap from which a prime may be taken, so they are sieved once, as
 * far as needed. Without memory for the sieve, or beyond it, each number is tested by itself. */
#include "code/machine/private.h"
#include "base/mem.h"
#include "base/numbers.h"

enum { SIEVE_FIRST = 1 << 12, SIEVE_MOST = 1 << 24 };

static size_t sieve_bytes(uint64_t size) { return (size_t)size / 16; } /* odd numbers below size, a multiple of 128 */

static void strike_out(uint64_t *bits, uint64_t size)
{
    for (uint64_t p = 3; p * p < size; p += 2)
        if (!(bits[p / 128] >> p / 2 % 64 & 1))
            for (uint64_t k = p * p; k < size; k += 2 * p) bits[k / 128] |= (uint64_t)1 << k / 2 % 64;
}

static bool grow(struct machine *vm, uint64_t n)
{
    uint64_t size = vm->sieve_size ? vm->sieve_size : SIEVE_FIRST;
    while (size <= n) size *= 2;
    if (budget_fits(vm->budget, sieve_bytes(size)) != ST_OK) return false;
    uint64_t *bits = mem_alloc(sieve_bytes(size));
    if (!bits) return false;
    bits[0] = 1; /* 1 is not prime */
    strike_out(bits, size);
    machine_close_sieve(vm);
    vm->sieve = bits;
    vm->sieve_size = size;
    return true;
}

bool machine_is_prime(struct machine *vm, int64_t x)
{
    if (x < 3) return x == 2;
    uint64_t n = (uint64_t)x;
    if (n % 2 == 0) return false;
    if (n >= SIEVE_MOST || (n >= vm->sieve_size && !grow(vm, n))) return number_is_prime(n);
    return !(vm->sieve[n / 128] >> n / 2 % 64 & 1);
}

bool machine_primes(struct machine *vm, int64_t from, int64_t cap, int64_t *out, size_t max, size_t *count)
{
    *count = 0;
    if (cap >= SIEVE_MOST) return false;
    if (cap < 2 || from > cap || max == 0) return true;
    if ((uint64_t)cap >= vm->sieve_size && !grow(vm, (uint64_t)cap)) return false;
    if (from <= 2) out[(*count)++] = 2;
    uint64_t n = from < 3 ? 3 : (uint64_t)from | 1, at = n / 128, open = ~vm->sieve[at] & UINT64_MAX << n / 2 % 64;
    while (*count < max && 128 * at <= (uint64_t)cap) {
        for (; open && *count < max; open &= open - 1) {
            int64_t p = (int64_t)(128 * at + 2 * (uint64_t)__builtin_ctzll(open) + 1);
            if (p > cap) return true;
            out[(*count)++] = p;
        }
        if (!open && ++at < vm->sieve_size / 128) open = ~vm->sieve[at];
        else if (!open) break;
    }
    return true;
}

void machine_close_sieve(struct machine *vm)
{
    mem_free(vm->sieve, sieve_bytes(vm->sieve_size));
    vm->sieve = NULL;
    vm->sieve_size = 0;
}

/* ---- least factors ----------------------------------------------------------------------------------------------- */
static size_t least_bytes(uint64_t size) { return (size_t)size * sizeof(uint16_t); }

/* Numbers below 2^24 that are no primes have a prime factor below 2^12. */
static bool grow_least(struct machine *vm, uint64_t n)
{
    uint64_t size = vm->least_size ? vm->least_size : SIEVE_FIRST;
    while (size <= n) size *= 2;
    if (budget_fits(vm->budget, least_bytes(size)) != ST_OK) return false;
    uint16_t *least = mem_alloc(least_bytes(size));
    if (!least) return false;
    for (uint64_t p = 2; p * p < size; p++)
        if (!least[p])
            for (uint64_t k = p * p; k < size; k += p)
                if (!least[k]) least[k] = (uint16_t)p;
    machine_close_least(vm);
    vm->least = least;
    vm->least_size = size;
    return true;
}

void machine_close_least(struct machine *vm)
{
    mem_free(vm->least, vm->least ? least_bytes(vm->least_size) : 0);
    vm->least = NULL;
    vm->least_size = 0;
}

/* Each prime power multiplies those so far, which ascend, and the two lists are merged from behind. */
static size_t times(int64_t *d, size_t count, int64_t prime, int exponent)
{
    int64_t old[DIVISORS_MOST];
    size_t base = count;
    int64_t power = 1;
    for (size_t i = 0; i < base; i++) old[i] = d[i];
    for (int e = 0; e < exponent; e++) {
        size_t i = count, j = base, to = count + base;
        power *= prime;
        while (j > 0) {
            if (i > 0 && d[i - 1] > old[j - 1] * power) d[--to] = d[i - 1], i--;
            else d[--to] = old[--j] * power;
        }
        count += base;
    }
    return count;
}

/* No number below 2^24 has more than 400 divisors. */
bool machine_divisors(struct machine *vm, int64_t n, int64_t cap, int64_t d[DIVISORS_MOST], size_t *count)
{
    if (n < 1 || n >= SIEVE_MOST || ((uint64_t)n >= vm->least_size && !grow_least(vm, (uint64_t)n))) return false;
    *count = d[0] = 1;
    for (int64_t rest = n; rest > 1;) {
        int64_t prime = vm->least[rest] ? vm->least[rest] : rest;
        int exponent = 0;
        for (; rest % prime == 0; rest /= prime) exponent++;
        *count = times(d, *count, prime, exponent);
    }
    while (*count && d[*count - 1] > cap) --*count;
    return true;
}
