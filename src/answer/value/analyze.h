/* SPDX-License-Identifier: MIT */
/* The steps of analyze and explain that both need (answer.h has the questions themselves).
 *
 *     st = query_open(&q, env, position, wanted, arena, answer);
 *     st = query_value(&q);                                           // value or outcome; asked again when a plugin lied
 *     st = analyze_extras(&q);
 *     analyze_sources(&q);                                            // who answered, on what ground
 *
 * Not for other rooms. */
#ifndef CGI_ANSWER_VALUE_ANALYZE_H
#define CGI_ANSWER_VALUE_ANALYZE_H
#include "answer/value/query.h"

/* Remoteness and kernels, where they are asked for. */
enum status analyze_extras(struct query *q);
enum status analyze_sources(struct query *q);
/* The plan of the main question, as lines, after what was found out since is put into its words. */
enum status analyze_plan(struct query *q);

#endif
