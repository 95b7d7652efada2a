/* SPDX-License-Identifier: MIT */
/* Kernels of a directed graph: sets K of nodes without an edge inside K (a loop counts as one) such that every node
 * outside has an edge into K.
 *
 *     st = kernel_find(&g, outcome, budget, &arena, &kernels);
 *     for (size_t i = 0; i < kernels.count; i++) use(kernels.sets[i], kernels.sizes[i]);
 *
 * A finite acyclic graph has exactly one, the set of P nodes. With cycles there may be none, one or many; P nodes
 * are in every kernel and N nodes in none, so only draws are searched, by trying a choice and propagating all its
 * consequences. At most KERNEL_MAX kernels are listed and KERNEL_STEPS steps spent; `complete` says whether that was
 * enough, `reason` why not. */
#ifndef CGI_SOLVE_GRAPH_KERNELS_H
#define CGI_SOLVE_GRAPH_KERNELS_H
#include "solve/graph/graph.h"

#define KERNEL_MAX 1000u
#define KERNEL_STEPS 100000000u

struct kernels {
    size_t count;
    uint32_t **sets; /* each ascending, in the arena */
    uint32_t *sizes;
    bool complete;
    const char *reason; /* if not complete */
};
/* `outcome`: of every node in normal play, as computed by graph_label. */
enum status kernel_find(const struct digraph *graph, const unsigned char *outcome, struct budget *budget,
                        struct arena *arena, struct kernels *kernels);

#endif
