/* SPDX-License-Identifier: MIT */
/* For tests: rules of one heap drawn at random, as text and as something that is played here in the plainest way, without a line of
 * the program.
 *
 *     struct drawn_heap rule;
 *     drawn_heap(&seed, &rule);
 *     drawn_write(&rule, &text);                  // game g(n) { move m0(t in 1..n) where t % 3 != 1 -> g(n - t) ... }
 *     drawn_values(&rule, 300, values);           // SG of heaps 0..299
 *
 * Takes by residue and by size, with conditions on the heap and on what is left; splits of what is left into two, of which one may be
 * bounded or of a fixed residue, or into two equal ones and a third; heaps that are left whatever the heap is. Every move takes
 * something, or leaves two heaps of at least 1. */
#ifndef CGI_TESTS_DRAWN_HEAP_H
#define CGI_TESTS_DRAWN_HEAP_H
#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

enum { DRAWN_MOVES = 3, DRAWN_TESTS = 3 };
enum drawn_kind { DRAWN_TAKE, DRAWN_SPLIT, DRAWN_EQUAL, DRAWN_LEAVE };
enum drawn_number { DRAWN_N, DRAWN_T, DRAWN_A, DRAWN_B, DRAWN_NUMBERS }; /* heap, taken, the first left, the other */
struct drawn_test {
    enum drawn_number of, to; /* to: of a comparison of two numbers */
    int kind; /* 0: of % c == d, 1: of % c != d, 2: of <= c, 3: of > c, 4: of != c, 5: of in {c, d}, 6: of <= to + c, 7: of in powers(c), 8: of in primes */
    int64_t c, d;
};
struct drawn_move {
    enum drawn_kind kind;
    int64_t least;  /* of t: 0 or 1 */
    int tests, any; /* the first `any` of them are joined by or */
    struct drawn_test test[DRAWN_TESTS];
    int64_t leave;
    bool other;     /* a heap that is left is one of the game h */
    int64_t beside; /* a heap of h that is left besides; 0: none, h(0) is none either */
};
struct drawn_heap {
    int moves;
    struct drawn_move move[DRAWN_MOVES];
    bool splits, mixed;
};
void drawn_heap(uint64_t *seed, struct drawn_heap *rule);
/* Some moves lead to heaps of another game, h: take 2 or 3. */
void drawn_mix(uint64_t *seed, struct drawn_heap *rule);
void drawn_write(const struct drawn_heap *rule, struct text *out);
/* Time: count^2 for takes, count^3 where it splits. */
void drawn_values(const struct drawn_heap *rule, int64_t count, uint32_t *values);
/* Who loses heaps 0..count-1 in misere play, 1 or 0 each; of rules that do not split and are not mixed. */
void drawn_losses(const struct drawn_heap *rule, int64_t count, uint32_t *lost);

#endif
