/* SPDX-License-Identifier: MIT */
/* Why an answer is so, with the numbers at hand: sentences for `cgi explain`.
 *
 *     struct reasons r = {.query = &q, .explanation = &e};
 *     st = reasons_note(&r, &option, &reply, index);       // each option that is listed
 *     st = reasons_write(&r);                              // e.because: "kayles(5) is worth 4 = 100", ...
 *
 * What is told: the steps of the plugins that answered (cgi/plugin.h); the period by which the value of a large heap was found; the
 * values of the parts and their xor in binary, and the column that decides; which options have which value, up to the one that is
 * missing; where there are outcomes alone, a move that wins; for a lost position an answer to each of its first moves; for a draw
 * a move that keeps it. Everything is read off values that the answer has, except the steps and the answers to moves, which are
 * asked for; what cannot be told in bounded work is left out. Not for other rooms. */
#ifndef CGI_ANSWER_VALUE_REASONS_H
#define CGI_ANSWER_VALUE_REASONS_H
#include "answer/moves/valued_options.h"

enum { REASON_REPLIES = 12, REASON_VALUES = 24, REASON_PARTS = 32 };
struct reasons {
    struct query *query;
    struct env *env; /* of the caller */
    struct explanation *explanation;
    struct reason_move {
        size_t component; /* which one moved, from 1 */
        const char *move, *to;
    } by[REASON_VALUES];       /* the first move to an option of this value */
    struct reason_move beyond; /* the first option of a value above the position's own */
    uint64_t beyond_value;
    struct reason_move keeps; /* of a draw: the first option that is one */
    struct position after[REASON_REPLIES];
    struct reason_move moves[REASON_REPLIES];
    size_t after_count;
    VEC(const char *) lines;
};
/* Would this option be named, although it is not listed? */
bool reasons_wants(const struct reasons *reasons, const struct valued_option *option);
/* ST_OK or ST_NO_MEMORY. */
enum status reasons_note(struct reasons *reasons, const struct valued_option *option, const struct reply *reply);
/* Fills in explanation->because. The rest of the explanation is complete. */
enum status reasons_write(struct reasons *reasons);
/* The values of the components in binary, and their xor `sum`; nothing where they are too many or too long. */
enum status reasons_table(struct reasons *reasons, const struct position *position, const struct integer *const *values,
                          const struct integer *sum);
/* One more line. */
enum status reasons_say(struct reasons *reasons, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
