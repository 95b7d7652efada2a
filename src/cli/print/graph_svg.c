/* SPDX-License-Identifier: MIT */
/* The layers as SVG: edges first, so that nodes are drawn over them; all text from rules is escaped. */
#include "cli/print/graph_svg.h"
#include <inttypes.h>
#include <string.h>
#include "cli/print/layers.h"

void graph_verdict(const struct game_node *node, struct text *out)
{
    static const char *const words[] = {"loses", "wins", "draws", "?"};
    if (node->mover) text_add(out, "player %d %s", node->mover, words[node->outcome]);
    else text_puts(out, outcome_word(node->outcome, false));
    if (!node->has_value) return;
    if (!node->infinite) {
        text_add(out, ", SG %" PRIu64, node->value);
        return;
    }
    text_puts(out, ", SG infinity{");
    for (size_t i = 0; i < node->k_count; i++) text_add(out, "%s%" PRIu64, i ? ", " : "", node->k[i]);
    text_puts(out, "}");
}

enum { CHARACTER = 8, PADDING = 16, HALF = LAYERS_NODE_HEIGHT / 2 };

/* XML cannot represent control characters. */
static void put_escaped(const char *string, FILE *out)
{
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '&') fputs("&amp;", out);
        else if (c == '<') fputs("&lt;", out);
        else if (c == '>') fputs("&gt;", out);
        else if (c == '"') fputs("&quot;", out);
        else if (c < 0x20 || c == 0x7f) fputs("&#xfffd;", out);
        else putc(c, out);
    }
}

static int64_t characters(const char *string)
{
    int64_t count = 0;
    for (; *string; string++) count += ((unsigned char)*string & 0xc0) != 0x80;
    return count;
}

static const char head[] =
    "<style>\n"
    "text { font: 12px monospace; text-anchor: middle; fill: #111 }\n"
    "rect { stroke: #333; fill: #fff } .P rect { fill: #cfe8cf; stroke-width: 2 } .D rect { fill: #ddd }\n"
    "path { fill: none; stroke: #888 } .win path { stroke: #1a6b1a; stroke-width: 2 }\n"
    "</style>\n"
    "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto\">"
    "<path d=\"M0,0 L8,4 L0,8 z\" style=\"fill:#555;stroke:none\"/></marker></defs>\n";

static void draw_loop(const struct spot *spot, FILE *out)
{
    int64_t x = spot->x + spot->width / 2;
    fprintf(out, "M%" PRId64 ",%" PRId64 " c20,-4 20,20 0,16", x, spot->y - 8);
}

static void draw_path(const struct layers *layers, const struct route *route, FILE *out)
{
    const struct spot *from = &layers->spots[route->from], *to = &layers->spots[route->to];
    int64_t down = route->upwards ? -1 : 1;
    if (route->from == route->to) {
        draw_loop(from, out);
        return;
    }
    fprintf(out, "M%" PRId64 ",%" PRId64, from->x, from->y + down * HALF);
    for (uint32_t i = 0; i < route->bend_count; i++) {
        uint32_t bend = route->upwards ? route->bend_count - 1 - i : i;
        const struct spot *spot = &layers->spots[route->bend + bend];
        fprintf(out, " L%" PRId64 ",%" PRId64 " L%" PRId64 ",%" PRId64, spot->x, spot->y - down * HALF, spot->x,
                spot->y + down * HALF);
    }
    fprintf(out, " L%" PRId64 ",%" PRId64, to->x, to->y - down * HALF);
}

/* Draws the edge between two nodes; pointing at it shows all moves. */
static void draw_route(const struct game_graph *graph, const struct layers *layers, const struct route *route,
                       FILE *out)
{
    fprintf(out, "<g class=\"%s\"><title>", graph->nodes[route->to].outcome == OUTCOME_P ? "win" : "edge");
    bool any = false;
    for (size_t e = route->edge; e < graph->first[route->from + 1]; e++) {
        if (graph->edges[e].to != route->to) continue;
        if (any) fputs("; ", out);
        put_escaped(graph->edges[e].move, out);
        any = true;
    }
    fputs("</title><path marker-end=\"url(#arrow)\" d=\"", out);
    draw_path(layers, route, out);
    fputs("\"/></g>\n", out);
}

static void draw_node(const struct game_node *node, const struct spot *spot, const char *verdict, FILE *out)
{
    fprintf(
        out, "<g class=\"%s\"><rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRId64 "\" height=\"%d\" rx=\"6\"/>",
        outcome_word(node->outcome, false), spot->x - spot->width / 2, spot->y - HALF, spot->width, LAYERS_NODE_HEIGHT);
    fprintf(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\">", spot->x, spot->y - 3);
    put_escaped(node->position, out);
    fprintf(out, "</text><text x=\"%" PRId64 "\" y=\"%" PRId64 "\">%s</text></g>\n", spot->x, spot->y + 12, verdict);
}

/* A drawing: what its second lines say, whether arrows carry their words. */
struct drawn {
    const struct game_graph *graph;
    const char *title;
    bool automaton;
};

static void second_line(const struct drawn *d, size_t i, struct text *out)
{
    if (!d->automaton) graph_verdict(&d->graph->nodes[i], out);
    else
        text_add(out, "%s%s", i ? "" : "start",
                 d->graph->nodes[i].outcome == OUTCOME_P ? i ? "accepts" : ", accepts" : "");
}

static enum status write_verdicts(const struct drawn *d, struct arena *arena, const char **verdicts, int64_t *widths)
{
    const struct game_graph *graph = d->graph;
    struct text text = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < graph->node_count; i++) {
        text_clear(&text);
        second_line(d, i, &text);
        verdicts[i] = text.failed ? NULL : arena_strdup(arena, text_c(&text));
        if (!verdicts[i]) st = ST_NO_MEMORY;
        int64_t longest = st == ST_OK ? characters(verdicts[i]) : 0, other = characters(graph->nodes[i].position);
        widths[i] = (longest > other ? longest : other) * CHARACTER + PADDING;
    }
    text_free(&text);
    return st;
}

/* What an arrow of an automaton reads, beside its middle; the whole is in its title. */
static void draw_label(const struct game_graph *graph, const struct layers *layers, const struct route *route,
                       FILE *out)
{
    const struct spot *from = &layers->spots[route->from], *to = &layers->spots[route->to];
    bool loop = route->from == route->to;
    int64_t x = loop ? from->x + from->width / 2 + 8 : (from->x + to->x) / 2 + 4,
            y = loop ? from->y - 14 : (from->y + to->y) / 2;
    const char *word = graph->edges[route->edge].move;
    int shown = 0;
    while (word[shown] && shown < 24) shown++;
    fprintf(out,
            "<text style=\"text-anchor: start; font-size: 10px\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">%.*s%s</text>\n",
            x, y, shown, word, word[shown] ? ".." : "");
}

static enum status draw(const struct drawn *d, FILE *out)
{
    const struct game_graph *graph = d->graph;
    struct arena arena = {0};
    struct layers layers;
    const char **verdicts = arena_array(&arena, graph->node_count, sizeof *verdicts);
    int64_t *widths = arena_array(&arena, graph->node_count, sizeof *widths);
    enum status st = verdicts && widths ? write_verdicts(d, &arena, verdicts, widths) : ST_NO_MEMORY;
    if (st == ST_OK) st = layers_place(graph, widths, &arena, &layers);
    if (st == ST_OK) {
        fprintf(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64
                "\" height=\"%" PRId64 "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\">\n<title>",
                layers.width, layers.height, layers.width, layers.height);
        put_escaped(d->title, out);
        fputs("</title>\n", out);
        fputs(head, out);
        for (size_t i = 0; i < layers.route_count; i++) draw_route(graph, &layers, &layers.routes[i], out);
        for (size_t i = 0; d->automaton && i < layers.route_count; i++)
            draw_label(graph, &layers, &layers.routes[i], out);
        for (size_t i = 0; i < graph->node_count; i++) draw_node(&graph->nodes[i], &layers.spots[i], verdicts[i], out);
        fputs("</svg>\n", out);
    }
    arena_free(&arena);
    return st;
}

enum status graph_svg(const struct game_graph *graph, FILE *out)
{
    return draw(&(struct drawn){graph, graph->nodes[0].position, false}, out);
}

enum status automaton_drawing(const struct game_graph *graph, const char *title, FILE *out)
{
    return draw(&(struct drawn){graph, title, true}, out);
}
