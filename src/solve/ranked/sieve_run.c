/* SPDX-License-Identifier: MIT */
/* Rows of bits are made when they are first asked for, and overwritten by those of other numbers where there are too many. */
#include <string.h>
#include "base/bits.h"
#include "base/numbers.h"
#include "solve/ranked/bounds.h"
#include "solve/ranked/sieve_kinds.h"
#include "solve/ranked/sieve_run.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static struct row *row_of(const struct sieve *s, const int64_t *key)
{
    struct row *row = &s->rows[((uint64_t)key[0] + (uint64_t)key[1] * 131) % s->row_count];
    bool same = row->known && row->key[0] == key[0] && row->key[1] == key[1];
    if (same) return row;
    if (!row->known) {
        row->known = arena_array(s->arena, 2 * (s->width + 1), sizeof *row->known);
        if (!row->known) return NULL;
        row->holds = row->known + s->width + 1;
    }
    memset(row->known, 0, 2 * (s->width + 1) * sizeof *row->known);
    memcpy(row->key, key, sizeof row->key);
    row->first = row->end = 0;
    row->doubtful = false;
    return row;
}

/* Bits from..from + 63, of which one more word is there behind the last. */
static inline uint64_t bits_at(const uint64_t *words, uint64_t from)
{
    uint64_t low = words[from / 64] >> from % 64;
    return from % 64 ? low | words[from / 64 + 1] << (64 - from % 64) : low;
}

static bool find_bit(const struct sieve *s, struct row *row, int64_t *x, uint64_t i)
{
    int64_t value;
    x[s->variable] = s->sign * (s->begin + (int64_t)i);
    if (!term_value_at(s->term, x, &value)) return false;
    row->known[i / 64] |= UINT64_C(1) << i % 64;
    if (value) row->holds[i / 64] |= UINT64_C(1) << i % 64;
    return true;
}

static bool find_bits(const struct sieve *s, struct row *row, uint64_t at, uint64_t missing)
{
    int64_t x[TERM_VARIABLES] = {row->key[0], row->key[1]};
    for (; missing; missing &= missing - 1)
        if (!find_bit(s, row, x, at + (uint64_t)__builtin_ctzll(missing))) return false;
    return true;
}

/* Has the condition a value at all of bits from..end - 1? So says its form for these (bounds.h), whoever asks for which. */
static bool is_sure(const struct sieve *s, const struct row *row, uint64_t from, uint64_t end)
{
    int64_t low[TERM_VARIABLES] = {row->key[0], row->key[1]}, high[TERM_VARIABLES] = {row->key[0], row->key[1]};
    int64_t a = s->sign * (s->begin + (int64_t)from), b = s->sign * (s->begin + (int64_t)end - 1);
    low[s->variable] = a < b ? a : b;
    high[s->variable] = a < b ? b : a;
    return term_bounds(s->term, low, high, false).sure;
}

/* All bits from..end - 1, and some more on the side to which what is asked for grows, so that this happens seldom. False: some of them
 * might have no value; then each is found when it is asked for. */
static bool find_between(const struct sieve *s, struct row *row, uint64_t from, uint64_t end)
{
    int64_t x[TERM_VARIABLES] = {row->key[0], row->key[1]};
    uint64_t first = row->first, last = row->end, size = 64 * s->width, more;
    if (first == last) first = last = from;
    uint64_t low = from < first ? from : first, high = end > last ? end : last, wide_low = low, wide_high = high;
    more = last - first;
    if (low < first) wide_low = low < more ? 0 : low - more;
    if (high > last) wide_high = high + more < size ? high + more : high > size ? high : size;
    if (is_sure(s, row, wide_low, wide_high)) low = wide_low, high = wide_high;
    else if (!is_sure(s, row, low, high)) return row->doubtful = true, false;
    for (uint64_t i = low; i < high; i++)
        if ((i < first || i >= last) && !(row->known[i / 64] >> i % 64 & 1) && !find_bit(s, row, x, i)) return false;
    row->first = low;
    row->end = high;
    return true;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */
static size_t words_of(int64_t count) { return (size_t)(count + 63) / 64; }

static bool run_each(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    int64_t value;
    for (size_t w = 0; w < words_of(count); w++)
        for (uint64_t left = some[w]; left; left &= left - 1) {
            x[s->variable] = low + (int64_t)(w * 64) + __builtin_ctzll(left);
            if (looked) *looked += s->weight;
            if (!term_value_at(s->term, x, &value)) return false;
            if (!value) some[w] &= ~(left & -left);
        }
    return true;
}

static bool run_rows(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    int64_t key[FIXED_MOST] = {0}, shift;
    size_t words = words_of(count);
    bool fine = low >= s->least && low + count - 1 <= s->most && quick_at(&s->shift, x, &shift);
    for (uint32_t left = s->others; left && fine; left &= left - 1) {
        int64_t other = x[TERM_CELLS + __builtin_ctz(left)];
        fine = other >= s->least && other <= s->most;
    }
    for (size_t i = 0; i < s->fixed_count && fine; i++) fine = quick_at(&s->fixed[i], x, &key[i]);
    int64_t from = low + shift - s->begin;
    if (!fine || from < 0 || (uint64_t)from + 64 * words > 64 * (s->width + 1))
        return run_each(s->each, x, low, count, some, looked);
    struct row *row = row_of(s, key);
    uint64_t asked = 0, begin = (uint64_t)from, end = begin + (uint64_t)count;
    if (!row) return false;
    for (size_t w = 0; w < words && looked && s->anew; w++) asked += (uint64_t)bits_of(some[w]);
    bool all = (begin >= row->first && end <= row->end) || (!row->doubtful && find_between(s, row, begin, end));
    for (size_t w = 0; w < words && all; w++) some[w] &= bits_at(row->holds, begin + 64 * w);
    for (size_t w = 0; w < words && !all; w++) {
        uint64_t at = begin + 64 * w;
        if (!some[w]) continue;
        uint64_t missing = some[w] & ~bits_at(row->known, at);
        if (missing && !find_bits(s, row, at, missing)) return false;
        some[w] &= bits_at(row->holds, at);
    }
    if (looked) *looked += asked * s->anew / WHOLE;
    return true;
}

/* ---- common divisors --------------------------------------------------------------------------------------------- */
enum { FACTORED_MOST = 1 << 20, SHIFT_BITS = 40 };

/* Without the bits first, first + prime, ..; first < prime. */
static void strike(uint64_t *some, size_t words, uint64_t first, uint64_t prime)
{
    uint64_t multiples = 0, step = 64 % prime;
    if (prime >= 64) {
        for (uint64_t i = first; i < 64 * words; i += prime) some[i / 64] &= ~(UINT64_C(1) << i % 64);
        return;
    }
    for (uint64_t i = 0; i < 64; i += prime) multiples |= UINT64_C(1) << i;
    for (size_t w = 0; w < words; w++) {
        some[w] &= ~(multiples << first);
        first = first < step ? first + prime - step : first - step;
    }
}

/* A number has no divisor in common with x > 0, besides 1, if no prime that divides x divides it. So each p-th number is left out, from the
 * first multiple of p on. x == 0 has all divisors of any number; that, and large numbers, are looked at one by one. */
static bool run_coprime(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    uint64_t apart[SIEVE_WORDS];
    int64_t of, shift, far = (int64_t)1 << SHIFT_BITS;
    size_t words = words_of(count);
    bool fine = quick_at(&s->fixed[0], x, &of) && quick_at(&s->shift, x, &shift);
    if (!fine || of == 0 || of <= -FACTORED_MOST || of >= FACTORED_MOST || shift <= -far || shift >= far)
        return run_each(s->each, x, low, count, some, looked);
    int64_t rest = of < 0 ? -of : of, begin = low + shift;
    memcpy(apart, some, words * sizeof *some);
    for (int64_t p = 2; rest > 1; p += 1 + (p & 1)) {
        if (p * p > rest) p = rest;
        if (rest % p) continue;
        while (rest % p == 0) rest /= p;
        strike(apart, words, (uint64_t)(number_ceiling(begin, p) * p - begin), (uint64_t)p);
    }
    for (size_t w = 0; w < words; w++) some[w] = s->shared ? some[w] & ~apart[w] : apart[w];
    return true;
}

/* Keeps bits first..last. */
static void keep_between(uint64_t *some, size_t words, int64_t first, int64_t last)
{
    for (size_t w = 0; w < words; w++) {
        int64_t begin = (int64_t)(64 * w), low = first - begin, high = last - begin;
        if (high < 0 || low > 63) some[w] = 0;
        else if (low > 0) some[w] &= ~UINT64_C(0) << low;
        if (high >= 0 && high < 63) some[w] &= (UINT64_C(2) << high) - 1;
    }
}

static int64_t between(int64_t v, int64_t least, int64_t most) { return v < least ? least : v > most ? most : v; }

static bool run_end(const struct sieve *s, const int64_t *x, int64_t low, size_t words, uint64_t *some)
{
    int64_t rest, factor = s->edge.factor, last = (int64_t)(64 * words);
    if (!quick_at(&s->edge.rest, x, &rest)) return false;
    if (rest == INT64_MIN) return false;
    int64_t end = factor > 0 ? -number_floor(rest, factor) : number_floor(rest, -factor);
    if (s->holds == TEST_LEAST) {
        int64_t at = between(end, low - 1, low + last) - low;
        if (factor > 0) keep_between(some, words, at, last);
        else keep_between(some, words, 0, at);
        return true;
    }
    bool met = rest % factor == 0 && end >= low && end < low + last;
    if (s->holds == TEST_ZERO && !met) memset(some, 0, words * sizeof *some);
    else if (s->holds == TEST_ZERO) keep_between(some, words, end - low, end - low);
    else if (met) some[(end - low) / 64] &= ~(UINT64_C(1) << (end - low) % 64);
    return true;
}

/* An end is looked for in the run from the first bit to the last. */
static void run_bends(const struct sieve *s, const int64_t *x, int64_t low, size_t words, uint64_t *some)
{
    for (size_t w = 0; w < words; w++, low += 64) {
        if (!some[w]) continue;
        int64_t first = low + __builtin_ctzll(some[w]), last = low + 63 - __builtin_clzll(some[w]);
        if (s->bends->end) {
            bends_cut(s->bends, x, &first, &last);
            keep_between(&some[w], 1, first - low, last - low);
            continue;
        }
        some[w] = bends_among(s->bends, x, low, some[w]);
    }
}

static bool any(const uint64_t *some, size_t words)
{
    uint64_t all = 0;
    for (size_t w = 0; w < words; w++) all |= some[w];
    return all != 0;
}

/* Where the first kid holds, the second is asked; elsewhere the third. NULL: it holds, or does not, as `then` and
 * `other` say. */
static bool run_choice(const struct sieve *const *kids, bool then, bool other, int64_t *x, int64_t low, int64_t count,
                       uint64_t *some, uint64_t *looked)
{
    uint64_t holds[SIEVE_WORDS], rest[SIEVE_WORDS];
    size_t words = words_of(count);
    memcpy(holds, some, words * sizeof *some);
    if (!sieve_run(kids[0], x, low, count, holds, looked)) return false;
    for (size_t w = 0; w < words; w++) rest[w] = some[w] & ~holds[w];
    if (kids[1] && any(holds, words) && !sieve_run(kids[1], x, low, count, holds, looked)) return false;
    if (kids[2] && any(rest, words) && !sieve_run(kids[2], x, low, count, rest, looked)) return false;
    for (size_t w = 0; w < words; w++) some[w] = (kids[1] || then ? holds[w] : 0) | (kids[2] || other ? rest[w] : 0);
    return true;
}

bool sieve_run(const struct sieve *s, int64_t *x, int64_t low, int64_t count, uint64_t *some, uint64_t *looked)
{
    size_t words = words_of(count);
    bool hold;
    switch (s->kind) {
    case SIEVE_AND:
        return sieve_run(s->kids[0], x, low, count, some, looked) &&
               (!any(some, words) || sieve_run(s->kids[1], x, low, count, some, looked));
    case SIEVE_OR: {
        const struct sieve *kids[] = {s->kids[0], NULL, s->kids[1]};
        return run_choice(kids, true, false, x, low, count, some, looked);
    }
    case SIEVE_NOT: {
        const struct sieve *kids[] = {s->kids[0], NULL, NULL};
        return run_choice(kids, false, true, x, low, count, some, looked);
    }
    case SIEVE_IF: return run_choice(s->kids, false, false, x, low, count, some, looked);
    case SIEVE_END: return run_end(s, x, low, words, some);
    case SIEVE_ROWS: return run_rows(s, x, low, count, some, looked);
    case SIEVE_BENDS: return run_bends(s, x, low, words, some), true;
    case SIEVE_COPRIME: return run_coprime(s, x, low, count, some, looked);
    case SIEVE_EACH: return run_each(s, x, low, count, some, looked);
    default: break;
    }
    if (!test_at(&s->still, x, &hold)) return false;
    if (!hold) memset(some, 0, words * sizeof *some);
    return true;
}

/* ---- plain ones -------------------------------------------------------------------------------------------------- */
bool sieve_plain(const struct sieve *s)
{
    bool plain = s->kind == SIEVE_AND || s->kind == SIEVE_OR || s->kind == SIEVE_NOT || s->kind == SIEVE_IF;
    if (s->kind == SIEVE_STILL) return s->still.kind != TEST_TERM;
    if (s->kind == SIEVE_BENDS) return true;
    if (s->kind == SIEVE_END) return !s->edge.rest.term;
    for (size_t i = 0; i < sizeof s->kids / sizeof *s->kids && plain; i++)
        plain = !s->kids[i] || sieve_plain(s->kids[i]);
    return plain;
}

static uint64_t bits_from(int64_t at) { return at <= 0 ? ~UINT64_C(0) : at > 63 ? 0 : ~UINT64_C(0) << at; }

static uint64_t end_word(const struct sieve *s, const int64_t *x, int64_t low)
{
    int64_t rest = quick_sum(&s->edge.rest, x), factor = s->edge.factor, end;
    if (factor == 1 || factor == -1) end = factor > 0 ? -rest : rest;
    else end = factor > 0 ? -number_floor(rest, factor) : number_floor(rest, -factor);
    if (s->holds == TEST_LEAST) return factor > 0 ? bits_from(end - low) : ~bits_from(end - low + 1);
    uint64_t one = end >= low && end < low + 64 && rest % factor == 0 ? UINT64_C(1) << (end - low) : 0;
    return s->holds == TEST_ZERO ? one : ~one;
}

/* A sum is asked only of values at which the other conditions leave it open. */
static uint64_t word_of(const struct sieve *s, const int64_t *x, int64_t low, uint64_t asked)
{
    return asked ? sieve_word(s, x, low, asked) : 0;
}

uint64_t sieve_word(const struct sieve *s, const int64_t *x, int64_t low, uint64_t asked)
{
    if (s->kind == SIEVE_END) return end_word(s, x, low);
    if (s->kind == SIEVE_STILL) return test_holds(&s->still, x) ? ~UINT64_C(0) : 0;
    if (s->kind == SIEVE_BENDS) return bends_among(s->bends, x, low, asked);
    uint64_t first = sieve_word(s->kids[0], x, low, asked), holds = asked & first, fails = asked & ~first;
    switch (s->kind) {
    case SIEVE_AND: return first & word_of(s->kids[1], x, low, holds);
    case SIEVE_OR: return first | word_of(s->kids[1], x, low, fails);
    case SIEVE_NOT: return ~first;
    default: break;
    }
    return (first & word_of(s->kids[1], x, low, holds)) | (~first & word_of(s->kids[2], x, low, fails));
}
