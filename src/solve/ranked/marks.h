/* SPDX-License-Identifier: MIT */
/* Values of picked options whose numbers are evenly apart are marked.
 *
 *     struct marks m = {.values = values, .seen = seen, .stamp = stamp, .base = 100, .step = UINT32_MAX};
 *     uint64_t count = marks_picked(marks_kinds() - 1, &m, picked, 3, 70);
 *                                                  // bit 3 stands for number 100, bit 4 for 99; bits 3..69 alone
 *
 * The bits of a word are turned into places eight at a time, so that how many there are is seldom guessed wrongly; or the processor
 * presses the values of a vector, or the places of a word, together. */
#ifndef CGI_SOLVE_RANKED_MARKS_H
#define CGI_SOLVE_RANKED_MARKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct marks {
    const uint16_t *values; /* by number */
    uint32_t *seen, stamp;  /* seen[v] = stamp for the value v of each */
    uint32_t base, step;    /* the number of the first bit; what each bit more adds to it, modulo 2^32 */
};
/* Those of one word: they are marked sooner than by vectors, and the value of the next state waits for that of this one. */
static inline void marks_word(const struct marks *m, uint64_t some)
{
    const uint16_t *g = m->values;
    uint32_t *seen = m->seen, stamp = m->stamp, base = m->base, step = m->step;
    for (; some; some &= some - 1) seen[g[base + step * (uint32_t)__builtin_ctzll(some)]] = stamp;
}
enum { MARKS_ANY, MARKS_WIDE, MARKS_PRESSED };
/* The kinds of code that the processor has, 0, 1, .., the last one the quickest. */
size_t marks_kinds(void);
/* Those of bits from..end - 1 that are set; how many they are. from < end. */
uint64_t marks_picked(size_t kind, const struct marks *m, const uint64_t *picked, int64_t from, int64_t end);

#endif
