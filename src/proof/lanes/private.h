/* SPDX-License-Identifier: MIT */
/* Inside the folder: pieces with both held numbers put in, and their constraints as lines. */
#ifndef CGI_PROOF_LANES_PRIVATE_H
#define CGI_PROOF_LANES_PRIVATE_H
#include "base/vec.h"
#include "proof/lanes/lanes.h"
#include "proof/normal/normal.h"

/* What one piece says of options of row i in row j. */
struct lane {
    int64_t i, j;
    const struct normal_space *space;
    struct linear_conjunction rule; /* over the variables n and r */
    int n, r;
};
struct lanes_finder {
    const struct lanes_source *source;
    struct lanes *out;
    struct arena *arena, scratch;
    VEC(struct lane) lanes;
    int64_t beyond; /* T */
    uint64_t work;
    bool no_memory;
};
/* a m + b k + c */
struct lanes_line {
    int64_t a, b, c;
};

/* Says why and returns false. */
bool lanes_refuse(struct lanes_finder *f, const char *reason);

/* ---- lines.c */
/* All of the lane's constraints, for numbers that are known. False: refused. */
bool lanes_holds(struct lanes_finder *f, const struct lane *lane, int64_t n, int64_t r, bool *holds);
/* The same with n = M m + residue and r = n - d or, with fixed, r itself, for all large m: raises out->from. */
bool lanes_in_the_end(struct lanes_finder *f, const struct lane *lane, int64_t residue, int64_t d, bool fixed,
                      bool *holds);
/* The same in the middle, d = M k + rest: raises `beyond`. */
bool lanes_between(struct lanes_finder *f, const struct lane *lane, int64_t residue, int64_t rest, bool *holds);

/* ---- tables.c: false if refused or memory is out. */
bool lanes_write(struct lanes_finder *f);

#endif
