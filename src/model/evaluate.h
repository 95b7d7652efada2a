/* SPDX-License-Identifier: MIT */
/* Values of expressions of numbers and truth values, without the machine: defaults of parameters, --set, small states,
 * positions of any size.
 *
 *     struct evaluation v = {.model = model, .steps = 1000000};
 *     if (evaluate(&v, e, &value)) ...                                    // a constant that fits 64 bits
 *     v = (struct evaluation){.params = params, .numbers = {.arena = &arena}, .read = argument, .context = arguments, .steps = 1000};
 *     if (evaluate_number(&v, e, &number)) ...                            // of any size, and it may read arguments
 *
 * Locals that an expression binds itself, by `let` or a generator, are known; other variables are asked for. What needs rows,
 * Lua, positions or too many steps has no value here; nor has what fails in the machine. */
#ifndef CGI_MODEL_EVALUATE_H
#define CGI_MODEL_EVALUATE_H
#include "model/arithmetic.h"

struct evaluated_local {
    int slot;
    struct number value;
    const struct evaluated_local *next;
};
struct evaluation {
    const struct model *model;
    const struct param_value *params; /* NULL: the defaults in the model, which is not read otherwise */
    struct arithmetic numbers;        /* with an arena: of any size; without: of 64 bits, and so is all on the way */
    /* The value of a field, of a local that is bound outside, or of the mover; false: not known. NULL: none is. */
    bool (*read)(void *context, const struct expr *variable, struct number *value);
    void *context;
    int64_t length; /* what len of a row that is a field comes to; 0: not known */
    uint64_t steps; /* what is left to spend */
    const struct evaluated_local *locals;
};
bool evaluate_number(struct evaluation *v, const struct expr *e, struct number *value);
/* The same where it fits 64 bits. */
bool evaluate(struct evaluation *v, const struct expr *e, int64_t *value);
/* Is the value in the domain? False when that cannot be said. */
bool evaluate_member(struct evaluation *v, const struct domain *d, int64_t value, bool *holds);
/* Calls `each` with the elements of a range or a literal or parameter set, ascending within a range; `each` returns
 * false to stop. False when the domain cannot be walked. */
typedef bool (*evaluate_visit)(void *context, int64_t value);
bool evaluate_elements(struct evaluation *v, const struct domain *d, evaluate_visit each, void *context);

#endif
