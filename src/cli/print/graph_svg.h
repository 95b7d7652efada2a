/* SPDX-License-Identifier: MIT */
/* A game graph as a drawing.
 *
 *     enum status st = graph_svg(&graph, stdout);
 */
#ifndef CGI_CLI_PRINT_GRAPH_SVG_H
#define CGI_CLI_PRINT_GRAPH_SVG_H
#include <stdio.h>
#include "engine/graph/game_graph.h"

/* ST_NO_MEMORY, with nothing written. */
enum status graph_svg(const struct game_graph *graph, FILE *out);
/* The same of an automaton: a node accepts where its outcome is P, each is drawn in one line or two, and arrows show
 * what they read. */
enum status automaton_drawing(const struct game_graph *graph, const char *title, FILE *out);
/* The second line of a node in every drawing: "N, SG 3", "D, SG infinity{0, 1}", "player 1 wins". */
void graph_verdict(const struct game_node *node, struct text *out);

#endif
