/* SPDX-License-Identifier: MIT */
/* Which cells of a rule may change places.
 *
 *     struct exchange x;
 *     st = exchange_find(&u, &x);       // x.group[c]: the number of the class of cell c
 *
 * Two cells may be exchanged if doing so in every instance, in the invariant and in the least states gives the same set of
 * instances. Then the map that exchanges them carries states to states and options to options, so it keeps values and outcomes, by
 * induction over play. Exchanges generate all permutations of a class: if a and b may be exchanged, and b and c, then so may a and
 * c. Instances are compared by texts that say what they do (term_text), with their values renamed in an order that does not depend on
 * places; where two that are the same have other texts, cells are thought to be different, which costs time only. */
#ifndef CGI_SOLVE_RANKED_EXCHANGE_H
#define CGI_SOLVE_RANKED_EXCHANGE_H
#include "solve/ranked/unroll.h"

struct exchange {
    unsigned char group[TERM_CELLS]; /* the first cell of the class */
    /* image[c]: which instance each one becomes if cell c and the one before it in its class change places; NULL: c is the first */
    uint16_t *image[TERM_CELLS];
};
/* ST_OK or ST_NO_MEMORY; images are in the arena. */
enum status exchange_find(const struct unrolled *u, struct arena *arena, struct exchange *x);

#endif
