/* SPDX-License-Identifier: MIT */
/* An automaton is drawn as a graph is: its states are nodes, the tuples of digits that lead from one to another are on
 * one arrow. */
#include "cli/print/automaton.h"
#include <inttypes.h>
#include "base/text.h"
#include "cli/print/graph_svg.h"

static void put_letter(const struct automaton *a, uint32_t letter, struct text *out)
{
    char digit[64];
    for (int i = 0; i < a->tracks; i++, letter /= (uint32_t)a->in->letters) {
        numeration_print_letter(a->in, (int)(letter % (uint32_t)a->in->letters), digit, sizeof digit);
        text_add(out, "%s%s", i ? "," : "", digit);
    }
}

void automaton_json(struct json *json, const struct automaton *a)
{
    json_object(json, "numeration");
    json_string(json, "name", a->in->name);
    json_int(json, "link", a->in->link);
    json_int(json, "below", a->in->below);
    json_array(json, "a");
    for (int i = 0; i < a->in->period; i++) json_int(json, NULL, a->in->a[i]);
    json_end(json);
    json_int(json, "letters", a->in->letters);
    json_end(json);
    json_object(json, "automaton");
    json_int(json, "states", a->states);
    json_array(json, "accepting");
    for (uint32_t s = 0; s < a->states; s++)
        if (a->accepts[s]) json_int(json, NULL, s);
    json_end(json);
    json_array(json, "next");
    for (uint32_t s = 0; s < a->states; s++) {
        json_array(json, NULL);
        for (uint32_t l = 0; l < a->letters; l++) json_int(json, NULL, a->next[(size_t)s * a->letters + l]);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

/* Is it a state from which nothing is accepted? In a minimal automaton there is at most one: all its letters come
 * back. */
static bool is_dead(const struct automaton *a, uint32_t s)
{
    bool back = !a->accepts[s];
    for (uint32_t l = 0; l < a->letters; l++) back = back && a->next[(size_t)s * a->letters + l] == s;
    return back;
}

static const char *keep_text(struct arena *arena, struct text *text)
{
    const char *kept = text->failed ? NULL : arena_strdup(arena, text_c(text));
    text_clear(text);
    return kept;
}

/* The arrows of a state, one for each state that it leads to. */
static bool put_edges(const struct automaton *a, uint32_t s, const uint32_t *node, struct game_graph *g,
                      struct text *text)
{
    for (uint32_t to = 0; to < a->states; to++) {
        bool any = false;
        for (uint32_t l = 0; l < a->letters; l++) {
            if (a->next[(size_t)s * a->letters + l] != to || is_dead(a, to)) continue;
            text_puts(text, any ? "; " : "");
            put_letter(a, l, text);
            any = true;
        }
        if (!any) continue;
        const char *move = keep_text(&g->arena, text);
        if (!move) return false;
        g->edges[g->edge_count++] = (struct game_edge){node[to], move};
    }
    return true;
}

static bool put_nodes(const struct automaton *a, uint32_t *node, struct game_graph *g, struct text *text)
{
    for (uint32_t s = 0; s < a->states; s++) {
        if (is_dead(a, s)) continue;
        node[s] = (uint32_t)g->node_count;
        text_add(text, "state %" PRIu32, s);
        struct game_node *n = &g->nodes[g->node_count++];
        n->position = keep_text(&g->arena, text);
        n->outcome = a->accepts[s] ? OUTCOME_P : OUTCOME_N;
        if (!n->position) return false;
    }
    return true;
}

enum status automaton_svg(const struct automaton *a, const char *title, FILE *out)
{
    struct game_graph g = {0};
    struct text text = {0};
    uint32_t *node = arena_array(&g.arena, a->states + 1, sizeof *node);
    g.nodes = arena_array(&g.arena, a->states + 1, sizeof *g.nodes);
    g.edges = arena_array(&g.arena, (size_t)a->states * a->states + 1, sizeof *g.edges);
    g.first = arena_array(&g.arena, a->states + 2, sizeof *g.first);
    bool fine = node && g.nodes && g.edges && g.first && put_nodes(a, node, &g, &text);
    for (uint32_t s = 0; fine && s < a->states; s++) {
        if (is_dead(a, s)) continue;
        g.first[node[s]] = (uint32_t)g.edge_count;
        fine = put_edges(a, s, node, &g, &text);
        g.first[node[s] + 1] = (uint32_t)g.edge_count;
    }
    enum status st = fine ? automaton_drawing(&g, title, out) : ST_NO_MEMORY;
    text_free(&text);
    arena_free(&g.arena);
    return st;
}
