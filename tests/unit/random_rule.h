/* For tests: random rules as text, always well-formed and always ending, and their options by brute force.
 *
 *     struct text rule = {0};
 *     random_rule(&seed, 1, &rule);                     // one field n; 2: fields a, b
 *     ... rule_open(&f, text_c(&rule)) ...
 *
 * Every rule has moves with ranges, sets and conditions built from comparisons, and, or, not, min, max, / and %, and a
 * result whose arguments are natural numbers by a condition; the sum of all arguments falls with every move. */
#ifndef CGI_TESTS_RANDOM_RULE_H
#define CGI_TESTS_RANDOM_RULE_H
#include "base/hash.h"
#include "base/text.h"

void random_rule(uint64_t *seed, int fields, struct text *out);
/* A number below `below`. */
uint64_t random_below(uint64_t *seed, uint64_t below);

#endif
