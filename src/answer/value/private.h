/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder. */
#ifndef CGI_ANSWER_VALUE_PRIVATE_H
#define CGI_ANSWER_VALUE_PRIVATE_H
#include "answer/value/query.h"

/* If the tame rule answered, prepares the pairs of all components for the options. */
enum status query_pairs(struct query *q);
/* Is a search for the SG value affordable once the outcome is known? If not, the answer says why. */
enum status query_affordable(struct query *q, bool *may);
/* The outcome by a strategy, where values would take a long search; *done: it is known. */
enum status query_strategy(struct query *q, bool *done);
/* Is it so large that the outcomes of its options are not searched for where a strategy has given its own? */
bool query_is_large(const struct query *q);
/* Did a strategy answer? */
bool query_used_strategy(const struct query *q);
/* reasons_steps.c: the theorems of the plugins that the answer rests on, step by step. */
struct reasons;
enum status reasons_steps(struct reasons *reasons);
/* reasons_strategy.c: answers with the image, and strategy stealing. */
enum status reasons_strategy(struct reasons *reasons);
/* The plan of the main question, as lines. */
enum status analyze_plan_lines(struct query *q);

#endif
