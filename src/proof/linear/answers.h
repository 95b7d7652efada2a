/* SPDX-License-Identifier: MIT */
/* Answers that are kept: the same question about the same constraints is answered by a look.
 *
 *     struct linear_answers kept = {0};
 *     struct linear_work work = {.arena = &arena, .steps = 20000, .answers = &kept};
 *     linear_solve(&work, items, count, NULL);      // solves
 *     linear_solve(&work, items, count, NULL);      // looks
 *     linear_answers_free(&kept);
 *
 * A question is the constraints themselves, in their order, with their numbers; what the variables stand for does not
 * matter, so that one store serves proofs about any rules. Whole questions are compared, not hashes alone. An answer
 * found again takes the steps and the rows that it took, so nothing is answered otherwise than without the store; what
 * was given up is not kept. Memory is bounded (LINEAR_ANSWERS_BYTES): when it is full, all is forgotten. Where memory
 * runs out nothing is kept, which is no failure. Not for several threads at a time. */
#ifndef CGI_PROOF_LINEAR_ANSWERS_H
#define CGI_PROOF_LINEAR_ANSWERS_H
#include "base/arena.h"
#include "base/vec.h"

enum { LINEAR_ANSWERS_BYTES = 1 << 20 };
struct kept_answer;
struct linear_answers {
    struct arena arena;
    struct kept_answer **table; /* of `room` places, a power of two; NULL where there is none */
    size_t room, count;
    VEC(uint32_t) question; /* that was asked last, as numbers */
    uint64_t hash;          /* of it */
    uint64_t looks, found;  /* for tests and counts */
};
void linear_answers_free(struct linear_answers *answers);

#endif
