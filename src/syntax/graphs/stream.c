/* SPDX-License-Identifier: MIT */
/* Large edge lists of numbers are read a window at a time, so that only edges are held, which are shorter than their
 * text. A window ends with a line; what the file has of the next line is carried to the next window. The first window
 * stays, for it has the header. Room for edges is set aside by the size of the file, four bytes a line at least: what
 * is not needed is never touched, and given back. */
#include <errno.h>
#include <unistd.h>
#include "syntax/graphs/private.h"

enum { SHORTEST_LINE = 4, FIRST_WINDOW = 1 << 20 };

struct graph_stream {
    struct graph_reader *reader;
    int file;
    size_t window;       /* bytes of a block */
    char *first, *other; /* blocks of window + 1 bytes */
    char *text;          /* one of them: the lines in it, and what is carried to the next */
    size_t length, carried;
    bool ended;
};

/* Reads on behind text[0..held) until the block is full or the file ends, and cuts behind the last line. */
static enum status fill(struct graph_stream *s, size_t held)
{
    while (held < s->window && !s->ended) {
        ssize_t got = read(s->file, s->text + held, s->window - held);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return ST_UNSUPPORTED; /* whoever reads the file whole says why */
        s->ended = got == 0;
        held += (size_t)got;
    }
    s->text[held] = '\0';
    s->length = held;
    while (!s->ended && s->length && s->text[s->length - 1] != '\n') s->length--;
    s->carried = held - s->length;
    return s->length || s->ended ? graph_check(s->reader) : ST_UNSUPPORTED;
}

static enum status next_window(struct graph_stream *s)
{
    size_t held = s->carried;
    const char *rest = s->text + s->length;
    if (s->text == s->first) s->text = s->other;
    memmove(s->text, rest, held);
    return fill(s, held);
}

static enum status reserve(struct graph_reader *reader, size_t size)
{
    size_t lines = size / SHORTEST_LINE + 1;
    if (lines > GRAPH_FILE_MAX) lines = GRAPH_FILE_MAX;
    size_t bytes = lines * sizeof *reader->edges.data;
    if (reader->in->budget && budget_fits(reader->in->budget, bytes) != ST_OK) return ST_UNSUPPORTED;
    reader->edges.data = mem_alloc_raw(bytes);
    if (!reader->edges.data) return ST_UNSUPPORTED;
    reader->edges.capacity = lines;
    return ST_OK;
}

static void give_back(struct graph_reader *reader)
{
    size_t held = reader->edges.count * sizeof *reader->edges.data;
    if (!held) return;
    reader->edges.data = mem_resize(reader->edges.data, reader->edges.capacity * sizeof *reader->edges.data, held);
    reader->edges.capacity = reader->edges.count;
}

static enum status read_windows(struct graph_stream *s, struct graph_numbers *found)
{
    struct graph_reader *reader = s->reader;
    size_t skipped = (size_t)(reader->text - s->first); /* a byte order mark */
    enum status st = graph_numbers_lines(reader, found, reader->text, s->length - skipped);
    while (st == ST_OK && !(s->ended && s->carried == 0)) {
        st = next_window(s);
        if (st == ST_OK) st = graph_numbers_lines(reader, found, s->text, s->length);
    }
    return st;
}

static enum status read_list(struct graph_stream *s, size_t size)
{
    struct graph_reader *reader = s->reader;
    struct graph_numbers found = {0};
    s->text = s->first;
    enum status st = fill(s, 0);
    if (st != ST_OK) return st;
    reader->text = graph_begin(s->first, s->length);
    reader->end = s->first + s->length;
    if (graph_dot_likely(reader)) return ST_UNSUPPORTED;
    struct graph_declared declared = graph_find_declared(reader);
    st = reserve(reader, size);
    if (st == ST_OK) st = read_windows(s, &found);
    if (st == ST_OK) give_back(reader);
    if (st == ST_OK) st = graph_numbers_nodes(reader, &declared, &found);
    vec_free(&found.alone);
    return st == ST_OK && reader->node_count == 0 ? ST_UNSUPPORTED : st;
}

enum status graph_numbers_stream(struct graph_reader *reader, int file, size_t size)
{
    struct graph_stream s = {.reader = reader, .file = file, .window = reader->in->window};
    if (s.window == 0) s.window = FIRST_WINDOW;
    if (size <= s.window) return ST_UNSUPPORTED;
    s.first = mem_alloc_raw(s.window + 1);
    s.other = mem_alloc_raw(s.window + 1);
    reader->streamed = true;
    enum status st = s.first && s.other ? read_list(&s, size) : ST_NO_MEMORY;
    mem_free(s.first, s.window + 1);
    mem_free(s.other, s.window + 1);
    reader->text = reader->end = NULL;
    return st;
}
