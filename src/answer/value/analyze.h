/* SPDX-License-Identifier: MIT */
/* The steps of analyze and explain that both need (answer.h has the questions themselves).
 *
 *     st = query_open(&q, env, position, wanted, arena, answer);
 *     st = query_value(&q);                     // value or outcome; asked again if a plugin was wrong
 *     st = analyze_extras(&q);
 *     analyze_sources(&q);                                            // which solvers answered, and on what basis
 *
 * Not for other rooms. */
#ifndef CGI_ANSWER_VALUE_ANALYZE_H
#define CGI_ANSWER_VALUE_ANALYZE_H
#include "answer/value/query.h"

/* Remoteness and kernels, if asked for. */
enum status analyze_extras(struct query *q);
enum status analyze_sources(struct query *q);
/* The plan of the main question, as lines, with the texts updated to what is known by now. */
enum status analyze_plan(struct query *q);

#endif
