/* SPDX-License-Identifier: MIT */
/* Numbers of any size for a plugin's calculations, in memory of the host.
 *
 *     struct numbers all;
 *     struct number n[2];
 *     int status = numbers_open(&all, request->host, n, 2, most_limbs + 1);      // the usual size; numbers grow
 *     number_sub_word(&n[0], heap, 1);                                           // n[0] = heap - 1
 *     number_mul(&n[1], &n[0].is, heap);
 *     status = numbers_status(&all);                                             // CGI_NO_MEMORY if any of it failed
 *     if (status == CGI_OK) status = give_heap(sink, 0, n[1].is);
 *     numbers_close(&all);
 *
 * Operands are the interface's integers; a number is one, in `is`. The result may also be an operand, except in
 * number_mul and number_root. If memory runs out, the result and all later ones are 0, and the status is CGI_NO_MEMORY:
 * check it in loops and before passing on an answer. GMP's own numbers would end the process
 * (docs/decisions/0010-gmp-takes-no-memory.md). */
#ifndef CGI_SHARE_NUMBERS_H
#define CGI_SHARE_NUMBERS_H
#include <cgi/plugin.h>
#include "share/cells.h"
#include "share/limbs.h"

enum { MOST_LIMBS = 1 << 20 };

struct numbers {
    const cgi_host *host;
    int status;
    struct number *list;
    size_t count;
    mp_limb_t *block; /* holds the numbers of the list that have not grown */
};
struct number {
    cgi_integer is;
    mp_limb_t *limbs;
    size_t room;
    bool owned; /* the limbs are a block of their own */
    struct numbers *all;
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static inline int numbers_status(const struct numbers *all) { return all->status; }

/* CGI_OK or CGI_NO_MEMORY; numbers_close must follow in both cases. All numbers are 0. */
static inline int numbers_open(struct numbers *all, const cgi_host *host, struct number *list, size_t count,
                               size_t limbs)
{
    *all = (struct numbers){.host = host, .list = list, .count = count};
    all->block = host->allocate(host, count * limbs * sizeof *all->block);
    if (!all->block) all->status = CGI_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        list[i] = (struct number){
            .all = all, .limbs = all->block ? all->block + i * limbs : NULL, .room = all->block ? limbs : 0};
    return all->status;
}
static inline void number_release(struct number *n)
{
    if (n->owned) n->all->host->release(n->all->host, n->limbs);
}
static inline void numbers_close(struct numbers *all)
{
    for (size_t i = 0; i < all->count; i++) number_release(&all->list[i]);
    all->host->release(all->host, all->block);
}
/* One more number, without memory yet; number_release must follow. */
static inline struct number number_of(struct numbers *all) { return (struct number){.all = all}; }

/* Makes room for this many limbs and keeps those in use; if memory runs out, returns false and sets n to 0. */
static inline bool number_room(struct number *n, size_t limbs)
{
    struct numbers *all = n->all;
    if (all->status == CGI_OK && limbs <= n->room) return true;
    if (all->status == CGI_OK) {
        const cgi_host *host = all->host;
        mp_limb_t *block = n->owned ? host->resize(host, n->limbs, limbs * sizeof *block)
                                    : host->allocate(host, limbs * sizeof *block);
        if (!block) all->status = CGI_NO_MEMORY;
        else {
            if (!n->owned && n->is.count) memcpy(block, n->limbs, n->is.count * sizeof *block);
            n->limbs = block;
            n->is.limbs = (const uint64_t *)block;
            n->room = limbs;
            n->owned = true;
        }
    }
    if (all->status != CGI_OK) n->is = (cgi_integer){0};
    return all->status == CGI_OK;
}
/* Sets the number to the limbs that were written. */
static inline void number_is(struct number *n, int sign, size_t count)
{
    n->is = natural((const uint64_t *)n->limbs, (uint32_t)count);
    if (n->is.count) n->is.sign = sign;
}
static inline const mp_limb_t *limbs_of(const cgi_integer *a) { return (const mp_limb_t *)a->limbs; }

/* ---- comparing --------------------------------------------------------------------------------------------------- */
static inline int number_compare_sizes(const cgi_integer *a, const cgi_integer *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return a->count ? mpn_cmp(limbs_of(a), limbs_of(b), (mp_size_t)a->count) : 0;
}
static inline int number_compare(const cgi_integer *a, const cgi_integer *b)
{
    if (a->sign != b->sign) return a->sign < b->sign ? -1 : 1;
    int order = number_compare_sizes(a, b);
    return a->sign < 0 ? (order < 0) - (order > 0) : order;
}
static inline cgi_integer word_as_integer(const uint64_t *word) { return natural(word, 1); }
static inline int number_compare_word(const cgi_integer *a, uint64_t word)
{
    cgi_integer b = word_as_integer(&word);
    return number_compare(a, &b);
}
/* The lowest limb of a natural number. */
static inline uint64_t number_word(const cgi_integer *a) { return a->count ? a->limbs[0] : 0; }

/* ---- sums and differences ---------------------------------------------------------------------------------------- */
static inline void number_set(struct number *out, const cgi_integer *a)
{
    if (&out->is == a || !number_room(out, a->count)) return;
    if (a->count) memcpy(out->limbs, a->limbs, a->count * sizeof *out->limbs);
    number_is(out, a->sign, a->count);
}
static inline void number_set_word(struct number *out, uint64_t word)
{
    cgi_integer a = word_as_integer(&word);
    number_set(out, &a);
}
/* out = sign * (|a| + |b|), a at least as long as b. */
static inline void number_add_sizes(struct number *out, int sign, const cgi_integer *a, const cgi_integer *b)
{
    size_t count = a->count;
    if (!number_room(out, count + 1)) return;
    out->limbs[count] = mpn_add(out->limbs, limbs_of(a), (mp_size_t)count, limbs_of(b), (mp_size_t)b->count);
    number_is(out, sign, count + 1);
}
/* out = sign * (|a| - |b|), |a| > |b|. */
static inline void number_sub_sizes(struct number *out, int sign, const cgi_integer *a, const cgi_integer *b)
{
    size_t count = a->count;
    if (!number_room(out, count)) return;
    mpn_sub(out->limbs, limbs_of(a), (mp_size_t)count, limbs_of(b), (mp_size_t)b->count);
    number_is(out, sign, count);
}
/* out = a + sign * |b| */
static inline void number_add_signed(struct number *out, const cgi_integer *a, int sign, const cgi_integer *b)
{
    if (sign == 0) number_set(out, a);
    else if (a->sign == 0) {
        number_set(out, b);
        if (out->is.count) out->is.sign = sign;
    } else if (a->sign == sign) {
        bool longer = a->count >= b->count;
        number_add_sizes(out, sign, longer ? a : b, longer ? b : a);
    } else {
        int order = number_compare_sizes(a, b);
        if (order == 0) number_set_word(out, 0);
        else if (order > 0) number_sub_sizes(out, a->sign, a, b);
        else number_sub_sizes(out, sign, b, a);
    }
}
static inline void number_add(struct number *out, const cgi_integer *a, const cgi_integer *b)
{
    number_add_signed(out, a, b->sign, b);
}
static inline void number_sub(struct number *out, const cgi_integer *a, const cgi_integer *b)
{
    number_add_signed(out, a, -b->sign, b);
}
static inline void number_add_word(struct number *out, const cgi_integer *a, uint64_t word)
{
    cgi_integer b = word_as_integer(&word);
    number_add(out, a, &b);
}
static inline void number_sub_word(struct number *out, const cgi_integer *a, uint64_t word)
{
    cgi_integer b = word_as_integer(&word);
    number_sub(out, a, &b);
}
/* heap - take, which must not be negative, in `room`, which has as many limbs as the heap. */
static inline cgi_integer less(const cgi_integer *heap, uint64_t take, uint64_t *room)
{
    if (heap->count) mpn_sub_1((mp_limb_t *)room, limbs_of(heap), (mp_size_t)heap->count, take);
    return natural(room, heap->count);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */
static inline void number_mul_word(struct number *out, const cgi_integer *a, uint64_t word)
{
    size_t count = a->count;
    int sign = a->sign;
    if (!number_room(out, count + 1)) return;
    if (count) out->limbs[count] = mpn_mul_1(out->limbs, limbs_of(a), (mp_size_t)count, word);
    number_is(out, sign, count ? count + 1 : 0);
}
/* The result must be a different number from a and b. */
static inline void number_mul(struct number *out, const cgi_integer *a, const cgi_integer *b)
{
    size_t n = a->count, m = b->count, wanted = limbs_multiply_scratch(n, m);
    const cgi_host *host = out->all->host;
    if (!number_room(out, n + m)) return;
    mp_limb_t *scratch = wanted ? host->allocate(host, wanted * sizeof *scratch) : NULL;
    if (wanted && !scratch) {
        out->all->status = CGI_NO_MEMORY;
        out->is = (cgi_integer){0};
        return;
    }
    if (n && m) limbs_multiply(out->limbs, limbs_of(a), n, limbs_of(b), m, scratch);
    number_is(out, a->sign * b->sign, n && m ? n + m : 0);
    if (wanted) host->release(host, scratch);
}

/* ---- quotients, all of natural numbers --------------------------------------------------------------------------- */
/* out = floor(a / word); returns the remainder. */
static inline uint64_t number_div_word(struct number *out, const cgi_integer *a, uint64_t word)
{
    size_t count = a->count;
    uint64_t rest = 0;
    if (!number_room(out, count)) return 0;
    if (count) rest = mpn_divrem_1(out->limbs, 0, limbs_of(a), (mp_size_t)count, word);
    number_is(out, 1, count);
    return rest;
}
static inline uint64_t number_mod_word(const cgi_integer *a, uint64_t word)
{
    return a->count ? mpn_mod_1(limbs_of(a), (mp_size_t)a->count, word) : 0;
}
/* Divides by m >= 2 limbs, no more than a has; scratch has n + 1 + m limbs. */
static inline void number_divide_long(struct number *quotient, struct number *rest, const cgi_integer *a,
                                      const cgi_integer *b, mp_limb_t *scratch)
{
    size_t n = a->count, m = b->count;
    mp_limb_t *left = scratch, *v = scratch + n + 1;
    unsigned bits = (unsigned)__builtin_clzll(b->limbs[m - 1]);
    limbs_shift_up(v, limbs_of(b), m, bits);
    left[n] = limbs_shift_up(left, limbs_of(a), n, bits);
    if (!number_room(quotient, n - m + 1) || !number_room(rest, m)) return;
    limbs_divide(quotient->limbs, left, n, v, m);
    limbs_shift_down(rest->limbs, left, m, bits);
    number_is(quotient, 1, n - m + 1);
    number_is(rest, 1, m);
}
/* quotient = floor(a / b), rest = a mod b; b > 0. They must be different numbers, and may be operands. */
static inline void number_divide(struct number *quotient, struct number *rest, const cgi_integer *a,
                                 const cgi_integer *b)
{
    const cgi_host *host = quotient->all->host;
    if (b->count == 0) { /* memory ran out before */
        number_set_word(quotient, 0);
        number_set_word(rest, 0);
    } else if (number_compare_sizes(a, b) < 0) {
        number_set(rest, a);
        number_set_word(quotient, 0);
    } else if (b->count == 1) {
        number_set_word(rest, number_div_word(quotient, a, b->limbs[0]));
    } else {
        mp_limb_t *scratch = host->allocate(host, ((size_t)a->count + 1 + b->count) * sizeof *scratch);
        if (!scratch) {
            quotient->all->status = CGI_NO_MEMORY;
            quotient->is = rest->is = (cgi_integer){0};
            return;
        }
        number_divide_long(quotient, rest, a, b, scratch);
        host->release(host, scratch);
    }
}

/* ---- bits, all of natural numbers -------------------------------------------------------------------------------- */
static inline size_t number_bits(const cgi_integer *a)
{
    return a->count ? (size_t)a->count * 64 - (size_t)__builtin_clzll(a->limbs[a->count - 1]) : 0;
}
/* The number of trailing zero bits; 0 for 0. */
static inline size_t number_low_zeros(const cgi_integer *a)
{
    size_t i = 0;
    while (i < a->count && a->limbs[i] == 0) i++;
    return i < a->count ? i * 64 + (size_t)__builtin_ctzll(a->limbs[i]) : 0;
}
static inline void number_shift_up(struct number *out, const cgi_integer *a, size_t bits)
{
    size_t count = a->count, words = bits / 64;
    if (!number_room(out, count + words + 1)) return;
    out->limbs[count + words] = limbs_shift_up(out->limbs + words, limbs_of(a), count, (unsigned)(bits % 64));
    memset(out->limbs, 0, words * sizeof *out->limbs);
    number_is(out, 1, count + words + 1);
}
static inline void number_shift_down(struct number *out, const cgi_integer *a, size_t bits)
{
    size_t words = bits / 64, count = a->count > words ? a->count - words : 0;
    if (!number_room(out, count)) return;
    if (count) limbs_shift_down(out->limbs, limbs_of(a) + words, count, (unsigned)(bits % 64));
    number_is(out, 1, count);
}
static inline void number_xor(struct number *out, const cgi_integer *a, const cgi_integer *b)
{
    const cgi_integer *longer = a->count >= b->count ? a : b, *other = longer == a ? b : a;
    size_t count = longer->count, common = other->count;
    if (!number_room(out, count)) return;
    for (size_t i = 0; i < count; i++) out->limbs[i] = longer->limbs[i] ^ (i < common ? other->limbs[i] : 0);
    number_is(out, 1, count);
}
/* out = floor(sqrt(n)); out must be a different number from n. Let c = floor((bits - 1) / 2), and let D be a prefix of
 * c in binary. The invariant of the loop is that out = A is next to the root of the leading 2 D + 1 or 2 D + 2 bits of
 * n: (A - 1)^2 < floor(n / 4^(c - D)) < (A + 1)^2. The step from e to D = 2 e or 2 e + 1 replaces A by 2^(D - e - 1) A
 * + floor(floor(n / 2^(2 c - e - D + 1)) / A), which is Newton's step for a root with twice as many digits; M.
 * Dickinson proves the invariant in a comment of CPython's isqrt. With D = c, the root is A or A - 1. */
static inline void number_root(struct number *out, const cgi_integer *n)
{
    struct numbers *all = out->all;
    struct number top = number_of(all), rest = number_of(all);
    size_t bits = number_bits(n), c = bits ? (bits - 1) / 2 : 0, d = 0;
    number_set_word(out, bits != 0);
    for (unsigned shift = c ? 64 - (unsigned)__builtin_clzll(c) : 0; shift-- > 0 && numbers_status(all) == CGI_OK;) {
        size_t e = d;
        d = c >> shift;
        number_shift_down(&top, n, 2 * c - e - d + 1);
        number_divide(&top, &rest, &top.is, &out->is);
        number_shift_up(out, &out->is, d - e - 1);
        number_add(out, &out->is, &top.is);
    }
    number_mul(&top, &out->is, &out->is);
    if (number_compare(&top.is, n) > 0) number_sub_word(out, &out->is, 1);
    number_release(&top);
    number_release(&rest);
}

#endif
