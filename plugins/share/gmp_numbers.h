/* The interface's integers as GMP's and back, without copying.
 *
 *     mpz_t n;
 *     mpz_add_ui(sum, view(n, heap), 1);                  // n is never cleared
 *     answer = as_integer(sum);                           // valid until sum changes
 *
 * GMP takes its memory from malloc; the most that a call can need is first requested from the host, so that budgets
 * hold:
 *
 *     void *reserve = reserve_numbers(request, most_limbs, 16);      // NULL: CGI_NO_MEMORY
 *     request->host->release(request->host, reserve); */
#ifndef CGI_SHARE_GMP_NUMBERS_H
#define CGI_SHARE_GMP_NUMBERS_H
#include <cgi/plugin.h>
#include <gmp.h>
#include "share/cells.h"

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];
typedef char words_are_longs[sizeof(unsigned long) == sizeof(uint64_t) ? 1 : -1];

enum { MOST_LIMBS = 1 << 20 };

static inline mpz_srcptr view(mpz_t out, const cgi_integer *n)
{
    static const mp_limb_t zero; /* GMP may read the first limb of a number without limbs */
    return mpz_roinit_n(out, n->count ? (const mp_limb_t *)n->limbs : &zero, (mp_size_t)n->count);
}
static inline cgi_integer as_integer(const mpz_t n)
{
    return (cgi_integer){mpz_sgn(n), (uint32_t)mpz_size(n), (const uint64_t *)mpz_limbs_read(n)};
}
static inline void *reserve_numbers(const cgi_request *request, size_t limbs, size_t numbers)
{
    return request->host->allocate(request->host, (limbs + 1) * numbers * sizeof(mp_limb_t));
}
/* heap - take, which must not be negative, in `room`, which has as many limbs as the heap. */
static inline cgi_integer less(const cgi_integer *heap, uint64_t take, uint64_t *room)
{
    if (heap->count) mpn_sub_1((mp_limb_t *)room, (const mp_limb_t *)heap->limbs, (mp_size_t)heap->count, take);
    return natural(room, heap->count);
}

#endif
