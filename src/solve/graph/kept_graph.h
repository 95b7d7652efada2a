/* SPDX-License-Identifier: MIT */
/* The positions that were explored so far, and their options, between a graph and a file (base/snapshot.h).
 *
 *     struct kept_graph g = {.explored = e, .with_mover = true, .again = again, .context = x};
 *     kept_graph_open(&kept, env, &g);          // e has the root alone
 *     ... kept_search_look(&kept, &took) ...    // now and then: takes what is kept, or writes
 *     if (g.wrong) ...                          // what was taken is not right: all of e is worth nothing
 *     kept_search_close(&kept);
 *
 * Nodes are numbered in the order in which they are met from the root, so a file has a beginning of what a run from the same root
 * finds; the root is among the words of the file. It is trusted no further than these and the sums of its blocks: keys must say
 * positions, those that are there already must have the same numbers, and some nodes at seeded places are expanded once more. */
#ifndef CGI_SOLVE_GRAPH_KEPT_GRAPH_H
#define CGI_SOLVE_GRAPH_KEPT_GRAPH_H
#include "solve/graph/labels.h"
#include "solve/search/kept_search.h"

struct kept_graph {
    struct explored *explored;
    bool with_mover;
    /* Are the options of an expanded node those that expanding it finds? */
    enum status (*again)(void *context, uint32_t node, bool *same);
    void *context;
    bool wrong;
};
/* `graph` must outlive `kept`. */
void kept_graph_open(struct kept_search *kept, struct env *env, struct kept_graph *graph);

#endif
