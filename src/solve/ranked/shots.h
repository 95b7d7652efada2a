/* SPDX-License-Identifier: MIT */
/* Instances made ready to be run at many numbered states: ends of loops as linear forms, and what an option changes as summands of
 * its number.
 *
 *     struct shots shots;
 *     st = shots_open(&u, &exchange, &ranks, &arena, &shots);
 *     st = fill_values(&shots, ...);                          // fill.h
 *
 * The last value of an instance is its ray: with every step of it each cell changes by a fixed number, so the ends are checked and
 * what is between them needs only additions and loads. Conditions that are linear in the value of a level are ends of its loop. */
#ifndef CGI_SOLVE_RANKED_SHOTS_H
#define CGI_SOLVE_RANKED_SHOTS_H
#include "solve/ranked/paths.h"

struct quick_choice;
struct bends;
struct braids;
struct sieve;
struct picks;
/* A term that reads one cell, with the value that it has for each number of that cell. */
struct reading {
    size_t cell, extent;
    int64_t least;
    int64_t *values; /* at the cell's number less the least one */
};
struct quick {
    int64_t constant;
    uint32_t count; /* of its items, if it is linear */
    struct quick_item {
        int variable;
        int64_t factor;
    } first, second, *items;           /* first, second: the first two of the items, at hand */
    const struct term *term;           /* NULL: it is linear */
    int64_t modulus;                   /* of a term that is a linear form's remainder by a constant above 0; else 0 */
    const struct reading *reading;     /* of a term that reads one cell alone; NULL: it is not kept */
    const struct quick_choice *choice; /* of a term that chooses between two linear ones; NULL: it is none */
};
/* What is known of a condition on one or two cells alone that is not linear, by their values. */
struct memo {
    size_t cell[2], extent[2];
    int64_t least[2];
    unsigned char *known; /* 0: nothing yet; 1: it does not hold; 2: it does */
};
/* A condition. */
struct test {
    enum test_kind { TEST_TERM, TEST_LEAST, TEST_ZERO, TEST_OTHER } kind;
    struct quick line; /* TEST_LEAST: it is not negative; TEST_ZERO: it is 0; TEST_OTHER: it is not 0 */
    const struct term *term;
    struct memo *memo; /* TEST_TERM; NULL: none is kept */
    uint32_t weight;   /* TEST_TERM: as so many conditions of a few terms it counts (shots_weight) */
};
/* What holds first, what else; the test is one of a linear form. "min(a, b)" is "a <= b ? a : b". */
struct quick_choice {
    struct test when;
    struct quick items[2];
};
/* factor * value + rest >= 0 */
struct edge {
    int64_t factor;
    struct quick rest;
};
struct level {
    struct quick low, high;
    struct edge *edges;
    struct bends **bends; /* ends that are found along sums (bends.h) */
    size_t edge_count, bend_count;
    struct test *tests;
    struct sieve **sieves; /* the same, of the last level (sieve.h) */
    struct picks *picks;   /* of the last level, if its tests read one number beside the value (picks.h); else NULL */
    size_t test_count;
    bool never_fails; /* none of its tests does */
    bool plain;       /* of the last level: all its tests are (sieve_plain) */
};
/* What a cell becomes: `more` than it is (or, if that is no linear term, `more` itself, less the least value), with the ray's value
 * taken as 0, and a step for each 1 of that value. */
struct changed {
    size_t place;
    struct quick more;
    int64_t step, most; /* most: of the cell, less its least value */
};
/* The cells of one unit that change: changed[first..end), by place, and the places of the others. */
struct touched {
    const struct unit *unit;
    size_t first, end, stay_count;
    unsigned char stay[TERM_CELLS];
};
/* Cells of one unit are cut to a height (clips.h). */
struct clip {
    const struct unit *unit;     /* NULL: no such move */
    struct quick limit;          /* less the least value, with the ray's value taken as 0 */
    int64_t step;                /* -1, 0 or 1: of the limit, for each 1 of that value */
    size_t first, last;          /* places */
    uint64_t cut, plain;         /* bits by place; plain: set to the limit, whatever they were */
    const struct braids *braids; /* of a web (braids.h); NULL: there are none */
    size_t braid, braid_end;     /* in which cells are cut */
    const uint16_t **braid_cuts; /* by braid; NULL: it has no cell that is cut */
    bool direct;                 /* there is one level, whose ends are linear, and so are its tests (sieve_plain) */
    bool alone;                  /* and nothing is asked before the loop */
    bool down;                   /* that, and a sum that is carried on from above (bends.h) */
    const uint32_t *behind;      /* by limit: what is added to the outline (outline.h); NULL: it is not used */
};
/* Ends of a level (plain_ends.h). */
enum { PLAIN_ENDS = 4 };
struct plain_ends {
    int64_t low, high; /* that are constants */
    size_t low_count, high_count;
    struct plain_end {
        int64_t constant, factor;
        int variable;
        const struct reading *reading; /* NULL: it is linear */
    } lows[PLAIN_ENDS], highs[PLAIN_ENDS];
};
/* All options are one look into one table (beams.h): at place `place`, at its sum + more + step * value. */
struct beam {
    bool fine;
    bool next; /* there is a cell behind that of the place, in its chain: it changes by the opposite */
    size_t place;
    int64_t more, step, bound;
    uint32_t stride; /* the cell stands alone, and each 1 of it is so many numbers; 0: a table is read */
    bool direct;     /* plain, and nothing is asked before */
    bool plain;      /* there is one level, whose ends are these, and picks if it has tests */
    struct plain_ends ends;
};
/* All that changes are cells that stand alone, evenly: the option's number is step * value more than that of the value 0. */
struct even {
    bool fine;
    uint32_t step;
};
/* All that changes are cells of one group, which fall (falls.h). */
struct falls {
    bool fine;
    size_t moving;           /* changed[moving]: by the last value */
    struct plain_ends *ends; /* by level */
};
struct shot {
    struct test *tests; /* of cells alone */
    size_t test_count;
    struct level levels[TERM_VALUES];
    size_t level_count;
    bool alone;      /* the last value moves one cell of a group by 1 each time, and nothing else */
    bool ends, slow; /* slow: what a cell becomes is not linear in the last value */
    struct changed *changed;
    struct touched *touched;
    struct clip clip;
    struct beam beam;
    struct even even;
    struct falls falls;
    size_t changed_count, touched_count;
    unsigned char *twins; /* cells: not needed where one is equal to the cell before it in its class */
    unsigned char *twins_before;
    size_t twin_count;
};
enum { SHOTS_LEGAL = 2 * TERM_CELLS };
struct shots {
    const struct unrolled *u;
    const struct ranks *ranks;
    struct paths paths;
    struct shot *items;
    size_t count;
    const struct braids *braids[TERM_CELLS]; /* by unit; NULL: none, or it is no web */
    struct test legal[SHOTS_LEGAL];          /* what is left of the invariant, where all states keep their order */
    size_t legal_count;
    bool hides; /* it may not see that something has no value (sure.h): what it answers is then no answer */
};
enum status shots_open(const struct unrolled *u, const struct exchange *x, const struct ranks *r, struct arena *arena,
                       struct shots *shots);
/* Are the options of some move found as bits that are kept from state to state (sieve.h)? */
bool shots_sift(const struct shots *shots);
/* False: memory is out. */
bool quick_linear(struct arena *arena, const struct linear *line, struct quick *q);
bool shots_quick(struct arena *arena, const struct ranks *r, const struct term *t, struct quick *q);
bool shots_test(struct arena *arena, const struct ranks *r, const struct term *t, struct test *test);
/* The difference of what the comparison compares, so that it holds if that is not negative, or 0, or not 0. TERM: it is no comparison, or
 * not linear. */
enum test_kind shots_compared(const struct term *t, struct linear *line);
/* What it takes to look at a term, in conditions of a few terms. */
uint32_t shots_weight(const struct term *t);
bool test_term_at(const struct test *t, const int64_t *x, bool *holds);
static inline int64_t quick_sum(const struct quick *q, const int64_t *x)
{
    int64_t sum = q->constant;
    if (q->count) sum += q->first.factor * x[q->first.variable];
    if (q->count > 1) sum += q->second.factor * x[q->second.variable];
    for (uint32_t i = 2; i < q->count; i++) sum += q->items[i].factor * x[q->items[i].variable];
    return sum;
}
/* Of natural numbers: those of 32 bits are divided in a fraction of the time. */
static inline int64_t small_rest(int64_t x, int64_t by)
{
    return (uint64_t)(x | by) >> 32 ? x % by : (int64_t)((uint32_t)x % (uint32_t)by);
}
static inline bool test_holds(const struct test *t, const int64_t *x)
{
    int64_t value = quick_sum(&t->line, x);
    return t->kind == TEST_LEAST ? value >= 0 : (value == 0) == (t->kind == TEST_ZERO);
}
/* False: the cell holds another number. */
static inline bool reading_at(const struct reading *r, const int64_t *x, int64_t *value)
{
    uint64_t at = (uint64_t)x[r->cell] - (uint64_t)r->least;
    if (at >= r->extent) return false;
    *value = r->values[at];
    return true;
}
static inline bool quick_at(const struct quick *q, const int64_t *x, int64_t *value)
{
    if (q->choice) {
        bool holds = test_holds(&q->choice->when, x);
        return *value = quick_sum(&q->choice->items[holds ? 0 : 1], x), true;
    }
    if (q->reading && reading_at(q->reading, x, value)) return true;
    if (q->modulus && (*value = quick_sum(q, x)) >= 0) return *value = small_rest(*value, q->modulus), true;
    if (q->term) return term_value_at(q->term, x, value);
    return *value = quick_sum(q, x), true;
}
/* Does the condition hold? False: it has no value. */
static inline bool test_at(const struct test *t, const int64_t *x, bool *holds)
{
    if (t->kind == TEST_TERM) return test_term_at(t, x, holds);
    *holds = test_holds(t, x);
    return true;
}

#endif
