/* SPDX-License-Identifier: MIT */
/* Solutions of what is gathered about terms (axioms.c): at most of them a question is false, which answers it.
 *
 *     solutions_try_known(&f);                                  // those of what was gathered before, if they solve this too
 *     if (solutions_add(&f, found) && !f.spread) solutions_spread(&f);
 *     if (solutions_false_at(&f, 0, c)) ...                      // so c does not follow from the items
 *
 * A solution that is solved for has numbers as near to 0 as may be, at which cells about a place lie outside, and are equal: of each of
 * these another one would have to be solved for. So more are made of it. */
#ifndef CGI_PROOF_NORMAL_SOLUTIONS_H
#define CGI_PROOF_NORMAL_SOLUTIONS_H
#include "base/vec.h"
#include "proof/normal/normal.h"

struct axioms {
    struct normal_space *space;
    VEC(struct linear_constraint) items;
    VEC(int) vars; /* found so far, in order */
    bool *seen;
    size_t seen_count;
    bool failed;
    bool impossible;                      /* proved: the items have no solution, so that no fact says more */
    size_t unsolved;                      /* how many items there were when none was found; 0: it was not looked for */
    uint64_t most_rows;                   /* beyond, nothing more is asked */
    VEC(struct linear_witness) solutions; /* some of the items' */
    VEC(int64_t) values;                  /* of each of them, of each variable that there was: `seen_count` numbers */
    bool spread, tried;                   /* one was spread out; those that were known before were put in */
    struct linear_witness lost; /* one of all items but `lost_at`, if that is one; for when there is no other */
    size_t lost_at;
};

/* Memory is out. False. */
bool solutions_no_room(struct axioms *f);
bool solutions_add(struct axioms *f, struct linear_witness w);
/* As linear_false_at, of solution k. */
bool solutions_false_at(const struct axioms *f, size_t k, struct linear_constraint c);
/* Solutions at which it is false go. */
void solutions_keep_true(struct axioms *f, struct linear_constraint c);
/* More solutions from the last one. */
void solutions_spread(struct axioms *f);
/* Adds those of what was gathered last that solve the items; and notes these for what is gathered next. */
void solutions_try_known(struct axioms *f);
void solutions_note(struct axioms *f);

#endif
