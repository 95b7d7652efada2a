/* A game graph on paper: shared by the writers of cgi graph. */
#ifndef CGI_CLI_PRINT_GRAPH_H
#define CGI_CLI_PRINT_GRAPH_H
#include "cli/request/cli.h"
#include "engine/graph/game_graph.h"

/* "N, SG 3", "D, SG infinity{0, 1}", "player 1 wins": the second line of a node. */
void graph_verdict(const struct game_node *node, struct text *out);
enum status graph_svg(const struct game_graph *graph, FILE *out);

#endif
