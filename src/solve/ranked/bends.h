/* SPDX-License-Identifier: MIT */
/* Conditions that compare sums of choices between linear forms: bends along the value of a loop.
 *
 *     if (!bends_make(arena, ranks, term, value, &b)) return ST_NO_MEMORY;  // sum(max(0, p[j] - h) for j in i..n) <= 6
 *     if (b && b->end) bends_cut(b, x, &low, &high);                        // the values low..high at which it holds
 *     if (b && bends_hold(b, x, v)) ...                                     // at one of them
 *
 * A sum of linear forms, of max and min of two, of abs, and of choices by a comparison whose two sides differ by a multiple of what is
 * compared, and a constant ("p[j] > h ? 1 : 0"), is
 *
 *     linear form + sum of c * max(0, L) + sum of c * [L >= 0],     all numbers integers,
 *
 * where in each L the value of the loop has factor 0 or less: max(0, L) = L + max(0, -L) and [L >= 0] = 1 - [-L - 1 >= 0]. A summand
 * with c <= 0 falls as the value falls, or stays. So if all c and the factor of the value are such that the whole falls with the value
 * (or all such that it rises), the condition holds down to some value, or up to some value: it is an end of the loop. That is found from
 * above: where summands are ordered by the place at which they begin, as those of cells that keep an order are, one after the other
 * joins and the sum is carried on; else by halving. Where the sum only has to be 0, or has a remainder by a fixed number compared with
 * a number ("sum(min(p[j], h) for j in 1..n) % 2 == 1"), each value is told by itself; where each bend begins at a cell and a constant,
 * the sums of many values are found together. No number grows beyond 2^62 while it is computed, however it is added up, for variables up
 * to 2^40: that is checked once, so such a condition
 * always has a value. */
#ifndef CGI_SOLVE_RANKED_BENDS_H
#define CGI_SOLVE_RANKED_BENDS_H
#include "solve/ranked/shots.h"

/* factor * max(0, line + step * value), or factor where line + step * value >= 0; step <= 0. */
struct bend {
    struct quick line;
    int64_t step, factor;
    bool jump;
};
/* The same where the line is a cell and a constant and the step is -1: it begins at that. */
struct bend_cell {
    int64_t constant, factor;
    uint32_t cell;
    bool jump;
};
struct bends {
    enum test_kind kind; /* LEAST, ZERO, OTHER: of the sum, if there is no modulus */
    int64_t modulus; /* 1..64: the condition holds where bit (sum % modulus) of `residues` is set; 0: there is none */
    uint64_t residues;
    bool end; /* LEAST: the sum never rises as the value falls (upper), or never falls */
    bool upper;
    bool sorted; /* all bends have step -1, each beginning no lower than the next */
    int variable;
    struct quick rest; /* + step * value */
    int64_t step;
    size_t count;
    struct bend *items;
    struct bend_cell *cells; /* the items, if all are such; NULL: they are not */
};
/* *out NULL: it is no such condition, or linear. False: memory is out. */
bool bends_make(struct arena *arena, const struct ranks *r, const struct term *t, int value, struct bends **out);
/* x as in test_at, but for the value. */
bool bends_hold(const struct bends *b, const int64_t *x, int64_t value);
/* The same of several, those with a bit in `asked`, which is not 0: bit i is the value low + i. */
uint64_t bends_among(const struct bends *b, const int64_t *x, int64_t low, uint64_t asked);
/* b->end: *low..*high, not empty, becomes what of it fulfils the condition; *low > *high: nothing does. */
void bends_cut(const struct bends *b, const int64_t *x, int64_t *low, int64_t *high);
/* A walk down from a value, where b->cells are known and sorted: the next bend, and the sum at v, which changes by `more`. */
struct bend_walk {
    const struct bend_cell *next, *end;
    int64_t sum, more;
};
static inline struct bend_walk bends_begin(const struct bends *b, const int64_t *x, int64_t v)
{
    return (struct bend_walk){b->cells, b->cells + b->count, quick_sum(&b->rest, x) + b->step * v, -b->step};
}
/* b->upper: does the condition hold at v? Values are asked for one after the other; afterwards the sum is that at v - 1 but for bends
 * that begin there. */
static inline bool bends_down(struct bend_walk *w, const int64_t *x, int64_t v)
{
    for (; w->next < w->end; w->next++) {
        int64_t above = x[w->next->cell] + w->next->constant - v;
        if (above < 0) break;
        w->sum += w->next->jump ? w->next->factor : w->next->factor * above;
        if (!w->next->jump) w->more += w->next->factor;
    }
    if (w->sum < 0) return false;
    w->sum += w->more;
    return true;
}

#endif
