/* SPDX-License-Identifier: MIT */
/* The options of one state along the last value of a move: a run of numbers, whose values are marked.
 *
 *     f.shot = shot;                                      // its earlier values are in f.x
 *     if (!rays_run(&f, 1, 7)) return f.reason;           // the last value from 1 to 7
 *
 * The numbers are a start, a step, and for each cell of a chain that moves, or for the one cell of a group that does, a table that is
 * read at every step. The cell of a group passes the other ones: between two of them it has one place, so such a ray falls into as many
 * runs as there are places. What is too crooked for that is done option by option. */
#ifndef CGI_SOLVE_RANKED_RAYS_H
#define CGI_SOLVE_RANKED_RAYS_H
#include "solve/ranked/shots.h"

enum { OUTLINE_MOST = 128 };
struct passing;
/* What becomes of options: they are only counted, their values are marked, a lost one is looked for, or the numbers are those of states
 * that are won. */
enum rays_use { RAYS_COUNT, RAYS_VALUES, RAYS_LOOK, RAYS_WIN };
struct filling {
    enum rays_use use;
    const struct shots *shots;
    const struct ranks *r;
    const struct shot *shot;
    int64_t x[TERM_VARIABLES], at[TERM_CELLS]; /* cells and values; cells by place, less their least values */
    int64_t sums[TERM_CELLS];                  /* by place: what the table of the place is read at */
    uint32_t before[TERM_CELLS + 1];           /* by place: the summands of all before it */
    uint32_t nodes[TERM_CELLS + 1];            /* by place in a web */
    uint32_t patterns[TERM_CELLS];             /* by the first place of a braid (braids.h) */
    const struct unit *outlined;               /* whose outline that is, of the state at hand (outline.h); NULL: none */
    uint32_t outline[OUTLINE_MOST];
    int64_t next[TERM_CELLS];    /* of an option: changed[i] at the first value of the ray */
    bool placed;                 /* the following, sums and places are those of x */
    uint32_t number;             /* of the state at hand */
    uint32_t groups[TERM_CELLS]; /* by the first place of a unit: its summands together */
    const uint64_t *picked;      /* bits of the values that are moves; NULL: all of the ray are */
    int64_t skip;                /* the bit of the ray's first value */
    const uint16_t *values;      /* RAYS_VALUES */
    uint32_t *seen, stamp;       /* seen[v] == stamp: an option has value v */
    size_t marks;                /* the kind of code by which they are marked (marks.h) */
    uint64_t *won;               /* RAYS_LOOK, RAYS_WIN: bits; of the states before this one, all are right */
    const uint64_t *none;        /* bits of states that are no positions; NULL: all are */
    bool end_loses, found;       /* RAYS_LOOK: who moves to the end wins; there is a lost option */
    bool marked;                 /* RAYS_LOOK: lost options would have marked the state: they need only be smaller */
    bool sure;                   /* RAYS_WIN: all options of the ray have greater numbers */
    uint64_t none_yet;       /* RAYS_LOOK: what `options` is while the state has had none, so that one is looked for */
    struct passing *passing; /* NULL: options are looked up one by one */
    bool apart;              /* instances that are paths are left out */
    bool counted;            /* conditions are counted wherever they are looked at; else with RAYS_COUNT alone */
    uint64_t options, rays, tests;
    uint64_t beams;          /* RAYS_COUNT: rays that would be beams, or, as two each, falls; not among `rays` */
    uint64_t singles, walks; /* cells of options that were looked up by all of them; steps in webs */
    uint64_t cuts, signs;    /* rays that cut cells; conditions that are signs of linear forms */
    uint64_t words;          /* of bits, for each condition */
    uint64_t bends;          /* summands of conditions that are ends (bends.h) */
    const char *reason;
};
#define VALUE_BOUND ((int64_t)1 << 40)
static inline bool filling_fails(struct filling *f, const char *reason)
{
    f->reason = reason;
    return false;
}
/* False and f->reason: some option has no number (RAYS_WIN: it is left out), or the rule no value. A move without values has one option,
 * whatever they are. f->found ends it. */
bool rays_run(struct filling *f, int64_t low, int64_t high);
/* All of low..high, if they were moves, would be smaller and not lost: f->marked. */
bool rays_fall(struct filling *f, int64_t low, int64_t high);
/* The same of the values low + i for each bit i of `some`. */
bool rays_some(struct filling *f, int64_t low, size_t words, const uint64_t *some);

#endif
