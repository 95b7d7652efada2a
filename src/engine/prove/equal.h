/* SPDX-License-Identifier: MIT */
/* Do two rules have the same lost positions, at numbers of any size?
 *
 *     struct equal_laws e;
 *     st = engine_prove_equal(engines, plays, &arena, &e);                  // both opened and selected
 *     if (st == ST_OK && e.verdict == EQUAL_PROVED) ...       // e.lost: the lost positions of the first
 *
 * Positions correspond number by number in the order of the fields; if the laws differ so, also in every other order, and
 * `order` says which was the right one. Only positions of both games are compared. PROVED: on these the lost ones are the same.
 * REFUTED: `first` is the position with the least sum, then the first in the order of the numbers, that is lost in one and won
 * in the other, in the order of the fields as they stand. OPEN: `reason`.
 *
 * Proof. Both sets are proved (prove.h) in one numeration, where automata that denote the same set are equal. If there is none, both
 * automata are run on small positions: a difference is certain, and else nothing is known. */
#ifndef CGI_ENGINE_PROVE_EQUAL_H
#define CGI_ENGINE_PROVE_EQUAL_H
#include "engine/prove/prove.h"
#include "proof/automatic/automatic.h"

enum equal_verdict { EQUAL_OPEN, EQUAL_PROVED, EQUAL_REFUTED };
struct equal_laws {
    enum equal_verdict verdict;
    const char *reason;           /* OPEN */
    int side;                     /* OPEN: of which rule the reason speaks; -1: of both */
    const struct automaton *lost; /* of the first rule; in the arena. NULL: OPEN */
    bool partly;                  /* one game has positions that the other has not */
    int fields;
    int order[AUTOMATIC_FIELDS]; /* PROVED: field i of the first is field order[i] of the second */
    int64_t first[AUTOMATIC_FIELDS];
    bool first_lost[2];
    const char *ends[2];
};
enum status engine_prove_equal(struct engine *const *engines, const enum play *plays, struct arena *arena,
                               struct equal_laws *out);

#endif
