/* SPDX-License-Identifier: MIT */
/* Random small games as text: one statement a line, so that a failing one can be shrunk by leaving lines out.
 *
 *     struct text rule = {0};
 *     random_game(seed, &rule);                    // always ends: some number falls with every move
 *
 * Kinds, by the seed: a heap with ranges, sets and conditions; heaps that split; two heaps, sometimes symmetric; two games
 * that lead to each other; rows whose cells fall or shift; rules that read the mover; take-and-break codes; heaps that are
 * compounds; heaps that also grow in another field. */
#ifndef CGI_TESTS_RANDOM_GAME_H
#define CGI_TESTS_RANDOM_GAME_H
#include <stdint.h>
#include "base/text.h"

void random_game(uint64_t seed, struct text *out);

#endif
