/* SPDX-License-Identifier: MIT */
/* The questions of many cases of a claim, answered together before the cases come to them.
 *
 *     struct claim_ahead ahead;
 *     claim_ahead_open(&ahead, env, number, play);          // whose questions: of check `number`, at these parameters
 *     st = claim_ahead_find(&ahead, CLAIM_VALUE, 0, sum, count, &answer, &found);  // by the asker, in the run of the check
 *     claim_ahead_close(&ahead);
 *
 * The first cases are asked singly. Then the machine rehearses a stretch of cases, twice as long each time: it runs them up
 * to the first question whose answer is not known, and all of these are answered by one call of values_of or outcomes_of, which
 * fills one box where single questions fill one each. With these answers the stretch is rehearsed again, up to the next questions. So
 * only questions are asked that the run comes to if no case before has failed, and a rehearsal decides nothing: the run evaluates
 * every case itself, and takes an answer from here only if this very question was answered. What is not found here is asked singly.
 * Errors inside a rehearsal and refusals are dropped; the run meets them again in its own time.
 *
 * What a stretch may cost is bounded by a multiple of what those before have cost, in looks (budget.h), so that little is lost where
 * cases grow hard quickly and one is refuted early; after three stretches in vain the rest is asked singly. A stretch stores at most
 * a sixteenth of the positions that --max-states leaves, and with four million left or less nothing is asked ahead. */
#ifndef CGI_ANSWER_LISTS_CLAIM_AHEAD_H
#define CGI_ANSWER_LISTS_CLAIM_AHEAD_H
#include "plan/outcomes.h"
#include "play/cells/position_table.h"
#include "play/cells/sums.h"

enum claim_asked { CLAIM_VALUE, CLAIM_OUTCOME, CLAIM_REMOTENESS, CLAIM_WINS, CLAIM_ASKED };

struct claim_ahead {
    struct env *env;
    enum play play;
    size_t check, rounds;        /* how often a stretch is rehearsed at most; 0: nothing is asked ahead */
    uint64_t at;                 /* the case that the machine is in, counted from 1; it writes this */
    uint64_t from, next, extent; /* of the stretch under way; the first case not rehearsed yet; how many are next */
    uint64_t looks, failures;
    bool sets;                   /* outcomes for `wins` are worth it */
    uint64_t list_ns, decide_ns; /* of `wins` asked singly: finding the options, and their outcomes */
    struct budget own;           /* of the table: its keys are not positions that a search stores */
    struct position_table known; /* keys: what is asked, by whom, and the sum */
    VEC(int64_t) answers;        /* one per key */
    VEC(uint32_t) waiting;       /* keys without an answer yet, */
    struct sums sums;            /* and their sums */
    struct bytes key;
};
void claim_ahead_open(struct claim_ahead *ahead, struct env *env, size_t check, enum play play);
void claim_ahead_close(struct claim_ahead *ahead);
/* mover: 0 where it makes no difference. The answer: a value, an outcome, a remoteness. Rehearses if the case at hand was not. ST_OK
 * or ST_NO_MEMORY. */
enum status claim_ahead_find(struct claim_ahead *ahead, enum claim_asked what, int mover, const struct component *sum,
                             size_t count, int64_t *answer, bool *found);
/* In a rehearsal: the question waits for its answer, unless it has one. ST_OK, ST_NO_MEMORY, or ST_STATE_BUDGET: enough wait. */
enum status claim_ahead_want(struct claim_ahead *ahead, enum claim_asked what, int mover, const struct component *sum,
                             size_t count);
/* The known answer alone; no rehearsal. */
enum status claim_ahead_known(struct claim_ahead *ahead, enum claim_asked what, int mover, const struct component *sum,
                              size_t count, int64_t *answer, bool *found);

#endif
