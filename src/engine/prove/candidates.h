/* SPDX-License-Identifier: MIT */
/* In which numerations a claim may be decided, in the order in which they are tried.
 *
 *     struct candidates c = {.count = 0};
 *     candidates_add(&c, &needs, *lost->in);              // if it reads what the claim needs, and is not there yet
 *     candidates_add_usual(&c, &needs);
 */
#ifndef CGI_ENGINE_PROVE_CANDIDATES_H
#define CGI_ENGINE_PROVE_CANDIDATES_H
#include "engine/prove/prove.h"
#include "proof/formula/formula.h"

struct candidates {
    struct numeration items[PROVE_NUMERATIONS];
    size_t count;
};
bool candidates_same(const struct numeration *a, const struct numeration *b);
void candidates_add(struct candidates *c, const struct formula_needs *needs, struct numeration in);
void candidates_add_usual(struct candidates *c, const struct formula_needs *needs);

#endif
