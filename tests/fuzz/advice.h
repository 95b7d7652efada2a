/* SPDX-License-Identifier: MIT */
/* What the checker says of a rule, held against what the rule does in small states.
 *
 *     char why[400];
 *     if (!advice_holds(text, why, sizeof why)) ...           // why: what was said, of what, and where it is not so
 *
 * A condition that is said to hold whenever the rest does (W0906) may be `true`, and a variable that is said to change nothing
 * (W0902) may have one value: the same options come out. A measure falls with every option of the game itself. A move that can be
 * made for ever leads to a state in which it can be made, and a game that never ends has an option in every state. */
#ifndef CGI_TESTS_FUZZ_ADVICE_H
#define CGI_TESTS_FUZZ_ADVICE_H
#include <stdbool.h>
#include <stddef.h>

bool advice_holds(const char *rule, char *why, size_t room);
/* How often something was compared, so that a test sees that there was something to compare. */
struct advice_count {
    size_t replaced, measures, endless;
};
extern struct advice_count advice_count;

#endif
