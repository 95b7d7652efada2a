/* SPDX-License-Identifier: MIT */
/* The nodes of graphs in rule files, found as those of graph files are (names.c, series.c). What programs write is read here in one look
 * at each byte. At anything else this reader stops before the last node that it has seen, so that the parser reads that node and what
 * follows it by tokens: there is one text of each message. */
#include "syntax/graphs/written.h"
#include "syntax/graphs/private.h"

enum { LONGEST = 64 }; /* longer names are left to the parser, which has a limit for them */

struct written_graph {
    struct written_input in;
    struct graph_input source;
    struct graph_reader reader; /* only its names */
    VEC(struct written_node *) runs;
    uint32_t place_count, edge_count;
    bool open; /* the next node is one that the last edge leads to */
};

enum status written_graph_open(const struct written_input *in, struct written_graph **graph)
{
    struct written_graph *g = mem_alloc(sizeof *g);
    if (!g) return ST_NO_MEMORY;
    g->in = *in;
    g->source.arena = in->arena;
    g->reader = (struct graph_reader){.in = &g->source, .text = in->text, .end = in->text + in->length};
    *graph = g;
    return ST_OK;
}

void written_graph_free(struct written_graph *graph)
{
    if (!graph) return;
    vec_free(&graph->runs);
    graph_reader_free(&graph->reader);
    mem_free(graph, sizeof *graph);
}

static bool add_run(struct written_graph *g)
{
    struct written_node *run = arena_array(g->in.arena, WRITTEN_RUN, sizeof *run);
    return run && vec_push(&g->runs, run);
}

static enum status put(struct written_graph *g, uint32_t node, uint32_t begin, bool opens)
{
    struct written_node place = {.begin = begin, .node = node & GRAPH_FILE_MAX, .opens_edge = opens || !g->open};
    uint32_t at = g->place_count % WRITTEN_RUN;
    if (at == 0 && !add_run(g)) return ST_NO_MEMORY;
    g->runs.data[g->place_count++ / WRITTEN_RUN][at] = place;
    g->edge_count += place.opens_edge;
    g->open |= opens;
    return ST_OK;
}

enum status written_graph_node(struct written_graph *graph, const char *name, size_t length, uint32_t begin, bool opens)
{
    uint32_t node;
    enum status st = graph_node(&graph->reader, name, length, name, &node);
    return st == ST_OK ? put(graph, node, begin, opens) : st;
}

void written_graph_end_edge(struct written_graph *graph) { graph->open = false; }

/* ---- plain text ------------------------------------------------------------------------------------------------- */
/* A node that was read, but not put down: what follows it may not be plain. */
struct pending {
    struct graph_word word;
    uint32_t node; /* UINT32_MAX: new */
    bool arrow, ended;
};

static bool is_letter(char c) { return ((unsigned)(c | 32) - 'a') < 26 || c == '_'; }

/* The end of a name or number; NULL: it is none that is plain. */
static const char *read_word(const char *p, struct graph_word *word)
{
    const char *begin = p;
    uint32_t v = 0;
    while (is_letter(*p)) p++;
    const char *digits = p;
    while (graph_is_digit(*p)) v = 10 * v + (unsigned)(*p++ - '0'); /* may wrap if they are too many to be a number */
    size_t before = (size_t)(digits - begin), count = (size_t)(p - digits);
    bool numbered = count - 1 < GRAPH_DIGITS_MOST && before <= GRAPH_PREFIX_MOST && (*digits != '0' || count == 1);
    if (is_letter(*p)) {
        if (before == 0) return NULL;
        while (is_letter(*p) || graph_is_digit(*p)) p++;
        numbered = false;
    }
    *word = (struct graph_word){begin, p, before, v, numbered};
    return p > begin && p - begin <= LONGEST ? p : NULL;
}

/* The node of a word; UINT32_MAX: it is new. */
static uint32_t find_known(struct graph_reader *reader, const struct graph_word *word)
{
    const struct graph_series *s = &reader->series[0];
    uint32_t number = word->number;
    size_t length = (size_t)(word->end - word->begin);
    if (word->numbered && number < s->room && s->length == word->before && s->nodes[number] &&
        s->prefix == graph_first_bytes(word->begin, word->before, reader->end))
        return s->nodes[number] - 1;
    if (graph_is_digit(word->end[-1])) {
        s = graph_series_of(reader, word->begin, length, &number);
        if (s && number < s->room && s->nodes[number]) return s->nodes[number] - 1;
        if (s && !s->elsewhere) return UINT32_MAX;
    }
    if (!reader->slot_count) return UINT32_MAX;
    struct graph_slot key = graph_key(word->begin, length, reader->end);
    return graph_find_slot(reader, word->begin, length, &key)->node - 1;
}

static enum status put_pending(struct written_graph *g, const struct pending *last)
{
    const struct graph_word *word = &last->word;
    uint32_t begin = (uint32_t)(word->begin - g->in.text);
    enum status st;
    if (last->node != UINT32_MAX) st = put(g, last->node, begin, last->arrow);
    else st = written_graph_node(g, word->begin, (size_t)(word->end - word->begin), begin, last->arrow);
    if (last->ended) g->open = false;
    return st;
}

static const char *skip_space(const char *p)
{
    for (;;) {
        while (*p == ' ' || (unsigned)(*p - '\t') < 5) p++;
        if (*p != '#') return p;
        while (*p && *p != '\n') p++;
    }
}

enum status written_graph_ahead(struct written_graph *graph, uint32_t *at)
{
    const char *p = graph->in.text + *at;
    struct pending last = {.word = {.begin = p}}, next;
    enum status st = ST_OK;
    for (bool any = false; st == ST_OK;) {
        p = skip_space(p);
        if (*p == ';') {
            last.ended = true;
            p++;
        } else if (*p == '-' && p[1] == '>') {
            if (!any || last.arrow || last.ended) break;
            last.arrow = true;
            p += 2;
        } else {
            const char *end = read_word(p, &next.word);
            if (!end) break;
            next.node = find_known(&graph->reader, &next.word);
            if (next.node == UINT32_MAX && !graph->in.is_name(p, (size_t)(end - p))) break;
            if (any) st = put_pending(graph, &last);
            else if (last.ended) graph->open = false;
            next.arrow = next.ended = false;
            last = next;
            any = true;
            p = end;
        }
    }
    *at = (uint32_t)(last.word.begin - graph->in.text);
    return st;
}

/* ---- what was read ---------------------------------------------------------------------------------------------- */
enum status written_graph_close(struct written_graph *graph, struct written_edges *edges)
{
    struct arena *arena = graph->in.arena;
    size_t runs = graph->runs.count, nodes = graph->reader.names.count;
    *edges = (struct written_edges){.runs = arena_array(arena, runs, sizeof *edges->runs),
                                    .names = arena_array(arena, nodes, sizeof *edges->names),
                                    .place_count = graph->place_count,
                                    .node_count = (uint32_t)nodes,
                                    .edge_count = graph->edge_count};
    if (!edges->runs || !edges->names) return ST_NO_MEMORY;
    if (runs) memcpy(edges->runs, graph->runs.data, runs * sizeof *edges->runs);
    if (nodes) memcpy(edges->names, graph->reader.names.data, nodes * sizeof *edges->names);
    return ST_OK;
}
