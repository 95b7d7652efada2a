/* SPDX-License-Identifier: MIT */
/* cgi graph FILE POSITION: every reachable position, with its outcome and value, as DOT, SVG or JSON. */
#include "cli/command/command.h"
#include "cli/print/graph_svg.h"
#include <inttypes.h>
#include <string.h>
#include "cli/print/json.h"
#include "engine/open/position.h"

/* ---- DOT ---- */

static void put_quoted(const char *string, FILE *out)
{
    for (; *string; string++) {
        if (*string == '"' || *string == '\\') putc('\\', out);
        putc(*string, out);
    }
}

/* Nodes are named by their positions, and by the mover if it matters, so that `graph ... from` reads the file. */
static void put_name(const struct game_node *node, FILE *out)
{
    putc('"', out);
    put_quoted(node->position, out);
    if (node->mover) fprintf(out, " (%d)", node->mover);
    putc('"', out);
}

static void dot_node(const struct game_node *node, const char *verdict, FILE *out)
{
    static const char *const fills[] = {"#cfe8cf", "#ffffff", "#dddddd", "#ffffff"};
    fputs("  ", out);
    put_name(node, out);
    fputs(" [label=\"", out);
    put_quoted(node->position, out);
    fprintf(out, "\\n%s\", fillcolor=\"%s\"]\n", verdict, fills[node->outcome]);
}

/* One edge for all moves from one node to another: the first of them writes it. */
static void dot_edge(const struct game_graph *graph, size_t from, size_t edge, FILE *out)
{
    uint32_t to = graph->edges[edge].to;
    for (size_t e = graph->first[from]; e < edge; e++)
        if (graph->edges[e].to == to) return;
    fputs("  ", out);
    put_name(&graph->nodes[from], out);
    fputs(" -> ", out);
    put_name(&graph->nodes[to], out);
    fputs(" [tooltip=\"", out);
    for (size_t e = edge; e < graph->first[from + 1]; e++) {
        if (graph->edges[e].to != to) continue;
        if (e > edge) fputs("; ", out);
        put_quoted(graph->edges[e].move, out);
    }
    fprintf(out, "\"%s]\n", graph->nodes[to].outcome == OUTCOME_P ? ", style=bold" : "");
}

static enum status graph_dot(const struct game_graph *graph, FILE *out)
{
    struct text verdict = {0};
    fputs("digraph {\n  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\"]\n", out);
    for (size_t i = 0; i < graph->node_count; i++) {
        text_clear(&verdict);
        graph_verdict(&graph->nodes[i], &verdict);
        dot_node(&graph->nodes[i], text_c(&verdict), out);
    }
    for (size_t i = 0; i < graph->node_count; i++)
        for (size_t e = graph->first[i]; e < graph->first[i + 1]; e++) dot_edge(graph, i, e, out);
    fputs("}\n", out);
    enum status st = verdict.failed ? ST_NO_MEMORY : ST_OK;
    text_free(&verdict);
    return st;
}

/* ---- JSON ---- */

static void json_node(struct json *json, const struct game_node *node, size_t id)
{
    json_object(json, NULL);
    json_int(json, "id", (int64_t)id);
    json_string(json, "position", node->position);
    if (node->mover) json_int(json, "mover", node->mover);
    json_string(json, "outcome", outcome_word(node->outcome, node->mover != 0));
    if (node->has_value && !node->infinite) json_int(json, "sg", (int64_t)node->value);
    else json_string(json, "sg", NULL);
    if (node->has_value && node->infinite) {
        json_array(json, "loopy");
        for (size_t i = 0; i < node->k_count; i++) json_int(json, NULL, (int64_t)node->k[i]);
        json_end(json);
    }
    json_end(json);
}

static void graph_json(const struct engine *engine, const struct game_graph *graph, enum play play)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    json_string(&json, "position", graph->nodes[0].position);
    json_string(&json, "play", play == PLAY_MISERE ? "misere" : "normal");
    json_bool(&json, "acyclic", graph->acyclic);
    json_array(&json, "nodes");
    for (size_t i = 0; i < graph->node_count; i++) json_node(&json, &graph->nodes[i], i);
    json_end(&json);
    json_array(&json, "edges");
    for (size_t i = 0; i < graph->node_count; i++)
        for (size_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
            json_object(&json, NULL);
            json_int(&json, "from", (int64_t)i);
            json_int(&json, "to", graph->edges[e].to);
            json_string(&json, "move", graph->edges[e].move);
            json_end(&json);
        }
    json_end(&json);
    json_end(&json);
}

/* ---- the command ---- */

static enum status write_graph(const struct request *request, const struct engine *engine,
                               const struct game_graph *graph, enum play play)
{
    if (request_has(request, OPT_SVG)) return graph_svg(graph, stdout);
    if (!request_has(request, OPT_JSON)) return graph_dot(graph, stdout);
    graph_json(engine, graph, play);
    return ST_OK;
}

int command_graph(struct request *request)
{
    struct engine *engine;
    struct position position;
    struct game_graph graph = {0};
    struct wanted wanted;
    const char *label;
    if (request->word_count == 0) return usage_error(request, "graph needs a rule file and a position");
    if (request_has(request, OPT_SVG) && request_has(request, OPT_JSON))
        return usage_error(request, "choose --svg or --json");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    if (engine->sweep_count > 1) {
        engine_close(engine);
        return usage_error(request, "graph draws one setting of the parameters; --set a single value");
    }
    wanted = request_wanted(request, engine);
    enum status st = engine_select(engine, 0, &label);
    struct graph_wanted asked = {wanted.play, wanted.mover, (size_t)request->max_nodes, false};
    if (st == ST_OK) st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
    if (st == ST_OK) st = engine_game_graph(engine, &position, &asked, &graph);
    progress_clear(request);
    if (st == ST_OK) st = write_graph(request, engine, &graph, wanted.play);
    code = finish(request, engine, st);
    game_graph_free(&graph);
    engine_close(engine);
    return code;
}
