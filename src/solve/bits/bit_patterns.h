/* SPDX-License-Identifier: MIT */
/* Moves on the bits of one word, those together that are the same some bits further.
 *
 *     struct bit_pattern moves[] = {{.places = 1, .care = 3, .want = 2, .write = 3, .put = 1, .when = BIT_TRUE}, ...};
 *     if (!bit_patterns_make(moves, 23, &arena, &p)) ...                // coins that step down on 24 cells: one pattern
 *     for (i = 0; i < p.count; i++)
 *         for (able = bit_pattern_places(&p, &p.list[i], state); able; able &= able - 1) ... bit_pattern_made(&p.list[i], state, able)
 *
 * The places of a pattern in a state are found together: for each cell that it asks the state is shifted. A single move, and one whose
 * condition says more than its cells, stands by itself. Time: of making, the moves times the patterns. */
#ifndef CGI_SOLVE_BITS_BIT_PATTERNS_H
#define CGI_SOLVE_BITS_BIT_PATTERNS_H
#include "base/arena.h"
#include "solve/bits/bit_diagrams.h"

/* A cell that a pattern asks: it is so many bits further than its place; `turned` is all ones if it is to be 0. */
struct bit_ask {
    uint64_t by, turned;
};
struct bit_pattern {
    uint64_t places;                 /* bit i: it is there, i bits further */
    uint64_t care, want, write, put; /* of the lowest one */
    uint32_t first, end;             /* its cells, in `asks`; first == end: `care` and `want` are looked at */
    bit_ref when; /* what the state has to fulfil besides, which is not looked at here; BIT_TRUE: nothing */
};
struct bit_patterns {
    struct bit_pattern *list;
    struct bit_ask *asks;
    size_t count, ask_count;
};
/* Of moves as they stand, `places` 1, which write something. False: no memory. */
bool bit_patterns_make(const struct bit_pattern *moves, size_t count, struct arena *arena,
                       struct bit_patterns *patterns);

static inline uint64_t bit_pattern_places(const struct bit_patterns *all, const struct bit_pattern *p, uint64_t state)
{
    const struct bit_ask *ask = all->asks + p->first, *end = all->asks + p->end;
    uint64_t able = p->places;
    if (ask == end) return (state ^ p->want) & p->care ? 0 : able;
    for (; ask < end; ask++) able &= (state ^ ask->turned) >> ask->by;
    return able;
}
/* What it leads to at the lowest of these places. */
static inline uint64_t bit_pattern_made(const struct bit_pattern *p, uint64_t state, uint64_t able)
{
    unsigned by = (unsigned)__builtin_ctzll(able);
    return (state & ~(p->write << by)) | p->put << by;
}

#endif
