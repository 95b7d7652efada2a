/* SPDX-License-Identifier: MIT */
/* For tests: is one state below another by the measure that was found for its game?
 *
 *     if (!measure_falls(model, &from, &to)) ...              // components of games that lead to each other
 *
 * Written from the words of model.h alone. Numbers of a line are assumed to fit 64 bits. */
#ifndef CGI_TESTS_MEASURED_H
#define CGI_TESTS_MEASURED_H
#include "code/machine/position.h"

/* Positive: it falls. 0: it stays. Negative: it rises. */
int measure_drop(const struct model *model, const struct component *from, const struct component *to);
bool measure_falls(const struct model *model, const struct component *from, const struct component *to);

#endif
