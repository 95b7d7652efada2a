/* SPDX-License-Identifier: MIT */
/* Answers the questions inside expect and claim.
 *
 *     struct check_asker asker;
 *     check_asker_open(&asker, env, play);
 *     st = vm_check(env->vm, number, &asker.asker, &holds, counterexample, &tried);
 *     check_asker_close(&asker);
 *
 * With `record` set each answer is kept as text ("sg(bash(7)) is 3"), for counterexamples. Sets of positions are
 * compared in canonical form: components in any order, `symmetric` and `canon` applied, without components whose
 * cells are all 0 and in which neither player can move (nim(0) is `end`). */
#ifndef CGI_ANSWER_LISTS_CLAIM_QUESTIONS_H
#define CGI_ANSWER_LISTS_CLAIM_QUESTIONS_H
#include "answer/lists/claim_ahead.h"

struct check_asker {
    struct vm_asker asker;
    struct env *env;
    enum play play;
    bool record;
    struct text said;          /* what was recorded, joined by ", " */
    struct text about;         /* the first position that was recorded */
    int about_mover;           /* of it; 0 where it makes no difference */
    uint64_t asked;            /* the number of questions */
    struct claim_ahead *ahead; /* answers to questions of later cases; NULL: each is asked when it comes */
    bool *games;               /* one per game of the model: it was asked about; NULL: not wanted */
};
void check_asker_open(struct check_asker *asker, struct env *env, enum play play);
void check_asker_close(struct check_asker *asker);
/* One rehearsal of the cases from..to (claim_ahead.h); ST_OK also where the rule fails in one of them. */
enum status claim_rehearse(struct claim_ahead *ahead, uint64_t from, uint64_t to);

#endif
