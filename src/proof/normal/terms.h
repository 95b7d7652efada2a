/* SPDX-License-Identifier: MIT */
/* Makes the variables and terms of normal forms, each in one canonical way.
 *
 *     const struct linear_form *half = terms_divide(space, n_plus_1, two);        // floor((n + 1) / 2), a variable
 *     struct normal_term proto = {.kind = EXPR_LUA, .data = f, .count = 1, .args = &arg};
 *     struct normal_value v = terms_make(space, &proto, true);              // interned: equal terms, equal variables
 *
 * terms_make simplifies what it can: constants are folded, arguments of symmetric operations sorted, floors and
 * products reduced. A value whose form and term are both NULL is a failure; space->work says which. */
#ifndef CGI_PROOF_NORMAL_TERMS_H
#define CGI_PROOF_NORMAL_TERMS_H
#include "proof/normal/normal.h"

static inline struct normal_value terms_of_form(const struct linear_form *form)
{
    return (struct normal_value){.form = form};
}
static inline bool terms_failed(struct normal_value v) { return !v.form && !v.term; }
/* `number`: the term is an integer or a truth value and gets a variable. The prototype's args are copied. */
struct normal_value terms_make(struct normal_space *space, const struct normal_term *proto, bool number);
/* A number made of forms: shorthand for terms_make with forms as arguments. */
const struct linear_form *terms_call(struct normal_space *space, int kind, int64_t data, bool truth,
                                     const struct linear_form *const *forms, size_t count);
const struct linear_form *terms_divide(struct normal_space *space, const struct linear_form *a,
                                       const struct linear_form *b);
const struct linear_form *terms_remainder(struct normal_space *space, const struct linear_form *a,
                                          const struct linear_form *b);
const struct linear_form *terms_multiply(struct normal_space *space, const struct linear_form *a,
                                         const struct linear_form *b);
/* A total order of values of one space; forms come before terms. */
int terms_compare(struct normal_value a, struct normal_value b);
void terms_sort(struct normal_value *values, size_t count);
/* The term of a form that is just one term's variable; else NULL. */
const struct normal_term *terms_behind(const struct normal_space *space, const struct linear_form *form);

#endif
