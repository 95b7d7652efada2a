/* SPDX-License-Identifier: MIT */
/* Long runs of a row (row_rule.h), by families: what play makes of a long run is a stretch of it with a few cells
 * changed at either end, so its value is looked up by the two ends and its length, and not by its cells.
 *
 *     struct families *f;
 *     st = families_open(&rule, run, length, budget, &f);      // Clobber on 1 2 1 2 ...: 8 left ends, 8 right ends
 *     st = families_value(f, env, run, length, &value);        // of this run, and of all that play makes of it
 *     families_close(f);
 *
 * The *core* is a sequence of cells, core(p) for a phase p: periodic with `period`, or the run itself ("period" length
 * + 1, never passed). A left end is a short string and the phase of the cell after it, a right end the phase that
 * would be next and a short string. The run of a left end L, c cells of the core and a right end R is the string of L,
 * these c cells and the string of R. Ends are *shortened*: a cell next to the core that is what the core has there
 * belongs to the core.
 *
 * Theorem. Let no move be longer than w cells. If c > w, each option of the run (L, c, R) is of one of these kinds:
 *   left    the move begins in the string of L, or asks for a run's beginning: it ends within the core. What is left
 *           are runs that L and the move determine, and (L', c - d, R), where L' and d are determined by them too.
 *   right   the same from the other end.
 *   core    the move lies in the core, from phase p on: (L, x, R'), runs that the move determines, and (L', c - x', R),
 *           with R' and L' determined by the move and p, x any number of cells after which the phase is p.
 * Proof. A move that begins in L's string and is at most w < c cells long does not reach R's, so neither needs a
 * run's end. Every move erases a cell; the runs of what results are cut by the erased cells, and what is left of the
 * first and the last of them, but for the cells of the move and of the string, is as it was. [] Shorter runs (c <= w)
 * are strings (run_words.h). So values are a table over (L, R, c), by the number of cells, which every move lowers; a
 * core move is two stretches of it, one forwards and one backwards.
 *
 * All ends that moves lead to are collected first, with any number of cells between them, so a few more runs are
 * valued than play can reach. At most FAMILY_CELLS cells of a string, FAMILY_PERIOD of a period, FAMILY_ENDS ends, and
 * FAMILY_VALUES values in the table; else ST_UNSUPPORTED. Time: pairs of ends times cells times core moves in a run. */
#ifndef CGI_SOLVE_SEARCH_FAMILIES_H
#define CGI_SOLVE_SEARCH_FAMILIES_H
#include "play/options/env.h"
#include "solve/search/run_words.h"

enum {
    FAMILY_CELLS = 20,
    FAMILY_PERIOD = 64,
    FAMILY_ENDS = 1 << 14,
    FAMILY_VALUES = 1 << 28,
    FAMILY_LONGEST = 1 << 15,
    FAMILY_MOST = (1 << 15) - 1 /* no larger value */
};
enum family_side { FAMILY_LEFT, FAMILY_RIGHT };
struct family_end {
    uint32_t phase;
    uint32_t next; /* 1 + another one of this phase */
    unsigned char length, cells[FAMILY_CELLS];
};
/* A move at an end: the new end, by how many cells the core becomes shorter, and the nim-sum of the other runs. */
struct family_turn {
    uint32_t end, value;
    int32_t less;
};
/* A move in the core at a phase: the new ends, how many cells of it the left and the right core take back, ... */
struct family_cut {
    uint32_t phase, value;
    uint32_t ends[2];
    unsigned char length, back[2];
};
struct families {
    const struct row_rule *rule;
    struct budget *budget;
    struct run_words words;
    unsigned char *core; /* period cells; where it does not wrap, the last one is 0 */
    uint32_t period;
    bool wraps;
    VEC(struct family_end) ends[2];
    uint32_t *heads[2]; /* by phase */
    VEC(struct family_turn) turns[2];
    VEC(size_t) turns_end[2]; /* of each end, where its moves end */
    VEC(struct family_cut) cuts;
    uint32_t *first_cut; /* by phase, period + 1 */
    uint16_t *values;    /* of (left, right, k): the k-th number of core cells that fits the phases */
    uint16_t *turned;    /* where the core does not wrap: of (right, left); else NULL */
    size_t value_count, steps_of_pair;
    uint32_t *stamps, stamp; /* scratch, by value */
    size_t filled;           /* cells up to which runs are valued */
    uint16_t largest;
    uint64_t work, valued; /* since the budget was asked last: steps, and runs */
};
enum status families_open(const struct row_rule *rule, const unsigned char *run, size_t length, struct budget *budget,
                          struct families **families);
/* ST_UNSUPPORTED: the run is none of these, and long. keep: where values are kept while they are computed (heap/kept.h);
 * NULL: nowhere. */
enum status families_value(struct families *f, const struct env *keep, const unsigned char *run, size_t length,
                           uint32_t *value);
/* Another budget from now on: families outlive the question that they were opened for, and its budget. */
static inline void families_bound(struct families *f, struct budget *budget)
{
    f->budget = f->words.table.budget = budget;
}
void families_close(struct families *f);

/* For whoever fills the table (family_runs.h): the value of the run of these ends that has so many cells, if those of all
 * runs with fewer cells are put; ST_UNSUPPORTED: it is too large. And puts it. */
enum status family_run_value(struct families *f, uint32_t left, uint32_t right, size_t cells, uint32_t *value);
void family_run_put(struct families *f, uint32_t left, uint32_t right, size_t cells, uint32_t value);

/* Seconds that a run may take, of cells with any numbers: for ordering offers. */
double families_seconds(const unsigned char *run, size_t length);

/* How many cells of the core fit the phases least. */
static inline uint32_t family_least(const struct families *f, const struct family_end *left,
                                    const struct family_end *right)
{
    return right->phase >= left->phase ? right->phase - left->phase : right->phase + f->period - left->phase;
}

#endif
