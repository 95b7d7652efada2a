/* SPDX-License-Identifier: MIT */
/* How many sums of heaps a search of the whole may meet where moves split heaps: of two heaps of 20 in Kayles some 50000, not 21 * 21.
 *
 *     double sums = splitting_sums(env, &position);        // 0: not all are single heaps of one game that split
 *
 * If a move that leaves one heap more takes at least m tokens, then a sum of k heaps h_1 .. h_k, each with a move, comes from heaps
 * n_1 .. n_j only if sum (h_i + m) <= sum (n_i + m). All that fulfil it are counted, each as often as it is, whatever their order. m, and
 * the least heap with a move, are seen in the options of small heaps: a rough figure, for plans only. Measured on seven codes and rules,
 * with three sums each: a search for the remoteness, which meets all, meets between a third of them and all. Time: of the listing, some
 * thousand options once for a game; and of the product of the greatest heap and all tokens. */
#ifndef CGI_SOLVE_SEARCH_SPLITTING_H
#define CGI_SOLVE_SEARCH_SPLITTING_H
#include "play/options/env.h"

double splitting_sums(const struct env *env, const struct position *position);

#endif
