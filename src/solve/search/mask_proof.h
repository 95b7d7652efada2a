/* SPDX-License-Identifier: MIT */
/* Is the value of this position k? The options that look easiest are looked at first, however deep they lie (df-pn).
 *
 *     struct mask_proof p;
 *     uint64_t known;
 *     st = mask_proof_open(&p, m, &state);                          // how much it will take is estimated
 *     if (st == ST_OK) st = mask_prove(&p, &state, 0, &known);            // as mask_search (mask_search.h)
 *     mask_proof_close(&p);
 *
 * A goal is a couple (part, k): the part beside a heap of k, which is lost for the mover if and only if k is the value. Its
 * options are those of the part beside k, and the part beside each smaller heap. Two numbers of a goal say how much is left to
 * do: until it is proved to be won, the least of what proves that an option is lost; until it is proved to be lost, what
 * proves all options to be won. Goals are opened along the option that is nearest to being lost, until these numbers exceed
 * bounds, which the goals above set so that another option is then the nearest. Parts of few cells are asked by
 * mask_search.h. Options that are sums are sums of one part and of a number: all parts but the largest are valued first.
 * Nagai 2002 (df-pn); Cizek, Balko and Schmid 2025 (couples); Pawlewicz and Lew 2007 (bounds that leave a quarter more);
 * Ueda, Hashimoto, Hashimoto and Iida 2008 (the largest number and how many there are in place of sums, which count twice
 * what is met twice).
 *
 * What is proved is noted in m->memo; both tables may forget everything.
 * Theorem. If play ends, a search does. Proof. By induction on how many moves may follow, and on the heap: an option that was
 * visited PROOF_VISITS times is visited without bounds, and comes back proved. So each goal visits each option a bounded
 * number of times. [] */
#ifndef CGI_SOLVE_SEARCH_MASK_PROOF_H
#define CGI_SOLVE_SEARCH_MASK_PROOF_H
#include "solve/search/mask_search.h"
#include "solve/search/proof_table.h"

enum { PROOF_VISITS = 10000, PROOF_PLACES = 4096 };
struct proof_child {
    struct proof_numbers numbers;
    uint32_t visits;
    uint32_t place; /* in `busy` */
};
struct mask_proof {
    struct masks *m;
    struct proof_table table;
    VEC(struct proof_child) children; /* of the options in m->options, with the same numbers */
    uint32_t leaf;                    /* parts of so many cells are asked by mask_ask */
    uint32_t visits;                  /* PROOF_VISITS, but in tests */
    uint64_t opened;                  /* goals */
    uint64_t most;      /* that may be opened by each hand; one more is ST_UNSUPPORTED; 0: any number, but in tests */
    uint64_t work;      /* of mask_prove_on */
    double positions;   /* that it will take, about */
    uint32_t bits;      /* of a position: there are at most 2^bits */
    atomic_uchar *busy; /* of several hands: how many have opened goals of each place; they go to others. Else NULL */
};
/* ST_NO_MEMORY. In either case it is to be closed. The table is at most 64 MB. */
enum status mask_proof_open(struct mask_proof *p, struct masks *m, const struct ground_mask *state);
/* The hands of the budget's crew, if the board is large, go different ways through the same tables (mask_hands.h). */
enum status mask_prove(struct mask_proof *p, const struct ground_mask *state, uint64_t target, uint64_t *known);
/* The same until its work, in options that are listed, reaches `allowed`: then m->paused is set, and the status means nothing. Called
 * again with more, it goes on. Within a question that was begun already (mask_ways.c). */
enum status mask_prove_on(struct mask_proof *p, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                          uint64_t *known);
void mask_proof_close(struct mask_proof *p);

#endif
