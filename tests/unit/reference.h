/* SPDX-License-Identifier: MIT */
/* The obvious reading of a rule, to compare the machine against: walks the expression trees, tries every generator value in
 * order and every condition for each, and takes the mex by recursion. For tests only, slow, recursive.
 *
 *     struct reference r = {.model = model, .params = params, .mover = 1};
 *     reference_options(&r, &component, emit, context);      // r.failed: the rule failed
 *     int64_t sg = reference_value(&r, &component, 1);       // -1: the rule failed
 *     reference_free(&r);
 */
#ifndef CGI_TESTS_REFERENCE_H
#define CGI_TESTS_REFERENCE_H
#include "code/machine/calls.h"

struct reference {
    const struct model *model;
    const struct param_value *params;
    int mover;
    bool failed;
    struct arena arena;
    int16_t known[4][16][16]; /* value + 1 of small positions with one or two numbers */
};
void reference_options(struct reference *r, const struct component *from, vm_emit emit, void *context);
int64_t reference_value(struct reference *r, const struct component *components, size_t count);
bool reference_legal(struct reference *r, const struct component *component);
void reference_free(struct reference *r);

#endif
