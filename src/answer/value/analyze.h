/* SPDX-License-Identifier: MIT */
/* The steps of analyze and explain that both need (answer.h has the questions themselves).
 *
 *     st = analyze_begin(&q, env, position, wanted, arena, answer);   // legal, audited, plugins compared
 *     st = analyze_answer(&q);                                        // value or outcome; asked again when a plugin lied
 *     analyze_sources(&q);                                            // who answered, on what ground
 *
 * Not for other rooms. */
#ifndef CGI_ANSWER_VALUE_ANALYZE_H
#define CGI_ANSWER_VALUE_ANALYZE_H
#include "answer/value/query.h"

enum status analyze_begin(struct query *q, struct env *env, const struct position *position,
                          const struct wanted *wanted, struct arena *arena, struct answer *answer);
/* Remoteness and kernels, where they are asked for. */
enum status analyze_extras(struct query *q);
enum status analyze_sources(struct query *q);
/* The plan of the main question, as lines: plan_lines.c. */
enum status analyze_plan_lines(struct query *q);
/* The same, after what was found out since is put into its words. */
enum status analyze_plan(struct query *q);

#endif
