/* SPDX-License-Identifier: MIT */
/* Answers are compared with the options of the position asked about: plugins are measured, never trusted, and searched values are looked
 * at once more.
 *
 * On a well-founded game, value(v) = mex(values of v's options) has exactly one solution, so an answer can be checked where
 * it was given: at the position asked about, over all its options, or a seeded sample of them when there are more than
 * OPTIONS_ALL. (Each plugin was compared with search on small positions before its first use: trust/gate.h.)
 * What was wrong is reported (warning E0790; error E0791 for `solve NAME`), the plugin is not used again, and q->wrong asks the caller
 * to answer once more without it. */
#ifndef CGI_ANSWER_CONFIRM_CONFIRM_H
#define CGI_ANSWER_CONFIRM_CONFIRM_H
#include "answer/moves/valued_options.h"

/* All options of a position, one after the other. */
struct confirmation {
    struct query *q;
    VEC(uint64_t) seen; /* values of the parts that the component at hand can become */
    uint64_t count, endless,
        others; /* options so far; of the component at hand those without a value; those of another value */
    size_t component;
    bool any_p, any_d, any_unknown;
};
void confirm_begin(struct confirmation *check, struct query *q);
enum status confirm_option(struct confirmation *check, const struct valued_option *option);
/* After all options, or after some: what they show is compared with the answer, noted in q->compared, and reported where it differs:
 * a plugin is accused, and a search that contradicts itself gives no answer (E0593, ST_RULE_FAILED). */
enum status confirm_end(struct confirmation *check);
enum status confirm_cut(struct confirmation *check);
void confirm_free(struct confirmation *check);

/* A sample of the options of a large position, drawn from the rule's normal form; and every winning move listed. */
enum status confirm_sample(struct query *q);
/* The answer, where a search used `symmetric` or `canon` that is not proved, against a search without them, which has a small bound on
 * work; then every option that is listed (by confirm_option). E0594 and ST_RULE_FAILED where they differ. */
enum status confirm_plain(struct query *q);
enum status confirm_plain_option(struct query *q, const struct valued_option *option);
/* What was compared, in words made from q->compared and from who answered, in the arena; NULL when memory is out. */
const char *confirm_words(const struct query *q);

#endif
