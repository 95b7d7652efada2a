/* SPDX-License-Identifier: MIT */
/* Answers are compared with the options of the position asked about: plugins are measured, never trusted, and searched
 * values are looked at once more.
 *
 * On a well-founded game, value(v) = mex(values of v's options) has exactly one solution, so an answer can be
 * checked where it was given: at the position asked about, over all its options, or a seeded sample of them when
 * there are more than OPTIONS_ALL. (Each plugin was compared with search on small positions before its first use:
 * trust/gate.h.) A mismatch is reported (warning E0790; error E0791 for `solve NAME`), the plugin is not used again,
 * and q->wrong tells the caller to answer again without it. */
#ifndef CGI_ANSWER_CONFIRM_CONFIRM_H
#define CGI_ANSWER_CONFIRM_CONFIRM_H
#include "answer/moves/valued_options.h"

/* All options of a position, one after the other. */
struct confirmation {
    struct query *q;
    VEC(uint64_t) seen; /* values of the parts that the current component can become */
    uint64_t count, endless,
        others; /* options so far; those of the current component without a value; those with another value */
    size_t component;
    bool any_p, any_d, any_unknown;
};
void confirm_begin(struct confirmation *check, struct query *q);
enum status confirm_option(struct confirmation *check, const struct valued_option *option);
/* After all options, or some: compares them with the answer and notes the result in q->compared. If they differ a
 * plugin is accused, and a search that contradicts itself gives no answer (E0593, ST_RULE_FAILED). */
enum status confirm_end(struct confirmation *check);
enum status confirm_cut(struct confirmation *check);
void confirm_free(struct confirmation *check);

/* A sample of the options of a large position, drawn from the rule's normal form; and every listed winning move. */
enum status confirm_sample(struct query *q);
/* If a search used a `symmetric` or `canon` that is not proved, compares the answer with a search without them,
 * which has a small bound on work; then every listed option (by confirm_option). E0594 and ST_RULE_FAILED if they
 * differ. */
enum status confirm_plain(struct query *q);
enum status confirm_plain_option(struct query *q, const struct valued_option *option);
/* Reports E0594: at this position there is one answer with the clauses and another one without. ST_RULE_FAILED; ST_NO_MEMORY if
 * one of the words is NULL. */
enum status confirm_plain_failed(struct env *env, const char *position, const char *with, const char *without);
/* What was compared, in words, from q->compared and the solvers that answered; in the arena. NULL if memory runs
 * out. */
const char *confirm_words(const struct query *q);

#endif
