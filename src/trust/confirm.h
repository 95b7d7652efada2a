/* SPDX-License-Identifier: MIT */
/* Certify: plugins are measured, never trusted; searched values are looked at once more where they are asked about.
 *
 * On a well-founded game, value(v) = mex(values of v's options) has exactly one solution, so an answer can be checked where
 * it was given: at the position asked about, over all its options, or a seeded sample of them when there are more than
 * OPTIONS_ALL. Besides, each plugin is compared with search on a window of small positions before its first use.
 * What was wrong is reported (warning E0790; error E0791 for `solve NAME`), the plugin is not used again, and q->wrong asks the caller
 * to answer once more without it. */
#ifndef CGI_TRUST_CONFIRM_H
#define CGI_TRUST_CONFIRM_H
#include "answer/moves/valued_options.h"
#include "trust/audit_plugins.h"

/* All options of a position, one after the other. */
struct certify_options {
    struct query *q;
    VEC(uint64_t) seen; /* values of the parts that the component at hand can become */
    uint64_t count, endless,
        others; /* options so far; of the component at hand those without a value; those of another value */
    size_t component;
    bool any_p, any_d, any_unknown;
};
void confirm_begin(struct certify_options *check, struct query *q);
enum status confirm_option(struct certify_options *check, const struct valued_option *option);
/* After all options, or after some: what they show is compared with the answer, noted in q->compared, and reported where it differs:
 * a plugin is accused, and a search that contradicts itself gives no answer (E0593, ST_RULE_FAILED). */
enum status confirm_end(struct certify_options *check);
enum status certify_cut(struct certify_options *check);
void confirm_free(struct certify_options *check);
/* The least natural number that is not among the values; sorts them. */
uint64_t confirm_mex(uint64_t *values, size_t count);

/* A sample of the options of a large position, drawn from the rule's normal form; and every winning move listed. */
enum status confirm_sample(struct query *q);
/* The answer, where a search used `symmetric` or `canon` that is not proved, against a search without them, which has a small bound on
 * work; then every option that is listed (by confirm_option). E0594 and ST_RULE_FAILED where they differ. */
enum status certify_plain(struct query *q);
enum status certify_plain_option(struct query *q, const struct valued_option *option);
/* What was compared, in words made from q->compared and from who answered, in the arena; NULL when memory is out. */
const char *confirm_words(const struct query *q);
/* Takes note that the plugin at `game` is wrong about `components`: both answers in words. ST_RULE_FAILED for `solve`. */
enum status confirm_disagreement(struct env *env, int game, const struct component *components, size_t count,
                                 const char *said, const char *found);

#endif
