/* SPDX-License-Identifier: MIT */
/* For tests: random rules as text, always well-formed and always ending, and the same rules spelt differently.
 *
 *     struct random_rule r;
 *     random_rule(&seed, 1, &r);                        // one field n; 2: fields a, b
 *     random_write(&r, &text);                          // game g(n) { move m0(t in 1..n) where ... -> g(n - t) ... }
 *     random_respell(&r, &seed, &text);                 // another text with the same options in every state
 *
 * Every rule has moves with ranges, sets and conditions built from comparisons, and, or, not, min, max, / and %, and a
 * result whose arguments are natural numbers by a condition; the sum of all arguments falls with every move. */
#ifndef CGI_TESTS_RANDOM_RULE_H
#define CGI_TESTS_RANDOM_RULE_H
#include "base/hash.h"
#include "base/text.h"

enum { RANDOM_MOVES = 3 };
struct random_move {
    char domain[64], guard[64], condition[900], result[64]; /* condition: "" for none */
};
struct random_rule {
    int fields, moves;
    struct random_move move[RANDOM_MOVES];
};
void random_rule(uint64_t *seed, int fields, struct random_rule *rule);
void random_write(const struct random_rule *rule, struct text *out);
void random_respell(const struct random_rule *rule, uint64_t *seed, struct text *out);
/* An invariant for a row s of 0, 1 and 2, true of all these rows or of most; or none. */
void random_row_invariant(uint64_t *seed, struct text *out);
/* A number below `below`. */
uint64_t random_below(uint64_t *seed, uint64_t below);

#endif
