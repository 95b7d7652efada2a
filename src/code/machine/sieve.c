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
