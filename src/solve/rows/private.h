/* SPDX-License-Identifier: MIT */
/* Inside the folder: the walk along the columns, which may watch whether the theorem's premises hold. */
#ifndef CGI_SOLVE_ROWS_PRIVATE_H
#define CGI_SOLVE_ROWS_PRIVATE_H
#include "solve/rows/rows.h"

/* U of some rows and residues. */
struct walk_set {
    uint64_t *bits, least; /* least: the number that is not in it */
    bool *source;          /* source[j * (L + M) + r]: that value enters it; + L + c: those from L on with r % M == c */
};
/* A near option. */
struct walk_place {
    uint32_t row, d;
};
/* Of a row, for one residue. */
struct walk_options {
    struct walk_place *near;
    size_t near_count;
    int set; /* -1: all are near */
};
/* What is watched: the rows and their S. */
struct walk_watch {
    const bool *chosen;
    const int64_t *saltus;     /* per row */
    const int64_t *set_saltus; /* per set; -1: no chosen row uses it */
    bool holds;
};
struct walk {
    const struct lanes *lanes;
    uint64_t columns, next, top, steps; /* next: column; top: above all values */
    uint32_t *g;                        /* g[i * columns + n] */
    struct walk_options *options;       /* [i * M + residue] */
    struct walk_set *sets;
    size_t set_count, words;
    uint32_t *seen, mark;
    struct arena arena;
    bool too_large; /* nothing can be said */
};
/* columns: at most so many; fewer where memory does not allow them. */
enum status walk_open(struct walk *w, const struct lanes *lanes, uint64_t columns);
void walk_close(struct walk *w);
/* Computes the columns before `to` (at most `columns`); false: the steps are used up. watch: NULL or what is to hold in them. */
bool walk_to(struct walk *w, uint64_t to, struct walk_watch *watch);
static inline bool walk_has(const uint64_t *bits, uint64_t v) { return bits[v / 64] >> v % 64 & 1; }

#endif
