/* SPDX-License-Identifier: MIT */
/* Outcomes of a box of a rule that takes vectors of a fixed set (rule.h): of each position that loses, all from which
 * it can be reached are marked, 64 at a time.
 *
 *     struct vectors_marks m;
 *     st = vectors_open(&m, &rule, &box, budget);        // box by vectors_box; the set D up to its corner
 *     if (st == ST_OK) st = vectors_decide(&m, NULL, losses, misere);
 *     vectors_close(&m);                                 // m.losing: how many losses
 *
 * The argument. The options of x are x - d, d in D, so a position p that loses is an option of p + d for all d in D and
 * of no others; these win. All d are nowhere negative and none is 0, so options come before their positions row by row:
 * a position that no earlier loss has marked has no option that loses, and loses itself (in misere play, if it has an
 * option at all: if some d is nowhere greater than what there is). D is rows of bits, as the box is, so a loss costs a
 * shift and an `or` for each word of D that is not 0: much where few positions win, little where most do, as they do
 * wherever a heap may be made as small as one likes: then no two losses are on a line. Parts of D that steps keep do
 * not mark: of these what is won is carried on from row to row (won.h). */
#ifndef CGI_SOLVE_VECTORS_MARKS_H
#define CGI_SOLVE_VECTORS_MARKS_H
#include "solve/vectors/won.h"

struct vectors_marks {
    struct vectors_set set; /* while it decides: of the members that mark */
    struct vectors_parts parts;
    struct vectors_won carried;
    uint64_t *won;
    size_t bytes_of_won;
    uint64_t losing; /* losses found */
};
double vectors_bytes(const struct value_table *box);
enum status vectors_open(struct vectors_marks *m, const struct vectors_rule *rule, const struct value_table *box,
                         struct budget *budget);
/* The same for a set that is there in m->set, all else being 0: it is closed with it. */
enum status vectors_begin(struct vectors_marks *m);
/* losses: bits 0, by the strides of the box; set where the player to move loses. `env`: in whose files a long run is kept (kept_marks.h);
 * NULL: it is not. */
enum status vectors_decide(struct vectors_marks *m, const struct env *env, uint64_t *losses, bool misere);
void vectors_close(struct vectors_marks *m);

#endif
