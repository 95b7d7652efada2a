/* SPDX-License-Identifier: MIT */
/* All options of a position with their SG value or outcome, in portions: for winning moves, explain and the comparison.
 *
 *     struct valued_options s = {.query = q, .env = q->env, .take = take, .context = context, .limit = 100000};
 *     st = valued_options_run(&s);                                  // s.all says whether the limit was reached
 *
 * The SG value is that of the whole resulting position if the query is valued; else the outcome is computed. Options
 * are collected a few thousand at a time and valued in one batch. With `whole`, options are counted first, so
 * nothing is valued for a list that would be incomplete. */
#ifndef CGI_ANSWER_MOVES_VALUED_OPTIONS_H
#define CGI_ANSWER_MOVES_VALUED_OPTIONS_H
#include "answer/value/query.h"
#include "play/options/options.h"

struct valued_option {
    struct made_move move;
    bool has_own, has_sg; /* own is set; sg is: the values are there, and fit 64 bits */
    uint64_t own;         /* SG value of what the component became */
    uint64_t sg;          /* of the whole resulting position */
    enum outcome outcome; /* of the whole resulting position; UNKNOWN if not asked for */
};
typedef enum status (*valued_option_take)(void *context, const struct valued_option *option);
struct valued_options {
    struct query *query;
    struct env *env;         /* the query's, or a view of it */
    valued_option_take take; /* one option at a time, in order; a status other than ST_OK stops */
    void *context;
    uint64_t limit;
    bool whole;         /* all options or none: if there are more than `limit`, none is taken */
    size_t first, last; /* components first .. last - 1 only; last 0: all */
    uint64_t count;
    bool all;
};
enum status valued_options_run(struct valued_options *options);

/* One reply (answer.h) of an option, in the query's arena. */
enum status valued_option_reply(const struct query *q, const struct valued_option *option, struct reply *reply);

#endif
