/* SPDX-License-Identifier: MIT */
/* Expressions with numbers put in for their variables, reckoned out a layer at a time, as it is done on paper.
 *
 *     struct reckoning r = {.arena = &arena, .params = params, .value = by_machine, .context = machine};
 *     e = reckon_put(&r, e, &(struct reckon_binding){slot, eleven}, 1);    // n % 4 + 1 with n = 11: 11 % 4 + 1
 *     e = reckon_step(&r, e);                                              // 3 + 1, and the next time 4
 *
 * Put in are literals, or rows of them; parameters that are numbers become their values, and what an argument of a
 * function stands for is written in its place. A step replaces every part whose own parts are literals by its value,
 * which is asked for, so it is that of whoever knows the language; of `and`, `or` and `?:` only what the language
 * evaluates is touched. What binds variables of its own (`max(d for d in ...)`) is one part. Questions about positions
 * wait until `asks`. The result shares parts with its argument, which does not change; it is the argument where no step
 * is left. NULL: a value is not known, the result would have more than RECKON_MOST parts, or memory is out (no_memory). */
#ifndef CGI_MODEL_RECKON_H
#define CGI_MODEL_RECKON_H
#include "model/model.h"

enum { RECKON_MOST = 20000 };
struct reckon_binding {
    int slot;
    struct expr *value;
};
struct reckoning {
    struct arena *arena;
    const struct model *model;
    const struct param_value *params;
    /* Of an expression without free variables, of type int, bool or outcome; false: it has none. */
    bool (*value)(void *context, struct expr *e, int64_t *value);
    void *context;
    bool asks, no_memory;
    size_t made; /* parts that were put in */
};
struct expr *reckon_put(struct reckoning *r, const struct expr *e, const struct reckon_binding *bound, size_t count);
/* false: memory. */
bool reckon_put_domain(struct reckoning *r, const struct domain *d, const struct reckon_binding *bound, size_t count,
                       struct domain *out);
struct expr *reckon_step(struct reckoning *r, struct expr *e);
/* The whole of it at once. */
struct expr *reckon_all(struct reckoning *r, struct expr *e);
/* Of type `type`: a number, a truth value or an outcome. NULL: memory. */
struct expr *reckon_literal(struct reckoning *r, enum type type, struct span span, int64_t value);
bool reckon_is_literal(const struct expr *e);

#endif
