/* SPDX-License-Identifier: MIT */
/* What of the language the models of a test have held: every kind of expression, builtin, fold, domain, field and game.
 *
 *     struct coverage c = {0};
 *     coverage_add(&c, model);                      // for each model
 *     coverage_missing(&c, &out);                   // "tree-cut, builtin gcd", empty when all were there */
#ifndef CGI_TESTS_FUZZ_COVERAGE_H
#define CGI_TESTS_FUZZ_COVERAGE_H
#include "base/text.h"
#include "model/model.h"

struct coverage {
    size_t kinds[EXPR_KIND_COUNT], builtins[BUILTIN_COUNT], folds[FOLD_ALL + 1], domains[DOMAIN_COMPONENTS + 1];
    size_t fields[FIELD_TREE + 1], games[GAME_COMPOUND + 1], asks[ASK_REMOTENESS + 1], measures[MEASURE_GRAPH + 1];
    size_t starts, canons, invariants, lua_moves, codes, misere;
};
void coverage_add(struct coverage *c, const struct model *model);
void coverage_missing(const struct coverage *c, struct text *out);

#endif
