/* SPDX-License-Identifier: MIT */
/* Reads a graph file, a large list of numbers in windows (stream.c), others whole into one block (a mapped file that
 * shrinks meanwhile would crash the program), cuts it into edges by one of the two notations, and sorts them into
 * adjacency arrays by counting: O(bytes + nodes + edges). */
#include "syntax/graphs/graph_file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "syntax/graphs/private.h"

enum {
    SHORT_LIST = 24, /* lists up to this length are searched for repeats pair by pair, longer ones with stamps */
    MANY_EDGES = 1 << 17,
    RANGES = 256
};

/* ---- edges to adjacency arrays --------------------------------------------------------------------------------- */
/* first[u + 1] is where the list of u begins after the prefix sums, and where it ends once it is filled. */
static void sort_directly(const struct graph_edge *edges, size_t count, uint32_t from, uint32_t end, uint32_t begin,
                          uint32_t *first, uint32_t *to)
{
    for (size_t i = 0; i < count; i++) first[edges[i].from + 2]++;
    first[from + 1] = begin;
    for (uint32_t u = from; u < end; u++) first[u + 2] += first[u + 1];
    for (size_t i = 0; i < count; i++) to[first[edges[i].from + 1]++] = edges[i].to;
}

/* Many edges are first distributed over a few hundred ranges of nodes, so that each range is sorted within the caches;
 * the order of edges is kept, and the reader's are freed when they are dealt. Adjacent ranges share the entry between
 * them, so ranges are sorted in ascending order. */
static enum status sort_in_ranges(struct graph_reader *reader, uint32_t *first, uint32_t *to)
{
    size_t count = reader->edges.count, bytes = count * sizeof(struct graph_edge), begins[RANGES + 2] = {0};
    const struct graph_edge *edges = reader->edges.data;
    unsigned shift = 0;
    while ((reader->node_count - 1) >> shift >= RANGES) shift++;
    enum status st = reader->in->budget ? budget_fits(reader->in->budget, bytes) : ST_OK;
    if (st != ST_OK) return st;
    struct graph_edge *dealt = mem_alloc_raw(bytes);
    if (!dealt) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) begins[(edges[i].from >> shift) + 2]++;
    for (size_t r = 2; r < RANGES + 2; r++) begins[r] += begins[r - 1];
    for (size_t i = 0; i < count; i++) dealt[begins[(edges[i].from >> shift) + 1]++] = edges[i];
    vec_free(&reader->edges);
    for (uint32_t r = 0; (uint64_t)r << shift < reader->node_count; r++) {
        uint64_t end = (uint64_t)(r + 1) << shift;
        if (end > reader->node_count) end = reader->node_count;
        sort_directly(dealt + begins[r], begins[r + 1] - begins[r], r << shift, (uint32_t)end, (uint32_t)begins[r],
                      first, to);
    }
    mem_free(dealt, bytes);
    return ST_OK;
}

static enum status sort_edges(struct graph_reader *reader, uint32_t *first, uint32_t *to)
{
    if (reader->edges.count >= MANY_EDGES) return sort_in_ranges(reader, first, to);
    sort_directly(reader->edges.data, reader->edges.count, 0, reader->node_count, 0, first, to);
    return ST_OK;
}

/* What was kept is searched only where a node of the same remainder by 64 was. */
static uint32_t drop_short(uint32_t *kept, const uint32_t *list, uint32_t count)
{
    uint32_t held = 0;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = list[i], j = seen >> v % 64 & 1 ? 0 : held;
        seen |= 1ull << v % 64;
        while (j < held && kept[j] != v) j++;
        kept[held] = v;
        held += j == held;
    }
    return held;
}

static uint32_t drop_long(uint32_t *kept, const uint32_t *list, uint32_t count, uint32_t *stamps, uint32_t stamp)
{
    uint32_t held = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = list[i];
        if (stamps[v] == stamp) continue;
        stamps[v] = stamp;
        kept[held++] = v;
    }
    return held;
}

/* Removes repeats from every list, in place; stamps has an entry per node, or is NULL if no list is long. */
static uint32_t drop_repeats(uint32_t nodes, uint32_t *first, uint32_t *to, uint32_t *stamps)
{
    uint32_t held = 0, begin = first[0];
    for (uint32_t u = 0; u < nodes; u++) {
        uint32_t end = first[u + 1], count = end - begin;
        first[u] = held;
        held += count <= SHORT_LIST ? drop_short(to + held, to + begin, count)
                                    : drop_long(to + held, to + begin, count, stamps, u + 1);
        begin = end;
    }
    first[nodes] = held;
    return held;
}

static enum status build(struct graph_reader *reader, struct graph_file *graph)
{
    uint32_t nodes = reader->node_count, longest = 0, *stamps = NULL;
    size_t edges = reader->edges.count;
    enum status st =
        reader->in->budget ? budget_fits(reader->in->budget, 4 * ((uint64_t)edges + 2 * (uint64_t)nodes)) : ST_OK;
    if (st != ST_OK) return st;
    graph->first = arena_array(reader->in->arena, (size_t)nodes + 2, sizeof *graph->first);
    graph->to = arena_array(reader->in->arena, edges, sizeof *graph->to);
    if (!graph->first || !graph->to) return ST_NO_MEMORY;
    if ((st = sort_edges(reader, graph->first, graph->to)) != ST_OK) return st;
    for (uint32_t u = 0; u < nodes; u++)
        if (graph->first[u + 1] - graph->first[u] > longest) longest = graph->first[u + 1] - graph->first[u];
    if (longest > SHORT_LIST && !(stamps = mem_alloc(nodes * sizeof *stamps))) return ST_NO_MEMORY;
    graph->node_count = nodes;
    graph->edge_count = drop_repeats(nodes, graph->first, graph->to, stamps);
    graph->repeats = (uint32_t)edges - graph->edge_count;
    mem_free(stamps, nodes * sizeof *stamps);
    return ST_OK;
}

static enum status keep_names(const struct graph_reader *reader, struct graph_file *graph)
{
    size_t bytes = reader->names.count * sizeof *graph->names;
    graph->header = reader->header;
    if (!bytes) return ST_OK;
    graph->names = arena_alloc(reader->in->arena, bytes);
    if (!graph->names) return ST_NO_MEMORY;
    memcpy(graph->names, reader->names.data, bytes);
    return ST_OK;
}

/* ---- which notation -------------------------------------------------------------------------------------------- */
static bool has_dot_ending(const char *path)
{
    const char *ending = path ? strrchr(path, '.') : NULL;
    return ending && (strcasecmp(ending, ".dot") == 0 || strcasecmp(ending, ".gv") == 0);
}

void graph_reader_free(struct graph_reader *reader)
{
    vec_free(&reader->edges);
    vec_free(&reader->names);
    mem_free(reader->slots, reader->slot_count * sizeof *reader->slots);
    graph_series_free(reader);
}

static enum status finish(struct graph_reader *reader, enum status st, struct graph_file *graph)
{
    if (st == ST_OK) st = keep_names(reader, graph);
    if (st == ST_OK) st = build(reader, graph);
    graph_reader_free(reader);
    return reader->in->diags->failed ? ST_NO_MEMORY : st;
}

const char *graph_begin(const char *text, size_t length)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    return length >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? text + 3 : text;
}

static struct graph_reader reader_open(const struct graph_input *in)
{
    return (struct graph_reader){.in = in, .name = in->name ? in->name : in->path};
}

/* Nodes and edges of text[0..length), which is not needed any more. */
static enum status read_text(struct graph_reader *reader, const char *text, size_t length)
{
    reader->text = graph_begin(text, length);
    reader->end = text + length;
    bool dot = has_dot_ending(reader->in->path) || graph_dot_likely(reader);
    enum status st = dot ? graph_dot_read(reader) : graph_edges_read(reader);
    if (st == ST_OK && reader->node_count == 0)
        st = diag(reader->in->diags, D_GRAPH_EMPTY, graph_span(reader, reader->end, reader->end));
    reader->text = reader->end = NULL;
    return st;
}

enum status graph_file_parse(const struct graph_input *in, const char *text, size_t length, struct graph_file *graph)
{
    struct graph_reader reader = reader_open(in);
    *graph = (struct graph_file){0};
    enum status st = read_text(&reader, text, length);
    return finish(&reader, st, graph);
}

/* ---- the file -------------------------------------------------------------------------------------------------- */
static enum status refuse(const struct graph_input *in, int error)
{
    const char *name = in->name ? in->name : in->path;
    if (error == ENOENT || error == ENOTDIR) return diag(in->diags, D_FILE_MISSING, in->use, name);
    return diag(in->diags, D_GRAPH_UNREADABLE, in->use, name, strerror(error));
}

static enum status judge(const struct graph_input *in, const struct stat *about)
{
    const char *name = in->name ? in->name : in->path;
    if (S_ISDIR(about->st_mode)) return diag(in->diags, D_GRAPH_FOLDER, in->use, name);
    if (!S_ISREG(about->st_mode)) return diag(in->diags, D_GRAPH_UNREADABLE, in->use, name, "it is not a regular file");
    return in->budget ? budget_fits(in->budget, (uint64_t)about->st_size) : ST_OK;
}

/* Fills the block; if the file shrinks while it is read, *length becomes what was read. */
static enum status fill(const struct graph_input *in, int file, char *text, size_t *length)
{
    enum { STEP = 1 << 24 };
    size_t held = 0;
    while (held < *length) {
        size_t left = *length - held;
        ssize_t got = read(file, text + held, left < STEP ? left : STEP);
        if (got < 0 && errno == EINTR) got = 0;
        else if (got < 0) return refuse(in, errno);
        else if (got == 0) break;
        held += (size_t)got;
        enum status st = in->budget ? budget_check(in->budget) : ST_OK;
        if (st != ST_OK) return st;
    }
    *length = held;
    text[held] = '\0';
    return ST_OK;
}

static enum status read_whole(const struct graph_input *in, int file, size_t size, struct graph_file *graph)
{
    struct graph_reader reader = reader_open(in);
    size_t length = size;
    char *text = mem_alloc_raw(size + 1);
    if (!text) return ST_NO_MEMORY;
    enum status st = fill(in, file, text, &length);
    if (st == ST_OK) st = read_text(&reader, text, length);
    mem_free(text, size + 1);
    return finish(&reader, st, graph);
}

static enum status read_open(const struct graph_input *in, int file, struct graph_file *graph)
{
    struct stat about;
    if (fstat(file, &about) != 0) return refuse(in, errno);
    enum status st = judge(in, &about);
    if (st != ST_OK) return st;
    struct graph_reader reader = reader_open(in);
    st = has_dot_ending(in->path) ? ST_UNSUPPORTED : graph_numbers_stream(&reader, file, (size_t)about.st_size);
    if (st != ST_UNSUPPORTED) return finish(&reader, st, graph);
    graph_reader_free(&reader);
    if (lseek(file, 0, SEEK_SET) != 0) return refuse(in, errno);
    return read_whole(in, file, (size_t)about.st_size, graph);
}

/* Checks the kind of file before opening it, since opening a device can have effects, and again afterwards. */
enum status graph_file_read(const struct graph_input *in, struct graph_file *graph)
{
    struct stat about;
    *graph = (struct graph_file){0};
    enum status st = stat(in->path, &about) == 0 ? judge(in, &about) : refuse(in, errno);
    if (st != ST_OK) return in->diags->failed ? ST_NO_MEMORY : st;
    int file = open(in->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) return refuse(in, errno);
    st = read_open(in, file, graph);
    close(file);
    return in->diags->failed ? ST_NO_MEMORY : st;
}
