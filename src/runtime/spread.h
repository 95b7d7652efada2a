/* All options of a position with their SG value or outcome, in portions: for winning moves, explain and certify.
 *
 *     struct spread s = {.inquiry = q, .env = q->env, .take = take, .context = context, .limit = 100000};
 *     st = spread_run(&s);                                  // s.all says whether the limit was reached
 *
 * The SG value is that of the whole resulting position when the inquiry is valued, else the outcome is asked for. Options
 * are collected a few thousand at a time and valued in one batch. With `whole` they are counted before: a list that would
 * not be complete costs no valuing. */
#ifndef CGI_RUNTIME_SPREAD_H
#define CGI_RUNTIME_SPREAD_H
#include "runtime/inquiry.h"
#include "runtime/options.h"

struct spread_option {
    size_t component;                 /* which component moved, from 0 */
    const struct step *steps;
    size_t step_count;
    const struct component *parts;    /* what the component became */
    size_t part_count;
    bool has_sg;                      /* the values are there, and fit 64 bits */
    uint64_t own;                     /* SG value of the parts */
    uint64_t sg;                      /* of the whole resulting position */
    enum outcome outcome;             /* likewise; UNKNOWN where it was not asked for */
};
typedef enum status (*spread_take)(void *context, const struct spread_option *option);
struct spread {
    struct inquiry *inquiry;
    struct env *env;                  /* the inquiry's, or a view of it */
    spread_take take;                 /* one option at a time, in order; a status other than ST_OK stops */
    void *context;
    uint64_t limit;
    bool whole;                       /* all options or none: with more than `limit` of them nothing is taken */
    size_t first, last;               /* components first .. last - 1 only; last 0: all */
    uint64_t count;
    bool all;
};
enum status spread_run(struct spread *spread);

/* One reply (answer.h) of an option, in the inquiry's arena. */
enum status spread_reply(const struct inquiry *q, const struct spread_option *option, struct reply *reply);

#endif
