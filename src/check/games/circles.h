/* SPDX-License-Identifier: MIT */
/* Strongly connected components of a small directed graph.
 *
 *     struct link links[] = {{0, 1}, {1, 0}, {1, 2}};
 *     int component[3];
 *     if (!circles_find(scratch, 3, links, 3, component)) return no_memory;     // {1, 1, 0}
 *
 * Components are numbered so that every link leads to the same or a smaller number (Tarjan 1972). O(nodes + links), no
 * recursion. */
#ifndef CGI_CHECK_GAMES_CIRCLES_H
#define CGI_CHECK_GAMES_CIRCLES_H
#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"

struct link {
    int from, to;
};
/* Returns false if memory runs out. */
bool circles_find(struct arena *scratch, size_t nodes, const struct link *links, size_t link_count, int *component);

#endif
