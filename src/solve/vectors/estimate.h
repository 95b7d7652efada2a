/* SPDX-License-Identifier: MIT */
/* What boxes of rules that take vectors will take, by what two small boxes took: how much there is of things is carried
 * on as it grew from the smaller one to the other.
 *
 *     st = estimate_outcomes(&rule, &box, &seconds);
 *     st = estimate_values(&rule, &box, &estimate);
 */
#ifndef CGI_SOLVE_VECTORS_ESTIMATE_H
#define CGI_SOLVE_VECTORS_ESTIMATE_H
#include "solve/vectors/rule.h"

/* box: by vectors_box (set.h). ST_UNSUPPORTED: the rule fails in a small box. */
enum status estimate_outcomes(const struct vectors_rule *rule, const struct value_table *box, double *seconds);
struct vectors_estimate {
    double seconds, bytes; /* beside the table */
};
enum status estimate_values(const struct vectors_rule *rule, const struct value_table *box,
                            struct vectors_estimate *out);

#endif
