/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder. */
#ifndef CGI_ANSWER_VALUE_PRIVATE_H
#define CGI_ANSWER_VALUE_PRIVATE_H
#include "answer/value/query.h"

/* If the tame rule answered, prepares the pairs of all components for the options. */
enum status query_pairs(struct query *q);
/* The plan of the main question, as lines. */
enum status analyze_plan_lines(struct query *q);

#endif
