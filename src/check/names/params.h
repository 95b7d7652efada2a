/* SPDX-License-Identifier: MIT */
/* Checks parameter settings from the command line against the model.
 *
 *     st = check_param_name(&input, model, "bash.m", span, &param);
 *     if (st == ST_OK) st = check_value(&input, model, param, expression, &arena, &values, &count);
 */
#ifndef CGI_CHECK_NAMES_PARAMS_H
#define CGI_CHECK_NAMES_PARAMS_H
#include "check/names/check.h"

/* The left side of --set: "m", or "bash.m" if several games have an m. A bare name means the file's own parameter if
 * there is one. ST_USAGE with a diagnostic. */
enum status check_param_name(const struct check_input *in, const struct model *model, const char *name,
                             struct span span, int *param);
/* The right side of --set: an integer, `true` or `false`, a set {1,3}, or a sweep 1..9 (several values, ascending).
 * Each is checked against the parameter's domain. Values live in `arena`. At most CHECK_SWEEP_MAX values. */
#define CHECK_SWEEP_MAX 100000u
enum status check_value(const struct check_input *in, const struct model *model, int param,
                        const struct ast *expression, struct arena *arena, struct param_value **values, size_t *count);

#endif
