/* SPDX-License-Identifier: MIT */
/* What a condition is as a set of bits: what sieve.c makes and sieve_run.c runs.
 *
 *     s->kind, s->kids[0] ..                              // the condition, taken apart
 *     s->rows[i].known, .holds                            // bits that are found, for two fixed numbers
 */
#ifndef CGI_SOLVE_RANKED_SIEVE_KINDS_H
#define CGI_SOLVE_RANKED_SIEVE_KINDS_H
#include "solve/ranked/bends.h"
#include "solve/ranked/sieve.h"

enum { FIXED_MOST = 2, WHOLE = 1024 };
enum sieve_kind {
    SIEVE_STILL,
    SIEVE_AND,
    SIEVE_OR,
    SIEVE_NOT,
    SIEVE_IF,
    SIEVE_END,
    SIEVE_ROWS,
    SIEVE_BENDS,
    SIEVE_COPRIME,
    SIEVE_EACH
};
/* The bits of one condition for given fixed numbers: of u = value + shift, from the window's begin on. */
struct row {
    int64_t key[FIXED_MOST];
    uint64_t *known, *holds; /* NULL: none yet */
    uint64_t first, end;     /* bits first..end - 1 are all known */
    bool doubtful;           /* it may have no value somewhere: bits are found as they are asked for */
};
struct sieve {
    enum sieve_kind kind;
    const struct sieve *kids[3]; /* AND, OR, NOT, IF */
    int variable;                /* of the ray's value, in x */
    struct test still;           /* STILL */
    const struct term
        *term; /* EACH: the condition; ROWS: the same of cells 0 and 1, the fixed numbers, and the value, the form */
    uint32_t weight; /* EACH: of the term (shots.h) */
    /* END */
    enum test_kind holds; /* TEST_LEAST: factor * value + rest >= 0; ZERO, OTHER: it is 0, or is not */
    struct edge edge;
    struct bends *bends; /* BENDS */
    bool
        shared; /* COPRIME: it holds where fixed[0] and the value + shift have a divisor in common, not where they have none */
    /* ROWS */
    struct quick fixed[FIXED_MOST], shift; /* the form is sign * (value + shift) */
    size_t fixed_count;
    int64_t least, most; /* of the values that rows may be asked of, */
    uint32_t others;     /* and of these values of the move beside the ray's: bits */
    int64_t sign, begin; /* of the window */
    size_t width;        /* words */
    struct row *rows;
    size_t row_count;
    uint64_t anew; /* of 1024 bits that are asked for: how many must be found, all told */
    struct arena *arena;
    const struct sieve *each; /* ROWS: value by value, outside of the window; COPRIME: where nothing else is known */
};

#endif
